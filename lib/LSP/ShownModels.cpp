#include "ShownModels.h"

#include "fx/Analysis/Cost.h"
#include "fx/CodeGen/PythonStatements.h"
#include "fx/Frontend/StoredValues.h"
#include "fx/IR/Printer.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Modules.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>

namespace fx::lsp {

namespace {

/// "9,408", "11.7 M".
std::string short_number(int64_t number) {
  constexpr std::pair<double, std::string_view> units[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}};
  for (const auto& [size, unit] : units)
    if (static_cast<double>(number) >= size)
      return fmt::format("{:.1f} {}", static_cast<double>(number) / size, unit);
  return number < 1000 ? fmt::to_string(number)
                       : fmt::format("{},{:03}", number / 1000, number % 1000);
}

/// What stands at one place of the source, in the order in which it runs.
struct Place {
  std::string file; // absolute
  SourceRange range;
  friend bool operator<(const Place& a, const Place& b) {
    const auto key = [](const Place& place) {
      const SourceRange& range = place.range;
      return std::tie(place.file, range.line, range.column, range.end_line, range.end_column);
    };
    return key(a) < key(b);
  }
};

/// The different texts of all runs, in the order of their first ones.
std::vector<std::string> different(std::vector<std::string> texts) {
  std::vector<std::string> result;
  for (std::string& text : texts)
    if (std::ranges::find(result, text) == result.end()) result.push_back(std::move(text));
  return result;
}

/// The parameters of a module and of all below it; nothing where those of one are not known.
std::optional<Count> count_parameters(const ModuleNode& module) {
  Count count;
  if (module.kind == ModuleKind::Leaf) {
    if (!module.leaf_tensors) return std::nullopt;
    for (const LeafTensor& tensor : *module.leaf_tensors)
      if (tensor.role == TensorRole::Parameter) count += num_elements(tensor.tensor);
  }
  for (const TensorSlot& tensor : module.tensors) {
    if (tensor.role != TensorRole::Parameter || tensor.init == nullptr) continue;
    const TensorMeta* known = tensor.init->meta(meta::tensor_meta);
    if (known == nullptr) return std::nullopt;
    count += num_elements(*known);
  }
  for (const ModuleNode* child : module.children) {
    if (child->alias_of != nullptr) continue; // counted in its first place
    const std::optional<Count> below = count_parameters(*child);
    if (!below) return std::nullopt;
    count += *below;
  }
  return count;
}

/// "156 parameters"; empty where there are none, or it is not known how many.
std::string describe_parameters(const ModuleNode& module) {
  const std::optional<Count> count = count_parameters(module);
  return count.value_or(0) == Count() ? std::string()
                                      : short_number(count->value()) + " parameters";
}

/// What a model consists of and costs, as far as that is known: "42 nodes, 11.7 M parameters, 1.8 G
/// multiply-adds".
std::string describe_model(const TracedModule& model) {
  const Graph& graph = model.graph;
  std::string text = fmt::format("{} nodes", std::distance(graph.begin(), graph.end()));
  if (const std::string has = describe_parameters(model.modules.root()); !has.empty())
    text += ", " + has;
  const CostAnalysis costs(graph, model);
  if (costs.unknown().empty() && costs.total().multiply_adds != Count())
    text += fmt::format(", {} multiply-adds", short_number(costs.total().multiply_adds.value()));
  return text;
}

/// Its class, the options that it was given and the others, and what it registers.
std::string describe_module(const ModuleNode& module, const ops::LibTorch& libtorch) {
  std::vector<std::string> given, by_default;
  const auto add = [](std::vector<std::string>& to, std::string_view name, const Argument& value) {
    to.push_back(fmt::format("{} = {}", name, python_repr(value)));
  };
  for (const ModuleOption& option : module.options)
    add(given, option.name.view(), option.value);
  const ops::ModuleClass* of = ops::module_class_of(module);
  const ops::OptionsClass* options =
      of == nullptr ? nullptr : libtorch.find_module_options(module.cpp_type.view());
  if (options != nullptr) {
    const ops::ModuleOptions all(libtorch, *of, module.options);
    for (const ops::OptionsField& field : options->fields)
      if (module.option(field.name) == nullptr)
        if (const std::optional<Argument> value = all.value(field.name))
          add(by_default, field.name, *value);
  }
  std::string text = fmt::format("`{}({})`", module.cpp_type.view(), fmt::join(given, ", "));
  if (!by_default.empty()) text += fmt::format(", by default `{}`", fmt::join(by_default, ", "));
  if (const std::string has = describe_parameters(module); !has.empty()) text += ", " + has;
  text += "\n";
  if (module.leaf_tensors)
    for (const LeafTensor& tensor : *module.leaf_tensors)
      text += fmt::format("- {} `{}`: {}\n", role_name(tensor.role), tensor.name.view(),
                          short_type(tensor.tensor));
  return text;
}

/// What a call of a module gets and gives.
struct ModuleCall {
  std::vector<const Node*> from;
  const Node* to = nullptr; // null: several values, or none
};

/// The first call of each module of a graph, by its path.
class FirstCalls {
public:
  FirstCalls(const Graph& graph, const ModuleTree& modules);

