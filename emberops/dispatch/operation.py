"""Which backend does this call run on?  That of its tensors.

:func:`operation` turns a facade function, which is a signature with a docstring, into its dispatcher.  The
parameters annotated ``TensorLike`` decide: the generated function looks the implementation up by
``type(argument)`` in a dict of its own and calls it: one Python frame, one look-up.  What the dict does not
hold, :class:`emberops.dispatch.router.Router` finds, and remembers where the types alone decide.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from emberops.catalogue import CATALOGUE
from emberops.catalogue.parameters import described
from emberops.dispatch import owners, registry, selection
from emberops.dispatch.diagnosis import explain
from emberops.dispatch.owners import backend_of, is_tensor
from emberops.dispatch.refused import RefusedCall
from emberops.dispatch.router import ORDERED, Router
from emberops.dispatch.tensor_arguments import MANY, ONE, role
from emberops.errors import EmberopsError

__all__ = ["backend_of", "is_tensor", "operation", "routers", "signature_of"]

F = TypeVar("F", bound=Callable[..., Any])

routers: dict[str, Router] = {}
"""The router of every operation whose facade has been imported."""

_PREFER = """def prefer(tensor_type, function):
        nonlocal _preferred, _of_one_dtype
        _of_one_dtype = function
        _preferred = tensor_type"""
"""How the dispatcher of two tensors is told of a library's own function."""
_COPIED = ("__module__", "__qualname__", "__doc__", "__defaults__", "__kwdefaults__", "__annotations__")


def operation(function: F) -> F:
    """Make the dispatcher of a facade function; its dotted name stands in the catalogue.

    Raises
    ------
    LookupError
        If the catalogue has no entry for it.
    """
    group = function.__module__.removeprefix("emberops.ops.").partition(".")[0]
    name = function.__name__
    if f"{group}.{name}" in CATALOGUE:  # linalg.trace and trace are two operations
        name = f"{group}.{name}"
    if name not in CATALOGUE:
        raise LookupError(f"{function.__module__}.{name} has no entry in emberops.catalogue.{group}")
    signature = inspect.signature(function)
    router = routers[name] = Router(name, signature)
    made = _compile(function, signature, router)
    for attribute in _COPIED:
        setattr(made, attribute, getattr(function, attribute))
    if function.__doc__:  # which Python leaves out with -OO
        made.__doc__ = described(name, function.__doc__, signature.parameters)
    return made  # type: ignore[return-value]  # made with the signature of the function


def signature_of(name: str) -> inspect.Signature:
    """The signature of an operation's facade function, which is imported if it is not yet."""
    if name not in routers:
        import_module("emberops.ops")  # by name: it stands above, and this is its table
    return routers[name].signature


def _compile(
    function: Callable[..., Any], signature: inspect.Signature, router: Router
) -> Callable[..., Any]:
    """Source -> function, as ``dataclasses`` does it: the parameters, a look-up, the call.

    In the source parameters are numbered, and have their names afterwards: so many operations share one.
    """
    numbered = [
        p if p.kind is p.KEYWORD_ONLY else p.replace(name=f"_x{i}")
        for i, p in enumerate(signature.parameters.values())
    ]
    names = dict(zip((p.name for p in numbered), signature.parameters, strict=True))
    look_up = _look_up(numbered)
    call = ", ".join(map(_pass_on, numbered))
    # Underscores keep the function's own names apart from parameters, also from one called `type`.
    make = _maker(f"""def make(_table, _resolve, _slow, _without_tensors, _recover, _operation, _type):
    _preferred = _of_one_dtype = prefer = None
    def dispatch({_parameters(numbered)}):
        {look_up}
        try:
            return _implementation({call})
        except Exception as _error:
            _own = _recover(_error, _operation, locals())
            if _own is None:
                raise
            if _type(_own) is tuple:
                return _own[0]
            raise _own from _error
    {_PREFER if "_of_one_dtype" in look_up else ""}
    return dispatch, prefer""")
    made, prefer = make(
        router.table, router.resolve, router.slow, router.without_tensors, _recover, router.name, type
    )
    router.prefer = prefer or router.prefer
    made.__name__ = function.__name__
    made.__code__ = made.__code__.replace(  # what tracebacks show
        co_varnames=tuple(names.get(name, name) for name in made.__code__.co_varnames),
        co_name=function.__name__,
        co_qualname=function.__qualname__,
        co_filename=f"<dispatcher of ops.{router.name}>",
    )
    return made


