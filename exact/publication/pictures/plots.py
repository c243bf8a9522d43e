"""Draw the files of the pictures next to the tables with matplotlib (extra ``plot``), or check them without it.

`exact.publication.pictures.pictures` has the contents of the pictures, and `exact.publication.pictures.drawing` draws them.
The manifest of the tables has two digests of each picture: of its figures and of its file.
"""

from __future__ import annotations

import io
from html import escape
from pathlib import Path
from typing import Any

from exact.errors import ExactError
from exact.lazy import hashlib
from exact.publication.pictures.drawing import description, draw_picture
from exact.publication.pictures.pictures import Picture, digest, pictures
from exact.publication.publish import (
    MANIFEST_FILE,
    make_directory,
    picture_entries,
    read_manifest,
    with_pictures,
    write_files,
)


def check_matplotlib() -> None:
    """Raise `ExactError` without matplotlib."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        bound = "is not installed: pip install 'exact-baccarat[plot]'"
        raise ExactError("plots", "matplotlib", bound) from None


def draw(name: str, picture: Picture) -> bytes:
    """A picture as SVG; ``name`` seeds the ids of its parts, so that they never change.

    Raises `ExactError` without matplotlib.
    """
    settings = {"svg.hashsalt": name, "svg.fonttype": "path"}
    return _described(_drawn(picture, "svg", settings, {"Date": None}), picture)


def draw_pdf(picture: Picture) -> bytes:
    """A picture as PDF, with the same bytes whenever the same version of matplotlib draws it.

    Raises `ExactError` without matplotlib.
    """
    return _drawn(picture, "pdf", {"pdf.fonttype": 42}, {"CreationDate": None, "Producer": None})


def _drawn(picture: Picture, style_of_file: str, options: dict[str, Any], facts: dict[str, Any]) -> bytes:
    check_matplotlib()
    from matplotlib import style
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {
        **options,
        "font.family": "DejaVu Sans",
        "font.size": 9,
    }
    metadata: dict[str, Any] = {"Title": picture.title, "Creator": None, **facts}
    buffer = io.BytesIO()
    with style.context(["default", settings]):  # regardless of a user's own matplotlibrc
        figure = Figure(layout="constrained")
        draw_picture(figure, picture)
        figure.savefig(buffer, format=style_of_file, metadata=metadata)
    return buffer.getvalue()


def _described(svg: bytes, picture: Picture) -> bytes:
    """The SVG as one image with a description for screen readers; matplotlib adds only the title."""
    root, begin, rest = svg.partition(b">\n <title>")
    title, end, rest = rest.partition(b"</title>\n")
    assert end
    text = f" <desc>{escape(description(picture))}</desc>\n".encode()
    return b"".join((root, b' role="img"', begin, title, end, text, rest))


def write_pictures(directory: Path) -> list[str]:
    """Draw every picture into ``directory``, write its digests to the manifest there, and return the pictures' names.

    Raises `ExactError` as `write_files` does, and without matplotlib.
    """
    check_matplotlib()  # before computing the figures, which takes seconds
    make_directory(directory)
    shown = pictures()
    files = {f"{name}.svg": draw(name, picture) for name, picture in shown.items()}
    entries = {
        name: {"shows": digest(picture), "sha256": hashlib.sha256(files[f"{name}.svg"]).hexdigest()}
        for name, picture in shown.items()
    }
    manifest = with_pictures(read_manifest(directory), entries)
    write_files(directory, {**files, MANIFEST_FILE: manifest})
    return list(files)


def stale_pictures(directory: Path) -> list[str]:
    """How the pictures in ``directory`` differ from this program's figures: a phrase for each such picture."""
    stale = []
    entries = picture_entries(read_manifest(directory))
    for name, picture in pictures().items():
        path = directory / f"{name}.svg"
        entry = entries.get(name, {})
        if not path.is_file():
            stale.append(f"{path.name} is missing")
            continue
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ExactError("out", str(path), f"cannot be read: {error.strerror or error}") from None
        if entry.get("shows") != digest(picture):
            stale.append(f"{path.name} shows other figures, by {MANIFEST_FILE}")
        elif entry.get("sha256") != hashlib.sha256(data).hexdigest():
            stale.append(f"{path.name} is not as it was drawn")
    return stale
