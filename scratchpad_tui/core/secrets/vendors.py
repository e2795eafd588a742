"""Finds tokens by the formats that their vendors publish."""

from __future__ import annotations

from scratchpad_tui.core.secrets.patterns import compiled
from scratchpad_tui.core.secrets.shape import is_placeholder, is_random
from scratchpad_tui.core.secrets.vendors_code import CODE_FORMATS
from scratchpad_tui.core.secrets.vendors_services import SERVICE_FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.secrets.hit import Hit

_FORMATS = (*CODE_FORMATS, *SERVICE_FORMATS)
STARTS = [(start, row) for row in _FORMATS for start in row[2].split()]
"""Formats by the letters that they begin with."""

SEARCHED: tuple[tuple[str, str, str, str], ...] = (
    ("azure-client-secret", "an Azure client secret", "Q~", r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{30,36}"),
    ("azure-devops-token", "an Azure DevOps token", "AZDO", r"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}"),
    ("azure-service-key", "an Azure key", "JQQJ99", r"[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{25,26}"),
    ("terraform-token", "a Terraform Cloud token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{50,80}"),
    ("telegram-token", "a Telegram bot token", ":AA", r"\d{8,12}:AA[A-Za-z0-9_-]{30,36}"),
    ("mailchimp-key", "a Mailchimp key", "-us", r"[a-f0-9]{32}-us\d{1,2}"),
    ("newrelic-license", "a New Relic license key", "NRAL", r"[a-f0-9]{36}NRAL"),
    ("firebase-key", "a Firebase server key", ":APA91b", r"[A-Za-z0-9_-]{8,30}:APA91b[A-Za-z0-9_-]{100,200}"),
    ("slack-webhook", "a Slack webhook", "hooks.slack", r"https?://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,200}"),
    ("discord-webhook", "a Discord webhook", "/api/webhooks/", r"https?://[a-z.]{0,20}discord(?:app)?\.com/api/webhooks/\d{15,22}/[A-Za-z0-9_-]{50,100}"),
    ("teams-webhook", "a Teams webhook", "webhook.office.com", r"https?://[a-z0-9-]{1,60}\.webhook\.office\.com/webhookb2/[A-Za-z0-9@/-]{40,250}"),
    ("zapier-webhook", "a Zapier webhook", "hooks.zapier.com", r"https?://hooks\.zapier\.com/hooks/catch/\d{4,12}/[A-Za-z0-9]{5,12}"),
    ("discord-token", "a Discord bot token", ".", r"[MNO][A-Za-z0-9_-]{22,28}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}"),
)  # fmt: skip
"""Formats that are known by letters within them: rule, kind, those letters, the pattern."""
LONG_WORD = 50
"""A text without a word of so many characters has no Discord token."""


def find(text: str) -> Iterator[Hit]:
    """Every token of a vendor in the text."""
    for start, row in STARTS:
        if start in text:
            yield from _anchored(text, start, row)
    for rule, kind, letters, pattern in SEARCHED:
        if letters in text and (letters != "." or _has_long_word(text)):
            for found in compiled(rf"(?<![A-Za-z0-9]){pattern}(?![A-Za-z0-9])").finditer(text):
                if not is_placeholder(found.group().partition("://")[2] or found.group()):
                    yield rule, kind, found.start(), found.end()


def _anchored(text: str, start: str, row: tuple[str, str, str, str, str]) -> Iterator[Hit]:
    rule, kind, _, pattern, random = row
    match = compiled(pattern).match
    at = text.find(start)
    while at >= 0:
        found = match(text, at) if not (at and is_letter(text[at - 1])) else None
        if found is None:
            at = text.find(start, at + 1)
            continue
        body = found.group()[len(start) :]
        if not is_placeholder(body) and (not random or is_random(body)):
            yield rule, kind, at, found.end()
        at = text.find(start, found.end())


def is_letter(char: str) -> bool:
    """Whether a token that stands behind this character would be a part of a longer word."""
    return char.isascii() and char.isalnum()


def _has_long_word(text: str) -> bool:
    return bool(compiled(rf"[A-Za-z0-9_.-]{{{LONG_WORD}}}").search(text))
