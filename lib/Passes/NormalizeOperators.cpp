// Calls of operators that Python has signs for, written as these.
#include "fx/Analysis/Types.h"
#include "fx/IR/Printer.h"
#include "fx/Ops/Callee.h"
#include "fx/Passes/Pass.h"

#include <algorithm>

namespace fx {

namespace {

/// Whether the call gives the first parameters alone, all of them, and the others their defaults:
/// a sign has no alpha and no rounding_mode.
bool says_operands_alone(const Node& node, const ops::BoundCall& call, size_t operands) {
  std::vector<bool> given(operands);
  for (size_t i = 0; i < call.parameters.size(); ++i) {
    if (call.parameters[i] < 0) return false;
    const auto parameter = static_cast<size_t>(call.parameters[i]);
    if (parameter < operands)
      given[parameter] = true;
    else if (python_repr(ops::operand(node, i)) != call.schema->arguments[parameter].default_value)
      return false;
  }
  return std::ranges::find(given, false) == given.end();
}

class NormalizeOperators final : public GraphPass {
public:
  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    const TypeAnalysis& types = context.analyses.get<TypeAnalysis>(graph, module);
    bool modified = false;
    for (Node* node : graph)
      if (const ops::OperatorSpelling* spelling = sign_of(*node, types)) {
        write(*node, *types.call(*node), *spelling);
        modified = true;
      }
    return PassResult{.modified = modified, .keeps_symbolic_shapes = true};
  }

private:
  /// Whether it is one, and no number; an input of which nothing is declared is taken for one.
  static bool is_tensor(const Node& value, const TypeAnalysis& types) {
    return types.type(value).is(ValueType::Kind::Tensor) &&
           (types.is_certain(value) || value.op() == Opcode::Placeholder);
  }

  /// The sign that computes the same; null: there is none.
  static const ops::OperatorSpelling* sign_of(const Node& node, const TypeAnalysis& types) {
    const bool is_call = node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod;
    const ops::BoundCall* call = is_call ? types.call(node) : nullptr;
    // torch.ops.aten.add.Tensor says which overload it is, which a sign does not.
    if (call == nullptr || call->needs_python || node.target().view().starts_with("torch.ops."))
      return nullptr;
    const ops::Callee& callee = ops::callee_of(node);
    if (callee.is(ops::Callee::Kind::Arithmetic) || call->schema->mutates()) return nullptr;
    const Argument* first = node.args().empty() ? node.kwarg("input") : &node.arg(0);
    // Between numbers a sign computes a number, and not a tensor.
    if (first == nullptr || !first->is_node() || !is_tensor(*first->as_node(), types))
      return nullptr;
    for (const int operands : {1, 2})
      if (const ops::OperatorSpelling* spelling =
              ops::find_tensor_operator(call->schema->name, operands);
          spelling != nullptr && says_operands_alone(node, *call, static_cast<size_t>(operands)))
        return spelling;
    return nullptr;
  }

  static void write(Node& node, const ops::BoundCall& call, const ops::OperatorSpelling& spelling) {
    std::vector<Argument> operands;
    for (int parameter = 0; parameter < spelling.operands; ++parameter) {
      const auto at = std::ranges::find(call.parameters, parameter);
      operands.push_back(ops::operand(node, static_cast<size_t>(at - call.parameters.begin())));
    }
    node.set_op(Opcode::CallFunction);
    node.set_target(Symbol(spelling.target));
    node.set_args(std::move(operands));
    node.set_kwargs({});
  }
};

} // namespace

extern const PassInfo normalize_operators_pass{
    .name = "normalize-operators",
    .summary = "Write calls of operators that Python has signs for as these",
    .description = R"(
`torch.add(x, y)` and `x.add(y)` become `operator.add(x, y)`, and so do all operators that have a sign in Python:
`x / y` for `torch.div(x, y)`, `x < 2` for `x.lt(2)`. Patterns and `cse` then find what is written in several ways.

A call stays as it is where a sign says less: with an `alpha` or a `rounding_mode`, with `out`, where the overload
is named (`torch.ops.aten.add.Tensor`), and where the first operand may be a number.

torch.fx: `NormalizeOperators`, which drops `alpha`.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<NormalizeOperators>();
    }};

} // namespace fx
