#include "fx/Analysis/MemoryUses.h"

#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"

#include <algorithm>
#include <array>

namespace fx {

bool asks_for_no_elements(const Node& node) {
  const auto is_of_elements = [](ops::TensorFact fact) {
    return fact == ops::TensorFact::Data || fact == ops::TensorFact::Whole;
  };
  if (node.is_call_function("builtins.getattr")) {
    const ops::TensorAttribute* attribute = ops::attribute_of(node);
    return attribute != nullptr && !is_of_elements(attribute->fact);
  }
  if (node.op() != Opcode::CallMethod) return false;
  const std::span<const ops::TensorMember> members = ops::callee_of(node).members;
  return ops::tell_numbers(members) && std::ranges::none_of(members, [&](const auto& member) {
           return is_of_elements(member.fact);
         });
}

namespace {

/// x[0], x[:, 1:], x[None], and an element of a tuple: not x[mask], which is a copy.
bool is_plain_index(const Argument& index) {
  switch (index.kind()) {
  case Argument::Kind::Int:
  case Argument::Kind::None:
  case Argument::Kind::Ellipsis: return true;
  case Argument::Kind::Slice: return !index.has_nodes();
  case Argument::Kind::Tuple: return std::ranges::all_of(index.items(), is_plain_index);
  default: return false;
  }
}

/// Operators made of others that give a view whatever their operand is, as views of LibTorch's do.
/// The schemas of reshape and contiguous say the same, and those may copy.
constexpr auto composite_views =
    std::to_array<std::string_view>({"chunk", "expand_as", "movedim", "moveaxis", "narrow",
                                     "swapaxes", "swapdims", "tensor_split", "view_as"});

bool gives_view(const ops::Schema& schema) {
  const bool is_certain =
      !schema.composite || std::ranges::find(composite_views, schema.name) != composite_views.end();
  return is_certain && !schema.inplace_view && !schema.arguments.empty() &&
         schema.arguments[0].alias_set != 0 && !schema.mutates() && schema.returns.size() == 1 &&
         (schema.returns[0].alias_set == schema.arguments[0].alias_set ||
          schema.returns[0].alias_set == '*');
}

} // namespace

Node* viewed_value(const Node& node, const AliasAnalysis& aliasing) {
  const Effects& effects = aliasing.effects(node);
  const bool is_call = node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod;
  if (!is_call || !effects.is_pure() || (effects.aliases & Effects::operand_bit(0)) == 0 ||
      node.args().empty() || !node.arg(0).is_node())
    return nullptr;
  Node* of = node.arg(0).as_node();
  if (node.is_call_function("operator.getitem"))
    return node.args().size() == 2 && is_plain_index(node.arg(1)) ? of : nullptr;
  const std::vector<ops::BoundCall> calls = ops::bind_all(node);
  const bool is_view = !calls.empty() && std::ranges::all_of(calls, [](const ops::BoundCall& call) {
    return gives_view(*call.schema);
  });
  return is_view ? of : nullptr;
}

bool MemoryUses::is_overwritten_value_read(const Node& call) {
  if (call.args().empty() || !call.arg(0).is_node()) return true;
  const AliasAnalysis::MemoryClass memory = aliasing_.memory(*call.arg(0).as_node());
  if (memory == AliasAnalysis::none || memory == AliasAnalysis::external) return true;
  if (last_reads_.empty()) find_last_reads();
  // Of the values in this memory that are made before the call, the last reader of each so far.
  const std::vector<Read>& reads = last_reads_[memory];
  const uint32_t here = aliasing_.position(call);
  const auto behind = std::ranges::lower_bound(reads, here, {}, &Read::value);
  return behind != reads.begin() && std::prev(behind)->last > here;
}

void MemoryUses::find_last_reads() {
  last_reads_.resize(aliasing_.num_classes());
  for (const Node* node : graph_) {
    const AliasAnalysis::MemoryClass memory = aliasing_.memory(*node);
    if (memory == AliasAnalysis::none) continue;
    std::vector<Read>& reads = last_reads_[memory];
    uint32_t last = reads.empty() ? 0 : reads.back().last;
    for (const Node* user : node->users())
      if (!asks_for_no_elements(*user)) last = std::max(last, aliasing_.position(*user));
    reads.push_back({aliasing_.position(*node), last});
  }
}

} // namespace fx
