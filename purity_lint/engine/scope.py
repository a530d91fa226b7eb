"""Tell which findings are the business of a profile: its laws, where they depend on the code around a finding."""

from __future__ import annotations

import ast

from purity_lint.configuration.selection import selected_by_name
from purity_lint.configuration.settings import Settings
from purity_lint.engine.any_library import gives_what_it_is_given
from purity_lint.engine.host_calls import HostCalls, is_constant
from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.finding import Finding
from purity_lint.fixes.profiles.package_backend import own_backend
from purity_lint.fixes.profiles.packages import has_lazy_arrays, updates_arrays
from purity_lint.knowledge.libraries import HOST_PACKAGES, MADE_OF_NUMPY
from purity_lint.knowledge.numpy.returns import WITHOUT_LIKE
from purity_lint.knowledge.profiles import HOST_FUNCTIONS
from purity_lint.knowledge.python import NAMESPACES_BOUND
from purity_lint.knowledge.scipy.returns import MAKERS_OF_SPARSE
from purity_lint.knowledge.vocabularies.array_api import AXIS_NAMES, TO_NUMPY
from purity_lint.knowledge.vocabularies.own_backend import (
    AS_METHODS,
    FOR_BUILTINS,
    OF_FEW_LIBRARIES,
    PAIRS_ALONG_AXES,
)
from purity_lint.rewrites.annotations import is_in_type_alias
from purity_lint.rewrites.host.matrices_beside_namespaces import is_beside_numpys
from purity_lint.rewrites.indexing.one_axis import steps_back
from purity_lint.rewrites.namespaces.asked_for_dtype import asks_for_dtype_alone
from purity_lint.rewrites.namespaces.brought_over import is_brought_over
from purity_lint.rewrites.namespaces.capabilities import capabilities, is_for_numpy, skips
from purity_lint.rewrites.namespaces.constants_of_models import is_constant_of_model
from purity_lint.rewrites.namespaces.handed_to_numpy import first_array, is_handed_over, is_numpys, subject
from purity_lint.rewrites.namespaces.in_use import (
    namespace_at,
    namespace_of,
    namespaces,
    on_host,
    takes_any_library,
)
from purity_lint.rewrites.namespaces.meant_for_numpy import is_meant_for_numpy
from purity_lint.rewrites.namespaces.named_library import is_of_named_library
from purity_lint.rewrites.namespaces.optional_libraries import is_of_optional_library
from purity_lint.rewrites.namespaces.own_host import (
    asks_for_a_generator,
    asks_for_a_number,
    asks_to_bring_over,
    brings_over_alone,
    converts_alone,
    is_drawn_and_given_back,
    is_drawn_on_host,
    is_handed_to_a_solver,
    is_named_for_numpy,
    is_of_numbers,
    is_of_sizes,
    makes_whole_numbers,
    refuses_lazy,
)
from purity_lint.rewrites.namespaces.reach import has_no_namespace_yet
from purity_lint.rewrites.namespaces.solver_branches import is_of_solver
from purity_lint.rewrites.operands import OPS, has_operations
from purity_lint.rewrites.references import reference, references
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import last_name

