"""Working memory: the messages that a model sees on a call, kept within a budget.

May import `transcripts`, `pad` and what is below; `client` alone asks a model, and loads `openai` to do it.
"""
