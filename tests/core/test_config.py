"""Settings: the strongest place wins, every fault is told together, and no fault stops a command."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.config import SETTINGS, SectionTable, load, words
from scratchpad_tui.core.config.example import example_toml
from scratchpad_tui.core.config.places import home_directory, user_directory
from scratchpad_tui.core.pad.schema import PROFILES

if TYPE_CHECKING:
    from scratchpad_tui.core.config import Settings

NAMES = [setting.name for setting in SETTINGS]
DEPTH = "history.depth"


class Place:
    """A pad's folder and a user's home, with the settings files a test puts there."""

    def __init__(self, root: Path) -> None:
        self.pad = root / "project" / ".agent" / "scratchpad.md"
        self.beside = self.pad.parent / "scratchpad.toml"
        self.config = root / "config"
        self.users = self.config / "scratchpad-tui" / "config.toml"
        self.beside.parent.mkdir(parents=True)
        self.users.parent.mkdir(parents=True)

    def load(self, overrides: dict[str, object] | None = None, **env: str) -> Settings:
        """The settings of the pad, with nothing of the machine's own environment."""
        return load(str(self.pad), overrides, {"XDG_CONFIG_HOME": str(self.config), **env})


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_without_any_settings_all_is_default(place: Place) -> None:
    settings = place.load()
    assert [settings.value(name) for name in NAMES] == [setting.default for setting in SETTINGS]
    assert {settings.origin(name) for name in NAMES} == {"default"}
    assert (settings.faults, settings.profiles) == ((), {})
    assert list(place.beside.parent.iterdir()) == []


def test_the_strongest_place_wins_and_is_named(place: Place) -> None:
    """Command line, environment, beside the pad, the user's directory, default: taken away one by one."""
    place.beside.write_text("[history]\ndepth = 3\n")
    place.users.write_text("[history]\ndepth = 4\n")
    both = {"SCRATCHPAD_HISTORY_DEPTH": "2"}

    def found(settings: Settings) -> tuple[int, str]:
        assert settings.faults == ()
        return settings.integer(DEPTH), settings.origin(DEPTH)

    assert found(place.load({DEPTH: 1}, **both)) == (1, "command line")
    assert found(place.load({DEPTH: None}, **both)) == (2, "environment SCRATCHPAD_HISTORY_DEPTH")
    assert found(place.load(SCRATCHPAD_HISTORY_DEPTH=" ")) == (3, str(place.beside))
    place.beside.unlink()
    assert found(place.load()) == (4, str(place.users))
    place.users.unlink()
    assert found(place.load()) == (20, "default")


def test_places_fill_each_other_up(place: Place) -> None:
    """A place that sets one thing does not hide what a weaker one says about another."""
    place.beside.write_text('profile = "session"\n[ui]\ntheme = "light"\n')
    place.users.write_text('[ui]\ntheme = "ansi"\nmotion = "off"\n')
    settings = place.load()
    assert [settings.text(name) for name in ("profile", "ui.theme", "ui.motion")] == [
        "session",
        "light",
        "off",
    ]
    assert settings.origin("ui.motion") == str(place.users)


