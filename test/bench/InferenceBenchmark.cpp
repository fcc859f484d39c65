// One model as it is, as torch::jit::optimize_for_inference makes it, as ours does, and in bfloat16,
// beside the least that its convolutions take.
//
// usage: fx-inference-benchmark GRAPH ARCHIVE SHAPE, as inference_ratio.py calls it. Prints
// "eager jit ours mixed floor error mixed-error", milliseconds and the greatest differences from
// eager of ours and of bfloat16, relative to the largest number.
#include <torch/script.h>
#include <torch/torch.h>

#include "fx/Runtime/ConstFold.h"
#include "fx/Runtime/MixedPrecision.h"
#include "fx/Runtime/OptimizeForInference.h"
#include "fx/Runtime/RunPasses.h"
#include "fx/Runtime/ShapeProp.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <sstream>

namespace {

using torch::Tensor;

double milliseconds(const std::function<void()>& call) {
  const auto begin = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

/// Each convolution alone, with its input and its weights in the layout that oneDNN likes best.
std::vector<std::function<void()>> convolutions(fx::GraphModule module, const Tensor& input) {
  fx::ShapeProp(module).propagate({input});
  std::vector<std::function<void()>> calls;
  for (const fx::Node* node : module->graph()) {
    if (node->op() != fx::Opcode::CallModule) continue;
    const auto called = module->get_submodule(node->target().view());
    const auto* conv = dynamic_cast<const torch::nn::Conv2dImpl*>(called.get());
    if (conv == nullptr) continue;
    const auto& options = conv->options;
    const auto padding = c10::get<torch::ExpandingArray<2>>(options.padding());
    const std::vector<int64_t> pads(padding->begin(), padding->end()),
        strides(options.stride()->begin(), options.stride()->end()),
        dilations(options.dilation()->begin(), options.dilation()->end());
    const int64_t groups = options.groups();
    const Tensor x =
        torch::rand(node->arg(0).as_node()->meta(fx::meta::tensor_meta)->shape).to_mkldnn();
    const Tensor weight = torch::mkldnn_reorder_conv2d_weight(conv->weight.detach().to_mkldnn(),
                                                              pads, strides, dilations, groups);
    const Tensor bias = torch::zeros({options.out_channels()}).to_mkldnn();
    calls.emplace_back(
        [=] { torch::mkldnn_convolution(x, weight, bias, pads, strides, dilations, groups); });
  }
  return calls;
}

/// With batch norms in the weights, and the weights in bfloat16 once.
fx::GraphModule in_bfloat16(const fx::GraphModule& module, const Tensor& input) {
  fx::GraphModule fused(std::dynamic_pointer_cast<fx::GraphModuleImpl>(module->clone()));
  fx::run_passes(fused, "fuse-conv-bn,cse,dce");
  fx::MixedPrecisionOptions options;
  options.remark = [](const std::string& text) { std::cerr << text << '\n'; };
  fx::FoldedGraphModule folded =
      fx::split_const_subgraphs(fx::mixed_precision(fused, {input}, options).module);
  folded->eval();
  folded->run_folding();
  return folded;
}

/// The lower quartile of milliseconds of each, measured in turn. `rounds`: how often at most; none
/// goes on for more than 20 seconds.
std::vector<double> quartiles(const std::vector<std::pair<std::function<void()>, size_t>>& runs) {
  constexpr double most = 20e3;
  std::vector<std::vector<double>> times(runs.size());
  std::vector<double> spent(runs.size());
  for (size_t round = 0; round < 25; ++round)
    for (size_t i = 0; i < runs.size(); ++i) {
      if (round >= runs[i].second || spent[i] > most) continue;
      times[i].push_back(milliseconds(runs[i].first));
      spent[i] += times[i].back();
    }
  std::vector<double> result;
  for (std::vector<double>& each : times) {
    std::sort(each.begin(), each.end());
    result.push_back(each[each.size() / 4]); // other work on the machine makes some slow
  }
  return result;
}

double relative_error(const Tensor& expected, const Tensor& found) {
  return fx::precision_error(fx::Value(expected), fx::Value(found)).relative;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 1;
  const torch::NoGradGuard no_grad;
  torch::set_num_threads(1);
  std::vector<int64_t> shape;
  std::stringstream sizes(argv[3]);
  for (std::string size; std::getline(sizes, size, 'x');)
    shape.push_back(std::stoll(size));
  const Tensor x = torch::rand(shape);

  fx::GraphModule eager = fx::load(argv[1], argv[2]);
  eager->eval();
  fx::OptimizeForInferenceOptions options;
  options.remark = [](const std::string& text) { std::cerr << text << '\n'; };
  fx::GraphModule ours = fx::optimize_for_inference(eager, {x}, options);
  torch::jit::Module script = torch::jit::load(argv[2]);
  script.eval();
  torch::jit::Module jit = torch::jit::optimize_for_inference(script);
  const std::vector<std::function<void()>> alone = convolutions(eager, x);

  fx::GraphModule mixed = in_bfloat16(eager, x);
  // Eager is slow without a fast BLAS, and measured no more often than needed.
  const std::vector<double> times = quartiles({{[&] { eager->forward(x); }, 3},
                                               {[&] { jit.forward({x}); }, 25},
                                               {[&] { ours->forward(x); }, 25},
                                               {[&] { mixed->forward(x); }, 25},
                                               {[&] {
                                                  for (const auto& call : alone)
                                                    call();
                                                },
                                                25}});
  for (const double time : times)
    std::cout << time << ' ';
  const Tensor expected = eager->forward(x);
  std::cout << relative_error(expected, ours->forward(x)) << ' '
            << relative_error(expected, mixed->forward(x)) << '\n';
}
