"""The one real client: an OpenAI-compatible endpoint, such as Ollama, vLLM or a hosted one.

It needs the extra `llm`; without a key it sends none. Nothing is tried twice: after a failure a window waits until its
pressure has risen.
"""

from __future__ import annotations

import json
import os
import re
from time import monotonic

from scratchpad_tui.core.errors import InputError, ScratchpadError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible
from scratchpad_tui.core.working.content import content_text
from scratchpad_tui.core.working.deadline import within
from scratchpad_tui.core.working.endpoint import KEY_VARIABLE, host_of, is_this_machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from httpx2 import Response
    from openai import Omit, OpenAI

    from scratchpad_tui.core.working.content import Message
    from scratchpad_tui.core.working.endpoint import Endpoint

MOST_BYTES = 4_000_000
"""Of a response."""
MOST_CHARACTERS = 20_000
"""Of a summary; ten times what 200 words take."""
MOST_OF_A_REFUSAL = 64_000
"""Bytes of what a server says with an error; the rest is not read."""
_LONGEST_DETAIL = 200
_CUSTOM_HEADERS = "OPENAI_CUSTOM_HEADERS"
"""The package adds the headers in this variable, which are meant for another endpoint."""
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
"""Some local models put their reasoning in front of the answer."""


class ClientError(ScratchpadError):
    """The endpoint gave no answer that can be used."""

    exit_code = 3


class Reply(NamedTuple):
    """What the model said."""

    content: str


class EndpointClient:
    """Asks the model of an endpoint.

    Raises:
        InputError: the extra `llm` is not installed.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        try:
            import openai
        except ImportError as error:
            raise InputError(
                "asking a model needs the extra llm, which is not installed",
                "install it into the same environment: pip install 'scratchpad-tui[llm]', or in a clone pip install '.[llm]'",
                code="no-extra",
            ) from error
        self.endpoint = endpoint
        self._foreign = {
            name.strip(): openai.omit
            for line in os.environ.get(_CUSTOM_HEADERS, "").split("\n")
            if (name := line.partition(":")[0]).strip()
        }
        self._client = self._connected()

    def _connected(self) -> OpenAI:
        """A client of the package that goes to the endpoint and nowhere else."""
        import openai

        endpoint = self.endpoint
        host = host_of(endpoint.base_url)
        try:
            http = openai.DefaultHttpxClient(
                base_url=endpoint.base_url,
                timeout=endpoint.timeout,
                follow_redirects=False,  # the address that was set decides who reads a transcript
                trust_env=not is_this_machine(host),  # nor does it leave this machine by way of a proxy
                event_hooks={"response": [self._check]},
            )
        except Exception as error:  # what the package says may hold a proxy's password
            raise InputError(
                "the proxy or the certificates that the environment names cannot be used "
                f"({type(error).__name__})",
                "look at ALL_PROXY, HTTP_PROXY, HTTPS_PROXY and SSL_CERT_FILE; SOCKS needs the package socksio",
                code="bad-proxy",
            ) from error
        # Empty texts keep the package from taking the variables of an account that is meant for another endpoint.
        return openai.OpenAI(
            api_key=endpoint.key or "none",
            admin_api_key="",
            organization="",
            project="",
            base_url=endpoint.base_url,
            timeout=endpoint.timeout,
            max_retries=0,
            http_client=http,
        )

    def complete(self, messages: list[Message]) -> Reply:
        """The model's answer.

        Raises:
            ClientError: there is none that can be used; a sentence with what helps.
        """
        try:
            data = within(self.endpoint.timeout, lambda: self._answer(messages))
        except TimeoutError as error:
            self._client.close()  # the connection that still waits for the rest
            self._client = self._connected()
            raise self._too_slow() from error
        return Reply(self._text(data))

    def _answer(self, messages: list[Message]) -> bytes:
        """The bytes of the endpoint's response."""
        import openai

        omit = openai.omit
        headers: dict[str, str | Omit] = {
            **self._foreign,
            "OpenAI-Organization": omit,
            "OpenAI-Project": omit,
        }
        headers["Authorization"] = f"Bearer {self.endpoint.key}" if self.endpoint.key else omit
        try:
            with self._client.chat.completions.with_streaming_response.create(
                model=self.endpoint.model,
                messages=messages,  # type: ignore[arg-type] # plain dicts, as the interface takes them
                extra_headers=headers,
            ) as response:
                return self._read(response.iter_bytes())
        except ClientError:
            raise
        except openai.APITimeoutError as error:
            raise self._too_slow() from error
        except Exception as error:  # the connection may break in any layer below
            if "Timeout" in type(error).__name__:
                raise self._too_slow() from error
            raise ClientError(
                f"could not reach {self._place}: {self._shown(_cause(error))}",
                "start the server there, or set SCRATCHPAD_LLM_BASE_URL to one that answers",
                code="no-route",
            ) from error

    def _check(self, response: Response) -> None:
        """Ends the exchange where there is no answer: the package would read what comes with it without a bound."""
        if response.is_success:
            if "," in response.headers.get("content-encoding", ""):  # each coding may swell a thousandfold
                raise self._no_answer("a text that is packed several times", b"")
            return
        said = bytearray()
        for piece in response.iter_bytes():
            said += piece
            if len(said) > MOST_OF_A_REFUSAL:
                break
        raise self._refusal(response.status_code, bytes(said))

    def _read(self, pieces: Iterable[bytes]) -> bytes:
        started, data = monotonic(), bytearray()
        for piece in pieces:
            data += piece
            if len(data) > MOST_BYTES:
                raise ClientError(
                    f"the answer of {self._place} is over {MOST_BYTES:,} bytes, and was not read to its end",
                    "use another model or endpoint",
                    code="too-large",
                )
            if monotonic() - started > self.endpoint.timeout:  # it comes, but in drops
                raise self._too_slow()
        return bytes(data)

    def _text(self, data: bytes) -> str:
        """The words in the response."""
        try:
            document = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise self._no_answer("something that is not JSON", data) from error
        try:
            choice = document["choices"][0]
            content = choice["message"]["content"]
        except (LookupError, TypeError) as error:
            raise self._no_answer("JSON without an answer in it", data) from error
        text = _THOUGHT.sub("", content_text(content)).strip()
        if not text:
            used_up = choice.get("finish_reason") == "length"
            raise ClientError(
                f"the model {self._model} answered with no text"
                + (": what it may write was used up before" if used_up else ""),
                "try again, or set SCRATCHPAD_LLM_MODEL to another one",
                code="empty-answer",
            )
        if len(text) > MOST_CHARACTERS:
            raise ClientError(
                f"the answer of the model {self._model} has {len(text):,} characters, "
                f"over the {MOST_CHARACTERS:,} that a summary may have",
                "set SCRATCHPAD_LLM_MODEL to one that follows instructions better",
                code="too-large",
            )
        return text

    # What went wrong, in sentences

    def _no_answer(self, what: str, data: bytes) -> ClientError:
        start = self._shown(data[:_LONGEST_DETAIL].decode("utf-8", "replace"))
        return ClientError(
            f'{self._place} answered with {what}: "{start}"',
            "let SCRATCHPAD_LLM_BASE_URL lead to an OpenAI-compatible interface; most end in /v1",
            code="no-answer",
        )

    def _too_slow(self) -> ClientError:
        return ClientError(
            f"{self._place} gave no whole answer within {self.endpoint.timeout:g} s",
            "set SCRATCHPAD_LLM_TIMEOUT higher, or use a faster model",
            code="timeout",
        )

    def _refusal(self, status: int, said_with_it: bytes) -> ClientError:
        hundred = 300 if 300 <= status < 400 else 500 if status >= 500 else 400
        what, remedy, code = _REFUSALS.get(status, _REFUSALS[hundred])
        said = self._shown(_detail(said_with_it))
        return ClientError(
            f"{self._place} {what.format(model=self._model)} (HTTP {status}{': ' if said else ''}{said})",
            remedy,
            code=code,
        )

    @property
    def _place(self) -> str:
        return visible(self.endpoint.base_url)

    @property
    def _model(self) -> str:
        return f'"{visible(self.endpoint.model)}"'

    def _shown(self, text: str) -> str:
        """Foreign words in one visible line, shortened, and never with the key in them."""
        if self.endpoint.key:
            text = text.replace(self.endpoint.key, "[key]")
        text = visible(" ".join(text.split())).rstrip(". ")
        return text if len(text) <= _LONGEST_DETAIL else text[: _LONGEST_DETAIL - 3] + "..."


