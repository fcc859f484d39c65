// Statements of the traced method that become a submodule with a class of its own.
#include "ChosenStatements.h"
#include "Messages.h"
#include "RetargetModules.h"

#include "fx/Passes/Pass.h"
#include "fx/Support/Identifier.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace fx {

namespace {

using Name = MethodSyntax::Name;

/// The member that holds a module; one that is not registered has its name.
std::string member_of(const ModuleNode& module) {
  const RegistrationSyntax* registration = module.registration.get();
  return registration != nullptr ? registration->member : module.name.str();
}

class ExtractSubmodule final : public Pass {
public:
  ExtractSubmodule(std::string class_name, std::string member)
      : class_name_(std::move(class_name)), member_(std::move(member)) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    const Expected<MethodSplit> part = chosen_statements(module, context, member_);
    if (!part) return part.error();
    const ModuleNode& root = module.modules.root();
    const ClassSyntax* of = root.class_syntax.get();
    if (of == nullptr || of->declaration.empty())
      return say(diag::extract_from_such_a_class, root.cpp_type.view());
    for (const std::string& name : {class_name_, class_name_ + "Impl", member_})
      if (of->names.contains(name) || root.child(name) != nullptr || root.tensor(name) != nullptr)
        return say(diag::submodule_name_taken, root.cpp_type.view(), name);
    SubmoduleExtraction extraction{class_name_, *part, {}, {}};
    const std::vector<MethodSyntax::Statement>& all = module.origin.method_syntax->statements;
    for (size_t i = part->first; i <= part->last; ++i)
      for (const Name& name : all[i].names)
        if (std::optional<Saying> wrong = take(name, module, extraction)) {
          Error error(std::move(*wrong));
          error.location = {all[i].place.file.str(), all[i].place.line, all[i].place.column};
          return error;
        }
    const std::vector<ModuleNode*> moved = children_of(root, extraction);
    if (moved.empty()) return say(diag::extract_without_modules, module.origin.method);
    extraction.members.clear();
    for (const ModuleNode* child : moved)
      extraction.members.push_back(member_of(*child));
    move(module, moved, context);
    module.origin.extraction = std::move(extraction);
    return PassResult{.modified = true};
  }

private:
  static std::vector<ModuleNode*> children_of(const ModuleNode& root,
                                              const SubmoduleExtraction& extraction);
  static std::optional<Saying> take(const Name& name, const TracedModule& module,
                                    SubmoduleExtraction& extraction);
  void move(TracedModule& module, const std::vector<ModuleNode*>& moved,
            PassContext& context) const;

  std::string class_name_, member_;
};

/// Those that the members hold which go: the registered ones in their order, and then others, which
/// the trace found where they are called.
std::vector<ModuleNode*> ExtractSubmodule::children_of(const ModuleNode& root,
                                                       const SubmoduleExtraction& extraction) {
  std::vector<ModuleNode*> moved;
  for (const bool is_registered : {true, false})
    for (ModuleNode* child : root.children)
      if ((child->registration != nullptr) == is_registered &&
          std::ranges::find(extraction.members, member_of(*child)) != extraction.members.end())
        moved.push_back(child);
  return moved;
}

/// What a name of the statements becomes: a member of the new class, or a parameter of its forward.
std::optional<Saying> ExtractSubmodule::take(const Name& name, const TracedModule& module,
                                             SubmoduleExtraction& extraction) {
  if (name.kind == Name::Kind::Variable) return std::nullopt;
  // The mode of a submodule is that of the model.
  if (name.kind == Name::Kind::Method && name.of.name == "is_training") return std::nullopt;
  const std::string& text = name.of.name;
  if (name.kind != Name::Kind::Field || name.range.empty())
    return say(diag::extract_of_another_name, text);
  const ModuleNode& root = module.modules.root();
  std::vector<const ModuleNode*> held;
  for (const ModuleNode* child : root.children)
    if (member_of(*child) == text) held.push_back(child);
  if (held.empty()) {
    if (name.of.written || name.is_qualified) return say(diag::extract_of_another_name, text);
    if (std::ranges::find(extraction.read_fields, text, &MethodSyntax::Variable::name) ==
        extraction.read_fields.end())
      extraction.read_fields.push_back(name.of);
    return std::nullopt;
  }
  const std::vector<ModuleNode*> all = all_modules(module.modules);
  const bool is_shared = std::ranges::any_of(all, [&](const ModuleNode* other) {
    return other->alias_of != nullptr && (other == held.front() || other->alias_of == held.front());
  });
  if (held.size() > 1 || is_shared) return say(diag::extract_of_such_a_member, text);
  if (std::ranges::find(extraction.members, text) == extraction.members.end())
    extraction.members.push_back(text);
  return std::nullopt;
}

