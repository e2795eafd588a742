"""The demo: a scripted agent that really patches a pad, and the workspace it works in.

May import `core` alone: the agent has no other way to the pad than a real one has.
"""
