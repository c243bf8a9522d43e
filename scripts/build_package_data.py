"""Write the generated files of the package, or with --check compare them: readings.json and outcomes.bin."""

import json
import sys
from pathlib import Path

from exact.outcomes import COEFFICIENTS_FILE, coefficients_file
from exact.rules.rulebook import play, reading_ids
from exact.rules.shipped import READINGS_FILE


def main() -> int:
    readings = {name: play(name).rules() for name in reading_ids()}
    plain = {name: rules.to_json() for name, rules in readings.items()}
    files = {
        READINGS_FILE: (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode(),
        COEFFICIENTS_FILE: coefficients_file(readings["standard"].tableau),
    }
    if "--check" in sys.argv[1:]:
        stale = [path for path, data in files.items() if Path(path).read_bytes() != data]
        print("stale: " + ", ".join(stale) if stale else "generated package data is up to date")
        return 1 if stale else 0
    for path, data in files.items():
        Path(path).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
