// Random models through print, parse, lint and every pass: what a model computes must not change,
// nor what it does to its inputs and parameters, nor what its generator draws.
#include "Support/Evaluator.h"
#include "Support/RandomGraph.h"

#include "fx/IR/Lint.h"
#include "fx/IR/Parser.h"
#include "fx/IR/Printer.h"
#include "fx/Passes/Outline.h"
#include "fx/Passes/PassManager.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace fx {
namespace {

/// 10,000 with FX_RANDOM_MODELS=10000 (.ci/long-jobs.txt).
const uint64_t models = [] {
  const char* count = std::getenv("FX_RANDOM_MODELS");
  return count == nullptr ? 2500 : std::strtoull(count, nullptr, 10);
}();

TracedModule read_back(const std::string& text) {
  Expected<TracedModule> parsed = parse_graph(text, {.file = "text"});
  EXPECT_TRUE(parsed) << parsed.error().to_string() << text;
  return parsed ? std::move(*parsed) : TracedModule();
}

TEST(RandomModels, PrintParsePrintIsTheIdentity) {
  for (uint64_t seed = 0; seed < models; ++seed) {
    const std::string text = print_graph(testing::random_text_model(seed), {.meta = true});
    ASSERT_EQ(print_graph(read_back(text), {.meta = true}), text) << "seed " << seed;
    const std::string runnable = print_graph(testing::random_model(seed), {.meta = true});
    ASSERT_EQ(print_graph(read_back(runnable), {.meta = true}), runnable) << "seed " << seed;
  }
}

TEST(RandomModels, ComputeTheSameWhenReadBack) {
  for (uint64_t seed = 0; seed < models / 10; ++seed) {
    const TracedModule model = testing::random_model(seed);
    const TracedModule again = read_back(print_graph(model));
    const auto inputs = testing::random_inputs(model, seed);
    ASSERT_EQ(testing::describe_difference(testing::evaluate(model, inputs, seed),
                                           testing::evaluate(again, inputs, seed)),
              "")
        << "seed " << seed;
  }
}

/// Says of every tensor of the graph what it is like, as a trace with example inputs does.
void note_tensors(TracedModule& model, const std::vector<testing::Value>& inputs, uint64_t seed) {
  testing::Evaluator evaluator(model, seed);
  testing::Evaluator::Environment values;
  size_t next_input = 0;
  const auto given = testing::deep_copy(inputs);
  for (Node* node : model.graph) {
    values[node] = node->op() == Opcode::Placeholder
                       ? given[next_input++]
                       : evaluator.run_node(*node, values, model.modules.root());
    const testing::Value& value = values[node];
    if (!value.is_tensor()) continue;
    const char* const dtypes[] = {"bool", "int64", "float32"};
    TensorMeta meta{.shape = value.tensor.sizes,
                    .dtype = Symbol(dtypes[static_cast<size_t>(value.tensor.dtype())]),
                    .stride = value.tensor.strides};
    node->set_meta(meta::tensor_meta, std::move(meta));
  }
}

struct Check {
  bool with_shapes = false;
  bool any_layout = false;
};

/// Runs a pipeline on a random model and compares what it computes: whether it changed it.
bool check_model(const PassManager& manager, uint64_t seed, Check check) {
  const TracedModule model = testing::random_model(seed);
  TracedModule transformed = testing::random_model(seed);
  const auto inputs = testing::random_inputs(model, seed);
  if (check.with_shapes) note_tensors(transformed, inputs, seed);
  const Expected<bool> result = manager.run(transformed);
  EXPECT_TRUE(result) << "seed " << seed << ": " << result.error().message;
  if (!result) return false;
  EXPECT_TRUE(lint(transformed).empty()) << "seed " << seed << "\n" << print_graph(transformed);
  std::string difference;
  try {
    difference = testing::describe_difference(testing::evaluate(model, inputs, seed),
                                              testing::evaluate(transformed, inputs, seed),
                                              check.any_layout);
  } catch (const std::exception& error) {
    difference = error.what();
  }
  EXPECT_EQ(difference, "") << "seed " << seed << "\n"
                            << print_graph(model) << print_graph(transformed);
  return *result;
}

/// Runs a pipeline on many models and compares what they compute.
void check_pipeline(const std::string& pipeline, uint64_t count, Check check = {}) {
  const Expected<PassManager> manager = PassManager::parse(pipeline);
  ASSERT_TRUE(manager) << manager.error().message;
  size_t changed = 0;
  for (uint64_t seed = 0; seed < count && !::testing::Test::HasFailure(); ++seed)
    changed += check_model(*manager, seed, check) ? 1 : 0;
  EXPECT_GT(changed, 0U) << pipeline << " changed none of the models";
}

TEST(RandomModels, ComputeTheSameAfterDce) {
  check_pipeline("dce", models);
}

TEST(RandomModels, ComputeTheSameAfterCse) {
  check_pipeline("cse", models);
}

TEST(RandomModels, ComputeTheSameWithOperandsNormalized) {
  check_pipeline("normalize-args", models / 4);
  check_pipeline("normalize-args<keywords;keep-defaults>", models / 4);
  check_pipeline("normalize-operators", models / 4);
}

TEST(RandomModels, ComputeTheSameAfterFoldingAndAnnotating) {
  check_pipeline("fixpoint(const-fold)", models / 4);
  check_pipeline("annotate-types", models / 4);
}

TEST(RandomModels, ComputeTheSameWithFoldedWeights) {
  check_pipeline("const-fold<weights>", models);
  check_pipeline("const-fold<weights>,cse,dce,remove-unused-modules,const-fold<weights>",
                 models / 8);
  check_pipeline("const-fold<weights>,split-module<by=size;size=5>,inline-modules", models / 8);
}

TEST(RandomModels, InlineWhatIsFolded) {
  const Expected<PassManager> manager = PassManager::parse("const-fold<weights>");
  size_t folded = 0;
  for (uint64_t seed = 0; seed < models / 4; ++seed) {
    const TracedModule model = testing::random_model(seed);
    TracedModule transformed = testing::random_model(seed);
    ASSERT_TRUE(manager->run(transformed));
    TracedModule again = read_back(print_graph(transformed, {.meta = true}));
    folded += again.folding ? 1 : 0;
    again.inline_folding();
    ASSERT_TRUE(lint(again).empty()) << print_graph(again);
    const auto inputs = testing::random_inputs(model, seed);
    ASSERT_EQ(testing::describe_difference(testing::evaluate(model, inputs, seed),
                                           testing::evaluate(again, inputs, seed)),
              "")
        << "seed " << seed << "\n"
        << print_graph(model) << print_graph(again);
  }
  EXPECT_GT(folded, 0U);
}

TEST(RandomModels, ComputeTheSameAfterAllPasses) {
  check_pipeline(
      "normalize-args,fixpoint<max=5>(const-fold,cse,dce),remove-unused-modules,legalize,"
      "annotate-types,normalize-args<keywords>,cse,dce,init(cse,dce)",
      models);
}

TEST(RandomModels, ComputeTheSameInPlace) {
  check_pipeline("reinplace<inference>", models, {.with_shapes = true});
  check_pipeline("cse,reinplace<inference>,dce", models / 8, {.with_shapes = true});
  check_pipeline("functionalize,dce,reinplace<inference>", models / 4,
                 {.with_shapes = true, .any_layout = true});
}

TEST(RandomModels, ComputeTheSameWithoutWrites) {
  check_pipeline("functionalize", models, {.any_layout = true});
  check_pipeline("functionalize,cse,dce", models / 8, {.with_shapes = true, .any_layout = true});
}

/// The passes that keep what a model computes, whatever it is, bit for bit.
constexpr const char* keep_values[] = {
    "dce",
    "cse",
    "normalize-args",
    "normalize-args<keywords>",
    "normalize-args<keywords;keep-defaults>",
    "normalize-operators",
    "const-fold",
    "const-fold<weights>",
    "annotate-types",
    "remove-unused-modules",
    "legalize",
    "functionalize",
    "reinplace<inference>",
    "reinplace<inference;any-layout>",
    "split-module<by=size;size=5>",
    "inline-modules",
    "partition<ops=torch.add|operator.add|operator.mul|torch.neg|torch.relu;single>",
    "init(cse,dce)",
};

TEST(RandomModels, ComputeTheSameByPassesInRandomOrder) {
  size_t changed = 0;
  for (uint64_t seed = 0; seed < models && !HasFailure(); ++seed) {
    std::mt19937_64 random(seed);
    std::string pipeline;
    for (uint64_t count = 2 + random() % 6; count > 0; --count)
      pipeline += (pipeline.empty() ? "" : ",") +
                  std::string(keep_values[random() % std::size(keep_values)]);
    SCOPED_TRACE(pipeline);
    const Expected<PassManager> manager = PassManager::parse(pipeline);
    ASSERT_TRUE(manager) << manager.error().message;
    changed += check_model(*manager, seed, {.with_shapes = true, .any_layout = true}) ? 1 : 0;
  }
  EXPECT_GT(changed, models / 2);
}

TEST(RandomModels, ComputeTheSameInPartsAndPutTogetherAgain) {
  check_pipeline("split-module<by=size;size=5>", models / 4);
  check_pipeline("split-module<by=size;size=7>,inline-modules,remove-unused-modules,dce",
                 models / 4);
  check_pipeline("partition<ops=torch.add|operator.add|operator.mul|torch.neg|torch.relu;single>",
                 models / 4);
}

TEST(RandomModels, ComputeTheSameInPartsDrawnAtRandom) {
  // Parts that depend on each other are refused; the others compute the same.
  size_t split = 0;
  for (uint64_t seed = 0; seed < models / 4; ++seed) {
    const TracedModule model = testing::random_model(seed);
    TracedModule transformed = testing::random_model(seed);
    std::mt19937_64 random(seed);
    const AliasAnalysis aliasing(transformed.graph, &transformed);
    if (!split_module(transformed, aliasing, [&](const Node&) {
          return static_cast<int64_t>(random() % 12 < 11 ? 0 : 1);
        }))
      continue;
    ++split;
    const auto inputs = testing::random_inputs(model, seed);
    ASSERT_TRUE(lint(transformed).empty()) << "seed " << seed;
    ASSERT_EQ(testing::describe_difference(testing::evaluate(model, inputs, seed),
                                           testing::evaluate(transformed, inputs, seed)),
              "")
        << "seed " << seed << "\n"
        << print_graph(model) << print_graph(transformed);
  }
  EXPECT_GT(split, models / 400);
}

TEST(RandomModels, KeepTheirOrderUnderLegalize) {
  const Expected<PassManager> manager = PassManager::parse("legalize");
  for (uint64_t seed = 0; seed < models / 10; ++seed) {
    TracedModule model = testing::random_model(seed);
    const std::string before = print_graph(model);
    const Expected<bool> result = manager->run(model);
    ASSERT_TRUE(result && !*result);
    ASSERT_EQ(print_graph(model), before);
  }
}

} // namespace
} // namespace fx
