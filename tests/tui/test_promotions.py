"""The Promotions screen driven by keys and mouse: decided without leaving the list, reworded, taken back, ended."""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError, LockError, StorageError
from scratchpad_tui.core.pad.view import Need
from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.session.items import Ended, LastEnd
from scratchpad_tui.tui.screens.choose import ChooseScreen
from scratchpad_tui.tui.screens.note import NoteScreen
from scratchpad_tui.tui.screens.promotion import ItemScreen
from scratchpad_tui.tui.screens.promotions import PromotionsScreen
from scratchpad_tui.tui.screens.session_end import SessionEndScreen, ended_note
from scratchpad_tui.tui.toasts import sentence
from scratchpad_tui.tui.wishes import Wishes
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, make_view
from tests.tui.hostile import CORPUS, FORBIDDEN
from tests.tui.promotions import NOW, OFFERED, QUEUE, TROUBLES, TWIN, made_item, made_look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.core.session.items import Item
    from tests.tui.drive import Stage

SIZES = [(80, 24), (40, 12), (120, 40), (200, 60)]


def queued(items: Sequence[Item] = QUEUE, *, read_only: bool = False) -> FakeSource:
    """A source with these items in its queue."""
    source = FakeSource(read_only=read_only)
    source.queue = list(items)
    return source


def waiting_view(count: int) -> PadView:
    """A pad of which so many promotions wait."""
    return make_view(
        needs=(Need("promotions", count, f"{count} promotions wait", "3", f"{count} promotions"),)
    )


def promotions(stage: Stage) -> PromotionsScreen:
    """The screen, which is open."""
    return next(screen for screen in stage.app.screen_stack if isinstance(screen, PromotionsScreen))


def acts(stage: Stage) -> list[tuple[object, ...]]:
    """What was done to the queue."""
    names = ("accept", "reject", "reword", "retag", "undo_review", "propose", "end_session")
    return [call for call in stage.source.calls if call[0] in names]


def waited(held: threading.Event) -> None:
    """Holds an act up until a test lets it go."""
    held.wait(5)


@pytest.mark.parametrize("size", SIZES)
def test_3_opens_it_and_1_and_escape_leave_it(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        for leave in ("1", "escape"):
            await stage.press("3")
            assert stage.shows(PromotionsScreen)
            assert "One key prefix a test" in stage.text
            await stage.press(leave)
            assert stage.is_on_live

    drive(script, size=size, source=queued())


def test_opening_it_counts_as_a_review_once() -> None:
    """Its readings while it stands open are no reviews."""

    async def script(stage: Stage) -> None:
        await stage.press("3")
        await stage.press("ctrl+r")
        await stage.show(make_view(version=44))
        assert stage.source.metered == 1

    drive(script, source=queued())


@pytest.mark.parametrize("key", ["2", "4"])
def test_it_and_the_other_screens_lead_to_each_other(key: str) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", key)
        assert not stage.shows(PromotionsScreen)
        await stage.press("3")
        assert stage.shows(PromotionsScreen)
        await stage.press("enter", "3")
        assert stage.shows(PromotionsScreen)

    drive(script, source=queued())


def test_a_queue_of_12_is_decided_by_keyboard_alone() -> None:
    """Every kind of item is among them, and every verb; the list is never left."""
    items = (
        made_item(1, "first"),
        made_item(2, "second", "hypothesis", states.CONFIRM_FIRST, reason="it is a hypothesis"),
        made_item(3, "third", state=states.SECRET, reason="it holds what looks like a token"),
        made_item(4, "fourth", state=states.TWIN, twins=(TWIN,)),
        made_item(5, "fifth", state=states.DUPLICATE, reason="kept already"),
        *(made_item(number, f"item {number}") for number in range(6, 13)),
    )

    async def script(stage: Stage) -> None:
        await stage.press("3")
        await stage.press("a")  # p1
        await stage.press("t", "enter", "a")  # p2 is confirmed, then accepted
        await stage.press("e", *[key for _ in range(5) for key in ("backspace",)], *"cleaned", "enter")
        await stage.press("x", "enter")  # p3, although it is clean now
        await stage.press("c", "a")  # p4, its twin looked at
        for _ in range(8):
            await stage.press("x", "enter")
        left = [item for item in stage.source.queue if not item.is_decided]
        assert left == []
        assert [item.id for item in stage.source.queue if item.state == states.ACCEPTED] == ["p1", "p2", "p4"]
        assert stage.shows(PromotionsScreen)
        assert "0 wait" in stage.text

    drive(script, source=queued(items))


def test_keys_that_are_typed_ahead_decide_what_stood_under_the_cursor() -> None:
    """The cursor goes on when the key is pressed, not when the disk is done."""
    held = threading.Event()
    items = [made_item(number, f"item {number}") for number in range(1, 4)]

    async def script(stage: Stage) -> None:
        await stage.press("3")
        stage.source.gate = lambda: waited(held)
        await stage.pilot.press("a", "j", "a")
        await stage.pilot.pause()
        assert "accepting" in stage.text
        held.set()
        await stage.settle()
        assert [call[1] for call in acts(stage)] == ["p1", "p3"]

    drive(script, source=queued(items))


def test_accepting_sends_exactly_the_line_that_was_shown() -> None:
    """What would be written otherwise by then is refused by the core."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "a")
        assert acts(stage) == [("accept", "p2", QUEUE[1].line)]

    drive(script, source=queued())


@pytest.mark.parametrize("item", [*QUEUE[2:4], *TROUBLES[:5]], ids=lambda item: item.state)
def test_an_item_that_is_not_ready_says_why_and_stays(item: Item) -> None:
    """And which key helps; nothing is asked of the core."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "a")
        assert acts(stage) == []
        reason = item.reason.rstrip(".")
        assert stage.toasts[-1].startswith(sentence(reason))
        assert " · " in stage.toasts[-1]
        assert promotions(stage).state.here == item.id

    drive(script, source=queued((item,)))


@pytest.mark.parametrize("key", ["a", "x", "e", "t"])
def test_what_is_decided_says_so(key: str) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "home", key)
        assert stage.toasts[-1].startswith("It is accepted already")
        assert acts(stage) == []

    drive(script, source=queued())


