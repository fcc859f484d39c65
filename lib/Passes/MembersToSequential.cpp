// Members that run one after the other as the modules of one Sequential.
#include "MemberNames.h"
#include "Messages.h"
#include "RetargetModules.h"

#include "fx/Analysis/CallOperations.h"
#include "fx/IR/Printer.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/Operations.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace fx {

namespace {

/// One call of the run: a member, or the nodes of a function that a module computes.
struct Step {
  ModuleNode* member = nullptr;
  ops::OtherModule module;
  std::vector<Node*> calls; // in the graphs of the modes
};

class MembersToSequential final : public Pass {
public:
  MembersToSequential(std::string name, bool is_named)
      : name_(std::move(name)), is_named_(is_named) {}

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    module_ = &module;
    steps_.clear();
    ModuleNode& owner = module.modules.root();
    method_ = module.origin.method_syntax.get();
    if (method_ == nullptr || owner.class_syntax == nullptr || module.origin.chain)
      return say(diag::run_without_source);
    if (const std::optional<Error> error = find_statements(context)) return *error;
    if (const std::optional<Error> error = find_steps(context)) return *error;
    if (const std::optional<Error> error = check_values()) return *error;
    if (const std::optional<Error> error = check_members()) return *error;
    const std::vector<ModuleNode*> objects = objects_of_class(module.modules, owner);
    if (!name_.empty() && is_name_taken(objects, name_))
      return say(diag::submodule_name_taken, owner.cpp_type.view(), name_);
    const bool is_free = !is_name_taken(objects, "features");
    const std::string name = !name_.empty() ? name_
                             : is_free      ? "features"
                                            : free_name(objects, "layers");
    const ModulePaths paths(module.modules);
    gather(owner, name);
    retarget_modules(module, paths, context);
    call_modules(name);
    module.origin.chain = {name, first_, last_, num_first_};
    return PassResult{.modified = true};
  }

private:
  using Call = MethodSyntax::Statement::Call;

  const MethodSyntax::Statement& statement(size_t index) const {
    return method_->statements[index];
  }

  Error ends(const MethodSyntax::Statement& where, const std::string& why) const {
    Error error(say(diag::run_ends, why));
    error.location = {where.place.file.str(), where.place.line, where.place.column};
    return error;
  }

  std::optional<Error> find_statements(const PassContext& context) {
    first_ = method_->statements.size();
    for (size_t i = 0; i < method_->statements.size(); ++i) {
      if (!context.is_meant_statement(statement(i).place)) continue;
      first_ = std::min(first_, i);
      last_ = i;
    }
    if (first_ == method_->statements.size())
      return Error(say(diag::run_is_too_short, module_->origin.method));
    for (size_t i = first_; i <= last_; ++i)
      if (statement(i).calls.empty())
        return ends(statement(i),
                    "this statement is no call of a module that a Sequential can call, or of "
                    "a function of a tensor, whose result a variable gets, or that "
                    "is returned");
    return std::nullopt;
  }

  /// In the order in which they run.
  std::optional<Error> find_steps(PassContext& context) {
    for (size_t i = first_; i <= last_; ++i) {
      const std::vector<Call>& calls = statement(i).calls;
      std::vector<Step> steps; // the outermost first
      std::string why;
      for (const Call& call : calls) {
        std::optional<Step> step = step_of(call, context, why);
        if (!step) break;
        steps.push_back(std::move(*step));
      }
      if (i == first_)
        num_first_ = steps.size();
      else if (steps.size() < calls.size())
        return ends(statement(i), why);
      else if (statement(i).input.empty() || statement(i).input != statement(i - 1).assigned)
        return ends(statement(i), fmt::format("it does not take '{}', the result of the statement "
                                              "before it",
                                              statement(i - 1).assigned));
      if (steps.empty()) return ends(statement(i), why);
      std::move(steps.rbegin(), steps.rend(), std::back_inserter(steps_));
    }
    if (steps_.size() < 2) return Error(say(diag::run_is_too_short, module_->origin.method));
    return std::nullopt;
  }

