#include "TraceTest.h"

#include "fx/Runtime/Calls.h"

namespace fx {
namespace {

using testing::calls;
using torch::Tensor;

struct BlockImpl : torch::nn::Module {
  BlockImpl() { weight = register_parameter("weight", torch::randn({3})); }
  Tensor forward(const Tensor& x) { return x * weight; }
  Tensor weight;
};
TORCH_MODULE(Block);

struct PairImpl : torch::nn::Module {
  std::tuple<Tensor, Tensor> forward(const Tensor& x) { return {x, x.sum({0})}; }
};
TORCH_MODULE(Pair);

struct NetImpl : torch::nn::Module {
  NetImpl() {
    block = register_module("block", Block());
    pair = register_module("pair", Pair());
  }
  Tensor forward(Tensor x) {
    auto [same, sum] = call(pair, call(block, x));
    return same + sum;
  }
  Block block{nullptr};
  Pair pair{nullptr};
};
TORCH_MODULE(Net);

TEST(Calls, MakeUsersModulesLeaves) {
  Net net;
  GraphModule traced = symbolic_trace(net);
  EXPECT_EQ(calls(traced->graph()), "block = call_module block input_1\n"
                                    "pair = call_module pair block\n"
                                    "getitem = call_function operator.getitem pair 0\n"
                                    "getitem_1 = call_function operator.getitem pair 1\n"
                                    "add = call_function torch.add getitem getitem_1\n");
  const Tensor x = torch::randn({2, 3});
  EXPECT_TRUE(traced->forward(x).equal(net->forward(x)));
}

TEST(Calls, ALeafTellsItsShapesWithoutNodes) {
  Net net;
  const Graph graph = Tracer().trace(net, {.example_inputs = {torch::ones({2, 3})}});
  EXPECT_EQ(graph.size(), 7U);
  const TensorMeta* sum = graph.output_node()->prev()->prev()->meta(meta::tensor_meta);
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->shape, std::vector<int64_t>({3}));
}

TEST(Calls, test_wrap) {
  const auto scale = wrap("scale", [](Tensor x, double by) { return x * by; });
  GraphModule traced =
      symbolic_trace([&](Tensor x) { return scale(x, 2.0) + scale(torch::ones({1}), 3.0).sum(); });
  EXPECT_EQ(calls(traced->graph()).substr(0, 52),
            "scale = call_function scale input_1 2.0\nones = call_");
  const Tensor x = torch::randn({3});
  EXPECT_TRUE(traced->forward(x).equal(x * 2 + 3));
  EXPECT_TRUE(scale(x, 4.0).equal(x * 4)) << "without a trace it is the function";
}

/// What the library that stands before torch::nn's modules does with every call of one.
Value announce(Tracer& tracer, torch::nn::Module& module, const Tensor& x,
               const std::function<Value()>& forward) {
  std::optional<Value> result = tracer.module_called(module, {Value(x), Value()}, forward);
  return result ? *result : forward();
}

struct WithModulesImpl : torch::nn::Module {
  WithModulesImpl() {
    linear = register_module("linear", torch::nn::Linear(3, 4));
    lstm = register_module("lstm", torch::nn::LSTM(torch::nn::LSTMOptions(4, 5)));
    block = register_module("block", Block());
  }
  torch::nn::Linear linear{nullptr};
  torch::nn::LSTM lstm{nullptr};
  Block block{nullptr};
};
TORCH_MODULE(WithModules);

Graph trace_modules(Tracer& tracer, WithModules& net, const TraceOptions& options = {}) {
  return tracer.trace_root(
      net.get(),
      [&](Tensor x) {
        x = announce(tracer, *net->block, x, [&] { return net->block->forward(x); }).toTensor();
        x = announce(tracer, *net->linear, x, [&] { return net->linear->forward(x); }).toTensor();
        const Value lstm = announce(tracer, *net->lstm, x, [&]() -> Value {
          auto [out, state] = net->lstm->forward(x);
          return std::make_tuple(out, state);
        });
        return lstm.toTupleRef().elements()[0].toTensor();
      },
      options);
}

TEST(Calls, LibTorchsModulesAreLeavesAndOthersAreNot) {
  WithModules net;
  Tracer tracer;
  const Graph graph = trace_modules(tracer, net);
  EXPECT_EQ(calls(graph), "block_weight = get_attr block.weight\n"
                          "mul = call_function torch.mul input_1 block_weight\n"
                          "linear = call_module linear mul\n"
                          "lstm = call_module lstm linear\n"
                          "getitem = call_function operator.getitem lstm 0\n");
}

TEST(Calls, LeavesTellTheirShapes) {
  WithModules net;
  Tracer tracer;
  const Graph graph = trace_modules(tracer, net, {.example_inputs = {torch::ones({7, 2, 3})}});
  const TensorMeta* out = graph.output_node()->prev()->meta(meta::tensor_meta);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->shape, std::vector<int64_t>({7, 2, 5}));
}

TEST(Calls, test_leaf_module) {
  struct NoLeaf : Tracer {
    bool is_leaf_module(const torch::nn::Module&, const std::string&) override { return false; }
  } tracer;
  WithModules net;
  const Graph graph = trace_modules(tracer, net, {.example_inputs = {torch::ones({7, 2, 3})}});
  EXPECT_TRUE(graph.find_nodes(Opcode::CallModule).empty());
}

