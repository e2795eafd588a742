"""The full-screen UI: it shows and asks, and decides nothing.

May import all of the core, and of the command line only what the import contracts name.
"""
