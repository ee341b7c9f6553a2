# title: Two agents with replay memories
# repository: anita-hu/TF2-RL
# commit: a02c9c06d1d3c91ac3503492c85a49e1ccc1aeaa
# licence: MIT
# program: DQN/TF2_DQN_Basic.py
# files: DDPG
# stubs: gym.py
# replace: Adam(lr= => Adam(learning_rate=
"""Trains both for some steps, without files of models and videos."""

import sys
import types

import gym
import keras
import numpy as np

keras.utils.set_random_seed(1)
np.float = float
sys.modules["imageio"] = types.ModuleType("imageio")
sys.path[:0] = ["DDPG", "DQN"]

import TF2_DDPG_Basic  # noqa: E402
import TF2_DQN_Basic  # noqa: E402

TF2_DDPG_Basic.DDPG.save_model = lambda *_: None
TF2_DQN_Basic.DQN.save_model = lambda *_: None
TF2_DDPG_Basic.DDPG(gym.make("CartPole-v1"), discrete=True).train(max_episodes=2, max_epochs=40)
TF2_DQN_Basic.DQN(gym.make("CartPole-v1"), batch_size=16).train(max_episodes=2)
