"""Abstract values of names: joins over reaching definitions, over call sites, over iterations."""

from __future__ import annotations

import ast
import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, Protocol

from flake8_tfretrace import knowledge
from flake8_tfretrace.modules import Module
from flake8_tfretrace.program.cfg import Position
from flake8_tfretrace.program.containers import Containers
from flake8_tfretrace.program.feasibility import Feasibility
from flake8_tfretrace.program.iteration import (
    count_of,
    element_at,
    element_of,
    elements_of,
    iterated,
    length_change,
    named,
    taken,
    yielded,
)
from flake8_tfretrace.program.linear import part_of
from flake8_tfretrace.program.operations import (
    COUNTED,
    arithmetic,
    counted,
    default_dtype,
    is_made_here,
    made_of_itself,
    relaxed,
    settled,
    updated_from_itself,
)
from flake8_tfretrace.program.project import Imported
from flake8_tfretrace.program.python_calls import rounds_finely
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.recursion import Recursion
from flake8_tfretrace.program.scopes import (
    Binding,
    Function,
    LoopNode,
    Parameter,
    Place,
    definitions,
    is_none,
    lookup,
    reaching,
    start,
    tail,
)
from flake8_tfretrace.program.syntax import bind, is_own
from flake8_tfretrace.program.tracetypes import (
    BOTTOM,
    LEAST_TRIPS,
    UNKNOWN,
    Change,
    ChoiceValue,
    ClassValue,
    ContainerValue,
    FunctionValue,
    MappingValue,
    ModuleValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    first_change,
    join,
    up_to_top,
    with_changed_members,
)
from flake8_tfretrace.program.values import Entering, Iterables

MAX_BINDINGS = 64
"""Of a name or attribute with more definitions than this, nothing is known."""
_MAX_DEPTH = 4
"""Through as many assignments the condition of a loop is followed."""
_READING = frozenset(
    {"bool", "dict", "enumerate", "isinstance", "iter", "len", "list", "max", "min", "print"}
    | {"repr", "reversed", "set", "sorted", "str", "sum", "tuple", "zip"}
)
"""Functions that leave a container that they are given as it is."""
_ADDING = frozenset({"append", "extend", "insert"})
_TAKING = frozenset({"pop", "popleft", "popitem"})


_NEUTRAL: dict[type[ast.operator], tuple[int, ...]] = {
    **dict.fromkeys((ast.Add, ast.Sub), (0,)),
    **dict.fromkeys((ast.Mult, ast.Div), (-1, 0, 1)),
}
"""The operators that make other numbers of each, with the numbers they do not do so with."""


class Expressions(Iterables, Entering, Protocol):
    """Evaluates expressions, and attributes that are assigned to."""

    def attribute(self, node: ast.Attribute, place: Place) -> TraceType:
        """Return what an attribute holds before it is assigned to."""

    def augmented(self, node: ast.AugAssign, current: TraceType, place: Place) -> TraceType:
        """Return what an augmented assignment makes of the value of its target."""


