import shutil
from pathlib import Path

import pytest
from support.coq import SOURCES, compiled_together


@pytest.fixture(scope="session")
def proof(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with the compiled proof and the extracted engine, and what the last file prints."""
    folder = tmp_path_factory.mktemp("proof")
    (folder / "engine").mkdir()
    for source in SOURCES.glob("*.v"):
        shutil.copy(source, folder)
    return folder, compiled_together(folder)
