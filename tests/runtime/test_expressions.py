"""What the analysis says of an expression, against what running it gives.

Each program calls ``f``. Whatever the analysis knows of the argument (dtype, shape, kind, values,
length) must hold for every value that the calls pass, and a predicted number of traces must be
TensorFlow's.
"""

from __future__ import annotations

import ast
import sys
from typing import Any

import pytest
import tensorflow as tf

from bench.concretization import contradiction, summary
from flake8_tfretrace.program import Program
from flake8_tfretrace.program.prediction import predicted_traces
from flake8_tfretrace.program.tracetypes import (
    UNKNOWN,
    TraceType,
)

PREAMBLE = """\
import copy
import itertools
import math
import random
import time

import numpy as np
import tensorflow as tf

@tf.function
def f(x):
    return x

"""

DETERMINED = [
    "...",
    "np.arange(3) * 0.5",
    "np.arange(3) / 2",
    "tf.constant([1, 2]) / 2",
    "tf.constant([1, 2]) // 2",
    "tf.constant([1.0, 2.0]) ** 2",
    "np.arange(3) ** 2",
    "np.ones(3, 'float32') * 2.5",
    "np.float64(2) * 2.5",
    "math.floor(2.5)",
    "math.sqrt(2)",
    "np.int64(2) + True",
    "np.ones(3, 'float32') + tf.ones([3])",
    "tf.ones([3]) + np.ones(3, 'float32')",
    "tf.ones([2, 3]) + tf.ones([3])",
    "tf.ones([2, 1]) + tf.ones([1, 1])",
    "[1, 2] + [3.0]",
    "[0] * 3",
    "3 * (1, 2)",
    "tf.constant([1, 2.0])",
    "np.array([1, 2.5])",
    "np.array([[1, 2], [3, 4]])",
    "tf.constant([[1, 2], [3.5, 4]])",
    "tf.convert_to_tensor([tf.ones([2]), tf.zeros([2])])",
    "np.array([np.ones(2), np.ones(2)])",
    "np.array([np.float32(1), np.float32(2)])",
    "tf.constant(2 ** 40)",
    "np.array(2 ** 40)",
    'list({"a": 1, "b": 2}.keys())',
    'list({"a": 1, "b": 2}.values())',
    "copy.copy([1, 2])",
    "copy.deepcopy(tf.ones([3]))",
    "np.random.randn(2, 3)",
    "np.random.uniform(0, 1, 3)",
    "np.random.uniform(size=(3, 2))",
    "np.random.randint(0, 3, size=4)",
    "np.zeros(shape=(2, 3))",
    "np.ones(3, dtype=np.int32)",
    "np.float32(3.5)",
    "np.int64([1, 2])",
    "np.float32(np.ones(3))",
    "tf.constant(value=[1, 2])",
    "tf.Variable(initial_value=tf.zeros([2]))",
    "tf.range(5)",
    "np.linspace(0, 1, 5)",
    "tf.cast(3, float)",
    "np.ones(3, dtype=int)",
    "np.ones(3, dtype=float)",
    "np.ones(3, dtype=bool)",
    'tf.ones([3], dtype="int64")',
    "np.ones(6).reshape(2, 3)",
    "np.ones(6).reshape((2, 3))",
    "np.ones(6).reshape((3, 2), order='F')",
    "np.ones(6).reshape(6)",
    "np.ones(6).mean()",
    "np.ones(6).max()",
    "np.ones(6).argmax()",
    "np.ones(6).all()",
    "np.ones(3, 'float32').mean()",
    'int("3")',
    "round(2.5)",
    "abs(-3)",
    "abs(tf.constant([-1.0]))",
    "abs(True)",
    "len(np.ones((3, 2)))",
    "len([1, 2])",
    "list(enumerate([5, 6]))",
    "list()",
    "tuple()",
    "tuple([1, 2])",
    "list(np.arange(3))",
    "dict()",
    "dict(a=1, b=2.0)",
    "np.ones((2, 3)).T",
    "np.ones(3)[None]",
    "np.ones(3)[None, :, None]",
    "np.ones((2, 3, 4))[..., 0]",
    "np.ones((2, 3, 4))[0, ...]",
    "np.ones((2, 3, 4))[..., None]",
    "np.ones((2, 3, 4))[..., 1:]",
    "np.ones((2, 3, 4))[..., 0, None]",
    "np.ones(8)[1:8:2]",
    "np.ones(8)[::-1]",
    "np.ones(8)[-3:]",
    "[1, 2, 3][1:]",
    "[1, 2, 3][::-1]",
    "[1, 2, 3][-1]",
    '{"a": 1}["a"]',
    "(tf.constant(1) > 0) and (tf.constant(1) > 1)",
    "(tf.constant(1) > 0) or (tf.constant(1) > 1)",
    "[*[1, 2], 3]",
    "[0, 1, 2, 3] * 20",
    "(y := 3)",
    "tf.constant([1], tf.int64) / 2",
    "2 / np.arange(1, 3)",
    "np.arange(3) / np.arange(1, 4)",
    "tf.cast(3.0, bool)",
    "tf.zeros([2], float)",
    "tf.constant(1, dtype=float)",
    "np.array([1], float)",
    "tf.constant([1.0]) * np.float32(2)",
    "np.ones(2) - True",
    "True - np.ones(2)",
    "-np.ones(2)",
    "~np.array([True])",
    "np.ones(2) > 1",
    "1 < np.ones(2)",
    "tf.ones([2]) == tf.ones([2])",
    "2 ** -1",
    "(-2) ** 2",
    "2 ** 3",
    "2 ** 0.5",
    "True + 1",
    "True ** 2",
    "True * 2.0",
    "7 % 4",
    "7.5 // 2",
    "1 << 3",
    "5 & 3",
    "[1] * 2 + [3]",
    "str(3)",
    "str(True)",
    "int(3.7)",
    "float(3)",
    "int(True)",
    "sorted([2, 1])",
    "tf.ones([2, 3]).shape[0]",
    "np.ones((2, 3)).shape[1:]",
    "np.ones((2, 3)).dtype",
    "tf.random.normal([2, 3])",
    "tf.random.uniform([2], maxval=3, dtype=tf.int32)",
    "tf.fill([2], 3.0)",
    'np.zeros_like(np.ones(3, "float32"))',
    "tf.zeros_like(tf.ones([3]))",
    "np.full((2, 2), 3)",
    "np.full((2, 2), 3.5)",
    "np.empty(3)",
    'np.asarray([1.0, 2.0], dtype="float32")',
    "np.asarray(tf.ones([3]))",
    "tf.ones([3]).numpy()",
    "tf.constant(np.ones(3))",
    "tf.cast(np.ones(3), tf.float32)",
    'tf.constant("a")',
    "tf.constant(True)",
    'tf.constant(b"a")',
    "tf.ones(3)",
    "tf.ones(())",
    "np.ones(())",
    "np.zeros(3)[0]",
    "np.zeros((3, 2))[1:, 0]",
    "tf.Variable([1.0, 2.0])[0]",
    "tf.Variable([1.0, 2.0]) * 2",
    "tf.Variable(1.0)",
    "tf.Variable([1, 2], dtype=tf.float32)",
    "np.array([[1], [2]]).astype(np.float32)",
    'np.random.rand(3).astype("float32")',
    "np.random.random((2, 2))",
    "np.random.random_sample(3)",
    "abs(np.array([-1]))",
    "abs(tf.Variable([-1.0]))",
    "max(1, 2)",
    "min(1.5, 2)",
    "max(1, 2.0, 3)",
    "range(3)",
    "None",
    'b"x"',
    "1j",
    "[i * 2 for i in range(3)]",
    "[tf.ones([i]) for i in range(1, 3)]",
    "[x for x in np.ones((2, 3))]",
    "tf.concat([tf.ones([2, 3]), tf.ones([1, 3])], 0)",
    "tf.concat([tf.ones([2, 3]), tf.ones([2, 1])], axis=-1)",
    "np.concatenate([np.ones((2, 3)), np.ones((2, 1))], axis=1)",
    "np.concatenate((np.ones(2), np.ones(3)))",
    "tf.pad(tf.ones([2, 3]), [[1, 1], [0, 2]])",
    "tf.one_hot([1, 2], 3)",
    "tf.one_hot([[1], [2]], 3, axis=0)",
    "tf.gather(tf.ones([4, 3]), [[0, 1]], axis=1)",
    "tf.gather(tf.ones([4, 3]), 2)",
    "tf.nn.embedding_lookup(tf.ones([4, 3]), [0, 1])",
    "tf.transpose(tf.ones([2, 3, 4]))",
    "tf.transpose(tf.ones([2, 3, 4]), [0, 2, 1])",
    "tf.transpose(tf.ones([2, 3, 4]), perm=[2, 0, 1])",
    "tf.tile(tf.ones([2, 3]), [2, 1])",
    "tf.tile(tf.ones([1, 3]), [tf.shape(tf.ones([4, 2]))[0], 1])",
    "tf.zeros(tf.shape(tf.ones([4, 2])))",
    "tf.random.normal([tf.shape(tf.ones([4, 2]))[1], 3])",
    "tf.repeat(tf.ones([2, 3]), 2)",
    "tf.repeat(tf.ones([2, 3]), 2, axis=0)",
    "np.repeat(np.ones((2, 3)), 2, axis=1)",
    "tf.squeeze(tf.ones([1, 2, 1]))",
    "tf.squeeze(tf.ones([1, 2, 1]), axis=-1)",
    "tf.squeeze(tf.ones([1, 2, 1]), [0, 2])",
    "tf.argmax(tf.ones([2, 3]), 1)",
    "tf.argmin(tf.ones([2, 3]))",
    "tf.math.unsorted_segment_sum(tf.ones([3, 2]), [0, 1, 0], 4)",
    "tf.eye(3)",
    "tf.eye(3, 2)",
    "tf.linalg.diag(tf.ones([2, 3]))",
    "tf.einsum('ij,jk->ik', tf.ones([2, 3]), tf.ones([3, 4]))",
    "tf.einsum('bi,bj->bij', tf.ones([2, 3]), tf.ones([2, 4]))",
    "tf.einsum('ij,j', tf.ones([2, 3]), tf.ones([3]))",
    "tf.einsum('ii->i', tf.ones([2, 2]))",
    "tf.linspace(0.0, 1.0, 5)",
    "tf.add_n([tf.ones([2]), tf.ones([2])])",
    "np.clip(np.ones(3), 0.0, 1.0)",
    "np.clip(np.ones((2, 3)), np.zeros(3), None)",
    "np.clip(np.ones(3, 'float32'), 0.0, 1.0)",
]
"""Expressions whose trace type the source determines."""

