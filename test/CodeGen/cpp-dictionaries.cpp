// --emit=cpp takes and returns dictionaries of each library by their types.
// RUN: fx-clang-trace %s --root='Dicts()' --emit=cpp -- -std=c++17 2>/dev/null | FileCheck %s --check-prefix=DICTS
// RUN: %compiles --tool=%fx-clang-trace --work-dir=%t \
// RUN:     'Dicts()@%s' | FileCheck %s --check-prefix=COMPILES
// COMPILES: g++: 1 models, no warning
// COMPILES: clang++{{.*}}: 1 models, no warning
// REQUIRES: libtorch
#include <torch/torch.h>

#include <unordered_map>

using torch::Tensor;

struct DictsImpl : torch::nn::Module {
  using Named = torch::OrderedDict<std::string, Tensor>;
  // DICTS: std::pair<std::unordered_map<std::string, torch::Tensor>,
  // DICTS: torch::OrderedDict<std::string, torch::Tensor>>
  // DICTS: forward(const torch::OrderedDict<std::string, torch::Tensor>& named,
  // DICTS:     c10::Dict<std::string, torch::Tensor> dict) {
  std::pair<std::unordered_map<std::string, Tensor>, Named>
  forward(const Named& named, c10::Dict<std::string, Tensor> dict) {
    Named out;
    // DICTS: named["a"]
    out.insert("sum", named["a"] + 1);
    // DICTS: dict.at("b")
    out.insert("b", dict.at("b"));
    c10::Dict<std::string, Tensor> made;
    made.insert("c", out["b"].relu());
    auto same = made;
    same.insert_or_assign("c", same.at("c") + 2);
    // DICTS: return {std::unordered_map<std::string, torch::Tensor>{{[{][{]}}"c", add_1}},
    // DICTS: torch::OrderedDict<std::string, torch::Tensor>{{[{][{]}}"sum", add}, {"b", getitem_1}}};
    return {{{"c", made.at("c")}}, out};
  }
};
TORCH_MODULE(Dicts);