  std::map<std::string, ModuleCall> calls() const;

private:
  /// The nodes of a call, by their numbers.
  struct Span {
    size_t first, last;
  };

  /// A module whose first call the last node is in.
  void extend(std::string_view path);

  const ModuleTree& modules_;
  std::vector<const Node*> nodes_;
  std::map<const Node*, size_t> numbers_;
  std::map<std::string, Span> spans_;
};

FirstCalls::FirstCalls(const Graph& graph, const ModuleTree& modules) : modules_(modules) {
  std::map<std::string, uint32_t, std::less<>> first; // calls, by the paths of modules
  std::set<std::string_view> leaves;
  for (const Node* node : graph) {
    numbers_.emplace(node, nodes_.size());
    nodes_.push_back(node);
    const auto* frames = node->meta(meta::module_stack);
    const auto* calls = node->meta(frontend::module_calls);
    if (frames != nullptr && calls != nullptr)
      for (size_t i = 0; i < frames->size(); ++i) {
        const std::string_view path = (*frames)[i].path.view();
        if (first.try_emplace(std::string(path), (*calls)[i]).first->second == (*calls)[i])
          extend(path);
      }
    if (node->op() == Opcode::CallModule && leaves.insert(node->target().view()).second)
      extend(node->target().view());
  }
}

void FirstCalls::extend(std::string_view path) {
  const size_t number = nodes_.size() - 1;
  // A Sequential that holds it has no frame of its own.
  for (const ModuleNode* module = modules_.find(path); module && module->parent;
       module = module->parent) {
    spans_.try_emplace(module->path(), Span{number, number}).first->second.last = number;
    if (module->parent->cpp_type.view() != "torch::nn::Sequential") break;
  }
}

std::map<std::string, ModuleCall> FirstCalls::calls() const {
  std::map<std::string, ModuleCall> calls;
  for (const auto& [path, span] : spans_) {
    ModuleCall& call = calls[path];
    size_t results = 0;
    for (size_t i = span.first; i <= span.last; ++i) {
      for (const Node* operand : nodes_[i]->all_input_nodes())
        if (numbers_.at(operand) < span.first && operand->op() != Opcode::GetAttr &&
            std::ranges::find(call.from, operand) == call.from.end())
          call.from.push_back(operand);
      const bool is_used_behind = std::ranges::any_of(
          nodes_[i]->users(), [&](const Node* user) { return numbers_.at(user) > span.last; });
      if (!is_used_behind) continue;
      call.to = nodes_[i];
      ++results;
    }
    if (results != 1) call.to = nullptr;
  }
  return calls;
}

class ModelWriter {
public:
  ModelWriter(const NamedShapes& shapes, ShownFiles& files) : shapes_(shapes), files_(files) {}

