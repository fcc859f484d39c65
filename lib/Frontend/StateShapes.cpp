#include "Frontend/StateShapes.h"

#include "fx/Analysis/Numbers.h"
#include "fx/IR/ElementType.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Shapes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace fx::frontend {

namespace {

/// Whether this makes a tensor of the size in its arguments, of LibTorch's default type if no other
/// is given; that is one of floating point.
bool is_made_by_size(const Node& made) {
  return made.op() == Opcode::CallFunction &&
         llvm::is_contained(
             {"torch.empty", "torch.ones", "torch.rand", "torch.randn", "torch.zeros"},
             made.target().view());
}

bool is_floating_type(const Argument& dtype) {
  const ElementType* type =
      dtype.is(Argument::Kind::Dtype) ? find_element_type(dtype.symbol()) : nullptr;
  return type && type->is(ElementType::Kind::Floating);
}

bool is_floating(const Node& made) {
  for (const KeywordArgument& keyword : made.kwargs())
    if (keyword.name.view() == "dtype" && !keyword.value.is_none())
      return is_floating_type(keyword.value);
  return is_made_by_size(made);
}

/// Knows which values have the shape and type of a state, by the operators that lead to them.
class ShapeRules {
public:
  /// `old`: what stands for the old values of states of that shape and type.
  ShapeRules(const Graph& graph, const TracedModule& module,
             const llvm::SmallPtrSetImpl<const Node*>& old, bool is_floating)
      : numbers_(graph, module), old_(old), is_floating_(is_floating) {}

  bool hold_for(const Node& node, unsigned depth = 0) {
    constexpr unsigned max_depth = 200;
    if (old_.contains(&node)) return true;
    if (depth > max_depth || node.args().empty() ||
        (node.op() != Opcode::CallFunction && node.op() != Opcode::CallMethod))
      return false;
    auto [known, fresh] = known_.try_emplace(&node, false);
    if (!fresh) return known->second;
    const bool result = look_at(node, depth);
    return known_[&node] = result;
  }

private:
  bool look_at(const Node& node, unsigned depth) {
    const auto holds_for = [&](const Argument& argument) {
      return argument.is_node() && hold_for(*argument.as_node(), depth + 1);
    };
    llvm::SmallVector<const ops::Schema*, 4> schemas;
    for (const ops::Schema& schema : ops::schemas_on_tensors(node))
      if (may_mean(node, schema)) schemas.push_back(&schema);
    const auto all_fit = [&](const auto& rule) {
      return !schemas.empty() &&
             llvm::all_of(schemas, [&](const ops::Schema* schema) { return rule(*schema); });
    };
    // What is written in place stays what it is.
    if (all_fit(writes_into_first)) return holds_for(node.arg(0));
    const std::string_view name = node.target();
    const bool is_same =
        node.args().size() == 1 && node.kwargs().empty() &&
        llvm::is_contained({"clone", "detach", "contiguous", "torch.clone", "torch.detach"}, name);
    if (is_same) return holds_for(node.arg(0));
    const auto is_operand = [&](const Argument& argument) {
      if (argument.is_node()) return numbers_.is_number(*argument.as_node()) || holds_for(argument);
      return argument.is(Argument::Kind::Int) || argument.is(Argument::Kind::Float) ||
             argument.is(Argument::Kind::Bool) || argument.is(Argument::Kind::String) ||
             argument.is_none();
    };
    return is_floating_ && all_fit([&](const ops::Schema& schema) {
             return ops::keeps_shape_and_type(ops::libtorch_of(node), schema);
           }) &&
           llvm::all_of(node.args(), is_operand) &&
           llvm::all_of(node.kwargs(),
                        [&](const auto& entry) { return is_operand(entry.value); }) &&
           llvm::any_of(node.args(), holds_for);
  }

  bool may_mean(const Node& node, const ops::Schema& schema) const {
    // Who takes a number first is not called with a tensor there.
    if (node.arg(0).is_node() && !numbers_.is_number(*node.arg(0).as_node()) &&
        !schema.arguments.empty() && schema.arguments[0].type == "Scalar")
      return false;
    // Python's operators take a number on either side.
    if (node.target().view().starts_with("operator."))
      return llvm::none_of(schema.arguments, [](const ops::SchemaArgument& argument) {
        return argument.mutated && argument.keyword_only;
      });
    return ops::can_mean(node, schema);
  }

  static bool writes_into_first(const ops::Schema& schema) {
    return !schema.arguments.empty() && schema.arguments[0].mutated &&
           !schema.arguments[0].keyword_only && !schema.returns.empty() &&
           schema.returns[0].alias_set == schema.arguments[0].alias_set &&
           !ops::may_change_shape(schema);
  }

  NumberAnalysis numbers_;
  const llvm::SmallPtrSetImpl<const Node*>& old_;
  bool is_floating_;
  llvm::DenseMap<const Node*, bool> known_;
};

} // namespace

bool are_made_alike(const Node& left, const Node& right) {
  if (&left == &right) return true;
  if (left.is_call_method("clone") && left.arg(0).is_node())
    return are_made_alike(*left.arg(0).as_node(), right);
  if (right.is_call_method("clone") && right.arg(0).is_node()) return are_made_alike(right, left);
  const auto same_keyword = [](const KeywordArgument& a, const KeywordArgument& b) {
    return a.name == b.name && a.value == b.value;
  };
  return left.op() == Opcode::CallFunction && right.op() == left.op() &&
         (left.target() == right.target() || (is_made_by_size(left) && is_made_by_size(right))) &&
         llvm::equal(left.args(), right.args()) &&
         llvm::equal(left.kwargs(), right.kwargs(), same_keyword);
}

bool keeps_shape(const Node& value, const llvm::SmallPtrSetImpl<const Node*>& old, const Node& made,
                 const Graph& graph, const TracedModule& module) {
  const Node& first =
      made.is_call_method("clone") && made.arg(0).is_node() ? *made.arg(0).as_node() : made;
  return ShapeRules(graph, module, old, is_floating(first)).hold_for(value);
}

} // namespace fx::frontend
