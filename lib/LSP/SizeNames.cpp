#include "SizeNames.h"

#include "fx/Analysis/SymbolicShapes.h"
#include "fx/Frontend/InputSpec.h"
#include "fx/IR/Printer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <vector>

namespace fx::lsp {

namespace {

using Specs = std::map<const Node*, ops::InputSpec>;

/// The identifiers of "2 * N == M + 4".
std::set<std::string> names_in(llvm::StringRef text) {
  std::set<std::string> names;
  while (!text.empty()) {
    const llvm::StringRef word =
        text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (!word.empty() && !llvm::isDigit(word.front())) names.insert(word.str());
    text = text.drop_front(std::max<size_t>(word.size(), 1));
  }
  return names;
}

/// The examples of the inputs of a graph. Empty: no size of one has a name.
Specs specs_of(const Graph& graph, bool names_batches) {
  Specs specs;
  bool has_names = false;
  for (const Node* input : graph.placeholders())
    if (const auto* given = input->meta(frontend::example_input)) {
      ops::InputSpec& spec = specs.emplace(input, *given).first->second;
      const bool is_batch = spec.kind == ops::InputSpec::Kind::Tensor && spec.dynamic.empty() &&
                            spec.tensor.shape.size() > 1;
      if (names_batches && is_batch)
        spec.dynamic.push_back({.dimension = 0, .name = "N", .least = {}, .most = {}});
      has_names |= spec.has_dynamic_sizes();
    }
  return has_names ? specs : Specs();
}

/// Takes a name away. False: there was none.
bool remove_name(ops::InputSpec& spec, const std::string& name) {
  bool removed = std::erase_if(spec.dynamic,
                               [&](const ops::DynamicSize& size) { return size.name == name; }) > 0;
  for (ops::InputSpec& item : spec.items)
    removed |= remove_name(item, name);
  return removed;
}

void add_numbers(const ops::InputSpec& spec, std::map<std::string, int64_t>& numbers) {
  for (const ops::DynamicSize& size : spec.dynamic)
    numbers.emplace(size.name, spec.tensor.shape[size.dimension]);
  for (const ops::InputSpec& item : spec.items)
    add_numbers(item, numbers);
}

/// What the sizes with names are in the examples.
std::map<std::string, int64_t> numbers_of(const Specs& specs) {
  std::map<std::string, int64_t> numbers;
  for (const auto& [input, spec] : specs)
    add_numbers(spec, numbers);
  return numbers;
}

/// "f32[N, 64]" of ("N", 64); "f32[?, 64]", as what is not known may depend on a name.
std::string text_of(const Argument& shape, const TensorMeta& tensor) {
  std::vector<std::string> sizes;
  sizes.reserve(shape.items().size());
  for (const Argument& size : shape.items())
    sizes.push_back(size.is(Argument::Kind::String) ? std::string(size.symbol().view())
                                                    : python_repr(size));
  const std::string plain = short_type(tensor);
  return fmt::format("{}[{}]", plain.substr(0, plain.find('[')), fmt::join(sizes, ", "));
}

void add_shapes(Graph& graph, TracedModule& model, const std::shared_ptr<ops::Kernels>& kernels,
                bool names_batches, NamedShapes& shapes) {
  Specs specs = specs_of(graph, names_batches);
  for (std::map<std::string, int64_t> numbers = numbers_of(specs); !numbers.empty();
       numbers = numbers_of(specs)) {
    SymbolicShapes symbolic(kernels, [&](const Node& input) -> const ops::InputSpec* {
      const auto found = specs.find(&input);
      return found == specs.end() ? nullptr : &found->second;
    });
    const SymbolicShapes::Result result = symbolic.run(graph, model);
    if (!result.refusals.empty()) return;
    if (!result.conditions.empty()) {
      // With one of its names less it may hold for all numbers of the others.
      bool removed = false;
      for (const std::string& name : names_in(result.conditions.front().text)) {
        for (auto& [input, spec] : specs)
          removed |= remove_name(spec, name);
        if (removed) break;
      }
      if (!removed) return;
      continue;
    }
    for (const Node* node : graph) {
      const TensorMeta* tensor = node->meta(meta::tensor_meta);
      const Argument* shape = node->meta(meta::symbolic_shape());
      if (tensor == nullptr || shape == nullptr || shape->items().size() != tensor->shape.size())
        continue;
      const TensorType example{
          {std::vector<Dimension>(tensor->shape.begin(), tensor->shape.end())}};
      if (!is_more_precise(example, symbolic.shape_for(*node, numbers))) continue;
      shapes.emplace(node, text_of(*shape, *tensor));
    }
    return;
  }
}

} // namespace

NamedShapes named_shapes(TracedModule& model, const std::shared_ptr<ops::Kernels>& kernels,
                         bool names_batches) {
  NamedShapes shapes;
  for (Graph* graph : model.forward_graphs())
    add_shapes(*graph, model, kernels, names_batches, shapes);
  return shapes;
}

std::string shape_text(const NamedShapes& shapes, const Node& node) {
  if (const auto named = shapes.find(&node); named != shapes.end()) return named->second;
  const TensorMeta* tensor = node.meta(meta::tensor_meta);
  return tensor == nullptr ? std::string() : short_type(*tensor);
}

} // namespace fx::lsp
