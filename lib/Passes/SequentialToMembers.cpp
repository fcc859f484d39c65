// The modules of a Sequential as members of the class that holds it.
#include "MemberNames.h"
#include "Messages.h"
#include "RetargetModules.h"

#include "fx/Ops/Modules.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace fx {

namespace {

class SequentialToMembers final : public Pass {
public:
  explicit SequentialToMembers(std::string target) : target_(std::move(target)) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    module_ = &module;
    std::vector<ModuleNode*> meant;
    if (!target_.empty()) {
      ModuleNode* found = module.modules.find(target_);
      if (found == nullptr) return say(diag::submodule_unknown, target_);
      if (!is_sequential(*found) || found->parent == nullptr ||
          found->parent->kind != ModuleKind::User)
        return at(*found, say(diag::sequential_expected, target_));
      meant.push_back(found);
    } else {
      for (ModuleNode* other : all_modules(module.modules))
        if (is_sequential(*other) && other->alias_of == nullptr && other->parent != nullptr &&
            other->parent->kind == ModuleKind::User && is_meant(*other, context))
          meant.push_back(other);
    }
    if (meant.empty()) return say(diag::sequential_missing);
    const ModulePaths paths(module.modules);
    for (ModuleNode* sequential : meant)
      if (sequential->parent != nullptr) // not one of a class that is done
        if (const std::optional<Error> error = expand(*sequential, context)) return *error;
    retarget_modules(module, paths, context);
    return PassResult{.modified = true};
  }

private:
  static bool is_sequential(const ModuleNode& module) {
    return module.kind == ModuleKind::Container &&
           module.cpp_type.view() == "torch::nn::Sequential";
  }

  static Error at(const ModuleNode& module, Saying said) {
    Error error(std::move(said));
    error.location = {module.location.file.str(), module.location.line, module.location.column};
    return error;
  }

  /// It is made at a place that is, or called there.
  bool is_meant(const ModuleNode& sequential, const PassContext& context) const {
    if (context.is_meant_statement(sequential.location)) return true;
    const std::string inside = sequential.path() + ".";
    return std::ranges::any_of(module_->forward_graphs(), [&](const Graph* graph) {
      return std::ranges::any_of(*graph, [&](const Node* node) {
        return node->op() == Opcode::CallModule && node->target().view().starts_with(inside) &&
               context.is_meant(*node);
      });
    });
  }

  /// That of each object of its class.
  std::optional<Error> expand(ModuleNode& sequential, const PassContext& context) {
    const ModuleNode& owner = *sequential.parent;
    const Symbol was = sequential.name;
    const std::vector<ModuleNode*> objects = objects_of_class(module_->modules, owner);
    if (sequential.children.empty())
      return at(sequential, say(diag::sequential_is_empty, sequential.path()));
    if (!sequential.registered)
      return at(sequential, say(diag::sequential_not_registered, sequential.path()));
    for (const ModuleNode* object : objects) {
      const ModuleNode* other = object->child(was);
      if (other == nullptr || other->alias_of != nullptr || !has_same_children(*other, sequential))
        return at(sequential, say(diag::sequentials_of_objects_differ, owner.cpp_type.view(), was));
    }
    if (const ModuleNode* alias = alias_inside(sequential))
      return at(sequential, say(diag::sequential_is_shared, sequential.path(), alias->path()));
    if (is_in_any_order(sequential))
      context.remark(nullptr,
                     fmt::format("fresh weights: a compiler may make the modules of '{}' in "
                                 "any order today, as GCC does from the last to the first; "
                                 "the members are made from the first to the last",
                                 sequential.path()));
    const std::vector<std::string> names = names_for(sequential, objects);
    for (ModuleNode* object : objects) {
      ModuleNode* expanded = object->child(was);
      auto place = static_cast<size_t>(std::ranges::find(object->children, expanded) -
                                       object->children.begin());
      module_->modules.detach(*expanded);
      const std::vector<ModuleNode*> children = expanded->children;
      for (size_t i = 0; i < children.size(); ++i) {
        module_->modules.move(*children[i], *object, place++, Symbol(names[i]));
        children[i]->registration = std::make_shared<RegistrationSyntax>();
      }
    }
    return std::nullopt;
  }

