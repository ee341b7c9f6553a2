"""What counts as a result in the output of a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from tfretrace_fix.output import difference, last_lines, printed, result_lines

BAR = (
    "\x1b[1m 1/3\x1b[0m \x1b[37m━━━\x1b[0m \x1b[1m4s\x1b[0m 2s/step - loss: 0.9"
    "\b\b\b\b\b\b\b\b\b\b\r\x1b[1m 3/3\x1b[0m ━━━ "
    "\x1b[1m{total}\x1b[0m {each}/step - loss: {loss}\n"
)


def test_states_of_a_progress_bar_are_no_lines_of_a_file(tmp_path: Path) -> None:
    shown = []
    for states in (["8/8"], ["1/8", "3/8", "8/8"]):
        file = tmp_path / "output"
        bars = [f"\r{state} ━━━ 0s 3ms/step - loss: 0.5" for state in states]
        file.write_bytes(("Epoch 1\n" + "\b\b".join(bars) + "\n").encode())
        shown.append(result_lines(printed(file)))
    assert shown == [["Epoch 1", "- loss: 0.5"]] * 2


def test_a_progress_bar_is_its_last_state_without_durations() -> None:
    one = result_lines("begin\n" + BAR.format(total="1s", each="45ms", loss=0.5))
    other = result_lines("begin\n" + BAR.format(total="0s", each="801us", loss=0.5))
    assert one == other == ["begin", "- loss: 0.5"]
    worse = result_lines("begin\n" + BAR.format(total="0s", each="8ms", loss=0.6))
    assert "line 2 of the output differs" in (difference(one, worse) or "")


def test_steps_that_are_lines_of_their_own_are_no_results() -> None:
    bars = "1/3 ━ 1s 2s/step - loss: 3\n{}3/3 ━━━ 1s 2s/step - loss: 1\n1/3 of it\n"
    more = bars.format("2/3 ━━ 1s 2s/step - loss: 2\n")
    assert result_lines(more) == result_lines(bars.format(""))
    assert result_lines(more) == ["- loss: 1", "1/3 of it"]


def test_a_bar_that_measures_nothing_is_no_result() -> None:
    assert result_lines("1/1 ━━━ 0s 41ms/step\ndone\n") == ["done"]


@pytest.mark.parametrize(
    "text", ["3 passed in 0.12s", "took 1e-05 seconds", "100% [00:01<00:00, 9.5it/s]"]
)
def test_durations_are_no_results(text: str) -> None:
    (line,) = result_lines(text)
    assert "#" in line
    assert "0.12" not in line and "1e-05" not in line and "00:01" not in line


def test_the_number_of_lines_is_one_difference() -> None:
    assert difference(["a", "b"], ["a", "b"]) is None
    assert difference(["a", "b"], ["a"]) == "the output has 1 lines in place of 2"
    told = "line 1 of the output differs: 'a' -> 'c'; it has 1 lines in place of 2"
    assert difference(["a", "b"], ["c"]) == told


def test_the_end_of_an_error() -> None:
    errors = "".join(f"line {number}\n" for number in range(50))
    shown = last_lines("output", errors).splitlines()
    assert len(shown) == 20
    assert shown[-1] == "  line 49"
    assert last_lines("output", "") == "  output"
