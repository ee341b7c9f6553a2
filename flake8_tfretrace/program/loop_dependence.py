"""May-dependence of what calls pass on what the loops around them set anew."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from flake8_tfretrace import knowledge
from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.program.dependence import WITHOUT_TENSOR
from flake8_tfretrace.program.iteration import count_of, element_of, elements_of
from flake8_tfretrace.program.library import (
    ASSIGNING,
    HOST_SEEDS,
    JOINING,
    RANDOM_GENERATORS,
    is_of_library,
)
from flake8_tfretrace.program.linear import part_of, width
from flake8_tfretrace.program.model import Program
from flake8_tfretrace.program.mutations import LIST_GROWTH, changes, holder
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    Guard,
    LoopNode,
    Place,
    definitions,
    lookup,
    reaching,
    sole_definition,
    start,
    tail,
)
from flake8_tfretrace.program.sites import Argument, CallSite
from flake8_tfretrace.program.syntax import argument, bind, is_own
from flake8_tfretrace.program.tracetypes import (
    FEW,
    OPEN,
    Change,
    ClassValue,
    ContainerValue,
    DataValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.program.unrolling import Unrolled


class LoopDependence:
    """Whether what expressions give may differ between the iterations of one loop.

    A may analysis: the data that an expression is computed from are followed back, through
    definitions, attributes and calls, to what the loop sets anew. What only decides which of a few
    values there is (a comparison, a flag, the length of a batch) is not followed.
    """

    def __init__(self, program: Program, loop: LoopNode, site: CallSite | None = None) -> None:
        self.program = program
        self.loop = loop
        func = None if site is None or site.receiver is None else site.node.func
        self._receiver = func.value if isinstance(func, ast.Attribute) else None
        """The instance that has the called function for itself, where one has."""
        self._run = program.variation.run_by(loop)
        self._known: dict[tuple[object, bool], bool] = {}
        self._active: dict[tuple[object, bool], tuple[bool, int]] = {}
        """The definitions that are followed, outermost first.

        With whether each is carried on, and how many operations were followed before it.
        """
        self._computing = 0
        """How many operations and calls are followed, one inside the other."""
        self._called: list[tuple[Function, ast.Call, Place]] = []
        """The calls that are followed into, innermost last."""
        self._joined: set[tuple[object, bool]] = set()
        """The definitions that are followed and get an array that something is joined to."""
        self._cut: set[tuple[object, bool]] = set()
        """Those that get a part of an array: what is joined to that may make up for it."""
        self._cropped = 0
        """How many slices are followed that have an upper bound: a longer array is cut to it."""
        self._windowed: frozenset[int] = frozenset()
        """The axes of what is followed of which a constant number of elements is taken."""
        self._steps = self._depth = 0
        self._by_keys = False
        """Whether a dict has another size where it has other keys, be they as many."""

    def differs(self, node: ast.expr, place: Place) -> bool:
        """Whether the value may be another one in most iterations."""
        return self._follows(node, place, False)

    def differs_in_size(self, node: ast.expr, place: Place) -> bool:
        """Whether an array, tensor or list may have another shape or length in most iterations."""
        return self._follows(node, place, True)

    def differs_in_keys(self, node: ast.expr, place: Place) -> bool:
        """Whether a dict may have other keys in most iterations."""
        self._by_keys = True
        return self.differs_in_size(node, place)

    def _follows(self, node: ast.expr | None, place: Place, size: bool) -> bool:
        if node is None or isinstance(node, (ast.Constant, ast.Lambda)):
            return False
        key = (node, size)
        if key in self._known:
            return self._known[key]
        if self._steps >= _MAX_STEPS or self._depth >= _MAX_DEPTH:
            return False
        self._steps += 1
        self._depth += 1
        if not (size and isinstance(node, (ast.Name, ast.Attribute))):
            # Of what `x = step(x)` hands on, its definition says whether the loop is closed.
            self._known[key] = False
        value = self.program.value(node, place)
        is_sizeless = size and _has_one_size(value)
        found = not (is_sizeless or _has_few(value))
        if size and found and self._is_known_to_resize(node, value, place):
            self._known[key] = True
            self._depth -= 1
            return True
        is_operation = isinstance(node, (ast.BinOp, ast.Call, ast.JoinedStr, ast.UnaryOp))
        self._computing += is_operation
        found = found and self._computed(node, place, size)
        self._computing -= is_operation
        self._depth -= 1
        if found:
            self._known[key] = True
        elif self._active or self._called:
            # What rests on a definition that is still being followed is not the last word.
            self._known.pop(key, None)
        else:
            self._known[key] = False
        return found

    def _is_known_to_resize(self, node: ast.expr, value: TraceType, place: Place) -> bool:
        """Whether the interpreter knows that the loop gives an array, or a list, other sizes."""
        change = getattr(value, "change", None)
        if not isinstance(value, (ContainerValue, TensorValue)) or change is None:
            return False
        if change.kind == "iterated":
            return change.loop is self.loop and change.is_enough
        if change.loop is not None or change.kind not in ("random", "trips"):
            return False
        # It is of another size each time that it is made.
        made = [place] if change.place is None else [place, change.place]
        if isinstance(node, ast.Name):
            bindings = definitions(node, place)
            if any(binding.kind == "parameter" for binding in bindings):
                return False
            made += [binding.place for binding in bindings]
        elif not isinstance(node, ast.Call) or not self.program.calls.targets(node):
            return False
        return change.is_enough and all(map(self._is_inside, made))

    def _any(self, nodes: Iterable[ast.expr | None], place: Place, size: bool = False) -> bool:
        return any(self._follows(node, place, size) for node in nodes)

    def _computed(self, node: ast.expr, place: Place, size: bool) -> bool:
        match node:
            case ast.Name():
                return self._named(node, place, size)
            case ast.Attribute():
                return self._attribute(node, place, size)
            case ast.Call():
                return self._call(node, place, size)
            case ast.Subscript():
                return self._subscript(node, place, size)
            case ast.BinOp(left=left, op=op, right=right):
                if isinstance(op, ast.Mod) and not size:
                    if isinstance(right, ast.Constant) and not isinstance(left, ast.Constant):
                        return False
                if size and isinstance(op, ast.Mult):
                    return self._repeated(left, right, place)
                if size and isinstance(op, ast.Add):
                    filled = _filled_up_to(left, right)
                    if filled is not None:
                        return self._follows(filled, place, False)
                return self._any((left, right), place, size)
            case ast.UnaryOp(op=op, operand=operand):
                return not isinstance(op, ast.Not) and self._follows(operand, place, size)
            case ast.IfExp(body=body, orelse=orelse):
                return self._any((body, orelse), place, size)
            case ast.BoolOp(values=values):
                return self._any(values, place, size)
            case ast.NamedExpr(value=value) | ast.Await(value=value) | ast.Starred(value=value):
                return self._follows(value, place, size)
            case ast.Compare(left=left, comparators=others):
                # One has two values, an array of them has many.
                is_array = isinstance(self.program.value(node, place), TensorValue)
                return (size or is_array) and self._any((left, *others), place, size)
            case ast.JoinedStr() | ast.FormattedValue():
                parts = [p for p in ast.iter_child_nodes(node) if isinstance(p, ast.expr)]
                return self._any(parts, place)
            case ast.Slice(lower=lower, upper=upper):
                return self._any((lower, upper), place)
            case ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts):
                return self._any(elts, place, size)
            case ast.Dict(keys=keys, values=values):
                if not size:
                    return self._any((*keys, *values), place)
                computed = (k for k in keys if not isinstance(k, ast.Constant))
                if self._by_keys and self._any(computed, place):
                    return True
                # There are as many as are written out; the arrays that it holds have sizes.
                held = (v for v in values if isinstance(self.program.value(v, place), TensorValue))
                return self._any(held, place, True)
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.DictComp():
                return self._comprehension(node, place, size)
        return False

    def _repeated(self, left: ast.expr, right: ast.expr, place: Place) -> bool:
        """Whether a product may differ in size: one with a list is as long as the number says."""
        for sequence, number in ((left, right), (right, left)):
            if isinstance(self.program.value(sequence, place), SequenceValue):
                return self._follows(sequence, place, True) or self._follows(number, place, False)
        return self._any((left, right), place, True)

    def _comprehension(
        self,
        node: ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp,
        place: Place,
        size: bool,
    ) -> bool:
        inner = self.program.index.places[node]
        if size and self._by_keys and not isinstance(node, ast.DictComp):
            # Of other keys it has as many elements.
            self._by_keys = False
            found = self._comprehension(node, place, size)
            self._by_keys = True
            return found
        if size:
            element = getattr(node, "elt", None)
            # Of lists in a list, an array has their lengths, too.
            is_nested = isinstance(self.program.value(element, inner), SequenceValue)
            # What a set has twice counts once.
            is_set = isinstance(node, ast.SetComp)
            return (is_nested and self._follows(element, inner, True)) or any(
                self._follows(generator.iter, place, True)
                or (is_set and self._follows(generator.iter, place, False))
                or any(self._reads(test, inner) for test in generator.ifs if not _is_of_one(test))
                for generator in node.generators
            )
        parts = (getattr(node, name, None) for name in ("elt", "key", "value"))
        elements = [part for part in parts if part is not None]
        # Of flags there are many combinations.
        return self._any(elements, inner) or any(self._reads(part, inner) for part in elements)

    def _reads(self, test: ast.expr, place: Place) -> bool:
        """Whether a condition reads what differs, be it in what it calls."""
        parts = [*ast.walk(test)]
        names = [part for part in parts if isinstance(part, (ast.Name, ast.Attribute))]
        calls = (part for part in parts if isinstance(part, ast.Call))
        return self._any(names, place) or any(self._is_decided_anew(c, place) for c in calls)

    def _is_decided_anew(self, call: ast.Call, place: Place) -> bool:
        """Whether what a condition calls draws, or reads what differs."""
        targets = self.program.calls.targets(call)
        if not targets:
            return self._computed(call, place, False)
        if len(self._called) > _MAX_HOPS or any(
            t is one for t in targets for one, _, _ in self._called
        ):
            return False
        for target in targets:
            self._called.append((target, call, place))
            found = any(
                node.value is not None and self._reads(node.value, at)
                for node, at in target.returns
            )
            self._called.pop()
            if found:
                return True
        return False

    def _named(self, node: ast.Name, place: Place, size: bool) -> bool:
        bindings = definitions(node, place)
        if size and self._is_full(node, place):
            return False
        if not size:
            stores = chain(_stored_in(self.program, node, place), self._assigned(node, place))
            if self._is_refilled(node, place, stores, bindings):
                return True
        elif self._is_resized_until(node, bindings):
            return True
        return any(self._bound(binding, bindings, size) for binding in bindings)

    def _is_resized_until(
        self, node: ast.Name | ast.Attribute, bindings: Sequence[Binding]
    ) -> bool:
        """Whether the loop goes on until what it puts in a variable's place is of some size."""
        loop = self.loop
        if not isinstance(loop, ast.While) or self._cropped or self._windowed:
            return False
        if not any(self._is_inside(b.place) and b.kind == "assign" for b in bindings):
            return False
        tests = loop.test.values if isinstance(loop.test, ast.BoolOp) else [loop.test]
        if isinstance(loop.test, ast.BoolOp) and isinstance(loop.test.op, ast.Or):
            return False
        text = ast.unparse(node)
        return any(
            ast.unparse(measured) == text
            for test in tests
            if isinstance(test, ast.Compare) and not _is_of_one(test)
            for side in (test.left, *test.comparators)
            if (measured := _sized_by(side)) is not None
        )

    def _is_refilled(
        self,
        node: ast.expr,
        place: Place,
        stores: Iterable[tuple[ast.expr, Place]],
        bindings: Sequence[Binding],
    ) -> bool:
        """Whether what the loop stores in a container is something else in most iterations.

        Args:
            node: the container, or the ``tf.Variable``.
            place: where it is used.
            stores: what is stored, with where.
            bindings: the definitions of what holds the container.
        """
        parent = self.program.syntax.parent
        inside = [
            (value, at, _is_addition(parent(at.function, value)))
            for value, at in stores
            if self._is_inside(at)
        ]
        is_carried = not any(self._is_inside(binding.place) for binding in bindings)
        if inside and is_carried:
            held = self.program.value(node, place)
            # The interpreter counts the values of items that it knows one by one.
            is_carried = not (isinstance(held, MappingValue) and held.items is not None)
            # One that is set to a constant may begin again.
            is_carried &= all(adds or not isinstance(v, ast.Constant) for v, _, adds in inside)
        for value, at, is_added in inside:
            is_update = is_carried and not _may_alternate(value) and self._is_repeated(at)
            if is_update and is_added:
                return True
            key = (value, False)
            if key in self._active:
                # An item is made of what it was.
                if is_update and self._computing > self._active[key][1]:
                    return True
                continue
            self._active[key] = is_carried, self._computing
            found = self._follows(value, at, False)
            del self._active[key]
            if found:
                return True
        return False

    def _is_repeated(self, place: Place) -> bool:
        """Whether no condition for a single element is around code that the loop runs."""
        loop = self.loop if self.loop in place.loops else None
        tests = (test for test, _, _, _ in self.program.index.guards(place, loop))
        return not any(
            _is_of_one(test) and not any(isinstance(p, ast.Mod) for p in ast.walk(test))
            for test in tests
        )

    def _is_inside(self, place: Place) -> bool:
        """Whether the loop runs some code in each iteration."""
        return self.loop in place.loops or place.function in self._run

    def _bound(self, binding: Binding, bindings: Sequence[Binding], size: bool) -> bool:
        """Whether a definition gives another value in most iterations.

        Args:
            binding: the definition.
            bindings: this one, and the others that may be seen in its place.
            size: whether the size of the value is asked for.
        """
        place = binding.place
        if binding.kind == "parameter":
            return self._parameter(binding, size)
        if not self._is_inside(place) or binding.kind not in _SETTING:
            return False
        key = (binding, size)
        bindings = _read_by(binding, bindings)
        inside = [other for other in bindings if self._is_inside(other.place)]
        # An array that something else in the loop sets may be cut there.
        is_carried = len(inside) < len(bindings) and not (
            len(inside) > 1 if size else self._is_counted(binding)
        )
        if key in self._active:
            active = list(self._active)
            is_carried |= any(self._active[one][0] for one in active[active.index(key) :])
            # A copy of what an iteration left is no other value, and an array has the same size
            # unless something is joined to it.
            is_new = (
                key in self._joined - self._cut if size else self._computing > self._active[key][1]
            )
            return is_carried and is_new
        self._active[key] = is_carried, self._computing
        try:
            if binding.kind == "loop":
                return self._loop_variable(binding, size)
            if binding.kind == "augmented" and is_carried:
                # Whatever is added: the sum is another one each time, and a list is longer.
                return not size or isinstance(self.program.bound(binding, place), SequenceValue)
            if size and isinstance(binding.node, ast.AugAssign):
                filled = _filled_up_to(binding.node.target, binding.node.value)
                if filled is not None:
                    return self._follows(filled, place, False)
            if size and self._is_filled_unevenly(binding):
                return True
            return self._unpacked(binding.value, binding.path, place, size)
        finally:
            del self._active[key]

    def _is_full(self, node: ast.Name, place: Place) -> bool:
        """Whether code is reached where a container has as many elements as it is to have."""
        return any(_limits(guard.test, node.id) for guard in self.program.index.guards(place))

    def _is_filled_unevenly(self, binding: Binding) -> bool:
        """Whether a definition makes a container that gets, or loses, other elements each time.

        As many as what differs lets through, or as inner loops have iterations that go over what
        differs in size.
        """
        place, name = binding.place, binding.name
        if binding.kind != "assign" or binding.path or not _is_container(binding.value):
            return False
        found = self.program.mutations.changing(name, place.scope)
        changing = [(change, at) for change, at in found if _may_change(change, at, binding)]
        return self._fill_unevenly(name, changing, place, has_keys=_has_keys(binding.value))

    def _fill_unevenly(
        self,
        name: str,
        changing: Iterable[tuple[ast.Call | ast.Subscript, Place]],
        place: Place,
        *,
        has_keys: bool,
    ) -> bool:
        """Whether changes of a container give it another size each time.

        Args:
            name: the variable, or attribute, that holds it.
            changing: the calls and stores that change it.
            place: where it is made.
            has_keys: whether it is made with something in it.
        """
        index = self.program.index
        around = {guard.node for guard in index.guards(place)}
        changes: list[tuple[ast.Call | ast.Subscript, Place, list[Guard]]] = []
        for change, at in changing:
            loops = [loop for loop in at.loops if loop not in place.loops]
            guards = [guard for guard in index.guards(at) if guard.node not in around]
            if at.function is not place.function or any(isinstance(n, ast.While) for n in loops):
                # Such a loop may fill it up.
                return False
            if any(_limits(guard.test, name) for guard in guards):
                return False
            changes.append((change, at, guards))
        taken = {(guard.node, guard.holds) for _, _, guards in changes for guard in guards}
        # What is stored under a key may be there already.
        is_set_before = has_keys or any(
            isinstance(change, ast.Subscript) and not guards for change, _, guards in changes
        )
        for change, at, guards in changes:
            is_store = isinstance(change, ast.Subscript) and isinstance(change.ctx, ast.Store)
            if not self._changes_size(change, at) or (is_store and guards and is_set_before):
                continue
            # Where either branch adds something, there is as much each time.
            deciding = [g for g in guards if (g.node, not g.holds) not in taken]
            loops = [loop for loop in at.loops if loop not in place.loops]
            if any(self._reads(g.test, g.place) for g in deciding if not _is_of_one(g.test)):
                return True
            if any(
                self._follows(loop.iter, index.places[loop], True)
                for loop in loops
                if not isinstance(loop, ast.While)
            ):
                return True
            if not guards and not loops and self._is_uneven(change, at):
                return True
        return False

    def _changes_size(self, change: ast.Call | ast.Subscript, place: Place) -> bool:
        """Whether a store, or a call, adds elements to a container, or takes some."""
        if isinstance(change, ast.Subscript):
            is_dict = isinstance(self.program.value(change.value, place), MappingValue)
            return isinstance(change.ctx, ast.Del) or is_dict
        return isinstance(change.func, ast.Attribute) and change.func.attr not in _REORDERING

    def _is_uneven(self, change: ast.Call | ast.Subscript, place: Place) -> bool:
        """Whether a change adds other numbers of elements each time, or under other keys."""
        if isinstance(change, ast.Subscript):
            return self._by_keys and self._follows(change.slice, place, False)
        is_several = getattr(change.func, "attr", "") in ("extend", "update")
        return is_several and self._any(change.args, place, True)

    def _is_counted(self, binding: Binding) -> bool:
        """Whether it is known which values a recurrence gives: if they are few, so be it."""
        place = binding.place
        is_chosen = binding.kind == "assign" and isinstance(binding.value, ast.IfExp)
        if is_chosen or (place.node is not self.loop and place.node is not place.function.node):
            # What decides whether it goes on is not known.
            return False
        around = place.loops[-1] if place.loops else None
        if isinstance(around, ast.While) and _reads_name(around.test, binding.name):
            # A loop that ends when it has changed enough is not left unless it goes on changing.
            return False
        if any(self.program.traced_functions.of(function) for function, _, _ in self._called):
            # It is made of what a graph computes, which nobody has counted.
            return False
        value = self.program.bound(binding, place)
        if isinstance(value, ContainerValue):
            return bool(value.parts) and all(isinstance(p, PythonValue) for p in value.parts)
        known = isinstance(value, PythonValue) and (value.constants or value.change)
        return bool(known) and not (value.changes is not None and value.changes.is_enough)

    def _loop_variable(self, binding: Binding, size: bool) -> bool:
        loop, iterable = binding.node, binding.value
        assert iterable is not None
        around = self.program.index.places[loop]
        count = count_of(self.program.value(iterable, around))
        if loop is self.loop and count is not None and count <= FEW:
            return False
        if isinstance(iterable, (ast.List, ast.Tuple)):
            # The interpreter counts what is written out, unless it is looked up by that.
            parts = [part_of(element, binding.path) for element in iterable.elts]
            constants = {part.value for part in parts if isinstance(part, ast.Constant)}
            return not size and len(constants) > FEW
        if isinstance(iterable, (ast.ListComp, ast.GeneratorExp)) and loop is self.loop:
            place = self.program.index.places[iterable]
            inner = LoopDependence(self.program, iterable.generators[-1])
            return inner._follows(iterable.elt, place, size)
        path = binding.path
        if isinstance(iterable, ast.Call):
            iterable, path = self._source(iterable, path, loop)
        generator = self._generator(iterable, loop)
        if generator is not None:
            return self._yielded(generator, path, size)
        if size and self._is_grouped(iterable, path, around):
            return True
        if loop is self.loop:
            value = self.program.value(iterable, around)
            return (
                not size
                or _are_of_many_sizes(value, path)
                or self._holds_many_sizes(iterable, path, around, _MAX_HOPS)
            )
        place = binding.place.parent or binding.place
        return self._follows(iterable if size else _in_any_order(iterable), place, size)

    def _holds_many_sizes(
        self, node: ast.expr, path: tuple[int | None, ...], place: Place, hops: int
    ) -> bool:
        """Whether what makes a list gives its elements, or parts of them, other sizes each time."""
        if hops == 0:
            return False
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            inner = LoopDependence(self.program, node.generators[-1])
            return inner._unpacked(node.elt, path, self.program.index.places[node], True)
        sources: list[tuple[ast.expr | None, Place]] = []
        if isinstance(node, ast.Call):
            target = self.program.calls.target(node)
            if target is not None and target.is_generator:
                return self._yielded(target, path, True)
            if target is not None:
                sources = [(statement.value, at) for statement, at in target.returns]
            elif self.program.qualified(node.func, place) in _COPYING and node.args:
                sources = [(node.args[0], place)]
        elif isinstance(node, ast.Name):
            for binding in definitions(node, place):
                if binding.kind == "parameter":
                    sources += self.program.calls.given(binding.place.function, node.id)
                elif binding.kind == "assign" and not binding.path:
                    sources.append((binding.value, binding.place))
            if self._is_filled_with_sizes(node.id, path, place):
                return True
        return any(
            source is not None and self._holds_many_sizes(source, path, at, hops - 1)
            for source, at in sources
        )

    def _is_filled_with_sizes(self, name: str, path: tuple[int | None, ...], place: Place) -> bool:
        """Whether a loop appends elements, or parts of them, of another size each time."""
        if self.program.mutations.dict_stores(name, place.scope):
            # Others may take their places.
            return False
        return any(
            LoopDependence(self.program, loop)._unpacked(call.args[-1], path, at, True)
            for call, at in self.program.mutations.list_growth(name, place.scope)
            if call.args and getattr(call.func, "attr", "") in ("append", "insert")
            for loop in at.loops[-1:]
        )

    def _generator(self, iterable: ast.expr, loop: ast.AST) -> Function | None:
        """Return the generator that a loop runs, if it is one of the program."""
        place = self.program.index.places[loop]
        value = self.program.value(iterable, place)
        found = self.program.calls.target(iterable) if isinstance(iterable, ast.Call) else None
        if isinstance(value, ObjectValue) and value.cls is not None:
            methods = self.program.classes.methods(value.cls, "__iter__", value.heirs)
            found = methods[0] if len(methods) == 1 else None
        return found if found is not None and found.is_generator else None

    def _is_grouped(self, iterable: ast.expr, path: tuple[int | None, ...], place: Place) -> bool:
        """Whether a loop goes over groups of data, each with as many members as there are."""
        if not isinstance(iterable, ast.Call):
            return False
        name, receiver = tail(iterable.func), getattr(iterable.func, "value", None)
        if name == "groupby":
            return path[-1:] == (1,)
        if name not in ("items", "values") or not isinstance(receiver, ast.expr):
            return False
        if path[-1:] != ((1,) if name == "items" else ()):
            return False
        return self._holds_groups(receiver, place, _MAX_HOPS)

    def _holds_groups(self, node: ast.expr, place: Place, hops: int) -> bool:
        """Whether a dict, be it one that a function of the program gives, holds such groups."""
        if hops == 0:
            return False
        if isinstance(node, ast.Call):
            target = self.program.calls.target(node)
            returned = () if target is None or target.is_generator else target.returns
            given = ((statement.value, at) for statement, at in returned)
            return any(n is not None and self._holds_groups(n, at, hops - 1) for n, at in given)
        if isinstance(node, ast.Attribute):
            return self.program.mutations.are_groups(node.attr)
        if not isinstance(node, ast.Name):
            return False
        if self.program.mutations.is_grouping(node.id, place.scope):
            return True
        sources: list[tuple[ast.expr, Place]] = []
        for binding in definitions(node, place):
            if binding.kind == "parameter":
                sources += self.program.calls.given(binding.place.function, node.id)
            elif binding.kind == "assign" and binding.value is not None and not binding.path:
                sources.append((binding.value, binding.place))
        return any(self._holds_groups(source, at, hops - 1) for source, at in sources)

    def _source(
        self, iterable: ast.Call, path: tuple[int | None, ...], loop: ast.AST
    ) -> tuple[ast.expr, tuple[int | None, ...]]:
        """Return what ``enumerate`` and ``zip`` go over, with the path in its elements."""
        around = self.program.index.places[loop]
        name = self.program.qualified(iterable.func, around)
        if path and path[0] is not None:
            if name == "enumerate" and path[0] == 1 and iterable.args:
                return iterable.args[0], path[1:]
            if name == "zip" and path[0] < len(iterable.args) and not iterable.keywords:
                return iterable.args[path[0]], path[1:]
        return iterable, path

    def _yielded(self, generator: Function, path: tuple[int | None, ...], size: bool) -> bool:
        """Whether a generator gives other elements each time: its own loops repeat for that."""
        for node, place in generator.yields:
            value = part_of(node.value, path)
            if value is None or not place.loops:
                continue
            for loop in place.loops:
                inner = LoopDependence(self.program, loop)
                inner._by_keys = self._by_keys
                if inner.differs_in_size(value, place) if size else inner.differs(value, place):
                    return True
        return False

    def _parameter(self, binding: Binding, size: bool) -> bool:
        """Whether the calls that the loop makes pass something else for a parameter each time."""
        function = binding.place.function
        if function is self.program.index.places[self.loop].function:
            return False
        key = (binding, size)
        if key in self._active:
            return False
        self._active[key] = False, self._computing
        for depth in range(len(self._called) - 1, -1, -1):
            callee, call, around = self._called[depth]
            if callee is function:
                given = [(node, around) for node in _passed(function, binding.name, call)]
                break
        else:
            given = self.program.calls.given(function, binding.name, surely=True)
        found = any(
            self._is_inside(around) and self._follows(node, around, size) for node, around in given
        )
        del self._active[key]
        return found

    def _attribute(self, node: ast.Attribute, place: Place, size: bool) -> bool:
        base = self.program.value(node.value, place)
        if node.attr in _WITHOUT_VALUE and not isinstance(base, PythonValue):
            is_size = node.attr == "shape" and not size
            return (is_size or node.attr == "T") and self._follows(
                node.value, place, size or is_size
            )
        if isinstance(base, ObjectValue) and base.cls is not None:
            classes, is_certain = self.program.classes, self.program.calls.is_certain
            methods = classes.methods(base.cls, node.attr, base.heirs)
            if methods:
                return any(
                    method.is_getter
                    and not classes.runs_once(method)
                    and (len(methods) == 1 or is_certain(node, place, method))
                    and self._returned(method, size)
                    for method in methods
                )
            bindings = classes.attribute_bindings(base.cls, node.attr, base.heirs)
            if size and (
                self._grows(node.attr, bindings) or self._is_resized_until(node, bindings)
            ):
                return True
            if size and self._is_filled_in_making(node, place, base.cls):
                return True
            stores = chain(self._items_of(node.attr), self._assigned(node, place))
            if not size and self._is_refilled(node, place, stores, bindings):
                return True
            stored = [b for b in bindings if b.place.function.name != "__init__"]
            if any(self._is_inside(b.place) and self._bound(b, bindings, size) for b in stored):
                return True
            if self._receiver is not None and ast.dump(node.value) == ast.dump(self._receiver):
                # What each instance keeps is no change for the function that it has for itself.
                return False
            if base.site is base.cls.node and place.function.is_method:
                return self._is_varied(bindings, size) and self._is_of_many(
                    place.function, frozenset()
                )
            is_one = base.change is None or base.change.kind != "iterated"
            if base.site is not None and (is_one or not self._is_varied(bindings, size)):
                # One object, whatever variable holds it, or several that are alike.
                return False
        return self._follows(node.value, place, size)

    def _is_filled_in_making(self, node: ast.Attribute, place: Place, cls: Class) -> bool:
        """Whether the loop takes other objects, whose containers the loop that makes them fills.

        With other numbers of elements, or under other keys, for each of them.
        """
        filled = self.program.mutations.filled(node.attr)
        if not filled or not self._follows(node.value, place, False):
            return False
        for call, made in self.program.calls.named(cls.name):
            callee = self.program.calls.callee(call, made)
            if not isinstance(callee, ClassValue) or callee.cls is not cls:
                continue
            for loop in made.loops[-1:]:
                making = LoopDependence(self.program, loop)
                making._by_keys = self._by_keys
                if making._fill_unevenly(node.attr, filled, made, has_keys=False):
                    return True
        return False

    def _is_varied(self, bindings: Sequence[Binding], size: bool) -> bool:
        """Whether an attribute is something else for each of the objects that have it."""
        for binding in bindings:
            value = self.program.bound(binding, binding.place)
            # A dict of other numbers has the same keys.
            is_size = size and isinstance(value, ContainerValue)
            change = getattr(value, "change", None) if is_size else value.changes
            if change is not None and change.is_enough:
                return True
        return False

    def _is_of_many(self, method: Function, seen: frozenset[Function]) -> bool:
        """Whether the loop calls a method of another instance in most iterations."""
        seen |= {method}
        for node, place in self.program.calls.receivers(method, surely=True):
            around = place.function
            is_same = is_own(node, around)
            if is_same and around not in seen and self._is_of_many(around, seen):
                return True
            if not is_same and self._is_inside(place) and self._follows(node, place, False):
                return True
        return False

    def _assigned(
        self, node: ast.Name | ast.Attribute, place: Place
    ) -> Iterator[tuple[ast.expr, Place]]:
        """Yield what is assigned, or added, to the ``tf.Variable`` that ``node`` holds."""
        variable = self._variable(node, place)
        for method in ASSIGNING if variable is not None else ():
            for call, at in self.program.calls.named(method):
                given = argument(call, 0, "value" if method == "assign" else "delta")
                if given is None or not isinstance(call.func, ast.Attribute):
                    continue
                if method != "assign" and self.program.value(given, at).constant == 0:
                    continue
                if self._variable(call.func.value, at) == variable:
                    yield given, at

    def _variable(self, node: ast.expr, place: Place) -> tuple[object, str] | None:
        """Return which ``tf.Variable`` an expression is: one of a scope, or of a class."""
        value = self.program.value(node, place)
        if not isinstance(value, TensorValue) or not value.variable:
            return None
        if isinstance(node, ast.Name):
            return lookup(node.id, place.scope)[0], node.id
        if not isinstance(node, ast.Attribute):
            return None
        owner = self.program.value(node.value, place)
        return None if not isinstance(owner, ObjectValue) else (owner.cls, node.attr)

    def _items_of(self, attribute: str) -> Iterator[tuple[ast.expr, Place]]:
        """Yield what is stored as items of the dict, or list, that an attribute holds."""
        for store, place in self.program.mutations.filled(attribute):
            if isinstance(store, ast.Subscript):
                yield from _item_stored(self.program, store, place)

    def _grows(self, attribute: str, bindings: Sequence[Binding]) -> bool:
        """Whether the loop adds to a list, or dict, of an instance, and nothing takes from it."""
        filled = self.program.mutations.filled(attribute)
        names = {getattr(getattr(change, "func", None), "attr", "") for change, _ in filled}
        return (
            bool(names)
            and names <= _ADDING
            and any(self._is_inside(place) for _, place in filled)
            and not any(self._is_inside(b.place) for b in bindings)
        )

    def _members_grow(self, node: ast.Subscript, place: Place) -> bool:
        """Whether the loop adds to the lists that a container holds, and takes from none of them.

        Args:
            node: one of the lists, taken from the container.
            place: where it is used.
        """
        value, holder = self.program.value(node, place), node.value
        if not isinstance(value, SequenceValue) or value.kind != "list":
            return False
        if isinstance(node.slice, ast.Slice) or not isinstance(holder, (ast.Name, ast.Attribute)):
            return False
        holder, place = self._handed_in(holder, place, _MAX_HOPS)
        bindings = self.program.classes.definitions(holder, place)
        if not bindings or any(self._is_inside(binding.place) for binding in bindings):
            return False
        mutations, calls = self.program.mutations, self.program.calls
        changed: Sequence[tuple[ast.AST, Place]]
        if isinstance(holder, ast.Name):
            changed = mutations.changing(holder.id, place.scope)
        else:
            changed = mutations.filled(holder.attr)
        if any(
            self._is_inside(at)
            and getattr(getattr(change, "func", None), "attr", "") != "setdefault"
            for change, at in changed
        ):
            # Another list takes the place of one.
            return False
        grown = False
        for name in LIST_GROWTH:
            for call, at in calls.named(name):
                if not self._is_inside(at) or not isinstance(call.func, ast.Attribute):
                    continue
                if self._is_member(call.func.value, at, holder, place):
                    if name not in _ADDING:
                        return False
                    grown = True
        return grown

    def _members_are_filled(self, node: ast.expr, place: Place, hops: int) -> bool:
        """Whether an expression takes what an inner loop fills, until data end it.

        A list of a container that each iteration makes anew, be it in a function that it calls.
        """
        if isinstance(node, ast.Subscript):
            return self._members_are_filled(node.value, place, hops)
        sources: list[tuple[ast.expr | None, Place]] = []
        if isinstance(node, ast.Call):
            target = self.program.calls.target(node)
            if target is not None and not target.is_generator:
                sources = [(statement.value, at) for statement, at in target.returns]
        elif isinstance(node, ast.Name):
            for binding in definitions(node, place):
                if binding.kind == "parameter":
                    sources += self.program.calls.given(binding.place.function, node.id)
                elif self._is_inside(binding.place) and not binding.path:
                    if self._fills_members(binding):
                        return True
                    sources.append((binding.value, binding.place))
        return hops > 0 and any(
            source is not None
            and self._is_inside(at)
            and self._members_are_filled(source, at, hops - 1)
            for source, at in sources
        )

    def _fills_members(self, made: Binding) -> bool:
        """Whether a loop that data end adds to containers in the container that a variable is."""
        for base, change, at in changes(made.place.function):
            container, keys = holder(base)
            if not keys or not isinstance(container, ast.Name) or container.id != made.name:
                continue
            if not isinstance(change, ast.Call) or getattr(change.func, "attr", "") not in _ADDING:
                continue
            inner = (loop for loop in at.loops if loop not in made.place.loops)
            if any(self.program.evaluator.variables.ended_by(loop) for loop in inner):
                return True
        return False

    def _handed_in(
        self, node: ast.Name | ast.Attribute, place: Place, hops: int
    ) -> tuple[ast.Name | ast.Attribute, Place]:
        """Return what the one call of a function passes for a parameter, by its name there."""
        if hops and isinstance(node, ast.Name):
            bindings = definitions(node, place)
            if len(bindings) == 1 and bindings[0].kind == "parameter":
                given = self.program.calls.given(bindings[0].place.function, node.id)
                if len(given) == 1 and isinstance(given[0][0], (ast.Name, ast.Attribute)):
                    return self._handed_in(given[0][0], given[0][1], hops - 1)
        return node, place

    def _is_member(self, node: ast.expr, at: Place, holder: ast.expr, place: Place) -> bool:
        """Whether an expression, or the variable that it is, takes a list from a container."""
        if isinstance(node, ast.Name):
            bindings = definitions(node, at)
            if len(bindings) != 1 or bindings[0].path or bindings[0].kind != "assign":
                return False
            taken, at = bindings[0].value, bindings[0].place
        else:
            taken = node
        match taken:
            case ast.Subscript(value=base):
                pass
            case ast.Call(func=ast.Attribute(value=base, attr="setdefault")):
                pass
            case _:
                return False
        if isinstance(base, ast.Name) and isinstance(holder, ast.Name):
            same = lookup(base.id, at.scope)[0] is lookup(holder.id, place.scope)[0]
            return base.id == holder.id and same
        return ast.dump(base) == ast.dump(holder)

    def _returned(self, function: Function, size: bool, path: tuple[int | None, ...] = ()) -> bool:
        if isinstance(function.node, ast.Lambda):
            return self._unpacked(function.node.body, path, function.body, size)
        return any(
            self._unpacked(node.value, path, place, size) for node, place in function.returns
        )

    def _unpacked(
        self, value: ast.expr | None, path: tuple[int | None, ...], place: Place, size: bool
    ) -> bool:
        """Whether what is unpacked from a value may differ: all of it, if its parts are unknown."""
        for number, step in enumerate(path):
            if isinstance(value, ast.Call):
                return self._call(value, place, size, path[number:])
            if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
                value, place = value.elt, self.program.index.places[value]
                continue
            part = part_of(value, (step,))
            if part is None:
                break
            value = part
        return self._follows(value, place, size)

    def _subscript(self, node: ast.Subscript, place: Place, size: bool) -> bool:
        if not size:
            if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
                return self._follows(node.value.value, place, True)
            return self._any((node.value, node.slice), place)
        if self._members_grow(node, place) or self._members_are_filled(node, place, _MAX_HOPS):
            return True
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if isinstance(node.value, ast.Call) and tail(node.value.func) in _FINDING:
            # Of each dimension, it gives the positions of what is found.
            return self._follows(node.value, place, True)
        if self._is_group(node, place):
            return True
        if self._is_window(parts[0], place) or self._is_row(node, parts[0], place):
            return False
        before = self._cut
        slices = [part for part in parts if isinstance(part, ast.Slice)]
        if any(part.lower or part.upper for part in slices):
            self._cut = set(self._active)
        is_cropped = any(part.upper for part in slices)
        windowed = self._windowed
        self._windowed |= {n for n, part in enumerate(parts) if self._is_window(part, place)}
        self._cropped += is_cropped
        found = self._follows(node.value, place, True)
        self._cropped -= is_cropped
        self._windowed = windowed
        self._cut = before
        if found:
            return True
        return any(self._selects(part, place) for part in parts)

    def _is_group(self, node: ast.Subscript, place: Place) -> bool:
        """Whether another one of many groups of data is looked up each time."""
        if isinstance(node.slice, (ast.Constant, ast.Slice, ast.Tuple)):
            return False
        made = definitions(node.value, place) if isinstance(node.value, ast.Name) else ()
        if any(self._is_inside(binding.place) for binding in made):
            # Each iteration has groups of its own.
            return False
        is_grouped = self._holds_groups(node.value, place, _MAX_HOPS)
        return is_grouped and self._follows(node.slice, place, False)

    def _is_window(self, part: ast.expr, place: Place) -> bool:
        """Whether a slice takes a constant number of elements from either end."""
        if not isinstance(part, ast.Slice) or (part.lower is None) is (part.upper is None):
            return False
        bound = part.lower or part.upper
        is_negative = isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub)
        if is_negative is not (part.upper is None) or isinstance(bound, ast.Name):
            return False
        return not self._follows(bound, place, False)

    def _is_row(self, node: ast.Subscript, part: ast.expr, place: Place) -> bool:
        """Whether an index takes one element: how many there are is not seen of it."""
        value = self.program.value(part, place)
        # None makes another dimension.
        if isinstance(value, PythonValue) and value.kind == "str":
            # A column of a table has all its rows.
            return type(self.program.value(node.value, place)) is not TraceType
        return (
            isinstance(value, PythonValue)
            and value.kind != "none"
            and not isinstance(part, (ast.Slice, ast.Compare))
        )

    def _selects(self, part: ast.expr, place: Place) -> bool:
        """Whether an index takes another number of elements each time."""
        if not isinstance(part, ast.Slice):
            mask = self.program.value(part, place)
            if isinstance(part, ast.Compare) or (
                isinstance(mask, TensorValue) and mask.dtype == "bool"
            ):
                return self._reads(part, place)
            return self._follows(part, place, True)
        if part.lower is not None and part.upper is not None:
            found = width(self.program, part.lower, part.upper, place)
            return found is not None and self._any(found.values, place)
        bound = part.lower or part.upper
        return self._follows(bound, place, False)

    def _call(
        self, node: ast.Call, place: Place, size: bool, path: tuple[int | None, ...] = ()
    ) -> bool:
        program = self.program
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        callee = program.calls.callee(node, place)
        targets = program.calls.targets(node)
        receiver = node.func.value if isinstance(node.func, ast.Attribute) else None
        if targets and not isinstance(callee, ClassValue):
            if len(targets) > 1:
                # Which of them is called is a matter of the instance, unless that is all the same.
                is_certain = program.calls.is_certain
                certain = [one for one in targets if is_certain(node.func, place, one)]
                if not certain and program.calls.are_targets_known(node):
                    return all(self._result(one, node, place, size, path) for one in targets)
                targets = certain
            return any(self._result(one, node, place, size, path) for one in targets)
        if isinstance(callee, ClassValue):
            return not size and self._any(given, place)
        qualified = program.qualified(node.func, place) or ""
        name = qualified.rpartition(".")[2] or getattr(node.func, "attr", "")
        if name == "len":
            return not size and self._any(given, place, True)
        if name in _FEW_VALUED:
            return False
        if name == "max" and not size and len(node.args) == 1:
            measured = _measured(node.args[0])
            if measured is not None:
                # Whoever asks for the longest has some of several lengths.
                return self._follows(measured, place, False)
        if size:
            return self._sized(node, name, given, receiver, place)
        if self._draws(node, qualified, receiver, place):
            return True
        return self._any((*given, receiver), place)

    def _result(
        self,
        target: Function,
        node: ast.Call,
        place: Place,
        size: bool,
        path: tuple[int | None, ...],
    ) -> bool:
        """Whether what a call of a function of the program gives differs each time."""
        if target.is_generator or any(target is one for one, _, _ in self._called):
            return False
        self._called.append((target, node, place))
        found = self._returned(target, size, path)
        self._called.pop()
        return found

    def _draws(
        self, node: ast.Call, qualified: str, receiver: ast.expr | None, place: Place
    ) -> bool:
        """Whether a call draws numbers, or reads a clock."""
        if isinstance(self.program.value(node, place), ObjectValue):
            # It makes a generator.
            return False
        value = None if receiver is None else self.program.value(receiver, place)
        made = value.site if isinstance(value, ObjectValue) else receiver
        if isinstance(made, ast.Call) and (made.args or made.keywords):
            if self._is_inside(self.program.index.places[made]):
                # Each generator begins at its seed.
                return self._any(made.args, self.program.index.places[made])
        of_generator = isinstance(value, ObjectValue) and value.qualified in RANDOM_GENERATORS
        if of_generator or is_of_library(qualified, ("numpy.random", "random")):
            drawn = self.program.value(node, place)
            # What a seed makes alike, or is drawn from few numbers, hardly differs.
            if isinstance(drawn, PythonValue) and drawn.kind in ("float", "int"):
                return drawn.change is not None and drawn.change.least > 1
            if isinstance(drawn, TensorValue) and drawn.drawn is not None:
                return drawn.drawn.least > 1
            return qualified not in HOST_SEEDS
        return is_of_library(qualified, ("time",))

    def _sized(
        self,
        node: ast.Call,
        name: str,
        given: list[ast.expr],
        receiver: ast.expr | None,
        place: Place,
    ) -> bool:
        """Whether a library's function makes something of another size each time."""
        if name in _SELECTING or (name == "where" and len(given) == 1):
            masks = [one for one in given if isinstance(one, ast.Compare)]
            rest = (one for one in (*given, receiver) if one not in masks)
            return self._any(rest, place) or any(self._reads(mask, place) for mask in masks)
        if self._is_of_file(node, place):
            return self._any((*given, receiver), place)
        if name in _AS_DATA_SAY:
            asked = argument(node, 1, _AS_DATA_SAY[name])
            # Else there is a row for each element, of the width that is asked for.
            rows = [] if asked is not None and _is_written_out(given) else given[:1]
            data = self._any(rows, place, asked is not None)
            return data or (asked is not None and self._any([asked], place))
        if name == "reshape":
            return self._reshaped(node, receiver, place)
        if name in JOINING:
            before = self._joined
            if not self._is_joined_within(node, place):
                self._joined = set(self._active)
            found = self._any(given, place, True)
            self._joined = before
            return found
        if name in _SPECIFYING:
            return self._follows(argument(node, 0, "shape"), place, False)
        sizes = [k.value for k in node.keywords if k.arg in ("size", "shape", "num")]
        if name in _OF_SIZE and given and (sizes or name not in _DRAWING):
            if not sizes:
                sizes = node.args[:3] if name in ("arange", "range", "linspace") else node.args[:1]
            if name in ("arange", "range") and len(sizes) == 2:
                length = width(self.program, sizes[0], sizes[1], place)
                sizes = sizes if length is None else length.values
            return self._any(sizes, place)
        if name in _KEEPING_SIZE:
            return self._any((*given[:1], receiver), place, True)
        return self._sized_as_known(node, place)

    def _is_joined_within(self, node: ast.Call, place: Place) -> bool:
        """Whether arrays are joined along an axis of which a constant number is taken then."""
        asked = argument(node, 1, "axis")
        axis = 0 if asked is None else self.program.value(asked, place).constant
        return axis in self._windowed or (axis == -1 and bool(self._windowed))

    def _reshaped(self, node: ast.Call, receiver: ast.expr | None, place: Place) -> bool:
        """Whether an array gets another shape each time: of -1, as many rows as it has elements."""
        asked, given = node.args, receiver
        if self.program.qualified(node.func, place) is not None:
            given = argument(node, 0, "tensor") or argument(node, 0, "a")
            asked = node.args[1:] or [k.value for k in node.keywords if k.arg == "shape"]
        parts = [part for one in asked for part in (getattr(one, "elts", None) or [one])]
        if any(self.program.value(part, place).constant == -1 for part in parts):
            return self._follows(given, place, True)
        return self._any(parts, place)

    def _is_of_file(self, node: ast.Call, place: Place) -> bool:
        """Whether a call reads an image, or a sound, as large as a file has it."""
        return tail(node.func) in _OF_FILES or (
            self.program.qualified(node.func, place) == "PIL.Image.open"
        )

    def _sized_as_known(self, node: ast.Call, place: Place) -> bool:
        """Whether a function is asked for another size each time, as the tables know it."""
        function = knowledge.function(self.program.qualified(node.func, place) or "")
        if function is None:
            found = self.program.calls.known_method(node, place)
        else:
            arguments = function.bind(node)
            found = None if arguments is None else (function, arguments)
        if found is None:
            return False
        known, bound = found
        if known.is_fixed(bound):
            return False
        values, rule = {*known.sizes}, known.returned(bound).shape
        if rule is not None and rule.sign == "$":
            values.update(rule.names)
        if not self._any([bound.get(name) for name in sorted(values)], place):
            return False
        # What is padded, or cut, to a length is as long whatever is given.
        given = (bound.get(name) for name in known.carries)
        return all(a is None or _has_one_size(self.program.value(a, place)) for a in given)


