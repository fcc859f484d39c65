// JSON is asked for what it does not have.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <string>

using torch::Tensor;

// What a model uses of nlohmann::json.
namespace nlohmann {
namespace detail {
template <class Json>
struct json_ref {
  json_ref(std::initializer_list<json_ref>);
  template <class T>
  json_ref(T&&);
};
} // namespace detail

template <class>
struct basic_json {
  basic_json();
  basic_json(const basic_json&);
  basic_json(int);
  basic_json(std::initializer_list<detail::json_ref<basic_json>>);
  basic_json& operator[](const char* key);
  basic_json& operator[](size_t index);
  const basic_json& at(const char* key) const;
  template <class T>
  T get() const;
};
using json = basic_json<void>;
} // namespace nlohmann

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
