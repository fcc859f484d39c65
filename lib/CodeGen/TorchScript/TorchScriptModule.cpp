// The classes: one for every module of the tree, as a TorchScript archive holds them.
#include "fx/CodeGen/Emitter.h"

#include "../GraphModules.h"
#include "../Python/PythonWriter.h"
#include "TorchScriptWriter.h"

#include <algorithm>

namespace fx {
namespace codegen {

std::string_view library_name(const ModuleNode& module) {
  std::string_view type = module.cpp_type;
  constexpr std::string_view prefix = "torch::nn::";
  if (module.kind != ModuleKind::Leaf || !type.starts_with(prefix)) return {};
  return type.substr(prefix.size());
}

std::optional<LibraryModule> library_module_of(const ModuleNode& module, TorchScriptWriter& values,
                                               Failure& failure) {
  const auto fail = [&](Error why) -> std::optional<LibraryModule> {
    why.message.insert(0, "'" + module.path() + "': ");
    failure.at(&module.location, std::move(why));
    return std::nullopt;
  };
  const std::string_view name = library_name(module);
  if (!has_library_module(name))
    return fail(say(diag::torchscript_leaf_not_held, module.cpp_type.str()));
  OptionTexts texts;
  for (const ModuleOption& option : module.options) {
    const std::optional<std::string_view> type = library_option_type(name, option.name);
    if (!type) return fail(say(diag::torchscript_option_missing, name, option.name.str()));
    // Tensors among options are buffers: that one was given is all there is to say here.
    texts[option.name.str()] = option.value.is_node() ? "given" : values.value(option.value, *type);
  }
  Expected<LibraryModule> made = make_library_module(name, texts);
  return made ? std::move(*made) : fail(made.error());
}

namespace {

struct Attribute {
  std::string name;
  std::string type;
};

class TorchScriptModuleWriter {
public:
  TorchScriptModuleWriter(const TracedModule& module, const EmitOptions& options)
      : module_(module), failure_(options), values_(module, failure_) {
    for (const LibraryFunction& function : library_functions())
      class_names_.reserve(function.name);
    class_names_.reserve("grad_mode");
    root_name_ = class_names_.claim(python_class_name(module, options), "_");
  }

  Expected<std::string> write();

private:
  std::string forward_of(const TracedModule& model);
  std::string class_of(const ModuleNode& module);
  std::string class_of(std::string_view name, const LibraryModule& module);
  std::string class_of(const LibraryChild& child);
  std::string declared(std::string_view name, const std::vector<std::string>& parameters,
                       const std::vector<std::string>& buffers,
                       const std::vector<Attribute>& attributes, std::string_view method);
  void add_slot(const TensorSlot& slot, std::vector<std::string>& parameters,
                std::vector<std::string>& buffers, std::vector<Attribute>& attributes);

