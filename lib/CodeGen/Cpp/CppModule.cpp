// The class around a graph: members, constructor, forward.
#include "fx/CodeGen/Emitter.h"

#include "../GraphModules.h"
#include "CppWriter.h"

#include "fx/IR/Printer.h"
#include "fx/Ops/LibTorch.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace fx {
namespace {

using namespace codegen;

class CppModuleWriter {
public:
  CppModuleWriter(const TracedModule& module, std::string class_name, const EmitOptions& options)
      : module_(module), class_name_(std::move(class_name)), options_(options),
        recorder_(options.recorder), with_places_(options.print.locations), scope_(cpp_scope()),
        failure_(options) {
    scope_.reserve(class_name_);
    scope_.reserve(class_name_ + "Impl");
    for (const std::string_view name :
         {"run_folding", "is_folded", "folded_from", "folded_weights", "version_of"})
      if (module.folding) scope_.reserve(name);
    CppHelpers::reserve(scope_);
  }

  Expected<std::string> write();

private:
  /// A graph module's, inside of the model's.
  CppModuleWriter(const GraphModuleClass& part, const GraphModuleClasses& classes,
                  const EmitOptions& options)
      : CppModuleWriter(part.model, part.name, options) {
    graph_modules_ = &classes;
    recorder_.clear();
  }
  void write_graph_modules();
  std::string write_part();
  void fill_graph_modules(std::vector<std::string>& lines);

  /// forward for one graph.
  struct Body {
    std::string parameters;
    ValueType result;
    std::vector<std::string> lines;
    CppStructs structs;
  };
  static void write_forward(std::string& text, const Body& forward,
                            const std::vector<std::string>& lines);

  std::vector<const ModuleNode*> in_order() const;
  void name_members();
  void write_constructor(std::string& text);
  void write_module(const ModuleNode& module, CppWriter& init, std::vector<std::string>& lines);
  void write_tensor(const ModuleNode& module, const TensorSlot& slot, CppWriter& init,
                    std::vector<std::string>& lines);
  std::optional<std::string> making(const Node* node, CppWriter& init);
  std::string constructed(const ModuleNode& module, const ModuleLiteral& literal,
                          CppWriter& values);
  bool needs_variable(const ModuleNode& module) const;
  std::string owner(const ModuleNode& module) const;
  Body body(const Graph& graph);
  CppWriter method_writer(std::initializer_list<std::string_view> own = {});
  std::string folding();
  std::vector<std::string> both_bodies(Body& body);

