#!/usr/bin/python3
"""How long models take to run as they are, after torch::jit::optimize_for_inference, after
fx::optimize_for_inference, and after fx::mixed_precision to bfloat16 with the weights folded, beside
the sum of their convolutions alone in oneDNN's own layout.

usage: inference_ratio.py TOOL BENCHMARK [--model NAME] [--check]

One thread; each is measured in turn, 25 times, the models as they are 3 times, for 20 seconds at
most, and its lower quartile counts. --check fails where ours is slower than 0.98 of torch::jit's,
takes more than 1.08 of what the convolutions take, or differs from the model by more than 1e-5 of
its largest number, and where bfloat16 differs by more than 1/32 of it. Linear layers and products
run in the BLAS that the system has; LD_LIBRARY_PATH gives another one, OpenBLAS say.
"""
from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
INPUTS = REPOSITORY / "test" / "bench" / "Inputs"
ENCODER = REPOSITORY / "test" / "EndToEnd" / "Models" / "transformer_block.cpp"
MODELS = {
    "ResNet-18": (INPUTS / "resnet.cpp", "ResNet({2, 2, 2, 2}, false)", "3x224x224"),
    "ResNet-50": (INPUTS / "resnet.cpp", "ResNet({3, 4, 6, 3}, true)", "3x224x224"),
    "MobileNetV2": (INPUTS / "mobilenet_v2.cpp", "MobileNetV2()", "3x224x224"),
    "Transformer": (ENCODER, "Encoder(EncoderConfig{256, 8, 4, 1024, 0.1f})", "64x256"),
}
RATIO_LIMIT, FLOOR_LIMIT, ERROR_LIMIT, MIXED_ERROR_LIMIT = 0.98, 1.08, 1e-5, 1 / 32


def trace(tool: str, source: Path, root: str, shape: str, emit: str, output: Path) -> None:
    done = subprocess.run([tool, source, f"--root={root}", "--mode=eval", f"--input={shape}",
                           f"--emit={emit}", "-o", output, "--"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"inference_ratio: {source.name} is not traced\n{done.stderr}")


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tool")
    parser.add_argument("benchmark")
    parser.add_argument("--model", choices=MODELS, action="append")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    exceeded = []
    print(f"{'ms':<14}{'batch':>6}{'eager':>9}{'jit':>9}{'ours':>9}{'bfloat16':>10}{'floor':>9}"
          f"{'jit/ours':>10}{'ours/floor':>12}{'error':>10}{'bf16 error':>12}")
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.model or MODELS:
            source, root, sizes = MODELS[name]
            for batch in (1, 8):
                shape = f"{batch}x{sizes}"
                graph, archive = Path(folder, "net.fx"), Path(folder, "net.pt")
                trace(arguments.tool, source, root, shape, "graph", graph)
                trace(arguments.tool, source, root, shape, "torchscript", archive)
                done = subprocess.run([arguments.benchmark, graph, archive, shape],
                                      capture_output=True, text=True)
                if done.returncode:
                    sys.exit(f"inference_ratio: {name} does not run\n{done.stderr}")
                eager, jit, ours, mixed, floor, error, mixed_error = map(float, done.stdout.split())
                has_floor = floor > 0.01  # it has convolutions
                of_floor = f"{ours / floor:>12.2f}" if has_floor else f"{'-':>12}"
                print(f"{name:<14}{batch:>6}{eager:>9.2f}{jit:>9.2f}{ours:>9.2f}{mixed:>10.2f}{floor:>9.2f}"
                      f"{jit / ours:>10.2f}{of_floor}{error:>10.1e}{mixed_error:>12.1e}", flush=True)
                if jit / ours < RATIO_LIMIT or error > ERROR_LIMIT:
                    exceeded.append(f"{name}, batch {batch}: {jit / ours:.2f} times as fast as "
                                    f"torch::jit, limit {RATIO_LIMIT}; error {error:.1e}, limit "
                                    f"{ERROR_LIMIT:.0e}")
                if has_floor and ours > FLOOR_LIMIT * floor:
                    exceeded.append(f"{name}, batch {batch}: {ours / floor:.2f} of what its "
                                    f"convolutions take, limit {FLOOR_LIMIT}")
                if mixed_error > MIXED_ERROR_LIMIT:
                    exceeded.append(f"{name}, batch {batch}: bfloat16 differs by {mixed_error:.1e}, "
                                    f"limit {MIXED_ERROR_LIMIT:.1e}")
    for line in exceeded:
        print(line)
    return 1 if arguments.check and exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