  const TracedModule& module_;
  Failure failure_;
  TorchScriptWriter values_; // of options
  TypeAnalysis init_types_{module_.init, module_};
  Identifiers class_names_;
  GraphModuleClasses graph_modules_;
  std::string root_name_;
  std::vector<std::string> classes_;
  std::unordered_map<std::string, std::string> class_by_text_;
  std::unordered_map<const ModuleNode*, std::string> class_by_module_;
};

std::string list_of_names(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names)
    text += python_quoted(name) + ", ";
  return text + "]";
}

/// "BasicBlockImpl" -> "BasicBlock", "ns::Net<3>" -> "Net_3_".
std::string plain_class_name(std::string_view type) {
  if (const size_t angle = type.find('<'); angle != type.npos)
    return to_identifier(plain_class_name(type.substr(0, angle)) + std::string(type.substr(angle)));
  if (const size_t colon = type.rfind(':'); colon != type.npos) type.remove_prefix(colon + 1);
  if (type.ends_with("Impl") && type.size() > 4) type.remove_suffix(4);
  return to_identifier(type);
}

/// A class with the given members, or the one that is there already with the same text. `method`
/// stands behind them.
std::string TorchScriptModuleWriter::declared(std::string_view name,
                                              const std::vector<std::string>& parameters,
                                              const std::vector<std::string>& buffers,
                                              const std::vector<Attribute>& attributes,
                                              std::string_view method) {
  std::string text = "  __parameters__ = " + list_of_names(parameters) +
                     "\n  __buffers__ = " + list_of_names(buffers) + "\n  training : bool\n";
  const bool has_odd_names = std::ranges::any_of(
      attributes, [](const Attribute& attribute) { return !is_torchscript_name(attribute.name); });
  if (has_odd_names) text += "  __annotations__ = []\n";
  for (const Attribute& attribute : attributes)
    text +=
        is_torchscript_name(attribute.name)
            ? "  " + attribute.name + " : " + attribute.type + "\n"
            : "  __annotations__[" + python_quoted(attribute.name) + "] = " + attribute.type + "\n";
  text += method;
  const std::string key = std::string(name) + "\n" + text;
  std::string& known = class_by_text_[key];
  if (!known.empty()) return known;
  const bool is_root = name == root_name_;
  const std::string own = is_root ? root_name_ : class_names_.claim(name, "_");
  // forward's self is of its own class.
  if (const size_t self = text.find("(self,"); self != text.npos)
    text.replace(self, 5, "(self: __torch__." + own);
  else if (const size_t lone = text.find("(self)"); lone != text.npos)
    text.replace(lone, 5, "(self: __torch__." + own);
  classes_.push_back("class " + own + "(Module):\n" + text);
  return known = "__torch__." + own;
}

std::string TorchScriptModuleWriter::class_of(const LibraryChild& child) {
  const Expected<LibraryModule> made = make_library_module(child.module, child.options);
  if (!made) return failure_.at(static_cast<const SourceRange*>(nullptr), made.error());
  std::string type = class_of(child.module, *made);
  if (!child.count) return type;
  std::vector<Attribute> items;
  items.reserve(static_cast<size_t>(*child.count));
  for (int i = 0; i < *child.count; ++i)
    items.push_back({std::to_string(i), type});
  return declared("ModuleList", {}, {}, items, "");
}

std::string TorchScriptModuleWriter::class_of(std::string_view name, const LibraryModule& module) {
  std::vector<std::string> parameters, buffers;
  std::vector<Attribute> attributes;
  for (const LibraryTensor& tensor : module.tensors) {
    if (tensor.is_present) (tensor.is_parameter ? parameters : buffers).push_back(tensor.name);
    attributes.push_back({tensor.name, tensor.is_present ? "Tensor" : "NoneType"});
  }
  for (const LibraryChild& child : module.children)
    attributes.push_back({child.name, class_of(child)});
  return declared(to_identifier(name), parameters, buffers, attributes,
                  "  def forward(self, " + std::string(module.signature) + "\n" + module.body);
}

void TorchScriptModuleWriter::add_slot(const TensorSlot& slot, std::vector<std::string>& parameters,
                                       std::vector<std::string>& buffers,
                                       std::vector<Attribute>& attributes) {
  std::string type = slot.init ? "Tensor" : "NoneType";
  if (!slot.is_saved()) {
    const ValueType known = slot_type(slot, init_types_);
    type = known.is_number() ? torchscript_type(known) : "Optional[Tensor]";
  } else if (slot.init)
    (slot.role == TensorRole::Parameter ? parameters : buffers).push_back(slot.name.str());
  attributes.push_back({slot.name.str(), std::move(type)});
}

std::string TorchScriptModuleWriter::class_of(const ModuleNode& module) {
  const ModuleNode& first = module.alias_of ? *module.alias_of : module;
  std::string& known = class_by_module_[&first];
  if (!known.empty()) return known;
  std::string type;
  if (first.kind == ModuleKind::Leaf) {
    const std::optional<LibraryModule> made = library_module_of(first, values_, failure_);
    if (!made) return {};
    type = class_of(library_name(first), *made);
  } else {
    // What is wrong with a call says more than what is wrong with the class that it calls.
    const bool is_root = !first.parent;
    const GraphModuleClass* part = graph_modules_.find(first);
    const std::string forward = is_root ? forward_of(module_)
                                : part  ? forward_of(part->model)
                                        : std::string();
    std::vector<std::string> parameters, buffers;
    std::vector<Attribute> attributes;
    for (const TensorSlot& slot : first.tensors)
      add_slot(slot, parameters, buffers, attributes);
    for (const ModuleNode* child : first.children)
      attributes.push_back({child->name.str(), class_of(*child)});
    for (const Attribute& attribute : attributes)
      if (attribute.name == "training" || attribute.name == "forward")
        failure_.at(&first.location, diag::torchscript_name_taken, attribute.name);
      else if (is_torchscript_keyword(attribute.name))
        failure_.at(&first.location, diag::torchscript_name_is_keyword, attribute.name);
    type = declared(is_root ? root_name_
                    : part  ? part->name
                            : plain_class_name(first.cpp_type),
                    parameters, buffers, attributes, forward);
  }
  return class_by_module_[&first] = type;
}

std::string TorchScriptModuleWriter::forward_of(const TracedModule& model) {
  TorchScriptWriter forward(model, failure_);
  const std::string parameters = forward.parameters(model.graph);
  const std::vector<std::string> lines = forward.statements(model.graph);
  if (failure_.error()) return {};
  std::string text = "  def forward(self" + parameters + ") -> " + forward.result() + ":\n";
  std::string indent = "    ";
  if (const Graph* graph = model.training_graph.get()) {
    TorchScriptWriter training(model, failure_);
    const std::string other_parameters = training.parameters(*graph);
    const std::vector<std::string> other_lines = training.statements(*graph);
    if (failure_.error()) return {};
    if (other_parameters != parameters || training.result() != forward.result())
      failure_.at(graph->output_node(), diag::torchscript_signature_of_two_modes, training.result(),
                  forward.result());
    text += "    if self.training:\n";
    indent = "      ";
    for (const std::string& line : other_lines)
      text += indent + line + "\n";
    text += "    else:\n";
  }
  for (const std::string& line : lines)
    text += indent + line + "\n";
  return text;
}

Expected<std::string> TorchScriptModuleWriter::write() {
  failure_.at_control_characters(module_);
  failure_.at_undefined_writes(module_);
  if (module_.folding) {
    const std::span<const Argument> results = module_.folding->output_node()->arg(0).items();
    failure_.at(results[1].as_node(), diag::torchscript_folded_weights, results[0].symbol().view());
  }
  Identifiers names = class_names_; // declared() takes them
  graph_modules_ = GraphModuleClasses(module_, names, failure_);
  if (failure_.error()) return *failure_.error();
  class_of(module_.modules.root());
  if (failure_.error()) return *failure_.error();

  // The root first: that is what a reader looks for, and what a loader is told.
  std::string text = classes_.back();
  for (size_t i = 0; i + 1 < classes_.size(); ++i)
    text += "\n" + classes_[i];
  text += torchscript_guards_in(text);
  for (const LibraryFunction* function : library_functions_in(text))
    text += "\n" + std::string(function->text) + "\n";
  return text;
}

} // namespace
} // namespace codegen

Expected<std::string> emit_torchscript(const TracedModule& module, const EmitOptions& options) {
  return codegen::TorchScriptModuleWriter(module, options).write();
}

} // namespace fx