  const TracedModule& module_;
  std::string class_name_;
  const EmitOptions& options_;
  std::string recorder_;
  bool with_places_;
  Identifiers scope_; // names of members
  GraphModuleClasses own_graph_modules_;
  const GraphModuleClasses* graph_modules_ = &own_graph_modules_;
  std::string parts_, part_includes_; // the classes of graph modules
  /// What each of them calls: its path there, and its member.
  std::unordered_map<const ModuleNode*, std::vector<std::pair<std::string, std::string>>> uses_;
  CppMembers members_;
  std::unordered_map<const ModuleNode*, std::string> locals_; // variables of the constructor
  std::unordered_set<const ModuleNode*> aliased_;
  std::unordered_set<const ModuleNode*> made_; // by a node of the init graph, before they register
  std::string declarations_;
  CppHelpers helpers_;
  Failure failure_;
};

bool is_leaf(const ModuleNode& module) {
  return module.kind == ModuleKind::Leaf && !module.alias_of;
}

/// Whether a graph module has modules in the state, and does not only use those of others.
bool holds_registered(const ModuleNode& module) {
  return std::ranges::any_of(module.children, &ModuleNode::registered);
}

std::string join_path(const ModuleNode& module, std::string_view name) {
  std::string path = module.path();
  return path.empty() ? std::string(name) : path + "." + std::string(name);
}

// All modules below the root, parents first, siblings in the order of registration.
std::vector<const ModuleNode*> CppModuleWriter::in_order() const {
  std::vector<const ModuleNode*> order, stack{&module_.modules.root()};
  while (!stack.empty()) {
    const ModuleNode* module = stack.back();
    stack.pop_back();
    order.push_back(module);
    if (is_leaf(*module) || module->alias_of) continue;
    stack.insert(stack.end(), module->children.rbegin(), module->children.rend());
  }
  return order;
}

void CppModuleWriter::name_members() {
  for (const ModuleNode* module : in_order()) {
    if (module->alias_of) {
      aliased_.insert(module->alias_of);
      continue;
    }
    if (is_leaf(*module)) {
      std::string name = scope_.claim(to_identifier(module->path()), "_");
      members_.modules[module->path()] = name;
      declarations_ += "  " + module->cpp_type.str() + " " + name + "{nullptr};\n";
      continue;
    }
    if (module->graph) {
      const std::string name = scope_.claim(to_identifier(module->path()), "_");
      members_.modules[module->path()] = name;
      declarations_ +=
          "  std::shared_ptr<" + graph_modules_->find(*module)->name + "Impl> " + name + ";\n";
    }
    for (const TensorSlot& slot : module->tensors) {
      std::string path = join_path(*module, slot.name);
      std::string name = scope_.claim(to_identifier(path), "_");
      members_.tensors[path] = name;
      // What a constant is, its initial value tells.
      if (slot.is_saved()) declarations_ += "  torch::Tensor " + name + ";\n";
    }
  }
  // The paths of aliases lead to the members of the first place.
  for (const ModuleNode* module : in_order()) {
    if (!module->alias_of) continue;
    std::string from = module->alias_of->path(), to = module->path();
    for (auto* table : {&members_.modules, &members_.tensors}) {
      std::vector<std::pair<std::string, std::string>> more;
      for (const auto& [path, name] : *table)
        if (path == from || path.starts_with(from + "."))
          more.emplace_back(to + path.substr(from.size()), name);
      table->insert(more.begin(), more.end());
    }
  }
}

bool CppModuleWriter::needs_variable(const ModuleNode& module) const {
  return !module.children.empty() || !module.tensors.empty() || aliased_.contains(&module);
}

// "layer1->" in front of a registration; nothing for the root.
std::string CppModuleWriter::owner(const ModuleNode& module) const {
  if (!module.parent) return {};
  auto found = locals_.find(&module);
  return found == locals_.end() ? std::string() : found->second + "->";
}

std::string CppModuleWriter::constructed(const ModuleNode& module, const ModuleLiteral& literal,
                                         CppWriter& values) {
  return construction_of(module, literal, values, failure_, ops::libtorch_of(module_));
}

void CppModuleWriter::write_module(const ModuleNode& module, CppWriter& init,
                                   std::vector<std::string>& lines) {
  std::string name = cpp_string(module.name);
  std::string call = owner(*module.parent) + "register_module(" + name + ", ";
  if (module.alias_of) {
    if (!module.registered) return; // a graph module gets it when all are there
    auto member = members_.modules.find(module.alias_of->path());
    auto local = locals_.find(module.alias_of);
    if (module.alias_of->kind == ModuleKind::Leaf && member != members_.modules.end())
      lines.push_back(call + member->second + ");");
    else if (local != locals_.end())
      lines.push_back(call + local->second + ");");
    else
      failure_.at(&module.location, diag::alias_before_its_module, module.path());
    return;
  }
  if (made_.contains(&module)) {
    if (module.registered) lines.push_back(call + members_.modules.at(module.path()) + ");");
    return;
  }
  if (is_leaf(module)) {
    const std::string made = constructed(module, {module.cpp_type, module.options}, init);
    lines.push_back(members_.modules.at(module.path()) + " = " +
                    (module.registered ? call + made + ")" : made) + ";");
    return;
  }
  if (const GraphModuleClass* part = graph_modules_->find(module)) {
    const std::string member = members_.modules.at(module.path());
    const std::string made = "std::make_shared<" + part->name + "Impl>()";
    // torch::load() wants every module that is registered to be in the file.
    const bool has_state = module.registered && holds_registered(module);
    lines.push_back(member + " = " + (has_state ? call + made + ")" : made) + ";");
    locals_[&module] = member;
    return;
  }
  std::string type = module.cpp_type.str();
  if (size_t colon = type.rfind(':'); colon != type.npos) type.erase(0, colon + 1);
  const std::string made = "std::make_shared<torch::nn::Module>(" + cpp_string(type) + ")";
  call = module.registered ? call + made + ");" : made + ";";
  if (!needs_variable(module)) {
    if (module.registered) lines.push_back(call);
    return;
  }
  std::string variable = scope_.claim(to_identifier(module.path()), "_");
  locals_[&module] = variable;
  lines.push_back("auto " + variable + " = " + call);
}

/// The statement of a node that makes a module: one of the model's, or one that only draws random
/// numbers.
std::optional<std::string> CppModuleWriter::making(const Node* node, CppWriter& init) {
  if (node->op() == Opcode::CallModule) {
    const ModuleNode* module = module_.modules.find(node->target());
    if (!module || !is_leaf(*module) || !made_.insert(module).second)
      return failure_.at(node, diag::init_graph_makes_no_leaf, node->target().str());
    return members_.modules.at(module->path()) + " = " +
           constructed(*module, {module->cpp_type, module->options}, init) + ";";
  }
  const std::optional<ModuleLiteral> made = made_and_dropped(*node);
  if (!made) return std::nullopt;
  return "static_cast<void>(" + constructed(module_.modules.root(), *made, init) + ");";
}

void CppModuleWriter::write_tensor(const ModuleNode& module, const TensorSlot& slot,
                                   CppWriter& init, std::vector<std::string>& lines) {
  // A buffer that is not saved is a member as it was in the original: it does not move with the
  // module either.
  if (!slot.is_saved()) {
    const std::string path = join_path(module, slot.name);
    const ValueType type = slot_type(slot, init.types());
    declarations_ += "  " + type.text + " " + members_.tensors.at(path) + ";\n";
    lines.push_back(members_.tensors.at(path) + " = " +
                    (slot.init ? init.expression(slot.init) : "torch::Tensor()") + ";");
    return;
  }
  bool parameter = slot.role == TensorRole::Parameter;
  std::string text = members_.tensors.at(join_path(module, slot.name)) + " = " + owner(module) +
                     (parameter ? "register_parameter(" : "register_buffer(") +
                     cpp_string(slot.name) + ", ";
  text += slot.init ? init.expression(slot.init) : "torch::Tensor()";
  // LibTorch warns when an undefined tensor is to have a gradient.
  if (parameter && (!slot.requires_grad || !slot.init)) text += ", false";
  lines.push_back(text + ");");
}

// The standard headers: what any body may need, and those of the types that `declared` names.
std::string includes(const std::string& declared) {
  constexpr std::pair<std::string_view, std::string_view> headers[] = {
      {"array", "std::array<"},
      {"cmath", ""},
      {"limits", ""},
      {"map", "std::map<"},
      {"memory", "std::shared_ptr<"},
      {"memory", "std::make_unique<"},
      {"optional", "std::optional<"},
      {"string", "std::string"},
      {"tuple", ""},
      {"unordered_map", "std::unordered_map<"},
      {"utility", "std::pair<"},
      {"vector", ""}};
  std::string text;
  for (const auto& [header, type] : headers)
    if (const std::string line = "#include <" + std::string(header) + ">\n";
        declared.find(type) != declared.npos && !text.ends_with(line))
      text += line;
  return text;
}

/// The alias that calls of torch::nn::functional are written with, where `lines` have any.
void name_functional(std::vector<std::string>& lines) {
  const bool functional = std::ranges::any_of(lines, [](const std::string& line) {
    const bool is_comment = line.find("//") == line.find_first_not_of(' ');
    return !is_comment && line.find("F::") != line.npos;
  });
  if (functional) lines.insert(lines.begin(), "namespace F = torch::nn::functional;");
}

void CppModuleWriter::write_constructor(std::string& text) {
  const std::unordered_set<const Node*> kept = initial_values(module_.modules);
  // Variables of the init graph must not hide the members, nor the modules declared below.
  Identifiers names = scope_;
  names.reserve("F");
  for (const ModuleNode* module : in_order())
    names.reserve(to_identifier(module->path()));
  CppWriter init(module_, members_, names, failure_, with_places_);
  init.set_helpers(&helpers_);
  init.set_making([&](const Node* node) { return making(node, init); });
  std::vector<std::string> lines = init.statements(module_.init, kept, "_init");
  for (const Node* node : module_.init)
    scope_.reserve(init.expression(node));
  for (const ModuleNode* module : in_order()) {
    if (module->parent) write_module(*module, init, lines);
    if (is_leaf(*module) || module->alias_of) continue;
    for (const TensorSlot& slot : module->tensors)
      write_tensor(*module, slot, init, lines);
  }
  fill_graph_modules(lines);
  if (module_.folding) lines.emplace_back("run_folding();");
  name_functional(lines);
  text += "  " + class_name_ + "Impl() {";
  for (const std::string& line : lines)
    text += "\n    " + (line.starts_with("//") ? line : wrap(line, 4));
  text += lines.empty() ? "}\n\n" : "\n  }\n\n";
}

/// For a method, whose variables do not hide members, nor `own` ones.
CppWriter CppModuleWriter::method_writer(std::initializer_list<std::string_view> own) {
  Identifiers members = cpp_scope();
  members.reserve(class_name_);
  members.reserve("F");
  CppHelpers::reserve(members);
  for (const auto* table : {&members_.modules, &members_.tensors})
    for (const auto& [path, name] : *table)
      members.reserve(name);
  for (const std::string_view name : own)
    members.reserve(name);
  CppWriter writer(module_, members_, std::move(members), failure_, with_places_);
  writer.set_helpers(&helpers_);
  return writer;
}

/// forward's signature, and its statements for one graph.
CppModuleWriter::Body CppModuleWriter::body(const Graph& graph) {
  CppWriter forward = method_writer();
  forward.set_recorder(recorder_);
  Body body;
  body.parameters = forward.parameters(graph);
  body.lines = forward.statements(graph, {}, "_out");
  if (failure_.error()) return body;
  body.result = forward.result_type(graph);
  if (std::string last = forward.return_statement(graph, body.result); !last.empty())
    body.lines.push_back(last);
  body.structs = forward.structs();
  return body;
}

constexpr std::string_view folding_head = R"(
  /// Computes what depends on weights alone, of the weights as they are now. The constructor calls
  /// it, load(), and forward() where weights were written to or replaced. Who writes to them by
  /// data() or a pointer, or to inference tensors, calls it afterwards.
  void run_folding() {
    const torch::NoGradGuard no_grad;
    const c10::impl::ExcludeDispatchKeyGuard no_autocast(c10::DispatchKeySet{
        c10::DispatchKey::AutocastCPU, c10::DispatchKey::AutocastCUDA});
)";
constexpr std::string_view folding_tail = R"(
  }
  /// Whether the weights have the memory that they had then, and nothing has written to it.
  bool is_folded() const {
    const std::vector<torch::Tensor> weights = folded_weights();
    for (size_t i = 0; folded_from && i < weights.size(); ++i)
      if (weights[i].data_ptr() != (*folded_from)[i].first.data_ptr() ||
          version_of(weights[i]) != (*folded_from)[i].second)
        return false;
    return folded_from.has_value();
  }
  static int64_t version_of(const torch::Tensor& weight) {
    return weight.is_inference() ? 0 : weight._version();
  }
  void load(torch::serialize::InputArchive& archive) override {
    torch::nn::Module::load(archive);
    run_folding();
  }
)";

