// A pass that erases what is not used and says that all analyses are what they were.
#include "fx/Passes/Plugin.h"

namespace {

class Forgetful final : public fx::GraphPass {
public:
  fx::Expected<fx::PassResult> run_on_graph(fx::Graph& graph, fx::TracedModule& module,
                                            fx::PassContext& context) override {
    context.analyses.get<fx::AliasAnalysis>(graph, module);
    bool modified = false;
    for (fx::Node* node : graph)
      if (node->op() == fx::Opcode::CallFunction && node->num_users() == 0) {
        graph.erase_node(node);
        modified = true;
      }
    return fx::PassResult{.modified = modified, .preserved = fx::PreservedAnalyses::all()};
  }
};

fx::PassInfo info() {
  fx::PassInfo info;
  info.name = "forgetful";
  info.summary = "Erase what is not used";
  info.create = [](const fx::PassOptions&) -> fx::Expected<std::unique_ptr<fx::Pass>> {
    return std::make_unique<Forgetful>();
  };
  return info;
}

} // namespace

extern "C" fx::PassPluginInfo fx_pass_plugin_info() {
  return {fx::abi_number, "Forgetful", "1.0", [] { fx::register_pass(info()); }};
}
