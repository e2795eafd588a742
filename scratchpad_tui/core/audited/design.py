"""The gate for design reports: every place in which a report does not keep the contract."""

from __future__ import annotations

import re
from itertools import chain, islice

from scratchpad_tui.core.audited import design_rules as rules
from scratchpad_tui.core.audited.report_text import Fault, NoNumber, NoReport, oddities, read, under, whole
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.evidence import is_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Fault", "check_document", "check_report"]

MOST_FAULTS = 10_000
"""How many are listed: a report of ten megabytes can have as many millions."""
_SHOWN = 40
"""Characters of a text that a fault quotes."""
_EDGES = " \t\r\n\"'`.,;:!()[]"


class _Value(NamedTuple):
    """What stands at a place of the report."""

    path: str
    there: bool
    value: object = None

    def at(self, name: str) -> _Value:
        """What stands under a name of it."""
        path = under(self.path, name)
        if isinstance(self.value, dict) and name in self.value:
            return _Value(path, there=True, value=self.value[name])
        return _Value(path, there=False)

    def fault(self, wanted: str) -> Fault:
        """That it is not what is wanted."""
        return Fault(self.path, f"must be {wanted}, {_shown(self)}")


def check_report(data: bytes) -> list[Fault]:
    """Every fault of a report given as bytes, in the order of the contract; none where it passes.

    Of more than `MOST_FAULTS` the last one listed says how many more there are.
    """
    try:
        document = read(data)
    except NoReport as error:
        return [whole(str(error))]
    return _listed(chain(oddities(document), _checked(document)))


def check_document(document: object) -> list[Fault]:
    """The same of a report that is decoded already."""
    return _listed(_checked(document))


def _listed(faults: Iterator[Fault]) -> list[Fault]:
    listed = list(islice(faults, MOST_FAULTS))
    more = sum(1 for _ in faults)
    return [*listed, whole(f"has {more:,} more faults, not listed here")] if more else listed


def _checked(document: object) -> Iterator[Fault]:
    top = _Value("", there=True, value=document)
    if not isinstance(document, dict):
        yield whole(f"must be an object, {_shown(top)}")
        return
    yield from _schema(top.at("schema"))
    yield from _scratchpad(top.at("scratchpad"))
    yield from _answers(top)


def _schema(at: _Value) -> Iterator[Fault]:
    # True equals 1, and so does 1.0.
    if type(at.value) is not int or at.value != rules.SCHEMA:
        yield at.fault(f"the number {rules.SCHEMA}")


def _scratchpad(at: _Value) -> Iterator[Fault]:
    if not isinstance(at.value, dict):
        yield at.fault("an object")
        return
    yield from _path(at.at("path"))
    sections = at.at("sections")
    if not isinstance(sections.value, dict):
        yield sections.fault(f"an object with {', '.join(rules.SECTIONS)}")
        return
    for name in rules.SECTIONS:
        yield from _section(name, sections.at(name))
    for name in sections.value:
        if name not in rules.SECTIONS:
            yield Fault(under(sections.path, name), f"is no section; they are {', '.join(rules.SECTIONS)}")


def _path(at: _Value) -> Iterator[Fault]:
    if not isinstance(at.value, str) or not _is_pad_path(at.value):
        wanted = (
            f"the relative path of a {rules.SUFFIX} file under {rules.ROOT}, with / and without . or .. in it"
        )
        yield at.fault(wanted)


def _is_pad_path(path: str) -> bool:
    names = path.split("/")
    return (
        path.startswith(rules.ROOT)
        and path.endswith(rules.SUFFIX)
        and names[-1] != rules.SUFFIX
        # Blanks and dots at a name's end are lost on Windows: what is left of ".. " there is "..".
        and all(name.strip(". ") for name in names)
        and path.isprintable()
        and "\\" not in path
    )


def _section(name: str, at: _Value) -> Iterator[Fault]:
    if not isinstance(at.value, list):
        yield at.fault("a list of entries")
        return
    for place, value in enumerate(at.value):
        yield from _entry(_Value(under(at.path, place), there=True, value=value), proven=name in rules.PROVEN)


def _entry(at: _Value, *, proven: bool) -> Iterator[Fault]:
    if not isinstance(at.value, dict):
        yield at.fault("an object")
        return
    for name in rules.WORDS:
        yield from _words(at.at(name))
    date = at.at("date")
    if not isinstance(date.value, str) or not is_day(date.value):
        yield date.fault("a day as YYYY-MM-DD")
    validated = at.at("validated")
    if proven and validated.value is not True:
        yield validated.fault("true")


def _words(at: _Value) -> Iterator[Fault]:
    if not isinstance(at.value, str) or not any(_is_seen(char) for char in at.value):
        yield at.fault("a text that is not empty")
    elif forbidden := _forbidden(at.value):
        yield Fault(at.path, f'is "{forbidden}", which is no conclusion; write what it shows')


def _is_seen(char: str) -> bool:
    return char.isprintable() and not char.isspace()


def _forbidden(text: str) -> str:
    """The forbidden text that this is, alone or in front of a colon, whatever case, blanks and marks around it."""
    head = text.partition(":")[0]
    plain = {_plain(text), _plain(head)}
    return next((words for words in rules.FORBIDDEN if _plain(words) in plain), "")


def _plain(text: str) -> str:
    return " ".join(re.split(r"[\s_-]+", text.casefold().strip(_EDGES)))


def _answers(top: _Value) -> Iterator[Fault]:
    for name, answers in rules.ANSWERS.items():
        at = top.at(name)
        if not isinstance(at.value, dict):
            yield at.fault("an object")
            continue
        if name == "write_policy" and at.at("mode").value != rules.MODE:
            yield at.at("mode").fault(f'"{rules.MODE}"')
        for question, answer in answers.items():
            given = at.at(question)
            if given.value is not answer:
                yield given.fault("true" if answer else "false")


def _shown(at: _Value) -> str:
    """What stands there, in a few words."""
    if not at.there:
        return "and is missing"
    value = at.value
    if value is None or isinstance(value, bool):
        return f"not {'null' if value is None else str(value).lower()}"
    if isinstance(value, str):
        cut = value if len(value) <= _SHOWN else f"{value[:_SHOWN]}..."
        return f'not "{cut}"'
    if isinstance(value, int | float):
        return f"not {f'{value}'[:_SHOWN]}"
    if isinstance(value, NoNumber):
        return f"not {value.name}"
    return "not a list" if isinstance(value, list) else "not an object"
