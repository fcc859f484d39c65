// The exhaustive tests of normalised operands in torch.fx's test_fx_experimental.py: all operators by
// their schemas, all modules of torch::nn.
#include "AllOperators.h"
#include "TraceTest.h"

#include "fx/Ops/LibTorch.h"
#include "fx/Runtime/RunPasses.h"

#include <c10/util/Logging.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace fx {
namespace {

using testing::OperatorCall;
using testing::OperatorForm;
using torch::Tensor;

/// All tensors in a value, as they are now.
void add_tensors(const Value& value, std::vector<Tensor>& tensors) {
  if (value.isTuple())
    for (const Value& item : value.toTupleRef().elements())
      add_tensors(item, tensors);
  else if (value.isList())
    for (const Value& item : value.toListRef())
      add_tensors(item, tensors);
  else if (value.isTensor() && value.toTensor().defined())
    tensors.push_back(value.toTensor().clone());
}

std::vector<Tensor> run(GraphModule& module, Args inputs) {
  std::vector<Tensor> tensors;
  add_tensors(module->run(std::move(inputs)), tensors);
  return tensors;
}

/// Empty: the graph computes the same by every spelling of its operands. Adds to `by_keyword` where
/// all operands have got a name.
std::string failure(const OperatorCall& call, Symbol target, std::set<std::string>& by_keyword) {
  try {
    GraphModule module = testing::module_of(call, target);
    torch::manual_seed(3);
    const std::vector<Tensor> expected = testing::copies(call.run(call.inputs(2)));
    for (const char* pipeline :
         {"dce", "normalize-args<keywords;keep-defaults>", "normalize-args<keywords>",
          "normalize-args", "normalize-operators"}) {
      run_passes(module, pipeline);
      torch::manual_seed(3);
      if (!testing::same(run(module, call.inputs(2)), expected))
        return std::string(pipeline) + ": the results differ";
      const Node* node = module->graph().output_node()->arg(0).as_node();
      if (node->args().empty()) by_keyword.insert(toString(call.op.operator_name()));
    }
    return "";
  } catch (const std::exception& error) {
    const std::string text = error.what();
    return text.substr(0, text.find('\n'));
  }
}

/// "torch.add" of "aten::add": empty where Python's torch does not export it.
std::string python_target(const OperatorCall& call) {
  const std::string name = call.op.schema().name().substr(sizeof("aten::") - 1);
  const ops::PythonFunction* function =
      ops::find_torch_function(name, ops::LibTorch::built_in()->version());
  return function == nullptr || function->is_method || function->variadic
             ? ""
             : std::string(function->target);
}

TEST(TorchFxNormalize, test_normalize_operator_exhaustive) {
  // LibTorch looks for the names of all callers in each of its errors, which takes milliseconds.
  c10::SetStackTraceFetcher([] { return std::string(); });
  std::set<std::string> overloads, functions, overloads_by_keyword, functions_by_keyword;
  for (const c10::OperatorHandle& op : testing::operators_of_form(OperatorForm::Functional)) {
    const std::string name = toString(op.operator_name());
    for (const OperatorCall& call : testing::calls_of(op, OperatorForm::Functional)) {
      const std::string own = testing::overload_target(op);
      overloads.insert(name);
      const std::string why = failure(call, Symbol(own), overloads_by_keyword);
      EXPECT_EQ(why, "") << own << " of " << fmt::format("{}", fmt::join(call.specs, ", "));
      const std::string target = python_target(call);
      if (target.empty()) continue;
      functions.insert(name);
      const std::string whyf = failure(call, Symbol(target), functions_by_keyword);
      EXPECT_EQ(whyf, "") << target << " " << name << " of "
                          << fmt::format("{}", fmt::join(call.specs, ", "));
    }
  }
  EXPECT_GE(overloads.size(), 890U);
  EXPECT_GE(functions.size(), 800U);
  EXPECT_GE(overloads_by_keyword.size(), 870U);
  EXPECT_GE(functions_by_keyword.size(), 770U);
}

} // namespace
} // namespace fx
