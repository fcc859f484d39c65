#include "OptionTexts.h"

#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Modules.h"

#include <algorithm>

namespace fx::refactor {

namespace {

const Argument& operand(const Node& call, size_t number) {
  return number < call.args().size() ? call.arg(number)
                                     : call.kwargs()[number - call.args().size()].value;
}

void set_operand(Node& call, size_t number, const Argument& value) {
  if (number < call.args().size())
    call.update_arg(number, value);
  else
    call.update_kwarg(call.kwargs()[number - call.args().size()].name, value);
}

/// One number stands for a list of it.
bool says_the_same(const Argument& a, const Argument& b) {
  const auto is_all = [](const Argument& list, const Argument& item) {
    return !list.items().empty() &&
           std::ranges::all_of(list.items(), [&](const Argument& each) { return each == item; });
  };
  if (a.is_sequence() && b.is_sequence()) return std::ranges::equal(a.items(), b.items());
  if (a.is_sequence()) return is_all(a, b);
  return b.is_sequence() ? is_all(b, a) : a == b;
}

std::string type_of(const Argument& value) {
  switch (value.kind()) {
  case Argument::Kind::Bool: return "bool";
  case Argument::Kind::Int: return "int64_t";
  case Argument::Kind::Float: return "double";
  case Argument::Kind::String: return "std::string";
  default: return "std::vector<int64_t>";
  }
}

const ModuleNode* module_at(const TracedModule& model, Symbol path) {
  const ModuleNode* module = model.modules.find(path);
  while (module != nullptr && module->alias_of != nullptr)
    module = module->alias_of;
  return module;
}

} // namespace

std::vector<OptionOperand> OptionTexts::operands_of(const Node& call, CppExpressions& cpp) const {
  std::vector<OptionOperand> operands;
  const std::vector<OptionRead>* reads = call.meta(meta::option_reads);
  if (reads == nullptr) return operands;
  for (const OptionRead& read : *reads) {
    const ModuleNode* module = module_at(after_, read.module);
    const ops::ModuleClass* of = module ? ops::module_class_of(*module) : nullptr;
    // A pass after the one that knew it has changed the call, or the module.
    if (of == nullptr || read.operand >= call.args().size() + call.kwargs().size() ||
        operand(call, read.operand) != read.value)
      continue;
    const std::optional<Argument> now =
        ops::ModuleOptions(ops::libtorch_of(after_), *of, module->options).value(read.option);
    if (!now || !says_the_same(*now, read.value)) continue;
    const bool varies = module->syntax == nullptr || module->syntax->may_vary(read.option);
    operands.push_back({read, cpp.option(read.module.str(), read.option), varies});
  }
  return operands;
}

OptionTexts::Readable& OptionTexts::readable() {
  if (readable_) return *readable_;
  readable_ = std::make_unique<Readable>();
  Readable& made = *readable_;
  made.graph = graph_.clone(&made.copies);
  for (const Node* node : graph_) {
    const std::vector<OptionRead>* reads = node->meta(meta::option_reads);
    if (reads == nullptr) continue;
    const auto first = made.graph.inserting_before(made.graph.front());
    std::vector<Node*>& options = made.options[node];
    options.resize(node->args().size() + node->kwargs().size());
    for (const OptionRead& read : *reads) {
      if (read.operand >= options.size()) continue;
      Node*& option = options[read.operand];
      option = made.graph.placeholder("option");
      option->set_meta(meta::cpp_type, type_of(read.value));
    }
  }
  made.cpp.emplace(after_, made.graph, modules_, tensors_);
  return made;
}

Expected<std::string>
OptionTexts::call(const Node& node, const std::vector<std::pair<const Node*, std::string>>& inputs,
                  const std::vector<OptionOperand>& options) {
  Readable& made = readable();
  Node& copy = *made.copies.at(&node);
  for (const auto& [input, text] : inputs)
    made.cpp->set_operand(*made.copies.at(input), text);
  for (const OptionOperand& option : options) {
    Node* value = made.options.at(&node)[option.read.operand];
    made.cpp->set_operand(*value, option.text);
    set_operand(copy, option.read.operand, Argument(value));
  }
  Expected<std::string> text = made.cpp->call(copy);
  for (const OptionOperand& option : options)
    set_operand(copy, option.read.operand, option.read.value);
  return text;
}

} // namespace fx::refactor
