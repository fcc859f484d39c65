// make_fx of each operator of LibTorch that a schema tells how to call: torch.fx's
// test_make_fx_exhaustive and its variants. What LibTorch computes of one set of inputs is traced, and
// computed again of others by the graph.
#include "AllOperators.h"
#include "MakeFxTest.h"

#include <c10/util/Logging.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

namespace fx {
namespace {

using testing::calls_of;
using testing::copies;
using testing::OperatorCall;
using testing::OperatorForm;
using testing::operators_of_form;
using testing::same;
using torch::Tensor;

/// Empty: the graph computes the same, and writes the same to its inputs.
std::string failure(const OperatorCall& call, const MakeFxOptions& options) {
  try {
    const TracedFunction function = call.function();
    GraphModule traced = make_fx(function, call.inputs(1), options);
    Args own = call.inputs(2), others = call.inputs(2);
    torch::manual_seed(3);
    const std::vector<Tensor> expected = copies(function.call(others));
    torch::manual_seed(3);
    const std::vector<Tensor> seen = copies(traced->run(own));
    if (!same(seen, expected)) return "the results differ";
    for (size_t i = 0; i < own.size(); ++i)
      if (!same({own[i].toTensor()}, {others[i].toTensor()})) return "the inputs differ";
    return "";
  } catch (const std::exception& error) {
    const std::string text = error.what();
    return text.substr(0, text.find('\n'));
  }
}

/// Runs all operators of a form; those that fail are the known ones, each of which is met. At least
/// so many operators are called.
void run_all(OperatorForm form, const std::map<std::string, std::string>& known, size_t at_least,
             const MakeFxOptions& options = {}) {
  // LibTorch looks for the names of all callers in each of its errors, which takes milliseconds.
  c10::SetStackTraceFetcher([] { return std::string(); });
  std::set<std::string> met;
  size_t num_operators = 0;
  for (const c10::OperatorHandle& op : operators_of_form(form)) {
    const std::string name = toString(op.operator_name());
    const std::vector<OperatorCall> calls = calls_of(op, form);
    num_operators += calls.empty() ? 0 : 1;
    for (const OperatorCall& call : calls) {
      const std::string why = failure(call, options);
      if (why.empty()) continue;
      const auto found = known.find(name);
      if (found != known.end() && why.find(found->second) != std::string::npos)
        met.insert(found->first);
      else
        ADD_FAILURE() << name << " of " << fmt::format("{}", fmt::join(call.specs, ", ")) << ": "
                      << why;
    }
  }
  EXPECT_GE(num_operators, at_least);
  for (const auto& [name, why] : known)
    EXPECT_TRUE(met.contains(name)) << name << " no longer fails";
}

TEST(TorchFxMakeFxOperators, test_make_fx_exhaustive) {
  // What they give, or how much of it, depends on numbers.
  const char *memory = "the memory of a tensor that is traced is asked for",
             *branch = "cannot be used as inputs to control flow",
             *length = "a list of tensors whose length is not known";
  run_all(OperatorForm::Functional,
          {{"aten::_saturate_weight_to_fp16", memory},
           {"aten::_shape_as_tensor", memory},
           {"aten::_sobol_engine_draw", memory},
           {"aten::choose_qparams_optimized", memory},
           {"aten::corrcoef", branch},
           {"aten::cov", branch},
           {"aten::nonzero_numpy", length},
           {"aten::one_hot", "Can not infer total number of classes from meta tensor"},
           {"aten::tensor_split.tensor_indices_or_sections", memory},
           {"aten::where", length}},
          890);
}

TEST(TorchFxMakeFxOperators, test_make_fx_symbolic_exhaustive_inplace) {
  run_all(OperatorForm::Inplace, {}, 150);
}

TEST(TorchFxMakeFxOperators, test_make_fx_symbolic_exhaustive_out) {
  // Both look at the memory of what they write to.
  const char* memory = "the memory of a tensor that is traced is asked for";
  run_all(OperatorForm::Out, {{"aten::linalg_eigvals.out", memory}, {"aten::nanmean.out", memory}},
          350);
}

} // namespace
} // namespace fx
