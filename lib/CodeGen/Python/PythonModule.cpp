// The class around a graph, and the loader of weights.
#include "fx/CodeGen/Emitter.h"

#include "../GraphModules.h"
#include "PythonNames.h"
#include "PythonWriter.h"

#include "fx/IR/Printer.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Spelling.h"

#include <algorithm>

namespace fx {
namespace {

using namespace codegen;

/// For archives whose names are keywords or no text, which TorchScript's reader does not take:
/// their tensors, without their code. Only pickle's unpickler in Python lets names be decoded
/// otherwise.
constexpr std::string_view reader = R"(

def saved_tensors(path):
    """The tensors in the archive at `path`, whose names torch.jit.load cannot read."""

    class Reader(pickle._Unpickler):
        dispatch = dict(pickle._Unpickler.dispatch)

        def load_text(self):
            size = int.from_bytes(self.read(4), "little")
            self.append(self.read(size).decode("utf-8", "surrogateescape"))

        dispatch[pickle.BINUNICODE[0]] = load_text

        def find_class(self, module, name):
            own = module.split(".")[0] == "__torch__"
            return type(name, (), {}) if own else super().find_class(module, name)

    def tensors(part, prefix):
        for name, value in vars(part).items():
            if isinstance(value, torch.Tensor):
                yield prefix + name, value
            elif hasattr(value, "__dict__"):
                yield from tensors(value, prefix + name + ".")

    archive = torch._C.PyTorchFileReader(str(path))
    pickles = types.SimpleNamespace(Unpickler=Reader, __name__="pickle")
    return dict(tensors(torch.serialization._load(archive, "cpu", pickles), ""))
)";

constexpr std::string_view loader_head = R"(

def load_weights(module, path):
    """Loads into `module` what C++'s torch::save(net, path) wrote."""
    saved = )";
constexpr std::string_view scripted = R"(torch.jit.load(path, map_location="cpu").state_dict())";
constexpr std::string_view loader = R"(
    expected = module.state_dict()
    missing = [name for name in expected if name not in saved]
    unexpected = [name for name in saved if name not in expected]
    shapes = [
        f"{name}: {tuple(saved[name].shape)} in the file, {tuple(tensor.shape)} in the model"
        for name, tensor in expected.items()
        if name in saved and saved[name].shape != tensor.shape
    ]
    problems = [
        f"{what}: {', '.join(names)}"
        for what, names in (
            ("missing in the file", missing),
            ("not in the model", unexpected),
            ("of another shape", shapes),
        )
        if names
    ]
    if problems:
        raise RuntimeError(f"{path} does not fit {type(module).__name__}: " + "; ".join(problems))
    module.load_state_dict(saved)
    return module
)";

/// train() assigns to `training`, which is a child's name in modules of this class.
constexpr std::string_view switches = R"(class ModuleWithSwitches(torch.nn.Module):
    """What every module assigns to itself stays beside children of those names."""

    def __setattr__(self, name, value):
        if name in self.__dict__:
            self.__dict__[name] = value
        else:
            super().__setattr__(name, value)


)";

std::string module_base(const ModuleNode& module) {
  return hides_switches(module) ? "ModuleWithSwitches" : "torch.nn.Module";
}

class PythonModuleWriter {
public:
  PythonModuleWriter(const TracedModule& module, const EmitOptions& options)
      : module_(module), class_name_(python_class_name(module, options)),
        with_places_(options.print.locations), failure_(options) {}

  Expected<std::string> write();

private:
  void write_constructor(std::vector<std::string>& lines);
  std::string folding();
  void write_module(const ModuleNode& module, std::vector<std::string>& lines);
  void write_tensor(const ModuleNode& module, const TensorSlot& slot,
                    std::vector<std::string>& lines);
  std::string leaf(const ModuleNode& module);
  std::string constructed(const ModuleNode& module, const ModuleLiteral& literal);
  std::optional<std::string> making(const Node* node);
  void name_graph_modules();
  std::string forward_text(const TracedModule& model, std::string_view indent);

  const TracedModule& module_;
  std::string class_name_;
  bool with_places_;
  Identifiers names_ = python_scope(); // variables of __init__
  std::unordered_map<const ModuleNode*, std::string> variables_;
  std::unordered_map<const ModuleNode*, std::string> made_; // by a node of the init graph
  GraphModuleClasses graph_modules_;
  Failure failure_;
};

