"""The fixes: one module per code, each with its ``plan``."""

from __future__ import annotations

from tfretrace_fix.fixes import tfr203
from tfretrace_fix.plans import Planner

FIXES: dict[str, Planner] = {
    "TFR203": tfr203.plan,
}
