"""The floor plan and the habits of the code: what stands where, what imports what, and what is not used."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from importlinter.cli import lint_imports
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "scratchpad_tui"
HEAVY = ("textual", "rich", "watchfiles")
"""What only the screens and the watcher may load."""
SLOW = ("asyncio", "dataclasses", "enum", "inspect", "logging", "pathlib", "tempfile")
"""Costs a command milliseconds of the some 60 it has: never imported while a module of its is loaded."""
NEVER_LOADED = (*HEAVY, "asyncio", "dataclasses", "inspect", "logging", "pathlib", "tempfile", "typing")
"""Not there when a hook's command has ended; `enum` comes with the standard library's `re`."""
POSIX_ONLY = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
ADAPTER = "scratchpad_tui.core.watch.notify"
"""Puts watchfiles behind our own interface, and is imported only when a watcher starts."""
SERVER = ("scratchpad_tui.agents.mcp_server", "scratchpad_tui.agents.mcp_stdio")
"""Stand on the MCP SDK, whose web server loads watchfiles where that is installed; no hook calls them."""
LONG_MODULE = 400
LONG_FUNCTION = 40
REASONED_LONG: dict[str, str] = {}
"""Modules over 400 lines, each with its reason; none is over 500."""
TOP_LEVEL = {
    ".ci",
    ".gitattributes",
    ".gitignore",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "pyproject.toml",
    "requirements.lock",
    "scratchpad_tui",
    "screenshots",
    "tests",
}


class Module(NamedTuple):
    """A source file of the package."""

    path: Path
    name: str
    text: str
    tree: ast.Module

    @property
    def room(self) -> str:
        """The first folder under the package: `core`, `cli`, `tui`, ..., empty at the top."""
        inside = self.path.relative_to(PACKAGE).parts
        return inside[0] if len(inside) > 1 else ""


@cache
def modules() -> tuple[Module, ...]:
    """Every module of the package, parsed."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        text = path.read_text("utf-8")
        found.append(Module(path, name, text, ast.parse(text, str(path))))
    return tuple(found)


def at(module: Module, node: ast.AST) -> str:
    """Where the node stands, as `scratchpad_tui/core/text.py:12`."""
    return f"{module.path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"


def imported(node: ast.AST) -> list[str]:
    """The modules that an import statement names, relative ones left out."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module]
    return []


def top_imports(tree: ast.Module) -> list[ast.stmt]:
    """The import statements that run when the module is loaded; those for types alone are left out."""
    found: list[ast.stmt] = []
    open_nodes: list[ast.stmt] = list(tree.body)
    while open_nodes:
        node = open_nodes.pop(0)
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append(node)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.unparse(node.test):
            open_nodes += [*node.body, *node.orelse]
        elif isinstance(node, ast.Try):
            open_nodes += [
                *node.body,
                *node.orelse,
                *(line for handler in node.handlers for line in handler.body),
            ]
    return found


def calls(tree: ast.Module, attribute: str) -> list[ast.Attribute]:
    """Every place that reaches for the attribute of that name."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == attribute]


def python(code: str, *words: str, stdin: str = "") -> str:
    """What a fresh interpreter prints that runs the code."""
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# Imports


def test_imports_run_downward_only() -> None:
    """Keeps the floor plan: the contracts stand in pyproject.toml, each exception with its reason."""
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), cache_dir=None, no_cache=True) == 0


EACH_ALONE = """
import importlib, json, sys
names, heavy = json.loads(sys.argv[1]), json.loads(sys.argv[2])
found = {}
for name in names:
    for loaded in [m for m in sys.modules if m.partition(".")[0] == "scratchpad_tui"]:
        del sys.modules[loaded]
    importlib.import_module(name)
    came = sorted({m.partition(".")[0] for m in sys.modules} & set(heavy))
    if came:
        found[name] = came
        break
print(json.dumps(found))
"""


def test_the_core_loads_no_ui_library() -> None:
    """Agents and hooks import the core every turn; each module is imported on its own, in a fresh interpreter."""
    names = [
        module.name
        for module in modules()
        if module.room in {"core", "agents"} and module.name not in {ADAPTER, *SERVER}
    ]
    assert json.loads(python(EACH_ALONE, json.dumps(names), json.dumps(HEAVY))) == {}
    assert json.loads(python(EACH_ALONE, json.dumps(SERVER), json.dumps(["textual", "rich"]))) == {}


