// fx::load of fx/Runtime/GraphModule.h: what fx-clang-trace writes of a source runs beside the
// source, compiled.
#include "fx/IR/Parser.h"
#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/SymbolicTrace.h"

#include "../../../docs/examples/lenet.cpp"
#include "Inputs/kept.cpp"
#include "ToolFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fx {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

class Load : public ToolFolder {};

TEST_F(Load, runs_with_the_weights_that_the_original_saved) {
  LeNet original;
  torch::save(original, file("lenet.pt"));
  GraphModule loaded = load(traced("docs/examples/lenet.cpp"), file("lenet.pt"));
  const torch::Tensor x = torch::randn({2, 1, 28, 28});
  EXPECT_TRUE(torch::equal(loaded->forward(x), original->forward(x)));
  EXPECT_EQ(loaded->named_parameters().keys(), original->named_parameters().keys());
}

TEST_F(Load, saves_weights_that_the_original_loads) {
  GraphModule loaded = load(traced("docs/examples/lenet.cpp"));
  torch::save(loaded, file("loaded.pt"));
  LeNet original;
  torch::load(original, file("loaded.pt"));
  const torch::Tensor x = torch::randn({2, 1, 28, 28});
  EXPECT_TRUE(torch::equal(loaded->forward(x), original->forward(x)));
}

TEST_F(Load, starts_as_the_constructor_does) {
  const std::string graph = traced("test/unit/Runtime/Inputs/kept.cpp");
  torch::manual_seed(7);
  Kept original;
  torch::manual_seed(7);
  GraphModule loaded = load(graph);
  const torch::Tensor x = torch::randn({2, 1, 4, 4});
  for (const bool training : {true, false, true}) {
    original.train(training);
    loaded->train(training);
    torch::manual_seed(1);
    const torch::Tensor expected = original.forward(x);
    torch::manual_seed(1);
    EXPECT_TRUE(torch::equal(loaded->forward(x), expected)) << training;
  }
  EXPECT_TRUE(torch::equal(loaded->get_buffer("bn.running_mean"), original.bn->running_mean));
}

TEST_F(Load, keeps_what_is_not_registered_out_of_the_state) {
  Kept original;
  GraphModule loaded = load(traced("test/unit/Runtime/Inputs/kept.cpp"));
  EXPECT_EQ(loaded->named_parameters().keys(), original.named_parameters().keys());
  EXPECT_EQ(loaded->named_buffers().keys(), original.named_buffers().keys());
  EXPECT_EQ(loaded->get_submodule("again"), loaded->get_submodule("conv"));
  EXPECT_NE(loaded->find_module("hidden"), nullptr);
  EXPECT_NE(loaded->find_tensor("constant"), nullptr);
  const auto copy = std::dynamic_pointer_cast<GraphModuleImpl>(loaded->clone());
  copy->eval();
  loaded->eval();
  const torch::Tensor x = torch::randn({2, 1, 4, 4});
  EXPECT_TRUE(torch::equal(copy->forward(x), loaded->forward(x)));
  EXPECT_NE(copy->find_tensor("constant")->unsafeGetTensorImpl(),
            loaded->find_tensor("constant")->unsafeGetTensorImpl());
}

TEST_F(Load, lists_what_is_wrong_with_weights_of_another_model) {
  torch::nn::Sequential other(torch::nn::Linear(3, 3));
  torch::save(other, file("other.pt"));
  write("net.fx", "module Net {\n  0: torch::nn::Linear(in_features = 2, out_features = 3)\n}\n"
                  "graph():\n    %x : [num_users=0] = placeholder[target=x]\n    return %x\n");
  const std::string text = message_of([&] { load(file("net.fx"), file("other.pt")); });
  EXPECT_THAT(text, HasSubstr("other.pt has the weights of another model:\n"));
  EXPECT_THAT(text, HasSubstr("'0.weight' is 3x3 in the file and 3x2 in the model"));
  write("net.fx", "module Net {\n  1: torch::nn::Linear(in_features = 3, out_features = 3)\n}\n"
                  "graph():\n    %x : [num_users=0] = placeholder[target=x]\n    return %x\n");
  const std::string names = message_of([&] { load(file("net.fx"), file("other.pt")); });
  EXPECT_THAT(names, HasSubstr("'0.weight' is in the file and not in the model"));
  EXPECT_THAT(names, HasSubstr("'1.bias', 3, is in the model and not in the file"));
}

