"""Pads for tests: a plain maker of the profile `task`, and Hypothesis strategies for hand-made mess and patch lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.schema import EMPTY_MARK, SESSION, TASK
from scratchpad_tui.core.pad.store import PadStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.schema import Profile
    from scratchpad_tui.core.pad.store import Outcome

CASES = Path(__file__).resolve().parents[2] / "cases"
"""The handed cases: each folder a situation with its inputs and what must come out."""

BODY: dict[str, list[str]] = {
    "Task": ["Ship the CSV importer"],
    "Plan": ["1. [x] read the sample files", "2. [ ] write the tokenizer", "3. [ ] wire the command line"],
    "Findings": ["- rows are split on ; and not on ,"],
    "Next": ["write the tokenizer"],
}
CONFLICT = "<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> other"
ENDS = ("\n", "\r\n", "\r")
SEPARATORS = "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e"
"""What `str.splitlines` takes for line ends and a pad does not."""

WORDS = (
    "alpha",
    "beta",
    "gamma ray",
    "C:\\new\\1",
    "a`b`c",
    "[x] y",
    "été 測",
    "\U0001f642",
    "1. one",
    "a\u2028b",
    "c\x0cd\x85e",
    "#x",
    "- -",
    "= =",
    "שלום\u200f",
    "**b**",
)
"""Few, so that patches meet what stands in the pads."""


def pad(*, end: str = "\n", final: bool = True, bom: bool = False, **bodies: str | Sequence[str]) -> str:
    """A pad of the profile `task`; a body by its section's name, `_` for the blank, as a text or as lines."""
    parts = []
    for name in TASK.names:
        body = bodies.get(name.replace(" ", "_"), BODY.get(name, []))
        lines = body.split("\n") if isinstance(body, str) else list(body)
        parts.append("\n".join([f"## {name}", *(lines or [EMPTY_MARK]), ""]))
    text = "\n".join(parts)
    if not final:
        text = text.removesuffix("\n")
    return ("\ufeff" if bom else "") + text.replace("\n", end)


SCRAPS = st.lists(
    st.sampled_from(
        [
            *[
                "\n",
                "\r",
                "\r\n",
                " ",
                "\t",
                "x",
                "é",
                "\x00",
                "\ufeff",
                "#",
                "- ",
                "1. ",
                "10) ",
                "[ ] ",
                "```",
                "~~~",
                "````",
                "<!--",
                "-->",
                "<<<<<<< ",
                "=======",
                ">>>>>>> ",
            ],
            *[
                "##",
                "## Task\n",
                "## plan ##\n",
                "## Findings\r\n",
                "##\tNext\r",
                "## Task",
                "```\n",
                "=======\n",
                "-->\n",
            ],
            *SEPARATORS,
            EMPTY_MARK,
        ]
    ),
    max_size=24,
).map("".join)
"""Texts in which structure is dense, and most are broken."""


class Desk:
    """A pad's place on disk with what lies around it; every act goes through a store of its own, as a process would."""

    def __init__(self, path: Path, *, profile: str | None = None, depth: int | None = None) -> None:
        self.path = path
        self.profile = profile
        self.depth = depth

    def store(self) -> PadStore:
        """A fresh store on the pad."""
        return PadStore(self.path, profile=self.profile, depth=self.depth)

    def put(self, data: bytes | str) -> bytes:
        """Puts the bytes in the pad's place by hand."""
        data = data.encode() if isinstance(data, str) else data
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(data)
        return data

    def save(self, data: bytes | str) -> int:
        """Makes the bytes the pad and its newest version."""
        self.put(data)
        number = self.store().record_external()
        assert number is not None
        return number

    def apply(self, patches: bytes | str | list[dict[str, str]], *, actor: str = "agent") -> Outcome:
        """Applies a patch list as an agent sends it."""
        store = self.store()
        text = json.dumps(patches) if isinstance(patches, list) else patches
        try:
            return store.apply_text(text, actor=actor)
        finally:
            store.close()

    @property
    def data(self) -> bytes:
        """The pad's bytes."""
        return self.path.read_bytes()

    @property
    def versions(self) -> list[int]:
        """The numbers of the versions kept."""
        return self.store().history.numbers()

    @property
    def quarantined(self) -> list[Path]:
        """The quarantined files."""
        return sorted(self.path.parent.glob(f"{self.path.stem}.broken-*"))

    @property
    def events(self) -> list[dict[str, Any]]:
        """The journal's events, oldest first."""
        return journal.events(self.store().paths.journal)

    def version_lines(self) -> list[dict[str, Any]]:
        """The journal's lines of versions, oldest first."""
        return [r for r in journal.records(self.store().paths.journal) if r["kind"] == "version"]

    def prompt(self) -> str:
        """What the next prompt of another process says."""
        return prompt_text(self.store())

    def lines(self, section: str) -> list[str]:
        """The lines of a section as they are served."""
        return self.store().read().document.content(section)


