// Another name for a child of a class of modules.
#include "MemberNames.h"
#include "Messages.h"
#include "RetargetModules.h"

#include "fx/IR/ModulePaths.h"
#include "fx/Passes/Pass.h"
#include "fx/Support/Identifier.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace fx {

namespace {

class RenameSubmodule final : public Pass {
public:
  RenameSubmodule(std::string from, std::string to) : from_(std::move(from)), to_(std::move(to)) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    ModuleNode* meant = module.modules.find(from_);
    if (meant == nullptr || meant->parent == nullptr) {
      std::string names;
      for (const ModuleNode* child : module.modules.root().children)
        names += (names.empty() ? "" : ", ") + child->name.str();
      return Error{say(diag::submodule_unknown, from_),
                   {},
                   {names.empty() ? "the model has none" : "those of the model: " + names}};
    }
    // The same module stands at several places, and has a name at each.
    if (meant->path() != from_) return say(diag::submodule_is_another, from_, meant->path());
    const ModuleNode& owner = *meant->parent;
    if (owner.kind != ModuleKind::User) return say(diag::submodule_of_a_container, from_);
    const Symbol was = meant->name;
    // The class names it, for all its objects.
    const std::vector<ModuleNode*> all = objects_of_class(module.modules, owner);
    if (is_name_taken(all, to_)) return say(diag::submodule_name_taken, owner.cpp_type.view(), to_);
    const ModulePaths paths(module.modules);
    for (ModuleNode* other : all)
      if (ModuleNode* child = other->child(was)) module.modules.rename(*child, Symbol(to_));
    retarget_modules(module, paths, context);
    return PassResult{.modified = true};
  }

private:
  std::string from_, to_;
};

} // namespace

extern const PassInfo rename_submodule_pass{
    .name = "rename-submodule",
    .summary = "Give a submodule of a class another name",
    .description = R"(
`from` is its path, `to` its new name: `rename-submodule<from=layer1.conv;to=stem>`. All objects of the class that owns it
get the new name. With `--rewrite` the member, its uses and the name that it is registered by change; a
remark says which keys of saved weights are others now.
)",
    .parameters = {{.name = "from", .kind = PassParameter::Kind::Text, .description = "its path"},
                   {.name = "to",
                    .kind = PassParameter::Kind::Text,
                    .description = "its new name"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      if (options.text("from").empty() || !is_identifier(options.text("to")))
        return say(diag::rename_without_names);
      return std::make_unique<RenameSubmodule>(options.text("from"), options.text("to"));
    },
    .is_refactoring = true};

} // namespace fx
