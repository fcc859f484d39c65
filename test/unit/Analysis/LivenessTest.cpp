// Where values are used for the last time.
#include "fx/Analysis/Liveness.h"

#include <gtest/gtest.h>

using namespace fx;

namespace {

TEST(Liveness, AValueIsUsedLastByTheLastOfItsUsersInTheProgram) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* unused = graph.placeholder("unused");
  Node* first = graph.call_function("f", {x});
  Node* second = graph.call_function("g", {Argument::list({first, x})}, {{"k", Argument(x)}});
  Node* output = graph.output(second);
  const Liveness liveness(graph);
  EXPECT_EQ(liveness.last_user(*x), second);
  EXPECT_EQ(liveness.last_user(*unused), nullptr);
  EXPECT_TRUE(liveness.last_uses(*first).empty());
  EXPECT_EQ(liveness.last_uses(*second), (std::vector<const Node*>{first, x}));
  EXPECT_EQ(liveness.last_uses(*output), (std::vector<const Node*>{second}));
}

TEST(Liveness, TheOrderOfTheProgramCountsNotThatOfTheUses) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* made_first = graph.call_function("f", {x});
  const auto point = graph.inserting_before(made_first);
  Node* made_later = graph.call_function("g", {x});
  const Liveness liveness(graph);
  EXPECT_EQ(liveness.last_user(*x), made_first);
  EXPECT_TRUE(liveness.last_uses(*made_later).empty());
}

} // namespace
