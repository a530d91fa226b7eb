"""Classes of array libraries in annotations, and the class of ops in their place."""

from __future__ import annotations

import ast

from purity_lint.knowledge import libraries, lookup
from purity_lint.knowledge.dtypes import ABSTRACT, CLASSES_OF_DTYPES, WITHOUT_COUNTERPART
from purity_lint.knowledge.samplers import GENERATOR_CLASSES
from purity_lint.rewrites.references import Category, category
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name


def alternatives(node: ast.expr) -> list[ast.expr]:
    """Return the alternatives of ``A | B`` and ``Union[A, B]``; of anything else, itself."""
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [*alternatives(left), *alternatives(right)]
        case ast.Subscript(
            value=ast.Name(id="Union") | ast.Attribute(attr="Union"), slice=ast.Tuple(elts=parts)
        ):
            return [member for part in parts for member in alternatives(part)]
    return [node]


def without_repetition(members: list[ast.expr], imports: dict[str, str]) -> list[ast.expr]:
    """Return the alternatives without those that would be the same as one before them."""
    kept: dict[object, ast.expr] = {}
    for member in members:
        found = library_class(member, imports)
        kept.setdefault((found and portable_annotation(*found)) or member, member)
    return list(kept.values())


def library_class(node: ast.expr, imports: dict[str, str]) -> tuple[str, str] | None:
    """Return the library and the name of a class in an annotation, of ``NDArray[float]`` and of ``np.ndarray``.

    The file's imports decide: an annotation is never run, so that nothing flows into it.
    """
    base = node.value if isinstance(node, ast.Subscript) else node
    parts: list[str] = []
    while isinstance(base, ast.Attribute):
        parts.insert(0, base.attr)
        base = base.value
    if not isinstance(base, ast.Name) or base.id not in imports:
        return None
    return libraries.split(".".join([imports[base.id], *parts]))


def library_names(model: SemanticModel) -> dict[str, str]:
    """Return the names that imports of array libraries bind; nothing else can lead to a class of theirs."""

    def read() -> dict[str, str]:
        bindings = {b.local: b.qualified for b in model.imports}
        return {local: name for local, name in bindings.items() if libraries.split(name) is not None}

    return model.memo(library_names, read)


def portable_annotation(library: str, dotted: str) -> str | None:
    """Return the class of ops that says the same in an annotation: ``Tensor``, ``TensorLike``, ``DType``."""
    if dotted.endswith(".ArrayLike"):
        return "TensorLike"
    name = f"{library}.{dotted}"
    if name in lookup.TENSOR_TYPES or name in lookup.TENSOR_ANNOTATIONS or lookup.makes_tensor(name):
        return "Tensor"
    if library == "numpy" and is_scalar_class(dotted):
        return "Tensor"
    if dotted in CLASSES_OF_DTYPES:
        return "DType"
    return GENERATOR_CLASSES.get(name)


def is_scalar_class(dotted: str) -> bool:
    """True where NumPy's name is that of a class of numbers."""
    concrete = (
        category("numpy", dotted) is Category.DTYPE and dotted not in WITHOUT_COUNTERPART | CLASSES_OF_DTYPES
    )
    return dotted in ABSTRACT or dotted == "generic" or concrete


class StringAnnotation:
    """An annotation in a string, and the library classes that were met in it."""

    def __init__(self, imports: dict[str, str]) -> None:
        self._imports = imports
        self.libraries: list[str] = []
        self.unknown: list[str] = []

    def render(self, tree: ast.expr) -> str:
        """Return the annotation as a template, with the classes of ops in it."""
        marks: dict[str, str] = {}
        new = _Substitution(self, marks).visit(tree)
        text = ast.unparse(new).replace("{", "{{").replace("}", "}}")
        for mark, template in marks.items():
            text = text.replace(mark, template)
        return text

    def target(self, node: ast.expr) -> str | None:
        """Return the class of ops that replaces ``node``; ``None`` where none does."""
        found = library_class(node, self._imports)
        if found is None:
            return None
        library, dotted = found
        self.libraries.append(library)
        target = portable_annotation(library, dotted)
        if target is None:
            self.unknown.append(dotted)
        return target


class _Substitution(ast.NodeTransformer):
    def __init__(self, replacer: StringAnnotation, marks: dict[str, str]) -> None:
        self._replacer = replacer
        self._marks = marks

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Attribute | ast.Name | ast.Subscript):
            target = self._replacer.target(node)
            if target is not None:
                mark = f"purity_mark_{len(self._marks)}_"
                self._marks[mark] = f"{{ops}}.{target}"
                return ast.Name(mark, ast.Load())
        visited = super().visit(node)
        assert isinstance(visited, ast.AST)
        return visited


def is_in_type_alias(node: ast.AST, model: SemanticModel) -> bool:
    """True in `Array: TypeAlias = np.typing.NDArray | ...`, which is an annotation under a name."""
    parent = model.parent(node)
    while isinstance(parent, ast.expr):
        parent = model.parent(parent)
    return isinstance(parent, ast.AnnAssign) and last_name(parent.annotation) == "TypeAlias"