RUN = """
import json, sys
from scratchpad_tui.cli.main import main
code = main(json.loads(sys.argv[1]))
came = sorted({m.partition(".")[0] for m in sys.modules} & set(json.loads(sys.argv[2])))
print("\\n" + json.dumps([code, came]))
"""


HOOK_COMMANDS = [
    ["apply"],
    ["apply", "--turn", "2", "--session", "s", "--json"],
    ["prompt"],
    ["prompt", "--session", "s"],
    ["show"],
    ["show", "--json"],
    ["status"],
    ["note", "x", "--tag", "observed", "--pad", "MEMORY-STATE.md"],
    ["recall", "--pad", "MEMORY-STATE.md"],
    ["prompt", "--pad", "MEMORY-STATE.md"],
]
PATCH = '[{"section": "Findings", "op": "append", "content": "CI has no redis"}]'


@pytest.mark.parametrize("words", HOOK_COMMANDS, ids=" ".join)
def test_what_hooks_call_ends_without_slow_modules(words: list[str], pad_path: Path) -> None:
    """Looks at what was loaded when the command has done its work, not only when it starts."""
    pad_path.parent.mkdir()
    pad_path.write_text("## Task\nMake CI green\n", "utf-8")
    out = python(RUN, json.dumps(words), json.dumps(NEVER_LOADED), stdin=PATCH)
    assert json.loads(out.rstrip("\n").rpartition("\n")[2]) == [0, []]


@pytest.mark.parametrize("room", ["core", "cli", "agents"])
def test_no_slow_module_is_imported_at_the_start(room: str) -> None:
    """The gate is the list of modules, which is the same on every machine, not a time."""
    found = [
        f"{at(module, node)}: {name}"
        for module in modules()
        if module.room == room and module.name != ADAPTER
        for node in top_imports(module.tree)
        for name in imported(node)
        if name.partition(".")[0] in (*SLOW, *HEAVY)
    ]
    assert found == []


def test_named_tuples_are_the_quick_ones() -> None:
    """One way in the whole package: a command defines some forty before it does anything."""
    found = [
        at(module, node)
        for module in modules()
        if module.name != "scratchpad_tui.core.named_tuple"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and node.module in ("typing", "collections")
        if any(name.name in ("NamedTuple", "namedtuple") for name in node.names)
    ]
    assert found == []


def guarded(tree: ast.Module) -> set[ast.AST]:
    """Every node that stands under a question for the platform or inside `try ... except ImportError`."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        asks = isinstance(node, ast.If) and any(
            word in ast.unparse(node.test) for word in ("platform", "os.name")
        )
        tries = isinstance(node, ast.Try) and any(
            name in ast.unparse(handler.type)
            for handler in node.handlers
            if handler.type
            for name in ("ImportError", "ModuleNotFoundError")
        )
        if asks or tries:
            found.update(ast.walk(node))
    return found


def test_what_windows_lacks_is_guarded() -> None:
    """A module that imports `fcntl` unasked does not load on Windows."""
    found = []
    for module in modules():
        safe = guarded(module.tree)
        found += [
            f"{at(module, node)}: {name}"
            for node in ast.walk(module.tree)
            if node not in safe
            for name in imported(node)
            if name in POSIX_ONLY
        ]
    assert found == []


def test_no_process_is_forked() -> None:
    """Windows has no fork, and a fork beside threads may hang anywhere."""
    assert [at(module, node) for module in modules() for node in calls(module.tree, "fork")] == []


# Text


def test_lines_are_never_split_by_the_string_method() -> None:
    """`str.splitlines` also ends a line at U+2028, form feed and others, which are text in a pad."""
    found = [at(module, node) for module in modules() for node in calls(module.tree, "splitlines")]
    assert found == []


def test_no_markup_is_escaped() -> None:
    """The escape helpers of rich and Textual let a blank after the bracket through: text is built from parts."""
    found = []
    for module in modules():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom) and node.module in {"rich.markup", "textual.markup"}:
                found += [f"{at(module, node)}: {name.name}" for name in node.names if name.name == "escape"]
            found += [f"{at(module, node)}: {name}" for name in imported(node) if name == "rich.markup"]
    assert found == []


# Sizes and words


def test_modules_are_short() -> None:
    """Over 400 lines needs a reason that stands here; over 500 is split."""
    lengths = {str(module.path.relative_to(ROOT)): module.text.count("\n") for module in modules()}
    long = {name: lines for name, lines in lengths.items() if lines > LONG_MODULE}
    assert set(long) == set(REASONED_LONG), long
    assert all(lines <= LONG_MODULE + 100 for lines in long.values()), long


def functions(module: Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method of the module."""
    return [
        node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_functions_are_short() -> None:
    """95 of 100 have under 40 lines."""
    lengths = {
        at(module, node): (node.end_lineno or node.lineno) - node.lineno + 1
        for module in modules()
        for node in functions(module)
    }
    long = {name: lines for name, lines in lengths.items() if lines >= LONG_FUNCTION}
    assert len(long) <= 0.05 * len(lengths), long


def public(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """The functions and classes that others may use, and the methods of such classes."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    found = [node for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]
    for owner in [node for node in found if isinstance(node, ast.ClassDef)]:
        found += [node for node in owner.body if isinstance(node, kinds) and not node.name.startswith("_")]
    return found


@pytest.mark.parametrize(("room", "share"), [("core", 0.95), ("cli", 0.95), ("demo", 0.85), ("tui", 0.85)])
def test_what_is_public_is_documented(room: str, share: float) -> None:
    """The first line of a docstring says what the caller gets."""
    nodes = [(module, node) for module in modules() if module.room == room for node in public(module.tree)]
    bare = [f"{at(module, node)} {node.name}" for module, node in nodes if not ast.get_docstring(node)]
    assert len(bare) <= (1 - share) * len(nodes), bare


def test_every_module_says_what_it_is() -> None:
    """A reader who opens a file first learns what stands in it."""
    bare = [
        at(module, module.tree)
        for module in modules()
        if module.tree.body and not ast.get_docstring(module.tree)
    ]
    assert bare == []


def test_no_module_takes_what_another_keeps_to_itself() -> None:
    """Of CPython's own modules one may, where it says so; of ours a name that others use is a public one."""
    taken = [
        f"{at(module, node)} {name.name}"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scratchpad_tui")
        for name in node.names
        if name.name.startswith("_") and not name.name.startswith("__")
    ]
    assert taken == []


def test_what_the_type_checker_is_told_to_pass_over_has_a_reason() -> None:
    """Without one nobody sees whether it still holds."""
    bare = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1)
        if re.search(r"# type: ignore(?!\[[a-z, -]+\] +# \w)", line)
    ]
    assert bare == []


