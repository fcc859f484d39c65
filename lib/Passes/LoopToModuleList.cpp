// A std::vector of modules that a class keeps, and mostly loops over, as a torch::nn::ModuleList.
#include "MeantCalls.h"
#include "Messages.h"
#include "RetargetModules.h"

#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fx {

namespace {

/// "layers_" and "m_layers" are registered as "layers".
std::string_view without_mark(std::string_view member) {
  if (member.starts_with("m_")) member.remove_prefix(2);
  if (member.ends_with('_')) member.remove_suffix(1);
  return member;
}

class LoopToModuleList final : public Pass {
public:
  explicit LoopToModuleList(std::string member) : member_(std::move(member)) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    const ModulePaths before(module.modules);
    std::vector<const ModuleNode*> unregistered;
    bool is_changed = false;
    for (ModuleNode* owner : all_modules(module.modules)) {
      if (owner->class_syntax == nullptr) continue;
      for (const ClassSyntax::ModuleVector& vector : owner->class_syntax->module_vectors) {
        const auto held = owner->module_vectors.find(vector.member);
        if (held == owner->module_vectors.end() || !is_wanted(*owner, vector, module, context))
          continue;
        if (auto error = check(*owner, vector, held->second)) return *error;
        std::ranges::copy_if(held->second, std::back_inserter(unregistered),
                             [](const ModuleNode* element) { return !element->registered; });
        make_list(module.modules, *owner, vector.member, held->second);
        is_changed = true;
      }
    }
    if (!is_changed)
      return say(diag::module_vector_unknown, member_.empty() ? "" : " '" + member_ + "'");
    retarget_modules(module, before, context);
    for (const ModuleNode* element : unregistered)
      context.remark(nullptr, fmt::format("saved weights: '{}.*' are among them now, and were not",
                                          element->path()));
    return PassResult{.modified = true};
  }

private:
  /// All objects of a class share its source: one that is meant means all of them.
  bool is_wanted(const ModuleNode& owner, const ClassSyntax::ModuleVector& vector,
                 const TracedModule& module, const PassContext& context) const {
    if (!member_.empty()) return member_ == vector.member;
    const std::vector<ModuleNode*> all = all_modules(module.modules);
    return std::ranges::any_of(all, [&](const ModuleNode* other) {
      const auto held = other->module_vectors.find(vector.member);
      return other->class_syntax == owner.class_syntax && held != other->module_vectors.end() &&
             std::ranges::any_of(held->second, [&](const ModuleNode* element) {
               return is_called_where_meant(*element, module, context);
             });
    });
  }

  static std::optional<Error> check(const ModuleNode& owner,
                                    const ClassSyntax::ModuleVector& vector,
                                    const std::vector<ModuleNode*>& elements) {
    const auto refuse = [&](const std::string& why) {
      Error error(say(diag::module_vector_stays, vector.member, why));
      error.location = {owner.location.file.str(), owner.location.line, owner.location.column};
      return error;
    };
    if (!vector.why.empty()) {
      Error error = refuse(vector.why);
      if (!vector.unlike.file.empty())
        error.location = {vector.unlike.file.str(), vector.unlike.line, vector.unlike.column};
      return error;
    }
    for (const ModuleNode* element : elements)
      if (element->parent != &owner || element->alias_of != nullptr ||
          std::ranges::count(elements, element) > 1)
        return refuse("an element is a module that stands elsewhere too");
    const std::string name = name_in(owner, vector.member, elements);
    if (name.empty())
      return Error(
          say(diag::submodule_name_taken, owner.cpp_type.view(), without_mark(vector.member)));
    return std::nullopt;
  }

  static std::string name_in(const ModuleNode& owner, const std::string& member,
                             const std::vector<ModuleNode*>& elements) {
    for (const std::string_view name : {without_mark(member), std::string_view(member)}) {
      const ModuleNode* other = owner.child(name);
      const bool is_free = other == nullptr || std::ranges::find(elements, other) != elements.end();
      if (is_free && !name.empty() && owner.tensor(name) == nullptr) return std::string(name);
    }
    return {};
  }

  /// Where its first element stood.
  static void make_list(ModuleTree& tree, ModuleNode& owner, const std::string& member,
                        const std::vector<ModuleNode*>& elements) {
    const std::string name = name_in(owner, member, elements);
    const auto first = std::ranges::find_if(owner.children, [&](const ModuleNode* child) {
      return std::ranges::find(elements, child) != elements.end();
    });
    const auto place = first - owner.children.begin();
    ModuleNode& list = tree.create(Symbol("torch::nn::ModuleList"), ModuleKind::Container);
    list.location = elements.empty() ? owner.location : elements.front()->location;
    list.registration = std::make_shared<RegistrationSyntax>();
    list.registration->member = member;
    for (size_t i = 0; i < elements.size(); ++i) {
      tree.detach(*elements[i]);
      tree.attach(list, *elements[i], Symbol(std::to_string(i)));
      elements[i]->registered = true;
    }
    tree.attach(owner, list, Symbol(name));
    std::rotate(owner.children.begin() + place, owner.children.end() - 1, owner.children.end());
  }

  std::string member_; // empty: all
};

} // namespace

extern const PassInfo loop_to_module_list_pass{
    .name = "loop-to-module-list",
    .summary = "Make a torch::nn::ModuleList of a std::vector of modules",
    .description = R"(
A member `std::vector<torch::nn::Linear> layers`, or of shared pointers, becomes a `torch::nn::ModuleList`, which the
class registers once, in the place of the loop that registers each element by a name of its own, or does not
register them at all. Loops over it, its elements and `push_back` stay, with `as<>()` where an
element is called. `member` names one; without it all are meant that `forward` calls where `--at` says. A remark says
which keys of saved weights are others now.
)",
    .parameters = {{.name = "member",
                    .kind = PassParameter::Kind::Text,
                    .description = "which member of a class"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<LoopToModuleList>(options.text("member"));
    },
    .is_refactoring = true};

} // namespace fx
