"""The browsers of these tests, where they are installed."""

from collections.abc import Iterator
from typing import Any

import pytest
from support import calculator_page, skip_without
from support.calculator_page import CHROMIUM, DRIVER, FIREFOX, Firefox, Page


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    pytest.importorskip("selenium.webdriver", reason="the extra test installs selenium")
    skip_without(CHROMIUM and DRIVER, "chromium or chromedriver")
    driver = calculator_page.chromium(tmp_path_factory.mktemp("chromium"))
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    pytest.importorskip("websocket", reason="the extra test installs selenium, which brings websocket-client")
    skip_without(FIREFOX, "firefox")
    driver = Firefox(tmp_path_factory.mktemp("firefox"))
    yield driver
    driver.quit()


@pytest.fixture
def page(chromium: Any) -> Iterator[Page]:
    yield Page(chromium).open()
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
