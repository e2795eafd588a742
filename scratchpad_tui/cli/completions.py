"""`completions`: scripts that complete commands, options, choices and sections, made from the table and parsers."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import TABLE, Command, find
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.schema import PROFILES, SESSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Action, ArgumentParser, Namespace

SHELLS = ("bash", "zsh", "fish")
_FILES = {"F", "FILE", "PATH", "REPORT", "TRANSCRIPT"}
_FOLDERS = {"DIR"}
_HEADINGS = {"SECTION"}
_OFFERED = {"--profile": tuple(PROFILES), "--tag": SESSION.sections[0].tags}
"""Values that an option has among others: a profile or a tag of one's own stands in no table."""


class _Word(NamedTuple):
    """An option, or an argument by its place (no flags)."""

    flags: tuple[str, ...]
    takes_value: bool
    value: str
    """What the value is called."""
    choices: tuple[str, ...]
    help: str
    many: bool
    """Whether it may stand several times."""

    @property
    def kind(self) -> str:
        """`file`, `folder`, `section`, or empty."""
        if self.value in _HEADINGS or "--section" in self.flags:
            return "section"
        return "file" if self.value in _FILES else "folder" if self.value in _FOLDERS else ""


def _words() -> dict[str, list[_Word]]:
    from scratchpad_tui.cli.parser import build

    return {name: [_word(action) for action in build(name, find(name))._actions] for name in TABLE}  # noqa: SLF001 - argparse has no public way to list its options


def _word(action: Action) -> _Word:
    flags = tuple(action.option_strings)
    offered = [values for flag, values in _OFFERED.items() if flag in flags]
    choices = tuple(map(str, action.choices or ())) or (offered[0] if offered else ())
    value = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    help_text = (action.help or "").replace("%%", "%")
    return _Word(flags, action.nargs != 0, value, choices, help_text, action.nargs in {"*", "+"})


def _bash(words: dict[str, list[_Word]]) -> str:
    values, options = [], []
    for name, entries in words.items():
        for word in entries:
            if word.takes_value:
                keys = "|".join(f'"{name} {flag}"' for flag in word.flags) or None
                if keys:
                    values.append(f"        {keys}) {_bash_value(word)}; return ;;")
        places = [word for word in entries if not word.flags]
        listed = " ".join(flag for word in entries for flag in word.flags)
        place = _bash_value(places[0]) if places else ":"
        options.append(f'        {name}) words="{listed}"; [[ $cur == -* ]] || {{ {place}; return; }} ;;')
    return _BASH.format(commands=" ".join(words), values="\n".join(values), options="\n".join(options))


def _bash_value(word: _Word) -> str:
    if word.choices:
        return f'COMPREPLY=($(compgen -W "{" ".join(word.choices)}" -- "$cur"))'
    return {
        "file": "_scratchpad_tui_files -f",
        "folder": "_scratchpad_tui_files -d",
        "section": "_scratchpad_tui_sections",
    }.get(word.kind, "COMPREPLY=()")


# Headings are a pad's own words: only those of letters, digits and blanks are offered, which no shell takes for code.
_BASH = """\
# bash completion for scratchpad-tui: eval "$(scratchpad-tui completions bash)"
_scratchpad_tui_files() {{
    local name
    COMPREPLY=()
    while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$1" -- "$cur")
}}
_scratchpad_tui_sections() {{
    local name typed="${{cur//[\\\\\\'\\\"]/}}"
    COMPREPLY=()
    while IFS= read -r name; do
        if [[ "$name" == "$typed"* ]]; then COMPREPLY+=("$name"); fi
    done < <(scratchpad-tui show 2>/dev/null | sed -n 's/^## \\([[:alnum:]][[:alnum:] _-]*\\)$/\\1/p')
}}
_scratchpad_tui() {{
    local cur="${{COMP_WORDS[COMP_CWORD]}}" prev="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{commands} --help --version" -- "$cur"))
        return
    fi
    case "${{COMP_WORDS[1]}} $prev" in
{values}
    esac
    case "${{COMP_WORDS[1]}}" in
{options}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
}}
complete -o filenames -F _scratchpad_tui scratchpad-tui
"""


