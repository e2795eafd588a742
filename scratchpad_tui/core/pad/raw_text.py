"""What an audited pad never holds: code blocks, raw transcript, tool dumps and reasoning, each with what to do instead.

Rules look at how a text begins, line by line, or at the text as a whole: a sentence that speaks of a tool, a user or a
fence is none of them. A guess that is wrong costs an agent a new wording, and a person nothing.
"""

from __future__ import annotations

import re

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.lines import is_blank, texts

CODE_BLOCK, TRANSCRIPT, DUMP, REASONING = "code-block", "raw-transcript", "tool-dump", "reasoning"
RULES = (CODE_BLOCK, TRANSCRIPT, DUMP, REASONING)

_REMEDIES = {
    CODE_BLOCK: "write what the code shows in a sentence; the code itself belongs in a file that the source names",
    TRANSCRIPT: "write what was concluded in a sentence; the conversation itself stays in its transcript",
    DUMP: "write the conclusion in a sentence; the output itself belongs in a file that the source names",
    REASONING: "write what came of it in a sentence; a guess goes to Hypotheses, a question to Open",
}
_LONGEST_LINE = 4_000
"""Characters of a line that the rules look at."""
_LEAD = r"(?:[ \t]{0,12}(?:[-*+>]|[0-9]{1,3}[.)])[ \t]{1,8}(?:\[[ xX]\][ \t]{1,8})?){0,4}[ \t]{0,12}"
_INDENTED = r"(?: {4}| {0,3}\t)[ \t]{0,40}(?![-*+][ \t]|[0-9]{1,3}[.)][ \t])\S"

_FENCE = r"(?:`{3,}|~{3,}|<(?:pre|code)\b[^>]{0,80}>)"
_CODE = (
    (
        r"(?:def|class|for|while|if|elif|function|const|let|var|public|private|protected|static|import|from|fn|func|"
        r"return|throw|using|package|async|export)\b.{0,2000}[;{}]$"
    ),
    r"(?:async )?def \w{1,80}\(.{0,300}\)(?: ?-> ?.{1,100})?:",
    r"(?:for|while|if) .{1,300}: ?(?:print|return|raise|break|continue)\b",
    r"import \w[\w.]{0,80}; ",
    r"#include [<\"]",
    r"(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|ALTER TABLE|DROP TABLE) .{1,2000};$",
)
_CLOCK = (
    r"(?:[\[(]?(?:[0-9-]{10}[T ])?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[.,][0-9]{1,6})?Z?[\])]?[ -]{0,3})?"
)
_SPEAKER = (
    r"(?:User|USER|Assistant|ASSISTANT|Human|HUMAN|System|SYSTEM|Tool|TOOL|AI|You|Me|Agent|Claude|ChatGPT|GPT-[0-9]\S{0,8}|Gemini|"
    r"Codex|Tool (?:call|result|output)|Function(?: (?:call|result))?)"
)
_LABEL = rf"{_CLOCK}[*_#\[<]{{0,4}} ?{_SPEAKER}(?: ?\([^()]{{1,40}}\)| #?[0-9]{{1,6}})?(?:[*_\]>]{{0,3}}:[*_]{{0,3}}(?:\s|$)|[\]>]\s)"
_BRACKETED = r"(?:\[(?:user|assistant|human|system|tool)\] ?:|(?:user|assistant|human|you)> )"
_SMALL_LABEL = r"(?:user|assistant|human|system|tool|ai):(?:[ \t]|$)"
_CHAT_MARK = (
    r"<\|(?:im_start|im_end|user|assistant|system|start_header_id|eot_id|end)\|>|\[/?INST\]|<</?SYS>>"
)
_ROLE = r"""\{\s{0,8}["']role["']\s{0,8}:"""