/// The methods that compute what depends on weights alone; nothing: there is no such thing.
std::string CppModuleWriter::folding() {
  if (!module_.folding || failure_.error()) return {};
  CppWriter writer = method_writer({"no_grad", "no_autocast", "weight"});
  const Graph& graph = *module_.folding;
  std::vector<std::string> lines = writer.statements(graph, {}, "_out");
  if (failure_.error()) return {};
  const std::span<const Argument> results = graph.output_node()->arg(0).items();
  for (size_t i = 0; i < results.size(); i += 2)
    lines.push_back(members_.tensors.at(results[i].symbol().str()) + " = " +
                    writer.expression(results[i + 1].as_node()) + ";");
  lines.emplace_back("folded_from.emplace();");
  lines.emplace_back("for (const torch::Tensor& weight : folded_weights())");
  lines.emplace_back("  folded_from->emplace_back(weight.detach(), version_of(weight));");
  std::string weights;
  std::unordered_set<Symbol> known;
  for (const Node* node : graph.find_nodes(Opcode::GetAttr))
    if (known.insert(node->target()).second)
      weights += (weights.empty() ? "" : ", ") + writer.expression(node);
  name_functional(lines);
  std::string text(folding_head);
  for (const std::string& line : lines)
    text += "    " + (line.starts_with("//") ? line : wrap(line, 4)) + "\n";
  declarations_ +=
      "  /// The weights that run_folding() saw, with the number of writes to each; nothing: "
      "the model has\n  /// trained since, which writes to statistics past that number.\n"
      "  std::optional<std::vector<std::pair<torch::Tensor, int64_t>>> folded_from;\n";
  return text + "  }\n  std::vector<torch::Tensor> folded_weights() const {\n    " +
         wrap("return {" + weights + "};", 4) + std::string(folding_tail);
}

