"""Signs in the surroundings: settings, locks, and how much of the past is kept."""

from __future__ import annotations

from scratchpad_tui.core.health.sign import ERROR, INFO, WARNING, Sign, counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.health.facts import Facts

_DEPTH = 20
"""Versions that should be kept at least: a mistake is noticed ten turns later."""


def _settings(facts: Facts) -> Iterator[Sign]:
    """A setting that does not count as written."""
    for fault in facts.store.faults:
        path = next(
            (path for path in (facts.store.paths.settings, _own_settings()) if fault.startswith(path)), ""
        )
        yield Sign("settings", WARNING, fault, "mend it there; `config` shows what counts meanwhile", path)


def _own_settings() -> str:
    import os

    from scratchpad_tui.core.config.places import user_directory

    return os.path.join(user_directory("config", os.environ), "config.toml")


def _locks(facts: Facts) -> Iterator[Sign]:
    """Writers do not wait for each other."""
    from scratchpad_tui.core.pad.lock import are_supported

    off = facts.store.settings.value("lock.mode") == "off"
    if facts.reading.data is not None and not are_supported(facts.store.paths.pad):
        remedy = "move the pad to a local disk"
        remedy += (
            ", or let only one program write it"
            if off
            else ', or set [lock] mode = "off" and let only one program write it'
        )
        yield Sign("no-locks", WARNING, "the file system of the pad does not support locks", remedy)
    elif off:
        yield Sign(
            "lock-off",
            INFO,
            "writers of this pad do not lock it: two at once may lose an edit",
            'set [lock] mode = "on", unless the file system has no locks',
        )


def _history(facts: Facts) -> Iterator[Sign]:
    """Fewer than `_DEPTH` versions are kept."""
    depth = facts.store.depth
    if 0 < depth < _DEPTH:
        yield Sign(
            "short-history",
            INFO,
            f"only {counted(depth, 'version')} {'is' if depth == 1 else 'are'} kept: "
            "what goes wrong is often noticed ten turns later",
            "set [history] depth = 1000, or 0 to keep all",
        )


def _journal(facts: Facts) -> Iterator[Sign]:
    """What happened cannot be told, and nothing can be saved."""
    from scratchpad_tui.core.pad.journal import trouble

    found = trouble(facts.store.paths.journal)
    if found:
        what, _, remedy = found.rpartition("; ")
        yield Sign("journal", ERROR, what, remedy)


def _git(facts: Facts) -> Iterator[Sign]:
    """The last turn is not in git, though it was to be."""
    if not facts.store.git.enabled:
        return
    from scratchpad_tui.core.pad.git_turns import git_state

    trouble = git_state(facts.store.paths).trouble
    if trouble:
        what, _, remedy = trouble.rpartition("; ")
        yield Sign("git", WARNING, f"the newest version is not committed to git: {what or trouble}", remedy)


SETUP_CHECKS = (_settings, _locks, _history, _journal, _git)
