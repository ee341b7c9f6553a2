# planted: TFR103 the list of letters guessed so far grows with each guess and goes to the traced scorer as Python ints
# style: word game, enum of outcomes, solver object, plays a list of secrets
"""A hangman player that guesses the letter most of the still possible words contain."""
import enum

import tensorflow as tf

WORDS = ("planet garden bridge window castle orange silver forest desert island pirate rocket "
         "engine basket candle dragon finger guitar hammer jungle kitten ladder market needle "
         "oyster pencil rabbit saddle tunnel violin").split()
UNKNOWN = -1


class Outcome(enum.Enum):
    WON = "won"
    HANGED = "hanged"


def encode(word):
    return [ord(letter) - ord("a") for letter in word]


@tf.function
def letter_votes(table, pattern, guessed):
    """For every letter, the number of possible words that have it; 0 for tried letters."""
    tried = tf.reduce_max(tf.one_hot(tf.constant([UNKNOWN] + guessed), 26), axis=0)
    shown = pattern >= 0
    fits = tf.reduce_all((table == pattern) | ~shown, axis=1)
    missed = tried * (1.0 - tf.reduce_max(tf.one_hot(pattern, 26), axis=0))
    present = tf.reduce_max(tf.one_hot(table, 26), axis=1)
    clean = tf.linalg.matvec(present, missed) < 0.5
    possible = tf.cast(fits & clean, tf.float32)
    votes = tf.linalg.matvec(present, possible, transpose_a=True)
    return votes * (1.0 - tried), tf.reduce_sum(possible)


class Solver:
    def __init__(self, words):
        self.table = tf.constant([encode(word) for word in words])

    def guess(self, pattern, guessed):
        votes, possible = letter_votes(self.table, tf.constant(pattern), guessed)
        return int(tf.argmax(votes)), int(possible)


def play(solver, secret, lives=6):
    letters = encode(secret)
    pattern = [UNKNOWN] * len(letters)
    guessed, narrowed = [], []
    while lives and UNKNOWN in pattern:
        letter, possible = solver.guess(pattern, guessed)
        guessed.append(letter)
        narrowed.append(possible)
        if letter in letters:
            pattern = [l if l == letter else p for l, p in zip(letters, pattern)]
        else:
            lives -= 1
    outcome = Outcome.HANGED if UNKNOWN in pattern else Outcome.WON
    return outcome, len(guessed), narrowed


def main():
    solver = Solver(WORDS)
    games = {secret: play(solver, secret) for secret in WORDS[::5]}
    for secret in list(games)[:2]:
        outcome, guesses, narrowed = games[secret]
        print(secret, outcome.value, "after", guesses, "guesses; possible:", narrowed)
    print("won:", sum(outcome is Outcome.WON for outcome, _, _ in games.values()), "of", len(games))
    print("guesses in all:", sum(guesses for _, guesses, _ in games.values()))


if __name__ == "__main__":
    main()
