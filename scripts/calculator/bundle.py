"""Join the modules of the calculator's page into one script, because a page opened from a file may not load modules.

A module that others import whole (``import * as engine``) becomes an object of that name. The others share one scope,
so no two of them may give different things one name: the script would not run.
"""

import json
import re
from pathlib import Path

from exact.publication.citation import AUTHOR, PROGRAM
from exact.version import __version__

_IMPORT = re.compile(r'^import (?:(?P<names>[^"]*?) from )?"(?P<path>[^"]+)";\n', re.MULTILINE | re.DOTALL)
_WHOLE = re.compile(r"\* as (\w+)")
_EXPORTED = re.compile(r"^export (?:const|let|function|class) (\w+)", re.MULTILINE)


def page_script(modules: Path) -> str:
    """The script of the page: the source of its worker as a text, then every module that ``start.js`` needs."""
    worker = _joined(modules / "worker.js") + "workerMain();\n"
    text = json.dumps(worker, ensure_ascii=False)
    return f'"use strict";\nglobalThis.exactWorker = {text};\n{_joined(modules / "start.js")}'


def package_file() -> str:
    """The ``package.json`` of the engine, by which ``npm pack`` packs it for other pages and programs."""
    package = {
        "name": PROGRAM,
        "version": __version__,
        "description": "Exact odds of every baccarat bet on any shoe, with big integers",
        "keywords": ["baccarat", "punto banco", "probability", "house edge", "exact"],
        "author": AUTHOR,
        "license": "MIT",
        "type": "module",
        "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}},
        "types": "./index.d.ts",
        "files": [
            *("index.js", "index.d.ts", "data.js", "sections.js", "format.md"),
            *(f"modules/{name}.js" for name in ("coup", "data", "engine", "settle")),
        ],
        "sideEffects": ["./data.js", "./sections.js"],
        "engines": {"node": ">=18"},
    }
    return json.dumps(package, indent=2) + "\n"


def _joined(start: Path) -> str:
    """A module after all that it needs, each once."""
    texts: dict[Path, str] = {}
    whole: dict[Path, str] = {}
    _collect(start, texts, whole)
    return "".join(_object(whole[path], text) if path in whole else _plain(text) for path, text in texts.items())


def _collect(path: Path, texts: dict[Path, str], whole: dict[Path, str]) -> None:
    source = path.read_text(encoding="utf-8")
    for needed in _IMPORT.finditer(source):
        if not needed["names"]:
            continue  # a script that the page loads by itself
        other = (path.parent / needed["path"]).resolve()
        if name := _WHOLE.search(needed["names"]):
            whole[other] = name[1]
        if other not in texts:
            _collect(other, texts, whole)
    texts[path.resolve()] = _IMPORT.sub("", source)


def _plain(text: str) -> str:
    return re.sub(r"^export ", "", text, flags=re.MULTILINE)


def _object(name: str, text: str) -> str:
    return f"const {name} = (() => {{\n{_plain(text)}return {{ {', '.join(_EXPORTED.findall(text))} }};\n}})();\n"