class Variables:
    """Evaluates what the names of one program hold; results are remembered."""

    def __init__(self, queries: Queries, recursion: Recursion, expressions: Expressions) -> None:
        self.queries = queries
        self.recursion = recursion
        self.expressions = expressions
        self.feasibility = Feasibility(queries, expressions)
        self.containers = Containers(queries, recursion, expressions)

    def named(self, name: str, place: Place, at: Position) -> TraceType:
        """Return what ``name`` holds at ``at``."""
        return self.defined(name, place, reaching(name, place, at))

    def defined(self, name: str, place: Place, bindings: list[Binding]) -> TraceType:
        """Return what ``name`` holds where these definitions reach."""
        if not bindings:
            return self.imported(self.queries.links.star_import(name, place))
        key = (name, place, tuple(bindings))
        known = self.recursion.known(key)
        if known is not None:
            return known
        frame = self.recursion.begin()
        result = self._held(name, self._feasible(bindings), place)
        self.recursion.end(frame, key, result, partial=False)
        return result

    def stored(self, bindings: list[Binding], reader: Function) -> list[Binding]:
        """Return the definitions of an attribute that can happen, and that a constructor leaves.

        One that it overwrites is seen by what it calls before, and by itself.
        """
        found = self._feasible(bindings)
        own = [b for b in found if b.place.function.name == "__init__"]
        if len(own) < 2 or any(b.place.function is reader for b in own):
            return found
        return [b for b in found if b not in own or self._is_left(b, own)] or found

    def is_always_set(self, store: Binding) -> bool:
        """Whether a function stores something whenever it returns, by its feasible branches."""

        def ask() -> TraceType:
            return BOTTOM if self.feasibility.is_certain(store) else UNKNOWN

        return self.recursion.remembered(("certain", store), ask, UNKNOWN) is BOTTOM

    def _is_left(self, store: Binding, stores: list[Binding]) -> bool:
        """Whether other code may see what a constructor stores."""
        constructor = store.place.function
        others = [b for b in stores if b is not store and b.place.function is constructor]
        last = max((b.end for b in others), default=store.end)
        if any(
            store.end <= start(call) < last
            and any(
                isinstance(part, ast.Name) and is_own(part, constructor)
                for part in ast.walk(call.func)
            )
            for call, _ in constructor.calls
        ):
            return True
        return not others or self.feasibility.is_kept(store, others)

    def _feasible(self, bindings: list[Binding]) -> list[Binding]:
        """Return the definitions that can happen, by the conditions around and before them."""
        found = [binding for binding in bindings if self._can_happen(binding)]
        return found or bindings

    def _can_happen(self, binding: Binding) -> bool:
        if binding.kind == "parameter" or binding.place.node is binding.place.function.node:
            return True
        return self.can_run(binding.node, binding.place)

    def can_run(self, node: ast.AST, place: Place) -> bool:
        """Whether code can run, by the conditions around and before it."""

        def ask() -> TraceType:
            # What cannot happen gives nothing.
            return UNKNOWN if self.feasibility.is_feasible(node, place) else BOTTOM

        return self.recursion.remembered(("feasible", node, place), ask, UNKNOWN) is not BOTTOM

    def _held(self, name: str, bindings: list[Binding], place: Place) -> TraceType:
        if len(bindings) > MAX_BINDINGS:
            return UNKNOWN
        types = up_to_top(self.binding(binding, place) for binding in bindings)
        if type(types[-1]) is TraceType:
            return UNKNOWN
        types = [
            settled(value) if _is_set_again(value, binding, bindings) else _set_at(value, binding)
            for binding, value in zip(bindings, types)
        ]
        result = join([t for t in types if t is not BOTTOM] or types)
        if self.recursion.is_tracing:
            if any(isinstance(value, PythonValue) for value in types):
                if self._is_carried_by_graph(bindings, place):
                    return join(map(_in_graph, types))
        elif isinstance(result, PythonValue) and self._is_carried_by_graph(bindings, place):
            return UNKNOWN
        if isinstance(result, PythonValue):
            if result.change is None:
                return _chosen_anew(result, name, bindings, place)
            if len(bindings) > 1:
                # In the first iteration the name still holds what was there before.
                least = max(1, result.change.least - 1)
                result = replace(result, change=result.change.within(least))
                return counted_by(result, types, bindings)
        if isinstance(result, SequenceValue) and result.kind == "list":
            return self._grown(name, result, bindings, place)
        if isinstance(result, MappingValue):
            return self._filled(name, result, bindings, place)
        return result

    def _is_carried_by_graph(self, bindings: list[Binding], place: Place) -> bool:
        """Whether a conditional or loop on a tensor sets a name: AutoGraph makes it a tensor.

        In code that does not run in a graph it stays what it is.
        """
        around = {outer.node for outer in place.enclosing()}
        deciding: dict[ast.AST, None] = {}
        for binding in bindings:
            if binding.place.function is not place.function:
                continue
            for inner in binding.place.enclosing():
                node = inner.node
                is_carried = isinstance(node, (ast.For, ast.While)) and any(
                    node not in {outer.node for outer in other.place.enclosing()}
                    for other in bindings
                )
                if node not in around or is_carried:
                    deciding[node] = None
        if not deciding:
            return False
        if not self.recursion.is_tracing and not self._may_be_traced(place.function):
            return False
        return any(map(self._may_be_of_graph, deciding))

    def _may_be_of_graph(self, node: ast.AST) -> bool:
        """Whether a statement may be one that AutoGraph makes part of a graph."""
        deciding = getattr(node, "iter", getattr(node, "test", None))
        around = self.queries.index.places.get(node)
        if not isinstance(node, (ast.If, ast.For, ast.While)) or around is None:
            return False
        with self.recursion.working_out(("deciding", node)) as again:
            value = UNKNOWN if again else self.expressions.value(deciding, around)
        return isinstance(value, TensorValue) and not value.numpy

    def _may_be_traced(self, function: Function) -> bool:
        """Whether a function is traced, or called by one that is."""
        pending = [function]
        for current in pending:
            if self.queries.traced.of(current):
                return True
            pending += [
                place.function
                for _, place in self.queries.calls.callers(current)
                if place.function not in pending
            ]
        return False

    def _filled(
        self, name: str, value: MappingValue, bindings: list[Binding], place: Place
    ) -> MappingValue:
        """Return a dict as ``name[key] = ...`` leaves it."""
        made_with = value
        if self.queries.mutations.is_grouping(name, place.scope):
            # What it was made of may have been empty.
            changed = with_changed_members(value)
            assert isinstance(changed, MappingValue)
            value = changed
        for target, at in self.queries.mutations.dict_stores(name, place.scope):
            with self.recursion.working_out(("dict", lookup(name, place.scope)[0], name)) as again:
                key = UNKNOWN if again else self.expressions.value(target.slice, at)
            change = value.change
            around = [loop for loop in at.loops if loop in place.loops]
            made = [binding.place.loops for binding in bindings]
            if (
                key.changes is not None
                and any(not all(loop in loops for loops in made) for loop in around)
                and self._keys_before(name, made_with, around[-1], place) < key.changes.least
            ):
                change = Change("length", name, start(target)[0], around[-1])
            elif value.items is not None and key.constant in dict(value.items):
                value = self._overwritten(value, key.constant, target, at, place)
                continue
            value = MappingValue(None, UNKNOWN, change, join([value.any_key, named(key)]))
        for call, at in self.queries.mutations.dict_changes(name, place.scope):
            value = self._changed(value, call, at)
        filled = self.queries.mutations.changing(name, place.scope)
        if value.items is not None or not filled:
            return value
        owner = lookup(name, place.scope)[0]
        if made_with.items == () and (owner is None or self._is_handed_on(name, owner.function)):
            # What gets it may fill it.
            return value
        held = [settled(part) for part in made_with.parts]
        return replace(value, element=self.containers.element((owner, name), held, filled))

    def _keys_before(self, name: str, made_with: MappingValue, loop: LoopNode, place: Place) -> int:
        """Return how many keys a dict may have before a loop stores others, or these again.

        As far as they are counted: what it is made with, and what other loops store.
        """
        count = len(made_with.items or ())
        for target, at in self.queries.mutations.dict_stores(name, place.scope):
            if loop in at.loops:
                continue
            with self.recursion.working_out(("dict", lookup(name, place.scope)[0], name)) as again:
                change = None if again else self.expressions.value(target.slice, at).changes
            filling = None if change is None else change.loop
            if isinstance(filling, ast.For | ast.comprehension):
                around = self.queries.index.places[filling]
                count += count_of(self.expressions.iterable(filling.iter, around)) or 0
            else:
                count += change is None
        return count

    def _is_handed_on(self, name: str, function: Function) -> bool:
        """Whether a function passes what a variable of it holds to code that may change it."""
        for use, parent in self.queries.syntax.uses(function).get(name, ()):
            call = self.queries.syntax.parent(function, parent)
            call = call if isinstance(parent, ast.keyword) else parent
            if isinstance(call, ast.Call) and call.func is not use:
                around = self.queries.index.places.get(call)
                if around is None or (
                    self.queries.names.qualified(call.func, around) not in _READING
                ):
                    return True
        return False

    def _changed(self, value: MappingValue, call: ast.Call, place: Place) -> MappingValue:
        """Return a dict as ``update``, ``pop`` and the like may leave it."""
        method = getattr(call.func, "attr", "")
        unknown = MappingValue(None, UNKNOWN, value.change)
        with self.recursion.working_out(("dict", call)) as again:
            given = [
                UNKNOWN if again else self.expressions.value(part, place) for part in call.args
            ]
            named = {
                keyword.arg: UNKNOWN if again else self.expressions.value(keyword.value, place)
                for keyword in call.keywords
            }
        items = None if value.items is None else dict(value.items)
        if items is None:
            return unknown if method != "pop" else value
        if method == "pop":
            key = given[0].constant if given else None
            if key is None:
                return unknown
            if key in items:
                # Gone, or still there.
                items[key] = UNKNOWN
            return replace(value, items=tuple(items.items()))
        if method != "update" or None in named or len(given) > 1:
            return unknown
        new: dict[Hashable, TraceType] = {str(name): item for name, item in named.items()}
        for part in given:
            if not isinstance(part, MappingValue) or part.items is None:
                return unknown
            new.update(part.items)
        if not new.keys() <= items.keys():
            return unknown
        items.update((key, settled(join([items[key], item]))) for key, item in new.items())
        return replace(value, items=tuple(items.items()))

    def _overwritten(
        self, value: MappingValue, key: object, target: ast.Subscript, at: Place, place: Place
    ) -> MappingValue:
        """Return a dict as ``holder[key] = ...`` leaves it, for a key that it has already."""
        assert value.items is not None
        statement = self.queries.syntax.parent(at.function, target)
        what = ("dict", ast.dump(target.value), key)
        with self.recursion.working_out(what) as again:
            if again:
                # What is there before the update.
                return value
            met = len(self.recursion.met)
            old = dict(value.items)[key]
            if isinstance(statement, ast.AugAssign):
                amount = self.expressions.value(statement.value, at)
                new, is_update = arithmetic(statement.op, old, amount), True
            else:
                new = self.expressions.value(self.queries.syntax.stored(target, at), at)
                is_update = what in self.recursion.met[met:]
        if is_update and statement is not None:
            new = self._item_updated(target, statement, at, old, new)
        change = new.changes
        if isinstance(new, PythonValue) and change is not None and change.loop in at.loops:
            if change.loop in place.loops or change.loop is None:
                # The first iteration may still see what was there before.
                least = max(1, change.least - 1)
                new = replace(new, change=replace(change, least=least, place=at))
            else:
                new = settled(new)
        if old.changes is not None and old.changes.loop not in at.loops:
            # It may be set before it is used.
            old = settled(old)
        items = ((k, join([old, new]) if k == key else item) for k, item in value.items)
        return replace(value, items=tuple(items))

    def _item_updated(
        self, target: ast.Subscript, statement: ast.AST, at: Place, old: TraceType, new: TraceType
    ) -> TraceType:
        """Return what an item of a dict is that a statement makes of its earlier value."""
        update = Binding(ast.unparse(target), "augmented", statement, at, start(statement))
        result = updated_from_itself(update, new, old)
        if not isinstance(result, PythonValue) or result.change is None:
            return result
        operator, amount = _operands(statement, target)
        known = None if amount is None else self.expressions.value(amount, at)
        if operator not in _NEUTRAL or known is None or known.changes is not None:
            return replace(result, change=result.change.within(1))
        if known.constant in _NEUTRAL[operator] or self._is_set_beside(target, at):
            return replace(result, change=result.change.within(1))
        return result

    def _is_set_beside(self, target: ast.Subscript, at: Place) -> bool:
        """Whether other code sets such an item: it may take back what an update adds."""
        written, holder = ast.unparse(target), target.value
        if not isinstance(holder, ast.Name):
            return True
        return any(
            other is not target and ast.unparse(other) == written
            for other, _ in self.queries.mutations.dict_stores(holder.id, at.scope)
        )

    def _grown(
        self, name: str, value: SequenceValue, bindings: list[Binding], place: Place
    ) -> SequenceValue:
        """Return a list as ``append`` and the like leave it."""
        changing = self.queries.mutations.list_growth(name, place.scope)
        names = {getattr(call.func, "attr", "") for call, at in changing if at.loops}
        # ``del x[0]`` and ``x[:] = ...`` take elements away, too.
        names |= {
            "del"
            for target, at in self.queries.mutations.dict_stores(name, place.scope)
            if at.loops and (isinstance(target.ctx, ast.Del) or isinstance(target.slice, ast.Slice))
        }
        # What also loses elements in a loop may keep its length.
        is_replaced = bool(names & _ADDING) and bool(names - _ADDING)
        stores = list(self.queries.mutations.dict_stores(name, place.scope))
        for target, at in stores:
            value = self._stored(value, target, at)
        for call, at in changing:
            around = [loop for loop in at.loops if loop in place.loops]
            made = [binding.place for binding in bindings]
            grows = [loop for loop in around if not all(loop in b.loops for b in made)]
            if is_replaced or any(
                isinstance(p.node, ast.If) and set(grows) & set(p.loops) for p in place.enclosing()
            ):
                # A condition in the loop picks the iteration, most often the last one.
                grows = []
            element = value.element if value.items is None else join(value.items)
            varied = None
            if call.args and getattr(call.func, "attr", "") == "append":
                with self.recursion.working_out(
                    ("list", lookup(name, place.scope)[0], name)
                ) as again:
                    given = UNKNOWN if again else self.expressions.value(call.args[0], at)
                appended = settled(given)
                if len(changing) == 1 and not stores and given is not appended and at.loops:
                    varied = yielded(given, at)
                    if type(varied) is TraceType:
                        # What all are says more.
                        varied = None
                element = appended if value.items == () else join([element, appended])
            change = value.change
            if grows:
                change = Change("length", name, start(call)[0], grows[-1])
            elif change is not None and self._may_fill_up(call, at, bindings):
                change = change.within(1)
            elif not is_replaced and change is None:
                is_all = value.items == () and len(changing) == 1 and not stores
                change = self._counted(name, at, made, place, call if is_all else None)
            value = SequenceValue("list", None, element, change, varied)
        return value

    def _may_fill_up(self, call: ast.Call, at: Place, bindings: list[Binding]) -> bool:
        """Whether a call adds as many elements to a list as it lacks, as far as that is seen.

        In a loop after the list was made, or from something else of a length that varies.
        """
        made = {loop for binding in bindings for loop in binding.place.loops}
        if not set(at.loops) <= made:
            return True
        is_by_one = getattr(call.func, "attr", "") in ("append", "insert")
        return not is_by_one and any(
            count_of(self.expressions.value(given, at)) is None for given in call.args
        )

    def _counted(
        self,
        name: str,
        at: Place,
        made: list[Place],
        place: Place,
        only: ast.Call | None,
    ) -> Change | None:
        """Return the change of a list that is new each time, and filled in a loop.

        Data may end the loop, or what it goes over is another number of elements each time.

        Args:
            name: the list.
            at: where it gets an element.
            made: its definitions: it has another length each time that one of them is run.
            place: where it is used, after the loop.
            only: the call that gives it one, if nothing else changes it.
        """
        inner = [
            loop
            for loop in at.loops
            if loop not in place.loops and not any(loop in other.loops for other in made)
        ]
        if not inner or not all(set(place.loops) <= set(other.loops) for other in made):
            return None
        ended = self._ended(name, inner, next(iter(made), None))
        return self._as_long(only, at, inner) if ended is None and only is not None else ended

    def _as_long(self, call: ast.Call, at: Place, loops: Sequence[LoopNode]) -> Change | None:
        """Return the change of a list that a call gives an element per iteration of loops."""
        index = self.queries.index
        chosen = next(index.guards(at, loops[0]), None)
        if chosen is not None or getattr(call.func, "attr", "") != "append":
            # Of those that a condition picks there may be as many each time.
            return None
        changes: list[Change | None] = []
        for loop in loops:
            around = index.places[loop]
            if isinstance(loop, ast.While) or self.queries.syntax.breaks(loop, around.function):
                return None
            with self.recursion.working_out(("elements", loop)) as again:
                iterable = UNKNOWN if again else self.expressions.iterable(loop.iter, around)
            changes.append(length_change(iterable))
        return first_change(changes)

    def _ended(
        self, name: str, loops: Sequence[LoopNode], made: Place | None = None
    ) -> Change | None:
        """Return the change of a list with an element per iteration of loops that data ends.

        Where it is ``made`` each time, if that is known.
        """
        ended = {kind for loop in loops for kind in self.ended_by(loop)}
        if not ended:
            return None
        # Random draws end it after another number of iterations each time; other data may not.
        kind: Literal["random", "trips"] = "random" if ended == {"random"} else "trips"
        return Change(kind, name, start(loops[0])[0], place=made)

    def counted_attribute(
        self,
        name: str,
        bindings: Sequence[Binding],
        filled: Sequence[tuple[ast.Call | ast.Subscript, Place]],
        place: Place,
    ) -> Change | None:
        """Return the change of an attribute's list that is emptied between loops that fill it.

        Args:
            name: the attribute.
            bindings: what it is set to.
            filled: what changes its elements.
            place: where it is used, after such a loop.
        """
        used = self._loops_running(place)
        names = [getattr(getattr(change, "func", None), "attr", "") for change, _ in filled]
        emptied = [binding.place for binding in bindings]
        emptied += [at for method, (_, at) in zip(names, filled) if method == "clear"]
        around = [self._loops_running(at) for at in emptied]
        # Once per iteration of a loop around the use, before what is looked at next.
        if not any(used & loops for loops in around) or set(names) - {"append", "clear"}:
            return None
        for method, (_, at) in zip(names, filled):
            if method == "append":
                inner = self._loops_running(at).difference(used, *around)
                change = self._ended(name, sorted(inner, key=start))
                if change is not None:
                    return change
        return None

    def grown_attribute(
        self,
        name: str,
        bindings: Sequence[Binding],
        filled: Sequence[tuple[ast.Call | ast.Subscript, Place]],
        place: Place,
    ) -> Change | None:
        """Return the change of an attribute's list that methods only add to.

        The constructor makes it, once, and no variable stands for it. One of the methods adds to it
        whatever it is called with.

        Args:
            name: the attribute.
            bindings: what it is set to.
            filled: what changes its elements.
            place: where it is used: at most lengths, as far as conditions on it say.
        """
        queries = self.queries
        reads = queries.syntax.attribute_reads.get(name, ())
        if (
            any(b.kind != "assign" or b.place.function.name != "__init__" for b in bindings)
            or any(getattr(getattr(c, "func", None), "attr", "") not in _ADDING for c, _ in filled)
            or any(self._may_be_taken_from(*read) for read in reads)
            or self._is_picked_by(name, place)
        ):
            return None
        owners = {b.place.function.owner for b in bindings}
        classes = {one for cls in owners if cls is not None for one in queries.classes.family(cls)}
        for call, at in filled:
            function = at.function
            match call:
                case ast.Call(func=ast.Attribute(value=ast.Attribute(value=held), attr=method)):
                    is_its_own = function.owner in classes and is_own(held, function)
                case _:
                    is_its_own, method = False, ""
            is_by_one = is_its_own and method != "extend" and function.name != "__init__"
            if is_by_one and not at.loops and next(queries.index.guards(at), None) is None:
                return Change("length", name, start(call)[0], place=at)
        return None

    def _may_be_taken_from(self, node: ast.Attribute, reader: Function) -> bool:
        """Whether a variable, or a parameter that is changed, stands for a container."""
        parent = self.queries.syntax.parent(reader, node)
        function = self.queries.calls.target(parent) if isinstance(parent, ast.Call) else None
        if function is None or not isinstance(parent, ast.Call):
            return isinstance(parent, (ast.Assign, ast.Delete))
        changing, scope = self.queries.mutations.changing, function.body.scope
        return any(
            given is node and parameter is not None and bool(changing(parameter.name, scope))
            for given, parameter, _ in bind(function.call_parameters, parent)
        )

    def _is_picked_by(self, attribute: str, place: Place) -> bool:
        """Whether a condition lets code run at few lengths of an attribute's list alone."""
        around = [place, *(at for _, at in self.queries.calls.callers(place.function))]
        for guard in (guard for at in around for guard in self.queries.index.guards(at)):
            parts = [*ast.walk(guard.test)]
            if any(isinstance(part, ast.Attribute) and part.attr == attribute for part in parts):
                more = (ast.Gt, ast.GtE) if guard.holds else (ast.Lt, ast.LtE)
                ops = [op for part in parts if isinstance(part, ast.Compare) for op in part.ops]
                if any(not isinstance(op, more) for op in ops):
                    return True
                if any(isinstance(part, ast.Mod) for part in parts):
                    return True
        return False

    def _loops_running(self, place: Place) -> frozenset[LoopNode]:
        """Return the loops around code, and around the calls that lead to it."""
        found, seen = set(place.loops), {place.function}
        pending = [place.function]
        while pending and len(seen) <= MAX_BINDINGS:
            for _, around in self.queries.calls.callers(pending.pop()):
                found.update(around.loops)
                if around.function not in seen:
                    seen.add(around.function)
                    pending.append(around.function)
        return frozenset(found)

    def ended_by(self, loop: LoopNode) -> set[str]:
        """Return what a loop gets from calls that decides when it ends: random draws, or data."""
        if isinstance(loop, ast.comprehension):
            return set()
        around = self.queries.index.places[loop]
        tests = [*self.queries.syntax.breaks(loop, around.function)]
        if isinstance(loop, ast.While):
            tests.append((loop.test, around))
        return {kind for test, place in tests for kind in self._data_in(test, place, loop)}

    def _data_in(
        self, node: ast.expr, place: Place, loop: LoopNode, depth: int = 0
    ) -> Iterator[str]:
        """Yield of what calls in a loop give, other with each, an expression is worked out."""
        for part in ast.walk(node):
            if isinstance(part, (ast.Name, ast.Attribute)) and self._is_emptied(part, loop):
                # Something else has filled it before.
                yield "data"
            if isinstance(part, ast.Call):
                yield from self._data_of(part, place)
            elif isinstance(part, ast.Name) and depth < _MAX_DEPTH:
                _, bindings = lookup(part.id, place.scope)
                given = [
                    (binding.value, binding.path, binding.place)
                    for binding in bindings
                    if binding.kind in ("assign", "augmented")
                ]
                for target, at in self.queries.mutations.dict_stores(part.id, place.scope):
                    given.append((*self._unpacked_to(target, at), at))
                for value, path, at in given:
                    if loop not in at.loops or value is None:
                        continue
                    if path and isinstance(value, ast.Call):
                        yield from self._data_of(value, at, path)
                    else:
                        yield from self._data_in(value, at, loop, depth + 1)

    def _unpacked_to(
        self, target: ast.expr, place: Place
    ) -> tuple[ast.expr | None, tuple[int | None, ...]]:
        """Return what a statement stores in an element, with the part of it that is stored."""
        around = self.queries.syntax.parent(place.function, target)
        if not isinstance(around, (ast.Tuple, ast.List)):
            return self.queries.syntax.stored(target, place), ()
        statement = self.queries.syntax.parent(place.function, around)
        if not isinstance(statement, ast.Assign):
            return None, ()
        return statement.value, (around.elts.index(target),)

    def _is_emptied(self, node: ast.Name | ast.Attribute, loop: LoopNode) -> bool:
        """Whether a loop takes elements from a container, and adds none."""
        written = ast.dump(node)
        around = self.queries.index.places[loop].function
        methods = {
            call.func.attr
            for call, place in around.calls
            if isinstance(call.func, ast.Attribute)
            and loop in place.loops
            and ast.dump(call.func.value) == written
        }
        return bool(methods & _TAKING) and not methods & _ADDING

    def _data_of(
        self, call: ast.Call, place: Place, path: tuple[int | None, ...] = ()
    ) -> Iterator[str]:
        """Yield what may make a call, or the part of its result at ``path``, end a loop."""
        value = self.expressions.value(call, place)
        for step in path:
            value = element_of(value, step)
        change = value.changes
        is_flag = isinstance(value, PythonValue) and value.kind == "bool"
        if type(value) is TraceType or (change is not None and change.kind == "clock"):
            yield "data"
        elif change is not None and change.kind == "random":
            yield "random"
        elif is_flag and value.constant is None and self.queries.calls.target(call):
            # What it depends on is another matter than how often it holds.
            yield "data"

    def _stored(self, value: SequenceValue, target: ast.Subscript, at: Place) -> SequenceValue:
        """Return a list as ``name[index] = ...`` or ``del name[index]`` may leave it."""
        if not isinstance(target.ctx, ast.Store) or isinstance(target.slice, ast.Slice):
            return SequenceValue("list", None, UNKNOWN, value.change)
        statement = self.queries.syntax.parent(at.function, target)
        # Two variables may hold the list.
        what = ("list", target)
        with self.recursion.working_out(what) as again:
            if again:
                # What is there before the store.
                return value
            met = len(self.recursion.met)
            if isinstance(statement, ast.AugAssign) and isinstance(target.value, ast.Name):
                amount = self.expressions.value(statement.value, at)
                new, is_update = arithmetic(statement.op, value.any_element, amount), True
            else:
                given = self.queries.syntax.stored(target, at)
                new = self.expressions.value(given, at)
                is_update = what in self.recursion.met[met:]
        new = settled(new)
        if is_update:
            # The next store begins with what this one leaves.
            new = made_of_itself(new, value)
        if value.items is None:
            return replace(value, element=join([value.element, new]))
        return replace(value, items=tuple(join([item, new]) for item in value.items))

    def _before(self, update: Binding) -> TraceType:
        """Return what a name or attribute holds before its first update, as far as it is known.

        What other updates give is not worked out here: each may depend on all the others.
        """
        found = (self.recursion.elsewhere(b) for b in self._earlier(update))
        return join(value for value in found if value is not None)

    def _sets_anew(self, binding: Binding) -> bool:
        """Whether a definition sets an attribute of an object that has been made."""
        is_of_object = bool(self._stores_beside(binding))
        return is_of_object and binding.place.function.name != "__init__"

    def _stores_beside(self, binding: Binding) -> Sequence[Binding]:
        """Return all that a class, its bases and heirs set the attribute to that a definition sets.

        None of a variable.
        """
        owner = binding.place.function.owner
        if owner is None or binding not in owner.attributes.get(binding.name, ()):
            return ()
        family = self.queries.classes.family(owner)
        return [other for cls in family for other in cls.attributes.get(binding.name, ())]

    def _earlier(self, update: Binding) -> list[Binding]:
        """Return the other definitions that an update of a name or attribute may begin with."""
        found: Sequence[Binding] = self._stores_beside(update) or reaching(
            update.name, update.place, start(update.node)
        )
        return [binding for binding in found if binding is not update]

    def _joined_to_itself(self, binding: Binding) -> TensorValue | None:
        """Return the tensor that ``x = tf.concat([x, ...])`` in a loop makes; None without one.

        Or ``self.x = tf.concat([self.x, ...])`` in a method that always does so, where nothing but
        the constructor sets it otherwise.
        """
        call, place = binding.value, binding.place
        stores = self._stores_beside(binding)
        if not (place.loops or stores) or binding.path:
            return None
        if not isinstance(call, ast.Call) or not call.args:
            return None
        qualified = self.queries.names.qualified(call.func, place) or ""
        known = knowledge.function(qualified)
        bound = None if known is None else known.bind(call)
        if known is None or bound is None:
            return None
        joined = [bound.get(name) for name in known.joins]
        if len(joined) == 1 and isinstance(joined[0], (ast.List, ast.Tuple)):
            joined = [*joined[0].elts]
        parts = [part for part in joined if part is not None]
        if len(parts) < 2:
            return None
        # Only where what is joined is what the iteration before has left.
        line = start(binding.node)[0]
        if stores:
            if not self._always_grows(binding, parts):
                return None
            change = Change("counter", f"self.{binding.name}", line, place=place)
        elif any(
            isinstance(part, ast.Name)
            and part.id == binding.name
            and binding in definitions(part, place)
            for part in parts
        ):
            change = Change("length", binding.name, line, place.loops[-1])
        else:
            return None
        numpy = known.result.kind == "array"
        before = self._before(binding)
        if not isinstance(before, TensorValue):
            return TensorValue(numpy=numpy, change=change)
        axis = self.expressions.value(bound.get("axis"), place)
        position = axis.constant
        shape = list(before.shape or ())
        if not isinstance(position, int) or position not in range(-len(shape), len(shape)):
            return TensorValue(before.dtype, None, numpy, change=change)
        shape[position] = PythonValue("int", None, change)
        return TensorValue(before.dtype, tuple(shape), numpy)

    def _always_grows(self, update: Binding, parts: Sequence[ast.expr]) -> bool:
        """Whether each call of a method joins parts to an attribute, which nothing sets back."""
        place, function = update.place, update.place.function
        if function.name == "__init__" or function.owner is None:
            return False
        if not any(
            isinstance(part, ast.Attribute)
            and part.attr == update.name
            and is_own(part.value, function)
            for part in parts
        ):
            return False
        others = self.queries.classes.attribute_bindings(function.owner, update.name)
        return not any(self.queries.index.guards(place)) and all(
            one is update or one.place.function.name == "__init__" for one in others
        )

    def binding(self, binding: Binding, place: Place) -> TraceType:
        """Return what ``binding`` gives, as seen from ``place``."""
        if binding in self.recursion.premises:
            return self.recursion.premises[binding]
        if self.recursion.meets(binding):
            self.recursion.reads.add(binding)
            return self.recursion.assumed.get(binding, BOTTOM)
        cached = self.recursion.known(binding)
        if cached is None:
            if self.recursion.is_spent:
                return UNKNOWN
            self.recursion.active.add(binding)
            frame = self.recursion.begin()
            try:
                cached = self._evaluate_binding(binding)
                is_met = binding.kind != "loop" and binding in self.recursion.met[frame.met :]
                better: TraceType | None = self._joined_to_itself(binding)
                if better is None and is_met:
                    better = self._kept_type(binding, cached) or self._of_one_call(binding, cached)
                if better is not None:
                    cached = better
                elif is_met:
                    # Who calls a function may be asked for what it gets: that is no update of it.
                    if binding.kind != "parameter" or cached.changes is None:
                        cached = self._updated(binding, cached)
            finally:
                self.recursion.active.discard(binding)
            self.recursion.reads.discard(binding)
            # What is too deep from here need not be from another use of the name.
            self.recursion.end(frame, binding, cached, partial=False)
        return self._seen_from(cached, binding, place)

    def _updated(self, binding: Binding, first: TraceType) -> TraceType:
        """Return what a definition gives that is worked out from its own earlier value.

        Args:
            binding: the definition.
            first: what it gives the first time.
        """
        before = self._before(binding)
        result = updated_from_itself(binding, first, before)
        is_hidden = first == before and isinstance(first, PythonValue) and bool(first.changes)
        if isinstance(first, PythonValue) and is_hidden and self._begun_with(binding):
            # What it begins with differs in a way that hides what the update does.
            counter = counted(binding, first) if first.kind in COUNTED else first
            if self.recursion.assumed or counter.change is None:
                return first
            return counter if self._progresses(binding, counter, counter.change) else first
        if isinstance(result, ContainerValue) and not self.recursion.assumed:
            return result if result.changes is None else _counted_in(result, self._orbit(binding))
        if not isinstance(result, PythonValue) or result.change is None or self.recursion.assumed:
            return result
        number = result
        return self.recursion.remembered(
            ("updated", binding, result), lambda: self._repeated(binding, number), result
        )

    def _of_one_call(self, binding: Binding, first: TraceType) -> TraceType | None:
        """Return the value of a definition that a loop of its function changes in each call of it.

        That is so where it depends on itself through what the function is passed alone, or what it
        reads before the loop: that has one value there, whatever an earlier call has left. None
        otherwise.
        """
        place, recursion = binding.place, self.recursion
        change = first.changes if isinstance(first, PythonValue) else None
        if recursion.assumed or change is None or change.loop not in place.loops:
            return None
        function = place.function
        with recursion.aside():
            passed = {
                parameter: settled(self.parameter(function, parameter.name))
                for parameter in function.parameters
            }
            before = {
                one: settled(self.binding(one, place))
                for part in ast.walk(binding.value or binding.node)
                if isinstance(part, ast.Name)
                for one in definitions(part, place)
                if one is not binding and change.loop not in (one.node, *one.place.loops)
            }
            met = len(recursion.met)
            calling = recursion.calling({**recursion.arguments, **passed})
            with calling, recursion.holding(before), recursion.assuming(before):
                value = self._evaluate_binding(binding)
            if binding in recursion.met[met:]:
                return None
        change = value.changes
        is_changed = change is not None and change.loop in place.loops
        return value if is_changed and isinstance(value, PythonValue) else None

    def _kept_type(self, binding: Binding, first: TraceType) -> TraceType | None:
        """Return the type that a definition has each time that it is worked out from itself.

        That is an induction: it begins with a tensor of a known type, and gives that type where it
        is assumed to have given it before. None if that is not so, or nothing is gained by it.
        """
        if self.recursion.assumed or (isinstance(first, TensorValue) and first.key is not None):
            return None
        if binding.kind == "parameter":
            begun = self._passed(binding)
        else:
            begun = _of_known_type([self._before(binding)])
        if begun is None:
            return None
        with self.recursion.assuming({binding: begun}):
            again = self._evaluate_binding(binding)
        return again if is_of_type(again, begun) else None

    def _passed(self, parameter: Binding) -> TensorValue | None:
        """Return the type of tensor that calls pass for a parameter, where it is not made of it."""
        function = parameter.place.function
        passed = [
            self.begun(node, place)
            for call, place in self.queries.calls.callers(function)
            for node, given, starred in bind(function.call_parameters, call)
            if given is not None and not starred and given.name == parameter.name
        ]
        known = _of_known_type([value for value in passed if value is not None])
        return None if known is None else replace(known, numpy=False)

    def begun(self, node: ast.expr, place: Place) -> TensorValue | None:
        """Return the type of tensor that a name, or an attribute of the instance, begins with.

        That is what those of its definitions give that have been worked out.
        """
        owner = place.function.owner
        stores: Sequence[Binding] = ()
        if isinstance(node, ast.Name):
            stores = definitions(node, place)
        elif isinstance(node, ast.Attribute) and owner is not None:
            if is_own(node.value, place.function):
                family = self.queries.classes.family(owner)
                stores = [one for cls in family for one in cls.attributes.get(node.attr, ())]
        found = (self.recursion.elsewhere(store) for store in stores)
        return _of_known_type([value for value in found if value is not None])

    def _repeated(self, binding: Binding, result: PythonValue) -> TraceType:
        """Return what an update gives, with how many values it has at least."""
        assert result.change is not None
        orbit = self._orbit(binding)
        if self._progresses(binding, result, result.change):
            # The last of them may not be read any more.
            return replace(result, taken=tuple(value.constant for value in orbit[1:-1]))
        if not orbit and not binding.place.loops:
            # Nobody knows how many values calls that update an attribute go through.
            return replace(result, change=None)
        # Each iteration may make the same of what the one before has left.
        return _counted_in(result, orbit)

    def _orbit(self, binding: Binding) -> list[TraceType]:
        """Return the values that a name surely has in turn, before its update and after each.

        They are worked out one after the other, where each is one constant, or a container, and
        nothing else sets the name after its first value. None where that is not so.
        """
        others = self._earlier(binding)
        if any(other.place.loops or self._sets_anew(other) for other in others):
            return []
        last = self._before(binding)
        taken: list[TraceType] = []
        with self.recursion.holding(others):
            for _ in range(LEAST_TRIPS + 1):
                if not isinstance(last, ContainerValue) and last.constant is None:
                    return []
                taken.append(last)
                with self.recursion.assuming(dict.fromkeys((binding, *others), last)):
                    last = self._evaluate_binding(binding)
        return taken

    def _progresses(self, binding: Binding, earlier: TraceType, change: Change) -> bool:
        """Whether a definition adds to its earlier value, which changes so, or scales it.

        What a loop begins with is read in its first iteration alone, however that changes.
        """
        begun = self._begun_with(binding)
        values = {binding: earlier, **dict.fromkeys(begun, BOTTOM)}
        with self.recursion.holding(begun), self.recursion.assuming(values):
            return self._goes_further(binding, change)

    def _begun_with(self, update: Binding) -> list[Binding]:
        """Return what a variable holds before a loop; none if more than an update sets it there."""
        loops = set(update.place.loops)
        if not loops or self._stores_beside(update):
            return []
        others = self._earlier(update)
        return [] if any(loops <= {*other.place.loops} for other in others) else others

    def _goes_further(self, binding: Binding, change: Change) -> bool:
        node, place = binding.node, binding.place
        value = part_of(binding.value, binding.path)
        if isinstance(value, ast.Call) and len(value.args) == 2:
            if self.queries.names.qualified(value.func, place) == "round":
                value = value.args[0] if rounds_finely(self.expressions, value, place) else None
        if isinstance(node, ast.AugAssign):
            target = node.target
            if isinstance(target, ast.Name):
                before = self.named(target.id, place, start(node))
            else:
                before = self.expressions.value(target, place)
            operands = [before, self.expressions.value(node.value, place)]
            operator = type(node.op)
        elif isinstance(value, ast.BinOp):
            parts = [value.left, value.right]
            operands = [self.expressions.value(part, place) for part in parts]
            operator = type(value.op)
            if operator in (ast.Add, ast.Mult) and not _goes_on(operands[0], change):
                operands.reverse()
                parts.reverse()
            if _may_negate(parts[0]) or (_read(parts[0]) & _read(parts[1])) - {binding.name}:
                # In (a + k) - k one operator takes back what the other does.
                return False
            if not self._is_left_by(binding, parts[0]):
                return False
        else:
            return False
        if operator in (ast.Add, ast.Sub) and _are_drawn(operands, place):
            return True
        before, other = operands
        if not _goes_on(before, change) or operator not in _NEUTRAL:
            return False
        if self._may_be_undone(binding):
            return False
        if other.changes is not None:
            if _never_takes_back(operator, other):
                return True
            # What depends on the earlier value may make up for it.
            return other.changes.is_enough and other.changes.place is not change.place
        return other.constant not in _NEUTRAL[operator]

    def _is_left_by(self, binding: Binding, operand: ast.expr) -> bool:
        """Whether an operand of an update reads what the update gave before, be it in a copy.

        Else a step between may take it back, as ``b = a - 1`` does for ``a = b + 1``.
        """
        if any(part.rpartition(".")[2] == binding.name for part in _read(operand)):
            return True
        loops = set(binding.place.loops)
        copies = definitions(operand, binding.place) if isinstance(operand, ast.Name) else []
        values = [
            part_of(copy.value, copy.path)
            for copy in copies
            if not loops.isdisjoint(copy.place.loops)
        ]
        return all(value is not None and tail(value) == binding.name for value in values)

    def _may_be_undone(self, binding: Binding) -> bool:
        """Whether another update of the same, in a loop around both, takes back what one adds."""
        place = binding.place
        directions = set()
        for other in (binding, *self._earlier(binding)):
            is_beside = not set(place.loops).isdisjoint(other.place.loops)
            if other.kind == "augmented" or other is binding:
                if other.place.function is not place.function or is_beside:
                    directions.add(self._direction(other))
            elif is_beside and other is not binding and not isinstance(other.value, ast.Constant):
                # It may be made of what the update gave.
                return True
        return len(directions) > 1

    def _direction(self, update: Binding) -> tuple[type[ast.operator], bool] | None:
        """Return the operator of an update, and whether it is by a negative number."""
        node, value = update.node, part_of(update.value, update.path)
        if isinstance(node, ast.AugAssign):
            operator, operand = type(node.op), node.value
        elif isinstance(value, ast.BinOp):
            operator, operand = type(value.op), value.right
        else:
            return None
        constant = self.expressions.value(operand, update.place).constant
        return operator, isinstance(constant, (int, float)) and constant < 0

    def _evaluate_binding(self, binding: Binding) -> TraceType:
        place = binding.place
        if binding.kind == "function":
            assert binding.function is not None
            return self.queries.traced.defined(binding.function)
        if binding.kind == "class":
            assert binding.cls is not None
            as_written = self.queries.classes.is_as_written(binding.cls)
            return ClassValue(binding.cls) if as_written else UNKNOWN
        if binding.kind == "parameter":
            return self.parameter(place.function, binding.name)
        if binding.kind == "loop":
            assert binding.value is not None
            return self._loop_variable(binding)
        if binding.kind == "augmented":
            statement = binding.node
            assert isinstance(statement, ast.AugAssign)
            if isinstance(statement.target, ast.Attribute):
                current = self.expressions.attribute(statement.target, place)
            else:
                current = self.named(binding.name, place, start(statement))
            result = self.expressions.augmented(statement, current, place)
            if current is BOTTOM:
                self.recursion.met.append(binding)
            return result
        if binding.kind == "import":
            return self.imported(self.queries.links.imported(binding))
        if binding.kind in ("assign", "with"):
            part = part_of(binding.value, binding.path)
            result = self.expressions.value(part or binding.value, place)
            if result is BOTTOM and self.recursion.is_from_bottom:
                return BOTTOM
            for step in () if part is not None else binding.path:
                result = element_of(result, step)
            return _kept(result)
        return UNKNOWN

    def imported(self, found: Imported | None) -> TraceType:
        """Return the value of what another module of the project defines."""
        if found is None:
            return UNKNOWN
        if isinstance(found, Module):
            return ModuleValue(found)
        return join([self.binding(binding, binding.place) for binding in found])

    def _seen_from(self, value: TraceType, binding: Binding, place: Place) -> TraceType:
        """Return a bound value as a use at ``place`` sees it.

        A change in a loop that is over leaves one value; an object constructed in a loop
        around both differs per iteration of that loop.
        """
        if place.function is not binding.place.function:
            # Another function sees one object, made once, unless it is made in a loop.
            is_growing = isinstance(value, TensorValue) and value.grows
            return settled(value) if is_growing else value
        if isinstance(value, ChoiceValue):
            # One of several objects, each of which is made anew.
            return join(self._seen_from(option, binding, place) for option in value.in_order)
        change = value.changes
        if change is not None and self._is_over(change, place):
            return settled(value)
        if isinstance(value, TensorValue) and value.drawn and self._is_over(value.drawn, place):
            return replace(value, drawn=None)
        if isinstance(value, (ObjectValue, FunctionValue)) and value.change is None:
            if value.site is None:
                return value
            # So is a partial, and a closure that a factory gives.
            constructed = isinstance(value, ObjectValue) or (
                isinstance(value.site, (ast.Lambda, ast.Call)) and value.traced is None
            )
            shared = [loop for loop in binding.place.loops if loop in place.loops]
            if binding.kind == "function" and isinstance(value, FunctionValue):
                constructed = value.function is binding.function
            made = is_made_here(value) or binding.kind == "function"
            allocation = self.queries.index.places.get(value.site)
            if allocation is not None and shared:
                # The loop may take again what was made before it, or elsewhere.
                is_here = allocation.function is place.function
                making = allocation.loops if is_here else self._loops_running(allocation)
                shared = [loop for loop in shared if loop in making]
            if shared and binding.kind in ("assign", "function") and constructed and made:
                what = binding.name
                line, at = start(value.site)[0], binding.place
                change = Change("constructed", what, line, shared[-1], place=at)
                return replace(value, change=change)
        return value

    def _is_over(self, change: Change, place: Place) -> bool:
        """Whether a loop in which something changes is over at ``place``."""
        if change.loop is None or change.loop in place.loops:
            return False
        return self.queries.index.places.get(change.loop, place).function is place.function

    def _loop_variable(self, binding: Binding) -> TraceType:
        loop = binding.node
        assert isinstance(loop, (ast.For, ast.AsyncFor, ast.comprehension))
        iterable = self.expressions.iterable(loop.iter, self.queries.index.places[loop])
        self.recursion.reads.add(loop)
        if iterable is BOTTOM and self.recursion.is_from_bottom:
            return BOTTOM
        index = self.recursion.iteration.get(loop)
        result = iterated(iterable) if index is None else element_at(iterable, index)
        for step in binding.path:
            result = element_of(result, step)
        if index is not None:
            return result
        if isinstance(iterable, SequenceValue) and iterable.varied is not None:
            result = iterable.varied
            for step in binding.path:
                result = element_of(result, step)
        if isinstance(iterable, (SequenceValue, StreamValue)):
            result = taken(result, loop)
        if isinstance(result, TensorValue):
            if result.change is not None:
                return result
            return _of_its_shapes(result, binding, loop, iterable)
        return self._changing_with(result, binding, loop, iterable)

    def _changing_with(
        self, value: TraceType, binding: Binding, loop: LoopNode, iterable: TraceType
    ) -> TraceType:
        """Return ``value`` marked as changing with the loop, where it is a Python value."""
        line = start(loop)[0]
        if isinstance(value, PythonValue):
            if value.kind in ("bool", "none"):
                return value
            if value.change is not None and value.change.kind == "iterated":
                # Of a generator's numbers there may be few, however many it gives.
                return replace(value, change=replace(value.change, loop=loop))
            count = count_of(iterable)
            if value.constants is not None:
                count = len(value.constants)
            if count is not None and count <= 1:
                return value
            least = LEAST_TRIPS if count is None else count
            return replace(value, change=Change("loop", binding.name, line, loop, least))
        if isinstance(value, ObjectValue) and value.change is None:
            if self._is_one(value, loop):
                return value
            count = count_of(iterable)
            least = LEAST_TRIPS if count is None else count
            return replace(value, change=Change("iterated", binding.name, line, loop, least))
        if isinstance(value, SequenceValue) and value.items is not None:
            items = tuple(
                self._changing_with(item, binding, loop, iterable) for item in value.items
            )
            return replace(value, items=items)
        if isinstance(value, MappingValue) and value.items is not None:
            pairs = tuple(
                (key, self._changing_with(item, binding, loop, iterable))
                for key, item in value.items
            )
            return replace(value, items=pairs)
        return value

    def _is_one(self, value: ObjectValue, loop: LoopNode) -> bool:
        """Whether all that a loop goes over is one object, made once before it."""
        made = self.queries.index.places.get(value.site) if value.site is not None else None
        if made is None or not isinstance(value.site, ast.Call):
            return False
        place = self.queries.index.places[loop]
        return set(made.loops) <= set(place.loops) and made.function in (
            place.module,
            place.function,
        )

    def parameter(self, function: Function, name: str) -> TraceType:
        """Return what is known of a parameter: its annotation, signature, callers, default."""
        parameter = function.parameter(name)
        if parameter is None:
            return UNKNOWN
        if parameter in self.recursion.premises:
            return self.recursion.premises[parameter]
        self.recursion.reads.add(parameter)
        if parameter in self.recursion.arguments:
            return self.recursion.arguments[parameter]
        if function.is_method and function.parameters[0] is parameter:
            assert function.owner is not None
            owner, heirs = function.owner, self.queries.classes.instances(function)
            if "classmethod" in function.marks():
                return ClassValue(owner, heirs)
            return ObjectValue(owner.node, owner, heirs=heirs)
        if parameter.kind in ("*", "**"):
            return self._variadic(function, parameter)
        specified = self.queries.specified(function, parameter)
        if specified is not None:
            return specified
        annotated = self.annotated(parameter, function)
        passed = self.queries.calls.passed(function, parameter)
        is_seen = passed is not None and type(passed) is not TraceType
        if isinstance(annotated, TensorValue) and (not is_seen or isinstance(passed, TensorValue)):
            return annotated
        if isinstance(passed, TensorValue) and self.queries.traced.of(function):
            # Arrays, NumPy numbers and variables are tensors inside.
            passed = replace(passed, numpy=False)
            if any(traced.reduces_retracing for traced in self.queries.traced.of(function)):
                passed = relaxed(passed)
        default: TraceType = UNKNOWN
        if parameter.default is not None and function.place is not None:
            default = self.expressions.value(parameter.default, function.place)
        if passed is not None and type(passed) is not TraceType:
            return _by_default(passed, default)
        if annotated is not None:
            return _by_default(annotated, default)
        seen = self.queries.observations.seen(function, parameter)
        if isinstance(seen, (TensorValue, SequenceValue, MappingValue)):
            return seen
        if passed is None and isinstance(default, PythonValue) and default.kind != "none":
            return _by_default(PythonValue(default.kind), default)
        return UNKNOWN

    def _variadic(self, function: Function, parameter: Parameter) -> TraceType:
        """Return what is left of what the calls of a function pass."""
        unknown = SequenceValue("tuple") if parameter.kind == "*" else MappingValue()
        if not self.queries.syntax.is_kept(parameter, function):
            return unknown
        passed = self.queries.calls.passed(function, parameter)
        return passed if isinstance(passed, type(unknown)) else unknown

    def annotated(self, parameter: Parameter, function: Function) -> TraceType | None:
        """Return the type that a parameter's annotation promises; None if it is not understood."""
        annotation = parameter.annotation
        if annotation is None or function.place is None:
            return None
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            annotation = _parsed(annotation.value, annotation)
        qualified = self.queries.names.qualified(annotation, function.place)
        if qualified in ("int", "float", "str", "bool"):
            return PythonValue(qualified)
        if qualified in ("tensorflow.Tensor", "tensorflow.Variable", "numpy.ndarray"):
            return TensorValue(numpy=qualified.startswith("numpy"))
        # Whoever calls a method of an optional model has one.
        required = _required(annotation)
        qualified = self.queries.names.qualified(required, function.place) or ""
        if self.queries.keras.kind_of_class(qualified) == "model":
            return ObjectValue(None, None, qualified)
        return self._instance_of(required, function.place)

    def _instance_of(self, annotation: ast.expr, place: Place) -> TraceType | None:
        """Return an instance of a class of the program, or of one that derives from it."""
        if not isinstance(annotation, (ast.Name, ast.Attribute)):
            return None
        annotated, classes = self.expressions.value(annotation, place), self.queries.classes
        if not isinstance(annotated, ClassValue):
            return None
        cls = annotated.cls
        # Whatever has the methods of a protocol need not derive from it.
        is_protocol = "typing.Protocol" in classes.inherited(cls)
        if is_protocol or classes.is_record(cls) or classes.is_enum(cls):
            return None
        return ObjectValue(None, cls, heirs=frozenset(classes.heirs(cls)) - {cls})