KNOWN = [
    "tf.broadcast_to(tf.ones([3]), [2, 4, 3])",
    "np.broadcast_to(np.ones(3), (2, 4, 3))",
    "tf.einsum('i,i->', tf.ones(3), tf.ones(3))",
    "np.array(1j)",
    "tf.constant(1j)",
    "np.linspace(0, 1)",
    "np.float32(2) * 2.5",
    "np.int32(2) * 2",
    "np.random.default_rng(0).random()",
    "np.random.default_rng(0).integers(3)",
    "np.random.default_rng(0).integers(3, size=2)",
    "np.random.default_rng(0).normal(size=(2, 3))",
    "np.random.default_rng(0).standard_normal((2, 3), dtype=np.float32)",
    "np.random.default_rng(0).uniform(1, 2)",
    "np.random.RandomState(0).rand(2)",
    "np.random.RandomState(0).randint(3)",
    "np.random.RandomState(0).randn()",
    "math.pow(2, 3)",
    "math.exp(tf.constant(1.0))",
    "tf.matmul(tf.eye(2), tf.eye(2))",
    "tf.gather(np.arange(3), [0])",
    "tf.stack([1, 2.5])",
    "tf.concat([np.ones(1), np.ones(2)], 0)",
    "tf.linalg.matvec(tf.eye(2), tf.ones([2]))",
    "10 ** 5 * 10 ** 9 * 10 ** 9",
    "np.ones((2, 3)) @ np.ones((3, 4))",
    "np.ones(3) @ np.ones(3)",
    "np.array([True, False]) + 1",
    "np.array([True, False]) * 1.5",
    "tf.ones([2, 1]) + tf.ones([1, 3])",
    "tf.ones([1]) + tf.ones([3])",
    "tf.ones([4, 1, 2]) * np.ones((3, 2))",
    "tf.ones([1, 3]) + tf.Variable(tf.ones([1]))",
    "tf.ones([1, 1]) + tf.ones([3])",
    "np.array([1, True])",
    "tf.constant([2 ** 40, 1])",
    "tf.stack([tf.ones([2]), tf.zeros([2])])",
    "np.random.rand()",
    "np.random.normal()",
    "np.random.uniform(0, 1)",
    "tf.is_tensor(3)",
    "tf.executing_eagerly()",
    "tf.range(1.0, 5.0)",
    "tf.range(tf.constant(3, tf.int64))",
    '"a b".upper()',
    "np.ones(3).tolist()",
    "np.ones(3, dtype=bool).tolist()",
    "np.arange(3).tolist()",
    "np.ones(6).reshape(2, -1)",
    "np.ones(6).reshape(-1)",
    "np.arange(6).mean()",
    "np.arange(6).sum()",
    "np.arange(6).std()",
    "np.ones((2, 3)).sum(0)",
    "np.ones((2, 3)).sum(axis=0, keepdims=True)",
    "np.ones((2, 3)).max(1)",
    "np.mean(np.ones((2, 3, 4)), axis=(0, 2))",
    "np.any(np.ones((2, 3)), axis=-1, keepdims=True)",
    "np.average(np.ones((2, 3)), axis=0, weights=[1, 2])",
    "np.argmax(np.ones((2, 3)), axis=0)",
    "np.linalg.norm(np.ones((2, 3)), axis=1)",
    "tf.reduce_sum(tf.ones([2, 3, 4]), axis=1)",
    "tf.reduce_mean(tf.ones([2, 3, 4]), [0, -1], keepdims=True)",
    "tf.reduce_max(tf.ones([2, 3, 4]), axis=[], keepdims=False)",
    "tf.reduce_logsumexp([[1.0, 2.0]], axis=0)",
    "tf.norm(tf.ones([2, 3]), axis=1)",
    "tf.norm(tf.ones([2, 3, 4]), axis=[0, 1])",
    "tf.math.count_nonzero(tf.ones([2, 3]), axis=0)",
    "np.ones((2, 6)).reshape(3, -1)",
    "tf.reshape(tf.ones([2, 6]), [-1, 4])",
    "tf.reshape(tf.ones([2, 6]), -1)",
    "np.reshape(np.ones((2, 6)), (2, 2, -1))",
    "np.ones((2, 6)).size",
    "np.random.rand(2).astype('int8').size + 1",
    "np.ones((2, 6)).ndim",
    "min(tf.ones([2, 3]).shape)",
    "sum(tf.ones([2, 3]).shape)",
    "None if random.random() > 2 else 3",
    "np.ones(3, 'int32').sum()",
    "round(2.55, 1)",
    "int(tf.constant(2.5))",
    "max(1, time.time() * 0)",
    'dict({"a": 1}, b=2)',
    'dict([("a", 1)])',
    "np.ones((2, 3, 4))[np.newaxis]",
    "tf.ones([2, 3])[:, tf.newaxis]",
    "np.ones((2, 3))[np.array([0, 1])]",
    "np.ones((2, 3))[:, np.array([0, 1])]",
    "np.ones((2, 3))[[0, 1]]",
    "np.ones((2, 3))[np.ones((2, 3)) > 0]",
    "tf.constant(1.0) and tf.constant(2)",
    "1 and 2",
    '0 or "x"',
    "(*range(2), 3)",
    "[*np.ones(2), 3]",
    '{"a": 1, **{"b": 2}}',
    '{tf: 1 for tf in ["a"]}',
    "{i: i for i in range(3)}",
    "np.int8([1]) / 2",
    "tf.constant([1], tf.int8) / 2",
    "not np.ones(1)",
    "1 < 2",
    "tf.constant(1) == None",
    '"a" * 3',
    '"a" + "b"',
    '3 * "ab"',
    '"%d" % 3',
    'len("abc")',
    "bool(3)",
    "tf.shape(tf.ones([2, 3]))",
    "np.ones((2, 3)).shape",
    'np.array("a")',
    "np.random.random()",
    "random.uniform(0, 1)",
    "random.randint(0, 3)",
    "time.time()",
    "3 if random.random() > 2 else 4",
    "[i for i in range(9) if i % 2]",
    "[(i, j) for i in range(2) for j in range(2)]",
    "tuple(i for i in range(3))",
    '[*map(int, ["1"])]',
]
"""Expressions of which something is known."""

