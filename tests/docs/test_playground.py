"""The playground runs this package in a browser that reaches no address but the site's own."""

import functools
import http.server
import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from support import Command, skip_without
from support.calculator_page import CHROMIUM, DRIVER, start_chromium
from support.servers import serving

DOCS = Path(__file__).parents[2] / "docs"
SCRIPT = '<script src="_static/playground.js" defer></script>'
PAGE = f'<!doctype html><meta charset="utf-8"><div id="playground"></div>{SCRIPT}'
OF_THE_BROWSER = ("chrome:", "chrome-untrusted:")
PATIENCE = 240
COMMANDS = (
    "odds --decks 8 --remove '9 9 K'",
    "bet dragon-7 --decks 8",
    "joint banco dragon-7 --decks 8",
    "coup 6 2 K 3 5",
    "identify 1.0579%",
)
"""One of each command that the page promises."""

LOADING = """
globalThis.seen = [];
new MutationObserver(() => {
  const bar = document.querySelector('#playground progress');
  if (!bar || bar.watched) return;
  bar.watched = setInterval(() => { if (bar.value && !bar.hidden) seen.push(bar.value / bar.max); }, 5);
}).observe(document.getElementById('playground'), { childList: true, subtree: true });"""
"""Notes the share that the bar shows while Python is loading."""

pytestmark = pytest.mark.slow


class Server(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and notes what was asked for."""

    asked: list[str]

    def log_message(self, *_: object) -> None:
        self.asked.append(self.path)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, Path, list[str]]]:
    """The address of a site with the playground alone, its folder, and the paths that are asked for."""
    assert SCRIPT in (DOCS / "playground.md").read_text(encoding="utf-8")
    (tmp_path / "playground.html").write_text(PAGE, encoding="utf-8")
    shutil.copytree(DOCS / "static", tmp_path / "_static")
    asked: list[str] = []
    handler = functools.partial(type("Handler", (Server,), {"asked": asked}), directory=tmp_path)
    with serving(handler) as address:
        yield f"{address}/playground.html", tmp_path, asked


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    pytest.importorskip("selenium.webdriver")
    skip_without(CHROMIUM and DRIVER, "chromium or chromedriver")
    driver = start_chromium(
        tmp_path_factory.mktemp("profile"), "host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    )
    yield driver
    driver.quit()


def shown(browser: Any) -> str:
    return str(browser.execute_script("return document.getElementById('playground').innerText"))


def wait_for(browser: Any, text: str) -> str:
    from selenium.webdriver.support.wait import WebDriverWait

    WebDriverWait(browser, PATIENCE, 0.2).until(lambda _: text in shown(browser), f"{text!r} is not in the page")
    return shown(browser)


def run(browser: Any, typed: str) -> str:
    """What the page prints for ``typed``, when it is done."""
    browser.execute_script("document.querySelector('#playground .shown').replaceChildren()")
    script = "document.querySelector('#playground textarea').value = arguments[0];"
    script += "document.querySelector('#playground .first').click()"
    browser.execute_script(script, typed)
    wait_for(browser, "done in")
    return str(browser.execute_script("return document.querySelector('#playground .shown').textContent"))


def test_without_python_the_page_says_how_to_add_it(site: tuple[str, Path, list[str]], browser: Any) -> None:
    browser.get(site[0])
    assert "nox -s playground" in wait_for(browser, "Python is not in this build")


def test_python_is_loaded_when_asked_for_and_from_this_site_alone(
    site: tuple[str, Path, list[str]], browser: Any, exact: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    skip_without((DOCS / "pyodide" / "playground.json").is_file(), "docs/pyodide (nox -s playground)")
    monkeypatch.setenv("COLUMNS", "100")
    address, folder, asked = site
    shutil.copytree(DOCS / "pyodide", folder / "pyodide")
    browser.get(f"{address}#code=exact%20coup%206%202%20K%203%205")
    size = sum(path.stat().st_size for path in (folder / "pyodide").iterdir() if path.suffix not in (".tgz", ".json"))
    size += (folder / "pyodide" / "pyodide-lock.json").stat().st_size
    assert f"Start Python ({-(-size // 10**6)} MB to load)" in wait_for(browser, "Start Python")
    assert not [path for path in asked if path.endswith((".wasm", ".whl", ".zip"))]

    assert "exact coup 6 2 K 3 5" in shown(browser)
    browser.execute_script(LOADING)
    browser.execute_script("document.querySelector('#playground button').click()")
    wait_for(browser, "Result: punto wins")  # what the address carries is run at once
    wait_for(browser, "done in")
    seen = browser.execute_script("return seen")
    assert len(seen) > 10
    assert seen == sorted(seen)
    assert 0.9 < seen[-1] < 1.2
    assert browser.execute_script("return document.querySelector('#playground progress').hidden")
    for command in COMMANDS:
        assert run(browser, f"exact {command}") == f"exact {command}\n{exact(*shlex.split(command)).out}", command
    assert run(browser, "from math import perm\nperm(416, 6)").endswith("\n4998398275503360\n")
    assert unquote(browser.current_url).endswith("#code=from math import perm\nperm(416, 6)")
    assert run(browser, "1 / 0").endswith("ZeroDivisionError: division by zero\n")
    assert run(browser, "import pandas").endswith("pandas is not in this page: install the program to use it\n")

    requests = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [r["params"]["request"]["url"] for r in requests if r["method"] == "Network.requestWillBeSent"]
    outside = [
        url for url in sent if not url.startswith((address.rpartition("/")[0], "data:", "blob:", *OF_THE_BROWSER))
    ]
    assert sent
    assert outside == []
