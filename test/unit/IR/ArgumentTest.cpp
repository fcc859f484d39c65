#include "fx/IR/Argument.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Printer.h"

#include <cmath>
#include <gtest/gtest.h>

namespace fx {
namespace {

TEST(Argument, ComparesByStructure) {
  EXPECT_EQ(Argument::list({1, 2.5, "a"}), Argument::list({1, 2.5, "a"}));
  EXPECT_FALSE(Argument::list({1}) == Argument::tuple({1}));
  EXPECT_FALSE(Argument(true) == Argument(1));
  EXPECT_EQ(Argument(std::nan("")), Argument(std::nan("")));
  EXPECT_FALSE(Argument::dtype("float32") == Argument::string("float32"));
}

TEST(Argument, SurvivesAssignmentFromItsOwnPart) {
  Argument list = Argument::list({Argument::tuple({7}), 2});
  list = list.items()[0];
  EXPECT_EQ(list, Argument::tuple({7}));
}

TEST(Argument, NestsTenThousandDeepWithoutRecursion) {
  Graph graph;
  Argument nested(graph.placeholder("x"));
  for (int i = 0; i < 10000; ++i)
    nested = Argument::list({nested});
  const Argument copy = nested;
  EXPECT_EQ(copy, nested);
  int seen = 0;
  for_each_node(nested, [&](Node*) { ++seen; });
  EXPECT_EQ(seen, 1);
  const Argument mapped = map_nodes(nested, [](Node*) { return Argument(3); });
  EXPECT_FALSE(mapped.has_nodes());
  EXPECT_EQ(python_repr(mapped).size(), 20001U);
}

TEST(Argument, MapsNodesInTheOrderTheyStandAndSharesTheRest) {
  Graph graph;
  Node* x = graph.placeholder("x");
  Node* y = graph.placeholder("y");
  const Argument untouched = Argument::list({1, 2});
  const Argument argument = Argument::dict({{Argument("a"), Argument(y)},
                                            {Argument("b"), Argument::slice(x, {}, y)},
                                            {Argument("c"), untouched}});
  std::string order;
  const Argument mapped = map_nodes(argument, [&](Node* node) {
    order += node->name().view();
    return Argument(node == x ? y : x);
  });
  EXPECT_EQ(order, "yxy");
  EXPECT_EQ(mapped.items()[3], Argument::slice(y, {}, x));
  EXPECT_EQ(mapped.items()[5].items().data(), untouched.items().data());
}

TEST(Argument, MapsLeavesInOrderAndKeepsKeys) {
  const Argument nested = Argument::list(
      {1, Argument::dict({{Argument("k"), Argument::tuple({2.0, "x"})}}), Argument::slice({}, 3)});
  std::string order;
  const Argument mapped = map_leaves(nested, [&](const Argument& leaf) {
    order += python_repr(leaf) + " ";
    return leaf.is(Argument::Kind::Int) ? Argument(leaf.as_int() + 10) : leaf;
  });
  EXPECT_EQ(order, "1 2.0 'x' None 3 None ");
  EXPECT_EQ(python_repr(mapped), "[11, {'k': (2.0, 'x')}, slice(None, 13, None)]");
}

TEST(PythonText, WritesFloatsAsCPythonDoes) {
  EXPECT_EQ(python_float(1), "1.0");
  EXPECT_EQ(python_float(1e16), "1e+16");
  EXPECT_EQ(python_float(123456789012345680.0), "1.2345678901234568e+17");
  EXPECT_EQ(python_float(1e15), "1000000000000000.0");
  EXPECT_EQ(python_float(1e-5), "1e-05");
  EXPECT_EQ(python_float(0.0001), "0.0001");
  EXPECT_EQ(python_float(-0.0), "-0.0");
  EXPECT_EQ(python_float(5e-324), "5e-324");
  EXPECT_EQ(python_float(-INFINITY), "-inf");
}

TEST(PythonText, QuotesStringsAsCPythonDoes) {
  EXPECT_EQ(python_string("a"), "'a'");
  EXPECT_EQ(python_string("it's"), "\"it's\"");
  EXPECT_EQ(python_string("con'st\"a\nnt"), "'con\\'st\"a\\nnt'");
  EXPECT_EQ(python_string("\x01\\"), "'\\x01\\\\'");
}

TEST(PythonText, WritesEveryKind) {
  EXPECT_EQ(python_repr(Argument::tuple({nullptr, true, Argument::dtype("int64"),
                                         Argument::device("cuda:1"), Argument::ellipsis()})),
            "(None, True, torch.int64, device(type='cuda', index=1), Ellipsis)");
  EXPECT_EQ(python_repr(Argument::tuple({1})), "(1,)");
  EXPECT_EQ(python_repr(Argument::complex(1, 2)), "(1+2j)");
  EXPECT_EQ(python_repr(Argument::complex(0, -2.5)), "-2.5j");
  EXPECT_EQ(python_repr(Argument::complex(1, -std::nan(""))), "(1+nanj)");
  EXPECT_EQ(python_repr(Argument::range(0, 3, 1)), "range(0, 3)");
  EXPECT_EQ(python_repr(Argument::range(0, 9, 2)), "range(0, 9, 2)");
  EXPECT_EQ(python_repr(Argument::dict({{Argument("k"), Argument::list({})}})), "{'k': []}");
}

} // namespace
} // namespace fx
