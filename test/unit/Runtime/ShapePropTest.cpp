// fx/Runtime/ShapeProp.h and FakeTensorProp.h; names as in torch.fx where a test is from there.
#include "TraceTest.h"

#include "fx/Runtime/Calls.h"
#include "fx/Runtime/FakeTensorProp.h"

#include <sstream>

#include "../../EndToEnd/Models/resnet18.cpp"

namespace fx {
namespace {

using ::testing::HasSubstr;
using torch::Tensor;

std::string text(const std::optional<TensorMetadata>& metadata) {
  std::ostringstream stream;
  if (metadata) stream << *metadata;
  return stream.str();
}

struct AllOpcodesImpl : torch::nn::Module {
  AllOpcodesImpl() : submod(register_module("submod", torch::nn::Linear(4, 4))) {
    attr = register_parameter("attr", torch::randn({3, 4}));
  }
  Tensor forward(const Tensor& x) { return torch::neg(submod(x.relu() + attr)).view({4, 3}); }
  torch::nn::Linear submod;
  Tensor attr;
};
TORCH_MODULE(AllOpcodes);

TEST(ShapeProp, test_example_shape_prop) {
  AllOpcodes module;
  GraphModule traced = symbolic_trace(module);
  for (const Node* node : traced->graph())
    if (node->op() != Opcode::GetAttr) EXPECT_EQ(node->meta(meta::tensor_meta), nullptr);
  const Tensor x = torch::randn({3, 4});
  const Tensor expected = module(x);
  EXPECT_TRUE(ShapeProp(traced).propagate({x}).toTensor().equal(expected));
  for (const Node* node : traced->graph())
    EXPECT_NE(node->meta(meta::tensor_meta), nullptr) << node->name().view();
  const TensorMeta* output = traced->graph().output_node()->meta(meta::tensor_meta);
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(output->shape, expected.sizes().vec());
  EXPECT_EQ(output->stride, expected.strides().vec());
  EXPECT_EQ(output->dtype.view(), "float32");
  EXPECT_EQ(traced->graph().output_node()->meta(meta::example_value), nullptr);
  // One printer for what a trace, a tool and ShapeProp know.
  std::ostringstream readable;
  traced->print_readable(readable);
  EXPECT_THAT(readable.str(), HasSubstr("\"f32[4, 3]\""));
}

struct ConvTest : torch::nn::Module {
  explicit ConvTest(bool is_3d) {
    if (is_3d)
      conv3d = register_module("conv", torch::nn::Conv3d(5, 5, 2));
    else
      conv2d = register_module("conv", torch::nn::Conv2d(5, 5, 2));
  }
  Tensor forward(const Tensor& x) { return conv3d ? conv3d(x) : conv2d(x); }
  torch::nn::Conv2d conv2d{nullptr};
  torch::nn::Conv3d conv3d{nullptr};
};

void check_layout(bool is_3d, torch::MemoryFormat format, const char* name) {
  ConvTest module(is_3d);
  const Tensor x = is_3d ? torch::rand({5, 5, 2, 3, 3}) : torch::rand({5, 5, 3, 3});
  GraphModule traced = symbolic_trace(module);
  ShapeProp(traced).propagate({x});
  for (const Node* node : traced->graph())
    EXPECT_EQ(tensor_metadata(*node)->memory_format.view(), "contiguous_format")
        << node->name().view();
  traced->to(torch::kFloat32);
  for (Tensor& weight : traced->parameters())
    if (weight.dim() > 1) weight.set_data(weight.contiguous(format));
  const Tensor result = ShapeProp(traced).propagate({x.contiguous(format)}).toTensor();
  const Node* input = traced->graph().placeholders().at(0);
  EXPECT_EQ(tensor_metadata(*input)->memory_format.view(), name);
  // Whether a convolution keeps the format is LibTorch's matter.
  const Node* conv = traced->graph().output_node()->arg(0).as_node();
  EXPECT_EQ(tensor_metadata(*conv)->memory_format.view() == name, result.is_contiguous(format));
}

TEST(ShapeProp, test_shape_prop_layout) {
  check_layout(false, torch::MemoryFormat::ChannelsLast, "channels_last");
}
TEST(ShapeProp, test_shape_prop_layout_3d) {
  check_layout(true, torch::MemoryFormat::ChannelsLast3d, "channels_last_3d");
}

TEST(ShapeProp, test_shape_prop_aggregate) {
  const auto more = wrap("shape_prop.more", [](Tensor x) {
    return std::make_tuple(int64_t{3}, std::vector<Tensor>{x + 1, x.sum()});
  });
  register_function("shape_prop.numbers",
                    [](const Args&, const Kwargs&) { return Value(std::vector<int64_t>{3, 4}); });
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* pair = graph.call_function("shape_prop.more", {x});
  Node* numbers = graph.call_function("shape_prop.numbers", {x});
  graph.output(Argument::tuple({pair, numbers}));
  GraphModule module(AttributeMap(), std::move(graph));
  ShapeProp(module, /*keep_values=*/true).propagate({torch::ones({2, 3}, torch::kDouble)});
  EXPECT_EQ(pair->meta(meta::tensor_meta), nullptr);
  const Argument* noted = pair->meta(meta::tensor_metadata());
  ASSERT_NE(noted, nullptr);
  EXPECT_EQ(python_repr(*noted),
            "(3, [{'shape': (2, 3), 'dtype': torch.float64, 'stride': (3, 1), 'memory_format': "
            "torch.contiguous_format, 'device': device(type='cpu'), 'requires_grad': False}, "
            "{'shape': (), 'dtype': torch.float64, 'stride': (), 'memory_format': "
            "torch.contiguous_format, 'device': device(type='cpu'), 'requires_grad': False}])");
  EXPECT_EQ(numbers->meta(meta::tensor_metadata()), nullptr) << "it has no tensors";
  ASSERT_NE(numbers->meta(meta::example_value), nullptr);
  EXPECT_EQ(numbers->meta(meta::example_value)->toIntVector(), (std::vector<int64_t>{3, 4}));
}

TEST(ShapeProp, NotesWhatATensorIs) {
  const Tensor weight = torch::ones({2, 2}).requires_grad_(true);
  EXPECT_EQ(text(tensor_metadata(weight)), "float32[2, 2] contiguous_format cpu requires_grad");
  EXPECT_EQ(text(tensor_metadata(torch::ones({2, 3}, torch::kInt64).t())), "int64[3, 2] cpu");
  const Tensor quantized = torch::quantize_per_tensor(torch::ones({2}), 0.5, 1, torch::kQUInt8);
  const TensorMetadata metadata = tensor_metadata(quantized);
  EXPECT_TRUE(metadata.is_quantized());
  EXPECT_EQ(text(metadata), "quint8[2] contiguous_format cpu {'qscheme': 'per_tensor_affine', "
                            "'scale': 0.5, 'zero_point': 1}");
  const Tensor channels = torch::quantize_per_channel(
      torch::ones({2, 1}), torch::tensor({0.5, 2.0}), torch::tensor({0, 1}), 0, torch::kQInt8);
  EXPECT_THAT(text(tensor_metadata(channels)),
              HasSubstr("'scale': [0.5, 2.0], 'zero_point': [0, 1], 'axis': 0"));
}

TEST(ShapeProp, TellsANodeFromWhatItNotes) {
  GraphModule traced = symbolic_trace([](Tensor x) { return torch::relu(x) * 2; });
  const Tensor x = torch::randn({2, 3, 4}).transpose(0, 2).requires_grad_(true);
  ShapeProp(traced).propagate({x});
  const Node* relu = traced->graph().find_nodes(Opcode::CallFunction, "torch.relu").at(0);
  ASSERT_TRUE(tensor_metadata(*relu));
  EXPECT_EQ(*tensor_metadata(*relu), tensor_metadata(torch::relu(x)));
}

TEST(ShapeProp, AFailingNodeIsNamed) {
  GraphModule traced = symbolic_trace([](Tensor x, Tensor y) { return torch::relu(x).mm(y); });
  try {
    ShapeProp(traced).propagate({torch::ones({2, 3}), torch::ones({2, 3})});
    ADD_FAILURE() << "sizes do not fit";
  } catch (const ExecutionError& error) {
    EXPECT_EQ(error.node(), "mm");
  }
  EXPECT_NE(
      traced->graph().find_nodes(Opcode::CallFunction, "torch.relu").at(0)->meta(meta::tensor_meta),
      nullptr);
}

TEST(FakeTensorProp, NotesWhatShapePropNotes) {
  ResNet18 net(10);
  const Tensor x = torch::randn({2, 3, 32, 32});
  for (const bool training : {false, true}) {
    net->train(training);
    const TraceOptions options{.example_inputs = {x}};
    GraphModule real = symbolic_trace(net, options), fake = symbolic_trace(net, options);
    const std::vector<Tensor> before = net->buffers();
    std::vector<Tensor> kept;
    for (const Tensor& buffer : before)
      kept.push_back(buffer.clone());
    const Value result = FakeTensorProp(fake).propagate({x});
    EXPECT_TRUE(result.toTensor().is_meta());
    for (size_t i = 0; i < kept.size(); ++i)
      EXPECT_TRUE(kept[i].equal(before[i])) << "no buffer changes";
    ShapeProp(real).propagate({x});
    auto other = fake->graph().begin();
    for (const Node* node : real->graph()) {
      TensorMetadata expected = *tensor_metadata(*node);
      expected.requires_grad.reset();
      ASSERT_TRUE(tensor_metadata(**other)) << node->name().view();
      EXPECT_EQ(*tensor_metadata(**other), expected) << node->name().view();
      const Value* value = (*other)->meta(meta::val);
      ASSERT_NE(value, nullptr);
      EXPECT_TRUE(value->toTensor().is_meta());
      ++other;
    }
  }
}

TEST(FakeTensorProp, ComputesNothing) {
  struct Large : torch::nn::Module {
    Tensor forward(const Tensor& x) {
      // Of 400 TB: memory for it is there nowhere.
      return torch::matmul(x, x).add_(1).sum(0) + torch::zeros({10'000'000});
    }
  } large;
  GraphModule traced = symbolic_trace(large);
  const Tensor x = torch::empty({10'000'000, 10'000'000}, torch::kMeta);
  torch::manual_seed(1);
  const Value result = FakeTensorProp(traced).propagate({x});
  EXPECT_EQ(result.toTensor().sizes(), (std::vector<int64_t>{10'000'000}));
}

TEST(FakeTensorProp, KeepsRandomNumbers) {
  GraphModule traced =
      symbolic_trace([](Tensor x) { return torch::dropout(x, 0.5, true).bernoulli(); });
  torch::manual_seed(3);
  const Tensor expected = torch::rand({2});
  torch::manual_seed(3);
  FakeTensorProp(traced).propagate({torch::ones({4})});
  EXPECT_TRUE(torch::rand({2}).equal(expected));
}

TEST(FakeTensorProp, test_val_metadata_mutation) {
  GraphModule traced = symbolic_trace([](Tensor x) {
    Tensor y = x.clone();
    y.unsqueeze_(-1);
    return y;
  });
  FakeTensorProp(traced).propagate({torch::ones({3})});
  const Node* clone = traced->graph().output_node()->arg(0).as_node()->arg(0).as_node();
  EXPECT_EQ(clone->meta(meta::val)->toTensor().sizes(), (std::vector<int64_t>{3}));
  EXPECT_EQ(traced->graph().output_node()->meta(meta::val)->toTensor().sizes(),
            (std::vector<int64_t>{3, 1}));
}

TEST(FakeTensorProp, ViewsShareMemory) {
  GraphModule traced = symbolic_trace([](Tensor x) { return x.view({6}) + x.clone().view({6}); });
  FakeTensorProp(traced).propagate({torch::ones({2, 3})});
  const auto views = traced->graph().find_nodes(Opcode::CallMethod, "view");
  const Node* input = traced->graph().placeholders().at(0);
  ASSERT_EQ(views.size(), 2U);
  const auto memory = [](const Node* node) {
    return node->meta(meta::val)->toTensor().storage().unsafeGetStorageImpl();
  };
  EXPECT_EQ(memory(views[0]), memory(input));
  EXPECT_NE(memory(views[1]), memory(input));
}

TEST(FakeTensorProp, SaysWhatHasNoKernelOnMeta) {
  GraphModule traced = symbolic_trace([](Tensor x) { return torch::bincount(x.to(torch::kInt)); });
  // bincount's sizes depend on the numbers.
  try {
    FakeTensorProp(traced).propagate({torch::ones({4})});
    ADD_FAILURE();
  } catch (const ExecutionError& error) {
    EXPECT_EQ(error.node(), "bincount");
    EXPECT_THAT(error.what(), AllOf(HasSubstr("depends on numbers"), HasSubstr("ShapeProp")));
  }
  GraphModule lacking = symbolic_trace([](Tensor x) { return (x * 2).histc(8); });
  FakeTensorProp lenient(lacking);
  EXPECT_EQ(lenient.propagate({torch::rand({4})}).toTensor().sizes(), (std::vector<int64_t>{8}));
  ASSERT_EQ(lenient.fallbacks().size(), 1U);
  EXPECT_EQ(lenient.fallbacks()[0].node, "histc");
  EXPECT_EQ(lenient.fallbacks()[0].op, "aten::histc");
  try {
    FakeTensorProp(lacking, /*allow_fallback_kernels=*/false).propagate({torch::rand({4})});
    ADD_FAILURE();
  } catch (const ExecutionError& error) {
    EXPECT_EQ(error.node(), "histc");
    EXPECT_THAT(error.what(), AllOf(HasSubstr("has no kernel on Meta"), HasSubstr("aten::histc")));
  }
}

TEST(FakeTensorProp, NumbersAreNotThere) {
  register_function("fake.scale", [](const Args& args, const Kwargs&) {
    return Value(args[0].toTensor() * args[0].toTensor().sum().item<double>());
  });
  Graph graph;
  graph.output(graph.call_function("fake.scale", {graph.placeholder("x")}));
  GraphModule module(AttributeMap(), std::move(graph));
  EXPECT_THROW(FakeTensorProp(module).propagate({torch::ones({2})}), ExecutionError);
  // The thread is as it was.
  EXPECT_EQ(torch::ones({2}).sum().item<double>(), 2);
  EXPECT_FALSE(is_tracing());
}

} // namespace
} // namespace fx
