// What passes with defects are told.
#include "fx/IR/Parser.h"
#include "fx/Passes/PassManager.h"
#include "fx/Passes/VerifyEach.h"

#include <gtest/gtest.h>

using namespace fx;

namespace {

TracedModule model() {
  return std::move(*parse_graph("graph():\n    %x : = placeholder[target=x]\n    %y : = "
                                "call_method[target=neg](args = (%x,), kwargs = {})\n    "
                                "return %y\n"));
}

/// Does something to the graph of a model.
struct Change : Pass {
  explicit Change(std::function<void(Graph&)> what) : what(std::move(what)) {}
  Expected<PassResult> run(TracedModule& module, PassContext&) override {
    what(module.graph);
    return PassResult{.modified = true};
  }
  std::function<void(Graph&)> what;
};

Error error_of(std::function<void(Graph&)> what) {
  PassManager manager;
  VerifyEach verify;
  manager.add("change", std::make_unique<Change>(std::move(what)));
  manager.add_instrumentation(&verify);
  TracedModule module = model();
  const Expected<bool> changed = manager.run(module);
  return changed ? Error() : changed.error();
}

TEST(PassErrors, MisuseOfTheGraph) {
  const Error error = error_of([](Graph& graph) { graph.erase_node(graph.front()); });
  EXPECT_EQ(error.id(), "graph-misused") << error.message;
  EXPECT_TRUE(error.message.starts_with("the pass misused the graph: ")) << error.message;
}

TEST(PassErrors, GraphLeftBroken) {
  const Error error = error_of([](Graph& graph) { graph.placeholder("late"); });
  EXPECT_EQ(error.message_with_id(),
            "the pass left a broken graph: node 'late' (placeholder) stands "
            "after the output node [graph-left-broken]");
}

} // namespace