def test_settings_stand_beside_the_pad_as_named(place: Place, tmp_path: Path) -> None:
    """Of a linked pad the settings are those of the place that the person works in."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "scratchpad.toml").write_text("[history]\ndepth = 9\n")
    (elsewhere / "pad.md").touch()
    place.beside.write_text("[history]\ndepth = 3\n")
    place.pad.symlink_to(elsewhere / "pad.md")
    assert place.load().integer(DEPTH) == 3


@pytest.mark.parametrize("name", NAMES)
def test_each_setting_has_its_name_in_the_environment(place: Place, name: str) -> None:
    setting = next(setting for setting in SETTINGS if setting.name == name)
    values = {"text": "session", "integer": "7", "number": "0.5", "switch": "true"}
    value = values.get(setting.kind) or setting.choices[-1]
    variable = f"SCRATCHPAD_{name.upper().replace('.', '_')}"
    settings = place.load(None, **{variable: value})
    assert words(settings.value(name)) == value
    assert settings.origin(name) == f"environment {variable}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[history]\ndept = 7", "history.dept is not a setting; did you mean history.depth?"),
        ("[histroy]\ndepth = 7", "histroy.depth is not a setting; did you mean history.depth?"),
        (
            '[promotions]\npolicyy = "x"',
            "promotions.policyy is not a setting; did you mean promotions.policy?",
        ),
        ("[zzz]", "zzz is not a setting"),
        ("depth = 7", "depth is not a setting; did you mean history.depth?"),
        ("history = 7", "history is a table: write [history] on a line of its own, not 7"),
        ("[profile.x]\nsections = []", "profile must be a text in quotes, not a table"),
        ("[history.depth]\nx = 1", "history.depth must be a whole number from 0 to 1000000, not a table"),
        ('[history]\ndepth = "7"', 'history.depth must be a whole number from 0 to 1000000, not "7"'),
        ("[history]\ndepth = -1", "history.depth must be a whole number from 0 to 1000000, not -1"),
        ("[history]\ndepth = 7.0", "history.depth must be a whole number from 0 to 1000000, not 7.0"),
        ("[history]\ndepth = true", "history.depth must be a whole number from 0 to 1000000, not true"),
        ("[lock]\ntimeout = nan", "lock.timeout must be a number from 0 to 3600, not nan"),
        ("[lock]\ntimeout = inf", "lock.timeout must be a number from 0 to 3600, not inf"),
        ("[ui]\nmotion = false", 'ui.motion must be "on" or "off", not false'),
        (
            '[ui]\ntheme = "Dark"',
            'ui.theme must be "dark", "light", "contrast" or "ansi", not "Dark"; did you mean "dark"?',
        ),
        ("profile = 1", "profile must be a text in quotes, not 1"),
        ("[ui]\nbell = [1]", 'ui.bell must be "on" or "off", not a list'),
        ('[ui]\nbell = "\\u001b[2J"', 'ui.bell must be "on" or "off", not "␛[2J"'),
        ("[history]\ndepth = 0x" + "f" * 6000, "not so large a number"),
    ],
)
def test_a_fault_says_file_setting_and_what_is_accepted(place: Place, text: str, fault: str) -> None:
    place.beside.write_text(text)
    settings = place.load()
    (told,) = settings.faults
    assert told.startswith(f"{place.beside}: ")
    assert told.endswith(fault)


def test_all_faults_of_all_places_are_told_together(place: Place) -> None:
    place.beside.write_text("[history]\ndept = 7\n[promotions]\npolicyy = 'x'\n[ui]\ntheme = 3\n")
    place.users.write_text("[lock]\nmode = 'of'\n")
    settings = place.load({"watch.mode": "never"}, SCRATCHPAD_LOCK_TIMEOUT="soon", SCRATCHPAD_UI_THEM="light")
    assert len(settings.faults) == 7
    assert 'command line: watch.mode must be "auto" or "poll", not "never"' in settings.faults
    assert (
        'environment SCRATCHPAD_LOCK_TIMEOUT: lock.timeout must be a number from 0 to 3600, not "soon"'
        in (settings.faults)
    )
    assert (
        "environment: SCRATCHPAD_UI_THEM is not a setting; did you mean SCRATCHPAD_UI_THEME?"
        in settings.faults
    )
    assert [settings.value(name) for name in NAMES if name != DEPTH] == [
        setting.default for setting in SETTINGS if setting.name != DEPTH
    ]


def test_a_wrong_value_gives_way_to_a_weaker_place(place: Place) -> None:
    place.beside.write_text("[lock]\ntimeout = 'x'\n")
    place.users.write_text("[lock]\ntimeout = 2\n")
    settings = place.load()
    assert (settings.number("lock.timeout"), settings.origin("lock.timeout")) == (2.0, str(place.users))


@pytest.mark.parametrize(
    "text", ["[history]\ndepth = 'many'", "[history]\ndept = 1000", "[history\ndepth = 1000", "\0"]
)
def test_a_fault_that_may_hide_the_depth_keeps_all_versions(place: Place, text: str) -> None:
    """Falling back to 20 would prune at the next write what a person meant to keep."""
    place.beside.write_text(text)
    place.users.write_text("[history]\ndepth = 5\n")
    settings = place.load()
    assert settings.integer(DEPTH) == 0
    assert settings.origin(DEPTH) == f"kept safe while {place.beside} has a fault"
    assert place.load({DEPTH: 30}).integer(DEPTH) == 30


def test_the_pads_path_and_the_clock_are_no_settings(place: Place) -> None:
    assert place.load(SCRATCHPAD_PAD="/x", SCRATCHPAD_NOW="2026-07-20T10:00:00Z").faults == ()


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"[history\n", "is not TOML: Expected ']' at the end of a table declaration (at line 1, column 9)"),
        (b"a = 1\na = 2\n", "is not TOML: Cannot overwrite a value (at line 2, column 6)"),
        (b'a = 1\nb = """x', "is not TOML: Unterminated string (at line 2, the end of the file)"),
        (b'profile = "gr\xfc\xdf"', "is not UTF-8 at byte 13"),
        (b"a = " + b"[" * 100_000, "nests too deep"),
        (b"depth = " + b"9" * 5000, "holds a number of more digits than any setting takes; mend that"),
        (b"#" * 1_000_001, "could not be read: it is larger than 1,000,000 bytes"),
    ],
)
def test_a_file_that_cannot_be_read_as_settings_is_one_sentence(
    place: Place, data: bytes, fault: str
) -> None:
    """It names the file and, where there is one, the line; the defaults serve."""
    place.beside.write_bytes(data)
    settings = place.load()
    (told,) = settings.faults
    assert str(place.beside) in told
    assert fault in told
    assert settings.text("ui.theme") == "dark"


