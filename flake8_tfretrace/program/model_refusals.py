"""What Keras 3 refuses of the models, layers and histories of a program."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from typing import TypeGuard

from flake8_tfretrace import knowledge
from flake8_tfretrace.modules import is_mentioned
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.keras import CALLED, is_symbol
from flake8_tfretrace.program.logs import Logs
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.refusals import NO_DATA, OF_MODELS, Refusals, lacks_required
from flake8_tfretrace.program.saved_models import SavedModels
from flake8_tfretrace.program.scopes import (
    Class,
    Function,
    Index,
    Place,
    sole_definition,
)
from flake8_tfretrace.program.straight_line import may_leave
from flake8_tfretrace.program.syntax import (
    COMPARISONS,
    Syntax,
    argument,
    is_own,
    is_written_out,
    named_argument,
)
from flake8_tfretrace.program.tracetypes import (
    ClassValue,
    FunctionValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.program.values import Interpreter
from flake8_tfretrace.program.weights import Weights


class ModelRefusals:
    """Answers what Keras 3 refuses for what the program makes its models of, and does with them.

    :class:`Refusals` goes by a call alone; these take the program's classes and other calls.
    """

    def __init__(
        self,
        index: Index,
        files: Files,
        names: Names,
        classes: Classes,
        syntax: Syntax,
        calls: Calls,
        refusals: Refusals,
        interpreter: Interpreter,
    ) -> None:
        self.index = index
        self.files = files
        self.names = names
        self.classes = classes
        self.syntax = syntax
        self.calls = calls
        self.refusals = refusals
        self.interpreter = interpreter
        self.weights = Weights(index, names, classes, syntax, calls, refusals, interpreter)
        self.logs = Logs(index, names, classes, calls, refusals, interpreter)
        self.saved_models = SavedModels(index, files, names, calls, refusals, interpreter)

    def refuses(self, node: ast.Call, place: Place, is_number: Callable[[ast.expr], bool]) -> bool:
        """Whether a call surely raises.

        Args:
            node: the call.
            place: the code around it.
            is_number: whether an argument is known to be a number or flag where it is called.
        """
        return (
            self._is_made_by_position(node, place)
            or self._is_made_with_others(node, place)
            or self._takes_one_list(node, place)
            or self._takes_no_tensor(node, place, is_number)
            or self._takes_no_keyword(node, place)
            or self._inherits_without_keyword(node, place)
            or self._names_weight_by_position(node, place)
            or self._is_refused_as_model(node, place)
            or self.saved_models.refuse(node, place)
            or self._is_fed_lists(node, place)
            or self.logs.lacks_metric(node, place)
            or self.logs.ends_by_lacking(node, place)
            or self.weights.packs_weights(node, place)
            or self.weights.changes_others(node, place)
            or self.weights.changes_none(node, place)
            or self._is_scheduled_in_vain(node, place)
        )

    def asks_for_method_of_keras_2(self, node: ast.Attribute, place: Place) -> bool:
        """Whether what is not the program's is asked for a method that only old Kerases had.

        In a project that defines none of the name: nobody else does, either.
        """
        name = node.attr
        if name not in METHODS_OF_KERAS_2 or self.refusals.has_keras_2:
            return False
        value = self.interpreter.value(node.value, place)
        is_other = isinstance(value, ObjectValue) and value.cls is None
        if not is_other and type(value) is not TraceType:
            return False
        if isinstance(node.value, ast.Name) and self.names.qualified(node.value, place):
            return False
        if any(function.name == name for function in self.index.functions):
            return False
        return is_mentioned(f"def {name}", self.files.path(place)) is not True

    def lacks_item(self, node: ast.Subscript, function: Function) -> bool:
        """Whether what is noted of a training is asked for something by a name that it lacks."""
        place = self.syntax.place(function, node)
        return self.logs.lacks_item(node, place) or self.logs.lacks_parameter(node, function)

    def _is_made_by_position(self, node: ast.Call, place: Place) -> bool:
        """Whether an own model or layer gives Keras' constructor a name, or the like, by position.

        That takes options by keyword alone, and of a model inputs and outputs together.
        """
        if not node.args or any(isinstance(a, ast.Starred) for a in node.args):
            return False
        base = self._made_above(node, place)
        if base not in _MOST_BY_POSITION or self.refusals.has_keras_2:
            return False
        # What is handed on may be these if something in the file is called with them.
        is_handed_on = any(keyword.arg is None for keyword in node.keywords)
        calls = (call for call, _ in self.index.calls) if is_handed_on else (node,)
        is_whole = any(k.arg in ("inputs", "outputs") for call in calls for k in call.keywords)
        return len(node.args) <= _MOST_BY_POSITION[base] and not is_whole

    def _made_above(self, node: ast.Call, place: Place) -> str | None:
        """Return the class of Keras whose constructor a method of an own class surely calls so."""
        func, owner = node.func, place.function.owner
        if not isinstance(func, ast.Attribute) or func.attr != "__init__" or owner is None:
            return None
        above = func.value.func if isinstance(func.value, ast.Call) else None
        if above is None or self.names.qualified(above, place) != "super":
            return None
        if any(len(heir.bases) > 1 for heir in self.classes.heirs(owner)):
            # What comes next in such a class may be another one of its bases.
            return None
        return self._constructor(owner, owner)

    def _constructor(self, cls: Class, caller: Class | None = None) -> str | None:
        """Return the class of Keras whose constructor makes an own class, or goes on for a caller.

        None if there may be another one in between.
        """
        lineage = self.classes.lineage(cls)
        if any(
            len(one.bases) != 1
            or one.node.decorator_list
            or one.node.keywords
            or (one is not caller and not _MAKING.isdisjoint(one.attributes))
            for one in lineage
        ):
            return None
        (base,) = lineage[-1].bases
        known = knowledge.class_(self.names.qualified(base, lineage[-1].place) or "")
        return None if known is None else known.name

    def _is_made_with_others(self, node: ast.Call, place: Place) -> bool:
        """Whether an own class gives a constructor of Keras' a keyword that it does not take.

        Itself, for what it is called with, or because it has no constructor of its own. Or without
        an argument that the constructor must be given.
        """
        named = {keyword.arg for keyword in node.keywords if keyword.arg is not None}
        if self.refusals.has_keras_2:
            return False
        above = self._made_above(node, place)
        if above is not None:
            return (
                self._refuses_any(above, named)
                or lacks_required(above, node)
                or self.refusals.refuses_choices(above, node, place)
            )
        value = self.interpreter.value(node.func, place)
        if not isinstance(value, ClassValue) or value.heirs:
            return False
        made = self.classes.method(value.cls, "__init__")
        making, handed_on = node, None
        if made is None:
            above = self._constructor(value.cls)
        elif made.owner is value.cls:
            named -= {parameter.name for parameter in made.parameters}
            above, making = self._handing_on(made) or (None, node)
            handed_on = named if is_written_out(node) else None
        if above is None:
            return False
        is_refused = self._refuses_any(above, named) or lacks_required(above, making, handed_on)
        return is_refused and self.interpreter.knows(node.func, place)

    def _refuses_any(self, cls: str, named: set[str]) -> bool:
        """Whether the constructor of a class of Keras' refuses one of several keywords."""
        taken = knowledge.keywords(cls)
        return taken is not None and not taken.issuperset(named)

    def _handing_on(self, made: Function) -> tuple[str, ast.Call] | None:
        """Return the class of Keras whose constructor gets all other keywords of an own one.

        With the call of that constructor.
        """
        rest = next((p.name for p in made.parameters if p.kind == "**"), None)
        node = made.node
        if rest is None or not isinstance(node, ast.FunctionDef) or node.decorator_list:
            return None
        mentions = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == rest]
        for statement in node.body:
            call = getattr(statement, "value", None)
            if isinstance(statement, ast.Expr) and isinstance(call, ast.Call):
                handed = [keyword.value for keyword in call.keywords if keyword.arg is None]
                if handed and handed == mentions:
                    above = self._made_above(call, made.body)
                    return None if above is None else (above, call)
            if may_leave(statement):
                return None
        return None

    def _takes_no_tensor(
        self, node: ast.Call, place: Place, is_number: Callable[[ast.expr], bool]
    ) -> bool:
        """Whether a layer or model gets a number, flag or text by position.

        Keras 3 takes nothing but tensors so, and None.
        """
        others = node.args[1:]
        if not others or self.refusals.has_keras_2 or not is_written_out(node):
            return False
        called = self.interpreter.value(node.func, place)
        if not isinstance(called, ObjectValue) or self.calls.keras.kind(called) not in CALLED:
            return False
        if called.cls is not None and any(
            not {"__call__", _TAKING_ALL}.isdisjoint(one.attributes)
            for one in (*self.classes.lineage(called.cls), *called.heirs)
        ):
            return False
        return self.interpreter.knows(node.func, place) and any(
            is_number(argument)
            or (
                isinstance(value := self.interpreter.value(argument, place), PythonValue)
                and value.kind in NO_DATA
                and (isinstance(argument, ast.Constant) or self.interpreter.knows(argument, place))
            )
            for argument in others
        )

    def _takes_one_list(self, node: ast.Call, place: Place) -> bool:
        """Whether a layer of Keras' that goes together from a list of tensors gets them one by one.

        So do the functions that make such a layer, and call it.
        """
        if len(node.args) < _SEVERAL or self.refusals.has_keras_2:
            return False
        known = knowledge.entry(self.names.qualified(node.func, place) or "")
        if known is None or known.name not in _MERGING_FUNCTIONS:
            layer = self.interpreter.value(node.func, place)
            if not isinstance(layer, ObjectValue) or layer.qualified not in _MERGING:
                return False
        is_known = known is not None or self.interpreter.knows(node.func, place)
        return is_known and all(self._is_tensor(one, place) for one in node.args[:_SEVERAL])

    def _is_tensor(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression surely is one tensor, or stands for one."""
        if isinstance(node, (ast.Attribute, ast.Starred)):
            # What a model gives may be a list.
            return False
        value = self.interpreter.value(node, place)
        is_one = isinstance(value, TensorValue) or is_symbol(value)
        return is_one and self.interpreter.knows(node, place)

    def _takes_no_keyword(self, node: ast.Call, place: Place) -> bool:
        """Whether a layer of Keras' is called with a keyword that it, as such, does not take.

        All of Keras 3 let pass ``training``, which the layers within take.
        """
        named = {keyword.arg for keyword in node.keywords} - {"training", None}
        if not named or self.refusals.has_keras_2:
            return False
        layer = self.interpreter.value(node.func, place)
        if not isinstance(layer, ObjectValue) or layer.cls is not None:
            return False
        owner = knowledge.definer(layer.qualified, "call")
        taken = None if owner is None else knowledge.keywords(f"{owner}.call")
        if taken is None or taken.issuperset(named):
            return False
        return self.interpreter.knows(node.func, place)

    def _inherits_without_keyword(self, node: ast.Call, place: Place) -> bool:
        """Whether a method that an own class inherits of Keras' gets what that does not take."""
        func = node.func
        if not isinstance(func, ast.Attribute) or not node.keywords or self.refusals.has_keras_2:
            return False
        if func.attr not in knowledge.methods_with_keywords():
            return False
        value = self.interpreter.value(func.value, place)
        cls = value.cls if isinstance(value, ObjectValue) else None
        if cls is None or not isinstance(value, ObjectValue):
            return False
        if self.classes.methods(cls, func.attr, value.heirs):
            return False
        lineage = self.classes.lineage(cls)
        bases = [self.names.qualified(base, one.place) for one in lineage for base in one.bases]
        known = [*filter(None, (knowledge.class_(base or "") for base in bases))]
        if len(known) != 1 or len(bases) != len(lineage):
            # With other bases of some class, or the program's, it may be another method.
            return False
        owner = knowledge.definer(known[0].name, func.attr)
        if owner is None or not self.refusals.refuses_keywords(f"{owner}.{func.attr}", node):
            return False
        return self.interpreter.knows(func.value, place)

    def _is_refused_as_model(self, node: ast.Call, place: Place) -> bool:
        """Whether Keras refuses what a method that an own model inherits is called with."""
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in OF_MODELS:
            return False
        model = self.interpreter.value(func.value, place)
        cls = model.cls if isinstance(model, ObjectValue) else None
        if cls is None or self.calls.keras.class_kind(cls) != "model":
            return False
        assert isinstance(model, ObjectValue)
        return (
            not self.classes.methods(cls, func.attr, model.heirs)
            and self.interpreter.knows(func.value, place)
            and self.refusals.refuses_method(func.attr, node, place)
        )

    def _names_weight_by_position(self, node: ast.Call, place: Place) -> bool:
        """Whether an own layer or model adds a weight, and gives its name where a shape belongs."""
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in _ADDING or not node.args:
            return False
        first = node.args[0]
        if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
            return False
        owner = place.function.owner
        if owner is None or self.refusals.has_keras_2 or not is_own(func.value, place.function):
            return False
        kind = self.calls.keras.class_kind(owner)
        is_layer = kind in CALLED or kind == "metric"
        return is_layer and not self.classes.methods(owner, func.attr)

    def _is_fed_lists(self, node: ast.Call, place: Place) -> bool:
        """Whether a model gets a generator of the program that yields lists, or tuples with one.

        Keras 3 takes nothing from a generator but tuples of arrays, be these in tuples or dicts.
        """
        func, data = node.func, argument(node, 0, "x")
        if not isinstance(func, ast.Attribute) or func.attr not in TAKING_DATA or data is None:
            return False
        if isinstance(data, ast.Name):
            data, around = sole_definition(data, place) or (data, place)
        else:
            around = place
        made = self.calls.target(data) if isinstance(data, ast.Call) else None
        if made is None or not made.is_generator or getattr(made.node, "decorator_list", True):
            return False
        if self.refusals.has_keras_2 or not self.calls.keras.is_own_endpoint(
            func.value, func.attr, place
        ):
            return False
        assert isinstance(data, ast.Call)
        return self.interpreter.knows(data.func, around) and all(
            isinstance(one, ast.Yield) and _has_list(one.value) for one, _ in made.yields
        )

    def compares_by_nothing(self, model: ObjectValue, compiling: ast.Call, place: Place) -> bool:
        """Whether a model is compiled with a loss or metric that Keras looks for in vain.

        Or with a list of metrics that is not as long as the model has outputs. It is when the model
        is first trained, or evaluated, that Keras makes them.
        """
        if self.refusals.has_keras_2:
            return False
        metrics = (argument(compiling, 3, "metrics"), argument(compiling, 4, "weighted_metrics"))
        if any(
            self.refusals.lacks_object("losses", text)
            for text in _texts(argument(compiling, 1, "loss"))
        ) or any(
            self.refusals.lacks_object("metrics", text) for one in metrics for text in _texts(one)
        ):
            return True
        if any(True for _ in _texts(argument(compiling, 2, "loss_weights"))):
            # Keras 2 took metrics there.
            return True
        counts = {len(one.elts) for one in metrics if _is_filled(one)}
        outputs = self._outputs(model) if counts else None
        return outputs is not None and outputs > 1 and counts != {outputs}

    def _outputs(self, model: ObjectValue) -> int | None:
        """Return how many tensors a model gives that is made of its inputs and outputs."""
        made = model.site
        place = self.index.places.get(made) if isinstance(made, ast.Call) else None
        if place is None or not isinstance(made, ast.Call) or model.cls is not None:
            return None
        for _ in range(_FACTORIES):
            # A factory's model is made where that says, for each call of it.
            node, at = self.calls.sole_return(made, place) or (None, place)
            if isinstance(node, ast.Name):
                node, at = sole_definition(node, at) or (None, at)
            if not isinstance(node, ast.Call):
                break
            made, place = node, at
        known = knowledge.class_(self.names.qualified(made.func, place) or "")
        outputs = argument(made, 1, "outputs")
        if known is None or known.name != "keras.Model" or outputs is None:
            return None
        value = self.interpreter.value(outputs, place)
        if not isinstance(value, SequenceValue) or value.items is None or value.change is not None:
            return None
        if not all(map(is_symbol, value.items)) or not self.interpreter.knows(outputs, place):
            return None
        return len(value.items)

    def _is_scheduled_in_vain(self, node: ast.Call, place: Place) -> bool:
        """Whether a model is trained with a schedule that gives no float for an epoch.

        But a tensor, an integer, or nothing. Keras 3 takes nothing else for a learning rate, and it
        sets none of an optimizer that has a schedule of its own.
        """
        func, handed = node.func, named_argument(node, "callbacks")
        if not isinstance(func, ast.Attribute) or func.attr != "fit" or handed is None:
            return False
        if self.refusals.has_keras_2 or not isinstance(handed, ast.List):
            return False
        model = self.interpreter.value(func.value, place)
        if not isinstance(model, ObjectValue) or self.calls.keras.kind(model) != "model":
            return False
        if model.cls is not None and self.classes.methods(model.cls, "fit", model.heirs):
            return False
        epochs = getattr(argument(node, 3, "epochs"), "value", 1)
        last = epochs - 1 if isinstance(epochs, int) else 0
        if len(handed.elts) > 1 or named_argument(node, "initial_epoch") is not None:
            # Another callback may stop the training before.
            last = 0
        is_scheduled = any(
            self._gives_no_float(schedule, epoch)
            for callback in handed.elts
            for schedule in self._schedules(callback, place)
            for epoch in {0, last}
        )
        is_refused = is_scheduled or (
            any(True for one in handed.elts for _ in self._schedules(one, place))
            and self._keeps_schedule(model)
        )
        return is_refused and self.interpreter.knows(func.value, place)

    def _keeps_schedule(self, model: ObjectValue) -> bool:
        """Whether a model is always compiled with an optimizer that is made with a schedule."""
        compiled = self.logs.compilings(model)
        return bool(compiled) and all(
            self._has_schedule(argument(call, 0, "optimizer"), at) for call, at in compiled or ()
        )

    def _has_schedule(self, node: ast.expr | None, place: Place) -> bool:
        """Whether an expression is a call that makes an optimizer with a schedule of Keras'."""
        if isinstance(node, ast.Name):
            node, place = sole_definition(node, place) or (node, place)
        if not isinstance(node, ast.Call):
            return False
        name = self.names.qualified(node.func, place) or ""
        given = argument(node, 0, "learning_rate")
        if given is None or not knowledge.is_subclass(name, _OPTIMIZER):
            return False
        value = self.interpreter.value(given, place)
        is_schedule = isinstance(value, ObjectValue) and knowledge.is_subclass(
            value.qualified, _SCHEDULE
        )
        return is_schedule and self.interpreter.knows(given, place)

    def _schedules(self, callback: ast.expr, place: Place) -> Iterator[Function]:
        """Yield the function that a callback asks for a learning rate, if it is one that does."""
        value = self.interpreter.value(callback, place)
        made = value.site if isinstance(value, ObjectValue) and value.cls is None else None
        around = self.index.places.get(made) if isinstance(made, ast.Call) else None
        if around is None or not isinstance(made, ast.Call):
            return
        if self.names.qualified(made.func, around) != _SCHEDULING:
            return
        given = argument(made, 0, "schedule")
        schedule = None if given is None else self.interpreter.value(given, around)
        if not isinstance(schedule, FunctionValue) or schedule.function is None or given is None:
            return
        node = schedule.function.node
        is_plain = isinstance(node, ast.FunctionDef) and not node.decorator_list
        if is_plain and not schedule.function.is_generator and schedule.bound is None:
            if self.interpreter.knows(callback, place) and self.interpreter.knows(given, around):
                yield schedule.function

    def _gives_no_float(self, schedule: Function, epoch: int) -> bool:
        """Whether a function surely returns no float for the number of an epoch."""
        pending: list[ast.stmt] = [*getattr(schedule.node, "body", ())]
        numbered = schedule.parameters[0].name if schedule.parameters else ""
        while pending:
            statement = pending.pop(0)
            if isinstance(statement, ast.If):
                holds = _holds(statement.test, numbered, epoch)
                if holds is None and may_leave(statement):
                    return False
                if holds is not None:
                    pending[:0] = statement.body if holds else statement.orelse
            elif isinstance(statement, ast.Return):
                place, given = self.syntax.place(schedule, statement), statement.value
                return (
                    given is None or self._is_int(given, place) or self._is_of_tensor(given, place)
                )
            elif may_leave(statement) or numbered in _stored_by(statement):
                return False
        return True

    def _is_int(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression surely gives an integer, a flag, or None."""
        value = self.interpreter.value(node, place)
        if not isinstance(value, PythonValue) or value.kind not in ("bool", "int", "none"):
            return False
        return isinstance(node, ast.Constant) or self.interpreter.knows(node, place)

    def _is_of_tensor(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression surely gives a tensor, be it of a number and a tensor."""
        if isinstance(node, ast.Name):
            found = sole_definition(node, place)
            if found is None:
                return False
            node, place = found
        if isinstance(node, ast.BinOp):
            return self._is_of_tensor(node.left, place) or self._is_of_tensor(node.right, place)
        if not isinstance(node, ast.Call):
            return False
        name = self.names.qualified(node.func, place) or ""
        known = knowledge.function(name) if name.startswith("tensorflow.") else None
        return known is not None and known.returned(known.bind(node)).kind == "tensor"


TAKING_DATA = frozenset({"evaluate", "fit", "predict"})
"""Methods that take the batches of a generator."""
_SEVERAL = 2
_MERGES = ("Add", "Average", "Concatenate", "Dot", "Maximum", "Minimum", "Multiply", "Subtract")
_MERGING = frozenset(
    f"keras.layers.{name}" for name in (*_MERGES, "AdditiveAttention", "Attention")
)
"""Layers that are called with a list of tensors."""
_MERGING_FUNCTIONS = frozenset(f"keras.layers.{name.lower()}" for name in _MERGES)
"""Functions that are."""
_OPTIMIZER = "keras.Optimizer"
_SCHEDULE = "keras.optimizers.schedules.LearningRateSchedule"
_SCHEDULING = "keras.callbacks.LearningRateScheduler"
"""A callback that asks a function for the learning rate of each epoch."""
_MAKING = frozenset({"__init__", "__new__"})
"""What takes the arguments that a class is called with."""
_MOST_BY_POSITION = {"keras.Layer": math.inf, "keras.Model": 1}
"""Classes of Keras whose constructor refuses so many arguments by position, or less."""
_FACTORIES = 4
"""So many functions that hand on a model are followed."""
_TAKING_ALL = "_allow_non_tensor_positional_args"
"""What a class sets whose instances take anything by position."""
_ADDING = frozenset({"add_variable", "add_weight"})
"""Methods of layers that add a weight, and took its name first."""
METHODS_OF_KERAS_2 = frozenset(
    {"evaluate_generator", "fit_generator", "predict_classes", "predict_generator"}
    | {"_decayed_lr", "_make_predict_function", "experimental_run_v2"}
    | {"_create_all_weights", "_create_hypers"}
)
"""Methods of models, optimizers and strategies that went before, or with, Keras 3."""
KEYWORDS_OF_KERAS_2 = frozenset({"max_queue_size", "use_multiprocessing"})
"""What the methods of models that take data took, and nobody else's methods of these names do."""


def _has_list(node: ast.expr | None) -> bool:
    """Whether an expression is a list that is written out, or a tuple with one in it."""
    if isinstance(node, ast.Tuple):
        return any(isinstance(element, ast.List) for element in node.elts)
    return isinstance(node, ast.List)


def _holds(test: ast.expr, name: str, number: int) -> bool | None:
    """Return whether a variable of some name and value compares with a number; None if unknown."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return None
    compare = COMPARISONS.get(type(test.ops[0]))
    sides = [
        number if isinstance(part, ast.Name) and part.id == name else getattr(part, "value", None)
        for part in (test.left, test.comparators[0])
    ]
    if compare is None or not all(isinstance(side, (int, float)) for side in sides):
        return None
    return bool(compare(*sides))


def _stored_by(statement: ast.stmt) -> set[str]:
    """Return the names that a statement stores."""
    names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return {node.id for node in names if isinstance(node.ctx, ast.Store)}


def _texts(node: ast.expr | None) -> Iterator[str]:
    """Yield the texts that are written out in a list or table, and in those in it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from _texts(value)
    elif isinstance(node, (ast.List, ast.Tuple)):
        for element in node.elts:
            yield from _texts(element)


def _is_filled(node: ast.expr | None) -> TypeGuard[ast.List | ast.Tuple]:
    """Whether a list with something in it is written out."""
    if not isinstance(node, (ast.List, ast.Tuple)) or not node.elts:
        return False
    return not any(isinstance(element, ast.Starred) for element in node.elts)
