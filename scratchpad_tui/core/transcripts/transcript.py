"""One transcript: its format, what its calls and messages tell, read on as the file grows."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.transcripts.document import Document
from scratchpad_tui.core.transcripts.formats import format_of
from scratchpad_tui.core.transcripts.heading import head_of
from scratchpad_tui.core.transcripts.message_list import MessageList
from scratchpad_tui.core.transcripts.status_line import StatusLine
from scratchpad_tui.core.transcripts.tail import Tail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scratchpad_tui.core.config.load import Settings
    from scratchpad_tui.core.pad.paths import PadPaths
    from scratchpad_tui.core.transcripts.reading import CallReader, Format, Head, MessageReader
    from scratchpad_tui.core.transcripts.record import Level, Record
    from scratchpad_tui.core.transcripts.windows import Window, Windows

STEP = 1 << 20
"""Bytes that one `advance` reads: some milliseconds, after which a thread may look whether it is still wanted."""
_LONG_STEP = 64 << 20
"""For a reading that nobody breaks off."""


def open_transcript(
    path: str,
    *,
    window: int | None = None,
    settings: Settings | None = None,
    pad: PadPaths | None = None,
) -> Transcript:
    """Finds the format of the file; nothing but its beginning is read yet.

    `window` is the context window that the caller names, in tokens; else the setting of that name counts. `pad` is
    the one beside which the agent's status line may have told the true window.

    Raises:
        StorageError: the file is missing, is no regular file, or must not be read.
        InputError: it is no transcript, or of a format that is known by name and not read yet.
    """
    setting = window or (settings.integer("context.window") if settings is not None else 0)
    head = head_of(path)
    entry, reason = _read_format(head)
    return Transcript(
        path, entry, reason, is_document=is_document(entry, head), setting=setting or None, pad=pad
    )


def is_document(entry: Format, head: Head) -> bool:
    """Whether the file is read as one value: always so in some formats, and wherever no line is an object."""
    return entry.document or (head.document is not None and not head.objects)


class Transcript:
    """Made by `open_transcript`. One thread reads on with `advance`; others may look at what it read."""

    def __init__(
        self,
        path: str,
        entry: Format,
        reason: str,
        *,
        is_document: bool,
        setting: int | None,
        pad: PadPaths | None = None,
    ) -> None:
        self.path = path
        self.format = entry
        self.reason = reason
        """A sentence: by what the format was found."""
        self.restarted = False
        """Whether the last `refresh` found another file in its place: everything is read anew."""
        self._setting = setting
        self._status_line = StatusLine(pad, path)
        self._known = True
        self._settings_models: dict[str, str] = {}
        """By the agent's working directory, which is not known before its row was read."""
        self._source: Tail | Document = Document(path) if is_document else Tail(path)
        self._message_tail: Tail | None = None
        self._begin()

    def _begin(self) -> None:
        """Fresh readers, for a file from its start."""
        assert self.format.calls
        self._calls: CallReader = self.format.calls()
        self._take_block: Callable[[int, bytes, int, int], None] | None = getattr(
            self._calls, "take_block", None
        )
        self._message_reader: MessageReader | None = None

    @property
    def record(self) -> Record:
        """What was read so far."""
        return self._calls.record

    @property
    def messages(self) -> MessageList:
        """The messages that `advance_messages` read so far."""
        return MessageList() if self._message_reader is None else self._message_reader.messages

    @property
    def window(self) -> Window:
        """The window of the last call, and where it is known from."""
        return self.windows().at(self.record.main[-1] if len(self.record.main) else None)

    def windows(self) -> Windows:
        """The rules for the window of each call that was read so far."""
        from scratchpad_tui.core.transcripts.windows import Windows

        return Windows(self.record, self.format.name, self._setting, self.settings_model, self.told)

    @property
    def told(self) -> tuple[str, int] | None:
        """The model and the window that the agent's status line told of this session last."""
        return self._status_line.told(self.record.session)

    @property
    def settings_model(self) -> str:
        """The model that the agent's own settings name; it alone tells of Claude Code's large window."""
        return self._model_in_settings(self.record.cwd)

    def _model_in_settings(self, cwd: str) -> str:
        if cwd not in self._settings_models:
            from scratchpad_tui.core.transcripts.agent_settings import model_in_settings

            self._settings_models[cwd] = model_in_settings(self.format.name, cwd)
        return self._settings_models[cwd]

    @property
    def pending(self) -> int:
        """The bytes of the unfinished line, or of the document that is being written."""
        return self._source.pending

    @property
    def size(self) -> int:
        """Of the file at the last look, in bytes."""
        return self._source.size

    @property
    def read_to(self) -> int:
        """The byte up to which the calls were read."""
        source = self._source
        if isinstance(source, Tail):
            return source.offset
        return 0 if source.has_more else source.size

    @property
    def messages_read_to(self) -> int:
        """The byte up to which the messages were read."""
        if isinstance(self._source, Document):
            return self.read_to
        return 0 if self._message_tail is None else self._message_tail.offset

    @property
    def gone(self) -> bool:
        """Whether there was no file at the last look."""
        return self._source.gone

    def quick(self) -> Level:
        """How full the context is now, from the end of the file alone: right away, whatever its size.

        Where the end does not tell, the kind is `none`.
        """
        return self.glance()[0]

    def glance(self) -> tuple[Level, Window]:
        """What `quick` gives, and the window as far as the end of the file tells of it."""
        from scratchpad_tui.core.transcripts.ending import ending_of
        from scratchpad_tui.core.transcripts.record import Record
        from scratchpad_tui.core.transcripts.windows import window_of

        assert self.format.calls
        if isinstance(self._source, Document):
            self.read_all()
            return self.record.level(), self.window
        ending = ending_of(self.path, self.format.calls)
        record = ending.record or Record()
        model = self._model_in_settings(record.cwd)
        told = self._status_line.told(record.session)
        return ending.level, window_of(record, self.format.name, self._setting, model, told)

    def advance(self, limit: int = STEP) -> bool:
        """Reads the calls on, some `limit` bytes; whether there is more."""
        source = self._source
        if isinstance(source, Document):
            self._load(source)
            return False
        if self._take_block is not None:
            for block in source.blocks(limit):
                self._take_block(*block)
            return source.has_more
        take = self._calls.take
        for offset, line in source.read(limit):
            take(offset, line)
        return source.has_more

    def read_all(self) -> None:
        """Reads the calls to the end of the file as it was at the last look."""
        while self.advance(_LONG_STEP):
            pass

    def advance_messages(self, limit: int = STEP) -> bool:
        """Reads the messages on, as `advance`: they cost more, so they have a way through the file of their own."""
        assert self.format.messages
        if isinstance(self._source, Document):
            self._load(self._source)
            return False
        if self._message_tail is None:
            self._message_tail = Tail(self.path)
        if self._message_reader is None:
            self._message_reader = self.format.messages()
        take = self._message_reader.take
        for offset, line in self._message_tail.read(limit):
            take(offset, line)
        return self._message_tail.has_more

    def read_all_messages(self) -> None:
        """Reads the messages to the end of the file as it was at the last look."""
        while self.advance_messages(_LONG_STEP):
            pass

    def refresh(self) -> bool:
        """Looks at the file again; whether there is anything to read on, or another file to read anew."""
        self.restarted = False
        source = self._source
        if isinstance(source, Document):
            return source.look()
        replaced = source.look()
        if self._message_tail is not None and self._message_tail.look() and not replaced:
            replaced = True
            source = self._source = Tail(self.path)
        if replaced or not self._known:
            self._restart(replaced=replaced)
        return replaced or self._source.has_more

    def _restart(self, *, replaced: bool) -> None:
        """Another file, maybe of another format; while it tells nothing yet, the format stays and is asked for again."""
        self.restarted = replaced
        try:
            head = head_of(self.path)
            entry, reason = _read_format(head)
        except (InputError, StorageError):
            self._known = False
            if replaced:
                self._begin_anew()
            return
        changed = not self._known and entry is not self.format
        self._known = True
        self.format, self.reason = entry, reason
        if is_document(entry, head):
            self._source = Document(self.path)
        elif changed or not isinstance(self._source, Tail):
            self._source = Tail(self.path)
        if replaced or changed:
            self.restarted = True
            self._begin_anew()

    def _begin_anew(self) -> None:
        self._message_tail = None
        self._settings_models.clear()
        self._begin()

    def _load(self, source: Document) -> None:
        """Reads the document as it stands; a half-written one leaves all as it was."""
        if not source.has_more:
            return
        try:
            value = source.load()
        except StorageError:
            return
        if value is None:
            self._reconsider()
            return
        assert self.format.messages
        self._begin()
        self._calls.take_document(value)
        self._message_reader = self.format.messages()
        self._message_reader.take_document(value)

    def _reconsider(self) -> None:
        """What cannot be read as a document may be lines by now: another agent's file in its place."""
        try:
            head = head_of(self.path)
            entry, reason = _read_format(head)
        except (InputError, StorageError):
            return
        if not is_document(entry, head):
            self.format, self.reason, self.restarted = entry, reason, True
            self._source = Tail(self.path)
            self._begin_anew()

    def conversation(self) -> Iterator[dict[str, object]]:
        """The main thread as chat-style messages: role, content, tool_calls and tool_call_id."""
        from scratchpad_tui.core.transcripts.bodies import conversation

        self.read_all_messages()
        return conversation(
            self.path, self.format, self.messages, document=isinstance(self._source, Document)
        )

    def spoken(self, numbers: Iterable[int]) -> Iterator[dict[str, object] | None]:
        """Messages as chat-style ones, read from the file; None for one of which a model would be sent nothing.

        Raises:
            StorageError: the file went away.
        """
        from scratchpad_tui.core.transcripts.bodies import spoken

        messages = [self.messages[number] for number in numbers]
        return spoken(self.path, self.format, messages, document=isinstance(self._source, Document))

    def body(self, index: int) -> str:
        """The text of one message, read from the file; cut where it is very long.

        Raises:
            StorageError: the file went away.
        """
        from scratchpad_tui.core.transcripts.bodies import body

        message = self.messages[index]
        return body(self.path, self.format, message, document=isinstance(self._source, Document))


def _read_format(head: Head) -> tuple[Format, str]:
    found = format_of(head)
    if found is None:
        if head.seen.startswith("a directory"):
            raise StorageError(f"{head.path} is a directory", "name a transcript's file")
        raise InputError(
            f"{head.path} is no transcript of a known agent: it holds {head.seen}",
            "name the file that the agent writes, or chat messages as JSON",
            code="unknown-format",
        )
    entry, reason = found
    if entry.calls is None:
        raise InputError(
            f"{head.path} is a transcript of {entry.title}: that format is known by name alone and cannot be read: {reason}",
            code="unread-format",
        )
    return entry, reason
