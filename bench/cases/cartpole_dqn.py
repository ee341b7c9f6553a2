# title: An action for each step
# repository: rasbt/python-machine-learning-book-3rd-edition
# commit: bf62496f44a92a21d23250d5ed13d2d2e617e0e2
# licence: MIT
# program: ch18/cartpole/main.py
# options: --unsafe-fixes
# stubs: gym.py
# replace: Adam(lr= => Adam(learning_rate=
# story: The deep Q-learning of a textbook asks its network with `predict` for each action that it
# story: does not choose at random. Fifty greedy steps here.
"""Plays by what an untrained network says."""

import sys

import keras
import matplotlib

matplotlib.use("Agg")
sys.path.insert(0, "ch18/cartpole")

import gym
import main as program

keras.utils.set_random_seed(1)
environment = gym.make("CartPole-v1")
agent = program.DQNAgent(environment, epsilon_greedy=0.0)
state = environment.reset()
for _ in range(50):
    action = agent.choose_action(state.reshape(1, -1))
    state, _, done, _ = environment.step(action)
    if done:
        print(state)
        state = environment.reset()
