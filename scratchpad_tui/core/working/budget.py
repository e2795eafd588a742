"""What a window may spend: the limit, and how far it is used.

Every figure is an estimate by the rule of `core.estimates`, and is shown with `~`.
"""

from __future__ import annotations

import json

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.estimates import message_tokens
from scratchpad_tui.core.text import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

WORTH_COMPACTING = 0.30
"""The share of the whole window under which compaction would only lose detail."""
LEAST_SHARE = 4
"""A limit is at least the window by this."""


def tools_tokens(tools: Sequence[Mapping[str, object]] | None) -> int:
    """The size of the tools' schemas as JSON, which go with every call."""
    return tokens(json.dumps(list(tools), ensure_ascii=False, default=str)) if tools else 0


class WorkingMemoryError(InputError, ValueError):
    """A message or a figure that working memory cannot take."""


class Budget:
    """The tokens that messages and tools may take.

    The ratio leaves room for the error of the estimates; the reserve is for the answer.

    Attributes:
        window: the model's whole window.
        ratio: the share of it that is planned with.
        reserve_completion: what is kept free for the answer, as asked for.
    """

    def __init__(self, window: int = 128_000, ratio: float = 0.70, reserve_completion: int = 4_000) -> None:
        if not 1 <= window < float("inf") or not 0 < ratio <= 1 or reserve_completion < 0:
            raise WorkingMemoryError(
                f"a window of {window} tokens, a ratio of {ratio} and a reserve of {reserve_completion} make no budget",
                "use a window from 1, a ratio above 0 and at most 1, and a reserve from 0",
                code="no-budget",
            )
        self.window = window
        self.ratio = ratio
        self.reserve_completion = reserve_completion

    def __repr__(self) -> str:
        return (
            f"Budget(window={self.window}, ratio={self.ratio}, reserve_completion={self.reserve_completion})"
        )

    @property
    def limit(self) -> int:
        """What messages and tools may take together: at least a quarter of the window."""
        return max(self._planned, self.window // LEAST_SHARE, 1)

    @property
    def reserve(self) -> int:
        """What is really kept free for the answer within the ratio; less than asked for in a small window."""
        return max(0, min(self.reserve_completion, int(self.window * self.ratio) - self.limit))

    @property
    def has_small_reserve(self) -> bool:
        """Whether the reserve had to shrink, so that the limit is a quarter of the window."""
        return self._planned < self.limit

    def used(
        self, messages: Iterable[Mapping[str, object]], tools: Sequence[Mapping[str, object]] | None = None
    ) -> int:
        """What the messages and tools take."""
        return sum(map(message_tokens, messages)) + tools_tokens(tools)

    def pressure(
        self, messages: Iterable[Mapping[str, object]], tools: Sequence[Mapping[str, object]] | None = None
    ) -> float:
        """The share of the limit that is used: 0.0 is empty, 1.0 is at the limit."""
        return self.used(messages, tools) / self.limit

    @property
    def _planned(self) -> int:
        return int(self.window * self.ratio) - self.reserve_completion


def only_loses_detail(peak_tokens: int, window: int) -> bool:
    """Whether compaction would only lose detail: the window was never used by as much as 30 %."""
    return peak_tokens < WORTH_COMPACTING * window
