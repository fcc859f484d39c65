// The order of passes, as constraints say it (torch.fx: passes/infra/pass_manager.py).
#include "Messages.h"
#include "PipelineElement.h"

#include "fx/Passes/PassManager.h"

#include <algorithm>
#include <numeric>

namespace fx {

namespace {

std::string_view without_parameters(std::string_view pass) {
  return pass.substr(0, pass.find('<'));
}

bool names(std::string_view name, std::string_view pass) {
  return name == pass || name == without_parameters(pass);
}

} // namespace

PassConstraint this_before_that(std::string first, std::string second) {
  return these_before_those({std::move(first)}, {std::move(second)});
}

PassConstraint these_before_those(std::vector<std::string> first, std::vector<std::string> second) {
  return [first = std::move(first), second = std::move(second)](std::string_view before,
                                                                std::string_view after) {
    const auto is_one_of = [](const std::vector<std::string>& passes, std::string_view pass) {
      return std::ranges::any_of(passes,
                                 [&](const std::string& name) { return names(name, pass); });
    };
    return !is_one_of(second, before) || !is_one_of(first, after);
  };
}

void PassManager::Element::add_passes(std::vector<std::string_view>& passes) const {
  if (kind == Kind::Pass) passes.push_back(name);
  for (const Element& child : children)
    child.add_passes(passes);
}

std::optional<Error> PassManager::validate_constraints() const {
  if (constraints_.empty()) return std::nullopt;
  std::vector<std::string_view> passes;
  for (const Element& element : elements_)
    element.add_passes(passes);
  for (size_t i = 0; i < passes.size(); ++i)
    for (size_t j = i + 1; j < passes.size(); ++j)
      for (const PassConstraint& constraint : constraints_)
        if (!constraint(passes[i], passes[j]))
          return Error(say(diag::pass_order_forbidden, passes[j], passes[i], i + 1, j + 1));
  return std::nullopt;
}

std::optional<Error> PassManager::solve_constraints() {
  const size_t count = elements_.size();
  std::vector<std::vector<std::string_view>> passes(count);
  for (size_t i = 0; i < count; ++i)
    elements_[i].add_passes(passes[i]);
  const auto may_come_first = [&](size_t first, size_t second) {
    return std::ranges::all_of(constraints_, [&](const PassConstraint& constraint) {
      return std::ranges::all_of(passes[first], [&](std::string_view before) {
        return std::ranges::all_of(
            passes[second], [&](std::string_view after) { return constraint(before, after); });
      });
    });
  };
  // Always the first of those left that may come before all others.
  std::vector<size_t> order, left(count);
  std::iota(left.begin(), left.end(), size_t(0));
  while (!left.empty()) {
    const auto next = std::ranges::find_if(left, [&](size_t candidate) {
      return std::ranges::all_of(left, [&](size_t other) {
        return other == candidate || may_come_first(candidate, other);
      });
    });
    if (next == left.end()) {
      std::string list;
      for (const size_t i : left)
        list += (list.empty() ? "" : ", ") + elements_[i].to_string();
      return Error(say(diag::pass_order_circular, list));
    }
    order.push_back(*next);
    left.erase(next);
  }
  std::vector<Element> sorted;
  sorted.reserve(count);
  for (const size_t i : order)
    sorted.push_back(std::move(elements_[i]));
  elements_ = std::move(sorted);
  return validate_constraints(); // inside of repeat(...)
}

} // namespace fx
