"""What the pages of the documentation tell a reader to do in the calculator, done in a browser."""

import re
from pathlib import Path

import build_readme
import pytest
from support.calculator_page import Page

STEP = re.compile(
    r"""open\ docs/calculator/index\.html
      | click\ "(?P<button>[^"]+)"
      | type\ (?P<text>.+)\ in\ "(?P<field>[^"]+)"(?P<enter>\ and\ press\ Enter)?
      | see\ (?P<seen>.+)""",
    re.VERBOSE,
)
CONTROL = "return [...document.querySelectorAll(arguments[0])].find((node) => node.offsetParent && node.innerText === arguments[1])"
PAGES = [page for page in build_readme.PAGES if "```calculator" in page.read_text(encoding="utf-8")]


def carried_out(page: Page, line: str) -> None:
    """One line of a block: what a reader does, by the words that the page shows, or what the reader sees then."""
    step = STEP.fullmatch(line)
    assert step, line
    if step["button"]:
        page.run(CONTROL, "button, summary, label", step["button"]).click()
        page.settled()
    elif step["field"]:
        field = page.run(CONTROL + ".control", "label", step["field"])
        field.clear()
        field.send_keys(step["text"] + ("\n" if step["enter"] else ""))
        page.settled()
    elif step["seen"]:
        seen = page.run("return document.body.innerText").replace("\u00a0", " ").replace("\u202f", "")
        assert step["seen"].replace("\u202f", "") in seen, line
    else:
        page.open("#lang=en")


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES, ids=lambda name: name.stem)
def test_the_steps_in_the_calculator_lead_where_the_page_says(name: Path, page: Page) -> None:
    text = name.read_text(encoding="utf-8")
    for block in build_readme.BLOCK.finditer(text):
        if block["language"] == "calculator":
            for line in block["text"].splitlines():
                carried_out(page, line)