/// The statements of `body`, behind those of the training graph where there is one.
std::vector<std::string> CppModuleWriter::both_bodies(Body& body) {
  if (!module_.training_graph || failure_.error()) return std::move(body.lines);
  Body training = this->body(*module_.training_graph);
  if (failure_.error()) return {};
  if (training.parameters != body.parameters || training.result.text != body.result.text)
    failure_.at(module_.training_graph->output_node(), diag::cpp_signature_of_two_modes,
                training.result.text, training.parameters, body.result.text, body.parameters);
  std::vector<std::string> lines{"if (is_training()) {"};
  if (module_.folding) lines.emplace_back("  folded_from.reset();");
  for (const std::string& line : training.lines)
    lines.push_back("  " + line);
  const bool returns = !training.result.is(ValueType::Kind::Void);
  if (!returns) lines.emplace_back("  return;");
  lines.emplace_back("}");
  std::ranges::move(body.lines, std::back_inserter(lines));
  return lines;
}

/// The method, with these statements.
void CppModuleWriter::write_forward(std::string& text, const Body& forward,
                                    const std::vector<std::string>& lines) {
  text += "  " + wrap(forward.result.text + " forward(" + forward.parameters + ") {", 2);
  for (const std::string& line : lines) {
    const size_t inner = line.find_first_not_of(' ');
    const std::string_view statement = std::string_view(line).substr(inner);
    text += "\n" + std::string(4 + inner, ' ') +
            (statement.starts_with("//") ? std::string(statement)
                                         : wrap(std::string(statement), 4 + inner));
  }
  text += lines.empty() ? "}\n" : "\n  }\n";
}

