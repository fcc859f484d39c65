#include "TraceTest.h"

namespace fx {
namespace {

using testing::calls;
using ::testing::HasSubstr;
using testing::trace_error;
using torch::Tensor;

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t size) { weight = register_parameter("weight", torch::randn({size})); }
  Tensor forward(Tensor x) { return torch::relu(x * weight); }
  Tensor weight;
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() {
    first = register_module("first", Block(3));
    second = register_module("second", Block(3));
  }
  Tensor forward(const Tensor& x) {
    return second(first(x)) + torch::tensor({1.F, 2.F, 3.F}) + extra;
  }
  Block first{nullptr}, second{nullptr};
  Tensor extra = torch::full({3}, 4.F);
};
TORCH_MODULE(Net);

TEST(SymbolicTrace, GivesAModuleThatComputesTheSame) {
  Net net;
  GraphModule traced = symbolic_trace(net);
  traced->graph().lint();
  const Tensor x = torch::randn({2, 3});
  EXPECT_TRUE(traced->forward(x).equal(net->forward(x)));
  EXPECT_EQ(traced->class_name(), "Net");
  EXPECT_EQ(net->named_buffers().size(), 0U) << "the module that is traced stays as it is";
  EXPECT_TRUE(traced->get_parameter("second.weight").is_same(net->second->weight));
}

TEST(SymbolicTrace, test_trace_function) {
  GraphModule traced = symbolic_trace([](Tensor x, Tensor y) { return torch::relu(x + y); });
  const Tensor x = torch::randn({3}), y = torch::randn({3});
  EXPECT_TRUE(traced->forward(x, y).equal(torch::relu(x + y)));
}

TEST(SymbolicTrace, test_trace_fn_constant) {
  const Tensor constant = torch::randn({3});
  GraphModule traced = symbolic_trace([=](Tensor x) { return x * constant; });
  const Tensor x = torch::randn({3});
  EXPECT_TRUE(traced->forward(x).equal(x * constant));
}

TEST(SymbolicTrace, test_partial_trace) {
  const auto function = [](Tensor x, bool y) { return y ? x * 2 : x; };
  GraphModule doubles =
      symbolic_trace(function, {.concrete_args = {{"y", true}}, .input_names = {"x", "y"}});
  const Tensor x = torch::randn({3});
  EXPECT_TRUE(doubles->forward(x, true).equal(x * 2));
  try {
    doubles->forward(x, false);
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("y has been specialized to have value True but got another value"));
  }
  EXPECT_EQ(calls(symbolic_trace(function, {.concrete_args = {{1, false}}})->graph()),
            "eq = call_function operator.eq input_2 False\n"
            "_assert = call_function torch._assert eq 'input_1 has been specialized to have value "
            "False but got another value'\n");
}

TEST(SymbolicTrace, test_concrete_arg_none_assert) {
  GraphModule traced =
      symbolic_trace([](Tensor x, torch::optional<Tensor> bias) { return bias ? x + *bias : x; },
                     {.concrete_args = {{"val", Value()}}, .input_names = {"x", "val"}});
  const Tensor x = torch::randn({3});
  EXPECT_TRUE(traced->forward(x, Value()).equal(x));
  try {
    traced->forward(x, x);
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), HasSubstr("val has been specialized to have value None"));
  }
}

TEST(SymbolicTrace, NumbersNeedAValue) {
  EXPECT_THAT(trace_error([](Tensor x, int64_t n) { return x * n; }),
              HasSubstr("argument input_1 is a long"));
  EXPECT_EQ(testing::calls_of([](Tensor x, int64_t n) { return x * n; },
                              {.example_inputs = {torch::ones({1}), 3}}),
            "eq = call_function operator.eq input_2 3\n"
            "_assert = call_function torch._assert eq 'input_1 has been specialized to have value "
            "3 but got another value'\n"
            "mul = call_function torch.mul input_1 3\n");
}

TEST(SymbolicTrace, UnknownConcreteArgumentsAreErrors) {
  EXPECT_THAT(trace_error([](Tensor x) { return x; }, {.concrete_args = {{"flag", true}}}),
              HasSubstr("none is the concrete argument flag"));
  EXPECT_THAT(trace_error([](Tensor x) { return x; }, {.concrete_args = {{1, true}}}),
              HasSubstr("Tracing expected 1 arguments"));
}

TEST(SymbolicTrace, test_pytree) {
  GraphModule traced =
      symbolic_trace([](const std::vector<Tensor>& x) { return x[0] + x[1]; },
                     {.concrete_args = {{0, to_list({PH(), PH()})}}, .input_names = {"x"}});
  EXPECT_EQ(calls(traced->graph()), "getitem = call_function operator.getitem x 0\n"
                                    "getitem_1 = call_function operator.getitem x 1\n"
                                    "add = call_function torch.add getitem getitem_1\n");
  const Tensor x = torch::randn({3});
  EXPECT_TRUE(traced->forward(std::vector<Tensor>{x, x}).equal(x + x));
}

