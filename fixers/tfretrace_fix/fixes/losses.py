"""Numbers that a loss is made with become variables, which a compiled model keeps reading.

A loss that a function or a class of the file makes of a number is traced with that number. Made of
a variable it is compiled once, and what sets the variable takes the place of another ``compile``.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass

from flake8_tfretrace.program import Class, Function, Parameter, Place, Program
from flake8_tfretrace.program.library import is_of_library
from flake8_tfretrace.program.scopes import lookup
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import (
    ClassValue,
    FunctionValue,
    PythonValue,
    TensorValue,
    TraceType,
)
from tfretrace_fix.conversion import Conversion, Given, Number, convert
from tfretrace_fix.edits import Edit
from tfretrace_fix.fixes.numbers import DTYPES
from tfretrace_fix.plans import Refusal, first_possible
from tfretrace_fix.targets import Code, reads


@dataclass(frozen=True)
class Loss:
    """A loss that is made of numbers, some of which are others each time."""

    varying: tuple[tuple[Parameter, ast.expr], ...]
    dtype: str
    """That of the variables."""
    functions: frozenset[Function]
    """What makes it, and what is traced of it."""
    edits: tuple[Edit, ...]
    """What it takes for these numbers to be variables."""
    unsafe_because: str | None


def loss_of_numbers(program: Program, tensorflow: str, call: ast.Call, place: Place) -> Loss:
    """Return the loss that a call makes of numbers.

    Raises:
        Refusal: it is made of something else, or the body needs Python numbers.
    """
    text = ast.unparse(call)
    value = program.value(call.func, place)
    if isinstance(value, ClassValue) and isinstance(value.cls, Class):
        maker, traced = _methods(program, value.cls)
    elif isinstance(value, FunctionValue) and value.function is not None and value.bound is None:
        maker, traced = value.function, _returned(program, value.function)
    else:
        raise Refusal(f"'{text}' may be another one each time")
    varying: list[tuple[Parameter, ast.expr]] = []
    parameters = maker.parameters[1:] if maker.is_method else maker.parameters
    for node, parameter, is_starred in bind(parameters, call):
        if parameter is None or is_starred or parameter.kind not in ("positional", "keyword"):
            raise Refusal(f"'{text}' does not say what it is made of")
        if isinstance(node, ast.Constant):
            continue
        given = program.value(node, place)
        if not isinstance(given, PythonValue) or given.kind != "float":
            raise Refusal(f"it is not known whether '{ast.unparse(node)}' is a float")
        varying.append((parameter, node))
    if not varying:
        raise Refusal(f"'{text}' may be another one each time")
    _check_reads(program, maker, traced)
    uses = [use for parameter, _ in varying for use in _uses(program, maker, traced, parameter)]
    own = 1 if traced.is_method else 0
    # Keras passes tensors, and converts them to its own dtype.
    known: dict[Given, TraceType] = dict.fromkeys(traced.parameters[own:], TensorValue())

    def attempt(dtype: str) -> tuple[str, Conversion]:
        numbers: dict[Given, Number] = dict.fromkeys(uses, Number(dtype))
        return dtype, convert(program, tensorflow, traced, numbers, known=known)

    dtype, conversion = first_possible(DTYPES["float"], attempt)
    return Loss(
        tuple(varying),
        dtype,
        frozenset({maker, traced}),
        (*conversion.edits.values(),),
        conversion.unsafe_because,
    )


def _methods(program: Program, cls: Class) -> tuple[Function, Function]:
    """Return the constructor of a loss's class, and the method that Keras traces."""
    maker, traced = cls.methods.get("__init__"), cls.methods.get("call")
    is_loss = program.keras.class_kind(cls) == "loss" and len(program.classes.lineage(cls)) == 1
    if maker is None or traced is None or len(cls.methods) > 2 or not is_loss:
        raise Refusal(f"'{cls.name}' does more than to keep numbers and to compute with them")
    return maker, traced


def _returned(program: Program, maker: Function) -> Function:
    """Return the function that a factory defines and returns, and does no more."""
    match getattr(maker.node, "body", None):
        case [*before, ast.FunctionDef(name=name, decorator_list=[]) as inner, ast.Return(value=v)]:
            is_plain = all(isinstance(getattr(one, "value", None), ast.Constant) for one in before)
            if is_plain and isinstance(v, ast.Name) and v.id == name:
                if not getattr(maker.node, "decorator_list", ()):
                    return program.index.by_node[inner]
    raise Refusal(f"'{maker.name}' does more than to define a loss")


def _uses(
    program: Program, maker: Function, traced: Function, parameter: Parameter
) -> Iterator[Given]:
    """Yield what a number is in the body that is traced."""
    name = parameter.name
    bindings = maker.body.scope.bindings[name]
    if len(bindings) > 1:
        raise Refusal(f"'{maker.name}' sets '{name}'")
    if not maker.is_method:
        yield bindings[0]
        return
    uses = program.syntax.uses(maker).get(name, ())
    kept = [user for _, user in uses if isinstance(user, ast.Assign)]
    match [target for statement in kept for target in statement.targets]:
        case [ast.Attribute(value=ast.Name(id=own), attr=attribute)] if (
            len(uses) == 1 and own == maker.parameters[0].name
        ):
            pass
        case _:
            raise Refusal(f"'{maker.name}' does more with '{name}' than to keep it")
    for read, function in program.syntax.attribute_reads.get(attribute, ()):
        if function is not traced:
            raise Refusal(f"line {read.lineno} reads '{ast.unparse(read)}', too")
        yield read


def _check_reads(program: Program, maker: Function, traced: Function) -> None:
    """Raise Refusal where the body that is traced may read what changes."""
    own = traced.parameters[0].name if traced.is_method else None
    kept = {
        target.attr
        for target, binding in maker.attribute_stores
        if isinstance(binding.value, ast.Name | ast.Constant)
    }
    for target, binding in maker.attribute_stores:
        owner, bindings = lookup(getattr(binding.value, "id", ""), maker.body.scope)
        if owner is not None and any(b.kind != "parameter" for b in bindings):
            raise Refusal(f"what '{ast.unparse(target)}' is may change")
    for use, user in program.syntax.uses(traced).get(own or "", ()):
        if not isinstance(user, ast.Attribute) or user.attr not in kept:
            raise Refusal(f"'{ast.unparse(user or use)}' may change")
    for function in {maker, traced}:
        assert function.place is not None and isinstance(function.node, ast.stmt)
        for name, scope in reads(program, Code(function.node, function.place)):
            owner, bindings = lookup(name.id, scope)
            if owner is None and hasattr(builtins, name.id):
                continue
            if owner is not None and owner.function is maker:
                continue
            if not bindings or not all(
                b.kind == "import" and is_of_library(b.qualified) for b in bindings
            ):
                raise Refusal(f"what '{name.id}' is may change")