/// The class of a graph module, and what calls in it are made on: members that the model's
/// constructor gives it.
std::string CppModuleWriter::write_part() {
  name_members();
  Body forward = body(module_.graph);
  name_functional(forward.lines);
  std::string text = "struct " + class_name_ + "Impl : torch::nn::Module {\n" +
                     forward.structs.inner_definitions();
  write_forward(text, forward, forward.lines);
  text += helpers_.definitions(ops::libtorch_of(module_).version());
  if (!declarations_.empty()) text += "\n" + declarations_;
  return text + "};\n";
}

void CppModuleWriter::write_graph_modules() {
  own_graph_modules_ = GraphModuleClasses(module_, scope_, failure_);
  for (const auto& part : own_graph_modules_.all()) {
    scope_.reserve(part->name + "Impl");
    CppModuleWriter writer(*part, own_graph_modules_, options_);
    const std::string text = writer.write_part();
    if (writer.failure_.error()) {
      failure_.at(static_cast<const SourceRange*>(nullptr), *writer.failure_.error());
      return;
    }
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin) + 1;
      parts_ += (end - begin > 1 ? "  " : "") + text.substr(begin, end - begin);
      begin = end;
    }
    parts_ += "\n";
    const std::string headers = writer.helpers_.includes();
    if (helpers_.includes() != headers) part_includes_ = headers;
    auto& uses = uses_[part->module];
    uses.assign(writer.members_.modules.begin(), writer.members_.modules.end());
    std::ranges::sort(uses);
  }
}