def test_the_map_of_the_pads_modules_names_those_that_are_there() -> None:
    """Its room is the largest: a newcomer finds the module by what they are after."""
    room = PACKAGE / "core" / "pad"
    tree = ast.parse((room / "__init__.py").read_text("utf-8"))
    drawn = (ast.get_docstring(tree) or "").split("Where to look:")[1]
    named = re.findall(r"`(\w+)`", drawn)
    assert len(named) > 50
    assert [name for name in named if not (room / f"{name}.py").is_file()] == []


# The project's files


def test_the_top_level_holds_only_what_tooling_needs() -> None:
    """Everything else stands in the package, the tests or the screenshots."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0 or not listed.stdout:
        pytest.skip("not a git work tree with files in it: what belongs to the project cannot be told")
    assert {name.partition("/")[0] for name in listed.stdout.split("\n") if name} - TOP_LEVEL == set()


def test_test_folders_are_packages() -> None:
    """Two test files of one name in different folders would hide each other."""
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


@cache
def project() -> dict[str, object]:
    """The `[project]` table."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert isinstance(table, dict)
    return table


def locked() -> dict[str, str]:
    """Each package of the lock file with its version."""
    lines = (ROOT / "requirements.lock").read_text("utf-8").split("\n")
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


def test_the_lock_file_fixes_every_requirement() -> None:
    """The lock names each requirement, in a version that its range allows."""
    needed = project()["dependencies"]
    extras = project()["optional-dependencies"]
    assert isinstance(needed, list)
    assert isinstance(extras, dict)
    versions = locked()
    for text in [*needed, *(line for lines in extras.values() for line in lines)]:
        requirement = Requirement(text)
        version = versions.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement.name} is not in requirements.lock"
        assert requirement.specifier.contains(version), f"requirements.lock has {requirement.name} {version}"


def test_every_lint_exception_has_a_reason() -> None:
    """A rule that is switched off without a word is never switched on again."""
    lines = (
        (ROOT / "pyproject.toml")
        .read_text("utf-8")
        .split("[tool.ruff.lint]")[1]
        .split("[tool.importlinter]")[0]
        .split("\n")
    )
    rules = [line for line in lines if line.startswith('    "')]
    assert rules
    assert [line for line in rules if "#" not in line] == []
