"""In which order one program runs things: what happens between two calls of one function object."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.program.cfg import Loop, Point
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.graph import Graph
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.scopes import Binding, Function, LoopNode, Place, definitions, start
from flake8_tfretrace.program.sites import CallSite, Sites
from flake8_tfretrace.program.tracetypes import ObjectValue, PythonValue
from flake8_tfretrace.program.trips import TripCounts


@dataclass(frozen=True)
class Event:
    """Something that the program does at one place, to an instance if it is one's own."""

    node: ast.AST
    place: Place
    point: Point
    instance: ObjectValue | None = None


@dataclass(frozen=True)
class _Occurrence:
    """Where code makes an event happen: itself, or by a call."""

    node: ast.AST
    place: Place
    point: Point
    instance: ObjectValue | None
    is_direct: bool
    site: CallSite | None = None
    """The call of a traced function that happens, if it is one."""


@dataclass(eq=False, repr=False)
class Ordering:
    """Answers what one program may run after what."""

    queries: Queries
    files: Files
    graph: Graph
    trips: TripCounts
    sites: Sites

    def between(
        self,
        event: Event,
        sites: Sequence[CallSite],
        *,
        in_order: bool = False,
        of_one_trace: bool = False,
    ) -> tuple[CallSite, CallSite, Witness] | None:
        """Return two calls of one traced function, between which an event happens, with why.

        Args:
            event: what happens.
            sites: the calls of the function.
            in_order: whether the first call must come before the event in each iteration of the
                loops around it.
            of_one_trace: whether the second call must be able to run the graph of the first.
                The witness then names a value that has to recur for that, if there is one.
        """
        happenings = list(self._occurrences(event, None))
        functions = {occurrence.place.function for occurrence in happenings}
        called = [
            occurrence
            for site in sites
            for occurrence in self._occurrences(self._event(site), site)
            if occurrence.place.function in functions and self._holds_function(site, occurrence)
        ]
        found: tuple[CallSite, CallSite, Witness] | None = None
        for what in happenings:
            there = [c for c in called if c.place.function is what.place.function]
            for before in there:
                if not self._follows(what, before, in_order=in_order):
                    continue
                for after in there:
                    assert before.site is not None and after.site is not None
                    if of_one_trace and not self.sites.may_share(before.site, after.site):
                        continue
                    if not _is_of_one(before, what, after) or not self._leads(what, after):
                        continue
                    why = self._witness(before, what, after)
                    if of_one_trace and before.site is after.site:
                        recurs = self._recurs(before, what, after)
                        if recurs is None:
                            continue
                        why += recurs
                    if not why.needs:
                        return before.site, after.site, why
                    found = found or (before.site, after.site, why)
        return found

    def makes(self, function: Function, sites: Sequence[CallSite]) -> bool:
        """Whether code of a function makes one of the calls, itself or by what it calls."""
        return any(
            occurrence.place.function is function
            for site in sites
            for occurrence in self._occurrences(self._event(site), site)
        )

    def is_set_before_each(
        self,
        events: Sequence[Event],
        sites: Sequence[CallSite],
        given: Callable[[Event, CallSite], object],
    ) -> bool:
        """Whether the last event before each call, in its function, gives one and the same.

        Args:
            events: all that sets something.
            sites: the calls.
            given: says what an event sets for a call: a constant, or how the key of the trace
                makes it; None if that is not known.
        """
        happenings = [(o, event) for event in events for o in self._occurrences(event, None)]
        found: set[object] = set()
        for site in sites:
            function, event = site.place.function, self._event(site)
            there = [(o, event) for o, event in happenings if o.place.function is function]
            called = _Occurrence(event.node, event.place, event.point, event.instance, True, site)
            own = called if site.receiver is not None else None
            if not _is_of_one(*filter(None, (own, *(o for o, _ in there)))):
                return False
            last = function.graph.reaching(event.point, {o.point for o, _ in there})
            if not last or None in last:
                return False
            found.update(
                given(event, site) if o.is_direct or _is_unconditional(event) else None
                for o, event in there
                if o.point in last
            )
        return len(found) == 1 and None not in found

    def _recurs(self, before: _Occurrence, what: _Occurrence, after: _Occurrence) -> Witness | None:
        """Return what is assumed for two executions of one call to run one graph; None if nothing.

        That is with something between them: in one iteration of the loop in which an argument
        changes, or in two in which it is the same: there surely are two where it has fewer values
        than the loop iterations, and none where it differs between any two.
        """
        assert before.site is not None
        found = Witness()
        for loop, value, node in self.sites.varying(before.site):
            if loop not in before.place.loops[:1]:
                # Its function is called again, which starts the loop again.
                continue
            within = (loop,)
            if self._leads(before, what, within) and self._leads(what, after, within):
                continue
            if self._are_distinct(loop, value, node, before.site.place):
                return None
            if value.constants and len(value.constants) < (self.trips.count(loop) or 0):
                continue
            clause = f"'{text_of(node)}' is the same in two of the calls"
            found = Witness(needs=frozenset({clause}))
        return found

    def _are_distinct(
        self, loop: LoopNode, value: PythonValue, node: ast.expr, place: Place
    ) -> bool:
        """Whether a value surely differs between any two iterations of a loop.

        Its different values are as many as the iterations, or it is a clock, or counts them.
        """
        change, most = value.change, self.trips.most_iterations(loop)
        if change is not None and (change.kind == "clock" or change.least >= (most or math.inf)):
            return True
        if isinstance(node, ast.Attribute):
            holder = self.sites.values.value(node.value, place)
            cls = holder.cls if isinstance(holder, ObjectValue) else None
            updates = [] if cls is None else self.queries.classes.attribute_updates(cls, node.attr)
            bindings = [b for b in updates if b.place.function.name != "__init__"]
        else:
            known = definitions(node, place) if isinstance(node, ast.Name) else ()
            bindings = [b for b in known if loop in b.place.loops]
        if bindings and all(map(self._counts_up, bindings)):
            return True
        return bool(self.trips.step(node, place, loop))

    def _counts_up(self, binding: Binding) -> bool:
        """Whether a definition adds a positive number to what was there before."""
        node = binding.node
        if not isinstance(node, ast.AugAssign) or not isinstance(node.op, ast.Add):
            return False
        added = self.sites.values.value(node.value, binding.place).constant
        return isinstance(added, (int, float)) and added > 0

    def _event(self, site: CallSite) -> Event:
        point = site.place.function.graph.point_at(start(site.node))
        return Event(
            site.node, site.place, point, self.queries.calls.instance(site.node, site.place)
        )

    def _occurrences(self, event: Event, site: CallSite | None) -> Iterator[_Occurrence]:
        """Yield where an event happens, and the calls that make it happen."""
        first = _Occurrence(event.node, event.place, event.point, event.instance, True, site)
        pending, seen = [first], set()
        while pending:
            occurrence = pending.pop()
            yield occurrence
            function = occurrence.place.function
            if (function, occurrence.instance) in seen:
                continue
            seen.add((function, occurrence.instance))
            for call, place in self.queries.calls.callers(function):
                if place.function is function or self.graph.holds(place):
                    continue
                instance = occurrence.instance
                if instance is not None and _is_own(instance, function):
                    instance = self.queries.calls.instance(call, place)
                point = place.function.graph.point_at(start(call))
                pending.append(_Occurrence(call, place, point, instance, False, site))

    def _holds_function(self, site: CallSite, occurrence: _Occurrence) -> bool:
        """Whether all calls of a site that an occurrence makes are of one function object."""
        maker = site.traced.place.function
        return (
            maker is occurrence.place.module
            or (maker.is_method and maker.name == "__init__")
            or maker in occurrence.place.function.enclosing()
        )

    def _follows(self, what: _Occurrence, before: _Occurrence, *, in_order: bool) -> bool:
        if what.is_direct and what.point == before.point and what.node is not before.node:
            # An assignment, of what the call in the same statement gives.
            return True
        return self._leads(before, what, what.place.loops if in_order else ())

    def _leads(
        self, one: _Occurrence, other: _Occurrence, without: Sequence[LoopNode] = ()
    ) -> bool:
        """Whether control gets from one occurrence to another, for the same function object."""
        site = one.site or other.site
        assert site is not None
        remade = [*without, *self._remaking(site, one.place)]
        for occurrence in (one, other):
            made = None if occurrence.instance is None else occurrence.instance.site
            if isinstance(made, ast.Call):
                remade += self._allocating(made, one.place.function)
        remade += [loop for loop in one.place.loops if self.trips.most_iterations(loop) == 1]
        loops = [loop for loop in remade if isinstance(loop, Loop)]
        return one.place.function.graph.leads_to(one.point, other.point, loops)

    def _remaking(self, site: CallSite, place: Place) -> Sequence[LoopNode]:
        """Return the loops of a function whose iterations each make the traced function anew."""
        made = site.traced.place
        return made.loops if made.function is place.function else ()

    def _allocating(self, made: ast.Call, function: Function) -> list[LoopNode]:
        """Return the loops of a function whose iterations each run an allocation."""
        place = self.queries.index.places.get(made)
        if place is None:
            return []
        event = Event(made, place, place.function.graph.point_at(start(made)))
        within = [o for o in self._occurrences(event, None) if o.place.function is function]
        return [loop for occurrence in within for loop in occurrence.place.loops]

    def _witness(self, before: _Occurrence, what: _Occurrence, after: _Occurrence) -> Witness:
        assert before.site is not None
        name = before.site.traced.name
        steps = (
            self.files.step(before.node, before.place, f"{name} is called"),
            self.files.step(what.node, what.place, "then this happens"),
            self.files.step(after.node, after.place, f"{name} is called again"),
        )
        return Witness(steps, frozenset({"A1", "A3"}))


def _is_own(instance: ObjectValue, function: Function) -> bool:
    """Whether an instance is the one that a method is called on."""
    return function.owner is not None and instance.site is function.owner.node


def _is_unconditional(event: Event) -> bool:
    """Whether each call of the function around an event makes it happen."""
    return event.place.node is event.place.function.node


def _is_of_one(*occurrences: _Occurrence) -> bool:
    """Whether what happens to instances happens to the same one, as far as that is known."""
    sites = {o.instance.site for o in occurrences if o.instance is not None}
    return len(sites) <= 1 and None not in sites
