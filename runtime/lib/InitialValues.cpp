#include "InitialValues.h"

#include "InitFunctions.h"
#include "Messages.h"
#include "Operators.h"
#include "TorchCalls.h"

#include <algorithm>

namespace fx::runtime {

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

InitialValues::InitialValues(const TracedModule& module) {
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
        if (const at::Tensor* tensor = value.tensor(); tensor && slot.role == TensorRole::Parameter)
          value = {tensor->detach().set_requires_grad(slot.requires_grad &&
                                                      tensor->is_floating_point())};
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

const Error* InitialValues::problem_of(const std::string& path) const {
  const auto found = problems_.find(path);
  return found == problems_.end() ? nullptr : &found->second;
}

Example InitialValues::example_of(const Argument& argument) const {
  if (!argument.has_nodes()) return {argument};
  if (argument.is_node()) {
    const auto found = nodes_.find(argument.as_node());
    if (found == nodes_.end()) throw Unknown("it needs a value that is not known");
    return found->second;
  }
  Sequence items{{}, argument.is(Argument::Kind::Tuple)};
  for (const Argument& item : argument.items())
    items.items.push_back(example_of(item));
  if (argument.is(Argument::Kind::List) || argument.is(Argument::Kind::Tuple))
    return {std::move(items)};
  std::vector<Argument> parts;
  for (const Example& item : items.items) {
    std::optional<Argument> literal = as_literal(item);
    if (!literal) throw Unknown("a slice by a tensor");
    parts.push_back(std::move(*literal));
  }
  return {argument.rebuild(std::move(parts))};
}

void InitialValues::compute(const Node& node) {
  const at::NoGradGuard no_gradients;
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
  try {
    if (node.op() == Opcode::GetAttr) {
      const Example* value = find(node.target().str());
      if (!value) throw Unknown("there is no " + node.target().str());
      nodes_.emplace(&node, *value);
      return;
    }
    Examples arguments;
    for (const Argument& argument : node.args())
      arguments.push_back({{}, example_of(argument)});
    for (const KeywordArgument& keyword : node.kwargs())
      arguments.push_back({keyword.name, example_of(keyword.value)});
    constexpr std::string_view init = "torch.nn.init.";
    if (const std::string_view target = node.target(); target.starts_with(init)) {
      nodes_.emplace(&node, call_init_function(target.substr(init.size()), arguments));
      return;
    }
    if (made_and_dropped(node)) return; // its random numbers are missed by nothing here
    const FunctionCall* function = find_functional_target(node);
    nodes_.emplace(&node, function ? call_function(*function, arguments)
                                   : call_operator(node, arguments, c10::Device(at::kCPU)));
  } catch (const c10::Error& error) {
    fail(error.what_without_backtrace());
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void InitialValues::make_leaf(const ModuleNode& module) {
  constexpr std::string_view library = "torch::nn::";
  const std::string_view type = module.cpp_type;
  const std::string path = module.path();
  const ModuleCalls* calls =
      type.starts_with(library) ? find_module(type.substr(library.size())) : nullptr;
  if (!calls) return;
  try {
    Examples options;
    for (const ModuleOption& option : module.options)
      options.push_back({option.name, example_of(option.value)});
    const std::shared_ptr<torch::nn::Module> made = calls->make(NamedArguments(options, {}));
    const auto add = [&](const auto& named) {
      for (const auto& item : named) {
        if (!item.value().defined()) continue;
        values_.emplace(joined(path, item.key()), Example{item.value()});
        leaf_paths_.push_back(joined(path, item.key()));
      }
    };
    add(made->named_parameters());
    add(made->named_buffers());
  } catch (const std::exception& error) {
    // The tracer refuses such options: no program is known that comes here.
    problems_.emplace(path, error_at(&module.location, {nullptr, "'" + path + "' cannot be made: " +
                                                                     std::string(error.what())}));
  }
}

} // namespace fx::runtime
