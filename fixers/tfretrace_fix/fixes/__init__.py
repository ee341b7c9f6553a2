"""The fixes: one module per code or group of codes, each with its ``plan``."""

from __future__ import annotations

from tfretrace_fix.fixes import (
    tfr101,
    tfr103,
    tfr104,
    tfr105,
    tfr106,
    tfr107,
    tfr108,
    tfr201,
    tfr203,
    tfr205,
    tfr206,
    tfr208,
    tfr302,
    tfr304,
    tfr306,
    tfr401,
    tfr402,
    tfr403,
    tfr404,
    tfr407,
    tfr501,
    tfr502,
    tfr503,
    tfr505,
    tfr507,
    tfr601,
)
from tfretrace_fix.plans import Planner

FIXES: dict[str, Planner] = {
    "TFR101": tfr101.plan,
    "TFR103": tfr103.plan,
    "TFR104": tfr104.plan,
    "TFR105": tfr105.plan,
    "TFR106": tfr106.plan,
    "TFR107": tfr107.plan,
    "TFR108": tfr108.plan,
    "TFR201": tfr201.plan,
    "TFR202": tfr201.plan_reduced,
    "TFR203": tfr203.plan,
    "TFR205": tfr205.plan,
    "TFR206": tfr206.plan,
    "TFR208": tfr208.plan,
    "TFR301": tfr101.plan_loop,
    "TFR302": tfr302.plan,
    "TFR303": tfr101.plan_conditional,
    "TFR304": tfr304.plan,
    "TFR305": tfr304.plan,
    "TFR306": tfr306.plan,
    "TFR401": tfr401.plan,
    "TFR402": tfr402.plan,
    "TFR403": tfr403.plan,
    "TFR404": tfr404.plan,
    "TFR407": tfr407.plan,
    "TFR501": tfr501.plan,
    "TFR502": tfr502.plan,
    "TFR503": tfr503.plan,
    "TFR505": tfr505.plan,
    "TFR507": tfr507.plan,
    "TFR601": tfr601.plan,
}

JOINT = frozenset({"TFR101", "TFR301", "TFR303"})
"""Codes whose fixes change all functions that a call may run."""
