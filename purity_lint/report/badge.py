"""A badge: the purity of a project as a picture (SVG)."""

from __future__ import annotations

_COLORS = ((0.95, "#2e7d32"), (0.8, "#558b2f"), (0.5, "#b26a00"), (0.0, "#c62828"))
_NONE = "#616161"
_LEFT = 46


def badge(share: float | None) -> str:
    """Return the badge for a share of pure expressions; ``None`` where there are none."""
    text = percent(share)
    color = _NONE if share is None else next(color for least, color in _COLORS if share >= least)
    right = 10 + 7 * len(text)
    width = _LEFT + right
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="purity: {text}">
<title>purity: {text}</title>
<rect width="{width}" height="20" rx="3" fill="#424242"/>
<path d="M{_LEFT} 0h{right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{right - 3}z" fill="{color}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="{_LEFT / 2:.0f}" y="14">purity</text><text x="{_LEFT + right / 2:.1f}" y="14">{text}</text>
</g>
</svg>
"""


def percent(share: float | None) -> str:
    """Return a share as it is shown; 100 % is said of nothing that is less."""
    if share is None:
        return "none"
    return "100%" if share == 1 else f"{min(int(1000 * share) / 10, 99.9):.1f}%"
