// torch.fx's own text: str(graph) and print_tabular.
#include "NodeText.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/Printer.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ostream>

namespace fx {

std::string print_fx(const Graph& graph) {
  std::string text = "graph():\n";
  text.reserve(graph.size() * 96);
  for (const Node* node : graph) {
    text += "    ";
    append_node(text, *node, Dialect::TorchFx);
    text += '\n';
  }
  return text;
}

std::string print_table(const Graph& graph) {
  // tabulate's default format: columns padded to their widest cell, two spaces between them.
  using Row = std::array<std::string, 5>;
  std::vector<Row> rows{{"opcode", "name", "target", "args", "kwargs"}};
  for (const Node* node : graph) {
    const Argument args =
        Argument::tuple(std::vector<Argument>(node->args().begin(), node->args().end()));
    std::vector<std::pair<Argument, Argument>> kwargs;
    for (const KeywordArgument& keyword : node->kwargs())
      kwargs.emplace_back(Argument::string(keyword.name), keyword.value);
    rows.push_back({std::string(to_string(node->op())), node->name().str(), node->target().str(),
                    python_repr(args), python_repr(Argument::dict(std::move(kwargs)))});
  }
  std::array<size_t, 5> widths{};
  constexpr size_t padding = 2; // tabulate's MIN_PADDING, for headers alone
  for (size_t i = 0; i < widths.size(); ++i)
    widths[i] = rows[0][i].size() + padding;
  // One wide cell in a table of many rows would be blanks in all of them: gigabytes of 20,000
  // inputs. There, it sticks out of its column.
  constexpr size_t most_characters = size_t(64) << 20;
  const size_t most = std::max<size_t>(most_characters / rows.size(), 80);
  for (const Row& row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], std::min(row[i].size(), most));
  std::string text;
  const auto write = [&](const Row& row) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (row[i].size() < widths[i]) line.append(widths[i] - row[i].size(), ' ');
      if (i + 1 < row.size()) line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  write(rows[0]);
  Row dashes;
  for (size_t i = 0; i < dashes.size(); ++i)
    dashes[i] = std::string(widths[i], '-');
  write(dashes);
  for (size_t i = 1; i < rows.size(); ++i)
    write(rows[i]);
  return text;
}

std::ostream& operator<<(std::ostream& stream, const Graph& graph) {
  return stream << print_fx(graph);
}

std::ostream& operator<<(std::ostream& stream, const Node& node) {
  std::string text;
  append_node(text, node, Dialect::TorchFx);
  return stream << text;
}

std::string short_type(const TensorMeta& tensor) {
  std::string_view dtype = tensor.dtype;
  if (const ElementType* type = find_element_type(dtype); type && !type->short_name.empty())
    dtype = type->short_name;
  return fmt::format("{}[{}]", dtype, fmt::join(tensor.shape, ", "));
}

} // namespace fx
