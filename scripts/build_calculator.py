"""Write docs/calculator/data.js, what the calculator page evaluates and says; with --check compare it."""

import sys
from pathlib import Path

from generated_file import write_or_compare

from exact.publication.calculator.data import calculator_script

PAGE = Path(__file__).parents[1] / "docs" / "calculator"


def main() -> int:
    data = calculator_script().encode()
    return write_or_compare(PAGE / "data.js", data, "--check" in sys.argv[1:], "docs/calculator/data.js")


if __name__ == "__main__":
    sys.exit(main())
