#include "TakeApart.h"

#include "DecompositionKeys.h"
#include "ExampleValues.h"
#include "Record.h"
#include "UserFrames.h"

#include "fx/Runtime/Errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace fx::runtime {

namespace {

/// Where a rule gives an operand itself and the operator a new tensor: a write to one must not be
/// seen in the other.
Value fresh(const Value& result, const c10::Argument& declared, std::span<const Value> arguments) {
  if (declared.alias_info() != nullptr || !result.isTensor()) return result;
  bool is_operand = false;
  for (const Value& argument : arguments)
    for_each_tensor(argument, [&](const at::Tensor& tensor) {
      is_operand = is_operand || tensor.is_same(result.toTensor());
    });
  return is_operand ? Value(result.toTensor().clone()) : result;
}

} // namespace

OperatorRules::OperatorRules(const DecompositionTable& table) : table_(table) {
  for (const auto& [key, rule] : table) {
    const std::vector<c10::OperatorHandle> operators = operators_of_key(key);
    if (operators.empty())
      throw TraceError(fmt::format("a rule of make_fx is for '{}', and LibTorch has no such "
                                   "operator: keys are \"aten::silu\" or \"aten::add.Tensor\"",
                                   key));
    if (std::ranges::all_of(operators,
                            [](const c10::OperatorHandle& op) { return op.schema().is_mutable(); }))
      throw TraceError(
          fmt::format("a rule of make_fx is for '{}', which writes to an operand; what "
                      "the rule gives would be written to nothing",
                      key));
  }
}

std::optional<std::vector<Value>> OperatorRules::run(const c10::OperatorHandle& op,
                                                     std::span<const Value> arguments) const {
  if (table_.empty() || op.schema().is_mutable()) return std::nullopt;
  auto rule = table_.find(overload_key(op.operator_name()));
  if (rule == table_.end()) rule = table_.find(op.operator_name().name);
  if (rule == table_.end() || std::ranges::find(running_, rule->first) != running_.end())
    return std::nullopt;
  const TracedFunction function = rule->second.function_for(nullptr);
  // Parameters at their defaults need not be taken.
  size_t count = arguments.size();
  const std::vector<c10::Argument>& parameters = op.schema().arguments();
  while (count > function.parameters.size() && parameters[count - 1].default_value() &&
         is_default(parameters[count - 1], arguments[count - 1]))
    --count;
  if (count != function.parameters.size())
    throw TraceError(fmt::format("the rule for '{}' takes {} operands, and {} has {} that are not "
                                 "left out{}",
                                 rule->first, function.parameters.size(), toString(op.schema()),
                                 count, at_user_line()));
  struct Running {
    Running(std::vector<std::string>& keys, const std::string& key) : keys(keys) {
      keys.push_back(key);
    }
    ~Running() { keys.pop_back(); }
    std::vector<std::string>& keys;
  } const running(running_, rule->first);
  const Value result = function.call(Args(arguments.begin(), arguments.begin() + count));
  if (result.isNone()) return std::nullopt;
  if (op.schema().returns().size() == 1)
    return std::vector<Value>{fresh(result, op.schema().returns()[0], arguments)};
  if (!result.isTuple() || result.toTupleRef().elements().size() != op.schema().returns().size())
    throw TraceError(fmt::format("the rule for '{}' gives another number of results than {}",
                                 rule->first, toString(op.schema())));
  std::vector<Value> results = result.toTupleRef().elements().vec();
  for (size_t i = 0; i < results.size(); ++i)
    results[i] = fresh(results[i], op.schema().returns()[i], arguments);
  return results;
}

bool is_made_of_others(const c10::OperatorHandle& op) {
  return op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd);
}

} // namespace fx::runtime
