"""Small programs with marks: what is reported of them, and what is not, beyond the fixtures."""

from __future__ import annotations

import itertools
import re

import pytest

from flake8_tfretrace import Settings, check
from flake8_tfretrace.catalog import DEFAULT_CODES
from tests.marks import marks

IMPORTS = """\
import collections
import copy
import dataclasses
import functools
import itertools
import os
import random
import time
import typing

import numpy as np
import tensorflow as tf
from tensorflow import keras


@tf.function
def f(x, n=None):
    return x


"""

PROGRAMS = {
    # what runs at the first call
    "a model without variables is called for the first time": """\
model = keras.Sequential([keras.layers.Dense(1)])

@tf.function
def step(x):
    if len(model.trainable_variables) == 0:
        model(tf.constant(np.random.rand(1, 2), tf.float32))
    if not model.weights:
        model(tf.constant(np.random.rand(1, 2), tf.float32))
    if len(model.layers) == 1:
        x += np.random.rand()  # TFR404
    return model(x)

for i in range(99):
    print(step(tf.ones([1, 2])))
""",
    # loops that go on until they are told to stop
    "a thread predicts until an event is set": """\
import threading

class Window:
    def __init__(self):
        self.model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.stop.is_set():
            self.shown = self.model.predict(self.frame())  # TFR601

    def frame(self):
        return np.random.rand(1, 3)

Window()
""",
    # shapes, and what attributes hold for a while
    "a part of a shape is a new one": """\
x = tf.ones([2, 3])
for i in range(9):
    f(x, x.shape[:1])  # TFR103
    f(x, x.shape)
    f(x, np.ones([2, 3]).shape[:1])
""",
    "an attribute is set to a new model now and then": """\
def make():
    return keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])

def copied(model):
    copy = keras.models.clone_model(model)
    copy.set_weights(model.get_weights())
    return copy

class Learner:
    def __init__(self):
        self.model = make()
        self.target = copied(self.model)
        self.kept = make()
        self.older = self.model
        self.steps = 0

    def learn(self, x):
        if self.steps % 10 == 0:
            self.target = copied(self.model)
            self.older = self.model
        self.steps += 1
        f(x, self.target)  # likely TFR106
        f(x, self.kept)
        f(x, self.older)

class Served:
    def load(self, weights):
        model = make()
        model.set_weights(weights)
        self.model, self.weights = model, weights

    def asked(self, x):
        return f(x, self.model)  # likely TFR106

learner, served = Learner(), Served()
for i in range(99):
    learner.learn(tf.ones([1, 3]))
    served.load(learner.model.get_weights())
    served.asked(tf.ones([1, 3]))
""",
    # how many batches there are
    "a prediction for each batch is no word worth": """\
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])

def rated(rows, size=64):
    count = (len(rows) + size - 1) // size
    for i in range(count):
        print(model.predict(rows[i * size:(i + 1) * size]))
    for i in range(5000):
        print(model.predict(rows[i:i + 1]))  # TFR601

rated(np.load("rows.npy"))
""",
    # how often calls pay for a trace
    "a loop that runs often by default pays": """\
def often(data, steps=200):
    @tf.function
    def gradient(x):
        return tf.reduce_sum(x * data)

    x = tf.Variable([1.0])
    for _ in range(steps):
        x.assign_sub(gradient(x) * x)
    return x

def seldom(data, steps=5):
    @tf.function  # TFR502
    def gradient(x):
        return tf.reduce_sum(x * data)

    x = tf.Variable([1.0])
    for _ in range(steps):
        x.assign_sub(gradient(x) * x)
    return x

def as_told(data, steps):
    @tf.function
    def gradient(x):
        return tf.reduce_sum(x * data)

    x = tf.Variable([1.0])
    for _ in range(steps):
        x.assign_sub(gradient(x) * x)
    return x

def study(rows, steps: int = 200):
    for row in rows:
        row = tf.constant(row)
        often(row)
        seldom(row)
        as_told(row, steps)
""",
    # functions that tables hold
    "a loop over functions runs each": """\
@tf.function
def scaled(x, n):
    return x * n

@tf.function
def shifted(x, n):
    return x + n

STEPS = {"scaled": scaled, "shifted": shifted}
for i in range(30):
    for step in (scaled, shifted):
        step(tf.ones([2]), i)  # TFR101
    for step in STEPS.values():
        step(tf.ones([2]), i)  # TFR101
    for name in STEPS:
        STEPS[name](tf.ones([2]), i)  # TFR101
for i, step in enumerate(STEPS.values()):
    step(tf.ones([2]), i)
""",
    "a table of functions is asked by keys that come again": """\
@tf.function
def scaled(x, n):
    return x * n

@tf.function
def shifted(x, n):
    return x + n

STEPS = {"scaled": scaled, "shifted": shifted}
SIZES = {1: scaled, 2: shifted}
def run(events, sizes):
    for kind, n in events:
        STEPS[kind](tf.ones([2]), int(n))  # likely TFR101
    for n in sizes:
        SIZES[n](tf.ones([2]), n)
    for event in unknown():
        SIZES[event.size](tf.ones([2]), event.size)
run([("scaled", n) for n in np.random.permutation(30)], [1, 2, 1, 2, 1, 2])
""",
    "decorators register functions, and factories": """\
STEPS = {}
FACTORIES = {}

def step(name):
    def keep(function):
        STEPS[name] = function
        return function
    return keep

def factory(function):
    FACTORIES[function.__name__] = function
    return function

@step("scaled")
@tf.function
def scaled(x, n):
    return x * n

@step("shifted")
@tf.function
def shifted(x, n):
    return x + n

@factory
def scaling(rate):
    @tf.function  # likely TFR502
    def apply(x):
        return x * rate
    return apply

@factory
def shifting(rate):
    @tf.function  # likely TFR502
    def apply(x):
        return x + rate
    return apply

def run(kinds):
    for i, kind in enumerate(kinds):
        STEPS[kind](tf.ones([2]), i)  # likely TFR101
        FACTORIES[kind](0.5)(tf.ones([2]))
run(open("kinds.txt"))
""",
    # records, fields and what else objects hold
    "named tuples with methods are tuples": """\
class Click(typing.NamedTuple):
    start: int
    stop: int
    where: tf.Tensor

    @property
    def width(self):
        return self.stop - self.start

    def moved(self, by):
        return self._replace(start=self.start + by)

def clicks(sound):
    for group in np.split(sound, 9):
        yield Click(int(group[0]), 3, tf.constant(group))

for click in clicks(np.arange(36)):
    f(click.where, click.start)  # likely TFR101
    f(click.where, click.width)  # likely TFR101
    f(click.where, click.moved(1).stop)
    f(click)  # likely TFR103
for i in range(9):
    f(Click(i, i + 1, tf.ones([])))  # TFR103
    f(Click(1, 2, tf.fill([], float(i))))
""",
    "fields of dataclasses as dicts": """\
@dataclasses.dataclass(frozen=True)
class Cell:
    rate: float = 1.0
    size: int = 3

def cells(cell):
    for rate in (0.1, 0.2, 0.3, 0.4):
        yield dataclasses.replace(cell, rate=rate)

for rate in (0.1, 0.2, 0.3, 0.4):
    f(dataclasses.asdict(Cell(rate)))  # TFR103
    f(dataclasses.asdict(dataclasses.replace(Cell(), rate=rate)))  # TFR103
    f(vars(Cell(rate)))  # TFR103
    f(Cell(rate).__dict__)  # TFR103
    f(dataclasses.asdict(Cell()))
    f(dataclasses.asdict(dataclasses.replace(Cell(rate), rate=2.0)))
for cell in cells(Cell()):
    f(dataclasses.asdict(cell))  # TFR103
    f(cell.rate)  # TFR101
    f(cell.size)
""",
    "a generator that gives one more object at last": """\
class Cue:
    def __init__(self, level):
        self.level = level

    def towards(self, other, amount):
        return Cue(self.level + amount * (other.level - self.level))

def timeline(cues):
    for before, after in zip(cues, cues[1:]):
        for step in range(9):
            yield before.towards(after, step / 9)
    yield cues[-1]

def chosen(cues):
    for cue in cues:
        yield cue
    yield cues[0]

cues = [Cue(0.1), Cue(0.2)]
for cue in timeline(cues):
    f(cue)  # TFR104
for cue in chosen(cues):
    f(cue)
""",
    "what calls update on another object, as far as it goes": """\
@dataclasses.dataclass
class Settings:
    heat: float = 2.0
    least: float = 0.4

class Tutor:
    def __init__(self, settings):
        self.settings = settings

    def play(self, x):
        settings = self.settings
        f(x, settings.heat)  # likely TFR101
        f(x, settings.least)
        self.cool()

    def cool(self):
        settings = self.settings
        settings.heat = max(settings.least, settings.heat * 0.9)

tutor = Tutor(Settings())
for _ in range(32):
    tutor.play(tf.ones([3]))
""",
    "what one call of a helper passes says nothing of another": """\
def inner(n):
    return n * 1.0

def helper(n, by=1):
    return inner(n) + by

def halved(n):
    return n if n < 1 else halved(n / 2)

SCALE = 1

def scaled(n):
    return inner(n) * SCALE

for i in range(9):
    f(tf.ones([]), helper(i))  # likely TFR101
    f(tf.ones([]), helper(2))
    f(tf.ones([]), helper(2, i))  # likely TFR101
    f(tf.ones([]), halved(i))
    f(tf.ones([]), halved(3))
    SCALE = i
    f(tf.ones([]), scaled(3))  # TFR101
""",
    "trees that a recursion makes": """\
def scaled(node, rate):
    if isinstance(node[0], str):
        return node[0], node[1] * rate
    left, right, length = node
    return scaled(left, rate), scaled(right, rate), length * rate

TREE = (("a", 0.1), ("b", 0.2), 0.3)
for rate in [round(0.2 * 1.1 ** k, 4) for k in range(9)]:
    f(scaled(TREE, rate))  # TFR103
    f(scaled(TREE, 2.0))
""",
    # decorators of the program
    "decorators that trace what they are applied to": """\
def plain(function):
    return tf.function(function, jit_compile=True)

def configured(jit):
    def decorate(function):
        return tf.function(function, jit_compile=jit)
    return decorate

def named(function):
    traced = tf.function(autograph=False)(function)
    return traced

def handing_on(function):
    @functools.wraps(function)
    @tf.function
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper

def chosen(reduce):
    def decorate(function):
        return tf.function(function, reduce_retracing=reduce)
    return decorate

def sometimes(function):
    return tf.function(function) if os.environ.get("GRAPH") else function

@plain
def a(x, n):
    return x * n

@configured(True)
def b(x, n):
    return x * n

@named
def c(x, n):
    return x * n

@handing_on
def d(x, n):
    return x * n

@chosen(True)
def decided_by_the_call(x, n):
    return x * n

@sometimes
def perhaps(x, n):
    return x * n

class Net:
    @plain
    def step(self, x, n):
        return x * n

net = Net()
for i in range(9):
    a(tf.ones([]), i)  # TFR101
    b(tf.ones([]), i)  # TFR101
    c(tf.ones([]), i)  # TFR101
    d(tf.ones([]), i)  # TFR101
    decided_by_the_call(tf.ones([]), i)
    perhaps(tf.ones([]), i)
    net.step(tf.ones([]), i)  # TFR101
""",
    "functions that decorators give in place of others": """\
def graph(function):
    @functools.wraps(function)
    def wrapper(*args):
        return tf.function(function)(*args)  # TFR502
    return wrapper

def graph_with(times):
    def decorate(function):
        def wrapper(*args):
            made = tf.function(function)  # TFR502
            return times * made(*args)
        return wrapper
    return decorate

def kept(function):
    made = tf.function(function)
    def wrapper(*args):
        return made(*args).numpy()
    return wrapper

def unused(function):
    def wrapper(*args):
        return tf.function(function)(*args)
    return wrapper

@graph
def a(x):
    return x

@graph_with(2)
def b(x):
    return x

@kept
def c(x):
    return x

@unused
def called_once(x):
    return x

for i in range(9):
    a(tf.ones([]))
    b(tf.ones([]))
    c(tf.ones([]))
called_once(tf.ones([]))
""",
    # TFR101, TFR102, TFR107: what is evaluated to a Python number or a dtype
    "half of counts is a float64": "f(np.arange(3) / 2)\nf(np.ones(3))\n",
    "the mean of integers is a float64": "f(np.arange(3).mean())\nf(np.ones([]))\n",
    "float is float32 for TensorFlow": "f(tf.cast(3, float))\nf(tf.constant(1.0))\n",
    "instances bind a function that a class is given": """\
class Translator(tf.Module):
    pass

class Trainer:
    pass

@tf.function(input_signature=[tf.TensorSpec([None])])
def translate(self, x):
    return x

@tf.function(input_signature=[tf.TensorSpec([None])])  # TFR205
def translate_kept_by_an_instance(self, x):
    return x

@tf.function(input_signature=[tf.TensorSpec([None])])  # TFR205
def translate_with_length(self, x, length):
    return x

Translator.translate = translate
Translator.shorten = tf.function(lambda self, x: x[1:], input_signature=[tf.TensorSpec([None])])
Translator.with_length = translate_with_length
translator = Translator()
translator.call = translate_kept_by_an_instance
translator.translate(tf.ones([3]))
translator.shorten(tf.ones([3]))
""",
    "numbers of a loop, and of the object that runs it": """\
class Decoder:
    def __init__(self, rounds):
        self.rounds = rounds

    @tf.function
    def refine(self, x, ratio):
        return x * ratio

    def decode(self, x):
        for number in range(1, self.rounds + 1):
            self.refine(x, number / self.rounds)  # TFR101
            self.refine(x, self.rounds / 2)

for rounds in (30, 70, 110):
    Decoder(rounds).decode(tf.ones([3]))
""",
    "counters under several conditions": """\
class Agent:
    def __init__(self):
        self.memory = []
        self.updates = 0
        self.first = 0

    @tf.function
    def improve(self, x, count):
        return x * count

    @tf.function
    def begin(self, x, count):
        return x * count

    def learn(self, x):
        self.updates += 1
        self.improve(x, self.updates)  # TFR101

    def learn_first(self, x):
        self.first += 1
        self.begin(x, self.first)

agent = Agent()
for day in range(12):
    for hour in range(24):
        agent.memory.append(hour)
        if len(agent.memory) >= 48 and hour % 6 == 0:
            agent.learn(tf.ones([3]))
        if len(agent.memory) >= 48 and day is None:
            agent.learn_first(tf.ones([3]))
""",
    "layers that a traced function makes, and does not call": """\
class Net(tf.Module):
    @tf.function
    def create(self):
        self.embedding = keras.layers.Embedding(9, 3)
        self.dense = keras.layers.Dense(3, name="dense")
        self.stack = keras.Sequential([keras.layers.Dense(3), keras.layers.ReLU()])

    def __call__(self, x):
        return self.stack(self.dense(self.embedding(x)))

@tf.function
def run(x):
    net.hidden = keras.layers.Dense(3)  # TFR401
    built = keras.Sequential([keras.Input([3]), keras.layers.Dense(3)])  # TFR401 TFR401
    again = keras.layers.Dense(3)  # TFR401
    return keras.layers.Dense(3)(net.hidden(again(x)))  # TFR401

net = Net()
net.create()
net(tf.ones([2, 3]))
result = run(tf.ones([2, 3]))
""",
    "sizes that may be left out": """\
@tf.function(input_signature=[tf.TensorSpec([None, 3])])
def tiles(x):
    starts = tf.range(0, x.shape[0], 2)  # likely TFR206
    return starts, tf.range(x.shape[0])  # TFR206

tiles(tf.ones([4, 3]))
""",
    "tf.function is switched off": """\
tf.config.run_functions_eagerly(True)  # TFR505

@tf.function
def double(x, n):
    return x * n

for n in range(100):
    double(tf.ones([3]), n)
""",
    "tf.function is switched off before what raises": """\
tf.config.run_functions_eagerly(True)

@tf.function
def double(x):
    return x * 2

optimizer = keras.optimizers.Adam(lr=0.1)
double(tf.ones([3]))
""",
    "calls that show what tracing does": """\
drawn = []

@tf.function
def draw():
    tf.print(np.random.randn(3))

@tf.function
def collect(x):
    drawn.append(x)

@tf.function
def raises():
    tf.Variable(1.0)  # likely TFR401

draw()
draw()
collect(tf.ones([]))
collect(tf.zeros([]))
raises()

@tf.function
def used(x):
    return x + np.random.randn(3)  # TFR404

used(1.0)
shown = used(1.0)

@tf.function
def repeated():
    drawn.append(0)  # TFR403

for _ in range(int(input())):
    repeated()
""",
    # TFR405: reaching definitions of attributes in a traced body
    "state that each trace sets before it reads it": """\
class Trainer:
    def __init__(self):
        self.images = tf.zeros([3])
        self.codes = tf.zeros([3])
        self.some = tf.zeros([3])
        self.scaled = tf.zeros([3])
        self.halved = tf.zeros([3])
        self.row = tf.zeros([3])

    @tf.function
    def step(self, x):
        self.images, rest = tf.split(x, 2)
        if x.shape[0] > 2:
            self.some = rest
        self.scale(x)
        self.halve(x)
        for self.row in [rest, x]:
            rest += self.row
        total = self.images + self.scaled + self.inner()
        total += self.codes + self.some  # TFR405 TFR405
        return total + self.halved + self.row  # TFR405 TFR405

    def inner(self):
        return self.images + self.codes  # TFR405

    def scale(self, x):
        if x.shape[0] > 3:
            self.scaled = x
            return
        self.scaled = 2 * x

    def halve(self, x):
        if x.shape[0] > 3:
            return
        self.halved = x / 2

    def train(self, count):
        for _ in range(count):
            self.images = tf.random.normal([3])
            self.codes = tf.random.normal([3])
            self.some = tf.random.normal([3])
            self.scaled = tf.random.normal([3])
            self.halved = tf.random.normal([3])
            self.row = tf.random.normal([3])
            self.step(tf.ones(3))

@tf.function
def named(x):
    global total  # TFR403
    total = tf.reduce_sum(x)
    return total

@tf.function
def shown(x):
    return total + x  # TFR405

total = tf.zeros([])
for i in range(9):
    total = tf.ones([])
    named(tf.ones(3))
    shown(tf.ones(3))
Trainer().train(9)
""",
    "parts of elements that a graph keeps": """\
class Trainer:
    @tf.function
    def step(self, x):
        return x + self.first + self.second + self.third  # TFR405 TFR405 TFR405

    @tf.function
    def other(self, x):
        return x + self.unknown + self.number + self.constant

    def train(self, rows):
        data = tf.data.Dataset.from_tensor_slices((np.ones(3), np.ones(3))).map(lambda *a: g(*a))
        for i, batch in enumerate(data):
            self.first, self.second = batch
            part = batch[0]
            self.third = part
            self.step(tf.ones(3))
        for row in rows:
            self.unknown, self.number = row
            self.constant = unknown()
            self.other(tf.ones(3))
""",
    "tensors and loop variables that a graph keeps": """\
class Solver:
    def __init__(self, weight):
        self.x = tf.zeros([3])
        self.start = tf.zeros([3])
        self.kept = tf.Variable(tf.zeros([3]))
        self.weight = weight
        self.scaled = 0.0

    @tf.function
    def residual(self):
        return self.x * self.scaled  # TFR405 TFR405

    @tf.function
    def distance(self):
        return self.kept - self.start

    def scale(self, step, length=100):
        self.scaled = self.weight * float(min(step, length)) / length

    def step(self, step):
        self.scale(step)
        self.x = self.x + self.residual()
        self.kept.assign_add(self.distance())

@tf.function
def trained():
    return data * rate  # TFR405

@tf.function
def passed(epoch):
    return data * epoch

@tf.function
def final():
    return data + last

data = tf.ones([3])
solver = Solver(input())
for epoch in range(int(input())):
    rate = 0.5 ** epoch
    solver.step(epoch)
    trained()
    passed(tf.constant(epoch))
    fresh = tf.function(lambda: data * epoch)  # TFR501
    fresh()
for last in range(9):
    pass
while True:
    final()
""",
    "lists of a graph's loop that nothing reads": """\
@tf.function
def boxes(x):
    unread = []
    read = []
    for row in x:
        unread.append(row)
        read.append(row)  # TFR306
    return tf.stack(read)

result = boxes(tf.ones([3, 2]))
""",
    "lists that are filled have as many rows as the loop lets them": """\
model = keras.Sequential([keras.layers.Dense(1)])

def drawn(size, rows):
    chosen = []
    while True:
        number = random.randint(0, 99)
        if number not in chosen:
            chosen.append(number)
        if len(chosen) == size:
            break
    return rows[chosen]

def play(env, kept):
    kept_on = []
    for number in range(1000):
        counted, grown, older = [], [], []
        for _ in range(32):
            counted.append(env.step(number))
        model.predict(np.array(counted))  # TFR601
        for _ in range(3200):
            grown.append(env.step(number))
        model.predict(np.array(grown))  # likely TFR601
        asked = []
        while len(asked) < 32:
            asked.append(env.step(number))
        model.predict(np.array(asked))  # TFR601
        twice = []
        while len(twice) < 32:
            twice.append(env.step(number))
            for _ in env:
                twice.append(env.step(number))
        model.predict(np.array(twice))  # likely TFR601
        handed = []
        for _ in range(32):
            handed.append(env.step(number))
        env.fill(handed)
        model.predict(np.array(handed))  # likely TFR601
        for _ in range(32):
            kept_on.append(env.step(number))
        model.predict(np.array(kept_on))
        if number:
            older = []
        older.append(number)
        model.predict(np.array(older))  # likely TFR601
        endless = []
        while len(endless) > 32 or env:
            endless.append(env.step(number))
        model.predict(np.array(endless))  # likely TFR601
        model.predict(drawn(32, kept))  # TFR601
""",
    "a condition that holds where its while loop ends holds once per episode": """\
model = keras.Sequential([keras.layers.Dense(1)])

def play(env, episodes, size):
    for _ in range(episodes):
        done, state, kept = False, env.reset(), []
        while not done:
            state, done = env.step(1)
            kept.append(state)
            if len(kept) >= size or done:
                model.predict(np.ones((1, 1)))  # TFR601
        while True:
            state, done = env.step(2)
            if not done:
                kept.append(state)
            else:
                model.predict(np.ones((1, 1)))  # TFR601
            if done and state:
                break
        while not done:
            state, late = env.step(3)
            if late:
                model.predict(np.ones((1, 1)))  # likely TFR601
            done = late and len(kept) > size
        while not done:
            state, done = env.step(4)
            if done:
                model.predict(np.ones((1, 1)))  # likely TFR601
            done = len(kept) > size
        while not done and len(kept) < size:
            state, done = env.step(5)
            if done:
                model.predict(np.ones((1, 1)))
        while not done:
            state, done = env.step(6)
            if len(kept) > size:
                break
            if done:
                model.predict(np.ones((1, 1)))
        while not done:
            if done:
                model.predict(np.ones((1, 1)))  # likely TFR601
            state, done = env.step(7)
""",
    "what a person waits for, one call deeper": """\
model = keras.Sequential([keras.layers.Dense(1)])

def decode(row):
    first = model.predict(np.ones((1, 1)))
    for _ in open("b"):
        for _ in open("b"):
            model.predict(np.ones((1, 1)))  # TFR601
    return first

def decode_all(row):
    return model.predict(np.ones((1, 1)))  # TFR601

while True:
    decode(1)
    decode_all(1)
    if input("Continue? [Y/n]") == "n":
        break
while True:
    decode_all(1)
""",
    "predict beside calls that train": """\
model = keras.Sequential([keras.layers.Dense(1)])
target = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
state = np.ones((1, 4))

def replay(memory):
    if len(memory) < 32:
        return
    for row in random.sample(memory, 32):
        model.fit(row, row, verbose=0)

def replay_once(memory):
    model.fit(np.array(random.sample(memory, 32)), np.ones(32))

def replay_as_a_whole(memory, values):
    model.fit(memory, values, epochs=64)

def replay_by_batches(memory):
    for n in range(100):
        model.train_on_batch(memory, memory)

def train(memory):
    replay(memory)

def act():
    return model.predict(state)

def act_now():
    return model.predict(state)  # TFR601

def ask():
    return target.predict(state)

def ask_once():
    return target.predict(state)  # TFR601

def ask_now_and_then():
    return target.predict(state)  # TFR601

def learn(memory):
    values = target.predict(state)
    model.fit(memory, values, epochs=64)

def acts_and_trains(env, memory):
    for episode in range(1000):
        while True:
            act()
            state, done = env.step(1)
            memory.append(state)
            if done:
                break
            train(memory)

def acts(env, memory):
    for episode in range(1000):
        while True:
            act_now()
            state, done = env.step(1)
            if done:
                replay(memory)
                break

def asks(env, memory):
    for episode in range(1000):
        while True:
            ask()
            state, done = env.step(2)
            replay_as_a_whole(memory, state)
            if done:
                break

def asks_once(env, memory):
    for episode in range(1000):
        while True:
            ask_once()
            state, done = env.step(2)
            replay_once(memory)
            if done:
                break

def asks_now_and_then(env, memory):
    for episode in range(1000):
        for step in range(500):
            ask_now_and_then()
            if step % 100 == 0:
                replay(memory)

def asks_for_batches(env, memory):
    for episode in range(1000):
        for step in range(500):
            target.predict(np.ones((1, 4)))
            replay_by_batches(memory)

def learns(env, memory):
    for episode in range(1000):
        learn(memory)

def asks_a_few_times(env, memory):
    for episode in range(1000):
        for n in range(5):
            target.predict(np.ones((1, 4)))
        replay(memory)

def asks_often(env, memory):
    for episode in range(1000):
        for n in range(50):
            target.predict(np.ones((1, 4)))  # TFR601
        replay(memory)
""",
    "predict in a loop beside other work of the same round": """\
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile("sgd", "mse")
x = tf.ones([32, 4])

@tf.function
def step(x):
    return model(x)

def shows(images):
    for image in images:
        model.predict(np.ones((1, 4)))  # likely TFR601
    for _ in range(1000):
        step(x)

def shows_few():
    for _ in range(30):
        model.predict(np.ones((1, 4)))
    for _ in range(2000):
        step(x)

def shows_more():
    for _ in range(200):
        model.predict(np.ones((1, 4)))  # TFR601
    for _ in range(2000):
        step(x)

def show(image):
    return model.predict(np.ones((1, 4)))  # likely TFR601

def asks(images):
    for image in images:
        show(image)

def plays(env, images):
    while True:
        model.predict(np.ones((1, 4)))  # TFR601
        if env.step(1):
            step(x)
            model.fit(np.ones((128, 4)), np.ones((128, 1)), epochs=50)
            break

def main(env, images):
    for epoch in range(100):
        shows(images)
        shows_few()
        shows_more()
    for epoch in range(100):
        asks(images)
        model.fit(np.ones((9999, 4)), np.ones((9999, 1)))
    for epoch in range(100):
        plays(env, images)

main(unknown(), unknown())
""",
    "predict in a loop that may end early": """\
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
row = np.ones((1, 4))

def says(text):
    for _ in range(200):
        token = model.predict(row)
        if token == 0:
            break
        text.append(token)
    return text

def says_all(text):
    for _ in range(200):
        text.append(model.predict(row))  # TFR601
    return text

def says_for_each(text):
    for _ in range(200):
        token = model.predict(row)  # TFR601
        if token == 0:
            return text
    return text

def says_to_others(text):
    for _ in range(200):
        token = model.predict(row)  # TFR601
        if token == 0:
            break

print(says(unknown()))
print(says_all(unknown()))
for text in unknown():
    says_for_each(text)
while True:
    if model.predict(row) > 0:
        break
""",
    "predict after each epoch of a training": """\
class Shows(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.predict(np.ones((1, 4)))

class ShowsMany(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        for _ in range(500):
            self.model.predict(np.ones((1, 4)))  # TFR601

class ShowsAfterShortOnes(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        for _ in range(15):
            self.model.predict(np.ones((1, 4)))  # TFR601

class ShowsAfterUnknownOnes(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        for _ in range(15):
            self.model.predict(np.ones((1, 4)))  # likely TFR601

class ShowsAfterEachBatch(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        self.model.predict(np.ones((1, 4)))  # TFR601

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile("sgd", "mse")
x, y = np.ones((99999, 4)), np.ones((99999, 1))
callbacks = [Shows(), ShowsMany(), ShowsAfterEachBatch()]
model.fit(x, y, epochs=50, callbacks=callbacks)
model.fit(np.ones((32, 4)), np.ones((32, 1)), epochs=50, callbacks=[ShowsAfterShortOnes()])
x, y = unknown()
model.fit(x, y, epochs=50, callbacks=[ShowsAfterUnknownOnes()])
""",
    "predict once after a long training": """\
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(open("a"), open("b"), epochs=1000)
for n in range(200):
    model.predict(np.ones((1, 4)))
for n in range(2000):
    model.predict(np.ones((1, 4)))  # TFR601
for n in range(9):
    for _ in range(200):
        model.predict(np.ones((1, 4)))  # TFR601
""",
    "predict once after a training that may be left out": """\
model = keras.Sequential([keras.layers.Dense(1)])
if state.any():
    model.fit(open("a"), open("b"), epochs=1000)
for n in range(200):
    model.predict(np.ones((1, 4)))  # TFR601
""",
    "predict beside an epoch over a set of data": """\
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")

def rate(x):
    return model.predict(x)

def rate_few(x):
    return model.predict(x)

for epoch in range(500):
    model.fit(open("a"), open("b"), epochs=1, validation_data=(open("c"), open("d")))
    rate(open("e"))
for epoch in range(500):
    model.fit(open("a"), open("b"), epochs=1)
    rate_few(open("e"))
""",
    "predict beside what takes seconds": """\
import subprocess
import urllib.request

import requests
import sounddevice as sd
import yfinance as yf

model = keras.Sequential([keras.layers.Dense(1)])
state = np.ones((1, 4))

def recorded():
    sound = sd.rec(44100)
    sd.wait()
    return sound

def windowed(inlet):
    while len(inlet) < 640:
        time.sleep(1 / 128)

for _ in range(1000):
    recorded()
    model.predict(state)
for _ in range(1000):
    sd.rec(44100)
    model.predict(state)  # likely TFR601
for _ in range(1000):
    windowed(state)
    model.predict(state)
for _ in range(1000):
    time.sleep(0.0001)
    model.predict(state)  # TFR601
for _ in range(1000):
    yf.download("A")
    model.predict(state)
for _ in range(1000):
    if state.any():
        urllib.request.urlretrieve("A")
    model.predict(state)  # TFR601
for _ in range(1000):
    requests.get("A")
    model.predict(state)  # likely TFR601
for _ in range(1000):
    subprocess.run(["a"])
    for _ in range(1000):
        model.predict(state)  # TFR601
""",
    "predict beside a command of a notebook": """\
# %%NBQA-CELL-SEP000001
model = keras.Sequential([keras.layers.Dense(1)])
state = np.ones((1, 4))
for _ in range(1000):
    pass  # !python replay.py
    model.predict(state)  # likely TFR601
for _ in range(1000):
    pass  # ! nothing
    model.predict(state)  # TFR601
""",
    "predict that is measured": """\
model = keras.Sequential([keras.layers.Dense(1)])
state = np.ones((1, 4))

def run_once():
    _ = model.predict(state)

def run_again():
    _ = model.predict(state)  # TFR601

start = time.perf_counter()
for _ in range(500):
    model.predict(state)
print(time.perf_counter() - start)
start = time.time()
for _ in range(500):
    run_once()
end = time.time()
print((end - start) / 500)
for _ in range(500):
    run_again()
start = time.time()
for _ in range(500):
    print(model.predict(state))  # TFR601
print(time.time() - start)
start = time.time()
print(time.time() - start)
for _ in range(500):
    model.predict(state)  # TFR601
for _ in range(500):
    model.predict(state)  # TFR601
    print(time.time() - 10)
""",
    "predict where a loop ends by the same conditional": """\
model = keras.Sequential([keras.layers.Dense(1)])

def play(env):
    for _ in range(1000):
        while True:
            state, done = env.step(1)
            if not done or state > 3:
                model.predict(np.ones((1, 1)))  # TFR601
                break
        while True:
            state, done = env.step(1)
            if not env.ended():
                model.predict(np.ones((1, 1)))  # likely TFR601
                break
            if done:
                break
""",
    "rows of batches and of several inputs": """\
def batches(paths):
    data = tf.data.Dataset.from_tensor_slices((paths, paths))
    data = data.shuffle(1024).batch(32).prefetch(2)
    return data

def large(paths):
    return tf.data.Dataset.from_tensor_slices(paths).batch(512)

def mapped(paths):
    return tf.data.Dataset.from_tensor_slices(paths).batch(32).map(print)

model = keras.Sequential([keras.layers.Dense(1)])
ends = [keras.Input([2]), keras.Input([2])]
pair = keras.Model(inputs=ends, outputs=keras.layers.Add()(ends))
states = open("a")
while unknown():
    for x, y in batches(open("a")):
        model.predict(x)  # TFR601
    for n, x in enumerate(large(open("a"))):
        model.predict(x)  # likely TFR601
    for x in mapped(open("a")):
        model.predict(x)  # TFR601
    for n in open("a"):
        pair.predict([np.zeros((1, 1))] + states)  # TFR601
        pair.predict(states + [np.zeros((500, 1))])  # likely TFR601
        pair.predict(states + [np.zeros((5000, 1))])
        pair.predict(states + states + states)  # likely TFR601
""",
    "a specification that is no signature": """\
@tf.function(input_signature=tf.TensorSpec([None], tf.float32))  # TFR205
def bare(x):
    return x

@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def listed(x):
    return x

def converted(signature):
    def decorate(function):
        @tf.function(input_signature=signature)  # TFR205
        def wrapper(*args):
            return function(*args)
        return wrapper
    return decorate

def kept(signature):
    def decorate(function):
        @tf.function(input_signature=signature)
        def wrapper(*args):
            return function(*args)
        return wrapper
    return decorate

@converted(tf.TensorSpec([None], tf.float32))
def bare_too(x):
    return x

@kept((tf.TensorSpec([None], tf.float32),))
def listed_too(x):
    return x
""",
    "a count of the calls around a graph": """\
class Learner:
    def __init__(self):
        self.iterations = 0
        self.seen = 0
        self.begun = False

    @tf.function
    def forward(self, x):
        return x * self.iterations + self.seen  # likely TFR405

    @tf.function
    def learn(self, x):
        return self.forward(x)

    def update(self, x):
        self.iterations += 1
        self.begun = True
        return self.learn(x)

    def see(self):
        self.seen += 1
""",
    "what only a later state of another object lets in": """\
class Memory:
    def __init__(self):
        self.size = 0
        self.limit = 100

    def store(self):
        self.size = min(self.size + 1, self.limit)

    def sample(self):
        return np.random.rand()

class Agent:
    def __init__(self):
        self.memory = Memory()
        self.calls = 0

    @tf.function
    def replay(self, x, size=32):
        if self.memory.size < size:  # TFR405
            return x
        self.calls += 1
        return x * self.memory.sample() + np.random.rand()

    @tf.function
    def always(self, x, size=32):
        if self.memory.limit < size:
            return x
        self.calls += 1  # TFR403
        return x + np.random.rand()  # TFR404

agent = Agent()
while True:
    agent.memory.store()
    agent.replay(tf.ones(3))
    agent.always(tf.ones(3))
    print(agent.calls)
""",
    "two dtypes, two ranks, once each": """\
@tf.function
def cube(x):
    return x ** 3

cube(tf.constant([1.0, 2.0]))
cube(tf.constant([1, 2]))

@tf.function
def elu(z):
    return tf.where(z > 0, z, tf.exp(z))

elu(tf.constant(-3.0))
elu(tf.constant([-3.0, 2.5]))
""",
    "calls that show when a function is traced": """\
@tf.function
def shown(x):
    print("traced")
    return x + 1

shown(1)
shown(2)
shown(3)
shown(tf.constant(1))
shown(tf.constant(1.0))
shown(tf.constant(1.0, tf.float64))

@tf.function
def used(x):
    return x + 1

used(1)  # TFR101
used(2)
used(3)

@tf.function
def logged(x, n):
    print("traced")
    return x + n

for n in range(int(input())):
    logged(tf.ones(3), n)  # TFR101
""",
    "an index of the largest is no float": (
        "for x in open('a'):\n    f(np.ones(3).max())\n    f(np.ones(3).argmax())  # TFR107\n"
    ),
    "a bound changes nothing": "n = 8\nwhile True:\n    n = max(n, 1)\n    f(n)\n",
    "a number limited from below": (
        "n = 8\nwhile True:\n    n = max(n - 1, 0)\n    f(n)  # TFR101\n"
    ),
    "a number limited to few": "for i in range(9):\n    f(min(i, 1))\n",
    "a number rounded to few": (
        "for i in range(9):\n    f(int(i / 9))\n    f(round(i / 8))\n    f(int(i / 3))  # TFR101\n"
    ),
    "a flag that is flipped": "n = 0\nfor x in open('a'):\n    f(x, n)\n    n = 1 - n\n",
    "a schedule with a floor": (
        "n = 1.0\nfor x in open('a'):\n    f(x, n)  # TFR101\n    n = max(0.01, n * 0.9)\n"
    ),
    "a schedule that ends after two steps": (
        "n = 0.1\nfor x in open('a'):\n    f(x, n)\n    n = min(0.2, n + 0.1)\n"
    ),
    "an attribute with a floor that an outer loop lowers": """\
class Agent:
    def __init__(self):
        self.low = 0.1
        self.rate = 1.0

    def act(self, x):
        return f(x, self.rate)  # TFR101

    def end(self):
        self.rate = max(self.low, self.rate * 0.9)

agent = Agent()
for _ in open('a'):
    for _ in range(8):
        agent.act(tf.ones([2]))
    agent.end()
""",
    "an attribute that begins at its floor": """\
class Agent:
    def __init__(self):
        self.low = 0.1
        self.rate = 0.1

    def act(self, x):
        return f(x, self.rate)

    def end(self):
        self.rate = max(self.low, self.rate * 0.9)

agent = Agent()
for _ in open('a'):
    for _ in range(8):
        agent.act(tf.ones([2]))
    agent.end()
""",
    "an attribute that is near its floor": """\
class Agent:
    def __init__(self):
        self.low = 0.1
        self.rate = 0.11

    def act(self, x):
        return f(x, self.rate)

    def end(self):
        self.rate = max(self.low, self.rate * 0.9)

agent = Agent()
for _ in open('a'):
    for _ in range(8):
        agent.act(tf.ones([2]))
    agent.end()
""",
    "an attribute that is lowered after all calls": """\
class Agent:
    def __init__(self):
        self.low = 0.1
        self.rate = 1.0

    def act(self, x):
        return f(x, self.rate)  # likely TFR101

    def end(self):
        self.rate = max(self.low, self.rate * 0.9)

agent = Agent()
for _ in range(8):
    agent.act(tf.ones([2]))
for _ in open('a'):
    agent.end()
""",
    "numbers that an outer loop draws": """\
def draw():
    return {"rate": random.random()}

for _ in open('a'):
    numbers = draw()
    for _ in range(8):
        f(numbers)  # TFR103
""",
    "numbers that are drawn before all loops": """\
def draw():
    return {"rate": random.random()}

numbers = draw()
for _ in open('a'):
    for _ in range(8):
        f(numbers)
""",
    "a partial in a method that calling the instance runs": """\
class Extract:
    def __call__(self, x):
        return f(x, functools.partial(tf.nn.leaky_relu, alpha=0.1))  # TFR105

def run(extractor):
    for _ in open('a'):
        extractor(tf.ones([2]))

run(Extract())
""",
    "an instance that is called once": """\
class Extract:
    def __call__(self, x):
        return f(x, functools.partial(tf.nn.leaky_relu, alpha=0.1))

extractor = Extract()
extractor(tf.ones([2]))
""",
    "a generator of arrays of growing size": """\
@tf.function  # TFR201
def g(x):
    return x

def scans():
    for i in range(9):
        yield np.ones([i, 3]), i

for scan, _ in scans():
    g(scan)
""",
    "a generator of arrays of one size": """\
@tf.function
def g(x):
    return x

def scans(n):
    for i in range(9):
        yield np.ones([n, 3]) * i, i

for scan, _ in scans(len(open('a').read())):
    g(scan)
""",
    "a generator of lists of growing length": """\
def views():
    for i in range(9):
        yield [np.ones(3) for _ in range(i)]

for view in views():
    f([tf.constant(one) for one in view])  # TFR103
""",
    "products of matrices of known shape": """\
@tf.function  # TFR201
def g(x):
    return x

m = tf.ones([3, 4])
g(tf.linalg.matmul(m, tf.ones([4, 2])))
g(tf.linalg.matvec(m, tf.ones([4])))
g(m @ tf.ones([4, 7]))
""",
    "products of matrices of one shape": """\
@tf.function
def g(x):
    return x

m = tf.ones([3, 4])
g(tf.linalg.matmul(m, tf.ones([4, 2])))
g(tf.linalg.matmul(tf.ones([4, 3]), tf.ones([4, 2]), transpose_a=True))
g(tf.ones([3, 9]) @ tf.ones([9, 2]))
""",
    "one iteration sets the number": (
        "n = 0\nfor i in range(99):\n    if i == 5:\n        n = i\n    f(n)\n"
    ),
    "a number that is seldom raised": (
        "n = 0\nfor i in range(99):\n    if i % 12 == 0:\n        n += 1\n    f(n)  # TFR101\n"
    ),
    "a number that is raised a few times in many calls": (
        "n = 0\nfor i in range(99):\n    if i % 30 == 0:\n        n += 1\n    f(n)\n"
    ),
    # Traces that take longer than the calls, and those that take less than a second in all
    "few values for many calls": """\
rate = 0.1
for epoch in range(100):
    if epoch in (30, 60, 90):
        rate *= 0.1
    f(1.0, 0.5 ** (epoch // 40))
    f(1.0, 0.5 ** (epoch // 4))  # TFR101
    f(1.0, min(epoch, 3))
    f(1.0, min(epoch, 30))  # TFR101
    for _ in range(200):
        f(1.0, rate)
for width in (16, 64, 256):
    for _ in range(5000):
        f(1.0, width)
for width in (32, 96, 160):
    for _ in range(5):
        f(1.0, width)  # TFR101
for epoch in range(5):
    for _ in range(5000):
        f(1.0, epoch)  # TFR101
""",
    "a client or a browser in each iteration": """\
import queue
import socket
from selenium import webdriver

model = keras.models.load_model("model.keras")

def serve():
    with socket.socket() as listening:
        while True:
            client, _ = listening.accept()
            model.predict(np.frombuffer(client.recv(64), np.float32)[None])

def play():
    driver = webdriver.Chrome()
    while True:
        cells = driver.find_elements("tag name", "td")
        model.predict(np.array([[len(cells)]]))

def answer():
    server = socket.socket()
    client, _ = server.accept()
    while True:
        model.predict(np.frombuffer(client.recv(64), np.float32)[None])  # likely TFR601

def work():
    tasks = queue.Queue()
    while True:
        model.predict(tasks.get()[None, :1])  # likely TFR601

serve()
play()
answer()
work()
""",
    "predict that flags of the instance, counters that wrap and the time of a round decide": """\
import requests

model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 4))

class Agent:
    is_slow = True

    def act(self):
        if self.is_slow:
            return model.predict(row)  # TFR601
        return model(row)

class QuickAgent(Agent):
    is_slow = False

class Other:
    is_slow = True

    def act(self):
        if self.is_slow:
            return model.predict(row)
        return model(row)

class QuickOther(Other):
    is_slow = False

class Learner:
    every, often = 100, 2

    def __init__(self):
        self.steps, self.turns = 0, 0

    def step(self):
        self.steps = (self.steps + 1) % self.every
        if self.steps == 0:
            model.predict(row)

    def turn(self):
        self.turns = (self.turns + 1) % self.often
        if self.turns == 0:
            model.predict(row)  # TFR601

class Remote:
    def __init__(self):
        self.session = requests.Session()

    def step(self, action):
        return self.session.post("a", json=action).json()

agents = Agent(), QuickAgent()
quick = QuickOther()
learner = Learner()
for _ in range(1000):
    agents[0].act()
    quick.act()
    learner.step()
    learner.turn()
remote = Remote()
for _ in range(1000):
    remote.step(model.predict(row))  # likely TFR601

def watch():
    while True:
        start = time.time()
        model.predict(row)
        elapsed = time.time() - start
        if elapsed < 30:
            time.sleep(30 - elapsed)

def watch_all(camera):
    while True:
        start = time.time()
        model.predict(row)  # TFR601
        if camera.is_off < 30:
            time.sleep(30 - start)

watch_all(open("a"))
watch()
""",
    "values that are only for people": """\
import logging

logger = logging.getLogger("a")
count = 0

class Recorder:
    def __init__(self):
        self.step, self.rate = 0, 0.0

    @tf.function
    def told(self, x):
        print("tracing at step", self.step, count)
        print(f"{self.step:d}", "%d of" % self.step, str(self.rate))
        logger.info("step %d", self.step)
        assert self.step >= 0, self.step
        with tf.name_scope(f"step_{self.step}"):
            return tf.identity(x, name="x" + str(random.randint(0, 9)))

    @tf.function
    def computed(self, x):
        print(self.rate)
        tf.print(self.step)  # TFR405
        return x * self.rate + count + random.random()  # TFR405 TFR405 TFR404

recorder = Recorder()
for _ in range(3):
    recorder.told(tf.ones([2]))
    recorder.computed(tf.ones([2]))
    recorder.step += 1
    recorder.rate += 0.5
    count += 1
""",
    "conditions that the code behind them sets back": """\
import datetime

model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 4))

def watch(camera, gap):
    last = seen = counted = 0
    began = datetime.datetime.now()
    frames, best, level, mark = [], 0.0, None, 0
    timers, lowest, pressed, rest = {"row": 0.0}, 1.0, None, []
    while True:
        score, frame = camera.read()
        frames.append(frame)
        seen += 1
        counted += 1
        if time.time() - last > 1.0:
            last = time.time()
            model.predict(row)
        now = datetime.datetime.now()
        if (now - began).total_seconds() > gap:
            model.predict(row)
            began = now
        if seen >= gap:
            seen = 0
            model.predict(row)
        if score > best:
            best = score
            model.predict(row)
        if frame != level:
            level = frame
            model.predict(row)
        if counted >= mark:
            mark += 100
            model.predict(row)
        if time.time() - timers["row"] > 1:
            timers["row"] = time.time()
            model.predict(row)
        if score < lowest:
            lowest, place = score, seen
            model.predict(row)
        if frame is None:
            pressed = time.time()
        if pressed is not None and time.time() - pressed > 0.5:
            pressed = None
            model.predict(row)
        rest.append(frame)
        if len(rest) >= 1000:
            rest = rest[500:]
            model.predict(row)
        if len(frames) < 30:
            continue
        model.predict(row)
        frames.clear()

def watch_all(camera, limit):
    last = began = -1
    count, best, faces = 0, 0.0, []
    start = time.time()
    while True:
        score, faces = camera.read()
        count += 1
        if time.time() - start > 1.0:
            model.predict(row)  # TFR601
            began = time.time()
        if score > best:
            model.predict(row)  # TFR601
        best = 0.5 * best + score
        if count > last:
            last = count
            model.predict(row)  # TFR601
        if len(faces) > limit:
            faces = []
            model.predict(row)  # TFR601
        if count > limit:
            count += 1
            model.predict(row)  # TFR601

class Camera:
    def __init__(self):
        self.last, self.asked, self.shown, self.counted = 0.0, 0, 0, 0

    def classify(self):
        if time.time() - self.last < 1.0:
            return None
        self.last = time.time()
        return model.predict(row)

    def classify_few(self):
        if self.asked >= 10:
            return None
        self.asked += 1
        return model.predict(row)

    def classify_some(self):
        self.counted += 1
        if self.counted % 100:
            return None
        return model.predict(row)

    def classify_all(self, limit):
        if self.shown < limit:
            return None
        self.shown += 1
        return model.predict(row)  # TFR601

last_shown = 0.0

def show():
    global last_shown
    if time.time() - last_shown > 1:
        last_shown = time.time()
        model.predict(row)

for _ in range(1000):
    show()
watch(open("a"), 3)
watch_all(open("a"), 3)
camera = Camera()
for _ in range(1000):
    camera.classify()
    camera.classify_few()
    camera.classify_some()
    camera.classify_all(1)
""",
    "iterations that a condition on their number, or a draw, picks": """\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 4))
STEPS = {0, 100, 500}
GROWN = {0, 100}
FULL = False
rare, often = 0.005, 0.5
for i in range(1000):
    if i in (0, 500):
        model.predict(row)
    if i in STEPS:
        model.predict(row)
    GROWN.add(i)
    if i in GROWN:
        model.predict(row)  # TFR601
    if random.random() < rare:
        model.predict(row)
    if np.random.rand() > often:
        model.predict(row)  # TFR601
    if i > 0 and rare > random.random():
        model.predict(row)
    if random.random() > rare:
        model.predict(row)  # TFR601

def show(rows, limit=5):
    for _ in range(4):
        for number, one in enumerate(rows):
            if number >= limit:
                break
            model.predict(one)

def show_all(rows, limit=5):
    for _ in range(400):
        for number, one in enumerate(rows):
            if number < limit:
                continue
            model.predict(row)  # TFR601

many = np.ones((2000, 1, 4))
for _ in range(5):
    for number, one in enumerate(many):
        if number > 2:
            break
        model.predict(one)
show(open("a"))
show_all(open("a"))
for _ in range(1000 if FULL else 2):
    model.predict(row)
""",
    "predict where an exception is handled, one call deeper": """\
model = keras.Sequential([keras.layers.Dense(1)])

def ask(row):
    try:
        return model(row)
    except ValueError:
        return model.predict(row)

def ask_again(row):
    try:
        return model.predict(row)  # TFR601
    except ValueError:
        return None

for _ in range(1000):
    ask(np.ones((1, 4)))
    ask_again(np.ones((1, 4)))
""",
    "what waits for a person, a device or another thread": """\
import asyncio
import cv2
import threading
import serial
import zmq

model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 4))

class Server:
    def __init__(self):
        self.port = serial.Serial("a")
        self.socket = zmq.Context().socket(zmq.REP)
        self.woken = threading.Event()

    def listen(self):
        while True:
            self.port.readline()
            model.predict(row)  # likely TFR601

    def reply(self):
        while True:
            self.socket.recv()
            model.predict(row)  # likely TFR601

    def wait(self):
        while True:
            self.woken.wait()
            model.predict(row)  # likely TFR601

    def tick(self):
        while not self.woken.wait(5.0):
            pass
        while True:
            self.woken.wait(1.0)
            model.predict(row)

    def write(self):
        while True:
            self.port.write(b"a")
            model.predict(row)  # TFR601

async def poll():
    while True:
        await asyncio.sleep(1)
        model.predict(row)

def show():
    while True:
        cv2.waitKey(0)
        model.predict(row)

def show_slowly():
    while True:
        cv2.waitKey(1000)
        model.predict(row)

def show_all():
    while True:
        cv2.waitKey(1)
        model.predict(row)  # TFR601

server = Server()
for start in (server.listen, server.reply, server.wait, server.tick, server.write):
    threading.Thread(target=start).start()
show()
show_slowly()
show_all()
asyncio.run(poll())
""",
    "few shapes for many calls": """\
@tf.function
def product(a, b):
    return a @ b

for size in (128, 256, 512):
    a = tf.ones([size, size])
    product(a, a)
    for _ in range(100):
        product(a, a)

@tf.function  # TFR201
def total(a):
    return tf.reduce_sum(a)

for size in (128, 256, 512):
    a = tf.ones([size, size])
    total(a)
    for _ in range(5):
        total(a)
""",
    "a loop that is left early": (
        "n = 0\nfor x in open('a'):\n    f(x, n)\n    n += 1\n    if n > 1:\n        break\n"
    ),
    "a number that data may raise": (
        "n = 0\nfor x in open('a'):\n    if input(x):\n        n += 1\n    f(n)  # likely TFR101\n"
    ),
    "a difference of what changes together": (
        "n = 0\nfor i in range(int(input())):\n    n += 1\n    f(n - i)\n"
    ),
    "a helper that is called with tensors and with numbers": """\
def checked(value, twice=False):
    assert value is not None
    return value + value if twice else value

f(checked(tf.constant(1)))
for i in range(int(input())):
    f(checked(i))  # TFR101
    f(checked(tf.constant(i)))
    f(checked(7, twice=True))
""",
    "a helper that calls another one": """\
def inner(value):
    return value

def outer(value):
    return inner(value)

f(outer(tf.constant(1)))
for i in range(int(input())):
    f(outer(i))
""",
    "an attribute that is set after each call": """\
class Trainer:
    def __init__(self):
        self.mean = 0.0
        self.scale = 1.0
        self.last = 0.0

    def train(self, batches):
        self.scale = 2.0
        for batch in batches:
            loss = self.step(batch)
            self.mean = 0.9 * self.mean + 0.1 * float(loss)
            self.last = 0.0

    @tf.function
    def step(self, batch):
        total = batch * self.scale + self.last
        if self.mean > 0:  # TFR405
            total = total - self.mean
        return tf.reduce_sum(total)

Trainer().train([tf.ones(3)] * 4)
""",
    "an attribute that is set before a call": """\
class Trainer:
    def __init__(self):
        self.mean = 0.0

    def train(self, batch):
        self.mean = float(len(batch))
        return self.step(batch)

    @tf.function
    def step(self, batch):
        return batch - self.mean

Trainer().train(tf.ones(3))
""",
    "an attribute that is worked out before the calls": """\
class Layer:
    def build(self, size):
        self.splits = 1
        while size % self.splits:
            self.splits += 1

    def call(self, batches):
        for batch in batches:
            f(batch, self.splits)

layer = Layer()
layer.build(12)
layer.call([tf.ones(3)] * 9)
""",
    "a context manager that expects an exception": """\
import contextlib

@contextlib.contextmanager
def expecting(error):
    try:
        yield
    except error as caught:
        print(caught)
    else:
        raise AssertionError

@contextlib.contextmanager
def told(error):
    try:
        yield
    except error as caught:
        raise caught

@tf.function
def g(x):
    v = tf.Variable(1.0)
    return v + x

with expecting(ValueError):
    g(1.0)

@tf.function
def h(x):
    v = tf.Variable(1.0)  # TFR401
    return v + x

with told(ValueError):
    result = h(1.0)
""",
    "a method that the constructor wraps": """\
class Driver:
    def __init__(self, rate):
        self.calls = 0
        self.rate = rate
        self.run = tf.function(self.run)

    def run(self, x, n):
        self.calls += 1  # TFR403
        return self.scaled(x) * n + self.calls

    def scaled(self, x):
        return x * np.random.uniform()  # TFR404

driver = Driver(2.0)
for i in range(4):
    driver.run(tf.ones([]), i)  # TFR101
""",
    "a method that the constructor wraps under a condition": """\
class Driver:
    def __init__(self, traced):
        if traced:
            self.run = tf.function(self.run)

    def run(self, x, n):
        return x * n * np.random.uniform()  # likely TFR404

driver = Driver(os.getpid() > 1)
for i in range(4):
    driver.run(tf.ones([]), i)  # likely TFR101
""",
    "a counter of an instance under a ceiling": """\
class Agent:
    def __init__(self):
        self.updates = 0

    def learn(self, x):
        value = min(1.0, 0.4 + 0.05 * self.updates)
        self.updates += 1
        return f(x, value)  # TFR101

agent = Agent()
for i in range(15):
    agent.learn(tf.ones(3))
""",
    "a counter of an instance above its ceiling": """\
class Agent:
    def __init__(self):
        self.updates = 0

    def learn(self, x):
        value = min(0.3, 0.4 + 0.05 * self.updates)
        self.updates += 1
        return f(x, value)

agent = Agent()
for i in range(15):
    agent.learn(tf.ones(3))
""",
    "whole parts of a counter of an instance": """\
class Agent:
    def __init__(self):
        self.updates = 0

    def learn(self, x):
        value = int(3.5 * self.updates)
        self.updates += 1
        return f(x, value)  # TFR101

agent = Agent()
for i in range(15):
    agent.learn(tf.ones(3))
""",
    "whole parts of a slow counter of an instance": """\
class Agent:
    def __init__(self):
        self.updates = 0

    def learn(self, x):
        value = int(0.1 * self.updates)
        self.updates += 1
        return f(x, value)

agent = Agent()
for i in range(15):
    agent.learn(tf.ones(3))
""",
    "a counter of an instance that wraps around soon": """\
class Agent:
    def __init__(self):
        self.updates = 0

    def learn(self, x):
        value = self.updates % 2
        self.updates += 1
        return f(x, value)

agent = Agent()
for i in range(15):
    agent.learn(tf.ones(3))
""",
    "a counter of an instance that wraps around late": """\
class Agent:
    def __init__(self):
        self.updates = 0

    def learn(self, x):
        value = 0.5 * (self.updates % 20)
        self.updates += 1
        return f(x, value)  # TFR101

agent = Agent()
for i in range(15):
    agent.learn(tf.ones(3))
""",
    "an abstract method that one class defines": """\
class Agent:
    def __init__(self):
        self.updates = 0

    def learn(self, x):
        self.updates += 1
        return self.step(x, 0.1 * self.updates)  # TFR101

    def step(self, x, rate):
        raise NotImplementedError

class Learner(Agent):
    @tf.function
    def step(self, x, rate):
        return x * rate

agent = Learner()
for i in range(10):
    agent.learn(tf.ones(3))
""",
    "an abstract method that two classes define": """\
class Agent:
    def __init__(self):
        self.updates = 0

    def learn(self, x):
        self.updates += 1
        return self.step(x, 0.1 * self.updates)

    def step(self, x, rate):
        raise NotImplementedError

class Learner(Agent):
    @tf.function
    def step(self, x, rate):
        return x * rate

class Other(Agent):
    def step(self, x, rate):
        return x * rate

agent = Other()
for i in range(10):
    agent.learn(tf.ones(3))
""",
    "windows of a list": """\
rows = [tf.ones(3)] * int(input())
width = int(input())
for i in range(len(rows)):
    f(rows[i:i + 1])
    f(rows[i * width:(i + 1) * width])
    end = i + width
    f(rows[i:end])
    f(rows[i:])  # TFR103
    f(rows[i:2 * i + 1])  # TFR103
""",
    "indices of a window": """\
x = tf.ones([int(input()), 2])
size = int(input())
for i in range(int(input())):
    f(tf.gather(x, np.arange(i * size, (i + 1) * size)))
    f(tf.gather(x, np.arange(i * size, min((i + 1) * size, 7))))
""",
    "rows that are chosen once": """\
def chosen():
    return np.delete(np.ones([9, 2]), np.nonzero(np.random.uniform(size=9) > 0.5), axis=0)

def train(rows):
    for _ in range(100):
        f(rows)

train(chosen())
""",
    "windows of a tensor": """\
x = tf.ones([int(input()), 2])
for i in range(int(input())):
    begin = 32 * i
    f(x[begin:begin + 32])
    f(x[begin:32 * (i + 1)])
""",
    "a number limited to more": "for i in range(9):\n    f(min(i, 5))  # TFR101\n",
    "a bound of an attribute": """\
class Trainer:
    def __init__(self):
        self.n = 8

    def run(self):
        while True:
            self.n = max(self.n, 1)
            f(self.n)
""",
    "the rest of a division by two": "n = 0\nwhile True:\n    n += 1\n    f(n % 2)\n",
    "an element chosen by a loop": (
        "rates = [0.1, 0.2, 0.3, 0.4]\nfor i in range(4):\n    f(rates[i])  # TFR101\n"
    ),
    "a flag chosen by a loop": (
        "flags = [True, False, True, False]\nfor i in range(4):\n    f(flags[i])\n"
    ),
    "a text that a loop fills in": 'for i in range(9):\n    f("step {}".format(i))  # TFR101\n',
    "a random number of NumPy": (
        "f(np.random.normal())\nwhile True:\n    f(np.random.normal())  # TFR101\n"
    ),
    "a long list": f"for x in {[*range(99)]}:\n    f(x)  # TFR101\n",
    "a number of a tensor that is over": "for i in tf.range(9):\n    n = int(i)\nf(n)\n",
    "a counter of itertools": (
        "import itertools\nfor i in itertools.count():\n    f(i)  # TFR101\n"
    ),
    "what a walrus binds": "for i in range(9):\n    f((n := i))  # TFR101\n",
    "an annotation in quotes": (
        "@tf.function\ndef g(x, n: 'int'):  # TFR102\n    return x\n"
        "@tf.function\ndef h(x: 'tf.Tensor', y: 'Unknown'):\n    return x\n"
    ),
    "a number of a tensor, worked out in a method": """\
class Trainer:
    def __init__(self):
        self.rate = 0.5

    def update(self, losses):
        self.rate = float(tf.reduce_mean(losses))

    def run(self, x):
        for _ in range(9):
            self.update(x)
            f(x, self.rate)  # TFR101
""",
    # TFR103
    "a list that grows by itself": """\
parts = []
for i in range(9):
    parts = parts + [tf.ones([2])]
    f(parts)
""",
    "a pair updated from itself": """\
state = (0, 1)
for i in range(9):
    state = (state[1], state[0])
    f(state)
""",
    "two ranges": "for i in range(2):\n    f(range(i))\n",
    "many ranges": "for i in range(9):\n    f(range(i))  # TFR103\n",
    "parts of a list": "for i in range(9):\n    f([0, 1, 2][:i])  # TFR103\n",
    "two lengths": "for i in range(2):\n    f([0] * i)\n",
    "the shape of a new tensor": "for i in range(9):\n    f(tf.ones([2]).shape)  # TFR103\n",
    "the shape of a new array": "for i in range(9):\n    f(np.ones([2]).shape)\n",
    "a dict with changing keys": 'for i in range(9):\n    f({str(i): 1, "b": 2})  # TFR103\n',
    "a dict made of another": 'rest = {"a": 1}\nfor i in range(9):\n    f({**rest, "b": 2})\n',
    "starred elements": "for i in range(9):\n    f([*range(i), 1])  # TFR103\n",
    # TFR104, TFR105, TFR106
    "one of two functions, made where a condition says so": """\
@tf.function
def apply(x, how):
    return how(x)

def scaled(x, by):
    return x * by

def run(rows, is_scaled, rule):
    for number, row in enumerate(rows):
        how = tf.identity
        if is_scaled:
            how = functools.partial(scaled, by=2.0)
        apply(row, how)  # TFR105
        if rule(row):
            chosen = lambda x: x + 1.0
        else:
            chosen = tf.identity
        apply(row, chosen)  # likely TFR105
        if number == 3:
            chosen = lambda x: x + 1.0
        else:
            chosen = tf.identity
        apply(row, chosen)
        if chosen is None:
            chosen = lambda x: x + 1.0
        apply(row, chosen)

def run_with_one(rows, is_scaled, how=None):
    shared = functools.partial(scaled, by=2.0)
    for row in rows:
        how = shared if is_scaled else tf.identity
        apply(row, how)
    for row in rows:
        if is_scaled:
            how = shared
        else:
            how = tf.identity
        apply(row, how)
""",
    "other names of objects that another function has made": """\
shared = functools.partial(tf.nn.leaky_relu, alpha=0.1)

class Config:
    pass

CONFIG = Config()

@tf.function
def apply(x, how):
    return x

@tf.function
def configure(x, config):
    return x

@tf.function
def renew(x, config):
    return x

class Runner:
    def __init__(self):
        self.config = Config()

    def renewed(self):
        self.last = Config()
        return self.last

    def run(self, rows):
        for row in rows:
            how = shared
            apply(row, how)
            config = self.config
            configure(row, config)
            config = self.renewed()
            renew(row, config)  # TFR104

Runner().run(tf.ones([9, 2]))
for _ in range(9):
    config = CONFIG
    f(tf.ones([2]), config)
""",
    "a set of a comprehension": "for i in range(9):\n    f({n for n in (1, 2)})  # TFR104\n",
    "a class that says what TensorFlow compares": """\
class Config:
    def __tf_tracing_type__(self, context):
        return None

class Slotted:
    __slots__ = ("size",)

class Registered(metaclass=type(Config)):
    pass

@functools.total_ordering
class Ordered:
    pass

for i in range(9):
    f(Config())
    f(Slotted())
    f(Registered())
    f(Ordered())
""",
    "rows of named tuples and dataclasses": """\
import collections
from typing import NamedTuple

class Stage(NamedTuple):
    rate: float
    rounds: int = 3

Point = collections.namedtuple("Point", "rate rounds")

@dataclasses.dataclass
class Config:
    rate: float
    rounds: int = 3

def run(config):
    for _ in range(10):
        f(config.rate)  # TFR101
        f(config.rounds)

def work(stages):
    for stage in stages:
        f(stage.rate)  # TFR101
        f(stage.rounds)
        f(*stage)  # TFR103

work([Stage(0.1), Stage(0.2), Stage(0.3), Stage(0.4)])
for config in [Config(0.1), Config(0.2), Config(0.3), Config(0.4)]:
    f(config.rate)  # TFR101
    f(config.rounds)
    run(config)
for point in [Point(0.1, 2), Point(0.2, 2), Point(0.3, 2)]:
    f(point.rate)  # TFR101
    f(point._replace(rate=0.5).rate)
    f(point._replace(rounds=point.rate).rounds)  # TFR101
    f(point.rounds)
for config in [Config(0.5), Config(0.5), Config(0.5), Config(0.5)]:
    f(config.rate)
for stage in [Stage(0.1), Stage(0.2)]:
    f(stage.rate)
for stage in [Stage(**options) for options in ({}, {}, {})]:
    f(stage.rate)
""",
    "rows of dataclasses that are kept": """\
@dataclasses.dataclass
class Config:
    rate: float

configs = [Config(0.1), Config(0.2), Config(0.3)]
first = None
best = Config(0.5)
for config in [*configs, *configs]:
    first = config if first is None else first
    f(first.rate)
for i in range(5):
    for config in (best, Config(0.1), Config(0.2)):
        if config.rate < best.rate:
            best = config
        f(best.rate)
""",
    "rows of dataclasses that something else replaces": """\
@dataclasses.dataclass
class Config:
    rate: float

@dataclasses.dataclass
class Kept:
    rate: float

configs = [Config(0.1), Config(0.2), Config(0.3), Config(0.4)]
for config in [dataclasses.replace(config, rate=0.5) for config in configs]:
    f(config.rate)
for kept in [Kept(0.1), Kept(0.2), Kept(0.3), Kept(0.4)]:
    kept.rate = 0.1
    f(kept.rate)
""",
    "one of several functions": """\
from typing import Callable

@tf.function
def g(x, n=None):
    return x * n

def plain(x, n=None):
    return x

is_fast = len(os.environ) > 9
chosen = f if is_fast else g
wrapped = plain
if is_fast:
    wrapped = tf.function(plain)
TABLE = {"f": f, "g": (g, 1)}

class Trainer:
    def __init__(self, kind, maker=None):
        self.step = f if kind == "a" else g
        self.later = None
        self.other = None
        if kind == "b":
            self.later = f

    def train(self, maker):
        for i in range(9):
            self.step(i)  # TFR101
            self.later(i)  # TFR101
            self.other(i)

for i in range(9):
    chosen(i)  # TFR101
    wrapped(i)  # likely TFR101
    TABLE[os.environ["KIND"]](i)
    TABLE["f"](i)  # TFR101
    chosen(1.0)
    chosen(tf.ones([3]))

Trainer(os.environ["KIND"]).train(None)
""",
    "one function for each value": """\
@tf.function
def g(x, n=None):
    return x

functions = [f, g]
for i in range(9):
    functions[i % 2](i)
    one = f if i < 4 else g
    one(i)
for function, number in zip([f, g, f, g], range(4)):
    function(number)
for number in range(9):
    for function in (f, g):
        function(number)

def run(function, number):
    function(number)

for i in range(9):
    run(f if i % 2 else g, i)

class One:
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def run(self, x):
        return x

class Other:
    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def run(self, x):
        return x

is_first = len(os.environ) > 9
one, row = (One(), tf.ones([3])) if is_first else (Other(), tf.ones([3, 3]))
one.run(row)
""",
    "instances of one of several classes": """\
class Base:
    @tf.function
    def run(self, x, n):
        return x * n

class One(Base):
    pass

class Other:
    def run(self, x, n):
        return x

class Third:
    @tf.function
    def run(self, x, n):
        return x + n

CLASSES = {"one": One, "other": Other, "third": Third}
made = CLASSES[os.environ["KIND"]]()
perhaps = None
if len(os.environ) > 9:
    perhaps = Third()
for i in range(9):
    made.run(1.0, i)  # TFR101
    perhaps.run(1.0, i)  # TFR101
    CLASSES["other"]().run(1.0, i)
""",
    "containers that attributes hold": """\
import collections

class Agent:
    @tf.function
    def act(self, x, n):
        return x * n

class Pool:
    def __init__(self, count):
        self.agents = []
        self.by_name = {}
        self.ordered = collections.OrderedDict()
        self.rates = []
        self.same = []
        self.mixed = []
        self.models = {}
        for i in range(count):
            self.agents.append(Agent())
            self.mixed.append(Agent())
            self.rates.append(0.1 * i)
            self.same.append(3)

    def add(self, name, agent):
        self.by_name[name] = agent
        self.ordered.setdefault(name, Agent())
        self.mixed.append(name)

    def model(self, name):
        if name not in self.models:
            self.models[name] = keras.Sequential([keras.layers.Dense(2)])
        return self.models[name]

    def run(self, name):
        for i in range(9):
            for agent in self.agents:
                agent.act(1.0, i)  # TFR101
            for agent in self.mixed:
                agent.act(1.0, i)
            self.by_name[name].act(1.0, i)  # TFR101
            self.by_name.get(name).act(1.0, i)  # TFR101
            self.ordered[name].act(1.0, i)  # TFR101
        for rate in self.rates:
            f(rate)  # TFR101
        for number in self.same:
            f(number)

pool = Pool(4)
pool.add("a", Agent())
pool.run("a")
for name in ["a", "b", "c", "d"]:
    f(pool.model("a"))
""",
    "containers that something else changes": """\
class Buffer:
    def __init__(self, rows):
        self.rows = []
        self.kept = []
        self.table = {"a": 1, "b": 2}

    def add(self, x, other):
        self.rows.append([])
        self.rows[-1].append(x)
        self.kept.extend(other)
        self.table.update(other)

    def run(self):
        for row in self.rows:
            f(row)
            f(tf.constant(row))
        for row in self.kept:
            f(row)
        for value in self.table.values():
            f(value)

buffer = Buffer(None)
buffer.add(1, [])
buffer.run()
""",
    "what dict.get gives": """\
options = {"rate": 0.1, "rounds": 3}
for i in range(9):
    f(options.get("rate"))
    f(options.get("size", 4))
""",
    "gradients of a model's variables": """\
class Model(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)
        self.last = None
        self.read = None

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.dense(x))
        self.last = tape.gradient(loss, self.trainable_variables)  # likely TFR403
        gradients = tape.gradient(loss, self.dense.weights)
        self.counted = len(gradients)
        return loss

class Own(keras.Model):
    trainable_variables = [1, 2]

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(x)
        self.last = tape.gradient(loss, self.trainable_variables)
        return loss
""",
    "lists of an agent": """\
class Env:
    def __init__(self):
        self.position = 0

    def step(self, action):
        self.position += action
        return self.position, self.position == 5

class Agent:
    def __init__(self, steps):
        self.states, self.rewards, self.kept = [], [], []
        self.fixed = []
        self.steps = steps

    def store(self, state, reward):
        self.states.append(state)
        self.rewards.append(reward)
        self.kept.append(state)

    def learn(self):
        self.states = []
        self.rewards.clear()

    def look(self):
        return len(self.kept)

@tf.function  # likely TFR201
def learn(x):
    return x

@tf.function
def learn_fixed(x):
    return x

@tf.function
def learn_each(x):
    return x

agent, env = Agent(5), Env()
for episode in range(int(input())):
    done = False
    while not done:
        state, done = env.step(1)
        agent.store(state, 1.0)
        learn_each(np.array(agent.states, np.float32)[-1:])
    for _ in range(5):
        agent.fixed.append(1.0)
    learn(np.array(agent.states))
    learn_fixed(np.array(agent.fixed))
    agent.fixed = []
    agent.learn()
""",
    "a function that is switched to what it traces": """\
@tf.function
def step(x, n):
    return x * n

def plain(x, n):
    return x

def switch(is_eager):
    global step, plain
    step = step.python_function if is_eager else tf.function(step)
    plain = plain.python_function

def main():
    for i in range(9):
        step(tf.ones([2]), i)  # likely TFR101
        plain(tf.ones([2]), i)

switch(len(os.environ) > 9)
main()
""",
    "a function that is made again, or is not traced": """\
def step(x):
    return x * scale

is_eager = len(os.environ) > 9
scale = 1.0
run = step if is_eager else tf.function(step)
for stage in range(9):
    run(tf.ones([2]))
    scale = 0.5 * scale
    run = step if is_eager else tf.function(step)
""",
    "dataclasses": """\
@dataclasses.dataclass(eq=False)
class ByIdentity:
    size: int

@dataclasses.dataclass
class NoHash:
    size: int

@dataclasses.dataclass(**{"frozen": True})
class Unclear:
    size: int

for i in range(9):
    f(ByIdentity(1))  # TFR104
    f(NoHash(1))  # TFR104
    f(Unclear(1))
""",
    "== without a hash": """\
class Config:
    def __eq__(self, other):
        return True

f(Config())  # TFR104
""",
    "a kept tf.function is no new callable": "for i in range(9):\n    f(f)\n",
    "a copy of a list": "for i in range(9):\n    f(copy.copy([1, 2]))\n",
    "three models": """\
small = keras.Sequential()
large = keras.Sequential()
other = keras.Sequential()
f(small)  # TFR106
f(large)
f(other)
""",
    "two models": "small, large = keras.Sequential(), keras.Sequential()\nf(small)\nf(large)\n",
    "optimizers of the file": """\
class Slow(keras.optimizers.Optimizer):
    pass

class Slower(keras.optimizers.SGD):
    pass

class Slowest(Slow):
    pass

for i in range(9):
    f(Slow(0.1))  # TFR106
    f(Slower())  # TFR106
    f(Slowest(0.1))  # TFR106
""",
    # TFR20x
    "reduce_retracing and dtypes": """\
@tf.function(reduce_retracing=True)  # TFR204
def g(x):
    return x

g(tf.ones([2], tf.int32))
g(tf.ones([2], tf.float32))  # TFR107
g(tf.ones([2], tf.float64))  # TFR107
""",
    "reduce_retracing and the number of arguments": """\
@tf.function(reduce_retracing=True)  # TFR204
def g(*parts):
    return parts[0]

for i in range(1, 9):
    parts = [tf.ones([2])] * i
    g(*parts)  # TFR103
""",
    "a signature that is not written out": """\
@tf.function(input_signature=signature)
def g(x, n):
    return tf.reshape(x, [x.shape[0], 1])
""",
    "a dimension that there is not": """\
@tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec(None)])
def g(x, y):
    return tf.reshape(x, [x.shape[1], 1]), tf.reshape(y, [y.shape[0], 1])
""",
    "an array that shrinks": """\
x = np.ones(9)
for i in range(9):
    x = x[1:]
    f(x)
""",
    "concrete functions": """\
class Model(tf.Module):
    def __init__(self, g):
        self.g = g

@tf.function
def outer(x):
    for i in range(3):
        f.get_concrete_function(x, i)
    return x

def export(model):
    for i in range(3):
        f.get_concrete_function(tf.ones([i]))  # TFR208
        model.g.get_concrete_function(tf.ones([i]))
""",
    "XLA with an open dimension": """\
@tf.function(input_signature=[tf.TensorSpec([None])], jit_compile=True)  # TFR207
def g(x):
    return x

@tf.function(input_signature=[tf.TensorSpec([2])], jit_compile=True)
def h(x):
    return x

i = tf.function(unknown, jit_compile=True)
""",
    # TFR30x
    "a loop over a number of a signature": """\
@tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([], tf.int32)])
def g(x, n):
    for _ in range(n):
        x += 1
    return x
""",
    "a loop over a number that no call shows": """\
def helper(x, n):
    for _ in range(n):
        x += 1
    return x

@tf.function
def g(x, n):
    return helper(x, n)

@tf.function
def also(x, n):
    return helper(x, n)

@tf.function
def h(x, *, n: int):
    for _ in range(-n):
        x += 1
    return x

@tf.function
def i(x, n: str):
    for _ in range(int(n)):
        x += 1
    return x
""",
    "an assertion on a tensor": """\
@tf.function
def g(x: tf.Tensor):
    assert tf.reduce_sum(x) > 0  # TFR303
    return x
""",
    "conditions of two parts": """\
@tf.function
def g(x, n):
    if n > 3 and not n == 5:  # TFR303
        return x
    return -x

for i in range(9):
    g(tf.ones([2]), i)  # TFR101
""",
    "what Keras does not convert": """\
class Gate(keras.layers.Layer):
    def call(self, inputs):
        total = tf.reduce_sum(inputs)
        first, second = tf.split(inputs, 2)
        if tf.executing_eagerly():
            if total > 0:
                return inputs
        if inputs:
            return inputs
        if inputs[0]:
            return inputs
        if total:  # TFR304
            return inputs
        for row in tf.unstack(inputs):
            total += row
        for row in tf.abs(inputs):  # TFR304
            total += row
        for row in inputs:
            total += row
        for row in first:
            total += row
        return total

class Other(keras.layers.Layer):
    def call(self, inputs):
        if tf.reduce_sum(inputs) > 0:
            return inputs
        return -inputs

Gate()(keras.Input([3]))
""",
    "what Keras does not convert, after what orders tensors": """\
class Grouped(keras.layers.Layer):
    def call(self, inputs):
        channels = tf.shape(inputs)[-1]
        groups = min(16, channels)
        while channels % groups != 0:
            groups = groups - 1
        return inputs * tf.cast(groups, tf.float32)

class Own(keras.layers.Layer):
    def call(self, inputs):
        channels = tf.shape(inputs)[-1]
        groups = max(min(2, 3), min([channels]))
        while channels % groups != 0:
            groups = groups - 1
        return inputs * tf.cast(groups, tf.float32)

class Late(keras.layers.Layer):
    def call(self, inputs):
        channels = tf.shape(inputs)[-1]
        while channels % 2 != 0:  # TFR304
            channels = channels - 1
        return inputs * tf.cast(min(16, channels), tf.float32)

class Sometimes(keras.layers.Layer):
    def call(self, inputs, training=False):
        channels = tf.shape(inputs)[-1]
        groups = 2
        if training:
            groups = min(16, channels)
        while channels % groups != 0:  # TFR304
            groups = groups - 1
        return inputs * tf.cast(groups, tf.float32)

Grouped()(keras.Input([3]))
Own()(keras.Input([3]))
Late()(keras.Input([3]))
Sometimes()(keras.Input([3]))
""",
    "functions handed to Keras": """\
def gate(x):
    return x if x > 0 else -x  # TFR304

keras.layers.Activation(gate)
keras.layers.Activation("relu")
""",
    "Keras 2 converts": """\
import tf_keras

class Gate(tf_keras.layers.Layer):
    def call(self, inputs):
        if tf.reduce_sum(inputs) > 0:
            return inputs
        return -inputs

class Heir(Gate):
    def call(self, inputs):
        if tf.reduce_sum(inputs) > 0:
            return inputs
        return -inputs
""",
    "long loops that cannot be loops of the graph": """\
@tf.function
def g(x):
    for i in range(999):
        tf.print(f"{i}")
    for i in range(999):
        if x is None:
            return x
    for i in range(999):  # TFR302
        x = x * 2
    for i in range(999):
        x = x * 2
        seen.add(i)
    for i in range(999):  # TFR302
        x = x * 2 + weights[0]
        x += state.write(i, x).size()
        print(f"traced {x}")
    for i in range(999):
        x = x * 2
        state.write(i, x)
        rows.append(x)
    return x
""",
    "long loops that add few operations to a graph, or many": """\
def step(x):
    return tf.tanh(x * 2 + 1)

@tf.function
def g(x):
    for i in range(99):
        x = x * 2
    for i in range(99):  # TFR302
        x = step(x)
    for i in range(99):  # TFR302
        for j in range(9):
            x = x * 2
    for i in range(99):
        n = i * 3 + 1 - i
        x += n
    for i in range(20):
        x = step(step(step(step(x))))
    return x

g(tf.ones([3]))
""",
    "lists in loops": """\
@tf.function
def g(x, data):
    class Store:
        rows = []
    rows = []
    kept = []
    for row in x:
        Store.rows.append(row)
    for i in tf.data.Dataset.range(3):
        rows.append(i)  # TFR306
    for i in (1, 2):
        rows.append(i)
    [kept.append(i) for i in (1, 2)]
    return rows
""",
    # TFR40x
    "what tracing sets": """\
class Counter:
    def __init__(self):
        self.total = tf.Variable(0)
        self.traces = 0
        self.names = []
        self.first, self.second = None, None

    @tf.function
    def step(self, x):
        self.traces += 1  # TFR403
        self.total += 1  # TFR403
        self.names += ["x"]
        self.first, self.second = tf.square(x), 1  # likely TFR403
        unknown().value = 1
        return x

    def read(self):
        return self.first
""",
    "names outside": """\
ready = False
first = None

@tf.function
def step(x):
    global ready, traces, first
    ready = True
    traces = 1

    def inner():
        nonlocal x
        x = x + 1

    inner()
    for first in (1, 2):
        pass
    return x
""",
    "a list that is handed over": """\
@tf.function
def step(x, rows):
    rows.append(x)
    return x

rows = []
step(tf.ones([2]), rows)
""",
    "the environment": """\
@tf.function
def step(x):
    a = os.getenv("A")  # TFR404
    b = os.environ["B"]  # TFR404
    os.getpid()
    return x
""",
    "what is set again": """\
scales = [1.0]
name = None

@tf.function
def step(x):
    return x * scales[0]  # TFR405

result = step(1.0)
scales = [2.0]
result = step(1.0)
for name in ("a", "b"):
    pass
""",
    "what is set in the other branch": """\
scale = 1.0

@tf.function
def step(x):
    return x * scale

if unknown:
    step(1.0)
else:
    scale = 2.0
step(1.0)
""",
    "attributes that a method sets": """\
class Trainer:
    def __init__(self):
        self.rate = 1.0
        self.name = "a"

    @tf.function
    def step(self, x):
        return x * self.rate, self.name  # TFR405 TFR405

    def decay(self):
        self.rate = 0.5
        self.name = "b"

    def other(self):
        self.decay()

    def run(self, x):
        self.step(x)
        self.decay()
        self.step(x)
""",
    "what NumPy and hosts give": """\
@tf.function
def step(x: tf.Tensor):
    a = np.zeros(3).tolist()
    b = np.shape(x)
    c = x.numpy()  # TFR406
    d = np.square(x)  # TFR406
    return a, b, c, d

result = step(tf.ones(3))
""",
    # TFR50x
    "a step for each model": """\
for i in range(9):
    model = keras.Sequential()
    optimizer = make_optimizer()

    @tf.function
    def one(x):
        return model(x)

    @tf.function
    def two(x):
        return optimizer.apply(x)

    @tf.function
    def three(x):  # not called, but kept
        return x

    one(tf.ones([2]))
    two(tf.ones([2]))
    steps.append(three)
""",
    "a function that is made where it runs": """\
class Trainer:
    def apply(self, x):
        @tf.function  # likely TFR502
        def step(y):
            return y
        return step(np.ones(3))

    def captures(self, x):
        y = tf.square(x)

        @tf.function  # likely TFR502
        def step():
            return y
        return step()

    def passes(self, x):
        @tf.function
        def step(y):
            return y
        step
        return step(tf.square(x))

    def hands_on(self, x):
        @tf.function
        def step(y):
            return y
        x.run(step)
        return step(1)
""",
    "a property that makes a function": """\
class Trainer:
    @property
    def step(self):
        @tf.function  # likely TFR502
        def step(x):
            return x
        return step

    @property
    def other(self):
        @tf.function  # likely TFR502
        def other(x):
            return x
        return other(1), 2

    def __getattr__(self, name):
        return tf.function(unknown)  # likely TFR502
""",
    "a traced method of what has no hash": """\
class Trainer:
    def __eq__(self, other):
        return True

    @tf.function  # TFR503
    def step(self, x):
        return x

class Eager:
    def step(self, x):
        return x

Eager().step(1)
""",
    "datasets in a traced body": """\
@tf.function
def step(x):
    for i in tf.range(3):
        tf.data.Dataset.range(3).map(f)
    return x

def run():
    for i in range(3):
        tf.data.Dataset.range(3).map(f)  # TFR504
""",
    # TFR60x
    "models that come round": """\
class Trainer:
    def __init__(self):
        self.model = keras.Sequential()
        self.models = [keras.Sequential()]

    @property
    def compiled(self):
        self.model.compile("sgd")
        return self.model

    def run(self, x):
        for i in range(999):
            self.models[i].predict(x)
            self.model.predict(x)  # likely TFR601
            self.model.predict(x, steps=3)
        for i in range(999):
            keras.models.load_model("a.keras").predict(x)
        while True:
            self.model.predict(x)  # likely TFR601

    def run_on_nothing(self):
        for i in range(999):
            self.model.predict(steps=3)
""",
    "a model that one set-up compiles, which nobody sees called": """\
class Trainer:
    def __init__(self, model):
        self.model = model
        self.kept = keras.Sequential([keras.layers.Dense(1)])

    def set_up(self, rate):
        self.model.compile(keras.optimizers.SGD(rate))

    def set_up_its_own(self, rate):
        self.kept.compile(keras.optimizers.SGD(rate))

def train(model, rate, x):
    model.compile(keras.optimizers.SGD(rate))
    model.fit(x, epochs=9)

KEPT = keras.Sequential([keras.layers.Dense(1)])

def train_the_one(rate, x):
    KEPT.compile(keras.optimizers.SGD(rate))  # likely TFR602
    KEPT.fit(x, epochs=9)
""",
    "functions that Keras traces anew with each layer": """\
def scaled(x, scale):
    @tf.function(experimental_implements=f"scaled by {scale}")
    def multiplied(values):
        return values * scale
    return multiplied(x)

def shifted(x, scale):
    @tf.function  # TFR502
    def added(values):
        return values + scale
    return added(x)

class Scales(keras.layers.Layer):
    def call(self, x):
        return tf.concat([scaled(x, i) for i in range(9)], 0)

class PutIntoAModel(keras.layers.Layer):
    def call(self, x):
        @tf.function
        def doubled(values):
            return values * 2
        return doubled(x)

def network():
    return keras.Sequential([PutIntoAModel(), keras.layers.Dense(1)])

for i in range(99):
    shifted(np.ones(3), i)
""",
    "calls in a loss that Keras traces": """\
@tf.function
def net(x):
    return x * 2

def around(x):
    def loss(y_true, y_pred):
        return net(tf.zeros([100, 1])) - net(tf.zeros([1, 1]))
    return loss

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", around(np.ones(3)))
model.fit(np.ones([3, 1]), np.ones([3, 1]), epochs=9)

@tf.function  # likely TFR201
def other(x):
    return x * 2

other(tf.zeros([100, 1]))
other(tf.zeros([1, 1]))
""",
    "functions of keras.applications": """\
for i in range(9):
    x = keras.applications.resnet.preprocess_input(np.ones(3))
    f(x)
    f(keras.applications.ResNet50())  # TFR106
""",
    "generators of random numbers": """\
generator = tf.random.Generator.from_seed(1)
other = tf.random.Generator()
module = tf.Module()
for i in range(9):
    f(other.normal([2]))
    f(module(1))
""",
    # names and scopes
    "match": """\
def run(config, x):
    for i in range(9):
        match config:
            case {"n": n, **rest} if f(i):  # TFR101
                f(n)
            case [first, *others]:
                f(i)  # TFR101
            case _ as other:
                f(other)
""",
    "nonlocal through two functions": """\
def outer():
    n = 0

    def middle():
        def inner():
            nonlocal n
            n += 1
            f(n)  # TFR101
        while True:
            inner()
    middle()
""",
    "comprehensions": """\
[f(i) for i in range(9) if f(i + 1)]  # TFR101 TFR101
[[f((n := i)) for i in range(9)] for j in (1, 2)]  # TFR101
first, *rest = range(9)
f(rest)
""",
    "a default that is a text": """\
def run(x, *rest, kind="float32", **options):
    f(x, kind)
    f(rest)
    f(options)

run(1)
run(2, *unknown)
""",
    # TFR101: Python's math
    "a number of Python's math": """\
import math

for i in range(9):
    f(math.sqrt(i))  # TFR101
    f(math.floor(i / 8))
    f(math.copysign(1.0, i - 4.5))
    f(math.sqrt(2))
""",
    # Python's itertools and generators
    "all pairs": """\
import itertools
import re

for rate, size in itertools.product([0.1, 0.2, 0.3], [4, 8]):
    f(rate)  # TFR101
    f(size)
for i, j in itertools.product(range(8), range(8)):
    f(i + j)  # TFR101
for rate, other in itertools.product([0.1, 0.2, 0.3], repeat=2):
    f(rate * other)  # TFR101
for flag, other in itertools.product([False, True], repeat=2):
    f(flag)
for rate, other in itertools.product([0.1, 0.2, 0.3], repeat=unknown):
    f(rate)
""",
    "one after the other": """\
import itertools
import re

for i in itertools.chain(range(3), range(5, 9)):
    f(i)  # TFR101
for i in itertools.chain(itertools.count(), [1]):
    f(i)  # TFR101
for i in itertools.islice(itertools.count(), 9):
    f(i)  # TFR101
for i in itertools.cycle([1, 2]):
    f(i)
""",
    "a quotient and a rest": """\
for i in range(9):
    quotient, rest = divmod(i, 2)
    f(quotient)  # TFR101
    f(rest)
""",
    "what a dict holds for a number": """\
rates = {0: 0.1, 3: 0.2, 6: 0.3}
for i in range(9):
    f(rates.get(i, 1.0))  # TFR101
    f(rates.get(0, 1.0))
""",
    "numbers of a generator": """\
def counted(xs, weight: float):
    for i, x in enumerate(xs):
        yield x, i, weight


for x, i, weight in counted(unknown(), 0.5):
    f(x, i)  # TFR101
    f(x, weight)
""",
    "generators of which nothing is known": """\
import contextlib


@contextlib.contextmanager
def managed():
    yield 3


def chained():
    yield from range(9)


def constant():
    yield 1
    yield 1


with managed() as n:
    f(n)
for n in chained():
    f(n)
for n in constant():
    f(n)
""",
    "lengths of strings": """\
@tf.function
def g(x, n):
    return x[:n]

@tf.function
def h(x, n):
    return x[:n]

WORDS = ("rope", "lantern", "stove", "headlamp", "tent")

def measured(word):
    return [g(tf.ones(9), len(word)) for word in WORDS]  # TFR101

for word in WORDS:
    measured(word)
for word in ("rope", "tent", "sail", "oars", "stove"):
    h(tf.ones(9), len(word))
for span in (range(3), range(4), range(1, 4), range(2, 6)):
    h(tf.ones(9), len(span))
""",
    "a state of several arrays that a traced function makes longer": """\
@tf.function  # likely TFR201
def longer(x, sums, counts):
    total = sums + x
    return tf.concat([[x], total], 0), tf.concat([[1.0], counts + 1.0], 0)

@tf.function
def cut(x, sums, counts):
    total = tf.concat([[x], sums + x], 0)
    return total[:4], tf.concat([[1.0], counts], 0)[:4]

@tf.function
def rolled(x, sums, counts):
    return tf.concat([sums[1:] + x, [x]], 0), tf.concat([counts[-3:], [x]], 0)

@tf.function
def moved(x, sums, counts):
    return sums + x, counts + 1.0

class Monitor:
    def __init__(self):
        self.state = tf.zeros([1]), tf.zeros([1])
        self.window = tf.zeros([1]), tf.zeros([1])
        self.rows = tf.zeros([unknown()]), tf.zeros([4])
        self.sums = tf.zeros([unknown()]), tf.zeros([unknown()])

    def see(self, reading):
        x = tf.constant(reading)
        self.state = longer(x, *self.state)
        self.window = cut(x, *self.window)
        self.rows = rolled(x, *self.rows)
        self.sums = moved(x, *self.sums)

monitor = Monitor()
for reading in unknown():
    monitor.see(reading)
""",
    "numbers that a generator gives": """\
@tf.function
def g(x, n):
    return x * n

class Sensor:
    scale = 2.5

    def readings(self, rng):
        for value in rng.normal(0.0, 1.0, 60):
            yield float(value), float(self.scale), 1.5

    def __iter__(self):
        scale = float(unknown)
        while True:
            yield scale

sensor = Sensor()
for value, scale, constant in sensor.readings(np.random.default_rng(3)):
    g(tf.ones([3]), value)  # likely TFR101
    f(tf.ones([3]), scale)
    f(tf.ones([3]), constant)
for scale in sensor:
    f(tf.ones([3]), scale)
""",
    "arrays with an element for each letter": """\
WORDS = ["rope", "lantern", "stove", "headlamp", "tent"]

@tf.function  # likely TFR201
def count(codes):
    return tf.reduce_sum(codes)

@tf.function
def count_padded(codes):
    return tf.reduce_sum(codes)

@tf.function
def hashed(words):
    return tf.strings.to_hash_bucket(words, 9)

def encode(word):
    return tf.constant([ord(c) for c in word], tf.int32)

def pad(word):
    codes = [ord(c) for c in word]
    return tf.constant(codes + [0] * (10 - len(codes)), tf.int32)

def fill(word):
    codes = [ord(c) for c in word]
    codes += (10 - len(codes)) * [0]
    return tf.constant(codes, tf.int32)

for word in WORDS:
    count(encode(word))
    count_padded(fill(word))
    count_padded(pad(word))
    count_padded(tf.constant([ord(c) for c in word.ljust(10)]))
    hashed(tf.constant([word]))
    hashed(np.array([word]))
for word in ["rope", "tent", "sail", "oars", "stove"]:
    count_padded(encode(word))
""",
    # TFR201: tensors as large as a number says
    "tensors of changing sizes": """\
@tf.function  # TFR201
def g(x):
    return x


for i in range(9):
    g(tf.tile(tf.ones([2]), [i]))
""",
    "tensors of one size": """\
for i in range(9):
    f(tf.tile(tf.ones([2]), [3]))
    f(tf.image.resize(tf.ones([4, 4, 3]), (8, 8)) * i)
    f(tf.reshape(tf.ones([12]), [-1, 3]))
""",
    "a changing reshape": """\
@tf.function  # TFR201
def g(x):
    return x


for i in (1, 2, 3, 4):
    g(tf.reshape(tf.range(12), [i, -1]))
""",
    "the last elements of a list": """\
rows = []
for i in range(9):
    rows.append(tf.ones([2]))
    f(tf.stack(rows[-4:]))
""",
    "a list that loses as many as it gets": """\
rows = [tf.ones([2])] * 4
for i in range(9):
    rows.append(tf.ones([2]))
    rows.pop(0)
    f(tf.stack(rows))
""",
    # TFR201: what a method joins to an attribute
    "an attribute that a method joins to itself": """\
@tf.function  # TFR201
def of_rows(x):
    return tf.reduce_sum(x)

class Memory:
    def __init__(self):
        self.x = np.zeros((0, 2), "float32")
        self.n = 0

    def keep(self, x):
        self.x = np.concatenate([self.x, x])
        self.n += 1

    def size(self):
        return len(self.x)

memory = Memory()
for i in range(9):
    memory.keep(np.ones((3, 2), "float32"))
    of_rows(memory.x)
""",
    "attributes of instances that a loop makes": """\
@tf.function
def of_rows(x):
    return tf.reduce_sum(x)

class Memory:
    def __init__(self):
        self.x = np.zeros((0, 2), "float32")
        self.n = 0

    def keep(self, x):
        self.x = np.concatenate([self.x, x])
        self.n += 1

    def size(self):
        return len(self.x)

for i in range(9):
    memory = Memory()
    memory.keep(np.ones((3, 2), "float32"))
    of_rows(memory.x)
    f(memory.n)

for fold in range(3):
    memory = Memory()
    memory.keep(np.ones((3, 2), "float32"))
    of_rows(memory.x)
""",
    "an attribute of an instance of the outer loop": """\
@tf.function  # TFR201
def of_rows(x):
    return tf.reduce_sum(x)

class Memory:
    def __init__(self):
        self.x = np.zeros((0, 2), "float32")
        self.n = 0

    def keep(self, x):
        self.x = np.concatenate([self.x, x])
        self.n += 1

    def size(self):
        return len(self.x)

for fold in range(3):
    memory = Memory()
    for i in range(9):
        memory.keep(np.ones((3, 2), "float32"))
        of_rows(memory.x)
        f(memory.n)  # TFR101
""",
    "an attribute that another method sets back": """\
@tf.function
def of_rows(x):
    return tf.reduce_sum(x)

class Memory:
    def __init__(self):
        self.x = np.zeros((0, 2), "float32")
        self.n = 0

    def keep(self, x):
        self.x = np.concatenate([self.x, x])
        self.n += 1

    def clear(self):
        self.x = np.zeros((0, 2), "float32")

memory = Memory()
for i in range(9):
    memory.clear()
    memory.keep(np.ones((3, 2), "float32"))
    of_rows(memory.x)
""",
    # TFR201: tensors that a loop makes longer
    "an array that a loop makes longer": """\
@tf.function  # TFR201
def g(x):
    return x


def run(x, rows):
    for row in rows:
        x = np.append(x, row)
        g(x)
""",
    "tensors of three sizes in a loop": """\
@tf.function  # TFR201
def g(x):
    return x


for n, x in [(n, tf.ones([n])) for n in (2, 3, 4)]:
    g(x)
""",
    "tensors of two sizes in a loop": "for x in (tf.ones([2]), tf.ones([3])):\n    f(x)\n",
    "a list that is stacked as it grows": """\
@tf.function  # TFR201
def g(x):
    return x


parts = []
for i in range(9):
    parts.append(tf.ones([2]))
    g(tf.stack(parts))
""",
    "a tensor that is whole after the loop": """\
def run(x, rows):
    for row in rows:
        x = tf.concat([x, row], 0)
    f(x)
""",
    "a tensor that is cut in the loop": """\
def run(x, rows):
    for row in rows:
        x = tf.concat([x, row], axis=1)
        if len(rows) > 8:
            x = x[:, 1:]
        f(x)
        f(x[:, -1])
""",
    "a reduction of a tensor that grows": """\
def run(x, rows):
    for row in rows:
        x = tf.concat((x, row), 0)
        f(tf.reduce_mean(x, axis=0))
        f(tf.argmax(x, axis=0))
        f(x[-3:])
        f(x[..., tf.newaxis][0])
""",
    "something else that is joined": """\
def run(x, rows):
    for row in rows:
        y = tf.concat([x, row], 0)
        f(y)
""",
    # TFR601: how old a model is
    "predict of a model that each call makes": """\
def scores(image):
    model = keras.applications.InceptionV3(include_top=False)
    return model.predict(np.ones([1, 299, 299, 3]) * image)

def kept(model, image):
    return model.predict(np.ones([1, 4]) * image)  # TFR601

model = keras.Sequential([keras.layers.Dense(1)])
for i in range(999):
    scores(i)
for i in range(999):
    kept(model, i)
""",
    # TFR601: a loop that waits for a person
    "predict for each answer": """\
model = keras.Sequential([keras.layers.Dense(1)])
while True:
    n = float(input("next? "))
    print(model.predict(np.array([[n]])))
""",
    "predict while some answers are typed": """\
model = keras.Sequential([keras.layers.Dense(1)])
for i in range(999):
    if i == 3:
        input("go on? ")
    print(model.predict(np.ones([1, 4]) * i))  # TFR601
""",
    "predict with an own input": """\
def input(text):
    return 1.0

model = keras.Sequential([keras.layers.Dense(1)])
for i in range(999):
    print(model.predict(np.array([[input("next? ")]])))  # TFR601
""",
    "predict at a pace that people can follow": """\
import gym

model = keras.Sequential([keras.layers.Dense(1)])
shown = gym.make("CartPole-v1", render_mode="human")
drawn = gym.make("CartPole-v1", render_mode="rgb_array")
state = np.ones(4)
for _ in range(999):
    state, reward, done, _, _ = shown.step(model.predict(state[None]).argmax())
for _ in range(999):
    state, reward, done, _, _ = drawn.step(model.predict(state[None]).argmax())  # TFR601
for _ in range(999):
    model.predict(state[None])
    drawn.render(mode="human")
for _ in range(999):
    model.predict(state[None])  # TFR601
    drawn.render()
for _ in range(999):
    time.sleep(0.05)
    model.predict(state[None])
for _ in range(999):
    time.sleep(0.001)
    model.predict(state[None])  # TFR601
for episode in range(999):
    for _ in range(999):
        model.predict(state[None])  # TFR601
    time.sleep(1)
""",
    "predict in a game that a clock paces": """\
import pygame

model = keras.Sequential([keras.layers.Dense(1)])
state, rate = np.ones([1, 4]), 1
clock = pygame.time.Clock()
for _ in range(999):
    model.predict(state)
    clock.tick(rate)
for _ in range(999):
    model.predict(state)  # TFR601
    clock.tick(60)
for _ in range(999):
    model.predict(state)  # TFR601
    clock.tick()
for turn in range(999):
    model.predict(state)  # likely TFR601
    clock.tick(5 + turn // 9)
""",
    # TFR405: a length that arguments have, too
    "lengths of what is set again": """\
@tf.function
def sized(x):
    return x * tf.ones([len(rows), 1])

@tf.function
def besides(x):
    return x * tf.ones([len(more), 1]) + more[0]  # TFR405

@tf.function
def alone(x):
    return x * tf.ones([len(others), 1])  # likely TFR405

@tf.function
def longer(x):
    return x * tf.ones([len(known), 1])  # TFR405

for _ in range(9):
    _, rows = read()
    rows = keras.utils.to_categorical(rows)
    given = rows.reshape([len(rows), 1])
    sized(given)
    _, more = read()
    more = keras.utils.to_categorical(more)
    besides(more.reshape([len(more), 1]))
    _, others = read()
    others = keras.utils.to_categorical(others)
    alone(tf.ones([]))

known = [1.0, 2.0]
longer(tf.ones([]))
known = [1.0, 2.0, 3.0]
longer(tf.ones([]))
""",
    "predict until what is written is long enough": """\
model = keras.Sequential([keras.layers.Dense(1)])
text = ""
while len(text) < 80:
    text += str(model.predict(np.ones([1, 4])))
    if text[-1] == "]":
        break
words = []
while True:
    words.append(model.predict(np.ones([1, 4])))
    if len(words) >= 80:
        break
more = ["a"]
while more[-1] != "b" and len(more) <= 80:
    more = more + [str(model.predict(np.ones([1, 4])))]
long = ""
while len(long) < 8000:
    long += str(model.predict(np.ones([1, 4])))  # likely TFR601
chosen = []
while len(chosen) < 80:
    found = model.predict(np.ones([1, 4]))  # likely TFR601
    if found > 0.9:
        chosen.append(found)
begun = ""
while len(begun) < 80:
    begun += str(model.predict(np.ones([1, 4])))  # likely TFR601
    if begun[-1] == "?":
        begun = ""
taken = [1]
while len(taken) < 80:
    taken.append(model.predict(np.ones([1, 4])))  # likely TFR601
    taken.pop(0)
column = np.zeros(3)
while len(column) < 80:
    column += model.predict(np.ones([1, 4]))[0]  # likely TFR601
""",
    "predict for a few that are drawn": """\
import random

model = keras.Sequential([keras.layers.Dense(1)])
paths = open("paths").read().split()

def some(most=5):
    for path in random.sample(paths, min(len(paths), most)):
        model.predict(np.ones([1, 4]) * len(path))

def many(most=5000):
    for path in random.sample(paths, max(len(paths), most)):
        model.predict(np.ones([1, 4]) * len(path))  # likely TFR601

for turn in range(9):
    some()
    many()
""",
    "predict beside a figure that is saved": """\
import matplotlib.pyplot as plt

model = keras.Sequential([keras.layers.Dense(1)])
one = plt.figure()
for i in range(999):
    model.predict(np.ones([1, 4]) * i)
    one.savefig(f"{i}.png")
two, axes = plt.subplots(2, 2)
for i in range(999):
    model.predict(np.ones([1, 4]) * i)
    two.savefig(f"{i}.png")
for i in range(999):
    model.predict(np.ones([1, 4]) * i)
    plt.gcf().savefig(f"{i}.png")
for i in range(999):
    axes.set_title(model.predict(np.ones([1, 4]) * i))  # TFR601
for i in range(999):
    model.predict(np.ones([1, 4]) * i)  # TFR601
    if i == 990:
        two.savefig("last.png")
""",
    "predict beside what other libraries load or compute": """\
import mtcnn
import pybullet

model = keras.Sequential([keras.layers.Dense(1)])
detector = mtcnn.MTCNN()

def faces(image):
    return mtcnn.MTCNN().detect_faces(image)

for i in range(999):
    faces(i)
    model.predict(np.ones([1, 4]) * i)
for i in range(999):
    detector.detect_faces(i)
    model.predict(np.ones([1, 4]) * i)  # TFR601
for i in range(999):
    pybullet.stepSimulation()
    model.predict(np.ones([1, 4]) * i)  # TFR601
""",
    "predict for what a deque keeps": """\
import collections
import random

model = keras.Sequential([keras.layers.Dense(2)])
memory = collections.deque(maxlen=2000)
mixed = collections.deque(maxlen=2000)

def learn():
    for state, action, done in random.sample(memory, 32):
        goal = 1.0
        if not done:
            goal += 2.0
        found = model.predict(state)  # TFR601
        found[0][action] = goal

def learn_of_any():
    for state, action, done in random.sample(mixed, 32):
        goal = 1.0
        if not done:
            goal += 2.0
        found = model.predict(state)  # TFR601
        found[0][action] = goal

for episode in range(999):
    state = np.reshape([read(), read()], [1, 2])
    for step in range(99):
        memory.append((state, step, unknown()))
        mixed.append((state if unknown() else read(), step, unknown()))
        state = np.reshape([read(), read()], [1, 2])
    learn()
    learn_of_any()
""",
    "predict from one of several arrays of what is drawn": """\
model = keras.Sequential([keras.layers.Dense(2)])
memory = list(open("moves"))

def drawn(size):
    chosen = np.random.randint(len(memory), size=size)
    rows = [memory[i] for i in chosen]
    return [np.array([row[k] for row in rows]) for k in range(3)]

def all_of_them():
    return [np.array([row[k] for row in memory]) for k in range(3)]

def learn():
    found = drawn(32)
    before, move, after = found
    return model.predict(after)  # TFR601

def learn_all():
    before, move, after = all_of_them()
    return model.predict(after)  # likely TFR601

for _ in range(999):
    memory.append(read())
    learn()
    learn_all()
""",
    "predict again from one of several outputs": """\
inputs = keras.Input([3])
model = keras.Model(inputs, [keras.layers.Dense(2)(inputs), keras.layers.Dense(3)(inputs)])
state = np.zeros([8, 3])
other = read()
for _ in range(999):
    words, state = model.predict([state])  # TFR601
for _ in range(999):
    words, other = model.predict([other])  # likely TFR601
""",
    "predict until an object of the program has counted its steps": """\
model = keras.Sequential([keras.layers.Dense(1)])

class Game:
    def __init__(self, least=20):
        self.reset()
        self.last, self.least = 30, least

    def reset(self):
        self.turn, self.moves, self.rounds, self.over = 0, 1, 0, False
        self.turn = 0
        return np.ones(4)

    def step(self, action):
        self.turn += 1
        if self.turn >= self.last:
            self.over = True
        return np.ones(4) * action, self.over

    def move(self, action):
        done = self.moves == 41 or action > 3
        self.moves += 1
        return np.ones(4), done

    def skip(self, action):
        done = False
        if action > 3:
            self.rounds += 1
        if self.rounds > 9:
            done = True
        return np.ones(4), done

    def drop(self, action):
        self.rounds = action
        return np.ones(4), self.rounds > 3

game = Game()
state, done = game.reset(), False
while not done:
    state, done = game.step(model.predict(state[None]).argmax())
state, done = game.reset(), False
while not done:
    state, done = game.move(model.predict(state[None]).argmax())
while True:
    state, done = game.step(model.predict(state[None]).argmax())
    if done:
        break
state, done = game.reset(), False
while not done:
    state, done = game.skip(model.predict(state[None]).argmax())  # likely TFR601
state, done = game.reset(), False
while not done:
    state, done = game.drop(model.predict(state[None]).argmax())  # likely TFR601
for episode in range(99):
    state, done = game.reset(), False
    while not done:
        state, done = game.step(model.predict(state[None]).argmax())  # TFR601
""",
    "predict for each image of a data set that Keras loads": """\
(x, y), (x_test, y_test) = keras.datasets.cifar10.load_data()
model = keras.Sequential([keras.layers.Dense(1)])
for i in range(len(x_test)):
    model.predict(x_test[i][None])  # TFR601
for image in x_test[:9]:
    model.predict(image[None])
""",
    "windows whose length is a factor of their bounds": """\
class Trainer:
    def __init__(self, size, least):
        self.size, self.least = size, least

    def run(self, data):
        for i in range(len(data) // self.size):
            start = i * self.size
            stop = min((i + 1) * self.size, len(data))
            f(data[start:stop])

    def grow(self, data):
        for i in range(len(data) // self.size):
            g(data[: self.least + (i + 1) * self.size])


@tf.function  # TFR201
def g(x):
    return x

trainer = Trainer(3, 1)
trainer.run(np.ones([999, 2]))
trainer.grow(np.ones([999, 2]))
""",
    "predict in callers that a flag switches off": """\
model = keras.Sequential([keras.layers.Dense(1)])
training, key, watching = False, False, True

def learn():
    model.predict(np.ones([1, 4]))

def act():
    return model.predict(np.ones([1, 4]))  # TFR601

if training or key:
    for _ in range(999):
        learn()
for _ in range(999):
    if watching:
        act()
    if key:
        os.system("play a.wav")
""",
    "compile in a class with methods of its own for all": """\
class Own(keras.Model):
    def fit(self, x, epochs):
        for epoch in range(epochs):
            self.compile(keras.optimizers.SGD(0.1 / (epoch + 1)))
            self.train_step(x)

    def train_step(self, x):
        return x

class Rounds(keras.Model):
    def fit(self, x, rounds):
        for n in range(rounds):
            self.compile(keras.optimizers.SGD(0.1))  # TFR602
            super().fit(x)

class Asked(keras.Model):
    def fit(self, x, rounds):
        for n in range(rounds):
            self.compile(keras.optimizers.SGD(0.1))  # TFR602
            print(self.evaluate(x))

Own().fit(np.ones([9, 1]), 999)
Rounds().fit(np.ones([9, 1]), 999)
Asked().fit(np.ones([9, 1]), 999)
""",
    "arguments that a traced function does not take": """\
class Trainer:
    @tf.function
    def step(self, x, y, n):
        return x * y * n

    @tf.function
    def scale(self, x, n, *rest, by=1):
        return x * n * by

def halved(self, n):
    return n / 2

class Halves:
    half = tf.function(halved)

for n in range(99):
    Halves().half(n)  # TFR101
trainer = Trainer()
for n in range(99):
    trainer.scale(tf.ones(3), n)  # TFR101
    trainer.step(*[tf.ones(3), tf.ones(3)], n)  # TFR101
for n in range(99, 999):
    trainer.step(tf.ones(3), n)
""",
    "predict for each layer of a model": """\
class Tracker:
    def __init__(self, model):
        self.model = model
        self.count = len(model.layers)

    def track(self, x):
        for n in range(self.count - 1):
            self.model.predict(x)

class Other:
    def __init__(self, model):
        self.model = model
        self.count = len(model.layers)

    def track(self, x):
        for n in range(self.count - 1):
            self.model.predict(x)  # likely TFR601

few = keras.Sequential([keras.Input([4]), keras.layers.Dense(1), keras.layers.Dense(1)])
Tracker(few).track(np.ones([1, 4]))
grown = keras.Sequential([keras.layers.Dense(1)])
for n in range(200):
    grown.add(keras.layers.Dense(1))
Other(grown).track(np.ones([1, 4]))

outputs = [layer.output for layer in few.layers if type(layer) in (keras.layers.Dense,)]
for n in range(len(outputs)):
    few.predict(np.ones([1, 4]))[n]
wanted = [layer.output for layer in grown.layers if type(layer) in (keras.layers.Dense,)]
for n in range(2 * len(wanted)):
    few.predict(np.ones([1, 4]))[n]  # likely TFR601
""",
    "predict of the models that callers pass": """\
def rate(network, x):
    return network.predict(np.ones([1, 4]) * x)

def score(network, x):
    return network.predict(np.ones([1, 4]) * x)  # TFR601

def total(network, x):
    return rate(network, x)

for n in range(999):
    fresh = keras.Sequential([keras.layers.Dense(n)])
    total(network=fresh, x=n)
    for m in range(999):
        score(fresh, m)
""",
    "predict in callbacks of Keras": """\
class Monitor(keras.callbacks.Callback):
    def __init__(self, images):
        super().__init__()
        self.images = images

    def on_epoch_end(self, epoch, logs=None):
        self.rate()
        self.model.predict(np.ones([1, 4]))
        if epoch % 10 == 0:
            for image in self.images:
                self.model.predict(np.ones([1, 4]))

    def rate(self):
        for image in self.images:
            self.model.predict(np.ones([1, 4]))  # likely TFR601

    def on_train_batch_end(self, batch, logs=None):
        self.model.predict(np.ones([1, 4]))  # TFR601

    def on_train_end(self, logs=None):
        for image in self.images:
            self.model.predict(np.ones([1, 4]))

class Given(keras.callbacks.Callback):
    def __init__(self, model):
        self.model = model

    def on_train_batch_end(self, batch, logs=None):
        self.model.predict(np.ones([1, 4]))

class Other:
    def on_train_batch_end(self, batch, logs=None):
        self.model.predict(np.ones([1, 4]))

callbacks = [Monitor(unknown()), Given(unknown()), Other()]
keras.models.load_model("a.keras").fit(unknown(), callbacks=callbacks)
""",
    "predict of several models in turn, again and again": """\
models = [keras.models.load_model(str(n)) for n in range(11)]

def vote(x):
    return [model.predict(np.ones([1, 4])) for model in models]  # TFR601

def vote_once(x):
    return [model.predict(np.ones([1, 4])) for model in models]

def new(x):
    made = [keras.models.load_model(str(n)) for n in range(11)]
    return [model.predict(np.ones([1, 4])) for model in made]

class Ensemble:
    def __init__(self):
        self.models = [keras.Sequential([keras.layers.Dense(1)]) for _ in range(3)]

    def rate(self, x):
        for n, model in enumerate(self.models):
            model.predict(np.ones([1, 4]))  # TFR601

    def given(self, some):
        for model in some:
            model.predict(np.ones([1, 4]))

ensemble = Ensemble()
for n in range(999):
    vote(n)
    ensemble.rate(n)
    ensemble.given(models)
    for model in models:
        model.predict(np.ones([1, 4]))  # TFR601
for n in range(999):
    new(n)
    others = [keras.models.load_model(str(n)) for n in range(11)]
    for model in others:
        model.predict(np.ones([1, 4]))
vote_once(1)
""",
    "predict of models that are kept under a key": """\
class Agent:
    def __init__(self, names):
        self.values, self.others = {}, {}
        self.steps = []
        for name in names:
            self.values[name] = keras.Sequential([keras.layers.Dense(4)])
            self.others[name] = unknown(name)
            model = keras.Sequential([keras.layers.Dense(4)])
            self.steps.append(model)

    def act(self, name):
        for _ in range(999):
            self.values[name].predict(np.ones([1, 4]))  # TFR601
            self.others[name].predict(np.ones([1, 4]))
            self.steps[-1].predict(np.ones([1, 4]))  # TFR601

    def once_each(self, names):
        for name in names:
            self.values[name].predict(np.ones([1, 4]))

    def by_state(self):
        for n in range(999):
            key = unknown(n)
            self.values[key].predict(np.ones([1, 4]))
            for _ in range(999):
                self.values[key].predict(np.ones([1, 4]))  # TFR601

    def added(self):
        for n in range(999):
            self.steps.append(keras.Sequential([keras.layers.Dense(4)]))
            self.steps[-1].predict(np.ones([1, 4]))

    def in_turn(self, names):
        for _ in range(999):
            for name in names:
                self.values[name].predict(np.ones([1, 4]))  # TFR601
            for name in unknown():
                model = self.values[name]
                model.predict(np.ones([1, 4]))  # TFR601

agent = Agent(unknown())
agent.act(1)
agent.once_each(range(999))
agent.by_state()
agent.added()
agent.in_turn(range(999))
""",
    "predict of models in a dict": """\
kept = {}
for name in unknown():
    kept[name] = keras.Sequential([keras.layers.Dense(4)])
for name in kept:
    kept[name].predict(np.ones([1, 4]))
    for _ in range(999):
        kept[name].predict(np.ones([1, 4]))  # TFR601
for name, model in kept.items():
    for _ in range(999):
        model.predict(np.ones([1, 4]))  # TFR601
for fold in range(999):
    model = keras.Sequential([keras.layers.Dense(4)])
    model.predict(np.ones([1, 4]))
    for _ in range(999):
        model.predict(np.ones([1, 4]))  # TFR601

mixed = {"a": keras.Sequential([keras.layers.Dense(4)])}
mixed["b"] = unknown()
updated = {}
updated["a"] = keras.Sequential([keras.layers.Dense(4)])
updated.update(unknown())
handed = {}
handed["a"] = keras.Sequential([keras.layers.Dense(4)])
unknown(handed)
counted = {}
counted["a"] = keras.Sequential([keras.layers.Dense(4)])
print(len(counted))
nested = {}
nested["a"] = {}
nested["a"]["b"] = unknown()
for _ in range(999):
    mixed["a"].predict(np.ones([1, 4]))
    updated["a"].predict(np.ones([1, 4]))
    handed["a"].predict(np.ones([1, 4]))
    counted["a"].predict(np.ones([1, 4]))  # TFR601
    nested["a"]["b"].predict(np.ones([1, 4]))
""",
    "attributes that the function itself has set": """\
class Learner:
    def __init__(self):
        self.values = {}

    def fill_table(self, states):
        self.values[0] = {}
        for state in states:
            self.values[0][state] = 1.0

    def finish(self):
        self.values = unknown()

    def train(self):
        self.values = {}
        self.values[0] = keras.Sequential([keras.layers.Dense(4)])
        for _ in range(999):
            self.values[0].predict(np.ones([1, 4]))  # TFR601

    def train_if(self, wanted):
        if wanted:
            self.values = {0: keras.Sequential([keras.layers.Dense(4)])}
        for _ in range(999):
            self.values[0].predict(np.ones([1, 4]))

    def train_and_finish(self):
        self.values = {0: keras.Sequential([keras.layers.Dense(4)])}
        self.finish()
        for _ in range(999):
            self.values[0].predict(np.ones([1, 4]))

    def train_and_fill(self):
        self.values = {0: keras.Sequential([keras.layers.Dense(4)])}
        self.fill_table([1])
        for _ in range(999):
            self.values[0].predict(np.ones([1, 4]))

    def train_and_show(self):
        self.values = {0: keras.Sequential([keras.layers.Dense(4)])}
        unknown(self)
        for _ in range(999):
            self.values[0].predict(np.ones([1, 4]))

    def train_shared(self, table):
        self.values = table
        self.values[0] = keras.Sequential([keras.layers.Dense(4)])
        for _ in range(999):
            self.values[0].predict(np.ones([1, 4]))

learner = Learner()
learner.train()
learner.train_if(unknown())
learner.train_and_finish()
learner.train_and_fill()
learner.train_and_show()
learner.train_shared(unknown())
""",
    "parameters that are annotated as models": """\
class Doubling(keras.Model):
    def evaluate(self, x):
        return x

def annotated(model: keras.Model):
    for _ in range(999):
        model.predict(np.ones([1, 4]))  # TFR601
        model.compile()  # TFR602

def quoted(model: "tf.keras.Model"):
    for _ in range(999):
        model.predict(np.ones([1, 4]))  # TFR601

def optional(model: keras.Model | None = None):
    for _ in range(999):
        model.predict(np.ones([1, 4]))  # TFR601

def either(model: keras.Model | str):
    for _ in range(999):
        model.predict(np.ones([1, 4]))

def other(model: "a model"):
    for _ in range(999):
        model.predict(np.ones([1, 4]))

def given(model: keras.Model):
    model.predict(np.ones([1, 4]))

class Player:
    def __init__(self, model: keras.Model):
        self.model = model

    def play(self):
        for _ in range(999):
            self.model.predict(np.ones([1, 4]))  # TFR601
""",
    "parameters annotated as models where a model has its own predict": """\
class Doubling(keras.Model):
    def predict(self, x):
        return 2 * x

def annotated(model: keras.Model):
    for _ in range(999):
        model.predict(np.ones([1, 4]))
""",
    "models that callbacks make for their own traced methods": """\
class PerEpoch(keras.callbacks.Callback):
    @tf.function
    def rate(self, model, x):
        return model(x)

    def on_epoch_end(self, epoch, logs=None):
        made = keras.Sequential([keras.layers.Dense(1)])
        self.rate(made, tf.ones([1, 1]))  # TFR106
        self.rate(self.model, tf.ones([1, 1]))
        other = PerEpoch()
        other.rate(made, tf.ones([1, 1]))

    def on_train_begin(self, logs=None):
        made = keras.Sequential([keras.layers.Dense(1)])
        self.rate(made, tf.ones([1, 1]))
""",
    "conditions that hold, or something is raised": """\
for n in range(99):
    if unknown(n):
        f(n)  # likely TFR101
    if unknown(n):
        f(n)  # TFR101
    else:
        raise ValueError(n)
    if n == unknown():
        f(n)
    elif unknown(n):
        f(n)  # TFR101
    else:
        raise ValueError(n)
    if unknown(n):
        raise ValueError(n)
    else:
        f(n)  # TFR101
    try:
        if unknown(n):
            f(n)  # likely TFR101
        else:
            raise ValueError(n)
    except ValueError:
        pass
""",
    "sizes that numbers, draws and windows keep": """\
@tf.function
def in_place(x):
    return x

@tf.function
def in_windows(x):
    return x

def shift(x, widths, scale):
    for j in range(5):
        for number in range(-widths[j], widths[j] + 1):
            in_place(x - number)
            in_place(x + np.random.normal(0, scale, size=(4, len(x))))
            scale = scale * number

def cut(x, size):
    for begin in tf.range(0, len(x), size):
        start = begin
        end = tf.minimum(start + size, len(x))
        in_windows(x[start:end])
    for begin in range(0, len(x), size):
        end = min(begin + size, len(x))
        in_windows(x[begin:end])
""",
    "checks of numbers while tracing": """\
@tf.function
def power(x, n):
    if n < 0:
        raise ValueError(n)
    if n < 3:  # TFR303
        return x
    elif n > 90:
        x = x * x
    else:
        raise ValueError(n)
    return x

for n in range(99):
    power(x, n)  # TFR101
""",
    "orders that a layer goes through each time it is called": """\
@tf.function
def polynomial(x, n):
    y = x
    for i in range(n):
        y = y * x - i
    return y

@tf.function
def other(x, n):
    y = x
    for i in range(n):  # TFR301
        y = y * x - i
    return y

class Basis(keras.layers.Layer):
    def __init__(self, orders):
        super().__init__()
        self.orders = orders

    def call(self, x):
        return tf.stack([polynomial(x, n) for n in range(self.orders)])

def expand(x, orders):
    return [other(x, n) for n in range(orders)]  # TFR101
""",
    "predict beside what few iterations do": """\
class Player(keras.Model):
    def first_state(self, size):
        return np.zeros([size, 4])

    def improve(self, x):
        self.fit(x)

    def improve_more(self, x):
        for row in x:
            self.improve(row)

def keep(model):
    model.save("a.keras")

player, other = Player(), Player()

def phase_1():
    for step in range(999):
        player.predict(player.first_state(1))  # TFR601
        keep(player)
        if step % 100 == 0:
            player.save("b.keras")
            player.improve(step)

def phase_2():
    for step in range(999):
        player.predict(player.first_state(1))  # likely TFR601
        player.improve(step)

def phase_3():
    for step in range(999):
        other.predict(player.first_state(1))
        other.improve_more(step)

def phase_4():
    for step in range(999):
        other.predict(player.first_state(1))  # TFR601
        if step > 100:
            unknown(other)

phase_1()
phase_2()
phase_3()
phase_4()
""",
    "predict of models that several methods make": """\
class Agent:
    def __init__(self, other):
        self.model = keras.layers.Dense(1)(keras.Input([4]))
        self.model = keras.Model(keras.Input([4]), self.model)
        self.critic = keras.Sequential([keras.layers.Dense(1)])
        self.other = keras.Sequential([keras.layers.Dense(1)])
        self.layer = keras.layers.Dense(1)

    def load(self, path, other):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.critic = keras.models.load_model(path)
        self.other = other
        self.layer = keras.models.load_model(path)

    def act(self, state):
        self.model.predict(state[np.newaxis, :])  # TFR601
        self.critic.predict(state[np.newaxis, :])  # TFR601
        self.other.predict(state[np.newaxis, :])
        self.layer.predict(state[np.newaxis, :])

agent = Agent(unknown())
for n in range(999):
    agent.act(np.ones(4))
""",
    "predict of the rest beside predict for each": """\
class Composer:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])

    def compose(self, bars):
        for bar in bars:
            self.model.predict(np.ones([1, 4]))  # TFR601
        self.model.predict(np.ones([1, 4]))  # TFR601

    def few(self, bars):
        for bar in bars[:2]:
            self.model.predict(np.ones([1, 4]))  # TFR601
        self.model.predict(np.ones([1, 4]))  # TFR601

composer = Composer()
for n in range(999):
    composer.compose(open("a"))
    composer.few(open("a"))
""",
    "rows of what loaders of other libraries give": """\
from spektral.data import BatchLoader

def evaluated(data, size):
    model = keras.Sequential([keras.layers.Dense(1)])
    large = BatchLoader(data, batch_size=256, epochs=1)
    while model:
        for batch in large:
            model.predict(batch[0])  # likely TFR601
        for n, (x, y) in enumerate(large.load()):
            model.predict(x)  # likely TFR601
    small = BatchLoader(data, batch_size=32, epochs=1)
    unknown = BatchLoader(data, batch_size=size)
    while data:
        for batch in small:
            model.predict(batch[0])  # TFR601
        for batch in unknown:
            model.predict(batch[0])  # TFR601
        for x, y in BatchLoader(data):
            model.predict(x)  # TFR601
""",
    # TFR404: what libraries trace for their users
    "noise in what a dataset maps": """\
def blur(image):
    return image * random.random()  # likely TFR404

def noisy(image, label):
    if random.random() < 0.5:  # TFR404
        image = blur(image)
    return image, label

def drawn(image, label):
    return image * np.random.uniform(), label

def load(data):
    return data.map(noisy)

data = tf.data.Dataset.from_tensor_slices(([1.0], [2]))
data = data.map(noisy).filter(lambda x, y: np.random.rand() < 0.5)  # TFR404
data.map(lambda x, y: tf.numpy_function(drawn, [x, y], [tf.float32, tf.int32]))
data.apply(lambda d: d.skip(random.randint(0, 3)))
list(map(lambda x: x + random.random(), [1, 2]))
""",
    "noise in a layer of a model that is trained": """\
class Noise(keras.layers.Layer):
    def call(self, x):
        return x * np.random.uniform()  # TFR404

class Kept(keras.layers.Layer):
    def call(self, x):
        return x * np.random.uniform()

model = keras.Sequential([Noise(), keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(np.ones((8, 3)), np.ones((8, 3)))
Kept()(np.ones((8, 3)))
""",
    "noise in a layer of a model that runs eagerly": """\
class Noise(keras.layers.Layer):
    def call(self, x):
        return x * np.random.uniform()

model = keras.Sequential([Noise()])
model.compile("sgd", "mse", run_eagerly=True)
model.fit(np.ones((8, 3)), np.ones((8, 3)))
""",
    "draws that other draws decide on": """\
def noise(x):
    return x * np.random.rand()  # likely TFR404

def drawn():
    return random.random()  # TFR404

@tf.function
def around(x):
    if random.random() < 0.5:  # TFR404
        x = x + np.random.normal()  # likely TFR404
    return x

@tf.function
def in_front(x):
    p = np.random.rand()  # TFR404
    if p > 0.5:
        return x
    return x + np.random.normal()  # likely TFR404

@tf.function
def in_an_expression(x):
    return x + (
        np.random.normal()  # likely TFR404
        if time.time() % 2 > 1  # TFR404
        else 0
    )

@tf.function
def in_a_helper(x):
    if drawn() > 0.5:
        x = noise(x)
    return x

@tf.function
def under_an_argument(x, flag):
    if flag:
        x = x + np.random.normal()  # TFR404
    p = np.random.rand()  # TFR404
    return x * p + np.random.rand()  # TFR404

for _ in range(9):
    x = tf.ones([3])
    under_an_argument(in_a_helper(in_an_expression(in_front(around(x)))), True)
""",
    # TFR404: generators of random numbers
    "draws from a generator": """\
rng = np.random.default_rng(0)


@tf.function
def g(x):
    return x + rng.normal()  # TFR404


@tf.function
def h(x, generator):
    return tf.random.stateless_normal([2], [x, 1])


for i in range(3):
    f(rng.random())  # TFR101
    h(rng.integers(3), rng)
""",
    # TFR403: elements of outer containers
    "a tensor that stays in a dict": """\
seen = {}


@tf.function
def g(x):
    y = tf.reduce_sum(x)
    seen["last"] = y  # TFR403
    seen["shape"] = x.shape
    return y


result = g(tf.ones([2]))
print(seen["last"])
""",
    "a tensor that stays in a dict of the instance": """\
class Model(tf.Module):
    def __init__(self):
        self.losses = {}
        self.parts = {}
        self.counts = {"calls": 0}

    @tf.function
    def step(self, x):
        y = tf.reduce_sum(x)
        self.losses["last"] = y  # TFR403
        self.counts["calls"] += 1  # TFR403
        self.parts["y"] = y
        mine = {}
        mine["y"] = y
        return self.parts["y"] + mine["y"]

    def report(self):
        print(self.losses, self.counts)


model = Model()
result = model.step(tf.ones([2]))
model.report()
""",
    "a dict that is an argument": """\
@tf.function
def g(parts):
    parts["y"] = tf.reduce_sum(parts["x"])
    return parts


print(g({"x": tf.ones([2])})["y"])
""",
    "a dict that only the trace reads": """\
made = {}


@tf.function
def g(x):
    made["y"] = tf.reduce_sum(x)
    return made["y"]
""",
    "a dict that is filled once": """\
made = {}


@tf.function
def g(x):
    if "y" not in made:
        made["y"] = tf.reduce_sum(x)
    return x


print(made)
""",
    # TFR604: batches
    "batches that are always full": """\
data = tf.data.Dataset.range(9)
for x in data.repeat().shuffle(4).batch(2):
    f(x)
for x in data.repeat(-1).batch(2):
    f(x)
for x in data.take(8).map(lambda x: x).batch(2):
    f(x)
for i, x in enumerate(data.batch(2, drop_remainder=True)):
    f(x)
for x in data.batch(2, True):
    f(x)
for x in data.batch(2):  # TFR604
    f(x)
""",
    "batches with a rest": """\
data = tf.data.Dataset.range(9)
for x in data.repeat(2).batch(2):  # TFR604
    f(x)
for x in data.repeat(count=1).batch(2):  # TFR604
    f(x)
for x in data.take(7).batch(2):  # TFR604
    f(x)
for x in data.take(8).filter(lambda x: x > 1).batch(2):  # TFR604
    f(x)
for x in data.take(n).batch(2):  # TFR604
    f(x)
for x in data.take(8).batch(batch_size=3):  # TFR604
    f(x)
for i, x in enumerate(data.batch(2), 1):  # TFR604
    f(x)
""",
    # TFR101: what functions hand on through *args and **kwargs
    "a number that is handed on by its position": """\
def inner(*values):
    f(*values)

def outer(x, *rest, **options):
    inner(x, *rest, **options)

for i in range(9):
    outer(tf.ones(3), i)  # TFR101
""",
    "numbers of several callers that are handed on": """\
def run(x, **options):
    f(x, **options)

def fixed(x):
    run(x, n=3)

def left_out(x):
    run(x)

def changing(x, rate):
    run(x, n=rate)

fixed(tf.ones(3))
left_out(tf.ones(3))
for i in range(9):
    changing(tf.ones(3), i / 7)  # TFR101
""",
    "numbers that are handed on and do not change": """\
def run(x, **options):
    f(x, **options)

def twice(x, *values):
    f(x, *values)

for i in range(9):
    run(tf.ones(3), n=0.5)
    run(tf.constant(i), n=0.5)
    twice(tf.constant(i), 0.5)
""",
    "numbers that are handed on as tensors": """\
def run(x, **options):
    f(x, **options)

for i in range(9):
    run(tf.ones(3), n=tf.constant(i))
""",
    "settings that go through dicts of keywords": """\
RUNS = {"a": {"rate": 0.1, "n": 3}, "b": {"rate": 0.2, "n": 3}, "c": {"rate": 0.4, "n": 3}}

def run(rate, n):
    for _ in range(n):
        f(tf.ones(3), rate)  # TFR101
        f(tf.ones(3), n)

class Settings:
    def __init__(self, **given):
        self.rate = given.get("rate", 0.1)
        self.size = given.get("size", 3)

def read(**given):
    f(tf.ones(3), given["rate"])  # TFR101
    f(tf.ones(3), given["size"])

def handed_on(name, **given):
    read(**given)

def searched(grid):
    for values in itertools.product(*grid.values()):
        found = dict(zip(grid, values))
        f(tf.ones(3), found["rate"])  # TFR101
        f(tf.ones(3), found["size"])

for given in RUNS.values():
    run(**given)
for epoch in range(9):
    handed_on("a", rate=epoch / 3, size=3)
for rate in (0.1, 0.2, 0.3, 0.4):
    settings = Settings(rate=rate)
    f(tf.ones(3), settings.rate)  # TFR101
    f(tf.ones(3), settings.size)
searched({"rate": [0.1, 0.2, 0.3], "size": [3]})
""",
    "what is left of the arguments by position": """\
def spread(*values):
    f(tf.ones(3), values[0])  # TFR101
    f(tf.ones(3), values[1])

def may_be_changed(**given):
    other(given)
    f(tf.ones(3), given["n"])

for i in range(9):
    spread(i, 3)
    may_be_changed(n=i)
""",
    "items of a dict that a loop updates": """\
def by_operator():
    state = {"rate": 0.1, "n": 3}
    for _ in range(9):
        f(tf.ones(3), state["rate"])  # TFR101
        f(tf.ones(3), state["n"])
        state["rate"] *= 0.9

def by_assignment(rate):
    state = {"rate": rate, "n": 3}
    for _ in range(9):
        state["rate"] = state["rate"] - 0.1
        f(tf.ones(3), state["rate"])  # TFR101
        f(tf.ones(3), state["n"])

def taken_back():
    state = {"n": 0}
    for _ in range(9):
        state["n"] += 1
        f(tf.ones(3), state["n"])
        state["n"] = 0

def negated():
    state = {"n": 1}
    for _ in range(9):
        state["n"] = -state["n"]
        f(tf.ones(3), state["n"])

def of_nothing():
    state = {"n": 0.0}
    for _ in range(9):
        state["n"] *= 0.5
        f(tf.ones(3), state["n"])

def of_tensors():
    state = {"total": tf.constant(0.0)}
    for _ in range(9):
        state["total"] += 1.0
        f(tf.ones(3), state["total"])

def put_by_a_method():
    state = {"rate": 0.1, "n": 3}
    state.update(rate=0.5)
    for _ in range(9):
        f(tf.ones(3), state["rate"])
        state.pop("n")

by_operator()
by_assignment(0.3)
taken_back()
negated()
of_nothing()
of_tensors()
put_by_a_method()
""",
    "an attribute that a loop sets by a counter": """\
class Trainer:
    def __init__(self):
        self.rate = 0.5
        self.least = 0.02

    def train(self, batches, epochs=12):
        done = 0
        for _ in range(epochs):
            for batch in batches:
                f(batch, self.rate)  # likely TFR101
                done += 1
                self.rate = max(self.least, 0.5 * (1 - done / (epochs * len(batches))))

    def count(self, batches):
        for batch in batches:
            found = 0
            found += 1
            f(batch, max(found, self.least))

Trainer().train(np.load("batches.npy"))
Trainer().count(np.load("batches.npy"))
""",
    "a bisection by a conditional expression": """\
class Search:
    def gap(self, middle, target):
        return float(f(tf.ones(3), middle)[0]) - target  # likely TFR101

    def find(self, target, low=0.01, high=2.0):
        while high - low > 1e-4:
            middle = 0.5 * (low + high)
            gap = self.gap(middle, target)
            low, high = (middle, high) if gap > 0 else (low, middle)
        return low

for target in (0.5, 1.0, 1.5):
    Search().find(target)
""",
    "a named tuple that is replaced by what a graph computes": """\
Lander = collections.namedtuple("Lander", ["height", "speed"])

@tf.function
def fall(lander, dt):
    return lander.height + dt * lander.speed, lander.speed - dt * 1.62

def throttled(lander):
    if lander.height <= 0:
        return 0.0
    return min(1.0, max(0.0, lander.speed + 0.1))

def descend(height):
    lander = Lander(height, 0.0)
    while lander.height > 0.5:
        lander = lander._replace(speed=throttled(lander))
        height, speed = fall(lander, 0.5)  # likely TFR103
        lander = lander._replace(height=float(height), speed=float(speed))

descend(100.0)
""",
    "a copy of a list of numbers, one of which is set": """\
def search(objective, start, bounds):
    best = list(start)
    score = objective(best)
    for _ in range(20):
        for number, (low, high) in enumerate(bounds):
            trial = best[:]
            trial[number] = min(high, max(low, trial[number] + 0.1 * (high - low)))
            if objective(trial) > score:
                best, score = trial, objective(trial)

def shifted(angles):
    for number in range(len(angles)):
        plus = list(angles)
        plus[number] += 0.5
        yield sum(float(f(tf.ones(3), angle)[0]) for angle in plus)  # TFR101

def measure(point):
    return float(f(point)[0])  # likely TFR103

search(measure, [5.0, -1.0, 0.4], [(1.0, 8.0), (-2.0, 2.0), (0.02, 0.6)])
angles = [0.1, 0.2, 0.3]
for _ in range(10):
    angles = [a - 0.2 * d for a, d in zip(angles, shifted(angles))]
""",
    "a list of which a text may be an item is no list of numbers": """\
values = [1, 2]
for number in range(9):
    values[number % 2] = str(values[0])
    f(values)
""",
    "records of other lengths that a generator draws, or makes of tuples": """\
@tf.function  # likely TFR201
def fit(record):
    return tf.reduce_sum(record)

@tf.function  # TFR201
def refine(points):
    return points - tf.reduce_mean(points, 0)

@tf.function
def fit_padded(record):
    return tf.reduce_sum(record)

def records():
    for amps, on, rest in [(5, 10, 20), (10, 12, 33), (5, 18, 40), (-4, 14, 25)]:
        yield tf.constant(np.r_[np.zeros(3), np.full(on, amps), np.zeros(rest)])

def padded_records(length=60):
    for amps, on in [(5, 10), (10, 12), (5, 18), (-4, 14)]:
        yield np.pad(np.full(on, amps), (0, length - on))

def terrain(count, rng):
    return rng.uniform(0, 10, (count, 3)), rng.normal(0, 1, count)

def read_text(tile, rng):
    return terrain(tile["points"], rng)

def read_binary(tile, rng):
    points, heights = terrain(tile["points"], rng)
    return points.astype("float32"), heights

READERS = {"text": read_text, "binary": read_binary}
TILES = [
    {"format": "binary", "points": 300},
    {"format": "text", "points": 410},
    {"format": "text", "points": 275},
    {"format": "binary", "points": 530},
]

def sweep():
    kept = list(records())
    padded = list(padded_records())
    for _ in range(5):
        for record in kept:
            fit(record)
        for record in padded:
            fit_padded(record)

def filtered(rng):
    for tile in TILES:
        points, heights = READERS[tile["format"]](tile, rng)
        for _ in range(8):
            refine(points)

sweep()
filtered(np.random.default_rng(1))
""",
    "traced functions that a comprehension keeps by name": """\
def compiled(rule):
    def revenue(reserve):
        return rule(tf.ones([3, 2]), reserve)

    return tf.function(revenue)

def first_price(bids, reserve):
    return tf.reduce_max(bids) - reserve

def all_pay(bids, reserve):
    return tf.reduce_sum(bids) - reserve

RULES = {rule.__name__: compiled(rule) for rule in (first_price, all_pay)}
STEPS = [tf.function(rule) for rule in (first_price, all_pay)]

def search(revenue):
    for number in range(20):
        revenue(0.05 * number)  # TFR101

def searched(step):
    for number in range(20):
        step(tf.ones([3, 2]), 0.05 * number)  # TFR101

for name, revenue in RULES.items():
    search(revenue)
for number, step in enumerate(STEPS):
    searched(step)
""",
    "numbers in a random order": """\
def sweep(rng, count=25):
    for number in rng.permutation(count).tolist():
        f(tf.ones(3), number)  # TFR101
    for number in rng.permutation(count):
        f(tf.ones(3), number)

def two(rng):
    for _ in range(40):
        for number in rng.permutation(2).tolist():
            f(tf.ones(3), number)

sweep(np.random.default_rng(1))
two(np.random.default_rng(1))
""",
    "lists that a loop fills in a dict, which is handed in": """\
@tf.function  # likely TFR201
def mean(spent):
    return tf.reduce_mean(spent)

def visits(count):
    for number in range(count):
        yield "AB"[number % 2], 0.5 * number

def better(history):
    return float(mean(np.array(history["A"], dtype=np.float32)))

def collect():
    history = collections.defaultdict(list)
    for day in range(20):
        for variant, spent in visits(30):
            history[variant].append(spent)
        better(history)

collect()
""",
    "objects that a short loop in a longer one makes": """\
@dataclasses.dataclass(frozen=True)
class Surface:
    curvature: float

    def bent(self, change):
        return dataclasses.replace(self, curvature=self.curvature + change)

@tf.function
def spot(surface, height):
    return height * surface.curvature

def quality(surface):
    return float(tf.reduce_mean(spot(surface, tf.ones(3))))  # TFR104

def improve(surface, sweeps):
    best = quality(surface)
    for number in range(sweeps):
        for sign in (1, -1):
            trial = surface.bent(0.1 * sign)
            if quality(trial) < best:
                surface = trial
    return surface

def twice(x):
    for sign in (1, -1):
        f(x, Surface(0.1 * sign))

improve(Surface(0.1), 20)
twice(tf.ones(3))
""",
    "arrays in a dict, and lists of those that answer": """\
@tf.function  # likely TFR201
def energy(molecule):
    return tf.reduce_sum(molecule["xyz"])

def parsed(text):
    rows = [line.split() for line in text.splitlines()[2:]]
    return {
        "kind": tf.constant(7),
        "xyz": tf.constant([[float(value) for value in row[1:]] for row in rows]),
    }

@tf.function
def aggregate(updates):
    return tf.add_n(updates)

class Phone:
    def __init__(self, number):
        self.number = number

    def answers(self, rng):
        return rng.random() < 0.6

    def is_old(self):
        return self.number < 7

def play(phones, rng):
    for _ in range(30):
        ready = [phone for phone in phones if phone.answers(rng)]
        aggregate([tf.ones(3) for phone in ready])  # likely TFR103
        old = [phone for phone in phones if phone.is_old()]
        aggregate([tf.ones(3) for phone in old])

for path in open("molecules.txt"):
    energy(parsed(open(path).read()))
play([Phone(number) for number in range(14)], np.random.default_rng(1))
""",
    "sizes that shrink until a loop ends": """\
def sizes(shape, smallest=10, ratio=0.8):
    height, width = shape
    while min(height, width) * ratio >= smallest:
        height, width = int(height * ratio), int(width * ratio)
        yield height, width

def overviews(image):
    return [f(image, size) for size in sizes(image.shape)]  # likely TFR103

overviews(np.load("height.npy"))
""",
    "named tuples that are replaced": """\
Rates = collections.namedtuple("Rates", ["fast", "slow"])

def replaced():
    rates = Rates(0.1, 0.5)
    for _ in range(9):
        rates = rates._replace(fast=rates.fast * 0.9)
        f(tf.ones(3), rates)  # TFR103

def replaced_by_a_constant():
    rates = Rates(0.1, 0.5)
    for _ in range(9):
        rates = rates._replace(fast=0.2)
        f(tf.ones(3), rates)

def bounded():
    rates = Rates(0.1, 0.5)
    for _ in range(9):
        rates = rates._replace(fast=max(rates.fast * 0.1, 0.01))
        f(tf.ones(3), rates)

def swapped():
    pair = (1, 2)
    for _ in range(9):
        pair = (pair[1], pair[0])
        f(tf.ones(3), pair)

replaced()
replaced_by_a_constant()
bounded()
swapped()
""",
    "lengths that data decide": """\
@tf.function
def padded(tokens):
    return tokens

@tf.function
def made(rows):
    return rows

@tf.function  # likely TFR201
def padded_to_the_longest(tokens):
    return tokens

@tf.function  # likely TFR201
def padded_by_keras(tokens):
    return tokens

@tf.function  # likely TFR201
def grouped(rows):
    return rows

@tf.function  # likely TFR201
def grouped_by_hand(rows):
    return rows

def pad(texts):
    longest = max(len(text) for text in texts)
    return np.array([[ord(c) for c in text] + [0] * (longest - len(text)) for text in texts])

def encode(texts):
    return [[ord(c) for c in text] for text in texts]

def batches(texts, frame, events):
    for start in range(0, 90, 8):
        batch = texts[start : start + 8]
        padded_to_the_longest(tf.constant(pad(batch)))
        padded_by_keras(tf.constant(keras.utils.pad_sequences(encode(batch))))
        padded(tf.constant(keras.utils.pad_sequences(encode(batch), maxlen=20)))
        made(np.array([[0.5 for _ in range(5)] for _ in batch]))
    for name, part in frame.groupby("user"):
        grouped(tf.constant(part["value"].values))
    found = collections.defaultdict(list)
    for key, value in events:
        found[key].append(value)
    for values in found.values():
        grouped_by_hand(tf.constant(values))

batches(load(), load(), load())
""",
    "numbers that functions out of a dict give": """\
SCHEDULES = {"linear": lambda epoch: 1 - epoch / 30, "steps": lambda epoch: 0.1 * 0.9**epoch}
FIXED = {"low": lambda epoch: 0.1, "high": lambda epoch: 0.2}

def train(schedule="linear", fixed="low"):
    rate, limit = SCHEDULES[schedule], FIXED[fixed]
    for epoch in range(30):
        f(tf.ones(3), rate(epoch))  # TFR101
        f(tf.ones(3), limit(epoch))

train()
""",
    "numbers that an iterator gives one by one": """\
def falling():
    rate = 1.0
    while True:
        yield rate
        rate *= 0.9

def constant():
    while True:
        yield 0.5

class Trainer:
    def __init__(self):
        self.steps = itertools.count()

    def step(self):
        f(tf.ones(3), next(self.steps))  # TFR101

def train():
    rates, same, turns = falling(), constant(), itertools.cycle([1, 2])
    for _ in range(30):
        f(tf.ones(3), next(rates))  # TFR101
        f(tf.ones(3), next(same))
        f(tf.ones(3), next(turns))
        f(tf.ones(3), next(falling()))

def run():
    trainer = Trainer()
    for _ in range(30):
        trainer.step()

train()
run()
""",
    "a cache by a size, whose functions are called at once": """\
class Scorer:
    def __init__(self):
        self.kernel = tf.Variable(tf.ones([4, 3]))
        self.cache = {}

    @tf.function
    def forward(self, x):
        return tf.nn.softmax(x @ self.kernel)

    def compiled_for(self, batch):
        if batch not in self.cache:
            spec = tf.TensorSpec([batch, 4], tf.float32)
            self.cache[batch] = self.forward.get_concrete_function(spec)  # TFR208
        return self.cache[batch]

    def __call__(self, rows):
        x = tf.convert_to_tensor(rows, dtype=tf.float32)
        return self.compiled_for(x.shape[0])(x).numpy()

scorer, rng = Scorer(), np.random.RandomState(5)
for _ in range(30):
    scorer(rng.uniform(-1, 1, size=(rng.randint(1, 99), 4)))
""",
    "functions made in a loop for data of an iteration": """\
weight = tf.Variable(1.0)

for rate in (0.1, 0.2, 0.3, 0.4):
    @tf.function  # likely TFR501
    def step():
        weight.assign_sub(rate * weight)
    for _ in range(50):
        step()

for rate in (0.1, 0.2, 0.3, 0.4):
    @tf.function  # likely TFR501
    def step_of_few_that_does_not_pay():
        weight.assign_sub(rate * weight)
    for _ in range(19):
        step_of_few_that_does_not_pay()

for rate in range(10):
    @tf.function  # TFR501
    def step_that_does_not_pay():
        weight.assign_sub(rate * weight)
    for _ in range(19):
        step_that_does_not_pay()

for seed in range(9):
    state = tf.Variable(float(seed))
    @tf.function  # likely TFR501
    def step_of_new_variable():
        state.assign_sub(0.1)
    for _ in range(9):
        step_of_new_variable()

for seed in range(9):
    pair = [tf.Variable(float(seed)), tf.Variable(0.0)]
    @tf.function  # likely TFR501
    def step_of_new_variables():
        pair[0].assign_sub(0.1 * pair[1])
    for _ in range(9):
        step_of_new_variables()

for seed in range(9):
    state = tf.Variable(float(seed))
    optimizer = tf.keras.optimizers.SGD(0.1)
    @tf.function
    def step_of_new_optimizer():
        with tf.GradientTape() as tape:
            loss = state**2
        optimizer.apply_gradients([(tape.gradient(loss, state), state)])
    for _ in range(9):
        step_of_new_optimizer()

class Cell:
    def __init__(self):
        self.state = tf.Variable(0.0)
    def step(self):
        self.state.assign_add(0.1)

for seed in range(9):
    cell = Cell()
    @tf.function  # likely TFR501
    def step_of_data_of_a_new_object():
        cell.state.assign_add(0.1)
    for _ in range(9):
        step_of_data_of_a_new_object()

for seed in range(9):
    cell = Cell()
    @tf.function
    def step_of_new_object():
        cell.step()
    for _ in range(9):
        step_of_new_object()

def pruned(masks, least):
    kept = []
    for mask in masks:
        kept.append((mask * (mask > least)).astype(np.float32))
    return kept

masks = [np.ones(3, np.float32), np.ones(4, np.float32)]
for number in range(9):
    @tf.function  # likely TFR501
    def step_of_arrays_of_the_last_iteration():
        weight.assign_sub(0.1 * tf.reduce_sum(masks[0]))
    for _ in range(9):
        step_of_arrays_of_the_last_iteration()
    masks = pruned(masks, number / 9)

things = [np.ones(3, np.float32), np.ones(4, np.float32)]
for number in range(9):
    @tf.function
    def step_of_something_of_the_last_iteration():
        weight.assign_sub(0.1 * tf.reduce_sum(things[0]))
    for _ in range(9):
        step_of_something_of_the_last_iteration()
    things = [unknown.shrunk(thing) for thing in things]

kept = []
for size in range(9):
    @tf.function
    def step_that_is_kept(x):
        return x * size
    kept.append(step_that_is_kept)
    for _ in range(9):
        step_that_is_kept(tf.ones(3))
""",
    "options that are not handed on as they came": """\
def set_here(x, **options):
    options["n"] = 3
    f(x, **options)

def taken_out(x, **options):
    options.pop("n")
    f(x, **options)

def replaced(x, **options):
    options = {"n": 3}
    f(x, **options)

def shown_to_others(x, **options):
    print(options)
    f(x, **options)

def named(x, n, **options):
    f(x, **options)

def for_others(x, **options):
    f(x, **other)

def used_before(first, *rest):
    f(*rest)

other = {"n": 3}
for i in range(9):
    set_here(tf.ones(3), n=i)
    taken_out(tf.ones(3), n=i)
    replaced(tf.ones(3), n=i)
    shown_to_others(tf.ones(3), n=i)
    named(tf.ones(3), n=i)
    for_others(tf.ones(3), n=i)
    used_before(i, tf.ones(3))
""",
    "options of which one caller shows nothing": """\
def run(x, **options):
    f(x, **options)

def main(settings):
    run(tf.ones(3), **settings)

for i in range(9):
    run(tf.ones(3), n=i)
""",
    "what several classes inherit, given a number that another method counts": """\
class Filter:
    def __init__(self, size):
        self.state = tf.Variable(tf.zeros([size]))

    @tf.function
    def follow(self, x, rate):
        self.state.assign_add(rate * self.seen(x))

class Mean(Filter):
    def seen(self, x):
        return x

class Square(Filter):
    def seen(self, x):
        return x * x

class Tracker:
    def __init__(self, chosen):
        self.filter = chosen
        self.count = 0

    def rate(self):
        self.count += 1
        return 1.0 / self.count

    def options(self):
        return {"rate": self.rate()}

    def track(self, rows):
        for row in rows:
            self.filter.follow(row, self.rate())  # TFR101
            self.filter.follow(row, **self.options())  # TFR103

    def once(self, row):
        self.filter.follow(row, self.rate())

class Alternating:
    def __init__(self):
        self.filter = Mean(2)
        self.count = 0

    def advance(self):
        self.count += 1
        self.filter = Mean(2) if random.random() < 0.5 else Square(2)

    def track(self, rows):
        for row in rows:
            self.advance()
            self.filter.follow(row, self.count)

for made in (Mean(2), Square(2)):
    Tracker(made).track(tf.ones([20, 2]))
    Tracker(made).once(tf.ones([2]))
Alternating().track(tf.ones([20, 2]))
""",
    # TFR502: factories, by what their callers do with the functions
    "functions of a model that there was, by another name": """\
MODEL = keras.Sequential([keras.layers.Dense(1)])

def score(x):
    model = MODEL
    run = tf.function(lambda x: model(x))  # TFR502
    return run(x)

class Agent:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])

    def act(self, x):
        model = self.model
        run = tf.function(lambda x: model(x))  # TFR502
        return run(x)

    def renewed(self, x):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        model = self.model
        run = tf.function(lambda x: model(x))
        return run(x)

def fresh(x):
    made = keras.Sequential([keras.layers.Dense(1)])
    model = made
    run = tf.function(lambda x: model(x))
    return run(x)

def owned(x):
    agent = Agent()
    model = agent.model
    run = tf.function(lambda x: model(x))
    return run(x)

def handed(agent, x):
    model = agent.model
    run = tf.function(lambda x: model(x))
    return run(x)

agent = Agent()
for x in tf.ones([9, 2, 2]):
    score(x)
    agent.act(x)
    agent.renewed(x)
    fresh(x)
    owned(x)
for one in [Agent(), Agent(), Agent(), Agent()]:
    handed(one, tf.ones([2, 2]))
""",
    "a factory whose callers drop what it returns": """\
def made(amount):
    return tf.function(lambda x: x + amount)  # TFR502

def handed_on(amount):
    return made(amount)

def unused(amount):
    @tf.function  # TFR502
    def shifted(x):
        return x + amount
    shifted(tf.ones(3))
    return shifted

for i in range(9):
    handed_on(tf.constant(i))(tf.ones(3))

def apply(x):
    step = unused(tf.constant(1.0))
    return step(x)

while True:
    apply(tf.ones(3))
""",
    "a function that is made at each call, and run for each part of a structure": """\
def select(condition, one, other):
    @tf.function  # TFR502
    def chosen(x, y):
        return tf.where(condition, x, y)
    return tf.nest.map_structure(chosen, one, other)

def shift(amount, xs):
    @tf.function
    def shifted(x):
        return x + amount
    # It may run often enough to earn its trace.
    return tf.map_fn(shifted, xs)

for i in range(9):
    select(tf.constant(True), [tf.ones(3)], [tf.zeros(3)])
    shift(tf.constant(1.0), tf.ones([100, 3]))
""",
    "a factory that a public function asks at each call": """\
def made():
    return tf.function(lambda x: x + 1)  # likely TFR502

def apply(x):
    return made()(x)
""",
    "a factory whose callers keep what it returns": """\
def made(amount):
    @tf.function
    def shifted(x):
        return x + amount
    return shifted

once = made(0.0)
for i in range(9):
    once(tf.ones(3))

steps = []
for i in range(9):
    step = made(tf.constant(i))
    step(tf.ones(3))
    steps.append(step)

by_name = {}
for i in range(9):
    by_name[i] = made(tf.constant(i))
    by_name[i](tf.ones(3))

for i in range(9):
    last = made(tf.constant(i))
last(tf.ones(3))

def install():
    global current
    current = made(1.0)
    return current(tf.ones(3))

while True:
    install()
""",
    "a factory that caches": """\
@functools.lru_cache
def made(amount):
    return tf.function(lambda x: x + amount)

@unknown
def wrapped(amount):
    return tf.function(lambda x: x + amount)

known = {}

def looked_up(amount):
    if amount not in known:
        known[amount] = tf.function(lambda x: x + amount)
    return known[amount]

for i in range(9):
    made(1.0)(tf.ones(3))
    wrapped(1.0)(tf.ones(3))
    looked_up(1.0)(tf.ones(3))
""",
    "a factory of functions for objects that are new": """\
def made(model):
    @tf.function
    def applied(x):
        return model(x)
    return applied

class Trainer:
    def step(self):
        return tf.function(lambda x: x + self.shift)

for mode in ("relu", "tanh", "gelu"):
    made(mode)(tf.ones(3))
for i in range(9):
    model = keras.Sequential([keras.layers.Dense(i + 1)])
    apply = made(model)
    apply(tf.ones([1, 3]))
    trainer = Trainer()
    trainer.step()(tf.ones(3))
    made(build(i))(tf.ones(3))

def evaluate(model, x):
    return made(model)(x)

for i in range(9):
    evaluate(build(i), tf.ones(3))
""",
    # TFR101, TFR107, TFR201: each call of a factory makes a function of its own
    "functions of one factory": """\
def made(amount):
    @tf.function
    def shifted(x, n=1):
        return x + amount + n
    return shifted

one = made(1.0)
two = made(2.0)
three = made(3.0)
one(tf.ones(3), 1)
two(tf.ones([2, 3]), 2)
three(tf.ones(3, tf.float64), 3)
""",
    "one function of a factory": """\
def made(amount):
    @tf.function
    def shifted(x, n=1):
        return x + amount + n
    return shifted

one = made(1.0)
one(tf.ones(3), 1)  # TFR101
one(tf.ones([2, 3]), 2)
one(tf.ones(3, tf.float64), 3)
""",
    "calls that pass another function, and its number": """\
@tf.function
def repeated(model, n):
    return model(n)

@tf.function
def scaled(model, n):
    return model(n)

for n in range(int(input())):
    repeated(lambda x: x, n)  # TFR105

def model(x):
    return x

for n in range(int(input())):
    scaled(model, n)  # TFR101

@tf.function
def sampled(model, n):
    return model(n)

sampled(lambda n: n, 1)
sampled(lambda n: n + 1, 2)
sampled(lambda n: n + 2, 3)
sampled(lambda n: n + 3, 4)

@tf.function
def drawn(model, n):
    return model(n)

drawn(model, 1)  # TFR101
drawn(model, 2)
drawn(model, 3)
drawn(lambda n: n + 3, 4)
""",
    "a loop that nothing enters": """def main(x):
    def fit(epochs):
        for epoch in range(epochs):
            f(x, epoch)

    def train(epochs):
        for epoch in range(epochs):
            f(x, epoch)  # TFR101

    train(int(input()))
""",
    "few traces in a script": "for i in range(5):\n    f(i)  # TFR101\n",
    "few traces in a notebook": """\
# %%NBQA-CELL-SEP000001
classes = 6

@tf.function
def g(x):
    return x

def show(x):
    for i in range(classes):
        f(x, i)

show(tf.ones(3))
f(tf.ones(3), 7)
f(tf.ones(3, tf.float64), 8)
# %%NBQA-CELL-SEP000002
for i in range(12):
    g(i)  # TFR101
""",
    "a factory that runs in a graph": """\
def made(amount):
    return tf.function(lambda x: x + amount)

@tf.function
def outer(x):
    for i in range(9):
        x = made(1.0)(x)
    return x
""",
    # TFR403: what Keras traces, and what it does not
    "state of a model that is trained": """\
class Block(keras.layers.Layer):
    def call(self, x):
        self.uses += 1  # TFR403
        return x

class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.block = Block()
        self.block.uses = 0
        self.asked = 0
        self.norms = []

    def call(self, x):
        return self.block(x)

    def train_step(self, data):
        self.norms.append(len(data))  # TFR403
        return super().train_step(data)

    def predict_step(self, data):
        self.asked += 1
        return super().predict_step(data)

net = Net()
net.compile("sgd", "mse")
net.fit(np.ones([8, 1]), np.ones([8, 1]))
print(net.block.uses, net.asked, net.norms)
""",
    "state of a model that runs eagerly": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.uses = 0

    def call(self, x):
        self.uses += 1
        return x

net = Net()
net.compile("sgd", "mse", run_eagerly=True)
net.fit(np.ones([8, 1]), np.ones([8, 1]))
print(net.uses)
""",
    "state of a model that is called": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.uses = 0

    def call(self, x):
        self.uses += 1
        return x

net = Net()
for i in range(9):
    net(tf.ones([8, 1]))
print(net.uses)
""",
    "state of a model with a training of its own": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.uses = 0

    def call(self, x):
        self.uses += 1
        return x

    def fit(self, data):
        for x in data:
            self(x)

net = Net()
net.fit(np.ones([8, 1]))
print(net.uses)
""",
    "state of a model that its own step does not call": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.uses = 0

    def call(self, x):
        self.uses += 1
        return x

    def train_step(self, data):
        return {"loss": 0.0}

net = Net()
net.compile("sgd", "mse")
net.fit(np.ones([8, 1]), np.ones([8, 1]))
print(net.uses)
""",
    "state of a trained model that is as good traced once": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.names = 0
        self.unread = 0
        self.parts = []
        self.scores = None
        self.total = tf.Variable(0.0)

    def call(self, x):
        self.names += 1
        self.unread += 1
        self.parts = []
        for i in range(3):
            self.parts.append(x)
        self.scores = tf.reduce_sum(x)
        self.total.assign_add(1.0)
        self.count = 0
        self.count += 1
        return tf.identity(x, name=f"out_{self.names}")

net = Net()
net.compile("sgd", "mse")
net.fit(np.ones([8, 1]), np.ones([8, 1]))
print(net.parts, net.scores, net.count, net.total)
""",
    "state of a layer that others make": """\
class Block(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.uses = 0

    def call(self, x):
        self.uses += 1
        return x

def report(block):
    print(block.uses)
""",
    "state of a layer that is made and used elsewhere": """\
class Block(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.uses = 0

    def call(self, x):
        self.uses += 1
        return x

def solve(method):
    block = Block()
    method(block)
    print(block.uses)
""",
    # TFR104, TFR106: two objects
    "generators of TensorFlow": """\
@tf.function
def draw(generator):
    return generator.normal([2])

one = tf.random.Generator.from_seed(1)
two = tf.random.Generator.from_non_deterministic_state()
draw(one)  # likely TFR104
draw(two)
for i in range(9):
    f(tf.random.Generator.from_state(state, "philox"))  # TFR104
""",
    "one generator, and one at a time": """\
one = tf.random.Generator.from_seed(1)
two = tf.random.Generator.from_seed(2) if unknown else one
f(one)
f(one)

@tf.function
def draw(generator):
    return generator.normal([2])

if unknown:
    draw(tf.random.Generator.from_seed(3))
else:
    draw(tf.random.Generator.from_seed(4))
""",
    "objects whose variables a second trace creates": """\
@tf.function
def train(optimizer, w):
    optimizer.apply([w], [w])

@tf.function
def dense(layer, x):
    return layer(x)

@tf.function
def also(optimizer, w):
    optimizer.apply_gradients([(w, w)])

def main(w):
    train(keras.optimizers.Adam(), w)
    train(keras.optimizers.Lion(), w)  # TFR106
    one = keras.layers.Dense(3)
    two = keras.layers.Dense(3)
    dense(one, w)
    dense(two, w)  # TFR106

first = keras.optimizers.Adam(0.1)
second = keras.optimizers.Adam(0.2)
for i in range(9):
    also(first, w)
for i in range(9):
    also(second, w)  # TFR106
""",
    "objects whose variables are there": """\
@tf.function
def plain(optimizer, w):
    optimizer.apply([w], [w])

@tf.function
def prepared(optimizer, w):
    optimizer.apply([w], [w])

@tf.function
def guarded(optimizer, w, c=False):
    if c:
        optimizer.apply([w], [w])

@tf.function
def only_read(optimizer, w):
    return w * optimizer.learning_rate

@tf.function
def without(layer, x):
    return layer(x)

@tf.function
def exclusive(layer, x):
    return layer(x)

plain(keras.optimizers.SGD(), w)
plain(keras.optimizers.SGD(), w)

one = keras.optimizers.Adam()
two = keras.optimizers.Adam()
one.build([w])
two.build([w])
prepared(one, w)
prepared(two, w)

guarded(keras.optimizers.Adam(), w)
guarded(keras.optimizers.Adam(), w)
only_read(keras.optimizers.Adam(), w)
only_read(keras.optimizers.Adam(), w)
without(keras.layers.ReLU(), w)
without(keras.layers.ReLU(), w)

if unknown:
    exclusive(keras.layers.Dense(3), w)
else:
    exclusive(keras.layers.Dense(3), w)
""",
    # TFR103, TFR201: lists that a loop fills which data ends
    "lists as long as data says": """\
for episode in range(9):
    drawn = []
    while True:
        drawn.append(tf.random.uniform([]))
        if random.random() < 0.2:
            break
    f(drawn)  # TFR103

@tf.function  # likely TFR201
def stacked(rows):
    return rows

def play(environment):
    rewards = []
    is_over = False
    for step in range(1000):
        reward, is_over = environment.step(step)
        rewards.append(tf.ones(3))
        if is_over:
            break
    return rewards

while True:
    f(play(unknown))  # likely TFR103
    found = []
    while unknown():
        found.append(tf.ones(3))
    stacked(tf.stack(found))
""",
    "lists as long as the program says": """\
for episode in range(9):
    fixed = []
    while len(fixed) < 5:
        fixed.append(tf.random.uniform([]))
    f(fixed)
    counted = []
    i = 0
    while i < unknown:
        counted.append(tf.ones([]))
        i += 1
    f(counted)
    shortened = []
    while random.random() < 0.5:
        shortened.append(tf.ones([]))
        shortened.pop(0)
    f(shortened)

once = []
while random.random() < 0.5:
    once.append(tf.ones([]))
f(once)
""",
    "columns of rows that random draws end": """\
@tf.function  # TFR201
def learn(heights, speeds):
    return heights

def fall(rng):
    height, speed, rows = 0.0, 0.0, []
    while True:
        speed += rng.normal()
        height += speed
        rows.append((height, speed))
        if height > 2.0:
            break
    heights, speeds = zip(*rows)
    return np.array(heights, np.float32), np.array(speeds, np.float32)

rng = np.random.default_rng(3)
for _ in range(20):
    heights, speeds = fall(rng)
    learn(heights, speeds)
""",
    "columns of as many rows as the program says": """@tf.function
def learn(heights, speeds):
    return heights

def fall(rng):
    rows, total = [], 0
    while True:
        total += 2
        rows.append((rng.normal(), rng.normal()))
        if total > 20:
            break
    heights, speeds = zip(*rows)
    return np.array(heights, np.float32), np.array(speeds, np.float32)

rng = np.random.default_rng(3)
for _ in range(20):
    heights, speeds = fall(rng)
    learn(heights, speeds)
""",
    "rows of columns": """@tf.function
def learn(row):
    return row

def fall(rng):
    heights, speeds = [], []
    while rng.uniform() < 0.9:
        heights.append(rng.normal())
        speeds.append(rng.normal())
    return zip(*[heights, speeds])

rng = np.random.default_rng(3)
for _ in range(20):
    for row in fall(rng):
        learn(np.array(row, np.float32))
""",
    # TFR507: what traces in eager code
    "library calls that trace": """\
def main(x):
    for i in range(9):
        with tf.GradientTape() as tape:
            y = x * x
        tape.batch_jacobian(y, x)  # TFR507
        tf.vectorized_map(tf.sin, x)  # TFR507

main(tf.ones([2, 3]))

def others(x):
    for i in range(9):
        tf.vectorized_map(tf.sin, x)  # likely TFR507

def asked(x):
    return tf.vectorized_map(tf.sin, x)
""",
    "library calls that do not trace": """\
class Tape:
    def jacobian(self, y, x):
        return y

@tf.function
def outer(x):
    return helper(x)

def helper(x):
    for i in range(9):
        x = tf.vectorized_map(tf.sin, x)
    return x

class Net(keras.Model):
    def call(self, x):
        for i in range(9):
            x = tf.vectorized_map(tf.sin, x)
        return x

outer(tf.ones(3))
tf.vectorized_map(tf.sin, tf.ones(3))
for i in range(9):
    Tape().jacobian(i, i)
    with tf.GradientTape() as tape:
        y = x * x
    tape.jacobian(y, x, experimental_use_pfor=False)
    tape.gradient(y, x)
    tf.map_fn(tf.sin, x)
""",
    # TFR209: what a signature rejects, and what TensorFlow converts
    "calls that a signature rejects": """\
@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def rows(x):
    return x

@tf.function(input_signature=[tf.TensorSpec([3], tf.int32)])
def three(x):
    return x

@tf.function(input_signature=[tf.TensorSpec([], tf.bool)])
def flag(x):
    return x

number = tf.TensorSpec([])

@tf.function(input_signature=[{"a": number, "b": [number, number]}])
def nested(x):
    return x

@tf.function
def outer(x):
    return three(tf.cast(x, tf.float32))  # TFR209

rows(tf.ones([3]))  # TFR209
rows(tf.ones([2, 3], tf.int32))  # TFR209
rows([1.0, 2.0, 3.0])  # TFR209
rows(np.ones(3))  # TFR209
rows(None)  # TFR209
rows("a")  # TFR209
rows(1.0)  # TFR209
rows(x=tf.zeros([2, 4]))  # TFR209
rows(tf.Variable(tf.zeros([2, 3], tf.float64)))  # TFR209
three([1.0, 2, 3])  # TFR209
three((1, 2))  # TFR209
three(tf.constant([1, 2]))  # TFR209
flag(1)  # TFR209
flag(tf.constant(1))  # TFR209
nested({"a": tf.ones([])})  # TFR209
nested({"a": tf.ones([]), "b": [tf.ones([])]})  # TFR209
nested({"a": tf.ones([2]), "b": [tf.ones([]), tf.ones([])]})  # TFR209
outer(tf.ones([3]))
""",
    "calls that fit a signature": """\
SIZE = int(input())

@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def rows(x):
    return x

@tf.function(input_signature=[tf.TensorSpec([SIZE], tf.int32)])
def some(x):
    return x

@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def number(x):
    return x

@tf.function(input_signature=[tf.RaggedTensorSpec([None])])
def ragged(x):
    return x

@tf.function(input_signature=[tf.TensorSpec(None)], experimental_attributes={})
def any_rank(x):
    return x

def unknown(x, c):
    rows(x)
    rows(tf.ones([2, 3]) if c else x)
    some(tf.zeros([4], tf.int32))

rows(tf.ones([2, 3]))
rows([[1.0, 2.0, 3.0]])
rows(np.ones([2, 3]))
rows(np.arange(6).reshape([2, 3]))
some([1, 2])
some(np.ones(3))
number(1)
number(True)
number(np.int64(3))
any_rank(2.0)
any_rank(tf.ones([1, 2, 3]))
ragged(tf.ones([2]))
try:
    rows(tf.ones([3]))
except (KeyError, TypeError):
    pass
try:
    number(tf.constant(1))
except Exception as error:
    print(error)
try:
    number(tf.constant(1))  # TFR209
except KeyError:
    pass
""",
    "objects that a property makes": """\
@dataclasses.dataclass(frozen=True)
class Rules:
    radius: float

class Flock:
    lazy = None

    def __init__(self, radius):
        self.config = {"radius": radius}
        self.first = Rules(radius)

    @property
    def rules(self):
        return Rules(**self.config)

    @property
    def same(self):
        return self.rules

    @property
    def kept(self):
        return self.first

    @property
    def made_once(self):
        if self.lazy is None:
            self.lazy = Rules(1.0)
        return self.lazy

    @functools.cached_property
    def cached(self):
        return Rules(1.0)

    @property
    @functools.lru_cache(maxsize=None)
    def remembered(self):
        return Rules(1.0)

flock, x = Flock(1.0), tf.ones([3])
for frame in range(100):
    f(x, flock.rules)  # TFR104
    f(x, flock.same)  # TFR104
    f(x, flock.kept)
    f(x, flock.made_once)
    f(x, flock.cached)
    f(x, flock.remembered)
before = flock.rules
for frame in range(100):
    f(x, before)
""",
    "a builtin function in a metric is no layer": """\
tf.config.run_functions_eagerly(True)  # TFR505
model = keras.Sequential([keras.layers.Dense(1)])

def accuracy(y_true, y_pred):
    edges = [4.0, 5.0, 6.0]
    grade = sum(tf.cast(y_true > e, tf.int32) for e in edges)
    guess = sum(tf.cast(y_pred > e, tf.int32) for e in edges)
    return tf.reduce_mean(tf.cast(tf.equal(grade, guess), tf.float32))

model.compile("adam", "mse", metrics=[accuracy])
model.fit(np.ones([9, 2]), np.ones(9), epochs=6)
""",
    "a signature where everything runs eagerly": """\
tf.config.run_functions_eagerly(True)  # TFR505

@tf.function(input_signature=[tf.TensorSpec([None])])
def rows(x):
    return x

rows(tf.ones([]))
""",
    # TFR206: static sizes that are open
    "sizes that a signature leaves open": """\
@tf.function(input_signature=[tf.TensorSpec([None, 3])])
def g(x):
    rows, width = x.shape  # TFR206
    tf.zeros([rows, width])
    tf.zeros([x.get_shape().as_list()[0]])  # TFR206
    tf.zeros(x.shape.as_list())  # TFR206
    x * x.get_shape()[0]  # TFR206
    tf.zeros([keras.backend.int_shape(x)[0]])  # TFR206
    tf.unstack(x)  # TFR206
    tf.zeros([*x.shape])  # TFR206
    once(x * 2)
    both(x)
    given(x.shape[0])  # TFR206
    x / tf.cast(x.shape[0], tf.float32)  # TFR206
    np.prod(x.shape)  # TFR206
    max(x.shape[0], 1)  # TFR206
    count = x.shape[0]  # TFR206
    count += 1
    return x if x.shape[0] > 2 else x * 2  # TFR206

def once(x):
    return tf.zeros([x.shape[0]])  # TFR206

def both(x):
    return tf.zeros([x.shape[0]])

def given(size):
    return size + 1

both(tf.ones([2]))
""",
    "sizes that are known, or need not be": """\
SIZE = int(input())

@tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([SIZE])])
def g(x, y):
    tf.unstack(x, axis=1)
    tf.unstack(x, num=4)
    tf.reshape(x, [-1, x.shape[1]])
    y * y.shape[0]
    tf.ensure_shape(x, [x.shape[0], 3])
    print(x.shape[0], "%s" % x.shape[0])
    if x.shape[0] is not None:
        tf.zeros([x.shape[0]])
    rows = x.shape[0] if x.shape[0] is not None else tf.shape(x)[0]
    tf.zeros([rows])
    x * (x.shape[0] or 1)
    try:
        x * x.shape[0]
    except ValueError:
        pass
    return x if x.shape[0] == 4 else x * 2
""",
    "sizes that data decides": """\
@tf.function
def g(x):
    found, _ = tf.unique(x)
    return found * found.shape[0]  # TFR206

@tf.function
def h(x):
    return x * x.shape[0]

h(tf.boolean_mask(tf.ones([3]), [True, False, True]))
""",
    # TFR406: lists and tuples of tensors
    "tensors of a graph in lists and tuples": """\
@tf.function
def losses(x):
    return tf.reduce_sum(x), tf.reduce_mean(x)

def plain(x):
    return [tf.reduce_sum(x), 1.0]

def numbers(x):
    return [1.0, 2.0]

def with_shape(x):
    return [1.0, 2.0], x

captured = (tf.constant(1.0), tf.constant(2.0))

@tf.function
def step(x):
    pair = losses(x)
    a = np.array(pair)  # TFR406
    b = np.mean(plain(x))  # TFR406
    c = np.stack([[x, x]])  # TFR406
    np.array(numbers(x))
    np.array(captured)
    sizes, _ = with_shape(x)
    np.array(sizes)
    np.array([x.shape[0]])
    return x

print(step(tf.ones(3)), np.array(losses(tf.ones(3))))
""",
    # TFR406: which values there are in a graph
    "what has no value in a graph": """\
table = np.arange(10.0)
names = ["a", "b"]
v = tf.Variable(1.0)

def helper(x):
    return x.numpy()  # TFR406

@tf.function
def g(x: tf.Tensor, i: tf.Tensor):
    v.numpy()  # TFR406
    np.sqrt(v)  # TFR406
    np.maximum(0.0, x)  # TFR406
    np.stack([x, x])  # TFR406
    np.mean(a=x)  # TFR406
    table[i]  # TFR406
    table[i:]  # TFR406
    names[i]  # TFR406
    table.dot(x)  # TFR406
    zeros = np.zeros(3)
    zeros[i] = 1.0  # TFR406
    np.log(tf.constant(2.0))  # TFR406
    return helper(x * 2)

result = g(tf.ones([]), tf.constant(1))
""",
    "what raises in a graph if an option lets it run": """\
class Options:
    def __init__(self, path):
        self.debug = open(path).read()

class Trainer:
    def __init__(self, options):
        self.options = options

    @tf.function
    def step(self, x: tf.Tensor):
        if self.options.debug:
            tf.io.write_file("x", x.numpy())  # likely TFR406
        if tf.reduce_sum(x) > 0.0:
            x.numpy()  # TFR406
        return x.item()  # TFR406

trainer = Trainer(Options("a"))
result = trainer.step(tf.ones([]))

class Model(keras.Model):
    @tf.function
    def train_step(self, data):
        x, y = data
        return {"loss": tf.reduce_sum(x).numpy()}  # TFR406
""",
    "predictions that the version of TensorFlow decides on": """\
model = keras.Sequential([keras.layers.Dense(1)])
while True:
    if tf.__version__ > "2.4.0":
        model(tf.ones([1, 3]))
    else:
        model.predict(tf.ones([1, 3]))
    model.predict(tf.ones([1, 3]))  # TFR601
""",
    "options that a part of TensorFlow's version decides on": """\
minor = int(tf.__version__.split(".")[1])

class Backend:
    def __init__(self):
        self.minor = minor
        self.release = tf.__version__.split(".")
        self.size = 3

    def compile(self, f):
        if minor < 5:
            return tf.function(f, experimental_compile=True)
        if self.release[1] == "4":
            return tf.function(f, experimental_compile=True)
        return tf.function(f, jit_compile=True)

    def compile_small(self, f):
        if self.size < 5:
            return tf.function(f, experimental_compile=True)  # TFR203
        return tf.function(f, jit_compile=True)
""",
    "each prediction waits for a person, also on Python 2": """\
from builtins import input, range
from six.moves import input as ask

model = keras.Sequential([keras.layers.Dense(1)])

def translate(x):
    return model.predict(x)

def shown(x):
    return model.predict(x)  # TFR601

while True:
    translate(np.ones([1, 3]))
    if input("again?") == "n":
        break
while True:
    translate(np.ones([1, 3]))
    if ask("again?") == "n":
        break
while True:
    for _ in range(30):
        shown(np.ones([1, 3]))
""",
    "one prediction for each of the test data, once": """\
model = keras.Sequential([keras.layers.Dense(1)])
x_test = np.load("x_test.npy")
for i in range(0, x_test.shape[0]):
    model.predict(x_test[i : i + 1])
count = len(x_test)
for i in range(count):
    model.predict(x_test[i : i + 1])
for i in range(count - 9):
    model.predict(x_test[i : i + 1])  # TFR601
for i in range(int(input())):
    model.predict(x_test[i : i + 1])  # likely TFR601
for epoch in range(int(input())):
    for i in range(len(x_test)):
        model.predict(x_test[i : i + 1])  # TFR601
""",
    "what is drawn once, and then read from disk": """\
def indices(path, n):
    if not os.path.exists(path):
        np.save(path, np.random.choice(n, 3))
    return np.load(path)

def of_class(i):
    chosen = indices("indices.npy", 9)
    return tf.data.Dataset.from_tensor_slices(chosen + np.random.randint(3))  # TFR404

tf.data.Dataset.range(10).interleave(of_class)
""",
    "what has a value in a graph": """\
table = np.arange(10.0)
mean = tf.constant([1.0, 2.0])

class Scaler:
    def __init__(self):
        self.scale = tf.constant(2.0)

    @tf.function
    def g(self, x: tf.Tensor, i: tf.Tensor):
        with tf.init_scope():
            table[i]
        np.ndim(x)
        np.isscalar(x)
        np.array_equal(x, x)
        x[i]
        table[0]
        table * x
        mean.numpy()
        self.scale.numpy()
        tf.py_function(lambda t: np.sum(t), [x], tf.float32)
        return np.sum(mean) + helper(mean)

def helper(captured):
    return captured.numpy()
""",
    # TFR405, TFR408: what runs between two calls
    "a learning rate that an optimizer calls": """\
rate = 0.5
late = 0.5
optimizer = keras.optimizers.SGD(learning_rate=lambda: rate)  # TFR405
other = keras.optimizers.SGD(learning_rate=lambda: late)
w = tf.Variable(1.0)

@tf.function
def step():
    optimizer.apply_gradients([(tf.constant(1.0), w)])

for i in range(4):
    step()
    other.apply_gradients([(tf.constant(1.0), w)])
    rate *= 0.5
    late *= 0.5
""",
    "state of one instance": """\
class Net:
    def __init__(self):
        self.k = 1.0

    @tf.function
    def step(self, x):
        return x * self.k  # TFR405

    def update(self, k):
        self.k = k * 1.0

def one():
    net = Net()
    for i in range(4):
        net.step(tf.ones([]))
        net.update(i)

class Other:
    def __init__(self):
        self.k = 1.0

    @tf.function
    def step(self, x):
        return x * self.k

    def update(self, k):
        self.k = k * 1.0

def made_anew():
    for i in range(4):
        net = Other()
        net.step(tf.ones([]))
        net.update(i)

def made():
    return Other()

def made_by_a_factory():
    for i in range(4):
        net = made()
        net.step(tf.ones([]))
        net.update(i)

class Wrapping:
    def __init__(self):
        self.k = 1.0
        self.compile(1.0)

    def compile(self, k):
        self.k = k * 2.0
        self.graph = tf.function(self.plain)

    def plain(self, x):
        return x * self.k

def wrapped_again():
    net = Wrapping()
    for i in range(4):
        net.graph(tf.ones([]))
        net.compile(i)

def of_two():
    a, b = Other(), Other()
    for i in range(4):
        a.step(tf.ones([]))
        b.update(i)
""",
    "seeds after a trace": """\
@tf.function
def noise(x):
    return drawn() + x

def drawn():
    return tf.random.normal([2])

@tf.function
def silent(x):
    return x + tf.random.stateless_normal([2], [1, 2])

x = tf.ones([2])

def run(seed):
    tf.random.set_seed(seed)  # TFR408
    return noise(x)

for seed in range(9):
    run(seed)
    silent(x)

def asked(data):
    tf.random.set_seed(1)
    noise(data)
    keras.utils.set_random_seed(2)  # likely TFR408
    noise(data)

def retraced():
    noise(3)
    tf.random.set_seed(3)
    noise(4)
""",
    "the same seed again": """\
# Nothing of TFR408:
@tf.function
def noise():
    return tf.random.normal([2])

for i in range(9):
    tf.random.set_seed(7)
    noise()
""",
    "the first seed, after the first call": """\
@tf.function
def noise():
    return tf.random.normal([2])

noise()
tf.random.set_seed(7)  # TFR408
noise()
""",
    # TFR506: what each instance has for itself
    "instances that trace": """\
class Agent:
    def __init__(self, k):
        self.k = k

    @tf.function
    def act(self, x):
        return x * self.k

    def run(self, x):
        return self.act(x)

class Early(Agent):
    def __init__(self, k):
        super().__init__(k)
        self.run(tf.ones([]))

class Wrapped:
    def __init__(self):
        self.graph = tf.function(self.plain)

    def plain(self, x):
        return x

for i in range(9):
    Early(i)  # TFR506
    agent = Agent(i)  # TFR506
    agent.run(tf.ones([]))
    wrapped = Wrapped()  # TFR506
    wrapped.graph(tf.ones([]))

agents = [Agent(i) for i in range(9)]  # TFR506
for agent in agents:
    agent.act(tf.ones([]))

def trial(k):
    agent = Agent(k)  # TFR506
    return agent.run(tf.ones([]))

for i in range(9):
    trial(i)
""",
    "instances that do not, or are few": """\
# Nothing of TFR506:
class Agent:
    def __init__(self, k):
        self.k = k

    @tf.function
    def act(self, x):
        return x * self.k

    def other(self, x):
        return x

@dataclasses.dataclass(frozen=True)
class Equal:
    k: int

    @tf.function
    def act(self, x):
        return x * self.k

cache = {}

def kept():
    if "a" not in cache:
        cache["a"] = Agent(1)
    return cache["a"].act(tf.ones([]))

for i in range(9):
    Agent(i).other(tf.ones([]))
    kept()
    equal = Equal(i)
one = Agent(1)
for i in range(9):
    one.act(tf.ones([]))

def train(k):
    agent = Agent(k)
    return agent.act(tf.ones([]))

train(1)
train(2)
train(3)
""",
    # TFR108: exclusive branches, by how long the function object lives
    "numbers in branches of one execution": """\
def main(c):
    return f(1) if c else f(True)
""",
    "numbers in a condition and its branch": """\
def main(c):
    return f(1) if f(True) else c  # TFR108
""",
    "numbers in branches of an iteration": """\
for i in range(9):
    z = f(0) if i % 2 else f(False)  # TFR108
""",
    "numbers in branches of an iteration that makes the function": """\
for i in range(9):
    @tf.function  # TFR501
    def step(n):
        return n
    y = step(1) if i % 2 else step(True)
""",
    "numbers in branches of a loop in the iteration that makes the function": """\
for i in range(9):
    @tf.function  # likely TFR501
    def step(n):
        return n
    for j in range(9):
        if j % 2:
            step(4)
        else:
            step(4.0)  # TFR108
""",
    # TFR108: the keys of all parameters are compared, defaults included
    "numbers beside other numbers": """\
@tf.function
def power(a, b, n=2, d=3):
    return tf.pow(a, n) + d * b

power(1., tf.constant(2.), d=2)
power(tf.constant(1.), tf.constant(2.), n=2, d=2.)
power(tf.constant(1.), tf.constant(2.), n=2., d=2.)  # TFR108
power(tf.constant(1.), tf.constant(2.), n=4)
power(tf.constant(1.), tf.constant(2.), n=4., d=2)
power(tf.constant(1.), tf.constant(2.), 4., 3)  # TFR108
""",
    "numbers beside tensors of an unknown type": """\
def main(x, other):
    f(x, 1)
    f(other, 1.0)
    f(x, True)  # TFR108
""",
    "numbers beside tensors that another branch makes": """\
def main(x, c):
    f(x, 1)
    if c:
        x = tf.reshape(x, [-1])
    f(x, True)
""",
    "numbers for the methods of two objects": """\
class A:
    @tf.function
    def step(self, n):
        return n

one, other = A(), A()
one.step(1)
other.step(True)
one.step(1.0)  # TFR108
""",
    # A branch that values exclude is not taken
    "variables for what is no tensor": """\
@tf.function
def step(x, y):
    if not tf.is_tensor(x):
        x = tf.Variable(x)
    return x * y

def one(x, y):
    return step(tf.identity(x), y)

def other(x, y):
    return step(x, y)
""",
    "variables for Python numbers": """\
@tf.function
def step(x, y):
    if not tf.is_tensor(x):
        x = tf.Variable(x)  # TFR401
    return x * y

def one(x, y):
    return step(tf.identity(x), y)

def other(y):
    return step(1.0, y)
""",
    "variables for tensors": """\
@tf.function
def step(x):
    if tf.is_tensor(x):
        x = tf.Variable(x)  # TFR401
    return x

result = step(tf.ones(3))
""",
    "conditions on types": """\
@tf.function
def step(x, n=None, how="sum"):
    if isinstance(x, (list, dict)) or callable(x):
        v = tf.Variable(1.0)
    if n is not None:
        v = tf.Variable(1.0)
    if isinstance(x, tf.Tensor) and how != "mean":
        v = tf.Variable(1.0)  # TFR401
    if n is None:
        return x
    v = tf.Variable(1.0)
    return v

for x in open("a"):
    step(tf.ones(3))
""",
    "conditions on types that callers decide": """\
@tf.function
def step(x, n=None):
    if n is None:
        return x
    v = tf.Variable(1.0)  # TFR401
    return x

for x in open("a"):
    step(tf.ones(3))
    step(tf.ones(3), 1)
""",
    "a parameter of a function that calls itself": """\
def show(x, first=True):
    if first:
        return show(x, False)
    v = tf.Variable(1.0)  # TFR401
    return x

@tf.function
def step(x):
    return show(x)

for x in open("a"):
    step(tf.ones(3))
""",
    "what excluded branches return and bind": """\
def size(x, n=None):
    if n is None:
        return x.shape
    return n

for i in range(9):
    f(tf.ones(3), size(tf.ones(3)))
    f(tf.ones(3), size(tf.ones(3), i))  # TFR101
    m = i
    if m is None:
        m = tf.ones(3)
    f(tf.ones(3), m)  # TFR101
    k = tf.ones(3)
    if isinstance(k, int):
        k = i
    f(tf.ones(3), k)
""",
    "a helper that an excluded branch calls": """\
def show(x):
    v = tf.Variable(1.0)
    return x[0]

def shown(x):
    v = tf.Variable(1.0)  # TFR401
    return x

@tf.function
def step(x):
    return show(x) if isinstance(x, list) else shown(x)

for x in open("a"):
    step(tf.ones(3))
""",
    # TFR601: how many rows there are
    "rows of known data": """\
fashion = keras.datasets.fashion_mnist
(train, _), (test, _) = fashion.load_data()
mean = train.mean(axis=0, keepdims=True)
test = (test - mean) / 255.0
model = keras.Sequential([keras.layers.Dense(3)])
for _ in range(999):
    model.predict(test)
    model.predict(test[:50])  # TFR601
    model.predict(test[:129])  # likely TFR601
    model.predict(test[:4097])
    model.predict(test[..., np.newaxis])
    model.predict(test[:5])  # TFR601
    model.predict(test[None, 3])  # TFR601
    model.predict(other(test))  # likely TFR601
""",
    "a general trace that reads what does not vary": """\
class Attention(tf.Module):
    @tf.function(reduce_retracing=True)
    def heads(self, x):
        width = x.shape[-1]
        return tf.reshape(x, [tf.shape(x)[0], -1, 2, width // 2])
    @tf.function(reduce_retracing=True)
    def asked(self, x):
        n = x.shape[1]
        if n is None:
            n = tf.shape(x)[1]
        return tf.reshape(x, [n * 2, -1])
    @tf.function(reduce_retracing=True)  # TFR204
    def first(self, x):
        return tf.reshape(x, [x.shape[1] * 2, -1])
    @tf.function(reduce_retracing=True)  # TFR204
    def unpacked(self, x):
        rows, n, width = x.shape
        return x / n
attention = Attention()
for n in range(1, 30):
    attention.heads(tf.ones([2, n, 4]))
    attention.asked(tf.ones([2, n, 4]))
    attention.first(tf.ones([2, n, 4]))
    attention.unpacked(tf.ones([2, n, 4]))
""",
    "sizes that a tensor is told": """\
@tf.function(input_signature=[tf.TensorSpec([None, 3])])
def told(x):
    x.set_shape([4, 3])
    return tf.zeros([x.shape[0] * 2, 2])
@tf.function(input_signature=[tf.TensorSpec([None, 3])])
def open_(x, y=None):
    return tf.zeros([x.shape[0] * 2, 2])  # TFR206
told(tf.ones([4, 3]))
open_(tf.ones([4, 3]))
""",
    "iterators that a star unpacks": """\
@tf.function
def total(*parts):
    return tf.add_n(parts)
@tf.function
def whole(parts):
    return 1
rows = {"a": tf.ones([]), "b": tf.ones([])}
for i in range(40):
    total(*rows.values())
    total(*map(tf.constant, [1.0, 2.0]))
    whole(map(tf.constant, [1.0, 2.0]))  # TFR103
""",
    "windows of a range": """\
def batch(data, i, size):
    rows = []
    for k in range(i * size, (i + 1) * size):
        rows.append(data[k])
    return tf.stack(rows)
def grown(data, i, size):
    rows = []
    for k in range(size, (i + 2) * size):
        rows.append(data[k])
    return tf.stack(rows)
@tf.function
def step(x):
    return tf.reduce_sum(x)
@tf.function  # TFR201
def other(x):
    return tf.reduce_sum(x)
data, size = tf.ones([1000, 3]), int(input())
for i in range(100):
    step(batch(data, i, size))
    step(tf.stack([data[k] for k in range(i * size, (i + 1) * size)]))
    other(grown(data, i, 10))
""",
    "rows of several inputs": """\
model = keras.models.load_model("a.keras")
states = np.zeros((10000, int(input())))
def predict(one, unknown):
    for _ in range(999):
        model.predict([one[None], states])
        model.predict({"a": unknown, "b": states})
        model.predict([unknown, one[None]])  # TFR601
        model.predict([unknown, unknown])  # likely TFR601
        several = [unknown, one[np.newaxis, ...]]
        model.predict(several)  # TFR601
predict(np.array([1]), unknown(2))
""",
    "a clone of a model, and the parts of one batch": """\
class Agent:
    def __init__(self, size):
        self.model = keras.models.load_model("a.keras")
        self.target = keras.models.clone_model(self.model)
        self.size = size
    def replay(self, memory, size):
        states, following, rewards = [np.array(part) for part in zip(*memory)]
        q = self.model.predict(states)  # likely TFR601
        best = self.model.predict(following)  # likely TFR601
        target = self.target.predict(following)  # likely TFR601
        one = self.target.predict(np.ones([1, 4]))  # likely TFR601
        self.model.fit(states, q + rewards, verbose=0)
    def replay_filled(self, memory, size):
        states, following = np.zeros((size, 4)), np.zeros((size, 4))
        others = np.zeros((len(memory), 4))
        best = self.model.predict(following)
        self.model.fit(others, best)
    def replay_as_many(self, memory, size):
        states = np.zeros((size, 4))
        following = np.zeros((size, 4))
        best = self.model.predict(following)
        self.model.fit(states, best)

agent = Agent(int(input()))
while unknown():
    for again in open("b"):
        agent.replay(unknown(), int(again))
        agent.replay_filled(unknown(), int(again))
        agent.replay_as_many(unknown(), int(again))
""",
    "branches that the constants of calls exclude": """\
class Agent:
    def __init__(self):
        self.model = keras.models.load_model("a.keras")
    def act(self, state, best=False, how="greedy"):
        if best:
            return self.model.predict(state[None])
        if how == "other":
            return self.model.predict(state[None])
        if how == "greedy" and not best:
            return self.model.predict(state[None])  # likely TFR601
        return 0
    def value(self, state, best=False):
        if not best:
            return 0
        return self.model.predict(state[None])
    def both(self, state, best):
        if best:
            return self.model.predict(state[None])  # likely TFR601
        return self.model.predict(state[None])  # likely TFR601
    def rebound(self, state, best=False):
        best = best or unknown()
        if best:
            return self.model.predict(state[None])  # likely TFR601

agent = Agent()
for episode in open("a"):
    for state in open("b"):
        agent.act(state)
        agent.value(state)
        agent.both(state, len(state) > 3)
        agent.rebound(state)
agent.act(state, True)
agent.act(state, how="other")
""",
    "elements of slices whose bounds are known": """\
model = keras.models.load_model("a.keras")
rows = sorted(open("a"))
for row in rows[:min(3, len(rows))]:
    for _ in range(20):
        model.predict(np.ones([1, 4]))
for row in rows[:max(3, len(rows))]:
    for _ in range(20):
        model.predict(np.ones([1, 4]))  # TFR601
""",
    "every n-th step of a counter": """\
model = keras.models.load_model("a.keras")
every = int(input())
step = 0
train = unknown()
for epoch in unknown():
    for x in tf.data.Dataset.from_generator(open):
        if train.iterations % 200 == 0:
            model.predict(np.ones([1, 4]))
        if model.optimizer.iterations % every == 0:
            model.predict(np.ones([1, 4]))
        if step % 1000 == 0:
            model.predict(np.ones([1, 4]))
        if train.iterations % 2 == 0:
            model.predict(np.ones([1, 4]))  # likely TFR601
        step += 1
""",
    "pieces of data are batches, what is gathered may be all of them": """\
import cv2
from toolbox import some, table

model = keras.models.load_model("a.keras")
camera = cv2.VideoCapture(0)

def act(state, size):
    return model.predict(state.reshape(size))  # TFR601

for _ in range(999):
    _, frame = camera.read()
    model.predict(frame.reshape(some))  # TFR601
for number in range(999):
    model.predict(table[number].reshape(some))  # TFR601
    act(table[number + 1], some)
for _ in range(999):
    model.predict(np.reshape(table, some))  # likely TFR601
for number in range(999):
    gathered = []
    while len(gathered) < some:
        gathered.append(table[number])
    model.predict(np.array(gathered))  # likely TFR601
""",
    "batches, and whole data sets": """\
from sklearn.model_selection import train_test_split
model = keras.models.load_model("a.keras")
other = keras.models.load_model("b.keras")
x, x_test, y, y_test = train_test_split(open("a"), open("b"))
x_val, y_val, more, batch = unknown()
def score(rows):
    return model.predict(rows)
def score_batch(rows):
    return model.predict(rows)  # likely TFR601
def noisy(rows):
    return rows + 1
other.fit(x, y, epochs=5, validation_data=(x_val, y_val))
other.fit(more, y, epochs=5)
other.fit(batch, y)
for _ in range(999):
    model.predict(x_test)
    score(x_val)
    model.predict(more)
    score_batch(batch)
    model.predict(noisy(batch))  # likely TFR601
    model.predict(x_test[3:4])  # TFR601
    model.predict(np.ones([1, 4]), 1)  # TFR601
    model.predict(np.ones([4, 4]), batch_size=4)  # TFR601
    model.predict(np.ones([4, 4]), batch_size=2)
    model.predict(batch, batch_size=2)
""",
    "rows of batches of a replay memory": """\
import random

class Buffer:
    def __init__(self, size):
        self.states = np.zeros([size, 4], np.float32)
        self.next_states = np.zeros([size, 4], np.float32)
        self.filled = 0

    def batch(self, size=32):
        numbers = np.random.randint(0, self.filled, size=size)
        return dict(before=self.states[numbers], after=self.next_states[numbers])

class Agent:
    def __init__(self, env):
        self.env, self.batch_size, self.held = env, 64, []
        self.buffer = Buffer(500)
        self.model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)])

    def replay(self):
        batch = self.buffer.batch()
        before = self.model.predict(batch["before"])  # TFR601
        return before, self.model.predict(batch["after"])  # TFR601

    def learn(self):
        drawn = random.sample(self.held, self.batch_size)
        states, actions, targets = map(np.array, zip(*drawn))
        return actions, targets, self.model.predict(states)  # TFR601

    def learn_by_priority(self, priorities):
        chosen = np.random.choice(len(self.held), self.batch_size, p=priorities)
        drawn = [self.held[i] for i in chosen]
        states, actions = zip(*drawn)
        return actions, self.model.predict(np.asarray(states))  # TFR601

    def learn_from_all(self):
        states, actions, targets = map(np.array, zip(*self.held))
        return actions, targets, self.model.predict(states)  # likely TFR601

    def learn_from_some(self):
        drawn = random.sample(self.held, 300)
        states, actions = zip(*drawn)
        return actions, self.model.predict(np.asarray(states))  # likely TFR601

    def run(self):
        for step in range(100000):
            self.held.append(self.env.step(step))
            self.replay()
            self.learn()
            self.learn_by_priority(self.env.priorities())
            self.learn_from_all()
            self.learn_from_some()

Agent(make()).run()
""",
    "rows of arrays of unknown rank": """\
model = keras.models.load_model("a.keras")
image = make()
for step in range(1000):
    one = np.expand_dims(image(step), 0)
    model.predict(one)  # TFR601
    model.predict(np.expand_dims(one, -1) / 255.0)  # TFR601
    several = np.expand_dims(image(step), -1)
    model.predict(several)  # TFR601
    model.predict(several[:8])  # TFR601
    model.predict(several[step : step + 8])  # TFR601
    model.predict(several[np.arange(8)])  # TFR601
    model.predict(several[several > 0])  # likely TFR601
    model.predict(several[-200:])  # likely TFR601
    noise = np.zeros(4)
    noise[np.random.randint(4)] = 1
    model.predict(noise.reshape((-1, 4)))  # TFR601
window = np.zeros([1, 8, 2])
for step in range(1000):
    following = model.predict(window).reshape(1, 1, 2)  # TFR601
    window = np.concatenate([window[:, 1:, :], following], axis=1)
grown = np.zeros([1, 8, 2])
for step in range(1000):
    model.predict(grown)  # likely TFR601
    grown = np.concatenate([grown, np.ones([1, 8, 2])])
""",
    "loops that wait for a key": """\
import cv2
model = keras.models.load_model("a.keras")
camera = cv2.VideoCapture(0)

def shown(image, delay):
    cv2.imshow("image", image)
    return cv2.waitKey(delay)

def waited(image):
    model.predict(image[None])
    return cv2.waitKey(0)

while True:
    found, image = camera.read()
    if not found:
        break
    model.predict(image[None])
    cv2.imshow("image", image)
    cv2.waitKey(0)
while True:
    found, image = camera.read()
    if not found:
        break
    model.predict(image[None])
    if cv2.waitKey() == 27:
        break
while True:
    found, image = camera.read()
    if not found:
        break
    waited(image)
while True:
    found, image = camera.read()
    if not found:
        break
    model.predict(image[None])  # TFR601
    shown(image, 1)
while True:
    found, image = camera.read()
    if not found:
        break
    model.predict(image[None])  # TFR601
    if cv2.waitKey(1) == 27:
        break
""",
    "containers that an expression chooses": """\
@tf.function  # TFR201
def taken(x):
    return x

@tf.function
def kept(x):
    return x

class Queue:
    def __init__(self):
        self.held, self.passed = [], []

    def add(self, risk):
        (self.held if risk > 3 else self.passed).append(risk)
        if self.held:
            for number in range(20):
                kept(number)  # TFR101

even, odd, fixed = [0], [0], [0]
for i in range(100):
    (odd if i % 2 else even).append(i)
    taken(tf.constant(odd))
    kept(tf.constant(fixed))
Queue().add(make())
""",
    "bodies that raise before they end": """\
import random
seen, count = [], 0

@tf.function
def drawn(x):
    return x + random.random()  # TFR404

@tf.function
def never_drawn(x):
    y = x + random.random()
    seen.append(y)
    total = total + 1
    return y

@tf.function
def drawn_where_it_raises(x, flag):
    y = x + random.random()  # TFR404
    if flag:
        raise ValueError
    return y

for i in range(10):
    drawn(tf.ones(3))
    drawn_where_it_raises(tf.ones(3), False)
for i in range(10):
    never_drawn(tf.ones(3))
""",
    "rows that callers pass": """\
model = keras.models.load_model("a.keras")
def one(x):
    return model.predict(x)  # TFR601
def many(x):
    return model.predict(x)  # likely TFR601
def all_of_them(x):
    return model.predict(x)
def some(x):
    return model.predict(x)  # likely TFR601
def texts(x):
    return model.predict(keras.utils.pad_sequences([x], maxlen=9))  # TFR601
for line in range(999):
    texts(line)
    one(np.zeros([1, 4]))
    one(np.zeros([16, 4]))
    many(np.zeros([640, 4]))
    many(np.zeros([256, 4]))
    all_of_them(np.zeros([6400, 4]))
    some(np.zeros([1, 4]))
    some(np.zeros([640, 4]))
""",
    # TFR601: numbers within bounds
    "numbers that a user gives within bounds": """\
import argparse
import streamlit as st

parser = argparse.ArgumentParser()
parser.add_argument("--rounds", type=int, choices=[5, 10, 20])
args = parser.parse_args()
days = st.sidebar.slider("Days", 1, 30, 7)
count = st.number_input("Count", min_value=1, max_value=50, value=3)
wide = st.slider("Wide", 1, 1000, 7)
free = st.number_input("Free", value=3)
model = keras.Sequential([keras.layers.Dense(1)])
for _ in range(days):
    model.predict(np.zeros([1, 4]))
for _ in range(count + 1):
    model.predict(np.zeros([1, 4]))
for _ in range(args.rounds):
    model.predict(np.zeros([1, 4]))
for _ in range(-free):
    model.predict(np.zeros([1, 4]))  # likely TFR601
for _ in range(free):
    model.predict(np.zeros([1, 4]))  # likely TFR601
for _ in range(wide):
    model.predict(np.zeros([1, 4]))  # likely TFR601
""",
    # TFR505: what decides that a switch is reached
    "switches under conditions": """\
import sys
if len(sys.argv) > 1:
    tf.config.run_functions_eagerly(True)
try:
    import absent
except ImportError:
    tf.config.run_functions_eagerly(True)
match sys.argv:
    case []:
        tf.config.run_functions_eagerly(True)
def main(argv):
    if argv:
        return
    tf.config.run_functions_eagerly(True)
main([])
""",
    "switches that are reached": """\
def main():
    tf.config.run_functions_eagerly(True)  # TFR505
def unknown():
    tf.config.run_functions_eagerly(True)
if __name__ == "__main__":
    main()
    try:
        tf.config.run_functions_eagerly(True)  # TFR505
    finally:
        tf.config.run_functions_eagerly(True)  # TFR505
""",
    "values that are kept where a graph would be made": """\
class Net:
    @tf.function
    def step(self, x):
        self.loss = tf.reduce_sum(x)
        return self.loss

tf.config.run_functions_eagerly(True)
net = Net()
net.step(tf.ones(3))
print(net.loss.numpy())
""",
    "switches in functions that call each other": """\
def one():
    two()
    tf.config.run_functions_eagerly(True)
def two():
    one()
def three():
    four()
    tf.config.run_functions_eagerly(True)  # TFR505
def four():
    three()
four()
""",
    "calls between switches that turn tf.function off and on": """\
@tf.function
def step(x, rate):
    if rate > 5:
        return x * rate
    return x

def warm_up(x):
    for round in range(3):
        tf.config.run_functions_eagerly(True)
        for i in range(100):
            step(x, i)
        tf.config.run_functions_eagerly(False)

@tf.function
def traced_step(x, rate):
    return x * rate

def train(x, debug):
    if debug:
        tf.config.run_functions_eagerly(True)
    for i in range(100):
        traced_step(x, i)  # TFR101
    tf.config.run_functions_eagerly(debug)
    for i in range(100, 200):
        traced_step(x, i)  # TFR101
    tf.config.run_functions_eagerly(True)
    traced_step(x, 0)
    tf.config.run_functions_eagerly(False)
    for i in range(200, 300):
        traced_step(x, i)  # TFR101

warm_up(tf.ones(3))
train(tf.ones(3), False)
""",
    "NumPy scalars that become tensors": """\
import numpy as np

class Level:
    def __init__(self):
        self.value = 1.5
    def rounded(self):
        return np.round(np.float32(self.value), decimals=5)
    def up(self):
        self.value = self.value + 0.1

@tf.function
def fade(x, level):
    if level == 0:
        return x
    return x * level

@tf.function
def fade_number(x, level):
    if level == 0:  # TFR303
        return x
    return x * level

def main(x):
    level = Level()
    for i in range(100):
        fade(x, level.rounded())
        fade(x, np.round(np.float32(i)))
        fade_number(x, round(i / 2, 1))  # TFR101
        level.up()

main(tf.ones(3))
""",
    # TFR403: what a function keeps in an attribute for itself
    "attributes that serve as locals": """\
class Decoder(tf.keras.layers.Layer):
    @tf.function
    def call(self, x, state):
        self.state = tf.abs(state)
        for step in tf.range(3):
            self.state = tf.nn.relu(self.state + x)
        return self.state

class Carrying(tf.keras.layers.Layer):
    @tf.function
    def call(self, x, state):
        if state is None:
            state = self.carried
        self.carried = tf.nn.relu(state + x)  # likely TFR403
        return self.carried

class Shown(tf.keras.layers.Layer):
    @tf.function
    def call(self, x):
        self.weights = tf.nn.softmax(x)  # likely TFR403
        return self.weights * x

class Unread(tf.keras.layers.Layer):
    @tf.function
    def call(self, x):
        self.last = tf.nn.softmax(x)  # likely TFR403
        return x

class Other:
    def __init__(self):
        self.state = 1
    def get(self):
        return self.state

def show(model):
    print(model.weights)
""",
    # TFR601, TFR602: loops that run a few times
    "eager mode for code that is not known": """\
class Trainer:
    def __init__(self, loss):
        self.loss = loss

    @tf.function
    def step(self, x):
        return self.loss(x)

tf.config.run_functions_eagerly(True)
Trainer(unknown()).step(tf.ones([3]))
""",
    "eager mode for code that is known": """\
class Trainer:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.weights = [tf.Variable(1.0)]

    def loss(self, x):
        return tf.reduce_sum(x * self.weights[0])

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = self.loss(x)
        gradients = tape.gradient(loss, self.weights)
        self.optimizer.apply_gradients(zip(gradients, self.weights))
        return loss

tf.config.run_functions_eagerly(True)  # TFR505
Trainer(keras.optimizers.SGD()).step(tf.ones([3]))
""",
    "eager mode for losses and metrics in variables": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(3)

    def call(self, x):
        return self.dense(x)

def accuracy(y_true, y_pred):
    return tf.reduce_mean(np.argmax(y_pred, axis=1))

def train(x, y):
    metrics = [accuracy]
    loss = ["mse"]
    tf.config.run_functions_eagerly(True)
    model = Net()
    model.compile("sgd", loss=loss, metrics=metrics)
    model.fit(x, y)

train(np.ones([8, 4]), np.ones([8, 3]))
""",
    "eager mode for a loss that another library works out": """\
from sklearn.metrics import accuracy_score

def loss(y_true, y_pred):
    return accuracy_score(y_true, y_pred)

tf.config.run_functions_eagerly(True)
model = keras.Sequential([keras.layers.Dense(3)])
model.compile("sgd", {"out": loss})
model.fit(np.ones([8, 4]), np.ones([8, 3]))
""",
    "eager mode for a model that goes over tensors": """\
class Net(keras.Model):
    def call(self, x):
        rows = []
        for a, b in zip(x, x):
            rows.append(tf.concat([a, b], axis=0))
        return tf.stack(rows)

tf.config.run_functions_eagerly(True)
model = Net()
model.compile("sgd", "mse")
model.fit(np.ones([8, 4]), np.ones([8, 8]))
""",
    "eager mode for a loss from elsewhere, and for a layer that calls one": """\
from losses import focal, squash

def build(loss):
    model = keras.Sequential([keras.layers.Dense(3), keras.layers.Lambda(squash)])
    model.compile("sgd", loss)
    return model

tf.config.run_functions_eagerly(True)
build("mse").fit(np.ones([8, 4]), np.ones([8, 3]))
build(focal).fit(np.ones([8, 4]), np.ones([8, 3]))
""",
    "eager mode for a step that keeps its tensors elsewhere": """\
losses = []

@tf.function
def step(x):
    losses.append(tf.reduce_sum(x))
    return x

tf.config.run_functions_eagerly(True)
step(tf.ones(3))
print(losses[0].numpy())
""",
    "eager mode for a model of which all is known": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(3)

    def call(self, x):
        return tf.nn.softmax(self.dense(x))

def accuracy(y_true, y_pred):
    return tf.reduce_mean(tf.cast(tf.argmax(y_pred, 1) == tf.argmax(y_true, 1), "float32"))

tf.config.run_functions_eagerly(True)  # TFR505
metrics = [accuracy, keras.metrics.MeanSquaredError()]
model = Net()
model.compile(keras.optimizers.SGD(), loss="mse", metrics=metrics)
model.fit(np.ones([8, 4]), np.ones([8, 3]))
""",
    "eager mode for a function that makes a variable per call": """\
def total(x):
    kept = tf.Variable(tf.zeros_like(x))
    kept.assign_add(x)
    return kept.read_value()

@tf.function
def step(x):
    return total(x) + 1

tf.config.run_functions_eagerly(True)
for _ in range(9):
    step(tf.ones([3]))
""",
    "guards in front of code, and around it": """\
model = keras.Sequential([keras.layers.Dense(1)])
row = tf.ones([1, 3])

for fold in range(1000):
    if fold < 998:
        continue
    model.predict(row)
for fold in range(1000):
    if fold < 9:
        continue
    model.predict(row)  # TFR601
for fold in range(1000, 0, -1):
    if not 3 * fold + 1 < 25:
        continue
    model.predict(row)
for fold in range(1000, 0, -1):
    if 3 * fold + 1 < 25:
        continue
    model.predict(row)  # TFR601
for fold in range(1000):
    if fold != 3:
        continue
    model.predict(row)
for fold in range(1000):
    if fold == 3:
        continue
    model.predict(row)  # TFR601
for fold in range(1000):
    if fold != 3:
        pass
    else:
        model.predict(row)
for fold in range(1000):
    if fold % 100:
        if fold > 1:
            continue
        else:
            raise ValueError
    model.predict(row)
for fold in range(1000):
    if fold % 10 == 0:
        continue
    model.predict(row)  # TFR601
for fold in range(1000):
    try:
        if fold != 3:
            continue
        model.predict(row)
    finally:
        print(fold)
for fold in range(1000):
    if unknown(fold):
        break
    model.predict(row)  # likely TFR601
for fold in range(1000):
    if unknown(fold):
        continue
    model.predict(row)  # likely TFR601
for fold in range(1000):
    for part in range(3):
        if unknown(part):
            break
    else:
        continue
    model.predict(row)  # likely TFR601

def by_fold(fold):
    for _ in range(1000):
        if fold == 3:
            continue
        model.predict(row)  # TFR601

def seldom(wanted=False):
    if not wanted:
        return
    model.predict(row)

def often(wanted=True):
    if not wanted:
        return
    model.predict(row)  # TFR601

for fold in range(1000):
    seldom()
    often()
by_fold(1)
[model.predict(row) for fold in range(1000) if fold == 3]
[model.predict(row) for fold in range(1000) if fold != 3]  # TFR601
""",
    "loops that run a few times": """\
import itertools
import re
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3), np.float32)
data = tf.data.Dataset.from_generator(open)
for i, x in enumerate(data.take(15)):
    model.predict(row)
for x in data.take(15).map(f).batch(1):
    model.predict(row)
for x in data.take(25):
    model.predict(row)
for x, y in zip(data, range(12)):
    model.predict(row)
for x in itertools.islice(open("a"), 15):
    model.predict(row)
for x in itertools.islice(open("a"), 15):
    for y in range(3):
        model.predict(row)
for x in list(open("a"))[:15]:
    model.predict(row)
for x in list(open("a"))[-15:]:
    model.predict(row)
for x in list(open("a"))[5:]:
    for y in open("b"):
        model.predict(row)  # likely TFR601
for x in sorted(open("a")):
    for y in open("b"):
        model.predict(row)  # likely TFR601
some = sorted(open("a"))[10:20]
for x in some:
    model.predict(row)
for x in random.sample(range(100), k=5):
    model.predict(row)
for x in range(20):
    model.predict(row)
for x in range(21):
    model.predict(row)
for rate in [0.1, 0.2]:
    model.compile(keras.optimizers.SGD(rate))
for rate in [0.1, 0.2, 0.3, 0.4, 0.5]:
    model.compile(keras.optimizers.SGD(rate))  # likely TFR602
rates = [0.1, 0.2, 0.3, 0.4, 0.5]
for rate in rates:
    model.compile(keras.optimizers.SGD(rate))  # likely TFR602
for rate in open("rates"):
    model.compile(keras.optimizers.SGD(float(rate)))  # TFR602
for x in range(100):
    model.predict(row)
for x in range(101):
    model.predict(row)  # TFR601
""",
    "a list that grows": """\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3), np.float32)
some = list(open("a"))[:5]
while input():
    some.append("b")
for x in some:
    for y in open("b"):
        model.predict(row)  # likely TFR601
""",
    "loops that constants make end": """\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3), np.float32)
n = 0
while n < 9:
    model.predict(row)
    n += 1
n = 0
while n < 30:
    model.predict(row)
    n += 1
n = 0
while n < 9:
    model.predict(row)  # likely TFR601
    n += random.randint(0, 3)
n = 0
for x in open("a"):
    model.predict(row)
    n += 1
    if n == 15:
        break
for i, x in enumerate(open("a"), 1):
    for y in range(2):
        model.predict(row)
    if i > 9:
        break
for i, x in enumerate(open("a")):
    for y in open("b"):
        model.predict(row)  # likely TFR601
    if len(x) > i:
        break
for i, x in enumerate(open("a")):
    for y in range(3):
        model.predict(row)
    if i > 9:
        break
""",
    "functions that nothing calls, under a condition": """\
def plain(x):
    return tf.function(lambda y: y * 2.0)(x)  # likely TFR502
def checked(x):
    if x is None:
        raise ValueError
    return tf.function(lambda y: y * 2.0)(x)  # likely TFR502
def by_option(x, options):
    if options.verbose:
        return tf.function(lambda y: y * 2.0)(x)
def by_kind(x, kind):
    if kind == "double":
        return tf.function(lambda y: y * 2.0)(x)
def called(x, options):
    if options.verbose:
        return tf.function(lambda y: y * 2.0)(x)  # TFR502
def main(x, options):
    for _ in range(100):
        called(x, options)
main(tf.ones(3), unknown())
""",
    "a default that only a function passes over which nothing calls": """\
model = keras.Sequential([keras.layers.Dense(1)])
data = np.ones((3000, 1, 3), np.float32)
def show(count=15):
    for i in range(count):
        model.predict(data[i])
def show_alone(count=15):
    for i in range(count):
        model.predict(data[i])
def show_more(count=15):
    for i in range(count):
        model.predict(data[i])  # TFR601
def never_called():
    show(2500)
    show_alone(2500)
def main():
    show_more(2500)
show()
main()
""",
    "a few iterations, and calls of them": """\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3), np.float32)
def show(data, count=15):
    for x in data.take(count):
        model.predict(row)
def show_all(data, count=15):
    for x in data.take(count):
        model.predict(row)  # TFR601
def shown(x):
    model.predict(row)
data = tf.data.Dataset.from_generator(open)
show(data)
show(data.batch(2))
for i in range(9):
    show_all(data)
for i in [1, 2, 3, 4, 5, 6]:
    shown(i)
for i in [7, 8, 9, 10, 11, 12]:
    shown(i)
""",
    # TFR602: the lifetime of a model
    "a model of an object that the call makes": """\
class Net:
    def __init__(self, units):
        self.model = keras.Sequential([keras.layers.Dense(units)])

class Holder:
    def __init__(self, model):
        self.model = model

shared = keras.Sequential([keras.layers.Dense(1)])

def trial(units):
    net = Net(units)
    net.model.compile("sgd")

def trial_of_shared(units):
    holder = Holder(shared)
    holder.model.compile("sgd")  # TFR602

kept = Net(3)

def trial_of_kept(units):
    kept.model.compile("sgd")  # TFR602

for units in open("a"):
    trial(int(units))
    trial_of_shared(units)
    trial_of_kept(units)
kept.model.evaluate(np.ones([1, 3]))
""",
    "a wrapper, and the model that it makes, are new in each iteration": """\
class Wrapper:
    def __init__(self):
        self.model = None
    def build(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        return self.model
    def compile_model(self, rate=0.1):
        self.model.compile(keras.optimizers.SGD(rate))
    def compile_again(self, rate):
        self.model.compile(keras.optimizers.SGD(rate))  # TFR602
    def rebuilt(self, rate):
        self.build()
        self.model.compile(keras.optimizers.SGD(rate))
    def compile_rebuilt(self, rate):
        self.model.compile(keras.optimizers.SGD(rate))

def create():
    wrapper = Wrapper()
    wrapper.build()
    wrapper.compile_model()
    return wrapper

def train(x, rate):
    wrapper = create()
    wrapper.compile_model(rate)
    wrapper.model.fit(x)

for rate in open("a"):
    train(np.ones([3, 1]), rate)
kept = create()
for rate in open("a"):
    kept.compile_again(rate)
for rate in open("a"):
    kept.rebuilt(rate)
other = create()
for rate in open("a"):
    for width in open("b"):
        other.build()
        other.compile_rebuilt(rate)
""",
    # first-call guards
    "built under a flag of the caller": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.flow = []
        self.fresh = True
    def make(self):
        self.dense = keras.layers.Dense(3)
        self.note()
    def note(self):
        self.flow.append("a")
    def call(self, x):
        if self.fresh:
            self.make()
            self.fresh = False
        return x

net = Net()
@tf.function
def step(x):
    return net(x)
step(tf.ones(3))
""",
    "built under a flag that is never lowered": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.flow = []
        self.fresh = True
    def make(self):
        self.dense = keras.layers.Dense(3)  # TFR401
        self.flow.append("a")  # TFR403
    def call(self, x):
        if self.fresh:
            self.make()
        return x

net = Net()
@tf.function
def step(x):
    return net(x)
result = step(tf.ones(3))
""",
    "built under a flag, and without it": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.ready = False
    def make(self):
        self.dense = keras.layers.Dense(3)  # TFR401
    def other(self):
        self.make()
    def call(self, x):
        if self.ready is False:
            self.make()
            self.ready = True
        self.other()
        return x

net = Net()
@tf.function
def step(x):
    return net(x)
result = step(tf.ones(3))
""",
    "built under a flag that is raised again": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.fresh = True
    def again(self):
        self.fresh = True
    def make(self):
        self.dense = keras.layers.Dense(3)  # TFR401
    def call(self, x):
        if self.fresh:
            self.make()
            self.fresh = False
        return x

net = Net()
@tf.function
def step(x):
    return net(x)
result = step(tf.ones(3))
""",
    "built after an early return": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.state = "new"
    def make(self):
        if self.state == "built":
            return
        self.dense = keras.layers.Dense(3)
        self.state = "built"
    def call(self, x):
        self.make()
        return x

net = Net()
@tf.function
def step(x):
    return net(x)
step(tf.ones(3))
""",
    "compiled in the first iteration": """\
class Trainer:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.is_new = True
    def compile(self):
        self.model.compile("sgd")
    def recompile(self):
        self.model.compile("sgd")  # TFR602
    def fit(self, x):
        if self.is_new:
            self.compile()
            self.is_new = False
        if len(x) > 3:
            self.recompile()

trainer = Trainer()
for x in open("a"):
    trainer.fit(x)
    trainer.recompile()
""",
    # What is called, or asked for a part, is not None.
    "a model that is made later": """\
class Reader:
    def __init__(self):
        self.decoder = None
        self.name = None
    def build(self):
        x = keras.Input((3,))
        self.decoder = keras.Model(x, keras.layers.Dense(2)(x))
        self.name = "decoder"
    def read(self, x):
        for _ in range(1000):
            x = self.decoder.predict(np.ones([1, 3]))  # TFR601
    def read_never(self, x):
        while x.sum() > 0:
            x = self.decoder.predict(np.ones([1, 3]))

reader = Reader()
reader.build()
reader.read(unknown())
model = None
if input():
    model = keras.models.load_model("a.keras")
for _ in range(999):
    model.predict(np.ones([1, 3]))  # TFR601
""",
    # What raises in an assumed graph at the first call would have been seen.
    "values asked for in a layer": """\
class Reader(keras.layers.Layer):
    def call(self, x):
        keras.layers.Dense(2)
        return tf.add(x, 1).numpy() + np.random.rand()
""",
    # TFR502: Keras calls losses and metrics in the graph of its own train function.
    "functions made in a loss": """\
class Weighted(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return self.scaled(y_true - y_pred)

    def scaled(self, x):
        @tf.function
        def twice(x):
            return 2 * x

        return twice(x)

class Weight:
    def call(self, y_true, y_pred):
        return self.scaled(y_true - y_pred)

    def scaled(self, x):
        @tf.function  # likely TFR502
        def twice(x):
            return 2 * x

        return twice(x)
""",
    # TFR601: what a program does once, after it has trained for long, is a small part of it.
    "predict once after many steps of training": """\
model = keras.Sequential([keras.layers.Dense(1)])
optimizer = keras.optimizers.Adam()
x = np.ones([32, 3])

def step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x))
    gradients = tape.gradient(loss, model.trainable_weights)
    optimizer.apply_gradients(zip(gradients, model.trainable_weights))

def train_long():
    for _ in range(9999):
        step()
    for _ in range(200):
        model.predict(x)

def train_seldom(flag):
    for _ in range(9999):
        if flag:
            step()
    for _ in range(200):
        model.predict(x)  # TFR601

def train_little():
    for _ in range(999):
        step()
    for _ in range(200):
        model.predict(x)  # TFR601

def wait():
    for _ in range(9999):
        time.sleep(1)
    for _ in range(200):
        model.predict(x)  # TFR601

def train_under_one_condition():
    if __name__ == "__main__":
        for _ in range(9999):
            step()
        for _ in range(200):
            model.predict(x)

train_long()
train_seldom(bool(sys.argv))
train_little()
wait()
train_under_one_condition()
""",
    # TFR601: Keras 3 refuses the JSON that Keras 2 wrote, and a file does not say which wrote it.
    "predict of a model that a text describes": """\
from tensorflow.keras.models import model_from_json

row = np.ones([1, 3])
with open("model.json") as file:
    read = model_from_json(file.read())
text = read.to_json()
copied, copied_again = model_from_json(text), model_from_json(read.to_json())
for _ in range(999):
    read.predict(row)  # likely TFR601
for _ in range(999):
    copied.predict(row)  # TFR601
for _ in range(999):
    copied_again.predict(row)  # TFR601
""",
    # TFR601: as often as the default says that a command has for it.
    "predict as often as an argument of a command says": """\
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--few", type=int, default=20)
parser.add_argument("-m", "--many-more", type=int, default=2000)
parser.add_argument("--any", type=int, required=True)
parser.add_argument("--epochs", type=int, default=5000)
args = parser.parse_args()
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones([1, 3])

def run(number):
    for _ in range(number):
        model.predict(row)  # TFR601

for _ in range(args.few):
    model.predict(row)
for _ in range(args.many_more):
    model.predict(row)  # TFR601
for _ in range(args.any):
    model.predict(row)  # likely TFR601
run(args.many_more)

def train():
    model.fit(np.ones([128, 3]), np.ones([128, 3]), epochs=args.epochs)
    for _ in range(200):
        model.predict(row)

def train_little():
    model.fit(np.ones([128, 3]), np.ones([128, 3]))
    for _ in range(200):
        model.predict(row)  # TFR601

train()
train_little()
""",
    # TFR601: a camera that runs has pictures.
    "predict where there are data": """\
import cv2

model = keras.Sequential([keras.layers.Dense(1)])
capture = cv2.VideoCapture(0)

def watch():
    while True:
        there, frame = capture.read()
        if not there:
            continue
        model.predict(frame[None])  # TFR601

def watch_on():
    while capture.isOpened():
        there, frame = capture.read()
        if there == True:
            model.predict(frame[None])  # TFR601
        if there is False:
            model.predict(frame[None])  # likely TFR601

def watch_while():
    there, frame = capture.read()
    while there:
        model.predict(frame[None])  # TFR601
        there, frame = capture.read()

def watch_either(flag):
    there, frame = capture.read()
    if flag:
        there = next(flag)
    while there:
        model.predict(frame[None])  # likely TFR601
        there, frame = capture.read()

def watch_with(find):
    while True:
        there, frame = capture.read()
        found, part = find(frame)
        if found == 1:
            model.predict(frame[None])
        if found == True:
            model.predict(part[None])  # likely TFR601
        if frame is True:
            model.predict(part[None])  # likely TFR601

watch()
watch_on()
watch_while()
watch_either(iter(sys.argv))
watch_with(min)
""",
    # TFR601: bounds from both ends say nothing of how many rows a slice has.
    "predict of what two bounds leave": """\
model = keras.Sequential([keras.layers.Dense(1)])
for _ in range(999):
    model.predict(data[2:5])  # TFR601
    model.predict(data[2:-3])  # likely TFR601
    model.predict(data[-5:-3])  # TFR601
    model.predict(data[9:2:-1])  # likely TFR601
""",
    # TFR601: training by the batch costs less than a pipeline.
    "predict beside train_on_batch": """\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones([1, 3])

def phase_1():
    for _ in range(999):
        model.predict(row)  # TFR601
        model.train_on_batch(row, row)

def phase_2():
    for _ in range(999):
        model.predict(row)  # TFR601
        model.fit(row, row, epochs=1)
        model.evaluate(row, row)

def phase_3():
    for _ in range(999):
        model.predict(row)
        model.fit(row, row, epochs=9)

def phase_4():
    for _ in range(999):
        model.predict(row)  # TFR601
        model.fit(row, row, validation_data=data)

def phase_5():
    for _ in range(999):
        model.predict(row)  # likely TFR601
        model.fit(data, data)

def phase_6():
    for _ in range(999):
        model.predict(data[0])  # likely TFR601
        model.fit(data[0], row)

def phase_7():
    for _ in range(999):
        model.predict(row)
        model.fit(np.ones([999, 3]), np.ones([999, 3]))

phase_1()
phase_2()
phase_3()
phase_4()
phase_5()
phase_6()
phase_7()
""",
    # TFR601: to make a model, or to wait for another program, takes longer than a pipeline.
    "predict beside what makes models": """\
base = keras.Sequential([keras.layers.Dense(1)])
row = np.ones([1, 3])
for _ in range(999):
    part = keras.Model(base.inputs, [layer.output for layer in base.layers])
    part(row)
    base.predict(row)
for _ in range(999):
    kept = keras.models.load_model("kept.keras")
    base.predict(row)
for _ in range(999):
    layer = keras.layers.Dense(1)
    base.predict(row)  # TFR601
""",
    "predict beside another program": """\
import subprocess

base = keras.Sequential([keras.layers.Dense(1)])
row = np.ones([1, 3])

def scan():
    return subprocess.getoutput("scan")

for _ in range(999):
    scan()
    base.predict(row)
for _ in range(999):
    subprocess.Popen("scan")
    base.predict(row)  # likely TFR601
""",
    # TFR601: counts that literals give
    "predict for the numbers in a list of ranges": """\
model = keras.Sequential([keras.layers.Dense(1)])
left, right = range(140, 145), range(195, 198)
for numbers in [left, right, range(9)]:
    for i in numbers:
        model.predict(np.ones([1, 3]) * i)
for name, numbers in [("left", left), ("right", range(211, 220))]:
    for i in numbers:
        model.predict(np.ones([1, 3]) * i)
for numbers in [left, range(999)]:
    for i in numbers:
        model.predict(np.ones([1, 3]) * i)  # likely TFR601
""",
    "predict for rows that are drawn": """\
model = keras.Sequential([keras.layers.Dense(1)])

def _drawn(size, n):
    for row in data[np.random.choice(len(data), size=size)]:
        for i in range(n):
            model.predict(np.expand_dims(row[: n + i], 0))

_drawn(3, 8)
_drawn(1, 10)
_drawn(0, 10)
for row in data[np.random.choice(len(data), size=2)]:
    for i in range(9999):
        model.predict(np.expand_dims(row[:3], 0))  # TFR601
""",
    "predict in a loop that three rows enter": """\
model = keras.Sequential([keras.layers.Dense(1)])

def decode(row):
    done = False
    while not done:
        row = model.predict(np.ones([1, 3]))
        done = row.max() > 0.9

for i in range(1, 4):
    decode(data[i])
""",
    "predict in a loop that many rows enter": """\
model = keras.Sequential([keras.layers.Dense(1)])

def decode(row):
    done = False
    while not done:
        row = model.predict(np.ones([1, 3]))  # TFR601
        done = row.max() > 0.9

for i in range(30):
    decode(data[i])
""",
    # TFR601: a table is a whole data set, a window of it is not.
    "predict for tables and windows": """\
import pandas as pd

model = keras.Sequential([keras.layers.Dense(1)])

def predict(conf):
    table = pd.read_csv(conf.path)
    first = table.loc[table["date"] >= conf.start].index.min()
    last = table.loc[table["date"] >= conf.end].index.max()
    table = table.astype(float)
    return model.predict(table.values[first : last + 1, : conf.size].reshape(-1, conf.size))

def ask(series, size):
    for i in range(size, len(series)):
        model.predict(series[i - size : i])  # TFR601

for i in range(999):
    predict(unknown)
table = pd.read_csv("a")
for i in range(9, len(table)):
    model.predict(table.iloc[i - unknown : i])  # TFR601
ask(table.values, 5)
""",
    # TFR401: a model of layers that there are
    "a sequence of kept layers": """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = [keras.layers.Dense(3), keras.layers.Dense(2)]

    def call(self, x):
        return keras.Sequential(self.body)(x)

net = Net()

@tf.function
def step(x):
    made = keras.Sequential([keras.layers.Dense(2)])  # TFR401 TFR401
    return made(net(x))

for _ in range(9):
    step(data)
""",
    # TFR603: one report per model
    "a model per iteration": """\
for i in range(30):
    model = keras.Sequential([keras.layers.Dense(i)])  # TFR603
    model.compile("sgd", "mse")
    model.fit(np.ones([2, 1]), np.ones([2, 1]))
    model.evaluate(np.ones([2, 1]), np.ones([2, 1]))
""",
    "elements of a signature, padded to the longest": """\
def rows():
    yield np.ones([3, 3]), np.ones([2])

@tf.function  # TFR201
def g(image, boxes):
    return boxes

spec = (tf.TensorSpec([3, 3]), tf.TensorSpec([None]))
data = tf.data.Dataset.from_generator(rows, output_signature=spec)
for image, boxes in data.padded_batch(2, padded_shapes=([3, 3], [None])):
    g(image, boxes)
""",
    "elements padded to a given size": """\
def rows():
    yield np.ones([2])

@tf.function
def g(boxes):
    return boxes

data = tf.data.Dataset.from_generator(rows, output_signature=tf.TensorSpec([None]))
for boxes in data.padded_batch(2, padded_shapes=[8]):
    g(boxes)
for image in tf.data.Dataset.from_tensor_slices(tf.ones([64, 3])).padded_batch(2):
    g(image)
for image in tf.data.Dataset.from_tensor_slices(tf.ones([64, 3])).padded_batch(2, [None]):
    g(image)
""",
    "a stacked TensorArray that an object keeps": """\
class Rollout:
    @tf.function
    def forward(self, state):
        states = tf.TensorArray(tf.float32, size=4)
        for number in tf.range(4):
            states = states.write(number, state)
        self.states = states.stack()  # TFR403
        return state

    @tf.function
    def backward(self):
        return tf.reduce_sum(self.states)

rollout = Rollout()
result = rollout.forward(tf.ones(3))
rollout.backward()
""",
    "a loss and a metric that ask for values": """\
def loss(y_true, y_pred):
    print(float(y_true.numpy()[0]))  # TFR406
    return tf.reduce_mean(y_true - y_pred)

def metric(y_true, y_pred):
    return tf.sets.size(tf.sets.union(y_true, y_pred)).numpy()  # TFR406

def build():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(loss=loss, metrics=[metric])
    return model

build().fit(np.ones([8, 3]), np.ones([8, 1]))
""",
    "a loss of a model that nothing trains": """\
def loss(y_true, y_pred):
    return tf.reduce_mean(y_true).numpy()

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss=loss)
model.predict(np.ones([8, 3]))
""",
    "a loss of a model that runs eagerly": """\
def loss(y_true, y_pred):
    return tf.reduce_mean(y_true).numpy()

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss=loss, run_eagerly=True)
model.fit(np.ones([8, 3]), np.ones([8, 1]))
""",
    "a variable in a layer of a functional model": """\
class Scale(keras.layers.Layer):
    def call(self, inputs):
        return inputs * tf.Variable(2.0)  # TFR401

class Shift(keras.layers.Layer):
    def build(self, shape):
        self.shift = tf.Variable(2.0)

    def call(self, inputs):
        return inputs + self.shift

class Lazy(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.shift = None

    def call(self, inputs):
        if self.shift is None:
            self.shift = tf.Variable(2.0)
        return inputs + self.shift

inputs = keras.Input(shape=(3,))
outputs = Lazy()(Shift()(Scale()(keras.layers.Dense(2)(inputs))))
model = keras.Model(inputs, outputs)
model.compile(loss="mse")
model.fit(np.ones([8, 3]), np.ones([8, 2]))
""",
    "a variable in a layer that runs eagerly": """\
class Scale(keras.layers.Layer):
    def call(self, inputs):
        return inputs * tf.Variable(2.0)

model = keras.Model(keras.Input(shape=(3,)), Scale()(keras.Input(shape=(3,))))
print(model(np.ones([8, 3])))
""",
    "a value asked of an element of a dataset": """\
def parse(row):
    return tf.reduce_sum(row).numpy()  # TFR406

def load(row):
    return tf.py_function(lambda r: r.numpy(), [row], tf.float32)

tf.data.Dataset.from_tensor_slices(np.ones([8, 3])).map(parse).map(load)
""",
    "the steps of the optimizer of a compiled model": """\
class Net(keras.Model):
    def train_step(self, data):
        if self.optimizer.iterations < 3:  # TFR304
            return {"loss": 0.0}
        return super().train_step(data)

class Own(keras.Model):
    def __init__(self, optimizer):
        super().__init__()
        self.optimizer = optimizer

    def train_step(self, data):
        if self.optimizer.iterations < 3:
            return {"loss": 0.0}
        return super().train_step(data)

adam = keras.optimizers.Adam()
if adam.iterations < 3:
    f(adam.iterations)
""",
    "a list of the rows of an array": """\
for i in range(9):
    f([tf.ones(3) for row in np.hanning(i + 2)[1:-1]])  # TFR103
    f([tf.ones(3) for row in np.ones([i, 3])])  # TFR103
    f([tf.ones(3) for row in np.ones([3, i])])
    f([tf.ones(3) for row in np.ones(i)[:2]])
    f([tf.ones(3) for row in np.ones(i)[7:]])
    f([tf.ones(3) for row in np.ones(i)[-2:]])
""",
    "a new model for each experiment": """\
@tf.function
def step(model, optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.weights), model.weights))

def epoch(model, optimizer, data):
    for x in data:
        step(model, optimizer, x)  # TFR106 TFR106

def run(data):
    model = keras.Sequential([keras.layers.Dense(1)])
    optimizer = keras.optimizers.SGD()
    for _ in range(8):
        epoch(model, optimizer, data)

for seed in range(8):
    run([tf.ones([1, 3])] * 4)
""",
    "a new model and its own step for each experiment": """\
def make_step():
    @tf.function
    def step(model, x):
        return model(x)
    return step

class Trainer:
    @tf.function
    def step(self, model, x):
        return model(x)

@tf.function
def shared(model, x):
    return model(x)

def epoch(step, model, data):
    for x in data:
        step(model, x)

def run(data):
    model = keras.Sequential([keras.layers.Dense(1)])
    step, trainer = make_step(), Trainer()
    for _ in range(8):
        epoch(step, model, data)
        trainer.step(model, data[0])

for seed in range(8):
    run([tf.ones([1, 3])] * 4)

def once():
    model = keras.Sequential([keras.layers.Dense(1)])
    for _ in range(8):
        shared(model, tf.ones([1, 3]))

once()
""",
    "a function for each step of a search": """\
class Builder:
    def __init__(self, scale):
        self.scale = scale

    def prepare(self, x):
        @tf.function  # TFR502
        def acquisition(points):
            return self.scale * tf.reduce_sum(x) * points
        return acquisition

class Rule:
    def __init__(self, builder):
        self.builder = builder

    def acquire(self, x):
        return self.builder.prepare(x)(tf.ones(3))

def optimize(rule, x):
    for _ in range(8):
        x = tf.concat([x, rule.acquire(x)], 0)

optimize(Rule(Builder(2.0)), tf.ones(1))
""",
    "a function for each builder": """\
class Builder:
    def __init__(self, scale):
        self.scale = scale

    def prepare(self, x):
        @tf.function
        def acquisition(points):
            return self.scale * tf.reduce_sum(x) * points
        return acquisition

class Rule:
    def __init__(self, builder):
        self.builder = builder

    def acquire(self, x):
        return self.builder.prepare(x)(tf.ones(3))

def optimize(x):
    for number in range(8):
        rule = Rule(Builder(number))
        x = tf.concat([x, rule.acquire(x)], 0)

optimize(tf.ones(1))
""",
    "a default of the class that the constructor hides": """\
class Client:
    rate = None
    steps = None

    def __init__(self):
        self.rate = tf.constant(1.0)

    def ask(self, i):
        self.steps = i
        f(self.rate)
        f(self.steps)  # TFR101

class Other(Client):
    def __init__(self):
        self.images = 0

client, other = Client(), Other()
for i in range(9):
    client.ask(i)
    f(client.rate.numpy())
""",
    # TFR101, TFR201: elements of containers have function objects of their own
    "values paired with their own function object": """\
class Net:
    @tf.function
    def step(self, x, n):
        return x * n

def make():
    return tf.function(lambda x, n: x * n)

nets = [Net() for _ in range(20)]
by_name = {name: Net() for name in "abcdefghijklmnop"}
ways = [make() for _ in range(20)]
table = [{"fn": make(), "n": n} for n in range(20)]
one = Net()
same = [one] * 20

def handed(net, n):
    net.step(tf.ones([3]), n)

def main(epochs):
    for i, net in enumerate(nets):
        net.step(tf.ones([3]), i)
        handed(net, i)
    for i, net in enumerate(nets):
        for k in range(20):
            net.step(tf.ones([3]), k)  # TFR101
    for i in range(20):
        ways[i](tf.ones([3]), i)
        nets[i].step(tf.ones([i + 1]), 1)
        nets[i % 2].step(tf.ones([3]), i)  # TFR101
        nets[0].step(tf.ones([3]), i)  # TFR101
    for epoch in range(epochs):
        for name in by_name:
            by_name[name].step(tf.ones([3]), name)
            by_name[name].step(tf.ones([3]), epoch)  # TFR101
    for row in table:
        row["fn"](tf.ones([3]), row["n"])
    for i, net in enumerate(same):
        net.step(tf.ones([3]), i)  # TFR101

main(20)
""",
    # TFR403: what an object made in the trace keeps
    "methods of objects that the trace makes": """\
class Tape:
    def __init__(self):
        self.items = []
        self.count = 0

    def push(self, x):
        self.items.append(x)
        self.count += 1

class Shared:
    def __init__(self):
        self.items = []
        self.count = 0

    def push(self, x):
        self.items.append(x)  # TFR403
        self.count += 1  # TFR403

shared = Shared()

@tf.function
def of_new(x):
    tape = Tape()
    tapes = {"x": Tape()}
    tape.push(x)
    for one in tapes.values():
        one.push(x)
    context = {"items": []}
    collect(x, context)
    return tf.add_n(tape.items) / tape.count + context["items"][0]

def collect(x, context):
    context["items"].append(x)

@tf.function
def of_shared(x):
    known = shared
    known.push(x)
    return x

def main(batches):
    for x in batches:
        of_new(x)
        of_shared(x)
    print(shared.items, shared.count)

main(tf.ones([100, 3]))
""",
    "a list that the trace sets anew before a helper appends": """\
class Net:
    def __init__(self):
        self.losses = []
        self.all_losses = []

    @tf.function
    def run(self, x):
        self.losses = []
        y = self.layer(self.layer(x))
        total = tf.add_n(self.losses)
        self.losses = []
        return y + total

    def layer(self, x):
        self.losses.append(tf.reduce_sum(x))
        self.all_losses.append(tf.reduce_sum(x))  # TFR403
        return x * 2

net = Net()
for x in tf.ones([100, 3]):
    net.run(x)
print(net.all_losses)
""",
    # TFR104, TFR106, TFR502, TFR503: which instances are new, alive, or needed
    "instances that are made once": """\
INSTANCES = {}

class Single:
    def __new__(cls):
        if "one" not in INSTANCES:
            INSTANCES["one"] = super().__new__(cls)
        return INSTANCES["one"]

    @tf.function
    def run(self, x):
        return x * self.rate

class Made:
    def __new__(cls):
        made = super().__new__(cls)
        made.rate = 1.0
        return made

    @tf.function
    def run(self, x):
        return x * self.rate

class Equal:
    def __init__(self, rate):
        self.rate = rate

    def __eq__(self, other):
        return self.rate == other.rate

    def __hash__(self):
        return hash(self.rate)

class Models:
    def __init__(self):
        self.models = {}

    def get(self, name):
        try:
            return self.models[name]
        except KeyError:
            model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(3)])
            self.models[name] = model
            return model

    def make(self, name):
        return keras.Sequential([keras.Input((2,)), keras.layers.Dense(3)])

@tf.function
def g(model, x):
    return model(x)

Single().run(1)
Made().run(1)  # TFR503
kept = []
others = []
models = Models()
model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(3)])
for i in range(1000):
    f(1, Single())
    f(1, Made())  # TFR104
    one = Equal(0.1)
    kept.append(one)
    f(1, one)
    dropped = Equal(0.1)
    f(1, dropped)  # TFR104
    other = Equal(0.1 * i)
    others.append(other)
    f(1, other)  # TFR104
    g(models.get("small"), tf.ones([1, 2]))
    g(models.make("small"), tf.ones([1, 2]))  # TFR106
for one in [model] * 20:
    g(one, tf.ones([1, 2]))
for one in [models.make(name) for name in range(20)]:
    g(one, tf.ones([1, 2]))  # TFR106
""",
    "hashes that a class is assigned": """\
class Aliased:
    def __init__(self, rate):
        self.rate = rate

    def __eq__(self, other):
        return self.rate == other.rate

    __hash__ = object.__hash__

class Cleared(Aliased):
    __hash__ = None

    def __eq__(self, other):
        return self.rate == other.rate

class Plain:
    def __init__(self, rate):
        self.rate = rate

    def __eq__(self, other):
        return self.rate == other.rate

aliased, plain = Aliased(1.0), Plain(1.0)
f(1, aliased)
f(1, plain)  # TFR104
""",
    "temporary instances that something keeps, or that nothing needs": """\
REGISTRY = []

class Registered:
    def __init__(self):
        self.rate = 1.0
        REGISTRY.append(self)

    @tf.function
    def run(self, x):
        return x * self.rate

class Cyclic:
    def __init__(self):
        self.rate = 1.0
        self.handlers = {"scale": self.scale}

    def scale(self, x):
        return x

    @tf.function
    def run(self, x):
        return x * self.rate

class Plain:
    def __init__(self):
        self.rate = 1.0
        self.scale(1)

    def scale(self, x):
        return x

    @tf.function
    def run(self, x):
        return x * self.rate

    @tf.function
    def double(self, x):
        return x * 2

Registered().run(1)
Cyclic().run(1)
Plain().run(1)  # TFR503
Plain().double(1)
""",
    "an attribute that is made where it is missing": """\
class Kept:
    def __getattr__(self, name):
        if name == "scale":
            @tf.function
            def scale(x):
                return x * 2
            self.scale = scale
            return scale
        raise AttributeError(name)

class Anew:
    def __getattr__(self, name):
        if name == "scale":
            @tf.function  # likely TFR502
            def scale(x):
                return x * 2
            return scale
        self.other = name
        raise AttributeError(name)

def run(kept, anew):
    for _ in range(1000):
        kept.scale(tf.ones([3]))
        anew.scale(tf.ones([3]))

run(Kept(), Anew())
""",
    # options of tf.function in a mapping
    "options that a mapping holds": """\
SIGNED = {"input_signature": [tf.TensorSpec([None]), tf.TensorSpec([], tf.int32)]}
PLAIN = {"autograph": False}
LOADED = load_options()

@tf.function(**SIGNED)
def signed(x, n):
    return x

@tf.function(**PLAIN)  # TFR201
def plain(x, n):
    return x

@tf.function(**LOADED)
def loaded(x, n):
    return x

def make(**options):
    return tf.function(lambda x, n: x, **options)

def make_signed():
    options = dict(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([], tf.int32)])
    return tf.function(lambda x, n: x, **options)

made, made_signed = make(), make_signed()
for i in range(1000):
    signed(tf.ones([i + 1]), i)
    plain(tf.ones([i + 1]), i)  # TFR101
    loaded(tf.ones([i + 1]), i)
    made(tf.ones([3]), i)  # TFR101
    made_signed(tf.ones([i + 1]), i)
""",
    # TFR103, TFR201: what fills a container decides which keys, or how many elements, it has
    "keys and lengths by conditions on what differs": """\
rng = np.random.default_rng(0)
NAMES = ("a", "b", "c", "d")

@tf.function
def g(x):
    return x

for message in source:
    heard = {}
    for name in NAMES:
        if rng.uniform() < 0.3:
            continue
        heard[name] = tf.constant(message[name])
    f(heard)  # likely TFR103
for message in source:
    known = {}
    for name in NAMES:
        if name in message:
            known[name] = tf.constant(message[name])
    f(known)  # likely TFR103
for message in source:
    left = {name: tf.constant(message[name]) for name in NAMES}
    for name in NAMES[1:]:
        if message[name] < 0:
            del left[name]
    f(left)  # likely TFR103
for message in source:
    values = []
    for name in NAMES:
        if rng.uniform() < 0.3:
            values.append(tf.constant(message[name]))
    f(values)  # likely TFR103
    f(tf.add_n([tf.constant(0.0), *values]))
for number in range(50):
    drawn = []
    for _ in range(random.randint(1, 9)):
        drawn.append(tf.constant(1.0))
    f(drawn)  # TFR103
for number in range(50):
    cut = {name: tf.constant(1.0) for name in NAMES if rng.uniform() < 0.5}
    g(cut)  # likely TFR103
""",
    "keys and lengths that are the same each time": """\
rng = np.random.default_rng(0)
NAMES = ("a", "b", "c", "d")

for message in source:
    every = {}
    for name in NAMES:
        every[name] = tf.constant(message[name])
    f(every)
    f({name: tf.constant(message[name]) for name in NAMES})
    f([tf.constant(message[name]) for name in NAMES])
for message in source:
    all_but_one = {}
    for name in NAMES:
        if name != "b":
            all_but_one[name] = tf.constant(message[name])
    f(all_but_one)
for message in source:
    either = {}
    either_value = []
    for name in NAMES:
        if rng.uniform() < 0.3:
            either[name] = tf.constant(message[name])
            either_value.append(tf.constant(1.0))
        else:
            either[name] = tf.constant(0.0)
            either_value.append(tf.constant(0.0))
    f(either)
    f(either_value)
for message in source:
    before = {}
    for name in NAMES:
        before[name] = tf.constant(0.0)
    for name in NAMES:
        if rng.uniform() < 0.3:
            before[name] = tf.constant(message[name])
    f(before)
for message in source:
    default = {name: tf.constant(0.0) for name in NAMES}
    for name in NAMES:
        if rng.uniform() < 0.3:
            default[name] = tf.constant(message[name])
    f(default)
for message in source:
    padded = []
    for name in NAMES:
        if rng.uniform() < 0.3:
            padded.append(tf.constant(message[name]))
    while len(padded) < 4:
        padded.append(tf.constant(0.0))
    f(padded)
for message in source:
    filled = []
    for name in NAMES:
        if rng.uniform() < 0.3:
            filled.append(tf.constant(message[name]))
    filled = filled + [tf.constant(0.0)] * (4 - len(filled))
    f(filled)
for message in source:
    drawn = []
    while len(drawn) < 5:
        if rng.uniform() < 0.3:
            drawn.append(tf.constant(1.0))
    f(drawn)
pending = []
for message in source:
    if message["ok"]:
        pending.append(tf.constant(message["x"]))
    if len(pending) == 8:
        f(pending)
        pending = []
for message in source:
    whole = []
    for name in NAMES:
        if rng.uniform() < 0.3:
            whole.append(tf.constant(message[name]))
    if len(whole) != 4:
        continue
    f(whole)
for number in range(50):
    odd = []
    for i in range(5):
        if i % 2:
            odd.append(tf.constant(1.0))
    f(odd)
for message in source:
    summed = []
    for name in NAMES:
        if rng.uniform() < 0.3:
            summed.append(tf.constant(message[name]))
    f(tf.reduce_sum(tf.stack([tf.constant(0.0), *summed])))
""",
    "dicts that a generator yields": """\
import json

rng = np.random.default_rng(0)
NAMES = ("a", "b", "c", "d", "e")

def shortages():
    for name in NAMES:
        for part in (0.1, 0.3):
            yield {name: tf.constant(part)}
    for first, second in itertools.combinations(NAMES, 2):
        yield {first: tf.constant(0.2), second: tf.constant(0.1)}

def complete():
    for i in range(40):
        found = {}
        for name in NAMES:
            found[name] = tf.constant(i)
        yield {"a": tf.constant(i), "b": tf.constant(1.0)}, found

def lines():
    for i in range(40):
        session = {name: i for name in NAMES}
        for name in NAMES[1:]:
            if rng.random() < 0.4:
                del session[name]
        yield json.dumps(session)

def whole_lines():
    for i in range(40):
        yield json.dumps({name: i for name in NAMES})

def parse(line):
    record = json.loads(line)
    return {name: tf.constant(value) for name, value in record.items()}

for shortage in shortages():
    f(shortage)  # TFR103
for one, other in complete():
    f(one)
    f(other)
for number, line in enumerate(lines(), start=1):
    f(parse(line))  # likely TFR103
for line in whole_lines():
    f(parse(line))
""",
    "lists of the objects that a loop makes": """\
rng = np.random.default_rng(0)

@dataclasses.dataclass
class Encounter:
    name: str
    clips: list = dataclasses.field(default_factory=list)
    views: list = dataclasses.field(default_factory=list)

def simulate(count):
    out = []
    for number in range(count):
        encounter = Encounter(str(number))
        for _ in range(rng.integers(2, 19)):
            encounter.clips.append(tf.constant(1.0))
        for _ in range(4):
            encounter.views.append(tf.constant(1.0))
        out.append(encounter)
    return out

for encounter in simulate(30):
    f(encounter.clips)  # likely TFR103
    f(encounter.views)
first = simulate(1)[0]
for _ in range(40):
    f(first.clips)
""",
    "a list that grows, and is passed unless it is empty": """\
class Shop:
    def __init__(self):
        self.histories = collections.defaultdict(list)

    def visit(self, visitor, item):
        history = self.histories[visitor]
        if history:
            f(history)  # likely TFR103
        history.append(item)

shop = Shop()
for visitor, item in visits:
    shop.visit(visitor, item)
""",
    "keywords of a dict that a signature covers, or not": """\
@tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([], tf.float32)])
def specified(x, n):
    return x

def settings(i):
    return dict(n=i / 3)

def run(x):
    options = {"n": 0.5}
    for i in range(20):
        f(x, **options)
        f(x, **{"n": i})  # TFR103
        f(x, **{"n": tf.constant(i)})
        f(x, **settings(i))  # TFR103
        specified(x, **{"n": i})
    for i in range(20):
        changing = {"n": i / 7}
        f(x, **changing)  # TFR103
    f(x, **changing)

run(tf.ones([3]))
""",
    # TFR107: what names a dtype is looked up
    "dtypes of a table": """\
CHANNELS = [
    ("temperature", np.uint8, 0.5), ("speed", np.int16, 0.25), ("power", "float64", 1.0),
    ("torque", np.float32, 1.0), ("pressure", np.float16, 1.0),
]
VENUES = {"a": ("float32", "int32"), "b": ("float64", "int64"), "c": ("float16", "float32")}

@dataclasses.dataclass
class Quote:
    bids: np.ndarray
    sizes: np.ndarray

def record(dtype, scale):
    return (np.arange(8) * scale).astype(dtype)

def poll(venue):
    price, size = VENUES[venue]
    sizes = np.ones([2, 8]).astype(size)
    return Quote(np.ones(8).astype(price), sizes[0])

for name, dtype, scale in CHANNELS:
    samples = record(dtype, scale)
    f(samples)  # likely TFR107
    f(samples.astype("float32"))
    f(tf.cast(samples, tf.float32))
    f(np.float32(samples))
for name in VENUES:
    quote = poll(name)
    f(quote.bids)  # likely TFR107
    f(tf.cast(quote.sizes, tf.float32))
for dtype in (np.float16, "float32", np.float64, np.int8):
    f(np.ones(8).astype(dtype))
for name, dtype in (("a", "float32"), ("b", np.float32), ("c", "float32")):
    f(np.ones(8).astype(dtype))
""",
    # TFR101, TFR103: what JSON holds
    "numbers and lists of JSON": """\
import json

def of_config(path):
    with open(path) as stream:
        config = json.load(stream)
    for _ in range(99):
        f(tf.ones(3), config["rate"])
        f(tf.ones(3), config["sizes"][0] / 2)

def of_lines(lines):
    last = {}
    for line in lines:
        message = json.loads(line)
        user, now = message["user"], message["time"]
        f(tf.ones(3), now - last.get(user, now))  # likely TFR101
        f(tf.ones(3), now)  # likely TFR101
        f(tuple(message["box"]))  # likely TFR103
        f(tf.constant(message["box"]))
        f(tf.ones(3), tf.constant(now - 3.0))
        f(tf.ones(3), now > 3.0)
        last[user] = now

def of_hooks(lines):
    for line in lines:
        f(tf.ones(3), json.loads(line, object_hook=tf.constant)["a"])
""",
    "numbers that are rounded": """\
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=20)
args = parser.parse_args()
weight = kept = flipped = 0.0
for i in range(args.steps):
    f(tf.ones(3), weight)  # TFR101
    f(tf.ones(3), kept)
    f(tf.ones(3), flipped)
    f(tf.ones(3), round(i / args.steps, 3))  # TFR101
    weight = round(weight + 1.0 / args.steps, 6)
    kept = round(kept, 3)
    flipped = round(1 - flipped, 3)
""",
    "numbers that are None at first": """\
best = None
for i in range(20):
    if best is not None:
        f(tf.ones(3), best / 2)  # TFR101
    best = i * 0.7
fixed = None
for i in range(20):
    if fixed is not None:
        f(tf.ones(3), fixed / 2)
    fixed = 0.7
""",
    "elements of sets, combinations and products": """\
def voicings(rows):
    found = []
    for notes in itertools.product(*[[n for n in range(9) if n % 3 == row] for row in rows]):
        found.append(tuple(sorted(notes)))
    return sorted(set(found))[:9]

for notes in voicings(rows):
    f(notes)  # likely TFR103
    f(tf.constant(notes, tf.float32))
for rate in {0.1, 0.2, 0.3, 0.4}:
    f(tf.ones(3), rate)  # TFR101
for rate in {0.1, 0.2}:
    f(tf.ones(3), rate)
for a, b in itertools.combinations((0.1, 0.2, 0.3, 0.4), 2):
    f(tf.ones(3), a)  # TFR101
    f(tf.ones(3), tf.constant(b))
for name in set(names):
    f(tf.ones(3), tf.constant(name))
""",
    "fields of a dataclass that a function makes": """\
@dataclasses.dataclass
class Batch:
    rate: float
    size: int = 3

def make(i):
    return Batch(i * 0.1)

def either(flag):
    if flag:
        return Batch(0.5)
    return Batch(0.5, size=3)

for i in range(20):
    batch = make(i)
    f(tf.ones(3), batch.rate)  # TFR101
    f(tf.ones(3), batch.size)
    other = either(i > 3)
    f(tf.ones(3), other.rate)
    f(tf.ones(3), other.size)
""",
    # TFR103: keys that are there already
    "keys that a dict may have had": """\
def fill(names):
    rows = {}
    for i in range(3):
        rows[f"f{i}"] = tf.ones([3])
    for epoch in range(100):
        f(rows)
        rows[f"f{epoch % 3}"] = tf.ones([3])

def fill_slots():
    slots = {0: tf.ones([3]), 1: tf.ones([3]), 2: tf.ones([3])}
    for epoch in range(100):
        f(slots)
        slots[epoch % 3] = tf.ones([3])

def fill_more():
    rows = {}
    for i in range(3):
        rows[f"f{i}"] = tf.ones([3])
    for epoch in range(100):
        f(rows)  # TFR103
        rows[f"f{epoch}"] = tf.ones([3])

fill([])
fill_slots()
fill_more()
""",
    # TFR405: assignments that a class takes over
    "attributes that are set by a method of the class": """\
class Held:
    def __init__(self):
        object.__setattr__(self, "held", {"rate": tf.Variable(1.0)})

    def __getattr__(self, name):
        return self.held[name]

    def __setattr__(self, name, value):
        self.held[name].assign(value)

class Plain:
    def __init__(self):
        self.rate = 1.0

class Trainer:
    def __init__(self):
        self.held = Held()
        self.plain = Plain()

    @tf.function
    def step(self, x):
        return x * self.held.rate

    @tf.function
    def stale(self, x):
        return x * self.plain.rate  # TFR405

    def anneal(self, i):
        self.held.rate = 1.0 / (i + 1)
        self.plain.rate = 1.0 / (i + 1)

trainer = Trainer()
for i in range(100):
    trainer.step(tf.ones([3]))
    trainer.stale(tf.ones([3]))
    trainer.anneal(i)
""",
    # TFR405: what is the same at each call
    "a mode that is set before each call": """\
class Net:
    def __init__(self):
        self.training = True
        self.mode = True

    @tf.function
    def train_step(self, x):
        return x * (2.0 if self.training else 1.0)

    @tf.function
    def eval_step(self, x):
        return x * (2.0 if self.training else 1.0)

    @tf.function
    def step(self, x):
        return x * (2.0 if self.mode else 1.0)  # TFR405

    def fit(self, x):
        for epoch in range(100):
            self.training = True
            self.train_step(x)
            self.training = False
            self.eval_step(x)
            self.mode = True
            self.step(x)
            self.mode = False
            self.step(x)

Net().fit(tf.ones([3]))
""",
}

ROWS = {
    "a window that moves": "data[i : i + N]",
    "a window by its number": "data[i * N : (i + 1) * N]",
    "bounds in a tuple": "data[i * N : j]",
    "rows that are drawn": "data[np.random.randint(0, 999, size=N)]",
    "rows that are drawn before": "data[index]",
    "rows of a table": "table.loc[index]",
    "rows and columns": "data[index, :3]",
    "a copy of rows": "np.copy(data[index])",
    "samples of a list": "np.array([row[0] for row in random.sample(rows, N)])",
    "what a function returns": "drawn(N)",
    "a part of what a function returns": "x",
    "a constant of a class": "data[i : i + Config.SIZE]",
    "an option of the program": "data[i : i + OPTIONS['size']]",
}
PROGRAMS |= {
    f"{number} rows: {name}": f"""\
N = {number}
OPTIONS = {{"size": N}}
class Config:
    SIZE = N
data, table, rows = unknown(1), unknown(2), unknown(3)
index = np.random.choice(999, N)
def drawn(n):
    return data[np.random.randint(0, len(data), n)]
def several(n):
    return drawn(n), 1
model = keras.Sequential([keras.layers.Dense(1)])
for i in range(999):
    j, k = (i + 1) * N, 1
    x, y = several(N)
    model.predict({rows}){mark}
"""
    for name, rows in ROWS.items()
    for number, mark in ((128, "  # TFR601"), (256, "  # likely TFR601"), (5000, ""))
}
BESIDE = {
    "a plot that is shown": ("plt.show()", True),
    "a plot that is saved": ("draw(x)", True),
    "a plot now and then": ("if x % 100 == 0:\n        plt.show()", False),
    "an unknown step": ("step(model, x)", False),
    "a traced step": ("g(row)", False),
    "an inner loop of traced steps": ("for y in open('b'):\n        g(y)", True),
    "an inner loop of another model": ("for y in open('b'):\n        other(y)", True),
    "an inner loop of the model": ("for y in open('b'):\n        model(y)", True),
    "an inner loop that updates it": (
        "for y in open('b'):\n        opt.apply_gradients(zip(y, model.trainable_variables))",
        True,
    ),
    "an update beside": ("opt.apply_gradients(zip(x, model.trainable_variables))", False),
    "weights that are read": ("model.get_weights()", False),
    "a fit on many rows": ("model.fit(np.ones([9999, 3]))", True),
    "another model's fit": ("other.fit(row)", False),
}
PROGRAMS |= {
    f"predict {where} beside {name}": f"""\
import matplotlib.pyplot as plt
@tf.function
def g(x):
    return x
def draw(x):
    plt.plot(x)
    plt.savefig("a")
model = keras.Sequential([keras.layers.Dense(1)])
other = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3), np.float32)
opt = keras.optimizers.SGD()
{head}
    {body}
    model.predict(row){"  # TFR601" * (not is_costly)}
{tail}"""
    for where, head, tail in (
        ("in a loop", "for x in range(999):", ""),
        ("in a function", "def f(x):", "for x in range(999):\n    f(x)\n"),
    )
    for name, (body, is_costly) in BESIDE.items()
    if where == "in a loop" or not name.startswith("a plot")
}
SIZES = {"x.shape[1]": None, "len(x)": None, "x.shape[0]": None, "len(x) - n": "", "n": "likely "}
PROGRAMS |= {
    f"predict in range({size})": f"""\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3), np.float32)
x, n = unknown(), unknown()
for i in range({size}):
    model.predict(row){"" if likely is None else f"  # {likely}TFR601"}
"""
    for size, likely in SIZES.items()
}
PROGRAMS["predict for each of some data"] = """\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3), np.float32)
for x in unknown():
    model.predict(row)
for x in unknown():
    for y in unknown():
        model.predict(row)  # likely TFR601
"""
PICKED = {
    "(turn + 1) % 10 == 0": ("range(150)", 0),
    "not turn % 50": ("range(1000)", 0),
    "turn % 10 == 9 and turn > 0": ("range(500)", 0),
    "turn % every == 0": ("range(2000)", 0),
    "turn % 4 == 0": ("range(0, 1000, 2)", 1),
    "turn % 3 == 0": ("range(0, 600, 3)", 1),
    "turn == 7": ("range(2000)", 0),
    "turn % 10 == 0": ("range(2000)", 1),
    "turn % 10 != 0": ("range(150)", 1),
    "turn % 10": ("range(150)", 1),
    "other % 10 == 0": ("range(150)", 1),
}
PROGRAMS |= {
    f"predict where {test} in {count}, {where}": f"""\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3), np.float32)
every, other = unknown(), unknown()

def show():
    for _ in range({inner}):
        model.predict(row){"  # TFR601" * is_often}

for turn in {count}:
    model.train_on_batch(row, row)
    if {test}:
        show()
"""
    for test, (count, is_often) in PICKED.items()
    for where, inner in (("once", 1), ("twice", 2))
    if where == "once" or "== 7" in test
}
BY_NUMBER = {
    "the elements of a list": ("name = names[i]", "True", 0),
    "all of a list": ("pass", "i < len(names)", 0),
    "a list that grows": ("names.append(names[i])", "True", 1),
    "what may be read": ("name = names[i] if unknown() else None", "True", 1),
    "what is handled": ("try: name = names[i]\n    except IndexError: i = 0", "True", 1),
    "an unknown list": ("name = rows[i]", "True", 1),
}
PROGRAMS |= {
    f"predict for {name} by number": f"""\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3), np.float32)
names, rows = ["a", "b", "c", "d", "e", unknown(), "g", "h"], unknown()
i = 0
while {test}:
    {body}
    model.predict(row){"  # TFR601" * is_long}
    i += 1
"""
    for name, (body, test, is_long) in BY_NUMBER.items()
}
STUCK = {
    ("i < n", "pass"): 0,
    ("len(rows[0]) < 99", "pass"): 0,
    ("i < n", "i += 1"): 1,
    ("i < n", "if unknown(): break"): 1,
    ("i < n", "if unknown(): exit()"): 1,
    ("len(rows[0]) < 99", "rows[0].append(1)"): 1,
    ("len(shared) < 99", "pass"): 1,
    ("self.i < n", "pass"): 1,
    ("running", "pass"): 1,
}
PROGRAMS |= {
    f"predict while {test}: {body}": f"""\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3), np.float32)

class Player:
    def collect(self, n):
        i, running, shared = 0, True, unknown()
        rows = [[], []]
        while {test}:
            model.predict(row){"  # likely TFR601" * is_ended}
            {body}
        return rows

Player().collect(int(input()))
"""
    for (test, body), is_ended in STUCK.items()
}
PROGRAMS["functions that layers and strategies call in a graph"] = """\
from tensorflow.keras.layers import Dense, Lambda

class Encoder(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.made = Dense(3, kernel_initializer=self.drawn_once)
        self.noise = Lambda(self.sampling)
        self.unused = Lambda(self.other)

    def call(self, x):
        return self.noise(self.made(x))

    def drawn_once(self, shape, dtype=None):
        return tf.constant(np.random.normal(size=shape))

    def sampling(self, x):
        return x + np.random.normal(size=3)  # TFR404

    def other(self, x):
        return x + np.random.normal(size=3)

class Model(keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()

    def call(self, x):
        return self.encoder(x)

def noise(x):
    return x + np.random.normal(size=3)  # TFR404

def step(x):
    return x * np.random.rand()  # TFR404

def eager_step(x):
    return x * np.random.rand()

model = Model()
layers = keras.Sequential([Dense(3, activation=lambda x: x * np.random.rand())])  # TFR404
layers.add(Lambda(function=noise))
others = keras.Sequential([Lambda(lambda x: x * np.random.rand())])
strategy = tf.distribute.MirroredStrategy()

@tf.function
def trained(x):
    return model(x), layers(x), strategy.run(step, args=(x,))

for _ in range(9):
    trained(tf.ones([2, 3]))
    others(tf.ones([2, 3]))
    strategy.run(eager_step, args=(tf.ones([3]),))
"""
PROGRAMS["a conditional in code that never runs, before a number"] = """\
def main(n):
    for i in range(9):
        try:
            if False:
                if n > 1:
                    print(n)
            k = 3
            if n > 1:
                k = n
            f(1, i + k)  # TFR101
        except ValueError:
            pass
main(1)
"""
PROGRAMS["a model that a function compiles, which only calls itself"] = """\
model = keras.Sequential([keras.layers.Dense(1)])
def train(n):
    model.compile("sgd", "mse")
    model.fit(data, data)
    return train(n - 1) if n else n
"""
PROGRAMS["numbers that the host asks of tensors"] = """\
import math
from math import sqrt

class Pool(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.scale = tf.constant(2.0)

    def call(self, x):
        height = tf.shape(x)[1]
        static = int(x.shape[1]) + int(self.scale)
        return x[:, :int(height * 2), :static]  # TFR406

class Converted(keras.layers.Layer):
    @tf.function
    def call(self, x):
        return x * float(tf.reduce_sum(x))

pool, converted = Pool(), Converted()

def loss(y, z):
    return tf.reduce_mean(y - z) * float(tf.reduce_max(z))  # TFR406

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", loss)
model.fit(np.ones([9, 1]), np.ones([9, 1]))

@tf.function
def traced(x):
    half = math.sqrt(2.0) / math.pi
    product = math.prod([x, x])
    total = sqrt(tf.reduce_sum(x)) + math.exp(x[0, 0, 0])  # TFR406 TFR406
    with tf.init_scope():
        eager = math.exp(tf.constant(1.0))
    return pool(x), converted(x), int(tf.reduce_sum(x)), half, product, total, eager

@tf.function(autograph=False)
def plain(x):
    return x * int(tf.reduce_sum(x))  # TFR406

def eager(x):
    return math.sqrt(tf.reduce_sum(x))

results = traced(tf.ones([2, 3, 4])), plain(tf.ones([2]))
eager(tf.ones([2]))
"""
ELEMENTS = {
    "of random sizes": ("np.ones([np.random.randint(5, 50), 3])", 1),
    "of sizes that a generator draws": ("np.ones([draws.integers(5, 50), 3])", 1),
    "of growing sizes": ("whole[:i]", 1),
    "of one size": ("np.ones([5, 3])", 0),
    "of one size that is drawn": ("np.ones([drawn, 3])", 0),
}
LISTS = {
    "appended": ("made = []\nfor i in range(count):\n    made.append({})", "item", 1),
    "appended as parts": (
        "made = []\nfor i in range(count):\n    made.append((i, {}))",
        "item[1]",
        1,
    ),
    "a comprehension": ("made = [{} for i in range(count)]", "item", 1),
    "an unrolled comprehension": ("made = [{} for i in range(9)]", "item", 1),
    "a generator": (
        "def every():\n    for i in range(count):\n        yield {{'part': {}}}\nmade = every()",
        "item['part']",
        1,
    ),
    "set again": (
        "made = []\nfor i in range(count):\n    made.append({})\n    made[i] = np.ones([5, 3])",
        "item",
        0,
    ),
    "the first of": (
        "made = []\nfor i in range(count):\n    made.append({})\nfirst = made[0]",
        "first",
        0,
    ),
}
PROGRAMS |= {
    f"a list {how}: elements {of}": f"""\
@tf.function{"  # TFR201" * (is_varied and is_told)}
def g(x):
    return x
count = unknown()
whole = np.ones([99, 3])
draws = np.random.default_rng(0)
drawn = draws.integers(5, 50)
{made.format(element)}
for item in made:
    g(tf.constant({taken}))
"""
    for of, (element, is_varied) in ELEMENTS.items()
    for how, (made, taken, is_told) in LISTS.items()
}
SCHEDULES = {
    "min(1.0, step / 9)": 1,
    "ramp(step, 9)": 1,
    "ramp(step=step, length=9)": 1,
    "ramp(step, 0.1)": 0,
    "warm(step)": 0,
    "warm(step * 4)": 0,
}
PROGRAMS |= {
    f"a counter of two loops in {schedule}": f"""\
def ramp(step, length=1):
    return min(1.0, step / length)
def warm(step):
    if step < 2:
        return 0.1
    return 1.0
def train(run, epochs, data):
    step = 0
    for _ in range(epochs):
        for x in data:
            run(x, {schedule}){"  # TFR101" * is_told}
            step += 1
train(f, 9, open("a"))
"""
    for schedule, is_told in SCHEDULES.items()
}
ENDS = {
    "random.random() < 0.2": "  # TFR103",
    "np.random.uniform() < 0.2 or len(rewards) > 99": "  # TFR103",
    "environment.step()": "  # likely TFR103",
    "environment.step() or random.random() < 0.2": "  # likely TFR103",
    "len(rewards) > 9": "",
}
PROGRAMS |= {
    f"a list that a loop fills until {end}": f"""\
environment = unknown()
for episode in range(9):
    rewards = []
    done = False
    while not done:
        rewards.append(tf.ones([]))
        done = {end}
    f(rewards){mark}
"""
    for end, mark in ENDS.items()
}
PROGRAMS["functions made per call that read others"] = """\
def of_a_model(x, rate):
    model = keras.Sequential([keras.layers.Dense(1)])
    def step(y):
        return model(y) * rate
    @tf.function
    def train(y):
        return step(y)
    for _ in range(9):
        print(train(x))

def of_data(x, scale):
    weight = tf.square(x)
    def step(y):
        return y * weight
    @tf.function  # likely TFR502
    def train(y):
        return step(y)
    for _ in range(50):
        print(train(x))

for _ in range(100):
    of_a_model(tf.ones((1, 3)), 1.0)
    of_data(tf.ones((1, 3)), 1.0)
"""
PER_CALL = {
    "calls that do not pay": (
        "gradient(x).numpy()",
        "return descend(evaluate, x, 19)",
        "norm",
        "  # TFR502",
    ),
    "calls that may pay": (
        "gradient(x).numpy()",
        "return descend(evaluate, x, 20)",
        "norm",
        "  # likely TFR502",
    ),
    "calls that pay": (
        "gradient(x).numpy()",
        "return descend(evaluate, x, 200)",
        "norm",
        "",
    ),
    "a function that is kept": (
        "gradient(x).numpy()",
        "kept.append(evaluate); return descend(evaluate, x)",
        "norm",
        "",
    ),
    "a function that another one gives away": (
        "gradient",
        "return descend(evaluate(x), x)",
        "norm",
        "",
    ),
    "a closure over data": (
        "gradient(x).numpy()",
        "return descend(evaluate, x)",
        "made_of(tf.random.normal([3]))",
        "  # TFR502",
    ),
    "a closure over a new model": (
        "gradient(x).numpy()",
        "return descend(evaluate, x)",
        "made_of(keras.Sequential([keras.layers.Dense(1)]))",
        "",
    ),
    "a new model": (
        "gradient(x).numpy()",
        "return descend(evaluate, x)",
        "keras.Sequential([keras.layers.Dense(1)])",
        "",
    ),
    "a model that is always the same": (
        "gradient(x).numpy()",
        "return descend(evaluate, x)",
        "model",
        "  # TFR502",
    ),
}
PROGRAMS |= {
    f"functions made per call: {what}": f"""\
def descend(evaluate, x, steps=8):
    for _ in range(steps):
        x = x - evaluate(x)
    return x

def norm(x):
    return tf.norm(x) * x

def made_of(scale):
    def objective(x):
        return scale * x
    return objective

kept = []

def minimize(closure, x):
    @tf.function{mark}
    def gradient(x):
        return closure(x)
    def evaluate(x):
        return {body}
    {returned}

model = keras.Sequential([keras.layers.Dense(1)])
for _ in range(20):
    minimize({closure}, tf.random.normal([3]))
"""
    for what, (body, returned, closure, mark) in PER_CALL.items()
}
PROGRAMS["a method that makes a function for its instance's model at each call"] = """\
class Predictor:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])

    def predict(self, batches, number):
        @tf.function  # likely TFR502
        def step(x):
            return self.model(x)
        return [step(batches[i]) for i in range(number)]

def of_kept(predictors):
    predictor = Predictor()
    for _ in range(20):
        batches = [*tf.data.Dataset.range(8).batch(4)]
        predictor.predict(batches, len(batches))
of_kept([])
"""
PROGRAMS["functions made per call with variables of their maker's names"] = """\
def solve(matrix, x):
    @tf.function  # TFR502
    def iterate(x, rest):
        product = tf.linalg.matvec(matrix, rest)
        return x + product, rest - product

    rest = x
    for _ in range(9):
        x, rest = iterate(x, rest)
    return x

for _ in range(20):
    solve(tf.random.normal([3, 3]), tf.random.normal([3]))
"""
PROGRAMS["tensors that a traced method keeps and nothing reads"] = """\
class Trainer:
    def __init__(self):
        self.layer = keras.layers.Dense(1)

    @tf.function
    def step(self, x):
        self.pooled = tf.abs(x)  # likely TFR403
        self.parts = [x, tf.abs(x)]
        self.count = x.shape[0]
        with tf.init_scope():
            self.eager = tf.ones([])
        return self.helper(x)

    def helper(self, x):
        self.kept = tf.abs(x)
        return self.kept

trainer = Trainer()
results = trainer.step(tf.ones([3])), trainer.helper(tf.ones([3]))
"""
PARSED = {
    "type=int": 1,
    "type=float, default=1": 1,
    "default=1": 0,
    "type=int, nargs='+'": 0,
    "type=unknown": 0,
}
PROGRAMS |= {
    f"arguments of a command with {options}: {read}": f"""\
import argparse
def read_arguments():
    parser = argparse.ArgumentParser()
    group = parser.add_argument_group("steps")
    group.add_argument("-n", "--first-step", {options})
    parser.add_argument("--other", type=int)
    return parser.parse_args()
def train(args):
    {read}
    for i in range(9):
        f(1, args.first_step + i){"  # TFR101" * (is_number and not read.startswith("args"))}
        f(1, args.first_step)
train(read_arguments())
"""
    for options, is_number in PARSED.items()
    for read in ("print(args)", "args.first_step = unknown()")
}
KEYS = {
    "name + '_test'": ("for name in open('a')", 0),
    "f'part {i % 2}'": ("for i in range(count)", 0),
    "f'part {i}'": ("for i in range(count)", 1),
    "i": ("for i in range(count)", 1),
    "'train' if i else 'test'": ("for i in range(count)", 0),
    "unknown(i)": ("for i in range(count)", 0),
}
PROGRAMS |= {
    f"the keys of a dict: {key}, {how}": f"""\
count = unknown()
{made.format(key=key, loop=loop)}
for name, x in parts.items():
    f(x, name){"  # TFR101" * is_told}
for name in parts.keys():
    f(1, name){"  # TFR101" * is_told}
"""
    for key, (loop, is_told) in KEYS.items()
    for how, made in (
        ("set one by one", "parts = {{}}\n{loop}:\n    parts[{key}] = tf.ones(3)"),
        ("of a comprehension", "parts = {{{key}: tf.ones(3) {loop}}}"),
    )
}
PARTS = {"a flag": "rate is None", "NumPy": "p > rate", "a tensor": "tf.reduce_sum(x) > 0"}
PROGRAMS |= {
    f"a condition of {one} {word} {other}": f"""\
class Gate(keras.layers.Layer):
    def call(self, x, training=False, rate=None):
        p = np.ones(3).max()
        if {PARTS[one]} {word} {PARTS[other]}:{"  # TFR304" * ("a tensor" in (one, other))}
            return x
        return -x

Gate()(keras.Input([3]), rate=options.get("rate"))
"""
    for one, other in itertools.product(PARTS, repeat=2)
    for word in ("and", "or")
}
PROGRAMS["plots that functions make of what is predicted"] = """\
import matplotlib.pyplot as plt
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3), np.float32)

class Gan:
    def save(self):
        plt.savefig("a")

    def draw(self):
        self.save()

    def sample(self):
        y = model.predict(row)
        self.draw()

    def show(self, name):
        plt.figure()
        if name:
            plt.savefig(name)
        y = model.predict(row)

    def seldom(self):
        y = model.predict(row)  # TFR601
        if y > 1:
            self.draw()

    def plain(self):
        return model.predict(row)  # TFR601

    def fit(self):
        for i in range(100000):
            if i % 2:
                self.sample()
                self.show(i)
            self.seldom()
            if i % 3:
                y = self.plain()
                plt.show()
            if i % 2:
                self.plain()
            if i % 2:
                model.predict(row)
                self.draw()
            if i % 2:
                y = model.predict(row)  # TFR601

Gan().fit()
"""
SEEDED = {
    "tf.random.set_seed(time.time())": 0,
    "tf.random.set_seed(seed=int(time.time() * 1000) % 97)": 0,
    "t = int(time.time()); np.random.seed(t); random.seed(t + 1)": 0,
    "t = time.time(); random.seed(t); x += t": 1,
    "t = time.time(); x = x, t": 1,
    "x += int(time.time())": 1,
    "tf.random.stateless_normal([2], seed=[1, int(time.time())])": 1,
    "x += tf.random.normal([2], seed=int(time.time()))": 0,
    "x += tf.random.normal([2], mean=time.time(), seed=1)": 1,
    "x += draw([2], seed=int(time.time()))": 1,
    "t = x = time.time(); random.seed(t)": 1,
}
PROGRAMS |= {
    f"the time in a seed: {code}": f"""\
@tf.function
def g(x):
    {code}{"  # TFR404" * is_kept}
    return x + tf.random.normal([2])

for i in range(9):
    g(tf.ones([2]))
"""
    for code, is_kept in SEEDED.items()
}
PROGRAMS["loops that end when what they add to is long enough"] = """\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 3))

def short(seed):
    text = [seed]
    while text[-1] != "]" and len(text) < 20:
        model.predict(row)
        text.append("x")

def words(seed):
    text = seed
    while len(text) <= 19:
        text += str(model.predict(row))

def long(seed):
    text = [seed]
    while len(text) < 2000:
        model.predict(row)  # likely TFR601
        text.append("x")

def popped(seed):
    text = [seed]
    while len(text) < 20:
        model.predict(row)  # likely TFR601
        text.append("x")
        text.pop(0)

def some(seed):
    text = [seed]
    while len(text) < 20:
        if model.predict(row):  # likely TFR601
            text.append("x")

def skipped(seed):
    text = [seed]
    while len(text) < 20:
        if model.predict(row):  # likely TFR601
            continue
        text.append("x")

def either(seed):
    text = [seed]
    while len(text) < 20 or seed:
        model.predict(row)  # likely TFR601
        text.append("x")

short("a"); words("a"); long("a"); popped("a"); some("a"); skipped("a"); either("a")
"""
ASKED = {
    "answer(1)": 0,
    "def main():\n    answer(1)\nmain()": 0,
    "answer(1); answer(2)": 0,
    "for _ in range(1000):\n    answer(1)": 1,
    "while unknown():\n    answer(1)": 1,
}
PROGRAMS |= {
    f"answers to a person, and others: {before}": f"""\
model = keras.Sequential([keras.layers.Dense(1)])

def answer(text):
    return model.predict(np.ones((1, 1)))  {"# TFR601" * repeated}

{before}
while True:
    answer(input("> "))
"""
    for before, repeated in ASKED.items()
}
PASSED = {
    "arguments={'i': i, 'n': 3}": 0,
    "arguments={'i': tf.zeros([]), 'n': 3}": 1,
    "arguments=unknown()": 0,
    "arguments={'n': 3}": 0,
    "name='part'": 0,
}
PROGRAMS |= {
    f"a layer of a function with {passed}": f"""\
def part(x, i=0, n=2):
    if i == n - 1:{"  # TFR304" * is_tensor}
        return x
    if x > 2:  # TFR304
        return -x
    return x + 1

x = keras.Input([3])
for i in range(unknown()):
    y = keras.layers.Lambda(part, {passed})(x)
"""
    for passed, is_tensor in PASSED.items()
}
PROGRAMS["Keras passes two tensors to losses and metrics"] = """\
def loss(y, p):
    if p > 0:  # TFR304
        return y
    return p

def metric(y, p, threshold):
    if threshold > 0:
        return y
    return p

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", loss, metrics=[metric])
"""

for compared, is_taken in {
    "np.random.rand() <= self.share": True,
    "self.share > random.random()": True,
    "np.random.rand() > self.share": False,
    "np.random.rand() == self.share": False,
    "np.random.rand(1) <= self.share": False,
    "np.random.uniform(0, 2) < self.share": False,
    "np.random.rand() < self.share / 2": False,
}.items():
    PROGRAMS[f"a draw that decides: {compared}"] = f"""\
class Player:
    def __init__(self, share=1.0):
        self.share = share
        self.model = keras.Sequential([keras.layers.Dense(2)])

    def move(self):
        if {compared}:
            return 0
        return self.model.predict(np.ones([1, 3])){"" if is_taken else "  # TFR601"}

player = Player()
for line in open("a"):
    while unknown():
        player.move()
"""

GENERATORS = {
    "kept": ("self.kept.uniform(0.0, 2.0)", 1),
    "kept, of few numbers": ("self.kept.randint(0, 1)", 0),
    "kept, with equal bounds": ("self.kept.uniform(2, 2)", 0),
    "made before the loop": ("before.randint(0, 99)", 1),
    "made anew with its seed": ("random.Random(3).random()", 0),
    "made anew without a seed": ("random.Random().random()", 1),
    "shuffling": ("self.kept.shuffle([1, 2])", 0),
}
PROGRAMS |= {
    f"numbers that a generator draws, {how}": f"""\
class Jitter:
    def __init__(self, seed):
        self.kept = random.Random(seed)

    def run(self, x):
        before = random.Random(2)
        for _ in range(9):
            f(x, {drawn}){"  # TFR101" * is_told}

Jitter(1).run(tf.ones([3]))
"""
    for how, (drawn, is_told) in GENERATORS.items()
}
RUNS = {"[3, 9, 5, 12]": 1, "[3, 9]": 0, "None": 0}
PROGRAMS |= {
    f"a list of numbers of a command, by default {default}": f"""\
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--lengths", type=int, nargs="+", default={default})
requests = [{{"start": 0, "length": length}} for length in parser.parse_args().lengths]
for request in requests:
    f(request["start"], request["length"]){"  # TFR101" * is_told}
"""
    for default, is_told in RUNS.items()
}
UNPACKED = {
    "value * left for value in self.first": 1,
    "value * 0 for value in self.first": 0,
    "value * left for value in self.first if unknown(value)": 0,
}
PROGRAMS |= {
    f"attributes unpacked from a generator: {given}": f"""\
class Trainer:
    def __init__(self, clip=0.3, bonus=0.05):
        self.first = (clip, bonus)
        self.clip, self.bonus = clip, bonus
        self.round = 0

    def train(self, x):
        f(x, self.clip){"  # TFR101" * is_told}
        self.round += 1
        left = 1.0 - self.round / 9
        self.clip, self.bonus = ({given})

trainer = Trainer()
for _ in range(8):
    trainer.train(tf.ones([3]))
"""
    for given, is_told in UNPACKED.items()
}
REPLACED = {
    "config = config.slower()": 1,
    "config = dataclasses.replace(config, rate=config.rate / 2)": 1,
    "slower = config.slower()": 0,
    "if i == 3:\n        config = config.slower()": 0,
    "config = first": 0,
}
PROGRAMS |= {
    f"a configuration that a loop replaces: {update}": f"""\
@dataclasses.dataclass(frozen=True)
class Config:
    rate: float = 0.2

    def slower(self):
        return dataclasses.replace(self, rate=self.rate * 0.9)

first = config = Config()
for i in range(9):
    f(1.0, config){"  # TFR104" * is_told}
    f(1.0, config.rate){"  # likely TFR101" * ("config.rate" in update)}
    {update}
"""
    for update, is_told in REPLACED.items()
}
STATES = {
    '{"rate": state["rate"] * decay, "step": state["step"] + 1}': 1,
    '{"rate": state["rate"] * decay, "step": 3}': 1,
    '{"rate": state["rate"], "step": 1 - state["step"]}': 0,
    '{"rate": state["step"], "step": state["rate"]}': 0,
    '{"rate": state["rate"], "step": min(state["step"] + 1, 2)}': 0,
    '{"rate": state["rate"], "step": unknown(state["step"])}': 0,
    '{"rate": state["rate"], "step": state["step"]}': 0,
}
PROGRAMS |= {
    f"a dict that a helper makes of the one before: {made}": f"""\
def advance(state, decay):
    return {made}

state = {{"rate": 0.5, "step": 1}}
for _ in range(9):
    f(1.0, state){"  # TFR103" * is_told}
    state = advance(state, 0.97)
"""
    for made, is_told in STATES.items()
}
PROGRAMS |= {
    "a factory for each of a few calls": """\
def made(amount):
    @tf.function  # TFR502
    def shifted(x):
        return x + amount
    return shifted

for epoch in range(300):
    step = made(0.5 * epoch)
    for _ in range(5):
        step(tf.ones(3))
""",
    "a factory for each of some calls": """\
def made(amount):
    @tf.function  # likely TFR502
    def shifted(x):
        return x + amount
    return shifted

def train(batches):
    step = made(0.5)
    for x in batches:
        step(x)

for epoch in range(9):
    train([tf.ones(3)] * 4)
""",
    "a factory for each of many calls": """\
def made(amount):
    @tf.function
    def shifted(x):
        return x + amount
    return shifted

for epoch in range(300):
    step = made(0.5 * epoch)
    for _ in range(500):
        step(tf.ones(3))
""",
    "a factory that is looked up": """\
def made(amount):
    @tf.function  # TFR502
    def shifted(x):
        return x + amount
    return shifted

def scaling(amount):
    @tf.function
    def scaled(x):
        return x * amount
    return scaled

FACTORIES = {"shift": made, "scale": scaling}

def make(name, **options):
    return FACTORIES[name](**options)

for epoch in range(300):
    step = make("shift", amount=0.5 * epoch)
    step(tf.ones(3))
""",
    "numbers out of a variable that a traced function updates": """\
class Tank:
    def __init__(self):
        self.level = tf.Variable(0.4)

    @tf.function
    def control(self, gain, target):
        return gain * (target - self.level)

    @tf.function
    def flow(self, valve):
        self.level.assign(self.level + 0.1 * valve)
        return self.level

tank = Tank()
level = 0.4
for k in range(500):
    valve = tank.control(level * 0.5, tf.constant(1.0))  # likely TFR101
    level = float(tank.flow(valve))
""",
    "numbers out of a variable that is set to the same": """\
level = tf.Variable(0.4)
for k in range(500):
    f(tf.ones(3), level.numpy().item())
    level.assign(0.4)
""",
    "fields of a named tuple that is made of what a loop carries": """\
Gains = collections.namedtuple("Gains", "kp ki")
LOW, HIGH = Gains(1.0, 2.0), Gains(3.0, 5.0)

def schedule(level):
    share = min(max((level - 0.5) / 1.5, 0.0), 1.0)
    return Gains(*(low + share * (high - low) for low, high in zip(LOW, HIGH)))

level = 0.4
for k in range(500):
    gains = schedule(level)
    level += float(f(0.1, gains.kp))  # likely TFR101
""",
    "arrays cut by a mask in a comprehension": """\
rng = np.random.default_rng(0)

def mined(pair):
    keep = tf.nn.relu(pair[0][:, 0] - pair[1]).numpy() > 0
    return [part[keep] for part in pair], int(keep.sum())

@tf.function  # likely TFR201
def step(a, b):
    return tf.reduce_sum(a) + tf.reduce_sum(b)

for i in range(500):
    a, b = rng.normal(size=(64, 3)), rng.normal(size=64)
    (a, b), count = mined((a, b))
    if count == 0:
        continue
    step(a, b)
""",
    "a function that is handed on under another name": """\
class Fit:
    def __init__(self, x):
        self.x = x

    def misfit(self, p):
        a, b = p.tolist()
        return float(f(self.x * b, a))  # likely TFR101

    def run(self):
        return search(self.misfit, [0.2, 0.1])

def search(objective, start):
    best = np.array(start)
    value = objective(best)
    for _ in range(300):
        for axis in range(len(best)):
            trial = best.copy()
            trial[axis] += 0.1
            new = objective(trial)
            if new < value:
                best, value = trial, new
    return best

Fit(tf.ones([3])).run()
""",
}
LAMBDAS = {
    "keras.layers.Lambda(apart)(first)": 1,
    "keras.layers.Lambda(apart)(keras.layers.Dense(3)(first))": 1,
    "keras.Sequential([keras.layers.Lambda(apart)])": 1,
    "keras.layers.Lambda(apart)([first, second])": 0,
    "keras.layers.Lambda(apart)((first, second))": 0,
    "keras.layers.Lambda(apart)(unknown())": 0,
    "keras.layers.Lambda(apart)([first])": 0,
}
PROGRAMS |= {
    f"a function of a layer: {made}": f"""\
first, second = keras.Input((3,)), keras.Input((3,))

def apart(parts):
    return tf.stack([2 * part for part in parts])  {"# TFR304" * is_one}

made = {made}
"""
    for made, is_one in LAMBDAS.items()
}
PARTS_OF_DATA = {
    "data[labels == k]": ("for k in np.unique(labels)", 1),
    "data[np.where(labels == k)[0]]": ("for k in range(12)", 1),
    "data[k]": ("for k in range(12)", 0),
    "data[:, k]": ("for k in range(12)", 0),
    "unknown(k)": ("for k in range(12)", 0),
    "data[low:high, left:right]": ("for low, high, left, right in unknown()", 1),
    "data[low:low + 8, :]": ("for low in unknown()", 0),
    "rows[['a', 'b']].values.astype('float32')": ("for _, rows in unknown().groupby('a')", 1),
    "tf.constant(groups[k])": ("for k in sorted(groups)", 1),
    "tf.constant(groups['a'])": ("for k in sorted(groups)", 0),
    "tf.constant(self.groups[k])": ("for k in self.groups", 1),
    "tf.constant(self.sums[k])": ("for k in self.sums", 0),
    "tf.io.decode_jpeg(tf.io.read_file(k))": ("for k in unknown()", 1),
    "tf.image.resize(tf.io.decode_png(tf.io.read_file(k)), [8, 8])": ("for k in unknown()", 0),
    "np.array(Image.open(k))": ("for k in unknown()", 1),
    "part": ("for k, part in filled()", 1),
    "tf.constant([k])": ("for k, part in filled()", 0),
}
PROGRAMS |= {
    f"parts of data: {part}": f"""\
from PIL import Image

class Trainer:
    def __init__(self, data, labels):
        self.groups, self.sums = collections.defaultdict(list), {{}}
        for row, label in zip(data, labels):
            self.groups[label].append(row)
            self.sums[label] = row

    def run(self, data, labels):
        groups = {{}}
        for row, label in zip(data, labels):
            groups.setdefault(label, []).append(row)
        {loop}:
            taken({part})

def filled():
    parts = []
    for n in np.random.permutation(np.arange(8, 40)):
        parts.append((float(n) % 2, np.ones((n, 3))))
    return parts

@tf.function{"  # likely TFR201" * is_told}
def taken(x):
    return tf.reduce_sum(x)

def main():
    data, labels = unknown(), unknown()
    Trainer(data, labels).run(data, labels)

main()
"""
    for part, (loop, is_told) in PARTS_OF_DATA.items()
}
SIZED = {
    "keras.utils.to_categorical(n)": 1,
    "keras.utils.to_categorical(n, 40)": 0,
    "keras.utils.to_categorical(n, num_classes=40)": 0,
    "tf.sequence_mask([n])": 1,
    "tf.sequence_mask([n], 40)": 0,
    "tf.sequence_mask([n], maxlen=40)": 0,
    "tf.one_hot(3, n)": 1,
    "tf.one_hot(n, 40)": 0,
    "tf.image.resize(tf.ones([8, 8, 3]), [n, n])": 1,
}
PROGRAMS |= {
    f"what decides a size: {made}": f"""\
@tf.function{"  # TFR201" * is_told}
def taken(x):
    return tf.reduce_sum(tf.cast(x, tf.float32))

for n in range(5, 35):
    taken({made})
"""
    for made, is_told in SIZED.items()
}
TRAININGS = {
    "model.fit(x, y, epochs=100, validation_split=0.1)": 0,
    "model.fit(x, y, epochs=2)": 1,
    "model.evaluate(x, y)": 1,
}
PROGRAMS |= {
    f"a model that is compiled again for {training}": f"""\
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])

def train(x, y):
    model.compile("sgd", "mse")  {"# TFR602" * is_told}
    {training}

for x, y in unknown():
    train(x, y)
"""
    for training, is_told in TRAININGS.items()
}
COUNTED = {
    "int(self.step.numpy())": ("self.step.assign_add(1)", 1),
    "float(self.step)": ("self.step.assign_add(2)", 1),
    "int(self.step)": ("self.step.assign_add(0)", 0),
    "int(self.step) % 2": ("self.step.assign_add(1)", 0),
    "int(self.step.read_value())": ("self.step.assign_add(unknown())", -1),
    "int(1 * self.step)": ("if i == 3:\n                self.step.assign_add(1)", 0),
    "int(self.step.value())": ("self.step.assign_add(1)\n            self.step.assign(0)", 0),
    "int(x[0].numpy())": ("self.step.assign_add(1)", 0),
    "self.step.numpy()": ("self.step.assign_add(1)", 0),
}
PROGRAMS |= {
    f"a variable that a loop counts up: {read}, {update}": f"""\
class Trainer:
    def __init__(self):
        self.step = tf.Variable(0, dtype=tf.int64)

    def train(self, x):
        for i in range(9):
            f(x, {read}){"  # TFR101" if is_told > 0 else "  # likely TFR101" * -is_told}
            {update}

Trainer().train(tf.ones([3]))
"""
    for read, (update, is_told) in COUNTED.items()
}


PROGRAMS |= {
    "numbers that follow what a loop changes": """\
class Buffer:
    def __init__(self, size):
        self.size = size
        self.drawn = 0
        self.scale = 0.5

    @property
    def beta(self):
        return min(1.0, 0.4 + 0.05 * self.drawn)

    def sample(self):
        self.drawn += 1
        return tf.ones([self.size]), self.beta, self.scale

class Track:
    def __init__(self):
        self.time = 0.0

    def update(self, time):
        f(tf.ones([2]), time - self.time)  # likely TFR101
        self.time = time

def width(points):
    return float(np.median(points.numpy()))

def narrow(low=0.5, high=20.0):
    for _ in range(8):
        middle = (low + high) / 2
        if float(f(tf.ones([2]), middle)) < 1:  # likely TFR101
            high = middle
        else:
            low = middle

buffer = Buffer(16)
for step in range(15):
    x, beta, scale = buffer.sample()
    f(x, beta)  # TFR101
    f(x, scale)
    f(x, buffer.size)
points = tf.ones([4])
for step in range(15):
    h = width(points)
    points = f(points, h)  # likely TFR101
track = Track()
for time in np.cumsum(np.random.uniform(size=6)):
    track.update(float(time))
narrow()
config = dict(margin=0.2, name="a")
for epoch in range(int(input())):
    config["margin"] = float(np.square(epoch))
    f(1.0, config)  # likely TFR103
    keep = tuple(bool(kept) for kept in np.random.uniform(size=5) < 0.7)
    f(1.0, keep)  # likely TFR103
""",
    "numbers that do not follow what a loop changes": """\
class Trainer:
    def __init__(self, batch_size):
        self.batch_size = batch_size
        self.warm = True

    def mode(self, step):
        return "warm" if step < 10 else "hot"

    def run(self, batches, sizes):
        best = 1e9
        for step, batch in enumerate(batches):
            loss = f(batch, self.batch_size)
            f(batch, len(batch))
            f(batch, batch.shape[0])
            f(batch, self.warm)
            f(batch, self.mode(step))
            f(batch, float(loss) < best)
            f(batch, step % 2)
            f(batch, (self.batch_size, bool(float(loss) > 1)))
            best = min(best, float(loss))
            self.warm = float(loss) > 1

Trainer(8).run(open("a"), [3, 4])
""",
    "shapes that follow what a loop changes": """\
@tf.function  # likely TFR201
def joined(x):
    return x

@tf.function  # likely TFR201
def cut(x):
    return x

@tf.function  # likely TFR201
def chosen(x):
    return x

@tf.function
def same(x):
    return x

@tf.function
def kept(x):
    return x

def refine(points, extra):
    return np.concatenate([points, np.random.uniform(size=(50, 1))[:extra]])

def chunks(text):
    start = 0
    while start + 25 < len(text):
        end = start + np.random.randint(8, 24)
        yield text[start:end]
        start = end

points = np.random.uniform(size=(10, 1))
pool = list(range(80))
window = np.zeros((5, 1))
x = np.ones((80, 4))
for round_ in range(6):
    joined(tf.constant(points))
    points = refine(points, 4)
    scores = np.random.uniform(size=80)
    worst = [pool[i] for i in np.argsort(scores)[:4]]
    chosen(x[pool])
    pool = [i for i in pool if i not in worst]
    window = np.concatenate([window, np.ones((1, 1))])[-5:]
    kept(tf.constant(window))
    same(x[np.argsort(scores)[:8]])
    same(x[round_ : round_ + 4])
    window = window - float(round_)
    fold = np.concatenate([part for number, part in enumerate([window] * 6) if number != round_])
    same(tf.constant(fold))
for chunk in chunks(np.ones(900)):
    cut(tf.constant(chunk))
""",
    "traces that a test counts": """\
class StepTest(tf.test.TestCase):
    def test_traces(self):
        count = 0

        @tf.function
        def step(x):
            nonlocal count
            count += 1
            return x

        step(tf.ones([1]))
        self.assertEqual(count, 1)

    def test_sums(self):
        total = 0

        @tf.function
        def step(x):
            nonlocal total  # TFR403
            total += 1
            return x

        step(tf.ones([1]))
        print(total)
""",
    "functions that a loop of their maker calls": """\
def solve(matrix, rhs):
    @tf.function  # likely TFR502
    def iterate(x):
        return x - tf.linalg.matvec(matrix, x) + rhs

    x = tf.zeros_like(rhs)
    for _ in range(60):
        x = iterate(x)
    return x

def fit(model, x):
    @tf.function
    def step(x):
        return model(x)

    for _ in range(60):
        step(x)

def solve_for_long(matrix, rhs):
    @tf.function
    def iterate(x):
        return x - tf.linalg.matvec(matrix, x) + rhs

    x = tf.zeros_like(rhs)
    for _ in range(1000):
        x = iterate(x)
    return x

for size in range(int(input())):
    solve(tf.eye(24), tf.ones([24]))
    solve_for_long(tf.eye(24), tf.ones([24]))
    fit(keras.Sequential([keras.layers.Dense(1)]), tf.ones([2, 2]))
""",
    "names that a tuple sets together": """\
def search(x, low: int, high: int):
    while low < high:
        x, middle = f(x), (low + high) // 2
        f(x, middle)  # likely TFR101
        if float(x):
            low = middle + 1
        else:
            high = middle

def integrate(x, end, step=0.1):
    now, count = 0.0, 0
    while now < end:
        step = min(step, end - now)
        x, now = f(x, step), now + step  # likely TFR101
        count, step = count + 1, step * min(2.0, float(x))
    return x, count

def takes_turns(x, a: int, b: int):
    for _ in range(int(input())):
        a, b = b + 1, a - 1
        f(x, a)

def takes_back(x, a: int, b: int):
    for _ in range(int(input())):
        a = b + 1
        b = a - 1
        f(x, a)

def goes_on(x, a: int, b: int):
    for _ in range(int(input())):
        a, b = a + 1, b - 1
        f(x, a)  # TFR101

x = tf.zeros(3)
search(x, len(os.environ), min(np.load("a").shape))
integrate(x, 1.0)
takes_turns(x, len(os.environ), len(os.sep))
takes_back(x, len(os.environ), len(os.sep))
goes_on(x, len(os.environ), len(os.sep))
""",
    "what a base class is handed": """\
class Decay:
    def __init__(self, start):
        self.start = start

    def at(self, step):
        return self.start - 0.01 * step

class Fixed(Decay):
    def at(self, step):
        return self.start

class Agent:
    def __init__(self, schedule, fixed):
        self.schedule, self.fixed, self.step = schedule, fixed, 0

    def learn(self, x):
        value = self.schedule.at(self.step)
        self.step += 1
        f(x, self.fixed.at(self.step))
        return f(x, value)  # TFR101

class Learner(Agent):
    def __init__(self):
        super().__init__(Decay(1.0), Fixed(1.0))

learner = Learner()
for _ in range(20):
    learner.learn(tf.zeros(3))
""",
    "instances that loops go over": """\
class Settings:
    def __init__(self, rate):
        self.rate = rate

class Cycle:
    def __init__(self, total):
        self.total, self.position, self.first = total, 0, Settings(1.0)

    def __iter__(self):
        return self

    def __next__(self):
        if self.position == self.total:
            raise StopIteration
        self.position += 1
        return Settings(0.1 * self.position)

class Numbers(Cycle):
    def __next__(self):
        self.position += 1
        return self.position

class Same(Cycle):
    def __next__(self):
        return self.first

class Rates:
    def __iter__(self):
        for i in range(10):
            yield 0.1 * i

class Flags:
    def __iter__(self):
        for i in range(10):
            yield i % 2

def flags():
    for i in range(10):
        yield i % 2

x = tf.zeros(3)
for settings in Cycle(12):
    f(x, settings)  # TFR104
for number in Numbers(12):
    f(x, number)  # TFR101
for i, settings in enumerate(Same(12)):
    f(x, settings)
for name, rate in zip("abcdefghij", Rates()):
    f(x, rate)  # TFR101
for flag in Flags():
    f(x, flag)
for flag in flags():
    f(x, flag)
""",
    "functions that a loop makes, or takes from instances": """\
def shrink(x, by):
    return x - by

def scaled(by):
    def scale(x):
        return x * by
    return scale

class Still:
    def slope(self, x):
        return 0.0 * x

class Falling:
    def slope(self, x):
        return -x

def path(x, penalties, kept):
    for penalty in penalties:
        step, other = functools.partial(shrink, by=penalty), scaled(penalty)
        for _ in range(30):
            f(x, step)  # TFR105
            f(x, other)  # TFR105
            f(x, kept)

def run(x, system):
    slope = system.slope
    for _ in range(30):
        f(x, system.slope)  # TFR105
        f(x, slope)

path(tf.zeros(3), [1.0, 0.5, 0.2, 0.1], functools.partial(shrink, by=1.0))
for system in (Still(), Falling()):
    run(tf.zeros(3), system)
""",
    "lists and dicts of as many elements as a loop comes to": """\
class Learner:
    def __init__(self):
        self.anchors, self.window = [], []

    def learn(self, x):
        f(x, self.anchors)  # TFR103
        f(x, self.window)
        self.anchors.append(x)
        self.window.append(x)
        if len(self.window) > 3:
            self.window.pop(0)

def parts(sample):
    return [tf.constant(sample[name]) for name in sorted(sample)]

def design(cutoff, taps):
    found = []
    for n in range(taps):
        found.append(cutoff * np.random.uniform())
    total = sum(found)
    return [float(part) / total for part in found]

learner = Learner()
for number in range(9):
    learner.learn(tf.zeros(3))
    sample = {name: np.ones(2) for name in ("a", "b", "c") if hash(name) % (number + 1)}
    f(1.0, parts(sample))  # likely TFR103
    f(1.0, parts(dict(a=1, b=2)))
    f(1.0, design(0.1 * number, int(input())))  # likely TFR103
""",
    "items of a dict that a loop sets anew": """\
DEFAULTS = {"margin": 0.2, "distance": "euclidean"}
config, other, fixed = dict(DEFAULTS), dict(DEFAULTS, margin=1.0), dict(DEFAULTS)
for epoch in range(8):
    config["margin"] = DEFAULTS["margin"] * (1 + 0.5 * epoch)
    fixed["margin"] = 0.5
    if epoch == 3:
        other["margin"] = 0.1 * epoch
    f(1.0, config)  # TFR103
    f(1.0, other)
    f(1.0, fixed)
f(1.0, config)
""",
    "shapes of as many elements as data have of a kind": """\
import re

@tf.function  # likely TFR201
def score(tokens):
    return tokens

@tf.function  # likely TFR201
def train(x):
    return x

@tf.function
def same(x):
    return x

def encode(text):
    return [len(word) for word in re.findall("a+", text)]

def chunks(text):
    start = 0
    while start + 25 < len(text):
        end = start + np.random.randint(8, 24)
        yield text[start:end], text[start : start + 5]
        start = end

one_hot = np.eye(4)
for number, line in enumerate(open("a")):
    score(tf.constant(encode(line)))
for number, (current, five) in enumerate(chunks(np.zeros(90, int))):
    train(one_hot[current][None])
    same(one_hot[five][None])
""",
    "named tuples with a field replaced by name": """\
from typing import NamedTuple

class Rates(NamedTuple):
    birth: float
    death: float

DEFAULT = Rates(1.1, 0.4)

def simulate(x, rates):
    for _ in range(40):
        x = f(x, rates)  # likely TFR103
    return x

for value in np.linspace(0.8, 1.4, 5):
    simulate(1.0, DEFAULT._replace(**{os.sep: float(value)}))
for _ in range(5):
    f(1.0, DEFAULT._replace(**{"birth": 2.0}))
""",
    "batches of what a queue holds": """\
class Service:
    def __init__(self):
        self.queue = []
        self.infer = tf.function(self._forward)  # likely TFR201

    def _forward(self, x):
        return x

    def flush(self):
        rows = []
        while self.queue and len(rows) < 8:
            rows.append(self.queue.pop(0))
        return self.infer(tf.constant(np.stack(rows)))

    def first(self):
        rows = []
        while len(rows) < 8:
            rows.append(np.ones(3))
        return f(tf.constant(np.stack(rows)))

service = Service()
for row in open("a"):
    service.queue.append(np.ones(3))
    service.flush()
    service.first()
""",
    "dicts of other keys": """\
RECORDS = [{"a": 1.0}, {"a": 2.0, "b": 1.0}, {"b": 2.0}, {"c": 1.0, "b": 2.0}]
POINTS = [{"a": 1.0, "b": 2.0}, {"a": 2.0, "b": 1.0}, {"a": 0.5, "b": 1.0}, {"a": 0.0, "b": 0.0}]

def tensors(record):
    return {key: tf.constant(value) for key, value in record.items()}

for record in RECORDS:
    f(1.0, tensors(record))  # likely TFR103
for point in POINTS:
    f(1.0, tensors(point))
""",
}

PROGRAMS["containers that a traced body only fills"] = """\
seen, kept, rows = [], {}, [1.0]

@tf.function
def step(x):
    seen.append(x)  # TFR403
    kept["x"] = x
    return x + rows.pop()  # TFR405

for n in range(3):
    step(tf.ones(2))
    seen, kept, rows = [], {}, [2.0]
"""

PROGRAMS["loops of the graph keep the structure that they start with"] = """\
@tf.function
def collect(x, n):
    def body(i, arrays, total):
        return i + 1, [one.write(i, x) for one in arrays], total + x

    empty = [tf.TensorArray(tf.float32, 3), tf.TensorArray(tf.float32, 3)]
    _, arrays, total = tf.while_loop(
        lambda i, arrays, total: i < n, body, [0, empty, x], parallel_iterations=1
    )
    rows = [row * 2 for row in total]  # TFR304
    return [one.stack() for one in arrays], rows

@tf.function
def mapped(x):
    pairs, _ = tf.map_fn(lambda r: ([r, r], r), x, fn_output_signature=([x.dtype] * 2, x.dtype))
    carried = tf.scan(lambda a, r: (a[0] + r, a[1]), x, (x[0], x[1]), reverse=True)
    packed = tf.nest.pack_sequence_as([0, [1, 2]], [x, x, x], expand_composites=True)
    return [one + 1 for one in pairs], [one + 1 for one in carried], [p for p in packed[1]]

for _ in range(3):
    collect(tf.ones([3]), tf.constant(3))
    mapped(tf.ones([3]))
"""

SHARED = {
    "measure(x, False)": 0,
    "measure(x)": 1,
    "measure(x, tf.constant(True))": 0,
    "measure(x, True)": 1,
    "measure(x, None)": 0,
    "measure(x, x.shape[0] > 2)": 1,
    "measure(x, [True])": 0,
}
PROGRAMS |= {
    f"state that is set between {first} and other calls": f"""\
noise = 1.0
x = tf.ones([4, 3])

@tf.function
def measure(x, train=True):
    value = noise{"  # TFR405" * is_shared}
    return (x if train is None else 2 * x) + tf.cast(value, x.dtype)

def run():
    global noise
    {first}
    noise = 0.5
    for _ in range(3):
        measure(x, train=True)

run()
"""
    for first, is_shared in SHARED.items()
}
PROGRAMS["values that calls with other keys, or equal ones, read while they are traced"] = """\
seed, rate = 1, 0.5

@tf.function
def by_number(x, n):
    return x * rate + n

@tf.function
def in_turn(x, n):
    return x * rate + n  # TFR405

@tf.function
def once_each(x, name):
    return x + time.time() + len(name)

@tf.function
def twice(x, name):
    return x + time.time() + len(name)  # TFR404

def run(x):
    global rate
    for n in range(9):
        by_number(x, n)
        rate = rate / 2
    for epoch in range(9):
        for n in range(2):
            in_turn(x, n)
        rate = rate / 2
    once_each(x, "a"), once_each(x, "b")
    twice(x, "a"), twice(x, "a")

run(tf.ones([3]))
"""
PROGRAMS["numbers that may recur, or never do, beside state that is rebound"] = """\
level = 0.5

@tf.function
def by_counter(x, n):
    return x * level + n

@tf.function
def in_one_iteration(x, n):
    return x * level + n  # TFR405

@tf.function
def in_threes(x, n):
    return x * level + n  # TFR405

@tf.function
def drawn(x, n):
    return x * level + n  # likely TFR405

@tf.function
def recurring(x, n):
    return x * level + n  # TFR405

@tf.function
def linear(x, n):
    return x * level + n

class Trainer:
    def __init__(self):
        self.rate, self.at = 1.0, 0

    @tf.function
    def train(self, x, n):
        return x * level + n  # likely TFR405

    @tf.function
    def log(self, x, n):
        return x * level + n

    def run(self, x, rows):
        global level
        for row in rows:
            self.train(x, self.rate)
            level = level / 2
            self.rate = max(0.1, self.rate * 0.9)
        for row in rows:
            self.log(x, self.at)
            level = level / 2
            self.at += 1

def run(x, rows, epochs):
    global level
    n = 0
    while level > 0:
        by_counter(x, n)
        level = level / 2
        n += 1
    for epoch in range(epochs):
        for row in rows:
            in_one_iteration(x, epoch)
            level = level / 2
    for epoch in range(40):
        in_threes(x, 1 / (1 + epoch // 3))
        level = level / 2
    for row in rows:
        drawn(x, random.randint(0, 5))
        level = level / 2
    for epoch in range(40):
        recurring(x, epoch % 7)
        level = level / 2
    for at, row in enumerate(rows):
        linear(x, 2 * at + 1)
        level = level / 2

run(tf.ones([3]), open("rows"), 9)
Trainer().run(tf.ones([3]), open("rows"))
"""
PROGRAMS["instances of sizes of their own, and of numbers of their own"] = """\
class Sized:
    def __init__(self, n):
        self.w = tf.Variable(tf.ones([n, 4]))

    @tf.function
    def step(self, x):
        return x @ self.w

class Layered:
    def __init__(self, units):
        self.dense = keras.layers.Dense(units)

    @tf.function
    def step(self, x):
        return self.dense(x)

class Scaled:
    def __init__(self, rate):
        self.rate = tf.Variable(rate)
        self.dense = keras.layers.Dense(3)

    @tf.function
    def step(self, x):
        return self.dense(x) * self.rate

for n in range(2, 30):
    sized = Sized(n)
    sized.step(tf.ones([2, 4]))
    layered = Layered(n)
    layered.step(tf.ones([2, 4]))
    scaled = Scaled(0.1 * n)  # TFR506
    scaled.step(tf.ones([2, 4]))
"""
PROGRAMS["predictions for as many rows, and as often, as the callers of a function say"] = """\
model = keras.Sequential([keras.layers.Dense(1)])

def batches(x, size=8):
    return tf.data.Dataset.from_tensor_slices(x).batch(size).repeat()

def unknown(x, size):
    return tf.data.Dataset.from_tensor_slices(x).batch(size)

def run(steps):
    for step in range(steps):
        model.predict(np.random.normal(size=(32, 4)))  # TFR601

model.fit(batches(open("x")), epochs=3)
for x, y in batches(open("x"), 1).take(500):
    model.predict(x)  # TFR601
for x, y in unknown(open("x"), int(open("n"))).take(500):
    model.predict(x)  # TFR601
run(30_000)
for step in range(10 ** 30):
    model.predict(np.random.normal(size=(32, 4)))  # likely TFR601
"""
CALLBACK = """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)
        self.beta = self.gamma = self.delta = 0.0
        self.scale = tf.Variable(0.0, trainable=False)

    def call(self, x):
        return self.dense(x) * self.scale

    def train_step(self, data):
        x, y = data
        self.delta = 2.0
        loss = self.beta * tf.reduce_mean((self(x) - y) ** 2)  # MARK
        return {"loss": loss + self.delta}

class Other(keras.Model):
    def __init__(self):
        super().__init__()
        self.beta = 0.0

    def call(self, x):
        return x * self.beta

class Anneal(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta = min(1.0, epoch / 10)
        self.model.gamma = epoch
        self.model.delta = epoch
        self.model.scale.assign(epoch / 10)

class Anew(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta = min(1.0, epoch / 10)
        self.model.make_train_function(force=True)

class NotAnew(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta = min(1.0, epoch / 10)
        self.model.make_train_function()

class First(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.model.beta = 0.5

net, other = Net(), Other()
net.compile("adam")
other.compile("adam", "mse")
other.fit(tf.ones([8, 2]), tf.ones([8, 2]), epochs=3, callbacks=[First()])
net.fit(tf.ones([8, 2]), tf.ones([8, 2]), FIT)
"""
PROGRAMS |= {
    f"attributes of a model, read while Keras traces it: {fit}": CALLBACK.replace(
        "FIT", fit
    ).replace("  # MARK", "  # TFR405" * is_told)
    for fit, is_told in {
        "epochs=30, callbacks=[Anneal()]": True,
        "epochs=int(input()), callbacks=[First(), Anneal()]": True,
        "callbacks=[Anneal()]": False,
        "epochs=1, callbacks=[Anneal()]": False,
        "epochs=30, callbacks=[Anew()]": False,
        "epochs=30, callbacks=[NotAnew()]": True,
        "epochs=30, callbacks=[First()]": False,
        "epochs=30": False,
    }.items()
}
FITS = """\
for n in range(9):
    {0}
    net.fit(tf.ones([8, 2]), initial_epoch=n, epochs=n + {1}, callbacks=[Anneal()])
"""
PROGRAMS |= {
    f"attributes of a model that a loop trains: {between} {count}": CALLBACK.replace(
        "net.fit(tf.ones([8, 2]), tf.ones([8, 2]), FIT)\n", FITS.format(between, count)
    ).replace("  # MARK", "  # TFR405" * is_told)
    for between, count, is_told in (
        ('net.compile("adam")  # likely TFR602', 1, False),
        ('net.compile("adam")  # likely TFR602', 2, True),
        ("pass", 1, True),
    )
}
SCHEDULE = """\
x, y = tf.ones([8, 2]), tf.ones([8, 1])
model = keras.Sequential([keras.layers.Dense(1)])

class WarmUp(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, warm):
        self.warm = warm

    def __call__(self, step):
        if self.warm < 3:
            return 0.1
        if step < self.warm:  # MARK
            return 0.1 * step
        return tf.where(step < 2 * self.warm, 0.1, 0.01)

optimizer = keras.optimizers.Adam(WarmUp(10))

def step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))

RUN
"""
PROGRAMS["a schedule with a condition that is traced by itself"] = (
    SCHEDULE.replace(
        "    def __call__", "    @tf.function(reduce_retracing=True)\n    def __call__"
    )
    .replace("RUN", "model.compile(optimizer, 'mse')\nmodel.fit(x, y)")
    .replace("  # MARK", "")
)
PROGRAMS |= {
    f"a schedule with a condition: {run}": SCHEDULE.replace("RUN", run).replace(
        "  # MARK", "  # TFR304" * is_told
    )
    for run, is_told in {
        "model.compile(optimizer, 'mse')\nmodel.fit(x, y)": True,
        "model.compile(loss='mse', optimizer=optimizer)\nmodel.train_on_batch(x, y)": True,
        "model.compile(optimizer, 'mse', run_eagerly=True)\nmodel.fit(x, y)": False,
        "model.compile('adam', 'mse')\nmodel.fit(x, y)": False,
        "tf.function(step)()": True,
        "step()": False,
        "print(WarmUp(10)(3))": False,
        "show = tf.function(lambda n: WarmUp(10)(n))\nshow(tf.constant(1))": False,
    }.items()
}
PROGRAMS["functions that a decorator hands to a server"] = """\
import fastapi
from flask import Flask
from unknown import App

web = Flask(__name__)
api = fastapi.FastAPI()
other = App()

@web.route("/a", methods=["POST"])
def flask_route():
    fn = tf.function(lambda v: v * 2)  # likely TFR502
    return float(fn(tf.ones([1]))[0])

@api.post("/b")
def fastapi_route(text: str):
    fn = tf.function(lambda v: v * 2)  # likely TFR502
    return float(fn(tf.ones([1]))[0])

@other.once("/c")
def unknown_route(text: str):
    fn = tf.function(lambda v: v * 2)
    return float(fn(tf.ones([1]))[0])
"""

PROGRAMS["each instance of a class with a traced method has its own traces"] = """\
class Encoder(tf.Module):
    @tf.function
    def __call__(self, x):
        return x

    @tf.function  # TFR201
    def encode(self, x):
        return x

    @tf.function
    def scale(self, x, k):
        return x * tf.cast(k, x.dtype)

    def run(self, k):
        for _ in range(9):
            self.scale(tf.ones([2]), k)

    def run_many(self):
        for k in range(9):
            self.scale(tf.ones([2]), k)  # TFR101

@dataclasses.dataclass(frozen=True)
class Equal:
    size: int = 1

    @tf.function
    def scale(self, x, k):
        return x * k

small, big = Encoder(), Encoder()
for _ in range(9):
    small(tf.ones([2, 8]))
    big(tf.ones([2, 16]))
    small.encode(tf.ones([2, 8]))
    big.encode(tf.ones([2, 16]))
    big.encode(tf.ones([2, 32]))
    small.scale(tf.ones([2]), 1)
    big.scale(tf.ones([2], tf.float64), 2)

for k in range(9):
    Encoder().run(k)  # TFR506
    small.run_many()
    equal = Equal()
    equal.scale(tf.ones([2]), k)  # TFR101
"""
PROGRAMS["functions for a model that is made as often"] = """\
shared = keras.Sequential([keras.layers.Dense(1)])
x = tf.ones([2, 2])

def with_its_own(x):
    model = keras.Sequential([keras.layers.Dense(1)])

    @tf.function
    def step(x):
        return model(x)

    return step(x)

def with_one_for_all(x):
    @tf.function  # TFR502
    def step(x):
        return shared(x)

    return step(x)

def with_one_that_is_loaded(path, x):
    return tf.function(keras.models.load_model(path))(x)

def of_new_ones(model, x):
    @tf.function
    def step(x):
        return model(x)

    return step(x)

def of_one(model, x):
    @tf.function  # TFR502
    def step(x):
        return model(x)

    return step(x)

def by_a_helper(x):
    model = keras.Sequential([keras.layers.Dense(1)])

    def forward(x):
        return model(x)

    @tf.function
    def step(x):
        return forward(x)

    return step(x)

class Trainer:
    def __init__(self):
        self.once = None
        self.kept = shared

    def fit(self, x):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        step = tf.function(lambda x: self.model(x))
        return step(x)

    def fit_one(self, x):
        step = tf.function(lambda x: self.kept(x))  # TFR502
        return step(x)

    def fit_lazily(self, x):
        if self.once is None:
            self.once = keras.layers.Dense(1)
        step = tf.function(lambda x: self.once(x))  # TFR502
        return step(x)

    def reset(self):
        self.again = keras.layers.Dense(1)

    def fit_again(self, x):
        self.reset()
        step = tf.function(lambda x: self.again(x))
        return step(x)

class Run:
    def __init__(self, model):
        self.model = model

    def go(self, x):
        step = tf.function(lambda x: self.model(x))
        return step(x)

trainer = Trainer()
for path in open('paths'):
    with_its_own(x)
    with_one_for_all(x)
    with_one_that_is_loaded(path, x)
    of_new_ones(keras.Sequential([keras.layers.Dense(1)]), x)
    of_one(shared, x)
    by_a_helper(x)
    trainer.fit(x)
    trainer.fit_one(x)
    trainer.fit_lazily(x)
    trainer.fit_again(x)
    Run(shared).go(x)
"""
PROGRAMS["concrete functions that are exported, not run"] = """\
net = keras.Sequential([keras.layers.Dense(3)])
run = tf.function(lambda x: net(x))
signatures, runs, kept = {}, {}, []
x = tf.ones([8, 10])
for n in range(1, 9):
    spec = tf.TensorSpec([n, 10])
    concrete = run.get_concrete_function(spec)
    tf.lite.TFLiteConverter.from_concrete_functions([concrete]).convert()
    tf.saved_model.save(net, f'of_{n}', signatures=run.get_concrete_function(spec))
    signatures[f'of_{n}'] = run.get_concrete_function(spec)
    run.get_concrete_function(spec).graph.as_graph_def()
    tf.function(lambda x: net(x)).get_concrete_function(spec)(x[:n])
    runs[n] = run.get_concrete_function(spec)  # TFR208
    kept.append(run.get_concrete_function(spec))  # TFR208
    called = run.get_concrete_function(spec)  # TFR208
    called(x[:n])
    run.get_concrete_function(spec)  # TFR208
    both = run.get_concrete_function(spec)  # TFR208
    tf.saved_model.save(net, f'both_{n}', signatures=both)
    both(x[:n])
tf.saved_model.save(net, 'all', signatures=signatures)
for n in runs:
    runs[n](x[:n])
for one in kept:
    one(x)
"""
_EAGERLY = """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1)

    def call(self, x):
        y = self.dense(x)
        if tf.reduce_sum(y) > 0:{mark}
            return y
        return -y

class Gate(keras.layers.Layer):
    def call(self, x):
        if tf.reduce_sum(x) > 0:  # TFR304
            return x
        return -x

def loss(y, p):
    if tf.reduce_sum(y) > 0:{mark}
        return tf.reduce_mean(y - p)
    return tf.reduce_mean(y + p)

net = Net()
net.compile('sgd', loss{option})
net.fit(tf.ones([8, 2]), tf.ones([8, 1]))
gated = keras.Sequential([Gate(), keras.layers.Dense(1)])
gated.compile('sgd', 'mse'{option})
gated.fit(tf.ones([8, 2]), tf.ones([8, 1]))
"""
_TRACED = "  # TFR304"
PROGRAMS["what Keras traces"] = _EAGERLY.format(mark=_TRACED, option="")
PROGRAMS["what Keras runs eagerly, but for what it builds layers with"] = _EAGERLY.format(
    mark="", option=", run_eagerly=True"
)
PROGRAMS["what Keras traces because it is asked to"] = _EAGERLY.format(
    mark=_TRACED, option=", run_eagerly=False"
)
PROGRAMS["what is kept once it is there"] = """\
model = keras.Sequential([keras.layers.Dense(1)])
memo, seen = {}, set()

def kept(k):
    if k in memo:
        return memo[k]
    memo[k] = model.predict(np.array([[k]]))
    return memo[k]

def kept_nowhere(k):
    if k in memo:
        return memo[k]
    return model.predict(np.array([[k]]))  # TFR601

def kept_for_a_call(k):
    local = {}
    if k not in local:
        local[k] = model.predict(np.array([[k]]))  # TFR601
    return local[k]

def kept_under_another_key(k):
    if k not in memo:
        memo[k + 1] = model.predict(np.array([[k]]))  # TFR601

def done_once(k):
    if k in seen:
        return
    seen.add(k)
    model.predict(np.array([[k]]))

class Memo:
    def __init__(self):
        self.memo = {}
        self.last = None
        self.reset = None

    def tried(self, k):
        try:
            return self.memo[k]
        except KeyError:
            self.memo[k] = model.predict(np.array([[k]]))
        return self.memo[k]

    def asked(self, k):
        found = self.memo.get(k)
        if found is None:
            found = self.memo[k] = model.predict(np.array([[k]]))
        return found

    def first(self, k):
        if self.last is None:
            self.last = model.predict(np.array([[k]]))
        return self.last

    def first_after_each(self, k):
        if self.reset is None:
            self.reset = model.predict(np.array([[k]]))  # TFR601
        found = self.reset
        self.reset = None
        return found

memos = Memo()
for _ in range(1000):
    for k in range(9):
        kept(k), kept_nowhere(k), kept_for_a_call(k), kept_under_another_key(k), done_once(k)
        memos.tried(k), memos.asked(k), memos.first(k), memos.first_after_each(k)
"""
PROGRAMS["models that are compiled once"] = """\
one = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
x, y = tf.ones([8, 2]), tf.ones([8, 1])

def train(model):
    if getattr(model, 'optimizer', None) is None:
        model.compile('adam', 'mse')
    model.fit(x, y)

def train_if_ready(model):
    if getattr(model, 'name', None) is None:
        model.compile('adam', 'mse')  # TFR602
    model.fit(x, y)

for i in range(50):
    if not one.compiled:
        one.compile('adam', 'mse')
    if one.optimizer is None:
        one.compile('adam', 'mse')
    if not one.stop_training:
        one.compile('adam', 'mse')  # TFR602
    one.fit(x, y)
    train(one)
    train_if_ready(one)
"""
PROGRAMS["models that are compiled where a predicate says so"] = """\
x, y = tf.ones([8, 2]), tf.ones([8, 1])

def is_compiled(model):
    return getattr(model, 'optimizer', None) is not None

def is_trained(model):
    return model.history is not None

class Trainer:
    def __init__(self):
        self.model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])

    def has_optimizer(self, model):
        try:
            return model.optimizer is not None
        except AttributeError:
            return False

    def needs_optimizer(self):
        if self.model.optimizer is None:
            return True
        return False

    def returns_early(self, model):
        if self.has_optimizer(model):
            return
        model.compile('adam', 'mse')

    def asks_a_function(self):
        if not is_compiled(self.model):
            self.model.compile('adam', 'mse')

    def asks_of_its_own(self):
        model = self.model
        if self.needs_optimizer():
            self.model.compile('adam', 'mse')
        if not bool(model.compiled):
            model.compile('adam', 'mse')

    def leaves_it_to_another(self, model):
        if not self.has_optimizer(model):
            self.prepare(model)

    def prepare(self, model):
        model.compile('adam', 'mse')

    def asks_something_else(self):
        if is_trained(self.model):
            return
        self.model.compile('adam', 'mse')  # TFR602

    def asks_of_another(self, other):
        if is_compiled(other):
            return
        self.model.compile('adam', 'mse')  # TFR602

trainer = Trainer()
other = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
for i in range(50):
    trainer.returns_early(trainer.model)
    trainer.asks_a_function()
    trainer.asks_of_its_own()
    trainer.leaves_it_to_another(trainer.model)
    trainer.asks_something_else()
    trainer.asks_of_another(other)
    trainer.model.fit(x, y)
"""
PROGRAMS["variables that a handler makes where they are missing"] = """\
variables = {}

def kept(name):
    try:
        return variables[name]
    except KeyError:
        variables[name] = tf.Variable(1.0)
        return variables[name]

def kept_nowhere(name):
    try:
        return variables[name]
    except KeyError:
        return tf.Variable(1.0)  # TFR401

def expecting_more(name):
    try:
        return variables[name]
    except ValueError:
        variables[name] = tf.Variable(1.0)  # TFR401
        return variables[name]

class Scale:
    @tf.function
    def once(self, x):
        try:
            w = self.w
        except AttributeError:
            w = self.w = tf.Variable(2.0)
        return x * w

    @tf.function
    def asked(self, x):
        if not getattr(self, 'v', None):
            self.v = tf.Variable(2.0)
        return x * self.v

@tf.function
def net(x):
    return x * kept('a') * kept_nowhere('b') * expecting_more('c')

scale = Scale()
for _ in range(9):
    net(tf.ones([2]))
    scale.once(tf.ones([2]))
    scale.asked(tf.ones([2]))
"""
PROGRAMS["models that are compiled for other layers each time"] = """\
base = keras.Sequential([keras.layers.Dense(4) for _ in range(50)])
model = keras.Sequential([base, keras.layers.Dense(1)])
critic = keras.Sequential([keras.layers.Dense(1)])
x, y = tf.ones([8, 2]), tf.ones([8, 1])

def freeze_until(n):
    for layer in base.layers[:n]:
        layer.trainable = False
    for layer in base.layers[n:]:
        layer.trainable = True

def freeze(model, is_trainable):
    model.trainable = is_trainable
    for layer in model.layers:
        layer.trainable = is_trainable

class Tuner:
    def unfreeze(self, k):
        base.layers[-k].trainable = True
        model.compile('adam', 'mse')

    def unfreeze_all(self, k):
        base.trainable = True
        model.compile('adam', 'mse')  # TFR602

for layer in reversed(base.layers):
    layer.trainable = True
    model.compile('adam', 'mse')
    model.fit(x, y)
for n in range(50, 0, -5):
    freeze_until(n)
    model.compile('adam', 'mse')
    model.fit(x, y)
tuner = Tuner()
for k in range(1, 50):
    tuner.unfreeze(k)
    model.fit(x, y)
for k in range(1, 50):
    tuner.unfreeze_all(k)
    model.fit(x, y)
for _ in range(2000):
    freeze(critic, True)
    critic.compile('adam', 'mse')  # TFR602
    critic.train_on_batch(x, y)
    freeze(critic, False)
    model.compile('adam', 'mse')  # TFR602
    model.train_on_batch(x, y)
"""
PROGRAMS["generators that the body seeds"] = """\
SEED = 7
kept = np.random.RandomState(0)

@tf.function
def project(x):
    rng = np.random.RandomState(SEED)
    return x @ rng.normal(size=(4, 4)) + np.random.default_rng(seed=3).normal()

@tf.function
def project_anew(x):
    rng = np.random.default_rng()
    drawn = np.random.RandomState(np.random.randint(9)).rand()  # TFR404 TFR404
    system = np.random.RandomState(None).rand()  # TFR404
    return x * rng.normal() * kept.normal() * drawn * system  # TFR404 TFR404

@tf.function
def seeded(x):
    np.random.seed(0)
    return x * np.random.rand()

@tf.function
def seeded_late(x):
    y = x * np.random.rand()  # TFR404
    np.random.seed(0)
    return y

@tf.function
def seeded_elsewhere(x):
    random.seed(0)
    return x * np.random.rand()  # TFR404

def mask(x):
    return x * np.random.default_rng(SEED).uniform(size=[2])

def mask_anew(x):
    return x * np.random.default_rng().uniform(size=[2])  # TFR404

tf.data.Dataset.from_tensors(tf.ones([2])).map(mask).map(mask_anew)
for _ in range(9):
    project(tf.ones([4, 4])), project_anew(tf.ones([4, 4])), seeded(tf.ones([4, 4]))
    seeded_late(tf.ones([4, 4])), seeded_elsewhere(tf.ones([4, 4]))
"""
PROGRAMS["flags that callers pass as conditions"] = """\
model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
x, y = tf.ones([8, 2]), tf.ones([8, 1])

def train(first):
    if first:
        model.compile('adam', 'mse')
    model.fit(x, y)

def train_unless(again):
    if not again:
        model.compile('adam', 'mse')
    model.fit(x, y)

def train_later(last):
    if last:
        model.compile('adam', 'mse')  # TFR602
    model.fit(x, y)

for i in range(50):
    train(i == 0)
    train_unless(i > 0)
    train_later(i > 5)
"""
PROGRAMS["functions that the iteration makes anew which changes what they are called with"] = """\
class Growing:
    def __init__(self):
        self.build()

    def build(self):
        self.step = tf.function(self._step)
        self.other = tf.function(self._other)

    def _step(self, x, k):
        return x * k

    def _other(self, x, k):
        return x + k

    def train(self):
        for k in range(9):
            self.build()
            for _ in range(99):
                self.step(tf.ones([2]), k)

    def train_with_one(self):
        for k in range(9):
            if k == 5:
                self.build()
            for _ in range(99):
                self.other(tf.ones([2]), k)  # TFR101

class Wrapped:
    def __init__(self):
        self.step = tf.function(self._step)  # TFR201

    def _step(self, x):
        return x

Growing().train()
Growing().train_with_one()
one, two = Growing(), Growing()
for k in range(9):
    one.build()
    one.step(tf.ones([2]), k)
    two.step(tf.ones([2]), k)  # TFR101

kept = Wrapped()
for n in range(9):
    made = Wrapped()  # TFR506
    kept.step(tf.ones([n]))
    made.step(tf.ones([n, 2]))
"""
PROGRAMS["a deque holds what is put into the one of its allocation site"] = """\
class Agent:
    def __init__(self):
        self.memory = collections.deque(maxlen=2000)
        self.unknown = collections.deque(maxlen=2000)
        self.tables = collections.deque()
        self.model = keras.Sequential([keras.layers.Dense(2)])
        self.model.compile("adam", "mse")

    def remember(self, state, table, asked):
        self.memory.append((state, 0, 1.0))
        self.tables.appendleft(table)
        self.unknown.append((asked, 1))

    def replay(self):
        for state, action, reward in random.sample(self.memory, 32):
            target = self.model.predict(state)  # TFR601
            target[0][action] = reward
            self.model.fit(state, target, epochs=1, verbose=0)

    def replay_unknown(self):
        for state, action in random.sample(self.unknown, 32):
            target = self.model.predict(state)  # likely TFR601
            target[0][action] = 1.0
            self.model.fit(state, target, epochs=1, verbose=0)

    def replay_all(self):
        for table in self.tables:
            self.model.predict(table)

agent = Agent()
shapes = random.choices([(1,), (2,), (3,)], k=2)
lengths = random.sample([1, 2, 3, 4], 2)
for _ in range(1000):
    agent.remember(np.zeros((1, 4)), np.zeros((5000, 4)), input())
    agent.replay()
    agent.replay_unknown()
    agent.replay_all()
for (length,), other in zip(shapes, lengths):
    f(tf.ones([2]), length)
    f(tf.ones([2]), other)
"""
METRICS = """\
class Metric(keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.total = self.add_weight(name="total", initializer="zeros")
        self.batches = 0
        self.traces = 0

    def update_state(self, y, p, sample_weight=None):
        self.traces += 1
        self.batches += 1  # {counts}
        if tf.reduce_mean(p) > 0.0:  # {raises}
            self.total.assign_add(tf.reduce_mean(p))

    def result(self):
        return self.total / self.batches

    def reset_state(self):
        self.total.assign(0.0)
        self.batches = 0

class Loss(keras.losses.Loss):
    def call(self, y, p):
        if tf.reduce_mean(p) > 0.0:  # {raises}
            return p
        return p * y

class Converted(keras.losses.Loss):
    @tf.function
    def call(self, y, p):
        if tf.reduce_mean(p) > 0.0:
            return p
        return p * y

def scaled(rate):
    def loss(y, p):
        if tf.reduce_mean(p) > rate:  # {raises}
            return p
        return p * y

    return loss

x, y = tf.ones([64, 2]), tf.ones([64, 1])
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", Converted())
model.fit(x, y)
"""
for use, (counts, raises) in {
    'model.compile("sgd", Loss(), metrics=[Metric(), scaled(1.0)])\nmodel.fit(x, y)\n': (
        "TFR403",
        "TFR304",
    ),
    "metric, loss, other = Metric(), Loss(), scaled(1.0)\n"
    "metric.update_state(x, y)\nloss(x, y)\nother(x, y)\n": ("silent", "silent"),
}.items():
    PROGRAMS[f"what a compiled model calls of losses and metrics: {use}"] = (
        METRICS.format(counts=counts, raises=raises) + use
    )
WRAPPING = """\
def decorate(fn):
    def inner(*args, **kwargs):
        {body}

    return inner

@decorate
@tf.function
def step(x, k=1):
    return x * k

class Trainer:
    @decorate
    @tf.function
    def step(self, x, k=1):
        return x * k

trainer = Trainer()
for k in range(100):
    step(tf.ones([2]), k)  # {mark}
    trainer.step(tf.ones([2]), k=k)  # {mark}
"""
WRAPPED = {
    "timed": "begin = time.time(); r = fn(*args, **kwargs); print(time.time() - begin); return r",
    "in a context": "with tf.name_scope('step'): return fn(*args, **kwargs)",
    "by another name": "args = [tf.constant(a) for a in args]; return fn(*args, **kwargs)",
    "with something else": "return fn(*args, **kwargs), time.time()",
    "without a keyword": "kwargs.pop('k', None); return fn(*args, **kwargs)",
    "without keywords": "return fn(*args)",
    "from a cache": "return KNOWN[args] if args in KNOWN else fn(*args, **kwargs)",
    "perhaps": "return fn(*args, **kwargs) if args else None",
    "but for errors": "try: return fn(*args, **kwargs)\n        except ValueError: return None",
    "twice": "fn(*args, **kwargs); return fn(*args, **kwargs)",
    "converted": "kwargs['k'] = tf.constant(kwargs['k']); return fn(*args, **kwargs)",
}
for name, body in WRAPPED.items():
    mark = "TFR101" if name in ("timed", "in a context") else "silent"
    PROGRAMS[f"a decorator calls what it is applied to {name}"] = WRAPPING.format(
        body=body, mark=mark
    )
PROGRAMS["a decorator with arguments, and one for methods"] = """\
def named(text):
    def decorate(fn):
        @functools.wraps(fn)
        def inner(self, x, *args, **kwargs):
            with tf.name_scope(text):
                return fn(self, x, *args, **kwargs)

        return inner

    return decorate

def turned(fn):
    def inner(self, x, k):
        return fn(self, k, x)

    return inner

class Trainer:
    @named("step")
    @tf.function
    def step(self, x, k):
        return x * k

    @turned
    @tf.function
    def turned(self, x, k):
        return x * k

trainer = Trainer()
for k in range(100):
    trainer.step(tf.ones([2]), k)  # TFR101
    trainer.turned(tf.ones([2]), k)
"""
PROGRAMS["what a solver is handed runs again and again"] = """\
import scipy.optimize
from scipy.integrate import odeint

model = keras.Sequential([keras.layers.Dense(2)])

def cost(p):
    return float(model.predict(np.array([p]), verbose=0)[0, 0])  # likely TFR601

def unused(p):
    return float(model.predict(np.array([p]), verbose=0)[0, 0])

def given(p):
    return float(model.predict(np.array([p]), verbose=0)[0, 0])

def made(y, t):
    step = tf.function(lambda x: x * 2)  # TFR502
    return step(tf.constant(y)).numpy()

class Fit:
    def loss(self, p):
        return float(model.predict(np.array([p]), verbose=0)[0, 0])  # likely TFR601

    def run(self):
        return scipy.optimize.minimize(self.loss, np.ones(2))

scipy.optimize.differential_evolution(cost, [(0, 1)] * 2)
scipy.optimize.minimize(np.sum, given(np.ones(2)))
odeint(lambda y, t: made(y, t), np.ones(2), np.linspace(0, 1, 50))
Fit().run()
"""
PROGRAMS["a Jacobian in a helper of eager code and of graphs"] = """\
def both(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    return tape.batch_jacobian(y, x)  # TFR507

def in_graphs(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    return tape.batch_jacobian(y, x)

def once(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    return tape.batch_jacobian(y, x)

@tf.function
def step(x):
    return both(x) + in_graphs(x) + once(x)

once(tf.ones([2, 3]))
for _ in range(1000):
    step(tf.ones([2, 3]))
    both(tf.ones([2, 3]))
"""
PROGRAMS["a function for one of the few objects that a registry holds"] = """\
class Endpoint:
    def __init__(self, units):
        self.model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(units)])

    def handle(self, rows):
        return tf.function(self.model)(rows)  # TFR502

class Registry:
    def __init__(self):
        self.endpoints = {}

    def add(self, name, endpoint):
        self.endpoints[name] = endpoint

    def post(self, name, rows):
        endpoint = self.endpoints.get(name)
        return None if endpoint is None else endpoint.handle(rows)

registry = Registry()
registry.add("small", Endpoint(2))
registry.add("large", Endpoint(3))
for name in ("small", "large", "small", "absent", "large", "small"):
    registry.post(name, tf.ones([1, 2]))
"""
PROGRAMS["a function for each of the objects that a registry holds"] = """\
class Endpoint:
    def __init__(self, units):
        self.model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(units)])

    def handle(self, rows):
        return tf.function(self.model)(rows)

class Registry:
    def __init__(self):
        self.endpoints = {}

    def add(self, name, endpoint):
        self.endpoints[name] = endpoint

    def post(self, name, rows):
        endpoint = self.endpoints.get(name)
        return None if endpoint is None else endpoint.handle(rows)

registry = Registry()
for name in "abcdefgh":
    registry.add(name, Endpoint(2))
for name in "abcdefgh":
    registry.post(name, tf.ones([1, 2]))
"""
PROGRAMS["a method that instances of several classes inherit"] = """\
class Curve:
    def fit(self, x):
        @tf.function  # TFR502
        def step(x):
            return x * x

        return step(x)

    def plot(self, x):
        raise NotImplementedError

class Line(Curve):
    def plot(self, x):
        @tf.function
        def draw(x):
            return x + x

        return draw(x)

class Parabola(Curve):
    def plot(self, x):
        @tf.function
        def draw(x):
            return x * x

        return draw(x)

for curve in [Line(), Parabola(), Line(), Parabola(), Line()]:
    curve.fit(tf.ones([2]))

for curve in [Line(), Parabola(), Line()]:
    curve.plot(tf.ones([2]))
"""
PROGRAMS["a number of the loop of a comprehension in what is called once"] = """\
OPTIONS = {"steps": 30}

def losses(x):
    return [f(x, step) for step in range(OPTIONS["steps"])]  # TFR101

def of_the_same(x, step):
    return [f(x, step) for _ in range(OPTIONS["steps"])]

def of_two(x):
    return [f(x, step) for _ in range(OPTIONS["steps"]) for step in (0, 1)]

losses(tf.ones([2]))
of_the_same(tf.ones([2]), 3)
of_two(tf.ones([2]))
"""
PROGRAMS["what a traced function gives back and gets again, longer each time"] = """\
weight = tf.Variable(tf.ones([4, 4]))

@tf.function  # likely TFR201
def grow(token, cache):
    cache = tf.concat([cache, (token @ weight)[:, None]], axis=1)
    return tf.reduce_sum(cache, 1), cache

@tf.function
def scale(token, cache):
    return token @ weight, cache * 2

@tf.function
def shift(token, cache):
    cache = tf.concat([cache[:, 1:], (token @ weight)[:, None]], axis=1)
    return tf.reduce_sum(cache, 1), cache

@tf.function
def shift_rows(token, cache):
    cache = tf.concat([cache[1:], token @ weight], axis=0)
    return tf.reduce_sum(cache, 0, keepdims=True), cache

@tf.function
def crop(token, cache):
    cache = tf.concat([cache, (token @ weight)[:, None]], axis=1)[:, -3:]
    return tf.reduce_sum(cache, 1), cache

def decode(token, cache):
    for _ in range(20):
        token, cache = grow(token, cache)

def decode_in_window(token, cache):
    for _ in range(20):
        token, cache = scale(token, cache)
    for _ in range(20):
        token, cache = shift(token, cache)
    for _ in range(20):
        token, cache = crop(token, cache)

def decode_one(token, rows):
    for _ in range(20):
        token, rows = shift_rows(token, rows)

decode(tf.ones([2, 4]), tf.zeros([2, 0, 4]))
decode_in_window(tf.ones([2, 4]), tf.zeros([2, 3, 4]))
decode_one(tf.ones([1, 4]), tf.zeros([3, 4]))
"""
PROGRAMS["lists of what a set leaves"] = """\
rng = np.random.default_rng(0)
NEIGHBOURS = {i: rng.choice(50, size=4) for i in range(50)}

@tf.function
def score(items):
    return tf.reduce_sum(items)

def found(user):
    return sorted({int(n) for n in NEIGHBOURS[user]})

def unseen(user):
    return sorted(set(NEIGHBOURS[user]) - set(range(9)))

def row(user):
    return [int(n) for n in NEIGHBOURS[user]]

def of_all():
    return sorted({n for i in range(50) for n in NEIGHBOURS[i]})

for user in range(30):
    score(found(user))  # likely TFR103
    score(unseen(user))  # likely TFR103
    score(np.array(row(user)))
    score(np.array(of_all()))
"""
PROGRAMS["groups that functions make of data"] = """\
@tf.function  # likely TFR201
def by_append(rows):
    return rows

@tf.function  # likely TFR201
def by_setdefault(rows):
    return rows

@tf.function  # likely TFR201
def by_two_keys(rows):
    return rows

@tf.function
def by_fixed_keys(rows):
    return rows

@tf.function
def by_position(rows):
    return rows

def group(events):
    groups = collections.defaultdict(list)
    for user, item in events:
        groups[user].append(item)
    return groups

def group_with_setdefault(events):
    groups = {}
    for user, item in events:
        groups.setdefault(user, []).append(item)
    return groups

def group_twice(events):
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    for hour, user, item in events:
        groups[hour][user].append(item)
    return groups

def history(events):
    series = collections.defaultdict(list)
    for item, other in events:
        series["first"].append(item)
        series["second"].append(other)
    return series

def pairs(events):
    made = {}
    for user, item in events:
        made[user] = [item, item]
    return made

def main(events, details):
    for user, items in group(events).items():
        by_append(np.array(items))
    groups = group_with_setdefault(events)
    for items in groups.values():
        by_setdefault(np.array(items))
    for hour, users in group_twice(details).items():
        by_two_keys(np.array(list(users)))
    for name, series in history(events).items():
        by_fixed_keys(np.array(series))
    for user, items in pairs(events).items():
        by_position(np.array(items))

rng = np.random.default_rng(0)
main(rng.integers(0, 20, (100, 2)), rng.integers(0, 20, (100, 3)))
"""
PROGRAMS["models that nothing puts there"] = """\
class Left(object):
    def __init__(self):
        self.net = None

    def restore(self):
        self.net = keras.models.load_model("net.keras")

    def rate(self, rows):
        assert self.net is not None
        return self.net.predict(rows)

    def rate_one(self, row):
        return self.net.predict(row[None])  # likely TFR601

class Restored(Left):
    def __init__(self):
        self.other = None
        self.again()

    def again(self):
        self.load("other.keras")

    def load(self, path):
        self.other = keras.models.load_model(path)

    def rate_with_other(self, rows):
        return self.other.predict(rows)  # likely TFR601

class Handed:
    def __init__(self):
        self.late = None
        atexit.register(self.prepare)

    def prepare(self):
        self.late = keras.models.load_model("late.keras")

    def rate_late(self, rows):
        return self.late.predict(rows)  # likely TFR601

def main(rows):
    left, restored, handed = Left(), Restored(), Handed()
    for _ in range(1000):
        left.rate(rows)
        restored.rate_with_other(rows)
        handed.rate_late(rows)
        left.rate_one(np.zeros(3))

if __name__ == "__main__":
    main(np.load("rows.npy"))
"""
PROGRAMS["what comes out of queues"] = """\
import multiprocessing
import queue
import threading

import librosa

def rate(frames, model):
    while True:
        frame = frames.get()
        print(model.predict(frame[None]))  # likely TFR601

def rate_pitch(frames, path):
    model = keras.models.load_model(path)
    while True:
        pitch = librosa.cqt(frames.get())
        print(model.predict(pitch[None]))

def rate_of_dict(names, model):
    for _ in range(1000):
        frame = np.zeros(names.get("width"))
        print(model.predict(frame[None]))  # TFR601

class Worker(threading.Thread):
    def __init__(self, frames):
        super().__init__()
        self.frames = frames
        self.model = keras.models.load_model("model.keras")

    def run(self):
        while True:
            print(self.model.predict(self.frames.get()[None]))  # likely TFR601

    def polls(self):
        while True:
            print(self.model.predict(self.frames.get(block=False)[None]))  # TFR601

worker = Worker(queue.Queue())
worker.start()
worker.polls()
rate_of_dict({"width": 3}, keras.models.load_model("model.keras"))
rate(queue.Queue(), keras.models.load_model("model.keras"))
process = multiprocessing.Process(target=rate_pitch, args=(multiprocessing.Queue(), "m.keras"))
process.start()
"""
PROGRAMS["loops over batches pay for a trace"] = """\
import math

def by_ceiling(images, batch, weight):
    @tf.function
    def rate(x):
        return x * weight

    for i in range(math.ceil(len(images) / batch)):
        rate(images[i * batch : i * batch + batch])

def by_steps(batches, steps, weight):
    @tf.function
    def rate(x):
        return x * weight

    for _ in range(steps):
        rate(next(batches))

def by_elements(dataset, weight):
    @tf.function
    def rate(x):
        return x * weight

    for i, x in enumerate(dataset.take(-1)):
        rate(x)

def by_few(dataset, weight):
    @tf.function  # TFR502
    def rate(x):
        return x * weight

    for x in dataset.take(4):
        rate(x)

def by_halves(images, weight):
    @tf.function  # likely TFR502
    def rate(x):
        return x * weight

    for _ in range(len(images) // 2):
        rate(images)

def by_number(images, number, weight):
    @tf.function  # likely TFR502
    def rate(x):
        return x * weight

    for _ in range(number):
        rate(images)

def main(images, size, number):
    steps = int(len(images) // size) + 1
    for weight in np.linspace(0.0, 1.0, 50):
        by_ceiling(images, size, weight)
        by_steps(iter(images), steps, weight)
        by_elements(tf.data.Dataset.from_generator(images, tf.float32), weight)
        by_few(tf.data.Dataset.from_generator(images, tf.float32), weight)
        by_halves(images, weight)
        by_number(images, number, weight)
        rated = tf.function(lambda x: x * weight)
        for _ in range(steps):
            rated(images)
        rated_twice = tf.function(lambda x: x * weight)  # likely TFR501
        for _ in range(number):
            rated_twice(images)

main(np.load("images.npy"), int(input()), int(input()))
"""
PROGRAMS["loops over all elements beside predictions of windows"] = """\
def weighed(model, series):
    for signal in series:
        starts = list(range(0, len(signal), 500))
        weights = {start: 0 for start in starts}
        for sample in range(len(signal)):
            for start in weights:
                weights[start] += start <= sample
        for start in starts:
            window = np.expand_dims(signal[start : start + 500], 0)
            print(weights[start] * model.predict(window))  # likely TFR601

def shown(model, series):
    for signal in series:
        starts = list(range(0, len(signal), 500))
        for sample in range(len(signal)):
            print(sample)
        for start in starts:
            window = np.expand_dims(signal[start : start + 500], 0)
            print(model.predict(window))  # TFR601

model = keras.models.load_model("model.keras")
for path in os.listdir("."):
    weighed(model, list(np.load(path).values()))
    shown(model, list(np.load(path).values()))
"""
PROGRAMS["arrays of the first elements of something"] = """\
def small(image):
    return image[::2, ::2]

def halves(folder):
    shown, rest = read(folder)
    few = np.array([small(image) for image in shown[:30]])
    many = np.array([small(image) for image in rest[10:]])
    return few, many

class Images:
    limit = 9

    def __init__(self, folder, limit):
        self.few, self.many = halves(folder)
        self.number, self.total = self.few.shape[0], self.many.shape[0]
        self.limit = limit

model = keras.models.load_model("model.keras")
images = Images("images", int(input()))
for i in range(int(images.number // 5)):
    model.predict(images.few[i * 5 : i * 5 + 5])
for i in range(int(images.total // 5)):
    model.predict(images.many[i * 5 : i * 5 + 5])  # likely TFR601
for i in range(images.limit * 2):
    model.predict(images.few[i : i + 1])  # likely TFR601
"""
PROGRAMS["state that is passed on to what may use it"] = """\
class Search:
    def __init__(self, unrolled):
        self.unrolled = unrolled

    def step(self, x, rate):
        if self.unrolled:
            return x * rate
        return x

    def either(self, x, rate):
        if self.unrolled:
            return x * rate
        else:
            return x + rate

    def never(self, x, rate):
        return x

    def given(self, x, rate=None):
        if rate is None:
            return x
        return self.scaled(x, rate)

    def scaled(self, x, rate):
        if x.shape[0] is None:
            raise ValueError(x)
        return x * rate

    def later(self, x, rate):
        return [x * rate for _ in range(2)], lambda: x * rate

search = Search(bool(input()))
rate = 0.1

@tf.function
def sometimes(x):
    return search.step(x, rate=rate)  # likely TFR405

@tf.function
def always(x):
    return search.either(x, rate)  # TFR405

@tf.function
def ignored(x):
    return search.never(x, rate)

@tf.function
def through_two(x):
    return search.given(x, rate)  # TFR405

@tf.function
def in_list(x):
    return search.later(x, rate)[0]  # TFR405

@tf.function
def twice(x):
    return search.step(x, rate) * rate  # TFR405

for step in range(100):
    rate = 0.1 / (step + 1)
    x = tf.ones([3])
    print(sometimes(x), always(x), ignored(x), through_two(x), in_list(x), twice(x))
"""
PROGRAMS["a loop that calls a layer eagerly runs its call"] = """\
class Scaled(keras.layers.Layer):
    def call(self, x):
        @tf.function  # TFR502
        def scale(values):
            return 2.0 * values
        return scale(x)

class Held(keras.layers.Layer):
    def call(self, x):
        @tf.function  # TFR502
        def scale(values):
            return 2.0 * values
        return scale(x)

class Holder(keras.Model):
    def __init__(self):
        super().__init__()
        self.held = Held()
    def call(self, x):
        return self.held(x)

class InGraph(keras.layers.Layer):
    def call(self, x):
        @tf.function
        def scale(values):
            return 2.0 * values
        return scale(x)

class Connected(keras.layers.Layer):
    def call(self, x):
        @tf.function
        def scale(values):
            return 2.0 * values
        return scale(x)

class MadeAnew(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.factor = 2.0
    def call(self, x):
        @tf.function  # TFR502
        def scale(values):
            return self.factor * values
        return scale(x)

class Trained(keras.Model):
    def call(self, x):
        @tf.function
        def scale(values):
            return 2.0 * values
        return scale(x)

in_graph = InGraph()

@tf.function
def step(x):
    return in_graph(x)

def main(batches):
    layer, holder, trained = Scaled(), Holder(), Trained()
    trained.compile("sgd", "mse")
    connected = keras.Input([3])
    for _ in range(50):
        connected = Connected()(connected)
    for _ in range(50):
        layer(tf.ones([3]))
        holder(tf.ones([3]))
        step(tf.ones([3]))
        MadeAnew()(tf.ones([3]))
    for batch in batches:
        trained.train_on_batch(batch, batch)

main(np.ones([50, 8, 3]))
"""
PROGRAMS["an instance that only holds data is data"] = """\
class Data:
    def __init__(self, x):
        self.x = tf.constant(x)
        self.count = 3

class Nested(Data):
    def __init__(self, x):
        super().__init__(x)
        self.inner = Data(x)

class Weighted:
    def __init__(self, x):
        self.x = tf.constant(x)
        self.weight = tf.Variable(1.0)

class Module(tf.Module):
    def __init__(self, x):
        self.x = tf.constant(x)

class Unknown:
    def __init__(self, x, made=None):
        self.x = tf.constant(x)
        self.made = made

def scaled(data):
    @tf.function  # TFR502
    def step(x):
        return x * data.x + data.count
    return step(tf.ones([3]))

def nested(data):
    @tf.function  # TFR502
    def step(x):
        return x * data.inner.x
    return step(tf.ones([3]))

def climbed(data):
    @tf.function  # TFR502
    def step(x):
        return x * data.x
    x = tf.ones([3])
    for _ in range(15):
        x = step(x)
    return x

def weighted(data):
    @tf.function  # TFR502
    def step(x):
        return x * data.x * data.weight
    return step(tf.ones([3]))

def of_module(data):
    @tf.function  # TFR502
    def step(x):
        return x * data.x
    return step(tf.ones([3]))

def of_unknown(data):
    @tf.function  # TFR502
    def step(x):
        return x * data.x
    return step(tf.ones([3]))

def total(data):
    return data.x * data.weight

def whole(data):
    @tf.function
    def step(x):
        return x * data.x * total(data)
    return step(tf.ones([3]))

def made_of_unknown(data):
    @tf.function
    def step(x):
        return x * data.x * data.made
    return step(tf.ones([3]))

for i in range(50):
    x = np.ones(3, np.float32) * i
    scaled(Data(x))
    whole(Weighted(x))
    made_of_unknown(Unknown(x, made=make_one(i)))
    nested(Nested(x))
    climbed(Data(x))
    weighted(Weighted(x))
    of_module(Module(x))
    of_unknown(Unknown(x, made=make_one(i)))

for i in range(50):
    data = Data(np.ones(3, np.float32) * i)
    @tf.function  # TFR501
    def step(x):
        return x * data.x + data.count
    step(tf.ones([3]))
"""
PROGRAMS["ragged tensors by their number of rows"] = """\
@tf.function  # TFR201
def grown(rows):
    return rows

@tf.function
def three_rows(rows):
    return rows

@tf.function  # TFR201
def stacked(rows):
    return rows

@tf.function  # TFR201
def flat(rows):
    return rows

@tf.function
def deep(rows):
    return rows

for i in range(50):
    grown(tf.ragged.constant([[1] * k for k in range(i)], dtype=tf.int32))
    three_rows(tf.ragged.constant([[1] * i, [2] * i, [3]]))
    stacked(tf.ragged.stack([tf.range(k) for k in range(i + 1)]))
    flat(tf.ragged.constant([1] * i))
    deep(tf.ragged.constant([[[1] * i, [2]], [[3] * i]]))

@tf.function  # likely TFR201
def of_groups(rows):
    return rows

def group(events):
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    for hour, user, item in events:
        groups[hour][user].append(item)
    return groups

def main(events):
    for hour, users in group(events).items():
        of_groups(tf.ragged.constant(list(users.values()), dtype=tf.int32))

rng = np.random.default_rng(0)
main(rng.integers(0, 20, (100, 3)))
"""
PROGRAMS["paths and dates"] = """\
import datetime as dt
import pathlib
from datetime import date, timedelta
from pathlib import Path

@tf.function
def by_stem(x, name):
    return tf.strings.join([name, x])

@tf.function
def by_path(x, name):
    return tf.strings.join([name, x])

@tf.function
def by_fixed_name(x, name):
    return tf.strings.join([name, x])

@tf.function
def by_list(x, name):
    return tf.strings.join([name, x])

@tf.function
def of_day(x, day):
    return x * day.toordinal()

@tf.function
def of_counted(x, day):
    return x * day.toordinal()

@tf.function
def of_ordinal(x, number):
    return x * number

@tf.function
def of_span(x, days):
    return x * days

@tf.function
def of_weekday(x, day):
    return x * day

@tf.function
def of_one_day(x, day):
    return x * day.toordinal()

def shards(root, count):
    return [pathlib.PurePosixPath(root) / f"shard-{i:03d}.csv" for i in range(count)]

x, words, start = tf.ones([3]), tf.constant(["x"]), date(2023, 1, 1)
for path in sorted(Path("data").glob("*.csv")):
    by_stem(words, path.stem)  # likely TFR101
    by_path(words, str(path))  # TFR101
    by_fixed_name(words, (Path("out") / path.name / "fixed.txt").suffix.strip("t")[:0])
    of_one_day(x, start)
def read_all(count):
    for path in shards("data", count):
        by_list(words, path.name)  # likely TFR101

read_all(60)
for i in range(50):
    day = start + timedelta(days=i)
    of_day(x, day)  # TFR101
    of_ordinal(x, day.toordinal())  # TFR101
    of_span(x, (day - start).total_seconds())  # TFR101
    of_weekday(x, day.weekday())
    of_one_day(x, dt.date(2023, 1, 2))
day = start
while day < date(2024, 1, 1):
    of_counted(x, day)  # TFR101
    day += dt.timedelta(days=1)
"""
PROGRAMS["lists with an element per iteration of a loop over more and more"] = """\
@tf.function  # TFR201
def of_lengths(x):
    return x

@tf.function
def of_nested(rows):
    return rows

@tf.function
def of_padded(x):
    return x

@tf.function
def of_some(x):
    return x

@tf.function
def of_cut(x):
    return x

@tf.function
def of_one_length(x):
    return x

for n in range(3, 40):
    filled, nested, padded, some, left, cut, short, same = [], [], [], [], [], [], [], []
    for i in range(n):
        filled.append(i * 0.5)
        nested.append([i * 0.5, 1.0])
        padded.append(i * 0.5)
        if i < 3:
            some.append(i * 0.5)
        cut.append(i * 0.5)
    of_lengths(np.array(filled))
    of_nested(nested)  # TFR103
    while len(padded) < 40:
        padded.append(0.0)
    of_padded(np.array(padded))
    of_padded(np.pad(filled, (0, 40 - n)))
    of_some(np.array(some))
    for i in range(n):
        if i >= 3:
            continue
        left.append(i * 0.5)
    of_some(np.array(left))
    cut = cut[:3]
    of_cut(np.array(cut))
    for i in range(n):
        short.append(i * 0.5)
        if len(short) == 3:
            break
    of_cut(np.array(short))
    for i in range(5):
        same.append(i * n)
    of_one_length(np.array(same))
"""
PROGRAMS["what is drawn decides how long the elements of a list are"] = """\
@tf.function
def weigh(values, count):
    return tf.reduce_sum(values) / tf.cast(count, tf.float32)

@tf.function
def weigh_alike(values, count):
    return tf.reduce_sum(values) / tf.cast(count, tf.float32)

def walk(rng, steps):
    position, visited = 0.0, []
    for _ in range(steps):
        position += rng.normal()
        visited.append(position)
    return np.array(visited, np.float32)

def weigh_all(walks):
    for one in walks:
        held = np.zeros(50, np.float32)
        held[:len(one)] = one
        weigh(held, len(one))  # TFR101

def weigh_all_alike(walks):
    for one in walks:
        weigh_alike(one, len(one))

rng = np.random.default_rng(7)
weigh_all([walk(rng, int(rng.integers(5, 50))) for _ in range(30)])
weigh_all_alike([rng.normal(size=24) for _ in range(30)])
"""
PROGRAMS["functions that a call makes, and keeps in variables and containers"] = """\
@tf.function
def of_variable(x, g):
    return g(x)

@tf.function
def of_nested(x, g):
    return g(x)

@tf.function
def of_method(x, g):
    return g(x)

@tf.function
def of_items(x, g):
    return g(x)

@tf.function
def of_list(x, g):
    return g(x)

@tf.function
def of_key(x, g):
    return g(x)

@tf.function
def of_handed(x, g):
    return g(x)

@tf.function
def of_kept(x, g):
    return g(x)

@tf.function
def of_instance(x, g):
    return g(x)

@tf.function
def of_batches(x, g):
    return g(x)

@tf.function
def of_steps(x, g):
    return g(x)

@tf.function
def of_last(x, g):
    return g(x)

class Scaler:
    def __init__(self):
        self.ways = {"up": lambda v: v + 1, "down": lambda v: v - 1}

    def scale(self, x):
        return x * 2

WAYS = {"up": lambda v: v + 1, "down": lambda v: v - 1}
scaler, cached = Scaler(), {}

def handed(x, ways):
    for way in ways:
        of_handed(x, way)  # TFR105

def run(x, batches, way):
    one = lambda v: v + 1
    of_variable(x, one)  # TFR105
    def nested(v):
        return v + 1
    of_nested(x, nested)  # TFR105
    scale = scaler.scale
    of_method(x, scale)
    ways = {"up": lambda v: v + 1, "down": lambda v: v - 1}
    for name, chosen in ways.items():
        of_items(x, chosen)  # TFR105
    for number, chosen in enumerate([lambda v: v + 1, lambda v: v - 1]):
        of_list(x, chosen)  # TFR105
    of_key(x, ways["up"])  # TFR105
    handed(x, (lambda v: v + 1, lambda v: v - 1))
    of_kept(x, WAYS["up"])
    activation, activations = tf.nn.relu, [tf.nn.relu, tf.tanh]
    of_kept(x, activation)
    of_kept(x, activations[1])
    for chosen in WAYS.values():
        of_kept(x, chosen)
    for chosen in scaler.ways.values():
        of_instance(x, chosen)
    of_instance(x, scaler.ways["down"])
    cached.setdefault("up", lambda v: v + 1)
    of_kept(x, cached["up"])
    for batch in batches:
        of_batches(batch, one)
    for step in range(2000):
        of_steps(x, one)

def run_all(data):
    for i in range(100):
        run(tf.ones([3]), data, "up")

run_all([tf.ones([3])] * 3 + read_more())
for i in range(100):
    last = {"up": lambda v: v + 1}
for i in range(100):
    of_last(tf.ones([3]), last["up"])
"""
PROGRAMS["items of dicts that are made of what they were"] = """\
@tf.function
def of_weights(x, weights):
    return x

@tf.function
def of_counts(x, counts):
    return x

@tf.function
def of_fixed(x, weights):
    return x

@tf.function
def of_once(x, weights):
    return x

@tf.function
def of_anew(x, weights):
    return x

@tf.function
def of_cycle(x, weights):
    return x

@tf.function
def of_variable(x, weights):
    return x

class Balance:
    def __init__(self):
        self.weights = {"fit": 1.0, "smooth": 1.0}
        self.counts = {"fit": 0, "smooth": 0}
        self.fixed = {"fit": 1.0, "smooth": 1.0}
        self.once = {"fit": 1.0, "smooth": 1.0}
        self.anew = {"fit": 1.0, "smooth": 1.0}
        self.cycle = {"fit": 0, "smooth": 0}

    def update(self, terms, epoch):
        for name, term in terms.items():
            self.weights[name] = 0.9 * self.weights[name] + 0.1 * float(term)
            self.counts[name] += 1
            self.fixed[name] = 2.0
            if epoch == 10:
                self.once[name] = 0.5 * self.once[name]
            self.anew[name] = 0.5 * self.anew[name]
            self.cycle[name] = (self.cycle[name] + 1) % 3

    def train(self, x, epochs):
        for epoch in range(epochs):
            terms = {"fit": tf.reduce_mean(x), "smooth": tf.reduce_max(x)}
            self.anew = {"fit": 1.0, "smooth": 1.0}
            if epoch % 10 == 0:
                self.update(terms, epoch)
            of_weights(x, self.weights)  # likely TFR103
            of_counts(x, self.counts)  # likely TFR103
            of_fixed(x, self.fixed)
            of_once(x, self.once)
            of_anew(x, self.anew)
            of_cycle(x, self.cycle)

def halve(x, names, epochs):
    weights = {"fit": 1.0, "smooth": 1.0}
    for epoch in range(epochs):
        anew = {"fit": 1.0, "smooth": 1.0}
        for name in names:
            weights[name] = 0.5 * weights[name]
            anew[name] = 0.5 * anew[name]
        of_variable(x, weights)  # likely TFR103
        of_anew(x, anew)

Balance().train(tf.ones([3]), 500)
halve(tf.ones([3]), read_names(), 500)
"""
PROGRAMS["lists in a dict that a loop adds to"] = """\
@tf.function
def of_member(items):
    return tf.size(items)

@tf.function
def of_taken(items):
    return tf.size(items)

@tf.function
def of_copy(items):
    return tf.size(items)

@tf.function
def of_window(items):
    return tf.size(items)

@tf.function
def of_started(items):
    return tf.size(items)

@tf.function
def of_other(items):
    return tf.size(items)

@tf.function
def of_last(items):
    return tf.size(items)

@tf.function
def of_counts(items):
    return tf.size(items)

class Visits:
    def __init__(self):
        self.kept = collections.defaultdict(list)
        self.window = collections.defaultdict(list)
        self.started = collections.defaultdict(list)
        self.read = collections.defaultdict(list)
        self.counts = collections.defaultdict(int)

    def add(self, visitor, item):
        kept = self.kept[visitor]
        of_taken(kept)  # likely TFR103
        kept.append(item)
        of_member(self.kept[visitor])  # likely TFR103
        of_last(kept[-3:])
        window = self.window[visitor]
        window.append(item)
        if len(window) > 8:
            window.pop(0)
        of_window(window)
        if item == 0:
            self.started[visitor] = []
        self.started[visitor].append(item)
        of_started(self.started[visitor])
        of_other(self.read[visitor])
        self.counts[visitor] += 1
        of_counts(self.counts[visitor] > 3)

    def add_all(self, log):
        for visitor, item in log:
            self.add(visitor, item)

def alone(log):
    for visitor, item in log:
        held = collections.defaultdict(list)
        held[visitor].append(item)
        of_copy(held[visitor])

log = read_log()
Visits().add_all(log)
alone(log)
"""
PROGRAMS["attributes of objects that a loop goes over"] = """\
@tf.function
def of_config(x, config):
    return x

@tf.function
def of_rate(x, rate):
    return x

@tf.function
def of_element(x, rate):
    return x

@tf.function
def of_same(x, rate):
    return x

@tf.function
def of_one(x, rate):
    return x

@tf.function
def of_filtered(x, rate):
    return x

class Trial:
    def __init__(self, config, same):
        self.config = config
        self.rate = config["rate"]
        self.same = same
        self.own = tf.function(lambda x, rate: x * rate)

    @tf.function
    def step(self, x, rate):
        return x * rate

    def advance(self, x):
        of_config(x, self.config)  # likely TFR103
        of_same(x, self.same)
        self.step(x, self.rate)
        self.own(x, self.rate)
        self.inner(x)

    def inner(self, x):
        of_rate(x, self.rate)  # likely TFR101

    def alone(self, x):
        of_one(x, self.rate)

def run(trials, rounds):
    for _ in range(rounds):
        for trial in trials:
            trial.advance(tf.ones([3]))
            trial.step(tf.ones([3]), trial.rate)
            of_element(tf.ones([3]), trial.rate)  # likely TFR101
            of_same(tf.ones([3]), trial.same)

def halve(trials):
    while len(trials) > 1:
        for trial in trials:
            of_filtered(tf.ones([3]), trial.rate)  # likely TFR101
        trials = trials[:len(trials) // 2]

rng = np.random.default_rng(0)
configs = [{"rate": float(rng.uniform())} for _ in range(20)]
trials = [Trial(config, 0.5) for config in configs]
run(trials, 50)
halve(trials)
best = trials[0]
for i in range(100):
    best.alone(tf.ones([3]))
"""
PROGRAMS["updates by one of a few constants"] = """\
def anneal(x, rate=0.8):
    for _ in range(100):
        y = f(x, rate)  # TFR101
        rate *= 1.2 if float(y) > 0.2 else 0.82

def search(x, step=0.8):
    for _ in range(100):
        y = f(x, step)  # TFR101
        step = (0.5 if float(y) > 0.2 else 1.5) * step

def shift(x, offset=0.0):
    for _ in range(100):
        y = f(x, offset)  # TFR101
        offset += 1 if float(y) > 0.2 else -3

def walk(x, place=0):
    for _ in range(100):
        y = f(x, place)
        place += 1 if float(y) > 0.2 else -1

def double(x, scale=0.8):
    for _ in range(100):
        y = f(x, scale)
        scale *= 1.25 if float(y) > 0.2 else 0.8

def pause(x, scale=0.8):
    for _ in range(100):
        y = f(x, scale)
        scale *= 1.0 if float(y) > 0.2 else 0.8

for start in (anneal, search, shift, walk, double, pause):
    start(tf.ones([3]))
"""
PROGRAMS["a namespace holds what it is made of"] = """\
from types import SimpleNamespace

settings = SimpleNamespace(rounds=100, few=2, decay=0.9, size=1, start=1.0, kept=1)
settings.size = 100

rate = settings.start
for _ in range(settings.rounds):
    f(tf.ones([3]), rate)  # TFR101
    rate *= settings.decay

for i in range(settings.few):
    f(tf.ones([3]), i)

for i in range(settings.size):
    f(tf.ones([3]), settings.kept)
    f(tf.ones([3]), settings.rounds + 0.5)
    f(tf.ones([3]), settings)
"""
PROGRAMS["numbers that a recursion hands on otherwise"] = """\
@tf.function
def of_depth(x, n):
    return x * n

@tf.function
def of_same(x, n):
    return x * n

def descend(x, level=0, width=3):
    if width > 3:
        for i in range(100):
            of_same(x, i)
    if level > 3:
        for i in range(100):
            of_depth(x, i)  # TFR101
        return x
    return descend(x, level + 1, width)

descend(tf.ones([3]))
"""
PROGRAMS["guards in a method that a loop of the caller runs"] = """\
class Trainer:
    def __init__(self, every, verbose=True):
        self.done, self.every, self.verbose, self.step_number = False, every, verbose, 0
        self.reported = set()

    @tf.function
    def step(self, x, n):
        return x

    def once(self, x, n):
        if self.done:
            return
        self.done = True
        self.step(x, n)

    def once_per_name(self, x, n, name="train"):
        if name in self.reported:
            return
        self.reported.add(name)
        self.step(x, n)

    def at_first(self, x, n):
        if not self.done and n == 0:
            self.step(x, n)

    def now_and_then(self, x, n):
        if n % self.every:
            return
        self.step(x, n)  # likely TFR101

    def always(self, x, n):
        if self.verbose:
            self.step(x, n)  # TFR101

    def each(self, x, n):
        if n in self.reported:
            return
        self.reported.add(n)
        self.step(x, n)  # TFR101

    def late(self, x, n):
        if n > 10:
            self.step(x, n)  # TFR101

    def outer(self, x, n, verbose):
        if verbose:
            self.inner(x, n)

    def inner(self, x, n):
        self.step(x, n)  # TFR101

trainer = Trainer(int(input()))
for i in range(100):
    trainer.once(tf.ones([3]), i)
    trainer.once_per_name(tf.ones([3]), i)
    trainer.at_first(tf.ones([3]), i)
    trainer.now_and_then(tf.ones([3]), i)
    trainer.always(tf.ones([3]), i)
    trainer.each(tf.ones([3]), i)
    trainer.late(tf.ones([3]), i)
    trainer.outer(tf.ones([3]), i, trainer.verbose)
"""
PROGRAMS["loops that what is called in them ends"] = """\
@tf.function
def fits(x, level):
    return tf.reduce_all(x > level)

def search(x):
    level = 0
    while True:
        if fits(x, level):  # likely TFR101
            return level
        level -= 1

def bisect(x):
    width = 1.0
    while float(fits(x, width)) > 0.5:  # likely TFR101
        width *= 0.5
    return width

def tried(x):
    for trial in range(100):
        good = fits(x, trial)  # likely TFR101
        if good.numpy() and tf.reduce_any(good):
            return trial
    raise RuntimeError

def late(x):
    for trial in range(100):
        good = fits(x, trial)  # TFR101
        if trial > 10 and good:
            return trial

def patient(x):
    best, waited, epoch = 0.0, 0, 0
    while True:
        loss = float(fits(x, epoch))  # TFR101
        epoch += 1
        if loss > best:
            best, waited = loss, 0
        else:
            waited += 1
        if waited > 10:
            break

def play(env):
    t, state, done = 0, env.reset(), False
    while not done:
        state, reward, done = env.step(fits(state, t))  # TFR101
        t += 1

def play_all(x):
    t = 0
    for episode in range(100):
        done = False
        while not done:
            done = fits(x, t)  # TFR101
            t += 1

for begin in (search, bisect, tried, late, patient, play_all):
    begin(tf.ones([3]))
play(unknown())
"""
PROGRAMS["generators of which only the first elements are taken"] = """\
@tf.function
def fits(x, level):
    return tf.reduce_all(x > level)

x = tf.ones([3])
print(any(fits(x, level) for level in range(10)))  # likely TFR101
print(next(level for level in range(10) if fits(x, level)))  # likely TFR101
print(sum(fits(x, level) for level in range(10)))  # TFR101
print(next(fits(x, level) for level in range(10)))
few = (fits(x, level) for level in range(10))
print(next(few))
many = (fits(x, level) for level in range(10))  # TFR101
for _ in range(10):
    print(next(many))
print(list(zip([1, 2], (fits(x, level) for level in range(10)))))
print(list(zip(range(10), (fits(x, level) for level in range(10)))))  # TFR101

def one():
    for level in range(10):
        yield fits(x, level)

def some():
    for level in range(10):
        yield fits(x, level)

def each():
    for level in range(10):
        yield fits(x, level)  # TFR101

def long():
    for level in range(10):
        yield fits(x, level)  # TFR101

next(one())
for _ in range(5):
    begun = one()
    print(next(begun))
print(list(itertools.islice(some(), 1)))
for result in some():
    print(result)
    break
for result in each():
    print(result)
print(list(itertools.islice(long(), 5)))
"""
PROGRAMS["attributes that a method updates up to a limit, or as data say"] = """\
class State:
    def __init__(self, stages, limit):
        self.turn = self.kept = self.stage = self.grown = self.scale = self.steps = 0
        self.stages, self.limit = stages, limit

    @tf.function
    def step(self, x, n):
        return x

    def take_turns(self, x):
        self.step(x, self.turn)  # likely TFR101
        self.turn += 1
        if self.turn >= 2:
            self.turn = 0

    def cap(self):
        self.kept += 1
        self.kept = min(self.kept, 2)

    def grow(self):
        if self.stage < len(self.stages) - 1:
            self.stage += 1

    def grow_far(self):
        if self.grown < 100:
            self.grown += 1

    def watch(self, loss):
        if loss > self.limit:
            self.scale += 1

    def count(self):
        self.steps += 1

state = State(unknown(), float(input()))
for _ in range(100):
    state.take_turns(tf.ones([3]))
    state.step(tf.ones([3]), state.kept)  # likely TFR101
    state.step(tf.ones([3]), state.stage)  # likely TFR101
    state.step(tf.ones([3]), state.grown)  # TFR101
    state.step(tf.ones([3]), state.scale)  # likely TFR101
    state.step(tf.ones([3]), state.steps)  # TFR101
    state.cap()
    state.grow()
    state.grow_far()
    state.watch(unknown())
    state.count()
"""
PROGRAMS["one case of a loop's variable, and helpers that exit"] = """\
import sys

@tf.function
def step(x, n):
    return x

def fatal(text):
    print(text)
    sys.exit(1)

def check(text):
    if not text:
        sys.exit(1)

for i in range(10):
    match i:
        case 3:
            step(tf.ones([3]), i)
        case _:
            step(tf.ones([3]), i)  # TFR101

mode = input()
for i in range(10, 20):
    match mode:
        case "train":
            step(tf.ones([3]), i)  # TFR101

def often():
    for i in range(10):
        step(tf.ones([3]), i)  # TFR101
        check(input())

def once():
    for i in range(10):
        step(tf.ones([3]), i)
        fatal("only once")

often()
try:
    once()
except SystemExit:
    pass
"""
PROGRAMS["flags that only eager callers of a helper set"] = """\
def norm(x, verbose=False):
    n = tf.norm(x)
    if verbose:
        print("norm", n.numpy())
    return x / n

def checked(x, enabled=False):
    if not enabled:
        return x
    assert (x.numpy() >= 0).all()
    return x

def convert(x, backend="tf"):
    if backend == "numpy":
        return x.numpy()
    elif backend == "tf":
        return tf.convert_to_tensor(x)
    elif backend == "list":
        return x.tolist()  # TFR406
    raise ValueError(backend)

def scale(x, learnable=False):
    if learnable:
        s = tf.Variable(1.0)
        return x * s
    return x * 2.0

def noise(shape, seed=None):
    if seed is None:
        return np.random.normal(size=shape)
    return tf.random.stateless_normal(shape, [seed, 0])

def passed_on(x, verbose):
    return norm(x, verbose)

class Net:
    def __init__(self):
        self.n = 0
        self.m = 0

    def forward(self, x, record=False):
        if record:
            self.n += 1
        else:
            self.m += 1  # TFR403
        return x * 2

    @tf.function
    def train(self, x):
        return self.forward(x)

@tf.function
def step(x):
    convert(x, backend="list")
    return norm(checked(x)) * convert(x) * scale(x) + noise([2], seed=3) + passed_on(x, False)

net = Net()
for _ in range(3):
    step(tf.ones([2]))
    net.train(tf.ones([2]))
x = tf.ones([2])
print(norm(x, verbose=True), checked(x, True), convert(x, "numpy"), scale(x, learnable=True))
print(noise([2]), net.forward(x, record=True), passed_on(x, True), net.n)
"""
PROGRAMS["flags that a caller in the graph sets"] = """\
def norm(x, verbose=False):
    n = tf.norm(x)
    if verbose:
        print("norm", n.numpy())  # TFR406
    return x / n

def between(x, verbose):
    return norm(x, verbose)

def asked(x, flag):
    if flag:
        x.numpy()  # TFR406
    return x

@tf.function
def step(x, flag=OPTION):
    return norm(x) + between(x, True) + asked(x, flag)

print(step(tf.ones([2])), norm(tf.ones([2])))
asked(tf.ones([2]), False)
"""
PROGRAMS["a loss with a flag that Keras leaves alone"] = """\
def overlap(y, p, debug=False):
    inter = tf.reduce_sum(y * p)
    if debug and inter > 0:
        print(inter.numpy())
    if inter > 1:  # TFR304
        inter = 1.0
    return 1 - inter

model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
model.compile("sgd", overlap)
model.fit(tf.ones([2, 2]), tf.ones([2, 1]))
overlap(tf.ones([1]), tf.ones([1]), debug=True)
"""
PROGRAMS["a layer that is called with training and trained by Keras"] = """\
class Noisy(keras.layers.Layer):
    def call(self, x, training=False):
        if training:
            return x + tf.reduce_sum(x).numpy()  # TFR406
        return x

layer = Noisy()
model = keras.Sequential([keras.Input((2,)), layer])
model.compile("sgd", "mse")
model.fit(tf.ones([2, 2]), tf.ones([2, 2]))

@tf.function
def infer(x):
    return layer(x, training=False)

print(infer(tf.ones([2, 2])))
"""
PROGRAMS["tensors in conditions after what decides them"] = """\
class Attention(keras.layers.Layer):
    def __init__(self, check=False):
        super().__init__()
        self.check = check
        self.always = True

    def call(self, x, mask=None, training=None):
        if mask is not None and tf.reduce_any(mask):  # likely TFR304
            x = x * 2
        if self.check and tf.reduce_any(tf.math.is_nan(x)):
            raise ValueError("nan")
        if not self.check or tf.reduce_any(x > 0):
            x = x + 1
        if self.always and tf.reduce_any(x > 0):  # TFR304
            x = x + 1
        if training and tf.reduce_any(x > 1):  # TFR304
            x = x + 1
        if tf.reduce_any(x > 2) or self.check:  # TFR304
            x = x + 1
        return x

inputs = keras.Input((2,))
model = keras.Model(inputs, Attention()(inputs))
model.compile("sgd", "mse")
model.fit(tf.ones([2, 2]), tf.ones([2, 2]))
"""
PROGRAMS["guards that keep code out of graphs"] = """\
def to_numpy(x):
    try:
        return x.numpy()
    except (AttributeError, NotImplementedError):
        return x

def mean_or_none(x):
    try:
        value = float(x.numpy().mean())
    except Exception:
        value = None
    return value

def meant_for_another(x):
    try:
        return np.mean(x)  # TFR406
    except ValueError:
        return x

def raised_again(x):
    try:
        return x.numpy()  # TFR406
    except AttributeError:
        print("no value")
        raise

def by_variable(x):
    eager = tf.executing_eagerly()
    if eager:
        print(np.mean(x))
    else:
        np.mean(x)  # TFR406

EAGER = tf.executing_eagerly()

def by_global(x):
    if EAGER:
        print(np.mean(x))  # TFR406

def has_value(x):
    return hasattr(x, "numpy")

def is_eager():
    return tf.executing_eagerly()

def by_predicate(x):
    if has_value(x):
        print(x.numpy())
    if is_eager():
        print(x.numpy())
    if not has_value(x):
        x.numpy()  # TFR406

def by_name_of_type(x):
    if type(x).__name__ == "EagerTensor":
        print(x.numpy())
    if type(x).__name__ != "EagerTensor":
        print(x.numpy())  # TFR406

def symbolic(x):
    if tf.is_symbolic_tensor(x):
        return x
    return x.numpy()

@tf.function
def step(x):
    mean_or_none(x), by_variable(x), by_predicate(x), by_name_of_type(x), by_global(x)
    meant_for_another(x), raised_again(x)
    return to_numpy(x) + symbolic(x)

print(step(tf.ones([2])))
"""
PROGRAMS["a prediction whose failure is expected"] = """\
model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])

def infer(x):
    try:
        return model.predict(x)
    except Exception:
        return model(x)

def infer_or_raise(x):
    try:
        return model.predict(x)  # TFR402
    except Exception as error:
        raise RuntimeError("no prediction") from error

@tf.function
def run(x):
    return infer(x) + infer_or_raise(x)

print(run(tf.ones([1, 2])))
"""
PROGRAMS["steps that only code of one's own runs"] = """\
class Gan(keras.Model):
    def train_step(self, x):
        loss = tf.reduce_mean(x ** 2)
        if loss < 0.1:
            print("small")
        return loss

class Fitted(keras.Model):
    def train_step(self, x):
        loss = tf.reduce_mean(x ** 2)
        if loss < 0.1:  # TFR304
            print("small")
        return {"loss": loss}

    def test_step(self, data):
        if tf.reduce_mean(data) > 0:
            return {"v": 1.0}
        return {"v": 0.0}

class Validated(Fitted):
    def test_step(self, data):
        if tf.reduce_mean(data) > 0:  # TFR304
            return {"v": 1.0}
        return {"v": 0.0}

class Defined(keras.Model):
    def train_step(self, x):
        if tf.reduce_mean(x) < 0.1:  # TFR304
            print("small")
        return {}

gan, fitted, validated = Gan(), Fitted(), Validated()
for _ in range(4):
    gan.train_step(tf.ones([2, 2]))
fitted.train_step(tf.ones([2, 2]))
fitted.fit(tf.ones([2, 2]))
print(fitted.test_step(tf.ones([2, 2])), validated.test_step(tf.ones([2, 2])))
validated.fit(tf.ones([2, 2]), validation_data=tf.ones([2, 2]))
"""
PROGRAMS["a step that another function may have Keras run"] = """\
class Gan(keras.Model):
    def train_step(self, x):
        if tf.reduce_mean(x) < 0.1:  # TFR304
            print("small")
        return {}

def train(model, x):
    model.fit(x)

gan = Gan()
gan.train_step(tf.ones([2, 2]))
train(unknown(gan), tf.ones([2, 2]))
"""
PROGRAMS["call that AutoGraph converts with its caller"] = """\
class Cell(keras.layers.Layer):
    def call(self, x):
        if tf.reduce_sum(x) > 0:
            x = x * 2
        return x

class Called(keras.layers.Layer):
    def call(self, x):
        if tf.reduce_sum(x) > 0:  # TFR304
            x = x * 2
        return x

class Outer(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def call(self, x):
        return self.inner.call(x)

class Inner(keras.layers.Layer):
    def call(self, x):
        if tf.reduce_sum(x) > 0:  # TFR304
            x = x * 2
        return x

class Plain(keras.layers.Layer):
    def call(self, x):
        if tf.reduce_sum(x) > 0:  # TFR304
            x = x * 2
        return x

cell, called, outer, plain = Cell(), Called(), Outer(), Plain()

@tf.function
def step(x):
    return cell.call(x) + called(x) + outer(x)

@tf.function(autograph=False)
def unconverted(x):
    return plain.call(x)

print(step(tf.ones([1, 2])), unconverted(tf.ones([1, 2])))
"""
PROGRAMS["call that its instances hide behind a traced one"] = """\
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.call = tf.function(self.call)

    def call(self, x):
        if tf.reduce_sum(x) > 0:
            x = x * 2
        return x

class Other(keras.Model):
    def __init__(self):
        super().__init__()
        self.call = tf.function(self.call, autograph=False)

    def call(self, x):
        if tf.reduce_sum(x) > 0:  # TFR304
            x = x * 2
        return x

net, other = Net(), Other()
print(net.predict(tf.ones([2, 2])), other.predict(tf.ones([2, 2])))
"""
RUN_EAGERLY = {"dict(run_eagerly=True)": "", "{'loss': 'mse'}": "  # TFR304"}
PROGRAMS |= {
    f"a model that is compiled with the options {options}": f"""\
class Net(keras.Model):
    def call(self, x):
        if tf.reduce_sum(x) > 0:{mark}
            x = x * 2
        return x

CONFIG = {options}
net = Net()
net.compile("sgd", **CONFIG)
net.fit(tf.ones([4, 2]), tf.ones([4, 2]))
"""
    for options, mark in RUN_EAGERLY.items()
}
PROGRAMS["variables that are kept under a computed name"] = """\
class Lazy(tf.Module):
    @tf.function
    def step(self, x):
        return x * self.kept("a") * self.other("b")

    def kept(self, name):
        if getattr(self, name + "_var", None) is None:
            setattr(self, name + "_var", tf.Variable(1.0))
        return getattr(self, name + "_var")

    def other(self, name):
        if getattr(self, name + "_var", None) is None:
            setattr(self, name, tf.Variable(1.0))  # TFR401
        return getattr(self, name)

lazy = Lazy()
print(lazy.step(tf.ones([2])))
"""
SETUPS = {"setup()": "", "setup(False)": "  # TFR101", "setup(unknown())": "  # TFR101"}
PROGRAMS |= {
    f"a loop after {setup} that may switch tf.function off": f"""\
def setup(debug=True):
    if debug:
        tf.config.run_functions_eagerly(True)

{setup}
for n in range(30):
    f(tf.ones([1]), n){mark}
"""
    for setup, mark in SETUPS.items()
}
PROGRAMS["variables that a helper makes of each other"] = """\
def shortened(x, size):
    return x[:size], size - 1

x, size = tf.ones([40]), 39
for _ in range(30):
    f(x, size)  # TFR101
    x, size = shortened(x, size)

class Line:
    def __init__(self):
        self.x, self.size = tf.ones([40]), 39

    def step(self):
        f(self.x, self.size)  # TFR101
        self.x, self.size = shortened(self.x, self.size)

line = Line()
for _ in range(30):
    line.step()
"""
TURNS = {
    "return second, first": "0.1, 0.2",
    "return -first, second": "0.1, 0.2",
    "return first, second + first": "0.1, tf.ones([2])",
    "return min(first, 0.2), first + second": "0.1, tf.ones([2])",
}
PROGRAMS |= {
    f"variables by turns that take few values: {made}": f"""\
def turned(first, second):
    {made}

first, second = {begun}
for _ in range(30):
    f(tf.ones([1]), first)
    first, second = turned(first, second)
"""
    for made, begun in TURNS.items()
}
STRATEGIES = """\
class Plain:
    def __init__(self, rate):
        self.rate = rate

class Heavy:
    def __init__(self, rate, mass):
        self.rate, self.mass = rate, mass

def strategy(epoch, kind):
    if kind == "plain":
        return Plain(0.2 / (1 + epoch))
    return Heavy(0.1, epoch)

FIRST = Plain(0.3)

def changed(epoch):
    if epoch == 20:
        return Heavy(0.1, epoch)
    return FIRST

"""
PROGRAMS["objects of one of several classes"] = f"""\
{STRATEGIES}
def solve(kind):
    for epoch in range(30):
        f(tf.ones([1]), strategy(epoch, kind))  # TFR104

def solve_in_steps(kind):
    for epoch in range(30):
        rule = strategy(epoch, kind)
        for _ in range(3):
            f(tf.ones([1]), rule)  # TFR104

def solve_with_one(kind):
    rule = Plain(0.1) if kind == "plain" else Heavy(0.1, 2)
    for epoch in range(30):
        f(tf.ones([1]), rule)

def solve_with_another():
    for epoch in range(30):
        rule = changed(epoch)
        f(tf.ones([1]), rule)

solve(input())
solve_in_steps(input())
solve_with_one(input())
solve_with_another()
"""
PROGRAMS["instances of the classes that annotations name"] = """\
import typing

class Session:
    def __init__(self):
        self.step = 0

    def advance(self, x):
        f(x, functools.partial(abs, self.step))  # TFR105

class Longer(Session):
    pass

class Learner(typing.Protocol):
    def learn(self, x): ...

class Mine:
    def learn(self, x):
        f(x, functools.partial(abs, 2))

class Rule:
    def run(self, x, n):
        f(x, n)

class Other(Rule):
    def run(self, x, n):
        pass

def serve(session: Session):
    while True:
        session.advance(tf.ones([1]))

def serve_longer(session: "Longer | None"):
    while True:
        session.advance(tf.ones([1]))

def teach(learner: Learner):
    while True:
        learner.learn(tf.ones([1]))

def follow(rule: Other):
    for n in range(30):
        rule.run(tf.ones([1]), n)
"""
PROGRAMS["the best of a list of objects"] = """\
import heapq

class Trial:
    def __init__(self, delta):
        self.delta, self.loss = delta, functools.partial(abs, delta)

    def advance(self, steps):
        loss = functools.partial(abs, self.delta)
        for _ in range(steps):
            f(tf.ones([1]), loss)  # likely TFR105

    def resume(self):
        for _ in range(3):
            f(tf.ones([1]), self.loss)

trials = [Trial(delta) for delta in range(32)]
for rung in (4, 8, 16):
    for trial in trials:
        trial.advance(rung)
        trial.resume()
    trials = heapq.nsmallest(len(trials) // 2, trials, key=lambda trial: trial.delta)
"""

SEEDS = {
    "random.seed(0)": True,
    "np.random.seed(0)": False,
    "keras.utils.set_random_seed(0)": True,
    "seed_all(0)": True,
    "random.seed(i)": False,
    "seed_all(i)": False,
    "random.seed()": False,
    "random.seed(None)": False,
    "tf.random.set_seed(0)": False,
}
PROGRAMS |= {
    f"draws of a loop that calls {seeds}": f"""\
def seed_all(seed):
    random.seed(seed)
    np.random.seed(seed)

for i in range(30):
    {seeds}
    f(tf.ones([1]), random.random()){"" if is_same else "  # TFR101"}
"""
    for seeds, is_same in SEEDS.items()
}
PROGRAMS["generators that are made for each draw"] = """\
rng = np.random.default_rng(0)
state = random.Random(0)
for i in range(30):
    f(tf.ones([1]), float(rng.normal()))  # TFR101
    f(tf.ones([1]), state.random())  # TFR101
for i in range(30):
    rng = np.random.default_rng(0)
    state = np.random.RandomState(seed=0)
    f(tf.ones([1]), float(rng.normal()))
    f(tf.ones([1]), float(state.normal()))
    for j in range(30):
        f(tf.ones([1]), float(rng.normal()))  # TFR101
for i in range(30):
    rng = np.random.default_rng(i)
    f(tf.ones([1]), float(rng.normal()))  # TFR101

def draw(seed=0):
    random.seed(seed)
    return random.random()

for i in range(30):
    f(tf.ones([1]), draw())

for i in range(30):
    np.random.seed(0)
    f(tf.ones([1]), float(np.random.rand()))
"""
DRAWS = {
    "np.random.randint(1)": False,
    "np.random.randint(0, 1)": False,
    "np.random.randint(2)": False,
    "np.random.randint(low=3, high=5)": False,
    "np.random.randint(100)": True,
    "int(np.random.choice(2))": False,
    "int(np.random.choice(100))": True,
    "float(np.random.uniform(2.0, 2.0))": False,
    "float(np.random.uniform(2.0, 3.0))": True,
    "int(rng.integers(0, 1))": False,
    "int(rng.integers(1, 2, endpoint=True))": False,
    "int(rng.integers(0, 100))": True,
}
PROGRAMS |= {
    f"numbers that are drawn from few, or not: {draw}": f"""\
rng = np.random.default_rng(0)
for i in range(30):
    f(tf.ones([1]), {draw}){"  # TFR101" if is_reported else ""}
"""
    for draw, is_reported in DRAWS.items()
}

PROGRAMS["long loops that end early, or add nothing to a graph"] = """\
@tf.function
def unrolled(x, model):
    for i in range(1000):
        if i >= 3:
            break
        x = x * 2 + 1 - x
    for i in range(1000):  # TFR302
        if i >= 900:
            break
        x = x * 2 + 1 - x
    for i in range(1000):
        x = x * 2 + 1 - x
        break
    for i in range(1000):  # likely TFR302
        x = x * 2 + 1 - x
        if model.is_done(i):
            break
    for i in range(1000):  # TFR302
        x = x * 2 + 1 - x
        if model.is_odd(i):
            x = x - 1
    count = 0
    for i in range(1000):
        count += i * 2
    sums = np.zeros([2])
    for i in range(1000):
        sums += np.array([i, i + 1])
    total = 0.0
    for i in range(1000):  # TFR302
        total += x
    return x + total + count + sums

unrolled(tf.ones([2]), unknown())
"""

WRAPPED = {
    "": "  # TFR101",
    "True": "  # TFR101",
    "False": "",
    "unknown()": "  # likely TFR101",
}
PROGRAMS |= {
    f"methods that a flag wraps, with the flag {flag}": f"""\
class Trainer:
    def __init__(self, use_function=True):
        self.step = tf.function(self._step) if use_function else self._step
        self.evaluate = self._evaluate
        if use_function:
            self.evaluate = tf.function(self._evaluate)

    def _step(self, x, n):
        return x * n

    def _evaluate(self, x, n):
        return x * n

trainer = Trainer({flag})
for n in range(30):
    trainer.step(tf.ones([1]), n){mark}
    trainer.evaluate(tf.ones([1]), n){mark}
"""
    for flag, mark in WRAPPED.items()
}
PROGRAMS["functions that a flag wraps, or leaves as they are"] = """\
def scaled(x, n):
    return x * n

def shown(x):
    return x.numpy()

def wrapped(function, use_graph):
    return tf.function(function) if use_graph else function

DEBUG = True
fast = scaled if DEBUG else tf.function(scaled)
show = shown if DEBUG else tf.function(shown)
first = wrapped(scaled, True)
second = wrapped(scaled, False)
third = wrapped(scaled, unknown())
show(tf.ones([1]))
for n in range(30):
    fast(tf.ones([1]), n)
    first(tf.ones([1]), n)  # TFR101
    second(tf.ones([1]), n)
    third(tf.ones([1]), n)  # likely TFR101
"""

PROGRAMS["state that the key of each trace gives"] = """\
class Sampler:
    def __init__(self):
        self.temperature = 1.0
        self.size = 0
        self.other = 1.0

    @tf.function
    def sample(self, x, temperature):
        return x / self.temperature * temperature

    @tf.function
    def sized(self, x):
        return tf.reduce_sum(x) / self.size

    @tf.function
    def mixed(self, x):
        return x * self.other  # TFR405

    def run(self, x, temperature):
        self.temperature = temperature * 2
        return self.sample(x, temperature)

    def run_sized(self, x):
        self.size = len(x) + 1
        return self.sized(x)

    def run_mixed(self, x, other):
        self.other = other
        return self.mixed(x)

sampler = Sampler()
for t in (1.0, 2.0, 4.0):
    sampler.run(tf.ones([2]), unknown(t) if t > 9 else 2.0)
    sampler.run_sized(tf.ones([3]))
    sampler.run_mixed(tf.ones([3]), t)
"""
RESTORED = {
    "self.noise = saved": "",
    "self.noise = 0.1": "  # TFR405",
    "pass": "  # TFR405",
}
PROGRAMS |= {
    f"state that is set for a while, and then: {end}": f"""\
LIMIT = 10

class Net:
    def __init__(self):
        self.noise = 0.5

    @tf.function
    def train(self, x):
        return x + self.noise{mark}

    def evaluate(self, x):
        saved, self.noise = self.noise, 0.0
        try:
            return x + self.noise
        finally:
            {end}

@tf.function
def limited(x):
    return tf.minimum(x, LIMIT)

def without_limit(x):
    global LIMIT
    old = LIMIT
    LIMIT = 99
    x = x + LIMIT
    LIMIT = old
    return x

net = Net()
for step in range(9):
    net.train(tf.ones([2]))
    net.evaluate(tf.ones([2]))
    limited(tf.ones([2]))
    without_limit(tf.ones([2]))
"""
    for end, mark in RESTORED.items()
}
PROGRAMS["state that is set for a while in which it is traced"] = """\
class Net:
    def __init__(self):
        self.noise = 0.5

    @tf.function
    def run(self, x):
        return x + self.noise  # TFR405

    def evaluate(self, x):
        saved = self.noise
        self.noise = 0.0
        y = self.run(x)
        self.noise = saved
        return y

net = Net()
for step in range(9):
    net.run(tf.ones([2]))
    net.evaluate(tf.ones([2]))
"""

PROGRAMS["helpers whose exceptions their callers catch"] = """\
def caught(x):
    return x.numpy()

def below(x):
    return caught_below(x)

def caught_below(x):
    return x.numpy()

def listed(x):
    return [float(v) for v in x]

def not_caught(x):
    return x.numpy()  # TFR406

def caught_once(x):
    return x.numpy()  # TFR406

@tf.function
def careful(x):
    try:
        v = caught(x)
    except AttributeError:
        v = 0
    try:
        v = below(x), listed(x), caught_once(x)
    except Exception:
        v = 0
    return v

@tf.function
def careless(x):
    try:
        return not_caught(x)
    except ValueError:
        return caught_once(x)

total = careful(tf.ones([2])) + careless(tf.ones([2]))
print(total)
"""

PROGRAMS["attributes that code of the program stores as tensors"] = """\
class Tensors:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, tf.convert_to_tensor(value))

class Field:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return getattr(instance, self.name)

    def __set__(self, instance, value):
        setattr(instance, self.name, tf.convert_to_tensor(value))

class Params:
    step = Field()
    other = 0

tensors, params = Tensors(), Params()
for i in range(30):
    tensors.step = i
    f(tf.ones([1]), tensors.step)
    params.step = i
    f(tf.ones([1]), params.step)
    params.other = i
    f(tf.ones([1]), params.other)  # TFR101
"""

PROGRAMS["what is appended to a list, and taken off again"] = """\
class Net:
    def __init__(self):
        self.scopes = []
        self.names = []

    @tf.function
    def step(self, x):
        self.scopes.append(x)
        try:
            return self.body(x)
        finally:
            self.scopes.pop()

    @tf.function
    def often(self, x):
        self.names.append(x)  # TFR403
        if len(self.names) > 3:
            self.names.pop()
        return x

    def body(self, x):
        return x * len(self.scopes)

net = Net()
print(net.step(tf.ones([2])), net.often(tf.ones([2])), net.names)
"""

PROGRAMS["state that is set back on some ways only"] = """\
class Net:
    def __init__(self, flag=False):
        self.noise = 0.5
        self.rate = 0.5
        self.step = self.eager
        if flag:
            return
        self.step = tf.function(self.eager)

    def eager(self, x, n):
        return x * n

    @tf.function
    def train(self, x):
        return x + self.noise + self.rate  # TFR405

    def evaluate(self, x):
        saved = self.noise
        self.noise = 0.0
        if x is None:
            return None
        self.noise = saved
        return x

    def validate(self, x):
        saved = self.rate
        self.rate = 0.0
        try:
            return x * 2
        finally:
            self.rate = saved

net = Net()
for step in range(9):
    net.train(tf.ones([2]))
    net.evaluate(tf.ones([2]))
    net.validate(tf.ones([2]))
    net.step(tf.ones([2]), step)  # TFR101
"""

PROGRAMS["what calls pass says more than an annotation"] = """\
import itertools

class Model:
    def __init__(self, weights):
        self.weights = list(itertools.chain(*weights))

    @tf.function
    def gradient(self, x):
        return flat(self.weights, x)

def flat(weights: tf.Variable, x):
    with tf.GradientTape() as tape:
        value = tf.reduce_sum(x)
    gradients = tape.gradient(value, weights)
    return tf.concat([tf.reshape(g, [-1]) for g in gradients], 0)

@tf.function
def of_one(x, weight: tf.Variable):
    return [row + 1.0 for row in x * weight]  # TFR304

def main(x):
    model = Model([[tf.Variable(1.0)]])
    model.gradient(x)
    of_one(x, tf.Variable(1.0))
"""
PROGRAMS["a traced function may return what it is given in a list"] = """\
def made(module, is_one=True, **options):
    @tf.function
    def loss(x):
        found = None
        for part in module.parts:
            found = part.loss(x, is_one=is_one, **options)
        return found
    return loss

def estimate(module):
    loss = made(module, is_one=False, other=3)

    @tf.function
    def total(x):
        return tf.concat([tf.reshape(term, [-1]) for term in loss(x=x)], 0)
    return total

@tf.function
def scaled(x):
    return 2.0 * x

@tf.function
def rows(x):
    return [row + 1.0 for row in scaled(x)]  # TFR304

def main(x):
    total = estimate(unknown())
    return total, rows(x)
"""
PROGRAMS["numbers that are drawn from few, in lists"] = """\
rng = np.random.default_rng(0)

def run(labels):
    for n in rng.integers(0, 2, 25).tolist():
        f(tf.ones([1]), n)
    for n in np.random.choice(2, 25).tolist():
        f(tf.ones([1]), n)
    for n in np.random.randint(0, 3, 25).tolist():
        f(tf.ones([1]), n)  # likely TFR101
    for n in np.asarray(labels, np.int32).reshape(-1).tolist():
        f(tf.ones([1]), n)  # likely TFR101
    for n in rng.integers(0, 100, 25).tolist():
        f(tf.ones([1]), n)  # TFR101
    for n in np.arange(25).tolist():
        f(tf.ones([1]), n)  # TFR101

run(unknown())
"""
PROGRAMS["a flag in front of a tensor may be all that an operator gives"] = """\
@tf.function
def either(x, flag):
    if flag or tf.reduce_sum(x) > 0:
        return x
    return -x

@tf.function
def both(x, flag):
    assert (tf.reduce_sum(x) > 0) or flag is None  # TFR303
    assert flag is None or tf.reduce_sum(x) > 0
    return x

def main(x):
    return either(x, True), both(x, True)
"""
PROGRAMS["numbers that a loop before has traced"] = """\
@tf.function
def scaled(x, n):
    return x * n

def again(x, count):
    for n in range(count):
        scaled(x, n)  # TFR101
    for n in range(count):
        scaled(x, n)
    if count:
        for n in range(count):
            scaled(x, n)
    count = 2 * count
    for n in range(count):
        scaled(x, n)  # TFR101

@tf.function
def moved(x, n):
    return x + n

def other(x, count):
    if count > 5:
        for n in range(count):
            moved(x, n)  # TFR101
    for n in range(count):
        moved(x, n)  # TFR101

again(tf.ones([3]), int(input()))
other(tf.ones([3]), int(input()))
"""
PROGRAMS["a width that is asked for is the same whatever the data are"] = """\
@tf.function
def padded(x):
    return x + 1

@tf.function  # likely TFR201
def wide(x):
    return x + 1

def drawn(samples, size):
    batch = []
    while len(batch) < size:
        sample = random.choice(samples)
        if sample not in batch:
            batch.append(sample)
    return batch

def run(samples):
    while True:
        actions = np.asarray([sample.action for sample in drawn(samples, 32)])
        padded(tf.keras.utils.to_categorical(actions, 4))
        wide(tf.keras.utils.to_categorical(actions))

run(unknown())
"""
PROGRAMS["comprehensions whose conditions let few values through, or many"] = """\
for n in [i for i in range(40) if i == 3]:
    f(tf.ones([1]), n)
for n in [i for i in range(40) if i > 90]:
    f(tf.ones([1]), n)
for n in [i for i in range(40) if i > 3]:
    f(tf.ones([1]), n)  # TFR101
for n in (i for i in range(40) if i % 2):
    f(tf.ones([1]), n)  # TFR101
"""

PROGRAMS["instances of a tf.Module, which TensorFlow tells apart"] = """\
class Member(tf.Module):
    def __init__(self, seed):
        super().__init__()
        self.w = tf.Variable(tf.random.stateless_normal([3], [seed, 0]))

class Alike(Member):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1

class Kept(tf.Module):
    made = {}

    def __new__(cls, key):
        if key not in cls.made:
            cls.made[key] = super().__new__(cls)
        return cls.made[key]

@functools.lru_cache
def remembered(kind):
    return Member(kind)

@tf.function
def fit(member, x):
    return member.w * x

@tf.function
def pair(member, x):
    return member.w * x

@tf.function
def alike(member, x):
    return x

@tf.function
def kept(member, x):
    return x

@tf.function
def one(member, x):
    return member.w * x

def each(members, x):
    for member in members:
        fit(member, x)  # TFR106

def region(number, x):
    member = Member(number)
    fit(member, x)  # TFR106

x = tf.ones([3])
each([Member(seed) for seed in range(14)], x)
for number in range(12):
    region(number, x)
teacher, student, same = Member(0), Member(1), Alike(2)
for _ in range(100):
    pair(teacher, x)
    pair(student, x)
for _ in range(100):
    alike(same, x)
    kept(Kept("a"), x)
    one(remembered(3), x)
"""
PROGRAMS["concrete functions for sizes that may differ"] = """\
class Model(tf.Module):
    @tf.function
    def score(self, x):
        return x + 1

model = Model()
BUCKETS = (8, 64)

def bucketed(rows):
    size = BUCKETS[0] if len(rows) <= BUCKETS[0] else BUCKETS[1]
    return model.score.get_concrete_function(tf.TensorSpec([size, 3], tf.float32))

def fixed(signal):
    return model.score.get_concrete_function(tf.TensorSpec([None, 3], tf.float32))(signal)

def exact(signal):
    spec = tf.TensorSpec(signal.shape, tf.float32)
    return model.score.get_concrete_function(spec)(tf.constant(signal))  # likely TFR208

def padded(rows):
    block = np.zeros((64, 3), "float32")
    block[: len(rows)] = rows
    return model.score.get_concrete_function(tf.TensorSpec(block.shape, tf.float32))(block)

def recordings(count, rng):
    for _ in range(count):
        seconds = rng.uniform(5.0, 14.0)
        yield np.stack([np.arange(0.0, seconds, 0.02)] * 3, axis=1).astype(np.float32)

for signal in recordings(30, np.random.default_rng(1)):
    exact(signal)
    fixed(signal)
    padded(signal)
    bucketed(signal)(signal)
"""
PROGRAMS["plans by the size of what is asked for"] = """\
class Plans:
    def __init__(self, model):
        self.model, self.plans = model, {}

    def plan(self, batch):
        if batch not in self.plans:
            spec = tf.TensorSpec([batch, 6], tf.int32)
            self.plans[batch] = self.model.embed.get_concrete_function(spec)  # likely TFR208
        return self.plans[batch]

    def whole(self, batch):
        if batch not in self.plans:
            spec = tf.TensorSpec([32, 6], tf.int32)
            self.plans[batch] = self.model.embed.get_concrete_function(spec)
        return self.plans[batch]

class Embedder(tf.Module):
    @tf.function
    def embed(self, tokens):
        return tokens

def load(rng, bursts):
    for _ in range(bursts):
        size = int(min(60, 1 + rng.geometric(0.06)))
        yield rng.integers(0, 50, (size, 6))

plans = Plans(Embedder())
for tokens in load(np.random.default_rng(1), 120):
    plans.plan(len(tokens))(tokens)
    plans.whole(len(tokens))(tokens)
"""
PROGRAMS["rows that a generator gathers"] = """\
@tf.function  # TFR201
def flow(songs):
    return songs

@tf.function
def first(songs):
    return songs

def playlists(count, rng):
    for _ in range(count):
        rows = []
        for position in range(int(rng.integers(5, 46))):
            rows.append(rng.integers(120))
        yield np.array(rows)

songs = np.random.normal(size=(120, 8)).astype("float32")
for rows in playlists(14, np.random.default_rng(1)):
    flow(tf.constant(songs[rows]))
    first(tf.constant(songs[rows[:4]]))
"""
PROGRAMS["a list is as long at each of its uses"] = """\
@tf.function
def step(batch):
    return batch

@tf.function
def other(batch):
    return batch

@tf.function  # TFR201
def another(batch):
    return batch

def run(batch):
    for _ in range(100):
        step(tf.constant(batch))

def positions(rng):
    rows = []
    while rng.random() < 0.9:
        rows.append(1)
    return rows

rng = np.random.default_rng(0)
rows = []
while rng.random() < 0.9:
    rows.append(1.0)
run(np.array(rows))
table = np.ones([200, 3], np.float32)
chosen = np.array(positions(rng))
for _ in range(100):
    other(tf.constant(table[chosen]))
for _ in range(100):
    another(tf.constant(table[np.array(positions(rng))]))
"""
PROGRAMS["a loop that ends by the size of what it replaces"] = """\
@tf.function  # likely TFR201
def carve(image):
    return tf.boolean_mask(image, image[0] > tf.reduce_min(image[0]), axis=1)

@tf.function  # likely TFR201
def advance(weights):
    return weights * 2.0

@tf.function
def batch_of(x):
    return x

@tf.function
def window_of(x):
    return x

@tf.function
def padded(x):
    return x

@tf.function
def named(x):
    return x

def narrow(image, target):
    while image.shape[1] > target:
        image = carve(image)
    return image

class Search:
    def __init__(self, count):
        self.weights = np.zeros((count, 5), np.float32)

    def run(self):
        while len(self.weights) > 1:
            for _ in range(8):
                scores = advance(tf.constant(self.weights)).numpy().sum(axis=1)
            self.weights = self.weights[np.argsort(scores)[: len(scores) // 2]]

def batches(data, size):
    while len(data) >= size:
        batch, data = data[:size], data[size:]
        batch_of(tf.constant(batch))

def windows(data, size):
    start = 0
    while start < len(data):
        window_of(tf.constant(np.resize(data[start : start + size], (size, 3))))
        start += size

def filled(data, size):
    while data.shape[0] > 0:
        part, data = data[:size], data[size:]
        padded(tf.constant(np.resize(part, (size, 3))))

def tried(limit):
    data = np.zeros([limit, 3], np.float32)
    while data.sum() < limit:
        named(tf.constant(data))
        data = data + 1

image = tf.constant(np.random.normal(size=(20, 44)).astype("float32"))
narrow(image, 26)
Search(32).run()
batches(np.random.normal(size=(640, 3)).astype("float32"), 32)
windows(np.random.normal(size=(640, 3)).astype("float32"), 32)
filled(np.random.normal(size=(640, 3)).astype("float32"), 32)
tried(30)
"""
PROGRAMS["what was seen so far, and what was seen last"] = """\
@tf.function  # likely TFR201
def so_far(x):
    return x

@tf.function
def last(x):
    return x

@tf.function
def half(x):
    return x

def evaluate(xt, steps, width):
    for i in range(steps):
        so_far(tf.reshape(xt[: i + 1], (-1, 1)))
        last(tf.reshape(xt[-3:], (-1, 1)))
        half(tf.reshape(xt[: width // 2], (-1, 1)))
        half(tf.reshape(xt[i : i + 4], (-1, 1)))
        half(tf.reshape(xt[i], (4, 5)))

evaluate(unknown(), 50, 8)
"""
PROGRAMS["what is not in a set"] = """\
@tf.function  # likely TFR201
def rank(candidates):
    return candidates

for books in unknown():
    rank(tf.constant(np.setdiff1d(np.arange(90), books)))
"""
PROGRAMS["episodes of several environments"] = """\
@tf.function  # likely TFR201
def update(states):
    return states

@tf.function
def counted(states):
    return states

def gather(envs):
    found = [collections.defaultdict(list) for _ in envs]
    done = [False for _ in envs]
    states = [env.reset() for env in envs]
    while not all(done):
        for i, state in enumerate(states):
            found[i]["states"].append(state)
            states[i], reward, done[i], _ = envs[i].step(0)
    return found

def gather_some(envs):
    found = [collections.defaultdict(list) for _ in envs]
    for _ in range(32):
        for i, env in enumerate(envs):
            found[i]["states"].append(env.step(0))
    return found

envs = [unknown() for _ in range(4)]
for _ in range(100):
    update(np.concatenate([episode["states"] for episode in gather(envs)]))
    counted(np.concatenate([episode["states"] for episode in gather_some(envs)]))
"""
PROGRAMS["counters that begin with what differs"] = """\
@tf.function
def level(rate, agents):
    return rate * agents

@tf.function
def again(rate, agents):
    return rate * agents

@tf.function
def capped(rate, agents):
    return rate * agents

def staff(calls, target):
    agents, value = max(1, int(calls / 10.0)), 0.0
    while value < target:
        agents += 1
        value = float(level(1.0, agents))  # likely TFR101

def rebuilt(calls, target):
    for _ in range(100):
        agents = 3
        agents += 1
        again(1.0, agents)

def saturated(target):
    agents = int(target)
    for _ in range(100):
        agents = min(agents + 1, 3)
        capped(1.0, agents)

for calls in [100, 200, 300, 400, 500]:
    staff(calls, 0.8)
    rebuilt(calls, 0.8)
saturated(2)
"""
PROGRAMS["depths that a call gives"] = """\
@tf.function
def imagine(x, depth):
    for _ in range(depth):  # likely TFR301
        x = x * 0.9
    return x

def depth_for(error):
    if error > 0.05:
        return 1
    return min(12, 1 + int(-2 * np.log10(error)))

for _ in range(10):
    imagine(tf.ones([3]), depth_for(np.random.normal()))  # likely TFR101
"""
PROGRAMS["a long range that indexes tensors, or what Python holds"] = """\
LENGTH = 96

class Sampler:
    def __init__(self):
        self.layers = [keras.layers.Dense(3) for _ in range(LENGTH)]

    @tf.function
    def tensors(self, x, noise):
        for i in range(LENGTH):  # TFR302
            x = tf.tanh(x + noise[i]) * 2.0 + tf.exp(x) - tf.sin(x) + tf.cos(x)
        return x

    @tf.function
    def lists(self, x):
        for i in range(LENGTH):
            x = tf.tanh(self.layers[i](x)) * 2.0 + tf.exp(x) - tf.sin(x)
        return x

    @tf.function
    def slices(self, x, noise):
        for i in range(LENGTH):
            x = tf.tanh(x + tf.reduce_sum(noise[:i])) * 2.0 + tf.exp(x) - tf.sin(x)
        return x

sampler = Sampler()
sampler.tensors(tf.ones([3]), tf.ones([LENGTH, 3]))
sampler.lists(tf.ones([2, 3]))
sampler.slices(tf.ones([3]), tf.ones([LENGTH, 3]))
"""

PROGRAMS["a population of models of which each round clones some"] = """\
def build():
    return keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])

@tf.function
def fitness(brain, x):
    return brain(x)

@tf.function
def best(brain, x):
    return brain(x)

@tf.function
def turns(brain, x):
    return brain(x)

class Population:
    def __init__(self):
        self.brains = []
        for _ in range(8):
            brain = build()
            self.brains.append(brain)
        self.first = [build()]
        self.pair = [build(), build()]

    def evaluate(self, x):
        return [float(fitness(brain, x)) for brain in self.brains]  # TFR106

    def evaluate_first(self, x):
        return [best(brain, x) for brain in self.first]

    def evaluate_pair(self, x):
        return [turns(brain, x) for brain in self.pair]

    def breed(self, scores):
        order = sorted(range(8), key=lambda i: scores[i])
        parents = [self.brains[i] for i in order[:2]]
        children = [keras.models.clone_model(parents[0]) for _ in range(6)]
        self.brains = parents + children
        self.first = [self.first[0]]
        self.pair = [self.pair[1], self.pair[0]]

population = Population()
for _ in range(20):
    population.breed(population.evaluate(tf.ones([1, 4])))
    population.evaluate_first(tf.ones([1, 4]))
    population.evaluate_pair(tf.ones([1, 4]))
"""
PROGRAMS["what a decoder takes of a sequence until it is long enough"] = """\
@tf.function
def whole(x):
    return x

@tf.function
def last(x):
    return x

@tf.function
def window(x):
    return x

@tf.function  # TFR201
def columns(x):
    return x

@tf.function  # likely TFR201
def so_far(x):
    return x

def padded(length, ids):
    while len(ids) < length:
        given = keras.utils.pad_sequences([ids], maxlen=length)
        ids = ids + [int(tf.argmax(whole(tf.constant(given))[0, -1]))]

def filled(length, ids):
    while len(ids) < length:
        given = np.zeros((1, length), np.int32)
        given[0, : len(ids)] = ids
        ids = ids + [int(whole(tf.constant(given))[0, 0])]

def recurrent(length, ids):
    while ids.shape[1] < length:
        token = ids[:, -1:]
        ids = tf.concat([ids, last(token)], 1)

def windowed(length, ids):
    while ids.shape[1] < length:
        part = ids[:, -8:]
        ids = tf.concat([ids, window(part)[:, :1]], 1)

def all_of_it(length, ids):
    while ids.shape[1] < length:
        ids = tf.concat([ids, so_far(ids)[:, -1:]], 1)

def gathered(rows, x):
    for row in rows:
        x = tf.concat([x, row], 0)
        columns(x[:, :3])

padded(30, [1])
filled(30, [1])
recurrent(30, tf.ones([1, 1]))
windowed(30, tf.ones([1, 8]))
all_of_it(30, unknown())
gathered(unknown(), tf.ones([1, 8]))
"""


PROGRAMS["objects that a generator makes"] = """\
class Reading:
    def __init__(self, force):
        self.force = force

class Count:
    def __init__(self, number):
        self.number = number

class Finger:
    def __init__(self):
        self.last = Reading(tf.ones([2]))

    def sense(self, i):
        return Reading(tf.ones([2]) * i)

    def again(self):
        return self.last

def made(ticks):
    for i in range(ticks):
        yield Reading(tf.ones([2]))

def named(ticks):
    for i in range(ticks):
        reading = Reading(tf.ones([2]))
        yield reading

def sensed(finger, ticks):
    for i in range(ticks):
        yield finger.sense(i)

def numbered(ticks):
    for i in range(ticks):
        yield Count(i)

def kept(finger, ticks):
    reading = Reading(tf.ones([2]))
    for _ in range(ticks):
        yield reading
        yield finger.again()

for reading in made(30):
    f(reading)  # TFR104
for reading in named(30):
    f(reading)  # TFR104
for reading in sensed(Finger(), 30):
    f(reading)  # TFR104
for count in numbered(30):
    f(tf.ones([2]), count.number)  # likely TFR101
for reading in kept(Finger(), 30):
    f(reading)
"""
PROGRAMS["dataclasses in lists"] = """\
@dataclasses.dataclass
class Leg:
    days: int
    unit: int

def choose(legs):
    return [f(leg) for leg in legs]  # TFR104

legs = []
for k in range(30):
    legs.append(Leg(28 + 30 * k, 7))
for leg in legs:
    f(tf.ones([2]), leg.days)  # TFR101
    f(tf.ones([3]), leg.unit)
for leg in [Leg(k, 7) for k in range(30)]:
    f(tf.ones([2]), leg.days)  # TFR101
choose([Leg(k, 1) for k in range(9)])
choose([Leg(k, 2) for k in range(7)])
"""
PROGRAMS["dicts in a list that an attribute holds"] = """\
class Desk:
    def __init__(self):
        self.positions, self.orders, self.marked, self.booked = [], [], [], []

    def pledge(self, name, size):
        self.positions.append({"name": name, "size": size})
        self.orders.append({"issuer": name})
        self.booked.append({"rows": [name]})

    def mark(self):
        for order in self.orders:
            order["issuer"] = "all"
        for book in self.booked:
            book["rows"].append("other")

    def value(self):
        for p in self.positions:
            f(tf.ones([2]), p["name"])  # TFR101
        for order in self.orders:
            f(tf.ones([2]), order["issuer"])
        for book in self.booked:
            f(tf.ones([2]), book["rows"][0])

desk = Desk()
for k in range(30):
    desk.pledge(f"N{k}", 1.0)
desk.mark()
desk.value()
"""
PROGRAMS["dicts in a list of which any may be changed"] = """\
class Desk:
    def __init__(self):
        self.positions = []

    def pledge(self, name):
        self.positions.append({"name": name})

    def value(self):
        for p in self.positions:
            f(tf.ones([2]), p["name"])

def overwrite(row, key):
    row[key] = "same"

desk = Desk()
for k in range(30):
    desk.pledge(f"N{k}")
for row in desk.positions:
    overwrite(row, input())
desk.value()
"""
PROGRAMS["a few predictions for each answer of a person"] = """\
model = keras.Sequential([keras.layers.Dense(1)])
row = np.ones((1, 4))

def reply(words, count):
    for _ in range(count):
        words += str(model.predict(row))
    return words

def essay(words, count):
    for _ in range(count):
        words += str(model.predict(row))  # TFR601
    return words

while True:
    print(reply(input(), 5))

    print(essay(input(), 500))
"""
PROGRAMS["a variable that a prediction sets ends the loop"] = """\
model = keras.Sequential([keras.layers.Dense(9)])
row, letters = np.ones((1, 4)), "abcdefgh."

def spoken(row):
    done, text = False, ""
    while not done:
        letter = letters[np.argmax(model.predict(row))]
        text += letter
        if letter == "." or len(text) > 500:
            done = True
    return text

def counted(row):
    done, text = False, ""
    while not done:
        text += letters[np.argmax(model.predict(row))]  # likely TFR601
        if len(text) > 5000:
            done = True
    return text

def all_of(rows):
    done, text = False, ""
    while not done:
        letter = letters[np.argmax(model.predict(rows[:1]))]  # TFR601
        text += letter
        if letter == "." or len(text) > 500:
            done = True
    return text

for _ in range(5):
    print(spoken(row))
print(counted(row))
for start in range(2000):
    print(all_of(row + start))
"""
PROGRAMS["what the length of a container decides in a trace"] = """\
class Agent:
    def __init__(self, least):
        self.memory = []
        self.table = {"rows": []}
        self.least = least
        self.kept = [0] * 64

    def remember(self, row):
        self.memory.append(row)
        self.table["rows"].append(row)

    @tf.function
    def learn(self):
        if len(self.memory) < self.least:  # TFR405
            return 0.0
        return random.random()

    @tf.function
    def learn_from_table(self, x):
        if self.least > 0 and len(self.table["rows"]) < self.least:  # TFR405
            return x
        return x.numpy() * np.random.randint(3)

    @tf.function
    def asked_before(self):
        if len(self.memory) < self.least:
            return 0.0
        return 1.0

    @tf.function
    def of_constants(self):
        if len(self.kept) < self.least:
            return 0.0
        return random.random()  # TFR404

    @tf.function
    def told(self):
        print("rows", len(self.memory))
        return 0.0

agent = Agent(32)
for step in range(99):
    agent.remember(step)
    agent.learn()
    agent.learn_from_table(tf.ones(2))
    agent.of_constants()
    agent.told()
    if len(agent.memory) >= 32:
        agent.asked_before()
"""


PROGRAMS["what a loop changes in one of a function's calls"] = """\
import numpy as np
import tensorflow as tf

from elsewhere import guesses, rows

@tf.function
def misfit(rate):
    return tf.constant([1.0, 2.0]) * rate

@tf.function
def shifted(width):
    return tf.ones([3]) * width

@tf.function
def power(delays):
    return tf.reduce_sum(tf.stack(delays))

@tf.function
def mean(x):
    return tf.reduce_mean(x)

class Search:
    def __init__(self):
        self.tried = []

    def scan(self, low, high, count):
        width = (high - low) / count
        best = low
        for i in range(count):
            rate = low + i * width
            if float(misfit(rate)[0]) > 1:  # TFR101
                best = rate
            self.tried.append(rate)
        return best

    def run(self):
        centre = self.scan(0.0, 4.0, 24)
        return self.scan(centre - 0.1, centre + 0.1, 9)

def scan_width(width, count):
    for i in range(count):
        shifted(width)
        width = width + 0 * i

def each(candidates):
    for candidate in candidates:
        delays = [candidate * 2.0, candidate + 1.0]
        power(delays)  # TFR103

def one_way(candidates, mode):
    for candidate in candidates:
        if mode == "train":
            mean([candidate * 1.0])

def early(candidates, mode):
    if mode != "train":
        return
    for candidate in candidates:
        mean([candidate * 1.0])

def every(candidates, mode):
    for candidate in candidates:
        if mode == "train":
            mean([candidate * 1.0])  # TFR103

one_way(range(30), "test")
one_way(guesses(), "train")
early(range(30), "test")
early(guesses(), "train")
every(range(30), "train")
every(guesses(), "test")
search = Search()
search.run()
scan_width(3.0, 24)
scan_width(guesses(), 9)
each(range(30))
each(guesses())
"""


PROGRAMS["what a metric keeps of its trace"] = """\
import tensorflow as tf

class Dice(tf.keras.metrics.Metric):
    def update_state(self, y_true, y_pred, sample_weight=None):
        self.y_true = y_true  # TFR403
        self.y_pred = y_pred

    def result(self):
        return tf.reduce_sum(self.y_true * self.y_pred)

class Overlap(tf.keras.metrics.Metric):
    def update_state(self, y_true, y_pred, sample_weight=None):
        self.both = tf.reduce_sum(y_true * y_pred)  # likely TFR403

    def result(self):
        return self.both / 2.0

class Total(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__(name="total")
        self.total = self.add_weight(name="total")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.last = tf.reduce_sum(y_true)
        self.total.assign_add(self.last)

    def result(self):
        return self.total

class Eager(tf.keras.metrics.Metric):
    def update_state(self, y_true, y_pred, sample_weight=None):
        self.last = tf.reduce_sum(y_true)

    def result(self):
        return self.last

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse", metrics=[Dice(), Total()])
model.fit(tf.ones([8, 3]), tf.ones([8, 1]))
seen = Eager()
seen.update_state(tf.ones([8, 1]), tf.ones([8, 1]))
print(seen.result())
"""

PROGRAMS["a lesson that defines a function anew"] = """\
import tensorflow as tf

@tf.function
def f(x):
    v = tf.Variable(1.0)
    v.assign_add(x)
    return v

print(f(1.0))
v = tf.Variable(1.0)

@tf.function
def f(x):
    return v.assign_add(x)

print(f(5.0))

@tf.function
def g(x):
    w = tf.Variable(1.0)  # TFR401
    w.assign_add(x)
    return w

print(g(1.0))
"""

PROGRAMS["a prediction for each of the files there are"] = """\
import glob
import os

import numpy as np
from tensorflow import keras

CLASSES = ["cat", "dog", "bird"]

def read(path):
    return np.expand_dims(keras.utils.img_to_array(keras.utils.load_img(path)), 0)

def names(folder):
    return sorted(os.listdir(folder))

def ask(model, path):
    return model.predict(read(path))  # likely TFR601

def each(model, classes):
    for one in classes:
        print(model.predict(np.ones((1, 8, 8, 3))), one)

model = keras.Sequential(
    [keras.Input((8, 8, 3)), keras.layers.Flatten(), keras.layers.Dense(2)]
)
lines = [line.strip() for line in open("names.txt")]
found = {}
for number, line in enumerate(lines):
    found[line] = model.predict(read(line))  # likely TFR601
for path in names("images"):
    found[path] = model.predict(read(path))  # likely TFR601
for path in glob.glob("images/*.png")[:9]:
    found[path] = model.predict(read(path))
for path in glob.glob("test/*.png"):
    found[path] = ask(model, path)
each(model, CLASSES)
"""


PROGRAMS["what random draws are added to"] = """\
import random

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)

@tf.function
def f(n):
    return tf.ones([3]) * n

def prices(days):
    price = 170.0
    for _ in range(days):
        price += 0.3 * (175.0 - price) + random.gauss(0, 14)
        yield price

class Walk:
    def __init__(self):
        self.place = 0.0

    def step(self):
        self.place = 0.9 * self.place + float(rng.normal())
        f(self.place)  # TFR101

for price in prices(30):
    f(price)  # TFR101
walk = Walk()
for i in range(30):
    walk.step()
level = 0.0
for i in range(30):
    level = level + 0.3 * (175.0 - level) + random.gauss(0, 1)
    f(level)  # TFR101
same = 0.0
for i in range(30):
    draw = random.gauss(0, 1)
    same = (same - draw) + draw
    f(same)  # likely TFR101
    f(draw - draw)  # likely TFR101
"""


PROGRAMS["schedules of sines and logarithms"] = """\
import math

import numpy as np
import tensorflow as tf

@tf.function
def f(n):
    return tf.ones([3]) * n

@tf.function
def g(n):
    return tf.ones([3]) * n

def anneal(rounds):
    for i in range(rounds):
        ratio = math.cos(0.5 * math.pi * i / rounds) if i < rounds - 1 else 0.0
        f(ratio)  # TFR101

class Search:
    def __init__(self, rounds):
        self.rounds = rounds

    def run(self):
        for i in range(1, self.rounds + 1):
            f(int(64 * np.log2(1 + i / self.rounds)) if i > 1 else 1)  # TFR101
            g(int(np.sin(2 * np.pi * i)) if i > 1 else 1)

anneal(30)
Search(12).run()
"""


PROGRAMS["a list of an instance that its methods only add to"] = """\
import random

import numpy as np
import tensorflow as tf

@tf.function
def stacked(rows):
    return tf.stack(rows)

@tf.function  # TFR201
def of_array(rows):
    return tf.reduce_sum(rows)

@tf.function
def of_few(rows):
    return tf.reduce_sum(rows)

@tf.function  # likely TFR201
def of_some(rows):
    return tf.reduce_sum(rows)

@tf.function
def counted(number):
    return tf.ones([3]) * number

class Log:
    def __init__(self):
        self.rows = []
        self.picked = []

    def see(self, row):
        self.rows.append(row)
        if row > 3.0:
            self.picked.append(row)

    def fit(self):
        stacked(self.rows)  # TFR103
        of_array(np.array(self.rows))
        of_some(np.array(self.picked))
        of_few(np.array(random.sample(self.rows, 8)))
        of_few(np.mean(self.rows))
        if len(self.rows) >= 8:
            of_few(np.array(self.rows[-8:]))
        if len(self.rows) == 8:
            of_few(np.array(self.rows))

class Step:
    def __init__(self):
        self.steps = []
        self.count = 0

    def run(self, x):
        self.steps.append(x)
        self.count += 1
        stacked(self.steps)
        counted(self.count)

class Windowed:
    def __init__(self):
        self.window = []

    def see(self, row):
        self.window.append(row)
        if len(self.window) > 5:
            self.window.pop(0)

    def fit(self):
        of_few(np.array(self.window))

def emptied(rows):
    rows.clear()

class Emptied:
    def __init__(self):
        self.held = []

    def see(self, row):
        self.held.append(row)

    def fit(self):
        of_some(np.array(self.held))
        emptied(self.held)

def main():
    log = Log()
    windowed = Windowed()
    for row in np.random.rand(30):
        log.see(row)
        log.fit()
        windowed.see(row)
        windowed.fit()
    held = Emptied()
    for row in range(30):
        step = Step()
        step.run(1.0)
        held.see(float(row))
        held.fit()

main()
"""


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_reported_as_marked(program: str) -> None:
    source = IMPORTS + program
    proven = [(mark.line, mark.code) for mark in marks(source)]
    likely = [(mark.line, mark.code) for mark in marks(source, likely=True)]
    codes = DEFAULT_CODES | set(re.findall(r"TFR\d{3}", program))
    found = sorted((finding.line, finding.code) for finding in check(source, codes=codes))
    assert found == sorted(proven)
    shown = check(source, codes=codes, settings=Settings(confidence="likely"))
    found = sorted((f.line, f.code) for f in shown if f.confidence == "likely")
    assert found == sorted(likely)


SHAPES = {
    """\
for t in range(1, 30):
    shaped(np.pad(s[:t][-W:], (max(0, W - t), 0)))
""": False,
    """\
for n in range(1, 30):
    y = s[:n]
    shaped(np.pad(y, (0, W - len(y))))
""": False,
    """\
for n in range(1, 30):
    y = s[:n]
    shaped(np.pad(y, [[0, max(0, W - n)]]))
""": False,
    """\
for n in range(1, 30):
    shaped(np.pad(s[:n], 2))
""": True,
    """\
for n in range(1, 30):
    shaped(np.pad(s[:n], W))
""": True,
    """\
for n in range(1, 30):
    shaped(np.pad(s[:n], (0, unknown())))
""": False,
    """\
for n in range(1, 30):
    shaped(np.pad(s[:n], (0, 3)))
""": True,
    """\
for n in range(1, 30):
    shaped(tf.pad(s[:n], [[0, 3]]))
""": True,
    """\
for n in range(1, 30):
    shaped(tf.image.resize_with_pad(tf.ones([n, n, 3]), 8, 8))
""": False,
    """\
for n in range(1, 6):
    tokens = [1] * n
    while len(tokens) < 8:
        tokens.append(0)
    shaped(tf.constant(tokens))
""": False,
    """\
for n in range(1, 6):
    tokens = [1] * n
    for _ in range(8 - n):
        tokens.append(0)
    shaped(tf.constant(tokens))
""": False,
    """\
for n in range(1, 30):
    tokens = [1] * n
    tokens.append(0)
    shaped(tf.constant(tokens))
""": True,
    """\
for n in range(1, 30):
    tokens = [1] * n
    tokens.extend([0] * (30 - n))
    shaped(tf.constant(tokens))
""": False,
    """\
for n in range(1, 30):
    tokens = [1] * n
    tokens += [0] * (30 - len(tokens))
    shaped(tf.constant(tokens))
""": False,
    """\
for n in range(1, 30):
    tokens = [1] * n + [0] * (30 - n)
    shaped(tf.constant(tokens))
""": False,
    """\
for i in range(30):
    shaped(tf.boolean_mask(s * i, MASK))
""": False,
    """\
for i in range(30):
    shaped((s * i)[MASK])
""": False,
    """\
for i in range(30):
    mask = s * i > 3
    shaped(tf.boolean_mask(s, mask))
""": True,
    """\
for i in range(30):
    mask = s > i
    for j in range(3):
        shaped(tf.boolean_mask(s, mask))
""": True,
    """\
mask = s > 3
for i in range(30):
    shaped(tf.boolean_mask(s, mask))
    mask[i] = False
""": True,
    """\
labels = unknown()
for i in range(30):
    shaped(tf.unique(labels)[0])
""": False,
    """\
labels = unknown()
for i in range(30):
    shaped(tf.gather(s, tf.where(labels == 1)[:, 0]))
""": False,
    """\
labels = unknown()
for i in range(30):
    shaped(tf.gather(s, tf.where(labels == i)[:, 0]))
""": True,
    """\
for x in unknown():
    shaped(tf.unique(x)[0])
""": True,
    """\
for x in unknown():
    shaped(np.unique(x))
""": True,
    """\
def run(x):
    shaped(tf.unique(x)[0])
for x in unknown():
    run(x)
""": True,
    """\
for n in range(1, 30):
    x = s[:n]
    if x.shape[0] != 4:
        continue
    shaped(x)
""": False,
    """\
for n in range(1, 30):
    x = s[:n]
    if len(x) == W:
        shaped(x)
""": False,
    """\
def run(x):
    if x.shape[0] != W:
        return None
    return shaped(x)
for n in range(1, 30):
    run(s[:n])
""": False,
    """\
def run(x):
    return shaped(x[:W])
for n in range(8, 30):
    run(s[:n])
""": False,
    """\
def run(x):
    k = min(len(x), W)
    return shaped(x[:k])
for n in range(8, 30):
    run(s[:n])
""": False,
    """\
for n in range(8, 30):
    k = min(n, 8)
    shaped(s[:k])
""": False,
    """\
for n in range(8, 30):
    shaped(s[:min(n, 8)])
""": False,
    """\
for n in range(8, 30):
    shaped(s[:n])
""": True,
    """\
for i in range(5):
    shaped(s[:max(50, i)])
""": False,
    """\
for x in unknown():
    x = x[:16]
    shaped(tf.constant(x))
""": False,
    """\
def run(x):
    if len(x) < W:
        x = np.concatenate([x, np.zeros(W - len(x), np.float32)])
    shaped(x)
for n in range(1, 8):
    run(s[:n])
""": False,
    """\
def run(x):
    x = np.concatenate([x, np.zeros(W - len(x), np.float32)])
    shaped(x)
for n in range(1, 8):
    run(s[:n])
""": False,
}
"""Loops that call a traced function, and whether the shapes surely vary, by default."""


@pytest.mark.parametrize(("loop", "is_reported"), SHAPES.items(), ids=SHAPES.keys())
def test_shapes_that_vary(loop: str, *, is_reported: bool) -> None:
    made = "s = np.arange(50, dtype=np.float32)\nW = 8\nMASK = s > 3\n"
    source = f"{IMPORTS}{made}@tf.function\ndef shaped(x):\n    return x\n\n{loop}"
    codes = {finding.code for finding in check(source)}
    assert ("TFR201" in codes) is is_reported
