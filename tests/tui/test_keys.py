"""The key table: its rules, and that everything which shows keys comes from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.tui import footer, key_words, keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.key_docs import BEGIN, END, key_table, main, with_key_table
from scratchpad_tui.tui.layout.timeline import SIDE_BY_SIDE
from scratchpad_tui.tui.screens.agent import AgentScreen
from scratchpad_tui.tui.screens.choose import ChooseScreen
from scratchpad_tui.tui.screens.confirm import ConfirmScreen
from scratchpad_tui.tui.screens.conflict import ConflictScreen
from scratchpad_tui.tui.screens.draft import DraftScreen, SealedDraftScreen
from scratchpad_tui.tui.screens.editor import EditorScreen
from scratchpad_tui.tui.screens.evidence import EvidenceScreen
from scratchpad_tui.tui.screens.health import HealthScreen
from scratchpad_tui.tui.screens.health_remedy import RemedyScreen
from scratchpad_tui.tui.screens.help import ABOUT, HelpScreen, key_rows
from scratchpad_tui.tui.screens.live import LiveScreen
from scratchpad_tui.tui.screens.mend import MendScreen
from scratchpad_tui.tui.screens.note import NoteScreen
from scratchpad_tui.tui.screens.pressure import PressureScreen
from scratchpad_tui.tui.screens.pressure_sheets import CompactionScreen, MessageScreen
from scratchpad_tui.tui.screens.promotions import PromotionsScreen
from scratchpad_tui.tui.screens.prune import PruneScreen
from scratchpad_tui.tui.screens.recovery import RecoveryScreen
from scratchpad_tui.tui.screens.restore import RestoreScreen
from scratchpad_tui.tui.screens.secret import SecretScreen
from scratchpad_tui.tui.screens.session_end import SessionEndScreen
from scratchpad_tui.tui.screens.source_file import SourceScreen
from scratchpad_tui.tui.screens.start import StartScreen
from scratchpad_tui.tui.screens.timeline import TimelineScreen
from scratchpad_tui.tui.screens.turn import TurnScreen
from scratchpad_tui.tui.screens.version import DiffScreen, VersionScreen
from scratchpad_tui.tui.widgets.audited_field import AuditedRow
from scratchpad_tui.tui.widgets.field import (
    EntryRow,
    FilterRow,
    FindRow,
    PathRow,
    PlaceRow,
    ReasonRow,
    WordingRow,
)
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

OWNERS: dict[str, type] = {
    "live": LiveScreen,
    "start": StartScreen,
    "agent": AgentScreen,
    "turn": TurnScreen,
    "evidence": EvidenceScreen,
    "source": SourceScreen,
    "note": NoteScreen,
    "help": HelpScreen,
    "entry": EntryRow,
    "audited": AuditedRow,
    "find": FindRow,
    "filter": FilterRow,
    "timeline": TimelineScreen,
    "promotions": PromotionsScreen,
    "wording": WordingRow,
    "reason": ReasonRow,
    "ending": SessionEndScreen,
    "secret": SecretScreen,
    "remedy": RemedyScreen,
    "pressure": PressureScreen,
    "message": MessageScreen,
    "compaction": CompactionScreen,
    "diff": DiffScreen,
    "version": VersionScreen,
    "restore": RestoreScreen,
    "path": PathRow,
    "answer": ConfirmScreen,
    "draft": DraftScreen,
    "sealed-draft": SealedDraftScreen,
    "health": HealthScreen,
    "edit": EditorScreen,
    "elsewhere": PlaceRow,
    "conflict": ConflictScreen,
    "result": ConflictScreen,
    "choose": ChooseScreen,
    "prune": PruneScreen,
    "recovery": RecoveryScreen,
    "mend": MendScreen,
}

TUI_PAGE = [
    "1",
    "2",
    "3",
    "4",
    "5",
    "tab",
    "shift+tab",
    "up",
    "down",
    "left",
    "right",
    "h",
    "j",
    "k",
    "l",
    "enter",
    "escape",
    "e",
    "E",
    "o",
    "d",
    "m",
    "space",
    "u",
    "U",
    "a",
    "x",
    "p",
    "t",
    "-",
    "c",
    "r",
    "b",
    "s",
    "<",
    ">",
    "[",
    "]",
    "F",
    "/",
    "n",
    "N",
    "f",
    ".",
    "v",
    "S",
    "z",
    "y",
    "?",
    "ctrl+p",
    "ctrl+r",
    "q",
    "ctrl+q",
    "ctrl+s",
]


def test_the_table_keeps_its_rules() -> None:
    """One key, one verb; every row explains itself."""
    assert keys.faults() == []


def test_a_key_with_two_verbs_is_refused() -> None:
    """A letter that means two things on two screens is learned by neither."""
    row = keys.TABLE[-1]._replace(id="new.one", keys=("d",), verb="duplicate", places=("live",))
    assert keys.faults((*keys.TABLE, row)) == ["the key d means delete (line.delete) and duplicate (new.one)"]


def test_an_id_given_twice_is_refused() -> None:
    """People rebind by id."""
    assert "the id app.quit-now stands twice" in keys.faults((*keys.TABLE, keys.TABLE[-1]))


def test_a_row_without_a_sentence_is_refused() -> None:
    """Help shows the sentence."""
    row = keys.TABLE[-1]._replace(id="new.one", keys=("f9",), tooltip="")
    assert keys.faults((*keys.TABLE, row)) == ["new.one has no sentence as its tooltip"]


def test_the_table_has_every_key_that_is_promised() -> None:
    """Letters of screens that are still to come are taken already."""
    assert {name for row in keys.TABLE for name in row.keys} >= set(TUI_PAGE)


def test_no_key_is_one_that_old_terminals_cannot_tell_apart() -> None:
    """There ctrl+m is enter, ctrl+i tab and ctrl+h backspace."""
    assert not {name for row in keys.TABLE for name in row.keys} & {"ctrl+m", "ctrl+i", "ctrl+h", "ctrl+j"}


@pytest.mark.parametrize("place", sorted(OWNERS))
def test_every_working_key_has_an_action_where_it_works(place: str) -> None:
    """A key in the footer that does nothing is worse than none."""
    from scratchpad_tui.tui.app import ScratchpadApp

    for key in keys.at(place):
        name = key.action.partition("(")[0]
        owner = ScratchpadApp if name.startswith("app.") else OWNERS[place]
        assert hasattr(owner, f"action_{name.removeprefix('app.')}"), key.id


def test_every_place_of_the_table_is_known() -> None:
    """A place with a typing error would never work."""
    assert {place for key in keys.TABLE for place in (*key.places, *key.footer)} == set(OWNERS)


@pytest.mark.parametrize("place", sorted(OWNERS))
def test_bindings_are_the_keys_of_the_place(place: str) -> None:
    """There is no second list of keys."""
    made = {(binding.id, binding.key) for binding in bindings(place) if not isinstance(binding, tuple)}
    assert made == {(key.id, ",".join(key.keys)) for key in keys.at(place)}


@pytest.mark.parametrize("place", sorted(OWNERS))
def test_who_owns_a_place_binds_its_keys(place: str) -> None:
    """Also where it has two of them, a list and a text that is written in it."""
    owned = {binding.id for binding in OWNERS[place].BINDINGS}  # type: ignore[attr-defined]
    assert {key.id for key in keys.at(place)} <= owned


def test_line_1_names_the_screens_in_the_order_of_their_keys() -> None:
    """It shows only what can be opened."""
    assert [key.keys for key in keys.TABLE if key.group == "Screen" and key.works] == [
        ("1",),
        ("2",),
        ("3",),
        ("4",),
    ]


@pytest.mark.parametrize("place", sorted(OWNERS))
@pytest.mark.parametrize("cells", [1, 7, 20, 40, 80, 120, 200])
def test_the_footer_fits_and_has_at_most_seven_keys_and_help(place: str, cells: int) -> None:
    """The hint for help is the last to go."""
    items = footer.footer_items(place, cells)
    names = [item.key.id for item in items]
    others = [name for name in names if name not in ("app.help", "app.quit" if place == "promotions" else "")]
    assert len(others) <= footer.FOOTER_KEYS
    assert sum(len(span.text) for span in footer.footer_line(place, cells)) == cells
    if cells >= 7 and any(key.id == "app.help" and place in key.footer for key in keys.TABLE):
        assert "app.help" in names


@pytest.mark.parametrize("place", sorted(ABOUT))
def test_help_shows_every_key_of_its_place(place: str) -> None:
    """What is not in help is not found."""
    shown = "\n".join("".join(span.text for span in row) for row in key_rows(place, 200))
    for key in keys.at(place):
        assert keys.said(key_words.tooltip(key, place)) in shown
        assert all(keys.shown_key(name) in shown for name in key.keys)


def test_the_key_table_goes_between_its_marks() -> None:
    """The rest of the page stays as it is."""
    text = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    made = with_key_table(text)
    assert made.startswith(f"before\n{BEGIN}\n\n| key | does |")
    assert made.endswith(f"\n\n{END}\nafter\n")
    assert with_key_table(made) == made
    assert with_key_table("no marks") == "no marks"


def test_the_readme_has_the_keys_of_the_table() -> None:
    """`python -m scratchpad_tui.tui.key_docs` writes it anew."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert BEGIN in text
    assert with_key_table(text) == text


def test_a_page_without_marks_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Silence would leave an old table standing."""
    page = tmp_path / "page.md"
    page.write_text("nothing here\n")
    monkeypatch.setattr("sys.argv", ["key_docs", str(page)])
    assert main() == 1
    assert "has no marks" in capsys.readouterr().err
    page.write_text(f"{BEGIN}{END}")
    assert main() == 0
    assert key_table() in page.read_text("utf-8")


def test_the_footer_names_side_by_side_only_where_there_is_room_for_it() -> None:
    def shown(cells: int) -> list[str]:
        return [item.key.id for item in footer.footer_items("timeline", cells)]

    assert next(key for key in keys.TABLE if key.id == "version.layout").least == SIDE_BY_SIDE
    assert "version.layout" not in shown(SIDE_BY_SIDE - 1)
    assert "version.layout" in shown(SIDE_BY_SIDE)
