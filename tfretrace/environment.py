"""What a measurement was made on."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import psutil

Device = Literal["cpu", "gpu", "auto"]


class NoGpuError(RuntimeError):
    """A GPU was asked for and TensorFlow sees none."""


@dataclass(frozen=True)
class Environment:
    """Versions and hardware of one run."""

    tensorflow: str
    keras: str
    python: str
    numpy: str
    device: Literal["cpu", "gpu"]
    device_name: str
    """Model of the GPU that ran the program, else of the CPU."""
    cpu_name: str
    cpu_count: int
    platform: str

    def __str__(self) -> str:
        return (
            f"TensorFlow {self.tensorflow}, Keras {self.keras}, Python {self.python}, "
            f"on {self.device.upper()}: {self.device_name}"
        )


def hide_gpus() -> None:
    """Keep TensorFlow, not imported or not used yet, from the GPUs; child processes too."""
    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"


def read_environment(device: Device) -> Environment:
    """Import TensorFlow and say what it runs on.

    Raises:
        NoGpuError: ``device`` is ``gpu`` and TensorFlow sees none.
    """
    import keras
    import numpy
    import tensorflow as tf

    gpus = tf.config.list_physical_devices("GPU")
    if device == "gpu" and not gpus:
        raise NoGpuError(_without_gpu(tf))
    cpu = _cpu_name()
    name = cpu
    if gpus:
        details = tf.config.experimental.get_device_details(gpus[0])
        name = details.get("device_name", gpus[0].name)
    return Environment(
        tensorflow=tf.__version__,
        keras=keras.__version__,
        python=platform.python_version(),
        numpy=numpy.__version__,
        device="gpu" if gpus else "cpu",
        device_name=name,
        cpu_name=cpu,
        cpu_count=os.cpu_count() or 1,
        platform=platform.platform(),
    )


def _without_gpu(tf: Any) -> str:
    """Say where a GPU was looked for, and what may hide it."""
    built = "was built with" if tf.test.is_built_with_cuda() else "was built without"
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    return (
        "--device gpu: tf.config.list_physical_devices('GPU') is empty "
        f"(TensorFlow {tf.__version__} {built} CUDA, "
        f"CUDA_VISIBLE_DEVICES is {'not set' if visible is None else repr(visible)})"
    )


def peak_memory() -> int:
    """Return the largest resident memory of this process so far, in bytes."""
    if sys.platform == "win32":
        return int(psutil.Process().memory_info().peak_wset)
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def peak_gpu_memory() -> int | None:
    """Return the largest memory that TensorFlow held on the first GPU, in bytes; None without."""
    import tensorflow as tf

    if not tf.config.list_physical_devices("GPU"):
        return None
    return int(tf.config.experimental.get_memory_info("GPU:0")["peak"])


def _cpu_name() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
