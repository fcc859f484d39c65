// What autograd keeps of the first operand of each operator, beside what the tables say of it.
#include "AllOperators.h"

#include "fx/Ops/LibTorch.h"

#include <c10/util/Logging.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

namespace fx {
namespace {

using testing::OperatorCall;
using testing::OperatorForm;
using torch::Tensor;

enum class Saved { Unknown, No, Yes };

/// Whether backward minds that the first operand is written to behind the call.
Saved is_first_saved(const OperatorCall& call) {
  Args inputs = call.inputs(1);
  if (!call.arguments.front().isTensor() || !inputs.front().toTensor().is_floating_point())
    return Saved::Unknown;
  for (Value& input : inputs)
    if (input.toTensor().is_floating_point()) input = input.toTensor().requires_grad_().clone();
  const Tensor first = inputs.front().toTensor();
  try {
    std::vector<Tensor> results;
    for (const Tensor& result : call.run(inputs).toTensorVector())
      if (result.requires_grad() && !result.is_complex() && !result.is_alias_of(first))
        results.push_back(result.sum());
    if (results.empty()) return Saved::Unknown;
    {
      const torch::NoGradGuard no_grad;
      first.zero_();
    }
    torch::autograd::backward(results, {});
    return Saved::No;
  } catch (const std::exception& error) {
    const std::string_view what = error.what();
    return what.find("modified by an inplace operation") != std::string_view::npos ? Saved::Yes
                                                                                   : Saved::Unknown;
  }
}

TEST(SavedOperands, AreThoseThatTheTablesName) {
  c10::SetStackTraceFetcher([] { return std::string(); });
  size_t saved = 0, not_saved = 0, in_vain = 0;
  for (const c10::OperatorHandle& op : testing::operators_of_form(OperatorForm::Functional))
    for (const OperatorCall& call : testing::calls_of(op, OperatorForm::Functional)) {
      const Saved found = is_first_saved(call);
      if (found == Saved::Unknown) continue;
      const std::string name = op.schema().name().substr(sizeof("aten::") - 1);
      for (const ops::Schema& schema : ops::LibTorch::built_in()->find_schemas(name)) {
        if (schema.overload != op.schema().overload_name()) continue;
        EXPECT_TRUE(schema.saves_self || found == Saved::No) << toString(op.operator_name());
        in_vain += schema.saves_self && found == Saved::No ? 1 : 0;
      }
      (found == Saved::Yes ? saved : not_saved) += 1;
    }
  EXPECT_GE(saved, 100U);
  EXPECT_GE(not_saved, 100U);
  EXPECT_LE(in_vain, not_saved / 2); // most of them are made of others
}

} // namespace
} // namespace fx
