"""Which endpoint is meant, and what no settings may name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.config import load
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.working.endpoint import Endpoint, find_endpoint

if TYPE_CHECKING:
    from pathlib import Path

KEY = "sk-secret-0123456789"


def found(pad: Path, **env: str) -> Endpoint:
    """The endpoint that these variables name."""
    named = {f"SCRATCHPAD_LLM_{name.upper()}": value for name, value in env.items()}
    return find_endpoint(load(str(pad), None, named), named)


def test_address_model_key_and_time_come_from_the_environment(pad_path: Path) -> None:
    endpoint = found(
        pad_path, base_url="http://localhost:11434/v1/", model="m", api_key=f" {KEY}\n", timeout="5"
    )
    assert endpoint == Endpoint("http://localhost:11434/v1", "m", KEY, 5.0)
    assert found(pad_path, base_url="https://h/v1", model="m") == Endpoint("https://h/v1", "m", "", 60.0)


@pytest.mark.parametrize(
    ("env", "missing"),
    [
        ({}, "its base URL and model are not set"),
        ({"model": "m"}, "its base URL is not set"),
        ({"base_url": "http://h"}, "its model is not set"),
    ],
)
def test_what_is_missing_is_named_with_what_to_set(pad_path: Path, env: dict[str, str], missing: str) -> None:
    with pytest.raises(InputError) as caught:
        found(pad_path, **env)
    assert missing in str(caught.value)
    assert "set SCRATCHPAD_LLM_BASE_URL (such as http://localhost:11434/v1)" in str(caught.value)
    assert caught.value.exit_code == 1


@pytest.mark.parametrize(
    "address", ["localhost:11434", "ftp://h/v1", "http://", "http://h:99999/", "http://[::1", "h"]
)
def test_what_is_no_address_is_refused(pad_path: Path, address: str) -> None:
    with pytest.raises(InputError, match=r"is no address of a server; write it as http"):
        found(pad_path, base_url=address, model="m")


@pytest.mark.parametrize(
    "address",
    [f"http://me:{KEY}@h/v1", f"http://me:{KEY}@[::1", f"http://h/v1?api-key={KEY}", f"http://h/v1#{KEY}"],
)
def test_a_password_in_the_address_is_refused_and_not_repeated(pad_path: Path, address: str) -> None:
    """It would stand in messages and in `config`."""
    with pytest.raises(InputError) as caught:
        found(pad_path, base_url=address, model="m")
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("key", ["schlüssel", "a\x1bb", "a\nb"])
def test_a_key_that_no_header_can_carry_is_refused(pad_path: Path, key: str) -> None:
    with pytest.raises(InputError, match="holds characters that no key has"):
        found(pad_path, base_url="http://h/v1", model="m", api_key=key)


@pytest.mark.parametrize(
    ("address", "good"),
    [
        ("http://localhost:11434/v1", True),
        ("http://127.0.0.1:8000/v1", True),
        ("http://[::1]:8000/v1", True),
        ("https://example.com/v1", False),
        ("http://127.0.0.1.example.com/v1", False),
        ("http://10.0.0.1/v1", False),
    ],
)
def test_the_file_beside_a_pad_may_only_name_this_machine(
    pad_path: Path, address: str, *, good: bool
) -> None:
    """It comes with the repository, which must not decide who reads a transcript and gets the key."""
    pad_path.parent.mkdir()
    (pad_path.parent / "scratchpad.toml").write_text(f'[llm]\nbase_url = "{address}"\nmodel = "m"\n', "utf-8")
    if good:
        assert found(pad_path).base_url == address
        return
    with pytest.raises(InputError, match="only an address on this machine may stand there"):
        found(pad_path, api_key=KEY)
    assert found(pad_path, base_url=address).base_url == address


def test_a_key_in_a_file_is_no_setting(pad_path: Path) -> None:
    pad_path.parent.mkdir()
    (pad_path.parent / "scratchpad.toml").write_text(f'[llm]\napi_key = "{KEY}"\n', "utf-8")
    settings = load(str(pad_path), None, {"SCRATCHPAD_LLM_API_KEY": KEY})
    (fault_told,) = settings.faults
    assert "llm.api_key is not a setting" in fault_told
    assert KEY not in fault_told
