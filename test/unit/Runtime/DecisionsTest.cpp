// What programs decide by answers that a proxy cannot but give.
#include "TraceTest.h"

#include "fx/Runtime/Calls.h"

#include <torch/script.h>

namespace fx {
namespace {

using ::testing::HasSubstr;
using torch::Tensor;

/// The text of the TraceError that symbolic_trace ends with.
std::string error_of(const TracedFunction& function, const TraceOptions& options = {}) {
  try {
    (void)symbolic_trace(function, options);
  } catch (const TraceError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Decisions, AreNoneWhereAnInputIsWrittenTo) {
  EXPECT_EQ(testing::calls(symbolic_trace([](Tensor x) { return x.mul_(2) + 1; })->graph()),
            "mul_ = call_method mul_ input_1 2\n"
            "add = call_function torch.add mul_ 1\n");
}

TEST(Decisions, ByTheTypeOfATensorNameTheLine) {
  const std::string error = error_of([](const Tensor& x) {
    if (x.scalar_type() == torch::kFloat) return torch::relu(x);
    return torch::sigmoid(x);
  });
  EXPECT_THAT(error, HasSubstr("the program decides something by the dtype of a tensor"));
  EXPECT_THAT(error, HasSubstr("DecisionsTest.cpp:"));
  EXPECT_THAT(error, HasSubstr("first seen at node relu"));
  EXPECT_THAT(error, HasSubstr("TraceOptions::example_inputs"));
}

TEST(Decisions, OfAllTypesAreSeen) {
  for (const torch::ScalarType type : {torch::kFloat, torch::kLong, torch::kHalf, torch::kBool})
    EXPECT_THAT(error_of([&](const Tensor& x) { return x.dtype() == type ? x + 1 : x; }),
                HasSubstr("the dtype"));
  EXPECT_THAT(error_of([](const Tensor& x) { return x.is_floating_point() ? x + 1 : x; }),
              HasSubstr("the dtype"));
  EXPECT_THAT(error_of([](const Tensor& x) { return x + torch::zeros({2}, x.options()); }),
              HasSubstr("the dtype"));
}

TEST(Decisions, ByDevicesLayoutsGradientsAndOrderInMemory) {
  EXPECT_THAT(error_of([](const Tensor& x) { return x.is_cuda() ? x + 1 : x; }),
              HasSubstr("the device"));
  EXPECT_THAT(error_of([](const Tensor& x) { return x.device().is_cpu() ? x + 1 : x; }),
              HasSubstr("the device"));
  EXPECT_THAT(error_of([](const Tensor& x) { return x.layout() == torch::kSparse ? x + 1 : x; }),
              HasSubstr("the layout"));
  EXPECT_THAT(error_of([](const Tensor& x) { return x.requires_grad() ? x + 1 : x; }),
              HasSubstr("requires a gradient"));
  EXPECT_THAT(error_of([](const Tensor& x) { return x.is_contiguous() ? x + 1 : x; }),
              HasSubstr("is contiguous"));
}

TEST(Decisions, ThatLibTorchMakesForItselfAreNone) {
  EXPECT_EQ(error_of([](const Tensor& x) {
              Tensor y = x.contiguous().clone();
              y.select(0, 1).fill_(2);
              y = 1 - y + torch::tensor({1.0, 2.0});
              y.masked_fill_(y > 0, 3);
              return torch::nn::functional::gelu(y.to(torch::kFloat)) + y.data();
            }),
            "no error");
}

TEST(Decisions, OfExampleInputsAreKnown) {
  const auto function = [](const Tensor& x) {
    return x.scalar_type() == torch::kLong ? x + 1 : x * 2;
  };
  GraphModule traced =
      symbolic_trace(function, {.example_inputs = {torch::ones({2}, torch::kLong)}});
  EXPECT_EQ(testing::calls(traced->graph()), "add = call_function torch.add input_1 1\n");
}

TEST(Decisions, OfATrainingForwardAreSeen) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) {
      if (is_training() && x.scalar_type() == torch::kHalf) return x.to(torch::kFloat).relu();
      return x.relu();
    }
  } net;
  EXPECT_THROW((void)symbolic_trace(net), TraceError);
  net.eval();
  EXPECT_NO_THROW((void)symbolic_trace(net, {.modes = Modes::Eval}));
}

TEST(Decisions, OfAProgramThatRemembersAreItsOwn) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) { return ++count % 2 == 0 ? x + 1 : x; }
    int count = 0;
  } net;
  EXPECT_NO_THROW((void)symbolic_trace(net));
}

TEST(Decisions, AreLookedForInEveryTrace) {
  struct Net : torch::nn::Module {
    Tensor forward(const Tensor& x) {
      ++count;
      return x + 1;
    }
    int count = 0;
  } net;
  (void)symbolic_trace(net);
  EXPECT_EQ(net.count, 7);
  net.count = 0;
  (void)symbolic_trace(net, {.checks_decisions = false});
  EXPECT_EQ(net.count, 2);
}