def _are_drawn(operands: Sequence[TraceType], place: Place) -> bool:
    """Whether one of two numbers is drawn each time, and the other one is not that draw."""
    changes = [operand.changes for operand in operands]
    drawn = [c for c in changes if c is not None and c.kind == "random" and c.is_enough]
    inner = place.loops[-1] if place.loops else None
    lines = {change.line for change in drawn if change.loop is inner}
    return bool(lines) and len(lines) == len(drawn)


def _required(annotation: ast.expr) -> ast.expr:
    """Return what an annotation says besides that it may be None."""
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        if is_none(annotation.right):
            return annotation.left
        return annotation.right if is_none(annotation.left) else annotation
    if isinstance(annotation, ast.Subscript) and tail(annotation.value) == "Optional":
        return annotation.slice
    return annotation


def _by_default(value: TraceType, default: TraceType) -> TraceType:
    """Return an integer that may be another one, with what it is by default."""
    if not isinstance(value, PythonValue) or not isinstance(default, PythonValue):
        return value
    usual = default.constant
    is_open = value.kind == "int" and value.constants is None and value.usual is None
    return replace(value, usual=usual) if is_open and type(usual) is int else value


def _parsed(text: str, annotation: ast.expr) -> ast.expr:
    """Return the expression that the text of an annotation stands for; itself if it is none."""
    try:
        parsed = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return annotation
    for node in ast.walk(parsed):
        ast.copy_location(node, annotation)
    return parsed