def test_a_refusal_of_the_core_is_told_and_the_item_stands_as_it_is() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3")
        stage.source.fault = InputError(
            "what would be written is not what was shown any more", "look at it again"
        )
        await stage.press("a")
        assert "not what was shown" in stage.toasts[-1]
        assert "accepting" not in stage.text
        assert stage.source.queue[1].state == states.READY

    drive(script, source=queued())


def test_a_lock_that_is_not_to_be_had_leaves_every_item_undecided() -> None:
    """Those behind it were meant for the queue as it was."""
    held = threading.Event()

    async def script(stage: Stage) -> None:
        await stage.press("3")

        def gate() -> None:
            held.wait(5)
            raise LockError("the lock is held", "try again")

        stage.source.gate = gate
        await stage.pilot.press("a", "j", "j", "x", "enter")
        held.set()
        await stage.settle()
        assert promotions(stage).state.acts == {}
        assert "1 more act was not done" in stage.toasts[-1]

    drive(script, source=queued((QUEUE[1], QUEUE[2], QUEUE[4], made_item(9, "one more"))))


def test_the_waiting_for_the_lock_is_told() -> None:
    held = threading.Event()

    async def script(stage: Stage) -> None:
        await stage.press("3")
        stage.source.gate = lambda: waited(held)
        await stage.pilot.press("a")
        stage.source.waits("the pad is being written by 4711")
        await stage.until(lambda: any("esc gives up" in toast for toast in stage.toasts))
        await stage.pilot.press("escape")
        assert ("give_up",) in stage.source.calls
        held.set()
        await stage.settle()

    drive(script, source=queued())


def test_rejecting_offers_the_common_reasons_the_likeliest_first() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "j", "x")
        assert stage.shows(ChooseScreen)
        await stage.press("enter")
        assert acts(stage) == [("reject", "p3", "never confirmed")]

    drive(script, source=queued())


def test_a_reason_may_be_typed() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "x", "end", "enter")  # the last line, as everywhere
        await stage.press(*"no use", "enter")
        assert acts(stage) == [("reject", "p2", "no use")]

    drive(script, source=queued())


