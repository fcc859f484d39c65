// fx/Runtime/GraphModule.h; names as in torch.fx's own tests where a test is from there.
#include "fx/Runtime/GraphModule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <atomic>
#include <sstream>
#include <thread>

namespace fx {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Block : torch::nn::Module {
  Block() : linear(register_module("linear", torch::nn::Linear(4, 4))) {
    scale = register_parameter("scale", torch::full({4}, 2.0));
    shift = register_buffer("shift", torch::full({4}, 3.0));
  }
  torch::nn::Linear linear;
  torch::Tensor scale, shift;
};

/// x -> linear(x) * scale + shift
Graph block_graph() {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* linear = graph.call_module("linear", {x});
  Node* product = graph.call_function("operator.mul", {linear, graph.get_attr("scale")});
  graph.output(graph.call_function("torch.add", {product, graph.get_attr("shift")}));
  return graph;
}

torch::Tensor expected(Block& block, const torch::Tensor& x) {
  return block.linear->forward(x) * block.scale + block.shift;
}

std::string message_of(const std::function<void()>& run) {
  try {
    run();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(GraphModule, test_graph_fns) {
  Graph graph;
  Node* a = graph.placeholder("a");
  Node* b = graph.call_module("linear", {a});
  Node* c = graph.get_attr("bias");
  Node* d = graph.call_method("add", {b, c});
  graph.output(graph.call_function("torch.sin", {d}));
  torch::nn::Linear linear(3, 4);
  const torch::Tensor bias = torch::rand(4);
  GraphModule module(AttributeMap{{"linear", linear.ptr()}, {"bias", bias}}, std::move(graph));
  const torch::Tensor input = torch::rand(3);
  EXPECT_TRUE(torch::equal(module->forward(input), torch::sin(linear(input) + bias)));
}

TEST(GraphModule, runs_what_the_graph_says) {
  Block block;
  GraphModule module(block, block_graph(), "Block");
  const torch::Tensor x = torch::randn({2, 4});
  EXPECT_TRUE(torch::equal(module->forward(x), expected(block, x)));
}

TEST(GraphModule, an_edited_graph_runs_without_recompile) {
  Block block;
  GraphModule module(block, block_graph());
  const torch::Tensor x = torch::randn({2, 4});
  (void)module->forward(x);
  for (Node& node : module->graph().nodes())
    if (node.is_call_function("torch.add")) node.set_target("torch.sub");
  EXPECT_TRUE(torch::equal(module->forward(x), block.linear(x) * block.scale - block.shift));
  Node* output = module->graph().output_node();
  output->set_args({output->arg(0).as_node()->arg(0)});
  EXPECT_TRUE(torch::equal(module->forward(x), block.linear(x) * block.scale));
}

TEST(GraphModule, has_the_keys_of_the_original_in_its_order) {
  Block block;
  GraphModule module(block, block_graph());
  EXPECT_EQ(module->named_parameters().keys(), block.named_parameters().keys());
  EXPECT_EQ(module->named_buffers().keys(), block.named_buffers().keys());
  EXPECT_EQ(module->named_parameters()["scale"].unsafeGetTensorImpl(),
            block.scale.unsafeGetTensorImpl());
}

TEST(GraphModule, saves_and_loads_both_ways) {
  const auto block = std::make_shared<Block>();
  GraphModule module(*std::make_shared<Block>(), block_graph());
  std::stringstream of_module, of_block;
  torch::save(module, of_module);
  torch::load(const_cast<std::shared_ptr<Block>&>(block), of_module);
  const torch::Tensor x = torch::randn({2, 4});
  EXPECT_TRUE(torch::equal(module->forward(x), expected(*block, x)));
  const auto other = std::make_shared<Block>();
  torch::save(other, of_block);
  GraphModule loaded(*std::make_shared<Block>(), block_graph());
  torch::load(loaded, of_block);
  EXPECT_TRUE(torch::equal(loaded->forward(x), expected(*other, x)));
}

TEST(GraphModule, test_construct_root_dict) {
  Graph graph;
  Node* a = graph.placeholder("a");
  Node* b = graph.call_module("foo.bar.baz", {a});
  Node* c = graph.get_attr("zip.zap.zam");
  graph.output(graph.call_function("torch.add", {b, c}));
  torch::nn::Linear linear(3, 3);
  const torch::Tensor weight = torch::rand(3);
  GraphModule module(AttributeMap{{"foo.bar.baz", linear.ptr()}, {"zip.zap.zam", weight}},
                     std::move(graph));
  EXPECT_EQ(module->get_submodule("foo.bar.baz"), linear.ptr());
  EXPECT_TRUE(torch::equal(module->get_buffer("zip.zap.zam"), weight));
  const torch::Tensor x = torch::rand({3, 3});
  EXPECT_TRUE(torch::equal(module->forward(x), linear(x) + weight));
}

TEST(GraphModule, test_graph_module_init_buffer_param_copied_dict_init) {
  Graph graph;
  graph.output(Argument::tuple({graph.get_attr("my_buff"), graph.get_attr("sub.my_param")}));
  const torch::Tensor buffer = torch::rand(3);
  const torch::Tensor parameter = torch::rand(4).requires_grad_();
  const GraphModule module(AttributeMap{{"my_buff", buffer}, {"sub.my_param", parameter}},
                           std::move(graph));
  EXPECT_THAT(module->named_buffers().keys(), ElementsAre("my_buff"));
  EXPECT_THAT(module->named_parameters().keys(), ElementsAre("sub.my_param"));
}

TEST(GraphModule, a_target_that_the_map_lacks_is_named) {
  Graph graph;
  graph.output(graph.get_attr("missing.tensor"));
  EXPECT_THAT(message_of([&] { GraphModule(AttributeMap(), std::move(graph)); }),
              HasSubstr("Node missing_tensor referenced target missing.tensor but that target was "
                        "not provided in ``root``!"));
}

TEST(GraphModule, test_submodule_manipulation_API) {
  Block block;
  GraphModule module(block, block_graph());
  EXPECT_EQ(module->get_submodule("linear"), block.linear.ptr());
  EXPECT_THAT(message_of([&] { module->get_submodule("linear.nope"); }),
              HasSubstr("has no attribute `nope`"));
  EXPECT_EQ(module->get_parameter("linear.weight").unsafeGetTensorImpl(),
            block.linear->weight.unsafeGetTensorImpl());
  EXPECT_THAT(message_of([&] { (void)module->get_parameter("linear.nope"); }),
              HasSubstr("has no parameter `nope`"));
  EXPECT_THAT(message_of([&] { (void)module->get_buffer("scale"); }),
              HasSubstr("has no buffer `scale`"));
  EXPECT_TRUE(module->add_submodule("deep.in.relu", std::make_shared<torch::nn::ReLUImpl>()));
  EXPECT_NE(module->get_submodule("deep.in.relu"), nullptr);
  EXPECT_FALSE(module->add_submodule("scale.relu", std::make_shared<torch::nn::ReLUImpl>()));
  EXPECT_FALSE(module->delete_submodule("deep.nope"));
  EXPECT_TRUE(module->delete_submodule("deep.in.relu"));
  EXPECT_FALSE(module->delete_submodule("deep.in.relu"));
  module->delete_all_unused_submodules();
  EXPECT_THAT(message_of([&] { module->get_submodule("deep"); }), HasSubstr("no attribute `deep`"));
  EXPECT_EQ(module->get_submodule("linear"), block.linear.ptr());
}

struct Outer : torch::nn::Module {
  Outer() : inner(register_module("inner", std::make_shared<Block>())) {}
  std::shared_ptr<Block> inner;
};

Graph outer_graph() {
  Graph graph;
  Node* x = graph.placeholder("x");
  graph.output(graph.call_module("inner.linear", {x}));
  return graph;
}

TEST(GraphModule, deleting_a_submodule_leaves_the_original_alone) {
  Outer outer;
  GraphModule module(outer, outer_graph());
  module->add_submodule("inner.more", std::make_shared<torch::nn::ReLUImpl>());
  EXPECT_TRUE(module->delete_submodule("inner.linear"));
  EXPECT_EQ(outer.inner->named_children().keys(), std::vector<std::string>{"linear"});
}

TEST(GraphModule, a_module_that_is_no_longer_there_is_named) {
  Outer outer;
  GraphModule module(outer, outer_graph());
  (void)module->forward(torch::ones({1, 4}));
  module->delete_submodule("inner.linear");
  EXPECT_THAT(message_of([&] { (void)module->forward(torch::ones({1, 4})); }),
              HasSubstr("'inner.linear' is no longer there"));
}

TEST(GraphModule, a_replaced_module_is_the_one_that_runs) {
  Outer outer;
  GraphModule module(outer, outer_graph());
  const torch::Tensor x = torch::randn({1, 4});
  (void)module->forward(x);
  torch::nn::Linear other(4, 2);
  module->add_submodule("inner.linear", other.ptr());
  EXPECT_TRUE(torch::equal(module->forward(x), other(x)));
}

TEST(GraphModule, test_deepcopy_with_submods_params) {
  Block block;
  GraphModule module(block, block_graph());
  module->meta()["kept"] = Value(int64_t(7));
  const auto copy = std::dynamic_pointer_cast<GraphModuleImpl>(module->clone());
  const torch::Tensor x = torch::randn({2, 4});
  EXPECT_TRUE(torch::equal(copy->forward(x), module->forward(x)));
  EXPECT_EQ(copy->meta().at("kept").toInt(), 7);
  {
    const torch::NoGradGuard no_gradients;
    block.scale.zero_();
  }
  EXPECT_FALSE(torch::equal(copy->forward(x), module->forward(x)));
  EXPECT_EQ(copy->named_parameters().keys(), module->named_parameters().keys());
  EXPECT_TRUE(copy->named_parameters()["scale"].requires_grad());
}

TEST(GraphModule, test_module_deepcopy_edit_nodes) {
  Block block;
  GraphModule module(block, block_graph());
  const auto copy = std::dynamic_pointer_cast<GraphModuleImpl>(module->clone());
  for (Node& node : copy->graph().nodes())
    if (node.is_call_function("torch.add")) node.set_target("torch.sub");
  const torch::Tensor x = torch::randn({2, 4});
  EXPECT_TRUE(torch::equal(module->forward(x), expected(block, x)));
  EXPECT_TRUE(torch::equal(copy->forward(x), block.linear(x) * block.scale - block.shift));
}

TEST(GraphModule, the_graph_knows_its_module) {
  Block block;
  GraphModule module(block, block_graph());
  EXPECT_EQ(module->graph().owning_module(), module.get());
  EXPECT_EQ(block_graph().owning_module(), nullptr);
}

TEST(GraphModule, runs_the_training_graph_in_training) {
  Graph graph, training;
  graph.output(graph.placeholder("x"));
  training.output(training.call_function("torch.neg", {training.placeholder("x")}));
  GraphModule module(AttributeMap(), std::move(graph));
  module->set_training_graph(std::make_unique<Graph>(std::move(training)));
  const torch::Tensor x = torch::ones(1);
  EXPECT_EQ(module->forward(x).item<float>(), -1);
  module->eval();
  EXPECT_EQ(module->forward(x).item<float>(), 1);
}

TEST(GraphModule, gives_gradients) {
  Block block;
  GraphModule module(block, block_graph());
  module->forward(torch::ones({1, 4})).sum().backward();
  EXPECT_TRUE(block.scale.grad().defined());
  EXPECT_TRUE(block.linear->weight.grad().defined());
  module->zero_grad();
  const torch::Tensor& grad = block.scale.grad();
  EXPECT_TRUE(!grad.defined() || grad.abs().sum().item<float>() == 0);
}

TEST(GraphModule, moves_to_another_type) {
  Block block;
  GraphModule module(block, block_graph());
  (void)module->forward(torch::ones({1, 4}));
  module->to(torch::kDouble);
  EXPECT_EQ(module->forward(torch::ones({1, 4}, torch::kDouble)).scalar_type(), torch::kDouble);
}

TEST(GraphModule, takes_numbers_lists_and_dicts) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* n = graph.placeholder("n");
  Node* list = graph.placeholder("list");
  Node* dict = graph.placeholder("dict");
  Node* first = graph.call_function("operator.getitem", {list, 0});
  Node* named = graph.call_function("operator.getitem", {dict, "key"});
  Node* sum = graph.call_function("torch.add", {first, named});
  Node* more = graph.call_function("operator.add", {n, 1});
  graph.output(Argument::tuple({graph.call_function("torch.mul", {x, sum}), more}));
  GraphModule module(AttributeMap(), std::move(graph));
  c10::Dict<std::string, torch::Tensor> named_tensors;
  named_tensors.insert("key", torch::full({1}, 5.0));
  const Value result =
      module->forward<Value>(torch::full({1}, 2.0), int64_t(41),
                             std::vector<torch::Tensor>{torch::ones(1)}, named_tensors);
  EXPECT_EQ(result.toTupleRef().elements()[0].toTensor().item<float>(), 12);
  EXPECT_EQ(result.toTupleRef().elements()[1].toInt(), 42);
}

TEST(GraphModule, a_wrong_number_of_inputs_is_said) {
  Graph graph;
  Node* x = graph.placeholder("x");
  graph.output(graph.call_function("torch.add", {x, graph.placeholder("y", Argument(1))}));
  GraphModule module(AttributeMap(), std::move(graph));
  EXPECT_EQ(module->forward(torch::ones(1)).item<float>(), 2);
  EXPECT_THAT(message_of([&] { (void)module->run({}); }),
              HasSubstr("the graph takes at least 1 inputs (x, y=), and 0 were given"));
  EXPECT_THAT(message_of([&] { (void)module->run({torch::ones(1), 1, 2}); }),
              HasSubstr("3 were given"));
}

TEST(GraphModule, test_custom_traceback_raised_when_exception_source_is_graphmodule) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* w = graph.get_attr("w");
  Node* product = graph.call_function("torch.matmul", {x, w});
  product->set_meta(meta::source_range, SourceRange{"model.cpp", 12, 5, 12, 20});
  graph.output(product);
  GraphModule module(AttributeMap{{"w", torch::ones({5, 5})}}, std::move(graph));
  try {
    (void)module->forward(torch::ones({3, 4}));
    FAIL() << "nothing was thrown";
  } catch (const ExecutionError& error) {
    EXPECT_EQ(error.node(), "matmul");
    EXPECT_EQ(error.location().line, 12u);
    EXPECT_THAT(error.what(), HasSubstr("mat1 and mat2 shapes cannot be multiplied"));
    EXPECT_THAT(error.what(),
                HasSubstr("Call using an FX-traced Module, line 2 of the traced Module's generated "
                          "forward function:\ndef forward(self, x):\n"
                          "    matmul = torch.matmul(x, self.w);  x = None\n"
                          "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ <--- HERE\n"
                          "    return matmul\n"));
    EXPECT_THAT(error.what(), HasSubstr("While executing %matmul : [num_users=1] = call_function["
                                        "target=torch.matmul](args = (%x, %w), kwargs = {})\n"));
    EXPECT_THAT(error.what(), HasSubstr("traced from model.cpp:12:5"));
  }
}

TEST(GraphModule, a_function_that_nobody_knows_is_said) {
  Graph graph;
  graph.output(graph.call_function("my.function", {graph.placeholder("x")}));
  GraphModule module(AttributeMap(), std::move(graph));
  EXPECT_THAT(message_of([&] { (void)module->forward(torch::ones(1)); }),
              HasSubstr("register_function(\"my.function\""));
}

TEST(GraphModule, a_graph_that_is_not_well_formed_does_not_run) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* neg = graph.call_function("torch.neg", {x});
  Node* relu = graph.call_function("torch.relu", {neg});
  graph.output(relu);
  GraphModule module(AttributeMap(), std::move(graph));
  relu->append(neg);
  EXPECT_THAT(message_of([&] { (void)module->forward(torch::ones(1)); }), HasSubstr("before it"));
}

TEST(GraphModule, several_threads_run_one_module) {
  Block block;
  GraphModule module(block, block_graph());
  const torch::Tensor x = torch::randn({2, 4});
  const torch::Tensor once = expected(block, x).detach();
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int j = 0; j < 50; ++j)
        if (!torch::equal(module->forward(x), once)) ++wrong;
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(GraphModule, values_go_after_their_last_use) {
  Graph graph;
  Node* value = graph.placeholder("x");
  for (int i = 0; i < 3; ++i)
    value = graph.call_function("torch.add", {value, 1});
  graph.output(value);
  GraphModule module(AttributeMap(), std::move(graph));
  torch::Tensor x = torch::ones(1);
  const c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl> input(
      x.getIntrusivePtr());
  Args args{std::move(x)};
  x = torch::Tensor();
  const torch::Tensor y = module->run(std::move(args)).toTensor();
  EXPECT_TRUE(input.expired());
  EXPECT_EQ(y.item<float>(), 4);
}

} // namespace
} // namespace fx
