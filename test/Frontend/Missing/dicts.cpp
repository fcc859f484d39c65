// What the tracer does not know of torch::OrderedDict.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
#include <torch/torch.h>

using torch::Tensor;
using Dict = torch::OrderedDict<std::string, Tensor>;

struct DictAsInput : torch::nn::Module {
  Tensor forward(Dict inputs) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this dict is not supported yet [this-dict]
    inputs.insert("again", inputs["first"]);
    return inputs["again"];
  }
};

struct ItemAsInput : torch::nn::Module {
  Tensor forward(Dict::Item item, Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this construction of a dict is not supported yet [construction-of-a-dict]
    Dict dict{item, {"x", x}};
    return dict["x"];
  }
};

struct First : torch::nn::Module {
  Tensor forward(Tensor x) {
    Dict dict{{"x", x}};
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'front' of a dict is not supported yet [method-of-a-dict]
    return dict.front().value();
  }
};
