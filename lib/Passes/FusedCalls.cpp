#include "FusedCalls.h"

#include "fx/IR/SequentialElement.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/Spelling.h"

#include <fmt/format.h>

namespace fx {

void FusedCalls::fuse(const NormSite& site) {
  const auto point = graph_.inserting_before(site.batchnorm);
  place_ = site.batchnorm;
  Node* scale = this->scale(site);
  Node* weight = this->weight(site, scale);
  Node* bias = this->bias(site, scale);
  Node* fused = fused_call(site, weight, bias);
  for (const Node* old : {site.layer_call, site.batchnorm})
    if (const SequentialElement* element = old->meta(meta::sequential_element))
      fused->set_meta(meta::sequential_element, *element);
  site.batchnorm->replace_all_uses_with(fused);
  graph_.erase_node(site.batchnorm);
  graph_.erase_node(site.layer_call);
}

Node* FusedCalls::scale(const NormSite& site) {
  Node* variance = tensor(*site.batchnorm, "running_var");
  Node* stable = call(add_, {variance, site.norm.option("eps")});
  stable->set_meta(meta::option_reads, option_reads(*stable, *site.batchnorm, {&eps_, 1}));
  Node* scale = call(rsqrt_, {stable});
  return site.is_affine ? call(mul_, {scale, tensor(*site.batchnorm, "weight")}) : scale;
}

Node* FusedCalls::weight(const NormSite& site, Node* scale) {
  std::vector<Argument> shape{scale, -1, 1};
  shape.resize(shape.size() + static_cast<size_t>(site.layer.kind->dimensions), Argument(1));
  Node* weight = tensor(*site.layer_call, "weight");
  return call(mul_, {weight, note(graph_.call_method(reshape_, std::move(shape)))});
}

Node* FusedCalls::bias(const NormSite& site, Node* scale) {
  Node* mean = tensor(*site.batchnorm, "running_mean");
  Node* bias = site.layer.is_on("bias") ? call(sub_, {tensor(*site.layer_call, "bias"), mean})
                                        : call(neg_, {mean});
  bias = call(mul_, {bias, scale});
  return site.is_affine ? call(add_, {bias, tensor(*site.batchnorm, "bias")}) : bias;
}

Node* FusedCalls::fused_call(const NormSite& site, Node* weight, Node* bias) {
  if (!site.dtype.empty())
    for (Node** computed : {&weight, &bias})
      *computed = note(graph_.call_method(to_, {*computed, Argument::dtype(site.dtype.view())}));
  std::vector<Argument> operands{site.layer_call->arg(0), weight, bias};
  const bool is_linear = site.layer.kind->is(ops::ModuleFamily::Linear);
  if (is_linear) return call(function_for(*site.layer.kind), std::move(operands));
  for (const Symbol option : of_convolution_)
    operands.push_back(site.layer.option(option));
  Node* fused = call(function_for(*site.layer.kind), std::move(operands));
  fused->set_meta(meta::option_reads, option_reads(*fused, *site.layer_call, of_convolution_));
  return fused;
}

Symbol FusedCalls::function_for(const ops::ModuleClass& kind) {
  if (kind_ == &kind) return function_;
  kind_ = &kind;
  const std::string name =
      kind.is(ops::ModuleFamily::Linear) ? "linear" : fmt::format("conv{}d", kind.dimensions);
  function_ = ops::find_functional(name, ops::libtorch_of(graph_).version())->target;
  return function_;
}

std::vector<OptionRead> FusedCalls::option_reads(const Node& call, const Node& owner,
                                                 std::span<const Symbol> options) {
  std::vector<OptionRead> reads;
  reads.reserve(options.size());
  size_t operand = call.args().size() - options.size();
  for (const Symbol option : options) {
    reads.push_back({operand, call.arg(operand), owner.target(), option});
    ++operand;
  }
  return reads;
}

Node* FusedCalls::note(Node* made) const {
  made->copy_place_from(*place_);
  return made;
}

Node* FusedCalls::call(Symbol function, std::vector<Argument> args) {
  return note(graph_.call_function(function, std::move(args)));
}

Node* FusedCalls::tensor(const Node& owner, std::string_view name) {
  path_.assign(owner.target().view()).append(".").append(name);
  return note(graph_.get_attr(path_));
}

} // namespace fx
