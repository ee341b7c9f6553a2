"""The classes of a program: their bases, methods, attributes, and how TensorFlow compares them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, Literal

from flake8_tfretrace.program import library
from flake8_tfretrace.program.decorators import (
    calls_its_argument,
    returns_its_argument,
    traces_its_argument,
)
from flake8_tfretrace.program.links import Links, is_of_library
from flake8_tfretrace.program.mutations import Mutations
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    Index,
    Place,
    definitions,
    lookup,
    tail,
)
from flake8_tfretrace.program.tracetypes import (
    FunctionValue,
    ObjectValue,
    TraceType,
    options_of,
)
from flake8_tfretrace.program.values import Values
from flake8_tfretrace.program.wrappers import Wrappers

Comparison = Literal["identity", "equality", "value", "unhashable", "unknown"]
Kind = Literal["methods", "setters"]
"""What an access of an attribute runs: its method or getter, or its setter."""


_TRANSPARENT = frozenset(
    {"staticmethod", "classmethod", "property", "functools.wraps"}
    | {f"abc.{name}" for name in ("abstractmethod", "abstractproperty")}
    | {f"{module}.{name}" for module in ("typing", "typing_extensions")
       for name in ("override", "final", "no_type_check", "overload")}
    | {"tensorflow.autograph.experimental.do_not_convert", "tensorflow.Module.with_name_scope"}
    | {"tensorflow.custom_gradient", "tensorflow.recompute_grad"}
    | {"keras.saving.register_keras_serializable", "keras.utils.register_keras_serializable"}
    | {"tensorflow.__internal__.tracking.no_automatic_dependency_tracking"}
)  # fmt: skip
"""Decorators after which calling the name runs the function's own code, at each call."""


_OF_TUPLES = frozenset({"__eq__", "__getattribute__", "__getitem__", "__iter__", "__len__"})
"""The methods with which an instance is another tuple than that of its fields."""
_DATACLASS = frozenset({"dataclasses.dataclass", "dataclass"})
_CLASS_DECORATORS = _DATACLASS | frozenset(
    {"functools.total_ordering", "typing.final"}
    | {"keras.saving.register_keras_serializable", "keras.utils.register_keras_serializable"}
    | {"typing.runtime_checkable", "enum.unique"}
)
"""Decorators that give back the class."""


def is_abstract(method: Function) -> bool:
    """Whether a method is there to be defined by others: it is marked so, or only raises."""
    if "abstractmethod" in method.marks():
        return True
    own = (s for s in getattr(method.node, "body", ()) if not _is_text(s))
    first = next(own, None)
    if not isinstance(first, ast.Raise) or next(own, None) is not None:
        return False
    name = first.exc.func if isinstance(first.exc, ast.Call) else first.exc
    return isinstance(name, ast.Name) and name.id == "NotImplementedError"


def _is_of_class(binding: Binding) -> bool:
    """Whether a class body sets a name, and does not just declare it."""
    return binding.place.scope.kind == "class" and (
        binding.kind != "assign" or binding.value is not None
    )


def _may_be_one_of(value: TraceType, cls: Class, heirs: Sequence[Class]) -> bool:
    """Whether a value may be an instance of a class, or of some that derive from it."""
    return isinstance(value, ObjectValue) and (
        value.cls is cls
        or value.cls in heirs
        or cls in value.heirs
        or not value.heirs.isdisjoint(heirs)
    )


def _base_name(base: ast.expr, cls: Class) -> str:
    """Return the name of a base class where it is defined, as far as an import tells."""
    name = tail(base)
    for binding in cls.place.scope.bindings.get(name, ()):
        if isinstance(binding.node, ast.ImportFrom):
            return next((a.name for a in binding.node.names if a.asname == name), name)
    return name


def _mentioned_in_body(cls: Class) -> set[str]:
    """Return the names that a class body reads, which may give a method a second name."""
    found: set[str] = set()
    pending: list[ast.AST] = [*cls.node.body]
    for node in pending:
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            pending += ast.iter_child_nodes(node)
    return found