def _recover(error: Exception, op: str, names: Mapping[str, Any]) -> tuple[Any] | EmberopsError | None:
    """The answer of a refused call, as a tuple, if the backend has another way; or what :func:`explain` says.

    ``names`` are those of the dispatcher with their values, its parameters among them.
    """
    router = routers[op]
    arguments = {name: names[name] for name in router.signature.parameters}
    try:
        answer = RefusedCall(router, arguments).answered(error)
    except Exception as again:  # the other way is refused too, and for a reason that is nearer to the call's
        nearer = explain(again, op, arguments, router.arguments.needed)
        if nearer is None and isinstance(again, EmberopsError):
            return again  # which tells it well, and now names the operation
        return nearer or explain(error, op, arguments, router.arguments.needed)
    return answer or explain(error, op, arguments, router.arguments.needed)


@cache
def _maker(source: str) -> Callable[..., tuple[Callable[..., Any], Callable[..., None] | None]]:
    """What the source defines; operations of one signature share it, for compiling takes the time of importing them."""
    scope: dict[str, Any] = {}
    exec(compile(source, "<dispatcher>", "exec"), scope)
    make: Callable[..., tuple[Callable[..., Any], Callable[..., None] | None]] = scope["make"]
    return make


def _look_up(parameters: Iterable[inspect.Parameter]) -> str:
    """The lines that bind ``_implementation``."""
    roles = [(p.name, role(p)) for p in parameters]
    ones = [name for name, what in roles if what == ONE]
    many = [name for name, what in roles if what == MANY]
    if len(many) == 1 and not ones:
        # All items of one type is the common case; anything else is for the slow path to sort out.
        return f"""_types = {{_type(_x) for _x in {many[0]}}} if isinstance({many[0]}, (list, tuple)) else ()
        _implementation = _slow
        if len(_types) == 1:
            _implementation = _table.get(*_types) or _resolve(*_types)"""
    if many:
        return "_implementation = _slow"
    if not ones:
        return "_implementation = _without_tensors()"
    types = ", ".join(f"_type({n})" for n in ones)
    if len(ones) == 2:
        # No key is made, which would cost as much as all the rest; and where a library's own function does for tensors
        # of one dtype, it is called without a function in between.
        one, other = ones
        return f"""_type0 = _type({one})
        if _type0 is _preferred is _type({other}) and {one}.dtype is {other}.dtype:
            _implementation = _of_one_dtype
        else:
            try:
                _implementation = _table[_type0][_type({other})]
            except KeyError:
                _implementation = _resolve(_type0, _type({other}))"""
    if 2 < len(ones) <= ORDERED:  # the common case: one type, a key of its own
        asked = [f"_type{i}" for i in range(len(ones))]
        each = "\n        ".join(f"{t} = _type({n})" for t, n in zip(asked, ones, strict=True))
        return f"""{each}
        try:
            _implementation = _table[_type0 if {" is ".join(asked)} else ({", ".join(asked)})]
        except KeyError:
            _implementation = _resolve({", ".join(asked)})"""
    return f"""try:
            _implementation = _table[{_key(ones)}]
        except KeyError:
            _implementation = _resolve({types})"""


def _key(ones: list[str]) -> str:
    """The source of :func:`emberops.dispatch.router.key_of` for one argument, or for more than are told apart."""
    if len(ones) == 1:
        return f"_type({ones[0]})"
    return f"frozenset(({', '.join(f'_type({n})' for n in ones)}))"


def _pass_on(p: inspect.Parameter) -> str:
    if p.kind is p.VAR_POSITIONAL:
        return f"*{p.name}"
    if p.kind is p.VAR_KEYWORD:
        return f"**{p.name}"
    return f"{p.name}={p.name}" if p.kind is p.KEYWORD_ONLY else p.name


def _parameters(parameters: Iterable[inspect.Parameter]) -> str:
    """The parameter list; defaults are put on the function afterwards, as objects."""
    bare = [p.replace(annotation=p.empty, default=p.empty) for p in parameters]
    return str(inspect.Signature(bare))[1:-1]


def _default_changed(simple: bool) -> None:
    for router in routers.values():
        router.forget_defaults()


def _backend_loaded(backend: registry.Backend) -> None:
    if not backend.is_host:
        registry.load("numpy")  # whose arrays a compiler may find captured in a call that it traces
    owners.forget()
    for router in routers.values():
        router.fill(backend)


selection.on_change(_default_changed)
registry.on_load(_backend_loaded)
registry.on_register(owners.forget)
