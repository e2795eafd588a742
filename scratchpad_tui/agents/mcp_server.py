"""The MCP server on the official SDK: tools, the pad as a resource, its prompt block; nothing is decided here."""

from __future__ import annotations

import signal
from contextlib import suppress
from typing import TypeVar

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from scratchpad_tui import __version__
from scratchpad_tui.agents.mcp_acts import Call, block
from scratchpad_tui.agents.mcp_answers import fault, refusal, shown
from scratchpad_tui.agents.mcp_arguments import Arguments
from scratchpad_tui.agents.mcp_serving import PAD_URI, VERSION_URI
from scratchpad_tui.agents.mcp_stdio import Answers, Lines
from scratchpad_tui.agents.mcp_tools import answer_schema, find, tools
from scratchpad_tui.core.errors import InputError, ScratchpadError
from scratchpad_tui.core.pad.lock import Patience
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.core.secrets.quoting import brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.server.context import ServerRequestContext

    from scratchpad_tui.agents.mcp_answers import Answer
    from scratchpad_tui.agents.mcp_serving import Serving
    from scratchpad_tui.agents.mcp_tools import Tool
    from scratchpad_tui.core.pad.schema import Profile

NAME = "scratchpad"
_INSTRUCTIONS = (
    "The scratchpad is a Markdown file that keeps this task's state: goal, plan, findings, what was ruled out. It "
    "outlives a compaction of the context. A person watches it and may correct it at any time; what stands there counts. "
    "scratchpad_read gives it with its rules, at the start of a task and after a compaction. One list sent with "
    "scratchpad_apply at the end of a turn updates it; most turns change nothing. scratchpad_propose offers lines for "
    "later sessions, and a person decides on them."
)
_MARKDOWN = "text/markdown"
_ANSWER = TypeVar("_ANSWER")
_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class PadServer:
    """The handlers of one client's connection."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        # One at a time: the core's calls block, and a store is not for two threads.
        self._one = anyio.CapacityLimiter(1)

    def server(self) -> Server[Any]:
        """The SDK's server with these handlers."""
        return Server(
            NAME,
            version=__version__,
            title="Scratchpad",
            instructions=_INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_list_resource_templates=self.list_templates,
            on_read_resource=self.read_resource,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
        )

    async def list_tools(
        self, _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """The tools that the pad's profile has a use for."""
        profile = await self._in_thread(self._profile)
        return types.ListToolsResult(tools=[_told(tool, profile) for tool in tools(profile)])

    async def call_tool(
        self, context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """What a tool answers; a refusal is an answer that says so."""
        tool = find(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {shown(params.name[:60])}")
        answer = await self._in_thread(self._called, tool, params.arguments, _client(context))
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answer.text)],
            structured_content=answer.fields,
            is_error=answer.is_error,
        )

    async def list_resources(
        self, _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """The pad."""
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    name="pad",
                    title="The scratchpad",
                    uri=PAD_URI,
                    description="The scratchpad's text as it is now.",
                    mime_type=_MARKDOWN,
                )
            ]
        )

    async def list_templates(
        self, _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """Its versions."""
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    name="version",
                    title="A version of the scratchpad",
                    uri_template=VERSION_URI,
                    description="The scratchpad's text as a version had it, by its number.",
                    mime_type=_MARKDOWN,
                )
            ]
        )

    async def read_resource(
        self, context: ServerRequestContext[Any], params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """The pad's text, or a version's."""
        texts = await self._in_thread(_judged, self._resource, params.uri, _client(context))
        return types.ReadResourceResult(
            contents=[
                types.TextResourceContents(uri=params.uri, mime_type=_MARKDOWN, text=text) for text in texts
            ]
        )

    async def list_prompts(
        self, _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        """The prompt block."""
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=NAME,
                    title="The scratchpad",
                    description="The scratchpad with its rules and warnings, for the context.",
                )
            ]
        )

    async def get_prompt(
        self, context: ServerRequestContext[Any], params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """The block, recorded as seen."""
        if params.name != NAME:
            raise MCPError(types.INVALID_PARAMS, f"there is no prompt {shown(params.name[:60])}")
        text = await self._in_thread(_judged, self._block, _client(context))
        content = types.TextContent(type="text", text=text)
        return types.GetPromptResult(
            description="The scratchpad as it is now.",
            messages=[types.PromptMessage(role="user", content=content)],
        )

    async def _in_thread(self, act: Callable[..., _ANSWER], *arguments: object) -> _ANSWER:
        return await anyio.to_thread.run_sync(act, *arguments, limiter=self._one)

    def _profile(self) -> Profile:
        try:
            return self._serving.store().profile
        except ScratchpadError:
            return TASK  # a client that gets no list of tools never asks again

    def _called(self, tool: Tool, arguments: dict[str, Any] | None, client: str) -> Answer:
        try:
            store = self._serving.store()
            session = self._serving.label(store, client)
        except ScratchpadError as error:
            return refusal(error)
        except Exception as error:  # noqa: BLE001 - as in `Tool.call`
            return fault(error)
        return tool.call(Call(store, Arguments(arguments), session))

    def _resource(self, uri: str, client: str) -> list[str]:
        if uri == PAD_URI:
            return self._serving.pad_texts(self._serving.label(self._serving.store(), client))
        text = self._serving.version_text(uri)
        if text is None:
            raise InputError(f"there is no resource {brief(uri, 100)}", f"use {PAD_URI} or {VERSION_URI}")
        return [text]

    def _block(self, client: str) -> str:
        store = self._serving.store()
        return shown(block(store, self._serving.label(store, client)).block)


def serve(serving: Serving) -> int:
    """Serves one client over the standard streams until its input ends; the number of the signal that ended it, or 0."""
    try:
        return anyio.run(_serve, serving)
    finally:
        Patience.is_over = False  # what others still wrote is worth its wait
        serving.close()


async def _serve(serving: Serving) -> int:
    ended_by: list[int] = []

    async def listen(scope: anyio.CancelScope) -> None:
        # Windows has none of it: there Ctrl-C ends the loop by itself.
        with suppress(NotImplementedError), anyio.open_signal_receiver(*_SIGNALS) as signals:
            async for number in signals:
                ended_by.append(number)
                Patience.is_over = True  # a call that waits for the pad's lock cannot be cancelled
                scope.cancel()
                return

    try:
        async with anyio.create_task_group() as group:
            group.start_soon(listen, group.cancel_scope)
            await _exchange(PadServer(serving).server())
            group.cancel_scope.cancel()
    except* (BrokenPipeError, ConnectionError, anyio.BrokenResourceError, anyio.ClosedResourceError):
        pass  # the client has gone and cannot be told anything
    return ended_by[0] if ended_by else 0


async def _exchange(server: Server[Any]) -> None:
    async with Lines(0) as lines, stdio_server(stdin=lines) as (messages, out):
        answers = Answers(out)
        lines.connect(answers)
        await server.run(messages, answers, server.create_initialization_options())


def _judged(act: Callable[..., _ANSWER], *arguments: object) -> _ANSWER:
    """What it gives; an error of ours as one of the protocol, where there is no answer that could carry it."""
    try:
        return act(*arguments)
    except ScratchpadError as error:
        raise MCPError(types.INVALID_PARAMS, shown(str(error)), error.fields()) from error
    except Exception as error:
        raise MCPError(types.INTERNAL_ERROR, fault(error).text) from error


def _client(context: ServerRequestContext[Any]) -> str:
    told = context.session.client_params
    return told.client_info.name if told else ""


def _told(tool: Tool, profile: Profile) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.parameters(profile),
        output_schema=answer_schema(tool),
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.reads_only,
            destructive_hint=tool.destroys,
            idempotent_hint=tool.repeats_safely,
            open_world_hint=False,
        ),
    )