  std::optional<Step> step_of(const Call& call, PassContext& context, std::string& why) {
    Step step;
    if (call.member.empty()) return function_step(call, context, why);
    for (ModuleNode* child : module_->modules.root().children)
      if (child->registration ? child->registration->member == call.member
                              : child->name.view() == call.member)
        step.member = child;
    if (step.member != nullptr && step.member->alias_of == nullptr &&
        step.member->registration != nullptr)
      return step;
    why = fmt::format("'{}' is no module that the class registers under one name", call.member);
    return std::nullopt;
  }

  /// One that a module of LibTorch's without weights computes, in all modes.
  std::optional<Step> function_step(const Call& call, PassContext& context, std::string& why) {
    Step step;
    why = "a function is called that no module of torch::nn without weights computes, or with "
          "values that are not literals, or a module that a Sequential cannot call";
    bool is_by_mode = false;
    const std::vector<Graph*> graphs = module_->forward_graphs();
    for (Graph* graph : graphs) {
      const auto& operations = context.analyses.get<CallOperations>(*graph, *module_);
      const Modes modes = module_->modes_of(*graph);
      const std::optional<bool> training =
          modes == Modes::Both ? std::nullopt : std::optional(modes == Modes::Train);
      size_t num_nodes = 0;
      for (Node* node : *graph) {
        const SourceSyntax* syntax = node->meta(meta::syntax);
        if (syntax == nullptr || syntax->file.view() != method_->file ||
            !(syntax->whole == call.whole))
          continue;
        const ops::Operation* operation = operations.of(*node);
        const auto wanted =
            operation == nullptr ? std::nullopt : ops::module_for(*operation, *module_, training);
        const bool is_settled = std::ranges::none_of(syntax->reads_variables, std::identity());
        if (!wanted || wanted->inputs.size() != 1 || node->args().empty() ||
            !(wanted->inputs.front() == node->arg(0)) || !is_settled || node->num_users() == 0)
          return std::nullopt;
        if (!step.calls.empty() && !(step.module == wanted->module)) return std::nullopt;
        step.module = wanted->module;
        is_by_mode |= wanted->is_by_mode;
        step.calls.push_back(node);
        ++num_nodes;
      }
      if (num_nodes != 1) return std::nullopt;
    }
    if (is_by_mode && graphs.size() < 2 && module_->modes_of(module_->graph) != Modes::Both)
      return std::nullopt;
    why.clear();
    return step;
  }

  /// Values in between are read by the next call alone.
  std::optional<Error> check_values() const {
    const std::string& result = statement(last_).assigned;
    for (size_t i = first_; i < last_; ++i) {
      const std::string& value = statement(i).assigned;
      const auto names = [&](const MethodSyntax::Statement& other, bool as_reference) {
        return std::ranges::any_of(other.variables, [&](const MethodSyntax::Variable& variable) {
          return variable.name == value && (!as_reference || variable.is_reference);
        });
      };
      const bool is_read =
          value != result &&
          std::ranges::any_of(std::span(method_->statements).subspan(last_ + 1),
                              [&](const auto& other) { return names(other, false); });
      if (is_read || names(statement(i), true)) {
        Error error(say(diag::run_result_read, value));
        const SourceRange& place = statement(i).place;
        error.location = {place.file.str(), place.line, place.column};
        return error;
      }
    }
    return std::nullopt;
  }

  /// They are called once, and stand in the order of their weights.
  std::optional<Error> check_members() const {
    const std::vector<ModuleNode*>& all = module_->modules.root().children;
    std::vector<size_t> places;
    std::set<const ModuleNode*> members;
    for (const Step& step : steps_) {
      if (step.member == nullptr) continue;
      if (!members.insert(step.member).second)
        return ends(statement(first_), fmt::format("'{}' runs twice", step.member->name.view()));
      if (const ModuleNode* alias = alias_of(*step.member))
        return Error(say(diag::sequential_is_shared, step.member->path(), alias->path()));
      if (ops::may_have_tensors(*step.member, *module_))
        places.push_back(static_cast<size_t>(std::ranges::find(all, step.member) - all.begin()));
    }
    if (members.empty())
      return ends(statement(first_), "it calls functions alone; name a line that calls a module");
    for (size_t i = 1; i < places.size(); ++i) {
      if (places[i] < places[i - 1])
        return Error(say(diag::run_reorders_weights, all[places[i]]->path()));
      for (size_t between = places[i - 1] + 1; between < places[i]; ++between)
        if (ops::may_have_tensors(*all[between], *module_))
          return Error(say(diag::run_reorders_weights, all[between]->path()));
    }
    return std::nullopt;
  }

