// A table of the layers, as torchinfo prints it for a model in Python: layers in the order they
// run, their output shapes, parameters, and totals.
#include "LayerParameters.h"
#include "TextTable.h"

#include "../Comments.h"
#include "../ModuleRuns.h"

#include "fx/Analysis/Cost.h"
#include "fx/CodeGen/Emitter.h"
#include "fx/IR/Printer.h"
#include "fx/Ops/Modules.h"
#include "fx/Support/Count.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <unordered_set>

namespace fx {
namespace {

using codegen::ModuleRuns;
using codegen::with_commas;

struct Parameters {
  Count total;
  Count trainable;
  Count bytes;

  void add(const TensorMeta& tensor, bool requires_grad) {
    total += num_elements(tensor);
    trainable += requires_grad ? num_elements(tensor) : Count();
    bytes += num_bytes(tensor);
  }
  void add(const Parameters& others) {
    total += others.total;
    trainable += others.trainable;
    bytes += others.bytes;
  }
};

/// A layer's parameters by how torchinfo counts the multiply-adds of each.
struct Uses {
  Parameters parameters;
  Count by_row;       // once for each row: `weight` and `bias`
  Count by_step;      // once for each step of a sequence: `weight_ih_l0`, `in_proj_weight`
  int dimensions = 0; // of a convolution's images, where `weight` and `bias` have uses by place
};

/// What is shown of a run of a module.
struct Row {
  std::vector<const TensorMeta*> inputs;
  std::optional<TensorMeta> output;
  Count multiply_adds;  // of what runs in it and in no submodule
  bool is_known = true; // multiply_adds
};

/// A column behind the names of the layers.
enum class Column : uint8_t { InputSize, OutputSize, NumParams, KernelSize, MultAdds };

struct ColumnInfo {
  std::string_view name; // of --columns, as torchinfo calls it
  std::string_view heading;
};

// By Column.
constexpr ColumnInfo column_table[] = {{"input_size", "Input Shape"},
                                       {"output_size", "Output Shape"},
                                       {"num_params", "Param #"},
                                       {"kernel_size", "Kernel Shape"},
                                       {"mult_adds", "Mult-Adds"}};

std::vector<Column> columns_of(const EmitOptions& options) {
  if (options.columns.empty())
    return {Column::OutputSize, Column::NumParams, Column::KernelSize, Column::MultAdds};
  std::vector<Column> columns;
  for (const std::string& name : options.columns) {
    const auto found = std::ranges::find(column_table, name, &ColumnInfo::name);
    columns.push_back(static_cast<Column>(found - std::begin(column_table)));
  }
  return columns;
}

class SummaryWriter {
public:
  SummaryWriter(const TracedModule& module, const EmitOptions& options)
      : module_(module), depth_(options.depth.value_or(SIZE_MAX)), columns_(columns_of(options)),
        layer_parameters_(module), runs_(module.graph, module.modules), rows_(runs_.runs().size()),
        branches_(codegen::tree_branches(runs_)) {}

  std::string write() {
    find_rows();
    std::vector<Line> lines;
    lines.push_back(
        line(module_.class_name, root_, [&](Column column) { return root_cell(column); }));
    std::map<size_t, int> last_index;
    for (size_t i = 0; i < rows_.size(); ++i) {
      const ModuleRun& run = runs_[i];
      if (run.depth > depth_) continue;
      lines.push_back(
          line(branches_[i] + fmt::format("{} ({}): {}-{}", codegen::short_type(*run.module),
                                          codegen::comment_text(run.module->name.view()), run.depth,
                                          ++last_index[run.depth]),
               rows_[i], [&](Column column) { return cell(column, i); }));
    }
    return table(lines);
  }

private:
  using ModuleRun = codegen::ModuleRun;
  using Line = codegen::TableLine;

  const ModuleNode* real(const ModuleNode* module) const {
    return module->alias_of ? module->alias_of : module;
  }

