"""Turns 31 to 45: tests in parallel, a second wrong turn, a person's correction and a broken file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.demo.beats import (
    FINDINGS,
    Beat,
    Drop,
    Mangle,
    Retype,
    Step,
    Tick,
    ask,
    do_next,
    find,
    rule_out,
)

if TYPE_CHECKING:
    from scratchpad_tui.demo.cast import Telling
    from scratchpad_tui.demo.script import Script


class Detour(NamedTuple):
    """A wrong turn: what is tried, what is seen, and the line that stays of it."""

    plan: str
    edit: str
    seen: str
    verdict: str


DETOURS = (
    Detour(
        "Try flushall after each test",
        "Everything out after each test.",
        "2 failed, others than before",
        "flushall in teardown: with -n 4 it wipes the other workers' keys (job #{job2})",
    ),
    Detour(
        "Try one redis database number for each worker",
        "A database for each worker.",
        "DB index is out of range",
        "A database number for each worker: the limiter always takes db 0 (limiter.py:{direct})",
    ),
    Detour(
        "Try one FakeServer for the whole session",
        "One server for all workers.",
        "same failures, other order",
        "One FakeServer for the session: each worker is a process, nothing is shared (conftest.py:{fix})",
    ),
)


def parallel(t: Telling, s: Script) -> list[Beat]:
    """The beats of the third act."""
    return [*_detour(t, s), *_correction(t), *_own_prefix(t, s), *_broken(t, s)]


def _detour(t: Telling, s: Script) -> list[Beat]:
    detour = t.dice.pick("detour", DETOURS)
    return [
        Beat(
            "Read",
            ".github/workflows/test.yml",
            t("pytest -n 4, keys {prefix}*"),
            "To run them one by one is no way out.",
            (rule_out(s.failed.serial),),
        ),
        Beat("Edit", "tests/conftest.py", "1 hunk", detour.edit, (do_next(detour.plan),), 2),
        Beat("Bash", "pytest -n 4 -q tests/limiter", detour.seen, "Does it hold?", (), 4),
        Beat("Read", "limiter/keys.py", "def key(prefix, user)", "No. Why not?", (find(s.asides[4]),)),
        Beat(
            "Edit",
            "tests/conftest.py",
            "reverted",
            "Back out, and on record so that I do not try it again.",
            (rule_out(t(detour.verdict)), do_next("Give each test its own key prefix")),
            2,
        ),
    ]


def _correction(t: Telling) -> list[Beat]:
    return [
        Beat(
            "Read",
            "ci.env",
            t("REDIS_POOL={pool_right}"),
            "How many connections does a worker open?",
            (find(t("Each worker opens up to {pool} connections (ci.env:{at_pool})")),),
            hand=Retype(
                t("up to {pool} connections (ci.env:{at_pool})"),
                t("up to {pool_right} connections, {pool} is the idle count (ci.env:{at_pool})"),
            ),
        ),
        Beat("Edit", "tests/conftest.py", "1 hunk", "The prefix, from the test's own name.", (), 2),
    ]


def _own_prefix(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Bash",
            "pytest -n 4 -q tests/limiter",
            t("{total} passed in 2.4s"),
            "And again in parallel.",
            (
                find(
                    t(
                        "One key prefix a test keeps the workers apart (tests/conftest.py:{fix})",
                        "A prefix from the test's node id: no more clashes (tests/conftest.py:{fix})",
                    )
                ),
                Drop(FINDINGS, s.found.clash),
            ),
        ),
        Beat("Bash", "for i in 1 2 3 4 5; do pytest -n 4 -q; done", "5 x passed", "Five times.", (), 5),
        Beat(
            "Bash",
            "pytest -n 4 --durations=3 tests/limiter",
            t("{slow}.02s call test_refill.py"),
            "Which is the slowest?",
            (
                find(t("5 runs with -n 4 pass, {total} tests each (pytest -n 4)")),
                Tick(s.steps.planned[5]),
                do_next("Look at test_refill, the slow one"),
            ),
        ),
    ]


def _broken(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat("Read", "tests/limiter/test_refill.py", "time.sleep(WINDOW)", "It sleeps.", (), 4),
        Beat(
            "Read",
            "limiter/clock.py",
            "def now()",
            "It waits for a real clock.",
            (ask(s.asked.slow), Step(s.steps.clock)),
        ),
        Beat(
            "Grep",
            "time.sleep tests/limiter",
            t("tests/limiter/test_refill.py:{at_sleep}"),
            "Is it the only one?",
            (do_next(t("Replace the sleep in test_refill.py:{at_sleep}")),),
            2,
            hand=Mangle(
                FINDINGS,
                t("## Findngs", "## Findings and notes", "## Finding"),
                t("- ask Mira about the clock in staging", "- staging has a redis, do not use it"),
            ),
        ),
        Beat(
            "Bash",
            "git log --oneline -3 tests/limiter/test_refill.py",
            "1f0c2aa wait out the window",
            "Who wrote the sleep, and why?",
            (find(s.found.sleeps),),
        ),
        Beat("Read", "limiter/limiter.py", "clock=time.monotonic", "The limiter takes a clock.", (), 3),
    ]