def _read_by(binding: Binding, bindings: Sequence[Binding]) -> Sequence[Binding]:
    """Return the definitions of which one holds what a definition may be made of.

    An augmented assignment to a variable is made of those that reach it; of any other
    definition those are taken that may be seen in its place.
    """
    statement = binding.node
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        return reaching(statement.target.id, binding.place, start(statement.target))
    return bindings


def _reads_name(node: ast.expr, name: str) -> bool:
    """Whether an expression reads a variable of that name."""
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _in_any_order(iterable: ast.expr) -> ast.expr:
    """Return what has the same elements as an iterable that puts it into a random order."""
    call = iterable
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        if call.func.attr == "tolist":
            call = call.func.value
    if isinstance(call, ast.Call) and call.args and tail(call.func) == "permutation":
        return call.args[0]
    return iterable


def _filled_up_to(items: ast.expr, added: ast.expr) -> ast.expr | None:
    """Return the length that ``items + [...] * (length - len(items))`` has, whatever ``items``."""
    if not isinstance(added, ast.BinOp) or not isinstance(added.op, ast.Mult):
        return None
    for number in (added.left, added.right):
        if isinstance(number, ast.BinOp) and isinstance(number.op, ast.Sub):
            taken = number.right
            if isinstance(taken, ast.Call) and tail(taken.func) == "len" and len(taken.args) == 1:
                if ast.unparse(taken.args[0]) == ast.unparse(items):
                    return number.left
    return None