TEST(Calls, test_nn_module_stack) {
  WithModules net;
  Tracer tracer;
  const Graph graph = trace_modules(tracer, net);
  const auto* stack =
      graph.find_nodes(Opcode::CallFunction, "torch.mul")[0]->meta(meta::module_stack);
  ASSERT_TRUE(stack);
  ASSERT_EQ(stack->size(), 2U);
  EXPECT_EQ(stack->back().path.view(), "block");
  EXPECT_EQ(stack->back().cpp_type.view(), "BlockImpl");
}

TEST(Calls, NormsEndAtTheirOperator) {
  struct Norms : torch::nn::Module {
    Norms() {
      batch = register_module("batch", torch::nn::BatchNorm2d(3));
      instance = register_module("instance", torch::nn::InstanceNorm1d(3));
    }
    torch::nn::BatchNorm2d batch{nullptr};
    torch::nn::InstanceNorm1d instance{nullptr};
  } net;
  Tracer tracer;
  const Graph graph = tracer.trace_root(
      &net,
      [&](Tensor x) {
        EXPECT_TRUE(tracer.norm_started(*net.batch, x));
        // As their forwards go on behind the check, which the listener leaves out.
        net.batch->num_batches_tracked += 1;
        EXPECT_EQ(x.dim(), 4);
        EXPECT_EQ(x.sizes().size(), 4U);
        x = torch::batch_norm(x, net.batch->weight, net.batch->bias, net.batch->running_mean,
                              net.batch->running_var, true, 0.1, 1e-5, false);
        EXPECT_TRUE(tracer.norm_started(*net.instance, x));
        EXPECT_EQ(x.dim(), 3);
        x = torch::instance_norm(x, {}, {}, {}, {}, true, 0.1, 1e-5, false);
        return x + 1;
      },
      {});
  EXPECT_EQ(calls(graph), "batch = call_module batch input_1\n"
                          "instance = call_module instance batch\n"
                          "add = call_function torch.add instance 1\n");
  EXPECT_EQ(net.batch->num_batches_tracked.item<int64_t>(), 0);
}

TEST(Calls, NormsComeToCallModule) {
  struct PathTracer : Tracer {
    Value call_module(torch::nn::Module& module, const std::function<Value()>& forward, Args args,
                      Kwargs kwargs) override {
      paths.push_back(path_of_module(module));
      return enters ? forward()
                    : Tracer::call_module(module, forward, std::move(args), std::move(kwargs));
    }
    std::vector<std::string> paths;
    bool enters = false;
  };
  torch::nn::Sequential net(torch::nn::Linear(3, 4), torch::nn::BatchNorm1d(4));
  PathTracer tracer;
  const Graph graph = tracer.trace(net);
  EXPECT_THAT(tracer.paths, ::testing::ElementsAre("0", "1"));
  EXPECT_EQ(graph.size(), 4U);

  torch::nn::Sequential norm(torch::nn::BatchNorm1d(4));
  PathTracer entering;
  entering.enters = true;
  EXPECT_THROW((void)entering.trace(norm), TraceError);
}

TEST(Calls, AModuleHasToBeInstalled) {
  WithModules net;
  Block other;
  EXPECT_THROW(
      {
        Tracer tracer;
        tracer.trace_root(
            net.get(),
            [&](Tensor x) {
              return announce(tracer, *other, x, [&] { return other->forward(x); }).toTensor();
            },
            {});
      },
      TraceError);
}

TEST(Calls, KeepsANoneThatIsNotTheDefault) {
  struct Scale : torch::nn::Module {
    Tensor forward(Tensor x, torch::optional<double> by = 0.5) { return by ? x * *by : x; }
  };
  struct Net : torch::nn::Module {
    std::shared_ptr<Scale> scale = register_module("scale", std::make_shared<Scale>());
    Tensor forward(Tensor x) { return call(*scale, call(*scale, x), torch::optional<double>()); }
  } net;
  const Tensor x = torch::ones({2});
  EXPECT_TRUE(torch::equal(net.forward(x), x * 0.5));
  EXPECT_TRUE(torch::equal(symbolic_trace(net)->forward(x), x * 0.5));
}

TEST(Calls, AModuleWithoutTensorsIsWhatItsForwardComputes) {
  struct Net : torch::nn::Module {
    Tensor forward(Tensor x) { return dropout(relu(norm(x))); }
    torch::nn::InstanceNorm1d norm{3};
    torch::nn::ReLU relu;
    torch::nn::Dropout dropout{0.25}; // train() and eval() do not reach it
  } net;
  const GraphModule traced = symbolic_trace(net, {.example_inputs = {torch::ones({2, 3, 4})}});
  EXPECT_EQ(calls(traced->graph()),
            "instance_norm = call_function torch.instance_norm input_1 None None None None True "
            "0.1 1e-05 True\n"
            "relu = call_function torch.relu instance_norm\n"
            "dropout = call_function torch.dropout relu 0.25 True\n");
  EXPECT_EQ(traced->training_graph(), nullptr);
}

} // namespace
} // namespace fx
