# title: Actors and critics on cart pole and a pendulum
# repository: marload/DeepRL-TensorFlow2
# commit: 876266d9a5fcf7d8a7c7e3afd8b110085b32b615
# licence: Apache-2.0
# program: A2C/A2C_Continuous.py
# files: A3C DDPG PPO
# stubs: gym.py
"""Trains six agents for an episode each."""

import sys
import types

import keras

keras.utils.set_random_seed(1)
sys.modules["wandb"] = types.ModuleType("wandb")
sys.modules["wandb"].init = sys.modules["wandb"].log = lambda *_, **__: None
sys.path[:0] = ["A2C", "A3C", "DDPG", "PPO"]

import A2C_Continuous  # noqa: E402
import A3C_Continuous  # noqa: E402
import A3C_Discrete  # noqa: E402
import DDPG_Continuous  # noqa: E402
import gym  # noqa: E402
import PPO_Continuous  # noqa: E402
import PPO_Discrete  # noqa: E402

PPO_Discrete.Agent(gym.make("CartPole-v1")).train(max_episodes=1)
for program in (A2C_Continuous, DDPG_Continuous, PPO_Continuous):
    program.Agent(gym.make("Pendulum-v0")).train(max_episodes=1)
for program, name in ((A3C_Discrete, "CartPole-v1"), (A3C_Continuous, "Pendulum-v0")):
    program.cpu_count = lambda: 1
    program.Agent(name).train(max_episodes=0)
