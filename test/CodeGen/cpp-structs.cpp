// --emit=cpp takes and returns structs by name, with their members' defaults, and numbers, maps and references
// as the original declares them.
// RUN: fx-clang-trace %s --root='zoo::Net()' --emit=cpp -o %t.h -- -std=c++17 2>/dev/null
// RUN: FileCheck %s --input-file=%t.h
// RUN: fx-clang-trace %s --root='zoo::Net()' --print-meta -o %t.fx -- -std=c++17 2>/dev/null
// RUN: fx-opt %t.fx --emit=cpp -o %t.again.h
// RUN: tr -d '[:space:]' < %t.h > %t.1
// RUN: tr -d '[:space:]' < %t.again.h > %t.2
// RUN: diff %t.1 %t.2
// RUN: %compiles --tool=%fx-clang-trace --work-dir=%t \
// RUN:     'zoo::Net()@%s' | FileCheck %s --check-prefix=COMPILES
// COMPILES: g++: 1 models, no warning
// COMPILES: clang++{{.*}}: 1 models, no warning
// REQUIRES: libtorch
#include <torch/torch.h>

#include <array>
#include <map>
#include <optional>

using torch::Tensor;

namespace zoo {
struct Base {
  Tensor mean;
};
struct Box : Base {
  Tensor lo, hi;
};
struct Out {
  Tensor first;
  Box box;
  std::vector<Box> more;
  std::optional<Tensor> maybe;
  int count = 3;
  float ratio;
};
struct In {
  Tensor x;
  Box box;
  int64_t k = 2;
  bool flag{true};
  std::string mode = "max";
  std::vector<Tensor> list;
  std::optional<Tensor> mask = std::nullopt;
};

// CHECK:      #include <optional>
// CHECK:      namespace zoo {
// CHECK-NEXT: struct Box {
// CHECK-NEXT:   torch::Tensor mean;
// CHECK-NEXT:   torch::Tensor lo;
// CHECK-NEXT:   torch::Tensor hi;
// CHECK-NEXT: };
// CHECK-NEXT: } // namespace zoo
// CHECK:      struct In {
// CHECK-NEXT:   torch::Tensor x;
// CHECK-NEXT:   zoo::Box box;
// CHECK-NEXT:   int64_t k = 2;
// CHECK-NEXT:   bool flag = true;
// CHECK-NEXT:   std::string mode = "max";
// CHECK-NEXT:   std::vector<torch::Tensor> list;
// CHECK-NEXT:   std::optional<torch::Tensor> mask{};
// CHECK-NEXT: };
// CHECK:      struct Out {
// CHECK:        int count = 3;
// CHECK-NEXT:   float ratio;
// CHECK-NEXT: };
struct NetImpl : torch::nn::Module {
  // CHECK:      zoo::Out forward(const zoo::In& in, const torch::Tensor& y, std::array<torch::Tensor, 2> pair,
  // CHECK-NEXT:     std::map<std::string, torch::Tensor>& named,
  // CHECK-NEXT:     std::pair<torch::Tensor, int> counted, torch::ArrayRef<torch::Tensor> refs,
  // CHECK-NEXT:     std::optional<torch::Tensor> weight = {}, float s = 1.5,
  // CHECK-NEXT:     const std::string& /*mode*/ = "x", std::vector<int64_t> sizes = {1, 2},
  // CHECK-NEXT:     int n = 4) {
  Out forward(const In& in, const Tensor& y, std::array<Tensor, 2> pair,
              std::map<std::string, Tensor>& named, std::pair<Tensor, int> counted,
              torch::TensorList refs, std::optional<Tensor> weight = {}, float s = 1.5f,
              const std::string& mode = "x", std::vector<int64_t> sizes = {1, 2}, int n = 4) {
    Out out;
    // CHECK: torch::relu(in.x)
    // CHECK: y * in.k
    out.first = torch::relu(in.x) + y * in.k + in.list[0] + pair[1] + named.at("key") + refs[0];
    // CHECK: static_cast<int64_t>(std::get<1>(counted))
    // CHECK: static_cast<double>(s)
    out.first = out.first + counted.first * counted.second * s + sizes[1];
    out.box = in.box;
    Box other;
    other.mean = in.box.mean;
    other.lo = in.box.lo;
    other.hi = y;
    out.more.push_back(other);
    out.maybe = weight;
    out.count = n * 2;
    out.ratio = s;
    // CHECK: return zoo::Out{add_6,
    // CHECK-NEXT: zoo::Box{in.box.mean, in.box.lo, in.box.hi},
    // CHECK-NEXT: {zoo::Box{in.box.mean, in.box.lo, y}},
    // CHECK-NEXT: weight,
    // CHECK-NEXT: static_cast<int>(mul_3),
    // CHECK-NEXT: static_cast<float>(static_cast<double>(s))};
    return out;
  }
};
TORCH_MODULE(Net);
} // namespace zoo
