// What members of a tensor tell of an example, as the rows of fx/Ops/TensorMembers.def and
// fx/Ops/TensorAttributes.def compute it.
#include "WithKernels.h"

#include "fx/IR/Printer.h"
#include "fx/IR/TracedModule.h"

#include <map>

namespace fx::ops {
namespace {

using Answers = std::map<std::string_view, std::string_view>;

class TensorMembers : public WithKernels {
protected:
  void SetUp() override {
    WithKernels::SetUp();
    if (HasFatalFailure()) return;
    input_ = module_.graph.placeholder("x");
    value_ = *kernels_->tensor({{2, 3, 4}, "float16", {12, 1, 3}});
  }

  /// The value as text; of a tensor its shape; "" when it is not known.
  std::string run(const Node* node) {
    const ExampleResult result = kernels_->run(
        *node, module_, [&](const Node& input) { return &input == input_ ? value_ : nullptr; });
    EXPECT_EQ(result.failure, "");
    if (!result.value) return "";
    if (const std::optional<TensorMeta> meta = kernels_->tensor_meta(result.value))
      return python_repr(Argument::tuple({meta->shape.begin(), meta->shape.end()})) + " " +
             std::string(meta->dtype);
    const std::optional<Argument> literal = kernels_->as_literal(result.value);
    return literal ? python_repr(*literal) : "";
  }
  std::string method(std::string_view name, std::vector<Argument> arguments = {}) {
    arguments.insert(arguments.begin(), input_);
    return run(module_.graph.call_method(Symbol(name), std::move(arguments)));
  }
  std::string attribute(std::string_view name) {
    return run(module_.graph.call_function("builtins.getattr", {input_, Argument::string(name)}));
  }

  /// Each name's answer, as `ask` tells it.
  template <class Ask>
  void expect(const Answers& answers, const Ask& ask) {
    for (const auto& [name, answer] : answers)
      EXPECT_EQ(ask(name), answer) << name;
  }

  TracedModule module_;
  Node* input_ = nullptr;
  ExampleValue value_;
};

TEST_F(TensorMembers, MethodsTellWhatPythonTells) {
  const Answers answers{
      {"cpu", "(2, 3, 4) float16"},
      {"cuda", "(2, 3, 4) float16"},
      {"dim", "3"},
      {"element_size", "2"},
      {"is_contiguous", "False"},
      {"nbytes", "48"},
      {"ndimension", "3"},
      {"nelement", "24"},
      {"numel", "24"},
      {"size", "(2, 3, 4)"},
      {"stride", "(12, 1, 3)"},
      {"double", "(2, 3, 4) float64"},
      // What an example does not have.
      {"get_device", ""},
      {"storage_offset", ""},
      {"tolist", ""},
      {"type", ""},
  };
  expect(answers, [&](std::string_view name) { return method(name); });
  EXPECT_EQ(method("size", {1}), "3");
  EXPECT_EQ(method("size", {-1}), "4");
  EXPECT_EQ(method("stride", {-1}), "3");
}

TEST_F(TensorMembers, AttributesTellWhatPythonTells) {
  const Answers answers{
      {"data", "(2, 3, 4) float16"},
      {"dtype", "torch.float16"},
      {"mT", "(2, 4, 3) float16"},
      {"mH", "(2, 4, 3) float16"},
      {"ndim", "3"},
      {"real", "(2, 3, 4) float16"},
      {"shape", "(2, 3, 4)"},
      {"grad", ""},
      {"requires_grad", ""},
      {"is_cuda", ""},
      {"layout", ""},
  };
  expect(answers, [&](std::string_view name) { return attribute(name); });
}

} // namespace
} // namespace fx::ops