class Case(Desk):
    """A handed case, its `start.md` in the pad's place."""

    def __init__(self, folder: str, path: Path, *, start: str = "start.md", good: str = "") -> None:
        super().__init__(path)
        self.folder = CASES / folder
        if good:
            self.save(self.file(good))
        if start:
            self.put(self.file(start))

    def file(self, name: str) -> bytes:
        """The bytes of a file of the case; `good.md` may be the one that all cases share."""
        own = self.folder / name
        return (own if own.exists() else CASES / name).read_bytes()

    def apply_file(self, name: str) -> Outcome:
        """Applies a patch list of the case."""
        return self.apply(self.file(name))


def add(section: str, content: str, op: str = "append") -> list[dict[str, str]]:
    """A list of one patch."""
    return [{"section": section, "op": op, "content": content}]


def _is_harmless(text: str) -> bool:
    """Whether a line of this text begins neither a section nor a fence, a comment or a conflict."""
    return not text.startswith(("##", "<<<<<<< ", ">>>>>>> ")) and not any(
        mark in text for mark in ("```", "~~~", "<!--")
    )


WORDY = st.one_of(
    st.sampled_from((*WORDS, *(f"{one} {other}" for one, other in zip(WORDS, WORDS[3:], strict=False)))),
    st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\0\n\r"), min_size=1, max_size=6
    ).filter(_is_harmless),
)
"""A short text of one line."""

PIECES = (
    "- @",
    "* @",
    "+  @",
    "-\t@",
    "@",
    "@   ",
    "    indented @",
    "0. [ ] @",
    "1. [ ] @",
    "1. [x] @",
    "2. [X] @",
    "3. [ ] @",
    "7. @",
    "12. [ ] @",
    "2) [ ] @",
    "[ ] @",
    "[x] @",
    "- [ ] @\n  - [x] @ nested\n  more of it",
    "1. [ ] @\n   - [ ] nested\n\ttabbed @\n\n   after a blank line",
    "```sh\n## Plan\n1. [ ] @\n```",
    "- @\n  ```\n  ## Next\n    deep\n  ```",
    "- ```\n  ## Findings\n  ```",
    "2. [ ] ~~~ @\n## Task\n   ~~~",
    "````md\n```\n````",
    "<!-- one line -->",
    "<!--\n## Plan\n1. [ ] @\n-->",
    "  <!-- @\n  -->",
    "",
    "\n  \t",
    EMPTY_MARK,
    "### sub heading\n> @",
    "=======",
)
"""What a person or an agent may leave in a section; a word stands for each @."""

PIECE = st.builds(str.replace, st.sampled_from(PIECES), st.just("@"), WORDY)
BODIES = st.one_of(
    st.just([EMPTY_MARK, ""]),
    st.lists(PIECE, max_size=4).map(lambda pieces: [line for piece in pieces for line in piece.split("\n")]),
)
"""The lines of a section."""

_HEADINGS = ("## {}", "## {}", "## {}", "## {} ##", "##\t{}  ", "##   {} ###")
_END_STYLES = st.sampled_from((("\n",), ("\n",), ("\r\n",), ("\r",), ("\n", "\r\n"), ("\r", "\r\n", "\r")))


