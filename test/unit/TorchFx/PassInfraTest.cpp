// torch.fx's tests of the PassManager, by their names (test/fx/test_pass_infra.py, test_partitioner_order.py).
#include "PassTestSupport.h"

#include "fx/Passes/Partition.h"

namespace fx {
namespace {

/// A pass that makes calls of one function calls of another.
std::unique_ptr<Pass> replacing(const char* target, const char* replacement) {
  return make_pass([=](TracedModule& module, PassContext&) -> Expected<PassResult> {
    PassResult result;
    for (Node* node : module.graph) {
      if (!node->is_call_function(target)) continue;
      node->set_target(Symbol(replacement));
      result.modified = true;
    }
    return result;
  });
}

PassManager add_to_div() {
  PassManager manager;
  manager.add("add-to-mul", replacing("torch.add", "torch.mul"));
  manager.add("mul-to-div", replacing("torch.mul", "torch.div"));
  return manager;
}

TracedModule add_module() {
  return testing::parse(
      testing::graph_text("x: y = torch.add(%x, %x); z = torch.add(%y, %x); return %z"));
}

PassManager pipeline(const char* text) {
  Expected<PassManager> parsed = PassManager::parse(text);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return parsed ? std::move(*parsed) : PassManager();
}

TEST(TorchFxPassInfra, test_pass_manager) {
  PassManager manager = add_to_div();
  EXPECT_FALSE(manager.validate_constraints());
  TracedModule module = add_module();
  const Expected<bool> changed = manager.run(module);
  ASSERT_TRUE(changed && *changed);
  for (const Node* node : module.graph)
    if (node->op() == Opcode::CallFunction) EXPECT_EQ(node->target().view(), "torch.div");
}

TEST(TorchFxPassInfra, test_this_before_that_pass_constraint) {
  PassManager manager = pipeline("cse,repeat<2>(dce,const-fold),split-module<by=size;size=5>");
  manager.add_constraint(this_before_that("cse", "dce"));
  EXPECT_FALSE(manager.validate_constraints());
  manager.add_constraint(this_before_that("split-module", "const-fold"));
  const auto error = manager.validate_constraints();
  ASSERT_TRUE(error);
  EXPECT_EQ(
      error->message_with_id(),
      "a constraint wants 'split-module<by=size;size=5>' before 'const-fold', which stands at "
      "3 in the pipeline, before 4 [pass-order-forbidden]");
  TracedModule module = add_module();
  EXPECT_FALSE(manager.run(module));
}

TEST(TorchFxPassInfra, test_pass_manager_checks) {
  PassManager manager = add_to_div();
  manager.add_check([](const TracedModule& module) -> std::optional<Error> {
    for (const Node* node : module.graph)
      if (node->op() == Opcode::CallFunction && !node->is_call_function("torch.div"))
        return Error{"the target has to be div", {}, {}};
    return std::nullopt;
  });
  TracedModule module = add_module();
  const Expected<bool> changed = manager.run(module);
  ASSERT_FALSE(changed);
  EXPECT_EQ(changed.error().message, "the target has to be div");
  EXPECT_NE(changed.error().to_string().find("add-to-mul"), std::string::npos);
}

TEST(TorchFxPassInfra, test_pass_manager_bad_checks) {
  struct Other {
    std::optional<Error> operator()(const TracedModule&, int) const { return std::nullopt; }
  };
  static_assert(!std::is_constructible_v<PassManager::Check, Other>);
}

TEST(TorchFxPassInfra, test_topological_sort) {
  PassManager manager = pipeline("dce,cse,legalize,const-fold");
  manager.add_constraint(this_before_that("const-fold", "cse"));
  manager.add_constraint(these_before_those({"legalize", "cse"}, {"dce"}));
  EXPECT_FALSE(manager.solve_constraints());
  EXPECT_EQ(manager.to_string(), "legalize,const-fold,cse,dce");
  EXPECT_FALSE(manager.validate_constraints());
  // What no constraint is about stays where it is.
  PassManager others = pipeline("dce,cse,legalize");
  others.add_constraint(this_before_that("cse", "dce"));
  EXPECT_FALSE(others.solve_constraints());
  EXPECT_EQ(others.to_string(), "cse,dce,legalize");

  others.add_constraint(this_before_that("dce", "cse"));
  const auto error = others.solve_constraints();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message_with_id(),
            "each of these passes has to run behind another one of them: cse, dce "
            "[pass-order-circular]");
  EXPECT_EQ(others.to_string(), "cse,dce,legalize");
}

TEST(TorchFxPassInfra, test_pass_manager_error) {
  PassManager manager = add_to_div();
  manager.add("failing", make_pass([](TracedModule&, PassContext&) -> Expected<PassResult> {
                return Error{"bad", {}, {}};
              }));
  TracedModule module = add_module();
  const Expected<bool> changed = manager.run(module);
  ASSERT_FALSE(changed);
  EXPECT_EQ(changed.error().message, "bad");
  ASSERT_FALSE(changed.error().notes.empty());
  EXPECT_EQ(changed.error().notes.back(),
            "while running the pass 'failing' after add-to-mul, mul-to-div");
}

TEST(TorchFxPassInfra, test_partitioner_order) {
  for (int run = 0; run < 10; ++run) {
    TracedModule module = add_module();
    const AliasAnalysis aliasing(module.graph, &module);
    PartitionOptions options;
    options.is_supported = [](const Node&) { return true; };
    const auto parts = propose_partitions(module.graph, aliasing, options);
    ASSERT_EQ(parts.size(), 1U);
    std::string names;
    for (const Node* node : parts[0])
      names += node->name().str() + " ";
    EXPECT_EQ(names, "y z ");
  }
}

} // namespace
} // namespace fx
