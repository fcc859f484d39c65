#include "ShapeFunctions.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/passes/inliner.h>

#if __has_include(<torch/csrc/jit/runtime/symbolic_shape_registry.h>)
#include <torch/csrc/jit/runtime/symbolic_shape_registry.h>
#define FX_HAS_SHAPE_FUNCTIONS
#endif

#include <string>

namespace fx_kernels {

#ifdef FX_HAS_SHAPE_FUNCTIONS

namespace {

c10::IValue numbers_of(at::ArrayRef<const torch::jit::Value*> values) {
  c10::List<int64_t> numbers;
  for (const torch::jit::Value* value : values)
    numbers.push_back(static_cast<int64_t>(value->unique()));
  return {numbers};
}

c10::IValue block_of(const torch::jit::Block& block);

c10::IValue node_of(const torch::jit::Node& node) {
  c10::IValue constant;
  if (node.kind() == c10::prim::Constant)
    if (const auto value = torch::jit::toIValue(node.output()))
      // Numbers, texts and lists of them; functions of exceptions are of no use.
      if (!value->isObject() && !value->isTensor()) constant = *value;
  std::vector<c10::IValue> blocks;
  for (const torch::jit::Block* block : node.blocks())
    blocks.push_back(block_of(*block));
  return c10::ivalue::Tuple::create({c10::IValue(std::string(node.kind().toQualString())),
                                     numbers_of(node.inputs()), numbers_of(node.outputs()),
                                     std::move(constant),
                                     c10::ivalue::Tuple::create(std::move(blocks))});
}

c10::IValue block_of(const torch::jit::Block& block) {
  std::vector<c10::IValue> nodes;
  for (const torch::jit::Node* node : block.nodes())
    nodes.push_back(node_of(*node));
  return c10::ivalue::Tuple::create({numbers_of(block.inputs()),
                                     c10::ivalue::Tuple::create(std::move(nodes)),
                                     numbers_of(block.outputs())});
}

} // namespace

FxAnswer* shape_function(FxText name, FxText overload) {
  return answer(FxAsIs, [&](Answer& result) {
    const auto handle = c10::Dispatcher::singleton().findSchema(
        {"aten::" + std::string(view(name)), std::string(view(overload))});
    if (!handle) throw Unknown("this operator");
    const auto graph = torch::jit::shapeComputeGraphForSchema(handle->schema());
    if (!graph) throw Unknown("a shape function of this operator");
    const std::shared_ptr<torch::jit::Graph> inlined = (*graph)->copy();
    torch::jit::Inline(*inlined);
    result.give(block_of(*inlined->block()));
  });
}

#else

FxAnswer* shape_function(FxText, FxText) {
  return answer(FxAsIs, [](Answer&) { throw Unknown("shape functions"); });
}

#endif

} // namespace fx_kernels
