# title: An agent asks its networks at every step
# repository: marload/DeepRL-TensorFlow2
# commit: 876266d9a5fcf7d8a7c7e3afd8b110085b32b615
# licence: Apache-2.0
# program: A2C/A2C_Discrete.py
# options: --unsafe-fixes
# stubs: gym.py
# story: Actor and critic are asked for one row at a time with `predict`, which sets up a
# story: data pipeline for it. One episode of cart pole here, of the 1000 of the program.
"""Trains the agent for a few episodes."""

import sys
import types

import keras

keras.utils.set_random_seed(1)
sys.modules["wandb"] = types.ModuleType("wandb")
sys.modules["wandb"].init = sys.modules["wandb"].log = lambda *_, **__: None
sys.path.insert(0, "A2C")

import A2C_Discrete as program  # noqa: E402
import gym  # noqa: E402

program.Agent(gym.make("CartPole-v1")).train(max_episodes=1)