  const ModuleNode* alias_of(const ModuleNode& member) const {
    for (const ModuleNode* other : all_modules(module_->modules))
      for (const ModuleNode* at = other->alias_of; at != nullptr; at = at->parent)
        if (at == &member) return other;
    return nullptr;
  }

  /// Where the last of them stood.
  void gather(ModuleNode& owner, const std::string& name) {
    ModuleTree& tree = module_->modules;
    ModuleNode& sequential = tree.create(Symbol("torch::nn::Sequential"), ModuleKind::Container);
    sequential.location = {Symbol(method_->file), statement(first_).place.line,
                           statement(first_).place.column, 0, 0};
    size_t behind = 0;
    for (size_t i = 0; i < owner.children.size(); ++i)
      if (std::ranges::find(steps_, owner.children[i], &Step::member) != steps_.end())
        behind = i + 1;
    tree.attach(owner, sequential, Symbol(name));
    tree.move(sequential, owner, behind, Symbol(name));
    std::set<std::string> names;
    for (size_t i = 0; i < steps_.size(); ++i) {
      Step& step = steps_[i];
      if (step.member == nullptr) {
        step.member = &tree.create(step.module.cpp_type, ModuleKind::Leaf);
        step.member->options = step.module.options;
        tree.attach(sequential, *step.member, Symbol(name));
      }
      const bool is_new = !step.calls.empty();
      std::string own = is_new ? name_for_class(step.member->cpp_type) : step.member->name.str();
      for (size_t number = 1; is_new && is_name_of_a_member(own, names); ++number)
        own = fmt::format("{}{}", name_for_class(step.member->cpp_type), number);
      names.insert(own);
      tree.move(*step.member, sequential, i, Symbol(is_named_ ? own : std::to_string(i)));
    }
  }

  bool is_name_of_a_member(const std::string& name, const std::set<std::string>& names) const {
    return names.contains(name) || std::ranges::any_of(steps_, [&](const Step& step) {
             return step.calls.empty() && step.member != nullptr &&
                    step.member->name.view() == name;
           });
  }

  /// In the place of the functions.
  void call_modules(const std::string& name) {
    for (const Step& step : steps_)
      for (Node* was : step.calls) {
        Graph& graph = was->graph();
        const auto point = graph.inserting_before(was);
        const std::string target = fmt::format("{}.{}", name, step.member->name.view());
        Node* fresh = graph.create_node(Opcode::CallModule, Symbol(target), {was->arg(0)});
        fresh->copy_meta_from(*was);
        was->replace_all_uses_with(fresh);
        graph.erase_node(was);
      }
    if (module_->training_graph && print_fx(*module_->training_graph) == print_fx(module_->graph))
      module_->training_graph.reset();
  }

  std::string name_; // empty: a free one
  bool is_named_ = false;
  TracedModule* module_ = nullptr;
  const MethodSyntax* method_ = nullptr;
  size_t first_ = 0, last_ = 0, num_first_ = 0; // see MethodChain
  std::vector<Step> steps_;                     // in the order in which they run
};

} // namespace

extern const PassInfo members_to_sequential_pass{
    .name = "members-to-sequential",
    .summary = "Make a Sequential of members that run one after the other",
    .description = R"(
`members-to-sequential<name=features>` with `--refactor` and `--at=net.cpp:12-20`: the statements of the traced method that begin
there call modules, each with the result of the one before it. These become one `torch::nn::Sequential`, called `name`, or
`features` or `layers`, and the statements one call of it. It is made where the last of them was; `named` keeps their names in it.
`torch::relu(x)` and other calls of functions that a module without weights computes become such modules. Keys of saved weights
are others then, which a remark says. Refused: anything else in the range, a module that is used elsewhere too, and an order of
weights that would be another one.
)",
    .parameters = {{.name = "name",
                    .kind = PassParameter::Kind::Text,
                    .description = "of the new member"},
                   {.name = "named", .description = "keep the names of the modules"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      if (options.has("name") && !options.text("name").empty() &&
          !is_member_name(options.text("name")))
        return say(diag::run_without_a_name, options.text("name"));
      return std::make_unique<MembersToSequential>(options.text("name"), options.flag("named"));
    },
    .is_refactoring = true};

} // namespace fx
