#include "ViewSteps.h"

#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace fx {

namespace {

using Kind = Argument::Kind;
using Inverse = ViewStep::Inverse;
using Steps = std::vector<ViewStep>;

/// What leads back from a view by an operator.
std::optional<Inverse> inverse_of(std::string_view name, std::string_view overload) {
  static constexpr auto inverses =
      std::to_array<std::pair<std::string_view, Inverse>>({{"diagonal", Inverse::Scatter},
                                                           {"permute", Inverse::Permute},
                                                           {"select", Inverse::Scatter},
                                                           {"slice", Inverse::Scatter},
                                                           {"squeeze", Inverse::Reshape},
                                                           {"swapaxes", Inverse::Transpose},
                                                           {"swapdims", Inverse::Transpose},
                                                           {"t", Inverse::Transpose},
                                                           {"transpose", Inverse::Transpose},
                                                           {"unsqueeze", Inverse::Reshape},
                                                           {"view", Inverse::Reshape}});
  const auto* found =
      std::ranges::find(inverses, name, &std::pair<std::string_view, Inverse>::first);
  // view.dtype gives elements of another type, and names of dimensions are not followed.
  if (found == inverses.end() || overload == "dtype" || overload.ends_with("Dimname"))
    return std::nullopt;
  return found->second;
}

ViewStep select_step(int64_t dim, const Argument& index) {
  return {Inverse::Scatter, "select", "int", {Argument(dim), index}, {}};
}

ViewStep slice_step(int64_t dim, std::vector<Argument> bounds) {
  std::vector<Argument> operands{Argument(dim)};
  std::ranges::move(bounds, std::back_inserter(operands));
  return {Inverse::Scatter, "slice", "Tensor", std::move(operands), {}};
}

bool is_whole(const Argument& slice) {
  return std::ranges::all_of(slice.items(), [](const Argument& bound) { return bound.is_none(); });
}

/// Appends the steps of one index at `dim`, which becomes the next dimension.
bool add_index(Steps& steps, int64_t& dim, const Argument& index) {
  if (index.is(Kind::Int)) {
    steps.push_back(select_step(dim, index));
  } else if (index.is(Kind::None)) {
    steps.push_back({Inverse::Reshape, "unsqueeze", "", {Argument(dim)}, {}});
    ++dim;
  } else if (index.is(Kind::Slice) && !index.has_nodes()) {
    if (!is_whole(index)) {
      std::vector<Argument> bounds(index.items().begin(), index.items().end());
      if (bounds.size() == 3 && bounds[2].is_none()) bounds.pop_back();
      steps.push_back(slice_step(dim, std::move(bounds)));
    }
    ++dim;
  } else {
    return false;
  }
  return true;
}

/// The steps to the element of a list of views.
std::optional<Steps> element_steps(const ops::BoundCall& call, const Node& list, int64_t element) {
  const std::vector<std::optional<Argument>> values = call.values(list);
  const auto dim = [&](size_t parameter) {
    return values[parameter] ? *values[parameter] : Argument(int64_t(0));
  };
  if (element < 0) return std::nullopt;
  if (call.schema->name == "unbind" && dim(1).is(Kind::Int))
    return Steps{select_step(dim(1).as_int(), Argument(element))};
  if (!call.schema->name.starts_with("split") || values.size() < 3 || !dim(2).is(Kind::Int) ||
      !values[1])
    return std::nullopt;
  int64_t begin = 0, size = 0;
  if (values[1]->is(Kind::Int)) {
    size = values[1]->as_int();
    begin = size * element;
  } else {
    const auto sizes = values[1]->items();
    if (!values[1]->is_sequence() || element >= static_cast<int64_t>(sizes.size()))
      return std::nullopt;
    for (int64_t i = 0; i <= element; ++i) {
      if (!sizes[i].is(Kind::Int)) return std::nullopt;
      begin += size;
      size = sizes[i].as_int();
    }
  }
  return Steps{slice_step(dim(2).as_int(), {Argument(begin), Argument(begin + size)})};
}

/// (self, dim, start, length)
std::optional<Steps> narrow_steps(std::span<const std::optional<Argument>> values) {
  for (const auto& value : values.subspan(1))
    if (!value || !value->is(Kind::Int)) return std::nullopt;
  // Counted from the end, it may lead up to the end itself.
  const int64_t start = values[2]->as_int(), end = start + values[3]->as_int();
  if (start < 0) return std::nullopt;
  return Steps{slice_step(values[1]->as_int(), {*values[2], Argument(end)})};
}

/// The one overload that a call means, if there is one.
std::optional<ops::BoundCall> only_overload(const Node& node) {
  std::vector<ops::BoundCall> calls = ops::bind_all(node);
  std::erase_if(calls, [](const ops::BoundCall& call) { return call.needs_python; });
  if (calls.size() != 1) return std::nullopt;
  return std::move(calls.front());
}

/// The permutation that undoes one.
std::optional<Argument> undone(const Argument& dims) {
  const int64_t rank = static_cast<int64_t>(dims.items().size());
  std::vector<Argument> inverse(rank, Argument(int64_t(-1)));
  for (int64_t i = 0; i < rank; ++i) {
    if (!dims.items()[i].is(Kind::Int)) return std::nullopt;
    int64_t dim = dims.items()[i].as_int();
    if (dim < 0) dim += rank;
    if (dim < 0 || dim >= rank) return std::nullopt;
    inverse[dim] = Argument(i);
  }
  return Argument::list(std::move(inverse));
}

} // namespace