def test_esc_leaves_the_reasons_and_the_fields_without_deciding() -> None:
    """What was typed is there again the next time."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "x", "escape")
        await stage.press("e", *" more", "escape")
        assert acts(stage) == []
        assert "Kept for the next time" in stage.toasts[-1]
        await stage.press("e", "enter")
        assert acts(stage) == [("reword", "p2", "One key prefix a test, flush in conftest.py more")]

    drive(script, source=queued())


def test_a_text_that_is_refused_is_there_again() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3")
        stage.source.fault = InputError("the text is too long", "say it shorter")
        await stage.press("e", *" and more", "enter")
        assert "too long" in stage.toasts[-1]
        await stage.press("e")
        assert "conftest.py and more" in stage.text

    drive(script, source=queued())


def test_changing_the_tag_of_a_hypothesis_confirms_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "j", "t")
        assert "observed · confirms the hypothesis" in stage.text
        await stage.press("enter")
        assert acts(stage) == [("retag", "p3", "observed")]
        assert "confirms it" in stage.toasts[-1]

    drive(script, source=queued())


def test_c_shows_the_twin_and_hides_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "c")
        assert stage.toasts[-1].startswith("It has no twin")
        await stage.press("end", "c")
        assert "-n 8" in stage.text
        await stage.press("escape")
        assert "-n 8" not in stage.text
        assert stage.shows(PromotionsScreen)

    drive(script, source=queued())


def test_u_takes_the_last_decision_back_and_goes_to_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "a", "u")
        assert stage.source.queue == list(QUEUE)
        assert promotions(stage).state.here == "p2"
        await stage.press("u")
        assert "Nothing is left to undo" in stage.toasts[-1]

    drive(script, source=queued())


def test_what_a_rule_offers_is_decided_like_the_rest_or_proposed() -> None:
    """Deciding proposes it first, so that it gets another id."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "tab", "p")
        assert acts(stage)[-1][:2] == ("propose", OFFERED[0].text)
        await stage.press("tab", "a")
        assert acts(stage)[-1][:2] == ("accept", OFFERED[1].id)
        assert "Offered by rule" not in stage.text
        await stage.press("home", "p")
        assert stage.toasts[-1].startswith("It is proposed already")

    drive(script, source=queued((*QUEUE, *OFFERED)))


def test_o_proposes_a_line_of_a_persons_own() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "o", *"Redis 7 in production", "enter")
        assert stage.shows(ChooseScreen)
        await stage.press("enter")
        assert acts(stage) == [("propose", "Redis 7 in production", "", "decided")]
        here = promotions(stage).state.item
        assert here is not None
        assert here.text == "Redis 7 in production"

    drive(script, source=queued())


def test_p_on_live_proposes_the_whole_entry_under_the_cursor() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("p")
        assert stage.toasts[-1].startswith("No line to propose")
        await stage.press("tab", "tab", "tab", "p")
        assert acts(stage) == [("propose", "Add the fakeredis fixture", "Plan", "")]
        assert "3 shows the queue" in stage.toasts[-1]

    drive(script)


def test_s_asks_and_ends_the_session() -> None:
    """The summary says what goes to the archive, what stays undecided, and what the review cost."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "S")
        assert stage.shows(SessionEndScreen)
        for words in (
            "11 entries go to the archive",
            "4 proposals are not decided",
            "1,240 tokens",
            "unchanged",
        ):
            assert words in stage.text
        await stage.press("n")
        assert acts(stage) == []
        assert stage.shows(PromotionsScreen)
        await stage.press("S", "y")
        assert acts(stage) == [("end_session",)]
        assert stage.shows(NoteScreen)
        for words in (
            "1 accepted",
            "4 proposals were not decided",
            "11 entries went to the archive",
            "1,240 tokens",
        ):
            assert words in stage.text

    drive(script, source=queued())


def test_the_question_has_all_that_happens_on_a_small_screen_and_counts_the_rest() -> None:
    """The lines that were accepted pushed out of sight what goes to the archive, and nothing said so."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "S")
        text = " ".join(" ".join(stage.sheet).split())
        assert "1 of 3 accepted into episodic.md" in text
        assert "4 proposals are not decided: they close unaccepted" in text
        assert "11 entries go to the archive; nothing is deleted" in text
        assert re.search(r"… [0-9]+ more", stage.text)
        assert "y end" in stage.text

    drive(script, size=(40, 12), source=queued())


