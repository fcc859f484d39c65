// Drawings for Graphviz: what torch.fx's FxGraphDrawer draws.
#include "fx/CodeGen/Emitter.h"
#include "fx/IR/Printer.h"

#include "../Identifiers.h"
#include "../ModuleRuns.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <ranges>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace fx {
namespace {

/// Text inside a DOT string. Graphviz reads UTF-8: other bytes are written as they are spelled.
std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const char c = text.front();
    const size_t length = codegen::character_length(text);
    if (c == '"' || c == '\\') result += '\\';
    if (length == 0)
      result += fmt::format("\\\\x{:02x}", static_cast<unsigned char>(c));
    else if (c == '\n')
      result += "\\n";
    else if (static_cast<unsigned char>(c) >= 0x20)
      result += text.substr(0, length);
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return result;
}

std::string_view fill_colour(Opcode op) {
  switch (op) {
  case Opcode::Placeholder: return "#cfe8fc";
  case Opcode::GetAttr: return "#e8e8e8";
  case Opcode::CallFunction: return "#fff3c4";
  case Opcode::CallMethod: return "#ffe2c4";
  case Opcode::CallModule: return "#d8f0d0";
  case Opcode::Output: return "#f6d5e5";
  }
  return "white";
}

/// A drawing with more boxes shows modules as boxes, as far up as is needed.
constexpr size_t many_boxes = 60;

/// A graph with what is drawn of its modules.
class Folding {
public:
  Folding(const TracedModule& module, const Graph& graph, std::optional<size_t> depth)
      : runs_(graph, module.modules) {
    size_t deepest = 1;
    for (const ModuleRun& run : runs_.runs())
      deepest = std::max(deepest, run.depth);
    depth_ = depth.value_or(deepest + 1);
    if (!depth) choose_depth(graph);
    is_folded_ = depth_ <= deepest && std::ranges::any_of(graph, [this](const Node* node) {
                   return box_of(*node) != ModuleRuns::root;
                 });
  }

  using ModuleRun = codegen::ModuleRun;
  using ModuleRuns = codegen::ModuleRuns;

  /// The run that is drawn as one box with the node in it; ModuleRuns::root: the node has a box of
  /// its own.
  size_t box_of(const Node& node) const {
    const size_t run = runs_.of(node);
    if (run == ModuleRuns::root || runs_[run].depth < depth_) return ModuleRuns::root;
    // A leaf is one node in any case.
    if (runs_[run].call != nullptr && runs_[run].depth == depth_) return ModuleRuns::root;
    return runs_.at_depth(run, depth_);
  }
  /// The frame in which a node, or the box of it, stands.
  size_t frame_of(const Node& node) const {
    const size_t box = box_of(node);
    const size_t run = box != ModuleRuns::root ? box : runs_.of(node);
    const bool is_frame =
        run == ModuleRuns::root || (box == ModuleRuns::root && runs_[run].call == nullptr);
    return is_frame ? run : runs_[run].parent;
  }
  const ModuleRuns& runs() const { return runs_; }
  bool is_folded() const { return is_folded_; }
  size_t depth() const { return depth_; }

private:
  /// The greatest depth that has not too many boxes. The deeper, the more there are.
  void choose_depth(const Graph& graph) {
    if (num_boxes(graph) <= many_boxes) return;
    size_t few = 1;
    size_t many = depth_;
    while (many - few > 1) {
      depth_ = few + (many - few) / 2;
      (num_boxes(graph) > many_boxes ? many : few) = depth_;
    }
    depth_ = few;
  }
  size_t num_boxes(const Graph& graph) const {
    size_t boxes = 0;
    std::unordered_set<size_t> folded;
    for (const Node* node : graph)
      if (const size_t box = box_of(*node); box == ModuleRuns::root)
        ++boxes;
      else
        folded.insert(box);
    return boxes + folded.size();
  }

  ModuleRuns runs_;
  size_t depth_ = 1;
  bool is_folded_ = false;
};

class DotWriter {
public:
  DotWriter(const TracedModule& module, const EmitOptions& options)
      : module_(module), depth_(options.depth) {}

