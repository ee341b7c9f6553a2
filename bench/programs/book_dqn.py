# title: A book's Q network
# repository: lqhou/TensorFlow2.0-Book
# commit: 8f27de0aca8fa51d8a313f665d14de1acccc9cb1
# licence: none
# program: Chapter7/DQN/dqn.py
# stubs: gym.py
# replace: train_nums=20000 => train_nums=130
"""Runs the program for some steps."""

import runpy

import gym

gym._CartPole.close = lambda _: None
runpy.run_path("Chapter7/DQN/dqn.py", run_name="__main__")