def _passed(function: Function, name: str, call: ast.Call) -> Iterator[ast.expr]:
    """Yield what a call passes for a parameter: of what it unpacks there, the part or the whole."""
    bound = list(bind(function.call_parameters, call))
    found = [node for node, p, starred in bound if p is not None and p.name == name and not starred]
    if found:
        yield from found
        return
    names = [p.name for p in function.call_parameters if p.kind == "positional"]
    stars = [n for n, node in enumerate(call.args) if isinstance(node, ast.Starred)]
    if len(stars) == 1 and name in names[stars[0] :]:
        (first,) = stars
        unpacked = call.args[first]
        assert isinstance(unpacked, ast.Starred)
        yield part_of(unpacked.value, (names.index(name) - first,)) or unpacked.value


def _is_container(node: ast.expr | None) -> bool:
    """Whether an expression makes a container that nothing else holds."""
    if isinstance(node, ast.Call):
        return tail(node.func) in ("defaultdict", "dict", "list")
    return isinstance(node, (ast.Dict, ast.DictComp, ast.List, ast.ListComp))


def _has_keys(node: ast.expr | None) -> bool:
    """Whether the display of a dict is not empty."""
    return isinstance(node, ast.DictComp) or (isinstance(node, ast.Dict) and bool(node.keys))


