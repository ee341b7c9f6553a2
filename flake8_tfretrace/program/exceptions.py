"""Code that surely raises an exception."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from flake8_tfretrace import knowledge
from flake8_tfretrace.program.call_context import NOTHING_KNOWN, CallContext
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.cfg import EXITS
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.feasibility import Feasibility
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.keras import CALLED, SEQUENTIAL, STEPS, has_symbol, of_any_site
from flake8_tfretrace.program.links import Links
from flake8_tfretrace.program.liveness import Liveness
from flake8_tfretrace.program.loading import (
    Loading,
    is_dynamic,
    lacks_names,
    may_give_all,
    modules_of,
)
from flake8_tfretrace.program.members import Members
from flake8_tfretrace.program.missing_attributes import MissingAttributes, is_parameter
from flake8_tfretrace.program.model_refusals import ModelRefusals
from flake8_tfretrace.program.mutations import Mutations
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.plain_objects import PlainObjects
from flake8_tfretrace.program.refusals import HOLDING_NONE, Refusals
from flake8_tfretrace.program.scopes import (
    COMPREHENSIONS,
    Binding,
    Class,
    Function,
    Index,
    LoopNode,
    Parameter,
    Place,
    definitions,
    is_none,
    lookup,
    sole_definition,
    start,
)
from flake8_tfretrace.program.straight_line import calls_of, evaluated, header, may_leave
from flake8_tfretrace.program.syntax import (
    Syntax,
    argument,
    bind,
    fits,
    is_own,
    is_written_out,
    named_argument,
)
from flake8_tfretrace.program.tracetypes import (
    ChoiceValue,
    ClassValue,
    FunctionValue,
    ModuleValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    python_value,
)
from flake8_tfretrace.program.tracing import TracedFunctions
from flake8_tfretrace.program.trips import TripCounts
from flake8_tfretrace.program.unrolling import TOP
from flake8_tfretrace.program.values import Interpreter

_DEPTH = 6
"""Calls are followed into functions that functions call, so deep."""
_GIVEN = frozenset(
    {"BaseExceptionGroup", "EncodingWarning", "ExceptionGroup", "PythonFinalizationError"}
    | {"WindowsError", "_", "aiter", "anext", "copyright", "credits", "exit", "license", "quit"}
    | {"profile", "reveal_type", "snakemake"}
)
"""Names that Python has in some releases or on some systems, and those that a tool gives to what
it runs: ``gettext``, a line profiler, a type checker, Snakemake."""
_TRANSPARENT_MANAGERS = ("tensorflow.", "keras.", "numpy.", "open")
"""How the names of context managers begin that let exceptions through."""


class Exceptions:
    """Answers which code of one program surely raises an exception: a must-analysis.

    What cannot be evaluated, or what a ``try`` may catch, may as well not raise. Nobody patches
    what the program defines (A5), and unknown calls return (A4). The cells of a notebook run one
    after the other, up to the first that raises.
    """

    def __init__(
        self,
        index: Index,
        files: Files,
        names: Names,
        mutations: Mutations,
        classes: Classes,
        liveness: Liveness,
        syntax: Syntax,
        trips: TripCounts,
        traced: TracedFunctions,
        calls: Calls,
        refusals: Refusals,
        model_refusals: ModelRefusals,
        members: Members,
        attributes: MissingAttributes,
        links: Links,
        feasibility: Feasibility,
        interpreter: Interpreter,
    ) -> None:
        self.index = index
        self.files = files
        self.names = names
        self.mutations = mutations
        self.classes = classes
        self.liveness = liveness
        self.syntax = syntax
        self.trips = trips
        self.traced = traced
        self.calls = calls
        self.refusals = refusals
        self.model_refusals = model_refusals
        self.members = members
        self.attributes = attributes
        self.links = links
        self.feasibility = feasibility
        self.interpreter = interpreter
        self.plain_objects = PlainObjects(names, members, interpreter)
        self.loading = Loading(files.filename, refusals)
        self._known: dict[tuple[ast.stmt | Binding, CallContext], bool] = {}
        self._through: dict[int, tuple[int, bool | None]] = {}
        """How many statements of a body neither raise nor leave it; whether the next one raises."""
        self._unbound: dict[str, bool] = {}
        """Whether names that no scope binds are known to be bound by nothing else."""

    def stop(self, node: ast.expr, place: Place) -> bool:
        """Whether the evaluation of an expression surely raises.

        What is evaluated for each element of something else, or in a class, has names of its own.
        """
        scopes = (*COMPREHENSIONS, ast.ClassDef)
        around = self.syntax.outward(place.function, node)
        if any(isinstance(part, scopes) for part in around):
            return False
        return self.evaluation_raises(node, place.function)

    def ends_in_one(self, function: Function) -> bool:
        """Whether a function surely raises whenever it is called."""
        node = function.node
        return isinstance(node, ast.FunctionDef) and self.any_raises(node.body, function)

    # statements

    def any_raises(
        self, body: Iterable[ast.stmt], function: Function, context: CallContext = NOTHING_KNOWN
    ) -> bool:
        """Whether statements that run one after the other come to one that surely raises."""
        for statement in body:
            if self._raises(statement, function, context):
                return True
            if may_leave(statement):
                return False
        return False

    def comes_to_raise(self, body: list[ast.stmt], end: int, function: Function) -> bool:
        """Whether the first ``end`` statements of a body come to one that surely raises.

        A body is gone through once for all of its statements.
        """
        first, raises = self._through.get(id(body), (0, None))
        while raises is None and first < end:
            if self._raises(body[first], function, NOTHING_KNOWN):
                raises = True
            elif may_leave(body[first]):
                raises = False
            else:
                first += 1
        self._through[id(body)] = first, raises
        return raises is True and first < end

    def _raises(self, statement: ast.stmt, function: Function, context: CallContext) -> bool:
        key = (statement, context)
        if key not in self._known:
            # What is recursive raises if something else in it does.
            self._known[key] = False
            self._known[key] = self._surely_raises(statement, function, context)
        return self._known[key]

    def _surely_raises(self, node: ast.stmt, function: Function, context: CallContext) -> bool:
        if isinstance(node, ast.Raise):
            return True
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            if self.names.qualified(node.value.func, self.syntax.place(function, node)) in EXITS:
                return True
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return self.refusals.lacks_import(node) or self._import_raises(node, function)
        if any(self.evaluation_raises(part, function, context) for part in header(node)):
            return True
        if self.model_refusals.weights.adds_late(node, function):
            return True
        if self._has_no_parts(_taken_apart(node), function, context):
            return True
        if isinstance(node, ast.ClassDef):
            return self._class_body_raises(node, function)
        if isinstance(node, ast.If):
            body, rest = (self.any_raises(b, function, context) for b in (node.body, node.orelse))
            if body is rest:
                return body
            # The branch that raises must be the one that is taken.
            return self._holds_first(node, function) is body
        if isinstance(node, (ast.For, ast.With, ast.Try)):
            if isinstance(node, ast.Try) and self.any_raises(node.finalbody, function, context):
                return True
            if may_catch(node) or not self.any_raises(node.body, function, context):
                return False
            if isinstance(node, ast.For):
                return self._has_elements(node.iter, node, function)
            return isinstance(node, ast.Try) or self._lets_through(node, function)
        return False

    def _class_body_raises(self, node: ast.ClassDef, function: Function) -> bool:
        """Whether the body of a class has a call that raises, or asks a library for no name."""
        if any(self._call_raises(call, function, NOTHING_KNOWN) for call in calls_of(node)):
            return True
        for statement in node.body:
            parts = [part for expression in header(statement) for part in evaluated(expression)]
            for part in parts:
                if not isinstance(part, ast.Attribute) or not isinstance(part.ctx, ast.Load):
                    continue
                place = self.syntax.place(function, part)
                if self.refusals.lacks(part, place) and self.attributes.is_set_nowhere(
                    part.attr, place
                ):
                    return True
            if may_leave(statement):
                return False
        return False

    def _holds_first(self, node: ast.If, function: Function) -> bool | None:
        """Return whether a condition holds when it is first met in the loop around it.

        What raises there leaves the loop, so that it is met no more. None if that is not known.
        """
        place = self.syntax.place(function, node)
        holds = self.feasibility.truth(node.test, place)
        if holds is None and place.loops:
            unrolled = self.trips.unrolling.of(node.test, place, place.loops[-1])
            met = () if unrolled is None else unrolled.values[:1]
            holds = next((bool(value) for value in met if value is not TOP), None)
        return holds

    def _lets_through(self, node: ast.With, function: Function) -> bool:
        """Whether no context manager of a ``with`` can swallow an exception."""
        place = self.syntax.place(function, node)
        names = [
            self.names.qualified(item.context_expr.func, place) or ""
            for item in node.items
            if isinstance(item.context_expr, ast.Call)
        ]
        return len(names) == len(node.items) and all(
            name.startswith(_TRANSPARENT_MANAGERS) for name in names
        )

    def _import_raises(self, node: ast.Import | ast.ImportFrom, function: Function) -> bool:
        """Whether a module of the project raises, or has nothing by a name that is taken from it.

        What another folder has may be shadowed, or installed.
        """
        folder = self.files.folder(function.body)
        if folder is None:
            return False
        modules = [*modules_of(node, folder)]
        if any(map(self.loading.fails, modules)):
            return True
        return lacks_names(node, modules)

    # expressions

    def evaluation_raises(
        self, node: ast.expr, function: Function, context: CallContext = NOTHING_KNOWN
    ) -> bool:
        """Whether the evaluation of an expression surely raises."""
        for part in evaluated(node):
            if isinstance(part, ast.Call):
                raises = self._call_raises(part, function, context)
            elif isinstance(part, ast.Attribute):
                raises = self.attributes.raises(part, function, context) or (
                    not hasattr(None, part.attr)
                    and self._gives_nothing(part.value, function, context)
                )
            elif isinstance(part, ast.Subscript):
                base = part.value
                raises = (
                    (
                        isinstance(part.ctx, ast.Load)
                        and _is_int(part.slice)
                        and self._has_no_parts(base, function, context)
                    )
                    or (isinstance(base, ast.Name) and self._is_number(base, function, context))
                    or self._lacks_item(part, function, context)
                    or self._is_no_list(part, function)
                    or self.members.lacks_item(part, self.syntax.place(function, part))
                    or (
                        isinstance(base, ast.Attribute)
                        and base.attr in HOLDING_NONE
                        and is_own(base.value, function)
                        and self.attributes.is_missing_in_self(
                            base, function, context, or_none=True
                        )
                    )
                )
            elif isinstance(part, _FILLED):
                raises = self._element_raises(part, function, context)
            elif isinstance(part, ast.Compare):
                raises = self._compares_nothing(part, function, context)
            elif isinstance(part, ast.BinOp):
                # Lists can be joined, and no more.
                raises = not isinstance(part.op, ast.Add) and all(
                    _is_list(operand, function, context) for operand in (part.left, part.right)
                )
            else:
                raises = isinstance(part, ast.Name) and self._name_raises(part, function, context)
            if raises:
                return True
        return False

    def _is_no_list(self, node: ast.Subscript, function: Function) -> bool:
        """Whether an element is asked of what gives its elements one by one, or set in a range."""
        place = self.syntax.place(function, node)
        if isinstance(node.ctx, ast.Load):
            return self.plain_objects.has_no_items(node.value, place)
        return self.plain_objects.stores_in_range(node, place)

    def _has_no_parts(
        self, node: ast.expr | None, function: Function, context: CallContext
    ) -> bool:
        """Whether an expression, if there is one, gives what has no elements: None, or a loss."""
        if node is None:
            return False
        place = self.syntax.place(function, node)
        return self.model_refusals.logs.is_lone_loss(node, place) or self._gives_nothing(
            node, function, context
        )

    def _gives_nothing(
        self, node: ast.expr, function: Function, context: CallContext, depth: int = _DEPTH
    ) -> bool:
        """Whether an expression surely is what a function gives that returns nothing: None."""
        if depth == 0 or not isinstance(node, (ast.Attribute, ast.Call, ast.Name)):
            return False
        place = self.syntax.place(function, node)
        value = self.interpreter.value(node, place)
        if not isinstance(value, PythonValue) or value.kind != "none":
            return False
        if not self.interpreter.knows(node, place):
            return False
        if isinstance(node, ast.Call):
            found = self._called(node.func, place, context, node)
            callee = None if found is None else found[0]
            return (
                callee is not None
                and isinstance(callee.node, ast.FunctionDef)
                and not callee.is_generator
                and all(is_none(one.value) or one.value is None for one, _ in callee.returns)
            )
        bindings = self.classes.definitions(node, place)
        calls = [binding for binding in bindings if not is_none(binding.value)]
        if not calls or any(b.kind != "assign" or b.path for b in bindings):
            return False
        if isinstance(node, ast.Attribute) and not self._is_of_one_class(node, place):
            return False
        name = node.attr if isinstance(node, ast.Attribute) else node.id
        return all(
            isinstance(b.value, ast.Call)
            and self._gives_nothing(
                b.value,
                b.place.function,
                context if b.place.function is function else NOTHING_KNOWN,
                depth - 1,
            )
            for b in calls
        ) and self.attributes.is_set_nowhere(name, place)

    def _is_of_one_class(self, node: ast.Attribute, place: Place) -> bool:
        """Whether what is asked for an attribute is an instance of a class that has no heirs."""
        holder = self.interpreter.value(node.value, place)
        cls = holder.cls if isinstance(holder, ObjectValue) else None
        text = None if cls is None else self.attributes.text(cls.place)
        return (
            cls is not None
            and self.attributes.is_final(cls)
            and all(map(self.attributes.is_plain, self.classes.lineage(cls)))
            and text is not None
            and not is_dynamic(text.replace("import *", ""))
        )

    def _lacks_item(self, node: ast.Subscript, function: Function, context: CallContext) -> bool:
        """Whether what is noted of a training is asked for something that it does not have."""
        if not isinstance(node.slice, ast.Constant) or not isinstance(node.ctx, ast.Load):
            return False
        is_lacking = self._lacks_log(node.value, node.slice, function, context)
        return is_lacking or self.model_refusals.lacks_item(node, function)

    def _compares_nothing(
        self, node: ast.Compare, function: Function, context: CallContext
    ) -> bool:
        """Whether a number is to be more, or less, than what logs do not have: than None."""
        if context.training is None or not isinstance(node.ops[0], _ORDERING):
            return False
        for one in (node.left, node.comparators[0]):
            place = self.syntax.place(function, node)
            found = sole_definition(one, place) if isinstance(one, ast.Name) else None
            got = found[0] if found is not None else one
            if isinstance(got, ast.Call) and isinstance(got.func, ast.Attribute):
                if got.func.attr == "get" and len(got.args) == 1 and not got.keywords:
                    if self._lacks_log(got.func.value, got.args[0], function, context):
                        return True
        return False

    def _lacks_log(
        self, node: ast.expr, key: ast.expr, function: Function, context: CallContext
    ) -> bool:
        """Whether an expression is the logs that a callback gets, and these lack something."""
        fit = context.training
        place = None if fit is None else self.index.places.get(fit)
        if fit is None or place is None or not isinstance(node, ast.Name):
            return False
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            return False
        bindings = definitions(node, self.syntax.place(function, node))
        is_logs = bool(bindings) and all(
            (binding.kind == "parameter" or _is_or_nothing(binding.value, node.id))
            and binding.place.function is function
            for binding in bindings
        )
        parameters = [parameter.name for parameter in function.call_parameters]
        return (
            is_logs
            and parameters[-1:] == [node.id]
            and self.model_refusals.logs.lack(key.value, fit, place)
        )

    def _callbacks_raise(self, node: ast.Call, place: Place, context: CallContext) -> bool:
        """Whether a training runs a method of a callback that surely raises."""
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "fit":
            return False
        for cls in self.model_refusals.logs.callbacks(node, place):
            for name in _OF_CALLBACKS:
                instead = name.replace("on_batch", "on_train_batch")
                if instead != name and self.classes.method(cls, instead) is not None:
                    continue
                method = self.classes.method(cls, name)
                if method is None or not self.is_bare(method) or method.is_generator:
                    continue
                if not _takes_what_callbacks_get(method):
                    return True
                inner = CallContext(cls, depth=context.depth + 1, training=node)
                if isinstance(method.node, ast.FunctionDef):
                    if self.any_raises(method.node.body, method, inner):
                        return True
        return False

    def _element_raises(
        self,
        node: ast.ListComp | ast.SetComp | ast.DictComp,
        function: Function,
        context: CallContext,
    ) -> bool:
        """Whether a comprehension that surely has an element raises as it makes the first one.

        Its names are those of a scope of its own.
        """
        generator = node.generators[0]
        if len(node.generators) > 1 or generator.ifs:
            return False
        made = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        raising = any(
            self._call_raises(part, function, context)
            if isinstance(part, ast.Call)
            else self.attributes.raises(part, function, context)
            for one in made
            for part in evaluated(one)
            if isinstance(part, (ast.Attribute, ast.Call))
        )
        return raising and self._has_elements(generator.iter, generator, function)

    def _has_elements(self, node: ast.expr, loop: LoopNode, function: Function) -> bool:
        """Whether a loop surely goes over something."""
        place = self.syntax.place(function, node)
        return (self.trips.count(loop) or 0) > 0 or self.members.is_filled(node, place)

    def _name_raises(self, node: ast.Name, function: Function, context: CallContext) -> bool:
        """Whether no definition of a variable reaches its use, or there is none anywhere."""
        scope, at = function.body.scope, start(node)
        if not isinstance(node.ctx, ast.Load):
            return False
        holder, bindings = lookup(node.id, scope)
        if not bindings:
            return self._is_bound_nowhere(node.id, function)
        if holder is not scope:
            return False
        if function.place is None:
            text = self.attributes.text(function.body)
            if self.liveness.is_notebook or text is None or is_dynamic(text):
                return False
            if _is_given(node.id):
                return False
        reaching = scope.reaching(node.id, function.graph.point_at(at), at)
        # What is defined once raises there, before it comes to here.
        return not reaching or (
            len(reaching) > 1 and self._do_all_raise(reaching, function, context)
        )

    def _do_all_raise(
        self, bindings: Iterable[Binding], function: Function, context: CallContext
    ) -> bool:
        """Whether a variable is bound in none of the ways in which it might be."""
        return all(self._binding_raises(binding, function, context) for binding in bindings)

    def _binding_raises(self, binding: Binding, function: Function, context: CallContext) -> bool:
        """Whether a call that gives a variable its value raises."""
        if binding.kind != "assign" or binding.place.function is not function:
            return False
        key = (binding, context)
        if key not in self._known:
            # What is recursive raises if something else in it does.
            self._known[key] = False
            self._known[key] = isinstance(binding.value, ast.Call) and self.evaluation_raises(
                binding.value, function, context
            )
        return self._known[key]

    def _is_bound_nowhere(self, name: str, function: Function) -> bool:
        """Whether a name, which no scope around a function binds, is none that Python has either.

        Text that is no file may be a part of one, what is not Python in a notebook may bind it, and
        other modules may store it in this one, or among the built-in names.
        """
        is_whole = self.liveness.is_notebook or self.files.folder(function.body) is not None
        if _is_given(name) or not is_whole:
            return False
        if name not in self._unbound:
            text = self.attributes.text(function.body)
            self._unbound[name] = (
                text is not None
                and not is_dynamic(text.replace("import *", ""))
                and not self._may_come_by_star(name, function)
                and not self.liveness.may_bind_unseen(name)
                and self.attributes.is_set_nowhere(name, function.body)
            )
        return self._unbound[name]

    def _may_come_by_star(self, name: str, function: Function) -> bool:
        """Whether a module takes all names of another one that may have this one, too."""
        module = function.body.module
        folder = self.files.folder(function.body)
        return any(
            folder is None or may_give_all(node, folder, name)
            for node in ast.walk(module.node)
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
        )

    # calls

    def _call_raises(self, node: ast.Call, function: Function, context: CallContext) -> bool:
        """Whether the arguments of a call do not fit, or what it runs surely raises."""
        place = self.index.places.get(node)
        if place is None:
            return False
        is_number = partial(self._is_number, function=function, context=context)
        if (
            self._packs_other_shapes(node, place)
            or self.refusals.refuses(node, place)
            or self.model_refusals.refuses(node, place, is_number)
            or self.members.is_refused(node, place)
            or self.plain_objects.are_refused(node, place)
            or self._goes_over_none(node, place)
            or self._is_lambda_layer_raising(node, place)
            or self._is_loss_raising(node, place)
            or self._is_schedule_raising(node, place)
        ):
            return True
        if context.depth < _DEPTH:
            if self._callbacks_raise(node, place, context):
                return True
            cls = self._run_by_keras(node, place, context)
            if cls is not None and self._takes_others(cls, node):
                return True
            for one in self._layers_run(node, place) if cls is None else (cls,):
                for step, body in self._steps_of(one, node.func):
                    is_called = one is cls
                    inner = self._context_of_step(
                        one, step, node, place, context, is_called=is_called
                    )
                    if self._body_raises(body, step, inner):
                        return True
            if self._is_mapped_raising(node, place, context):
                return True
            if cls is not None:
                return False
        replicated = self._replicated(node, place)
        if replicated is not None and self._any_raises_of(replicated, place, context, node):
            return True
        found = self._called(node.func, place, context, node) if is_written_out(node) else None
        if found is None or not self.interpreter.knows(node.func, place):
            return False
        callee, parameters, cls = found
        if not fits(parameters, node):
            return True
        if context.depth == _DEPTH or not isinstance(callee.node, ast.FunctionDef):
            return False
        if callee.is_generator:
            return False
        given = {parameter: argument for argument, parameter, _ in bind(parameters, node)}
        inner_numbers = self._numbers_of(parameters, given, function, context)
        # A method that hands on to the one above it is no further away.
        is_above = cls is not None and cls is context.cls and callee.name == function.name
        passed = tuple(
            # Where a symbol comes from does not matter, and calls with others would be others.
            (parameter, of_any_site(value))
            for parameter, value in self.calls.arguments(node, place, callee).items()
            if _matters(value) and self._is_settled(given.get(parameter), place)
        )
        depth = context.depth + (not is_above)
        inner = CallContext(cls, inner_numbers, depth, arguments=passed)
        return self._body_raises(callee.node.body, callee, inner)

    def _replicated(self, node: ast.Call, place: Place) -> ast.expr | None:
        """Return the function that a distribution strategy runs on each replica; None without."""
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "run":
            return None
        holder = self.interpreter.value(node.func.value, place)
        is_known = isinstance(holder, ObjectValue) and holder.cls is None
        if not is_known or not self.interpreter.knows(node.func.value, place):
            return None
        assert isinstance(holder, ObjectValue)
        is_strategy = knowledge.is_subclass(holder.qualified, _STRATEGY)
        return argument(node, 0, "fn") if is_strategy else None

    def _any_raises_of(
        self, func: ast.expr, place: Place, context: CallContext, node: ast.Call
    ) -> bool:
        """Whether a function raises that a call hands on, whatever it is called with."""
        found = self._called(func, place, context, node)
        if found is None or context.depth == _DEPTH or not self.interpreter.knows(func, place):
            return False
        callee, _, cls = found
        if not isinstance(callee.node, ast.FunctionDef) or callee.is_generator:
            return False
        return self._body_raises(
            callee.node.body, callee, CallContext(cls, depth=context.depth + 1)
        )

    def _body_raises(self, body: list[ast.stmt], callee: Function, context: CallContext) -> bool:
        """Whether the body of a function raises, with what is passed for its parameters."""
        with self.interpreter.calling(dict(context.arguments)):
            return self.any_raises(body, callee, context)

    def _is_settled(self, node: ast.expr | None, place: Place) -> bool:
        """Whether all is known of an argument, if one is given."""
        return node is None or isinstance(node, ast.Constant) or self.interpreter.knows(node, place)

    def _context_of_step(
        self,
        cls: Class,
        step: Function,
        node: ast.Call,
        place: Place,
        context: CallContext,
        *,
        is_called: bool,
    ) -> CallContext:
        """Return what is known of a step of a layer or model that Keras runs.

        Args:
            cls: the class of the layer or model.
            step: its ``call``, ``build`` or the like.
            node: the call of the instance, or of its model, or of ``fit`` and the like.
            place: the code around the call that makes Keras run it.
            context: what is known of the call of the function there.
            is_called: whether it is the instance itself that is called, and no model around it.
        """
        given: dict[Parameter | None, ast.expr] = {}
        if step.name == "call" and is_written_out(node):
            training = step.parameter(_TRAINING)
            if isinstance(node.func, ast.Attribute) and node.func.attr in STEPS:
                is_training = STEPS[node.func.attr] == "train_step"
                given = {training: ast.Constant(is_training)}
            elif is_called:
                given = {p: argument for argument, p, _ in bind(step.call_parameters, node)}
            else:
                handed = named_argument(node, _TRAINING)
                given = {} if handed is None else {training: handed}
        lists = frozenset(
            parameter.name
            for parameter, argument in given.items()
            if parameter is not None
            and isinstance(value := self.interpreter.value(argument, place), SequenceValue)
            and value.kind == "list"
            and self.interpreter.knows(argument, place)
        )
        numbers = self._numbers_of(step.call_parameters, given, place.function, context)
        names = frozenset(parameter.name for parameter in step.call_parameters)
        shapes = frozenset[str]()
        if step.name == "build" and not self._is_built_by_hand():
            shapes = names
        passed = {
            parameter: python_value(argument.value)
            if isinstance(argument, ast.Constant)
            else self.interpreter.value(argument, place)
            for parameter, argument in given.items()
            if parameter is not None and self._is_settled(argument, place)
        }
        # Keras calls a step with tensors in the place of symbols.
        arguments = tuple(
            (parameter, value)
            for parameter, value in passed.items()
            if _matters(value) and isinstance(value, PythonValue)
        )
        return CallContext(cls, numbers, context.depth + 1, lists, shapes, arguments)

    def _is_built_by_hand(self) -> bool:
        """Whether code calls ``build`` itself, which gives it what it likes, and Keras no turn."""
        return any(
            not (isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call))
            for call, _ in self.calls.named("build")
        )

    def _numbers_of(
        self,
        parameters: Iterable[Parameter],
        given: Mapping[Parameter | None, ast.expr],
        function: Function,
        context: CallContext,
    ) -> frozenset[str]:
        """Return the parameters that are a number or flag where a call gives these arguments."""
        return frozenset(
            parameter.name
            for parameter in parameters
            # A variadic one is a tuple or dict of what it takes.
            if parameter.kind in ("positional", "keyword")
            and self._is_number(given.get(parameter, parameter.default), function, context)
        )

    def _run_by_keras(self, node: ast.Call, place: Place, context: CallContext) -> Class | None:
        """Return the class of the layer or model of which Keras surely runs methods.

        That is for a call of an own layer or model, or of what trains a model, or asks it.
        """
        holder, names = node.func, {"__call__"}
        if isinstance(holder, ast.Attribute) and holder.attr in STEPS:
            names = {holder.attr, *_STEPPING}
            holder = holder.value
        value = self.interpreter.value(holder, place)
        if not isinstance(value, ObjectValue) or self.calls.keras.kind(value) not in CALLED:
            return None
        cls = self._class_of(value, holder, place, context)
        if cls is None or not self.interpreter.knows(holder, place):
            return None
        has_own = any(self.classes.method(cls, name) is not None for name in names)
        return None if has_own else cls

    def _is_mapped_raising(self, node: ast.Call, place: Place, context: CallContext) -> bool:
        """Whether a data set is made with a function that surely raises as it is traced."""
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in _MAPPING or not node.args:
            return False
        dataset = self.interpreter.value(func.value, place)
        if not isinstance(dataset, StreamValue) or dataset.kind != "dataset":
            return False
        value = self.interpreter.value(node.args[0], place)
        if not isinstance(value, FunctionValue) or value.qualified:
            return False
        function = value.function
        if function is None or value.site not in (function.node, node.args[0]):
            return False
        if not self.is_bare(function) or not self.interpreter.knows(func.value, place):
            return False
        inner = CallContext(depth=context.depth + 1)
        if isinstance(function.node, ast.Lambda):
            return self.evaluation_raises(function.node.body, function, inner)
        return (
            isinstance(function.node, ast.FunctionDef)
            and not function.is_generator
            and self.any_raises(function.node.body, function, inner)
        )

    def _takes_others(self, cls: Class, node: ast.Call) -> bool:
        """Whether a layer or model is called with other arguments than its ``call`` takes.

        Keras 2 found ``training`` and ``mask`` itself; Keras 3 does so for what has a default, and
        keeps no more than ``training`` from what takes none.
        """
        if not is_written_out(node) or self.refusals.has_keras_2:
            return False
        if isinstance(node.func, ast.Attribute) and node.func.attr in STEPS:
            return False
        method = self.classes.method(cls, "call")
        if method is None or not self.is_bare(method):
            return False
        parameters = method.call_parameters
        names = {"training"} - {parameter.name for parameter in parameters}
        kept = [keyword for keyword in node.keywords if keyword.arg not in names]
        return not fits(parameters, ast.Call(node.func, node.args, kept))

    def _layers_run(self, node: ast.Call, place: Place) -> Iterator[Class]:
        """Yield the classes of the own layers that a sequential model runs for a call."""
        func = node.func
        is_step = isinstance(func, ast.Attribute) and func.attr in STEPS
        holder = func.value if is_step and isinstance(func, ast.Attribute) else func
        model = self.interpreter.value(holder, place)
        if not isinstance(model, ObjectValue) or model.qualified != SEQUENTIAL:
            return
        made = self.calls.keras.construction(model) if model.cls is None else None
        around = self.index.places.get(made) if made is not None else None
        if made is None or around is None or not self.interpreter.knows(holder, place):
            return
        for layer, at in self.calls.layers_of(made, around):
            value = self.interpreter.value(layer, at)
            cls = self._class_of(value, layer, at, NOTHING_KNOWN)
            if cls is not None and self.calls.keras.class_kind(cls) == "layer":
                if self.classes.method(cls, "__call__") is None:
                    yield cls

    def _is_lambda_layer_raising(self, node: ast.Call, place: Place) -> bool:
        """Whether a layer is called that is made of a lambda, and the evaluation of that raises."""
        layer = self.interpreter.value(node.func, place)
        if not isinstance(layer, ObjectValue) or layer.qualified != _LAMBDA:
            return False
        made = layer.site
        if not isinstance(made, ast.Call) or not made.args or not node.args:
            return False
        function = self.index.by_node.get(made.args[0])
        if function is None or not isinstance(function.node, ast.Lambda):
            return False
        return self.interpreter.knows(node.func, place) and self.evaluation_raises(
            function.node.body, function
        )

    def _is_loss_raising(self, node: ast.Call, place: Place) -> bool:
        """Whether a model is trained or evaluated whose loss, or a metric, surely raises."""
        func = node.func
        if not isinstance(func, ast.Attribute) or STEPS.get(func.attr) not in _COMPARING:
            return False
        model = self.interpreter.value(func.value, place)
        if not isinstance(model, ObjectValue) or model.site is None or model.cls is not None:
            return False
        compiled = self._compiled(model)
        return (
            bool(compiled)
            and self.interpreter.knows(func.value, place)
            and all(
                self.model_refusals.compares_by_nothing(model, *pair)
                or any(self._compared_by(*pair))
                for pair in compiled
            )
        )

    def _compiled(self, model: TraceType) -> list[tuple[ast.Call, Place]]:
        """Return the calls that compile a model, with where they are."""
        return [
            (call, at)
            for call, at in self.calls.named("compile")
            if isinstance(call.func, ast.Attribute)
            and self.interpreter.value(call.func.value, at) == model
        ]

    def _is_schedule_raising(self, node: ast.Call, place: Place) -> bool:
        """Whether weights are updated at the rate of an own schedule that surely raises.

        Keras 3 gives it the number of updates as an integer; before, it was a float.
        """
        func = node.func
        if not isinstance(func, ast.Attribute) or self.refusals.has_keras_2:
            return False
        if func.attr == "apply_gradients":
            return self._is_rate_raising(func.value, place)
        if STEPS.get(func.attr) != "train_step":
            return False
        model = self.interpreter.value(func.value, place)
        if not isinstance(model, ObjectValue) or self.calls.keras.kind(model) != "model":
            return False
        optimizers = [(argument(call, 0, "optimizer"), at) for call, at in self._compiled(model)]
        return bool(optimizers) and all(
            one is not None and self._is_rate_raising(one, at) for one, at in optimizers
        )

    def _is_rate_raising(self, node: ast.expr, place: Place) -> bool:
        """Whether to ask for the learning rate of an optimizer surely raises."""
        value = self.interpreter.value(node, place)
        if not isinstance(value, ObjectValue) or self.calls.keras.kind(value) != "optimizer":
            return False
        made = self.calls.keras.construction(value) if value.cls is None else None
        around = None if made is None else self.index.places.get(made)
        rate = None if made is None else argument(made, 0, "learning_rate")
        if rate is None or around is None or not self.interpreter.knows(node, place):
            return False
        schedule = self.interpreter.value(rate, around)
        cls = schedule.cls if isinstance(schedule, ObjectValue) else None
        asked = None if cls is None else self.classes.method(cls, "__call__")
        if cls is None or asked is None or len(asked.parameters) != 2 or not self.is_bare(asked):
            return False
        if getattr(schedule, "heirs", None) or not isinstance(asked.node, ast.FunctionDef):
            return False
        count = TensorValue(dtype="int64", shape=(), variable=True)
        inner = CallContext(cls, depth=1, arguments=((asked.parameters[1], count),))
        return self.interpreter.knows(rate, around) and self._body_raises(
            asked.node.body, asked, inner
        )

    def _compared_by(self, compiling: ast.Call, place: Place) -> Iterator[bool]:
        """Yield of the functions of a compiled model that compare whether each surely raises."""
        metrics = argument(compiling, 2, "metrics")
        given = [argument(compiling, 1, "loss"), *getattr(metrics, "elts", ())]
        for node in given:
            value = None if node is None else self.interpreter.value(node, place)
            function = value.function if isinstance(value, FunctionValue) else None
            if function is None or not self.is_bare(function) or function.is_generator:
                continue
            if function.owner is None and not fits(function.parameters, _given(2)):
                # These are called with what is to be, and what a model gives.
                yield True
            if isinstance(function.node, ast.FunctionDef):
                yield self.any_raises(function.node.body, function, CallContext(depth=1))

    def _steps_of(self, cls: Class, how: ast.expr) -> Iterator[tuple[Function, list[ast.stmt]]]:
        """Yield the methods that the first call of a layer or model runs, each with its body.

        Of one with a step of its own for ``how`` it is trained, or asked, that step.
        """
        own = STEPS.get(how.attr, "") if isinstance(how, ast.Attribute) else ""
        for name in ("build", "call") if self.classes.method(cls, own) is None else (own,):
            method = self.classes.method(cls, name)
            if method is None or not self.is_bare(method) or method.is_generator:
                continue
            if isinstance(method.node, ast.FunctionDef):
                yield method, method.node.body

    def _goes_over_none(self, node: ast.Call, place: Place) -> bool:
        """Whether a built-in function is to go over what a function gives that returns nothing."""
        if self.names.qualified(node.func, place) not in _GOING_OVER or len(node.args) != 1:
            return False
        (given,) = node.args
        value = self.interpreter.value(given, place)
        is_none = isinstance(value, PythonValue) and value.kind == "none"
        return is_none and self.interpreter.knows(given, place)

    def _packs_other_shapes(self, node: ast.Call, place: Place) -> bool:
        """Whether a function of TensorFlow is to make one tensor of some of other shapes."""
        name = self.names.qualified(node.func, place) or ""
        known = knowledge.function(name) if name.startswith("tensorflow.") else None
        bound = None if known is None else known.bind(node)
        if known is None or bound is None or known.result.dtype is None:
            return False
        # The result is a tensor of the dtype that they share.
        packed = {*known.tensors} & {*known.result.dtype.names} - {*known.definite}
        given = (bound.get(parameter) for parameter in packed)
        return any(
            argument is not None
            and _differ_in_shape(self.interpreter.value(argument, place))
            and self.interpreter.knows(argument, place)
            for argument in given
        )

    def _called(
        self, func: ast.expr, place: Place, context: CallContext, node: ast.Call
    ) -> tuple[Function, tuple[Parameter, ...], Class | None] | None:
        """Return the one function that ``func`` is, what it can be given, and its instance's class.

        That is for the call ``node`` of it, or of what traces it.

        None where that may be another one, or behind a decorator. The class is None if it may be
        one that derives from the one in view.
        """
        value = self.interpreter.value(func, place)
        if type(value) is TraceType and context.depth:
            # The interpreter does not follow what others take from modules that take no part.
            function = self.links.function_of(func, place)
            if function is None or function.owner or not self.is_bare(function):
                return None
            return function, function.parameters, None
        if isinstance(value, ClassValue):
            made = None if value.heirs else self.classes.method(value.cls, "__init__")
            if made is None or not self.is_bare(made) or not self.is_made_by(value.cls, made):
                return None
            return made, made.parameters[1:], value.cls
        above = self.classes.called_above(func, place) if isinstance(func, ast.Attribute) else []
        if above:
            owner, cls = place.function.owner, context.cls
            if cls is not None and owner in self.classes.lineage(cls):
                assert owner is not None and isinstance(func, ast.Attribute)
                above = [*filter(None, [self.classes.above(owner, cls, func.attr)])]
            is_known = len(above) == 1 and self.is_bare(above[0])
            return (above[0], above[0].call_parameters, cls) if is_known else None
        if isinstance(value, ChoiceValue) and context.cls is not None:
            value = self._dispatched(value, func, place, context.cls)
        if not isinstance(value, FunctionValue) or value.function is None or value.qualified:
            return None
        callee, traced = value.function, value.traced
        if traced is not None and not traced.is_decorator:
            if not isinstance(traced.site, ast.Call) or not traced.site.args or traced.attached:
                return None
            (wrapped, *_), around = traced.site.args, traced.place
            if not self.interpreter.knows(wrapped, around):
                return None
            original = self.interpreter.value(wrapped, around)
            if not isinstance(original, FunctionValue) or original.traced is traced:
                return None
            is_same = isinstance(func, ast.Attribute) and is_own(func.value, place.function)
            # What keeps it may be of another class than what made it.
            inner = (
                context
                if is_same and traced.place.function.owner is place.function.owner
                else NOTHING_KNOWN
            )
            return self._called(wrapped, around, inner, node)
        if value.site not in (callee.node, func) or not self.is_bare(callee):
            return None
        if value.bound is None:
            # What a class holds may be called as a method, and a method may be wrapped when bound.
            if not isinstance(func, ast.Attribute):
                return None if callee.owner else (callee, callee.parameters, None)
            holder = self.interpreter.value(func.value, place)
            if not isinstance(holder, ClassValue if callee.owner else ModuleValue):
                return None
            is_same = bool(callee.owner and node.args) and is_own(node.args[0], place.function)
            return callee, callee.parameters, context.cls if is_same else None
        cls = self._class_of(value.bound, func, place, context)
        if cls is None or any(self.mutations.outside_stores(callee.name)):
            return None
        method = self.classes.method(cls, callee.name)
        if method is None or not self.is_bare(method):
            return None
        return method, method.call_parameters, cls

    def _dispatched(
        self, value: ChoiceValue, func: ast.expr, place: Place, cls: Class
    ) -> TraceType:
        """Return which of several methods an instance of a class has; itself if none is sure."""
        if not isinstance(func, ast.Attribute) or not is_own(func.value, place.function):
            return value
        method = self.classes.method(cls, func.attr)
        for option in value.in_order:
            if isinstance(option, FunctionValue) and option.function is method:
                return option
        return value

    def _class_of(
        self, bound: TraceType, func: ast.expr, place: Place, context: CallContext
    ) -> Class | None:
        """Return the class whose instance a method is called of; None if it may be another one."""
        if not isinstance(bound, ObjectValue) or bound.cls is None:
            return None
        if isinstance(bound.site, ast.Call) and not bound.heirs:
            return bound.cls
        if not isinstance(func, ast.Attribute) or not is_own(func.value, place.function):
            return None
        return context.cls or (bound.cls if self.attributes.is_final(bound.cls) else None)

    def is_bare(self, function: Function) -> bool:
        """Whether calling the name of a function surely runs its code, be it for a trace."""
        owner = function.owner
        if owner is not None and len(owner.attributes.get(function.name, ())) != 1:
            return False
        tracing = [traced.site for traced in self.traced.of(function) if traced.is_decorator]
        return all(
            decorator in tracing
            or (isinstance(decorator, ast.Name) and decorator.id == "staticmethod")
            for decorator in getattr(function.node, "decorator_list", ())
        )

    def is_made_by(self, cls: Class, made: Function) -> bool:
        """Whether a call of a class hands its arguments to a constructor."""
        if made.owner is not cls:
            return all(map(self.attributes.is_known, self.classes.lineage(cls)))
        return self.attributes.is_plain(cls)

    def _is_number(self, node: ast.expr | None, function: Function, context: CallContext) -> bool:
        """Whether an expression is a number or flag that is written out, be it by a caller."""
        if isinstance(node, ast.Constant):
            return type(node.value) in _NUMBERS
        if not isinstance(node, ast.Name):
            return False
        bindings = definitions(node, function.body)
        if len(bindings) != 1 or bindings[0].path:
            return False
        (binding,) = bindings
        if binding.kind == "parameter":
            return binding.place.function is function and node.id in context.numbers
        value = binding.value if binding.kind == "assign" else None
        return isinstance(value, ast.Constant) and type(value.value) in _NUMBERS


_NUMBERS = (bool, float, int)
_ORDERING = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)
_COMPARING = ("test_step", "train_step")
"""The steps that Keras compares what a model gives in."""
_LAMBDA = "keras.layers.Lambda"
_STRATEGY = "tensorflow.distribute.Strategy"
_GOING_OVER = frozenset({"enumerate", "iter", "len", "list", "next", "sorted", "sum", "tuple"})
"""Functions that None is refused by."""
_TRAINING = "training"
"""The parameter that Keras hands on to layers."""
_MAPPING = frozenset({"filter", "flat_map", "interleave", "map"})
"""Methods of data sets that trace what they are given."""
_OF_CALLBACKS = (
    *("set_model", "on_train_begin", "on_epoch_begin"),
    *("on_batch_begin", "on_train_batch_begin", "on_batch_end", "on_train_batch_end"),
    *("on_epoch_end", "on_train_end"),
)
"""What runs of a callback wherever a model is trained."""
_STEPPING = ("make_predict_function", "make_test_function", "make_train_function")
_FILLED = (ast.DictComp, ast.ListComp, ast.SetComp)


def _differ_in_shape(value: TraceType) -> bool:
    """Whether the elements of a list, or of one in it, surely are tensors of different shapes."""
    if not isinstance(value, SequenceValue) or value.items is None or value.change is not None:
        return False
    if any(map(_differ_in_shape, value.items)):
        return True
    shapes = {_shape(item) for item in value.items}
    return None not in shapes and len(shapes) > 1


def _matters(value: TraceType) -> bool:
    """Whether code may raise, or be run, for such an argument, and not for others."""
    if isinstance(value, PythonValue):
        return value.constants is not None and value.change is None
    return has_symbol(value)


def _shape(value: TraceType) -> tuple[int, ...] | None:
    """Return the shape of a tensor, or of the one made of nested lists; None if it is open."""
    if isinstance(value, TensorValue):
        return value.constant_shape
    if not isinstance(value, SequenceValue) or not value.items or value.change is not None:
        return None
    shapes = {_shape(item) for item in value.items}
    inner = shapes.pop() if len(shapes) == 1 else None
    return None if inner is None else (len(value.items), *inner)


def _given(count: int, *named: str) -> ast.Call:
    """Return a call with so many arguments, and some by name."""
    keywords = [ast.keyword(name, ast.Constant(None)) for name in named]
    return ast.Call(ast.Name("callee"), [ast.Constant(None)] * count, keywords)


def _takes_what_callbacks_get(method: Function) -> bool:
    """Whether a method of a callback can be called as Keras calls it.

    What it gets of a batch, it gets by position or name, as the release may be.
    """
    count = 2 if "epoch" in method.name or "batch" in method.name else 1
    calls = [_given(count), *([_given(1, "logs")] if "batch" in method.name else [])]
    return any(fits(method.call_parameters, call) for call in calls)


def _taken_apart(node: ast.stmt) -> ast.expr | None:
    """Return what a statement takes elements of: by unpacking it, or going over it."""
    if isinstance(node, ast.For):
        return node.iter
    if isinstance(node, ast.Assign):
        if any(isinstance(target, (ast.List, ast.Tuple)) for target in node.targets):
            return node.value
    return None


def _is_int(node: ast.expr) -> bool:
    """Whether an expression is an integer that is written out."""
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_list(node: ast.expr, function: Function, context: CallContext) -> bool:
    """Whether an expression is a parameter that gets a list, and is nothing else."""
    return isinstance(node, ast.Name) and node.id in context.lists and is_parameter(node, function)


def _is_given(name: str) -> bool:
    """Whether a module has a name that it does not bind: of a Python, or by a common tool."""
    return hasattr(builtins, name) or name.startswith("__") or name in _GIVEN


def _is_or_nothing(node: ast.expr | None, name: str) -> bool:
    """Whether an expression is a variable, or an empty dict for one that is None."""
    match node:
        case ast.BoolOp(op=ast.Or(), values=[ast.Name(id), ast.Dict(keys=[])]):
            return id == name
    return False


def may_catch(node: ast.AST) -> bool:
    """Whether a statement may catch what its body raises."""
    return bool(getattr(node, "handlers", ()))