TEST(Decisions, ByTheLossOfAdaptiveLogSoftmax) {
  struct Net : torch::nn::Module {
    Net()
        : loss(register_module("loss",
                               torch::nn::AdaptiveLogSoftmaxWithLoss(
                                   torch::nn::AdaptiveLogSoftmaxWithLossOptions(16, 6, {2, 4})))) {}
    Tensor forward(const Tensor& x, const Tensor& target) {
      const auto result = loss(x, target);
      return decides && result.loss > 5 ? result.output + 1 : result.output;
    }
    torch::nn::AdaptiveLogSoftmaxWithLoss loss;
    bool decides = false;
  } net;
  const Tensor x = torch::randn({3, 16}), target = torch::tensor({0, 3, 5});
  GraphModule traced = symbolic_trace(net);
  EXPECT_TRUE(traced->forward(x, target).equal(net.forward(x, target)));
  net.decides = true;
  try {
    (void)symbolic_trace(net);
    FAIL() << "nothing was thrown";
  } catch (const TraceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the loss of AdaptiveLogSoftmaxWithLoss"));
  }
}

TEST(RawWrites, AfterTheFirstUseAreErrors) {
  const auto function = [](bool is_late) {
    return [=](Tensor x) {
      Tensor table = torch::tensor({1.0, 2.0});
      if (!is_late) table.data_ptr<float>()[0] = 3;
      x = x + table;
      if (is_late) table.data_ptr<float>()[0] = 3;
      return x * table;
    };
  };
  EXPECT_THAT(error_of(function(true)), HasSubstr("through a pointer"));
  GraphModule traced = symbolic_trace(function(false));
  const Tensor expected = torch::tensor({3.0, 2.0});
  EXPECT_TRUE(traced->forward(torch::ones({2})).equal((expected + 1) * expected));
}

TEST(RawWrites, NaNsAreTheSameAsBefore) {
  EXPECT_EQ(error_of([](const Tensor& x) { return x + torch::tensor({std::nan(""), 1.0}); }),
            "no error");
}

struct Twice : torch::autograd::Function<Twice> {
  static Tensor forward(torch::autograd::AutogradContext*, const Tensor& x) { return x * 2; }
  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext*,
                                               const torch::autograd::tensor_list& gradients) {
    return {gradients[0] * 3};
  }
};

TEST(AutogradFunctions, AreErrorsAndNodesInWrap) {
  const auto bare = [](const Tensor& x) { return Twice::apply(x) + 1; };
  const std::string error = error_of(bare, {.example_inputs = {torch::ones({2})}});
  EXPECT_THAT(error, HasSubstr("torch::autograd::Function"));
  EXPECT_THAT(error_of(bare), HasSubstr("fx::call")) << "it asks for sizes before";
  EXPECT_THAT(error, HasSubstr("DecisionsTest.cpp:"));
  EXPECT_THAT(error, HasSubstr("fx::call"));
  const auto twice = wrap("twice", [](const Tensor& x) { return Twice::apply(x); });
  for (const bool has_examples : {false, true}) {
    TraceOptions options;
    if (has_examples) options.example_inputs = {torch::ones({2})};
    GraphModule traced = symbolic_trace([&](const Tensor& x) { return twice(x) + 1; }, options);
    const Tensor x = torch::ones({2}, torch::requires_grad());
    const Tensor y = traced->forward(x);
    EXPECT_TRUE(y.equal(torch::full({2}, 3.0)));
    y.sum().backward();
    EXPECT_TRUE(x.grad().equal(torch::full({2}, 3.0)));
  }
}

struct HoldsScript : torch::nn::Module {
  HoldsScript() : script("Scripted") {
    script.register_parameter("weight", torch::randn({3}), /*is_buffer=*/false);
    script.define(R"(
      def forward(self, x):
          if bool(x.sum() > 0):
              return x * self.weight
          return x - self.weight
      def both(self, x, y):
          # type: (Tensor, Tensor) -> Tuple[Tensor, Tensor]
          return x + y, x * self.weight
    )");
  }
  Tensor forward(const Tensor& x) {
    const Tensor y = script.forward({x + 1}).toTensor();
    const auto both = script.get_method("both")({x, y}).toTuple();
    return both->elements()[0].toTensor() + both->elements()[1].toTensor() +
           script.forward({y}).toTensor();
  }
  torch::jit::Module script;
};

TEST(Scripts, AreCalledAsModules) {
  HoldsScript net;
  GraphModule traced = symbolic_trace(net);
  EXPECT_EQ(testing::calls(traced->graph()),
            "add = call_function torch.add input_1 1\n"
            "_script_module0 = call_module _script_module0 add\n"
            "_script_module1_both = call_module _script_module1_both input_1 _script_module0\n"
            "getitem = call_function operator.getitem _script_module1_both 0\n"
            "getitem_1 = call_function operator.getitem _script_module1_both 1\n"
            "add_1 = call_function torch.add getitem getitem_1\n"
            "_script_module0_1 = call_module _script_module0 _script_module0\n"
            "add_2 = call_function torch.add add_1 _script_module0_1\n");
  for (const double sign : {1.0, -1.0}) {
    const Tensor x = torch::rand({3}) * sign - 1 + sign;
    EXPECT_TRUE(traced->forward(x).equal(net.forward(x))) << sign;
  }
  EXPECT_EQ(traced->parameters().size(), 0U) << "as in the original";
  GraphModule copy(std::dynamic_pointer_cast<GraphModuleImpl>(traced->clone()));
  const Tensor x = torch::rand({3});
  EXPECT_TRUE(copy->forward(x).equal(net.forward(x)));
}

TEST(Scripts, TellTheirShapes) {
  HoldsScript net;
  const Graph graph = Tracer().trace(net, {.example_inputs = {torch::ones({3})}});
  const TensorMeta* shape =
      graph.find_nodes(Opcode::CallModule, "_script_module0").front()->meta(meta::tensor_meta);
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->shape, std::vector<int64_t>({3}));
}

} // namespace
} // namespace fx