// A call too long for a line of 100 columns gets its arguments on a line of their own.
std::string wrap_call(const std::string& text, size_t indent) {
  size_t open = text.find('(');
  if (text.size() + indent <= 100 || open == text.npos || !text.ends_with(')')) return text;
  std::string margin(indent, ' ');
  return text.substr(0, open + 1) + "\n" + margin + "    " +
         wrap_call(text.substr(open + 1, text.size() - open - 2), indent + 4) + "\n" + margin + ")";
}

// LibTorch's convolutions lay "same" padding of other modes than zeros around the dimensions in the
// wrong order: as in Python when all want as much.
bool pads_in_wrong_order(const ModuleLiteral& literal) {
  auto option = [&](std::string_view name) -> const Argument* {
    auto found = std::ranges::find_if(literal.options,
                                      [&](const ModuleOption& o) { return o.name.view() == name; });
    return found == literal.options.end() ? nullptr : &found->value;
  };
  auto is = [&](std::string_view name, std::string_view value) {
    const Argument* given = option(name);
    return given && given->is(Argument::Kind::String) && given->symbol().view() == value;
  };
  if (!is("padding", "same") || !option("padding_mode") || is("padding_mode", "zeros"))
    return false;
  auto size = [&](std::string_view name, size_t dimension, int64_t otherwise) {
    const Argument* given = option(name);
    if (!given) return otherwise;
    const Argument& one = given->items().empty() ? *given : given->items()[dimension];
    return one.is(Argument::Kind::Int) ? one.as_int() : otherwise;
  };
  const Argument* kernel = option("kernel_size");
  const Argument* dilation = option("dilation");
  const size_t dimensions =
      std::max(kernel ? kernel->items().size() : 0, dilation ? dilation->items().size() : 0);
  auto total = [&](size_t i) { return size("dilation", i, 1) * (size("kernel_size", i, 1) - 1); };
  for (size_t i = 1; i < dimensions; ++i)
    if (total(i) != total(0)) return true;
  return false;
}

std::string PythonModuleWriter::leaf(const ModuleNode& module) {
  return constructed(module, {module.cpp_type, module.options});
}

// A call of a class of torch.nn, for `module` itself or for a module among its options.
std::string PythonModuleWriter::constructed(const ModuleNode& module,
                                            const ModuleLiteral& literal) {
  std::string_view type = literal.cpp_type;
  if (!type.starts_with("torch::nn::") || !ops::libtorch_of(module_).find_module_holder(type))
    return failure_.at(&module.location, diag::python_leaf_not_constructed, module.path(), type);
  std::string text = "torch.nn." + std::string(type.substr(type.rfind(':') + 1)) + "(";
  if (pads_in_wrong_order(literal))
    return failure_.at(&module.location, diag::python_pads_another_dimension, type);
  PythonWriter values(module_, failure_);
  for (const ModuleOption& option : literal.options) {
    if (!ops::python_module_takes(type, option.name, ops::libtorch_of(module_).version()))
      return failure_.at(&module.location, diag::python_option_missing,
                         text.substr(0, text.find('(')), option.name.str());
    if (!text.ends_with("(")) text += ", ";
    const auto inner = ModuleLiteral::from_argument(option.value);
    text += std::string(ops::python_option(option.name)) + "=" +
            (inner ? constructed(module, *inner) : values.value(option.value));
  }
  return text + ")";
}

/// Modules that the init graph makes are registered when it has run, in the order of the tree.
std::optional<std::string> PythonModuleWriter::making(const Node* node) {
  const std::string_view path = node->target();
  if (node->op() == Opcode::CallModule) {
    const ModuleNode* module = module_.modules.find(path);
    if (!module || module->kind != ModuleKind::Leaf ||
        !made_.emplace(module, node->name().str()).second)
      return failure_.at(node, diag::init_graph_makes_no_leaf, path);
    return leaf(*module);
  }
  if (node->op() == Opcode::GetAttr)
    for (size_t dot = path.rfind('.'); dot != path.npos && dot > 0; dot = path.rfind('.', dot - 1))
      if (const auto made = made_.find(module_.modules.find(path.substr(0, dot)));
          made != made_.end())
        return python_tensor_path(path.substr(dot + 1), true, made->second);
  if (const std::optional<ModuleLiteral> made = made_and_dropped(*node))
    return constructed(module_.modules.root(), *made);
  return std::nullopt;
}

