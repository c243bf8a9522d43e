"""The files of the pictures: drawn with matplotlib (extra ``plot``) as SVG and PNG beside the tables, or checked without it.

What a picture shows is data of `exact.publication.pictures.pictures`, whose digest is in the metadata of the files; how it is drawn is in
`exact.publication.pictures.drawing`. An SVG has a digest of itself too, made with zeros in its own place; a PNG has checksums anyway.
"""

from __future__ import annotations

import io
import re
import zlib
from html import escape
from pathlib import Path
from typing import Any

from exact.errors import ExactError
from exact.lazy import hashlib
from exact.publication.catalogue import PICTURE_SUFFIXES
from exact.publication.pictures.drawing import description, draw_picture
from exact.publication.pictures.pictures import Picture, digest, pictures
from exact.publication.publish import make_directory, write_files

_RASTER = 144
"""Dots per inch of the PNG."""
_PNG = b"\x89PNG\r\n\x1a\n"
_OWN_DIGEST = re.compile(rb"(?<=<dc:identifier>sha256:)[0-9a-f]{64}(?=</dc:identifier>)")
_BLANK = "0" * 64


def _check_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        bound = "is not installed; the extra brings it: pip install 'exact-baccarat[plot]'"
        raise ExactError("plots", "matplotlib", bound) from None


def draw(name: str, picture: Picture) -> dict[str, bytes]:
    """The files of a picture; raises `ExactError` without matplotlib."""
    _check_matplotlib()
    from matplotlib import style
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {
        "svg.hashsalt": name,
        "svg.fonttype": "path",
        "font.family": "DejaVu Sans",
        "font.size": 9,
    }
    files = {}
    with style.context(["default", settings]):  # whatever a user's own matplotlibrc says
        figure = Figure(layout="constrained")
        draw_picture(figure, picture)
        told = {"Title": picture.title, "Description": digest(picture)}
        of_format: dict[str, dict[str, Any]] = {
            "svg": {"Date": None, "Creator": None, "Identifier": f"sha256:{_BLANK}"},
            "png": {"Software": None},
        }
        for suffix, own in of_format.items():
            buffer = io.BytesIO()
            figure.savefig(buffer, format=suffix, dpi=_RASTER, metadata={**told, **own})
            files[f"{name}.{suffix}"] = buffer.getvalue()
    files[f"{name}.svg"] = _told(files[f"{name}.svg"], picture)
    files[f"{name}.svg"] = _OWN_DIGEST.sub(_own_digest(files[f"{name}.svg"]), files[f"{name}.svg"], count=1)
    return files


def _told(svg: bytes, picture: Picture) -> bytes:
    """The SVG as one image with a description for readers of the screen; matplotlib gives it the title alone."""
    root, begin, rest = svg.partition(b">\n <title>")
    title, end, rest = rest.partition(b"</title>\n")
    assert end
    told = f" <desc>{escape(description(picture))}</desc>\n".encode()
    return b"".join((root, b' role="img"', begin, title, end, told, rest))


def _own_digest(svg: bytes) -> bytes:
    """What an SVG says of itself: SHA-256 of its bytes with zeros where it says so."""
    return hashlib.sha256(_OWN_DIGEST.sub(_BLANK.encode(), svg, count=1)).hexdigest().encode()


def write_pictures(directory: Path) -> list[str]:
    """Draw every picture into ``directory`` and return the names of the files; errors as in `write_files`, and without matplotlib."""
    _check_matplotlib()  # computing the figures takes seconds
    make_directory(directory)
    files: dict[str, bytes] = {}
    for name, picture in pictures().items():
        files |= draw(name, picture)
    return write_files(directory, files)


def stale_pictures(directory: Path) -> list[str]:
    """How the pictures in ``directory`` differ from the figures of this program: a phrase for each file, none if all show them."""
    found = []
    for name, picture in pictures().items():
        for suffix in PICTURE_SUFFIXES:
            path = directory / f"{name}.{suffix}"
            if not path.is_file():
                found.append(f"{path.name} is missing")
                continue
            try:
                data = path.read_bytes()
            except OSError as error:
                raise ExactError("out", str(path), f"cannot be read: {error.strerror or error}") from None
            if digest(picture).encode() not in data:
                found.append(f"{path.name} shows other figures")
            elif not (_is_whole_png(data) if suffix == "png" else _is_as_drawn(data)):
                found.append(f"{path.name} is damaged, or was edited after it was drawn")
    return found


def _is_as_drawn(svg: bytes) -> bool:
    said = _OWN_DIGEST.search(svg)
    return said is not None and said[0] == _own_digest(svg)


def _is_whole_png(png: bytes) -> bool:
    """Whether all is there from the signature to the last chunk, each chunk with its checksum."""
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        length = int.from_bytes(png[at : at + 4], "big")
        kind, end = png[at + 4 : at + 8], at + 8 + length
        if end + 4 > len(png) or zlib.crc32(png[at + 4 : end]) != int.from_bytes(png[end : end + 4], "big"):
            return False
        at = end + 4
    return png.startswith(_PNG) and at == len(png)
