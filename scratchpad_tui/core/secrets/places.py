"""Secrets by where they stand: addresses, headers, cookies, command lines, netrc, signed links."""

from __future__ import annotations

from binascii import Error, a2b_base64

from scratchpad_tui.core.secrets.patterns import compiled, words
from scratchpad_tui.core.secrets.shape import is_key, is_none, is_password, is_placeholder, is_reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.secrets.hit import Hit

_ADDRESS = r"://([^\s/:@\"'<>`]{0,100}):([^\s@/\"'<>`]{3,200})@(?=[\w.\[-])"
_AUTHORIZATION = (
    r"(?i)authorization[\"']{0,2}\s{0,3}[:=,]\s{0,3}[\"'`]?(?:(basic|bearer|token|api-?key|key|bot|oauth|digest|splunk)\s{1,3})?"
    r"([A-Za-z0-9+/=._~%:-]{8,2000})"
)
_BEARER = r"(?i)(?<![a-z0-9])bearer[ \t:=]{1,3}[\"'`]?([A-Za-z0-9+/=._~-]{16,2000})"
_BASIC = r"(?<![A-Za-z0-9])[Bb]asic[ \t]{1,3}([A-Za-z0-9+/]{12,400}={0,2})(?![A-Za-z0-9])"
_COOKIE = r"(?i)cookies?[\"']?\s{0,2}[:=]\s{0,3}([^\n]{8,2000})"
_COOKIE_PAIR = r"([A-Za-z0-9_.-]{2,60})=([^;,\s\"']{8,1500})"
_COOKIE_NAME = r"(?i)sess|(?<![a-z])s?sid|auth|token|jwt|remember|login|identity|credential"
_SIGNED = r"(?i)[?&;](?:sig|signature|x-amz-signature|x-goog-signature|x-amz-security-token)=([A-Za-z0-9%+/=_-]{20,1500})"
_NETRC = r"(?i)(?<![a-z])login\s{1,8}(\S{1,100})\s{1,8}password\s{1,8}(\S{4,200})"
_USER_OPTION = r"(?:^|\s)(?:-u|-U|--user|--proxy-user|--auth|-a)(?:[ =]{1,2}|(?=[\"']))[\"']?([^\s:%\"']{1,80})[:%]([^\s\"']{4,200})"
_COMMAND = (
    r"(?<![\w/-])(sshpass|mysql\w{0,10}|mariadb\w{0,12}|mongo\w{0,10}|docker|podman|helm|twine|az|redis-cli|ldap\w{3,10}|ssh-keygen|7za?|"
    r"unzip|zip|oc|argocd|xfreerdp|rdesktop|psql|cqlsh|influx|mosquitto_\w{3}|sqlcmd|bcp|snowsql|htpasswd|smbclient|ipmitool|lftp|"
    r"keytool|jarsigner|gpg2?|kinit|openssl|curl|nmcli|cryptsetup|svn|rclone|restic|skopeo|crane|buildah|gem|poetry|npm|yarn)\s([^\n]{4,400})"
)
_OPTION = r"(?:^|\s)(?:--?(?:p|P|a|w|N|pw|passwd|pass|password|storepass|keypass|passphrase|new-password)|/p)[ =:]{1,2}[\"']?([^\s\"'-][^\s\"']{3,200})"
_GLUED = r"(?:^|\s)-p[\"']?([^\s\"'-][^\s\"']{3,200})"
_OPENSSL = r"(?<![a-z])pass:([^\s\"']{4,200})"
_ECHOED = r"(?:echo|printf)\s{1,3}(?:-n\s{1,3})?[\"']?([^\s\"'|]{4,200})[\"']?\s{0,3}\|\s{0,3}(?:sudo|docker|podman|passwd|su|gpg|helm|cryptsetup|kinit|oc|gh)(?![a-z])"
_SURE = ("sshpass",)
"""Commands whose option is a password whatever it looks like."""
_GLUES = ("mysql", "mariadb", "7z")
_DEFAULTS = words(
    "pass password passwd pw secret guest postgres root admin mysql test user username changeme"
)


def find(text: str) -> Iterator[Hit]:
    """Every secret of these places in the text."""
    low = text.lower()
    if "://" in low:
        yield from _addresses(text)
    if "authorization" in low or "bearer" in low or "basic" in low:
        yield from _headers(text)
    if "cookie" in low:
        yield from _cookies(text)
    if "sig" in low or "x-amz-s" in low:
        yield from _signed(text)
    if "login" in low and "password" in low:
        yield from _netrc(text)
    if " -" in text or " /p" in text or "echo" in low or "printf" in low:
        yield from _commands(text)


