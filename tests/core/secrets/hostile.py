"""Texts that make careless patterns slow, each of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def _repeated(piece: str) -> Callable[[int], str]:
    return lambda size: (piece * (size // len(piece) + 1))[:size]


HOSTILE: dict[str, Callable[[int], str]] = {
    "one letter": _repeated("a"),
    "capitals": _repeated("A"),
    "password": _repeated("password"),
    "password and blanks": _repeated("password "),
    "token and blanks": lambda size: "token" + " " * size,
    "dots": _repeated("a."),
    "dashes": _repeated("a-b_"),
    "settings": _repeated("key="),
    "begin without end": _repeated("-----BEGIN " + "PRIVATE KEY-----\n"),
    "a quote never closed": lambda size: 'password="' + "x" * size,
    "addresses": _repeated("://a:"),
    "heads of tokens": _repeated("eyJhbGciOi."),
    "seed phrases": _repeated("seed phrase: word "),
}
CUT: dict[str, Callable[[int], str]] = {
    "lines of one letter": _repeated("a\n"),
    "cells of one letter": _repeated("a|"),
    "list of one letter": _repeated("a, "),
    "heads in pieces": _repeated("e\ny\nJ\n.\n"),
    "heads in lines": _repeated("ghp_\n"),
    "heads with a letter": _repeated("sk-a\n"),
    "strings": _repeated('"a" + '),
    "marks of entries": _repeated("a\n- 2026-07-20T10:12Z [observed] "),
    "labels": _repeated("x\nthe one two of it key is "),
    "headings": _repeated("a\n# a\n\n"),
    "sections with nothing in them": _repeated("a\n\n## a\n_(empty)_\n\n"),
    "lines of an encoded text": _repeated("QUJDREVGR0hJSktM\n"),
    "lines that may be one": _repeated("wordlong\nother/and/more\n"),
    "closing marks": _repeated("a))))'`*"),
}
"""Texts that are cut wherever a word may be."""
