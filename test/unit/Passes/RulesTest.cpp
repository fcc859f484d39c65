// The pass that applies rules, as instrumentation sees it.
#include "fx/Passes/Rules.h"
#include "fx/IR/Lint.h"
#include "fx/IR/Parser.h"
#include "fx/Passes/PassManager.h"

#include <gtest/gtest.h>

using namespace fx;

namespace {

TracedModule parsed(const std::string& text) {
  ParseResult result = parse_graphs(text);
  EXPECT_TRUE(result.errors.empty()) << (result.errors.empty() ? "" : result.errors[0].to_string());
  return std::move(result.modules.front().module);
}

std::string unary(const std::string& target) {
  return "graph():\n    %x : = placeholder[target=x] meta = {cpp_type: \"at::Tensor\"}\n    %y : = "
         "call_function[target=" +
         target + "](args = (%x,), kwargs = {})\n    return %y\n";
}

/// What --verify-each does.
struct Linter : PassInstrumentation {
  void before_pass(std::string_view pass, const TracedModule&) override {
    seen += "before " + std::string(pass) + "; ";
  }
  std::optional<Error> after_pass(std::string_view pass, const TracedModule& module,
                                  const PassResult& result, const AnalysisManager&) override {
    seen += "after " + std::string(pass) + (result.modified ? ", modified; " : "; ");
    const std::vector<Error> errors = lint(module);
    return errors.empty() ? std::nullopt : std::optional(errors.front());
  }
  std::string seen;
};

struct RulesTest : testing::Test {
  RulesTest() : manager(std::move(*PassManager::parse("rules"))) {
    std::vector<RewriteRule> rules(1);
    RewriteRule& rule = rules.front();
    rule.name = "relu_to_gelu";
    rule.cases.push_back({parsed(unary("torch.relu")), parsed(unary("torch.gelu"))});
    manager.set_rules(std::move(rules));
    manager.add_instrumentation(&linter);
  }
  PassManager manager;
  Linter linter;
};

TEST_F(RulesTest, InstrumentationSeesThemAsAPass) {
  TracedModule model = parsed(unary("torch.relu"));
  const Expected<bool> changed = manager.run(model);
  ASSERT_TRUE(changed) << changed.error().to_string();
  EXPECT_EQ(linter.seen, "before rules; after rules, modified; ");
  ASSERT_TRUE(manager.run(model));
  EXPECT_EQ(linter.seen, "before rules; after rules, modified; before rules; after rules; ");
}

TEST_F(RulesTest, WhatIsBrokenBehindThemIsAnErrorThatNamesThem) {
  TracedModule model = parsed(unary("torch.neg"));
  model.graph.output_node()->append(model.graph.find_nodes(Opcode::CallFunction).front());
  const Expected<bool> changed = manager.run(model);
  ASSERT_FALSE(changed);
  EXPECT_EQ(linter.seen, "before rules; after rules; ");
  ASSERT_FALSE(changed.error().notes.empty());
  EXPECT_EQ(changed.error().notes.back(), "while running the pass 'rules'");
}

} // namespace
