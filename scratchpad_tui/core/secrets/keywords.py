"""Secrets behind a word that announces them: `DB_PASSWORD=...`, `"token": "..."`, "the admin password is ..."."""

from __future__ import annotations

from itertools import islice

from scratchpad_tui.core.secrets.names import KEY, PASSWORD, TOKEN, WEAK, kind_of
from scratchpad_tui.core.secrets.patterns import compiled, words
from scratchpad_tui.core.secrets.shape import (
    changes,
    classes,
    is_hex,
    is_key,
    is_none,
    is_password,
    is_strict,
    is_wordy,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.secrets.hit import Hit

_ANNOUNCES = r"(?i)pass|pwd|(?<![a-z])pw(?![a-z])|secret|token|key|cred|auth|psk|kennwort"
_NAME_REST = r"[A-Za-z0-9_.-]{0,60}"
_NAME_CHARS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")
_LONGEST_NAME = 60
_DIRECT = (
    r"[\"'`\])*_}]{0,3}[ \t]{0,12}(?:\([^()\n]{0,30}\)[ \t]{0,3})?(?::=|=>|->|\u2192|={1,3}|:(?:[ \t]{0,4}\r?\n[ \t>-]{0,8})?|\||>|,(?=[ \t]{0,3}[\"'`]))"
    r"[ \t]{0,12}[*_(]{0,3}(?=[^\s*_(])"
)
_CALL = r"\((?=[\"'`])"
_IS = r"[\"'`*_]{0,3}[ \t]{1,3}(?:is|was|are|=|to|of|->)(?:[ \t]{1,3}(?:now|still|set to|currently|just|simply|changed to|literally))?[ \t:]{1,3}[*_]{0,2}(?=[^\s*_])"
_BLANK = r"[\"'`*_]{0,3}[ \t]{1,4}(?=\S)"
_QUOTED = {quote: rf"{quote}([^{quote}\n]{{1,400}}){quote}" for quote in "\"'`"}
_BARE = r"[^\s\"'`<>|]{1,400}"
_CUTS = r"[;&,](?:$|[A-Za-z_][\w. -]{0,40}=)|[;,]$|\\[nrt\"]|[)\]}]{1,20}[,;.]{0,9}$|,[\"'{]"
_ENDS = ".,;:\u2026"
_MOST_EQUALS = 6
"""More of them in a bare word are a list of settings, and each is looked at by itself."""
_HEROKU = r"(?i)heroku|postmark|snyk|codecov|railway|tiingo|exa_api|exa api"
_UUID = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\Z"
_REACH = 110
"""Characters behind a word of prose in which its value is looked for."""
_WORDS_OFF = 5
_NO_HEAD = words(
    "fingerprint fingerprints id ids hash hashes digest checksum sha sha256 commit commits name names rotation policy policies bucket limit limits budget count counts length "
    "file files path paths url model version run request error errors test tests usage per window owner owners type types size expiry lifetime ttl manager store vault "
    "placeholder prefix prefixes format regex pattern field fields column header parameter variable var env request-id trace span build image digest tag ref revision branch"
)
"""Behind the word, these are what is spoken of."""
_KINDS = {
    PASSWORD: ("password", "a password"),
    TOKEN: ("secret-value", "a secret or token"),
    KEY: ("key-value", "a secret key"),
    WEAK: ("key-value", "a secret key"),
}


def find(text: str) -> Iterator[Hit]:
    """Every value in the text that a word announces and that has the shape of a secret."""
    done = 0
    for found in compiled(_ANNOUNCES).finditer(text):
        if found.start() < done:
            continue
        start = _name_start(text, found.start(), done)
        rest = compiled(_NAME_REST).match(text, found.end())
        end = rest.end() if rest else found.end()
        while end > found.end() and text[end - 1] in ".-_":
            end -= 1
        done = end
        hit = _behind(text, start, end) or _in_front(text, start, end)
        if hit:
            yield hit


def _name_start(text: str, at: int, floor: int) -> int:
    lowest = max(floor, at - _LONGEST_NAME, 0)
    while at > lowest and text[at - 1] in _NAME_CHARS:
        at -= 1
    while at < len(text) and text[at] in "-.":
        at += 1
    return at


def _behind(text: str, start: int, end: int) -> Hit | None:
    name = text[start:end]
    kind = kind_of(name, _words_before(text, start, end))
    if not kind:
        return None
    direct = compiled(_DIRECT).match(text, end) or compiled(_CALL).match(text, end)
    if direct:
        span = _value(text, direct.end())
        if span and _fits(text, start, span, kind):
            return (*_KINDS[kind], span[0], span[1])
        if span and text[end : direct.end()].strip() not in (":", "|"):
            return None
    if kind == WEAK:
        return None
    option = text[max(0, start - 2) : start] == "--" or "_" in name
    span = _said(text, end, kind) or _next(text, end, kind, option=option)
    if span:
        return (*_KINDS[kind], span[0], span[1])
    return _in_prose(text, end, kind) if _is_word(text, start, end) else None


def _said(text: str, end: int, kind: str) -> tuple[int, int, bool] | None:
    """The value that a sentence gives: "the password is ..."."""
    said = compiled(_IS).match(text, end)
    span = _value(text, said.end()) if said else None
    return span if span and _is_said(text[span[0] : span[1]], kind) else None


def _next(text: str, end: int, kind: str, *, option: bool) -> tuple[int, int, bool] | None:
    """The value that stands right behind the name, a blank between; `option`: the name is one of a command."""
    if kind == PASSWORD and not option:
        return None
    blank = compiled(_BLANK).match(text, end)
    span = _value(text, blank.end()) if blank else None
    if span is None:
        return None
    value = text[span[0] : span[1]]
    if kind == PASSWORD:
        return span if is_password(value) else None
    fits = is_key(value) if option else is_key(value, 24) and classes(value) >= 3
    return span if fits or (is_hex(value) and len(value) >= 32) else None


def _is_word(text: str, start: int, end: int) -> bool:
    """Whether the name stands as a word of a sentence, not as a part of a path or an address."""
    return (not start or text[start - 1] in " \t\n\r\"'`(*_|>") and text[end : end + 1] in " \t:,)\"'`*_|"


def _words_before(text: str, start: int, end: int) -> str:
    """The word or two before a name that they decide on, where blanks alone stand between."""
    if not text[start:end].lower().endswith(("key", "token", "auth")):
        return ""
    found = compiled(r"(?:[A-Za-z0-9]{1,20}[ \t]{1,2}){1,2}\Z").search(text, max(0, start - 44), start)
    return found.group() if found else ""


def _value(text: str, at: int) -> tuple[int, int, bool] | None:
    """Where the value that begins here stands, and whether it is in quotes."""
    first = text[at : at + 1]
    quoted = compiled(_QUOTED[first]).match(text, at) if first in _QUOTED and first else None
    if quoted:
        return quoted.start(1), quoted.end(1), True
    start = at + (first in _QUOTED and bool(first))
    bare = compiled(_BARE).match(text, start)
    if bare is None or bare.group().count("=") > _MOST_EQUALS:
        return None
    end = bare.end()
    cut = compiled(_CUTS).search(bare.group())
    if cut and cut.start() and "(" not in bare.group()[: cut.start()]:
        end = start + cut.start()
    while end > start and text[end - 1] in _ENDS:
        end -= 1
    if text[max(start, end - 2) : end] in ("**", "__"):
        end -= 2
    return (start, end, False) if end > start else None


def _fits(text: str, start: int, span: tuple[int, int, bool], kind: str) -> bool:
    """Whether a value right behind its name has the shape of one."""
    value, quoted = text[span[0] : span[1]], span[2]
    if compiled(_UUID).match(value):
        return bool(compiled(_HEROKU).search(text, max(0, start - 40), span[0]))
    if " " in value:
        return kind == PASSWORD and quoted and len(value) >= 14 and _is_mixed(value, quoted=True)
    if kind == PASSWORD:
        return is_password(value, quoted=quoted)
    if kind == WEAK:
        return classes(value) >= 3 and is_key(value, 20, quoted=quoted) and not is_hex(value)
    short = len(value) >= 8 and _is_mixed(value, quoted=quoted) and not is_wordy(value)
    return is_key(value, 16, quoted=quoted) or short


def _is_mixed(value: str, *, quoted: bool) -> bool:
    several = classes(value) >= 3 and any(map(str.isdigit, value))
    return several and not is_none(value, quoted=quoted)


def _is_said(value: str, kind: str) -> bool:
    """Whether what a sentence gives as the value has the shape of one."""
    if kind == PASSWORD:
        return is_password(value) and (classes(value) >= 3 or changes(value) >= 3)
    return is_key(value, 20) or is_strict(value)


def _in_prose(text: str, end: int, kind: str) -> Hit | None:
    """The value within five words behind the word, on its line and in its sentence."""
    stop = min(len(text), end + _REACH)
    line = text.find("\n", end, stop)
    stop = line if line >= 0 else stop
    if not compiled(r"[0-9]").search(text, end, stop):
        return None  # what looks random here has a digit
    for word in islice(compiled(r"\S{1,200}").finditer(text, end, stop), _WORDS_OFF + 1):
        start, close = _bare_word(text, *word.span())
        value = text[start:close]
        if is_strict(value):
            return (*_KINDS[kind], start, close)
        if value.lower() in _NO_HEAD or text[word.end() - 1] in ".;!?":
            break
    return None


def _bare_word(text: str, start: int, close: int) -> tuple[int, int]:
    """A word of a sentence without the marks around it; what stands in quotes keeps its own."""
    while start < close and text[start] in "\"'`(*_<[{:=":
        start += 1
    end = text.find(text[start - 1], start, close) if text[start - 1 : start] in tuple(_QUOTED) else -1
    if end > start:
        return start, end
    while close > start and text[close - 1] in "\"'`)*_>]}.,;:!?":
        close -= 1
    return start, close


def _in_front(text: str, start: int, end: int) -> Hit | None:
    """The value of a sentence such as "... is the admin password"."""
    before = text[max(0, start - 80) : start]
    if not (" is " in before or " was " in before or " as " in before):
        return None
    begin = max(0, start - 300)
    linked = compiled(r"(\S{8,200})[ \t]{1,3}(?:is|was|as)[ \t]{1,3}(?:[A-Za-z]{1,20}[ \t]{1,3}){0,4}\Z")
    kind = kind_of(text[start:end], _words_before(text, start, end))
    if not kind or kind == WEAK:
        return None
    line = text.rfind("\n", begin, start) + 1
    found = linked.search(text, max(begin, line), start)
    if found is None:
        return None
    at, close = found.span(1)
    while at < close and text[at] in "\"'`(*_<[":
        at += 1
    while close > at and text[close - 1] in "\"'`)*_>],.;:":
        close -= 1
    return (*_KINDS[kind], at, close) if is_strict(text[at:close]) else None
