"""The names and numbers of one story, and its sentences in the wording that the seed chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.demo.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Sequence

HOSTS = ("localhost", "redis", "cache-1", "127.0.0.1", "redis.ci.internal")
VERSIONS = ("2.26", "2.28", "2.29.1", "2.30")
PREFIXES = ("rl:", "limit:", "lim:v1:", "quota:")


class Cast(NamedTuple):
    """What the sentences of a story name."""

    job: int
    """The CI job that fails."""
    job2: int
    job3: int
    """The CI job that passes at the end."""
    pr: int
    old_pr: int
    """The change that brought the skip marks."""
    host: str
    fake: str
    """The version of fakeredis."""
    prefix: str
    failed: int
    """How many limiter tests need redis."""
    passed: int
    total: int
    clash: int
    """How many tests fail when they run in parallel."""
    pool: int
    """The pool size that the agent misread."""
    pool_right: int
    ms: int
    secs: int
    direct: int
    """The line of limiter.py that calls redis."""
    eval: int
    fix: int
    """The line of the fixture in tests/conftest.py."""
    log: int
    slow: int
    """Seconds that the slowest test takes."""
    quick: int
    """Milliseconds that it takes in the end."""


def cast(dice: Dice) -> Cast:
    """The names and numbers that belong to a seed."""
    job = dice.number("job", 4105, 4890)
    failed, passed = 9, dice.number("passed", 3, 6)
    pool = dice.pick("pool", (5, 8, 10))
    return Cast(
        job=job,
        job2=job + dice.number("job2", 6, 14),
        job3=job + dice.number("job3", 19, 37),
        pr=dice.number("pr", 611, 894),
        old_pr=dice.number("old_pr", 208, 480),
        host=dice.pick("host", HOSTS),
        fake=dice.pick("fake", VERSIONS),
        prefix=dice.pick("prefix", PREFIXES),
        failed=failed,
        passed=passed,
        total=failed + passed,
        clash=dice.number("clash", 2, 4),
        pool=pool,
        pool_right=pool * dice.number("pool_right", 3, 5),
        ms=dice.number("ms", 14, 88),
        secs=dice.number("secs", 21, 48),
        direct=dice.number("direct", 81, 97),
        eval=dice.number("eval", 112, 131),
        fix=dice.number("fix", 34, 52),
        log=dice.number("log", 287, 431),
        slow=dice.number("slow", 4, 9),
        quick=dice.number("quick", 12, 64),
    )


class _Names(dict[str, object]):
    """The cast by name; a name that begins with `at_` is a line of a file, drawn when it is first told."""

    def __init__(self, dice: Dice, known: Cast) -> None:
        super().__init__(known._asdict())
        self._dice = dice

    def __missing__(self, name: str) -> int:
        if not name.startswith("at_"):
            raise KeyError(name)
        line = self[name] = self._dice.number(name, 9, 148)
        return line


class Telling:
    """One seed's way to tell the story: called with the variants of a sentence, it gives the chosen one, filled in."""

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)
        self.cast = cast(self.dice)
        self._names = _Names(self.dice, self.cast)

    def __call__(self, *variants: str) -> str:
        """The variant of this seed with the names and numbers of its cast; the same variants, the same text."""
        return self.dice.pick(variants[0], variants).format_map(self._names)

    def some(self, name: str, count: int, sentences: Sequence[str]) -> list[str]:
        """So many of the sentences, in an order of this seed."""
        return [self(sentence) for sentence in self.dice.order(name, sentences)[:count]]
