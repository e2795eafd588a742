"""Secrets in a text: what is found, where, and never the value itself.

`scanner.scan(text, constraints=...)` gives the findings; `constraints.load(folder)` reads the deny-list beside a pad.
What stands between a text and a file is `core.pad.gate`. Imports the core's words alone.
"""

CONSTRAINTS = "memory-constraints.md"
"""The name of the deny-list beside a pad."""