@pytest.mark.parametrize("kind", ["directory", "pipe", "dangling link"])
def test_what_is_no_file_is_told_and_never_waited_for(place: Place, kind: str) -> None:
    """Opening a pipe to read would hang for ever."""
    if kind == "directory":
        place.beside.mkdir()
    elif kind == "pipe":
        os.mkfifo(place.beside)
    else:
        place.beside.symlink_to(place.beside.parent / "nowhere")
    (told,) = place.load().faults
    assert f"{place.beside} could not be read" in told


def test_a_byte_order_mark_and_crlf_are_accepted(place: Place) -> None:
    place.beside.write_bytes("\ufeff[history]\r\ndepth = 7\r\n# Größe\r\n".encode())
    settings = place.load()
    assert (settings.integer(DEPTH), settings.faults) == (7, ())


@given(
    st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_no_bytes_in_the_file_stop_a_command(data: bytes) -> None:
    """Whatever stands there, every setting has a value of its kind."""
    folder = Path.cwd() / "pad"
    folder.mkdir(exist_ok=True)
    (folder / "scratchpad.toml").write_bytes(data)
    settings = load(str(folder / "scratchpad.md"))
    assert all(settings.value(name) is not None for name in NAMES)


REVIEW = """
[[profiles.review.sections]]
name = "Question"
cap = 300
purpose = "What is to be decided."
[[profiles.review.sections]]
name = "Steps"
cap = 800
numbered = true
aliases = ["Plan"]
protected = true
"""


def test_profiles_are_read_in_the_order_of_their_sections(place: Place) -> None:
    place.beside.write_text(REVIEW)
    settings = place.load()
    assert settings.faults == ()
    assert settings.profiles == {
        "review": (
            SectionTable("Question", 300, "What is to be decided."),
            SectionTable("Steps", 800, "", numbered=True, aliases=("Plan",), protected=True),
        )
    }


def test_a_section_may_hold_entries_with_keys(place: Place) -> None:
    place.beside.write_text(
        '[[profiles.own.sections]]\nname="Facts"\ncap=9\nkeyed=true\nproven=true\n'
        '[[profiles.own.sections]]\nname="Notes"\ncap=9\n'
    )
    assert place.load().profiles == {
        "own": (SectionTable("Facts", 9, keyed=True, proven=True), SectionTable("Notes", 9))
    }


def test_the_pads_profile_wins_over_the_users_of_that_name(place: Place) -> None:
    place.beside.write_text(REVIEW)
    place.users.write_text(
        '[[profiles.review.sections]]\nname="Old"\ncap=1\n[[profiles.own.sections]]\nname="Own"\ncap=2\n'
    )
    profiles = place.load().profiles
    assert {name: [section.name for section in sections] for name, sections in profiles.items()} == {
        "own": ["Own"],
        "review": ["Question", "Steps"],
    }


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("profiles = 1", "profiles is a table"),
        ("[profiles]\nreview = 1", "profiles.review: a profile is a table"),
        (
            "[profiles.review]",
            "profiles.review: it needs its sections: write [[profiles.review.sections]] for each",
        ),
        ("[profiles.review]\nsections = []", "it needs its sections"),
        ("[[profiles.review.sections]]\nname='A'\ncap=1\nproven=true", "proven needs keyed = true"),
        (
            "[[profiles.review.sections]]\nname='A'\ncap=1\nkeyed=true\nnumbered=true",
            "keyed and numbered exclude each other",
        ),
        ("[[profiles.review.sections]]\nname='A'\ncap=1\nkeyed='yes'", "keyed must be true or false"),
        ("[profiles.review]\nsections = [1]", "section 1: it must be a table with name and cap, not 1"),
        ("[[profiles.task.sections]]\nname='A'\ncap=1", "this profile is built in; give yours another name"),
        (
            "[[profiles.'My one'.sections]]\nname='A'\ncap=1",
            "the name of a profile is small letters, digits, - and _",
        ),
        ("[[profiles.review.sections]]\ncap=1", "section 1: name must be a text, which is missing"),
        ("[[profiles.review.sections]]\nname='  '\ncap=1", 'section 1: name must be a text, not "  "'),
        ("[[profiles.review.sections]]\nname='A '\ncap=1", "must be one line without outer blanks or hidden"),
        (
            '[[profiles.review.sections]]\nname="A\\nB"\ncap=1',
            "must be one line without outer blanks or hidden",
        ),
        (
            '[[profiles.review.sections]]\nname="A\\u200bB"\ncap=1',
            "must be one line without outer blanks or hidden",
        ),
        (
            "[[profiles.review.sections]]\nname='## A'\ncap=1",
            "must not begin or end with #, nor hold ## or <!--",
        ),
        ("[[profiles.review.sections]]\nname='A #'\ncap=1", "must not begin or end with #"),
        ("[[profiles.review.sections]]\nname='A <!-- b'\ncap=1", "nor hold ## or <!--"),
        ("[[profiles.review.sections]]\nname='plan'\ncap=1", 'name "plan" must begin with a capital letter'),
        (f"[[profiles.review.sections]]\nname='{'A' * 61}'\ncap=1", "is longer than 60 characters"),
        (
            "[[profiles.review.sections]]\nname='A'",
            "cap must be a whole number from 1 to 1000000, which is missing",
        ),
        (
            "[[profiles.review.sections]]\nname='A'\ncap=0",
            "cap must be a whole number from 1 to 1000000, not 0",
        ),
        (
            "[[profiles.review.sections]]\nname='A'\ncap=true",
            "cap must be a whole number from 1 to 1000000, not true",
        ),
        (
            "[[profiles.review.sections]]\nname='A'\ncap='9'",
            'cap must be a whole number from 1 to 1000000, not "9"',
        ),
        (
            '[[profiles.review.sections]]\nname="A"\ncap=1\npurpose="a\\nb"',
            "purpose must be a text of one line",
        ),
        (
            "[[profiles.review.sections]]\nname='A'\ncap=1\nnumbered=1",
            "numbered must be true or false, not 1",
        ),
        (
            "[[profiles.review.sections]]\nname='A'\ncap=1\naliases='B'",
            'aliases must be a list of texts, not "B"',
        ),
        ("[[profiles.review.sections]]\nname='A'\ncap=1\naliases=[3]", "an alias must be a text, not 3"),
        (
            "[[profiles.review.sections]]\nname='A'\ncap=1\naliases=['a']",
            'an alias "a" must begin with a capital',
        ),
        ("[[profiles.review.sections]]\nname='A'\ncap=1\naliases=['A']", '"A" names two sections'),
        (
            "[[profiles.review.sections]]\nname='A'\ncap=1\nnumberd=true",
            "numberd is not known here; did you mean numbered?",
        ),
        (
            "[[profiles.review.sections]]\nname='A'\ncap=1\n[profiles.review.x]",
            "x is not known here; known: sections",
        ),
        (REVIEW + "[[profiles.review.sections]]\nname='PLAN'\ncap=1", '"PLAN" names two sections'),
        ("[[profiles.review.sections]]\nname='A'\ncap=1\n" * 41, "it has 41 sections"),
    ],
)
def test_a_profile_with_a_fault_is_told_and_not_offered(place: Place, text: str, fault: str) -> None:
    place.beside.write_text(text)
    settings = place.load()
    assert settings.profiles == {}
    assert [
        told for told in settings.faults if fault in told and told.startswith(f"{place.beside}: profiles")
    ]


