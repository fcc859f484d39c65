// What LibTorch's modules and containers refuse at run time, and what forward must not do to them,
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
// is refused where it stands.
#include <torch/torch.h>

using torch::Tensor;

struct EmptyHolder : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an empty module holder is called here [empty-holder-called]
    return layer(x);
  }
  torch::nn::Linear layer{nullptr};
};

struct EmptyHolderAdded : torch::nn::Module {
  EmptyHolderAdded() {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an empty module holder is added here [empty-holder-added]
    layers->push_back(torch::nn::Linear(nullptr));
  }
  Tensor forward(Tensor x) { return x; }
  torch::nn::Sequential layers;
};

struct EmptyHolderIndexed : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an empty module holder is indexed here [empty-holder-indexed]
    layers[0];
    return x;
  }
  torch::nn::ModuleList layers{nullptr};
};

struct EmptySequential : torch::nn::Module {
  EmptySequential() { register_module("layers", layers); }
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an empty Sequential is called [empty-sequential-called]
    return layers->forward(x);
  }
  torch::nn::Sequential layers;
};

struct EmptyAnyModule : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an empty AnyModule is called here [empty-any-module-called]
    return any.forward(x);
  }
  torch::nn::AnyModule any;
};

struct NoSuchLayer : torch::nn::Module {
  NoSuchLayer() { register_module("layers", layers); }
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: there is no such submodule: the container has 1 [no-such-submodule]
    return layers[1]->as<torch::nn::ReLU>()->forward(x);
  }
  torch::nn::ModuleList layers{torch::nn::ReLU()};
};

struct NoSuchKey : torch::nn::Module {
  Tensor forward(Tensor x) {
    torch::OrderedDict<std::string, Tensor> dict{{"x", x}};
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: there is no such key in this dict [no-such-key]
    return dict["y"];
  }
};

struct KeyTwice : torch::nn::Module {
  Tensor forward(Tensor x) {
    torch::OrderedDict<std::string, Tensor> dict{{"x", x}};
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the key 'x' is in this dict already [key-already-there]
    dict.insert("x", x);
    return dict["x"];
  }
};

struct DotInAName : torch::nn::Module {
  DotInAName() {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: LibTorch refuses the submodule name 'a.b': it must not be empty or contain a dot [wrong-submodule-name]
    register_module("a.b", layer);
  }
  Tensor forward(Tensor x) { return layer(x); }
  torch::nn::ReLU layer;
};

struct NameTwice : torch::nn::Module {
  NameTwice() {
    register_module("layer", layer);
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'layer' is registered twice in this module [registered-twice]
    register_module("layer", layer);
  }
  Tensor forward(Tensor x) { return layer(x); }
  torch::nn::ReLU layer;
};

struct OwnerInAConstructor : torch::nn::Module {
  OwnerInAConstructor() {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: apply() with a function that takes a shared_ptr throws here: in its constructor no shared_ptr owns the module yet; let it take a reference [apply-needs-an-owner]
    apply([](const std::shared_ptr<torch::nn::Module>& module) { module->train(); });
  }
  Tensor forward(Tensor x) { return x; }
};

struct RegistersInForward : torch::nn::Module {
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: forward registers a tensor: that outlives the call, and the graph of a module cannot keep it; register it in the constructor [forward-registers-a-tensor]
    register_buffer("seen", x);
    return x;
  }
};

struct ConvertsInForward : torch::nn::Module {
  ConvertsInForward() { register_module("layer", layer); }
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: forward converts the weights of a module: that outlives the call, and a graph cannot keep it; convert the model before it is called, or what forward reads of it [forward-converts-weights]
    layer->to(torch::kHalf);
    return layer(x);
  }
  torch::nn::Linear layer{2, 2};
};

struct DrawsInForward : torch::nn::Module {
  DrawsInForward() { register_module("layer", layer); }
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: forward draws new weights for a module: that outlives the call, and a graph cannot keep it; do it in the constructor [forward-draws-weights]
    layer->reset_parameters();
    return layer(x);
  }
  torch::nn::Linear layer{2, 2};
};

struct ClearsInForward : torch::nn::Module {
  ClearsInForward() { register_module("layer", layer); }
  Tensor forward(Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: forward clears gradients: a graph does not hold those; do it where the model is trained [forward-clears-gradients]
    zero_grad();
    return layer(x);
  }
  torch::nn::Linear layer{2, 2};
};

struct UndefinedTensor : torch::nn::Module {
  Tensor forward(Tensor x) {
    Tensor nothing;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: an undefined tensor is used here [undefined-tensor]
    return nothing.relu();
  }
};

struct NoOutput : torch::nn::Module {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: forward returns nothing: there is no output to trace [no-output]
  void forward(Tensor x) {}
};