def _may_change(change: ast.Call | ast.Subscript, place: Place, binding: Binding) -> bool:
    """Whether a store, or a call of a method, may be of the container that a definition makes."""
    if isinstance(change, ast.Subscript):
        base = change.value
    else:
        assert isinstance(change.func, ast.Attribute)
        base = change.func.value
    # Under another name it may be the same.
    if not isinstance(base, ast.Name) or base.id != binding.name:
        return True
    return binding in definitions(base, place)


def _limits(test: ast.expr, name: str) -> bool:
    """Whether a condition holds a container's length against another number than none or one."""
    for part in ast.walk(test):
        if not isinstance(part, ast.Compare):
            continue
        sides = [part.left, *part.comparators]
        if not any(isinstance(side, ast.Constant) and side.value in (0, 1) for side in sides):
            calls = [one for side in sides for one in ast.walk(side) if isinstance(one, ast.Call)]
            for call in calls:
                if tail(call.func) == "len" and len(call.args) == 1 and tail(call.args[0]) == name:
                    return True
    return False


def _measured(node: ast.expr) -> ast.expr | None:
    """Return what an expression gives the lengths of the elements of, if it does."""
    if isinstance(node, (ast.GeneratorExp, ast.ListComp)):
        is_length = isinstance(node.elt, ast.Call) and tail(node.elt.func) == "len"
        return node.generators[0].iter if is_length and len(node.generators) == 1 else None
    if isinstance(node, ast.Call) and tail(node.func) == "map" and len(node.args) == 2:
        return node.args[1] if tail(node.args[0]) == "len" else None
    return None