  void find_rows() {
    for (const Node* node : module_.graph) {
      const TensorMeta* tensor = node->meta(meta::tensor_meta);
      if (node->op() == Opcode::Output) {
        const Node* result = node->arg(0).is_node() ? node->arg(0).as_node() : nullptr;
        if (const TensorMeta* given = result ? result->meta(meta::tensor_meta) : nullptr)
          root_.output = *given;
        break;
      }
      if (node->op() == Opcode::Placeholder) {
        if (tensor) input_bytes_ += num_bytes(*tensor);
        if (tensor) root_.inputs.push_back(tensor);
        continue;
      }
      add_inputs(*node);
      // The last value of a module's own forward is what the module gives.
      if (const TensorMeta* output = output_of(*node))
        for (size_t run = runs_.of(*node); run != ModuleRuns::root; run = runs_[run].parent)
          if (tensor || runs_[run].call == node) rows_[run].output = *output;
      const ModuleNode* called =
          node->op() == Opcode::CallModule ? module_.modules.find(node->target()) : nullptr;
      // What runs inside of a graph module is not looked at.
      if (called && real(called)->graph != nullptr)
        not_known(*node, *node);
      else if (called)
        count(*node, uses_of(*real(called)));
      else
        count_function(*node);
    }
    for (const ModuleNode* part : all_modules(module_.modules)) {
      if (part->alias_of == nullptr) total_.add(own(*part));
      if (!holds_what_is_known(*part) && !unknown_layer_) unknown_layer_ = part;
    }
  }

  /// Tensors that come from outside of a module are its inputs, in the order they are used.
  void add_inputs(const Node& node) {
    for (const Node* input : node.input_nodes()) {
      const TensorMeta* tensor = input->meta(meta::tensor_meta);
      if (tensor == nullptr || input->op() == Opcode::GetAttr) continue;
      const size_t from = runs_.of(*input);
      for (size_t run = runs_.of(node); run != ModuleRuns::root; run = runs_[run].parent) {
        if (from != ModuleRuns::root && runs_.contains(run, from)) break;
        if (is_input_.insert({run, input}).second) rows_[run].inputs.push_back(tensor);
      }
    }
  }

  /// What a node gives; of a tuple the first, which is the output of an LSTM.
  static const TensorMeta* output_of(const Node& node) {
    if (const TensorMeta* tensor = node.meta(meta::tensor_meta)) return tensor;
    if (node.op() == Opcode::CallModule)
      for (const Node* user : node.users())
        if (user->target() == "operator.getitem" && user->args().size() == 2 &&
            user->arg(1) == Argument(0))
          return user->meta(meta::tensor_meta);
    return nullptr;
  }

  Row& row_of(const Node& node) {
    const size_t run = runs_.of(node);
    return run == ModuleRuns::root ? root_ : rows_[run];
  }

  void not_known(const Node& layer, const Node& why) {
    row_of(layer).is_known = false;
    if (!unknown_) unknown_ = &why;
  }

  /// torchinfo's multiply-adds: the elements of a layer's parameters times how often each is used.
  void count(const Node& call, const Uses& uses) {
    if (uses.parameters.total == 0) return;
    const TensorMeta* output = output_of(call);
    if (output == nullptr) {
      not_known(call, call);
      return;
    }
    const std::vector<int64_t>& shape = output->shape;
    const auto product = [&](size_t from, size_t to) {
      Count elements = 1;
      for (size_t i = from; i < to; ++i)
        elements *= shape[i];
      return elements;
    };
    const size_t rank = shape.size();
    const auto places = static_cast<size_t>(uses.dimensions);
    Count rows = rank > 1 ? shape.front() : 1;
    if (places > 0 && rank > places)
      rows = Count(rank > places + 1 ? shape.front() : 1) * product(rank - places, rank);
    const Count steps = rank > 0 ? product(0, rank - 1) : Count(1);
    const Count multiply_adds = uses.by_row * rows + uses.by_step * steps;
    row_of(call).multiply_adds += multiply_adds;
    multiply_adds_ += multiply_adds;
    output_bytes_ += num_bytes(*output);
  }

  /// The same of a layer that is a function, with the parameters as its operands.
  void count_function(const Node& call) {
    Uses uses;
    for (const Node* operand : layer_parameters_.of(call)) {
      const TensorMeta* tensor = operand->meta(meta::tensor_meta);
      if (tensor == nullptr) {
        not_known(call, *operand);
        continue;
      }
      uses.parameters.add(*tensor, /*requires_grad=*/true);
      uses.by_row += num_elements(*tensor);
      if (codegen::is_convolution(call) && tensor->shape.size() > 2)
        uses.dimensions = static_cast<int>(tensor->shape.size()) - 2;
    }
    count(call, uses);
  }

