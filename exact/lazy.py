"""Deferred imports of expensive modules, each at the first use of one of its names; and types of numpy's arrays.

``from exact.lazy import np`` replaces ``import numpy as np``: a name is looked up once. Type checkers see the modules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, NewType, TypeAlias

from exact.errors import ExactError

__all__ = ["asyncio", "futures", "multiprocessing", "np", "subprocess", "sympy", "tabulate", "textwrap"]
__all__ += ["Doubles", "Integers", "Numbers", "Objects", "Truths"]

if TYPE_CHECKING:
    import asyncio
    import multiprocessing
    import subprocess
    import textwrap
    from concurrent import futures

    import numpy as np
    import numpy.typing as npt
    import sympy
    import tabulate

    # Types for annotations; each is a numpy array of any shape.
    Integers: TypeAlias = npt.NDArray[np.int64]
    Doubles: TypeAlias = npt.NDArray[np.float64]
    Truths: TypeAlias = npt.NDArray[np.bool_]
    Objects: TypeAlias = npt.NDArray[np.object_]  #: Python integers and fractions, exact at any size
    Numbers: TypeAlias = npt.NDArray[Any]  #: 64-bit integers, or Python integers if 64 bits are too narrow
else:
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

    asyncio, futures, multiprocessing = map(_on_first_use, ("asyncio", "concurrent.futures", "multiprocessing"))
    np, sympy, tabulate = map(_on_first_use, ("numpy", "sympy", "tabulate"))
    subprocess, textwrap = map(_on_first_use, ("subprocess", "textwrap"))
    names = ("Integers", "Doubles", "Truths", "Objects", "Numbers")
    Integers, Doubles, Truths, Objects, Numbers = (NewType(name, object) for name in names)


def of_extra(extra: str, name: str, parameter: str) -> Any:
    """The module of an extra; raises `ExactError` about ``parameter`` without it."""
    package = name.partition(".")[0]
    try:
        import_module(package)  # a part of it may have been imported before, and stay when it is gone
        return import_module(name)
    except ImportError:
        raise ExactError(parameter, package, f"is not installed: pip install 'exact-baccarat[{extra}]'") from None