  std::string write() {
    text_ = fmt::format("digraph \"{}\" {{\n", escaped(module_.class_name));
    text_ += "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=10];\n"
             "  edge [color=\"#606060\"];\n"
             "  graph [fontname=\"Helvetica\", fontsize=10, color=\"#a0a0a0\"];\n";
    framed_graph(module_.graph, "", 1);
    if (module_.training_graph) {
      text_ += "  subgraph \"cluster training graph\" {\n    label=\"training\";\n";
      framed_graph(*module_.training_graph, "training graph/", 2);
      text_ += "  }\n";
    }
    for (const ModuleNode* inner : all_modules(module_.modules))
      if (inner->graph) cluster(*inner);
    if (folded_at_)
      text_ +=
          fmt::format("  label=\"What is deeper than {} is part of {}; --depth={} shows more.\";\n",
                      *folded_at_ == 1 ? "1 module" : fmt::format("{} modules", *folded_at_),
                      *folded_at_ == 1 ? "its box" : "their boxes", *folded_at_ + 1);
    text_ += "}\n";
    return std::move(text_);
  }

private:
  using ModuleRuns = codegen::ModuleRuns;

  void cluster(const ModuleNode& inner) {
    const std::string path = inner.path();
    text_ += fmt::format("  subgraph \"cluster_{}\" {{\n    label=\"{}\";\n", escaped(path),
                         escaped(path));
    graph(*inner.graph, inner, path + "/", 2);
    text_ += "  }\n";
  }

  /// The graph of a graph module, whose nodes name modules below it. Node names are unique in their
  /// graph; `prefix` tells the graphs apart.
  void graph(const Graph& graph, const ModuleNode& owner, const std::string& prefix, size_t depth) {
    const std::string indent(2 * depth, ' ');
    for (const Node* node : graph)
      box(*node, owner, prefix, indent);
    for (const Node* node : graph)
      for (const Node* user : node->users())
        edge(indent, prefix, node->name().str(), user->name().str());
  }

  void box(const Node& node, const ModuleNode& owner, const std::string& prefix,
           const std::string& indent) {
    text_ += fmt::format("{}\"{}{}\" [label=\"{}\", fillcolor=\"{}\"];\n", indent, escaped(prefix),
                         node.name().str(), escaped(label(node, owner)), fill_colour(node.op()));
  }

  void edge(const std::string& indent, const std::string& prefix, const std::string& from,
            const std::string& to) {
    text_ += fmt::format("{}\"{}{}\" -> \"{}{}\";\n", indent, escaped(prefix), from,
                         escaped(prefix), to);
  }

  /// A graph of the model, with the modules that run in it.
  void framed_graph(const Graph& graph, const std::string& prefix, size_t depth) {
    const Folding folding(module_, graph, depth_);
    if (folding.is_folded()) folded_at_ = std::max(folded_at_.value_or(0), folding.depth());
    // What stands in each frame, in the order of the graph: nodes, boxes and frames.
    std::unordered_map<size_t, std::vector<const Node*>> nodes;
    std::unordered_map<size_t, std::vector<size_t>> parts;
    std::unordered_map<size_t, std::vector<const Node*>> folded;
    std::unordered_set<size_t> opened;
    for (const Node* node : graph) {
      const size_t box = folding.box_of(*node);
      size_t frame = folding.frame_of(*node);
      if (box == ModuleRuns::root)
        nodes[frame].push_back(node);
      else if (folded[box].push_back(node); folded[box].size() == 1)
        parts[frame].push_back(box);
      for (; frame != ModuleRuns::root && opened.insert(frame).second;
           frame = folding.runs()[frame].parent)
        parts[folding.runs()[frame].parent].push_back(frame);
    }
    // Iterative: modules may be nested deeply. The second is whether the frame was opened.
    std::vector<std::pair<size_t, bool>> stack{{ModuleRuns::root, false}};
    while (!stack.empty()) {
      const auto [run, is_open] = stack.back();
      stack.pop_back();
      const size_t inner = depth + (run == ModuleRuns::root ? 0 : folding.runs()[run].depth);
      if (run != ModuleRuns::root && (is_open || folded.contains(run))) {
        const std::string outer(2 * (inner - 1), ' ');
        text_ += is_open ? outer + "}\n" : folded_box(folding, run, folded[run], prefix, outer);
        continue;
      }
      if (run != ModuleRuns::root) {
        text_ += fmt::format("{0}subgraph \"cluster {1}{2}\" {{\n{0}  label=\"{3}\";\n",
                             std::string(2 * (inner - 1), ' '), escaped(prefix), run,
                             escaped(title(*folding.runs()[run].module)));
        stack.emplace_back(run, true);
      }
      for (const Node* node : nodes[run])
        box(*node, module_.modules.root(), prefix, std::string(2 * inner, ' '));
      for (const size_t part : std::views::reverse(parts[run]))
        stack.emplace_back(part, false);
    }
    framed_edges(graph, folding, prefix, std::string(2 * depth, ' '));
  }

