#include "fx/Analysis/Ranks.h"

#include "fx/Analysis/CallOperations.h"
#include "fx/Analysis/Effects.h"
#include "fx/Analysis/SymbolicShapes.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/Shapes.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <unordered_map>

namespace fx {

std::optional<size_t> RankSet::only() const {
  if (!std::has_single_bit(bits_) || contains(many)) return std::nullopt;
  return static_cast<size_t>(std::countr_zero(bits_));
}

namespace {

using Operand = ops::Operation::Operand;

/// A call, and what is known of its operands where it runs.
struct Call {
  const ops::Operation& operation;
  const ops::ModuleClass* called; // null: it calls no leaf of LibTorch's
  std::function<RankSet(const Argument&)> ranks_of;
  /// Of a tensor of the module that is called.
  std::function<RankSet(std::string_view tensor)> ranks_of_tensor;

  RankSet ranks(const Operand& operand) const {
    return operand.tensor.empty() ? ranks_of(operand.value) : ranks_of_tensor(operand.tensor);
  }
  RankSet first() const {
    return operation.operands.empty() ? RankSet::any() : ranks(operation.operands.front());
  }
};

/// What becomes of each member, where the operator takes that at all.
template <class Change>
RankSet each(RankSet ranks, const Change& change) {
  RankSet result = RankSet::none();
  for (size_t rank = 0; rank < RankSet::many; ++rank)
    if (ranks.contains(rank)) result = result | change(rank);
  return ranks.contains(RankSet::many) ? RankSet::any() : result;
}

RankSet same(const Call& call) {
  return call.first();
}

template <size_t Rank>
RankSet exactly(const Call& call) {
  return RankSet::of(Rank);
}

/// With a batch, or without.
template <size_t Dimensions>
RankSet of_images(const Call& call) {
  return call.first() & (RankSet::of(Dimensions + 1) | RankSet::of(Dimensions + 2));
}

RankSet normalized(const Call& call) {
  if (call.called == nullptr || !call.called->is(ops::ModuleFamily::BatchNorm))
    return call.first() & RankSet::from(2);
  const auto dimensions = static_cast<size_t>(call.called->dimensions);
  const RankSet with_batch = RankSet::of(dimensions + 2);
  return call.first() & (dimensions == 1 ? with_batch | RankSet::of(2) : with_batch);
}

/// The weight of a function may be a vector.
RankSet linear(const Call& call) {
  const Operand* weight = call.operation.find("weight");
  const bool is_matrix = weight != nullptr && call.ranks(*weight).only() == 2U;
  return is_matrix || call.called != nullptr ? call.first() & RankSet::from(1) : RankSet::any();
}

RankSet one_more(const Call& call) {
  return each(call.first(), [](size_t rank) { return RankSet::of(rank + 1); });
}

RankSet looked_up(const Call& call) {
  const Operand* indices = call.operation.find("indices");
  return indices == nullptr
             ? RankSet::any()
             : each(call.ranks(*indices), [](size_t rank) { return RankSet::of(rank + 1); });
}

RankSet one_less(const Call& call) {
  return each(call.first(),
              [](size_t rank) { return rank == 0 ? RankSet::none() : RankSet::of(rank - 1); });
}

/// One number for each dimension of the result.
RankSet listed(const Call& call) {
  for (const Operand& operand : call.operation.operands)
    if (operand.value.is_sequence()) return RankSet::of(operand.value.items().size());
  return RankSet::any();
}

std::optional<int64_t> integer(const Call& call, std::string_view parameter) {
  const Operand* operand = call.operation.find(parameter);
  if (operand == nullptr || !operand->value.is(Argument::Kind::Int)) return std::nullopt;
  return operand->value.as_int();
}

RankSet flattened(const Call& call) {
  const std::optional<int64_t> start = integer(call, "start_dim"), end = integer(call, "end_dim");
  if (!start || !end) return RankSet::any();
  // However many there are, so many stay before the first one and behind the last one.
  if (*start >= 0 && *end < 0) return RankSet::of(static_cast<size_t>(*start - *end));
  return each(call.first(), [&](size_t rank) {
    const auto count = static_cast<int64_t>(std::max<size_t>(rank, 1));
    const int64_t first = *start < 0 ? *start + count : *start;
    const int64_t last = *end < 0 ? *end + count : *end;
    const bool is_refused = first < 0 || last >= count || first > last;
    return is_refused ? RankSet::none() : RankSet::of(static_cast<size_t>(count - (last - first)));
  });
}

RankSet reduced(const Call& call) {
  const Operand* dims = call.operation.find("dim");
  const Operand* keeps = call.operation.find("keepdim");
  if (keeps != nullptr && keeps->value == Argument(true)) return call.first();
  if (dims == nullptr || keeps == nullptr || keeps->value != Argument(false)) return RankSet::any();
  const Argument list = dims->as_list();
  if (!list.is_sequence() || list.items().empty()) return RankSet::any();
  int64_t least = 0; // that the operator takes
  for (const Argument& dim : list.items()) {
    if (!dim.is(Argument::Kind::Int)) return RankSet::any();
    least = std::max(least, dim.as_int() < 0 ? -dim.as_int() : dim.as_int() + 1);
  }
  return each(call.first(), [&](size_t rank) {
    const size_t gone = list.items().size();
    const bool is_refused = rank < gone || static_cast<int64_t>(rank) < least;
    return is_refused ? RankSet::none() : RankSet::of(rank - gone);
  });
}

/// What all tensors of a list have, where that is one number.
RankSet concatenated(const Call& call) {
  if (call.operation.operands.empty()) return RankSet::any();
  const Argument& list = call.operation.operands.front().value;
  if (!list.is_sequence() || list.items().empty()) return RankSet::any();
  const RankSet first = call.ranks_of(list.items().front());
  const bool are_alike = std::ranges::all_of(
      list.items(), [&](const Argument& item) { return call.ranks_of(item) == first; });
  return are_alike && first.only() ? first : RankSet::any();
}

RankSet stacked(const Call& call) {
  return each(concatenated(call), [](size_t rank) { return RankSet::of(rank + 1); });
}

/// An operator that computes each element of its result: what its tensors have, where that is one
/// number or there is one tensor.
RankSet elementwise(const Call& call) {
  std::optional<RankSet> found;
  for (const Operand& operand : call.operation.operands) {
    if (!operand.value.has_nodes() && operand.tensor.empty()) continue;
    const RankSet ranks = call.ranks(operand);
    if (found && (*found != ranks || !ranks.only())) return RankSet::any();
    found = ranks;
  }
  return found.value_or(RankSet::any());
}

using Rule = RankSet (*)(const Call&);
struct RuleRow {
  std::string_view name;
  Rule rule;
};
constexpr RuleRow rules[] = {
#define FX_RANK(NAME, ...) {NAME, __VA_ARGS__},
#include "RankRules.def"
#undef FX_RANK
};
static_assert(std::ranges::is_sorted(rules, {}, &RuleRow::name));

RankSet ranks_of_result(const Call& call, const ops::LibTorch& libtorch) {
  if (call.operation.in_place) return call.first();
  const std::string_view name = call.operation.name;
  const auto row = std::ranges::lower_bound(rules, name, {}, &RuleRow::name);
  if (row != std::end(rules) && row->name == name) return row->rule(call);
  const std::span<const ops::Schema> schemas = libtorch.find_schemas(name);
  const bool is_elementwise =
      !schemas.empty() && std::ranges::any_of(schemas, [&](const ops::Schema& schema) {
        return ops::keeps_shape_and_type(libtorch, schema);
      });
  return is_elementwise ? elementwise(call) : RankSet::any();
}

/// Whether a call may give a tensor that exists another shape.
bool may_write_shapes(const Node& node, const Effects& effects, const ops::ModuleClass* called) {
  if (effects.unknown) return true;
  if (effects.writes == 0 || called != nullptr || node.target() == "operator.setitem") return false;
  const std::span<const ops::Schema> schemas = ops::schemas_on_tensors(node);
  if (schemas.empty()) return !ops::callee_of(node).is(ops::Callee::Kind::Functional);
  return std::ranges::any_of(schemas, ops::may_change_shape);
}

/// `x.dim() == 2` of `torch._assert(x.dim() == 2)`.
struct Assertion {
  const Node* dim;
  const Node* tensor;
  size_t rank;
};
std::optional<Assertion> assertion_of(const Node& node) {
  if (!node.is_call_function("torch._assert") || node.args().empty() || !node.arg(0).is_node())
    return std::nullopt;
  const Node& equal = *node.arg(0).as_node();
  if (!equal.is_call_function("operator.eq") || equal.args().size() != 2) return std::nullopt;
  const size_t side = equal.arg(0).is_node() ? 0 : 1;
  const Argument &read = equal.arg(side), &number = equal.arg(1 - side);
  if (!read.is_node() || !number.is(Argument::Kind::Int) || number.as_int() < 0)
    return std::nullopt;
  const Node& dim = *read.as_node();
  if (dim.op() != Opcode::CallMethod || dim.target() != "dim" || dim.args().size() != 1 ||
      !dim.arg(0).is_node())
    return std::nullopt;
  return Assertion{&dim, dim.arg(0).as_node(), static_cast<size_t>(number.as_int())};
}

} // namespace

class RankAnalysis::Inference {
public:
  Inference(RankAnalysis& analysis, const Graph& graph, const TracedModule& module,
            Examples examples)
      : analysis_(analysis), graph_(graph), module_(module), examples_(examples),
        operations_(graph, module) {}

