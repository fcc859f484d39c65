// One type for every value, whatever asks: emitters, passes, analyses.
#include "fx/Analysis/Types.h"

#include "fx/IR/Parser.h"

#include <gtest/gtest.h>

namespace fx {
namespace {

/// A graph of the tensor x and the number n, whose last line is `line`.
TracedModule graph_of(const std::string& line) {
  Expected<TracedModule> module = parse_graph(
      "module Net {\n  lstm: torch::nn::LSTM(input_size = 3, hidden_size = 3)\n"
      "  scored: torch::nn::AdaptiveLogSoftmaxWithLoss(in_features = 8, n_classes = 10, "
      "cutoffs = (4,))\n}\n"
      "graph():\n%x : torch.Tensor = placeholder[target=x]\n%n : int = placeholder[target=n]\n"
      "%shape : = call_function[target=builtins.getattr](args = (%x, \"shape\"), kwargs = {})\n"
      "%lstm : = call_module[target=lstm](args = (%x,), kwargs = {})\n"
      "%scored : = call_module[target=scored](args = (%x, %x), kwargs = {})\n"
      "%v : = " +
      line + "\n");
  EXPECT_TRUE(module) << module.error().to_string();
  return std::move(*module);
}

std::string type_of(const std::string& line) {
  const TracedModule module = graph_of(line);
  return TypeAnalysis(module.graph, module).type(*module.graph.back()).text;
}

TEST(Types, FollowFromOperands) {
  EXPECT_EQ(type_of("call_function[target=operator.mul](args = (%x, %n), kwargs = {})"),
            "torch::Tensor");
  EXPECT_EQ(type_of("call_function[target=operator.mul](args = (%n, 2), kwargs = {})"), "int64_t");
  EXPECT_EQ(type_of("call_function[target=operator.mul](args = (%n, 2.0), kwargs = {})"), "double");
  EXPECT_EQ(type_of("call_function[target=operator.truediv](args = (%n, 2), kwargs = {})"),
            "double");
  EXPECT_EQ(type_of("call_function[target=operator.lt](args = (%n, 2), kwargs = {})"), "bool");
  EXPECT_EQ(type_of("call_function[target=operator.lt](args = (%x, 2), kwargs = {})"),
            "torch::Tensor");
  EXPECT_EQ(type_of("call_function[target=operator.eq](args = (%shape, %shape), kwargs = {})"),
            "bool");
  EXPECT_EQ(type_of("call_function[target=builtins.max](args = (%n, 2.5), kwargs = {})"), "double");
  EXPECT_EQ(type_of("call_function[target=builtins.abs](args = (%x,), kwargs = {})"),
            "torch::Tensor");
  EXPECT_EQ(type_of("call_function[target=math.floor](args = (%n,), kwargs = {})"), "int64_t");
}

TEST(Types, OfItemsAndMembers) {
  EXPECT_EQ(type_of("call_function[target=operator.getitem](args = (%shape, 0), kwargs = {})"),
            "int64_t");
  EXPECT_EQ(type_of("call_function[target=operator.getitem](args = (%shape, "
                    "slice(1, None, None)), kwargs = {})"),
            "std::vector<int64_t>");
  EXPECT_EQ(type_of("call_function[target=operator.getitem](args = (%lstm, -1), kwargs = {})"),
            "std::tuple<torch::Tensor, torch::Tensor>");
  EXPECT_EQ(
      type_of("call_function[target=builtins.getattr](args = (%scored, \"loss\"), kwargs = {})"),
      "double");
  EXPECT_EQ(type_of("call_function[target=operator.getitem](args = (%lstm, 2), kwargs = {})"), "");
}

TEST(Types, OfOperatorsByTheOverloadThatFits) {
  EXPECT_EQ(type_of("call_function[target=torch.max](args = (%x,), kwargs = {})"), "torch::Tensor");
  EXPECT_EQ(type_of("call_function[target=torch.max](args = (%x, %n), kwargs = {})"),
            "std::tuple<torch::Tensor, torch::Tensor>");
  const TracedModule module =
      graph_of("call_function[target=torch.max](args = (%x, %n), kwargs = {})");
  const TypeAnalysis types(module.graph, module);
  const ops::BoundCall* call = types.call(*module.graph.back());
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(call->schema->overload, "dim");
}

TEST(Types, AreGuessesWhereNothingIsKnown) {
  const TracedModule module = graph_of("call_function[target=mylib::f](args = (%x,), kwargs = {})");
  const TypeAnalysis types(module.graph, module);
  EXPECT_EQ(types.type(*module.graph.back()).kind, ValueType::Kind::Tensor);
  EXPECT_FALSE(types.is_certain(*module.graph.back()));
  EXPECT_TRUE(types.is_certain(*module.graph.front()));
}

TEST(Types, DeclaredOnesHold) {
  const TracedModule module =
      graph_of("call_function[target=operator.add](args = (%x, 1), kwargs = {})");
  const TypeAnalysis types(module.graph, module, [](const Node& node) {
    return node.name().view() == "x" ? std::optional(ValueType::of(ValueType::Kind::Float))
                                     : std::nullopt;
  });
  EXPECT_EQ(types.type(*module.graph.back()).kind, ValueType::Kind::Float);
}

} // namespace
} // namespace fx
