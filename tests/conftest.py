import gc
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from support import Command, skip_without
from support.calculator_page import CHROMIUM, DRIVER, FIREFOX, Firefox, start_chromium

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does; read when numpy is first imported

settings.register_profile(
    "quick",
    derandomize=True,
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("long", parent=settings.get_profile("quick"), derandomize=False, max_examples=2000)
settings.load_profile("quick")  # pytest --hypothesis-profile=long: other examples every time, and many more


def pytest_configure() -> None:
    """The programs that tests start are to obey signals, also where a script in the background has these tests run.

    Such a script hands down that an interrupt, and under nohup a hang-up, is ignored.
    """
    for number in {signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)}:  # Windows has no SIGHUP
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """What the tests import stays to the end, and they make many tuples and few cycles: the garbage collector can rest."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.fixture
def exact(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    pytest.importorskip("selenium.webdriver", reason="the extra test installs selenium")
    skip_without(CHROMIUM and DRIVER, "chromium or chromedriver")
    driver = start_chromium(tmp_path_factory.mktemp("chromium"))
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    pytest.importorskip("websocket", reason="the extra test installs selenium, which brings websocket-client")
    skip_without(FIREFOX, "firefox")
    driver = Firefox(tmp_path_factory.mktemp("firefox"))
    yield driver
    driver.quit()