@pytest.mark.parametrize("press", [("S",), ("3", "S")])
def test_without_a_session_nothing_is_asked_and_it_is_said_why(press: tuple[str, ...]) -> None:
    source = queued()
    source.queue = []
    source.summary = {"since": None, "waiting": 0, "to_archive": 0, "last_end": LastEnd(NOW, 1, 11, 0)}

    async def script(stage: Stage) -> None:
        await stage.press(*press)
        assert not stage.shows(SessionEndScreen)
        ended = "The session ended at 10:12Z: 1 line was accepted, 11 entries went to the archive."
        assert stage.toasts == [f"{ended} The next session begins by itself with the next write to the pad."]
        source.summary = {**source.summary, "last_end": None}
        stage.app.clear_notifications()
        await stage.press("S")
        assert stage.toasts == ["No session yet: one begins with the first write to the pad."]

    drive(script, source=source)


def test_what_an_end_did_says_what_comes_next() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "S", "y")
        text = " ".join(" ".join(stage.sheet).split())
        assert "The next session begins by itself with the next write to the pad." in text

    drive(script, size=(40, 12), source=queued())
    none = ended_note(Ended("s2", (), (), 0, 0, 0, (), 0, begun=False))
    assert "".join(span.text for span in none.title_spans()) == "No session was open"
    assert "accepted" not in none.raw_text()


def test_what_an_end_did_names_the_files_of_the_archive() -> None:
    """No screen shows them: who looks for a note of last week opens the file."""
    files = ("archive/2026-06.md", "archive/2026-07.md")
    ended = ended_note(Ended("s2", (), (), 0, 3, 1, (), 0, files=files))
    assert "3 entries went to archive/2026-06.md, archive/2026-07.md, 1 stays" in ended.raw_text()
    nothing = ended_note(Ended("s2", (), (), 0, 0, 2, (), 0))
    assert "0 entries went to the archive, 2 stay" in nothing.raw_text()


def test_s_works_on_live_too() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("S")
        assert stage.shows(SessionEndScreen)

    drive(script, source=queued())


def test_enter_shows_all_words_of_an_item() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "end", "enter")
        assert stage.shows(ItemScreen)
        assert "Twin, 93 %" in stage.text
        assert "session s-1" in stage.text
        assert "─ Will be written" in stage.text

    drive(script, source=queued())


def test_what_is_redacted_leaves_the_sheet_and_the_field_that_show_it() -> None:
    """What was typed stays, but for the text itself, and no draft brings that back."""
    before = made_item(1, "the key is Zauberwort-97 on staging")
    after = made_item(1, "the key is [redacted] on staging")

    async def script(stage: Stage) -> None:
        await stage.press("3", "enter")
        assert "Zauberwort" in stage.text
        stage.source.queue = [after]
        await stage.show(make_view(version=44))
        assert stage.shows(ItemScreen)
        assert "[redacted] on staging" in stage.text
        assert "Zauberwort" not in stage.text
        await stage.press("escape")
        stage.source.queue = [before]
        await stage.show(make_view(version=45))
        await stage.press("e", *" and test")
        assert "Zauberwort-97 on staging and test" in stage.text
        stage.source.queue = [after]
        await stage.show(make_view(version=46))
        assert "the key is [redacted] on staging and test" in stage.text
        await stage.press("!", "escape")
        kept = ["".join(draft.lines) for draft in stage.source.kept.values()]
        assert kept == ["the key is [redacted] on staging and test!"]

    drive(script, source=queued([before]))


def test_a_sheet_whose_item_is_gone_shows_nothing_of_it() -> None:
    """A redaction may leave a line that no rule offers any more."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "enter")
        stage.source.queue = []
        await stage.show(make_view(version=44))
        assert "It is not in the queue any more" in stage.text
        assert "One key prefix" not in stage.text

    drive(script, source=queued(QUEUE[1:2]))


@pytest.mark.parametrize("size", SIZES)
def test_an_empty_queue_says_what_a_promotion_is(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3")
        text = " ".join(stage.text.split())
        assert "A promotion is a line kept for later sessions" in text
        assert "p on Live or o here" in text
        assert "o new" in text
        await stage.press("a", "x", "e", "t", "c", "enter", "j", "tab")
        assert acts(stage) == []

    drive(script, size=size, source=queued(()))


def test_p_in_an_empty_queue_does_not_speak_of_a_line_that_is_not_there() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "p")
        assert stage.toasts[-1].startswith("Nothing to propose here · p on a line of Live")

    drive(script, source=queued(()))


def test_a_dialog_is_not_covered_by_what_was_told_before() -> None:
    """At 40 columns a toast would hide the tags that it sends a person to; an error stays."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "j", "a")
        assert "confirm it first" in stage.toasts[-1]
        await stage.press("t")
        assert stage.shows(ChooseScreen)
        assert stage.toasts == []
        await stage.press("escape", "a", "?")
        assert stage.toasts == []
        await stage.press("escape")
        stage.app.tell("The disk is full", severity="error")
        await stage.press("?")
        assert stage.toasts == ["The disk is full"]

    drive(script, size=(40, 12), source=queued())


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)], ids=str)
def test_what_decides_stands_in_the_footer_and_on_the_first_page_of_help(size: tuple[int, int]) -> None:
    """Accept, reject and tag are all that a full queue needs, so they are found without scrolling."""
    needed = ("a accept", "x reject", "t tag")

    async def script(stage: Stage) -> None:
        await stage.press("3")
        assert [
            words for words in (*needed, "? help") if words not in stage.text.rstrip("\n").split("\n")[-1]
        ] == []
        await stage.press("?")
        assert [words for words in needed if words not in stage.text] == []

    drive(script, size=size, source=queued())


