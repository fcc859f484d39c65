#include "NewModules.h"

#include "MemberNames.h"

#include "fx/Ops/Modules.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

CallPlace place_of(const Node& node) {
  const SourceRange* range = node.meta(meta::source_range);
  if (range == nullptr) return {node.name().str(), 0, 0, 0, 0};
  return {range->file.str(), range->line, range->column, range->end_line, range->end_column};
}

namespace {

/// Whether code of the owner's class makes the call: other code does not see its members.
bool sees_members(const Node& node, const ModuleNode& owner) {
  if (owner.class_syntax == nullptr) return true;
  const SourceSyntax* syntax = node.meta(meta::syntax);
  // What a container calls has no place of its own.
  if (syntax == nullptr || (node.op() == Opcode::CallFunction && !syntax->object.empty()))
    return false;
  const auto is_around = [&](const ClassSyntax::Place& code) {
    return code.file == syntax->file && code.range.contains(syntax->whole);
  };
  return std::ranges::any_of(owner.class_syntax->methods, is_around) &&
         std::ranges::none_of(owner.class_syntax->lambdas, is_around);
}

} // namespace

ModuleNode* NewModules::owner_of(const Node& call) const {
  const auto* stack = call.meta(meta::module_stack);
  ModuleNode* owner = stack == nullptr || stack->empty() ? &model_->modules.root()
                                                         : model_->modules.find(stack->back().path);
  while (owner != nullptr && owner->alias_of != nullptr)
    owner = owner->alias_of;
  return owner != nullptr && owner->kind == ModuleKind::User && sees_members(call, *owner)
             ? owner
             : nullptr;
}

std::string NewModules::path_of(const ModuleNode& owner, const ops::OtherModule& wanted,
                                const std::string& wish, const std::string& user) {
  std::vector<Member>& members = members_[owner.cpp_type];
  const auto known = std::ranges::find_if(members, [&](const Member& member) {
    return member.module == wanted && member.user == user;
  });
  const auto path_in = [&](const std::string& name) {
    const std::string path = owner.path();
    return path.empty() ? name : path + "." + name;
  };
  if (known != members.end()) return path_in(known->name);
  const std::vector<ModuleNode*> owners = objects_of_class(model_->modules, owner);
  const std::string name = free_name(owners, wish);
  for (ModuleNode* other : owners) {
    ModuleNode& made = model_->modules.create(wanted.cpp_type, ModuleKind::Leaf);
    made.options = wanted.options;
    model_->modules.attach(*other, made, Symbol(name));
    made_.push_back(made.path());
  }
  members.push_back({wanted, user, name});
  return path_in(name);
}

std::string NewModules::said_of_saved_weights() const {
  if (made_.empty()) return {};
  const ModuleNode* first = model_->modules.find(made_.front());
  const bool has_weights = first != nullptr && ops::may_have_tensors(*first, *model_);
  return fmt::format("saved weights: torch::load asks for '{}'{} too, {}and files saved before do "
                     "not have it",
                     made_.front(), made_.size() > 1 ? " and others" : "",
                     has_weights ? "" : "though there are no weights, ");
}

} // namespace fx