_OF_STORES = frozenset({"PUR206", "PUR210", "PUR211", "PUR212"})
_OF_THE_ARRAYS = _OF_STORES | {
    "PUR104",
    "PUR201",
    "PUR202",
    "PUR203",
    "PUR204",
    "PUR205",
    "PUR207",
    "PUR209",
    "PUR901",
}
"""Rules about what arrays can do, which a namespace of another vocabulary says of its own."""
_OF_THE_LIBRARY = frozenset({"PUR103", "PUR305"})
_OF_CONSTANTS = _OF_THE_LIBRARY | {"PUR104"}
_OF_ARRAYS = _OF_STORES | {
    "PUR103",
    "PUR104",
    "PUR114",
    "PUR115",
    "PUR117",
    "PUR205",
    "PUR207",
    "PUR213",
    "PUR301",
    "PUR302",
    "PUR305",
    "PUR306",
    "PUR308",
    "PUR309",
    "PUR310",
    "PUR602",
}
_ON_NUMPY = _OF_ARRAYS | {"PUR105", "PUR502", "PUR503"}
_OF_IMPORTS = frozenset({"PUR101", "PUR102"})
_OF_AXES = frozenset({"PUR103", "PUR104", "PUR205", "PUR207", "PUR305"})
"""Rules about arrays that say nothing of axes, which are numbers of the host, also as arrays."""
_OF_ANNOTATIONS = "PUR601"
_OF_CLASSES = "PUR502"
_OF_KINDS = frozenset({"PUR502", "PUR503"})
"""Rules about questions what an object is."""
_OF_RANDOM_NUMBERS = "PUR701"
_OF_COUNTS = "PUR307"
_OF_BUILTINS = "PUR205"
_OF_LOOPS = "PUR902"
_OF_INDICES = "PUR207"
_OF_VALUES = frozenset({"PUR301", "PUR302", _OF_COUNTS, "PUR308", "PUR310", _OF_LOOPS})
"""Rules about code that needs arrays to have values, as they have unless they are lazy, or it is compiled."""
_OF_NO_ARRAY = frozenset({"shape", "ndim", "dtype", "size", "device"})
_OF_NUMPY = (has_no_namespace_yet, asks_for_dtype_alone, is_brought_over, is_of_solver, is_beside_numpys)
_MASKED = "ma."
"""Module of NumPy's masked arrays, which no other library has."""
_STORES = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete, ast.Expr)