def _are_told_apart(items: Iterable[TraceType]) -> bool:
    """Whether there are items, and no two objects among them that one expression has made."""
    found = list(items)
    made = [item.site for item in found if isinstance(item, (ObjectValue, FunctionValue))]
    return bool(found) and len(set(made)) == len(made)


def _kept(value: TraceType) -> TraceType:
    """Return an object, or what a container holds, as a variable keeps it alive."""
    if isinstance(value, (ObjectValue, FunctionValue)) and not value.kept:
        return replace(value, kept=True)
    if isinstance(value, SequenceValue) and _are_told_apart(value.items or ()):
        return replace(value, items=tuple(map(_kept, value.items or ())))
    if isinstance(value, MappingValue) and _are_told_apart(v for _, v in value.items or ()):
        return replace(value, items=tuple((k, _kept(v)) for k, v in value.items or ()))
    return join(map(_kept, value.options)) if isinstance(value, ChoiceValue) else value


def _operands(
    statement: ast.AST, target: ast.Subscript
) -> tuple[type[ast.operator] | None, ast.expr | None]:
    """Return the operator by which a statement updates ``target``, and by what it does so."""
    if isinstance(statement, ast.AugAssign):
        return type(statement.op), statement.value
    value = statement.value if isinstance(statement, ast.Assign) else None
    if isinstance(value, ast.BinOp):
        if ast.unparse(value.left) == ast.unparse(target):
            return type(value.op), value.right
        if isinstance(value.op, (ast.Add, ast.Mult)):
            if ast.unparse(value.right) == ast.unparse(target):
                return type(value.op), value.left
    return None, None


