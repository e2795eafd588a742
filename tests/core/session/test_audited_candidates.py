"""What a rule offers in an audited pad: its decisions, and none of the lines that tell what a finding was."""

from __future__ import annotations

from scratchpad_tui.core.pad.parse import parse_text, render
from scratchpad_tui.core.pad.schema import AUDITED, Profile, Section
from scratchpad_tui.core.session.origin import candidates

DECISIONS = [
    "- limiter tests run on fakeredis [src:talk @ 2026-07-17] {#fakeredis}",
    '- build-time: was "40 s" [src:job 9 @ 2026-07-18] {#build-time-changed-1}',
    "- deploy on Fridays",
    "  and never before noon {#noon-changed-2}",
]


def offered(profile: Profile) -> list[str]:
    document = parse_text(render({"Decisions": DECISIONS}, profile), profile)
    return [place.entry.text.partition(" [")[0].partition("\n")[0] for place in candidates(document)]


def test_the_line_of_a_changed_finding_is_not_offered() -> None:
    assert offered(AUDITED) == ["deploy on Fridays", "limiter tests run on fakeredis"]


def test_in_another_pad_such_a_text_is_one_like_any_other() -> None:
    plain = Profile("own", (Section("Decisions", 1000, "What was decided."),))
    assert offered(plain) == ["deploy on Fridays", 'build-time: was "40 s"', "limiter tests run on fakeredis"]
