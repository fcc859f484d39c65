// Autocast that outlives forward, or that a constructor switches on, is an error that says how to put it back.
// RUN: not fx-clang-trace %s --root=On -- 2>&1 | FileCheck %s --check-prefix=ON
// RUN: not fx-clang-trace %s --root=Nested -- 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: not fx-clang-trace %s --root=Half -- 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: not fx-clang-trace %s --root=Made -- 2>&1 | FileCheck %s --check-prefix=MADE
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

struct On : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // ON: :[[#@LINE+1]]:{{[0-9]+}}: error: forward changes autocast on the CPU here and does not put it back: {{.*}}; read what it is before, and set that again before forward returns
    at::autocast::set_cpu_enabled(true);
    return torch::mm(x, x);
  }
};

struct Nested : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // NESTED: :[[#@LINE+1]]:{{[0-9]+}}: error: forward has to call at::autocast::increment_nesting() as often as at::autocast::decrement_nesting()
    at::autocast::increment_nesting();
    return torch::mm(x, x);
  }
};

struct Half : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // HALF: :[[#@LINE+1]]:{{[0-9]+}}: error: autocast on the CPU in another type than bfloat16{{.*}} [autocast-in-another-type]
    at::autocast::set_autocast_cpu_dtype(at::kHalf);
    return torch::mm(x, x);
  }
};

struct Made : torch::nn::Module {
  Made() {
    // MADE: :[[#@LINE+1]]:{{[0-9]+}}: error: 'set_cpu_enabled' in a constructor
    at::autocast::set_cpu_enabled(true);
  }
  torch::Tensor forward(torch::Tensor x) { return x * 2; }
};