def _counted_in(value: TraceType, taken: list[TraceType]) -> TraceType:
    """Return what changes with as many values as it has among those ``taken`` in turn."""
    if isinstance(value, PythonValue) and value.change is not None:
        constants = [one.constant for one in taken]
        least = 1
        if constants and None not in constants:
            least = min(len(set(constants[:-1])), len(set(constants[1:])))
        return replace(value, change=value.change.within(least))
    if isinstance(value, SequenceValue) and value.items is not None:
        rows = [one.items or () for one in taken if isinstance(one, SequenceValue)]
        columns = [[*column] for column in zip(*rows)] if len(rows) == len(taken) else []
        items = zip(value.items, columns or [[]] * len(value.items))
        return replace(value, items=tuple(_counted_in(item, column) for item, column in items))
    if isinstance(value, MappingValue) and value.items is not None:
        parts = [dict(one.items or ()) if isinstance(one, MappingValue) else {} for one in taken]
        return MappingValue(
            tuple(
                (key, _counted_in(item, [part.get(key, UNKNOWN) for part in parts]))
                for key, item in value.items
            )
        )
    return value


def _read(node: ast.expr) -> set[str]:
    """Return the variables, and attributes of them, that an expression reads; not what it calls."""
    parts = list(ast.walk(node))
    called = {part.func for part in parts if isinstance(part, ast.Call)}
    inner = {part.value for part in parts if isinstance(part, ast.Attribute)}
    read = (part for part in parts if isinstance(part, (ast.Name, ast.Attribute)))
    return {ast.unparse(part) for part in read if part not in called | inner}


