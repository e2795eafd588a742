"""The four acts of the story, fifteen turns each.

Data made of `beats` in the words of `script`: an act imports these, and nothing that runs.
"""
