#include "fx/Runtime/NodeSizes.h"

#include "NoteShapes.h"

#include "fx/Analysis/Effects.h"
#include "fx/IR/ElementType.h"
#include "fx/Runtime/ShapeProp.h"

#include <fmt/format.h>

#include <ATen/core/Tensor.h>

namespace fx {

namespace {

int64_t bytes_of(std::string_view dtype, int64_t elements) {
  const ElementType* type = find_element_type(dtype);
  return type == nullptr ? 0 : type->bytes * elements;
}

/// Of what is noted of one tensor: a dict with its shape and type. Nothing: it is no such dict.
std::optional<int64_t> bytes_of_tensor(const Argument& noted) {
  const auto items = noted.items();
  std::optional<Symbol> dtype;
  std::optional<int64_t> elements;
  for (size_t i = 0; noted.is(Argument::Kind::Dict) && i + 1 < items.size(); i += 2) {
    if (!items[i].is(Argument::Kind::String)) continue;
    if (items[i].symbol().view() == "dtype" && items[i + 1].is(Argument::Kind::Dtype))
      dtype = items[i + 1].symbol();
    if (items[i].symbol().view() != "shape") continue;
    elements = 1;
    for (const Argument& size : items[i + 1].items())
      elements = *elements * size.as_int();
  }
  if (!dtype || !elements) return std::nullopt;
  return bytes_of(*dtype, *elements);
}

/// Of all tensors in what is noted of a value.
int64_t bytes_of_value(const Argument& noted) {
  int64_t bytes = 0;
  std::vector<const Argument*> parts{&noted};
  while (!parts.empty()) {
    const Argument& part = *parts.back();
    parts.pop_back();
    if (const auto tensor = bytes_of_tensor(part)) {
      bytes += *tensor;
      continue;
    }
    for (const Argument& item : part.items())
      parts.push_back(&item);
  }
  return bytes;
}

int64_t output_size(const Node& node, EffectOracle& effects) {
  if (const TensorMeta* tensor = node.meta(meta::tensor_meta)) {
    int64_t elements = 1;
    for (const int64_t size : tensor->shape)
      elements *= size;
    return bytes_of(tensor->dtype, elements);
  }
  if (const Argument* noted = node.meta(meta::tensor_metadata())) return bytes_of_value(*noted);
  if (effects(node).no_memory) return 0;
  throw RuntimeError(fmt::format("Node {} has no tensor metadata associated with it! Check that "
                                 "shape propagation has run.",
                                 node.name().view()));
}

NodeSize size_of(const GraphModule& module, const Node& node, EffectOracle& effects) {
  NodeSize size;
  size.output_size = size.total_size = output_size(node, effects);
  if (node.op() != Opcode::CallModule) return size;
  if (const torch::nn::Module* called = module->find_module(node.target()))
    for (const torch::Tensor& parameter : called->parameters())
      if (parameter.defined())
        size.total_size += parameter.numel() * static_cast<int64_t>(parameter.element_size());
  return size;
}

} // namespace

NodeSize get_size_of_node(const GraphModule& module, const Node& node) {
  EffectOracle effects;
  return size_of(module, node, effects);
}

std::unordered_map<const Node*, NodeSize> get_size_of_all_nodes(const GraphModule& module) {
  EffectOracle effects;
  std::unordered_map<const Node*, NodeSize> sizes;
  for (const Node* node : module->current_graph())
    if (node->op() != Opcode::Output) sizes[node] = size_of(module, *node, effects);
  return sizes;
}

std::unordered_map<const Node*, NodeSize> get_size_of_all_nodes(const GraphModule& module,
                                                                const Args& inputs) {
  runtime::note_shapes(module, inputs);
  return get_size_of_all_nodes(module);
}

} // namespace fx
