"""Write the generated files of the package, or with --check compare them: readings.tsv and outcomes.bin."""

import sys
from pathlib import Path

from exact.engine.outcomes import COEFFICIENTS_FILE, coefficients_file
from exact.rules.named import READINGS_FILE
from exact.rules.rulebook import play, reading_ids


def main() -> int:
    readings = [play(name).rules() for name in reading_ids()]
    files = {
        Path(READINGS_FILE): "".join(f"{rules.to_line()}\n" for rules in readings).encode(),
        Path(COEFFICIENTS_FILE): coefficients_file(readings[0].tableau),
    }
    if "--check" in sys.argv[1:]:
        stale = [path.name for path, data in files.items() if path.read_bytes() != data]
        print(f"stale: {', '.join(stale)}" if stale else "the generated package data is up to date")
        return 1 if stale else 0
    for path, data in files.items():
        path.write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
