// Where nodes come from, through traces of traces.
#include "fx/Runtime/Traceback.h"

#include "TraceTest.h"

#include "fx/Runtime/Decompose.h"
#include "fx/Runtime/MakeFx.h"
#include "fx/Runtime/Transformer.h"

namespace fx {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using torch::Tensor;
using traceback::NodeSource;
using traceback::NodeSourceAction;

const MetaKey<Argument>& custom() {
  return free_meta_key("custom");
}

/// relu, which the user wrote something about, and add.
GraphModule relu_and_add() {
  GraphModule traced = symbolic_trace([](Tensor x) { return torch::relu(x) + 1; });
  Node* relu = traced->graph().find_nodes(Opcode::CallFunction, "torch.relu").front();
  relu->set_meta(custom(), Argument::string("mine"));
  relu->set_meta(meta::source_range, SourceRange{"model.cpp", 7, 3, 7, 9});
  return traced;
}

/// The graph of an Interpreter that runs `module`.
GraphModule interpreted(const GraphModule& module) {
  return make_fx([&](Tensor x) { return Interpreter(module).run({x}).toTensor(); },
                 {torch::ones({2})});
}

const Node& only(const GraphModule& module, std::string_view target) {
  const std::vector<Node*> found =
      GraphModule(module)->graph().find_nodes(Opcode::CallFunction, target);
  EXPECT_EQ(found.size(), 1U) << target;
  return *found.front();
}

TEST(Traceback, ANodeThatAnInterpreterComputesInATraceGetsItsMeta) {
  const GraphModule traced = relu_and_add();
  const traceback::PreserveNodeMeta preserved;
  const GraphModule again = interpreted(traced);
  const Node& relu = only(again, "torch.ops.aten.relu.default");
  ASSERT_NE(relu.meta(custom()), nullptr);
  EXPECT_EQ(relu.meta(custom())->symbol().view(), "mine");
  ASSERT_NE(relu.meta(meta::source_range), nullptr);
  EXPECT_EQ(relu.meta(meta::source_range)->line, 7U);
  EXPECT_THAT(traceback::from_node(relu),
              ElementsAre(NodeSource{"relu", "torch.relu", "Interpreter"}));
  const Node& add = only(again, "torch.ops.aten.add.Scalar");
  EXPECT_EQ(add.meta(custom()), nullptr);
  EXPECT_THAT(traceback::from_node(add),
              ElementsAre(NodeSource{"add", "torch.add", "Interpreter"}));
  EXPECT_EQ(traceback::get_current_meta(), nullptr) << "after the run";
}

TEST(Traceback, AChainHasAStepForEachPass) {
  const GraphModule traced = relu_and_add();
  const GraphModule parts = decompose(
      traced, {{"torch.relu", [](Tensor x) { return torch::clamp_min(x, 0).neg().neg(); }}});
  const traceback::PreserveNodeMeta preserved;
  const GraphModule again = interpreted(parts);
  const std::vector<NodeSource> chain =
      traceback::from_node(only(again, "torch.ops.aten.clamp_min.default"));
  EXPECT_THAT(chain, ElementsAre(NodeSource{"relu", "torch.relu", "decompose"},
                                 NodeSource{"clamp_min", "torch.clamp_min", "Interpreter"}));
  EXPECT_EQ(chain[0].print_readable(),
            "(name=relu, target=torch.relu, pass_name=decompose, action=create)\n");
}

TEST(Traceback, TheNodeThatTakesTheValuesPlaceReplaces) {
  const GraphModule parts =
      decompose(relu_and_add(), {{"torch.relu", [](Tensor x) { return torch::clamp_min(x, 0); }}});
  EXPECT_THAT(
      traceback::from_node(only(parts, "torch.clamp_min")),
      ElementsAre(NodeSource{"relu", "torch.relu", "decompose", NodeSourceAction::Replace}));
}

TEST(Traceback, ATransformerSaysItsClass) {
  struct Tanh : Transformer {
    using Transformer::Transformer;
    Value call_function(Symbol target, const Args& args, const Kwargs& kwargs) override {
      if (target.view() == "torch.relu") return torch::tanh(args[0].toTensor());
      return Transformer::call_function(target, args, kwargs);
    }
  };
  const GraphModule traced = relu_and_add();
  EXPECT_THAT(traceback::from_node(only(Tanh(traced).transform(), "torch.tanh")), IsEmpty());
  const traceback::PreserveNodeMeta preserved;
  const GraphModule changed = Tanh(traced).transform();
  EXPECT_THAT(traceback::from_node(only(changed, "torch.tanh")),
              ElementsAre(NodeSource{"relu", "torch.relu", "Tanh"}));
  EXPECT_THAT(traceback::from_node(only(changed, "torch.add")),
              ElementsAre(NodeSource{"add", "torch.add", "Tanh"}));
}

TEST(Traceback, NothingIsKeptUnlessItIsAskedFor) {
  const GraphModule traced = relu_and_add();
  EXPECT_THAT(traceback::from_node(only(interpreted(traced), "torch.ops.aten.relu.default")),
              IsEmpty());
  const traceback::PreserveNodeMeta preserved;
  {
    const traceback::PreserveNodeMeta none(false);
    EXPECT_FALSE(traceback::has_preserved_node_meta());
    EXPECT_EQ(only(interpreted(traced), "torch.ops.aten.relu.default").meta(custom()), nullptr);
  }
  EXPECT_TRUE(traceback::has_preserved_node_meta());
}

TEST(Traceback, TheCurrentMetaIsThatOfANode) {
  const GraphModule traced = relu_and_add();
  const Node& relu = only(traced, "torch.relu");
  const traceback::PreserveNodeMeta preserved;
  {
    const traceback::SetCurrentMeta current(relu, "by hand");
    ASSERT_NE(traceback::get_current_meta(), nullptr);
    const GraphModule made = symbolic_trace([](Tensor x) { return x.exp(); });
    EXPECT_THAT(traceback::from_node(only(made, "torch.exp")),
                ElementsAre(NodeSource{"relu", "torch.relu", "by hand"}));
  }
  EXPECT_EQ(traceback::get_current_meta(), nullptr);
}

TEST(Traceback, test_stack_trace_is_overridden) {
  const traceback::PreserveNodeMeta preserved;
  const GraphModule outer = relu_and_add();
  const traceback::SetCurrentMeta current(only(outer, "torch.add"));
  traceback::set_stack_trace("the user's own words\n");
  EXPECT_EQ(traceback::format_stack(), "the user's own words\n");
  const GraphModule made = symbolic_trace([](Tensor x) { return x.exp(); });
  const Argument* text = only(made, "torch.exp").meta(free_meta_key("stack_trace"));
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(text->symbol().view(), "the user's own words\n");
}

TEST(Traceback, TheStackIsThatOfTheProgram) {
  EXPECT_THAT(traceback::format_stack(), HasSubstr("TracebackTest.cpp"));
}

} // namespace
} // namespace fx
