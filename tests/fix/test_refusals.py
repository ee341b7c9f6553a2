"""What looks fixable and is not: each program must stay as it is, for the reason given."""

from __future__ import annotations

from textwrap import dedent

import pytest
from tfretrace_fix.engine import fix_source

from flake8_tfretrace.catalog import RULES

PREDICT = """
    import numpy as np
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
    rows = np.ones((1, 4))


    def main(data, progress):
        for step in range(10):
            row = data[step]
            {call}
    """

REFUSED = [
    (
        "TFR601",
        PREDICT,
        "model.predict(row, batch_size=8)",
        "the call has the argument 'batch_size'",
    ),
    ("TFR601", PREDICT, "model.predict(row, 8)", "it is not clear which argument is the input"),
    ("TFR601", PREDICT, "model.predict(*row)", "it is not clear which argument is the input"),
    ("TFR601", PREDICT, "model.predict(x=row, **step)", "the call has the argument '**'"),
    ("TFR601", PREDICT, "model.predict(row, steps=3)", "the call has the argument 'steps'"),
    ("TFR601", PREDICT, "model.predict(row, verbose=2)", "the call asks for a progress bar"),
    ("TFR601", PREDICT, "model.predict(row, verbose=progress)", "the call asks for a progress bar"),
    (
        "TFR601",
        PREDICT,
        "model.predict(tf.data.Dataset.range(step))",
        "'tf.data.Dataset.range(step)' is a dataset, which predict takes apart into batches",
    ),
    ("TFR601", PREDICT, "model.predict([[1.0, step]])", "'[[1.0, step]]' is no array"),
    (
        "TFR601",
        PREDICT,
        "model.predict(np.ones((100, 4)) * step)",
        "'np.ones((100, 4)) * step' has 100 rows, and predict takes 32 at once",
    ),
    (
        "TFR601",
        PREDICT,
        "model.predict(data)",
        "'data' is not made for the call: it may have many rows",
    ),
    (
        "TFR601",
        """
        import tensorflow as tf


        class Model(tf.keras.Model):
            def predict(self, x):
                return super().predict(x)

            def walk(self, rows):
                for row in rows:
                    {call}
        """,
        "self.predict(row)",
        "'Model' defines its own predict()",
    ),
]


@pytest.mark.parametrize(
    ("code", "program", "call", "reason"), REFUSED, ids=[f"{r[0]}-{r[2]}" for r in REFUSED]
)
def test_refused(code: str, program: str, call: str, reason: str) -> None:
    source = dedent(program).format(call=call)
    result = fix_source(source, codes=frozenset(RULES), unsafe=True)
    assert result.text == source
    left = [one for one in result.left if one.finding.code == code]
    assert [one.reason for one in left] == [reason]
    assert not left[0].needs_unsafe
