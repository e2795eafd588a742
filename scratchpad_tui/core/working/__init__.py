"""Working memory: the messages that a model sees on a call, kept within a budget."""
