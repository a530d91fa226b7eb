"""Statistics: reductions, cumulative sums, histograms; order statistics, and what passes over NaN."""

from __future__ import annotations

from emberops.ops.statistical.quantiles import *
from emberops.ops.statistical.reductions import *
from emberops.ops.statistical.runs import *
