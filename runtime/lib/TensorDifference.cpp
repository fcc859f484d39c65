#include "TensorDifference.h"

#include "ValueMeta.h"

#include "fx/IR/Printer.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

namespace fx::runtime {

namespace {

std::string text_of(const at::Tensor& tensor) {
  return fmt::format("{}[{}]", dtype_of(tensor).view(), fmt::join(tensor.sizes(), ", "));
}

/// As torch.testing.assert_close has them.
std::pair<double, double> tolerances(c10::ScalarType type, const EquivalenceOptions& options) {
  double rtol = 0, atol = 0;
  switch (type) {
  case c10::kHalf: rtol = 1e-3, atol = 1e-5; break;
  case c10::kBFloat16: rtol = 1.6e-2, atol = 1e-5; break;
  case c10::kFloat:
  case c10::kComplexFloat: rtol = 1.3e-6, atol = 1e-5; break;
  case c10::kDouble:
  case c10::kComplexDouble: rtol = 1e-7, atol = 1e-7; break;
  default: break;
  }
  return {options.rtol.value_or(rtol), options.atol.value_or(atol)};
}

/// Numbers to subtract.
at::Tensor as_numbers(const at::Tensor& tensor) {
  at::Tensor plain = tensor.is_quantized() ? tensor.dequantize() : tensor;
  if (plain.layout() != c10::kStrided) plain = plain.to_dense();
  return plain.to(c10::kCPU, plain.is_complex() ? c10::kComplexDouble : c10::kDouble);
}

bool is_sequence(const Value& value) {
  return value.isTuple() || value.isList();
}

class Comparer {
public:
  Comparer(const EquivalenceOptions& options) : options_(options) {}

  void compare(const Value& a, const Value& b, const std::string& what) {
    if (!difference_.text.empty()) return;
    const bool has_tensor = a.isTensor() && a.toTensor().defined();
    const bool has_other = b.isTensor() && b.toTensor().defined();
    if (has_tensor && has_other) {
      add(compare_tensors(a.toTensor(), b.toTensor(), options_, what));
    } else if (has_tensor || has_other || a.isTensor() || b.isTensor()) {
      const bool is_none =
          !has_tensor && !has_other && (a.isNone() || a.isTensor()) && (b.isNone() || b.isTensor());
      if (!is_none) fail(what, a, b);
    } else if (is_sequence(a) && is_sequence(b)) {
      compare_items(items_of(a), items_of(b), what);
    } else if (a.isGenericDict() && b.isGenericDict()) {
      compare_dicts(a.toGenericDict(), b.toGenericDict(), what);
    } else if (!same_literal(a, b)) {
      fail(what, a, b);
    }
  }

  void compare_state(const NamedTensors& a, const NamedTensors& b) {
    for (size_t i = 0; i < a.size() && difference_.text.empty(); ++i)
      add(compare_tensors(a[i].second, b[i].second, options_,
                          fmt::format("what is left in '{}'", a[i].first)));
  }

  const Difference& difference() const { return difference_; }

private:
  static std::vector<Value> items_of(const Value& value) {
    if (value.isTuple()) return value.toTupleRef().elements();
    std::vector<Value> items;
    for (const Value& item : value.toListRef())
      items.push_back(item);
    return items;
  }

  void compare_items(const std::vector<Value>& a, const std::vector<Value>& b,
                     const std::string& what) {
    if (a.size() != b.size())
      difference_.text =
          fmt::format("{} has {} values, and the graph's {}", what, a.size(), b.size());
    for (size_t i = 0; i < a.size() && difference_.text.empty(); ++i)
      compare(a[i], b[i], fmt::format("{}[{}]", what, i));
  }

  void compare_dicts(const c10::impl::GenericDict& a, const c10::impl::GenericDict& b,
                     const std::string& what) {
    if (a.size() != b.size())
      difference_.text =
          fmt::format("{} has {} keys, and the graph's {}", what, a.size(), b.size());
    for (const auto& entry : a) {
      const auto other = b.find(entry.key());
      const std::string name = fmt::format("{}[{}]", what, literal_text(entry.key()));
      if (other == b.end())
        difference_.text = name + " is missing from the graph's";
      else
        compare(entry.value(), other->value(), name);
    }
  }

  static bool same_literal(const Value& a, const Value& b) {
    try {
      return to_argument(a) == to_argument(b);
    } catch (const std::runtime_error&) {
      return a.tagKind() == b.tagKind();
    }
  }
  static std::string literal_text(const Value& value) {
    try {
      return value.isTensor() ? text_of(value.toTensor()) : python_repr(to_argument(value));
    } catch (const std::exception&) {
      return value.tagKind();
    }
  }
  void fail(const std::string& what, const Value& a, const Value& b) {
    difference_.text =
        fmt::format("{} is {}, and the graph's {}", what, literal_text(a), literal_text(b));
    difference_.max = std::numeric_limits<double>::infinity();
  }
  void add(const Difference& found) {
    difference_.max = std::max(difference_.max, found.max);
    difference_.text = found.text;
  }

  const EquivalenceOptions& options_;
  Difference difference_;
};

} // namespace

Difference compare_tensors(const at::Tensor& expected, const at::Tensor& found,
                           const EquivalenceOptions& options, const std::string& what) {
  const c10::AutoGradMode no_gradients(false);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (expected.sizes() != found.sizes() || expected.dtype() != found.dtype() ||
      expected.device() != found.device())
    return {infinity,
            fmt::format("{} is {} on {}, and the graph's {} on {}", what, text_of(expected),
                        expected.device().str(), text_of(found), found.device().str())};
  if (expected.requires_grad() != found.requires_grad())
    return {0, fmt::format("{} requires {} gradient, and the graph's {}", what,
                           expected.requires_grad() ? "a" : "no",
                           found.requires_grad() ? "one" : "none")};
  if (expected.numel() == 0) return {};
  const at::Tensor a = as_numbers(expected), b = as_numbers(found);
  const auto [rtol, atol] = tolerances(expected.scalar_type(), options);
  // Equal infinities have no difference, and neither have two that are no numbers.
  const at::Tensor same = (a == b).logical_or(a.isnan().logical_and(b.isnan()));
  const at::Tensor apart = (a - b).abs().masked_fill(same, 0.0);
  Difference difference;
  difference.max = apart.isnan().any().item<bool>() ? infinity : apart.max().item<double>();
  const at::Tensor close = same.logical_or(apart <= a.abs() * rtol + atol);
  const int64_t far = close.numel() - close.sum().item<int64_t>();
  if (far > 0)
    difference.text = fmt::format("{} differs in {} of {} numbers, by {:.3g} at most", what, far,
                                  close.numel(), difference.max);
  return difference;
}

Difference compare_runs(const Run& expected, const Run& found, const EquivalenceOptions& options) {
  if (!expected.error.empty() || !found.error.empty()) {
    if (found.error.empty())
      return {0, "the module throws, and the graph does not: " + expected.error};
    if (expected.error.empty())
      return {0, "the graph throws, and the module does not: " + found.error};
    return {0, "both throw, so that nothing is compared. The module: " + expected.error};
  }
  Comparer comparer(options);
  comparer.compare(expected.result, found.result, "the result");
  for (size_t i = 0; i < expected.inputs.size(); ++i)
    comparer.compare(expected.inputs[i], found.inputs[i],
                     fmt::format("what is left in input {}", i));
  comparer.compare_state(expected.state, found.state);
  return comparer.difference();
}

} // namespace fx::runtime
