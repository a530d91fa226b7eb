"""The code of dispatchers: one Python function for each operation, written when it is first called.

A program calls a few of the operations, and to compile the code of all takes longer than all else that an import does.
So a dispatcher starts as a function that puts its own code in its place.  All codes name the same variables of the
function around, for a function keeps the cells that it was made with.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import cache
from types import CodeType, FunctionType
from typing import Any, cast

from emberops.dispatch.recovery import recover as _recover  # noqa: F401  called by the code that is written here
from emberops.dispatch.router import ORDERED, Router
from emberops.dispatch.tensor_arguments import MANY, ONE, role
from emberops.errors import ArgumentTypeError  # noqa: F401  raised by the code that is written here

_type = type  # for the code that is written here: a parameter may be called as Python's is

_OF_AXES = frozenset(
    {
        *("sum", "prod", "mean", "std", "var", "max", "min", "any", "all", "ptp", "count_nonzero"),
        *("nansum", "nanprod", "nanmean", "nanstd", "nanvar", "nanmax", "nanmin", "logsumexp", "squeeze"),
        *(
            "argmax",
            "argmin",
            "nanargmax",
            "nanargmin",
            "argsort",
            "argpartition",
            "take",
            "repeat",
            "concat",
        ),
        *("cumulative_sum", "cumulative_prod", "nancumsum", "nancumprod", "trapezoid", "append", "unwrap"),
    }
)
"""Operations along axes that are numbers, and no truth values."""
_NO_AXES = (bool, str, bytes, set, frozenset, dict)
"""Types of what some libraries read as one axis or several."""


def unwritten(router: Router) -> FunctionType:
    """A dispatcher that writes itself at its first call; ``router.prefer`` reaches its variables.

    These are few, for each is put into place at every call: what rare calls need is asked of the router.
    """
    # Underscores keep these apart from parameters.
    _table, _router = router.table, router
    _preferred = _of_one_dtype = None

    def _dispatch(*args: Any, **kwargs: Any) -> Any:
        nonlocal _table, _router, _preferred, _of_one_dtype
        write(cast("FunctionType", _dispatch), _router)
        return _dispatch(*args, **kwargs)

    unwritten_code = _dispatch.__code__

    def prefer(tensor_type: Any, function: Any) -> None:
        nonlocal _preferred, _of_one_dtype
        _of_one_dtype = function
        _preferred = tensor_type
        router.prefers = True
        if _dispatch.__code__ is not unwritten_code:
            write(cast("FunctionType", _dispatch), router)

    router.prefer = prefer
    return cast("FunctionType", _dispatch)


def write(dispatcher: FunctionType, router: Router) -> None:
    """Put the code of a dispatcher in its place; to do so twice, as two threads may, changes nothing.

    Only where a backend is loaded that prefers a function for some tensors are these looked for: others pay for it.
    In the source parameters are numbered, and have their names afterwards: so many operations share one.
    """
    numbered = [
        p if p.kind is p.KEYWORD_ONLY else p.replace(name=f"_x{i}")
        for i, p in enumerate(router.signature.parameters.values())
    ]
    names = dict(zip((p.name for p in numbered), router.signature.parameters, strict=True))
    axis = next((own for own, name in names.items() if name == "axis"), None)
    check = "" if axis is None else _no_axis(router.name, axis)
    code = _compiled(_source(numbered, dispatcher.__code__.co_freevars, check, router.prefers))
    router.guarding = _guarding(numbered)
    dispatcher.__code__ = code.replace(  # what tracebacks show
        co_varnames=tuple(names.get(name, name) for name in code.co_varnames),
        co_name=dispatcher.__name__,
        co_qualname=dispatcher.__qualname__,
        co_filename=f"<dispatcher of ops.{router.name}>",
    )


def _no_axis(name: str, axis: str) -> str:
    """The lines that refuse a truth value, text and sets as NumPy does: for other libraries they are numbers of axes.

    An integer and a tuple, which nearly all axes are, are asked for first.
    """
    if name not in _OF_AXES:
        return ""
    return f"""if (
            {axis} is not None
            and _type({axis}) is not int
            and _type({axis}) is not tuple
            and _type({axis}) in _NO_AXES
        ):
            raise ArgumentTypeError(f"ops.{{_router.name}}: axis is an integer, not {{{axis}!r}}")
        """


def _source(
    parameters: list[inspect.Parameter], variables: tuple[str, ...], check: str, preferring: bool
) -> str:
    """As ``dataclasses`` does it: the parameters, a check of the axis where there is one, a look-up, the call."""
    call = ", ".join(map(_pass_on, parameters))
    return f"""def make():
    {" = ".join(variables)} = None
    def dispatch({_parameters(parameters)}):
        nonlocal {", ".join(variables)}
        {check}{_look_up(parameters, preferring)}
        try:
            return _implementation({call})
        except Exception as _error:
            _own = _recover(_error, _router, locals())
            if _own is None:
                raise
            if _type(_own) is tuple:
                return _own[0]
            raise _own from _error"""


def _guarding(parameters: list[inspect.Parameter]) -> Callable[..., Any] | None:
    """What makes a function that asks whether the first argument can be read, and hands all on to one of two.

    Only of operations on one tensor with arguments by name: to hand on ``**kwargs`` costs as much as NumPy takes for
    an array of two numbers.
    """
    if [role(p) for p in parameters if role(p)] != [ONE] or role(parameters[0]) != ONE:
        return None
    if not any(p.kind is p.KEYWORD_ONLY for p in parameters):
        return None
    return _made(parameters[0].name, _parameters(parameters), ", ".join(map(_pass_on, parameters)))


@cache
def _made(first: str, parameters: str, call: str) -> Callable[..., Any]:
    """The maker of such functions; operations of one signature share it."""
    source = f"""def make(_run, _can_read, _slow):
    def guarded({parameters}):
        return _run({call}) if {first} and _can_read({first}) else _slow({call})
    return guarded"""
    namespace: dict[str, Any] = {}
    exec(compile(source, "<guards of dispatchers>", "exec"), namespace)
    return cast("Callable[..., Any]", namespace["make"])


@cache
def _compiled(source: str) -> CodeType:
    """The code of the function within ``make``; operations of one signature share it."""
    (make,) = _codes_within(compile(source, "<dispatcher>", "exec"))
    (dispatch,) = _codes_within(make)
    return dispatch


def _codes_within(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _look_up(parameters: Iterable[inspect.Parameter], preferring: bool) -> str:
    """The lines that bind ``_implementation``."""
    roles = [(p.name, role(p)) for p in parameters]
    ones = [name for name, what in roles if what == ONE]
    many = [name for name, what in roles if what == MANY]
    if len(many) == 1 and not ones:
        # All items of one type is the common case; anything else is for the slow path to sort out.
        return f"""_types = {{_type(_x) for _x in {many[0]}}} if isinstance({many[0]}, (list, tuple)) else ()
        _implementation = _router.slow
        if len(_types) == 1:
            _implementation = _table.get(*_types) or _router.resolve(*_types)"""
    if many:
        return "_implementation = _router.slow"
    if not ones:
        return "_implementation = _router.without_tensors()"
    types = ", ".join(f"_type({n})" for n in ones)
    found = f"""try:
            {_found(ones)}
        except KeyError:
            _implementation = _router.resolve({types})"""
    if not preferring or len(ones) not in (2, 3):
        return found
    # Where a library's own function does for tensors of one dtype, it is called without a function in between.
    # Of three tensors the first chooses among the others, and may be of any dtype.
    one, other = ones[-2:]
    first = "".join(f"_type({name}) is " for name in ones[:-2])
    return f"""if {first}_type({one}) is _preferred is _type({other}) and {one}.dtype is {other}.dtype:
            _implementation = _of_one_dtype
        else:
            {found.replace(chr(10), chr(10) + " " * 4)}"""


def _found(ones: list[str]) -> str:
    """The lines that read the table, as :meth:`emberops.dispatch.router.Router.table` says."""
    each = [f"[_type({name})]" for name in ones]
    if len(ones) <= ORDERED:
        return f"_implementation = _table{''.join(each)}"
    beside = [f"_beside{key}" for key in each[1:]]
    return "\n            ".join(
        [f"_beside = _table{each[0]}", *beside[1:], f"_implementation = {beside[0]}"]
    )


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
