"""pH of buffer mixtures: solve the charge balance for each composition of a dilution table."""
import tensorflow as tf

KW = 1.0e-14


class WeakAcid:
    def __init__(self, name, pka, total):
        self.name = name
        self.pka = [float(p) for p in pka]
        self.total = tf.Variable(total, dtype=tf.float64)
        self.sodium = tf.Variable(0.0, dtype=tf.float64)

    def charge(self, ph):
        h = tf.pow(tf.constant(10.0, tf.float64), -ph)
        terms, product = [tf.ones_like(h)], tf.ones_like(h)
        for pka in self.pka:
            product = product * (10.0 ** -pka) / h
            terms.append(product)
        weights = tf.stack(terms)
        order = tf.range(len(terms), dtype=tf.float64)
        mean_charge = tf.reduce_sum(order * weights) / tf.reduce_sum(weights)
        return h - KW / h + self.sodium - self.total * mean_charge

    def prepare(self, total, sodium):
        self.total.assign(total)
        self.sodium.assign(sodium)


@tf.function
def bisect(balance, low, high):
    for _ in tf.range(48):
        middle = 0.5 * (low + high)
        if balance(middle) > 0.0:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


class Titrator:
    def __init__(self, acid):
        self.acid = acid
        self.balance = acid.charge
        self.low = tf.constant(0.0, tf.float64)
        self.high = tf.constant(14.0, tf.float64)

    def ph(self, total, sodium):
        self.acid.prepare(total, sodium)
        return float(bisect(self.balance, self.low, self.high))

    def row(self, total, fractions):
        return [self.ph(total, total * f) for f in fractions]

    def capacity(self, total, sodium, step=1e-4):
        return 2 * step / (self.ph(total, sodium + step) - self.ph(total, sodium - step))


SHELF = [("acetic", [4.76], 0.1), ("phosphoric", [2.15, 7.20, 12.35], 0.05), ("citric", [3.13, 4.76, 6.40], 0.02)]


def main():
    for name, pka, total in SHELF:
        titrator = Titrator(WeakAcid(name, pka, total))
        values = titrator.row(total, [0.2, 0.5, 0.8, 0.95])
        beta = titrator.capacity(total, 0.5 * total)
        print(f"{name:11s}", " ".join(f"{v:6.2f}" for v in values), f" capacity {beta:.3f}")


if __name__ == "__main__":
    main()
