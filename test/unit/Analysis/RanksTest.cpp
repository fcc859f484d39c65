#include "fx/Analysis/Ranks.h"

#include "fx/IR/Parser.h"

#include <gtest/gtest.h>

namespace fx {
namespace {

/// How many dimensions the last node before the output has, for all inputs `x` and `y`.
RankSet ranks_of(const std::string& lines,
                 RankAnalysis::Examples examples = RankAnalysis::Examples::None) {
  const Expected<TracedModule> module = parse_graph(R"(module Net [eval] {
  conv1: torch::nn::Conv1d(in_channels = 4, out_channels = 4, kernel_size = 1)
  conv2: torch::nn::Conv2d(in_channels = 4, out_channels = 4, kernel_size = 1)
  norm1: torch::nn::BatchNorm1d(num_features = 4)
  norm2: torch::nn::BatchNorm2d(num_features = 4)
  fc: torch::nn::Linear(in_features = 4, out_features = 4)
  flat: torch::nn::Flatten()
  softplus: torch::nn::Softplus()
}
graph():
    %x : = placeholder[target=x] meta = {tensor_meta: {"shape": (2, 4, 4), "dtype": torch.float32, "stride": (16, 4, 1)}}
    %y : = placeholder[target=y]
)" + lines);
  EXPECT_TRUE(module) << module.error().to_string();
  const Node& last = *module->graph.back();
  const Node& value = last.op() == Opcode::Output ? *last.arg(0).as_node() : last;
  return RankAnalysis(module->graph, *module, examples).at(value, last);
}

/// The same of one call.
RankSet rank_of(const std::string& call) {
  return ranks_of("    %r : = " + call + "\n    return %r\n");
}
std::string function(const std::string& target, const std::string& args) {
  return "call_function[target=" + target + "](args = (" + args + ",), kwargs = {})";
}
std::string method(const std::string& target, const std::string& args) {
  return "call_method[target=" + target + "](args = (" + args + ",), kwargs = {})";
}
std::string module_call(const std::string& target) {
  return "call_module[target=" + target + "](args = (%x,), kwargs = {})";
}

TEST(Ranks, BySizesThatAreGiven) {
  EXPECT_EQ(rank_of(method("view", "%x, -1, 4")).only(), 2U);
  EXPECT_EQ(rank_of(method("view", "%x, (-1, 4, 1)")).only(), 3U);
  EXPECT_EQ(rank_of(function("torch.reshape", "%x, [4, -1]")).only(), 2U);
  EXPECT_EQ(rank_of(method("permute", "%x, (0, 2, 1)")).only(), 3U);
  EXPECT_EQ(rank_of(function("torch.zeros", "[2, 3]")).only(), 2U);
  EXPECT_EQ(rank_of(method("view", "%x, %y")), RankSet::any());
}

TEST(Ranks, OfFlatten) {
  EXPECT_EQ(rank_of(method("flatten", "%x, 1")).only(), 2U);
  EXPECT_EQ(rank_of(function("torch.flatten", "%x")).only(), 1U);
  EXPECT_EQ(rank_of(function("torch.flatten", "%x, 0, -2")).only(), 2U);
  EXPECT_EQ(rank_of(function("torch.flatten", "%x, 2, -2")).only(), 4U);
  EXPECT_EQ(rank_of(module_call("flat")).only(), 2U);
  EXPECT_EQ(ranks_of("    %c : = " + module_call("conv2") +
                     "\n    %r : = call_method[target=flatten](args = (%c, -2), kwargs = {})\n"
                     "    return %r\n"),
            RankSet::of(2) | RankSet::of(3));
}

TEST(Ranks, OfWhatTakesFew) {
  EXPECT_EQ(rank_of(module_call("conv1")), RankSet::of(2) | RankSet::of(3));
  EXPECT_EQ(rank_of(module_call("conv2")), RankSet::of(3) | RankSet::of(4));
  EXPECT_EQ(rank_of(module_call("norm1")), RankSet::of(2) | RankSet::of(3));
  EXPECT_EQ(rank_of(module_call("norm2")).only(), 4U);
  EXPECT_EQ(rank_of(function("torch.mm", "%x, %y")).only(), 2U);
  EXPECT_EQ(rank_of(module_call("fc")), RankSet::from(1));
}

TEST(Ranks, OfMeans) {
  const std::string conv = "    %c : = " + module_call("conv2") + "\n";
  // An image without a batch has no fourth dimension.
  EXPECT_EQ(
      ranks_of(conv + "    %r : = " + method("mean", "%c, (2, 3)") + "\n    return %r\n").only(),
      2U);
  EXPECT_EQ(ranks_of(conv + "    %r : = " + method("mean", "%c, (-2, -1)") + "\n    return %r\n"),
            RankSet::of(1) | RankSet::of(2));
  EXPECT_EQ(
      ranks_of(conv + "    %r : = " + method("mean", "%c, (2, 3), True") + "\n    return %r\n"),
      RankSet::of(3) | RankSet::of(4));
  EXPECT_EQ(rank_of(method("mean", "%x")), RankSet::any());
}

TEST(Ranks, OfWhatComputesEachElement) {
  const std::string flat = "    %f : = " + method("flatten", "%x, 1") + "\n";
  const auto behind = [&](const std::string& call) {
    return ranks_of(flat + "    %r : = " + call + "\n    return %r\n");
  };
  EXPECT_EQ(behind(function("torch.relu", "%f")).only(), 2U);
  EXPECT_EQ(behind(function("operator.add", "%f, 1")).only(), 2U);
  EXPECT_EQ(behind(function("operator.add", "%f, %f")).only(), 2U);
  EXPECT_EQ(behind(method("mul_", "%f, %y")).only(), 2U);
  // One of more dimensions makes the other larger.
  EXPECT_EQ(behind(function("operator.add", "%f, %y")), RankSet::any());
  EXPECT_EQ(behind(function("torch.squeeze", "%f")), RankSet::any());
  EXPECT_EQ(behind(method("unsqueeze", "%f, 1")).only(), 3U);
  EXPECT_EQ(behind(method("select", "%f, 1, 0")).only(), 1U);
}

TEST(Ranks, OfExamplesOnlyWhereInputsAreTakenToHaveThem) {
  const std::string line = "    %r : = " + module_call("fc") + "\n    return %r\n";
  EXPECT_EQ(ranks_of(line), RankSet::from(1));
  EXPECT_EQ(ranks_of(line, RankAnalysis::Examples::Inputs).only(), 3U);
  EXPECT_EQ(ranks_of("    return %y\n", RankAnalysis::Examples::Inputs), RankSet::any());
  // Sizes decide how many are left.
  EXPECT_EQ(ranks_of("    %r : = " + method("squeeze", "%x") + "\n    return %r\n",
                     RankAnalysis::Examples::Inputs),
            RankSet::any());
}

TEST(Ranks, OfWhatIsAsserted) {
  const std::string asserted = "    %d : = " + method("dim", "%x") +
                               "\n    %e : = " + function("operator.eq", "%d, 2") +
                               "\n    %a : = " + function("torch._assert", "%e, \"two\"") + "\n";
  EXPECT_EQ(ranks_of(asserted + "    %r : = " + module_call("fc") + "\n    return %r\n").only(),
            2U);
  EXPECT_EQ(
      ranks_of("    %r : = " + module_call("fc") + "\n" + asserted + "    return %r\n").only(), 2U);
  const std::string changed = "    %u : = " + method("unsqueeze_", "%x, 0") + "\n";
  EXPECT_EQ(ranks_of(changed + asserted + "    return %x\n"), RankSet::any());
}

TEST(Ranks, NotBehindAWriteOfAShape) {
  const std::string flat = "    %f : = " + method("flatten", "%x, 1") + "\n    %w : = ";
  const auto behind = [&](const std::string& call, const std::string& result) {
    return ranks_of(flat + call + "\n    return " + result + "\n");
  };
  for (const std::string& line :
       {method("unsqueeze_", "%f, 0"), method("resize_", "%f, (4, 1, 1)"),
        function("mylib::change", "%f"),
        std::string("call_function[target=torch.add](args = (%x, %y), kwargs = {out: %f})")}) {
    EXPECT_EQ(behind(line, "%f"), RankSet::any()) << line;
    EXPECT_EQ(behind(line, "%w"), RankSet::any()) << line;
  }
  EXPECT_EQ(behind(method("add_", "%f, 1"), "%f").only(), 2U);
  EXPECT_EQ(behind(function("operator.setitem", "%f, 0, 1"), "%f").only(), 2U);
}

} // namespace
} // namespace fx
