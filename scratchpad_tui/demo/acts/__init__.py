"""The four acts of the story, fifteen turns each."""