def _may_negate(node: ast.expr) -> bool:
    """Whether an operand turns the sign of what it is made of: then updates take turns."""
    return any(isinstance(part, (ast.USub, ast.Sub)) for part in ast.walk(node))


def counted_by(
    value: TraceType, types: Iterable[TraceType], bindings: Iterable[Binding]
) -> TraceType:
    """Return what a name or attribute holds, with the values that its one update gives in turn.

    Args:
        value: the join of what its definitions give.
        types: what each of them gives.
        bindings: the definitions.
    """
    updates = [
        one
        for one, binding in zip(types, bindings)
        if isinstance(one, PythonValue)
        and one.change is not None
        and (one.change.what, one.change.line) == (binding.name, start(binding.node)[0])
    ]
    if len(updates) != 1 or not isinstance(value, PythonValue):
        return value
    return replace(value, taken=updates[0].taken)


def _never_takes_back(operator: type[ast.operator], value: TraceType) -> bool:
    """Whether two updates by a value never leave what was there: each has one of a few constants.

    Whichever is chosen each time, three values in a row differ.
    """
    constants = value.constants if isinstance(value, PythonValue) else None
    if not constants or not all(isinstance(constant, (int, float)) for constant in constants):
        return False
    is_sum = operator in (ast.Add, ast.Sub)
    if not is_sum and operator not in (ast.Mult, ast.Div):
        return False
    neutral = 0 if is_sum else 1
    twice = {a + b if is_sum else a * b for a in constants for b in constants}
    one_is_back = any(math.isclose(result, neutral, abs_tol=1e-9) for result in twice)
    return constants.isdisjoint((0, neutral)) and not one_is_back


