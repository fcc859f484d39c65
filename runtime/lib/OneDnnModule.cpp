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

/// Plans by the sizes of the inputs. They are made of the weights that the module has, so that a
/// copy of it has plans of its own.
class OneDnnModuleImpl::Plans {
public:
  Plans(LayerSteps steps, std::vector<size_t> watched, ImageLayout layout)
      : steps_(std::move(steps)), watched_(std::move(watched)), layout_(layout) {}

  /// Of the steps of a module; null: it has others.
  static std::unique_ptr<Plans> of(const GraphModule& module, ImageLayout layout) {
    std::optional<LayerSteps> steps = layer_steps(module);
    std::optional<std::vector<size_t>> watched = steps ? values_to_watch(*steps) : std::nullopt;
    return watched ? std::make_unique<Plans>(std::move(*steps), std::move(*watched), layout)
                   : nullptr;
  }

  size_t num_inputs() const { return steps_.num_inputs; }
  bool is_tuple() const { return steps_.is_tuple; }
  ImageLayout layout() const { return layout_; }

  /// Null: oneDNN does not do it for these sizes.
  std::shared_ptr<const OneDnnPlan> find(const std::vector<at::Tensor>& inputs) {
    Key key{{}, at::get_num_threads()}; // primitives share out their work when they are made
    for (const at::Tensor& input : inputs)
      key.first.push_back(input.sizes().vec());
    const std::lock_guard lock(mutex_);
    auto found = by_sizes_.find(key);
    if (found == by_sizes_.end()) {
      if (by_sizes_.size() == most_plans)
        by_sizes_.erase(std::ranges::min_element(
            by_sizes_, {}, [](const auto& item) { return item.second.last_use; }));
      found = by_sizes_.emplace(key, Kept{make(key.first), 0}).first;
    }
    found->second.last_use = ++uses_;
    return found->second.plan;
  }

  /// It gives something else than the graph.
  void refuse(const std::shared_ptr<const OneDnnPlan>& plan) {
    const std::lock_guard lock(mutex_);
    for (auto& [key, kept] : by_sizes_)
      if (kept.plan == plan) kept.plan = nullptr;
  }

private:
  using Key = std::pair<OneDnnPlan::Sizes, int>;
  struct Kept {
    std::shared_ptr<const OneDnnPlan> plan;
    uint64_t last_use;
  };
  static constexpr size_t most_plans = 16; // each has a block of memory

  std::shared_ptr<const OneDnnPlan> make(const OneDnnPlan::Sizes& sizes) {
    try {
      return std::make_shared<const OneDnnPlan>(steps_, watched_, sizes, layout_, weights_);
    } catch (const RuntimeError&) { // Then the module runs its graph.
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
  std::map<Key, Kept> by_sizes_;
  uint64_t uses_ = 0;
};

namespace {

/// Whether a tensor is numbers in memory and nothing else: no names, no tangent, no sign that is
/// still to be changed, no zeros without memory, nothing of another device or layout.
bool is_numbers_alone(const at::Tensor& tensor) {
  using c10::DispatchKey;
  const c10::DispatchKeySet usual({DispatchKey::CPU, DispatchKey::ADInplaceOrView,
                                   DispatchKey::AutogradCPU, DispatchKey::AutocastCPU});
  return usual.has_all(tensor.key_set()) && tensor.has_storage() &&
         !tensor._fw_grad(/*level=*/0).defined();
}

/// Whether oneDNN takes it as it lies.
bool is_plain(const at::Tensor& tensor) {
  return tensor.defined() && tensor.scalar_type() == at::kFloat && is_numbers_alone(tensor) &&
         tensor.dim() >= 2 && tensor.numel() > 0 && lies_contiguous(tensor) &&
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

/// Whether oneDNN computed what LibTorch did, but for the order of sums.
bool is_alike(const at::Tensor& expected, const at::Tensor& found) {
  constexpr double relative = 1e-3;
  if (expected.sizes() != found.sizes()) return false;
  const at::Tensor numbers = expected.nan_to_num(0, 0, 0).abs();
  const double largest = numbers.numel() == 0 ? 0 : numbers.max().item<double>();
  return found.allclose(expected, relative, relative * largest, /*equal_nan=*/true);
}

} // namespace

OneDnnModuleImpl::OneDnnModuleImpl(const GraphModuleImpl& part, std::unique_ptr<Plans> plans)
    : GraphModuleImpl(part, part.graph().clone(), part.class_name()), plans_(std::move(plans)) {
  set_modes(part.modes());
  set_codegen(part.codegen());
  meta() = part.meta();
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
  requires_grad_ = std::ranges::any_of(weights_, &WatchedTensor::requires_grad);
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
  if (!gives_contiguous(part, inputs)) return nullptr;
  const Args args(inputs.begin(), inputs.end());
  std::shared_ptr<OneDnnModuleImpl> best;
  for (const ImageLayout layout : {ImageLayout::Blocked, ImageLayout::ChannelsLast}) {
    if (best != nullptr && !measures) break;
    std::unique_ptr<Plans> plans = Plans::of(part, layout);
    if (plans == nullptr || plans->find(inputs) == nullptr) continue;
    const std::shared_ptr<OneDnnModuleImpl> made(new OneDnnModuleImpl(*part, std::move(plans)));
    if (best == nullptr ||
        times_of([&] { best->run(args); }, [&] { made->run(args); }).is_second_faster())
      best = made;
  }
  return best;
}

Value OneDnnModuleImpl::run_graph(Args args) {
  const bool records = requires_grad_ && at::GradMode::is_enabled();
  if (!records && is_current() && !has_other_modes())
    if (const auto inputs = plain_tensors(args, plans_->num_inputs()))
      if (const auto plan = plans_->find(*inputs))
        if (std::optional<std::vector<at::Tensor>> results = plan->run(*inputs)) {
          Value value = results->front();
          if (plans_->is_tuple())
            value =
                c10::ivalue::Tuple::create(std::vector<Value>(results->begin(), results->end()));
          return plan->is_proven() ? value : prove(plan, value, std::move(args));
        }
  return GraphModuleImpl::run_graph(std::move(args));
}

/// Libraries have faults that a processor or a size brings out: a plan is believed when it has
/// given once what LibTorch gives.
Value OneDnnModuleImpl::prove(const std::shared_ptr<const OneDnnPlan>& plan, const Value& found,
                              Args args) {
  Value expected = GraphModuleImpl::run_graph(std::move(args));
  std::vector<at::Tensor> tensors;
  for_each_tensor(found, [&](const at::Tensor& tensor) { tensors.push_back(tensor); });
  size_t number = 0;
  bool are_alike = true;
  for_each_tensor(expected, [&](const at::Tensor& tensor) {
    are_alike = are_alike && number < tensors.size() && is_alike(tensor, tensors[number]);
    ++number;
  });
  if (!are_alike) {
    plans_->refuse(plan);
    return expected;
  }
  plan->set_proven();
  return found;
}

std::shared_ptr<torch::nn::Module>
OneDnnModuleImpl::clone(const torch::optional<torch::Device>& device) const {
  const auto copy = std::static_pointer_cast<GraphModuleImpl>(GraphModuleImpl::clone(device));
  std::unique_ptr<Plans> plans =
      is_current() ? Plans::of(GraphModule(copy), plans_->layout()) : nullptr;
  if (device || plans == nullptr) return copy;
  return std::shared_ptr<OneDnnModuleImpl>(new OneDnnModuleImpl(*copy, std::move(plans)));
}

} // namespace fx::runtime
