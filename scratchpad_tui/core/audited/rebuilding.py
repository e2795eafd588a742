"""A pad's state rebuilt by a fresh process that knows its path and profile and nothing else.

Run as a program: its arguments are the path and the profile's name, its result is one JSON document.
"""

from __future__ import annotations

import json
import os
import sys

from scratchpad_tui.core.errors import InputError, ParseError, ScratchpadError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.evidence import audited_entries
from scratchpad_tui.core.pad.records import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scratchpad_tui.core.pad.document import Document

Fields = dict[str, list[list[object]]]
"""Each section's entries, each as a list of what it says."""

_KEPT = ("HOME", "XDG_CONFIG_HOME", "USERPROFILE", "LOCALAPPDATA", "SYSTEMROOT", "TZ")
"""What a process needs to start and to find the profiles that its user defined; nothing of a conversation."""
_SECONDS = 60
_LATE = "the fresh process did not end"
# The package's folder comes last, so that nothing in it takes the place of a module of the system.
_CODE = (
    "import sys; sys.path.append(sys.argv.pop(1)); "
    "from scratchpad_tui.core.audited.rebuilding import main; sys.exit(main(sys.argv[1:]))"
)


class Rebuilt(NamedTuple):
    """What the fresh process read."""

    sha256: str
    """Of the file's bytes."""
    sections: Fields


def state_of(document: Document) -> Fields:
    """The state that a pad's text carries: each section with its entries, what they say, and their lines."""
    found: Fields = {}
    for section in document.profile.sections:
        entries = audited_entries(document, section.name) if section.keyed else []
        keyed: list[list[object]] = [
            [entry.key, entry.text, *(entry.evidence or ("", "")), entry.closed] for entry in entries
        ]
        plain: list[list[object]] = [[entry.text] for entry in document.entries(section.name)]
        found[section.name] = [*(keyed if section.keyed else plain), [document.content(section.name)]]
    return found


def rebuilt(path: str, profile: str) -> Rebuilt:
    """The state of the pad of this name as a fresh process rebuilds it from the file alone.

    Raises:
        InputError: the file does not parse there.
        StorageError: there is no file, or no process can be started.
    """
    told = _ask(path, profile)
    if "error" in told:
        kind = StorageError if told.get("storage") else InputError
        raise kind(f"a fresh process could not rebuild the pad: {told['error']}", "mend the pad by hand")
    sections = told["sections"]
    assert isinstance(sections, dict)  # it is our own program that answered
    return Rebuilt(str(told["sha256"]), sections)


def _ask(path: str, profile: str) -> dict[str, object]:
    import subprocess

    import scratchpad_tui

    root = os.path.dirname(os.path.dirname(os.path.abspath(scratchpad_tui.__file__)))
    # Isolated: neither PYTHON* nor what lies in the current directory counts.
    words = [sys.executable, "-I", "-c", _CODE, root, path, profile]
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_SECONDS,
            env=clean_environment(os.environ),
            cwd=os.path.dirname(path),
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        reason = _LATE if isinstance(error, subprocess.TimeoutExpired) else str(error)
        raise StorageError(f"could not rebuild the pad in a fresh process: {reason}", "try again") from error
    try:
        told: dict[str, object] = json.loads(done.stdout)
    except ValueError as error:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2][:200]
        raise StorageError(
            f"the fresh process that rebuilds the pad failed: {last}", "check the installation"
        ) from error
    return told


def clean_environment(env: Mapping[str, str]) -> dict[str, str]:
    """The environment of the fresh process."""
    return {name: env[name] for name in _KEPT if name in env}


def main(words: list[str]) -> int:
    """The fresh process: reads the file, prints its state."""
    path, profile = words
    told: dict[str, object]
    try:
        told = _read(path, profile)
    except OSError as error:
        told = {"error": f"{error.strerror or error}", "storage": True}
    except ParseError as error:
        told = {"error": str(error)}
    except ScratchpadError as error:
        told = {"error": str(error), "storage": error.exit_code == StorageError.exit_code}
    # ASCII, whatever encoding the locale gives the stream.
    sys.stdout.write(json.dumps(told) + "\n")
    return 0


def _read(path: str, profile: str) -> dict[str, object]:
    from scratchpad_tui.core.config import load
    from scratchpad_tui.core.pad.defined import known_profiles
    from scratchpad_tui.core.pad.io import read_bytes
    from scratchpad_tui.core.pad.parse import parse_bytes
    from scratchpad_tui.core.pad.paths import pad_paths

    known, _ = known_profiles(load(path))
    if profile not in known:
        raise InputError(f'there is no profile "{profile}" in the settings beside it')
    data = read_bytes(pad_paths(path).pad)
    return {"sha256": digest(data), "sections": state_of(parse_bytes(data, known[profile]))}
