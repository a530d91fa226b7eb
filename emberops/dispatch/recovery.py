"""What becomes of a call that its implementation refuses: another way to the answer, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emberops.dispatch.diagnosis import explain
from emberops.dispatch.refused import RefusedCall
from emberops.dispatch.router import Router
from emberops.errors import BackendMismatchError, EmberopsError


def recover(error: Exception, router: Router, names: Mapping[str, Any]) -> tuple[Any] | EmberopsError | None:
    """The answer of a refused call, as a tuple, if the backend has another way; or what :func:`explain` says.

    ``names`` are those of the dispatcher with their values, its parameters among them.
    """
    if isinstance(error, BackendMismatchError):
        return None  # it says what is wrong, and how to mend it
    arguments = {name: names[name] for name in router.signature.parameters}
    try:
        answer = RefusedCall(router, arguments).answered(error)
    except Exception as again:  # the other way is refused too, and for a reason that is nearer to the call's
        nearer = explain(again, router.name, arguments, router.arguments.needed)
        if nearer is None and isinstance(again, EmberopsError):
            return again  # which tells it well, and now names the operation
        return nearer or explain(error, router.name, arguments, router.arguments.needed)
    return answer or explain(error, router.name, arguments, router.arguments.needed)
