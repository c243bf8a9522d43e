"""The page of the calculator in Chromium."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.calculator_page import Page


@pytest.fixture
def page(chromium: Any) -> Iterator[Page]:
    yield Page(chromium).open()
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
