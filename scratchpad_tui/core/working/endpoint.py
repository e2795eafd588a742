"""Where a model is asked: the endpoint that the settings name, and what no settings may name."""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scratchpad_tui.core.config import Settings

KEY_VARIABLE = "SCRATCHPAD_LLM_API_KEY"
"""The key stands in the environment alone, so that no file holds it and no command shows it."""
_WHAT_TO_SET = (
    "set SCRATCHPAD_LLM_BASE_URL (such as http://localhost:11434/v1) and SCRATCHPAD_LLM_MODEL, "
    f"and {KEY_VARIABLE} where the endpoint asks for a key"
)
_SETTINGS_OF_A_PAD = "scratchpad.toml"


class Endpoint(NamedTuple):
    """Where a model is asked, and how."""

    base_url: str
    model: str
    key: str
    timeout: float
    """In seconds, for the whole answer."""


def find_endpoint(settings: Settings, env: Mapping[str, str] | None = None) -> Endpoint:
    """The endpoint that the settings and the environment name.

    Raises:
        InputError: something is not set, or may not be used; the error says what to set.
    """
    base_url, model = settings.text("llm.base_url").strip(), settings.text("llm.model").strip()
    missing = [name for name, value in (("base URL", base_url), ("model", model)) if not value]
    if missing:
        raise InputError(
            f"no model is set up to write summaries: its {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} "
            "not set",
            _WHAT_TO_SET,
            code="no-client",
        )
    _check_address(base_url, settings.origin("llm.base_url"))
    key = (os.environ if env is None else env).get(KEY_VARIABLE, "").strip()
    if not (key.isascii() and (key.isprintable() or not key)):
        raise InputError(
            f"{KEY_VARIABLE} holds characters that no key has", "copy the key anew", code="bad-key"
        )
    return Endpoint(base_url.rstrip("/"), model, key, settings.number("llm.timeout"))


def _check_address(base_url: str, origin: str) -> None:
    from urllib.parse import urlsplit

    try:
        address = urlsplit(base_url)
        host = address.hostname or ""
        known = address.scheme in ("http", "https") and host and (address.port or 1)
    except ValueError:
        known, host = False, ""
    if any(
        mark in base_url for mark in "@?#"
    ):  # not repeated in the error: a password or a key may stand there
        raise InputError(
            "the base URL holds a user's name, a password or a query, after @, ? or #",
            f"take it out, and set {KEY_VARIABLE} instead",
            code="bad-address",
        )
    if not known:
        raise InputError(
            f'the base URL "{base_url}" is no address of a server',
            "write it as http://localhost:11434/v1 or https://HOST/v1",
            code="bad-address",
        )
    # The settings beside a pad come with whatever repository it stands in: that must not decide who gets to read a
    # transcript, and the key with it.
    if os.path.basename(origin) == _SETTINGS_OF_A_PAD and not is_this_machine(host):
        raise InputError(
            f"{origin} names {host} to send transcripts to, and only an address on this machine may stand there",
            "set SCRATCHPAD_LLM_BASE_URL, or base_url under [llm] in your own config.toml",
            code="foreign-address",
        )


def host_of(base_url: str) -> str:
    """The host in an address, empty where there is none."""
    from urllib.parse import urlsplit

    return urlsplit(base_url).hostname or ""


def is_this_machine(host: str) -> bool:
    """Whether nothing that is sent there leaves this machine."""
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
