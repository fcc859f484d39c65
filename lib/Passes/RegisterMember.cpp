// Modules that forward calls and that the model has not registered.
#include "MeantCalls.h"
#include "Messages.h"

#include "fx/Ops/Modules.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace fx {

namespace {

class RegisterMember final : public Pass {
public:
  explicit RegisterMember(std::string path) : path_(std::move(path)) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    std::vector<std::string> registered, left;
    for (ModuleNode* member : all_modules(module.modules)) {
      if (member->registered || (!path_.empty() && member->path() != path_)) continue;
      if (!is_called_where_meant(*member, module, context)) continue;
      if (!is_in_mode_of_model(*member, module)) {
        left.push_back(member->path());
        continue;
      }
      member->registered = true;
      registered.push_back(member->path());
    }
    if (registered.empty() && !left.empty())
      return say(diag::member_in_training_always, left.front());
    if (registered.empty())
      return say(diag::member_registered_already,
                 path_.empty() ? std::string() : fmt::format(" as '{}'", path_));
    for (const std::string& path : registered)
      context.remark(nullptr,
                     fmt::format("saved weights: '{}.*' are among them now, and were not", path));
    for (const std::string& path : left)
      context.remark(nullptr, say(diag::member_in_training_always, path).text);
    return PassResult{.modified = true};
  }

private:
  /// What eval() does not reach is no call of a module in the graph, where its mode matters.
  static bool is_in_mode_of_model(const ModuleNode& member, const TracedModule& module) {
    if (member.kind == ModuleKind::Leaf) {
      const ops::ModuleClass* known = ops::module_class_of(member);
      const Symbol path(member.path());
      return (known != nullptr &&
              ops::is_same_in_both_modes({ops::libtorch_of(module), *known, member.options})) ||
             std::ranges::any_of(module.forward_graphs(), [&](const Graph* graph) {
               return !graph->find_nodes(Opcode::CallModule, path).empty();
             });
    }
    // One that is not registered in it is not reached then, either.
    return std::ranges::all_of(member.children, [&](const ModuleNode* child) {
      return !child->registered || child->alias_of != nullptr ||
             is_in_mode_of_model(*child, module);
    });
  }

  std::string path_; // empty: all
};

} // namespace

extern const PassInfo register_member_pass{
    .name = "register-member",
    .summary = "Register the modules that forward calls and the model has not registered",
    .description = R"(
A module that a member holds without `register_module` is not in the state: `train()`, `eval()`, `to()` and
saved weights pass by it. The pass registers all of them, or `path` alone; with `--rewrite` the class does.
)",
    .parameters = {{.name = "path",
                    .kind = PassParameter::Kind::Text,
                    .description = "of one of them"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<RegisterMember>(options.text("path"));
    },
    .is_refactoring = true};

} // namespace fx
