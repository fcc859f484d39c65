// A condition that cannot be known decides nothing where its branches only print: neither runs, and
// numbers that they would change are not known from there on.
// RUN: fx-clang-trace %s --root=Net -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Draws -- 2>&1 | FileCheck %s --check-prefix=DRAWS
// RUN: not fx-clang-trace %s --root=Leaves -- 2>&1 | FileCheck %s --check-prefix=LEAVES
// RUN: not fx-clang-trace %s --root=Throws -- 2>&1 | FileCheck %s --check-prefix=THROWS
// RUN: not fx-clang-trace %s --root=Counts -- 2>&1 | FileCheck %s --check-prefix=COUNTS
// RUN: not fx-clang-trace %s --root=Writes -- 2>&1 | FileCheck %s --check-prefix=WRITES
// RUN: not fx-clang-trace %s --root=Inserts -- 2>&1 | FileCheck %s --check-prefix=INSERTS
// RUN: not fx-clang-trace %s --root=Learns -- 2>&1 | FileCheck %s --check-prefix=LEARNS
// RUN: not fx-clang-trace %s --root=Catches -- 2>&1 | FileCheck %s --check-prefix=CATCHES
// RUN: fx-clang-trace %s --root=Message -- 2>&1 | FileCheck %s --check-prefix=MESSAGE
// RUN: not fx-clang-trace %s --root=Chooses -- 2>&1 | FileCheck %s --check-prefix=CHOOSES
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <torch/torch.h>

static bool verbose = std::getenv("VERBOSE") != nullptr;
#define SHOW(t) verbose ? (void)0 : (void)(std::cout << (t).sizes() << '\n')

void report(const torch::Tensor& x) {
  for (int64_t i = 0; i < x.dim(); ++i)
    std::printf("%ld ", static_cast<long>(x.size(i)));
}

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const auto start = std::chrono::steady_clock::now();
    if (calls_++ % 100 == 0) std::cout << "call " << calls_ << ": " << x.sizes() << '\n';
    if (torch::isnan(x).any().item<bool>()) {
      std::cerr << "not a number";
      ++num_bad_;
    } else {
      report(x);
    }
    SHOW(x);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (passed.count() > 0.1) std::cerr << "slow\n";
    return x.relu();
  }
  int calls_ = 0;
  int num_bad_ = 0;
};
// CHECK: remark: forward changes the member 'calls_': no later call reads it
// CHECK: graph():
// CHECK-NEXT: %x
// CHECK-NEXT: %relu
// CHECK-NEXT: return %relu

struct Draws : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // DRAWS: [[@LINE+1]]:9: error: the condition of this 'if' needs a value that is not known
    if (verbose) std::cout << torch::rand({2});
    return torch::dropout(x, 0.5, true);
  }
};

struct Leaves : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // LEAVES: [[@LINE+1]]:9: error: the condition of this 'if' needs a value that is not known
    if (verbose) return x;
    return x.relu();
  }
};

struct Throws : torch::nn::Module {
  void check(const torch::Tensor& x) {
    std::cout << x;
    if (x.dim() != 2) throw std::runtime_error("two dimensions");
  }
  torch::Tensor forward(torch::Tensor x) {
    // THROWS: [[@LINE+1]]:9: error: the condition of this 'if' needs a value that is not known
    if (verbose) check(x);
    return x.relu();
  }
};

struct Counts : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int n = 1;
    if (verbose) std::cout << ++n;
    // COUNTS: [[@LINE+1]]:{{[0-9]+}}: error: {{.*}}needs a value that is not known
    x = x.sum(n);
    return x;
  }
};

struct Writes : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    // WRITES: [[@LINE+1]]:9: error: the condition of this 'if' needs a value that is not known
    if (verbose) std::cout << y.relu_();
    return y;
  }
};

// Whoever has a c10::Dict sees what is inserted into another copy of it.
struct Inserts : torch::nn::Module {
  c10::Dict<std::string, torch::Tensor> forward(torch::Tensor x) {
    c10::Dict<std::string, torch::Tensor> result;
    // INSERTS: [[@LINE+1]]:9: error: the condition of this 'if' needs a value that is not known
    if (verbose) result.insert("x", x);
    return result;
  }
};

struct Learns : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // LEARNS: [[@LINE+1]]:9: error: the condition of this 'if' needs a value that is not known
    if (verbose) x.backward();
    return x.relu();
  }
};

struct Catches : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> known{1};
    int k = 0;
    try {
      // CATCHES: [[@LINE+1]]:11: error: the condition of this 'if' needs a value that is not known
      if (verbose) std::cout << known.at(3);
    } catch (...) {
      k = 1;
    }
    return x + k;
  }
};

// A message that draws random numbers leaves its nodes: what is drawn after it is the same.
struct Message : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::cout << torch::nn::functional::dropout(x) << x.sum();
    return torch::dropout(x, 0.5, true);
  }
};
// MESSAGE: call_function[target=torch.nn.functional.dropout]
// MESSAGE: call_function[target=torch.dropout]

struct Chooses : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHOOSES: [[@LINE+1]]:12: error: the condition of '?:' needs a value that is not known
    return verbose ? x.relu() : x;
  }
};