def _zsh(words: dict[str, list[_Word]]) -> str:
    listed = "\n".join(f"        {_quoted(f'{name}:{TABLE[name][1]}')}" for name in words)
    cases = "\n".join(
        f"        {name}) _arguments -s " + " ".join(_zsh_word(word) for word in entries) + " ;;"
        for name, entries in words.items()
    )
    return _ZSH.format(commands=listed, cases=cases)


def _zsh_word(word: _Word) -> str:
    text = word.help.replace("[", "(").replace("]", ")").replace(":", ";")
    action = (
        "(" + " ".join(word.choices) + ")"
        if word.choices
        else {"file": "_files", "folder": "_files -/", "section": "_scratchpad_tui_sections"}.get(
            word.kind, " "
        )
    )
    if not word.flags:
        return _quoted(f"{'*' if word.many else ':'}:{word.value}:{action}")
    value = f":{word.value}:{action}" if word.takes_value else ""
    return " ".join(_quoted(f"{flag}[{text}]{value}") for flag in word.flags)


_ZSH = """\
# zsh completion for scratchpad-tui: eval "$(scratchpad-tui completions zsh)"
(( $+functions[compdef] )) || {{ autoload -Uz compinit && compinit }}
_scratchpad_tui_sections() {{
    local -a names
    names=(${{(f)"$(scratchpad-tui show 2>/dev/null | sed -n 's/^## \\([[:alnum:]][[:alnum:] _-]*\\)$/\\1/p')"}})
    compadd -a names
}}
_scratchpad_tui() {{
    local -a commands
    commands=(
{commands}
    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    local name="$words[2]"
    shift words
    (( CURRENT-- ))
    case "$name" in
{cases}
    esac
}}
compdef _scratchpad_tui scratchpad-tui
"""


def _fish(words: dict[str, list[_Word]]) -> str:
    lines = [
        "# fish completion for scratchpad-tui: scratchpad-tui completions fish | source",
        "function __scratchpad_tui_sections",
        "    scratchpad-tui show 2>/dev/null | string replace -rf '^## ([\\w][\\w -]*)$' '$1'",
        "end",
        "complete -c scratchpad-tui -f",
    ]
    for name, entries in words.items():
        start = f"complete -c scratchpad-tui -n __fish_use_subcommand -a {name}"
        lines.append(f"{start} -d {_quoted(TABLE[name][1])}")
        lines += [_fish_word(name, word) for word in entries]
    return "\n".join(lines) + "\n"


def _fish_word(name: str, word: _Word) -> str:
    parts = [f"complete -c scratchpad-tui -n '__fish_seen_subcommand_from {name}'"]
    parts += [f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in word.flags]
    if word.choices:
        parts.append(("-x " if word.flags else "") + f"-a {_quoted(' '.join(word.choices))}")
    elif word.kind == "section":
        parts.append(("-x " if word.flags else "") + "-a '(__scratchpad_tui_sections)'")
    elif word.takes_value and word.flags:
        parts.append("-r -F" if word.kind else "-x")
    elif not word.flags and word.kind:
        parts.append("-F")
    return " ".join([*parts, f"-d {_quoted(word.help)}"])


def _quoted(text: str) -> str:
    # Ends the quotes, adds one that is escaped, begins them again: bash, zsh and fish all read it so.
    return "'" + text.replace("'", "'\\''") + "'"


_SCRIPTS = {"bash": _bash, "zsh": _zsh, "fish": _fish}


def _options(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")


def _run(args: Namespace) -> int:
    output.result(_SCRIPTS[args.shell](_words()))
    return output.DONE


COMMANDS = {
    "completions": Command(
        "Prints a script that completes commands, options, choices and the pad's sections; its first line says how a"
        " shell loads it.",
        "completions bash",
        _options,
        _run,
        pad_help="taken and not used",
    ),
}