@pytest.mark.parametrize("size", SIZES)
def test_a_queue_that_cannot_be_read_says_so(size: tuple[int, int]) -> None:
    source = queued()
    source.unread = StorageError("promotions.jsonl cannot be read", "check its mode")

    async def script(stage: Stage) -> None:
        await stage.press("3")
        text = " ".join(stage.text.split())
        assert "promotions.jsonl cannot be read" in text
        assert "check its mode" in text
        await stage.press("a", "S")
        assert not stage.shows(SessionEndScreen)

    drive(script, size=size, source=source)


def test_a_pad_that_does_not_parse_is_told_above_the_queue() -> None:
    source = queued()
    source.notice = "the pad does not parse: line 4; the newest version is shown"

    async def script(stage: Stage) -> None:
        await stage.press("3")
        assert "the pad does not parse" in stage.text
        assert "One key prefix" in stage.text

    drive(script, source=source)


def test_a_fault_while_it_is_open_keeps_what_was_read() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3")
        stage.source.unread = StorageError("promotions.jsonl cannot be read", "check its mode")
        await stage.press("ctrl+r")
        assert "promotions.jsonl cannot be read" in stage.text
        assert "One key prefix" in stage.text

    drive(script, source=queued())


def test_it_follows_the_queue_and_keeps_the_cursor_on_its_item() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "j")
        stage.source.queue.insert(0, made_item(31, "came before all others"))
        await stage.show(waiting_view(5))
        assert "came before all others" in stage.text
        assert promotions(stage).state.here == "p3"

    drive(script, source=queued())


def test_paused_it_shows_what_it_showed_but_for_own_acts() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "F")
        stage.source.queue.append(made_item(31, "came while paused"))
        await stage.show(waiting_view(5))
        assert "‖ paused" in stage.text
        assert "came while paused" not in stage.text
        assert "newer: F" in stage.text
        await stage.press("F")
        assert "came while paused" in stage.text

    drive(script, source=queued())


@pytest.mark.parametrize("key", ["1", "2", "4"])
def test_line_1_of_every_screen_counts_what_waits(key: str) -> None:
    """It keeps to the newest reading, also where only the queue has changed."""

    async def script(stage: Stage) -> None:
        await stage.press(key)
        assert "3 Promotions " in stage.text.split("\n")[0]
        await stage.show(waiting_view(2))
        assert "3 Promotions·2" in stage.text.split("\n")[0]
        await stage.show(waiting_view(12))
        assert "3 Promotions·12" in stage.text.split("\n")[0]

    drive(script, source=queued())


def test_the_need_on_live_leads_to_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.show(waiting_view(2))
        assert "2 promotions wait" in stage.text
        await stage.press("shift+tab", "shift+tab")
        await stage.press("enter")
        assert stage.shows(PromotionsScreen)

    drive(script, size=(120, 40), source=queued())


