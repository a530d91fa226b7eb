"""Draw the pictures of the programs in examples/, from what they compute: docs/images/examples/*.svg.

Run ``python docs/_generate/example_pictures.py``; it takes some minutes and needs all four backends and scikit-learn.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "images" / "examples"
BACKENDS = ("numpy", "torch", "jax", "mlx")
COLOURS = dict(zip(BACKENDS, ("#3949ab", "#d84315", "#00796b", "#8e24aa"), strict=True))
WIDTH = 840

sys.path.insert(0, str(ROOT / "examples"))  # the programs import one another


def picture(title: str, description: str, height: int, parts: Iterable[str]) -> str:
    """An SVG with its own background, which reads on a light page and on a dark one."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
            f'height="{height}" role="img" aria-labelledby="title description" font-family="sans-serif">',
            f'<title id="title">{title}</title>',
            f'<desc id="description">{description}</desc>',
            f'<rect width="{WIDTH}" height="{height}" rx="12" fill="#f6f7fd"/>',
            *parts,
            "</svg>\n",
        ]
    )


def text(
    x: float, y: float, words: str, *, size: int = 14, anchor: str = "middle", fill: str = "#263238"
) -> str:
    """A line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{words}</text>'


def cells(
    values: Sequence[Sequence[float]], x: float, y: float, side: float, ramp: Sequence[Any]
) -> Iterable[str]:
    """A matrix of values from 0 to 1 as squares between two colours."""
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            share = min(max(value, 0.0), 1.0)
            if share > 0.002:
                colour = "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(*ramp, strict=True))
                edge = f"h{side + 0.3:.1f}v{side + 0.3:.1f}h-{side + 0.3:.1f}z"
                yield f'<path fill="#{colour}" d="M{x + j * side:.1f} {y + i * side:.1f}{edge}"/>'


HEAT = ((232, 234, 246), (216, 67, 21))
INK = ((255, 255, 255), (38, 50, 56))


def heat_equation() -> str:
    """The plate on each backend after the same steps."""
    import heat_equation as program

    parts: list[str] = []
    for k, backend in enumerate(BACKENDS):
        left = 20 + k * 205
        plate = program.solve(17, 40, backend)
        parts += cells(plate.tolist(), left, 44, 10.9, HEAT)
        parts.append(text(left + 92, 30, backend, fill=COLOURS[backend]))
        parts.append(text(left + 92, 252, f"middle: {float(plate[8, 8]):.5f}"))
    return picture(
        "Heat in a plate", "Four plates alike, warm in the middle, one for each backend.", 270, parts
    )


def monte_carlo() -> str:
    """The price with its error for more and more paths."""
    import monte_carlo as program

    from emberops import ops, use_backend

    exact = program.black_scholes(**program.CONTRACT)
    sizes = (1_000, 4_000, 16_000, 64_000, 256_000)

    def height(price: float) -> float:
        return 140 - (price - exact) * 110

    parts = [
        f'<line x1="90" x2="820" y1="{height(exact)}" y2="{height(exact)}" stroke="#263238" stroke-dasharray="6 4"/>',
        text(84, height(exact) + 5, f"{exact:.3f}", anchor="end"),
    ]
    for k, backend in enumerate(BACKENDS):
        parts.append(text(150 + 190 * k, 28, backend, fill=COLOURS[backend]))
        with use_backend(backend):
            for j, paths in enumerate(sizes):
                found, error = map(float, program.price(ops.random.key(0), paths=paths, **program.CONTRACT))
                x = 150 + 150 * j + 9 * (k - 1.5)
                top, low = height(found + error), height(found - error)
                colour = COLOURS[backend]
                parts.append(
                    f'<line x1="{x}" x2="{x}" y1="{top:.1f}" y2="{low:.1f}" stroke="{colour}" stroke-width="2"/>'
                )
                parts.append(f'<circle cx="{x}" cy="{height(found):.1f}" r="3.5" fill="{colour}"/>')
    parts += [text(150 + 150 * j, 262, f"{paths:,} paths", size=12) for j, paths in enumerate(sizes)]
    description = (
        "Points with error bars close in on the dashed exact price; those of the four backends coincide."
    )
    return picture("The price of an option, drawn with the same keys", description, 280, parts)


def digits(folder: Path) -> str:
    """What each backend has learnt, of images that it has not seen; keeps the parameters of one."""
    import digits as program

    import emberops
    from emberops import ops, training

    parts: list[str] = []
    for k, backend in enumerate(BACKENDS):
        with emberops.session(backend, dtype="float32"):
            learnt, held_out = program.load()
            parameters = program.train(ops.random.key(0), learnt)
            if backend == "jax":
                training.save_checkpoint(folder / program.CHECKPOINT, parameters)
            some = held_out.images[:10]
            found = ops.argmax(program.log_probabilities(parameters, some), axis=1).tolist()
            share = program.accuracy(parameters, held_out)
            if not k:
                for j, image in enumerate(ops.reshape(some, (10, 8, 8)).tolist()):
                    parts += cells(image, 160 + 66 * j, 20, 7, INK)
        y = 108 + 26 * k
        parts.append(text(20, y, f"{backend}: {share:.1%} right", anchor="start", fill=COLOURS[backend]))
        parts += [text(188 + 66 * j, y, str(label), fill=COLOURS[backend]) for j, label in enumerate(found)]
    description = (
        "Ten handwritten digits, and below each what the network says that every backend has trained."
    )
    return picture("Digits told apart by four networks", description, 206, parts)


def inference(folder: Path) -> str:
    """What was learnt on JAX, at work on the others: how often each digit is taken for each."""
    import digits
    import inference as program

    import emberops
    from emberops import ops, training

    parts: list[str] = []
    for k, backend in enumerate(BACKENDS):
        with emberops.session(backend, dtype="float32"):
            parameters = training.load_checkpoint(
                folder / digits.CHECKPOINT, digits.initial(ops.random.key(0))
            )
            _, held_out = digits.load()
            level = (
                "O0" if backend == "torch" else "O1"
            )  # its compiler takes longer than the rest of this script
            classify, _ = program.classifier(parameters, level, held_out.images)
            pairs = list(zip(held_out.labels.tolist(), classify(held_out.images).tolist(), strict=True))
        share = [[pairs.count((i, j)) / sum(a == i for a, _ in pairs) for j in range(10)] for i in range(10)]
        left = 20 + 205 * k
        parts.append(text(left + 92, 30, f"{backend}, {level}", fill=COLOURS[backend]))
        parts += cells(share, left, 44, 18.5, (HEAT[0], (57, 73, 171)))
        right = sum(a == b for a, b in pairs)
        parts.append(text(left + 92, 252, f"{right} of {len(pairs)} right"))
    description = "Four matrices alike: rows are the digits that are shown, columns those that are found."
    return picture("One checkpoint on four backends", description, 270, parts)


def main() -> None:
    """Draw all of them."""
    PICTURES.mkdir(exist_ok=True, parents=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        drawn = {
            "heat_equation": heat_equation(),
            "monte_carlo": monte_carlo(),
            "digits": digits(folder),
            "inference": inference(folder),
        }
    for program, svg in drawn.items():
        (PICTURES / f"{program}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
