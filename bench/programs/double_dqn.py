# title: A lander with two networks
# repository: philtabor/Youtube-Code-Repository
# commit: eb3aa9733158a4f7c4ba1fefaa812b27ffd889b6
# licence: none
# program: ReinforcementLearning/DeepQLearning/ddqn_keras.py
# files: ReinforcementLearning/DeepQLearning/main_keras_ddqn_lunar_lander.py
# stubs: gym.py
# replace: Adam(lr=lr) => Adam(learning_rate=lr)
"""Plays as main_keras_ddqn_lunar_lander.py does, on cart pole and for some episodes."""

import sys

import gym
import keras

keras.utils.set_random_seed(1)
sys.path.insert(0, "ReinforcementLearning/DeepQLearning")

from ddqn_keras import DDQNAgent  # noqa: E402

env = gym.make("CartPole-v1")
ddqn_agent = DDQNAgent(
    alpha=0.0005, gamma=0.99, n_actions=2, epsilon=1.0, batch_size=16, input_dims=4
)
for _ in range(2):
    done = False
    observation = env.reset()
    while not done:
        action = ddqn_agent.choose_action(observation)
        observation_, reward, done, info = env.step(action)
        ddqn_agent.remember(observation, action, reward, observation_, int(done))
        observation = observation_
        ddqn_agent.learn()