void PythonModuleWriter::write_module(const ModuleNode& module, std::vector<std::string>& lines) {
  std::string owner = variables_.at(module.parent);
  std::string name = module.name.str();
  auto add = [&](const std::string& value) {
    if (!module.registered && is_module_attribute(name))
      failure_.at(&module.location, diag::python_attribute_taken, name);
    if (!module.registered)
      lines.push_back("object.__setattr__(" + owner + ", " + python_quoted(name) + ", " + value +
                      ")");
    else if (is_module_attribute(name))
      lines.push_back(owner + "._modules[" + python_quoted(name) + "] = " + value);
    else if (is_identifier(name) && !is_python_keyword(name))
      lines.push_back(owner + "." + name + " = " + value);
    else
      lines.push_back(owner + ".add_module(" + python_quoted(name) + ", " + value + ")");
  };
  if (module.alias_of) return add(python_module_path(module.alias_of->path()));
  if (const auto made = made_.find(&module); made != made_.end()) return add(made->second);
  if (module.kind == ModuleKind::Leaf) return add(leaf(module));
  if (const GraphModuleClass* part = graph_modules_.find(module)) {
    const std::string variable = names_.claim(to_identifier(module.path()), "_");
    variables_[&module] = variable;
    lines.push_back(variable + " = self." + part->name + "()");
    return add(variable);
  }
  // Sequential's and users' forward is in the graph; what is left is a place for children.
  if (module.children.empty() && module.tensors.empty()) return add("torch.nn.Module()");
  std::string variable = names_.claim(to_identifier(module.path()), "_");
  variables_[&module] = variable;
  lines.push_back(variable + " = " + module_base(module) + "()");
  add(variable);
}

void PythonModuleWriter::write_tensor(const ModuleNode& module, const TensorSlot& slot,
                                      std::vector<std::string>& lines) {
  std::string owner = variables_.at(&module), name = python_quoted(slot.name);
  std::string value = slot.init ? slot.init->name().str() : "None";
  if (slot.role == TensorRole::Constant) {
    lines.push_back(is_module_attribute(slot.name)
                        ? "setattr(" + owner + ", " + name + ", " + value + ")"
                        : owner + "." + slot.name.str() + " = " + value);
    return;
  }
  bool parameter = slot.role == TensorRole::Parameter;
  if (parameter && slot.init)
    value = "torch.nn.Parameter(" + value + (slot.requires_grad ? ")" : ", requires_grad=False)");
  if (is_module_attribute(slot.name)) {
    lines.push_back(owner + (parameter ? "._parameters[" : "._buffers[") + name + "] = " + value);
    if (!slot.persistent) lines.push_back(owner + "._non_persistent_buffers_set.add(" + name + ")");
  } else
    lines.push_back(owner + (parameter ? ".register_parameter(" : ".register_buffer(") + name +
                    ", " + value + (slot.persistent ? ")" : ", persistent=False)"));
}

void PythonModuleWriter::write_constructor(std::vector<std::string>& lines) {
  lines.emplace_back("super().__init__()");
  for (std::string_view name : {"self", "torch", "operator", "math", "typing", "super"})
    names_.reserve(name);
  for (const Node* node : module_.init)
    names_.reserve(node->name());
  PythonWriter init(module_, failure_, PythonStyle::Runnable, with_places_);
  init.set_making([this](const Node* node) { return making(node); });
  for (std::string& line : init.statements(module_.init, false))
    lines.push_back(std::move(line));

  variables_[&module_.modules.root()] = "self";
  std::vector<const ModuleNode*> stack{&module_.modules.root()};
  while (!stack.empty()) {
    const ModuleNode& module = *stack.back();
    stack.pop_back();
    if (module.parent) write_module(module, lines);
    if (module.kind == ModuleKind::Leaf || module.alias_of) continue;
    for (const TensorSlot& slot : module.tensors)
      write_tensor(module, slot, lines);
    stack.insert(stack.end(), module.children.rbegin(), module.children.rend());
  }
}