@st.composite
def texts_of(draw: st.DrawFn, profile: Profile = TASK) -> str:
    """A text that parses: sections missing or not, any line ends, a byte-order mark or not."""
    lines: list[str] = draw(st.sampled_from(([], [], ["", "  "])))
    if profile.open_ended:
        lines = draw(st.sampled_from((lines, ["---", "owner: nobody", "---", *lines])))
    left_out = draw(st.sets(st.sampled_from(profile.names), max_size=2))
    for section in profile.sections:
        if section.name not in left_out:
            name = draw(st.sampled_from((section.name, section.name.upper(), *section.aliases)))
            lines += [draw(st.sampled_from(_HEADINGS)).format(name), *draw(BODIES)]
    ends = draw(_END_STYLES)
    parts = [line + ends[number % len(ends)] for number, line in enumerate(lines)]
    bom, final = draw(
        st.sampled_from((("", True), ("", True), ("", False), ("\ufeff", True), ("\ufeff", False)))
    )
    if parts and not final:
        parts[-1] = lines[-1]
    return bom + "".join(parts)


TASK_TEXTS = texts_of(TASK)
SESSION_TEXTS = texts_of(SESSION)

NASTY = (
    "## Next",
    "x\n## Findings\ny",
    "x\r## Plan",
    "##",
    "##\tTask",
    "   ## Ruled out",
    "```\ncode\n```",
    "run:\n```sh\n## Plan\n```",
    "```",
    "    ```",
    "~~~\nopen",
    "1. ```",
    "```\nx\n````\ny",
    "<!-- open",
    "    <!-- open",
    "<!-- ok -->",
    "<!--\n## Plan\n-->",
    "-->",
    "<<<<<<< a",
    "=======",
    "a\n=======",
    ">>>>>>> b",
    EMPTY_MARK,
    f"x\n  {EMPTY_MARK} \ny",
    "",
    " \n\t",
    "\n\na\n\n",
    "\u2028## Task",
    "- ```\n  ## Next\n  ```",
    "- ```\n## Next\n```",
    "Task\n----",
    "a\0b",
    "\x1b[2J",
    "a\x9bb",
    "n" * 420,
    "-",
    "- ",
    "[ ]",
    "3.",
    "[x] boxed",
    "- [ ] boxed bullet",
    "7. [ ] delta",
    "7) delta",
    "- 4. [x] all three",
    "- one\n- two",
    "  - one\n  - two",
    "* one\n\n+ two\n- one",
    "1. one\n2. two",
    "1. [x] one\n- two",
    "- one\n  more\n- two",
    "first\r\nsecond\rthird",
    "  first\n    second\n  third",
    "- first\n    second\n   third",
    "1. first\n   - nested",
    "alpha\n\nbeta",
)


CONTENTS = st.one_of(
    WORDY,
    WORDY.map("- {}".format),
    st.sampled_from(NASTY),
    PIECE,
    BODIES.map("\n".join),
    BODIES.map("\r\n".join),
)
"""The content of a patch, decent or not."""

_NUMBERS = st.sampled_from(("0", "1", "2", "3", "7", "12", " 1 ", "02", "one"))
_REMOVED = st.sampled_from((*WORDS[:6], "nested", "code", "e", "## Plan", "x] y", "tabbed"))
_WRONG = st.sampled_from(
    (Patch("Vibes", "append", "x"), Patch("Plan", "apend", "x"), Patch("Next", "check", "1"))
)


def patches(profile: Profile = TASK) -> st.SearchStrategy[Patch]:
    """One patch; now and then one that is refused."""
    names = st.sampled_from((*profile.names, profile.names[0].lower()))
    numbered = st.sampled_from([section.name for section in profile.sections if section.numbered] or ["Plan"])
    appends = st.tuples(st.one_of(names, numbered), st.just("append"), CONTENTS)
    replaces = st.tuples(names, st.just("replace"), CONTENTS)
    checks = st.tuples(numbered, st.just("check"), _NUMBERS)
    removes = st.tuples(names, st.just("remove"), st.one_of(_REMOVED, WORDY, CONTENTS))
    clears = st.tuples(names, st.just("clear"), st.sampled_from(("", "", "x")))
    made = st.one_of(appends, appends, appends, replaces, checks, removes, removes, removes, clears, _WRONG)
    return made.map(lambda fields: Patch(*fields))


def patch_lists(profile: Profile = TASK) -> st.SearchStrategy[list[Patch]]:
    """A list of patches; most are accepted."""
    return st.lists(patches(profile), min_size=1, max_size=3)
