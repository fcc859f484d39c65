// What the tracer says of values of LibTorch's that it does not make: options, tensors that look
// into memory, and what a ModuleDict is given.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <memory>
#include <string>
#include <vector>

using torch::Tensor;

// The options are made of the name of a device.
struct ByNameImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    return x + torch::zeros({2}, torch::TensorOptions("cpu"));
    // CHECK: library-values.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: making tensor options of this value is not supported yet [tensor-options]
  }
};
TORCH_MODULE(ByName);

struct StridedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    float numbers[] = {1, 2, 3, 4};
    return x + torch::from_blob(numbers, {2, 2}, {1, 2}).clone();
    // CHECK: library-values.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: from_blob with strides or a function that frees the memory is not supported yet [from-blob-with-strides-or-deleter]
  }
};
TORCH_MODULE(Strided);

// Anything with items that have a key and a value.
struct Layers {
  struct Item {
    std::string name;
    const std::string& key() const { return name; }
    std::shared_ptr<torch::nn::Module> value() const { return torch::nn::ReLU().ptr(); }
  };
  std::vector<Item> items{{"act"}};
  auto begin() const { return items.begin(); }
  auto end() const { return items.end(); }
};
struct UpdatedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    torch::nn::ModuleDict layers;
    layers->update(Layers());
    // CHECK: library-values.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: what this ModuleDict is updated with is not supported yet [what-this-moduledict-is-updated-with]
    return x;
  }
};
TORCH_MODULE(Updated);
