"""What the uses of a number allow in its place: a tensor, one of another dtype, or no tensor."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from flake8_tfretrace.program import Function, Parameter, Place
from flake8_tfretrace.program.library import ASSIGNING
from flake8_tfretrace.program.operations import default_dtype
from flake8_tfretrace.program.scopes import Class, start
from flake8_tfretrace.program.syntax import argument as passed
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import (
    ChoiceValue,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from tfretrace_fix.conversion.casts import Conversion
from tfretrace_fix.conversion.comparison import Number, text
from tfretrace_fix.conversion.control_flow import IN_GRAPH, agree, is_number
from tfretrace_fix.conversion.counterparts import COUNTERPARTS, Counterpart
from tfretrace_fix.edits import Replace
from tfretrace_fix.functions import Uses, is_gradient, uses
from tfretrace_fix.plans import Refusal

_NUMBERS = frozenset({"int32", "float32"})
"""What TensorFlow makes of Python ints and floats."""
_INTO_FLOAT = {"int32", "float64"}
"""The dtypes of an int and of what Python computes as a float."""
_FLOATS = frozenset({"int32", "float32", "float64"})
"""What a tensor of float64 is compared with as Python compares."""


class Expressions:
    """Checks what expressions do with numbers that become tensors."""

    def __init__(
        self, conversion: Conversion, function: Function, helpers: Collection[Function]
    ) -> None:
        self.conversion = conversion
        self.compared = conversion.compared
        self.program = self.compared.program
        self.function = function
        """The function whose body is checked."""
        self.helpers = helpers
        """The functions that read numbers out of what they are handed."""
        self.callers: tuple[Function, ...] = ()
        """The functions through which it was reached."""
        self.defined: dict[Function, None] = {}
        """The functions that it defines: they may use the numbers."""
        self.handed: dict[Function, set[ast.Call]] = {}
        """The calls of helpers that hand them numbers."""
        self.returning: set[Function] = set()
        """The helpers that return what becomes a tensor."""
        self.computing: dict[Function, list[ast.expr]] = {}
        """The functions that TensorFlow's take the place of, by what calls them."""

    def follow(self, function: Function, numbers: dict[Parameter, Number]) -> None:
        """Check the body of ``function``, whose parameters become ``numbers``."""
        raise NotImplementedError

    def needs_autograph(self) -> None:
        """Raise Refusal unless loops and conditionals on tensors work in the function.

        What a function calls is converted with it, or not.
        """
        for function in (*self.callers, self.function):
            reason = self.program.graph.unconverted.get(function)
            if reason is None and any(
                isinstance(node, ast.NamedExpr | ast.Match) for node in ast.walk(function.node)
            ):
                reason = f"{function.name}, which contains ':=' or 'match'"
            if reason is not None:
                raise Refusal(f"AutoGraph does not convert {reason}")

    def plain(self, node: ast.expr, place: Place) -> None:
        """Check an expression whose value must not be a number."""
        if self.number(node, place) is not None:
            raise Refusal(f"the body uses '{text(node)}' as a Python value")

    def test(self, node: ast.expr, place: Place) -> bool:
        """Check a condition and say whether a number decides it."""
        number = self.number(node, place)
        if number is None:
            return False
        if number.dtype != "bool":
            raise Refusal(f"the body asks for the truth of '{text(node)}'")
        return True

    def number(self, node: ast.expr, place: Place) -> Number | None:
        """Check an expression and return what its value becomes, if it does."""
        if not self.compared.is_given(node):
            self._check(node, place)
        number = self.compared.number(node, place)
        if number is not None and isinstance(node, ast.Name):
            self.conversion.use(node)
        return number

    def _check(self, node: ast.expr, place: Place) -> None:
        match node:
            case ast.BinOp(left=left, op=op, right=right):
                self.binary(node, left, op, right, place)
            case ast.UnaryOp(op=op, operand=operand):
                self._unary(node, op, operand, place)
            case ast.Compare(
                left=left, ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]
            ):
                # A tensor is as little None as a number is.
                self.number(left, place)
            case ast.Compare():
                self._compare(node, place)
            case ast.BoolOp(values=values):
                decided = [self.test(value, place) for value in values]
                if any(decided):
                    self.needs_autograph()
                    self.compared.assume(node, Number("bool").after)
            case ast.IfExp():
                self._conditional_expression(node, place)
            case ast.Call():
                self._call(node, self.program.index.places.get(node, place))
            case ast.Subscript():
                self._subscript(node, place)
            case ast.Lambda():
                self.defined[self.program.index.by_node[node]] = None
            case ast.JoinedStr():
                formatted = self.compared.number_in(node, place)
                if formatted is not None:
                    raise Refusal(f"the body formats '{formatted}' into a string")
            case ast.ListComp(elt=element, generators=[ast.comprehension(ifs=[]) as loop]):
                # AutoGraph leaves it to Python: only what is computed for each element changes.
                self.plain(loop.iter, place)
                self.plain(element, self.program.syntax.place(place.function, element))
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                used = self.compared.number_in(node, place)
                if used is not None:
                    raise Refusal(f"a comprehension in the body uses '{used}'")
            case _:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self.plain(child, place)

    # operators

    def _unary(self, node: ast.expr, op: ast.unaryop, operand: ast.expr, place: Place) -> None:
        if isinstance(op, ast.Not):
            if self.test(operand, place):
                self.needs_autograph()
            return
        number = self.number(operand, place)
        if number is not None and (
            not isinstance(op, ast.USub) or number.is_list or number.dtype == "bool"
        ):
            raise Refusal(f"'{text(node)}' is different for tensors")

    def binary(
        self,
        node: ast.expr | ast.AugAssign,
        left: ast.expr,
        op: ast.operator,
        right: ast.expr,
        place: Place,
    ) -> None:
        """Check ``left op right``."""
        a, b = self.number(left, place), self.number(right, place)
        number = a or b
        if number is None:
            return
        if a is None or b is None:
            side, other = (left, right) if b is None else (right, left)
            kind = self.compared.after.value(other, place)
            if isinstance(kind, TensorValue):
                if isinstance(op, ast.MatMult):
                    raise Refusal(f"the body multiplies matrices with '{text(side)}'")
                # By a constant TensorFlow does not divide, but multiplies with what is one over it:
                # a last bit that is TensorFlow's choice, and not the program's.
                if isinstance(op, ast.Pow):
                    self.conversion.unsafe(
                        f"'{text(node)}' is rounded differently than with a constant"
                    )
                self.conversion.meet(side, number, other, kind, place)
                return
            kinds = {number.dtype, _python_kind(kind, other)}
        else:
            kinds = {a.dtype, b.dtype}
        self._must_be_one(node, a, b)
        integers = [side for side, of_side in ((left, a), (right, b)) if of_side == Number("int32")]
        is_true_division = isinstance(op, ast.Div) and kinds == {"int32"}
        if integers and (is_true_division or kinds in ({"int32", "float32"}, _INTO_FLOAT)):
            if Number("float32") in (a, b):
                raise Refusal(f"'{text(node)}' mixes types that tensors do not mix")
            if isinstance(node, ast.AugAssign) and left in integers:
                raise Refusal(f"'{text(node)}' makes a float of an int")
            for side in integers:
                self.conversion.as_float64(side, place)
            number, kinds = Number("float64"), {"float64", "float32"}
        elif len(kinds) > 1 and a is not None and b is not None:
            raise Refusal(f"'{text(node)}' mixes types that tensors do not mix")
        self._arithmetic(node, op, number, kinds)

    def _must_be_one(self, node: ast.AST, *numbers: Number | None) -> None:
        """Raise Refusal if a list meets what is no tensor: its operators are others."""
        if any(number is not None and number.is_list for number in numbers):
            raise Refusal(f"'{text(node)}' is different for lists")

    def _arithmetic(
        self, node: ast.expr | ast.AugAssign, op: ast.operator, number: Number, kinds: set[str]
    ) -> None:
        """Check arithmetic between Python numbers."""
        code, conversion = text(node), self.conversion
        if kinds == {"string"} and isinstance(op, ast.Add):
            return
        if kinds == {"int32"}:
            if isinstance(op, ast.Mult):
                conversion.unsafe(f"'{code}' is computed in 32 bits")
            elif not isinstance(op, ast.Add | ast.Sub | ast.FloorDiv | ast.Mod):
                raise Refusal(f"'{code}' is different for tensors of integers")
        elif number.is_float and kinds <= {number.dtype, "float32", "int32"}:
            if number.dtype == "float32":
                raise Refusal(f"'{code}' is computed in float32, where Python computes in float64")
            if not isinstance(op, ast.Add | ast.Sub | ast.Mult | ast.Div):
                conversion.unsafe(f"'{code}' may be rounded differently")
        else:
            raise Refusal(f"'{code}' mixes types that tensors do not mix")

    def _compare(self, node: ast.Compare, place: Place) -> None:
        sides = [node.left, *node.comparators]
        numbers = [self.number(side, place) for side in sides]
        if not any(numbers):
            return
        if len(sides) == 2 and isinstance(node.ops[0], ast.In | ast.NotIn):
            self._membership(node, numbers[0], place)
            return
        if any(isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot) for op in node.ops):
            raise Refusal(f"the body asks for '{text(node)}'")
        after = self.compared.after.value
        pairs = list(zip(sides, numbers, strict=True))
        given = [(side, number) for side, number in pairs if number is not None]
        others = [(side, after(side, place)) for side, number in pairs if number is None]
        for other, kind in others:
            if isinstance(kind, TensorValue):
                if len(sides) > 2:
                    raise Refusal(f"the body asks for '{text(node)}'")
                self.conversion.meet(*given[0], other, kind, place)
                return
        self._must_be_one(node, *numbers)
        dtypes = {number.dtype for _, number in given}
        if "float32" in dtypes:
            raise Refusal(f"'{text(node)}' compares in float32, where Python compares in float64")
        is_ordered = not all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops)
        if is_ordered and dtypes & {"bool", "string"}:
            raise Refusal(f"'{text(node)}' orders what TensorFlow does not")
        # A Python number is converted to the dtype that it meets, a tensor is not.
        kinds = dtypes | {_python_kind(kind, other) for other, kind in others}
        if "int32" in dtypes and kinds & {"float32", "float64"}:
            for side, number in given:
                if number == Number("int32"):
                    self.conversion.as_float64(side, place)
            kinds -= {"int32"}
        if len(kinds) > 1 and not (dtypes <= {"int32", "float64"} and kinds <= _FLOATS):
            raise Refusal(f"'{text(node)}' compares an int with a float")
        if len(sides) > 2:
            # AutoGraph takes it apart, into the conjunction of its parts.
            self.needs_autograph()

    def _membership(self, node: ast.Compare, number: Number | None, place: Place) -> None:
        """Compare a number with each element of a list or tuple of numbers."""
        left, whole = node.left, node.comparators[0]
        value = self.compared.after.value(whole, place)
        if (
            number is None
            or number.is_none
            or number.dtype == "bool"
            or not isinstance(value, SequenceValue)
            or not value.parts
        ):
            raise Refusal(f"the body asks for '{text(node)}'")
        self._must_be_one(node, number)
        kinds = {_python_kind(part, whole) for part in value.parts}
        if number.dtype == "float32":
            raise Refusal(f"'{text(node)}' compares in float32, where Python compares in float64")
        if number.dtype == "int32" and kinds - {"int32"} and kinds <= _NUMBERS:
            self.conversion.as_float64(left, place)
        elif not kinds <= (_NUMBERS if number.is_float else {number.dtype}):
            raise Refusal(f"'{text(node)}' compares an int with a float")
        every, same = ("any", "equal") if isinstance(node.ops[0], ast.In) else ("all", "not_equal")
        tensorflow = self.conversion.tensorflow
        self.conversion.edits[node] = Replace(
            node,
            f"{tensorflow}.reduce_{every}({tensorflow}.{same}({{left}}, {{whole}}))",
            {"left": left, "whole": whole},
        )
        self.compared.compute(node, "bool")

    def _conditional_expression(self, node: ast.IfExp, place: Place) -> None:
        branches = (node.body, node.orelse)
        if not self.test(node.test, place):
            for branch in branches:
                self.plain(branch, place)
            return
        self.needs_autograph()
        for branch in branches:
            self.number(branch, place)
        agree(self.conversion, [(branch, place) for branch in branches])
        kinds = [self.compared.after.value(branch, place) for branch in branches]
        dtypes = {kind.dtype for kind in kinds if isinstance(kind, TensorValue)}
        if not all(isinstance(kind, TensorValue) for kind in kinds) or len(dtypes) != 1:
            raise Refusal(f"the branches of '{text(node)}' may differ in dtype")
        self.conversion.nodes.add(node)
        if not all(is_number(self.conversion, branch, place) for branch in branches):
            self.conversion.unsafe(IN_GRAPH)

    def _subscript(self, node: ast.Subscript, place: Place) -> None:
        whole = self.number(node.value, place)
        if whole is not None and whole.is_list and isinstance(node.slice, ast.Constant):
            return
        if whole is not None:
            raise Refusal(f"the body uses '{text(node.value)}' as a Python value")
        for index in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            self._index(node, index, place)

    def _index(self, node: ast.Subscript, index: ast.expr, place: Place) -> None:
        if isinstance(index, ast.Slice):
            name = self.compared.number_in(index, place)
            if name is not None:
                self._slice(node, index, name, place)
        elif (number := self.number(index, place)) is not None:
            kind = self.compared.after.value(node.value, place)
            if number.is_none:
                raise Refusal(f"'{text(node)}' adds an axis for None")
            if not isinstance(kind, TensorValue) or kind.numpy is not False:
                what = {SequenceValue: "list", MappingValue: "dict"}.get(type(kind), "value")
                raise Refusal(
                    f"the body indexes the {what} '{text(node.value)}' with '{text(index)}'"
                )

    def _slice(self, node: ast.Subscript, index: ast.Slice, name: str, place: Place) -> None:
        """Check the bounds of a slice that a number is part of."""
        whole = self.compared.after.value(node.value, place)
        if not isinstance(whole, TensorValue) or whole.numpy is not False:
            raise Refusal(
                f"'{name}' slices '{text(node.value)}', which is not known to be a tensor"
            )
        if index.step is not None:
            self.plain(index.step, place)
        for bound in (index.lower, index.upper):
            number = None if bound is None else self.number(bound, place)
            if number is None:
                continue
            if number.is_none:
                raise Refusal(f"'{text(node)}' takes all for None")
            if number != Number("int32"):
                raise Refusal(f"'{name}' is no int32")
        self.conversion.opened[node] = place

    # calls

    def _call(self, node: ast.Call, place: Place) -> None:
        qualified = self.program.qualified(node.func, place) or ""
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        callee = self.compared.after.value(node.func, place)
        is_keras = self.program.keras.kind(callee) is not None
        if isinstance(callee, ObjectValue):
            callee = self._run_by(node, callee, place)
        if qualified == "tensorflow.cast" and arguments:
            self._together(node, arguments[:1], place)
            for argument in arguments[1:]:
                self.plain(argument, place)
        elif qualified == "tensorflow.convert_to_tensor" and self._made_tensor(node, place):
            pass
        elif qualified == "tensorflow.print":
            for argument in arguments:
                number = self.number(argument, place)
                if number is not None and number.is_none:
                    raise Refusal(f"'{text(node)}' prints None, too")
        elif qualified == "tensorflow.range":
            user = self.program.syntax.parent(place.function, node)
            is_gone_over = isinstance(user, ast.For) and user.iter is node
            if self.range_bounds(node, arguments, place) and not is_gone_over:
                self.conversion.opened[node] = place
        elif qualified.startswith("tensorflow.summary."):
            self._summary(node, place)
        elif qualified == "functools.partial" and (options := self._bound_by(node, place)):
            inner = ast.copy_location(ast.Call(node.args[0], node.args[1:], node.keywords), node)
            for function, is_bound in options:
                self._helper(inner, function, is_bound, place, is_choice=True)
        elif isinstance(callee, FunctionValue) and callee.function is not None:
            self.plain(node.func, place)
            is_bound = callee.bound is not None
            self._helper(node, callee.function, is_bound, place, is_keras=is_keras)
        elif isinstance(callee, ChoiceValue) and (options := _functions(callee)):
            self.plain(node.func, place)
            for function, is_bound in options:
                self._helper(node, function, is_bound, place, is_choice=True)
        elif qualified in COUNTERPARTS:
            self._computed(node, qualified, COUNTERPARTS[qualified], place)
        elif isinstance(node.func, ast.Attribute) and node.func.attr in ASSIGNING and node.args:
            self._assigned(node.func, node.args[0], place)
            for argument in arguments[1:]:
                self.plain(argument, place)
        elif is_gradient(self.program, node, place):
            # A tape has no gradient of a Python number: what it gets is a tensor already.
            for argument in arguments[:1]:
                self.number(argument, place)
            for argument in arguments[1:]:
                self.plain(argument, place)
        else:
            self.plain(node.func, place)
            known = uses(self.program, node, place) or Uses([], [], [], arguments)
            for elements in (known.met, *map(_elements, known.converted)):
                self._together(node, elements, place)
            for argument in known.sizes:
                if self._mentions(argument, place):
                    self._shape(argument, place)
                    self.conversion.opened[node] = place
            for argument in known.other:
                if self._mentions(argument, place):
                    raise Refusal(f"the body hands '{text(argument)}' to {text(node.func)}()")

    def _made_tensor(self, node: ast.Call, place: Place) -> bool:
        """Whether a call makes a tensor of a number, or of a list of them, of a known dtype."""
        given, dtype = passed(node, 0, "value"), passed(node, 1, "dtype")
        number = None if given is None else self.number(given, place)
        named = None if dtype is None else self.compared.after.value(dtype, place)
        known = named.constant if isinstance(named, PythonValue) else None
        if given is None or number is None or not isinstance(known, str) or number.is_none:
            return False
        if len(node.args) + len(node.keywords) > 2:
            return False
        if number.dtype == known:
            return True
        is_rounded_once = number.dtype in ("int32", "float64") and known.startswith("float")
        if number.is_list or number.is_numpy or not is_rounded_once:
            return False
        self.conversion.as_dtype(given, known, place)
        return True

    def _bound_by(self, node: ast.Call, place: Place) -> list[tuple[Function, bool]]:
        """Return the functions that a partial may call, if they are all of the program."""
        made = self.compared.after.value(node.args[0], place) if node.args else None
        if isinstance(made, ChoiceValue):
            return _functions(made)
        if isinstance(made, FunctionValue) and made.function is not None:
            return [(made.function, made.bound is not None)]
        return []

    def _run_by(self, node: ast.Call, callee: ObjectValue, place: Place) -> TraceType:
        """Return what a call of an instance runs, if that gets the arguments as they are.

        Keras makes a tensor of the first one, casts the others to the precision of the layer if
        they are tensors of floats, and looks at their shapes to build it.
        """
        found = self.program.calls.callee(node, place)
        if self.program.keras.kind(callee) is None:
            return found
        run = found.function if isinstance(found, FunctionValue) else None
        if run is None or run.name != "call" or callee.cls is None:
            return callee
        first, *others = [*node.args, *(keyword.value for keyword in node.keywords)] or [node.func]
        if (
            any(map(self._is_built_by_shapes, (callee.cls, *callee.heirs)))
            or self.number(first, place) is not None
        ):
            return callee
        if any(self.number(argument, place) is not None for argument in others):
            self.conversion.unsafe(f"'{text(node.func)}' may cast it to its own precision")
        return found

    def _is_built_by_shapes(self, cls: Class) -> bool:
        """Whether a layer is built by a method that is told the shapes of several tensors."""
        build = self.program.classes.method(cls, "build")
        return build is not None and len(build.call_parameters) > 1

    def _computed(
        self, node: ast.Call, qualified: str, counterpart: Counterpart, place: Place
    ) -> None:
        """Compute with TensorFlow what Python or NumPy compute, where it is of a number."""
        code, conversion = text(node), self.conversion
        numbers = {argument: self.number(argument, place) for argument in node.args}
        for keyword in node.keywords:
            self.plain(keyword.value, place)
        found = [number for number in numbers.values() if number is not None]
        if not found:
            return
        is_plain = len(node.args) == counterpart.arity and not node.keywords
        if not is_plain or any(number.is_list or number.is_none for number in found):
            handed = next(argument for argument, number in numbers.items() if number)
            raise Refusal(f"the body hands '{text(handed)}' to {text(node.func)}()")
        if Number("float32") in found:
            raise Refusal(f"'{code}' is computed in float32, where Python computes in float64")
        kinds = {
            _python_kind(self.compared.after.value(argument, place), argument)
            if number is None
            else number.dtype
            for argument, number in numbers.items()
        }
        is_numpy = qualified.startswith("numpy.")
        is_of_integers = kinds == {"int32"} and counterpart.keeps_type
        if not kinds <= {"int32", "float32", "float64"} or (is_of_integers and is_numpy):
            raise Refusal(f"'{code}' is different for tensors")
        if counterpart.keeps_type and len(kinds) > 1 and Number("int32") in found:
            raise Refusal(f"'{code}' mixes types that tensors do not mix")
        dtype = "int32" if is_of_integers else "float64"
        for argument, number in numbers.items():
            if number == Number("int32") and not is_of_integers:
                conversion.as_float64(argument, place)
        tensorflow = conversion.tensorflow
        if numbers[node.args[0]] is None and not is_of_integers:
            # TensorFlow takes the dtype of the first operand.
            template = f"{tensorflow}.constant({{old}}, {tensorflow}.{dtype})"
            conversion.edits[node.args[0]] = Replace(node.args[0], template)
        conversion.edits[node.func] = Replace(node.func, f"{tensorflow}.{counterpart.name}")
        conversion.unsafe(f"TensorFlow computes '{code}', and may round it differently")
        self.computing.setdefault(self.function, []).append(node.func)
        self.compared.compute(node, dtype, is_numpy=is_numpy)

    def _assigned(self, func: ast.Attribute, argument: ast.expr, place: Place) -> None:
        """Walk what a variable is assigned: it must have the dtype of the variable."""
        self.plain(func.value, place)
        number = self.number(argument, place)
        if number is None:
            return
        variable = self.compared.after.value(func.value, place)
        if isinstance(variable, TensorValue) and variable.variable and variable.dtype is not None:
            self.conversion.meet(argument, number, func.value, variable, place)
        elif number.is_float and self._is_learning_rate(func.value, place):
            # Keras converts to the dtype of its variable, as it does with a Python float.
            self.conversion.as_constant(argument, Number(number.dtype), place)
        else:
            raise Refusal(f"the body hands '{text(argument)}' to {text(func)}()")

    def _is_learning_rate(self, node: ast.expr, place: Place) -> bool:
        if not isinstance(node, ast.Attribute) or node.attr != "learning_rate":
            return False
        optimizer = self.compared.after.value(node.value, place)
        return self.program.keras.kind(optimizer) == "optimizer"

    def range_bounds(self, node: ast.Call, bounds: Sequence[ast.expr], place: Place) -> bool:
        """Walk the bounds of a range and say whether the number is among them."""
        numbers = [self.number(bound, place) for bound in bounds]
        if any(number not in (None, Number("int32")) for number in numbers):
            raise Refusal(f"'{text(node)}' is not over integers")
        return any(numbers)

    def _shape(self, argument: ast.expr, place: Place) -> None:
        """Check a shape that the number is part of."""
        for element in _elements(argument):
            kind = self.compared.after.value(element, place)
            number = self.number(element, place)
            is_shape = element is argument or number is None or not number.is_list
            if (
                not is_shape
                or (number is not None and number.dtype != "int32")
                or (isinstance(kind, TensorValue) and kind.dtype not in (None, "int32"))
            ):
                raise Refusal(f"'{text(element)}' is no int32")

    def _mentions(self, argument: ast.expr, place: Place) -> bool:
        """Walk an argument and say whether the number is its value or an element of it."""
        inner = [e.value if isinstance(e, ast.Starred) else e for e in _elements(argument)]
        numbers = [self.number(element, place) for element in inner]
        return any(number is not None for number in numbers)

    def _together(self, node: ast.Call, elements: Sequence[ast.expr], place: Place) -> None:
        """Walk expressions that TensorFlow gives one dtype: that of a tensor among them."""
        # Elements of lists get the dtype of the tensors beside the lists.
        parts = [part for element in elements for part in self._parts(element, place)]
        checked = [(element, self.number(element, place)) for element in parts]
        numbers = {element: number for element, number in checked if number is not None}
        if not numbers:
            return
        others = [(e, self.compared.after.value(e, place)) for e in parts if e not in numbers]
        tensor = next(((e, kind) for e, kind in others if isinstance(kind, TensorValue)), None)
        for element, number in numbers.items():
            if tensor is not None:
                self.conversion.meet(element, number, *tensor, place)
                continue
            kinds = {_python_kind(kind, other) for other, kind in others}
            mixes = not kinds <= (_NUMBERS if number.is_float else {number.dtype})
            # What the others become depends on which of them is the first.
            mixes = mixes or (number.is_numpy and len(parts) > 1)
            if mixes or len(set(numbers.values())) > 1:
                raise Refusal(f"'{text(node)}' mixes types that tensors do not mix")
            self.conversion.as_constant(element, number, place)

    def _parts(self, element: ast.expr, place: Place) -> Iterator[ast.expr]:
        """Yield an operand, or what is in it if it is a list of numbers that is written out."""
        is_list = isinstance(element, ast.List | ast.Tuple)
        if not is_list or self.compared.number_in(element, place) is None:
            yield element
            return
        for part in _elements(element):
            yield from self._parts(part, place)

    def _summary(self, node: ast.Call, place: Place) -> None:
        steps = [keyword.value for keyword in node.keywords if keyword.arg == "step"]
        others = [keyword.value for keyword in node.keywords if keyword.arg != "step"]
        for argument in (*node.args, *others):
            self.plain(argument, place)
        for step in steps:
            if self.number(step, place) is not None:
                self.conversion.step(step)

    def _helper(
        self,
        node: ast.Call,
        function: Function,
        bound: bool,
        place: Place,
        *,
        is_choice: bool = False,
        is_keras: bool = False,
    ) -> None:
        """Follow numbers into a function of the file: the one that is called, or one of several."""
        parameters = (
            function.parameters[1:] if function.is_method and bound else function.parameters
        )
        given: dict[Parameter, Number] = {}
        for argument, parameter, starred in bind(parameters, node):
            number = self.number(argument, place)
            if parameter is None or starred or parameter.kind in ("*", "**"):
                if number is not None:
                    raise Refusal(f"the body hands '{text(argument)}' on to {text(node.func)}()")
            elif number is None:
                # Of one of several, and of Keras, the call graph does not tell who calls it.
                self.compared.know(parameter, argument, place, always=is_choice or is_keras)
            else:
                is_cast = is_keras and number.is_float
                given[parameter] = Number("float32", is_cast=True) if is_cast else number
        if not given and function not in self.helpers:
            return
        self.handed.setdefault(function, set()).add(node)
        self.follow(function, given)
        if function in self.returning:
            agree(
                self.conversion,
                [(one.value, around) for one, around in function.returns if one.value is not None],
            )
        if function in self.returning and (is_choice or not self.compared.returned(node, place)):
            raise Refusal(f"it is not known what '{text(node)}' gives then")


def _elements(argument: ast.expr) -> Sequence[ast.expr]:
    """Return the elements of a list or tuple that is written out, or else the expression."""
    return argument.elts if isinstance(argument, ast.List | ast.Tuple) else [argument]


def _functions(value: ChoiceValue) -> list[tuple[Function, bool]]:
    """Return the functions that a value is one of, and which are methods of an instance.

    None if it may be anything but a function of the program.
    """
    found = [
        (option.function, option.bound is not None)
        for option in value.options
        if isinstance(option, FunctionValue) and option.function is not None
    ]
    if len(found) < len(value.options):
        return []
    return sorted(found, key=lambda one: start(one[0].node))


def _python_kind(kind: TraceType, node: ast.expr) -> str:
    """Return the dtype that TensorFlow gives a Python number or string.

    Raises:
        Refusal: it is not known to be one.
    """
    if isinstance(kind, PythonValue) and kind.kind in ("int", "float", "str"):
        return default_dtype(kind, numpy=False) or ""
    raise Refusal(f"it is not known what '{text(node)}' is")
