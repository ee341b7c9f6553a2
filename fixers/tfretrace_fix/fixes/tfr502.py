"""TFR502: a tf.function made at every call of a function is made once, in the module."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import CreationFacts
from flake8_tfretrace.program import Binding, Class, Function, Program, TracedFunction
from flake8_tfretrace.program.decorators import wrapper_of
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.edits import (
    AddDecorator,
    AddImport,
    AddParameter,
    Edit,
    InsertBefore,
    MoveBefore,
    Rename,
    Replace,
    ReplaceStatement,
    taken_apart,
)
from tfretrace_fix.fixes.arguments import passed
from tfretrace_fix.fixes.instances import doubt_of_attributes, doubt_of_copies, kept_by_instance
from tfretrace_fix.fixes.tfr401 import attributes
from tfretrace_fix.fixes.tfr501 import (
    bound_names,
    check_calls,
    hoisted,
    statements_of,
    wraps_local,
)
from tfretrace_fix.plans import Context, Plan, Refusal, alternatives
from tfretrace_fix.targets import (
    Code,
    Target,
    check_name,
    free_name,
    loops_around,
    module_target,
    reads,
)


def plan(finding: Finding, context: Context) -> Plan:
    """Make it in the module, or else before the loop that it is called in."""
    facts: CreationFacts = finding.facts
    program, traced = context.program, facts.traced
    made = [traced, *facts.same]
    if len({ast.unparse(one.site) for one in made}) > 1:
        raise Refusal("it is wrapped with other options elsewhere")
    if _is_property(program, traced.place.function):
        return _keep_with_instance(finding, traced, program)
    if program.lifetimes.of(traced) == "returned":
        return _made_by_factory(finding, program, made)
    if len(made) == 1 and isinstance(wrapped := _wrapped(traced), ast.Subscript):
        return _in_table(finding, context, wrapped)
    moved = statements_of(program, traced)
    if not moved and not program.lifetimes.is_called_at_once(traced):
        raise Refusal("it is made within a larger statement")
    if _reads_instance(program, traced):
        ways = [lambda: _as_method(finding, program, moved, made)]
        if _is_of_new_instances(program, traced.place.function):
            # A method would be traced for each of them.
            targets = [*_targets(program, traced)]
            ways.insert(0, lambda: hoisted(targets, finding, program, moved, made))
        return alternatives(ways, lambda way: way())
    if len(made) == 1 and _wraps_attribute(program, traced):
        return _with_instance(finding, program, traced, moved)
    return hoisted([*_targets(program, traced)], finding, program, moved, made)


def _wrapped(traced: TracedFunction) -> ast.expr | None:
    """Return what a call of ``tf.function`` wraps."""
    site = traced.site
    return site.args[0] if isinstance(site, ast.Call) and site.args else None


def _in_table(finding: Finding, context: Context, element: ast.Subscript) -> Plan:
    """Wrap the functions where the table is written out from which one is taken at each call.

    Raises:
        Refusal: the table is more than written out once and looked up.
    """
    facts: CreationFacts = finding.facts
    program, traced, table = context.program, facts.traced, element.value
    site, shown = traced.site, ast.unparse(table)
    assert isinstance(site, ast.Call)
    bindings: Sequence[Binding] = ()
    name = ""
    if isinstance(table, ast.Name):
        name, bindings = table.id, program.bindings(table, traced.place)
    elif isinstance(table, ast.Attribute) and traced.place.function.owner is not None:
        name = table.attr
        bindings = program.classes.attribute_bindings(traced.place.function.owner, name)
    if len(bindings) != 1 or not isinstance(written := bindings[0].value, ast.Dict):
        raise Refusal(f"'{shown}' is not written out in one place")
    if bindings[0].path or bindings[0].place.loops or None in written.keys:
        raise Refusal(f"'{shown}' is not written out in one place")
    for read in context.reads.get(name, ()):
        if type(read) is not type(table) or read is table:
            continue
        if not _only_asks(program, read):
            raise Refusal(f"line {read.lineno} does more with '{shown}' than look for a key")
    if name in context.containers_changed:
        raise Refusal(f"'{shown}' may be changed")
    options = [*site.args[1:], *(keyword.value for keyword in site.keywords)]
    if not all(isinstance(option, ast.Constant) for option in options):
        raise Refusal("its options may change")
    start_, _, rest = ast.unparse(site).partition(ast.unparse(element))
    template = start_.replace("{", "{{") + "{old}" + rest.replace("{", "{{")
    edits = [Replace(value, template) for value in written.values]
    return Plan(
        (*edits, Replace(site, "{element}", {"element": element})),
        (finding,),
        f"what the functions of '{shown}' read of objects is seen at the first trace only",
    )


def _only_asks(program: Program, read: ast.Name | ast.Attribute) -> bool:
    """Whether code only asks which keys a table has."""
    for function in program.index.functions:
        parent = program.syntax.parent(function, read)
        if parent is None:
            continue
        if isinstance(parent, ast.Compare):
            return read in parent.comparators and all(
                isinstance(op, ast.In | ast.NotIn) for op in parent.ops
            )
        return isinstance(parent, ast.For | ast.comprehension) and parent.iter is read
    return False


def _made_by_factory(finding: Finding, program: Program, made: list[TracedFunction]) -> Plan:
    """Call the factory that returns it once, where its one call is called at once.

    Raises:
        Refusal: others may keep what the factory returns, or it gets what may change.
    """
    factory = made[0].place.function
    kept = Refusal(f"'{factory.name}' returns it, and others may keep it")
    callers = program.calls.callers(factory)
    if len(callers) != 1 or len(made) > 1:
        raise kept
    ((call, place),) = callers
    used = program.syntax.parent(place.function, call)
    if not isinstance(used, ast.Call) or used.func is not call:
        raise kept
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    of = f"_of_{given[0].id}" if len(given) == 1 and isinstance(given[0], ast.Name) else ""

    def attempt(target: Target) -> Plan:
        doubt = doubt_of_moving(program, [Code(call, place)], target, made)
        name = free_name(program, f"{factory.name.lstrip('_')}{of or '_once'}", target)
        template, values = taken_apart(call)
        edits = (
            InsertBefore(target.statement, f"{name} = {template}", values),
            Replace(call, name),
        )
        return Plan(edits, (finding,), doubt)

    targets = [module_target(program, call), *loops_around(program, Code(call, place))]
    return alternatives(targets, attempt)


def _reads_instance(program: Program, traced: TracedFunction) -> bool:
    """Whether a function that a method defines reads the instance of the method."""
    method, function = traced.place.function, traced.function
    if not method.is_method or function is None or traced.place.scope is not method.body.scope:
        return False
    is_made_here = traced.is_decorator or wraps_local(traced)
    return is_made_here and method.parameters[0].name in program.syntax.uses(function)


def _is_of_new_instances(program: Program, method: Function) -> bool:
    """Whether a method is called of several instances."""
    shared = program.lifetimes.is_shared(method, method.parameters[0])
    return bool(program.calls.callers(method)) and not shared


def _is_compared_by_identity(program: Program, cls: Class) -> bool:
    """Whether each instance of a class has traces of its own."""
    if program.classes.comparison(cls) == "identity":
        return True
    is_of_keras = program.keras.class_kind(cls) is not None or program.keras.is_callback(cls)
    return is_of_keras and program.classes.method(cls, "__eq__") is None


def _as_method(
    finding: Finding, program: Program, moved: list[Code], made: list[TracedFunction]
) -> Plan:
    """Make it a method of the class: it is traced once for each instance.

    Raises:
        Refusal: the class may have no place for it, or what it reads of the instance may change.
    """
    traced, *others = made
    method, function = traced.place.function, traced.function
    owner, node = method.owner, method.node
    assert function is not None and isinstance(function.node, ast.FunctionDef)
    assert owner is not None and method.place is not None and isinstance(node, ast.FunctionDef)
    own, old = method.parameters[0].name, function.name
    if others or "classmethod" in method.marks() or method.place.node is not owner.node:
        raise Refusal(f"it uses '{own}', a local name of '{method.name}'")
    if not _is_compared_by_identity(program, owner):
        raise Refusal(f"how instances of '{owner.name}' are compared is not known")
    name = f"_{old.lstrip('_')}"
    if name in attributes(program, owner):
        raise Refusal(f"'{owner.name}' has an attribute '{name}' already")
    wrapping: list[Edit] = []
    at_once = program.lifetimes.is_called_at_once(traced)
    within, bound = set(ast.walk(function.node)), old
    if not traced.is_decorator:
        wrapping, bound = _as_decorator(program, traced, moved)
        within |= set(ast.walk(traced.site))
        as_it_is = [use for use, _ in program.syntax.uses(method).get(old, ()) if use not in within]
        if (bound != old or at_once) and as_it_is:
            raise Refusal(f"line {as_it_is[0].lineno} uses '{old}' as it is")
    site = set(ast.walk(traced.site))
    uses = [used for used in program.syntax.uses(method).get(bound, ()) if used[0] not in site]
    if any(use in within for use, _ in uses):
        raise Refusal(f"'{old}' calls itself")
    target = Target(node, method.place, in_module=True)
    check_calls(program, made, target)
    given = passed(program, traced, target, None if at_once else bound, known={own})
    names = frozenset[str]() if given is None else given.names
    doubts = [
        doubt_of_attributes(program, owner, function, own),
        doubt_of_moving(program, moved, target, made, given={own, *names}),
        None if given is None else given.unsafe_because,
    ]
    edits: list[Edit] = [
        *wrapping,
        MoveBefore(function.node, node),
        Rename(function.node, name),
        AddParameter(function.node, own, is_first=True),
        *(() if given is None else given.edits),
    ]
    if at_once:
        edits.append(Replace(traced.site, f"{own}.{name}"))
    for use, parent in uses:
        if not isinstance(parent, ast.Call) or parent.func is not use:
            raise Refusal(f"line {use.lineno} does more with '{bound}' than call it")
        edits.append(Replace(use, f"{own}.{name}"))
    return Plan(tuple(edits), (finding,), next(filter(None, doubts), None))


def _as_decorator(
    program: Program, traced: TracedFunction, moved: list[Code]
) -> tuple[list[Edit], str]:
    """Return the edits that decorate a function which a call wraps, and the name of the result.

    That is the function's own where what ``tf.function(step)`` returns is called at once.

    Raises:
        Refusal: what wraps it may not be there where the method is defined.
    """
    function, site = traced.function, traced.site
    assert function is not None and isinstance(function.node, ast.FunctionDef)
    name, removed = function.name, list[Edit]()
    if not program.lifetimes.is_called_at_once(traced):
        statement = moved[-1].node
        names = bound_names(statement)
        if not isinstance(statement, ast.Assign) or len(names) != 1 or len(statement.targets) > 1:
            raise Refusal("it is wrapped within a larger statement")
        name, removed = names[0], [ReplaceStatement(statement, "")]
    if not isinstance(site, ast.Call) or function.node.decorator_list or len(site.args) != 1:
        raise Refusal(f"'{function.name}' is decorated already")
    if program.qualified(site.func, traced.place) != "tensorflow.function":
        raise Refusal(f"'{ast.unparse(site.func)}' may do more than wrap it")
    if not all(isinstance(keyword.value, ast.Constant) for keyword in site.keywords):
        raise Refusal("its options may change")
    decorator = ast.unparse(site.func)
    if site.keywords:
        decorator = ast.unparse(ast.Call(site.func, [], site.keywords))
    return [*removed, AddDecorator(function.node, decorator)], name


def _wraps_attribute(program: Program, traced: TracedFunction) -> bool:
    """Whether what a method wraps is an attribute of its instance."""
    method = traced.place.function
    if not method.is_method or traced.is_decorator or traced.place.scope is not method.body.scope:
        return False
    own = method.parameters[0].name
    read = {name.id for name, _ in reads(program, Code(traced.site, traced.place))}
    return own in read


def _with_instance(
    finding: Finding, program: Program, traced: TracedFunction, moved: list[Code]
) -> Plan:
    """Let the constructor wrap what is an attribute of the instance.

    Raises:
        Refusal: the attribute, or what the function reads of the instance, may change.
    """
    method = traced.place.function
    owner = method.owner
    assert owner is not None and isinstance(method.node, ast.FunctionDef)
    names = [name for code in moved for name in bound_names(code.node)]
    wrapped = next(iter(getattr(traced.site, "args", ())), None)
    name = (names[0] if names else getattr(wrapped, "attr", method.name)).lstrip("_")
    taken = attributes(program, owner)
    name = f"_{name}_graph" if not names or f"_{name}" in taken else f"_{name}"
    site = Code(traced.site, traced.place)
    kept, making, doubt = kept_by_instance(program, site, name, method, [traced])
    target = Target(method.node, method.body, in_module=False)
    check_calls(program, [traced], target)
    edits: list[Edit] = [*making]
    if names:
        (statement,) = (code.node for code in moved)
        assert isinstance(statement, ast.stmt)
        check_name(program, names[0], moved, target)
        edits.append(ReplaceStatement(statement, ""))
        uses = program.syntax.uses(method).get(names[0], ())
        edits += [Replace(use, kept) for use, _ in uses]
    else:
        edits.append(Replace(traced.site, kept))
    return Plan(tuple(edits), (finding,), doubt)


def _is_property(program: Program, function: Function) -> bool:
    decorators = getattr(function.node, "decorator_list", ())
    place = function.place
    return place is not None and any(program.qualified(d, place) == "property" for d in decorators)


def _keep_with_instance(finding: Finding, traced: TracedFunction, program: Program) -> Plan:
    """Let a property that returns a new function keep its first one."""
    maker = traced.place.function
    node, cls = maker.node, maker.owner
    assert isinstance(node, ast.FunctionDef)
    returned = node.body[-1]
    if not isinstance(returned, ast.Return) or returned.value is not traced.site:
        raise Refusal("the property does more than return it")
    if len(node.body) > 1 + (ast.get_docstring(node) is not None):
        raise Refusal("the property does more than return it")
    if len(node.decorator_list) > 1 or cls is None or len(cls.attributes[maker.name]) > 1:
        raise Refusal(f"'{maker.name}' is more than a plain property")
    if "__slots__" in cls.attributes or cls.node.decorator_list:
        raise Refusal(f"instances of '{cls.name}' may have no place to keep it")
    imports = program.index.module.body.scope.bindings.get("functools", ())
    if any(binding.qualified != "functools" for binding in imports):
        raise Refusal("the name 'functools' is taken")
    target = module_target(program, node)
    check_calls(program, [traced], target)
    doubts = [doubt_of_copies(program, cls), doubt_of_moving(program, [], target, [traced])]
    edits = (
        Replace(node.decorator_list[0], "functools.cached_property"),
        AddImport("functools", "functools", program.tree),
    )
    return Plan(edits, (finding,), next(filter(None, doubts), None))


def _targets(program: Program, traced: TracedFunction) -> Iterator[Target]:
    """Yield below the function that is wrapped, before the one that wraps it, and loops in it.

    Before that one in what makes it, too, such as a decorator.
    """
    module = program.index.module
    function = traced.function
    at_once = program.lifetimes.is_called_at_once(traced)
    if at_once and function is not None and function.place is module.body:
        assert isinstance(function.node, ast.stmt)
        yield Target(function.node, module.body, in_module=True, below=True)
    yield module_target(program, traced.site)
    maker = traced.place.function
    factory = None if maker.place is None else maker.place.function
    if factory is not None and wrapper_of(factory) is maker and isinstance(maker.node, ast.stmt):
        assert maker.place is not None
        yield Target(maker.node, maker.place, in_module=False)
    yield from loops_around(program, Code(traced.site, traced.place))