  static Uses uses_of(const ModuleNode& module) {
    Uses uses;
    uses.parameters = own(module);
    if (const ops::ModuleClass* known = ops::module_class_of(module))
      uses.dimensions = known->is_convolution() ? known->dimensions : 0;
    if (module.leaf_tensors)
      for (const LeafTensor& held : *module.leaf_tensors)
        if (held.role == TensorRole::Parameter && held.name != "weight" && held.name != "bias")
          uses.by_step += num_elements(held.tensor);
    uses.by_row = uses.parameters.total - uses.by_step;
    return uses;
  }

  /// What a module holds itself, without its submodules.
  static Parameters own(const ModuleNode& module) {
    Parameters parameters;
    for (const TensorSlot& slot : module.tensors)
      if (const TensorMeta* tensor = slot.init && slot.role == TensorRole::Parameter
                                         ? slot.init->meta(meta::tensor_meta)
                                         : nullptr)
        parameters.add(*tensor, slot.requires_grad);
    if (module.leaf_tensors)
      for (const LeafTensor& tensor : *module.leaf_tensors)
        if (tensor.role == TensorRole::Parameter)
          parameters.add(tensor.tensor, tensor.requires_grad);
    return parameters;
  }

  /// LibTorch alone knows what its modules hold.
  static bool holds_what_is_known(const ModuleNode& module) {
    return module.kind != ModuleKind::Leaf || module.leaf_tensors || module.alias_of;
  }

  Line line(std::string name, const Row& row,
            const std::function<std::string(Column)>& cell) const {
    Line cells{std::move(name)};
    for (const Column column : columns_) {
      if (column == Column::InputSize)
        cells.push_back(shapes_text(row.inputs));
      else if (column == Column::OutputSize)
        cells.push_back(row.output ? shape_text(*row.output) : "--");
      else
        cells.push_back(cell(column));
    }
    return cells;
  }

  std::string root_cell(Column column) const {
    if (column == Column::NumParams) return own_parameters(module_.modules.root());
    return column == Column::MultAdds ? figure(root_.multiply_adds, root_.is_known) : "--";
  }

  /// What is deeper than is shown counts to the row that holds it.
  std::string cell(Column column, size_t at) const {
    const ModuleRun& run = runs_[at];
    if (column == Column::KernelSize) return kernel_text(*real(run.module));
    if (column == Column::NumParams) {
      if (run.again) return "(recursive)";
      return run.depth < depth_ ? own_parameters(*real(run.module))
                                : all_parameters(*real(run.module));
    }
    Count multiply_adds = rows_[at].multiply_adds;
    bool is_known = rows_[at].is_known;
    if (run.depth == depth_)
      for (size_t i = at + 1; i < rows_.size() && runs_[i].depth > depth_; ++i) {
        multiply_adds += rows_[i].multiply_adds;
        is_known &= rows_[i].is_known;
      }
    return figure(multiply_adds, is_known && holds_what_is_known(*run.module));
  }

  static std::string figure(Count number, bool is_known) {
    if (!is_known) return "not known";
    return number == 0 ? "--" : with_commas(number);
  }

  static std::string own_parameters(const ModuleNode& module) {
    return figure(own(module).total, holds_what_is_known(module));
  }

  /// With those of submodules, each once.
  std::string all_parameters(const ModuleNode& module) const {
    Parameters all;
    bool is_known = true;
    std::unordered_set<const ModuleNode*> seen{&module};
    std::vector<const ModuleNode*> stack{&module};
    while (!stack.empty()) {
      const ModuleNode* part = stack.back();
      stack.pop_back();
      all.add(own(*part));
      is_known &= holds_what_is_known(*part);
      for (const ModuleNode* child : part->children)
        if (seen.insert(real(child)).second) stack.push_back(real(child));
    }
    return figure(all.total, is_known);
  }