/// When all modules are there, graph modules get those that they call.
void CppModuleWriter::fill_graph_modules(std::vector<std::string>& lines) {
  for (const auto& part : own_graph_modules_.all())
    for (const auto& [path, name] : uses_[part->module]) {
      const std::string whole = join_path(*part->module, path);
      const auto member = members_.modules.find(whole);
      if (member == members_.modules.end())
        failure_.at(&part->module->location, diag::alias_before_its_module, whole);
      else
        lines.push_back(members_.modules.at(part->module->path()) + "->" + name + " = " +
                        member->second + ";");
    }
}

Expected<std::string> CppModuleWriter::write() {
  failure_.at_control_characters(module_);
  failure_.at_undefined_writes(module_);
  write_graph_modules();
  if (failure_.error()) return *failure_.error();
  name_members();
  std::string constructor;
  write_constructor(constructor);
  const std::string folding = this->folding();
  Body forward = body(module_.graph);
  if (!folding.empty())
    forward.lines.insert(forward.lines.begin(), "if (!is_folded()) run_folding();");
  std::vector<std::string> lines = both_bodies(forward);
  if (failure_.error()) return *failure_.error();
  const CppStructs& structs = forward.structs;

  std::string said = folding + forward.result.text + forward.parameters +
                     structs.outer_definitions() + structs.inner_definitions() + declarations_ +
                     parts_;
  // What the guards of modes are held by.
  if (std::ranges::any_of(lines, [](const std::string& line) {
        return line.find("std::make_unique<") != line.npos;
      }))
    said += "std::make_unique<";
  const std::string headers = helpers_.includes();
  std::string text = "// Generated by fx-clang from the graph of " +
                     (module_.class_name.empty() ? "a model" : comment_text(module_.class_name)) +
                     ".\n#pragma once\n\n#include <torch/torch.h>\n" +
                     (headers.empty() ? part_includes_ : headers) + "\n" + includes(said) + "\n";
  name_functional(lines);
  text += structs.outer_definitions();
  text += "struct " + class_name_ + "Impl : torch::nn::Module {\n" + parts_ +
          structs.inner_definitions() + constructor;
  write_forward(text, forward, lines);
  text += folding;
  text += helpers_.definitions(ops::libtorch_of(module_).version());
  if (!declarations_.empty()) text += "\n" + declarations_;
  text += "};\nTORCH_MODULE(" + class_name_ + ");\n";
  return text;
}

} // namespace

std::string cpp_class_name(const TracedModule& module, const EmitOptions& options) {
  std::string name = !options.class_name.empty()  ? options.class_name
                     : !module.class_name.empty() ? module.class_name
                                                  : "Traced";
  if (size_t colon = name.rfind(':'); colon != name.npos) name.erase(0, colon + 1);
  return to_identifier(name);
}

Expected<std::string> emit_cpp(const TracedModule& module, const EmitOptions& options) {
  return CppModuleWriter(module, cpp_class_name(module, options), options).write();
}

} // namespace fx
