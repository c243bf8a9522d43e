"""Write docs/calculator/data.js, what the calculator page evaluates and says; with --check compare it."""

import sys
from pathlib import Path

from exact.report.calculator_data import calculator_script

PAGE = Path(__file__).parents[1] / "docs" / "calculator"


def main() -> int:
    data = calculator_script((PAGE / "strings.tsv").read_text(encoding="utf-8")).encode()
    if "--check" in sys.argv[1:]:
        same = (PAGE / "data.js").read_bytes() == data
        print(f"docs/calculator/data.js is {'up to date' if same else 'stale'}")
        return 0 if same else 1
    (PAGE / "data.js").write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
