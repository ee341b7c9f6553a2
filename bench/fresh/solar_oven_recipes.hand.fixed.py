"""How long does a solar oven need for bread, rice and beans on different days?"""
import tensorflow as tf

from solar_oven_recipes_graph import calls, graph

RECIPES = {"bread": (0.8, 95.0, 0.5), "rice": (1.2, 85.0, 0.4), "beans": (1.5, 90.0, 1.6)}
DAYS = {"clear": 900.0, "hazy": 650.0, "cloudy": 420.0}


@graph
def heat(oven, food, sun, mass):
    """One hour in steps of a minute; temperatures in degrees Celsius."""
    hot_minutes = tf.constant(0.0)
    for _ in tf.range(60):
        gain = 0.35 * sun * 0.6
        loss = 2.2 * (oven - 22.0)
        exchange = 4.0 * (oven - food)
        oven += 60.0 * (gain - loss - exchange) / 3000.0
        food += 60.0 * exchange / (3800.0 * mass)
        hot_minutes += tf.cast(food > 70.0, tf.float32)
    return oven, food, hot_minutes


@graph
def doneness(food, target, hot_minutes):
    return tf.sigmoid((food - target) / 6.0) * tf.tanh(hot_minutes / 40.0)


def cook(recipe, sun, hours=8):
    mass, target, needed = (tf.constant(v) for v in RECIPES[recipe])
    oven, food, minutes = tf.constant(22.0), tf.constant(18.0), tf.constant(0.0)
    best = 0.0
    for hour in range(1, hours + 1):
        position = tf.sin(tf.constant(3.1416 * (hour + 1.5) / 11.0))
        oven, food, hot = heat(oven, food, sun * position, mass)
        minutes += hot
        done = float(doneness(food, target, minutes))
        best = max(best, done)
        if done > 0.5 and float(minutes) > 60 * float(needed):
            return hour, best
    return None, best


def main():
    table = {(r, d): cook(r, tf.constant(sun)) for r in RECIPES for d, sun in DAYS.items()}
    for recipe in RECIPES:
        hours = [table[recipe, day][0] or "-" for day in DAYS]
        print(recipe, "hours:", *hours)
    ready = sum(hour is not None for hour, _ in table.values())
    print("meals ready:", ready, "calls of heat:", calls["heat"])
    print("least done:", round(min(best for _, best in table.values()), 3))


if __name__ == "__main__":
    main()
