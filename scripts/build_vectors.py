"""Write the conformance vectors in exact/conformance/vectors/data, or with --check compare them."""

import sys
from pathlib import Path

from exact.conformance.vectors.build import README_FILE, build_files

FOLDER = Path(__file__).parents[1] / "exact" / "conformance" / "vectors" / "data"


def main() -> int:
    files = build_files((FOLDER / README_FILE).read_text(encoding="utf-8"))
    found = {path.name: path.read_bytes() for path in FOLDER.iterdir() if path.is_file()}
    if "--check" in sys.argv[1:]:
        stale = sorted(name for name in files.keys() | found.keys() if files.get(name) != found.get(name))
        print(f"stale: {', '.join(stale)}" if stale else "the conformance vectors are up to date")
        return 1 if stale else 0
    for name, data in files.items():
        (FOLDER / name).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
