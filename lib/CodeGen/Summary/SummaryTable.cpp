// A table of the layers, as torchinfo prints it for a model in Python: layers in the order they
// run, their output shapes, parameters, and totals.
#include "LayerParameters.h"

#include "fx/CodeGen/Emitter.h"
#include "fx/IR/ElementType.h"
#include "fx/Ops/Modules.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <unordered_set>

namespace fx {
namespace {

/// 25557032 -> "25,557,032".
std::string with_commas(int64_t number) {
  std::string digits = fmt::format("{}", number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<size_t>(at), ",");
  return digits;
}

int64_t num_elements(const TensorMeta& tensor) {
  return std::accumulate(tensor.shape.begin(), tensor.shape.end(), int64_t(1), std::multiplies<>());
}

int64_t num_bytes(const TensorMeta& tensor) {
  const ElementType* type = find_element_type(tensor.dtype);
  return type ? num_elements(tensor) * type->bytes : 0;
}

struct Parameters {
  int64_t total = 0;
  int64_t trainable = 0;
  int64_t bytes = 0;

  void add(const TensorMeta& tensor, bool requires_grad) {
    total += num_elements(tensor);
    trainable += requires_grad ? num_elements(tensor) : 0;
    bytes += num_bytes(tensor);
  }
  void add(const Parameters& others) {
    total += others.total;
    trainable += others.trainable;
    bytes += others.bytes;
  }
};

struct Row {
  const ModuleNode* module;
  size_t depth;
  std::optional<TensorMeta> output;
  bool again = false; // ran before
};

class SummaryWriter {
public:
  explicit SummaryWriter(const TracedModule& module) : module_(module), layer_parameters_(module) {}

  std::string write() {
    find_rows();
    std::vector<std::array<std::string, 3>> lines;
    lines.push_back(
        {module_.class_name, shape_text(root_output_), own_parameters(module_.modules.root())});
    std::map<size_t, int> last_index;
    for (size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      lines.push_back({branch(i) + fmt::format("{}: {}-{}", short_type(*row.module), row.depth,
                                               ++last_index[row.depth]),
                       shape_text(row.output),
                       row.again ? "(recursive)" : own_parameters(*row.module)});
    }
    return table(lines);
  }

private:
  /// The chain of modules below the root that a call_module runs in, itself last.
  static std::vector<const ModuleNode*> chain_of(const ModuleNode* module) {
    std::vector<const ModuleNode*> chain;
    for (; module && module->parent; module = module->parent)
      chain.push_back(module);
    std::ranges::reverse(chain);
    return chain;
  }

  const ModuleNode* real(const ModuleNode* module) const {
    return module->alias_of ? module->alias_of : module;
  }

  void find_rows() {
    std::vector<size_t> open; // rows of the chain that runs
    std::unordered_set<const ModuleNode*> seen;
    for (const Node* node : module_.graph) {
      const TensorMeta* tensor = node->meta(meta::tensor_meta);
      if (node->op() == Opcode::Output) {
        const Node* result = node->arg(0).is_node() ? node->arg(0).as_node() : nullptr;
        if (const TensorMeta* given = result ? result->meta(meta::tensor_meta) : nullptr)
          root_output_ = *given;
        break;
      }
      if (node->op() == Opcode::Placeholder) {
        if (tensor) input_bytes_ += num_bytes(*tensor);
        continue;
      }
      const ModuleNode* called =
          node->op() == Opcode::CallModule ? module_.modules.find(node->target()) : nullptr;
      // Code of a module's own forward: its last value is what the module gives.
      const ModuleNode* runs_in = called;
      if (called == nullptr)
        if (const auto* frames = node->meta(meta::module_stack); frames && !frames->empty())
          runs_in = module_.modules.find(frames->back().path);
      const std::vector<const ModuleNode*> chain = chain_of(runs_in);
      size_t common = 0;
      while (common < open.size() && common < chain.size() &&
             rows_[open[common]].module == chain[common])
        ++common;
      // A leaf that runs twice in a row is two rows.
      if (called && common == chain.size() && common > 0) --common;
      open.resize(common);
      for (size_t i = common; i < chain.size(); ++i) {
        open.push_back(rows_.size());
        rows_.push_back({chain[i], i + 1, std::nullopt, !seen.insert(real(chain[i])).second});
      }
      for (const size_t at : open)
        if (tensor) rows_[at].output = *tensor;
      // What runs inside of a graph module is not looked at.
      if (called && real(called)->graph != nullptr && !unknown_)
        unknown_ = node;
      else if (called)
        count(*node, own(*real(called)), is_convolution(*real(called)));
      else
        count_function(*node);
    }
    for (const ModuleNode* part : all_modules(module_.modules)) {
      if (part->alias_of == nullptr) total_.add(own(*part));
      if (!holds_what_is_known(*part) && !unknown_layer_) unknown_layer_ = part;
    }
  }

  static bool is_convolution(const ModuleNode& called) {
    const ops::ModuleClass* known = ops::module_class_of(called);
    return known != nullptr && known->is_convolution();
  }

