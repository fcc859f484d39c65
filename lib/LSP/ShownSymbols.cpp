#include "ShownSymbols.h"

#include "fx/Frontend/StoredValues.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace fx::lsp {

using llvm::lsp::SymbolKind;

namespace {

/// A class of modules, by the first one of it that a model has.
struct Outline {
  const ModuleNode* first = nullptr;
  std::string method;
  std::vector<const Node*> nodes; // of the first call of that one
  std::optional<uint32_t> call;
};

class OutlineWriter {
public:
  OutlineWriter(std::span<const check::ClassPlaces> classes, const NamedShapes& shapes,
                ShownFiles& files)
      : shapes_(shapes), files_(files) {
    for (const check::ClassPlaces& places : classes)
      classes_.emplace(places.name, &places);
  }

  void add(const TracedModule& model);

private:
  std::string file_of(const SourceRange& range) const { return files_.absolute(range.file.view()); }
  void collect(const TracedModule& model, std::map<std::string, Outline>& outlines) const;
  void write(const std::string& name, const Outline& outline);
  /// The symbols of what a module registers, by the files in which it does.
  void add_children(const ModuleNode& module, std::map<std::string, ShownSymbol>& by_file);
  ShownSymbol symbol_of(const Node& node);

  const NamedShapes& shapes_;
  ShownFiles& files_;
  std::map<std::string, const check::ClassPlaces*> classes_;
  std::set<std::string> written_; // classes
};

/// Around all of its children.
void grow(ShownSymbol& symbol) {
  for (const ShownSymbol& child : symbol.children) {
    symbol.range.start = std::min(symbol.range.start, child.range.start);
    symbol.range.end = std::max(symbol.range.end, child.range.end);
  }
}

void OutlineWriter::collect(const TracedModule& model,
                            std::map<std::string, Outline>& outlines) const {
  for (const ModuleNode* module : all_modules(model.modules)) {
    if (module->kind != ModuleKind::User || module->alias_of != nullptr) continue;
    std::string type = module->cpp_type.str();
    if (type.empty()) type = model.class_name;
    const auto [known, is_new] = outlines.try_emplace(std::move(type));
    if (is_new) {
      known->second.first = module;
      known->second.method = module->parent == nullptr ? model.origin.method : "forward";
    }
  }
  for (const Node* node : model.graph) {
    const SourceRange* range = node->meta(meta::source_range);
    if (node->op() == Opcode::Output || range == nullptr || range->line == 0) continue;
    const auto* frames = node->meta(meta::module_stack);
    const auto* calls = node->meta(frontend::module_calls);
    const bool is_inner = frames != nullptr && !frames->empty();
    std::string type = is_inner ? frames->back().cpp_type.str() : std::string();
    if (type.empty()) type = model.modules.root().cpp_type.str();
    if (type.empty()) type = model.class_name;
    const auto found = outlines.find(type);
    if (found == outlines.end()) continue;
    Outline& outline = found->second;
    const bool has_call = is_inner && calls != nullptr && !calls->empty();
    if (has_call && !outline.call) outline.call = calls->back();
    if (!has_call || outline.call == calls->back()) outline.nodes.push_back(node);
  }
}

ShownSymbol OutlineWriter::symbol_of(const Node& node) {
  ShownSymbol symbol;
  symbol.name = node.name().str();
  symbol.detail = fmt::format("{} {}", to_string(node.op()), node.target().view());
  if (const std::string shape = shape_text(shapes_, node); !shape.empty())
    symbol.detail += " \u2192 " + shape;
  symbol.kind = SymbolKind::Variable;
  symbol.range = symbol.selection = files_.range(*node.meta(meta::source_range));
  return symbol;
}

void OutlineWriter::add_children(const ModuleNode& module,
                                 std::map<std::string, ShownSymbol>& by_file) {
  for (const ModuleNode* child : module.children) {
    if (child->location.line == 0 || !child->registered) continue;
    ShownSymbol symbol;
    symbol.name = child->path();
    symbol.detail = child->cpp_type.str();
    symbol.kind = SymbolKind::Field;
    symbol.range = symbol.selection = files_.range(child->location);
    const std::string file = file_of(child->location);
    if (child->kind == ModuleKind::Container) {
      std::map<std::string, ShownSymbol> inner;
      add_children(*child, inner);
      symbol.children = std::move(inner[file].children);
      grow(symbol);
    }
    by_file[file].children.push_back(std::move(symbol));
  }
}

void OutlineWriter::write(const std::string& name, const Outline& outline) {
  std::map<std::string, ShownSymbol> by_file, methods;
  add_children(*outline.first, by_file);
  for (const Node* node : outline.nodes)
    methods[file_of(*node->meta(meta::source_range))].children.push_back(symbol_of(*node));
  for (auto& [file, method] : methods) {
    method.name = outline.method;
    method.kind = SymbolKind::Method;
    method.range = method.selection = method.children.front().range;
    grow(method);
    by_file[file].children.push_back(std::move(method));
  }
  const auto known = classes_.find(name);
  const check::ClassPlaces* places = known == classes_.end() ? nullptr : known->second;
  const std::string own_file =
      places == nullptr || places->whole.line == 0 ? std::string() : file_of(places->whole);
  for (auto& [file, symbol] : by_file) {
    symbol.name = name;
    symbol.kind = SymbolKind::Class;
    if (file == own_file) {
      symbol.range = files_.range(places->whole);
      symbol.selection = files_.range(places->name_place);
    } else if (!symbol.children.empty()) {
      symbol.range = symbol.selection = symbol.children.front().range;
    }
    grow(symbol);
    files_.shown(file).symbols.push_back(std::move(symbol));
  }
}

void OutlineWriter::add(const TracedModule& model) {
  std::map<std::string, Outline> outlines;
  collect(model, outlines);
  for (const auto& [name, outline] : outlines)
    if (written_.insert(name).second) write(name, outline);
}

} // namespace

void show_symbols(std::span<const TracedModule> models, std::span<const check::ClassPlaces> classes,
                  const NamedShapes& shapes, ShownFiles& files) {
  OutlineWriter writer(classes, shapes, files);
  for (const TracedModule& model : models)
    writer.add(model);
}

} // namespace fx::lsp
