// A pass of your own, as a plugin: fx-opt --load-pass-plugin=libCountCalls.so --passes=count-calls
#include "fx/Passes/Plugin.h"

#include <map>

namespace {

/// Says how often each function is called; changes nothing.
class CountCalls final : public fx::GraphPass {
public:
  explicit CountCalls(int64_t at_least) : at_least_(at_least) {}

  fx::Expected<fx::PassResult> run_on_graph(fx::Graph& graph, fx::TracedModule&,
                                            fx::PassContext& context) override {
    std::map<std::string, int64_t> calls;
    for (const fx::Node* node : graph)
      if (node->op() == fx::Opcode::CallFunction) ++calls[node->target().str()];
    for (const auto& [target, count] : calls)
      if (count >= at_least_)
        context.remark(nullptr, target + " is called " + std::to_string(count) + " times");
    return fx::PassResult{};
  }

private:
  int64_t at_least_;
};

fx::PassInfo info() {
  fx::PassInfo info;
  info.name = "count-calls";
  info.summary = "Say how often each function is called";
  info.parameters = {{.name = "at-least",
                      .kind = fx::PassParameter::Kind::Int,
                      .default_value = "1",
                      .description = "leave out what is called less often"}};
  info.create = [](const fx::PassOptions& options) -> fx::Expected<std::unique_ptr<fx::Pass>> {
    return std::make_unique<CountCalls>(options.integer("at-least"));
  };
  return info;
}

} // namespace

extern "C" fx::PassPluginInfo fx_pass_plugin_info() {
  return {fx::abi_number, "CountCalls", "1.0", [] { fx::register_pass(info()); }};
}
