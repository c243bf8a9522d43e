"""Put what the site's playground needs into docs/pyodide: Pyodide from npm, and the wheel of this package.

Pyodide is one release of its npm package, checked against the digest below; a copy of an earlier run is used again. The
wheel is built anew. `sphinx-build` copies the folder into the site, and the page says if it is not there.
"""

import base64
import hashlib
import json
import subprocess
import sys
import tarfile
from pathlib import Path

from exact.version import __version__

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pyodide"
VERSION = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""Of the package's archive, as the registry and lock files of npm write it."""
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    archive = FOLDER / f"pyodide-{VERSION}.tgz"
    if not archive.is_file() or integrity(archive) != INTEGRITY:
        ran("npm", "pack", "--silent", f"pyodide@{VERSION}")
    if (found := integrity(archive)) != INTEGRITY:
        archive.unlink()
        sys.exit(f"pyodide {VERSION} from the registry has the digest {found}, not {INTEGRITY}")
    for old in (path for path in FOLDER.iterdir() if path != archive):
        old.unlink()
    with tarfile.open(archive) as package:
        for name in FILES:
            member = package.extractfile(f"package/{name}")
            assert member, name
            (FOLDER / name).write_bytes(member.read())
    ran(sys.executable, "-m", "build", "--wheel", "--outdir", str(FOLDER), str(ROOT))
    (wheel,) = FOLDER.glob("*.whl")
    size = sum((FOLDER / name).stat().st_size for name in (*FILES, wheel.name))
    about = {"pyodide": VERSION, "version": __version__, "wheel": wheel.name, "bytes": size}
    (FOLDER / "playground.json").write_text(json.dumps(about) + "\n", encoding="utf-8")
    print(f"{FOLDER.relative_to(ROOT)}: Pyodide {VERSION} and {wheel.name}, {size / 1e6:.1f} MB")


def ran(*command: str) -> None:
    subprocess.run(command, cwd=FOLDER, check=True, stdout=subprocess.DEVNULL)


def integrity(archive: Path) -> str:
    """The digest of a file as npm writes it."""
    return f"sha512-{base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()}"


if __name__ == "__main__":
    main()
