from __future__ import annotations

from typing import Any

import pytest
from support.scripted_engines import Asking, vectors_of


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Asking:
    """Have ``exact verify`` ask a few requests instead of the vectors of the package."""

    def ask(requests: list[dict[str, Any]]) -> None:
        monkeypatch.setattr("exact.cli.commands.verify.load_set", lambda smoke: vectors_of(requests, smoke))

    return ask