class Scope:
    """Says of the findings in one file whether they are the business of its profile."""

    def __init__(self, settings: Settings, model: SemanticModel) -> None:
        self._laws = settings.laws
        self._lazy = settings.lazy
        self._model = model
        self._host = HostCalls(settings.laws, model)
        self._has_backend = own_backend(model, settings) is not None
        self._has_default_module = settings.ops_module == settings.laws.module
        self._has_own_words = (
            self._has_backend or not self._has_default_module or settings.profile != "emberops"
        )
        self._on_namespaces = bool(model.asked_about(NAMESPACES_BOUND))
        self._wanted = selected_by_name(settings)
        self._namespaces_only = settings.scope == "namespaces"
        self._decorators = frozenset(settings.namespace_decorators)

    def holds(self, code: str, finding: Finding) -> bool:
        """True if the profile has something to say of ``finding``, or the user has asked for the rule ``code``."""
        if self._namespaces_only and (code in _OF_IMPORTS or not self._is_meant_for_all(finding.node)):
            return False  # what code imports is reported where it is used
        if code in self._wanted:
            return True
        if self._laws.of_arguments and is_in_type_alias(finding.node, self._model):
            return False
        if self._is_said_to_be_numpys(code, finding.node):
            return False
        if self._laws.optional_libraries and is_of_optional_library(finding.node, self._model):
            return False
        if self._laws.of_arguments:
            return not self._is_allowed(code, finding.node) and not self._stays_on_host(code, finding.node)
        if self._has_own_words and not self._laws.compiled and code in _OF_VALUES and not self._lazy:
            return False
        of_host = self._has_own_words and self._is_of_the_host(code, finding.node)
        if of_host or self._is_left_to_the_host(code, finding.node):
            return False
        return code not in _OF_THE_ARRAYS or not self._is_owned(code, finding.node)

    def _is_said_to_be_numpys(self, code: str, node: ast.AST) -> bool:
        """True in a function for NumPy's arrays, and in NumPy's branch of one for any library's."""
        if self._has_own_words:
            return code in _ON_NUMPY and is_named_for_numpy(node, self._model)
        if not namespaces(self._model) or code not in {*_ON_NUMPY, _OF_ANNOTATIONS}:
            return False
        if is_named_for_numpy(node, self._model):
            return True
        return namespace_at(node, self._model) is not None and on_host(node, self._model)

    def _is_allowed(self, code: str, node: ast.AST) -> bool:
        """True for what the arrays of every library that keeps to the standard can do."""
        if (
            self._laws.stores
            and code in _OF_STORES
            and isinstance(node, _STORES)
            and not self._may_be_lazy(node)
        ):
            return True
        if code in _OF_KINDS and takes_any_library(node, self._model):
            return True
        if code == _OF_COUNTS and isinstance(node, ast.Call):
            return not self._lazy  # `slice(0, last)`: an array of one integer is an index
        return not self._lazy and _chooses_by_truth(node, self._model)

    def _stays_on_host(self, code: str, node: ast.AST) -> bool:
        """True where a function that has a namespace computes with NumPy, or without any library, all the same."""
        return (
            _is_for_numpy(code, node, self._model)
            or (code in _OF_AXES and _is_about_axes(node, self._model))
            or (code in _OF_ARRAYS | {_OF_LOOPS} and self._is_handed_to_numpy(node))
            or (code == _OF_RANDOM_NUMBERS and is_drawn_on_host(node, self._model))
            or (code in _ON_NUMPY and any(tells(node, self._model) for tells in _OF_NUMPY))
            or (code == _OF_CLASSES and self._asks_for_seed(node))
            or (code in _OF_THE_LIBRARY and self._host.is_about_host(node))
            or is_of_named_library(node, self._model)
            or on_host(node, self._model)
        )

    def _asks_for_seed(self, node: ast.AST) -> bool:
        """True of NumPy's generators where a vocabulary has none: the backends of a package draw from their own."""
        return self._has_own_words and not self._has_backend and asks_for_a_generator(node, self._model)

    def _is_owned(self, code: str, node: ast.AST) -> bool:
        """True where arrays are those of a vocabulary of its own, which has no other word for what they do."""
        namespace = namespace_at(node, self._model)
        if self._has_backend and code == "PUR104" and isinstance(node, ast.Call):
            if namespace is not None:
                return not _is_of_few_libraries(node)
            return last_name(node.func) not in AS_METHODS or not self._names_a_library(node)
        if self._has_backend:
            if code == _OF_BUILTINS and namespace is None and isinstance(node, ast.Call):
                return last_name(node.func) not in FOR_BUILTINS or not self._names_a_library(node)
            if code == _OF_INDICES:
                return not steps_back(node)
            return code not in _OF_STORES
        if namespace is not None or not self._on_namespaces:
            return namespace is not None
        return not (self._names_a_library(node) or self._is_made_elsewhere(node))

    def _is_made_elsewhere(self, node: ast.AST) -> bool:
        """True for an array that NumPy or an operation has made: where that is named, it becomes an operation.

        What is done with it then has to be one as well, whatever function that is in.
        """
        about = self._subject(node)
        value = self._model.value(about) if about is not None else None
        return value is not None and value.evidence is Evidence.PROVEN and value.backend in MADE_OF_NUMPY

    def _names_a_library(self, node: ast.AST) -> bool:
        """True where the function around names a library; what names none does what the arrays of its callers can."""
        function = _outermost(node, self._model)
        return function is None or function in self._model.memo(_naming, lambda: _naming(self._model))

    def _is_of_the_host(self, code: str, node: ast.AST) -> bool:
        """True for a constant, and where one library computes: a branch for it, or what was brought to NumPy."""
        function = node.func if isinstance(node, ast.Call) else node
        if isinstance(function, ast.expr) and self._model.qualified_name(function) in HOST_FUNCTIONS:
            return True
        if code in _OF_THE_LIBRARY and self._is_number_of_host(node):
            return True
        of_constants = self._laws.constants_of_numpy and code in _OF_CONSTANTS
        if of_constants and is_constant_of_model(node, self._model):
            return True
        return (code in _ON_NUMPY and self._is_brought_to_numpy(node)) or on_host(node, self._model)

    def _is_number_of_host(self, node: ast.AST) -> bool:
        """True for `np.inf`, which is a number of Python's, and not for `np.newaxis`, which makes an index."""
        found = reference(node, self._model) if is_constant(node, self._model) else None
        if found is not None and self._has_backend and found.dotted == "newaxis":
            return False
        return found is not None and (self._has_backend or found.library in HOST_PACKAGES)

    def _is_left_to_the_host(self, code: str, node: ast.AST) -> bool:
        """True for what a project with words of its own computes with NumPy, and says so."""
        if self._has_backend and code in _ON_NUMPY and converts_alone(node, self._model):
            return True
        asks = asks_for_a_number(node, self._model) or asks_to_bring_over(node, self._model)
        if self._has_own_words and code == _OF_CLASSES and asks:
            return True
        if code == _OF_CLASSES and self._asks_for_seed(node):
            return True
        if self._has_backend and code == _OF_RANDOM_NUMBERS and is_drawn_and_given_back(node, self._model):
            return True
        if code in {*_OF_THE_LIBRARY, "PUR105"}:
            if self._has_own_words and is_meant_for_numpy(node, self._model):
                return True
            if self._has_backend:
                return (
                    is_of_numbers(node, self._model)
                    or is_of_sizes(node, self._model)
                    or makes_whole_numbers(node, self._model)
                    or is_handed_to_a_solver(node, self._model)
                )
        return self._has_backend and code in _OF_STORES and refuses_lazy(node, self._model)

    def _may_be_lazy(self, node: ast.AST) -> bool:
        """True where arrays may have no values yet, so that nothing is stored into them.

        What is ported already, in a function that updates no array in another way, is for those that have.
        """
        if skips("jax", node, self._decorators, self._model):
            return False
        if self._lazy:
            return True
        ported = namespace_at(node, self._model) is not None and not updates_arrays(node, self._model)
        return not ported and has_lazy_arrays(self._model)

    def _is_handed_to_numpy(self, node: ast.AST) -> bool:
        """True for what a function with a namespace computes with NumPy, after an explicit `np.asarray`."""
        if is_handed_over(node, self._model):
            return True
        about = self._subject(node)
        if about is None or namespace_at(node, self._model) is None:
            return False
        return is_numpys(about, self._model)

    def _is_brought_to_numpy(self, node: ast.AST) -> bool:
        """True for what is computed with NumPy of what a function around has got by `nx.to_numpy(x)`."""
        function = self._model.function(node)
        while function is not None and not _brings_to_numpy(function):
            function = self._model.function(function)
        if function is None:
            return False  # `x = np.asarray(x)` alone is what is left to be ported
        if self._has_backend:
            return self._is_handed_to_numpy(node)
        about = self._subject(node)
        if self._is_handed_to_numpy(node) or (about is not None and is_numpys(about, self._model)):
            return True
        return reference(node, self._model) is not None and not self._computes_with_arrays(node)

    def _computes_with_arrays(self, node: ast.AST) -> bool:
        """True where an array that is none of NumPy's is among what a library's function is given."""
        keyword = self._model.parent(node)
        call = self._model.parent(keyword) if isinstance(keyword, ast.keyword) else keyword
        whole = call if isinstance(call, ast.Call) and not isinstance(node, ast.Call) else node
        return any(self._host.is_array(name) for name in ast.walk(whole) if isinstance(name, ast.Name))

    def _subject(self, node: ast.AST) -> ast.expr | None:
        """Return what a finding is about: of a library's function, or the dtype that it is told, its array."""
        keyword = self._model.parent(node)
        call = self._model.parent(keyword) if isinstance(keyword, ast.keyword) else node
        told = call if call is not node else keyword
        match told:
            case ast.Call(func=ast.Attribute(value=array) as method) if (
                node is not method
                and self._model.qualified_name(method) is None
                and reference(node, self._model) is not None
            ):
                return array  # `x.astype(np.float64)`
            case ast.Subscript(value=value, slice=parts) if value is node and _is_maker_by_index(
                node, self._model
            ):
                return parts  # `np.r_[x, 1]`
        if not isinstance(call, ast.Call) or self._model.qualified_name(call.func) is None:
            return _compared(node, self._model) or subject(node, self._model)
        return first_array(call, self._model)

    def _is_meant_for_all(self, node: ast.AST) -> bool:
        """True in a function that has a namespace, or a decorator that says that it takes arrays of any library."""
        function = self._model.function(node)
        while function is not None:
            said = None
            if isinstance(function, DEFINITIONS):
                said = capabilities(function, self._decorators, self._model)
            if said is not None:
                return not is_for_numpy(said)
            if namespace_of(function, self._model) is not None or self._names_operations(function):
                return True
            function = self._model.function(function)
        return False

    def _names_operations(self, function: ast.AST) -> bool:
        """True where a function uses the ops module, ``gs.exp(x)``, ``keras.ops.exp(x)``."""
        if self._laws.of_arguments or not has_operations(self._model):
            return False
        reads = (n for n in own_nodes(function) if isinstance(n, ast.Attribute))
        return any((self._model.qualified_name(n) or "").startswith(OPS) for n in reads)


