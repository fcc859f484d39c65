#include "InitialValues.h"

#include "../Messages.h"
#include "Calls.h"
#include "Modules.h"

#include <algorithm>

namespace fx::ops::kernels {

namespace {

Error error_at(const SourceRange* where, Saying said) {
  Error error(std::move(said));
  if (where) error.location = {where->file.str(), where->line, where->column};
  return error;
}

} // namespace

std::string joined(const std::string& owner, std::string_view name) {
  return owner.empty() ? std::string(name) : owner + "." + std::string(name);
}

InitialValues::InitialValues(const Plugin& plugin, const TracedModule& module)
    : plugin_(plugin), libtorch_(libtorch_of(module)) {
  const std::vector<ModuleNode*> modules = all_modules(module.modules);
  const auto is_made_by_node = [&](const ModuleNode& leaf) {
    return !module.init.find_nodes(Opcode::CallModule, Symbol(leaf.path())).empty();
  };
  // The init graph may read what leaves hold, and a leaf may be made of what the graph computes.
  for (const ModuleNode* leaf : modules)
    if (leaf->kind == ModuleKind::Leaf && !leaf->alias_of && !is_made_by_node(*leaf) &&
        std::ranges::none_of(leaf->options,
                             [](const ModuleOption& option) { return option.value.has_nodes(); }))
      make_leaf(*leaf);
  for (const Node* node : module.init) {
    const ModuleNode* made =
        node->op() == Opcode::CallModule ? module.modules.find(node->target()) : nullptr;
    if (made)
      make_leaf(*made);
    else
      compute(*node);
  }
  for (const ModuleNode* owner : modules) {
    if (owner->alias_of) continue;
    const std::string path = owner->path();
    if (owner->kind == ModuleKind::Leaf && !is_made_by_node(*owner) &&
        std::ranges::any_of(owner->options, [](const auto& o) { return o.value.has_nodes(); }))
      make_leaf(*owner);
    for (const TensorSlot& slot : owner->tensors) {
      if (!slot.init) continue;
      if (const auto found = nodes_.find(slot.init); found != nodes_.end()) {
        Example value = found->second;
        if (const Tensor* tensor = value.tensor(); tensor && slot.role == TensorRole::Parameter)
          value =
              plugin_.value(plugin_.api().parameter_of(tensor->get(), slot.requires_grad ? 1 : 0));
        values_.emplace(joined(path, slot.name), std::move(value));
      } else
        problems_.emplace(joined(path, slot.name), node_problems_.at(slot.init));
    }
  }
}

const Example* InitialValues::find(const std::string& path) const {
  const auto found = values_.find(path);
  return found == values_.end() ? nullptr : &found->second;
}

const Plugin::Module* InitialValues::module_at(const std::string& path) const {
  const auto found = modules_.find(path);
  return found == modules_.end() ? nullptr : &found->second;
}

const Error* InitialValues::problem_of(const std::string& path) const {
  const auto found = problems_.find(path);
  return found == problems_.end() ? nullptr : &found->second;
}

const Example& InitialValues::value_of(const Node& node) const {
  const auto found = nodes_.find(&node);
  if (found == nodes_.end()) throw Unknown("it needs a value that is not known");
  return found->second;
}

/// What a node other than a call_module computes.
Example InitialValues::computed(const Node& node) const {
  if (node.op() == Opcode::GetAttr) {
    const Example* value = find(node.target().str());
    if (!value) throw Unknown("there is no " + node.target().str());
    return *value;
  }
  const auto value_of_node = [this](const Node& input) { return value_of(input); };
  Examples arguments;
  for (const Argument& argument : node.args())
    arguments.push_back({{}, example_of(argument, value_of_node)});
  for (const KeywordArgument& keyword : node.kwargs())
    arguments.push_back({keyword.name, example_of(keyword.value, value_of_node)});
  constexpr std::string_view init = "torch.nn.init.";
  if (const std::string_view target = node.target(); target.starts_with(init))
    return call_init_function(plugin_, libtorch_, target.substr(init.size()), arguments);
  return call(plugin_, node, arguments, FxAsIs);
}

void InitialValues::compute(const Node& node) {
  const auto fail = [&](std::string_view why) {
    node_problems_.emplace(&node,
                           error_at(node.meta(meta::source_range),
                                    say(diag::initial_value_not_computed, node.name().str(), why)));
    // What is written into a weight is not in it.
    const Node* written = &node;
    while (!written->args().empty() && written->arg(0).is_node())
      written = written->arg(0).as_node();
    if (written != &node && written->op() == Opcode::GetAttr) {
      const std::string path = written->target().str();
      values_.erase(path);
      problems_.insert_or_assign(path, node_problems_.at(&node));
    }
  };
  if (made_and_dropped(node)) return; // its random numbers are missed by nothing here
  try {
    nodes_.emplace(&node, computed(node));
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void InitialValues::make_leaf(const ModuleNode& module) {
  if (class_of(plugin_, module).empty()) return;
  const std::string path = module.path();
  try {
    const Plugin::Module made = make_module(plugin_, libtorch_, module, /*training=*/true, FxAsIs,
                                            [this](const Node& node) { return value_of(node); });
    const ModuleTensors held = tensors_of(plugin_, made, FxAsIs, /*recurse=*/true);
    for (const Plugin::NamedTensors* tensors : {&held.parameters, &held.buffers})
      for (const auto& [name, tensor] : *tensors) {
        values_.emplace(joined(path, name), Example{tensor});
        leaf_paths_.push_back(joined(path, name));
      }
    modules_.emplace(path, made);
  } catch (const std::exception& error) {
    // The tracer refuses such options: no program is known that comes here.
    problems_.emplace(path, error_at(&module.location, {nullptr, "'" + path + "' cannot be made: " +
                                                                     std::string(error.what())}));
  }
}

} // namespace fx::ops::kernels
