"""What Keras notes of a training: the logs that callbacks get, and the history of all epochs."""

from __future__ import annotations

import ast
import re

from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.iteration import elements_of
from flake8_tfretrace.program.keras import FUNCTIONAL, SEQUENTIAL, is_symbol
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.refusals import Refusals
from flake8_tfretrace.program.scopes import (
    Class,
    Function,
    Index,
    Place,
    is_none,
    sole_definition,
    tail,
)
from flake8_tfretrace.program.syntax import argument, bind, is_own, is_written_out, named_argument
from flake8_tfretrace.program.tracetypes import ObjectValue
from flake8_tfretrace.program.values import Interpreter


class Logs:
    """Answers what the logs of a training surely have no entry for: a must-analysis."""

    def __init__(
        self,
        index: Index,
        names: Names,
        classes: Classes,
        calls: Calls,
        refusals: Refusals,
        interpreter: Interpreter,
    ) -> None:
        self.index = index
        self.names = names
        self.classes = classes
        self.calls = calls
        self.refusals = refusals
        self.interpreter = interpreter

    def lack(self, key: str, fit: ast.Call, place: Place, *, by_class: bool = False) -> bool:
        """Whether nothing of a name is noted of the training that a call runs.

        If ``by_class``, the names count that Keras has for metrics, however they are written.

        Metrics are noted by the names that a model is compiled with; ``"acc"`` stood for
        ``"accuracy"`` in old Kerases, and ``"lr"`` for ``"learning_rate"`` in all before Keras 3.
        """
        if not self.trains(fit, place) or not is_written_out(fit):
            return False
        compiled = [
            call
            for call, _ in self.calls.named("compile")
            if isinstance(call.func, ast.Attribute) and tail(call.func.value) != "re"
        ]
        if not compiled or not self._are_callbacks_without(key, fit, place):
            return False
        if any(_names(call, key.removeprefix(_VALIDATED)) for call, _ in self.index.calls):
            # A layer may have a metric.
            return False
        if key.startswith(_VALIDATED) and not _may_validate(fit):
            return True
        name = key.removeprefix(_VALIDATED)
        return not any(_may_measure(name, call, by_class=by_class) for call in compiled)

    def is_lone_loss(self, node: ast.expr, place: Place, depth: int = 4) -> bool:
        """Whether an expression surely is the loss of a model that is compiled without metrics.

        Or what is made of such: a number, or an array without dimensions. It is no list, as that of
        a model with metrics, or with several outputs.
        """
        if depth == 0:
            return False
        match node:
            case ast.Name():
                found = sole_definition(node, place)
                return found is not None and self.is_lone_loss(*found, depth - 1)
            case ast.BinOp(left=left, right=right):
                parts = [one for one in (left, right) if not _is_number(one)]
                return bool(parts) and all(self.is_lone_loss(p, place, depth) for p in parts)
            case ast.Call(args=[left, right], keywords=[]) if (
                self.names.qualified(node.func, place) == _ADDING
            ):
                return self.is_lone_loss(left, place, depth) and self.is_lone_loss(
                    right, place, depth
                )
            case ast.Call(func=ast.Attribute(value=holder, attr=name)) if name in _COMPARING:
                return not any(k.arg in (None, "return_dict") for k in node.keywords) and (
                    self._has_lone_loss(holder, place)
                )
        return False

    def _has_lone_loss(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives a model with one output that all code compiles so."""
        model = self.interpreter.value(node, place)
        if not isinstance(model, ObjectValue) or model.cls is not None or model.site is None:
            return False
        if self.refusals.has_keras_2 or not self.interpreter.knows(node, place):
            return False
        made = self.calls.keras.construction(model)
        if made is None or not self._has_one_output(model, made):
            return False
        compiled = self.compilings(model)
        return (
            bool(compiled)
            and not any(_may_have_metrics(call) for call, _ in compiled or ())
            # A layer may have a metric.
            and not any(
                self.calls.keras.class_kind(cls) is not None and _speaks_of_metrics(cls)
                for cls in self.index.classes
            )
        )

    def compilings(self, model: ObjectValue) -> list[tuple[ast.Call, Place]] | None:
        """Return the calls that compile a model of Keras' own; None if others may do so, too."""
        made = self.calls.keras.construction(model)
        if made is None:
            return None
        compiled = []
        for call, at in self.calls.named("compile"):
            func = call.func
            if not isinstance(func, ast.Attribute) or tail(func.value) == "re":
                continue
            one = self.interpreter.value(func.value, at)
            if not isinstance(one, ObjectValue):
                return None
            if self.calls.keras.construction(one) is made:
                compiled.append((call, at))
        return compiled

    def _has_one_output(self, model: ObjectValue, made: ast.Call) -> bool:
        """Whether a model of Keras' own classes gives one tensor."""
        if model.qualified == SEQUENTIAL:
            return True
        place, outputs = self.index.places.get(made), argument(made, 1, "outputs")
        if place is None or outputs is None or model.qualified != FUNCTIONAL:
            return False
        is_one = is_symbol(self.interpreter.value(outputs, place))
        # What a model is asked for may be a list.
        return is_one and isinstance(outputs, (ast.Call, ast.Name))

    def trains(self, fit: ast.Call, place: Place) -> bool:
        """Whether a call surely is one of Keras' own ``fit``, with steps of its own."""
        func = fit.func
        if not isinstance(func, ast.Attribute) or func.attr != "fit" or self.refusals.has_keras_2:
            return False
        model = self.interpreter.value(func.value, place)
        if not isinstance(model, ObjectValue) or self.calls.keras.kind(model) != "model":
            return False
        if model.cls is None:
            return self.calls.keras.construction(model) is not None
        return self.interpreter.knows(func.value, place) and not any(
            self.classes.methods(model.cls, name, model.heirs) for name in _OWN
        )

    def callbacks(self, fit: ast.Call, place: Place) -> list[Class]:
        """Return the classes of the program's of which a training surely has a callback."""
        given = named_argument(fit, "callbacks")
        if given is None or not self.trains(fit, place) or not is_written_out(fit):
            return []
        if any(keyword.arg in _PERHAPS_NONE for keyword in fit.keywords):
            return []
        epochs = named_argument(fit, "epochs")
        if isinstance(epochs, ast.Constant) and not epochs.value:
            return []
        found = []
        for element in getattr(given, "elts", (given,)):
            value = self.interpreter.value(element, place)
            is_known = self.interpreter.knows(element, place)
            for one in elements_of(value) or (value,):
                if isinstance(one, ObjectValue) and one.cls is not None and not one.heirs:
                    if self.calls.keras.is_callback(one.cls) and is_known:
                        found.append(one.cls)
        return found

    def ends_by_lacking(self, fit: ast.Call, place: Place) -> bool:
        """Whether a callback of Keras' own asks a training for what it does not measure.

        To stop early Keras 3 looks for the metric to know whether it is to rise or fall, unless
        told so. What is measured in an epoch may be a part of the name of the model's file.
        """
        if not isinstance(fit.func, ast.Attribute) or fit.func.attr != "fit":
            return False
        given = named_argument(fit, "callbacks")
        for node in getattr(given, "elts", (given,)) if given is not None else ():
            one = self.interpreter.value(node, place)
            if not isinstance(one, ObjectValue) or one.qualified not in (_STOPPING, _SAVING):
                continue
            made = self.calls.keras.construction(one) if one.cls is None else None
            if made is None or not is_written_out(made) or not self.interpreter.knows(node, place):
                continue
            is_stopping = one.qualified == _STOPPING
            asked = _monitored(made) if is_stopping else _in_path(made)
            if any(self.lack(name, fit, place, by_class=is_stopping) for name in asked):
                return True
        return False

    def lacks_item(self, node: ast.Subscript, place: Place) -> bool:
        """Whether a history is asked for what it does not have."""
        key, base = node.slice, node.value
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            return False
        if not isinstance(node.ctx, ast.Load):
            return False
        if self.lacks_metric(node, place):
            return True
        if isinstance(base, ast.Name):
            defined = self.classes.definitions(base, place)
            if len(defined) != 1 or defined[0].value is None or defined[0].path:
                return False
            base, place = defined[0].value, defined[0].place
        if not isinstance(base, ast.Attribute) or base.attr != "history":
            return False
        trainings = self._trainings(base.value, place)
        return bool(trainings) and all(self.lack(key.value, *one) for one in trainings)

    def lacks_metric(self, node: ast.Call | ast.Subscript, place: Place) -> bool:
        """Whether a metric that a model is compiled with is looked for among its metrics' names.

        Keras 3 has one name for all of these.
        """
        if isinstance(node, ast.Call):
            func = node.func
            if not isinstance(func, ast.Attribute) or func.attr != "index" or not node.args:
                return False
            key, names = node.args[0], func.value
        else:
            key, names = node.slice, node.value
            if isinstance(names, ast.Name):
                names, place = sole_definition(names, place) or (names, place)
            match names:
                case ast.Call(
                    func=ast.Name("dict"), args=[ast.Call(func=ast.Name("zip"), args=[first, _])]
                ):
                    names = first
                case _:
                    return False
        if isinstance(names, ast.Name):
            names, place = sole_definition(names, place) or (names, place)
        if not isinstance(names, ast.Attribute) or names.attr != "metrics_names":
            return False
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            return False
        name = key.value
        if name == _ALL_METRICS or "loss" in name or self.refusals.has_keras_2:
            return False
        model = self.interpreter.value(names.value, place)
        if not isinstance(model, ObjectValue) or model.cls is not None:
            return False
        is_model = self.calls.keras.kind(model) == "model"
        if not is_model or self.calls.keras.construction(model) is None:
            return False
        # A layer may have a metric.
        return not any(_names(call, name) for call, _ in self.index.calls)

    def _trainings(
        self, node: ast.expr, place: Place, depth: int = 2
    ) -> list[tuple[ast.Call, Place]]:
        """Return the calls of which one gave a history; none where that is not known."""
        if isinstance(node, ast.Call):
            is_fit = isinstance(node.func, ast.Attribute) and node.func.attr == "fit"
            return [(node, place)] if is_fit else self._returned(node, place, (), depth)
        found: list[tuple[ast.Call, Place]] = []
        for binding in self.classes.definitions(node, place):
            if isinstance(binding.value, ast.Constant) and binding.value.value is None:
                continue
            if binding.path:
                if binding.kind != "assign" or not isinstance(binding.value, ast.Call):
                    return []
                ways = [self._returned(binding.value, binding.place, binding.path, depth)]
            elif binding.kind == "assign" and binding.value is not None:
                ways = [self._trainings(binding.value, binding.place, depth)]
            elif binding.kind == "parameter" and depth:
                ways = self._given(binding.name, binding.place.function, depth - 1)
            else:
                return []
            if not ways or [] in ways:
                return []
            found += [one for way in ways for one in way]
        return found

    def _returned(
        self, node: ast.Call, place: Place, path: tuple[int | None, ...], depth: int
    ) -> list[tuple[ast.Call, Place]]:
        """Return the same of what a function returns in one place, or of an element of that."""
        found = self.calls.sole_return(node, place)
        if found is None or depth == 0:
            return []
        given, at = found
        match path:
            case (int(position),) if isinstance(given, ast.Tuple) and position < len(given.elts):
                given = given.elts[position]
            case (_, *_):
                return []
        return self._trainings(given, at, depth - 1)

    def _given(
        self, name: str, function: Function, depth: int
    ) -> list[list[tuple[ast.Call, Place]]]:
        """Return the same for each call of a function, of what is given for a parameter."""
        if self.calls.is_handed_on(function) or not self.calls.are_known(function):
            return []
        return [
            self._trainings(node, at, depth)
            for call, at in self.calls.callers(function)
            for node, parameter, is_starred in bind(function.call_parameters, call)
            if parameter is not None and parameter.name == name and not is_starred
        ]

    def _are_callbacks_without(self, key: str, fit: ast.Call, place: Place) -> bool:
        """Whether no callback of a training notes something by a name of its own."""
        given = argument(fit, 5, "callbacks")
        if given is None:
            return True
        elements = getattr(given, "elts", None)
        if elements is not None:
            values = [self.interpreter.value(element, place) for element in elements]
        else:
            one = self.interpreter.value(given, place)
            listed = elements_of(one)
            values = [one] if isinstance(one, ObjectValue) else listed or []
        return bool(values) and all(
            isinstance(value, ObjectValue)
            and (
                value.cls is None
                or not any(_notes(one, key) for one in self.classes.family(value.cls))
            )
            for value in values
        )

    def lacks_parameter(self, node: ast.Subscript, function: Function) -> bool:
        """Whether a callback reads what Keras 3 does not tell of a training."""
        base, key = node.value, node.slice
        if not isinstance(base, ast.Attribute) or base.attr != "params":
            return False
        if not isinstance(key, ast.Constant) or key.value in _PARAMETERS:
            return False
        owner = function.owner
        if owner is None or not is_own(base.value, function) or self.refusals.has_keras_2:
            return False
        return self.calls.keras.is_callback(owner) and not any(
            {"params", "set_params"} & {*cls.attributes, *cls.methods}
            for cls in self.classes.family(owner)
        )


_OWN = ("compile", "compute_metrics", "fit", "get_metrics_result", "metrics", "train_step")
"""What a model may define that decides what is noted."""
_VALIDATED = "val_"
_STOPPING = "keras.callbacks.EarlyStopping"
_SAVING = "keras.callbacks.ModelCheckpoint"
_FIELD = re.compile(r"\{(\w+)[:}]")
"""What a path has in place of something that is known of an epoch."""
_OF_EPOCHS = frozenset({"batch", "epoch", "learning_rate"})
"""What is known of all epochs."""
_ACCURACY = frozenset({"acc", "accuracy"})
_RATE = "lr"
_ALL_METRICS = "compile_metrics"
_PARAMETERS = ("epochs", "steps", "verbose")
"""What Keras 3 tells its callbacks of a training."""
_PERHAPS_NONE = ("initial_epoch",)
"""What may leave no epoch to train."""
_COMPARING = frozenset({"evaluate", "test_on_batch", "train_on_batch"})
"""Methods of models that give the loss, and the metrics, if there are any."""
_ADDING = "numpy.add"
_BEFORE_METRICS = 2
"""The parameters of ``compile`` before those for weights of losses, and for metrics."""
_BEFORE_VALIDATION = 6
"""The parameters of ``fit`` before those for validation."""


def _monitored(made: ast.Call) -> list[str]:
    """Return the metric that a training is to stop by, if Keras has to know how it is meant."""
    monitor, mode = argument(made, 0, "monitor"), argument(made, 4, "mode")
    if not isinstance(monitor, ast.Constant) or not isinstance(monitor.value, str):
        return []
    if mode is not None and getattr(mode, "value", None) != "auto":
        return []
    name = monitor.value.removeprefix(_VALIDATED)
    return [] if name in _OF_EPOCHS else [name]


def _in_path(made: ast.Call) -> list[str]:
    """Return the metrics that are part of the path that a model is saved to after each epoch."""
    path = argument(made, 0, "filepath")
    if not isinstance(path, ast.Constant) or not isinstance(path.value, str):
        return []
    others = (argument(made, 3, "save_best_only"), argument(made, 6, "save_freq"))
    if any(one is not None and getattr(one, "value", ...) is not False for one in others):
        return []
    return [name for name in _FIELD.findall(path.value) if name not in _OF_EPOCHS]


def _is_number(node: ast.expr) -> bool:
    """Whether an expression is a number that is written out."""
    return isinstance(node, ast.Constant) and type(node.value) in (float, int)


def _may_have_metrics(compiling: ast.Call) -> bool:
    """Whether a model may be compiled with metrics."""
    if not is_written_out(compiling) or len(compiling.args) > _BEFORE_METRICS:
        return True
    given = (named_argument(compiling, name) for name in ("metrics", "weighted_metrics"))
    return any(one is not None and not is_none(one) and not _is_empty(one) for one in given)


def _is_empty(node: ast.expr) -> bool:
    return isinstance(node, (ast.List, ast.Tuple)) and not node.elts


def _speaks_of_metrics(cls: Class) -> bool:
    """Whether the code of a class has a word of metrics."""
    names = (getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(cls.node))
    return any("metric" in name.lower() for name in names if isinstance(name, str))


def _may_validate(fit: ast.Call) -> bool:
    """Whether a training may be told to validate."""
    named = any((keyword.arg or "").startswith("validation_") for keyword in fit.keywords)
    return named or len(fit.args) > _BEFORE_VALIDATION


def _may_measure(name: str, compiling: ast.Call, *, by_class: bool) -> bool:
    """Whether a model may be compiled with what is noted by a name."""
    if not is_written_out(compiling):
        return True
    given = [*compiling.args[2:]]
    given += [k.value for k in compiling.keywords if k.arg in ("metrics", "weighted_metrics")]
    elements = [one for node in given for one in getattr(node, "elts", (node,))]
    texts = [one.value if isinstance(one, ast.Constant) else ... for one in elements]
    if name in _ACCURACY or name == _RATE:
        # Those of a model of several outputs have the name of one in front.
        return any(text is ... or text == name for text in texts)
    if name == "learning_rate" or "loss" in name:
        return True
    if by_class or not all(isinstance(text, str) or text is None for text in texts):
        # What else there is may be known by another name.
        return any(text is not None for text in texts)
    # Of several outputs, that of one comes first.
    measured = [text for text in texts if isinstance(text, str)]
    return any(name == text or name.endswith(f"_{text}") for text in measured)


def _names(call: ast.Call, name: str) -> bool:
    """Whether a call gives something a name."""
    given = named_argument(call, "name")
    return isinstance(given, ast.Constant) and given.value == name


def _notes(cls: Class, key: str) -> bool:
    """Whether a class speaks of a name, and not only to read what it stands for."""
    read = set()
    for node in ast.walk(cls.node):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            read.add(node.slice)
        elif isinstance(node, ast.Call) and tail(node.func) == "get" and node.args:
            read.add(node.args[0])
        elif isinstance(node, ast.keyword) and node.arg == key:
            return True
    return any(
        isinstance(node, ast.Constant) and node.value == key and node not in read
        for node in ast.walk(cls.node)
    )
