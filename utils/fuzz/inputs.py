#!/usr/bin/python3
"""Gives the tool example inputs and files of weights that nobody would write.

usage: inputs.py --tool TOOL [--count N] [--seconds S] [--seed S] [--jobs J] [--out DIR]

Texts of --input are put together of their parts; archives of weights are cut, overwritten, or have other bytes under
right checksums. Nothing may crash the tool, take more than 20 s or more than 2 GB. What does is kept in DIR (default:
a new folder below /tmp). Exit code 1 when there is any.
"""

import argparse
import io
import pathlib
import random
import subprocess
import sys
import tempfile
import zipfile

import bounded

MODEL = """#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 3))};
  torch::Tensor forward(torch::Tensor x, int64_t n = 1, std::vector<torch::Tensor> more = {}) {
    for (const auto& other : more) x = x + other;
    return fc(x).repeat({n, 1});
  }
};
"""
LAYER = """#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 3))};
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
"""
PARTS = """x n more = 2x4 2 4 1 0 x : , ( ) [ ] < .. batch :1..64 scalar none true "a" -1 1e400 nan float32 int64 bool complex64
float99 9999999999 9223372036854775807 9223372036854775808 99999999999999999999 100000x100000 [1x4,1x4] (1x2x8,1x2x8)""".split() + [" "]
STARTS = ("x=2x4", "x=2[batch:1..64]x4", "x=2x4:float64", "n=5", "more=[2x4,2x4]", "x=2x4:int64<100")


def input_text(draw):
    text = draw.choice(STARTS)
    for _ in range(draw.choice((1, 1, 2, 4, 30))):
        at = draw.randrange(2, len(text) + 1) if len(text) > 1 else 0
        part = draw.choice(PARTS) * draw.choice((1, 1, 1, 2, 200))
        text = text[:at] + part + text[at + draw.choice((0, 0, 1, 2)) :]
    return text


def damaged(data, draw):
    data = bytearray(data)
    for _ in range(draw.randint(1, 4)):
        if not data:
            break
        at = draw.randrange(len(data))
        kind = draw.randrange(4)
        if kind == 0:
            data[at] = draw.randrange(256)
        elif kind == 1:
            data[at] = draw.choice(b"KJM.tu(}]\x85\x86\x87\x80qhRbcUX\x88\x89Gs")
        elif kind == 2:
            del data[at : at + draw.randint(1, 8)]
        else:
            data[at:at] = data[draw.randrange(len(data)) :][: draw.randint(1, 16)]
    return bytes(data)


def weights(good, draw):
    if draw.randrange(4) == 0:
        return damaged(good[: draw.randrange(1, len(good))], draw)
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good)) as old, zipfile.ZipFile(made, "w") as new:
        names = old.namelist()
        chosen = draw.choice(names)
        for name in names:
            new.writestr(name, damaged(old.read(name), draw) if name == chosen else old.read(name))
    return made.getvalue()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    seconds = options.seconds or (0 if options.count else 600)
    out = options.out or pathlib.Path(tempfile.mkdtemp(prefix="fx-fuzz-inputs-"))
    out.mkdir(parents=True, exist_ok=True)
    model, layer, archive = out / "net.cpp", out / "layer.cpp", out / "good.pt"
    model.write_text(MODEL)
    layer.write_text(LAYER)
    of_layer = [options.tool, "--no-config", str(layer), "--emit=torchscript"]
    subprocess.run([*of_layer, "-o", str(archive), "--"], check=True, capture_output=True)
    good = archive.read_bytes()

    def attempt(number):
        draw = random.Random(options.seed * 1_000_003 + number)
        if number % 2:
            text = input_text(draw)
            outcome, said = bounded.run([options.tool, "--no-config", str(model), f"--input={text}", "--"], out)
            return outcome, f"--input={text[:300]!r}: {said}"
        file = out / f"{number}.pt"
        file.write_bytes(weights(good, draw))
        written = out / f"{number}-written.pt"
        outcome, said = bounded.run([*of_layer, f"--weights={file}", "-o", str(written), "--"], out)
        written.unlink(missing_ok=True)
        if outcome in ("ok", "refused"):
            file.unlink()
        return outcome, f"--weights={file}: {said}"

    counts, found = bounded.run_many(attempt, options.count or 1_000_000, seconds, options.jobs)
    print(f"{counts.total()} inputs and weights: " + ", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    sys.exit(1 if found or not counts else 0)


if __name__ == "__main__":
    main()
