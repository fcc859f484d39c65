#include "fx/Ops/LibTorch.h"

#include "fx/Ops/Callee.h"

#include <gtest/gtest.h>

namespace fx::ops {
namespace {

/// A LibTorch with one operator, which no other has.
std::shared_ptr<const LibTorch> small_libtorch() {
  static constexpr SchemaArgument arguments[] = {{"self", "Tensor", ""}};
  static constexpr SchemaReturn returns[] = {{.type = "Tensor"}};
  static constexpr Schema schemas[] = {
      {.name = "invented", .overload = "", .arguments = arguments, .returns = returns}};
  static const Tables tables = [] {
    Tables made;
    made.version = {99, 0};
    made.schemas = schemas;
    return made;
  }();
  return std::make_shared<LibTorch>(
      std::shared_ptr<const Tables>(std::shared_ptr<void>(), &tables));
}

TEST(LibTorch, IsTheOneOfTheGraph) {
  Graph ours, theirs;
  theirs.set_libtorch(small_libtorch());
  EXPECT_TRUE(callee_of(*ours.call_method("invented")).is(Callee::Kind::User));
  EXPECT_TRUE(callee_of(*theirs.call_method("invented")).is(Callee::Kind::Operator));
  EXPECT_TRUE(callee_of(*ours.call_method("relu")).is(Callee::Kind::Operator));
  EXPECT_TRUE(callee_of(*theirs.call_method("relu")).is(Callee::Kind::User));
  EXPECT_EQ(libtorch_of(theirs).version().major, 99);
}

TEST(LibTorch, StaysWithCopiesOfTheGraph) {
  Graph graph;
  graph.set_libtorch(small_libtorch());
  graph.call_method("invented");
  const Graph copy = graph.clone();
  EXPECT_EQ(copy.libtorch(), graph.libtorch());
  const Graph moved = std::move(graph);
  EXPECT_EQ(moved.libtorch(), copy.libtorch());
  EXPECT_TRUE(callee_of(**moved.begin()).is(Callee::Kind::Operator));
}

} // namespace
} // namespace fx::ops
