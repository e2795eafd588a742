"""Where known agents keep the transcripts of a directory's sessions."""

from __future__ import annotations

import os
import re

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.transcripts import heads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

CLAUDE, CODEX, GEMINI, PI, KIMI = "Claude Code", "Codex", "Gemini CLI", "pi", "Kimi"
SLUG_LENGTH = 200
"""Claude Code cuts the name of a project's folder here, and adds a hash of its own."""
CODEX_LOOKED_AT = 400
"""How many of Codex's newest files are looked at: all directories share its folders of days."""


class Candidate(NamedTuple):
    """A file that may be a transcript of the directory."""

    agent: str
    path: str
    session: str
    belongs: Callable[[tuple[str, ...]], bool]
    """Whether it is of a directory of one of these names, by what stands in it."""


class Place(NamedTuple):
    """Where one agent keeps the transcripts of this directory."""

    folders: tuple[str, ...]
    candidates: Callable[[], Iterable[Candidate]]


def places_for(names: tuple[str, ...], home: str, environ: Mapping[str, str]) -> tuple[Place, ...]:
    """Every place for a directory of these names."""
    return (
        _claude(names, home, environ),
        _codex(home, environ),
        _gemini(names, home, environ),
        _pi(names, home, environ),
        _kimi(names, home, environ),
        _kimi_code(names, home, environ),
    )


def claude_slug(path: str) -> str:
    """The name of Claude Code's folder for a directory: all but letters and digits become dashes, by UTF-16 unit."""
    return re.sub(r"[^a-zA-Z0-9]", lambda found: "-" * (1 + (ord(found[0]) > 0xFFFF)), path)


def _claude(names: tuple[str, ...], home: str, environ: Mapping[str, str]) -> Place:
    given = [part.strip() for part in environ.get("CLAUDE_CONFIG_DIR", "").split(",") if part.strip()]
    roots = [os.path.expanduser(root) for root in given]
    roots = roots or [os.path.join(home, ".claude"), os.path.join(home, ".config", "claude")]
    slugs = tuple(dict.fromkeys(map(claude_slug, names)))
    projects = [
        root if os.path.basename(root) == "projects" else os.path.join(root, "projects") for root in roots
    ]
    short = [os.path.join(root, slug) for root in projects for slug in slugs if len(slug) <= SLUG_LENGTH]
    cut = tuple(f"{slug[:SLUG_LENGTH]}-" for slug in slugs if len(slug) > SLUG_LENGTH)

    def candidates() -> Iterator[Candidate]:
        long = [path for root in projects for path in _listed(root) if cut and _name(path).startswith(cut)]
        for folder in (*short, *long):
            for path in _listed(folder):
                name = _name(path)
                if name.endswith(".jsonl") and not name.startswith("agent-"):
                    yield Candidate(CLAUDE, path, name[:-6], _by(heads.cwd_of, path, unknown=folder in short))

    return Place((*short, *(os.path.join(root, f"{name}*") for root in projects for name in cut)), candidates)


def _codex(home: str, environ: Mapping[str, str]) -> Place:
    root = os.path.expanduser(environ.get("CODEX_HOME", "")) or os.path.join(home, ".codex")
    sessions = os.path.join(root, "sessions")

    def candidates() -> Iterator[Candidate]:
        left = CODEX_LOOKED_AT
        for path in _codex_files(sessions):
            yield Candidate(CODEX, path, _name(path)[:-6][-36:], _by(heads.codex_cwd, path))
            left -= 1
            if not left:
                return

    return Place((sessions,), candidates)


def _codex_files(sessions: str) -> Iterator[str]:
    """The rollouts, the newest day first: `2026/07/20/rollout-….jsonl`."""
    for year in _newest_named(sessions):
        for month in _newest_named(year):
            for day in _newest_named(month):
                files = [path for path in _listed(day) if _is_rollout(_name(path))]
                yield from sorted(files, reverse=True)


def _is_rollout(name: str) -> bool:
    return name.startswith("rollout-") and name.endswith(".jsonl")


def _newest_named(folder: str) -> list[str]:
    return sorted((path for path in _listed(folder) if _name(path).isdigit()), reverse=True)


def _gemini(names: tuple[str, ...], home: str, environ: Mapping[str, str]) -> Place:
    from hashlib import sha256

    root = os.path.join(environ.get("GEMINI_CLI_HOME") or home, ".gemini")
    keys = [sha256(os.fsencode(name)).hexdigest() for name in names]
    keys += heads.gemini_projects(os.path.join(root, "projects.json"), names)
    folders = tuple(os.path.join(root, "tmp", key, "chats") for key in dict.fromkeys(keys))

    def candidates() -> Iterator[Candidate]:
        for folder in folders:
            for path in _listed(folder):
                name, kind = os.path.splitext(_name(path))
                if name.startswith("session-") and kind in (".json", ".jsonl"):
                    yield Candidate(GEMINI, path, name[8:], _any)

    return Place(folders, candidates)


