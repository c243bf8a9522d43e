"""Take the pictures of the calculator for README and site: docs/static/calculator.png and calculator-dark.png.

Needs chromium and chromedriver. The pictures are committed, and looked at before that.
"""

import base64
import shutil
from pathlib import Path

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

ROOT = Path(__file__).parents[1]
SHOE = "decks=8&dealt=9s9hKc&lang=en"
"""The shoe of the pictures, as the calculator links to it."""
WIDTH, HEIGHT = 1200, 890
PICTURES = {"light": "calculator.png", "dark": "calculator-dark.png"}


def main() -> None:
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in ("headless=new", "no-sandbox", "lang=en", "hide-scrollbars"):
        options.add_argument(f"--{flag}")
    browser = Chrome(options, Service(shutil.which("chromedriver")))
    try:
        size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        for theme, name in PICTURES.items():
            features = [{"name": "prefers-color-scheme", "value": theme}]
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            browser.get(f"{(ROOT / 'docs' / 'calculator' / 'index.html').as_uri()}#{SHOE}")
            taken = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
            (ROOT / "docs" / "static" / name).write_bytes(base64.b64decode(taken["data"]))
    finally:
        browser.quit()


if __name__ == "__main__":
    main()
