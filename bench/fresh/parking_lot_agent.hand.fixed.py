# planted: TFR101 TFR303 the agent's own step counter goes into the traced update and a Python if on it syncs the target network
# style: RL, agent class and small environment class, double Q-learning for a car park gate
from collections import deque

import numpy as np
import tensorflow as tf
import keras


class CarPark:
    """Admit a car or turn it away; fees differ, space is limited."""

    def __init__(self, places, rng):
        self.places, self.rng = places, rng

    def reset(self):
        self.used, self.hour = 0, 0
        return self.observe()

    def observe(self):
        self.fee = self.rng.choice([1.0, 2.0, 5.0], p=[0.5, 0.3, 0.2])
        return np.array([self.used / self.places, self.hour / 24, self.fee / 5], "float32")

    def act(self, admit):
        reward = 0.0
        if admit:
            reward = self.fee if self.used < self.places else -3.0
            self.used = min(self.places, self.used + 1)
        self.used -= int(self.rng.random() < 0.4 and self.used > 0)
        self.hour += 1
        return self.observe(), reward, self.hour >= 24


def q_network():
    return keras.Sequential([
        keras.Input((3,)), keras.layers.Dense(24, activation="relu"), keras.layers.Dense(2)])


class GateAgent:
    def __init__(self, seed, sync_every=10, discount=0.95):
        self.rng = np.random.default_rng(seed)
        self.online, self.target = q_network(), q_network()
        self.target.set_weights(self.online.get_weights())
        self.optimizer = keras.optimizers.SGD(0.01)
        self.optimizer.build(self.online.trainable_variables)
        self.memory = deque(maxlen=600)
        self.sync_every, self.discount = sync_every, discount
        self.updates = 0

    def choose(self, state, explore):
        if self.rng.random() < explore:
            return int(self.rng.integers(2))
        return int(np.argmax(self.online(state[None])[0]))

    @tf.function
    def improve(self, states, actions, rewards, nexts, done, count):
        best = tf.argmax(self.online(nexts), axis=1, output_type=tf.int32)
        future = tf.gather(self.target(nexts), best, batch_dims=1)
        goal = rewards + self.discount * (1.0 - done) * future
        with tf.GradientTape() as tape:
            values = tf.gather(self.online(states), actions, batch_dims=1)
            loss = tf.reduce_mean(tf.square(tf.stop_gradient(goal) - values))
        grads = tape.gradient(loss, self.online.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.online.trainable_variables))
        if count % self.sync_every == 0:
            for kept, new in zip(self.target.variables, self.online.variables):
                kept.assign(new)
        return loss

    def learn(self, batch=32):
        rows = [self.memory[i] for i in self.rng.integers(0, len(self.memory), batch)]
        s, a, r, n, d = (np.array(column) for column in zip(*rows))
        self.updates += 1
        return self.improve(s, a.astype("int32"), r.astype("float32"), n, d.astype("float32"),
                            tf.constant(self.updates))


def main():
    keras.utils.set_random_seed(4)
    park, agent = CarPark(6, np.random.default_rng(4)), GateAgent(4)
    income, losses = [], []
    for day in range(12):
        state, over, total = park.reset(), False, 0.0
        while not over:
            action = agent.choose(state, explore=max(0.1, 1 - day / 8))
            after, reward, over = park.act(action)
            agent.memory.append((state, action, reward, after, float(over)))
            state, total = after, total + reward
            if len(agent.memory) >= 48 and park.hour % 6 == 0:
                losses.append(float(agent.learn()))
        income.append(total)
    print("updates", agent.updates)
    print("income first half %.1f second half %.1f" % (np.mean(income[:6]), np.mean(income[6:])))
    print("mean loss %.2f then %.2f" % (np.mean(losses[:10]), np.mean(losses[-10:])))


if __name__ == "__main__":
    main()
