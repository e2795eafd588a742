"""Turns 16 to 30: fakeredis, a pasted list that is pruned again, and the compaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.demo.beats import (
    FINDINGS,
    PLAN,
    QUESTIONS,
    AddLine,
    Beat,
    Drop,
    Prune,
    Put,
    Tick,
    ask,
    do_next,
    find,
    rule_out,
)

if TYPE_CHECKING:
    from scratchpad_tui.demo.cast import Telling
    from scratchpad_tui.demo.script import Script


def fixture(t: Telling, s: Script) -> list[Beat]:
    """The beats of the second act."""
    return [*_candidate(t, s), *_pasted_list(t, s), *_on_the_fixture(t, s), *_compaction(t, s)]


def _candidate(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Bash",
            "python -c 'import fakeredis; print(fakeredis.__version__)'",
            t("{fake}"),
            "Does fakeredis know what the limiter asks for?",
            (
                find(
                    t(
                        "fakeredis {fake} runs EVALSHA only with lupa (its README, Lua support)",
                        "fakeredis {fake} needs lupa for Lua scripts (fakeredis docs, Scripting)",
                    )
                ),
                ask(s.asked.lupa),
            ),
        ),
        Beat("Read", "limiter/sliding_window.lua", "local now = redis.call('TIME')", "The script.", (), 4),
        Beat(
            "Grep",
            "evalsha limiter/",
            t("limiter/limiter.py:{eval}"),
            "One script, so lupa is needed.",
            (
                find(t("One Lua script, sliding_window.lua, run by EVALSHA (limiter.py:{eval})")),
                Drop(QUESTIONS, s.asked.lua),
            ),
            hand=AddLine(PLAN, s.steps.persons),
        ),
        Beat("Bash", "pip show lupa", "Version: 2.2", "lupa is here already.", (find(s.asides[2]),), 2),
        Beat(
            "Read",
            "ci/README.md",
            "Runners: no containers, no root.",
            "The other way would be a real redis in CI.",
            (rule_out(s.failed.no_docker), do_next("Find every test that the fixture must serve")),
            told="No, no redis service in the workflow: our runners have no docker.",
        ),
    ]


def _pasted_list(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Bash",
            "pytest --setup-plan tests/limiter | grep -B1 clean_redis",
            s.found.listing,
            "All of them, into the pad.",
            (find(s.found.listing), do_next("Write the fixture in tests/conftest.py")),
        ),
        Beat(
            "Read",
            "requirements-dev.txt",
            "pytest-xdist==3.6.1",
            "What is installed already?",
            (find(s.asides[3]),),
            2,
        ),
        Beat("Read", "tests/limiter/test_window.py", "def test_first_call", "What do they ask of it?", (), 5),
        Beat(
            "Bash",
            "cp setup-plan.txt tests/limiter/README",
            "",
            "Findings is over its cap: the list goes to a file, one line stays.",
            (Prune(FINDINGS, (s.found.listing, s.found.mock_result), s.found.listing_short),),
            1,
            told="Actually, please leave the names of the test functions as they are.",
        ),
        Beat(
            "Edit",
            "tests/conftest.py",
            "1 hunk, 14 lines",
            "Now the fixture.",
            (
                find(t("lupa may go into the dev requirements (CONTRIBUTING.md:{at_lupa})")),
                Put(QUESTIONS, s.asked.nightly),
                do_next(t("Run the {failed} tests on the fixture")),
            ),
            4,
        ),
        Beat("Bash", "pytest -q tests/limiter -x", "1 failed: AttributeError: evalsha", "First run.", (), 3),
    ]


def _on_the_fixture(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Bash",
            "pytest -q tests/limiter",
            t("{total} passed in 3.8s"),
            "With lupa imported first.",
            (
                find(
                    t(
                        "All {total} pass on fakeredis, redis stopped (pytest -q tests/limiter)",
                        "{total} of {total} pass on the fixture without redis (pytest -q tests/limiter)",
                    )
                ),
                Drop(FINDINGS, s.found.same_here),
                Tick(s.steps.planned[4]),
                do_next("Run the limiter tests with -n 4, as CI does"),
            ),
            4,
        ),
    ]


def _compaction(t: Telling, s: Script) -> list[Beat]:
    return [
        Beat(
            "Bash",
            "pytest -n 4 -vv tests/limiter",
            t("{clash} failed, 1,204 lines of output"),
            "As CI runs them.",
            (),
            6,
            compacts=True,
        ),
        Beat(
            "Read",
            ".agent/scratchpad.md",
            "the pad",
            "The conversation was compacted. The pad says where I am, and that mocking is ruled out.",
            (do_next(t("Run pytest -n 4 again and see which {clash} tests fail")),),
            1,
        ),
        Beat(
            "Bash",
            "pytest -n 4 -q tests/limiter",
            t("{clash} failed, keys {prefix}*"),
            "Again, with less output.",
            (find(s.found.clash),),
        ),
    ]
