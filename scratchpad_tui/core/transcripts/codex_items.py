"""The items of a Codex conversation, in their envelope or, in early files, bare."""

from __future__ import annotations

from scratchpad_tui.core.transcripts.chat import call, from_blocks, text_of
from scratchpad_tui.core.transcripts.values import rows, table, text

Table = dict[str, object]

CALLS = ("function_call", "custom_tool_call", "local_shell_call", "web_search_call")
RESULTS = ("function_call_output", "custom_tool_call_output")
ITEMS = ("message", "reasoning", *CALLS, *RESULTS)


def item_of(row: Table) -> Table:
    """The item that the row holds, or nothing."""
    if row.get("type") == "response_item":
        payload = table(row.get("payload"))
        return payload if payload.get("type") in ITEMS else {}
    return row if row.get("type") in ITEMS and "payload" not in row else {}


def name_of(item: Table) -> str:
    """The tool that an item calls."""
    return text(item.get("name")) or text(item.get("type")).removesuffix("_call")


def result_of(item: Table) -> object:
    """What a tool gave back: a text, parts, or in early files an object with both."""
    output = item.get("output")
    return table(output).get("content", output) if isinstance(output, dict) else output


def chat(row: Table) -> list[Table]:
    """The messages of a row; what a compaction puts in place of the history is one too."""
    if row.get("type") == "compacted":
        words = text(table(row.get("payload")).get("message"))
        return [{"role": "user", "content": words}] if words else []
    item = item_of(row)
    kind = text(item.get("type"))
    if kind == "message":
        return from_blocks(text(item.get("role")) or "user", item.get("content"))
    if kind in CALLS:
        arguments = item.get("arguments", item.get("input", item.get("action")))
        calls = [call(text(item.get("call_id")), name_of(item), arguments)]
        return [{"role": "assistant", "content": None, "tool_calls": calls}]
    if kind in RESULTS:
        output = result_of(item)
        words = output if isinstance(output, str) else text_of([{"content": output}])
        return [{"role": "tool", "tool_call_id": text(item.get("call_id")), "content": words}]
    return []


def shown(row: Table) -> str:
    """The row as a person reads it: reasoning in its summary, a compaction with the history it keeps."""
    item = item_of(row)
    if item.get("type") == "reasoning":
        return "\n\n".join(text(part.get("text")) for part in rows(item.get("summary")))
    if row.get("type") == "compacted":
        kept = rows(table(row.get("payload")).get("replacement_history"))
        messages = [message for entry in kept for message in chat(entry)]
        return text_of([*chat(row), *messages])
    return text_of(chat(row))