def test_a_faulty_profile_does_not_hide_the_others(place: Place) -> None:
    place.beside.write_text(f"{REVIEW}[profiles.bad]\n")
    settings = place.load()
    assert list(settings.profiles) == ["review"]
    assert len(settings.faults) == 1


def test_the_built_in_names_are_the_schemas() -> None:
    """The settings stand below the pad in the floor plan and hold the names a second time."""
    from scratchpad_tui.core.config.table import BUILT_IN

    assert set(BUILT_IN) == set(PROFILES)


@pytest.mark.parametrize("depth", [0, 20, 1000])
def test_the_written_example_sets_the_depth_alone(place: Place, depth: int) -> None:
    """What `init` and `demo` write has no fault, and its commented lines are the defaults."""
    place.beside.write_text(example_toml(depth), "utf-8")
    settings = place.load()
    assert settings.faults == ()
    assert settings.integer(DEPTH) == depth
    assert [settings.origin(name) for name in NAMES].count("default") == len(NAMES) - 1


def test_the_written_example_can_name_a_profile(place: Place) -> None:
    place.beside.write_text(example_toml(profile="session"), "utf-8")
    assert place.load().text("profile") == "session"


def test_the_example_uncommented_is_valid_and_default(place: Place) -> None:
    """A person takes the `#` away and gets what the comment says."""
    text = re.sub(r"(?m)^# (?=\w+ = |\[\[)", "", example_toml(20))
    place.beside.write_text(text, "utf-8")
    settings = place.load()
    assert settings.faults == ()
    assert [settings.value(name) for name in NAMES if name != "profile"] == [
        setting.default for setting in SETTINGS if setting.name != "profile"
    ]
    assert list(settings.profiles) == ["review"]