PROGRAMS: dict[str, int | None] = {
    "x = tf.zeros([2])\nfor i in range(3):\n    x = x + tf.ones([2])\n    f(x)": 1,
    'sizes = {"a": 1, "b": 2, "c": 3}\nfor name in sizes:\n    f(sizes[name])': 3,
    "sizes = [1, 2, 3]\nfor i in range(3):\n    f(sizes[i])": 3,
    "sizes = [1, 1, 2]\nfor i in range(3):\n    f(sizes[i])": 2,
    "for i in range(3):\n    f(max(i, 0.5) + 1)": 3,
    'for v in {"a": 1, "b": 2, "c": 3}.values():\n    f(v)': 3,
    'for v in {"a": 1, "b": 2, "c": 3}.keys():\n    f(v)': 3,
    "n = 4\nf(np.arange(n))": 1,
    "for i in range(1, 4):\n    f(np.arange(i))": 3,
    "for i in range(1, 4):\n    f(tf.range(i))": 3,
    "for i in range(1, 4):\n    f(tf.range(0, i))": 3,
    "for i in range(3):\n    shape = [2] * i\n    f(np.zeros(shape))": 3,
    "v = tf.Variable(1.0)\nf(v.assign_add(1.0))": 1,
    "v = tf.Variable([1.0])\nf(v.read_value())": 1,
    "for i in range(1, 4):\n    f(len(np.ones((i, 2))))": 3,
    "for i in range(6):\n    f(min(i, 2))": 3,
    "for i in range(6):\n    f(max(2, i))": 4,
    "for i, x in enumerate(np.ones((3, 2))):\n    f(x)": 1,
    "for i, x in enumerate([5.0, 6.0], 3):\n    f(i)": 2,
    "for i, x in enumerate([5.0, 6.0], start=3):\n    f(i)": 2,
    "for x, y in zip(np.ones((3, 2)), tf.zeros([3])):\n    f(y)": 1,
    "for x, y in zip([1, 2, 3], (4, 5, 6)):\n    f((x, y))": 3,
    "for i in range(4):\n    f(np.ones(8)[i:i + 2])": 1,
    "for i in range(4):\n    f(np.ones(8)[i * 2:i * 2 + 2])": 1,
    "for i in range(1, 4):\n    f(np.ones(8)[:i])": 3,
    "for i in range(4):\n    f(np.ones((4, 3))[i])": 1,
    "for i in range(4):\n    f(np.ones((4, 3))[i, 0])": 1,
    "for i in range(3):\n    f([1, 2, 3][:i])": 3,
    "for i in range(3):\n    f({str(i): 1})": 3,
    "for i in range(3):\n    f({i: 1})": 3,
    "for x in tf.zeros([3, 2]):\n    f(x)": 1,
    "for x in np.ones((3, 2)):\n    f(x)": 1,
    "a, b = [1, 2]\nf(a)": 1,
    "a, b = np.ones((2, 3))\nf(a)": 1,
    "a, b = tf.zeros([2, 3])\nf(b)": 1,
    "(a, *b) = [1, 2, 3]\nf(a)": 1,
    "a, b = [tf.zeros([i]) for i in range(1, 3)]\nf(b)": 1,
    "x = np.ones(8)\nfor i in range(4):\n    x = x * 2.0\n    f(x)": 1,
    "x = np.ones(8)\nfor i in range(4):\n    x *= 2.0\n    f(x)": 1,
    "x = np.ones(3)\nx += 1\nf(x)": 1,
    "n = 1\nn += 2\nf(n)": 1,
    "n = 3\nn /= 2\nf(n)": 1,
    "x = 1\nfor i in range(3):\n    x = x + x\n    f(x)": None,
    "parts = []\nfor i in range(4):\n    parts = parts + [i]\n    f(parts)": None,
    "for i in range(1, 4):\n    x = tf.zeros([i])\nf(x)": None,
    "for i in range(4):\n    x = np.zeros((i, 2))\nf(x)": None,
    "for i in range(4):\n    y = (i, 2.0)\nf(y)": None,
    'for i in range(4):\n    f("step" + str(i))': None,
    'for i in range(4):\n    f("step %d" % i)': None,
    'for i in range(4):\n    f(f"step {i}")': None,
    'for i in range(4):\n    f("step {}".format(i))': None,
    'for i in range(4):\n    f("a".join([str(i), "b"]))': None,
    "n = 0\nwhile n < 9:\n    f(n % 3)\n    n += 1": None,
    "n = 0\nwhile n < 9:\n    f(n % -3)\n    n += 1": None,
    "n = 0.5\nwhile n < 9:\n    f(n % 3)\n    n += 1": None,
    "for i in range(3):\n    if i:\n        f(6 // i)": None,
    "n = int(random.random())\na = [0] * n\nf(a + [1])": None,
    'for x in tf.data.Dataset.from_tensor_slices({"a": tf.zeros([3, 2])}):\n    f(x)': None,
    "for x in tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0]):\n    f(x)": None,
    "for x in tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4]]):\n    f(x)": None,
    "for x in tf.data.Dataset.from_tensor_slices(np.ones((4, 2))):\n    f(x)": None,
    "for x in tf.data.Dataset.from_tensors(tf.zeros([3, 2])):\n    f(x)": None,
    "for x in tf.data.Dataset.from_tensors((tf.zeros([3, 2]), np.ones(2))):\n    f(x)": None,
    "data = tf.data.Dataset.from_tensor_slices(np.ones((4, 2)))\n"
    "for x in data.as_numpy_iterator():\n    f(x)": None,
    "data = tf.data.Dataset.from_tensor_slices((np.ones((4, 2)), [1, 2, 3, 4]))\n"
    "for x in data.as_numpy_iterator():\n    f(x)": None,
    'data = tf.data.Dataset.from_tensor_slices({"a": tf.zeros([4, 2])})\n'
    "for x in data.batch(2):\n    f(x)": None,
    "data = tf.data.Dataset.from_tensor_slices(tf.zeros([4, 2]))\n"
    "for x in data.batch(2, drop_remainder=True):\n    f(x)": None,
    "data = tf.data.Dataset.from_tensor_slices(tf.zeros([4, 2]))\n"
    "for x in data.shuffle(4).repeat(2).prefetch(1):\n    f(x)": None,
    "for x in tf.data.Dataset.range(5).skip(2).cache():\n    f(x)": None,
    "table = {str(i): i for i in range(4)}\nfor v in table.values():\n    f(v)": 4,
    "table = {str(i): i for i in range(4)}\nfor k, v in table.items():\n    f(v)": 4,
    "parts = []\nfor i in range(4):\n    parts = parts + [tf.ones([2])]\n    f(parts)": None,
    "parts = []\nfor i in range(4):\n    parts += [tf.ones([2])]\n    f(parts)": None,
    "parts = []\nfor i in range(4):\n    parts.append(tf.ones([2]))\n    f(parts)": None,
    "n = int(random.random())\nshape = [2] * n\nf(np.zeros(shape))": None,
    'for i in range(3):\n    f(int("x") if i > 9 else 1)': 1,
    "for i in range(4):\n    f(round(i / 3, 1))": None,
    "for x in tf.range(4):\n    f(int(x))": None,
    "for x in np.arange(4):\n    f(int(x))": None,
    "for x in tf.constant([1, 2]):\n    f(int(x))": None,
    "n = 8.0\nfor i in range(3):\n    n = max(n, 1)\n    f(n)": 1,
    "n = 8\nfor i in range(4):\n    n = max(n - 3, 1)\n    f(n)": None,
    "for i in range(6):\n    f(min(i, random.random() * 0 + 3))": None,
    "for i, x in enumerate(tf.data.Dataset.range(3)):\n    f(i)": None,
    "for i, x in enumerate(tf.data.Dataset.range(3)):\n    f(x)": None,
    "for x, y in zip(tf.data.Dataset.range(3), range(3)):\n    f(x)": None,
    "for x, y in zip(tf.data.Dataset.range(3), range(3)):\n    f(y)": None,
    "for i in iter([1, 2, 3]):\n    f(i)": None,
    "for i, n in zip(range(3), itertools.count()):\n    f(n)": None,
    "n = random.randint(1, 2)\nf([1, 2, 3][:n])": None,
    "x = np.ones(8)\nfor i in range(4):\n    x = x[1:]\n    f(x)": None,
    "x = np.ones((8, 2))\nfor i in range(4):\n    x = x.T\n    f(x)": None,
    "x = np.ones(8)\nfor i in range(4):\n    x = x[None]\n    f(x)": None,
    "for i in range(1, 4):\n    f(math.log(i))": 3,
    "for i in range(4):\n    f(math.ceil(i / 2))": 3,
    "for x in [tf.ones([1]), tf.ones([2]), tf.ones([3])]:\n    f(x)": 3,
    "for n, x in [(1, tf.ones([1])), (2, tf.ones([2])), (3, tf.ones([2]))]:\n    f(x)": 2,
    "for i, j in itertools.product([1, 2], [3, 4]):\n    f(i * j)": 4,
    "for i in itertools.chain([1, 2], (3,)):\n    f(i)": 3,
    "for i in range(5):\n    f(divmod(i, 2))": 5,
    "for i in range(4):\n    f({0: 1, 1: 2}.get(i, 3))": 3,
    "def g():\n    for i in range(3):\n        yield i, None\nfor p in g():\n    f(p)": None,
    "for i in range(1, 4):\n    f(tf.tile(tf.ones([2]), [i]))": 3,
    "for i in range(1, 4):\n    f(tf.reshape(tf.range(12), [i, -1]))": 3,
    "x = tf.ones([1])\nfor i in range(4):\n    f(x)\n    x = tf.concat([x, [1.0]], 0)": None,
    "x = tf.ones([2, 1])\nfor i in range(4):\n    x = tf.concat([x, x], axis=1)\n    f(x)": None,
    "x = np.ones(1)\nfor i in range(4):\n    x = np.append(x, i)\n    f(x)": None,
    "x = [1.0]\nfor i in range(4):\n    x = np.concatenate((x, [1.0]), axis=0)\n    f(x)": None,
    "xs = [tf.ones([1])]\nfor i in range(4):\n    xs.append(xs[0])\n    f(tf.stack(xs))": None,
    "xs = []\nfor i in range(4):\n    xs.append(np.ones(1))\n    f(np.concatenate(xs))": None,
    "v = tf.Variable([1.0])\nwith tf.GradientTape() as tape:\n    y = v * v\n"
    "f(tape.gradient(y, v))": 1,
    "v = tf.Variable([1.0])\nwith tf.GradientTape() as tape:\n    y = v * v\n"
    "f(tape.gradient(y, [v])[0])": 1,
    "state = (0, 1)\nfor i in range(4):\n    state = (state[0] + 1, state[1])\n    f(state)": None,
    "state = (0, 1)\nfor i in range(4):\n    state = (state[1], state[0])\n    f(state)": None,
    "@tf.function\ndef g(x):\n    return x * 2.0\n\n\n"
    "x = tf.ones([3])\nfor i in range(4):\n    f(x)\n    x = g(x)": 1,
    "@tf.function\ndef g(x):\n    for _ in range(2):\n        x = x + tf.roll(x, 1, 0)\n"
    "    return x\n\n\n"
    "x = tf.ones([3])\nfor i in range(4):\n    x = g(x)\n    f(x)": 1,
    "@tf.function\ndef g(x):\n    return x[1:] * 2.0\n\n\n"
    "x = tf.ones([8])\nfor i in range(4):\n    x = g(x)\n    f(x)": None,
    "@tf.function\ndef g(x):\n    return tf.cast(x * 2.0, tf.float64)\n\n\n"
    "x = tf.ones([8])\nfor i in range(4):\n    f(x)\n    x = tf.cast(g(x), tf.float32)": 1,
    "class G:\n    def __init__(self):\n        self.x = tf.ones([3])\n\n"
    "    @tf.function\n    def step(self, x):\n        return x - x ** 3\n\n"
    "    def run(self):\n        self.x = self.step(self.x)\n\n\n"
    "g = G()\nfor i in range(4):\n    g.run()\n    f(g.x)": 1,
    "from dataclasses import dataclass\n@dataclass\nclass P:\n    a: float\n    b: object\n\n"
    "    @classmethod\n    def made(cls, a):\n        return cls(a, tf.ones([2]))\n\n\n"
    "p = P.made(1.5)\nf(p.b)": 1,
    "from dataclasses import dataclass\n@dataclass\nclass P:\n    a: float\n\n\n"
    "def made(a):\n    return P(a * 2.0)\n\n\nfor i in range(3):\n    f(made(i).a)": 3,
    'def g(n):\n    for k in range(n):\n        yield {"a": 1.5 * k}\n\n\n'
    'for r in g(4):\n    f(r["a"])': None,
    'for r in [{"a": 1}, {"a": 2}, {"a": 3}]:\n    f(r["a"])': 3,
    'r = {"a": 1}\nfor i in range(3):\n    r = {"a": float(i)}\nf(r["a"])': None,
    'd = {"a": 0}\nfor i in range(4):\n    d = {"a": d["a"] + 1}\n    f(d)': None,
}
"""Programs, and how many traces they are said to make; None where the source does not tell."""