def _goes_on(value: TraceType, change: Change) -> bool:
    """Whether a value changes just as ``change`` says, be it an iteration later."""
    own = value.changes
    return own is not None and own.is_enough and replace(own, least=change.least) == change


def _in_graph(value: TraceType) -> TraceType:
    """Return what AutoGraph makes of a number that it carries through a graph: a tensor."""
    dtype = default_dtype(value, numpy=False) if isinstance(value, PythonValue) else None
    return value if dtype is None else TensorValue(dtype, ())


def _set_at(value: TraceType, binding: Binding) -> TraceType:
    """Return what a definition gives, with the place where it runs, or does not."""
    if not isinstance(value, PythonValue) or value.change is None:
        return value
    if value.change.kind != "loop" or value.change.loop not in binding.place.loops:
        return value
    return replace(value, change=replace(value.change, place=binding.place))


def _chosen_anew(
    value: PythonValue, name: str, bindings: list[Binding], place: Place
) -> PythonValue:
    """Return what several definitions give, marked where a loop chooses between them."""
    inner = {loop for binding in bindings for loop in binding.place.loops if loop in place.loops}
    if not inner or len(bindings) == 1 or value.constant is not None:
        return value
    loop = max(inner, key=start)
    return replace(value, change=Change("loop", name, start(bindings[0].node)[0], loop, 1))


