// A submodule that becomes a part of the class that holds it.
#include "MeantCalls.h"
#include "Messages.h"
#include "RetargetModules.h"

#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <string>
#include <vector>

namespace fx {

namespace {

Error refuse(const ModuleNode& block, Saying said, std::string advice) {
  return {std::move(said),
          {block.location.file.str(), block.location.line, block.location.column},
          {std::move(advice)}};
}

class InlineSubmodule final : public Pass {
public:
  InlineSubmodule(std::string target, bool call_alone)
      : target_(std::move(target)), call_alone_(call_alone) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    Expected<ModuleNode*> found = find(module, context);
    if (!found) return found.error();
    ModuleNode& block = **found;
    if (const std::optional<SubmoduleInlining>& other = module.origin.inlining)
      return refuse(block, say(diag::inline_of_another_too, block.name.view(), other->member),
                    "one after the other, each in a run of its own");
    if (std::optional<Error> wrong = check_class(module, block)) return *wrong;
    SubmoduleInlining inlining{block.registration->member, block.class_syntax, {}, {}};
    if (call_alone_) {
      if (std::optional<Error> wrong = check_access(module, block)) return *wrong;
      // Its members are where they were.
      for (const ClassSyntax::Field& field : inlining.of->fields)
        inlining.names.emplace(field.name, fmt::format("{}->{}", inlining.member, field.name));
      module.origin.inlining = std::move(inlining);
      return PassResult{.modified = true};
    }
    if (std::optional<Error> wrong = check_members(module, block)) return *wrong;
    choose_names(module.modules.root(), block, inlining);
    move(module, block, inlining, context);
    module.origin.inlining = std::move(inlining);
    return PassResult{.modified = true};
  }

private:
  Expected<ModuleNode*> find(const TracedModule& module, const PassContext& context) const;
  static std::optional<Error> check_class(const TracedModule& module, const ModuleNode& block);
  static std::optional<Error> check_members(const TracedModule& module, const ModuleNode& block);
  static std::optional<Error> check_access(const TracedModule& module, const ModuleNode& block);
  static void choose_names(const ModuleNode& root, const ModuleNode& block,
                           SubmoduleInlining& inlining);
  static void move(TracedModule& module, ModuleNode& block, const SubmoduleInlining& inlining,
                   PassContext& context);