TEST_F(Load, computes_a_buffer_by_a_function_that_python_has_in_torch_functional) {
  write(
      "net.fx",
      "module Net {\n  buffer grid = %stack\n}\ninit():\n"
      "    %arange : [num_users=1] = call_function[target=torch.arange](args = (3,), kwargs = {})\n"
      "    %other : [num_users=1] = call_function[target=torch.arange](args = (2,), kwargs = {})\n"
      "    %grid : [num_users=1] = call_function[target=torch.functional.meshgrid]"
      "(args = (%arange, %other), kwargs = {indexing: None})\n"
      "    %stack : [num_users=0] = call_function[target=torch.stack]"
      "(args = (%grid, -1), kwargs = {})\n"
      "graph():\n    %grid : [num_users=1] = get_attr[target=grid]\n    return %grid\n");
  EXPECT_TRUE(
      torch::equal(load(file("net.fx"))->get_buffer("grid"),
                   torch::stack(torch::meshgrid({torch::arange(3), torch::arange(2)}), -1)));
}

/// decoder->weight is another tensor than its state has.
struct TiedImpl : torch::nn::Module {
  TiedImpl() {
    register_module("embedding", embedding);
    register_module("decoder", decoder);
    decoder->weight = embedding->weight;
  }
  torch::Tensor forward(torch::Tensor x) { return decoder(embedding(x)); }
  torch::nn::Embedding embedding{torch::nn::Embedding(5, 3)};
  torch::nn::Linear decoder{torch::nn::Linear(3, 5)};
};
TORCH_MODULE(Tied);

TEST_F(Load, has_weights_that_two_modules_share) {
  const torch::Tensor x = torch::tensor({0, 4, 2});
  Tied original;
  GraphModule traced = symbolic_trace(original, {.example_inputs = {x}});
  save(traced, file("tied.fx"));
  torch::save(traced, file("tied.pt"));
  GraphModule loaded = load(file("tied.fx"), file("tied.pt"));
  EXPECT_TRUE(torch::equal(loaded->forward(x), original->forward(x)));
}

TEST_F(Load, is_told_when_one_node_hides_shared_weights) {
  struct AllLeaves : Tracer {
    bool is_leaf_module(const torch::nn::Module&, const std::string&) override { return true; }
  };
  Tied original;
  AllLeaves tracer;
  GraphModule traced = make_graph_module(tracer, tracer.trace(original));
  EXPECT_THAT(message_of([&] { save(traced, file("tied.fx")); }),
              HasSubstr("'decoder' is called as one module, and computes with a tensor that it has "
                        "not registered"));
}

TEST_F(Load, has_what_a_functional_calls) {
  torch::nn::Sequential original(torch::nn::Linear(3, 3), torch::nn::Functional(torch::relu));
  GraphModule traced = symbolic_trace(original);
  save(traced, file("net.fx"));
  torch::save(traced, file("net.pt"));
  const torch::Tensor x = torch::randn({2, 3});
  EXPECT_TRUE(torch::equal(load(file("net.fx"), file("net.pt"))->forward(x), original->forward(x)));
}

TEST_F(Load, refuses_what_is_no_graph) {
  EXPECT_THAT(message_of([&] { load(file("missing.fx")); }),
              HasSubstr("missing.fx: the file cannot be read"));
  write("net.fx", "int main() {}\n");
  EXPECT_THAT(message_of([&] { load(file("net.fx")); }), HasSubstr("net.fx:1:1: error: "));
  write("net.pt", "no weights\n");
  write("net.fx", "graph():\n    %x : [num_users=0] = placeholder[target=x]\n    return %x\n");
  EXPECT_THAT(message_of([&] { load(file("net.fx"), file("net.pt")); }), HasSubstr("net.pt: "));
}

TEST(LoadedModel, says_when_the_mode_is_another_than_was_traced) {
  TracedModule model;
  model.eval_only = true;
  model.graph.output(model.graph.placeholder("x"));
  GraphModule loaded = load(std::move(model));
  EXPECT_NO_THROW((void)loaded->forward(torch::ones(1)));
  loaded->train();
  EXPECT_THAT(message_of([&] { (void)loaded->forward(torch::ones(1)); }),
              HasSubstr("was traced in evaluation alone, and is in training: call eval()"));
}

} // namespace
} // namespace fx
