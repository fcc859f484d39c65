// What each operator of LibTorch does, beside what the analyses say of it.
#include "AllOperators.h"

#include "fx/Analysis/MemoryUses.h"

#include <ATen/CPUGeneratorImpl.h>
#include <c10/util/Logging.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <set>

namespace fx {
namespace {

using testing::OperatorCall;
using testing::OperatorForm;
using torch::Tensor;

/// Laid out otherwise, with the same numbers.
Args turned(Args inputs) {
  for (Value& input : inputs)
    if (input.toTensor().dim() > 1)
      input = input.toTensor().transpose(0, 1).contiguous().transpose(0, 1);
  return inputs;
}

bool share(const Tensor& a, const Tensor& b) {
  return a.has_storage() && b.has_storage() && a.storage().is_alias_of(b.storage());
}

/// The operand that each input of the graph is, or is in a list of.
std::vector<size_t> operands_of_inputs(const Graph& graph, const Node& call) {
  std::vector<size_t> numbers;
  for (const Node* input : graph.placeholders()) {
    size_t number = 0;
    for (; number < call.args().size() + call.kwargs().size(); ++number) {
      const Argument& operand = number < call.args().size()
                                    ? call.arg(number)
                                    : call.kwargs()[number - call.args().size()].value;
      if ((operand.is_node() && operand.as_node() == input) ||
          (operand.is_sequence() &&
           std::ranges::find(operand.items(), Argument(const_cast<Node*>(input))) !=
               operand.items().end()))
        break;
    }
    numbers.push_back(number);
  }
  return numbers;
}

/// What a call does that its effects do not say; empty: nothing.
std::string what_is_not_said(const OperatorCall& call, const Effects& effects,
                             const std::vector<size_t>& operands, const Args& inputs) {
  std::vector<Tensor> before;
  std::vector<uint32_t> versions;
  for (const Value& input : inputs) {
    before.push_back(input.toTensor().clone());
    versions.push_back(input.toTensor()._version());
  }
  torch::manual_seed(5);
  const Tensor state = at::detail::getDefaultCPUGenerator().get_state().clone();
  const std::vector<Tensor> results = call.run(inputs).toTensorVector();
  if (!effects.random && !at::detail::getDefaultCPUGenerator().get_state().equal(state))
    return "draws random numbers";
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Tensor& input = inputs[i].toTensor();
    const uint64_t bit = Effects::operand_bit(operands[i]);
    const bool is_written = input._version() != versions[i] || !testing::same({input}, {before[i]});
    if (is_written && (effects.writes & bit) == 0)
      return "writes to operand " + std::to_string(operands[i]);
    for (const Tensor& result : results)
      if (share(result, input) && (effects.aliases & bit) == 0)
        return "gives memory of operand " + std::to_string(operands[i]);
  }
  return "";
}

/// Runs all operators of a form, by both layouts of their inputs, and says how many there are.
size_t check_effects(OperatorForm form) {
  c10::SetStackTraceFetcher([] { return std::string(); });
  EffectOracle oracle;
  std::set<std::string> checked;
  for (const c10::OperatorHandle& op : testing::operators_of_form(form))
    for (const OperatorCall& call : testing::calls_of(op, form)) {
      const std::string target = testing::overload_target(op);
      GraphModule module = testing::module_of(call, Symbol(target));
      const Graph& graph = module->graph();
      const Node& node = *graph.output_node()->arg(0).as_node();
      const Effects effects = oracle(node);
      if (effects.unknown) continue;
      checked.insert(target);
      const std::vector<size_t> operands = operands_of_inputs(graph, node);
      const AliasAnalysis aliasing(graph);
      const Node* base = viewed_value(node, aliasing);
      for (const bool turn : {false, true}) {
        const Args inputs = turn ? turned(call.inputs(1)) : call.inputs(1);
        try {
          EXPECT_EQ(what_is_not_said(call, effects, operands, inputs), "") << target;
          if (base == nullptr) continue;
          const Tensor& first = inputs.front().toTensor();
          for (const Tensor& part : call.run(inputs).toTensorVector())
            EXPECT_TRUE(share(part, first)) << target << " is no view";
        } catch (const std::exception&) {
          EXPECT_TRUE(turn) << target; // the layout is not one that it takes
        }
      }
    }
  return checked.size();
}

TEST(AllEffects, AreThoseThatOperatorsHave) {
  EXPECT_GE(check_effects(OperatorForm::Functional), 880U);
}

TEST(AllEffects, OfOperatorsInPlaceAreSaid) {
  EXPECT_GE(check_effects(OperatorForm::Inplace), 150U);
}

TEST(AllEffects, OfOperatorsThatWriteToWhatTheyAreGivenAreSaid) {
  EXPECT_GE(check_effects(OperatorForm::Out), 350U);
}

} // namespace
} // namespace fx
