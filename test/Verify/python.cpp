// With --emit=python the Python is run as well, on the weights, inputs and results that the C++ program saved.
// REQUIRES: libtorch
// RUN: env FX_PYTHON=%python fx-clang-trace %s --root='Net(6, 3)' --verify --emit=python -o %t.py -- | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE < %t.py
// RUN: not env FX_PYTHON=/bin/false fx-clang-trace %s --root='Net(6, 3)' --verify --emit=python -- 2>&1 | FileCheck %s --check-prefix=NO-TORCH
// RUN: not env -u FX_PYTHON PATH=/nowhere %build_dir/tool/fx-clang-trace/fx-clang-trace %s --root='Net(6, 3)' --verify --emit=python -- 2>&1 | FileCheck %s --check-prefix=NO-PYTHON
#include "Inputs/model.h"

// CHECK: train: output 1: {{[0-9x]+}}:float32, largest difference
// CHECK-NEXT: train: the same in 2 calls
// CHECK-NEXT: python eval: output 0: {{[0-9x]+}}x3:float32, largest difference
// CHECK-NEXT: python eval: output 1: {{[0-9x]+}}:float32, largest difference
// CHECK-NEXT: python train: output 0: {{[0-9x]+}}x3:float32, largest difference
// CHECK-NEXT: python train: output 1: {{[0-9x]+}}:float32, largest difference
// CHECK-NOT: DIFFERENT
// FILE: class Net(torch.nn.Module):
// NO-TORCH: error: Net(6, 3): FX_PYTHON is '/bin/false', which has no torch
// NO-PYTHON: error: Net(6, 3): --verify --emit=python needs a Python that has torch, and no python3 of PATH has it; name one: FX_PYTHON=
