"""What a rule finds in a text: the rule's name, the kind in words, start and end."""

from __future__ import annotations

Hit = tuple[str, str, int, int]
