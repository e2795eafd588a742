"""Single rules where they are easily wrong."""

from __future__ import annotations

import random
import string

import pytest

from scratchpad_tui.core.secrets.scanner import scan

RANDOM = random.Random(5)
ALNUM = string.ascii_letters + string.digits


def some(count: int, alphabet: str = ALNUM) -> str:
    return "".join(RANDOM.choices(alphabet, k=count))


def rules(text: str) -> list[str]:
    return [finding.rule for finding in scan(text)]


@pytest.mark.parametrize(
    "text",
    [
        "sk-xxxxxxxxxxxxxxxxxxxxxxxx",
        "OPENAI_API_KEY=sk-xxxx",
        "AKIA" + "IOSFODNN7EXAMPLE",
        "API_KEY=<token>",
        "export API_KEY=${X}",
        "export API_KEY=$API_KEY",
        "password: op://Private/db/password",
        "password = {{ vault_password }}",
        "password: ********",
        "api_key: YOUR_API_KEY_HERE",
        "gh" + "p_" + "x" * 36,
        "token=abcdefghijklmnopqrstuvwxyz0123456789",
        "Authorization: Bearer [REDACTED]",
        "postgres://USER:PASSWORD@HOST:5432/DB",
        "password = getpass.getpass()",
        "api_key = config.get('api_key')",
        "sha256:" + "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "token for run 3f786850e387550fdab836ed7e6dc881de23001b",
        "key=b0e841a4-34b6-4f15-bf5d-db2def4fb503",
        "the password file is /etc/app/secret.key",
    ],
)
def test_what_stands_for_a_secret_is_none(text: str) -> None:
    assert scan(text) == []


def test_count_inside_a_name_hides_no_key() -> None:
    key = "Qo" + some(84) + "=="

    assert rules(f"DefaultEndpointsProtocol=https;AccountName=acme;AccountKey={key};EndpointSuffix=x") == [
        "key-value"
    ]


def test_an_id_is_none_but_heroku_gives_keys_of_that_form() -> None:
    uuid = "123e4567-e89b-12d3-a456-426614174000"

    assert scan(f"request id {uuid}, task_id: {uuid}, API_KEY={uuid}") == []
    assert rules(f"HEROKU_API_KEY={uuid}") == ["key-value"]


def test_a_test_of_tokens_is_none() -> None:
    assert scan("pytest tests/auth/test_keys.py::TestKeys::test_rejects_missing_bearer_token_header") == []


@pytest.mark.parametrize(
    "name", ["PASSWORD_MIN_LENGTH", "token_budget", "secretName", "cache_key", "csrf_token_header"]
)
def test_a_name_that_ends_in_something_else_announces_nothing(name: str) -> None:
    assert scan(f"{name} = '{some(10)}9aB'") == []


def test_a_value_ends_where_its_string_or_setting_does() -> None:
    value = "Zk" + some(12) + "7w"

    for text in (
        f'{{"password": "{value}", "host": "db"}}',
        f"Server=db;Password={value};Database=x",
        f"https://api.example/x?access_token={value}xxY1&page=2",
        f"password={value}, host=db",
    ):
        (finding,) = scan(text)
        assert text[finding.start : finding.end].removesuffix("xxY1") == value


def test_a_key_of_many_lines_is_one_finding_beyond_every_window() -> None:
    rows = "\n".join(some(64) for _ in range(150))
    key = f"-----BEGIN {'RSA'} PRIVATE KEY-----\n{rows}\n-----END {'RSA'} PRIVATE KEY-----"
    text = f"before\n{key}\nafter"

    (finding,) = scan(text)

    assert text[finding.start : finding.end] == key


def test_the_head_of_a_key_alone_is_none_and_one_that_is_cut_off_is() -> None:
    head = "-----BEGIN " + "PRIVATE KEY-----"

    assert scan(f"the file begins with {head} and ends with its END") == []
    assert rules(f"{head}\n{some(64)}\n{some(30)}") == ["private-key"]


def test_a_password_at_the_edge_of_a_window_is_found_once() -> None:
    value = "Rq7" + some(14)
    for before in range(5_960, 6_520, 40):
        text = "." * before + f" password={value} "
        assert rules(text) == ["password"], before


def test_a_phrase_of_a_wallet_is_found_and_advice_about_one_is_not() -> None:
    words = "ripple fabric moment oxygen velvet canyon laptop hybrid umbrella sketch timber zebra"

    assert rules(f"seed phrase: {words}") == ["seed-phrase"]
    assert rules(f"mnemonic = '{words}'") == ["seed-phrase"]
    assert scan(words) == []
    assert scan("seed phrase: never write it down in a note, keep it in a safe that does not burn") == []


def test_two_secrets_in_one_text_are_two_findings_in_their_order() -> None:
    first, second = "gh" + "p_" + some(36), "AK" + "IA" + some(16, string.ascii_uppercase + "234567")

    found = scan(f"{first}\nand\n{second}")

    assert [(f.rule, f.line) for f in found] == [("github-token", 1), ("aws-key-id", 3)]


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\r"])
def test_every_line_end_counts(break_: str) -> None:
    (finding,) = scan(f"a{break_}b{break_}password={'Xy7' + some(12)}")

    assert finding.line == 3