def test_the_bell_rings_for_the_first_one_that_waits_where_it_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Off by default; not once more for each of them."""
    rung: list[bool] = []

    async def script(stage: Stage) -> None:
        monkeypatch.setattr(stage.app, "bell", lambda: rung.append(True))
        await stage.show(waiting_view(1))
        await stage.show(waiting_view(2))

    drive(script, source=queued())
    assert rung == []
    drive(script, source=queued(), wishes=Wishes(bell=True))
    assert rung == [True]


def test_read_only_nothing_is_decided() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3")
        for keys in (("a",), ("x",), ("e",), ("t",), ("u",), ("o",), ("S",)):
            await stage.press(*keys)
            assert stage.toasts[-1].startswith("Read-only")
            assert stage.shows(PromotionsScreen)
        await stage.press("1", "tab", "p")
        assert acts(stage) == []

    drive(script, source=queued(read_only=True))


@pytest.mark.parametrize("size", [(40, 12), (120, 40)])
def test_no_text_of_an_item_reaches_the_terminal_as_it_is(size: tuple[int, int]) -> None:
    """Text, tag, reason, origin, what stands around it, twins, target and summary all come from files."""
    items = [
        made_item(
            number,
            text,
            tag=text,
            state=states.CONFIRM_FIRST if number % 2 else states.TWIN,
            reason=text,
            line=f"- {text}",
            target=text,
            evidence=QUEUE[1].evidence._replace(
                section=text,
                actor=text,
                turn=text,
                before=QUEUE[1].evidence.before._replace(text=text) if QUEUE[1].evidence.before else None,
            ),
            twins=(TWIN._replace(text=text),),
        )
        for number, text in enumerate(CORPUS)
    ]

    async def script(stage: Stage) -> None:
        await stage.press("3", "home", "c")
        for _ in items:
            assert not FORBIDDEN.search(stage.text.replace("\n", " "))
            await stage.press("enter")
            assert not FORBIDDEN.search(stage.text.replace("\n", " "))
            await stage.press("escape", "x")
            assert not FORBIDDEN.search(stage.text.replace("\n", " "))
            await stage.press("escape", "j", "c")
        await stage.press("S")
        assert not FORBIDDEN.search(stage.text.replace("\n", " "))

    source = queued(items)
    source.notice = CORPUS[3]
    source.summary = {"odd": CORPUS, "target": CORPUS[0]}
    drive(script, size=size, source=source)


def test_a_click_puts_the_cursor_and_the_wheel_moves_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3")
        await stage.pilot.click("#promotions", offset=(10, 5))
        await stage.settle()
        assert promotions(stage).state.here == "p4"
        await stage.pilot.click("#promotions", offset=(10, 0))
        assert promotions(stage).state.here == "p4"
        await stage.pilot.click("HeadBar", offset=(3, 0))
        await stage.settle()
        assert stage.is_on_live

    drive(script, source=queued())


def test_a_question_names_the_item_that_it_covers() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "x")
        row = next(row for row in stage.text.split("\n") if "One key prefix a test" in row)
        assert stage.text.index("Why is it rejected?") < stage.text.index(row)
        await stage.press("escape", "t")
        assert "One key prefix a test" in stage.text

    drive(script, size=(40, 12), source=queued())


def test_a_long_text_shows_its_end_and_the_cursor_when_its_field_opens_and_after_a_resize() -> None:
    async def script(stage: Stage) -> None:
        def field() -> str:
            return next(row for row in stage.text.split("\n") if row.startswith(" Text: "))

        await stage.press("3", "e")
        assert field().rstrip().endswith("flush in conftest.py")
        assert field().startswith(" Text: …")
        await stage.press("home")
        assert field().startswith(" Text: One key prefix")
        assert field().rstrip().endswith("…")
        await stage.press("end")
        await stage.pilot.resize_terminal(120, 40)
        await stage.settle()
        assert field().rstrip() == " Text: One key prefix a test, flush in conftest.py"
        await stage.pilot.resize_terminal(40, 12)
        await stage.settle()
        assert field().rstrip().endswith("flush in conftest.py")

    drive(script, size=(40, 12), source=queued())


def test_the_end_of_a_session_says_what_stays() -> None:
    """Before it: what is written for later, what goes to the archive, and what the pad has then."""

    def told(**changes: object) -> str:
        return " · ".join(words for words, _ in SessionEndScreen(made_look(QUEUE, "", **changes))._lines())

    assert "1 of 3 accepted into episodic.md" in told()
    assert "11 entries go to the archive; nothing is deleted · 2 entries stay in Scratch" in told()
    assert "Nothing stays in Scratch; the other sections stay as they are" in told(stays=0)
    assert "Nothing goes to the archive · The pad stays as it is" in told(to_archive=0, stays=0, notes="")