def _is_written_out(given: Sequence[ast.expr]) -> bool:
    """Whether the first of some arguments is a list that is written out, of any elements."""
    return isinstance(next(iter(given), None), (ast.List, ast.Tuple))


def _sized_by(node: ast.expr) -> ast.expr | None:
    """Return the array whose length, or size, an expression is; None if it is something else."""
    if isinstance(node, ast.Subscript):
        return _sized_by(node.value)
    if isinstance(node, ast.Attribute):
        return node.value if node.attr in ("shape", "size") else None
    if isinstance(node, ast.Call) and len(node.args) == 1:
        return node.args[0] if tail(node.func) in ("len", "shape", "size") else None
    return None


def _may_alternate(node: ast.expr) -> bool:
    """Whether what an update makes of a value may go back and forth: ``-x``, ``1 - x``."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        return isinstance(node.left, ast.Constant)
    return isinstance(node, ast.UnaryOp)


def _is_of_one(test: ast.expr) -> bool:
    """Whether a condition is for, or against, a single element."""
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Eq, ast.NotEq))


_SETTING = ("assign", "augmented", "loop", "with")
"""The kinds of definitions that give a variable data."""
_MAX_STEPS = 500
_MAX_DEPTH = 40
"""Of a value that is computed from more expressions, or deeper ones, nothing is said."""
_MAX_HOPS = 4
"""So many functions and variables a dict is followed through."""
_WITHOUT_VALUE = WITHOUT_TENSOR | {"size", "T", "ndims", "rank"}
"""Attributes of arrays that are the same for all of them, or for all batches of one size."""
_AS_DATA_SAY = {"pad_sequences": "maxlen", "to_categorical": "num_classes"}
"""Functions whose result is as wide as the data ask for, unless an argument says how wide."""
_FEW_VALUED = frozenset(
    "bool isinstance issubclass any all hasattr callable type id startswith endswith isdigit"
    " shape rank ndim get_shape getattr iter next vars super".split()
)
"""Functions that give few values, or of which nothing is known."""
_COPYING = frozenset({"list", "tuple", "sorted", "reversed"})
"""Functions that give the elements of what they are given."""
_SELECTING = frozenset(
    "boolean_mask flatnonzero nonzero argwhere unique findall split splitlines"
    " set frozenset difference intersection setdiff1d intersect1d union1d setxor1d".split()
)
"""Functions that give as many elements as their argument's content has of a kind."""
_SPECIFYING = frozenset({"TensorSpec"})
"""Functions that say of which shape a tensor is to be."""
_FINDING = frozenset({"where", "nonzero"})
"""Functions that give, of each dimension, the positions of what they find."""
_OF_FILES = frozenset("imread decode_image decode_jpeg decode_png decode_bmp decode_wav".split())
"""Functions that give as much as there is in a file."""
_OF_ARRAYS = frozenset("astype dtype ndim reshape shape to_numpy values".split())
"""Attributes that arrays have, and tables of data: no list, and no number."""
_ADDING = frozenset({"append", "extend", "insert"})
_REORDERING = frozenset({"reverse", "sort"})
_DRAWING = frozenset("normal uniform randn rand integers randint standard_normal".split())
_OF_SIZE = _DRAWING | frozenset("arange range linspace zeros ones full empty eye".split())
_KEEPING_SIZE = frozenset(
    "asarray array astype constant convert_to_tensor cast copy identity numpy list tuple sorted"
    " dict dumps loads items keys values sin cos exp log tanh sqrt abs square relu sigmoid argsort"
    " sort stack reversed float32 to_numpy tolist".split()
)
"""Functions whose result has the size of their first argument, or of the object they are of."""


