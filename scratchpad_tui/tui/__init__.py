"""The full-screen UI: it shows and asks, and decides nothing."""
