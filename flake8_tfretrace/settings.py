"""What a user can configure about the analysis."""

from __future__ import annotations

from typing import Literal, NamedTuple

from flake8_tfretrace.finding import Confidence


class ProfileError(ValueError):
    """A file cannot be used as a profile; the message names the file and what to do."""


class Settings(NamedTuple):
    """What the analysis cannot know by itself. No setting changes what a code means."""

    traced_decorators: tuple[str, ...] = ()
    """Dotted names that act like ``tf.function``, such as ``common.function``."""
    keras_models: tuple[str, ...] = ()
    """Class names treated as Keras models."""
    profile: str | None = None
    """The path of what recorded runs saw: a file of ``tfretrace-verify record --profile``."""
    confidence: Confidence | Literal["any"] = "proven"
    """What to report: what is proven, or also what needs one further assumption; any: whatever it
    needs, for runs to judge."""