TEST(SymbolicTrace, test_return_tuple) {
  GraphModule traced = symbolic_trace([](Tensor x) { return std::make_tuple(x, x + x); });
  const Tensor x = torch::randn({3});
  const auto [same, twice] = traced->forward<std::tuple<Tensor, Tensor>>(x);
  EXPECT_TRUE(same.equal(x) && twice.equal(x + x));
}

TEST(SymbolicTrace, RetracesAGraphModule) {
  Net net;
  GraphModule traced = symbolic_trace(net);
  GraphModule again = symbolic_trace(traced);
  const Tensor x = torch::randn({2, 3});
  EXPECT_TRUE(again->forward(x).equal(net->forward(x)));
  EXPECT_EQ(print_fx(again->graph()), print_fx(traced->graph()));
}

struct ModalImpl : torch::nn::Module {
  ModalImpl() {
    fc = register_module("fc", torch::nn::Linear(3, 3));
    still = register_module("still", torch::nn::Dropout());
    still->eval();
  }
  Tensor forward(Tensor x) {
    x = torch::nn::functional::dropout(
        fc(x), torch::nn::functional::DropoutFuncOptions().training(is_training()));
    return x + torch::tensor({is_training() ? 1.F : 2.F, 3.F, 4.F});
  }
  torch::nn::Linear fc{nullptr};
  torch::nn::Dropout still{nullptr};
};
TORCH_MODULE(Modal);

void expect_same(GraphModule& traced, Modal& net, const Tensor& x) {
  torch::manual_seed(1);
  const Tensor expected = net->forward(x);
  torch::manual_seed(1);
  EXPECT_TRUE(traced->forward(x).equal(expected));
}

TEST(SymbolicTrace, TracesBothModes) {
  for (const bool training : {false, true}) {
    Modal net;
    net->train(training);
    GraphModule traced = symbolic_trace(net);
    ASSERT_NE(traced->training_graph(), nullptr);
    EXPECT_EQ(traced->is_training(), training) << "it starts in the module's mode";
    const Tensor x = torch::randn({2, 3});
    expect_same(traced, net, x);
    traced->train(!training);
    net->train(!training);
    expect_same(traced, net, x);
    GraphModule again = symbolic_trace(traced);
    ASSERT_NE(again->training_graph(), nullptr);
    expect_same(again, net, x);
  }
}

TEST(SymbolicTrace, HasOneGraphWhereTheModesAreTheSame) {
  Net net;
  GraphModule traced = symbolic_trace(net);
  EXPECT_EQ(traced->training_graph(), nullptr) << "the constants are equal";
  EXPECT_EQ(traced->modes(), Modes::Both);
  EXPECT_TRUE(traced->is_training());
}

TEST(SymbolicTrace, LeavesEachModuleItsMode) {
  Modal net;
  symbolic_trace(net);
  EXPECT_TRUE(net->is_training() && net->fc->is_training());
  EXPECT_FALSE(net->still->is_training());
}

TEST(SymbolicTrace, TracesOneModeAlone) {
  Modal net;
  GraphModule traced = symbolic_trace(net, {.modes = Modes::Eval});
  EXPECT_EQ(traced->training_graph(), nullptr);
  const Tensor x = torch::randn({2, 3});
  EXPECT_THROW(traced->forward(x), RuntimeError) << "the module is training";
  traced->eval();
  net->eval();
  expect_same(traced, net, x);
  GraphModule again = symbolic_trace(traced);
  EXPECT_EQ(again->modes(), Modes::Eval);
  net->train();
  GraphModule training = symbolic_trace(net, {.modes = Modes::Train});
  expect_same(training, net, x);
}

struct FailsInTraining : torch::nn::Module {
  FailsInTraining() {
    inner = register_module("inner", torch::nn::ReLU());
    inner->eval();
  }
  Tensor forward(Tensor x) { return is_training() && (x > 0).any().item<bool>() ? x : inner(x); }
  torch::nn::ReLU inner{nullptr};
};

TEST(SymbolicTrace, GivesModesBackAfterAnError) {
  FailsInTraining net;
  net.eval();
  try {
    symbolic_trace(net);
    FAIL();
  } catch (const TraceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("This is so in training"));
  }
  EXPECT_FALSE(net.is_training());
  net.train();
  net.inner->eval();
  EXPECT_THROW(symbolic_trace(net), TraceError);
  EXPECT_TRUE(net.is_training());
  EXPECT_FALSE(net.inner->is_training());
  EXPECT_NO_THROW(symbolic_trace(net, {.modes = Modes::Eval}));
}

TEST(SymbolicTrace, FollowsTheMode) {
  const auto dropout = [](bool train) {
    torch::nn::Dropout module;
    module->train(train);
    return calls(Tracer().trace(
        [=](Tensor x) mutable { return torch::dropout(x, 0.5, module->is_training()); }));
  };
  EXPECT_EQ(dropout(true), "dropout = call_function torch.dropout input_1 0.5 True\n");
  EXPECT_EQ(dropout(false), "dropout = call_function torch.dropout input_1 0.5 False\n");
}

} // namespace
} // namespace fx
