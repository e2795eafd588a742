"""Private keys in the blocks that PEM, OpenSSH, PGP and PuTTY write, and phrases that stand for a wallet."""

from __future__ import annotations

from scratchpad_tui.core.secrets.patterns import compiled, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.secrets.hit import Hit

_BEGIN = "-----BEGIN "
_HEAD = r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
_END = r"-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
_LONGEST = 40_000
"""Characters of a block; an end further away belongs to another one."""
_BREAK = r"(?:\s|\\r|\\n|\\\\n|[\"'`+>|,*#&;<br/-]){1,40}"
_FIELD = rf"(?:{_BREAK}(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|MessageID):[^\n\\]{{0,200}}){{0,6}}"
_BODY = rf"{_FIELD}{_BREAK}[A-Za-z0-9+/=]{{16}}"
_LINE = r"(?:\s|\\r|\\n|\\\\n|[\"'`+>|,*#]){1,40}[A-Za-z0-9+/=]{16,100}"
_PUTTY = "PuTTY-User-Key-File-"
_PUTTY_LINES = r"Private-Lines: \d{1,3}\r?\n(?:[A-Za-z0-9+/=]{1,80}\r?\n?){1,99}"
_PHRASE_NAMES = r"(?i)(?:(?:seed|recovery|backup|mnemonic|secret|wallet)[ _-]{0,2}(?:phrase|words|seed|mnemonic)|mnemonic|(?<![a-z])bip-?39)"
_PHRASE = r"[^\n]{0,60}?(?:[:=]|\b(?:is|was|are|were)\b|->)[\s\"'`*]{0,6}((?:\d{1,2}[.)]?\s{1,3})?[a-z]{3,8}(?:[ ,\t\n]{1,4}(?:\d{1,2}[.)]?\s{1,3})?[a-z]{3,8}){11,23})(?![a-z])"
_PLAIN = words(
    "the and for are was not but has had its our who does too stored kept written down please them they should which"
)
"""Words of sentences: a phrase of a wallet has at most one of them."""


def opens(text: str) -> bool:
    """Whether it has words that a key or a phrase of many lines begins with."""
    return _BEGIN in text or _PUTTY in text or _names_phrase(text)


def find(text: str) -> Iterator[Hit]:
    """Every private key and every seed phrase in the text."""
    if _BEGIN in text:
        yield from _pem(text)
    if _PUTTY in text:
        for found in compiled(_PUTTY_LINES).finditer(text):
            yield "putty-key", "a PuTTY private key", found.start(), found.end()
    if _names_phrase(text):
        yield from _phrases(text)


def _names_phrase(text: str) -> bool:
    low = text.lower()
    return "phrase" in low or "mnemonic" in low or "bip" in low or "seed" in low or "recovery" in low


def _pem(text: str) -> Iterator[Hit]:
    at = text.find(_BEGIN)
    while at >= 0:
        head = compiled(_HEAD).match(text, at)
        if head is None or not compiled(_BODY).match(text, head.end()):
            at = text.find(_BEGIN, at + 1)
            continue
        stop = _end(text, head.end())
        yield "private-key", "a private key", at, stop
        at = text.find(_BEGIN, stop)


def _end(text: str, start: int) -> int:
    following = text.find(_BEGIN, start)
    limit = min(len(text), start + _LONGEST)
    if 0 <= following < limit:
        limit = following
    end = compiled(_END).search(text, start, limit)
    if end:
        return end.end()
    # Cut off: as far as its lines go.
    body = compiled(_BODY).match(text, start)
    at = body.end() if body else start
    tail = compiled(r"[A-Za-z0-9+/=]{0,400}").match(text, at)
    at = tail.end() if tail else at
    while at < limit and (line := compiled(_LINE).match(text, at)):
        at = line.end()
    return at


def _phrases(text: str) -> Iterator[Hit]:
    for name in compiled(_PHRASE_NAMES).finditer(text):
        found = compiled(_PHRASE).match(text, name.end())
        if found is None:
            continue
        phrase = compiled(r"[a-z]{3,8}").findall(found.group(1))
        several = len(set(phrase)) * 4 >= len(phrase) * 3
        if several and sum(word in _PLAIN for word in phrase) <= 1:
            yield "seed-phrase", "a seed phrase", found.start(1), found.end(1)
