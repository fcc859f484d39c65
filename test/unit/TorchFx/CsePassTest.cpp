// torch.fx's test/fx/test_cse_pass.py: how many nodes a program loses, and that it computes the same.
// Python's tests trace programs to ATen calls with all arguments in order; here normalize-args does.
#include "PassTestSupport.h"

#include "Support/Evaluator.h"
#include "Support/RandomGraph.h"

namespace fx {
namespace {

using testing::graph_text;

/// Removes duplicates from the program; the number of calls that went, after dead ones did.
int64_t removed(const std::string& program) {
  TracedModule model = testing::parse(graph_text(program));
  testing::run_passes(model, "normalize-args,dce<drop-random>");
  const auto before = static_cast<int64_t>(model.graph.size());
  const TracedModule original = testing::parse(print_graph(model));
  testing::run_passes(model, "cse");
  std::vector<testing::Value> values;
  for (size_t i = 0; i < original.graph.placeholders().size(); ++i)
    values.push_back(
        testing::full_tensor({2, 2}, testing::Dtype::Float, 0.5 + static_cast<double>(i)));
  EXPECT_EQ(testing::describe_difference(testing::evaluate(original, values, 1),
                                         testing::evaluate(model, values, 1)),
            "");
  // Twice is once.
  EXPECT_FALSE(testing::run_passes(model, "cse"));
  return before - static_cast<int64_t>(model.graph.size());
}

TEST(TorchFxCse, test_nochange) {
  EXPECT_EQ(removed("x: a = operator.add(%x, 1); b = operator.add(%x, %a); "
                    "c = operator.add(%b, %a); d = operator.add(%c, %a); "
                    "return %d"),
            0);
}

TEST(TorchFxCse, test_empty) {
  EXPECT_EQ(removed("x: return None"), 0);
}

TEST(TorchFxCse, test_immutable_list_type) {
  EXPECT_EQ(removed("x: a = m:sum(%x, {dim: 1}); b = m:sum(%x, {dim: 1}); "
                    "c = m:sum(%x); d = m:sum(%x); e = operator.add(%a, %b); "
                    "f = operator.add(%c, %d); g = operator.add(%e, %f); "
                    "return %g"),
            2);
}

TEST(TorchFxCse, test_immutable_list_multiple_entries) {
  EXPECT_EQ(removed("x: a = m:sum(%x, {dim: [0, 1]}); b = m:sum(%x, {dim: [0, 1]}); "
                    "c = m:sum(%x, {dim: 1}); d = m:sum(%x, {dim: 1}); "
                    "e = operator.add(%a, %b); f = operator.add(%c, %d); "
                    "g = operator.add(%e, %f); return %g"),
            2);
}

TEST(TorchFxCse, test_simple) {
  EXPECT_EQ(removed("x: a = m:cos(%x); b = m:cos(%x); c = operator.add(%a, %a); "
                    "d = operator.add(%b, %b); e = operator.add(%c, %d); "
                    "return %e"),
            2);
}

TEST(TorchFxCse, test_simple_2) {
  EXPECT_EQ(removed("x: a = m:cos(%x); a1 = m:sin(%a); b = m:cos(%x); "
                    "b1 = m:sin(%b); c = operator.add(%a1, %a1); "
                    "d = operator.add(%b1, %b1); e = operator.add(%c, %d); "
                    "return %e"),
            3);
}

TEST(TorchFxCse, test_two_args_default) {
  EXPECT_EQ(removed("x: a = m:sum(%x, {dim: 1}); "
                    "b = m:sum(%x, {dim: 1, keepdim: False}); "
                    "c = m:sum(%x, {dim: 1, keepdim: False}); "
                    "d = m:sum(%x, {dim: 1}); e = operator.add(%a, %b); "
                    "f = operator.add(%c, %d); g = operator.mul(%e, %f); "
                    "return %g"),
            4); // torch.fx's program keeps c + d, which equals a + b once they are merged
}

TEST(TorchFxCse, test_two_args) {
  EXPECT_EQ(removed("x: a = m:sum(%x, {dim: 1}); "
                    "b = m:sum(%x, {dim: 1, keepdim: True}); "
                    "c = m:sum(%x, {dim: 1, keepdim: True}); "
                    "d = m:sum(%x, {dim: 1}); e = operator.add(%a, %b); "
                    "f = operator.sub(%c, %d); g = operator.add(%e, %f); "
                    "return %g"),
            2);
}

TEST(TorchFxCse, test_simple_multiple_same_ops) {
  EXPECT_EQ(removed("x: a = m:sum(%x); b = m:sum(%x); c = m:sum(%x); d = m:sum(%x); "
                    "e = operator.add(%a, %b); f = operator.sub(%c, %d); "
                    "g = operator.add(%e, %f); return %g"),
            3);
}

TEST(TorchFxCse, test_nested_immutable_list_type) {
  EXPECT_EQ(removed("x: a = torch.cat([%x, %x]); b = torch.cat([%x, %x]); "
                    "c = operator.add(%a, %b); return %c"),
            1);
}

TEST(TorchFxCse, test_kwarg) {
  EXPECT_EQ(removed("x: a = torch.ones_like(%x); b = torch.ones_like(%x); "
                    "c = operator.add(%a, %b); return %c"),
            1);
}

TEST(TorchFxCse, test_random) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    TracedModule model = testing::random_model(seed, {.nodes = 100});
    const TracedModule original = testing::random_model(seed, {.nodes = 100});
    testing::run_passes(model, "cse");
    const auto inputs = testing::random_inputs(original, seed);
    EXPECT_EQ(testing::describe_difference(testing::evaluate(original, inputs, seed),
                                           testing::evaluate(model, inputs, seed)),
              "");
    EXPECT_LE(model.graph.size(), original.graph.size());
    EXPECT_FALSE(testing::run_passes(model, "cse"));
  }
}

TEST(TorchFxCse, test_banned_list) {
  // What Python bans by a list has an effect here: declared ones are kept apart.
  const std::string program = "x: a = mylib::stamp(%x); b = mylib::stamp(%x); "
                              "c = operator.add(%a, %b); return %c";
  const auto lost = [&] {
    TracedModule model = testing::parse(graph_text(program));
    const size_t before = model.graph.size();
    testing::run_passes(model, "cse");
    return before - model.graph.size();
  };
  EXPECT_EQ(lost(), 0U); // nothing is known of it
  declare_effects("mylib::stamp", Effects{});
  EXPECT_EQ(lost(), 1U);
  Effects random;
  random.random = true;
  declare_effects("mylib::stamp", random);
  EXPECT_EQ(lost(), 0U);
}

TEST(TorchFxCse, test_rand_like) {
  EXPECT_EQ(removed("x: a = torch.rand_like(%x); b = torch.rand_like(%x); "
                    "c = operator.add(%a, %b); return %c"),
            0);
}

TEST(TorchFxCse, test_rand_n) {
  TracedModule model = testing::parse(graph_text("x: a = torch.randn(4); b = torch.randn(4); "
                                                 "c = operator.add(%a, %b); return %c"));
  EXPECT_FALSE(testing::run_passes(model, "cse"));
}

} // namespace
} // namespace fx