def _has_few(value: TraceType) -> bool:
    """Whether there are just a few such values: flags, constants, and members of an enum."""
    if not isinstance(value, PythonValue):
        return False
    if value.kind in ("bool", "none", "enum", "dtype"):
        return True
    return value.constants is not None and len(value.constants) <= FEW


def _has_one_size(value: TraceType) -> bool:
    """Whether a value is a number, or a tensor whose trace type leaves no size to differ."""
    if isinstance(value, TensorValue):
        return value.shape is not None and all(
            n is not None and (n.constant is not None or n == OPEN) for n in value.shape
        )
    return isinstance(value, PythonValue) and value.is_number


class PieceDependence(LoopDependence):
    """Whether what an expression gives is another piece of some data in each iteration.

    Such as an element that the loop takes, or what an unknown call reads that is handed no data: a
    frame, a sample. What is gathered in a list may be all that there is.
    """

    def is_piece(self, node: ast.expr, place: Place) -> bool:
        """Whether an array may be another one of the same size in most iterations."""
        return self.differs(node, place) and not self.differs_in_size(node, place)

    def _comprehension(
        self,
        node: ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp,
        place: Place,
        size: bool,
    ) -> bool:
        return size and super()._comprehension(node, place, size)

    def _is_refilled(
        self,
        node: ast.expr,
        place: Place,
        stores: Iterable[tuple[ast.expr, Place]],
        bindings: Sequence[Binding],
    ) -> bool:
        return False

    def _call(
        self, node: ast.Call, place: Place, size: bool, path: tuple[int | None, ...] = ()
    ) -> bool:
        if super()._call(node, place, size, path):
            return True
        if size or not self._is_inside(place) or self.program.calls.targets(node):
            return False
        name = self.program.qualified(node.func, place) or ""
        if name == "next":
            # An iterator gives one element after the other, unless it is made anew.
            return isinstance(node.args[0], (ast.Name, ast.Attribute)) if node.args else False
        if is_of_library(name) or hasattr(builtins, name):
            return False
        given = (*node.args, *(keyword.value for keyword in node.keywords))
        return all(isinstance(self.program.value(one, place), PythonValue) for one in given)


