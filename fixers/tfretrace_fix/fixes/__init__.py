"""The fixes: one module per code, each with its ``plan``."""

from __future__ import annotations

from tfretrace_fix.fixes import tfr101, tfr203
from tfretrace_fix.plans import Planner

FIXES: dict[str, Planner] = {
    "TFR101": tfr101.plan,
    "TFR203": tfr203.plan,
    "TFR301": tfr101.plan_loop,
    "TFR303": tfr101.plan_conditional,
}