  /// Edges between boxes, each once; none inside of a box.
  void framed_edges(const Graph& graph, const Folding& folding, const std::string& prefix,
                    const std::string& indent) {
    const auto end_of = [&](const Node& node) {
      const size_t box = folding.box_of(node);
      return box == ModuleRuns::root ? node.name().str() : box_name(box);
    };
    std::set<std::pair<std::string, std::string>> drawn;
    for (const Node* node : graph) {
      const size_t box = folding.box_of(*node);
      const std::string from = end_of(*node);
      for (const Node* user : node->users()) {
        const size_t to_box = folding.box_of(*user);
        if (box != ModuleRuns::root && box == to_box) continue;
        const std::string to = end_of(*user);
        if ((box == ModuleRuns::root && to_box == ModuleRuns::root) ||
            drawn.emplace(from, to).second)
          edge(indent, prefix, from, to);
      }
    }
  }

  /// No name of a node has a blank.
  static std::string box_name(size_t run) { return fmt::format("module {}", run); }

  static std::string title(const ModuleNode& module) {
    return module.path() + ": " + codegen::short_type(module);
  }

  static std::string folded_box(const Folding& folding, size_t run,
                                const std::vector<const Node*>& nodes, const std::string& prefix,
                                const std::string& indent) {
    const ModuleNode& module = *folding.runs()[run].module;
    std::string label =
        fmt::format("{}\n{} node{}", title(module), nodes.size(), nodes.size() == 1 ? "" : "s");
    // What of it is used outside.
    for (const Node* node : nodes)
      if (std::ranges::any_of(node->users(),
                              [&](const Node* user) { return folding.box_of(*user) != run; }))
        label += shape_line(*node);
    return fmt::format("{}\"{}{}\" [label=\"{}\", fillcolor=\"{}\", peripheries=2];\n", indent,
                       escaped(prefix), box_name(run), escaped(label),
                       fill_colour(Opcode::CallModule));
  }

  static std::string shape_line(const Node& node) {
    const TensorMeta* tensor = node.meta(meta::tensor_meta);
    return tensor == nullptr
               ? std::string()
               : fmt::format("\n{}[{}]", tensor->dtype.str(), fmt::join(tensor->shape, ", "));
  }

  std::string label(const Node& node, const ModuleNode& owner) const {
    std::string text = "%" + node.name().str();
    text += "\n" + std::string(to_string(node.op())) + " " + node.target().str();
    if (node.op() == Opcode::CallModule) text += module_line(owner, node.target());
    if (!node.type().empty()) text += "\n" + node.type().str();
    return text + shape_line(node);
  }

  std::string module_line(const ModuleNode& owner, std::string_view path) const {
    const std::string prefix = owner.path();
    const ModuleNode* called =
        module_.modules.find(prefix.empty() ? std::string(path) : prefix + "." + std::string(path));
    if (called == nullptr) return {};
    std::string options;
    for (const ModuleOption& option : called->options)
      options += fmt::format("{}{}={}", options.empty() ? "" : ", ", option.name.str(),
                             python_repr(option.value));
    return "\n" + called->cpp_type.str() + (options.empty() ? "" : "(" + options + ")");
  }

  const TracedModule& module_;
  std::optional<size_t> depth_;
  std::optional<size_t> folded_at_;
  std::string text_;
};

} // namespace

Expected<std::string> emit_dot(const TracedModule& module, const EmitOptions& options) {
  return DotWriter(module, options).write();
}

} // namespace fx
