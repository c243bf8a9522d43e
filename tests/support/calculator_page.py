"""Pages in a browser, and that of the calculator: Chromium by its driver, Firefox by its own protocol (WebDriver BiDi)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, cast

from support import skip_without

PAGE = Path(__file__).parents[2] / "docs" / "calculator"
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
FLAGS = (
    *("headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run"),
    *("disable-background-networking", "disable-component-update", "disable-sync"),
)
NODE = shutil.which("node")
PATIENCE = 60
"""Seconds to wait for a page or an answer: a busy machine is slow."""


def ran(program: str, given: object = None, folder: Path = PAGE) -> Any:
    """What a program's expression ``answer(given)`` is; it can import the page's modules."""
    skip_without(NODE, "node")
    text = f"{program}\nlet text = ''; for await (const part of process.stdin) text += part;\n"
    text += "console.log(JSON.stringify(answer(JSON.parse(text))));"
    command = [str(NODE), "--input-type=module", "-e", text]
    done = subprocess.run(
        command, input=json.dumps(given), capture_output=True, text=True, check=False, timeout=300, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Firefox:
    """A Firefox without a window, with the two methods of a driver that `Page` needs."""

    def __init__(self, profile: Path) -> None:
        import websocket  # comes with selenium

        assert FIREFOX
        command = [FIREFOX, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(profile)]
        (profile / "user.js").write_text('user_pref("intl.accept_languages", "en");\n', encoding="utf-8")
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        assert self._process.stderr
        address = next(found[0] for line in self._process.stderr if (found := re.search(r"ws://\S+", line)))
        self._socket = websocket.create_connection(f"{address}/session", timeout=4 * PATIENCE, suppress_origin=True)
        self._asked = 0
        self.ask("session.new", capabilities={})
        self._context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **parameters: object) -> Any:
        """The result of a command of the protocol."""
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._asked:
                assert answer["type"] == "success", answer
                return answer["result"]

    def get(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def screen(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def execute_script(self, script: str, *arguments: object) -> Any:
        """What a function with this body returns; arguments and result pass as JSON."""
        function = f"(text) => JSON.stringify((function () {{ {script} }}).apply(null, JSON.parse(text)) ?? null)"
        argument = {"type": "string", "value": json.dumps(arguments)}
        target = {"context": self._context}
        found = self.ask(
            "script.callFunction", functionDeclaration=function, arguments=[argument], target=target, awaitPromise=True
        )
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return json.loads(found["result"]["value"])

    def quit(self) -> None:
        self.ask("browser.close")
        self._process.wait(PATIENCE)
        self._socket.close()
        assert self._process.stderr
        self._process.stderr.close()


def start_chromium(profile: Path, *flags: str) -> Any:
    """A Chromium without a window, driven by selenium."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, *flags, f"user-data-dir={profile}", "lang=en", "window-size=1200,1000"):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))


class Reader:
    """A browser that reads pages."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def go(self, address: str) -> None:
        self.driver.get("about:blank")
        self.driver.get(address)

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def wait(self, script: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.run(f"return Boolean({script})"):
            assert time.monotonic() < deadline, script
            time.sleep(0.02)

    def screen(self, width: int) -> None:
        if isinstance(self.driver, Firefox):
            self.driver.screen(width, 900)
        else:
            size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def prefer(self, scheme: str) -> None:
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


class Page(Reader):
    """The page of the calculator, as a reader meets it."""

    def open(self, link: str = "") -> Page:
        self.go(f"{(PAGE / 'index.html').as_uri()}{link}")
        return self.settled()

    def settled(self) -> Page:
        self.wait("document.body.dataset.settled")
        return self

    def click(self, css: str) -> Page:
        self.driver.find_element("css selector", css).click()
        return self.settled()

    def card(self, *codes: str) -> Page:
        for code in codes:
            self.click(f'#cards button[data-code="{code}"]')
        return self

    def keys(self, text: str, css: str = "body") -> Page:
        self.driver.find_element("css selector", css).send_keys(text)
        return self.settled()

    def type(self, css: str, text: str) -> None:
        self.run("const f = document.querySelector(arguments[0]); f.value = arguments[1]", css, text)

    def submit(self, field: str, text: str) -> None:
        self.type(f"#{field}", text)
        self.run(f"$('{field}-form').requestSubmit()")

    def type_a_shoe(self, kind: str) -> None:
        self.run("$('typing').open = true; $('kind').value = arguments[0]; $('kind').onchange()", kind)

    def text(self, css: str) -> str:
        """A place's text, without the blanks that group digits."""
        text = cast(str, self.run("return document.querySelector(arguments[0]).textContent", css))
        return text.replace("\u202f", "").replace("\N{MINUS SIGN}", "-")

    def exact(self, css: str) -> list[str]:
        """The fractions below a place, without the blanks that group their digits."""
        script = "return [...document.querySelectorAll(arguments[0] + ' .exact')].map((node) => node.textContent)"
        return [text.replace("\u202f", "").replace("\N{MINUS SIGN}", "-") for text in self.run(script, css)]

    def outcomes(self) -> list[str]:
        """The fractions of the outcomes, punto first: the probability and the house edge of each."""
        return [
            text for side in ("punto", "banco", "tie") for text in self.exact(f'#outcomes [data-bet="rules-{side}"]')
        ]

    def state(self) -> str:
        return cast(str, self.run("return linkText(shoe, view)"))

    def cards(self) -> int:
        return cast(int, self.run("return left.total"))

    def find(self, text: str) -> None:
        self.type("#find", text)
        self.run("document.querySelector('#find').oninput()")
        self.settled()

    def listed(self) -> list[str]:
        """The bets of the list, from the top."""
        rows = "[...document.querySelectorAll('#bets tr[data-bet]')]"
        script = f"return {rows}.filter((row) => row.offsetParent).map((row) => row.dataset.bet)"
        return cast("list[str]", self.run(script))

    def link(self, text: str) -> None:
        self.run("location.hash = arguments[0]", text)
        self.wait("!$('fault').hidden || location.hash.slice(1) === linkText(shoe, view)")
        self.settled()