  std::string target_;
  bool call_alone_; // the modules stay where they are
};

/// The target, or what is called or registered at a place.
Expected<ModuleNode*> InlineSubmodule::find(const TracedModule& module,
                                            const PassContext& context) const {
  std::vector<ModuleNode*> found;
  std::string names;
  for (ModuleNode* child : module.modules.root().children) {
    if (child->kind != ModuleKind::User) continue;
    names += (names.empty() ? "" : ", ") + child->name.str();
    if (target_.empty() ? context.is_meant_statement(child->location) ||
                              is_called_where_meant(*child, module, context)
                        : child->name.view() == target_)
      found.push_back(child);
  }
  if (found.size() == 1) return found.front();
  if (!target_.empty() && module.modules.find(target_) != nullptr)
    return Error{
        say(diag::inline_of_no_own_class, target_), {}, {"--root names the class that holds it"}};
  return Error{say(diag::inline_of_unknown, target_),
               {},
               {names.empty() ? "the model has none" : "those of the model: " + names}};
}

/// What the call runs is one text.
std::optional<Error> InlineSubmodule::check_class(const TracedModule& module,
                                                  const ModuleNode& block) {
  const std::string name = block.name.str();
  const ClassSyntax* of = block.class_syntax.get();
  if (block.registration == nullptr || block.registration->member.empty())
    return refuse(block, say(diag::inline_of_a_shared_module, name),
                  "one member of the class has to hold it, and one place to register it");
  if (module.modules.root().class_syntax == nullptr || of == nullptr || of->declaration.empty() ||
      of->forward == nullptr)
    return refuse(block, say(diag::inline_of_such_a_class, name),
                  "the class stands in a file, is no template, and has one forward that is not "
                  "virtual");
  return std::nullopt;
}

/// The model may name what the call runs.
std::optional<Error> InlineSubmodule::check_access(const TracedModule& module,
                                                   const ModuleNode& block) {
  const ClassSyntax& of = *block.class_syntax;
  const std::string& owner = module.modules.root().class_syntax->name;
  for (const std::string& known : of.friends)
    if (known == owner || known == fmt::format("{}::{}", owner, module.origin.method))
      return std::nullopt;
  for (const MethodSyntax::Statement& statement : of.forward->statements)
    for (const MethodSyntax::Name& name : statement.names)
      if (const SourceRange& place = name.hidden; place.line != 0)
        return Error{say(diag::inline_of_a_hidden_member, block.name.view(), name.of.name),
                     {place.file.str(), place.line, place.column},
                     {fmt::format("make it public, or '{}' a friend", owner)}};
  return std::nullopt;
}

/// Its members can be those of the model.
std::optional<Error> InlineSubmodule::check_members(const TracedModule& module,
                                                    const ModuleNode& block) {
  const std::string name = block.name.str();
  const ClassSyntax* of = block.class_syntax.get();
  const std::vector<ModuleNode*> all = all_modules(module.modules);
  const bool is_shared = std::ranges::any_of(all, [&](const ModuleNode* other) {
    return (other == &block && other->alias_of != nullptr) || other->alias_of == &block;
  });
  if (is_shared)
    return refuse(block, say(diag::inline_of_a_shared_module, name),
                  "one member of the class has to hold it, and one place to register it");
  for (const std::string& base : of->bases)
    if (!base.starts_with("torch::") && !base.starts_with("std::"))
      return refuse(block, say(diag::inline_of_a_derived_class, name, base),
                    "its members may be those of the base");
  // What LibTorch calls for each module of a model.
  const std::set<std::string> hooks{"train", "is_training", "to",    "zero_grad",
                                    "save",  "load",        "clone", "reset"};
  for (const std::string& method : of->methods_named)
    if (hooks.contains(method))
      return refuse(block, say(diag::inline_of_an_override, name, method),
                    "the model would have to do the same for these members");
  if (!block.tensors.empty())
    return refuse(block, say(diag::inline_of_a_tensor, name, block.tensors.front().name.view()),
                  "parameters and buffers of its own have no place to be made elsewhere");
  for (const ModuleNode* child : block.children) {
    const bool is_shared_child =
        std::ranges::any_of(all, [&](const ModuleNode* other) { return other->alias_of == child; });
    const RegistrationSyntax* registration = child->registration.get();
    // One that is not registered has the name of its member.
    if ((registration != nullptr &&
         (registration->member.empty() || registration->name.range.empty())) ||
        child->alias_of != nullptr || is_shared_child)
      return refuse(*child, say(diag::inline_of_a_shared_module, child->path()),
                    "one member of the class has to hold it, and one literal to name it");
  }
  return std::nullopt;
}

/// The plain name where it is free in the model, else with that of the submodule before it.
void InlineSubmodule::choose_names(const ModuleNode& root, const ModuleNode& block,
                                   SubmoduleInlining& inlining) {
  const ClassSyntax& of = *root.class_syntax;
  std::set<std::string> taken;
  const auto is_free = [&](const std::string& name) {
    return !of.names.contains(name) && !taken.contains(name) && root.child(name) == nullptr &&
           root.tensor(name) == nullptr;
  };
  const auto choose = [&](const std::string& name) {
    std::string chosen = name;
    for (int i = 0; !is_free(chosen); ++i)
      chosen = fmt::format("{}_{}{}", block.name.view(), name, i == 0 ? "" : std::to_string(i));
    return chosen;
  };
  for (const ModuleNode* child : block.children) {
    const std::string name = child->name.str();
    const std::string member = child->registration == nullptr ? name : child->registration->member;
    const std::string now = choose(name);
    const std::string held = member == name ? now : choose(member);
    taken.insert({now, held});
    inlining.children.emplace(name, now);
    inlining.names.emplace(member, held);
  }
}

void InlineSubmodule::move(TracedModule& module, ModuleNode& block,
                           const SubmoduleInlining& inlining, PassContext& context) {
  ModuleNode& root = module.modules.root();
  const auto at = std::ranges::find(root.children, &block) - root.children.begin();
  const Symbol path = block.name;
  const std::vector<ModuleNode*> children = block.children;
  const size_t count = root.children.size();
  const ModulePaths before(module.modules);
  for (ModuleNode* child : children) {
    module.modules.detach(*child);
    module.modules.attach(root, *child, Symbol(inlining.children.at(child->name.str())));
  }
  std::rotate(root.children.begin() + at, root.children.begin() + static_cast<ptrdiff_t>(count),
              root.children.end());
  module.modules.detach(block);
  for (Graph* graph : module.forward_graphs())
    for (Node* node : *graph)
      if (const auto* stack = node->meta(meta::module_stack)) {
        std::vector<ModuleFrame> frames = *stack;
        std::erase_if(frames, [&](const ModuleFrame& frame) { return frame.path == path; });
        node->set_meta(meta::module_stack, std::move(frames));
      }
  retarget_modules(module, before, context);
  context.remark(nullptr, fmt::format("the class {} stays where it is: other code may use it",
                                      block.cpp_type.view()));
}

} // namespace

extern const PassInfo inline_submodule_pass{
    .name = "inline-submodule",
    .summary = "Take a submodule's members and statements into the class that holds it",
    .description = R"(
`inline-submodule<target=block>` with `--refactor`, or what `--at` names, the call or what registers it: the members of a
submodule of the model become members of the model, are made where it was made, with the constructor's arguments in the place
of its parameters, and the statements of its `forward` stand where it was called. A member keeps its name where the model
has none like it, and is called `block_conv` else. The class itself stays. The keys of saved weights are others, which a
remark says. Refused: a submodule that is called or used at several places, a call in a loop, in a condition or inside of a
lambda; a class with several constructors, with parameters or buffers of its own, with members that are no modules, or whose
`forward` calls methods or returns in several places; arguments of the constructor that are neither literals nor names.

With `call` the call alone is written out: the modules stay where they are, `block->conv(x)` runs them, and no key changes.
Other members and methods of the class that `forward` names are reached the same way, as far as they are
public, or the model's class is a friend of theirs.
)",
    .parameters = {{.name = "target",
                    .kind = PassParameter::Kind::Text,
                    .description = "the name of the submodule; empty: what --at names"},
                   {.name = "call", .description = "write out the call; the modules stay"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<InlineSubmodule>(options.text("target"), options.flag("call"));
    },
    .is_refactoring = true};

} // namespace fx
