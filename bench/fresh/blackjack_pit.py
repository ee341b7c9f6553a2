# planted: TFR101 TFR303 the round number goes in as a Python int and picks the payout by a Python if
# style: plain script with functions, Monte Carlo of a card table
"""A blackjack pit: many seats play the same shoe with different stand totals."""
import numpy as np
import tensorflow as tf

SEATS = 4000
HAPPY_HOUR_EVERY = 8
rng = np.random.default_rng(21)
VALUES = np.minimum(np.arange(13) + 1, 10)


def deal(n):
    return tf.constant(VALUES[rng.integers(0, 13, (SEATS, n))], tf.int32)


def hand_total(cards, used):
    mask = tf.sequence_mask(used, cards.shape[1], dtype=tf.int32)
    hard = tf.reduce_sum(cards * mask, axis=1)
    has_ace = tf.reduce_any((cards == 1) & (mask == 1), axis=1)
    return tf.where(has_ace & (hard <= 11), hard + 10, hard)


def draw_until(cards, stand_at):
    used = tf.fill([SEATS], 2)
    for _ in range(cards.shape[1] - 2):
        used = used + tf.cast(hand_total(cards, used) < stand_at, tf.int32)
    return hand_total(cards, used)


@tf.function
def play_round(player_cards, dealer_cards, stand_at, bank, round_no):
    player = draw_until(player_cards, stand_at)
    dealer = draw_until(dealer_cards, 17)
    bust = player > 21
    win = (~bust) & ((dealer > 21) | (player > dealer))
    push = (~bust) & (player == dealer)
    natural = player == 21
    if round_no % HAPPY_HOUR_EVERY == 0:
        bonus = 2.0
    else:
        bonus = 1.5
    payout = tf.where(win, tf.where(natural, bonus, 1.0), tf.where(push, 0.0, -1.0))
    return bank + payout


def evening(rounds):
    stand_at = tf.constant(rng.integers(13, 20, SEATS), tf.int32)
    bank = tf.fill([SEATS], 100.0)
    low_water = bank
    for round_no in range(1, rounds + 1):
        bank = play_round(deal(7), deal(7), stand_at, bank, round_no)
        low_water = tf.minimum(low_water, bank)
    return stand_at.numpy(), bank.numpy(), low_water.numpy()


stand, final, low = evening(24)
for total in range(13, 20):
    pick = stand == total
    print(f"stand at {total}: mean bank {final[pick].mean():7.2f}, lowest {low[pick].min():6.1f}")
print("best rule:", max(range(13, 20), key=lambda s: final[stand == s].mean()))
