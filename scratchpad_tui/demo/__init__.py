"""The demo: a scripted agent that really patches a pad, and the workspace it works in."""