  void run() {
    count_epochs();
    for (const Node* node : graph_)
      if (const auto fact = assertion_of(*node))
        if (known(*fact->dim).epoch == known(*fact->tensor).epoch)
          asserted_.insert_or_assign(fact->tensor, RankSet::of(fact->rank));
    for (const Node* node : graph_) {
      RankSet ranks = noted(*node).value_or(RankSet::any()) & computed(*node);
      if (const auto fact = asserted_.find(node); fact != asserted_.end())
        ranks = ranks & fact->second;
      // Nothing runs there, or what was noted is wrong.
      known(*node).ranks = ranks == RankSet::none() ? RankSet::any() : ranks;
    }
  }

private:
  Known& known(const Node& node) { return analysis_.known_[node.id()]; }

  const ops::ModuleClass* called_class(const Node& node) const {
    const ModuleNode* called =
        node.op() == Opcode::CallModule ? module_.modules.find(node.target()) : nullptr;
    return called != nullptr ? ops::module_class_of(*called) : nullptr;
  }

  void count_epochs() {
    EffectOracle effects(&module_);
    uint32_t epoch = 0;
    for (const Node* node : graph_) {
      // What it gives may be what it was given, or have another shape than operators say.
      known(*node).epoch = epoch;
      if (may_write_shapes(*node, effects(*node), called_class(*node))) ++epoch;
    }
  }

