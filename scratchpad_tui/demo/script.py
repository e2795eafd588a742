"""The sentences of a story that come back in a later turn, and the pools that a seed draws from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from scratchpad_tui.demo.cast import Telling

ASIDES = (
    "limiter.py imports redis at the top, collection needs no server (limiter.py:{at_import})",
    "The limiter's keys live 60 s, no test waits that long (limiter/keys.py:{at_keys})",
    "jobs.py keeps its own redis client, no limiter test uses it (jobs.py:{at_jobs})",
    "cache.py wraps redis for the views only (cache.py:{at_cache})",
    "The skip marks came with #{old_pr}, reason given: no redis in CI (git blame)",
    "Python 3.12 in CI, 3.11 here, no difference seen (.github/workflows/test.yml:{at_python})",
    "The views are tested with the limiter switched off (settings/test.py:{at_settings})",
    "pytest-xdist is installed in CI already (requirements-dev.txt:{at_xdist})",
)

LISTED = (
    "test_window.py::test_first_call_passes_and_sets_expiry",
    "test_window.py::test_calls_over_the_limit_are_refused",
    "test_window.py::test_window_slides_with_the_clock_of_redis",
    "test_burst.py::test_burst_is_counted_once_per_call",
    "test_burst.py::test_burst_over_two_windows_is_refused",
    "test_refill.py::test_refill_gives_tokens_back_after_a_minute",
    "test_refill.py::test_refill_never_goes_over_the_bucket",
    "test_scope.py::test_two_users_do_not_share_a_bucket",
    "test_scope.py::test_anonymous_calls_share_one_bucket",
)


class Steps(NamedTuple):
    """What is in the plan."""

    planned: tuple[str, ...]
    """As the agent first writes it."""
    persons: str
    """Added by a person."""
    clock: str
    """Added by the agent, late."""


class Found(NamedTuple):
    """Findings that are taken out again, or written over."""

    same_here: str
    mock_result: str
    listing: str
    """The pasted list that brings Findings over its cap."""
    listing_short: str
    """What stays of it."""
    clash: str
    sleeps: str


class Asked(NamedTuple):
    """The open questions."""

    lua: str
    mock: str
    lupa: str
    nightly: str
    slow: str


class Failed(NamedTuple):
    """What is ruled out."""

    no_docker: str
    serial: str
    frozen: str
    drifting: str
    """The line that brings Ruled out over its cap."""
    clocks_short: str
    """What stays of the two lines on clocks."""


class Script(NamedTuple):
    """The texts that more than one turn speaks of."""

    steps: Steps
    found: Found
    asked: Asked
    failed: Failed
    asides: tuple[str, ...]
    """Findings that lead nowhere, as many do."""


def script(t: Telling) -> Script:
    """The texts of one seed."""
    return Script(_steps(t), _found(t), _asked(t), _failed(t), tuple(t.some("asides", 5, ASIDES)))


def _steps(t: Telling) -> Steps:
    return Steps(
        planned=(
            t("Read the failing CI job", "Read the log of the failing CI job"),
            t("Reproduce the failure without redis", "Make it fail here, with redis stopped"),
            t("List the tests that need redis", "Find out which tests need redis"),
            "Find where the limiter talks to redis",
            "Add the fakeredis fixture",
            "Run the limiter tests with -n 4",
            t("Take out the skip marks and push", "Remove the skip marks, push, watch CI"),
        ),
        persons=t(
            "Pin fakeredis in requirements-dev.txt",
            "Pin the version of fakeredis",
            "Say in CONTRIBUTING.md that no redis is needed",
        ),
        clock=t("Make test_refill independent of the clock", "Take the real clock out of test_refill"),
    )


def _found(t: Telling) -> Found:
    listed = t.dice.order("listed", LISTED)
    return Found(
        same_here=t(
            "The same {failed} fail here with redis stopped, {passed} pass (pytest -q tests/limiter)",
            "With redis stopped the same {failed} fail on this machine (pytest -q tests/limiter)",
        ),
        mock_result=t(
            "With the client mocked, {failed} tests still reach for {host} (pytest -q tests/limiter)",
            "The mock is never called: still {failed} connection errors (pytest -q tests/limiter)",
        ),
        listing="\n".join(
            [
                f"Tests that use clean_redis, {t.cast.failed} in all (pytest --setup-plan tests/limiter):",
                *(f"- {name} (fixtures used: app, clean_redis)" for name in listed),
            ]
        ),
        listing_short=t(
            "{failed} tests use clean_redis, in four files (pytest --setup-plan tests/limiter)",
            "clean_redis is used by {failed} tests (pytest --setup-plan; list in tests/limiter/README)",
        ),
        clash=t(
            "With -n 4, {clash} tests fail: all share the key prefix {prefix} (pytest -n 4, run 1)",
            "{clash} tests fail with -n 4 and pass alone: one prefix {prefix} for all (pytest -n 4)",
        ),
        sleeps=t(
            "test_refill sleeps through a real window (test_refill.py:{at_sleep})",
            "test_refill waits for a real clock (test_refill.py:{at_sleep})",
        ),
    )


def _asked(t: Telling) -> Asked:
    return Asked(
        lua=t(
            "Does the limiter run Lua scripts, or plain commands only?",
            "Which commands must a stand-in for redis know?",
        ),
        mock=t(
            "Can one mock in client.py cover every call?",
            "Is client.py the only place that opens a connection?",
        ),
        lupa=t("May lupa go into the dev requirements?", "Is a C extension (lupa) fine in CI?"),
        nightly=t(
            "Should a nightly job still run against a real redis?",
            "Who wants a nightly run against a real redis?",
        ),
        slow=t("Why does test_refill take {slow} s?", "What does test_refill wait for?"),
    )


def _failed(t: Telling) -> Failed:
    return Failed(
        no_docker=t(
            "A redis service in the workflow: our runners have no docker (ci/README.md:{at_docker})",
            "services: redis in test.yml: the runners cannot start containers (job #{job2})",
            "apt-get install redis in the job: the runners have no root (job #{job2})",
        ),
        serial=t(
            "Running the clashing tests one by one (xdist_group): {secs} s more, past the job's limit "
            "(job #{job2}, step Test)",
            "Marking the clashing tests as serial: CI ignores the mark and still runs -n 4 "
            "(test.yml:{at_serial}, job #{job2})",
        ),
        frozen=t(
            "Freezing time with freezegun: fakeredis keeps its own clock, so keys never expire and "
            "test_refill hangs (test_refill.py:{at_frozen})",
            "freezegun around test_refill: only Python's clock stops, the bucket is never refilled and "
            "the test hangs (test_refill.py:{at_frozen})",
        ),
        drifting=t(
            "Patching time.monotonic in limiter.py alone: the Lua script asks redis for TIME, the two "
            "clocks drift by {ms} ms and {clash} tests flake (pytest -n 4, runs 3 and 7)",
            "Patching only limiter.time: sliding_window.lua takes TIME from redis, {ms} ms apart from ours, "
            "and {clash} tests fail now and then (pytest -n 4, runs 2 and 6)",
        ),
        clocks_short=t(
            "Faking one clock of the two (freezegun, time.monotonic): the Lua script asks redis (test_refill.py:{at_clocks})",
            "A fake clock on our side alone: sliding_window.lua has redis's TIME (test_refill.py:{at_clocks})",
        ),
    )
