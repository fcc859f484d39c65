// Tensors in elements, structs, statics and globals that forward replaces become buffers; a
// container is kept as a whole where its elements move.
// RUN: fx-clang-trace %s --root=Window -- 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: not fx-clang-trace %s --root=Grows -- 2>&1 | FileCheck %s --check-prefix=GROWS
// RUN: fx-clang-trace %s --root=Pair -- 2>&1 | FileCheck %s --check-prefix=PAIR
// RUN: fx-clang-trace %s --root=Static -- 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: not fx-clang-trace %s --root=Drawn -- 2>&1 | FileCheck %s --check-prefix=DRAWN
// RUN: not fx-clang-trace %s --root=OfInput -- 2>&1 | FileCheck %s --check-prefix=DRAWN
// RUN: not fx-clang-trace %s --root=Shared -- 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: fx-clang-trace %s --root=Returned -- 2>&1 | FileCheck %s --check-prefix=RETURNED
// RUN: not fx-clang-trace %s --root=Returned --strict -- 2>&1 | FileCheck %s --check-prefix=STRICT
#include <torch/torch.h>

struct Window : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    window.erase(window.begin());
    window.push_back(window[0] * 0.5 + window[1] + 1);
    return x * window[0] + window[2];
  }
  std::vector<torch::Tensor> window{torch::zeros({3}), torch::ones({3}), torch::zeros({3})};
};
// WINDOW: remark: forward changes the member 'window', and a later call reads it: the graph keeps it in the buffers 'window_0', 'window_1', 'window_2', which are in no state dict, and writes them with copy_
// WINDOW: call_method[target=copy_](args = (%window_0, %clone_1)
// WINDOW: call_method[target=copy_](args = (%window_1, %clone_2)
// WINDOW: call_method[target=copy_](args = (%window_2, %add_1)

struct Grows : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // GROWS: :[[@LINE+1]]:{{[0-9]+}}: error: forward changes the member 'all' here, and a later call reads it
    all.push_back(all[0] * 0.5);
    // GROWS: note: the graph cannot keep it in a buffer of its own: forward leaves another number of elements in it
    return x * all[0] + static_cast<int64_t>(all.size());
  }
  std::vector<torch::Tensor> all{torch::ones({3})};
};

struct Pair : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::swap(state.first, state.second);
    state.first = state.first + 1;
    return x * state.first + state.second;
  }
  std::pair<torch::Tensor, torch::Tensor> state{torch::zeros({3}), torch::ones({3})};
};
// PAIR-DAG: buffer state_0 = {{.*}} {persistent = False}
// PAIR-DAG: buffer state_1 = {{.*}} {persistent = False}

struct Static : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static torch::Tensor total = torch::zeros({3});
    total = total * 0.5 + 1;
    return x * total;
  }
};
// STATIC: remark: forward changes the variable 'total', and a later call reads it: the graph keeps it in the buffer 'total'
// STATIC: remark: all objects of the program share the variable 'total'; each generated module has its own
// STATIC: buffer total = %zeros {persistent = False}

// What a static begins with must not depend on when it begins.
struct Drawn : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static torch::Tensor begun = torch::randn({3});
    begun = begun * 0.5;
    return x * begun;
  }
};
struct OfInput : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static torch::Tensor begun = x.detach() * 2;
    begun = begun * 0.5;
    return x * begun;
  }
};
// DRAWN: error: forward changes the variable 'begun' here, and a later call reads it

struct Shared : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    a.add_(1);
    auto y = x * a + b;
    a = a * 2;
    // SHARED: error: forward changes
    // SHARED: note: the graph cannot keep it in a buffer of its own: something else has the same tensor, and a call writes to it in place; give a copy (clone())
    b = a;
    return y;
  }
  torch::Tensor a = torch::zeros({3}), b = torch::zeros({3});
};

struct Returned : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // RETURNED: :[[@LINE+2]]:{{[0-9]+}}: remark: forward returns the tensor that it gives to the member 'hidden': what the generated code returns has memory of its own, so that a caller who writes to it in place does not change what the next call reads
    // STRICT: :[[@LINE+1]]:{{[0-9]+}}: error: forward returns the tensor that it gives to the member 'hidden'
    return hidden = torch::tanh(hidden + 1);
  }
  torch::Tensor hidden = torch::zeros({3});
};
