"""The command ``exact``. The only part of the package that prints or exits."""

from exact.cli.main import main

__all__ = ["main"]
