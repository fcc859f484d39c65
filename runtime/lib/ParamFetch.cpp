#include "fx/Runtime/ParamFetch.h"

#include "Attributes.h"
#include "LiveOptions.h"

#include <fmt/format.h>

namespace fx {

namespace meta {

const MetaKey<LoweringAttributes> attrs_for_lowering{{"attrs_for_lowering"}};

} // namespace meta

namespace {

/// An option that is a tensor is fetched as itself.
LoweringAttributes torch_attributes(const torch::nn::Module& module, const std::string& name) {
  LoweringAttributes attributes;
  std::vector<at::Tensor> tensors;
  Graph stand_ins;
  std::map<const Node*, size_t> tensor_of;
  const auto options = runtime::all_live_options(module, ops::libtorch_of(stand_ins), name,
                                                 [&](const at::Tensor& tensor) {
                                                   Node* node = stand_ins.placeholder("tensor");
                                                   tensor_of[node] = tensors.size();
                                                   tensors.push_back(tensor);
                                                   return Argument(node);
                                                 });
  for (const ModuleOption& option : options)
    attributes[option.name.str()] =
        to_value(option.value, [&](Node* node) -> Value { return tensors[tensor_of.at(node)]; });
  // A flag "bias" says whether there is a tensor "bias", which says it too.
  for (const auto* held : {&runtime::parameters_of(module), &runtime::buffers_of(module)})
    for (const auto& item : *held)
      attributes[item.key()] = item.value().defined() ? Value(item.value()) : Value();
  return attributes;
}

void lift(GraphModuleImpl& module, const ModuleFetchBook& book) {
  for (Graph* graph : {&module.graph(), module.training_graph()}) {
    if (graph == nullptr) continue;
    for (Node* node : graph->find_nodes(Opcode::CallModule)) {
      torch::nn::Module* called = module.find_module(node->target());
      if (called == nullptr)
        throw RuntimeError(fmt::format("'{}' calls '{}', which the module does not have",
                                       node->name().view(), node->target().view()));
      if (auto* inner = dynamic_cast<GraphModuleImpl*>(called))
        lift(*inner, book);
      else
        node->set_meta(meta::attrs_for_lowering, extract_attrs_for_lowering(*called, book));
    }
  }
}

} // namespace

LoweringAttributes extract_attrs_for_lowering(const torch::nn::Module& module,
                                              const ModuleFetchBook& book) {
  std::string name = runtime::torch_holder(module);
  LoweringAttributes attributes;
  if (!name.empty() && runtime::is_torch_leaf(module)) {
    attributes = torch_attributes(module, name);
  } else {
    name = runtime::name_of(module);
    const auto fetch = book.find(name);
    if (fetch == book.end())
      throw RuntimeError(fmt::format("{} is not in the module_fetch_book yet: say in it what is "
                                     "fetched of such a module",
                                     name));
    attributes = fetch->second(module);
  }
  attributes["name"] = name;
  return attributes;
}

void lift_lowering_attrs_to_nodes(GraphModule& module, const ModuleFetchBook& book) {
  lift(*module, book);
}

} // namespace fx
