"""The pad: its text, its patches, its versions and journal, and the one way in which it is written (`transaction`).

May import `git`, `secrets`, `config` and the core's words; knows nothing of sessions, transcripts or entries' upkeep.

Where to look:

- the pad on disk, and an agent's object over it: `store`, `scratchpad`, `paths`, `discover`
- a text and its parts: `parse`, `document`, `scan`, `lines`, `entries`, `notes`; profiles: `schema`, `defined`, `fit`
- what a patch may do: `patch`, `operations`, `content`, `compose`, `work`, `seal`; what it is told: `alarms`, `caps`
- a write, from its scan to its journal line: `gate`, `gated`, `transaction`, `judge`, `in_hand`, `commit`, `io`
- other writers: `lock`, `locking`, `writing`, `late`, `foreign`; merges: `merge`, `align`, `keyed_merge`
- versions: `history`, `journal`, `records`, `recent`, `timeline`, `chronicle`, `comparison`, `blame`, `trace`
- a person's edits: `editing`, `edits`, `whole_edit`, `outside`, `drafts`, `pruning`, `conflict_places`
- what broke: `stand_in`, `salvage`, `quarantine`, `recovery`, `taking`, `taken`, `restoring`, `check`
- what an agent reads: `prompt`, `news`, `handwork`, `notices`, `recall`
- audited pads: `evidence`, `keys`, `audit`, `raw_text`, `finding_log`, `patch_log`
- secrets: `verdict`, `standing`, `fresh`, `allowed`; a text taken out of everything: `redact` and its steps
- what the screens show: `snapshot`, `view`, `needs`, `unread`, `proofs`, `seen`
"""
