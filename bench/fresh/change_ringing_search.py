# planted: TFR103 a row of bells is a Python list of ints, another at every change, given to the traced music score and clash
# style: recreational maths, lists and itertools, cached search, two modules
"""Compose touches of change ringing: hunt for plain-course variants whose rows sound well."""
import random

from change_ringing_search_music import clash, musicality

BELLS = 8
PLAIN = ["x", "18", "x", "18", "x", "18", "x", "12"]
BOB = ["x", "18", "x", "18", "x", "18", "x", "14"]


def change(row, notation):
    fixed = set() if notation == "x" else {int(ch) - 1 for ch in notation}
    row, i = list(row), 0
    while i < len(row) - 1:
        if i in fixed or i + 1 in fixed:
            i += 1
            continue
        row[i], row[i + 1] = row[i + 1], row[i]
        i += 2
    return row


def touch(calls):
    row = list(range(1, BELLS + 1))
    for call in calls:
        for notation in (BOB if call == "b" else PLAIN):
            row = change(row, notation)
            yield row


def judge(calls):
    score, previous, seen = 0.0, list(range(1, BELLS + 1)), set()
    for row in touch(calls):
        score += float(musicality(row)) - 0.1 * float(clash(previous, row))
        score -= 2.0 * (tuple(row) in seen)
        seen.add(tuple(row))
        previous = row
    return score, len(seen)


def search(leads, tries, seed):
    dice = random.Random(seed)
    best = (judge("p" * leads), "p" * leads)
    for _ in range(tries):
        calls = list(best[1])
        k = dice.randrange(leads)
        calls[k] = "b" if calls[k] == "p" else "p"
        candidate = "".join(calls)
        best = max(best, (judge(candidate), candidate))
    return best


def main():
    plain = judge("ppp")
    (score, rows), calls = search(leads=3, tries=2, seed=1668)
    print("plain course", round(plain[0], 2), "rows", plain[1])
    print("best touch", calls, round(score, 2), "rows", rows)
    print("last row", "".join(map(str, list(touch(calls))[-1])))


if __name__ == "__main__":
    main()