_KEY = (
    "refused the key, or asks for one",
    f"set {KEY_VARIABLE} to a key that is valid there",
    "bad-key",
)
_REFUSALS = {
    300: (
        "leads to another address, which is not followed",
        "set SCRATCHPAD_LLM_BASE_URL to the address that answers itself",
        "redirect",
    ),
    400: (
        "refused the request",
        "look at what it says; where the span is too long for it, use a model with a larger window",
        "refused",
    ),
    401: _KEY,
    403: _KEY,
    404: (
        "does not know the model {model}, or is no OpenAI-compatible interface",
        "set SCRATCHPAD_LLM_MODEL to a model that it has, and look whether the base URL should end in /v1",
        "no-model",
    ),
    429: (
        "takes no more requests for now",
        "wait a minute, or look at the limits and the credit of the account",
        "rate-limit",
    ),
    500: ("failed", "try again later, or look into the server's log", "server-error"),
}
"""By HTTP status; 400 and 500 also stand for the others of their hundred."""


def _cause(error: BaseException) -> str:
    """The words of the innermost cause that has some."""
    said = ""
    inner: BaseException | None = error
    while inner is not None:
        said = str(inner) or said
        inner = inner.__cause__ or inner.__context__
    return said or type(error).__name__


def _detail(data: bytes) -> str:
    """What the server says of an error: the sentence in it, where it has the usual form; else the text as it is."""
    words = data.decode("utf-8", "replace").strip()
    try:
        body = json.loads(words)
    except (ValueError, RecursionError):
        return words
    inner = body.get("error", body) if isinstance(body, dict) else body
    message = inner.get("message") if isinstance(inner, dict) else inner
    return message if isinstance(message, str) else ""
