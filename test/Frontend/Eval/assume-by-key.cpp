// Options of a program whose library is not looked into: --assume says what stands under a key, and the
// object is that value, however it is asked.
// RUN: not fx-clang-trace %s --root='[] { options::Map map; return Net(map); }()' -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: fx-clang-trace %s --root='[] { options::Map map; return Net(map); }()' --assume='["width"]=8' \
// RUN:   --assume='["bias"]=false' --assume='["loss"]="l1"' --assume='["net"]["width"]=16' -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root='[] { options::Map map; return Asked(map); }()' --assume='["width"]=8' -- 2>&1 | FileCheck %s --check-prefix=ASKED
#include <torch/torch.h>

#include <string>

namespace options {
class Value {
public:
  template <class T>
  const T& as() const;
  Value operator[](const std::string& key) const;
  bool empty() const;
};
class Map {
public:
  Map();
  const Value& operator[](const std::string& key) const;
};
} // namespace options

struct NetImpl : torch::nn::Module {
  explicit NetImpl(options::Map& map) {
    const auto width = map["width"].as<size_t>();
    // UNKNOWN: error: this argument of an operator needs a value that is not known
    // UNKNOWN: note: the constructor of 'Map' is defined in a file that was not read
    in = register_module(
        "in", torch::nn::Linear(torch::nn::LinearOptions(4, width).bias(map["bias"].as<bool>())));
    out = register_module("out", torch::nn::Linear(width, map["net"]["width"].as<int>()));
    is_l1 = map["loss"].as<std::string>() == "l1";
  }
  // CHECK: remark: --assume: '["width"]' is taken to be 8; the graph has no such value
  // CHECK: in: torch::nn::Linear(in_features = 4, out_features = 8) {bias = False}
  // CHECK: out: torch::nn::Linear(in_features = 8, out_features = 16)
  // CHECK: call_method[target=abs]
  torch::Tensor forward(torch::Tensor x) {
    x = out(in(x));
    return is_l1 ? x.abs() : x * x;
  }
  torch::nn::Linear in{nullptr}, out{nullptr};
  bool is_l1;
};
TORCH_MODULE(Net);

// Whether there is such an option is another question than what it is.
struct AskedImpl : torch::nn::Module {
  explicit AskedImpl(options::Map& map) {
    // ASKED: :[[@LINE+1]]:{{[0-9]+}}: error: the condition of this 'if' needs a value that is not known
    if (!map["width"].empty()) width = map["width"].as<int>();
  }
  torch::Tensor forward(torch::Tensor x) { return x * width; }
  int width = 1;
};
TORCH_MODULE(Asked);
