// Our own text: the module tree, the init graph, the forward graphs.
#include "ArgumentText.h"
#include "NodeText.h"

#include "fx/IR/Printer.h"

#include <algorithm>
#include <cctype>

namespace fx {

namespace {

/// A name that is no plain word is quoted: "U-Net_Block".
bool is_plain_name(std::string_view name) {
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
  return !name.empty() && name != "parameter" && name != "buffer" && name != "constant" &&
         name != "graph";
}

/// A C++ class, template arguments included: "Block<3, true>".
bool is_plain_class(std::string_view name) {
  int depth = 0;
  for (const char c : name) {
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) return false;
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':' || c == '<' ||
        c == '>')
      continue;
    if (depth == 0 || (c != ' ' && c != ',' && c != '-' && c != '*' && c != '&')) return false;
  }
  return depth == 0 && !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         name != "alias" && name != "graph" && name != "unregistered" && name[0] != ':';
}

class GraphPrinter {
public:
  explicit GraphPrinter(const PrintOptions& options) : options_(options) {}

  std::string take() { return std::move(text_); }

  void module(const TracedModule& module) {
    if (!module.class_name.empty()) {
      text_ += "module ";
      append_word(text_, module.class_name, is_plain_class(module.class_name));
      const ModuleNode& root = module.modules.root();
      if (options_.meta && !root.cpp_type.empty()) {
        text_ += ": ";
        append_word(text_, root.cpp_type, is_plain_class(root.cpp_type));
      }
      if (module.training) text_ += " [training]";
      if (module.eval_only) text_ += " [eval]";
      text_ += " {\n";
      contents(root, 1);
      text_ += "}\n";
    }
    if (!module.init.empty()) graph(module.init, "init", 0);
    if (module.folding) graph(*module.folding, "folding graph", 0);
    graph(module.graph, "graph", 0);
    if (module.training_graph) graph(*module.training_graph, "training graph", 0);
  }

  void graph(const Graph& graph, std::string_view header, unsigned depth) {
    const std::string indent(size_t(2) * depth, ' ');
    text_.reserve(text_.size() + graph.size() * 96);
    text_ += indent;
    text_ += header;
    text_ += "():\n";
    for (const Node* node : graph) {
      text_ += indent;
      text_ += "    ";
      append_node(text_, *node, Dialect::Lossless, options_);
      text_ += '\n';
    }
  }

private:
  void contents(const ModuleNode& module, unsigned depth) {
    // Iterative: a tree may be deeper than the stack.
    struct Level {
      const ModuleNode* module;
      size_t next;
    };
    tensors(module, depth);
    std::vector<Level> levels{{&module, 0}};
    while (!levels.empty()) {
      const unsigned inner = depth + static_cast<unsigned>(levels.size()) - 1;
      Level& level = levels.back();
      if (level.next == level.module->children.size()) {
        if (level.module->graph) graph(*level.module->graph, "graph", inner);
        levels.pop_back();
        if (!levels.empty()) text_.append(size_t(2) * (inner - 1), ' ').append("}\n");
        continue;
      }
      const ModuleNode* child = level.module->children[level.next++];
      if (!head(*child, inner)) continue;
      tensors(*child, inner + 1);
      levels.push_back({child, 0});
    }
  }

  void location(const SourceRange& range) {
    if (options_.locations || options_.meta) append_location(text_, range);
  }

  void tensors(const ModuleNode& module, unsigned depth) {
    for (const TensorSlot& slot : module.tensors) {
      text_.append(size_t(2) * depth, ' ');
      text_ += role_name(slot.role);
      text_ += ' ';
      append_word(text_, slot.name, is_plain_name(slot.name));
      if (slot.init != nullptr) {
        text_ += " = %";
        text_ += slot.init->name().view();
      } else {
        text_ += ": undefined";
      }
      std::string flags;
      if (slot.requires_grad != (slot.role == TensorRole::Parameter))
        flags = slot.requires_grad ? "requires_grad = True" : "requires_grad = False";
      if (!slot.persistent) flags += flags.empty() ? "persistent = False" : ", persistent = False";
      if (!flags.empty()) text_ += " {" + flags + "}";
      location(slot.location);
      text_ += '\n';
    }
  }

  void options(const ModuleNode& module, bool constructor) {
    bool first = true;
    for (const ModuleOption& option : module.options) {
      if (option.constructor_argument != constructor) continue;
      if (!first) text_ += ", ";
      first = false;
      append_word(text_, option.name, is_plain_name(option.name));
      text_ += " = ";
      append_argument(text_, option.value, ArgumentStyle::Lossless);
    }
  }

  /// The line of a child; false when nothing stands below it.
  bool head(const ModuleNode& child, unsigned depth) {
    text_.append(size_t(2) * depth, ' ');
    append_word(text_, child.name, is_plain_name(child.name));
    text_ += ": ";
    if (!child.registered) text_ += "unregistered ";
    if (child.alias_of != nullptr) {
      text_ += "alias of ";
      const std::string path = child.alias_of->path();
      append_word(text_, path, is_plain_path(path));
      text_ += '\n';
      return false;
    }
    if (child.kind == ModuleKind::Graph) text_ += "graph ";
    append_word(text_, child.cpp_type, is_plain_class(child.cpp_type));
    if (child.kind == ModuleKind::Leaf || child.kind == ModuleKind::Function) {
      text_ += '(';
      options(child, true);
      text_ += ')';
      if (std::ranges::any_of(child.options, [](const ModuleOption& option) {
            return !option.constructor_argument;
          })) {
        text_ += " {";
        options(child, false);
        text_ += '}';
      }
    }
    location(child.location);
    const bool has_more = !child.children.empty() || !child.tensors.empty() || child.graph;
    text_ += has_more ? " {\n" : "\n";
    return has_more;
  }

  static bool is_plain_path(std::string_view path) {
    // The parser reads it up to the next white space.
    for (const char c : path)
      if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7f || c == '"') return false;
    return !path.empty();
  }

  const PrintOptions& options_;
  std::string text_;
};

} // namespace

std::string print_graph(const Graph& graph, const PrintOptions& options) {
  GraphPrinter printer(options);
  printer.graph(graph, "graph", 0);
  return printer.take();
}

std::string print_graph(const TracedModule& module, const PrintOptions& options) {
  GraphPrinter printer(options);
  printer.module(module);
  return printer.take();
}

std::string print_node(const Node& node, const PrintOptions& options) {
  std::string text;
  append_node(text, node, Dialect::Lossless, options);
  return text;
}

} // namespace fx