  /// An option that is one number for all dimensions is shown for each, as LibTorch has it.
  static std::string kernel_text(const ModuleNode& module) {
    const ops::ModuleClass* known = ops::module_class_of(module);
    const ModuleOption* kernel = known ? module.option("kernel_size") : nullptr;
    if (kernel == nullptr) return "--";
    std::vector<std::string> sizes;
    for (const Argument& size : kernel->value.items())
      sizes.push_back(python_repr(size));
    if (!kernel->value.is_sequence())
      sizes.assign(static_cast<size_t>(std::max(1, known->dimensions)), python_repr(kernel->value));
    return fmt::format("[{}]", fmt::join(sizes, ", "));
  }

  static std::string shape_text(const TensorMeta& tensor) {
    return fmt::format("[{}]", fmt::join(tensor.shape, ", "));
  }

  static std::string shapes_text(const std::vector<const TensorMeta*>& tensors) {
    std::string text;
    for (const TensorMeta* tensor : tensors)
      text += (text.empty() ? "" : ", ") + shape_text(*tensor);
    return text.empty() ? "--" : text;
  }

  std::string table(const std::vector<Line>& lines) const {
    Line head{"Layer (type (name):depth-idx)"};
    for (const Column column : columns_)
      head.emplace_back(column_table[static_cast<size_t>(column)].heading);
    const auto [table, rule] = codegen::text_table(head, lines);
    std::string text = table;
    const bool is_giga = multiply_adds_.value() >= 1'000'000'000;
    text +=
        fmt::format("{0}\nTotal params: {1}\nTrainable params: {2}\nNon-trainable params: {3}\n"
                    "Total mult-adds ({4}): {5}\n{0}\n",
                    rule, count(total_.total), count(total_.trainable),
                    count(total_.total - total_.trainable), is_giga ? "G" : "M",
                    total(static_cast<double>(multiply_adds_.value()) / (is_giga ? 1e9 : mega)));
    // Every output is kept for the backward pass, and has a gradient.
    const double outputs = 2 * static_cast<double>(output_bytes_.value()) / mega;
    const double inputs = static_cast<double>(input_bytes_.value()) / mega;
    const double parameters = static_cast<double>(total_.bytes.value()) / mega;
    text += fmt::format("Input size (MB): {:.2f}\nForward/backward pass size (MB): {}\n"
                        "Params size (MB): {}\nEstimated total size (MB): {}\n{}\n",
                        inputs, total(outputs),
                        unknown_layer_ ? "not known" : fmt::format("{:.2f}", parameters),
                        total(inputs + outputs + parameters), rule);
    if (unknown_layer_)
      text +=
          fmt::format("What '{}' holds is not known: a graph in the text form does not say it.\n",
                      unknown_layer_->path());
    else if (unknown_)
      text += fmt::format("The shape of '{}' is not known, nor is what depends on it.\n",
                          unknown_->name().view());
    if (module_.training_graph)
      text += "In evaluation. In training the model computes another graph, which is not shown.\n";
    return text;
  }

  static constexpr double mega = 1e6;

  /// A number of parameters.
  std::string count(Count number) const {
    return unknown_layer_ ? "not known" : with_commas(number);
  }

  /// A total over the outputs of all layers.
  std::string total(double figure) const {
    return unknown_ || unknown_layer_ ? "not known" : fmt::format("{:.2f}", figure);
  }

  const TracedModule& module_;
  size_t depth_;
  std::vector<Column> columns_;
  codegen::LayerParameters layer_parameters_;
  ModuleRuns runs_;
  std::vector<Row> rows_;             // by run
  std::vector<std::string> branches_; // by run
  Row root_;
  std::set<std::pair<size_t, const Node*>> is_input_; // run, value
  Parameters total_;
  const ModuleNode* unknown_layer_ = nullptr; // whose tensors are not known
  const Node* unknown_ = nullptr; // a layer, or a parameter of one, whose shape is not known
  Count multiply_adds_;
  Count output_bytes_;
  Count input_bytes_;
};

} // namespace

std::vector<std::string_view> summary_columns() {
  std::vector<std::string_view> names;
  for (const ColumnInfo& column : column_table)
    names.push_back(column.name);
  return names;
}

Expected<std::string> emit_summary(const TracedModule& module, const EmitOptions& options) {
  return SummaryWriter(module, options).write();
}

} // namespace fx
