"""Which source a traced function comes from.

TensorFlow hands over a Python callable under several wrappers: AutoGraph's, the variable scope's,
a method's, tf.data's. What people know is the ``def`` (or lambda) underneath.
"""

from __future__ import annotations

import functools
import importlib.machinery
import inspect
import os
import re
import site
import sysconfig
import types
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tfretrace.records import Category, Definition

_INSTALLED = re.compile(r"[/\\](?:site|dist)-packages[/\\]")
"""Where packages are installed, in whichever environment."""
_THIS_PACKAGE = str(Path(__file__).parent) + os.sep


@functools.cache
def library_folders() -> dict[str, Category]:
    """Return the folders of TensorFlow and Keras, ending in a separator, with their category."""
    categories: dict[str, Category] = {
        "tensorflow": "tensorflow",
        "keras": "keras",
        "tf_keras": "keras",
    }
    folders = {}
    for package, category in categories.items():
        # Not by all finders: one of them waits for the program to import TensorFlow.
        spec = importlib.machinery.PathFinder.find_spec(package)
        if spec is not None and spec.origin is not None:
            folders[str(Path(spec.origin).parent) + os.sep] = category
    return folders


@functools.cache
def installed_folders() -> tuple[str, ...]:
    """Return the folders that Python and its packages are installed in, ending in a separator."""
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    folders = {sysconfig.get_path(kind) for kind in kinds}
    folders |= {*site.getsitepackages(), site.getusersitepackages()}
    # The standard library may be found by another name than that of the environment.
    folders.add(str(Path(os.__file__).parent))
    return tuple(f"{folder}{os.sep}" for folder in sorted(folders))


@functools.cache
def category_of_file(file: str) -> Category:
    """Say whose source file this is."""
    for folder, category in library_folders().items():
        if file.startswith(folder):
            return category
    if file.startswith((*installed_folders(), "<frozen ")) or _INSTALLED.search(file):
        return "third_party"
    return "user"


def is_of_this_package(file: str) -> bool:
    """Whether a source file is one of the recorder's own, which stands between others."""
    return file.startswith(_THIS_PACKAGE)


def is_generated(file: str) -> bool:
    """Whether a file holds what AutoGraph made of the source."""
    return "__autograph_generated_file" in file


def package_of_file(file: str) -> str:
    """Return the top-level package or module that an installed file belongs to."""
    rests = [file.removeprefix(folder) for folder in installed_folders() if folder in file]
    rests += _INSTALLED.split(file)[1:]
    return Path(min(rests, key=len, default=file)).parts[0].removesuffix(".py")


def innermost(function: Any) -> Any:
    """Return the callable under TensorFlow's and functools' wrappers."""
    while (inner := _unwrapped(function)) is not None:
        function = inner
    return function


def bound_to(function: Any) -> Any:
    """Return the object that the traced function is a method of, or None."""
    target = getattr(function, "__self__", None)
    while target is None and (inner := _unwrapped(function)) is not None:
        function = inner
        target = getattr(function, "__self__", None)
    # TensorFlow binds a traced method to a TfMethodTarget that refers weakly to the object.
    reference = getattr(target, "weakrefself_target__", None)
    if reference is not None:
        return reference()
    return None if isinstance(target, type | types.ModuleType) else target


def closed_over(function: Any, name: str) -> Any:
    """Return what a variable of the function around a function holds, or None."""
    function = innermost(function)
    names = getattr(getattr(function, "__code__", None), "co_freevars", ())
    if name not in names:
        return None
    try:
        return function.__closure__[names.index(name)].cell_contents
    except ValueError:  # It is empty.
        return None


def code_within(function: Any) -> frozenset[types.CodeType]:
    """Return the code of the functions that a function closes over, also by way of others.

    Of two functions that one ``def`` makes around different functions, each needs its own trace.
    """
    found: dict[int, types.FunctionType] = {}
    waiting = [innermost(function)]
    while waiting:
        for cell in getattr(waiting.pop(), "__closure__", None) or ():
            try:
                held = cell.cell_contents
            except ValueError:  # It is empty.
                continue
            # Nothing is asked of objects that may answer with code of their own.
            is_wrapper = inspect.getattr_static(held, "__wrapped__", None) is not None
            inner = innermost(held) if is_wrapper or isinstance(held, functools.partial) else held
            inner = inner.__func__ if isinstance(inner, types.MethodType) else inner
            if isinstance(inner, types.FunctionType) and id(inner) not in found:
                found[id(inner)] = inner
                waiting.append(inner)
    codes = (inner.__code__ for inner in found.values())
    # AutoGraph makes new code of the same source again and again.
    return frozenset(code for code in codes if not is_generated(code.co_filename))


def definition_of(function: Any) -> Definition:
    """Find where a function that TensorFlow traces is written."""
    function = innermost(function)
    mapped = _mapped_function(function)
    if mapped is not None:
        written = definition_of(mapped)
        return replace(written, category="data")
    code = code_of(function)
    if code is None:
        return Definition(_name(function), "<unknown>", 0, "user")
    category = category_of_file(code.co_filename)
    return Definition(
        _name(function),
        code.co_filename,
        code.co_firstlineno,
        category,
        in_keras=category == "keras",
    )


def code_of(function: Any) -> types.CodeType | None:
    """Return the code object behind a callable, None for one that is not written in Python.

    For tf.data's wrapper it is that of the function given to ``Dataset.map`` and its like.
    """
    function = innermost(function)
    mapped = _mapped_function(function)
    if mapped is not None:
        return code_of(mapped)
    if isinstance(function, types.CodeType):
        return function
    if isinstance(function, types.MethodType):
        function = function.__func__
    elif not isinstance(function, types.FunctionType):
        function = inspect.getattr_static(type(function), "__call__", None)
    code = getattr(innermost(function), "__code__", None)
    return code if isinstance(code, types.CodeType) else None


def _name(function: Any) -> str:
    if isinstance(function, types.CodeType):
        # Qualified names of code objects came with Python 3.11.
        return getattr(function, "co_qualname", function.co_name)
    name = getattr(function, "__qualname__", None)
    return name if isinstance(name, str) else f"{type(function).__qualname__}.__call__"


def _unwrapped(function: Any) -> Any:
    """Return what one wrapper wraps, or None when there is no wrapper."""
    if isinstance(function, functools.partial):
        return function.func
    return getattr(function, "__wrapped__", None)


def _mapped_function(function: Any) -> Callable[..., Any] | None:
    """Return the function given to ``Dataset.map`` and its like behind tf.data's own wrapper.

    ``structured_function.StructuredFunctionWrapper`` traces ``wrapped_fn``, which calls
    ``wrapper_helper``, which calls ``self._func``.
    """
    code = getattr(function, "__code__", None)
    if code is None or not code.co_filename.endswith("data/ops/structured_function.py"):
        return None
    helper = inspect.getclosurevars(function).nonlocals.get("wrapper_helper")
    if helper is None:
        return None
    mapped = getattr(inspect.getclosurevars(helper).nonlocals.get("self"), "_func", None)
    return mapped if callable(mapped) else None
