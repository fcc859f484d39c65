// --config: what a program reads its options from. Objects that are not known give for a key what
// stands there, be they asked by [], at(), value(), get() or as a member.
// RUN: split-file %s %t
// RUN: fx-clang-trace %t/net.cpp --root='Net(options::load("net.yaml"), read_arguments())' --config=%t/net.yaml -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %t/net.cpp --root='Net(options::load("net.json"), read_arguments())' --config=%t/net.json -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %t/net.cpp --root='Net(options::load("net.json"), read_arguments())' --config=%t/less.yaml -- 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: not fx-clang-trace %t/net.cpp --config=%t/wrong.json -- 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not fx-clang-trace %t/net.cpp --config=%t/none.yaml -- 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: net.cpp:{{[0-9]+}}:{{[0-9]+}}: remark: this is '["model"]["width"]' of the file of --config [value-of-config]
// CHECK: in: torch::nn::Linear(in_features = 4, out_features = 8) {bias = False}
// CHECK: l0: torch::nn::Linear(in_features = 8, out_features = 16)
// CHECK: l1: torch::nn::Linear(in_features = 16, out_features = 32)
// CHECK: out: torch::nn::Linear(in_features = 32, out_features = 3)
// CHECK: call_method[target=tanh]
// CHECK-NOT: dropout
// CHECK: call_function[target=operator.mul](args = ({{.*}}, 0.5)
// LESS: error: {{.*}}needs a value that is not known
// WRONG: error: cannot read the options of --config={{.*}}wrong.json: [2:0, byte=10]: Unexpected EOF
// NONE: error: cannot read the options of --config={{.*}}none.yaml: {{[Nn]}}o such file

//--- net.yaml
model:
  width: 8
  bias: no-bias
  layers: [16, 32]
  activation: tanh
learning-rate: 0.5
classes: 3
use_bias: false
//--- net.json
{"model": {"width": 8, "bias": "no-bias", "layers": [16, 32], "activation": "tanh"},
 "learning-rate": 0.5, "classes": 3, "use_bias": false}
//--- less.yaml
classes: 3
//--- wrong.json
{"model":
//--- net.cpp
#include <torch/torch.h>

#include <string>

namespace options {
class Value {
public:
  template <class T>
  T as() const;
  Value operator[](const std::string& key) const;
  Value operator[](int index) const;
  Value at(const std::string& key) const;
  template <class T>
  T get(const std::string& key, T otherwise) const;
  bool contains(const std::string& key) const;
  size_t size() const;
};
Value load(const std::string& file);
} // namespace options

struct Arguments {
  double learning_rate = 0.1;
  int classes = 2;
};
void parse(Arguments& arguments);
Arguments read_arguments() {
  Arguments arguments;
  parse(arguments);
  return arguments;
}

struct NetImpl : torch::nn::Module {
  NetImpl(const options::Value& config, const Arguments& arguments) : scale(arguments.learning_rate) {
    build(config["model"], config.at("use_bias").as<bool>(), arguments.classes);
    drops = config.contains("dropout");
  }
  void build(options::Value model, bool has_bias, int classes) {
    auto width = model["width"].as<int64_t>();
    register_module("in", in = torch::nn::Linear(torch::nn::LinearOptions(4, width).bias(has_bias)));
    for (size_t i = 0; i < model["layers"].size(); ++i) {
      const auto next = model["layers"][i].as<int64_t>();
      layers.push_back(register_module("l" + std::to_string(i), torch::nn::Linear(width, next)));
      width = next;
    }
    register_module("out", out = torch::nn::Linear(width, classes));
    depth = model.get<int>("depth", 1);
    activation = model["activation"].as<std::string>();
  }
  torch::Tensor forward(torch::Tensor x) {
    x = in(x);
    for (auto& layer : layers)
      x = layer(x);
    for (int i = 0; i < depth; ++i)
      x = activation == "tanh" ? x.tanh() : x.relu();
    if (drops) x = torch::dropout(x, 0.5, is_training());
    return out(x) * scale;
  }
  double scale;
  int depth = 0;
  bool drops = true;
  std::string activation;
  torch::nn::Linear in{nullptr}, out{nullptr};
  std::vector<torch::nn::Linear> layers;
};
TORCH_MODULE(Net);
