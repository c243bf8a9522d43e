"""Writing the reference tables to a directory, whole or not at all, and checking a directory against them."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from exact import __version__
from exact.errors import ExactError
from exact.report.catalogue import CATALOGUE, build
from exact.report.certificate import CERTIFICATE_FILE, certificate_csv
from exact.report.latex import render_latex
from exact.report.markdown import escape, render_markdown
from exact.report.table import render_csv

INDEX_FILE, MANIFEST_FILE = "INDEX.md", "MANIFEST.json"
_CERTIFICATE_ID = "coefficients"
_RENDERERS = {"md": render_markdown, "tex": render_latex, "csv": render_csv}


def build_files(only: Iterable[str] | None = None, existing_manifest: bytes | None = None) -> dict[str, bytes]:
    """The contents of every generated file by name: of the tables ``only`` if given, else of all, index and manifest.

    With ``only``, the other entries of ``existing_manifest`` stay. Raises `ExactError` for an unknown table id.
    """
    tables = [build(table_id) for table_id in (CATALOGUE if only is None else dict.fromkeys(only))]
    entries = _entries(existing_manifest) if only is not None and existing_manifest else {}
    files: dict[str, bytes] = {}
    for table in tables:
        contents = {f"{table.id}.{suffix}": render(table).encode() for suffix, render in _RENDERERS.items()}
        entries[table.id] = _entry(table.caption, table.rulebook, table.parameters, contents)
        files.update(contents)
    if only is None:
        certificate = {CERTIFICATE_FILE: certificate_csv().encode()}
        caption = "Coefficients of punto, banco and tie over the multisets of six point values"
        entries[_CERTIFICATE_ID] = _entry(caption, "standard", {"multisets": 5005}, certificate)
        files.update(certificate)
    order = [*CATALOGUE, _CERTIFICATE_ID]
    manifest = {"version": __version__, "tables": {name: entries[name] for name in order if name in entries}}
    files[MANIFEST_FILE] = (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode()
    files[INDEX_FILE] = _index(manifest["tables"]).encode()  # type: ignore[arg-type]
    return files


def write_tables(directory: Path, only: Iterable[str] | None = None) -> list[str]:
    """Write the tables and return the names of the files.

    Everything is built, then written beside its place, then renamed into it: a run that fails leaves what was there.
    Raises `ExactError` for a directory that cannot be written and for an unknown table id.
    """
    try:
        manifest = (directory / MANIFEST_FILE).read_bytes() if (directory / MANIFEST_FILE).exists() else None
        files = build_files(only, manifest)
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".exact-", dir=directory) as staging:
            for name, data in files.items():
                Path(staging, name).write_bytes(data)
            for name in files:
                os.replace(Path(staging, name), directory / name)
    except OSError as error:
        raise ExactError("out", str(directory), f"cannot be written: {error.strerror}") from None
    return list(files)


def differences(directory: Path, only: Iterable[str] | None = None) -> list[str]:
    """How the files in ``directory`` differ from what would be written: one phrase for each file, none if all agree."""
    if not directory.is_dir():
        raise ExactError("out", str(directory), "is not a directory of tables")
    manifest = directory / MANIFEST_FILE
    files = build_files(only, manifest.read_bytes() if manifest.exists() else None)
    found = []
    for name, data in files.items():
        path = directory / name
        if not path.is_file():
            found.append(f"{name} is missing")
        elif path.read_bytes() != data:
            found.append(f"{name} differs")
    if only is None:
        found += [f"{path.name} is left over" for path in sorted(directory.iterdir()) if path.name not in files]
    return found


def _entry(caption: str, rulebook: str, parameters: Mapping[str, object], files: dict[str, bytes]) -> dict[str, object]:
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    return {
        "caption": caption,
        "rulebook": rulebook,
        "parameters": dict(parameters),
        "version": __version__,
        "sha256": digests,
    }


def _entries(manifest: bytes) -> dict[str, dict[str, object]]:
    try:
        tables = json.loads(manifest)["tables"]
        return {name: dict(entry) for name, entry in tables.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        bound = "is not a manifest of tables: write all of them, without --only"
        raise ExactError("out", MANIFEST_FILE, bound) from None


def _index(entries: dict[str, dict[str, object]]) -> str:
    lines = [
        "# Reference tables",
        "",
        "Written by `exact tables`; digests, rules and parameters are in MANIFEST.json.",
        "",
    ]
    for entry in entries.values():
        digests = entry["sha256"]
        assert isinstance(digests, dict)
        links = ", ".join(f"[{Path(name).suffix[1:]}]({name})" for name in digests)
        lines.append(f"- {escape(str(entry['caption']))}: {links}")
    return "\n".join(lines) + "\n"
