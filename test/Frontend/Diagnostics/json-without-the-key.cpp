// JSON is asked for what it does not have.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include "../../Inputs/Json.h"

#include <torch/torch.h>

#include <string>

using torch::Tensor;

using nlohmann::json;

struct OtherKeyImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    json config = {{"a", 1}};
    return x + config.at("b").get<int>();
    // CHECK: json-without-the-key.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: there is no key 'b' in this JSON object [no-such-json-key]
  }
};
TORCH_MODULE(OtherKey);

struct OtherElementImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    json numbers = {1, 2};
    return x + numbers[3].get<int>();
    // CHECK: json-without-the-key.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: there is no element 3 in this JSON array [no-such-json-element]
  }
};
TORCH_MODULE(OtherElement);

struct OfArrayImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    json numbers = {1, 2};
    return x + numbers["a"].get<int>();
    // CHECK: json-without-the-key.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this JSON value is no object [no-json-object]
  }
};
TORCH_MODULE(OfArray);