@pytest.mark.parametrize(
    ("platform", "kind", "env", "directory"),
    [
        ("linux", "config", {"HOME": "/h"}, "/h/.config/scratchpad-tui"),
        ("linux", "state", {"HOME": "/h"}, "/h/.local/state/scratchpad-tui"),
        ("linux", "state", {"HOME": "/h", "XDG_STATE_HOME": "/s"}, "/s/scratchpad-tui"),
        ("linux", "config", {"HOME": "/h", "XDG_CONFIG_HOME": "here"}, "/h/.config/scratchpad-tui"),
        ("darwin", "config", {"HOME": "/h"}, "/h/Library/Application Support/scratchpad-tui"),
        ("darwin", "config", {"HOME": "/h", "XDG_CONFIG_HOME": "/c"}, "/c/scratchpad-tui"),
        ("win32", "config", {"LOCALAPPDATA": "/local"}, "/local/scratchpad-tui"),
        ("win32", "state", {"USERPROFILE": "/u"}, "/u/AppData/Local/scratchpad-tui"),
    ],
)
def test_the_users_directory_is_where_the_system_has_it(
    platform: str, kind: str, env: dict[str, str], directory: str
) -> None:
    """The rules of platformdirs, without its import."""
    assert Path(user_directory(kind, env, platform)) == Path(directory)


def test_without_a_home_in_the_environment_the_system_is_asked() -> None:
    assert home_directory({}) == str(Path("~").expanduser())


def test_loading_defaults_imports_neither_toml_nor_difflib(place: Place) -> None:
    """Commands that hooks call every turn pay for neither."""
    import subprocess

    code = (
        "import sys\nfrom scratchpad_tui.core.config import load\n"
        f"load({str(place.pad)!r}, None, {{'HOME': {str(place.pad.parent)!r}}})\n"
        "print(sorted({'tomllib', 'difflib', 'json', 'pathlib', 'dataclasses'} & sys.modules.keys()))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            'profile = "taskk"',
            'profile must be one of task, session, audited, not "taskk"; did you mean "task"?',
        ),
        ('profile = "zz"', 'profile must be one of task, session, audited, not "zz"'),
        ('[ui]\ntheme = "drak"', 'not "drak"; did you mean "dark"?'),
        ("[hist]", "hist is not a setting; did you mean history?"),
        ("hist = 3", "hist is not a setting; did you mean history?"),
    ],
)
def test_a_slip_names_what_is_nearest(place: Place, text: str, fault: str) -> None:
    """In values and tables too; the default is used, and nothing stops."""
    place.beside.write_text(text)
    settings = place.load()
    (told,) = settings.faults
    assert told.endswith(fault)
    assert (settings.text("profile"), settings.origin("profile")) == ("", "default")
    assert settings.text("ui.theme") == "dark"


def test_a_table_whose_name_is_mistyped_costs_no_version(place: Place) -> None:
    """It may have held the depth of the history."""
    place.beside.write_text("histroy = 3")
    assert place.load().integer("history.depth") == 0


def test_an_unknown_profile_gives_way_to_the_next_place(place: Place) -> None:
    """As any other wrong value does; a profile of one's own is known wherever it is defined."""
    own = '[[profiles.review.sections]]\nname = "Question"\ncap = 9\n'
    place.beside.write_text('profile = "review"\n')
    place.users.write_text(own)
    assert place.load().text("profile") == "review"
    place.beside.write_text('profile = "revue"\n')
    place.users.write_text('profile = "session"\n' + own)
    settings = place.load()
    assert settings.text("profile") == "session"
    assert settings.faults[0].endswith('not "revue"; did you mean "review"?')
