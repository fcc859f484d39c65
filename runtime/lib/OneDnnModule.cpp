#include "OneDnnModule.h"

#include "Attributes.h"
#include "ExampleValues.h"
#include "OtherModes.h"
#include "Timing.h"

#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <map>

namespace fx::runtime {

/// Plans by the sizes of the inputs, of which copies of a module share those that they have.
class OneDnnModuleImpl::Plans {
public:
  Plans(LayerSteps steps, std::vector<size_t> watched, ImageLayout layout)
      : steps_(std::move(steps)), watched_(std::move(watched)), layout_(layout) {}

  size_t num_inputs() const { return steps_.num_inputs; }
  bool is_tuple() const { return steps_.is_tuple; }

  /// Null: oneDNN does not do it for these sizes.
  std::shared_ptr<const OneDnnPlan> find(const std::vector<at::Tensor>& inputs) {
    Key key{{}, at::get_num_threads()}; // primitives share out their work when they are made
    for (const at::Tensor& input : inputs)
      key.first.push_back(input.sizes().vec());
    const std::lock_guard lock(mutex_);
    if (const auto found = by_sizes_.find(key); found != by_sizes_.end()) return found->second;
    if (by_sizes_.size() == most_plans) by_sizes_.clear();
    return by_sizes_[key] = make(key.first);
  }

private:
  using Key = std::pair<OneDnnPlan::Sizes, int>;
  static constexpr size_t most_plans = 16; // each has a block of memory

  std::shared_ptr<const OneDnnPlan> make(const OneDnnPlan::Sizes& sizes) {
    try {
      return std::make_shared<const OneDnnPlan>(steps_, watched_, sizes, layout_, weights_);
    } catch (const RuntimeError&) { // which the module's graph is run for
      return nullptr;
    } catch (const dnnl::error&) {
      return nullptr;
    }
  }

  LayerSteps steps_;
  std::vector<size_t> watched_;
  ImageLayout layout_;
  OneDnnWeights weights_;
  std::mutex mutex_;
  std::map<Key, std::shared_ptr<const OneDnnPlan>> by_sizes_;
};

namespace {

/// Whether oneDNN takes them as they lie.
bool is_plain(const at::Tensor& tensor) {
  return tensor.defined() && tensor.scalar_type() == at::kFloat && tensor.device().is_cpu() &&
         tensor.layout() == at::kStrided && tensor.has_storage() && tensor.is_contiguous() &&
         tensor.dim() >= 2 && tensor.numel() > 0 && !tensor.is_neg() &&
         !(tensor.requires_grad() && at::GradMode::is_enabled());
}

/// The tensors; nothing: something else is among them, or oneDNN does not take one.
std::optional<std::vector<at::Tensor>> plain_tensors(const Args& args, size_t count) {
  std::vector<at::Tensor> tensors;
  for (const Value& arg : args)
    if (arg.isTensor() && is_plain(arg.toTensor())) tensors.push_back(arg.toTensor());
  return tensors.size() == args.size() && args.size() == count ? std::optional(std::move(tensors))
                                                               : std::nullopt;
}

/// Whether what LibTorch gives lies as what we give.
bool gives_contiguous(GraphModule module, const std::vector<at::Tensor>& inputs) {
  const Value result = module->run(Args(inputs.begin(), inputs.end()));
  bool is_so = true;
  for_each_tensor(result, [&](const at::Tensor& tensor) { is_so = is_so && is_plain(tensor); });
  return is_so;
}

} // namespace

OneDnnModuleImpl::OneDnnModuleImpl(const GraphModuleImpl& part, std::shared_ptr<Plans> plans)
    : GraphModuleImpl(part, part.graph().clone(), part.class_name()), plans_(std::move(plans)) {
  set_modes(part.modes());
  eval();
  watch();
}

OneDnnModuleImpl::~OneDnnModuleImpl() = default;

void OneDnnModuleImpl::watch() {
  const Root root{*this, unregistered().get()};
  graph_version_ = graph().version();
  for (const auto& tensors : {named_parameters(), named_buffers()})
    for (const auto& item : tensors)
      weights_.emplace_back(item.key(), root);
}

bool OneDnnModuleImpl::is_current() const {
  const Root root{*this, unregistered().get()};
  return graph_version_ == graph().version() && !is_training() &&
         std::ranges::all_of(weights_, [&](const WatchedTensor& weight) {
           return weight.is_watched() && weight.is_unchanged(root);
         });
}

std::shared_ptr<OneDnnModuleImpl> OneDnnModuleImpl::of(const GraphModule& part,
                                                       const std::vector<at::Tensor>& inputs,
                                                       bool measures) {
  if (!onednn::is_available()) return nullptr;
  std::optional<LayerSteps> steps = layer_steps(part);
  std::optional<std::vector<size_t>> watched = steps ? values_to_watch(*steps) : std::nullopt;
  if (!watched || !gives_contiguous(part, inputs)) return nullptr;
  const Args args(inputs.begin(), inputs.end());
  std::shared_ptr<OneDnnModuleImpl> best;
  for (const ImageLayout layout : {ImageLayout::Blocked, ImageLayout::ChannelsLast}) {
    auto plans = std::make_shared<Plans>(*steps, *watched, layout);
    if ((best != nullptr && !measures) || plans->find(inputs) == nullptr) continue;
    const std::shared_ptr<OneDnnModuleImpl> made(new OneDnnModuleImpl(*part, std::move(plans)));
    if (best == nullptr ||
        times_of([&] { best->run(args); }, [&] { made->run(args); }).is_second_faster())
      best = made;
  }
  return best;
}

Value OneDnnModuleImpl::run_graph(Args args) {
  if (is_current() && !has_other_modes())
    if (const auto inputs = plain_tensors(args, plans_->num_inputs()))
      if (const auto plan = plans_->find(*inputs))
        if (std::optional<std::vector<at::Tensor>> results = plan->run(*inputs)) {
          if (!plans_->is_tuple()) return results->front();
          return c10::ivalue::Tuple::create(std::vector<Value>(results->begin(), results->end()));
        }
  return GraphModuleImpl::run_graph(std::move(args));
}

std::shared_ptr<torch::nn::Module>
OneDnnModuleImpl::clone(const torch::optional<torch::Device>& device) const {
  const auto copy = std::static_pointer_cast<GraphModuleImpl>(GraphModuleImpl::clone(device));
  if (device || !is_current()) return copy;
  return std::shared_ptr<OneDnnModuleImpl>(new OneDnnModuleImpl(*copy, plans_));
}

} // namespace fx::runtime
