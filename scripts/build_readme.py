"""Put what each command prints below it in the README's console blocks, or with --check compare."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def printed(block: re.Match[str], directory: str) -> str:
    """A console block with each ``$ exact …`` followed by what it prints, run in ``directory``."""
    lines = []
    for command in re.findall(r"^\$ exact (.*)$", block[1], re.MULTILINE):
        shell = f"{sys.executable} -m exact {command}"
        ran = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=True, cwd=directory)
        lines.append(f"$ exact {command}\n{ran.stdout}")
    return f"```console\n{''.join(lines)}```"


def main() -> int:
    text = README.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as directory:
        for name, contents in re.findall(r"`([\w-]+\.\w+)`:\n\n```\w+\n(.*?)```", text, re.DOTALL):
            Path(directory, name).write_text(contents, encoding="utf-8")
        filled = re.sub(r"```console\n(.*?)```", lambda block: printed(block, directory), text, flags=re.DOTALL)
    if "--check" in sys.argv[1:]:
        print("README.md is up to date" if filled == text else "README.md is stale: run scripts/build_readme.py")
        return int(filled != text)
    README.write_text(filled, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