constexpr std::string_view folding_methods = R"(
    def run_folding(self):
        """Computes what depends on weights alone, of the weights as they are now.

        The constructor calls it, and forward where weights were written to or replaced. Who writes
        to them by a pointer or by `data`, or to inference tensors, calls it afterwards.
        """
        modes = torch.is_autocast_enabled(), torch.is_autocast_cpu_enabled()
        torch.set_autocast_enabled(False)
        torch.set_autocast_cpu_enabled(False)
        try:
            with torch.no_grad():
                self.compute_folded()
        finally:
            torch.set_autocast_enabled(modes[0])
            torch.set_autocast_cpu_enabled(modes[1])
        self.folded_from = [
            (weight.detach(), self.version_of(weight)) for weight in self.folded_weights()
        ]

    def is_folded(self):
        """Whether the weights have the memory that they had then, and nothing has written to it."""
        # Training writes to statistics past the number of writes: then there is none.
        return self.folded_from is not None and all(
            weight.data_ptr() == seen.data_ptr() and self.version_of(weight) == version
            for weight, (seen, version) in zip(self.folded_weights(), self.folded_from)
        )

    @staticmethod
    def version_of(weight):
        return 0 if weight.is_inference() else weight._version

    def folded_weights(self):
        """The weights that folded values depend on."""
        return (
)";

/// The methods that compute what depends on weights alone; nothing: there is no such thing.
std::string PythonModuleWriter::folding() {
  if (!module_.folding) return {};
  PythonWriter writer(module_, failure_, PythonStyle::Runnable, with_places_);
  const Graph& graph = *module_.folding;
  const std::vector<std::string> lines = writer.statements(graph, false);
  std::string text(folding_methods);
  std::unordered_set<Symbol> known;
  for (const Node* node : graph.find_nodes(Opcode::GetAttr))
    if (known.insert(node->target()).second)
      text += "            " + writer.attribute_path(node) + ",\n";
  text += "        )\n\n    def compute_folded(self):\n";
  for (const std::string& line : lines)
    if (!line.starts_with("return ")) text += line.empty() ? "\n" : "        " + line + "\n";
  const std::span<const Argument> results = graph.output_node()->arg(0).items();
  for (size_t i = 0; i < results.size(); i += 2)
    text +=
        "        self." + results[i].symbol().str() + " = " + writer.value(results[i + 1]) + "\n";
  return text;
}

/// Classes in the model's, whose names must not hide what the model holds.
void PythonModuleWriter::name_graph_modules() {
  Identifiers scope = python_scope();
  const ModuleNode& root = module_.modules.root();
  for (const ModuleNode* child : root.children)
    scope.reserve(child->name);
  for (const TensorSlot& slot : root.tensors)
    scope.reserve(slot.name);
  graph_modules_ = GraphModuleClasses(module_, scope, failure_);
}

std::string PythonModuleWriter::forward_text(const TracedModule& model, std::string_view indent) {
  const PythonForward forward =
      python_forward(model, failure_, PythonStyle::Runnable, with_places_);
  std::string text = std::string(indent) + "def forward(" + forward.parameters + ")" +
                     (forward.result.empty() ? "" : " -> " + forward.result) + ":\n";
  for (const std::string& line : forward.lines)
    text += line.empty() ? "\n" : std::string(indent) + "    " + line + "\n";
  return text;
}

Expected<std::string> PythonModuleWriter::write() {
  name_graph_modules();
  failure_.at_control_characters(module_);
  failure_.at_undefined_writes(module_);
  std::vector<std::string> constructor;
  write_constructor(constructor);
  const std::string folding = this->folding();
  if (!folding.empty()) constructor.emplace_back("self.run_folding()");
  const std::string forward = forward_text(module_, "    ");
  std::string body = "class " + class_name_ + "(" + module_base(module_.modules.root()) + "):\n";
  for (const auto& part : graph_modules_.all())
    body += "    class " + part->name + "(" + module_base(*part->module) + "):\n" +
            forward_text(part->model, "        ") + "\n";
  if (failure_.error()) return *failure_.error();
  body += "    def __init__(self):\n";
  for (const std::string& line : constructor)
    body += line.empty() ? "\n" : "        " + wrap_call(line, 8) + "\n";
  body += folding;
  body += "\n" + forward;

  std::string text = "# Generated by fx-clang from the graph of " +
                     (module_.class_name.empty() ? "a model" : comment_text(module_.class_name)) +
                     ".\n";
  const bool needs_reader = is_read_without_code(module_);
  const std::string tail = std::string(needs_reader ? reader : "") + std::string(loader_head) +
                           std::string(needs_reader ? "saved_tensors(path)" : scripted) +
                           std::string(loader);
  for (std::string_view name : {"math", "operator", "pickle", "types", "typing"})
    if ((body + tail).find(std::string(name) + ".") != body.npos)
      text += "import " + std::string(name) + "\n";
  const bool has_switches = body.find("ModuleWithSwitches") != body.npos;
  return text + "import torch\n\n\n" + std::string(has_switches ? switches : "") + body + tail;
}