def _pi(names: tuple[str, ...], home: str, environ: Mapping[str, str]) -> Place:
    given = os.path.expanduser(environ.get("PI_CODING_AGENT_DIR", ""))
    root = os.path.join(given or os.path.join(home, ".pi", "agent"), "sessions")
    slugs = [re.sub(r"[/\\:]", "-", name[1:] if name[:1] in "/\\" else name) for name in names]
    folders = tuple(os.path.join(root, f"--{slug}--") for slug in dict.fromkeys(slugs))

    def candidates() -> Iterator[Candidate]:
        for folder in folders:
            for path in _listed(folder):
                if path.endswith(".jsonl"):
                    session = _name(path)[:-6].rpartition("_")[2]
                    yield Candidate(PI, path, session, _by(heads.cwd_of, path, unknown=True))

    return Place(folders, candidates)


def _kimi(names: tuple[str, ...], home: str, environ: Mapping[str, str]) -> Place:
    from hashlib import md5

    root = os.path.expanduser(environ.get("KIMI_SHARE_DIR", "")) or os.path.join(home, ".kimi")
    keys = [md5(os.fsencode(name), usedforsecurity=False).hexdigest() for name in names]
    folders = tuple(os.path.join(root, "sessions", key) for key in keys)

    def candidates() -> Iterator[Candidate]:
        for folder in folders:
            for path in _listed(folder):
                name = _name(path)
                if name.endswith(".jsonl") and not _is_kimi_part(name):
                    yield Candidate(KIMI, path, name[:-6], _any)
                elif not name.endswith(".jsonl"):
                    yield Candidate(KIMI, os.path.join(path, "context.jsonl"), name, _any)

    return Place(folders, candidates)


def _is_kimi_part(name: str) -> bool:
    """Whether a file is a subagent's (`…_read_1.jsonl`) or what a clearing or compaction set aside (`…_1.jsonl`)."""
    return "_" in name


def kimi_code_key(path: str) -> str:
    """The name of Kimi Code's folder for a directory: its own name in plain letters, and a hash of the whole path."""
    from hashlib import sha256

    whole = path.replace("\\", "/").rstrip("/")
    slug = re.sub(r"[^a-z0-9._-]+", "-", whole.rpartition("/")[2].lower()).strip("-")[:40].strip("-")
    digest = sha256(os.fsencode(whole)).hexdigest()[:12]
    return f"wd_{'workspace' if slug in ('', '.', '..') else slug}_{digest}"


def _kimi_code(names: tuple[str, ...], home: str, environ: Mapping[str, str]) -> Place:
    root = os.path.expanduser(environ.get("KIMI_CODE_HOME", "")) or os.path.join(home, ".kimi-code")
    folders = tuple(os.path.join(root, "sessions", kimi_code_key(name)) for name in names)

    def candidates() -> Iterator[Candidate]:
        for folder in folders:
            for path in _listed(folder):
                wire = os.path.join(path, "agents", "main", "wire.jsonl")
                yield Candidate(KIMI, wire, _name(path), _any)

    return Place(folders, candidates)


def subagents_of(path: str) -> list[str]:
    """The files of a session's subagents: beside it, in its own folder, or in the folder of its own name."""
    folder, name = os.path.split(os.path.abspath(path))
    session = os.path.splitext(name)[0]
    found = list(_below(os.path.join(folder, session, "subagents"), 2))
    found += [
        other
        for other in _listed(folder)
        if other != os.path.join(folder, name) and heads.is_part_of(other, session)
    ]
    if name.startswith("session-"):  # Gemini's stand in a folder named by the parent's whole id
        key = heads.session_of(path)
        found += (
            _below(os.path.join(folder, key), 1)
            if key and key == _name(key) and key not in (".", "..")
            else []
        )
    if name == "wire.jsonl" and _name(folder) == "main":
        agents = [other for other in _listed(os.path.dirname(folder)) if other != folder]
        found += [os.path.join(agent, name) for agent in agents]
    if _is_rollout(name):  # Codex's stand among all others of the day
        beside = [other for other in _listed(folder) if _is_rollout(_name(other))]
        own = session[-36:]
        found += [other for other in sorted(beside)[-CODEX_LOOKED_AT:] if heads.codex_parent(other) == own]
    return sorted(other for other in set(found) if os.path.isfile(other))


def _below(folder: str, depth: int) -> Iterator[str]:
    for path in _listed(folder):
        if path.endswith((".jsonl", ".json")):
            if not path.endswith(".meta.json"):
                yield path
        elif depth:
            yield from _below(path, depth - 1)


def _by(
    reader: Callable[[str], str], path: str, *, unknown: bool = False
) -> Callable[[tuple[str, ...]], bool]:
    """Judges a file by the directory that stands in it; `unknown` is the answer where none does."""

    def belongs(names: tuple[str, ...]) -> bool:
        cwd = reader(path)
        return cwd in names or os.path.normpath(cwd) in names if cwd else unknown

    return belongs


def _any(names: tuple[str, ...]) -> bool:  # noqa: ARG001 - the folder's name is a hash of the whole path
    return True


def _name(path: str) -> str:
    return os.path.basename(path)


def _listed(folder: str) -> list[str]:
    """What stands in a folder; nothing where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries]
    except (OSError, ValueError):  # a name from a file may hold what no path can
        return []