_STAMP = r"\[?[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}[T ][0-9]{2}:[0-9]{2}"
_DUMPS = (
    r"Traceback \(most recent call last\)",
    r'File "[^"]{1,300}", line [0-9]',
    r"at (?:async |new )?(?:[\w$<>/]{1,80}\.){1,20}[\w$<>]{1,80} ?\((?:[^()]{1,300}:[0-9]{1,7}|Native Method|Unknown Source)\)",
    r"at (?:async |new )?[\w$.<>/]{1,200} ?\((?:[^()]{1,300}:[0-9]{1,7}:[0-9]{1,7}|<anonymous>)\)",
    r'Exception in thread "',
    r"thread '[^']{1,100}' (?:\([0-9]{1,9}\) )?panicked at ",
    r"goroutine [0-9]{1,9} \[",
    r"Caused by: [\w.$]{1,200}(?:Exception|Error)\b",
    r"diff --git \S",
    r"@@ -[0-9]{1,9}(?:,[0-9]{1,9})? \+[0-9]{1,9}(?:,[0-9]{1,9})? @@",
    r"index [0-9a-f]{7,64}\.\.[0-9a-f]{7,64}\b",
    r"(?:---|\+\+\+) [ab]/\S",
    r"\$ [a-z./~]",
    r"[\w.-]{1,40}@[\w.-]{1,60}[:\s][^\s$#%]{0,120}[$#%] ",
    r"(?:>>>|\u276f|\u279c) \S",
    r"(?:In|Out) ?\[[0-9]{1,6}\]: ",
    r"(?:PS )?[A-Z]:\\[^>\n]{0,200}> ?\S",
    rf"{_STAMP}\S{{0,20}}[ \t]{{1,4}}[\[(<]?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b",
    r"(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)[:\]]?[ \t]{1,4}(?:\[|[0-9]{4}-[0-9]{2})",
    r"(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.]{1,60}:\S",
    r"=+ .{1,200} in [0-9.]{1,10}s(?: \([0-9:]{1,12}\))? =+$",
    r"(?:FAILED|PASSED|ERROR) \S{1,200}::\S",
    r"npm (?:ERR!|error code) ",
    r"\+(?:-{2,200}\+){2,40}$",
    r"E {2,12}\S",
    r"[0-9]{1,6}(?:\u2192|\t| \| )",
    r"The file \S{1,300} has been (?:updated|created|written|changed)",
    r"(?:ok|FAIL|\?)[ \t]{1,8}\S{1,200}[ \t]{1,8}(?:[0-9.]{1,10}s|\[no test files\]|\(cached\))",
    r"\[[\w -]{1,30}\] \$ \S",
    r"remote: ",
    r"--- (?:FAIL|PASS|SKIP): ",
    r"panic: (?:runtime error|interface conversion)",
    r"error\[E[0-9]{4}\]: ",
    r"fatal: [a-z]",
    r"Segmentation fault \(",
    r"(?:On branch \S{1,200}|Your branch is .{1,200}\.|total [0-9]{1,9})$",
    r"% Total {1,8}% ",
    r"(?:\* (?:Connected to|Trying) |< HTTP/[0-9])",
    r"[a-z_][\w-]{0,31}:[x*!]?:[0-9]{1,6}:[0-9]{1,6}:",
    r"(?:\(\w[\w.-]{0,40}\) )?[\w.-]{1,40}@[\w.-]{1,60} \S{1,80} [$%#] ",
    r"~/\S{0,120} [$%#\u276f] ",
    r"[A-Z][a-z]{2} [ 0-3][0-9] [0-9]{2}:[0-9]{2}:[0-9]{2} \S{1,80} \S{1,80}: ",
    r"[0-9]{4}/[0-9]{2}/[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2} ",
    r"[0-9]{2}:[0-9]{2}:[0-9]{2}[.,][0-9]{3} ",
    r"[A-Z]{2,20}(?: [A-Z]{2,20})?(?: {2,20}[A-Z]{2,20}(?: [A-Z]{2,20})?){2,10} *$",
    r"[-dlcbps](?:[r-][w-][xsStT-]){3}[.+@]?[ \t]{1,8}[0-9]{1,6} ",
    r"[0-9a-fA-F]{7,8}:?[ \t]{1,4}(?:[0-9a-fA-F]{2,4} {1,2}){4}",
    r"</?(?:tool_call|tool_result|tool_use|function_calls?|function_results?|invoke|parameter|result|stdout|stderr|output)\b[^>]{0,200}>",
    r"<(?:\?xml|!DOCTYPE|html)\b",
    r"make(?:\[[0-9]{1,3}\])?: (?:\*\*\*|Entering directory|Leaving directory)",
    r"(?:#|-{1,5})?-----BEGIN [A-Z ]{3,40}-----",
)
_CODES = r"\x1b|(?:\[[0-9;]{1,12}m[^\[]{0,200}){2}"
_BLOB = r"[A-Za-z0-9+/]{120,}|[0-9a-fA-F]{129,}"
_KEYED = r"""(?:\{\s{0,8}["'][\w.$ -]{1,80}["']\s{0,8}:|\[\s{0,8}\{\s{0,8}["'])"""

