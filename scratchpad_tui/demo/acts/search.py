"""Turns 1 to 15: what fails and why, and a first wrong turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.demo.beats import (
    FINDINGS,
    QUESTIONS,
    TASK,
    Beat,
    Begin,
    Blunder,
    Drop,
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


def search(t: Telling, s: Script) -> list[Beat]:
    """The beats of the first act."""
    return [*_failing_job(t, s), *_how_many(t, s), *_who_needs_redis(t, s), *_mocking(t, s), *_why_not(t, s)]


def _failing_job(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Bash",
            "gh run list --branch main --limit 3",
            t("failure  #{job}  main  push\nfailure  #{job2}  main  schedule"),
            "\n".join(
                (
                    "I write down the task and a plan first, then I read the failing job.\n\nPlan:",
                    *(f"{at}. {step}" for at, step in enumerate(s.steps.planned, 1)),
                )
            ),
            (
                Begin(TASK, "Make the rate-limiter tests pass in CI without a live redis."),
                *(Step(step) for step in s.steps.planned),
                do_next(t("Read job #{job} from the first red line")),
            ),
            2,
        ),
        Beat(
            "Bash",
            t("gh run view {job} --log-failed"),
            t("ConnectionError: Error 111 connecting to {host}:6379. Connection refused."),
            t("The log of job #{job}, from the first red line."),
            (
                find(
                    t(
                        "CI has no redis service (from job #{job})",
                        "CI starts no redis (job #{job}, step Set up)",
                    )
                ),
                Tick(s.steps.planned[0]),
                do_next("Stop redis here and run the limiter tests"),
            ),
            4,
        ),
    ]


def _how_many(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Bash",
            t("gh run view {job} --log-failed | grep -c ConnectionError"),
            t("{failed}"),
            "How many tests does it hit?",
            (
                find(
                    t(
                        "{failed} of {total} limiter tests fail, all on {host}:6379 (job #{job}, line {log})",
                        "{failed} ConnectionErrors on {host}:6379, the other {passed} pass (job #{job}, line {log})",
                    )
                ),
            ),
        ),
        Beat("Bash", "systemctl --user stop redis", "", "Redis off, as on the runners.", (), 1),
        Beat(
            "Bash",
            "pytest -q tests/limiter",
            t("{failed} failed, {passed} passed in 6.1s"),
            "The same tests on this machine.",
            (
                find(s.found.same_here),
                Tick(s.steps.planned[1]),
                do_next("See which fixtures open a connection"),
            ),
            4,
        ),
    ]


def _who_needs_redis(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Grep",
            "clean_redis tests/",
            t("tests/conftest.py:{fix}:def clean_redis():"),
            "Who opens the connection?",
            (ask(s.asked.lua),),
        ),
        Beat("Read", "limiter/limiter.py", "import redis", "Reading the limiter.", (find(s.asides[0]),), 5),
        Beat("Read", "limiter/keys.py", "TTL = 60", "And its keys.", (), 3),
        Beat(
            "Read",
            "tests/conftest.py",
            "client = redis.Redis(); client.flushdb()",
            "One fixture does it.",
            (
                find(
                    t(
                        "Only the clean_redis fixture opens a connection (tests/conftest.py:{fix})",
                        "All of them go through the fixture clean_redis (tests/conftest.py:{fix})",
                    )
                ),
                Tick(s.steps.planned[2]),
                do_next("Find where the limiter itself talks to redis"),
            ),
            4,
        ),
    ]


def _mocking(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Edit",
            "tests/conftest.py",
            "1 hunk",
            "Perhaps a mock of the client is all it takes.",
            (ask(s.asked.mock), do_next("Mock redis.Redis in client.py, run the tests")),
        ),
        Beat("Read", "limiter/client.py", "def connect() -> Redis", "The factory.", (find(s.asides[1]),)),
        Beat(
            "Bash",
            "pytest -q tests/limiter",
            t("{failed} failed, {passed} passed in 6.3s"),
            "With the mock in place.",
            (find(s.found.mock_result),),
            4,
        ),
    ]


def _why_not(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat("Grep", r"\.eval|\.pipeline limiter/", t("limiter/limiter.py:{direct}"), "Why?", (_blunder(t),)),
        Beat(
            "Read",
            t("limiter/limiter.py:{direct}"),
            "redis.Redis(...).pipeline()",
            "The patch was refused, as the answer says: it goes to Findings, one line, no heading.",
            (find(_root_cause(t)),),
            2,
        ),
        Beat(
            "Edit",
            "tests/conftest.py",
            "reverted",
            "The mock goes out again, and why it failed goes on record.",
            (
                rule_out(
                    t(
                        "Mocking at the client level: the limiter calls redis directly (limiter.py:{direct})",
                        "A mock in client.py: limiter.py never asks it for a client (limiter.py:{direct})",
                    )
                ),
                Drop(QUESTIONS, s.asked.mock),
                Tick(s.steps.planned[3]),
                do_next("Try fakeredis in a scratch test"),
            ),
        ),
    ]


def _root_cause(t: Telling) -> str:
    return t(
        "limiter calls redis directly, not through cache.py (limiter.py:{direct})",
        "limiter builds its own redis client, past client.py (limiter.py:{direct})",
    )


def _blunder(t: Telling) -> Blunder:
    cause = _root_cause(t)
    return t.dice.pick(
        "blunder",
        (
            Blunder("Learnings", "append", cause),
            Blunder(FINDINGS, "append", f"## Root cause\n- {cause}"),
            Blunder(FINDINGS, "add", cause),
        ),
    )
