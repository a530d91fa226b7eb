"""The price of an option by simulation, with the same random numbers on every backend.

Run ``python examples/monte_carlo.py torch``.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import emberops
from emberops import ops


def price(
    key: Any, *, spot: float, strike: float, rate: float, volatility: float, years: float, paths: int
) -> Any:
    """The discounted mean payoff of a European call under geometric Brownian motion, and its standard error."""
    drift = (rate - volatility**2 / 2) * years
    noise = ops.random.normal(key, (paths // 2,))
    noise = ops.concat([noise, ops.negative(noise)])  # antithetic paths
    final = ops.multiply(spot, ops.exp(ops.add(drift, ops.multiply(volatility * math.sqrt(years), noise))))
    payoff = ops.multiply(math.exp(-rate * years), ops.maximum(ops.subtract(final, strike), 0.0))
    pairs = ops.mean(ops.reshape(payoff, (2, -1)), axis=0)
    return ops.mean(pairs), ops.divide(ops.std(pairs, correction=1), math.sqrt(paths // 2))


def black_scholes(*, spot: float, strike: float, rate: float, volatility: float, years: float) -> float:
    """The exact price (Black and Scholes, 1973)."""
    spread = volatility * math.sqrt(years)
    d1 = (math.log(spot / strike) + (rate + volatility**2 / 2) * years) / spread
    below = [(1 + math.erf(d / math.sqrt(2))) / 2 for d in (d1, d1 - spread)]
    return spot * below[0] - strike * math.exp(-rate * years) * below[1]


CONTRACT = {"spot": 100.0, "strike": 105.0, "rate": 0.02, "volatility": 0.25, "years": 1.0}


def main(backend: str) -> None:
    """Print the simulated and the exact price."""
    with emberops.session(backend):
        found, error = price(ops.random.key(0), paths=200_000, **CONTRACT)
        print(f"{backend}: {float(found):.4f} +- {float(error):.4f}, exactly {black_scholes(**CONTRACT):.4f}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "numpy")
