from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.coq import LAST, SOURCES, compiled, needed


@pytest.fixture(scope="session")
def proof(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with the compiled proof and the extracted engine, and what the last file prints."""
    folder = tmp_path_factory.mktemp("proof")
    (folder / "engine").mkdir()
    for source in SOURCES.glob("*.v"):
        shutil.copy(source, folder)
    for name in needed(LAST):
        ran = compiled(name, folder)
        assert ran.returncode == 0, ran.stderr
    return folder, ran.stdout
