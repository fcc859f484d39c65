// --emit=cpp takes and returns what the original does: structs by name, maps, references, numbers and
// defaults as declared.
// RUN: fx-clang-trace %s --root='zoo::Net()' --emit=cpp -o %t.h -- -std=c++17 2>/dev/null
// RUN: FileCheck %s --input-file=%t.h
// RUN: fx-clang-trace %s --root='zoo::Net()' --print-meta -o %t.fx -- -std=c++17 2>/dev/null
// RUN: fx-opt %t.fx --emit=cpp -o %t.again.h
// RUN: tr -d '[:space:]' < %t.h > %t.1
// RUN: tr -d '[:space:]' < %t.again.h > %t.2
// RUN: diff %t.1 %t.2
// RUN: fx-clang-trace %s --root='Nested()' --emit=cpp -- -std=c++17 2>/dev/null | FileCheck %s --check-prefix=NESTED
// RUN: fx-clang-trace %s --root='Dicts()' --emit=cpp -- -std=c++17 2>/dev/null | FileCheck %s --check-prefix=DICTS
// RUN: fx-clang-trace %s --root='Private()' --emit=cpp -- -std=c++17 2>&1 | FileCheck %s --check-prefix=PRIVATE
// RUN: not fx-clang-trace %s --root='PrivateInput()' --emit=cpp -- -std=c++17 2>&1 | FileCheck %s --check-prefix=PRIVATE-INPUT
// RUN: not fx-clang-trace %s --root='Method()' --emit=cpp -- -std=c++17 2>&1 | FileCheck %s --check-prefix=METHOD
// RUN: %python %S/../EndToEnd/harness/compiles.py --tool=%fx-clang-trace --work-dir=%t --cxx=g++ --cxx=%cxx \
// RUN:     'zoo::Net()@%s' 'Nested()@%s' 'Dicts()@%s' 'Private()@%s' | FileCheck %s --check-prefix=COMPILES
// COMPILES: g++: 4 models, no warning
// COMPILES: clang++{{.*}}: 4 models, no warning
// REQUIRES: libtorch
#include <torch/torch.h>

#include <array>
#include <map>
#include <optional>
#include <unordered_map>

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

namespace {
struct Pair {
  Tensor a, b;
};
} // namespace

struct NestedImpl : torch::nn::Module {
  // NESTED:      struct Pair {
  // NESTED:      struct NestedImpl : torch::nn::Module {
  // NESTED-NEXT:   struct State {
  // NESTED-NEXT:     Pair pair;
  // NESTED-NEXT:   };
  struct State {
    Pair pair;
  };
  // NESTED: std::tuple<torch::Tensor, State, std::map<std::string, Pair>>
  // NESTED-NEXT: forward(const c10::optional<State>& state, const std::vector<Pair>& pairs) {
  std::tuple<Tensor, State, std::map<std::string, Pair>> forward(const c10::optional<State>& state,
                                                                 const std::vector<Pair>& pairs) {
    // NESTED: auto getattr_2 = state.value().pair;
    State next{{pairs[0].b, state->pair.a}};
    // NESTED: return {getitem_1.a, State{Pair{getitem.b, getattr_2.a}},
    // NESTED-NEXT: std::map<std::string, Pair>{{[{][{]}}"p", Pair{getitem.b, getattr_2.a}}}};
    return {pairs[0].a, next, {{"p", next.pair}}};
  }
};
TORCH_MODULE(Nested);

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

// What is more than members is no struct to write down: a tuple is returned, and an input is refused.
class Hidden {
public:
  Hidden(Tensor a) : a_(a) {}
  Tensor get() const { return a_; }

private:
  Tensor a_;
};
struct PrivateImpl : torch::nn::Module {
  // PRIVATE: remark: forward returns a 'Hidden': the graph returns the tuple (a_)
  // PRIVATE: std::tuple<torch::Tensor> forward(torch::Tensor x) {
  Hidden forward(Tensor x) { return Hidden(x); }
};
TORCH_MODULE(Private);
struct PrivateInputImpl : torch::nn::Module {
  // PRIVATE-INPUT: cpp-structs.cpp:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}the type Hidden of this input
  Tensor forward(Tensor x, Hidden y) { return x; }
};
TORCH_MODULE(PrivateInput);

struct WithMethod {
  Tensor a;
  Tensor mean() const { return a.mean(); }
};
struct MethodImpl : torch::nn::Module {
  // METHOD: cpp-structs.cpp:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}the method mean of WithMethod
  Tensor forward(WithMethod m) { return m.mean(); }
};
TORCH_MODULE(Method);
