// LibTorch's values on their way over the border of plain C, and where calls run.
//
// A tensor of an example is on the Meta device: it has sizes and no memory. What has no Meta kernel
// (convolutions, norms, embeddings) runs on the CPU, on memory filled for the occasion; the result
// comes back without its memory.
#pragma once

#include "fx/Ops/KernelsApi.h"

// Clang as C++20 stops in LibTorch's headers unless this one comes first.
#include <ATen/core/ivalue.h>

#include <ATen/core/Tensor.h>
#include <c10/core/DispatchKey.h>

#include <functional>
#include <list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fx_kernels {

/// Set in a thread, factories make tensors without memory: MetaMode.cpp.
constexpr c10::DispatchKey everything_on_meta = c10::DispatchKey::TESTING_ONLY_GenericMode;

/// Thrown for what is not known to this library: no fault of the model's.
struct Unknown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline std::string_view view(FxText text) {
  return {text.data, text.size};
}
inline FxText text(std::string_view text) {
  return {text.data(), text.size()};
}

/// The text of a string, a word or a device; nothing of other values.
std::string_view text_of(const FxValue& value);
inline bool is_number(const FxValue& value) {
  return value.kind == FxInt || value.kind == FxBool;
}
inline bool is_sequence(const FxValue& value) {
  return value.kind == FxList || value.kind == FxTuple;
}

FxTensor* handle_of(const at::Tensor& tensor);
at::Tensor tensor_of(FxTensor* tensor);
/// The same with memory, where it has none and the place fills it.
at::Tensor tensor_at(FxPlace place, FxTensor* tensor);
/// The tensors that a value holds, at a place.
c10::IValue at_place(FxPlace place, const c10::IValue& value);
/// The type of a number; throws Unknown where LibTorch has none.
at::ScalarType scalar_type(int64_t number);

/// Values with the tensors that a place gives them.
class PlacedValues {
public:
  PlacedValues(FxPlace place, std::vector<FxValue> values);

  const std::vector<FxValue>& values() const { return values_; }

private:
  FxValue placed(FxPlace place, const FxValue& value);

  std::vector<FxValue> values_;
  std::list<std::vector<FxValue>> items_;
  std::vector<at::Tensor> tensors_;
};

/// What a call answers, with what its value points to.
class Answer : public FxAnswer {
public:
  explicit Answer(FxPlace place) : FxAnswer(), place_(place) {}

  void give(const c10::IValue& result);
  void give(const at::Tensor& tensor) { give(c10::IValue(tensor)); }
  void give(at::IntArrayRef sizes);
  void give(int64_t number) { give(c10::IValue(number)); }
  void give(bool flag) { give(c10::IValue(flag)); }
  void give(at::ScalarType type);
  void give(c10::Device device);
  /// Pairs of a name and a tensor.
  using Tensors = std::vector<std::pair<std::string, at::Tensor>>;
  void give(const Tensors& tensors) { value = list_of(tensors); }
  void give(const Tensors& first, const Tensors& second);
  void give_text(std::string_view bytes);
  void fail(FxStatus status_of_call, std::string_view why);

private:
  FxValue value_of(const c10::IValue& value);
  FxValue value_of_text(std::string_view bytes);
  FxValue value_of_tensor(const at::Tensor& tensor);
  FxValue list_of(const Tensors& tensors);
  FxValue sequence(FxKind kind, std::vector<FxValue> items);

  FxPlace place_;
  std::list<std::vector<FxValue>> items_;
  std::list<std::string> texts_;
  std::vector<at::Tensor> tensors_;
};

/// Runs a call at a place, and tells how it ended.
FxAnswer* answer(FxPlace place, const std::function<void(Answer&)>& run);

} // namespace fx_kernels
