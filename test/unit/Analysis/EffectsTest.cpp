#include "fx/Analysis/Aliasing.h"

#include "fx/IR/Parser.h"
#include "fx/Ops/Facts.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Schema.h"

#include <gtest/gtest.h>

namespace fx {
namespace {

/// The effects of the node `n` in a graph with inputs x and y.
Effects effects_of(const std::string& line, const std::string& modules = {},
                   bool training = false) {
  const std::string head = modules.empty()
                               ? ""
                               : "module Net" + std::string(training ? " [training]" : " [eval]") +
                                     " {\n" + modules + "}\n";
  Expected<TracedModule> module = parse_graph(
      head + "graph():\n%x : = placeholder[target=x]\n%y : = placeholder[target=y]\n" + line);
  EXPECT_TRUE(module) << module.error().to_string();
  EffectOracle oracle(&*module);
  return oracle(*module->graph.back());
}

Effects call(const std::string& target, const std::string& args, const std::string& kwargs = {}) {
  return effects_of("%n : = call_function[target=" + target + "](args = (" + args +
                    "), kwargs = {" + kwargs + "})\n");
}

Effects method(const std::string& name, const std::string& args) {
  return effects_of("%n : = call_method[target=" + name + "](args = (" + args +
                    "), kwargs = {})\n");
}

Effects module(const std::string& type, bool training) {
  return effects_of("%n : = call_module[target=m](args = (%x,), kwargs = {})\n",
                    "m: " + type + "\n", training);
}

TEST(Effects, OperatorsByTheirSchemas) {
  EXPECT_TRUE(call("torch.add", "%x, %y").is_pure());
  EXPECT_EQ(call("torch.add", "%x, %y").aliases, 0U);
  EXPECT_TRUE(call("torch.rand_like", "%x,").random);
  EXPECT_EQ(method("add_", "%x, 1").writes, 1U);
  EXPECT_EQ(call("torch.add", "%x, 1", "out: %y").writes, Effects::operand_bit(2));
  EXPECT_TRUE(method("view", "%x, -1").is_pure());
  EXPECT_EQ(method("view", "%x, -1").aliases & 1U, 1U);
  EXPECT_TRUE(method("size", "%x, 0").no_memory);
  EXPECT_EQ(call("operator.iadd", "%x, %y").writes, 1U);
  EXPECT_TRUE(call("operator.add", "%x, %y").is_pure());
}

TEST(Effects, WhatNothingIsKnownOfMayDoAnything) {
  EXPECT_TRUE(call("mylib::f", "%x,").unknown);
  EXPECT_TRUE(method("no_such_method", "%x,").unknown);
  EXPECT_TRUE(call("torch._assert", "%x, \"text\"").required);
}

TEST(Effects, TrainingIsNoFunctionOfTheOperands) {
  EXPECT_TRUE(
      call("torch.nn.functional.dropout", "%x,", "p: 0.5, training: True, inplace: False").random);
  EXPECT_TRUE(call("torch.nn.functional.dropout", "%x,", "p: 0.5, training: False, inplace: False")
                  .is_pure());
  EXPECT_NE(call("torch.nn.functional.relu", "%x,", "inplace: True").writes, 0U);
  EXPECT_TRUE(call("torch.nn.functional.relu", "%x,", "inplace: False").is_pure());
  // The schema of batch_norm does not say that it writes its statistics.
  const std::string operands = "%x, None, None, %y, %y, ", rest = ", 0.1, 1e-05, False";
  EXPECT_NE(call("torch.batch_norm", operands + "True" + rest).writes, 0U);
  EXPECT_TRUE(call("torch.batch_norm", operands + "False" + rest).is_pure());
}

TEST(Effects, ModulesByExperiment) {
  EXPECT_TRUE(module("torch::nn::Dropout()", true).random);
  EXPECT_TRUE(module("torch::nn::Dropout()", false).is_pure());
  EXPECT_NE(module("torch::nn::Dropout()", false).aliases, 0U);
  EXPECT_TRUE(module("torch::nn::BatchNorm2d(num_features = 3)", true).writes_state);
  EXPECT_TRUE(module("torch::nn::BatchNorm2d(num_features = 3)", false).is_pure());
  EXPECT_NE(module("torch::nn::ReLU(inplace = True)", false).writes, 0U);
  EXPECT_TRUE(module("torch::nn::FractionalMaxPool2d(kernel_size = 2)", false).random);
  EXPECT_TRUE(
      module("torch::nn::Embedding(num_embeddings = 3, embedding_dim = 3)", false).is_pure());
  EXPECT_TRUE(
      module("torch::nn::Embedding(num_embeddings = 3, embedding_dim = 3, max_norm = 1.0)", false)
          .writes_state);
  EXPECT_TRUE(module("Dropout()", false).unknown); // a user's class of that name
}

TEST(Effects, EveryOperatorHasItsFacts) {
  size_t random = 0, aliasing = 0, writing = 0;
  for (const ops::Schema& schema : ops::LibTorch::built_in()->schemas()) {
    random += schema.random;
    writing += schema.mutates();
    for (const ops::SchemaReturn& result : schema.returns)
      aliasing += result.alias_set != 0;
    for (const ops::SchemaArgument& argument : schema.arguments)
      EXPECT_FALSE(argument.mutated && argument.alias_set == 0) << schema.name;
  }
  EXPECT_GT(ops::LibTorch::built_in()->schemas().size(), 2500U);
  EXPECT_GT(random, 90U);
  EXPECT_GT(aliasing, 1000U);
  EXPECT_GT(writing, 1000U);
}

TEST(AliasAnalysis, PutsViewsInputsAndWritersTogether) {
  Expected<TracedModule> module = parse_graph(R"(graph():
    %x : = placeholder[target=x]
    %v : = call_method[target=view](args = (%x, -1), kwargs = {})
    %c : = call_method[target=clone](args = (%x,), kwargs = {})
    %w : = call_method[target=add_](args = (%c, 1), kwargs = {})
    %s : = call_method[target=size](args = (%x, 0), kwargs = {})
    return %v)");
  const AliasAnalysis aliasing(module->graph, &*module);
  const auto at = [&](uint32_t position) -> const Node& { return *aliasing.at(position); };
  EXPECT_EQ(aliasing.memory(at(1)), AliasAnalysis::external);
  EXPECT_FALSE(aliasing.may_alias(at(0), at(2)));
  EXPECT_TRUE(aliasing.may_alias(at(2), at(3)));
  EXPECT_EQ(aliasing.memory(at(4)), AliasAnalysis::none);
  EXPECT_TRUE(aliasing.is_written_between(aliasing.memory(at(2)), 2, 4));
  EXPECT_FALSE(aliasing.is_written_between(aliasing.memory(at(2)), 3, 4));
  EXPECT_TRUE(aliasing.escapes(at(0)));
  EXPECT_FALSE(aliasing.escapes(at(2)));
}

} // namespace
} // namespace fx