std::string result_annotation(const Graph& graph) {
  const Node* output = graph.output_node();
  return output ? python_annotation(output) : std::string();
}

} // namespace

PythonForward codegen::python_forward(const TracedModule& module, Failure& failure,
                                      PythonStyle style, bool with_places) {
  PythonForward forward;
  PythonWriter writer(module, failure, style, with_places);
  forward.parameters = writer.parameters(module.graph);
  forward.result = result_annotation(module.graph);
  if (module.training_graph) {
    PythonWriter training(module, failure, style, with_places);
    if (training.parameters(*module.training_graph) != forward.parameters)
      failure.at(module.training_graph->output_node(), diag::python_signature_of_two_modes);
    if (result_annotation(*module.training_graph) != forward.result) forward.result.clear();
    forward.lines.emplace_back("if self.training:");
    if (module.folding && style == PythonStyle::Runnable)
      forward.lines.emplace_back("    self.folded_from = None");
    for (const std::string& line : training.statements(*module.training_graph, true))
      forward.lines.push_back(line.empty() ? line : "    " + line);
    if (!module.training_graph->output_node()) forward.lines.emplace_back("    return");
  }
  if (module.folding && style == PythonStyle::Runnable)
    forward.lines.insert(forward.lines.end(),
                         {"if not self.is_folded():", "    self.run_folding()"});
  for (std::string& line : writer.statements(module.graph, true))
    forward.lines.push_back(std::move(line));
  if (forward.lines.empty()) forward.lines.emplace_back("pass");
  return forward;
}

std::string python_class_name(const TracedModule& module, const EmitOptions& options) {
  std::string name = !options.class_name.empty()  ? options.class_name
                     : !module.class_name.empty() ? module.class_name
                                                  : "Traced";
  if (size_t colon = name.rfind(':'); colon != name.npos) name.erase(0, colon + 1);
  name = to_identifier(name);
  if (is_python_keyword(name)) name += "_";
  return name;
}

std::string emit_python_forward(const TracedModule& module, const Graph* graph,
                                std::vector<const Node*>* nodes) {
  const Graph& first = graph != nullptr ? *graph : module.graph;
  const auto written = [&](Failure& failure, PythonStyle style) {
    PythonWriter writer(module, failure, style);
    PythonForward forward{writer.parameters(first), result_annotation(first), {}};
    if (graph == nullptr && module.training_graph)
      return python_forward(module, failure, style, false);
    forward.lines = writer.statements(first, true);
    if (forward.lines.empty()) forward.lines.emplace_back("pass");
    if (nodes != nullptr) {
      nodes->assign(1, nullptr); // the line of def
      nodes->insert(nodes->end(), writer.nodes_of_lines().begin(), writer.nodes_of_lines().end());
    }
    return forward;
  };
  Failure failure;
  PythonForward forward = written(failure, PythonStyle::Runnable);
  if (failure.error()) {
    Failure of_nothing; // a reader understands what Python could not run
    forward = written(of_nothing, PythonStyle::Readable);
  }
  std::string text = "def forward(" + forward.parameters + ")" +
                     (forward.result.empty() ? "" : " -> " + forward.result) + ":\n";
  for (const std::string& line : forward.lines)
    text += line.empty() ? "\n" : "    " + line + "\n";
  return text;
}

Expected<std::string> emit_python(const TracedModule& module, const EmitOptions& options) {
  return PythonModuleWriter(module, options).write();
}

} // namespace fx