def _is_set_again(value: TraceType, joined: Binding, bindings: list[Binding]) -> bool:
    """Whether something else in the loop sets what ``joined`` makes longer: it may cut it."""
    if not isinstance(value, TensorValue) or not value.grows or value.changes is None:
        return False
    loop = value.changes.loop
    return any(loop in other.place.loops for other in bindings if other is not joined)


def _of_its_shapes(
    value: TensorValue, loop_variable: Binding, loop: LoopNode, iterable: TraceType
) -> TensorValue:
    """Return a loop variable's tensor marked as changing, where the elements' shapes differ."""
    elements = elements_of(iterable) or []
    for step in loop_variable.path:
        elements = [element_of(part, step) for part in elements]
    shapes = {part.constant_shape if isinstance(part, TensorValue) else None for part in elements}
    if None in shapes or len(shapes) < 2:
        return value
    change = Change("iterated", loop_variable.name, start(loop)[0], loop, len(shapes))
    return replace(value, change=change)


def _of_known_type(values: Sequence[TraceType]) -> TensorValue | None:
    """Return the one type of the tensors among ``values``, if all there is to it is known."""
    known = join([value for value in values if isinstance(value, TensorValue)] or [UNKNOWN])
    return known if isinstance(known, TensorValue) and known.key is not None else None


def is_of_type(value: TraceType, tensor: TensorValue) -> bool:
    """Whether a value is a tensor of the known type that another one has."""
    return (
        isinstance(value, TensorValue)
        and value.key is not None
        and (value.key, value.numpy) == (tensor.key, tensor.numpy)
    )
