"""Deferred imports of expensive modules: each is imported at the first use of one of its names.

Throughout the package, ``from exact.lazy import np`` replaces ``import numpy as np``. A name is looked up once and then
cached, so later uses are as fast as in numpy itself. Type checkers see the real modules.
"""

from __future__ import annotations

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
    from concurrent import futures

    import numpy as np
    import sympy
    import tabulate
else:
    from importlib import import_module
    from types import ModuleType

    def _on_first_use(name: str) -> ModuleType:
        module = ModuleType(name, f"{name}, imported at the first use of one of its names.")

        def find(attribute: str) -> object:
            value = getattr(import_module(name), attribute)
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
