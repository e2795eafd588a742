"""`python -m tests.bench.peers FOLDER` installs the programs that ours is measured beside, each in its own environment.

None of them is a dependency. `python -m tests.bench --peers FOLDER` finds them there, and without the option on the
PATH; what is not found is not measured, and the table says so.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.bench.workplace import Workplace

VERSION = re.compile(r"\d+(?:\.\d+)+")


class Peer(NamedTuple):
    """How a peer is installed and called."""

    program: str
    packages: tuple[str, ...] = ()
    """What pip or npm is asked for; a system's own package manager where there is nothing."""
    by_npm: bool = False


PEERS = {
    "ccusage": Peer("ccusage", ("ccusage@20.0.24",), by_npm=True),
    "ccusage 18": Peer("ccusage", ("ccusage@18.0.11",), by_npm=True),
    "claude-monitor": Peer("claude-monitor", ("claude-monitor==4.0.0",)),
    "claude-code-log": Peer("claude-code-log", ("claude-code-log==1.7.0",)),
    # tree-sitter 0.26 ends posting 2.11 with a segmentation fault.
    "posting": Peer("posting", ("posting==2.11.1", "tree-sitter<0.26")),
    "harlequin": Peer("harlequin", ("harlequin==2.17.0",)),
    "toolong": Peer("tl", ("toolong==1.5.0",)),
    "modules": Peer("python", ("orjson==3.13.0", "filelock==4.3.1")),
    "btop": Peer("btop"),
}
"""By name. `modules` are no programs: our interpreter loads them from there."""


class Installed(NamedTuple):
    """A peer that is there."""

    label: str
    """Its name with its version."""
    path: str


def find(place: Workplace, name: str) -> Installed | None:
    """The peer in the folder of peers or on the PATH; None where it is in neither."""
    program = PEERS[name].program
    inside = place.peers and _inside(place.peers, name)
    # Of an older version only its own folder tells it from the newer one.
    path = inside if inside and inside.exists() else None if " " in name else shutil.which(program)
    return (
        Installed(f"{name.split(maxsplit=1)[0]} {_version(str(path), name)}".strip(), str(path))
        if path
        else None
    )


def absent(name: str) -> str:
    """What stands in the table in the place of a peer's figure."""
    return f"{name} is not installed: not measured"


def module(place: Workplace, name: str) -> str | None:
    """A peer's module with its version, for a process with `with_modules`; None where it cannot be imported."""
    code = f"import {name}; from importlib.metadata import version; print(version('{name}'))"
    env = with_modules(place)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False)
    return None if told.returncode else f"{name} {told.stdout.strip()}"


def with_modules(place: Workplace) -> dict[str, str]:
    """The environment of a process of our own interpreter that may import the peers' modules."""
    folders = sorted((place.peers / "modules").glob("lib/python*/site-packages")) if place.peers else []
    return {**place.env, "PYTHONPATH": os.pathsep.join(map(str, folders))} if folders else place.env


def native(path: str) -> str | None:
    """The program that ccusage's command in JavaScript starts, from 20 on; None where it is none."""
    script = Path(path).resolve()
    if len(script.parents) < 3:
        return None
    return next(map(str, script.parents[2].glob("@ccusage/*/bin/ccusage")), None)


def _inside(folder: Path, name: str) -> Path:
    peer = PEERS[name]
    home = folder / name.replace(" ", "-")
    return home / ("node_modules/.bin" if peer.by_npm else "bin") / peer.program


def _version(path: str, name: str) -> str:
    """As the package's metadata has it, else as the program tells it; not every program does."""
    code = f"from importlib.metadata import version; print(version('{name}'))"
    python = Path(path).resolve().with_name("python")
    asked = [[str(python), "-c", code]] if python.exists() and not PEERS[name].by_npm else []
    for words in [*asked, [path, "--version"]]:
        told = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        if told.returncode == 0 and (found := VERSION.search(told.stdout)):
            return found[0]
    return ""


def install(folder: Path) -> None:
    """Installs each into a folder of its own: they ask for different versions of the same libraries."""
    for name, peer in PEERS.items():
        if not peer.packages:
            continue
        home = folder / name.replace(" ", "-")
        print(f"{' '.join(peer.packages)} ...", file=sys.stderr, flush=True)
        if peer.by_npm:
            command = ["npm", "install", "--silent", "--prefix", str(home), *peer.packages]
        else:
            subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
            command = [str(home / "bin" / "pip"), "install", "--quiet", *peer.packages]
        if subprocess.run(command, check=False).returncode:
            print(f"{name} could not be installed; it will not be measured", file=sys.stderr)


def main() -> int:
    """Reads the folder and installs."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.peers", description=__doc__)
    parser.add_argument("folder", type=Path)
    install(parser.parse_args().folder.absolute())
    return 0


if __name__ == "__main__":
    sys.exit(main())
