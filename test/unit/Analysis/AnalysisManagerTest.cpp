// What is kept of analyses when graphs change.
#include "fx/Analysis/AnalysisManager.h"
#include "fx/Analysis/Aliasing.h"
#include "fx/Analysis/Liveness.h"
#include "fx/Analysis/Numbers.h"
#include "fx/Analysis/Types.h"

#include <gtest/gtest.h>

using namespace fx;

namespace {

struct AnalysisManagerTest : testing::Test {
  TracedModule model;
  Graph& graph = model.graph;
  Node* x = graph.placeholder("x");
  Node* unused = graph.call_method("neg", {x});
  Node* result = graph.call_method("relu", {x});
  Node* output = graph.output(result);
  AnalysisManager analyses;
};

TEST_F(AnalysisManagerTest, KeepsOneResultOfEachTypeAndGraph) {
  const AliasAnalysis* aliasing = &analyses.get<AliasAnalysis>(graph, model);
  EXPECT_EQ(aliasing, &analyses.get<AliasAnalysis>(graph, model));
  EXPECT_NE(aliasing, &analyses.get<AliasAnalysis>(model.init, model));
  EXPECT_EQ(analyses.get<Liveness>(graph, model).last_user(*x), result);
}

TEST_F(AnalysisManagerTest, DropsWhatIsNotPreserved) {
  analyses.get<Liveness>(graph, model);
  const NumberAnalysis* numbers = &analyses.get<NumberAnalysis>(graph, model);
  graph.erase_node(unused);
  result->set_args({});
  analyses.invalidate(PreservedAnalyses::of<NumberAnalysis, AliasAnalysis>());
  EXPECT_EQ(numbers, &analyses.get<NumberAnalysis>(graph, model));
  EXPECT_EQ(analyses.get<Liveness>(graph, model).last_user(*x), nullptr);
}

TEST_F(AnalysisManagerTest, NamesAnAnalysisThatIsNotWhatItWas) {
  analyses.get<NumberAnalysis>(graph, model);
  analyses.get<AliasAnalysis>(graph, model);
  EXPECT_EQ(analyses.find_stale(model), std::nullopt);
  graph.erase_node(unused);
  EXPECT_EQ(analyses.find_stale(model), "aliasing"); // relu stands at another position
  analyses.invalidate(PreservedAnalyses::of<NumberAnalysis>());
  EXPECT_EQ(analyses.find_stale(model), std::nullopt);
  // A node that was added is not known to what is kept.
  const auto point = graph.inserting_before(output);
  graph.call_method("size", {x, 0});
  EXPECT_EQ(analyses.find_stale(model), "numbers");
}

TEST_F(AnalysisManagerTest, TypesAreThoseOfTheCallsThatAreMeant) {
  analyses.get<TypeAnalysis>(graph, model);
  EXPECT_EQ(analyses.find_stale(model), std::nullopt);
  result->set_target("size");
  EXPECT_EQ(analyses.find_stale(model), "types");
}

TEST_F(AnalysisManagerTest, ClassesOfMemoryAreTheSameByWhateverNumbers) {
  // The memory of what is erased had a number, so that those behind it have others now.
  TracedModule other;
  Node* y = other.graph.placeholder("y");
  Node* gone = other.graph.call_method("neg", {y});
  Node* kept = other.graph.call_method("neg", {y});
  Node* view = other.graph.call_method("relu", {y});
  other.graph.output(Argument::list({kept, view}));
  gone->prepend(kept);
  const AliasAnalysis before(other.graph, other);
  EXPECT_TRUE(before.agrees_with(AliasAnalysis(other.graph, other), other.graph));
  view->set_target("view"); // shares the memory of y
  EXPECT_FALSE(before.agrees_with(AliasAnalysis(other.graph, other), other.graph));
}

TEST(PreservedAnalyses, AreThoseThatAllKeep) {
  PreservedAnalyses kept = PreservedAnalyses::all();
  kept.intersect(PreservedAnalyses::of<AliasAnalysis, Liveness>());
  kept.intersect(PreservedAnalyses::of<Liveness, NumberAnalysis>());
  EXPECT_TRUE(kept.contains(typeid(Liveness)));
  EXPECT_FALSE(kept.contains(typeid(AliasAnalysis)));
  EXPECT_FALSE(kept.contains(typeid(NumberAnalysis)));
  kept.intersect(PreservedAnalyses::all());
  EXPECT_TRUE(kept.contains(typeid(Liveness)));
  kept.intersect(PreservedAnalyses::none());
  EXPECT_FALSE(kept.contains(typeid(Liveness)));
}

} // namespace