def differing_part(program: Program, site: CallSite, argument: Argument) -> Change | None:
    """Return why a Python value in an argument may be another one at most of the calls."""
    if program.settings.confidence == "proven":
        return None
    place = argument.written_at or site.place
    for node, at in _python_parts(program, argument.node, argument.value, place):
        value = program.value(node, at)
        constants = value.constants if isinstance(value, PythonValue) else None
        if getattr(value, "taken", ()) or 0 < len(constants or ()) <= FEW:
            # How many values it has is known.
            continue
        for loop in _loops_around(program, site):
            runs = _runs(program, node, at, loop)
            if any(run.is_geometric and not run.is_whole for run in runs):
                # Such loops run a few times, more likely than four.
                return None
            counts = [run.distinct for run in runs if run.distinct is not None]
            if any(1 < count <= FEW for count in counts):
                # It ends changing.
                return None
            if 1 in counts or not _is_repeating(program, loop, site):
                continue
            if LoopDependence(program, loop, site).differs(node, at):
                return Change("depends", f"'{text_of(node)}'", start(loop)[0], loop)
    return None


def _runs(program: Program, node: ast.expr, place: Place, loop: LoopNode) -> list[Unrolled]:
    """Return what the iterations of a loop around an expression give, run one by one."""
    if loop not in place.loops:
        return []
    runs = (program.unrolling.of(node, place, loop, first=first) for first in (False, True))
    return [run for run in runs if run is not None]


