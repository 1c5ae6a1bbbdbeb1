"""What an engine is asked with is looked at first: a value of another kind than announced is Invalid, and is named.

The annotations of a function or record say the kinds; they are read once, when it is first called.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import cache, wraps
from types import FunctionType, UnionType
from typing import Any, Literal, NamedTuple, NewType, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from podium.core.errors import Invalid

P = ParamSpec("P")
T = TypeVar("T")
Fault = tuple[object] | None  # what does not fit, if anything


class Rule(NamedTuple):
    """What fits an annotation: all objects of `plain` classes, and those in which `fault` finds none."""

    plain: frozenset[type]
    fault: Callable[[Any], Fault]


def guard(package: dict[str, Any]) -> None:
    """Nothing; the public functions and classes of a package, given as its `globals()`, look at their arguments."""
    for name in package["__all__"]:
        found = package[name]
        if isinstance(found, FunctionType) and not hasattr(found, "__wrapped__"):  # it may be another package's
            package[name] = guarded(found)
            package[name].__module__, package[name].__qualname__ = package["__name__"], name  # where pickle finds it
        elif isinstance(found, type) and isinstance(init := vars(found).get("__init__"), FunctionType):
            found.__init__ = guarded(init)  # type: ignore[misc]  # the same, and it looks


def guarded(function: Callable[P, T]) -> Callable[P, T]:
    """`function`, which raises Invalid for an argument of another kind than it announces."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    rules: dict[str, Rule] = {}
    in_order: list[Rule] = []

    def refusal(name: str, fault: tuple[object]) -> Invalid:
        of = function.__qualname__.removesuffix(".__init__")
        return Invalid("argument-malformed", value=fault[0], field=name, of=of)

    @wraps(function)
    def call(*args: P.args, **named: P.kwargs) -> T:
        if not rules:
            hints = get_type_hints(function)
            hints.pop("return", None)
            rules.update({name: _rule(hints.get(name, object)) for name in (*names, *hints)})
            in_order.extend(rules[name] for name in names)
        for at, ((plain, fault_of), value) in enumerate(zip(in_order, args, strict=False)):
            if type(value) not in plain and (fault := fault_of(value)):
                raise refusal(names[at], fault)
        for name, value in named.items():
            if name in rules and type(value) not in rules[name].plain and (fault := rules[name].fault(value)):
                raise refusal(name, fault)
        return function(*args, **named)

    return call


@cache
def _rule(hint: Any) -> Rule:
    """What fits an annotation."""
    kind: Any = get_origin(hint) or hint
    inner = get_args(hint)
    if isinstance(hint, NewType):
        return _rule(hint.__supertype__)
    if kind is Literal:  # which of them it is, the engine asks, and says what could be
        return _rule(str)
    if kind in (Union, UnionType):
        return _one_of([_rule(each) for each in inner])
    if isinstance(hint, TypeVar):
        return _rule(Hashable)  # ids of any kind
    if kind in (Any, object):
        return Rule(frozenset(), lambda _value: None)
    if issubclass(kind, tuple) and (hasattr(kind, "_fields") or (inner and inner[-1] is not Ellipsis)):
        return _parts_of(kind, [_rule(each) for each in inner or get_type_hints(kind).values()])
    if inner and issubclass(kind, Mapping):  # in this order: to ask a class whether it is one of those takes a while
        return _all_of(kind, _parts_of(tuple, [_rule(each) for each in inner]))
    if inner and issubclass(kind, Iterable):
        return _all_of(kind, _rule(inner[0]))
    kinds = (int, float) if kind is float else (kind,)
    return Rule(
        frozenset(kinds),  # a truth is no number, though Python has it so
        lambda value: None if isinstance(value, kinds) and (kind is bool or not isinstance(value, bool)) else (value,),
    )


def _one_of(rules: list[Rule]) -> Rule:
    """Fits where one of `rules` does; what does not is looked for in the one that comes closest."""

    def fault(value: object) -> Fault:
        closest: Fault = (value,)
        for rule in rules:
            found = rule.fault(value)
            if found is None:
                return None
            closest = closest if found[0] is value else found
        return closest

    return Rule(frozenset().union(*(rule.plain for rule in rules)), fault)


def _parts_of(kind: type[tuple[Any, ...]], rules: list[Rule]) -> Rule:
    """A tuple whose parts each fit the rule in their place."""

    def fault(value: Any) -> Fault:
        if not isinstance(value, kind) or len(value) != len(rules):
            return (value,)
        for (plain, fault_of), part in zip(rules, value, strict=True):
            if type(part) not in plain and (found := fault_of(part)):
                return found
        return None

    return Rule(frozenset(), fault)


def _all_of(kind: type[Any], rule: Rule) -> Rule:
    """A collection whose parts all fit; of what can be read only once, the kind alone is looked at."""
    plain, fault_of = rule
    is_text_taken, is_mapping = rule is _rule(Hashable), issubclass(kind, Mapping)  # letters can be ids, never codes

    def fault(value: Any) -> Fault:
        if not isinstance(value, kind) or (isinstance(value, str | bytes) and not is_text_taken):
            return (value,)
        for part in value.items() if is_mapping else value if isinstance(value, Collection) else ():
            if type(part) not in plain and (found := fault_of(part)):
                return found
        return None

    return Rule(frozenset(), fault)
