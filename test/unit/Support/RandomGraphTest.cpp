// Random models are legal, run, are the same for the same seed, and hold what tests of passes need.
#include "Support/RandomGraph.h"

#include "Support/Evaluator.h"

#include "fx/IR/Lint.h"
#include "fx/IR/Printer.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

namespace fx::testing {
namespace {

std::string first_error(const TracedModule& module) {
  for (const Error& error : lint(module))
    return error.message;
  if (const ModuleNode* block = module.modules.find("block"))
    for (const Error& error : lint(*block->graph))
      return error.message;
  return "";
}

std::string text_of(const Node& node) {
  std::string text = std::string(to_string(node.op())) + node.target().str();
  for (const Argument& argument : node.args())
    text += python_repr(argument) + ",";
  for (const KeywordArgument& keyword : node.kwargs())
    text += keyword.name.str() + "=" + python_repr(keyword.value);
  return text;
}

TEST(RandomModel, RunsOnOtherInputsThanItWasMadeWith) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const TracedModule module = random_model(seed);
    ASSERT_EQ(first_error(module), "") << seed;
    ASSERT_NO_THROW(evaluate(module, random_inputs(module, seed + 7), seed)) << seed << "\n"
                                                                             << print_graph(module);
  }
}

TEST(RandomModel, IsTheSameForTheSameSeed) {
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const TracedModule module = random_model(seed);
    const TracedModule again = random_model(seed);
    EXPECT_EQ(print_graph(module), print_graph(again));
    const std::vector<Value> inputs = random_inputs(module, seed);
    EXPECT_EQ(describe_difference(evaluate(module, inputs, 3), evaluate(again, inputs, 3)), "");
    texts.insert(print_graph(module));
  }
  EXPECT_EQ(texts.size(), 50u);
}

TEST(RandomModel, HoldsWhatPassesWorkOn) {
  std::map<std::string, unsigned> targets;
  unsigned nodes = 0, duplicated = 0, dead = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const TracedModule module = random_model(seed);
    std::set<std::string> texts;
    for (const Node* node : module.graph) {
      ++nodes;
      ++targets[node->target().str()];
      duplicated += !texts.insert(text_of(*node)).second;
      dead += node->num_users() == 0;
    }
  }
  EXPECT_GT(nodes, 300u * 35);
  EXPECT_GT(duplicated, nodes / 10);
  EXPECT_GT(dead, nodes / 10);
  for (const char* target :
       {"add_", "copy_", "operator.setitem", "operator.iadd", "torch.rand_like", "dropout", "block",
        "relu_inplace", "weight", "operator.getitem", "torch.split", "torch.cat", "size", "view",
        "operator.floordiv", "torch.nn.functional.dropout", "torch.nn.functional.relu", "t"})
    EXPECT_GT(targets[target], 10u) << target;
}

TEST(RandomModel, LeavesOutWhatOptionsForbid) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const TracedModule pure = random_model(seed, {.nodes = 20,
                                                  .mutation = false,
                                                  .randomness = false,
                                                  .views = false,
                                                  .modules = false,
                                                  .nested_arguments = false,
                                                  .kwargs = false});
    const std::vector<Value> inputs = random_inputs(pure, seed);
    const RunResult result = evaluate(pure, inputs, seed);
    EXPECT_EQ(result.generator, std::mt19937_64(seed));
    for (size_t i = 0; i < inputs.size(); ++i)
      EXPECT_EQ(describe_difference(inputs[i], result.inputs[i], "input"), "");
    EXPECT_TRUE(pure.graph.find_nodes(Opcode::CallModule).empty());
    EXPECT_TRUE(pure.graph.find_nodes(Opcode::CallFunction, "torch.cat").empty());
  }
}

/// The duplicates are there for it: merging equal calls without a look at effects must be seen.
TEST(RandomModel, ShowsAnUnsoundMerge) {
  unsigned seen = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    TracedModule module = random_model(seed);
    const std::vector<Value> inputs = random_inputs(module, seed);
    const RunResult before = evaluate(module, inputs, seed);
    std::map<std::string, Node*> first;
    for (auto at = module.graph.begin(); at != module.graph.end();) {
      Node* node = *at++;
      const auto [found, is_new] = first.emplace(text_of(*node), node);
      if (is_new || node->op() == Opcode::Placeholder || node->op() == Opcode::Output) continue;
      node->replace_all_uses_with(found->second);
      module.graph.erase_node(node);
    }
    seen += !(before == evaluate(module, inputs, seed));
  }
  EXPECT_GT(seen, 40u);
}

TEST(RandomModel, ACopyIsRunAsTheOriginal) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    TracedModule module = random_model(seed);
    const std::vector<Value> inputs = random_inputs(module, seed);
    const RunResult before = evaluate(module, inputs, seed);
    module.graph = module.graph.clone();
    EXPECT_EQ(describe_difference(before, evaluate(module, random_inputs(module, seed), seed)), "");
  }
}

TEST(RandomTextModel, IsLegalAndTheSameForTheSameSeed) {
  std::set<Argument::Kind> kinds;
  const std::function<void(const Argument&)> visit = [&](const Argument& argument) {
    kinds.insert(argument.kind());
    for (const Argument& item : argument.items())
      visit(item);
  };
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const TracedModule module = random_text_model(seed);
    ASSERT_EQ(first_error(module), "") << seed;
    ASSERT_EQ(print_graph(module), print_graph(random_text_model(seed)));
    for (const Node* node : module.graph)
      for (const Argument& argument : node->args())
        visit(argument);
  }
  EXPECT_EQ(kinds.size(), size_t(Argument::Kind::Dict) + 1);
}

} // namespace
} // namespace fx::testing
