// Every module of torch::nn becomes one node of a trace, and the node computes the same: case by
// case as test/EndToEnd/Modules/cases.txt lists them.
#include "TraceTest.h"

#include "fx/Runtime/RunPasses.h"

#include <functional>
#include <map>
#include <sstream>

namespace fx {
namespace {

using testing::calls;
using Outputs = std::vector<torch::Tensor>;
using torch::Tensor;
/// No case takes more inputs; those that one does not use are left.
using Body = std::function<Outputs(Tensor, Tensor, Tensor, Tensor, Tensor)>;

/// Holds the module of a case as `m`, and calls it.
struct CaseModule : torch::nn::Module {
  Outputs forward(Tensor a, Tensor b, Tensor c, Tensor d, Tensor e) { return body(a, b, c, d, e); }
  Body body;
};

struct Case {
  std::string text;
  std::vector<std::string> inputs;
  std::function<Body(torch::nn::Module&)> make;

  std::shared_ptr<CaseModule> module(bool training) const {
    torch::manual_seed(3);
    auto made = std::make_shared<CaseModule>();
    made->body = make(*made);
    made->train(training);
    return made;
  }
};

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  const auto add = [&](const char* text, std::vector<std::string> inputs,
                       std::function<Body(torch::nn::Module&)> make) {
    cases.push_back({text, std::move(inputs), std::move(make)});
  };
// By test/EndToEnd/harness/modules.py.
#include "ModuleCases.inc"
  return cases;
}

/// "2x4x9" or "4:int64<5".
Tensor input_of(const std::string& spec) {
  const size_t type = spec.find(':');
  std::vector<int64_t> sizes;
  std::istringstream text(spec.substr(0, type));
  for (std::string size; std::getline(text, size, 'x');)
    sizes.push_back(std::stoll(size));
  if (type == spec.npos) return torch::randn(sizes);
  return torch::randint(std::stoll(spec.substr(spec.find('<') + 1)), sizes, torch::kInt64);
}

/// The call of `m` and its operands, the parts of its result, and nothing else. Cases of
/// AdaptiveLogSoftmaxWithLoss negate its output.
std::string what_is_wrong_with(const Graph& graph) {
  const Node* call = nullptr;
  for (const Node* node : graph) {
    if (node->op() == Opcode::CallModule) {
      if (call != nullptr || node->target().view() != "m") return calls(graph);
      call = node;
    } else if (call != nullptr && node->op() != Opcode::Output &&
               !node->is_call_function("operator.getitem") &&
               !node->is_call_function("torch.neg")) {
      return calls(graph);
    }
  }
  return call == nullptr ? "no call_module:\n" + calls(graph) : "";
}

bool are_same(const Tensor& a, const Tensor& b) {
  return a.sizes() == b.sizes() && a.dtype() == b.dtype() &&
         torch::allclose(a, b, 0, 0, /*equal_nan=*/true);
}

Outputs forward(CaseModule& module, const Outputs& inputs) {
  return module.forward(inputs[0], inputs[1], inputs[2], inputs[3], inputs[4]);
}

/// Traces a case and runs it beside the original, after `check`, which tells what is wrong with the
/// graph; empty: all is as it should be.
std::string failure_of(const Case& tested, bool training, bool with_examples,
                       const std::function<std::string(GraphModule&)>& check) {
  const std::shared_ptr<CaseModule> original = tested.module(training);
  const std::shared_ptr<CaseModule> module = tested.module(training);
  torch::manual_seed(5);
  Outputs inputs;
  for (size_t i = 0; i < 5; ++i)
    inputs.push_back(i < tested.inputs.size() ? input_of(tested.inputs[i]) : torch::zeros({1}));
  TraceOptions options;
  if (with_examples) options.example_inputs = {inputs.begin(), inputs.end()};
  GraphModule traced = symbolic_trace(*module, options);
  std::string wrong = check(traced);
  for (int run = 0; run < 2 && wrong.empty(); ++run) {
    torch::manual_seed(7 + run);
    const Outputs expected = forward(*original, inputs);
    torch::manual_seed(7 + run);
    const auto actual = traced->run({inputs.begin(), inputs.end()}).to<Outputs>();
    if (actual.size() != expected.size()) return "another number of results";
    for (size_t i = 0; i < actual.size(); ++i)
      if (!are_same(actual[i], expected[i])) wrong += "result " + std::to_string(i) + " differs";
  }
  for (const auto& buffer : original->named_buffers())
    if (buffer.value().defined() &&
        !are_same(module->named_buffers()[buffer.key()], buffer.value()))
      wrong += buffer.key() + " differs";
  return wrong;
}

/// Cases that C++ itself refuses, because the input has no names; any other error is a failure.
bool is_refused(const Case& tested) {
  return tested.text.find("Unflatten(1, {2, 2}).dimname") != std::string::npos;
}

/// Is one node of a trace, but the graph does not run: there is no call of a module whose result is
/// a struct.
bool lacks_a_call(const Case& tested) {
  return tested.text.find("AdaptiveLogSoftmaxWithLoss") != std::string::npos;
}

class EachModule : public ::testing::TestWithParam<std::tuple<bool, bool>> {};

TEST_P(EachModule, IsOneNodeThatComputesTheSame) {
  const auto [training, with_examples] = GetParam();
  const std::vector<Case> cases = all_cases();
  EXPECT_GE(cases.size(), 260U);
  size_t traced = 0;
  for (const Case& tested : cases) {
    if (is_refused(tested) || lacks_a_call(tested)) continue;
    ++traced;
    std::string failure;
    try {
      failure = failure_of(tested, training, with_examples, [](const GraphModule& module) {
        return what_is_wrong_with(module->graph());
      });
    } catch (const std::exception& error) {
      failure = error.what();
    }
    EXPECT_EQ(failure, "") << tested.text;
  }
  EXPECT_GE(traced, cases.size() - 3);
}

/// Gives all operands of the module's forward their names; empty: it could.
std::string name_all_operands(GraphModule& module) {
  run_passes(module, "normalize-args<keywords;keep-defaults>");
  const Node* call = module->graph().find_nodes(Opcode::CallModule).front();
  return call->args().empty() && !call->kwargs().empty() ? "" : calls(module->graph());
}

/// By names, and back again, in the order of forward.
std::string name_and_order_operands(GraphModule& module) {
  const std::string before = calls(module->graph());
  run_passes(module, "normalize-args<keywords;keep-defaults>,normalize-args<keep-defaults>");
  const Node* call = module->graph().find_nodes(Opcode::CallModule).front();
  return call->kwargs().empty() ? "" : before + "becomes\n" + calls(module->graph());
}

TEST(TorchFxNormalize, test_normalize_modules_exhaustive) {
  size_t normalized = 0;
  for (const Case& tested : all_cases()) {
    // Options that are functions stand in no graph.
    if (is_refused(tested) || lacks_a_call(tested) || tested.text.starts_with("cannot trace"))
      continue;
    ++normalized;
    for (const auto& normalize : {name_all_operands, name_and_order_operands}) {
      std::string failure;
      try {
        failure = failure_of(tested, /*training=*/false, /*with_examples=*/false, normalize);
      } catch (const std::exception& error) {
        failure = error.what();
      }
      EXPECT_EQ(failure, "") << tested.text;
    }
  }
  EXPECT_GE(normalized, 255U);
}

struct LossUser : torch::nn::Module {
  LossUser() {
    softmax = register_module("softmax",
                              torch::nn::AdaptiveLogSoftmaxWithLoss(
                                  torch::nn::AdaptiveLogSoftmaxWithLossOptions(32, 10, {3, 6})));
  }
  Tensor forward(Tensor x, Tensor y) { return x * (2 - softmax(x, y).loss); }
  torch::nn::AdaptiveLogSoftmaxWithLoss softmax{nullptr};
};

TEST(TracedModules, TheLossThatIsANumberIsNotKnown) {
  LossUser net;
  try {
    symbolic_trace(net);
    FAIL();
  } catch (const TraceError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("the loss of AdaptiveLogSoftmaxWithLoss"));
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, EachModule,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool()),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param) ? "Training" : "Eval") +
                                  (std::get<1>(info.param) ? "WithExamples" : "");
                         });

} // namespace
} // namespace fx