_WELL = r"(?:(?:ok(?:ay)?|hm+|so|well|now|right|alright|then|and|but|actually|first|next|wait|great|good)[,.!\u2026:]?\s{1,3}){0,3}"
_THOUGHTS = (
    (
        rf"{_WELL}let(?: me|'s|\u2019s| us) (?:think|see|check|look|try|start|begin|first|now|analy[sz]e|consider|reason|break|"
        r"figure|verify|re-?read|re-?check|re-?run|examine|walk|work|double|take|go|also|just|understand|explore|search|find|run|"
        r"inspect|trace|recall|review|reconsider|step|read|open|write|do)\b"
    ),
    (
        rf"{_WELL}i(?:'|\u2019)?(?:ll| will| am going to|m going to| should| need to| have to| want to| wonder| think| guess|"
        r" suppose| believe| could try| might try| must now| can now| now need)\b"
    ),
    r"h+m+\b",
    r"(?:maybe|perhaps) (?:i|we) should\b",
    r"i(?:'|\u2019)?m not sure\b",
    r"(?:my guess|my hunch)\b",
    r"(?:looking|thinking|considering|going back) (?:at|about|over|through|to|the|this|all)\b.{1,300}, (?:it seems|so |i |let)",
    r"thinking about (?:it|this|that)\b",
    r"okay, i see\b",
    r"(?:wait|actually)(?:,|\.\.\.|\u2026| -| \u2014|!) ",
    r"on second thought",
    r"(?:ok(?:ay)?|alright|so)[,.]? (?:so )?(?:the user|i\b|now i|we need to figure)",
    r"(?:so )?the user (?:wants|is asking|asks|asked|would like|needs) (?:me|us)\b",
    r"(?:first|second|next|then|finally|now),? i(?:'|\u2019|\b)",
    r"(?:my|our) (?:reasoning|thinking|thought process|train of thought|plan of attack)\b",
    r"(?:chain[- ]of[- ]thoughts?|thoughts?(?: [0-9]{1,3})?|thinking|reasoning(?: steps?)?|inner monologue|action input)[*_]{0,2}\s{0,2}:",
    r"(?:thinking|reasoning) (?:about this )?(?:step[- ]by[- ]step|out loud)",
    r"(?:step|thought) 1[:.)].{0,2000}\b(?:step|thought) 2\b",
    r"</?(?:antml:)?(?:think|thinking|thought|thoughts|reasoning|reflection|inner_monologue|chain_of_thought|cot)\b[^>]{0,80}>",
)
_THOUGHT_PAIR = r"<(?P<tag>think|thinking|thought|reasoning|reflection)>.{0,4000}</(?P=tag)>"
_TURN = r"\b(?:so|but|and|then) (?:then )?(?:i(?:(?:'|\u2019)ll| will| should| need to| think| guess| would go)|let me|let(?:'|\u2019)s (?:see|try|check))\b"
_LET_ME = (
    r"\blet me (?:[a-z]{2,12} ){0,2}[a-z]{2,20}\b|(?:^|[.!?:] )now i (?:should|need|will|can|have|must)\b"
)
_STEP_BY_STEP = r"let(?:'|\u2019)?s (?:think|work) (?:this through )?step[- ]by[- ]step"
_LONGEST_FACT = 120
"""Characters of a text that may be a fact about what its label names."""
_FACT = (
    r"(?P<lead>[-*+][ \t]{1,8})?(?:(?:System|SYSTEM|Tool|TOOL|Agent|Function|Claude|ChatGPT|GPT-[0-9]\S{0,8}|Gemini|Codex): "
    r"|(?:Reasoning|Thinking): (?=(?:see|in|as in|cf\.|documented in|described in) \S))(?P<fact>[^\r\n]+)"
)
"""A technical label with a fact behind it (`System: Linux only`), or a pointer (`Reasoning: see ADR 12`)."""
_SPEECH = (
    r"\b(?:i|me|my|we|us|our|you|your|please|sure|ok|okay|hello|hi|hey|thanks|sorry|here(?:'|\u2019)?s|here (?:is|are))\b|[?!]$"
    rf"|^[^\w\"'(]|\b{_SPEAKER}:"
)
# Joined once: a long patch has a hundred thousand lines.
_CODE_BEGINS = rf"{_FENCE}|{'|'.join(_CODE)}"
_TURN_BEGINS, _TURN_HOLDS = f"{_LABEL}|{_BRACKETED}", f"{_CHAT_MARK}|{_ROLE}"
_SECOND_TURN = rf"[\s.?!]{_SMALL_LABEL}"
_DUMP_BEGINS, _THOUGHT_BEGINS = "|".join(_DUMPS), "|".join(_THOUGHTS)
_THOUGHT_HOLDS = f"{_TURN}|{_LET_ME}|{_STEP_BY_STEP}"
_PLAIN_WORDS = {
    "raw transcript": TRANSCRIPT,
    "raw tool dump": DUMP,
    "chain of thought": REASONING,
    "unverified tool output": DUMP,
}
_WHAT = {
    CODE_BLOCK: "is a code block",
    TRANSCRIPT: "is raw transcript",
    DUMP: "is a raw tool dump",
    REASONING: "is reasoning, not a conclusion",
}