def check(program: str) -> tuple[list[TraceType], int | None]:
    """Hold what is said of the arguments of ``f`` against a run; return it, and the prediction."""
    model = Program(ast.parse(PREAMBLE + program))
    sites = next(own for traced, own in model.sites.own.items() if traced.name == "f")
    said = {site.node.lineno: site.arguments[0].value for site in sites}
    probe = tf.function(lambda value: tf.constant(0), autograph=False)
    calls = 0

    def f(value: Any) -> None:
        nonlocal calls
        calls += 1
        probe(value)
        assert contradiction(said[sys._getframe(1).f_lineno], summary(value)) is None

    namespace: dict[str, Any] = {}
    exec(PREAMBLE, namespace)
    namespace["f"] = f
    exec("\n" * PREAMBLE.count("\n") + program, namespace)
    assert calls
    predicted = predicted_traces(model, sites)
    assert predicted in (None, probe.experimental_get_tracing_count())
    return [*said.values()], predicted


@pytest.mark.parametrize("expression", DETERMINED)
def test_determined(expression: str) -> None:
    (_,), predicted = check(f"f({expression})\n")
    assert predicted == 1


@pytest.mark.parametrize(
    "expression",
    [
        "(tf.constant(1) > 0) or True",
        "False or (tf.constant(1) > 0)",
        "True or (tf.constant(1) > 0)",
        "True and (tf.constant(1) > 0)",
        '"%d" % tf.constant(1)',
        '"%s %s" % (tf.constant(1), 2)',
    ],
)
def test_tensors_of_which_something_else_may_come(expression: str) -> None:
    (_,), predicted = check(f"f({expression})\n")
    assert predicted is None


@pytest.mark.parametrize("expression", KNOWN)
def test_known(expression: str) -> None:
    (said,), _ = check(f"f({expression})\n")
    assert said != UNKNOWN


@pytest.mark.parametrize(("program", "traces"), PROGRAMS.items())
def test_programs(program: str, traces: int | None) -> None:
    said, predicted = check(program + "\n")
    assert UNKNOWN not in said
    assert predicted == traces
