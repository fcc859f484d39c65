// A parameter of forward that is no tensor decides: the message names it, its type and the --input to
// copy, which traces.
// RUN: not fx-clang-trace %s --root=Flag -- 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: fx-clang-trace %s --root=Flag --input flag=true --emit=fx -- 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: not fx-clang-trace %s --root=Number -- 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not fx-clang-trace %s --root=Text -- 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: fx-clang-trace %s --root=Text --input 'mode="mean"' --emit=fx -- 2>&1 | FileCheck %s --check-prefix=MEAN
// RUN: not fx-clang-trace %s --root=Both -- 2>&1 | FileCheck %s --check-prefix=BOTH
#include <torch/torch.h>

struct Flag : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, bool flag) {
    // FLAG: :[[@LINE+3]]:{{[0-9]+}}: error: the condition of this 'if' depends on the parameter 'flag' (bool), which the caller of the model gives [value-of-a-parameter]
    // FLAG: note: say what the graph is for: --input flag=true; the graph is then the one for that value
    // FLAG: note: or --assume='flag=<value>' traces for inputs of which that holds
    if (flag) x = torch::relu(x);
    // GIVEN: torch.relu
    return x;
  }
};

struct Number : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, int64_t steps, double rate) {
    // NUMBER: error: the condition of this loop depends on the parameter 'steps' (int64_t)
    // NUMBER: note: say what the graph is for: --input steps=<number>;
    // NUMBER: note: or --assume='steps=<value>'
    for (int64_t i = 0; i < steps; ++i)
      x = x * rate;
    return x;
  }
};

struct Text : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, std::string mode) {
    // TEXT: error: this comparison of texts depends on the parameter 'mode' (std::string), which
    // TEXT: note: say what the graph is for: --input 'mode="<text>"';
    // MEAN: torch.mean
    if (mode == "mean") x = torch::mean(x);
    return x;
  }
};

struct Both : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, int64_t n) {
    // BOTH: error: the condition of this 'if' depends on the parameter 'n' (int64_t)
    // BOTH: note: give an example of the inputs: --input x=<sizes> --input n=<number>, where sizes
    if (x.size(0) > n) x = x.slice(0, 0, n);
    return x;
  }
};
