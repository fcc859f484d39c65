// What RankAnalysis says against what LibTorch gives.
#include "AllOperators.h"
#include "TraceTest.h"

#include "fx/Analysis/Ranks.h"
#include "fx/Runtime/ShapeProp.h"

namespace fx {
namespace {

using testing::OperatorCall;
using testing::OperatorForm;

TEST(Ranks, HoldOfEachOperator) {
  size_t known = 0;
  for (const OperatorForm form : {OperatorForm::Functional, OperatorForm::Inplace})
    for (const c10::OperatorHandle& op : testing::operators_of_form(form))
      for (const OperatorCall& call : testing::calls_of(op, form)) {
        GraphModule module = testing::module_of(call, Symbol(testing::overload_target(op)));
        const Args inputs = call.inputs(1);
        ShapeProp(module).propagate(inputs);
        const TracedModule described = module->describe();
        const Node& value = **std::ranges::find_if(
            described.graph, [](const Node* each) { return each->op() == Opcode::CallFunction; });
        const TensorMeta* result = value.meta(meta::tensor_meta);
        if (result == nullptr) continue;
        for (const auto examples : {RankAnalysis::Examples::None, RankAnalysis::Examples::Inputs}) {
          const RankAnalysis ranks(described.graph, described, examples);
          const RankSet found = ranks.at(value, *described.graph.back());
          EXPECT_TRUE(found.contains(result->shape.size()))
              << testing::overload_target(op) << " gives " << result->shape.size();
          known += found.only() ? 1 : 0;
        }
      }
  EXPECT_GT(known, 900U);
}

} // namespace
} // namespace fx