def _signed(text: str) -> Iterator[Hit]:
    for found in compiled(_SIGNED).finditer(text):
        if not is_placeholder(found.group(1)):
            yield "signed-link", "a signed link", found.start(1), found.end(1)


def _netrc(text: str) -> Iterator[Hit]:
    for found in compiled(_NETRC).finditer(text):
        if not _is_no_password(found.group(2), found.group(1)):
            yield "netrc-password", "a password", found.start(2), found.end(2)


def _addresses(text: str) -> Iterator[Hit]:
    match = compiled(_ADDRESS).match
    at = text.find("://")
    while at >= 0:
        found = match(text, at)
        if found and not _is_no_password(found.group(2), found.group(1)):
            yield "url-password", "a password in an address", found.start(2), found.end(2)
        at = text.find("://", at + 3)


def _is_no_password(value: str, user: str) -> bool:
    low = value.lower()
    return (
        low in _DEFAULTS
        or low == user.lower()
        or is_placeholder(value)
        or is_reference(value, quoted=True)
        or value.startswith("$")
    )


def _headers(text: str) -> Iterator[Hit]:
    for found in compiled(_AUTHORIZATION).finditer(text):
        scheme, value = (found.group(1) or "").lower(), found.group(2)
        good = _is_basic(value) if scheme == "basic" else is_key(value.rstrip(".,;"), 12 if scheme else 20)
        if good:
            yield (
                "authorization-header",
                "an authorization header",
                found.start(2),
                _trimmed(text, found.start(2), found.end(2)),
            )
    for found in compiled(_BEARER).finditer(text):
        if is_key(found.group(1).rstrip(".,;"), 20):
            yield (
                "bearer-token",
                "a bearer token",
                found.start(1),
                _trimmed(text, found.start(1), found.end(1)),
            )
    for found in compiled(_BASIC).finditer(text):
        if _is_basic(found.group(1)):
            yield "basic-credentials", "credentials", found.start(1), found.end(1)


def _is_basic(value: str) -> bool:
    """Whether it is a name and a password in Base64."""
    body = value.rstrip("=")
    try:
        user, colon, password = a2b_base64(body + "=" * (-len(body) % 4)).decode("utf-8").partition(":")
    except (Error, UnicodeDecodeError):
        return False
    return (
        bool(colon) and password.isprintable() and len(password) >= 3 and not _is_no_password(password, user)
    )


def _trimmed(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] in ".,;:":
        end -= 1
    return end


def _cookies(text: str) -> Iterator[Hit]:
    for header in compiled(_COOKIE).finditer(text):
        for pair in compiled(_COOKIE_PAIR).finditer(text, header.start(1), header.end(1)):
            if compiled(_COOKIE_NAME).search(pair.group(1)) and is_key(pair.group(2), 16):
                yield "session-cookie", "a session cookie", pair.start(2), pair.end(2)


def _commands(text: str) -> Iterator[Hit]:
    if "-u" in text or "-U" in text or "-a" in text:
        for found in compiled(_USER_OPTION).finditer(text):
            user, value = found.group(1), found.group(2)
            if not _is_no_password(value, user) and (
                is_password(value) or _is_curl(text, found.start(), value)
            ):
                yield "command-password", "a password in a command", found.start(2), found.end(2)
    for command in compiled(_COMMAND).finditer(text):
        name = command.group(1)
        start, end = command.span(2)
        if name == "openssl":
            yield from _options(text, _OPENSSL, start, end, sure=False)
        yield from _options(text, _OPTION, start - 1, end, sure=name in _SURE)
        if name.startswith(_GLUES):
            yield from _options(text, _GLUED, start - 1, end, sure=False)
    for found in compiled(_ECHOED).finditer(text):
        if is_password(found.group(1)):
            yield "command-password", "a password in a command", found.start(1), found.end(1)


def _options(text: str, pattern: str, start: int, end: int, *, sure: bool) -> Iterator[Hit]:
    for found in compiled(pattern).finditer(text, start, end):
        value = found.group(1)
        if (sure and not is_none(value)) or is_password(value):
            yield "command-password", "a password in a command", found.start(1), found.end(1)


def _is_curl(text: str, at: int, value: str) -> bool:
    """Whether `curl` or its like stands before this on the line, and the value is more than a number or a path."""
    begin = max(text.rfind("\n", 0, at) + 1, at - 300)
    return bool(compiled(r"(?<![\w-])(?:curl|wget|https?)\s").search(text, begin, at + 1)) and not is_none(
        value
    )
