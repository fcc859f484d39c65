// What the tracer says of JSON that it does not follow.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include "../../Inputs/Json.h"

#include <torch/torch.h>

#include <string>

using torch::Tensor;

using nlohmann::json;

struct OfNumberImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    json number = 1;
    number["a"] = 2;
    // CHECK: json.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an element of this JSON value is not supported yet [element-of-this-json-value]
    return x;
  }
};
TORCH_MODULE(OfNumber);

struct DumpedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    json config = {{"a", 1}};
    return x + static_cast<int64_t>(config.dump().size());
    // CHECK: json.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: 'dump' of a JSON value is not supported yet [method-of-a-json-value]
  }
};
TORCH_MODULE(Dumped);

struct ComparedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    json config = {{"a", 1}};
    json other = {{"a", 1}};
    if (config == other) return x + 1;
    // CHECK: json.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: comparing JSON arrays or objects is not supported yet [comparing-json-arrays-or-objects]
    return x;
  }
};
TORCH_MODULE(Compared);