/// Whether a statement names a member that goes, to do something else with it than register it.
static bool changes_moved(const MethodSyntax::Statement& statement,
                          const std::vector<ModuleNode*>& moved) {
  const auto is_moved = [&](const Name& name) {
    return name.kind == Name::Kind::Field && std::ranges::any_of(moved, [&](const ModuleNode* of) {
             return member_of(*of) == name.of.name;
           });
  };
  return std::ranges::any_of(statement.names, is_moved) &&
         std::ranges::none_of(statement.names, [](const Name& name) {
           return name.kind == Name::Kind::Method && name.of.name == "register_module";
         });
}

void ExtractSubmodule::move(TracedModule& module, const std::vector<ModuleNode*>& moved,
                            PassContext& context) const {
  ModuleNode& root = module.modules.root();
  const auto place = std::ranges::find(root.children, moved.front());
  const auto at = place - root.children.begin();
  // Of the others the state has nothing.
  const auto is_registered = [](const ModuleNode* child) { return child->registration != nullptr; };
  const auto is_moved = [&](const ModuleNode* child) {
    return std::ranges::find(moved, child) != moved.end();
  };
  const ModuleNode* last = moved.front();
  for (const ModuleNode* child : moved)
    if (is_registered(child)) last = child;
  const auto behind = std::ranges::find(root.children, last);
  if (std::any_of(place, behind, [&](const ModuleNode* child) {
        return is_registered(child) && !is_moved(child);
      }))
    context.remark(nullptr,
                   fmt::format("the model makes and registers other modules between '{}' and '{}', "
                               "which come behind those of '{}' now: parameters() has another "
                               "order, and initial values under one seed are others",
                               moved.front()->name.view(), last->name.view(), member_));
  for (const ClassSyntax::Constructor& constructor : root.class_syntax->constructors)
    if (constructor.statements && std::ranges::any_of(*constructor.statements, [&](const auto& of) {
          return changes_moved(of, moved);
        }))
      context.remark(
          nullptr, fmt::format("what the constructor does with the members goes into that of '{}', "
                               "so that initial values under one seed may be others",
                               class_name_));
  const std::string type = root.cpp_type.str();
  // In the namespace of the model's class. npos + 1 is 0
  ModuleNode& block = module.modules.create(
      Symbol(type.substr(0, type.rfind(':') + 1) + class_name_ + "Impl"), ModuleKind::User);
  block.location = moved.front()->location;
  const ModulePaths before(module.modules);
  for (ModuleNode* child : moved) {
    const Symbol name = child->name;
    module.modules.detach(*child);
    module.modules.attach(block, *child, name);
  }
  module.modules.attach(root, block, Symbol(member_));
  std::rotate(root.children.begin() + at, root.children.end() - 1, root.children.end());
  retarget_modules(module, before, context);
}

} // namespace

extern const PassInfo extract_submodule_pass{
    .name = "extract-submodule",
    .summary = "Make a submodule of statements of forward",
    .description = R"(
`extract-submodule<name=Block;member=block>` with `--refactor` and `--at=net.cpp:12-20`: the statements of the traced
method that begin there, and those between, become `forward` of a class `Block` before the model's, with the members that
only they call and what makes and registers these; the model gets a member `block`, which it calls in their place. What the
constructor gives the members becomes parameters of the new constructor; members that are no modules are given to `forward`.
The keys of saved weights are others, which a remark says. Refused: members that other code uses, or that a method of the class makes; several constructors that make them; calls of methods; a class that is
a template or derives from `torch::nn::Cloneable`.
)",
    .parameters = {{.name = "name",
                    .kind = PassParameter::Kind::Text,
                    .description = "of the new class, without `Impl`"},
                   {.name = "member",
                    .kind = PassParameter::Kind::Text,
                    .description = "of the model, which holds it"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      if (!is_identifier(options.text("name")) || !is_identifier(options.text("member")))
        return say(diag::extract_without_names);
      return std::make_unique<ExtractSubmodule>(options.text("name"), options.text("member"));
    },
    .is_refactoring = true};

} // namespace fx