def _outermost(node: ast.AST, model: SemanticModel) -> ast.AST | None:
    """Return the function around ``node`` that no other one is around of."""
    found, function = None, model.function(node)
    while function is not None:
        found, function = function, model.function(function)
    return found


def _naming(model: SemanticModel) -> frozenset[ast.AST]:
    """Return the functions at the top of a file, and the methods, in which an array library or an operation is named.

    What a fix has begun in ``ops`` is not left half done.
    """
    operations = (node for node, name in model.qualified_names.items() if name.startswith(OPS))
    around = (_outermost(node, model) for node in (*references(model), *operations))
    return frozenset(function for function in around if function is not None)


def _is_of_few_libraries(call: ast.Call) -> bool:
    """True for `x.dot(y)` and `x.max(1)`, which some libraries' arrays lack, or answer otherwise."""
    method = last_name(call.func)
    return method in OF_FEW_LIBRARIES or (method in PAIRS_ALONG_AXES and bool(call.args or call.keywords))


def _compared(dtype: ast.AST, model: SemanticModel) -> ast.expr | None:
    """Return the array whose dtype is compared with ``dtype``: `x` of `x.dtype in [np.float32, np.float64]`."""
    holder = model.parent(dtype)
    if isinstance(holder, ast.List | ast.Tuple | ast.Set):
        holder = model.parent(holder)
    match holder:
        case ast.Compare(left=ast.Attribute(value=ast.Attribute(value=array, attr="dtype"), attr="type")):
            return array
        case ast.Compare(left=ast.Attribute(value=array, attr="dtype")):
            return array
    return None