  /// What holds for all inputs.
  std::optional<RankSet> noted(const Node& node) const {
    if (const Argument* named = node.meta(meta::symbolic_shape()))
      return RankSet::of(named->items().size());
    const bool counts = node.op() == Opcode::GetAttr ||
                        (node.op() == Opcode::Placeholder && examples_ == Examples::Inputs);
    const TensorMeta* tensor = counts ? node.meta(meta::tensor_meta) : nullptr;
    if (tensor != nullptr) return RankSet::of(tensor->shape.size());
    return node.op() == Opcode::GetAttr ? of_tensor(node.target()) : std::nullopt;
  }

  std::optional<RankSet> of_tensor(std::string_view path) const {
    const auto tensor = ops::find_leaf_tensor(module_, path);
    if (!tensor || !tensor->sizes) return std::nullopt;
    return RankSet::of(tensor->sizes->size());
  }

  RankSet computed(const Node& node) const {
    const ops::Operation* operation = operations_.of(node);
    if (operation == nullptr) return RankSet::any();
    const Call call{.operation = *operation,
                    .called = called_class(node),
                    .ranks_of =
                        [&](const Argument& operand) {
                          return operand.is_node() ? analysis_.at(*operand.as_node(), node)
                                                   : RankSet::any();
                        },
                    .ranks_of_tensor =
                        [&](std::string_view tensor) {
                          return of_tensor(node.target().str() + "." + std::string(tensor))
                              .value_or(RankSet::any());
                        }};
    return ranks_of_result(call, ops::libtorch_of(module_));
  }

  RankAnalysis& analysis_;
  const Graph& graph_;
  const TracedModule& module_;
  Examples examples_;
  CallOperations operations_;
  std::unordered_map<const Node*, RankSet> asserted_;
};

RankAnalysis::RankAnalysis(const Graph& graph, const TracedModule& module, Examples examples)
    : known_(graph.id_limit()) {
  Inference(*this, graph, module, examples).run();
}

RankSet RankAnalysis::at(const Node& value, const Node& user) const {
  const Known &of_value = known_[value.id()], &of_user = known_[user.id()];
  return of_value.epoch == of_user.epoch ? of_value.ranks : RankSet::any();
}

} // namespace fx