def _linearized(bases: Mapping[Class, list[Class]]) -> list[Class] | None:
    """Return the first of some classes with all its bases, as Python orders them (C3).

    None where Python would refuse the class.
    """
    pending = [*bases]
    first = pending[0]
    known: dict[Class, list[Class]] = {}
    while pending:
        ready = [one for one in pending if known.keys() >= {*bases[one]}]
        if not ready:
            return None
        for one in ready:
            lines = [[*known[base]] for base in bases[one]] + [[*bases[one]]]
            order = [one]
            while lines := [line for line in lines if line]:
                others = {later for line in lines for later in line[1:]}
                heads = [line[0] for line in lines if line[0] not in others]
                if not heads:
                    return None
                head = heads[0]
                order.append(head)
                lines = [line[1:] if line[0] is head else line for line in lines]
            known[one] = order
        pending = [one for one in pending if one not in known]
    return known[first]


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


@dataclass(eq=False, repr=False)
class Classes:
    """What one program's classes inherit, define, and are assigned."""

    index: Index
    names: Names
    links: Links
    mutations: Mutations
    wrappers: Wrappers
    values: Values
    _bases: dict[Class, list[Class]] = field(default_factory=dict, init=False)
    _lineages: dict[Class, list[Class]] = field(default_factory=dict, init=False)
    _instances: dict[Function, frozenset[Class]] = field(default_factory=dict, init=False)
    _known_heirs: dict[Class, list[Class]] = field(default_factory=dict, init=False)
    _own_names: dict[Class, tuple[set[str], set[str]]] = field(default_factory=dict, init=False)
    _by_base: dict[str, list[Class]] = field(default_factory=dict, init=False)
    """The classes of modules that are only read, by the names of their bases."""
    _functions: list[Function] = field(default_factory=list, init=False)
    """The functions of these modules."""
    changes: int = field(default=0, init=False)
    """How often classes came into view that derive from others."""
    _methods: dict[tuple[Class, str, frozenset[Class]], list[Function]] = field(
        default_factory=dict, init=False
    )

    def bases(self, cls: Class) -> list[Class]:
        """Return the base classes that this file defines, or imports from its project."""
        known = self._bases.get(cls)
        if known is None:
            known, is_settled, place = [], True, cls.place
            for base in cls.bases:
                named = self._named(base, place, frozenset())
                found = [b.cls for b in named if b.cls is not None and b.cls is not cls]
                known += found
                if not found and isinstance(base, ast.Attribute) and not is_of_library(base, place):
                    # What an attribute is may be in the course of being worked out.
                    is_settled = is_settled and self.values.knows(base.value, place)
            if is_settled:
                self._bases[cls] = known
        return known

    def _named(self, node: ast.expr, place: Place, seen: frozenset[Binding]) -> Iterator[Binding]:
        """Yield what a name stands for: through imports, and other names of the same."""
        found: Sequence[Binding] = ()
        if isinstance(node, ast.Name):
            owner, bindings = lookup(node.id, place.scope)
            others = self.links.star_import(node.id, place) if owner is None else None
            if len(bindings) > 1:
                bindings = definitions(node, place)
            found = others if isinstance(others, tuple) else bindings
        elif isinstance(node, ast.Attribute):
            others = self.links.attribute(node, place)
            found = others if isinstance(others, tuple) else ()
        for binding in found:
            others = self.links.imported(binding) if binding.kind == "import" else (binding,)
            for other in others if isinstance(others, tuple) else ():
                value = other.value
                if other.kind != "assign" or other.path or other in seen:
                    yield other
                elif isinstance(value, (ast.Name, ast.Attribute)):
                    yield from self._named(value, other.place, seen | {other})

    def lineage(self, cls: Class) -> list[Class]:
        """Return the class and its bases in this file, in the order of method resolution."""
        known = self._lineages.get(cls)
        if known is not None:
            return known
        line = [cls]
        for parent in line:
            line += [base for base in self.bases(parent) if base not in line]
        if len(line) > 2 and any(self._is_mixed(one) for one in line if one.node.bases[1:]):
            line = _linearized({one: self.bases(one) for one in line}) or line
        if self._bases.keys() >= {*line}:
            self._lineages[cls] = line
        return line

    def inherited(self, cls: Class) -> Iterator[str]:
        """Yield the dotted names of what the class, and its bases in this file, derive from."""
        for one in self.lineage(cls):
            names = (self.names.qualified(base, one.place) for base in one.bases)
            yield from filter(None, names)

    def family(self, cls: Class) -> list[Class]:
        """Return the lineage of ``cls``, the classes of this file that derive from it, and theirs.

        An instance of one of them may run, as its own, methods of bases that ``cls`` has not.
        """
        return self._family(cls, self._below(cls))

    def names_within(self, cls: Class, *, of_class: bool) -> set[str]:
        """Return the names of an instance, or of the class itself, in its methods: ``self``."""
        names: set[str] = set()
        for one in self.family(cls):
            known = self._own_names.get(one)
            if known is None:
                methods = [method for method in one.functions if method.is_method]
                of = {m.parameters[0].name for m in methods if "classmethod" in m.marks()}
                others = {m.parameters[0].name for m in methods if "classmethod" not in m.marks()}
                known = self._own_names[one] = (others, of)
            names |= known[of_class]
        return names

    def _family(self, cls: Class, heirs: Sequence[Class]) -> list[Class]:
        own = self.lineage(cls)
        if not heirs:
            return own
        mixed = [heir for heir in heirs if heir.node.bases[1:] and self._is_mixed(heir)]
        if not mixed:
            return [*own, *heirs]
        return [*dict.fromkeys([*own, *heirs, *chain.from_iterable(map(self.lineage, mixed))])]

    def heirs(self, cls: Class) -> list[Class]:
        """Return ``cls`` and the classes of this file that derive from it."""
        return [cls, *self._below(cls)]

    @cached_property
    def _heirs(self) -> dict[Class, list[Class]]:
        """The classes of this file that derive from each class."""
        found: dict[Class, list[Class]] = {}
        for heir in self.index.classes:
            for ancestor in self.lineage(heir)[1:]:
                found.setdefault(ancestor, []).append(heir)
        return found

    def _is_mixed(self, cls: Class) -> bool:
        """Whether a class has several bases in view."""
        return bool(cls.node.bases[1:]) and len(self.bases(cls)) > 1

    def _below(self, cls: Class) -> Sequence[Class]:
        """Return the classes that derive from one: of the file, and of all modules in view."""
        known = self._known_heirs.get(cls)
        if known is None:
            known = self._known_heirs[cls] = self._find_below(cls)
        return known

    def extend(self, module: Index) -> None:
        """Take in the classes of another module; count it if some derive from known ones."""
        if not module.classes:
            return
        added = {_base_name(base, cls): None for cls in module.classes for base in cls.bases}
        for cls in module.classes:
            for base in cls.bases:
                self._by_base.setdefault(_base_name(base, cls), []).append(cls)
        self._functions += module.functions
        if "_called_on_classes" in vars(self):
            self._called_on_classes.update(self._read_of_classes(module.functions))
        self._instances.clear()
        is_changed = False
        for cls, heirs in [*self._known_heirs.items()]:
            if cls.name in added or any(heir.name in added for heir in heirs):
                found = self._known_heirs[cls] = self._find_below(cls)
                is_changed |= found != heirs
        if is_changed:
            self._methods.clear()
            self.changes += 1

    def _find_below(self, cls: Class) -> list[Class]:
        found = [*self._heirs.get(cls, ())]
        # Those of modules that are only read are looked for by the names of their bases.
        pending = [cls, *found] if self._by_base else []
        for one in pending:
            for heir in self._by_base.get(one.name, ()):
                if heir not in pending and self._derives(heir, one):
                    pending.append(heir)
                    found.append(heir)
        return found

    def _derives(self, heir: Class, base: Class) -> bool:
        """Whether a class of a module that is only read has another one as a base.

        No more modules are looked into for that.
        """
        return any(self.links.class_of(node, heir.place) is base for node in heir.bases)

    # dispatch: what a name is on an instance, as its class decides

    def instances(self, method: Function) -> frozenset[Class]:
        """Return the classes that derive from a method's own for whose instances it may run.

        Not for those of a class that overrides it, unless something calls what is overridden.
        """
        owner = method.owner
        heirs = () if owner is None else self._below(owner)
        if owner is None or not heirs:
            return frozenset()
        known = self._instances.get(method)
        if known is None:
            inheriting = self.resolving(owner, method.name, frozenset(heirs), method) - {owner}
            if len(inheriting) < len(heirs) and self._is_called_above(method, owner):
                inheriting = frozenset(heirs)
            known = self._instances[method] = inheriting
        return known

    def _is_called_above(self, method: Function, owner: Class) -> bool:
        """Whether code may run a method for an instance whose class overrides it."""
        return method.name in self._called_on_classes or method.name in _mentioned_in_body(owner)

    def possible(self, cls: Class, heirs: frozenset[Class]) -> list[Class]:
        """Return a class and those of its heirs, in their order."""
        return [cls, *(heir for heir in self._below(cls) if heir in heirs)] if heirs else [cls]

    def runs_for(self, method: Function, cls: Class) -> bool:
        """Whether a method may run for instances of just that class."""
        return method.owner is cls or cls in self.instances(method)

    @cached_property
    def _called_on_classes(self) -> set[str]:
        """The attributes that code reads of a class, or of what is above it: ``super().step``."""
        read = self._read_of_classes([*self.index.functions, *self._functions])
        return {"__init__", "__new__", *read}

    @cached_property
    def _names_of_own(self) -> set[str]:
        """The names that the program's own classes may have."""
        own = {cls.name for cls in self.index.classes}
        return set().union(*map(self.names.names_of_member, own))

    def _read_of_classes(self, functions: Iterable[Function]) -> Iterator[str]:
        """Yield the attributes that functions read of classes, or of what is above one."""
        classes, above = self._names_of_own, {"super"}
        for function in functions:
            for node, _ in function.attributes:
                # Whatever the program reads is looked at: a call for each would show.
                value: Any = node.value
                kind = value.__class__
                if kind is ast.Call:
                    kind, value, named = value.func.__class__, value.func, above
                else:
                    named = classes
                if (kind is ast.Name and value.id in named) or (
                    kind is ast.Attribute and value.attr in named
                ):
                    yield node.attr

    def method(self, cls: Class, name: str) -> Function | None:
        """Return the method that ``name`` is on instances of just ``cls``."""
        return self._resolved(cls, name, "methods")

    def _resolved(self, cls: Class, name: str, own: Kind) -> Function | None:
        for one in self.lineage(cls):
            if name in one.methods or (own == "setters" and name in one.setters):
                return (one.methods if own == "methods" else one.setters).get(name)
        return None

    def methods(
        self, cls: Class, name: str, heirs: frozenset[Class] = frozenset()
    ) -> list[Function]:
        """Return the methods of which ``name`` is one on an instance of ``cls``, or of ``heirs``.

        Not an abstract one, where there are others: no instance could be called otherwise.
        """
        return self._dispatched(cls, name, heirs, "methods")

    def setters(
        self, cls: Class, name: str, heirs: frozenset[Class] = frozenset()
    ) -> list[Function]:
        """Return what may run where an attribute of such an instance is stored."""
        return self._dispatched(cls, name, heirs, "setters")

    def _dispatched(
        self, cls: Class, name: str, heirs: frozenset[Class], own: Kind
    ) -> list[Function]:
        if not heirs:
            found = self._resolved(cls, name, own)
            return [] if found is None else [found]
        key = (cls, f"{own} {name}", heirs)
        known = self._methods.get(key)
        if known is None:
            below = self._deciding(cls, name, heirs)
            resolved = (self._resolved(one, name, own) for one in (cls, *below))
            methods = [*dict.fromkeys(filter(None, resolved))]
            concrete = [method for method in methods if not is_abstract(method)]
            known = self._methods[key] = concrete or methods
        return known

    def _deciding(self, cls: Class, name: str, heirs: frozenset[Class]) -> Iterator[Class]:
        """Yield those of the heirs of a class where a name may be another method than above."""
        for heir in self._below(cls):
            is_own = name in heir.methods or name in heir.setters
            if heir in heirs and (is_own or self._is_mixed(heir)):
                yield heir

    def resolving(
        self, cls: Class, name: str, heirs: frozenset[Class], method: Function
    ) -> frozenset[Class]:
        """Return those of a class and some of its heirs on whose instances a name is a method."""
        own: Kind = "setters" if method.is_setter else "methods"
        possible = (cls, *heirs)
        return frozenset(one for one in possible if self._resolved(one, name, own) is method)

    def is_property(self, cls: Class, name: str) -> bool:
        """Whether no instance has an attribute of its own: to store it is a call of the setter."""
        getter = self.method(cls, name)
        return getter is not None and getter.is_getter and "cached_property" not in getter.marks()

    def runs_once(self, function: Function) -> bool:
        """Whether a getter runs once for an instance, which then keeps what it gave."""
        return function.is_getter and not self.runs_at_each_call(function)

    def called_above(self, node: ast.Attribute, place: Place) -> list[Function]:
        """Return the methods of which ``super().name`` is one; none for another expression.

        What is next in the order of resolution is a matter of the instance's class.
        """
        call, function = node.value, place.function
        if not isinstance(call, ast.Call) or call.keywords or not function.is_method:
            return []
        owner = function.owner
        if self.names.qualified(call.func, place) != "super" or owner is None:
            return []
        if call.args and tail(call.args[0]) not in (owner.name, "__class__"):
            return []
        # Only several bases can put another class behind this one.
        mixed = [heir for heir in self._below(owner) if self._is_mixed(heir)]
        run_for = self.instances(function) if mixed else frozenset()
        possible = (owner, *(heir for heir in mixed if heir in run_for))
        above = (self.above(owner, cls, node.attr) for cls in possible)
        return [*dict.fromkeys(filter(None, above))]

    def above(self, owner: Class, cls: Class, name: str) -> Function | None:
        """Return the method that ``super().name`` is in ``owner``, of an instance of ``cls``."""
        line = self.lineage(cls)
        above = line[line.index(owner) + 1 :]
        return next((one.methods[name] for one in above if name in one.methods), None)

    def runs_at_each_call(self, function: Function, above: ast.expr | None = None) -> bool:
        """Whether the body of a function surely runs whenever its name is called.

        Not so behind a cache, or a decorator that the file does not show. With ``above`` only the
        decorators above that one are looked at.
        """
        return self.hiding(function, above) is None

    def hiding(self, function: Function, above: ast.expr | None = None) -> ast.expr | None:
        """Return the outermost decorator behind which a function's name is something else."""
        decorators: list[ast.expr] = getattr(function.node, "decorator_list", [])
        if above in decorators:
            decorators = decorators[: decorators.index(above)]
        hiding = (one for one in decorators if not self._is_transparent(one, function))
        return next(hiding, None)

    def is_as_written(self, cls: Class) -> bool:
        """Whether the name of a class surely is the class, behind no unknown decorator."""
        return all(
            self.names.qualified(
                decorator.func if isinstance(decorator, ast.Call) else decorator, cls.place
            )
            in _CLASS_DECORATORS
            for decorator in cls.node.decorator_list
        )

    def _is_transparent(self, decorator: ast.expr, function: Function) -> bool:
        """Whether a decorator leaves a function what it is, but for tf.function and the like."""
        place = function.place
        assert place is not None
        node = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(node, ast.Attribute) and node.attr in ("setter", "getter", "deleter"):
            return True
        if self.wrappers.options(decorator, place) is not None:
            return True
        if self.names.qualified(node, place) in _TRANSPARENT or self._registers(decorator, place):
            return True
        value = self.values.value(decorator, place)
        return isinstance(value, FunctionValue) and (
            returns_its_argument(value.function)
            or calls_its_argument(value.function)
            or traces_its_argument(value.function, self.wrappers) is not None
        )

    def is_registered(self, function: Function) -> bool:
        """Whether a decorator hands a function to a server, which calls it for each request."""
        decorators: list[ast.expr] = getattr(function.node, "decorator_list", [])
        place = function.place
        return place is not None and any(self._registers(node, place) for node in decorators)

    def _registers(self, decorator: ast.expr, place: Place) -> bool:
        """Whether a decorator is a method of a server, such as ``app.route("/")``."""
        node = decorator.func if isinstance(decorator, ast.Call) else decorator
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            return False
        _, bindings = lookup(node.value.id, place.scope)
        made = [b.value for b in bindings if isinstance(b.value, ast.Call) and not b.path]
        return len(made) == len(bindings) == 1 and (
            self.names.qualified(made[0].func, bindings[0].place) in library.SERVERS
        )

    def is_enum(self, cls: Class) -> bool:
        """Whether what a class body assigns are members of an enumeration."""
        return any(base.startswith("enum.") for base in self.inherited(cls))

    def attribute_bindings(
        self, cls: Class, name: str, heirs: frozenset[Class] | None = None
    ) -> list[Binding]:
        """Return the assignments to an attribute: in classes, in their methods, and on instances.

        Of an instance of ``cls``, or of one of ``heirs``; None stands for all there are.
        """
        below: Sequence[Class] = ()
        if heirs or heirs is None:
            below = [one for one in self._below(cls) if heirs is None or one in heirs]
        # What bases set, as a rule in their constructors, comes before what is made of it.
        family, count = self._family(cls, below), len(self.lineage(cls))
        family = family[:count][::-1] + family[count:]
        found = [b for c in family for b in c.attributes.get(name, ())]
        if len(found) > 1:
            found = self._visible(found, (cls, *below))
        for target, binding in self.mutations.outside_stores(name):
            base = self.values.value(target.value, binding.place)
            if any(_may_be_one_of(option, cls, below) for option in options_of(base)):
                found.append(binding)
        if self.is_property(cls, name) and all(self.is_property(one, name) for one in below):
            return [b for b in found if b.place.scope.kind == "class"]
        return found

    def _visible(self, bindings: list[Binding], classes: Sequence[Class]) -> list[Binding]:
        """Leave out what a class body assigns where each of the classes has another definition.

        The nearest one in the order of resolution hides the others.
        """
        level = {b.place.scope.cls for b in bindings if _is_of_class(b)}
        if len(level) < 2:
            return bindings
        nearest = {next((o for o in self.lineage(c) if o in level), None) for c in classes}
        return [b for b in bindings if not _is_of_class(b) or b.place.scope.cls in nearest]

    def definitions(self, node: ast.expr, place: Place) -> list[Binding]:
        """Return what may define a variable, or an attribute of an instance, that is read."""
        if isinstance(node, ast.Name):
            return definitions(node, place)
        if isinstance(node, ast.Attribute):
            holder = self.values.value(node.value, place)
            if isinstance(holder, ObjectValue) and holder.cls is not None:
                return self.attribute_bindings(holder.cls, node.attr, holder.heirs)
        return []

    def member(
        self, node: ast.expr, place: Place, seen: frozenset[Binding] = frozenset()
    ) -> str | None:
        """Return the dotted name of a library's member, be it of an object that a call of it gives.

        ``socket.socket.accept`` is a method of what ``socket.socket()`` gives, and
        ``matplotlib.pyplot.subplots[0].savefig`` one of the first that ``subplots()`` gives.
        """
        qualified = self.names.qualified(node, place)
        if qualified is not None:
            return qualified
        if isinstance(node, ast.Call):
            return self.member(node.func, place, seen)
        if isinstance(node, ast.Attribute):
            base = self.member(node.value, place, seen)
            if base is not None:
                return f"{base}.{node.attr}"
        if isinstance(node, (ast.Attribute, ast.Name)):
            bindings = self.definitions(node, place)
            if seen.isdisjoint(bindings):
                names = {self._member_given(b, seen.union(bindings)) for b in bindings}
                return names.pop() if len(names) == 1 else None
        return None

    def _member_given(self, binding: Binding, seen: frozenset[Binding]) -> str | None:
        made = binding.value
        if binding.kind not in ("assign", "with") or not isinstance(made, ast.Call):
            return None
        base = self.member(made.func, binding.place, seen)
        part = "".join(f"[{step}]" for step in binding.path)
        return None if base is None else f"{base}{part}"

    def attribute_updates(self, cls: Class, name: str) -> list[Binding]:
        """Return the assignments to an attribute outside the class body."""
        return [b for b in self.attribute_bindings(cls, name) if b.place.scope.kind != "class"]

    def comparison(self, cls: Class) -> Comparison:
        """Return how TensorFlow compares instances of ``cls`` (facts of its trace type builder).

        ``identity``: every instance is its own trace. ``equality``: equal ones share a trace
        while the first is alive. ``value``: equal ones always do. ``unhashable``: a TypeError.
        ``unknown``: a protocol of TensorFlow's, or a base class that this file does not show.
        """
        protocols = ("__tf_tracing_type__", "__tf_flatten__")
        if any(self.method(cls, name) is not None for name in protocols):
            return "unknown"
        for ancestor in self.lineage(cls):
            names = {base.name for base in self.bases(ancestor)} | {"object", "ABC", "Generic"}
            others = [base for base in ancestor.bases if tail(base) not in names]
            if ancestor.node.keywords or any(
                self.names.qualified(base, ancestor.place) != library.MODULE for base in others
            ):
                return "unknown"
        options = self._dataclass_options(cls)
        if options is None:
            return "unknown"
        if "eq" in options:
            if options["eq"] is False:
                return "identity"
            is_hashed = options.get("frozen") or options.get("unsafe_hash")
            if not (is_hashed or "__hash__" in cls.methods or self._assigns_hash(cls)):
                return "unhashable"
            return "value" if options.get("slots") else "equality"
        if "__slots__" in cls.attributes:
            return "unknown"
        has_equality = self.method(cls, "__eq__") is not None
        if has_equality and self.method(cls, "__hash__") is None and not self._assigns_hash(cls):
            return "unhashable"
        return "equality" if has_equality else "identity"

    def _assigns_hash(self, cls: Class) -> bool:
        """Whether a class, or one that it derives from, is assigned a function as ``__hash__``."""
        return any(
            not (isinstance(binding.value, ast.Constant) and binding.value.value is None)
            for ancestor in self.lineage(cls)
            for binding in ancestor.attributes.get("__hash__", ())
            if binding.place.scope.kind == "class"
        )

    def makes_anew(self, cls: Class) -> bool:
        """Whether each call of a class is known to make another instance.

        Not where a metaclass, or a ``__new__`` that may return one that it keeps, decides.
        """
        for ancestor in self.lineage(cls):
            for keyword in ancestor.node.keywords:
                if self.names.qualified(keyword.value, ancestor.place) != "abc.ABCMeta":
                    return False
        new = self.method(cls, "__new__")
        return new is None or all(
            self._is_new(statement.value, place) for statement, place in new.returns
        )

    def _is_new(self, node: ast.expr | None, place: Place) -> bool:
        """Whether what ``__new__`` returns is what a call of another ``__new__`` has made."""
        if isinstance(node, ast.Name):
            bindings = definitions(node, place)
            return bool(bindings) and all(
                binding.kind == "assign"
                and isinstance(binding.node, ast.Assign)
                and len(binding.node.targets) == 1
                and not isinstance(binding.value, ast.Name)
                and self._is_new(binding.value, binding.place)
                for binding in bindings
            )
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "__new__"
        )

    def _dataclass_options(self, cls: Class) -> dict[str, bool] | None:
        """Return a dataclass' options, {} for a plain class, None for any other decorator."""
        options: dict[str, bool] = {}
        for decorator in cls.node.decorator_list:
            func = decorator.func if isinstance(decorator, ast.Call) else decorator
            if self.names.qualified(func, cls.place) not in _DATACLASS:
                return None
            options["eq"] = True
            for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
                if keyword.arg is None or not isinstance(keyword.value, ast.Constant):
                    return None
                options[keyword.arg] = bool(keyword.value.value)
        return options

    def is_record(self, cls: Class) -> bool:
        """Whether instances are named tuples, made and compared as such."""
        bases = [self.names.qualified(base, cls.place) for base in cls.bases]
        return bases == ["typing.NamedTuple"] and _OF_TUPLES.isdisjoint(cls.methods)

    def fields(self, cls: Class) -> list[Binding]:
        """Return the annotated names of a class body: the fields of a dataclass."""
        return [
            binding
            for base in reversed(self.lineage(cls))
            for bindings in base.attributes.values()
            for binding in bindings
            if isinstance(binding.node, ast.AnnAssign) and binding.place.scope.kind == "class"
        ]
