#include "ShapeRuns.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

namespace fx {

namespace {

constexpr size_t most_runs = 16;

bool is_same(const ShapeValue& a, const ShapeValue& b);

bool are_same(const std::vector<ShapeValue>& a, const std::vector<ShapeValue>& b) {
  return std::ranges::equal(a, b, is_same);
}

/// Whether two values are equal as far as is known of them; an unknown one is as good as another.
bool is_same(const ShapeValue& a, const ShapeValue& b) {
  if (a.value.index() != b.value.index()) return false;
  return std::visit(
      [&]<class T>(const T& one) {
        const T& other = std::get<T>(b.value);
        if constexpr (std::is_same_v<T, ShapeValue::Unknown>)
          return one.is_decided_by_names == other.is_decided_by_names;
        else if constexpr (std::is_same_v<T, ShapeValue::None>)
          return true;
        else if constexpr (std::is_same_v<T, ShapeValue::Condition>)
          return one.kind == other.kind && one.difference == other.difference;
        else if constexpr (std::is_same_v<T, ShapeValue::List>)
          return one == other || are_same(*one, *other);
        else
          return one == other;
      },
      a.value);
}

} // namespace

const ShapeValue* ShapeRuns::find(const Argument& function,
                                  const std::vector<ShapeValue>& inputs) const {
  const auto found = std::ranges::find_if(runs_, [&](const Run& run) {
    return run.function == &function && are_same(run.inputs, inputs);
  });
  return found != runs_.end() ? &found->result : nullptr;
}

void ShapeRuns::add(const Argument& function, std::vector<ShapeValue> inputs, ShapeValue result) {
  if (runs_.size() == most_runs) runs_.erase(runs_.begin());
  runs_.push_back({&function, std::move(inputs), std::move(result)});
}

} // namespace fx