  /// torchinfo's multiply-adds: the elements of a layer's parameters times how often each is used.
  void count(const Node& call, const Parameters& parameters, bool is_convolution) {
    if (parameters.total == 0) return;
    const TensorMeta* output = call.meta(meta::tensor_meta);
    if (output == nullptr) {
      if (!unknown_) unknown_ = &call;
      return;
    }
    int64_t uses = output->shape.empty() ? 1 : output->shape.front();
    if (is_convolution)
      for (size_t i = 2; i < output->shape.size(); ++i)
        uses *= output->shape[i];
    multiply_adds_ += parameters.total * uses;
    output_bytes_ += num_bytes(*output);
  }

  /// The same of a layer that is a function, with the parameters as its operands.
  void count_function(const Node& call) {
    Parameters parameters;
    for (const Node* operand : layer_parameters_.of(call)) {
      if (const TensorMeta* tensor = operand->meta(meta::tensor_meta))
        parameters.add(*tensor, /*requires_grad=*/true);
      else if (!unknown_)
        unknown_ = operand;
    }
    count(call, parameters, codegen::is_convolution(call));
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

  static std::string own_parameters(const ModuleNode& module) {
    if (!holds_what_is_known(module)) return "not known";
    const Parameters parameters = own(module);
    return parameters.total == 0 ? "--" : with_commas(parameters.total);
  }

  static std::string shape_text(const std::optional<TensorMeta>& tensor) {
    return tensor ? fmt::format("[{}]", fmt::join(tensor->shape, ", ")) : "--";
  }

  static std::string short_type(const ModuleNode& module) {
    std::string_view type = module.cpp_type;
    if (const size_t colon = type.rfind("::"); colon != std::string_view::npos)
      type.remove_prefix(colon + 2);
    if (type.ends_with("Impl")) type.remove_suffix(4);
    return std::string(type);
  }

  /// The lines of the tree before a row: does a sibling of an ancestor follow?
  std::string branch(size_t row) const {
    std::string text;
    for (size_t depth = 1; depth < rows_[row].depth; ++depth)
      text += has_sibling_below(row, depth) ? "│    " : "     ";
    return text + (has_sibling_below(row, rows_[row].depth) ? "├─" : "└─");
  }

  bool has_sibling_below(size_t row, size_t depth) const {
    for (size_t i = row + 1; i < rows_.size(); ++i) {
      if (rows_[i].depth < depth) return false;
      if (rows_[i].depth == depth) return true;
    }
    return false;
  }

  /// Columns of text: bytes of UTF-8 that continue a character take no room.
  static size_t columns(std::string_view text) {
    return static_cast<size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  }

  std::string table(const std::vector<std::array<std::string, 3>>& lines) const {
    const std::array<std::string, 3> head{"Layer (type:depth-idx)", "Output Shape", "Param #"};
    std::array<size_t, 3> widths{};
    for (size_t i = 0; i < 3; ++i) {
      widths[i] = columns(head[i]);
      for (const auto& line : lines)
        widths[i] = std::max(widths[i], columns(line[i]));
    }
    const auto write_line = [&](const std::array<std::string, 3>& line) {
      std::string text;
      for (size_t i = 0; i < 3; ++i)
        text += line[i] + std::string(i == 2 ? 0 : widths[i] - columns(line[i]) + 4, ' ');
      return text + "\n";
    };
    const std::string rule(widths[0] + widths[1] + widths[2] + 8, '=');
    std::string text = rule + "\n" + write_line(head) + rule + "\n";
    for (const auto& line : lines)
      text += write_line(line);
    const bool is_giga = multiply_adds_ >= 1'000'000'000;
    text += fmt::format("{0}\nTotal params: {1}\nTrainable params: {2}\nNon-trainable params: {3}\n"
                        "Total mult-adds ({4}): {5}\n{0}\n",
                        rule, count(total_.total), count(total_.trainable),
                        count(total_.total - total_.trainable), is_giga ? "G" : "M",
                        total(static_cast<double>(multiply_adds_) / (is_giga ? 1e9 : mega)));
    // Every output is kept for the backward pass, and has a gradient.
    const double outputs = 2 * static_cast<double>(output_bytes_) / mega;
    const double inputs = static_cast<double>(input_bytes_) / mega;
    const double parameters = static_cast<double>(total_.bytes) / mega;
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
  std::string count(int64_t number) const {
    return unknown_layer_ ? "not known" : with_commas(number);
  }

  /// A total over the outputs of all layers.
  std::string total(double figure) const {
    return unknown_ || unknown_layer_ ? "not known" : fmt::format("{:.2f}", figure);
  }

  const TracedModule& module_;
  codegen::LayerParameters layer_parameters_;
  std::vector<Row> rows_;
  std::optional<TensorMeta> root_output_;
  Parameters total_;
  const ModuleNode* unknown_layer_ = nullptr; // whose tensors are not known
  const Node* unknown_ = nullptr; // a layer, or a parameter of one, whose shape is not known
  int64_t multiply_adds_ = 0;
  int64_t output_bytes_ = 0;
  int64_t input_bytes_ = 0;
};

} // namespace

Expected<std::string> emit_summary(const TracedModule& module, const EmitOptions&) {
  return SummaryWriter(module).write();
}

} // namespace fx
