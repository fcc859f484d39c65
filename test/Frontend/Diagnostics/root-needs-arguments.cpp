// How a class is made: each constructor with a line to copy. A reference that is not const takes a
// variable, which a lambda makes.
// RUN: not fx-clang-trace %s --root=VGG -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root='VGG(std::vector<int>{1, 2})' -- 2>&1 | FileCheck %s --check-prefix=TEMPORARY
// RUN: fx-clang-trace %s --root='[] { std::vector<int> sizes = {1, 2}; return VGG(sizes); }()' --emit=fx --
#include <torch/torch.h>

struct VGGImpl : torch::nn::Module {
  // CHECK: error: --root: 'VGG' has no constructor without arguments [root-needs-arguments]
  // CHECK: :[[@LINE+3]]:{{[0-9]+}}: note: VGGImpl(std::vector<int>& sizes, int classes = 1000): --root='[] { std::vector<int> sizes = <value>; return VGG(sizes); }()'
  // TEMPORARY: error: no constructor of 'VGGImpl' takes (std::vector<int>) [no-constructor]
  // TEMPORARY: :[[@LINE+1]]:{{[0-9]+}}: note: there is VGGImpl(std::vector<int>& sizes, int classes = 1000), whose references that are not const take variables: --root='[] { std::vector<int> sizes = <value>; return VGG(sizes); }()'
  explicit VGGImpl(std::vector<int>& sizes, int classes = 1000) {}
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: note: VGGImpl(const std::string& name, int64_t width): --root='VGG(<std::string name>, <int64_t width>)'
  VGGImpl(const std::string& name, int64_t width) {}
  torch::Tensor forward(torch::Tensor x) { return x; }
};
TORCH_MODULE(VGG);
