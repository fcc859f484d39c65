#include "InitialTensors.h"

#include "fx/IR/ElementType.h"
#include "fx/Runtime/Errors.h"

#include <ATen/Functions.h>

#include <fmt/format.h>

namespace fx::runtime {

namespace {

/// Up to here a tensor has its values in the graph though weights have them too.
constexpr int64_t few_values = 16;
/// Up to here a constant has them, a line of which a program can still be compiled.
constexpr int64_t many_values = 100'000;

Argument dtype_of(at::ScalarType type) {
  for (const ElementType& known : all_element_types())
    if (known.number == static_cast<int>(type)) return Argument::dtype(known.name);
  throw RuntimeError(fmt::format("a graph has no name for the type {}", c10::toString(type)));
}

/// Numbers of a contiguous tensor as nested lists; a number without dimensions.
template <class T>
Argument lists(const T*& next, at::IntArrayRef sizes) {
  if (sizes.empty()) {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double>)
      return {*next++};
    else
      return {static_cast<int64_t>(*next++)};
  }
  std::vector<Argument> items;
  items.reserve(static_cast<size_t>(sizes[0]));
  for (int64_t i = 0; i < sizes[0]; ++i)
    items.push_back(lists(next, sizes.slice(1)));
  return Argument::list(std::move(items));
}

template <class T>
Argument lists_of(const at::Tensor& tensor, at::ScalarType type) {
  const at::Tensor plain = tensor.to(at::kCPU, type).contiguous();
  const T* next = plain.data_ptr<T>();
  return lists(next, plain.sizes());
}

Argument lists_of(const at::Tensor& tensor) {
  if (tensor.scalar_type() == at::kBool) return lists_of<bool>(tensor, at::kBool);
  if (tensor.is_floating_point()) return lists_of<double>(tensor, at::kDouble);
  return lists_of<int64_t>(tensor, at::kLong);
}

/// What Python and C++ make of a list when no type is given.
bool is_inferred(at::ScalarType type) {
  return type == at::kFloat || type == at::kLong || type == at::kBool;
}

bool is_plain(const at::Tensor& tensor) {
  return tensor.layout() == at::kStrided && !tensor.is_quantized() && !tensor.is_meta();
}

} // namespace

Node* InitialTensors::zeros(const at::Tensor& tensor) {
  std::vector<Argument> sizes;
  for (const int64_t size : tensor.sizes())
    sizes.emplace_back(size);
  if (sizes.empty()) sizes.push_back(Argument::tuple({}));
  std::vector<KeywordArgument> keywords;
  if (tensor.scalar_type() != at::kFloat)
    keywords.push_back({"dtype", dtype_of(tensor.scalar_type())});
  return init_.call_function("torch.zeros", std::move(sizes), std::move(keywords));
}

Node* InitialTensors::values(const at::Tensor& tensor) {
  const at::NoGradGuard no_gradients;
  if (tensor.numel() == 0) return zeros(tensor);
  if (tensor.is_complex()) {
    const at::Tensor parts = at::view_as_real(tensor.resolve_conj());
    return init_.call_function("torch.complex",
                               {values(parts.select(-1, 0)), values(parts.select(-1, 1))});
  }
  std::vector<KeywordArgument> keywords;
  if (!is_inferred(tensor.scalar_type()))
    keywords.push_back({"dtype", dtype_of(tensor.scalar_type())});
  return init_.call_function("torch.tensor", {lists_of(tensor)}, std::move(keywords));
}

Node* InitialTensors::place_of(const at::Tensor& tensor) {
  if (!tensor.defined()) return nullptr;
  Node*& made = made_[tensor.unsafeGetTensorImpl()];
  if (made == nullptr)
    made = is_plain(tensor) && tensor.numel() <= few_values ? values(tensor) : zeros(tensor);
  return made;
}

Node* InitialTensors::value_of(const at::Tensor& tensor, const std::string& path) {
  if (!tensor.defined()) return nullptr;
  const auto known = made_.find(tensor.unsafeGetTensorImpl());
  if (known != made_.end()) return known->second;
  if (!is_plain(tensor))
    throw RuntimeError(fmt::format("'{}' is a tensor of the layout {} on {}, which a graph cannot "
                                   "hold: register it as a buffer",
                                   path, c10::str(tensor.layout()), tensor.device().str()));
  if (tensor.numel() > many_values)
    throw RuntimeError(
        fmt::format("'{}' is a constant of {} numbers, too many for a graph to hold: "
                    "register it as a buffer, and weights have it",
                    path, tensor.numel()));
  return made_[tensor.unsafeGetTensorImpl()] = values(tensor);
}

} // namespace fx::runtime