  /// Whether it gets several modules with random weights as arguments in parentheses.
  bool is_in_any_order(const ModuleNode& sequential) const {
    const ClassSyntax* of = sequential.parent->class_syntax.get();
    if (of == nullptr || sequential.registration == nullptr ||
        std::ranges::count_if(sequential.children, [this](const ModuleNode* child) {
          return ops::may_draw(*child, *module_);
        }) < 2)
      return false;
    const auto field =
        std::ranges::find(of->fields, sequential.registration->member, &ClassSyntax::Field::name);
    return field != of->fields.end() &&
           std::ranges::any_of(field->what_uses, &ClassSyntax::Use::has_any_order);
  }

  static bool has_same_children(const ModuleNode& a, const ModuleNode& b) {
    return std::ranges::equal(a.children, b.children,
                              [](const ModuleNode* of_a, const ModuleNode* of_b) {
                                return of_a->cpp_type == of_b->cpp_type && of_a->name == of_b->name;
                              });
  }

  /// The other place of it or of a module in it; null: there is none.
  const ModuleNode* alias_inside(const ModuleNode& sequential) const {
    const auto is_inside = [&](const ModuleNode* module) {
      while (module != nullptr && module != &sequential)
        module = module->parent;
      return module != nullptr;
    };
    for (const ModuleNode* module : all_modules(module_->modules)) {
      if (module->alias_of == nullptr) continue;
      if (is_inside(module)) return module->alias_of;
      if (is_inside(module->alias_of)) return module;
    }
    return nullptr;
  }

  /// Their own, where they have some, else those of their classes, with numbers where there are
  /// several of a class.
  static std::vector<std::string> names_for(const ModuleNode& sequential,
                                            const std::vector<ModuleNode*>& objects) {
    std::set<std::string> given;
    const auto is_free = [&](const std::string& name) {
      return is_member_name(name) && !given.contains(name) && !is_name_taken(objects, name);
    };
    std::map<std::string, size_t> of_class, numbers;
    for (const ModuleNode* child : sequential.children)
      ++of_class[name_for_class(child->cpp_type)];
    std::vector<std::string> names;
    for (const ModuleNode* child : sequential.children) {
      const bool is_counted = !is_member_name(child->name.view());
      const std::string by_class = name_for_class(child->cpp_type);
      const std::string wish = is_counted ? by_class : child->name.str();
      size_t& number = numbers[wish];
      std::string name = wish;
      if (is_counted && of_class[by_class] > 1) name = fmt::format("{}{}", wish, ++number);
      if (!is_counted && !is_free(name)) name = fmt::format("{}_{}", sequential.name.view(), wish);
      while (!is_free(name))
        name = fmt::format("{}{}", wish, ++number);
      given.insert(name);
      names.push_back(std::move(name));
    }
    return names;
  }

  std::string target_; // empty: all that are meant
  TracedModule* module_ = nullptr;
};

} // namespace

extern const PassInfo sequential_to_members_pass{
    .name = "sequential-to-members",
    .summary = "Make members of the modules of a Sequential",
    .description = R"(
`sequential-to-members<target=features>`: a `torch::nn::Sequential` that a class holds as a member becomes a member for each module in
it. They are called by the names that the modules have there, or by their classes: `conv1`, `relu1`. Without `target` all of them
are meant, or those that `--at` says. All objects of the class change. With `--rewrite` each module is made and registered where
the `Sequential` got it, and a call of the `Sequential` becomes the calls of the members. Keys of saved weights are others
then, which a remark says. Refused: one that is used for more than being called, made in a
loop or by a helper, or empty.
)",
    .parameters = {{.name = "target",
                    .kind = PassParameter::Kind::Text,
                    .description = "the path of one of them"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<SequentialToMembers>(options.text("target"));
    },
    .is_refactoring = true};

} // namespace fx
