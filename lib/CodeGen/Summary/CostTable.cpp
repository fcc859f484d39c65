// What each node and each module costs to run: multiply-adds, elements, bytes and memory.
#include "TextTable.h"

#include "../Comments.h"
#include "../ModuleRuns.h"

#include "fx/Analysis/Cost.h"
#include "fx/CodeGen/Emitter.h"

#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace fx {
namespace {

using codegen::ModuleRuns;
using codegen::TableLine;
using codegen::with_commas;

std::string shape_text(const Node& node) {
  const TensorMeta* tensor = node.meta(meta::tensor_meta);
  return tensor != nullptr ? fmt::format("[{}]", fmt::join(tensor->shape, ", ")) : "--";
}

std::string figure(Count number, bool is_known = true) {
  if (!is_known) return number == Count() ? "not known" : ">= " + with_commas(number);
  return number == Count() ? "--" : with_commas(number);
}

class CostTable {
public:
  CostTable(const TracedModule& module, const EmitOptions& options)
      : module_(module), depth_(options.depth.value_or(SIZE_MAX)), cost_(module.graph, module),
        runs_(module.graph, module.modules), rows_(runs_.runs().size()) {}

  std::string write() {
    add_up();
    return modules() + "\n" + nodes() + totals();
  }

private:
  struct Row {
    NodeCost cost;
    bool is_known = true;
    void add(const NodeCost& other, bool other_is_known) {
      cost.multiply_adds += other.multiply_adds;
      cost.elements += other.elements;
      cost.bytes_read += other.bytes_read;
      cost.bytes_written += other.bytes_written;
      is_known &= other_is_known;
    }
  };

  /// A module's row has all that runs in it.
  void add_up() {
    for (const Node* node : module_.graph) {
      const NodeCost& cost = cost_.of(*node);
      const size_t run = runs_.of(*node);
      (run == ModuleRuns::root ? root_ : rows_[run])
          .add(cost, cost.unknown == NodeCost::Unknown::Nothing);
    }
    for (size_t i = rows_.size(); i-- > 0;)
      (runs_[i].parent == ModuleRuns::root ? root_ : rows_[runs_[i].parent])
          .add(rows_[i].cost, rows_[i].is_known);
  }

  static TableLine line(std::string name, const Row& row) {
    return {std::move(name), figure(row.cost.multiply_adds, row.is_known),
            figure(row.cost.elements, row.is_known), figure(row.cost.bytes_read, row.is_known),
            figure(row.cost.bytes_written, row.is_known)};
  }

  std::string modules() const {
    const std::vector<std::string> branches = codegen::tree_branches(runs_);
    std::vector<TableLine> lines{line(module_.class_name, root_)};
    for (size_t i = 0; i < rows_.size(); ++i)
      if (runs_[i].depth <= depth_)
        lines.push_back(
            line(fmt::format("{}{} ({})", branches[i], codegen::short_type(*runs_[i].module),
                             codegen::comment_text(runs_[i].module->name.view())),
                 rows_[i]));
    return codegen::text_table(
               {"Module (type (name))", "Mult-Adds", "Elements", "Bytes read", "Bytes written"},
               lines)
        .text;
  }

  std::string nodes() const {
    std::vector<TableLine> lines;
    for (const Node* node : module_.graph) {
      if (node->op() == Opcode::Output) continue;
      const NodeCost& cost = cost_.of(*node);
      const bool has_numbers = cost.unknown != NodeCost::Unknown::Rule &&
                               cost.unknown != NodeCost::Unknown::Module &&
                               cost.unknown != NodeCost::Unknown::Shape;
      const bool has_bytes =
          cost.unknown != NodeCost::Unknown::Shape && cost.unknown != NodeCost::Unknown::Module;
      lines.push_back({codegen::comment_text(node->name().view()),
                       codegen::comment_text(node->target().view()), shape_text(*node),
                       figure(cost.multiply_adds, has_numbers), figure(cost.elements, has_numbers),
                       figure(cost.bytes_read, has_bytes), figure(cost.bytes_written, has_bytes),
                       figure(cost.live_bytes)});
    }
    return codegen::text_table({"Node", "Target", "Output Shape", "Mult-Adds", "Elements",
                                "Bytes read", "Bytes written", "Live bytes"},
                               lines)
        .text;
  }

  /// "torch.fft_fft (2), zoo.crop": what the totals are without.
  std::string not_counted() const {
    std::map<std::string, size_t> targets;
    for (const Node* node : cost_.unknown())
      ++targets[codegen::comment_text(node->target().view())];
    std::string text;
    for (const auto& [target, count] : targets)
      text += (text.empty() ? "" : ", ") + target + (count > 1 ? fmt::format(" ({})", count) : "");
    return text;
  }

  std::string totals() const {
    const NodeCost& total = cost_.total();
    const ModelSize size = model_size(module_);
    const auto model_figure = [&](Count number) {
      return size.unknown ? "not known" : with_commas(number);
    };
    std::string text = fmt::format(
        "\nMult-adds: {}\nFLOPs of them, two each: {}\nElements of other operators: {}\n"
        "Bytes read: {}\nBytes written: {}\n",
        with_commas(total.multiply_adds), with_commas(total.multiply_adds * 2),
        with_commas(total.elements), with_commas(total.bytes_read),
        with_commas(total.bytes_written));
    text += fmt::format(
        "Parameters: {}, of {} bytes\nBuffers: {} bytes\nInputs: {} bytes\n"
        "Most bytes of other values at once: {}{}{}\n",
        model_figure(size.parameters), model_figure(size.parameter_bytes),
        model_figure(size.buffer_bytes), with_commas(cost_.input_bytes()),
        cost_.is_peak_a_bound() ? "at most " : "", with_commas(total.live_bytes),
        cost_.peak() != nullptr ? fmt::format(", at '{}'", cost_.peak()->name().view()) : "");
    if (!cost_.unknown().empty())
      text += fmt::format("Not counted, as no rule or no shape is known: {} node{}: {}\n",
                          cost_.unknown().size(), cost_.unknown().size() == 1 ? "" : "s",
                          not_counted());
    if (size.unknown) text += fmt::format("What '{}' holds is not known.\n", *size.unknown);
    if (module_.training_graph)
      text += "In evaluation. In training the model computes another graph, which is not shown.\n";
    return text;
  }

  const TracedModule& module_;
  size_t depth_;
  CostAnalysis cost_;
  ModuleRuns runs_;
  std::vector<Row> rows_; // by run
  Row root_;
};

} // namespace

Expected<std::string> emit_cost(const TracedModule& module, const EmitOptions& options) {
  return CostTable(module, options).write();
}

} // namespace fx