  void add(const TracedModule& model);
  void write();

private:
  Place place(const SourceRange& range) const {
    return {files_.absolute(range.file.view()), range};
  }
  std::string shape_of(const Node& node) const { return shape_text(shapes_, node); }
  void add(const TracedModule& model, const Graph& graph);
  void add_lens(const TracedModule& model, SourceRange above);
  void add_modules(const TracedModule& model);
  std::string types_of(const ModuleCall& call) const;
  void write_hint(const Place& place, const std::vector<std::string>& texts);
  std::string describe(const Node& node, const TracedModule& model, const NodeCost& cost,
                       const std::string& python) const;

  const NamedShapes& shapes_;
  ShownFiles& files_;
  // What is to be said of each place, for each time that it runs.
  std::map<Place, std::vector<std::string>> stored_; // shapes
  std::map<Place, std::vector<std::string>> modules_;
  std::map<Place, std::vector<std::string>> values_;
  std::map<Place, std::vector<std::string>> lenses_;
  std::map<Place, std::string> roots_; // of the lenses' first models
};

void ModelWriter::add(const TracedModule& model) {
  for (const Graph* graph : model.forward_graphs())
    add(model, *graph);
  add_modules(model);
  // Above the class, and above the method that is traced, where its first parameter stands.
  add_lens(model, model.modules.root().location);
  for (const Node* input : model.graph.placeholders())
    if (const SourceRange* range = input->meta(meta::source_range); range && range->line != 0)
      return add_lens(model, *range);
}

void ModelWriter::add_lens(const TracedModule& model, SourceRange above) {
  if (above.line == 0) return;
  above.end_line = above.line;
  above.end_column = above.column;
  lenses_[place(above)].push_back(describe_model(model));
  roots_.emplace(place(above), model.origin.root);
}

void ModelWriter::add(const TracedModule& model, const Graph& graph) {
  const CostAnalysis costs(graph, model);
  std::unordered_map<const Node*, std::string> python = python_statements(model, graph);
  for (const Node* node : graph) {
    if (node->op() == Opcode::Output) continue;
    const std::string shape = shape_of(*node);
    if (const auto* places = node->meta(frontend::stored_in); places && !shape.empty())
      for (const SourceRange& stored : *places)
        stored_[place(stored)].push_back(shape);
    if (const SourceRange* range = node->meta(meta::source_range); range && range->line != 0)
      values_[place(*range)].push_back(describe(*node, model, costs.of(*node), python[node]));
  }
}

/// "f32[2, 8] → f32[2, 4]"; empty where a shape is not known.
std::string ModelWriter::types_of(const ModuleCall& call) const {
  std::vector<std::string> from;
  from.reserve(call.from.size());
  for (const Node* node : call.from)
    from.push_back(shape_of(*node));
  const std::string to = call.to == nullptr ? std::string() : shape_of(*call.to);
  if (from.empty() || to.empty() || std::ranges::find(from, std::string()) != from.end()) return {};
  return fmt::format("{} \u2192 {}", fmt::join(from, ", "), to);
}

/// What each registered module has and makes of what.
void ModelWriter::add_modules(const TracedModule& model) {
  std::map<std::string, ModuleCall> calls; // the first of each
  for (const Graph* graph : model.forward_graphs())
    calls.merge(FirstCalls(*graph, model.modules).calls());
  for (const ModuleNode* module : all_modules(model.modules)) {
    if (module->parent == nullptr || module->location.line == 0) continue;
    // What a Sequential is given has no place of its own: there it is the Sequential that is told
    // of, where its registration does not stand around that.
    if (module->parent->kind == ModuleKind::Container &&
        (contains(module->parent->location, module->location) ||
         (module->is_given && module != module->parent->children.front())))
      continue;
    const ModuleNode& shown = module->is_given ? *module->parent : *module;
    std::string text = describe_parameters(shown);
    if (const auto call = calls.find(shown.path()); call != calls.end())
      if (const std::string types = types_of(call->second); !types.empty())
        text += (text.empty() ? "" : ", ") + types;
    if (!text.empty()) modules_[place(module->location)].push_back(std::move(text));
    values_[place(module->location)].push_back(
        describe_module(shown, ops::libtorch_of(model.graph)));
  }
}

std::string ModelWriter::describe(const Node& node, const TracedModule& model, const NodeCost& cost,
                                  const std::string& python) const {
  std::string text = "```\n" + print_node(node) + "\n```\n";
  if (!python.empty()) text += "```python\n" + python + "\n```\n";
  if (const std::string shape = shape_of(node); !shape.empty()) text += "`" + shape + "`\n";
  if (const auto* frames = node.meta(meta::module_stack); frames && !frames->empty())
    if (const ModuleFrame& inner = frames->back(); !inner.path.view().empty())
      text += fmt::format("in `{}` ({})\n", inner.path.view(), inner.cpp_type.view());
  if (node.op() == Opcode::CallModule)
    if (const ModuleNode* module = model.modules.find(node.target().view()))
      text += describe_module(*module, ops::libtorch_of(node));
  if (node.op() != Opcode::Placeholder && cost.unknown == NodeCost::Unknown::Nothing) {
    if (cost.multiply_adds != Count())
      text += short_number(cost.multiply_adds.value()) + " multiply-adds, ";
    text += fmt::format(
        "{} bytes read, {} written, {} live\n", short_number(cost.bytes_read.value()),
        short_number(cost.bytes_written.value()), short_number(cost.live_bytes.value()));
  }
  for (const Node* operand : node.all_input_nodes()) {
    const SourceRange* from = operand->meta(meta::source_range);
    const std::string shape = shape_of(*operand);
    text += fmt::format("- `{}`{}{}\n", operand->name().view(), shape.empty() ? "" : ": " + shape,
                        from == nullptr || from->line == 0 ? std::string()
                                                           : fmt::format(", line {}", from->line));
  }
  return text;
}

void ModelWriter::write_hint(const Place& place, const std::vector<std::string>& texts) {
  const std::vector<std::string> shapes = different(texts);
  ShownHint hint{.position = files_.behind(place.range), .label = shapes.front(), .tooltip = {}};
  if (shapes.size() > 1) {
    hint.label = fmt::format("{} \u2026 {}", texts.front(), texts.back());
    hint.tooltip = fmt::format("{}, in {} runs", fmt::join(shapes, "\n\n"), texts.size());
  }
  files_.shown(place.file).hints.push_back(std::move(hint));
}

void ModelWriter::write() {
  for (const auto& [place, texts] : stored_)
    write_hint(place, texts);
  for (const auto& [place, texts] : modules_)
    write_hint(place, texts);
  for (const auto& [place, texts] : lenses_) {
    const std::vector<std::string> titles = different(texts);
    files_.shown(place.file)
        .lenses.push_back({.range = files_.range(place.range),
                           .title = fmt::format("{}", fmt::join(titles, " | ")),
                           .root = roots_[place]});
  }
  constexpr size_t most_runs = 3; // that are told of
  for (const auto& [place, runs] : values_) {
    ShownValue value{.range = files_.range(place.range), .text = {}};
    const std::vector<std::string> texts = different(runs);
    value.text = fmt::format(
        "{}", fmt::join(std::span(texts).first(std::min(texts.size(), most_runs)), "\n---\n"));
    if (texts.size() > most_runs)
      value.text += fmt::format("\n---\nand {} more\n", texts.size() - most_runs);
    files_.shown(place.file).values.push_back(std::move(value));
  }
}

} // namespace

void show_models(std::span<const TracedModule> models, const NamedShapes& shapes,
                 ShownFiles& files) {
  ModelWriter writer(shapes, files);
  for (const TracedModule& model : models)
    writer.add(model);
  writer.write();
}

} // namespace fx::lsp