Symbol overload_target(std::string_view name, std::string_view overload) {
  return Symbol(fmt::format("torch.ops.aten.{}.{}", name, overload.empty() ? "default" : overload));
}

std::optional<Steps> index_steps(const Argument& index) {
  const std::vector<Argument> items =
      index.is(Kind::Tuple) ? std::vector<Argument>(index.items().begin(), index.items().end())
                            : std::vector<Argument>{index};
  Steps steps;
  int64_t dim = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    // What stands behind it is counted from the last dimension.
    if (items[i].is(Kind::Ellipsis))
      return i + 1 == items.size() ? std::optional(std::move(steps)) : std::nullopt;
    if (!add_index(steps, dim, items[i])) return std::nullopt;
  }
  return steps;
}

std::optional<Steps> view_steps(const Node& view, const Node* of_list) {
  if (view.is_call_function("operator.getitem")) {
    if (of_list == nullptr) return index_steps(view.arg(1));
    const std::optional<ops::BoundCall> call = only_overload(*of_list);
    return call && view.arg(1).is(Kind::Int) ? element_steps(*call, *of_list, view.arg(1).as_int())
                                             : std::nullopt;
  }
  const std::optional<ops::BoundCall> call = only_overload(view);
  if (!call) return std::nullopt;
  const ops::Schema& schema = *call->schema;
  const std::optional<Inverse> inverse = inverse_of(schema.name, schema.overload);
  const std::vector<std::optional<Argument>> values = call->values(view);
  if (schema.name == "narrow") return narrow_steps(values);
  if (!inverse) return std::nullopt;
  ViewStep step{*inverse, schema.name, schema.overload, {}, {}};
  bool has_gap = false;
  for (size_t i = 1; i < values.size(); ++i) {
    has_gap |= !values[i];
    if (!values[i]) continue;
    if (has_gap)
      step.keywords.push_back({Symbol(schema.arguments[i].name), *values[i]});
    else
      step.operands.push_back(*values[i]);
  }
  if (*inverse == Inverse::Permute &&
      (step.operands.size() != 1 || !step.operands[0].is_sequence() || !undone(step.operands[0])))
    return std::nullopt;
  return Steps{std::move(step)};
}

Node* put_back(Graph& graph, Node* whole, std::span<const ViewStep> steps, Node* part) {
  // What each step starts from.
  std::vector<Node*> wholes{whole};
  const auto with = [](Node* first, std::optional<Node*> second, const ViewStep& step) {
    std::vector<Argument> args{first};
    if (second) args.emplace_back(*second);
    args.insert(args.end(), step.operands.begin(), step.operands.end());
    return args;
  };
  for (size_t i = 0; i + 1 < steps.size(); ++i)
    wholes.push_back(graph.call_function(overload_target(steps[i].name, steps[i].overload),
                                         with(wholes.back(), {}, steps[i]), steps[i].keywords));
  for (size_t i = steps.size(); i-- > 0;) {
    const ViewStep& step = steps[i];
    switch (step.inverse) {
    case Inverse::Scatter:
      part = graph.call_function(overload_target(std::string(step.name) + "_scatter", ""),
                                 with(wholes[i], part, step), step.keywords);
      break;
    case Inverse::Transpose:
      part = graph.call_function(overload_target(step.name, step.overload), with(part, {}, step),
                                 step.keywords);
      break;
    case Inverse::Permute:
      part = graph.call_function(overload_target("permute", ""), {part, *undone(step.operands[0])});
      break;
    case Inverse::Reshape: part = graph.call_method("reshape_as", {part, wholes[i]}); break;
    }
  }
  return part;
}

} // namespace fx