def _is_maker_by_index(node: ast.AST, model: SemanticModel) -> bool:
    """True for `np.r_`, and not for `np.where(x)`, of which a part is taken."""
    return not isinstance(node, ast.Call) and reference(node, model) is not None


def _brings_to_numpy(function: ast.AST) -> bool:
    return any(isinstance(n, ast.Call) and last_name(n.func) in TO_NUMPY for n in own_nodes(function))


def _chooses_by_truth(node: ast.AST, model: SemanticModel) -> bool:
    """True for `max(x, 1)`: it compares, and asks what it gets for its truth, which arrays without axes have."""
    if not isinstance(node, ast.Call) or len(node.args) < len("ab") or node.keywords:
        return False
    starred = any(isinstance(a, ast.Starred) for a in node.args)
    return not starred and model.qualified_name(node.func) in {"builtins.max", "builtins.min"}


def _is_for_numpy(code: str, node: ast.AST, model: SemanticModel) -> bool:
    """True for what asks for something that NumPy or SciPy alone has, and means just that.

    Its matrices and masked arrays, its warnings where they are caught, the sparse arrays that are to be made, and what
    takes arrays of every library.
    """
    found = reference(node, model) if code == "PUR103" else None
    if found is not None and found.library in HOST_PACKAGES and found.dotted.startswith(_MASKED):
        return True
    match node:
        case ast.Call(args=[_, classes]) if code == _OF_CLASSES and last_name(node.func) == "isinstance":
            named = {model.qualified_name(n) for n in ast.walk(classes) if isinstance(n, ast.expr)}
            return not named.isdisjoint(WITHOUT_LIKE) or brings_over_alone(node, model)
        case ast.Call(func=made) if code == "PUR105":
            return model.qualified_name(made) in MAKERS_OF_SPARSE or gives_what_it_is_given(node, model)
        case ast.Name() | ast.Attribute():
            holder = model.parent(node)
            holder = model.parent(holder) if isinstance(holder, ast.Tuple) else holder
            return isinstance(holder, ast.ExceptHandler)
    return False


def _is_about_axes(node: ast.AST, model: SemanticModel) -> bool:
    """True for what is made of axes alone: `np.asarray(axis)[()]`, `np.issubdtype(axis.dtype, np.integer)`."""
    parent = model.parent(node)
    asked = parent if isinstance(node, ast.Attribute) and isinstance(parent, ast.Call) else node
    names = [n for n in ast.walk(asked) if isinstance(n, ast.Name) and model.qualified_name(n) is None]
    return bool(names) and AXIS_NAMES.issuperset(n.id for n in names)
