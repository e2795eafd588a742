"""Turns 46 to 60: the clock, Ruled out over its cap, and a green job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.demo.beats import (
    FINDINGS,
    QUESTIONS,
    RULED_OUT,
    Beat,
    Drop,
    Prune,
    Tick,
    do_next,
    find,
    rule_out,
)

if TYPE_CHECKING:
    from scratchpad_tui.demo.cast import Telling
    from scratchpad_tui.demo.script import Script


def landing(t: Telling, s: Script) -> list[Beat]:
    """The beats of the fourth act."""
    return [*_two_clocks(t, s), *_one_clock(t, s), *_push(t, s), *_review(t)]


def _two_clocks(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Edit", "tests/limiter/test_refill.py", "1 hunk", "Freeze it.", (do_next("Freeze the clock"),), 2
        ),
        Beat(
            "Bash",
            "pytest -q tests/limiter/test_refill.py --timeout 20",
            "Timeout >20.0s",
            "It hangs.",
            (rule_out(s.failed.frozen), do_next("Patch time.monotonic in limiter.py")),
        ),
        Beat("Edit", "tests/limiter/test_refill.py", "1 hunk", "Then patch the limiter's clock.", (), 2),
        Beat(
            "Bash",
            "for i in 1 2 3 4 5 6 7; do pytest -n 4 -q; done",
            t("2 of 7 runs failed, {ms} ms apart"),
            "Seven runs, two of them red.",
            (rule_out(s.failed.drifting), do_next("Give the fixture and the limiter one clock")),
            5,
        ),
        Beat("Read", "limiter/sliding_window.lua", "redis.call('TIME')", "There is the other clock.", (), 2),
        Beat("Read", "fakeredis/_server.py", "class FakeServer", "How fakeredis answers TIME.", (), 6),
    ]


def _one_clock(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Edit",
            "tests/conftest.py",
            "1 hunk",
            "Ruled out is over its cap: the two lines on clocks become one.",
            (Prune(RULED_OUT, (s.failed.frozen, s.failed.drifting), s.failed.clocks_short),),
            2,
        ),
        Beat(
            "Bash",
            "pytest -n 4 -q tests/limiter",
            t("{total} passed in 1.9s"),
            "One clock for both.",
            (
                find(
                    t(
                        "One clock for fixture and limiter: test_refill takes {quick} ms (conftest.py:{fix})",
                        "test_refill takes {quick} ms on a shared clock (tests/conftest.py:{fix})",
                    )
                ),
                Drop(FINDINGS, s.found.sleeps),
                Drop(QUESTIONS, s.asked.slow),
                Tick(s.steps.clock),
                do_next("Take out the skip marks"),
            ),
        ),
        Beat("Edit", "tests/limiter/", t("{failed} files changed"), "The skip marks go.", (), 2),
    ]


def _push(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Bash",
            "git push",
            t("remote: job #{job3} queued"),
            "Pushed.",
            (Tick(s.steps.planned[6]), do_next(t("Watch job #{job3}"))),
            2,
        ),
        Beat("Bash", t("gh run watch {job3}"), "in progress", "Waiting for CI.", (), 1),
        Beat(
            "Bash",
            t("gh run view {job3}"),
            t("success, {total} passed in {secs}s"),
            "Green.",
            (
                find(t("Job #{job3} is green: {total} of {total} in {secs} s, no redis (job #{job3})")),
                do_next(t("Open #{pr} for review")),
            ),
        ),
    ]


def _review(t: Telling) -> list[Beat]:
    return [
        Beat(
            "Bash",
            "gh pr create --fill",
            t("#{pr}"),
            "For review, and the pad tidied for whoever reads it next.",
            (
                Drop(FINDINGS, t("5 runs with -n 4 pass, {total} tests each (pytest -n 4)")),
                do_next(t("Wait for the review of #{pr}")),
            ),
            2,
        ),
        Beat("Bash", t("gh pr checks {pr}"), "all green", "Nothing new.", (), 1),
        Beat(
            "Read",
            ".agent/scratchpad.md",
            "the pad",
            "Done, but for one question to the team.",
            (do_next(t("Ask in #{pr} about the nightly run, then merge")),),
            1,
        ),
    ]
