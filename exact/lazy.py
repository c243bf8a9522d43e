"""Deferred imports of expensive modules: each is imported at the first use of one of its names.

Throughout the package, ``from exact.lazy import np`` replaces ``import numpy as np``. A name is looked up once and then
cached, so later uses are as fast as in numpy itself. Type checkers see the real modules.
"""

from __future__ import annotations

import os

from exact.errors import ExactError

__all__ = [
    "asyncio",
    "futures",
    "hashlib",
    "multiprocessing",
    "np",
    "pathlib",
    "subprocess",
    "sympy",
    "tabulate",
    "tempfile",
    "tomllib",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    import asyncio
    import hashlib
    import multiprocessing
    import pathlib
    import subprocess
    import tempfile
    import tomllib
    from collections.abc import Callable
    from concurrent import futures
    from types import ModuleType
    from typing import Any

    import numpy as np
    import sympy
    import tabulate
else:
    from importlib import import_module
    from types import ModuleType

    def _on_first_use(name: str) -> ModuleType:
        module = ModuleType(name, f"{name}, imported at the first use of one of its names.")

        def find(attribute: str) -> object:
            try:
                value = getattr(import_module(name), attribute)
            except ModuleNotFoundError:
                raise ExactError("package", name, f"is not installed, and this needs it: pip install {name}") from None
            setattr(module, attribute, value)
            return value

        module.__getattr__ = find
        return module

    asyncio = _on_first_use("asyncio")
    futures = _on_first_use("concurrent.futures")
    hashlib = _on_first_use("hashlib")
    multiprocessing = _on_first_use("multiprocessing")
    np = _on_first_use("numpy")
    pathlib = _on_first_use("pathlib")
    subprocess = _on_first_use("subprocess")
    sympy = _on_first_use("sympy")
    tabulate = _on_first_use("tabulate")
    tempfile = _on_first_use("tempfile")
    tomllib = _on_first_use("tomllib")


def is_installed(module: ModuleType) -> bool:
    """Whether one of the modules above is there; it is then imported."""
    try:
        _ = module.__version__
    except ExactError:
        return False
    return True


class OnDemand:
    """A module of ours, imported when a function of it is first called; to name the function imports nothing.

    Such a module is imported for type checkers and for ``lint-imports`` beside it, under ``TYPE_CHECKING``.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, function: str) -> Callable[..., Any]:
        def call(*values: object) -> Any:
            from importlib import import_module

            return getattr(import_module(self._name), function)(*values)

        call.__module__, call.__name__ = self._name, function
        return call


def modules_on_demand(package: str, folder: str) -> dict[str, OnDemand]:
    """Each module of a package, by its name there."""
    files = (os.path.splitext(file) for file in os.listdir(folder))
    return {name: OnDemand(f"{package}.{name}") for name, suffix in files if suffix == ".py" and name != "__init__"}
