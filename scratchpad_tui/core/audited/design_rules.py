"""The contract of a design report as data: what each place of it must be."""

from __future__ import annotations

SCHEMA = 1
ROOT = ".agent/"
"""What a pad's path in a report begins with."""
SUFFIX = ".md"
SECTIONS = ("Hypotheses", "Decisions", "Findings", "Open")
PROVEN = ("Decisions", "Findings")
"""The sections whose entries are `validated`."""
WORDS = ("text", "source")
"""What each entry says in words; beside them stands its date."""
MODE = "append_or_upsert"
FORBIDDEN = ("raw transcript", "raw tool dump", "chain-of-thought", "unverified tool output")
"""What no entry is: the name of what was left out."""

ANSWERS: dict[str, dict[str, bool]] = {
    "access_policy": {
        "read_once": True,
        "reference_after_bootstrap": True,
        "reread_each_turn": False,
    },
    "write_policy": {
        "idempotent_upsert": True,
        "full_rewrite_allowed": False,
    },
    "compact_recovery": {
        "reconstruct_from_file_only": True,
        "conversation_dependency": False,
    },
    "exclusions": {
        "raw_transcript": False,
        "raw_tool_dump": False,
        "chain_of_thought": False,
    },
    "validation": {
        "survives_compact": True,
        "read_once_verified": True,
        "evidence_checked": True,
    },
}
"""The only accepted answer to each question, by the object that it stands in; `write_policy.mode` comes beside them."""