class RawFault(NamedTuple):
    """Why a text has no place in an audited pad."""

    rule: str
    """One of `RULES`."""
    message: str
    """What the text is, as the second half of a sentence."""
    remedy: str
    line: int = 1
    """Which line shows it, counted from 1."""

    def __str__(self) -> str:
        return f"{self.message}; {self.remedy}"


def raw_fault(text: str) -> RawFault | None:
    """The first rule that the text breaks, or None for one that may be a conclusion."""
    text = _fact(text)
    lines = [line[:_LONGEST_LINE] for line in texts(text)]
    return _of_words(text) or _of_lines(lines) or _of_whole(text.strip(), lines)


def _fact(text: str) -> str:
    """The text without a label that says what it is about; one in front of speech, or of a dump, is a speaker's."""
    found = re.fullmatch(_FACT, text) if len(text) <= _LONGEST_FACT else None
    is_speech = found is None or re.search(_SPEECH, found["fact"].strip(), re.IGNORECASE)
    return text if found is None or is_speech else (found["lead"] or "") + found["fact"]


def _fault(rule: str, line: int = 1) -> RawFault:
    return RawFault(rule, _WHAT[rule], _REMEDIES[rule], line)


def _of_words(text: str) -> RawFault | None:
    """The words for what is excluded, in the place of a text or in front of one."""
    head, label, _ = text[:80].partition(":")
    words = re.sub(r"[\W_]+", " ", head.casefold()).strip()
    stands = words in _PLAIN_WORDS and (label or len(text.strip()) <= 80)
    return _fault(_PLAIN_WORDS[words]) if stands else None


def _of_lines(lines: list[str]) -> RawFault | None:
    small = stamped = 0
    for number, line in enumerate(lines, 1):
        if is_blank(line):
            continue
        rest = line[_end(_LEAD, line) :]
        above = number == 1 or is_blank(lines[number - 2])
        rule = _rule_of(rest)
        if rule is None and above and re.match(_INDENTED, line):
            rule = CODE_BLOCK
        if rule:
            return _fault(rule, number)
        small += re.match(_SMALL_LABEL, rest) is not None
        stamped += re.match(_STAMP, rest) is not None
        if small > 1 or stamped > 2:
            return _fault(TRANSCRIPT if small > 1 else DUMP, number)
    return None


def _rule_of(line: str) -> str | None:
    """The rule that a line breaks by how it begins, or by a mark that no sentence has."""
    if re.match(_CODE_BEGINS, line):
        return CODE_BLOCK
    if re.match(_TURN_BEGINS, line) or re.search(_TURN_HOLDS, line):
        return TRANSCRIPT
    if re.match(r"Q: .{1,2000}\bA: ", line):
        return TRANSCRIPT
    if re.match(_SMALL_LABEL, line) and re.search(_SECOND_TURN, line):
        return TRANSCRIPT
    if re.match(_DUMP_BEGINS, line) or re.search(_CODES, line) or _has_blob(line):
        return DUMP
    return _reasons(line)


def _reasons(line: str) -> str | None:
    begins = re.match(_THOUGHT_BEGINS, line.lstrip("*_#\"'\u201c "), re.IGNORECASE)
    found = begins or re.search(_THOUGHT_PAIR, line) or re.search(_THOUGHT_HOLDS, line, re.IGNORECASE)
    return REASONING if found else None


def _has_blob(line: str) -> bool:
    """Whether bytes are written out here; a long path or a digest is none."""
    found = re.search(_BLOB, line)
    if found is None:
        return False
    run = found.group()
    return bool(re.search("[0-9]", run)) and (run.count("/") * 20 < len(run))


def _of_whole(text: str, lines: list[str]) -> RawFault | None:
    """What only the whole shows: JSON, XML, or several lines of output made one."""
    number = next((at for at, line in enumerate(lines, 1) if _is_json(line[_end(_LEAD, line) :].strip())), 0)
    if number or _is_json(text) or _is_element(text):
        return _fault(DUMP, number or 1)
    return _fault(DUMP) if text.count("\\n") > 2 else None


def _is_json(text: str) -> bool:
    """Whether the text is a JSON object or list, or the beginning of one that was cut off."""
    if text[:1] not in ("{", "["):
        return False
    import json

    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except RecursionError:
        return True
    except ValueError:
        return re.match(_KEYED, text) is not None
    return not text[end:].strip(" \t\n\r,;.")


def _is_element(text: str) -> bool:
    """Whether the text is one XML element from end to end."""
    opened = re.match(r"<([A-Za-z][\w.:-]{0,60})(?:\s[^<>]{0,2000}?)?(/?)>", text)
    if not opened:
        return False
    closing = f"</{opened.group(1)}>"
    return text.endswith(closing) or (bool(opened.group(2)) and opened.end() == len(text))


def _end(pattern: str, line: str) -> int:
    found = re.match(pattern, line)
    return found.end() if found else 0
