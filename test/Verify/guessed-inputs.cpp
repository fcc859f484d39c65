// Without --input the shapes come of the modules that the inputs meet; the program compares the members of the
// struct that is returned, and the input that forward writes to.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --root='Net(6, 3)' --verify -- | FileCheck %s
// RUN: fx-clang-trace %s --root='Net(6, 3)' --input x=4x6 --input seen=1 --verify=train -- | FileCheck %s --check-prefix=SOME
#include "Inputs/model.h"

// CHECK: inputs: x={{[0-9x]+}}x6:float32 ids={{[0-9x]+}}:int64<7 seen={{[0-9x]+}}:float32
// CHECK-NEXT: eval: output 0: {{[0-9x]+}}x3:float32, largest difference
// CHECK-NEXT: eval: output 1: {{[0-9x]+}}:float32, largest difference
// CHECK-NEXT: eval: the same in 2 calls: 3 inputs, 5 parameters, 3 buffers, 6 gradients, random numbers
// CHECK-NEXT: train: output 0: {{[0-9x]+}}x3:float32, largest difference
// CHECK-NEXT: train: output 1: {{[0-9x]+}}:float32, largest difference
// CHECK-NOT: DIFFERENT

// Those that are given stay.
// SOME: inputs: x=4x6:float32 seen=1:float32 ids={{[0-9x]+}}:int64<7
// SOME-NEXT: train: output 0: {{[0-9x]*}}4x3:float32, largest difference
// SOME-NOT: eval