def differing_object(program: Program, site: CallSite, node: ast.expr) -> Change | None:
    """Return why one of several objects may be another one at most of the calls."""
    if program.settings.confidence == "proven":
        return None
    for loop in _loops_around(program, site):
        if LoopDependence(program, loop).differs(node, site.place):
            return Change("depends", f"'{text_of(node)}'", start(loop)[0], loop)
    return None


def differing_size(
    program: Program, site: CallSite, node: ast.expr, what: str = "shape"
) -> Change | None:
    """Return why a tensor's shape, or what else counts elements, may be another at most calls."""
    if program.settings.confidence == "proven":
        return None
    is_dict = isinstance(program.value(node, site.place), MappingValue)
    for loop in _loops_around(program, site):
        dependence = LoopDependence(program, loop)
        differs = dependence.differs_in_keys if is_dict else dependence.differs_in_size
        if differs(node, site.place):
            what = f"the {what} of '{text_of(node)}'"
            return Change("depends", what, start(loop)[0], loop)
    return None


def is_used_as_array(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether an expression of an unknown value gives, or is made of, what only arrays do."""
    pending = [(node, place)]
    for one, at in pending:
        value = program.value(one, at)
        if isinstance(value, TensorValue) or _is_of_arrays(program, one, at):
            return True
        if type(value) is not TraceType or len(pending) > _MAX_HOPS:
            continue
        if isinstance(one, ast.Name):
            uses = program.syntax.uses(at.function).get(one.id, ())
            if any(_is_of_arrays(program, use, at) for _, use in uses):
                return True
            found = sole_definition(one, at)
            pending += [] if found is None else [found]
        elif isinstance(one, ast.Subscript):
            pending.append((one.value, at))
    return False


def _is_of_arrays(program: Program, node: ast.AST, place: Place) -> bool:
    """Whether an operation is one of arrays, or reads an attribute that they have."""
    match node:
        case ast.Subscript(slice=index):
            value = program.value(index, place)
            return _is_index_of_array(index) or isinstance(value, TensorValue)
        case ast.Attribute(attr=name) | ast.Call(func=ast.Attribute(attr=name)):
            return name in _OF_ARRAYS or name in _OF_FILES
    return False


def _is_index_of_array(index: ast.expr) -> bool:
    """Whether an index is a mask, or positions, or has a slice for one of several dimensions."""
    if isinstance(index, ast.Tuple):
        return any(isinstance(part, ast.Slice) for part in index.elts)
    if isinstance(index, ast.Subscript) and isinstance(index.value, ast.Call):
        return tail(index.value.func) in _FINDING
    if isinstance(index, ast.BinOp):
        return isinstance(index.op, (ast.BitAnd, ast.BitOr))
    return isinstance(index, ast.Compare) or (
        isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.Invert)
    )


def is_elsewhere(program: Program, site: CallSite, change: Change) -> bool:
    """Whether a value changes in a loop that makes objects, none of which repeats the calls."""
    loop = change.loop
    return loop is not None and not program.variation.calls_in(loop, site)


def _is_repeating(program: Program, loop: LoopNode, site: CallSite) -> bool:
    """Whether a loop around a call runs it again and again, as far as is known."""
    around = program.variation.calls_in(loop, site)
    return any(program.repetition.loop(loop, place) is not None for place in around)


def _loops_around(program: Program, site: CallSite) -> list[LoopNode]:
    """Return the loops that may repeat a call, innermost first: its function's, then callers'."""
    found: dict[LoopNode, None] = {}
    places, seen = [site.place], {site.place.function}
    for place in places:
        found.update(dict.fromkeys(reversed(place.loops)))
        if len(found) > _MAX_LOOPS:
            break
        for _, around in program.calls.callers(place.function):
            if around.loops or around.function not in seen:
                seen.add(around.function)
                places.append(around)
        if len(places) > _MAX_LOOPS:
            break
    return list(found)


def _are_of_many_sizes(iterable: TraceType, path: tuple[int | None, ...]) -> bool:
    """Whether the elements of a list, or parts of them, are containers or texts of many sizes."""
    sizes: set[object] = set()
    for element in elements_of(iterable) or ():
        for step in path:
            element = element_of(element, step)
        if isinstance(element, MappingValue) and element.items is not None:
            sizes.add(frozenset(dict(element.items)))
        elif isinstance(element, SequenceValue) and element.items is not None:
            sizes.add(len(element.items))
        elif isinstance(element.constant, (str, bytes)):
            sizes.add(len(element.constant))
    return len(sizes) > FEW


def _is_addition(node: ast.AST | None) -> bool:
    """Whether a statement, or the call of a method of a ``tf.Variable``, adds to what was there."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in ("assign_add", "assign_sub")
    return isinstance(node, ast.AugAssign)


def _stored_in(program: Program, node: ast.Name, place: Place) -> Iterator[tuple[ast.expr, Place]]:
    """Yield what is stored as items of the dict or list that a name holds."""
    for target, around in program.mutations.dict_stores(node.id, place.scope):
        yield from _item_stored(program, target, around)
    for call, around in program.mutations.list_growth(node.id, place.scope):
        for value in call.args[-1:]:
            yield value, around


def _item_stored(
    program: Program, target: ast.Subscript, place: Place
) -> Iterator[tuple[ast.expr, Place]]:
    """Yield what a statement stores as an item, or adds to one."""
    statement = program.syntax.parent(place.function, target)
    if isinstance(statement, (ast.Assign, ast.AugAssign)):
        yield statement.value, place


def _python_parts(
    program: Program, node: ast.expr, value: TraceType, place: Place
) -> Iterator[tuple[ast.expr, Place]]:
    """Yield the Python numbers and strings that a value surely is, or holds."""
    if isinstance(value, PythonValue):
        if value.is_number or value.kind in _CHANGEABLE:
            yield node, place
        return
    if isinstance(value, DataValue):
        yield node, place
    if not isinstance(value, ContainerValue):
        return
    if isinstance(node, ast.Name):
        found = sole_definition(node, place)
        if isinstance(value, MappingValue):
            if value.items is None and isinstance(value.element, PythonValue):
                yield node, place
            for stored, around in _stored_in(program, node, place):
                yield from _python_parts(program, stored, program.value(stored, around), around)
        if found is not None:
            node, place = found
    parts: Sequence[ast.expr | None] = []
    match node:
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            parts = elts
        case ast.Dict(keys=keys, values=values):
            written = {program.value(key, place).constant for key in keys if key is not None}
            parts = [
                part
                for key, part in zip(keys, values)
                if key is not None or not _is_settled(program.value(part, place), written)
            ]
        case ast.Call(args=args, keywords=keywords) if isinstance(value, SequenceValue):
            is_record = program.calls.target(node) is None and value.names is not None
            parts = [*args, *(keyword.value for keyword in keywords)] if is_record else []
    for part in parts:
        if part is not None and not isinstance(part, ast.Starred):
            yield from _python_parts(program, part, program.value(part, place), place)
    numbers = [part for part in value.parts if isinstance(part, (DataValue, PythonValue))]
    is_all = len(numbers) == len(value.parts)
    is_open = any(part.key is None for part in numbers)
    if not parts and is_open and (is_all or any(part.changes is not None for part in numbers)):
        if value.any_element != PythonValue("bool") or len(value.parts) != 1:
            yield node, place


def _is_settled(value: TraceType, written: Collection[object]) -> bool:
    """Whether what a dict display unpacks has few values where it writes no others."""
    if not isinstance(value, MappingValue) or value.items is None or value.change is not None:
        return False
    return all(
        key in written
        or (item.changes is not None and not item.changes.is_enough)
        or (item.changes is None and item.key is not None)
        for key, item in value.items
    )


_CHANGEABLE = frozenset({"amount", "bytes", "complex", "date", "size", "str", "value"})
"""The kinds of Python values, besides numbers, that may be many different ones."""
_MAX_LOOPS = 8
"""A call that more loops may repeat is not looked into."""
