#include "ProxyTensor.h"

#include "ClassName.h"
#include "Functionalize.h"
#include "UserFrames.h"

#include <ATen/core/Tensor.h>

#include <fmt/format.h>

namespace fx::runtime {

namespace {

constexpr c10::DispatchKeySet proxy_keys(c10::DispatchKey::TESTING_ONLY_GenericWrapper);

/// Below autograd a proxy is a tensor like any other for autograd. Of Meta, so that operators that
/// LibTorch makes of others know that it has no memory, whatever it says of its device.
constexpr c10::DispatchKeySet keys_below_autograd =
    c10::DispatchKeySet({below_autograd_key, c10::DispatchKey::Meta});

} // namespace

ThreadTrace& this_thread() {
  thread_local ThreadTrace trace;
  return trace;
}

Claims& Claims::of_this_thread() {
  thread_local Claims claims;
  return claims;
}

ProxyTensor::ProxyTensor(Node* node, std::shared_ptr<TraceState> state)
    : TensorImpl(state->below_autograd ? keys_below_autograd : proxy_keys,
                 c10::scalarTypeToTypeMeta(Claims::of_this_thread().dtype),
                 Claims::of_this_thread().device),
      claims_contiguous_(Claims::of_this_thread().is_contiguous),
      layout_(Claims::of_this_thread().layout), node_(node), state_(std::move(state)),
      owned_(state_->tracer->weak_from_this().lock()) {
  // The base adds those of autograd and autocast, which never see a proxy.
  if (!state_->below_autograd) key_set_ = proxy_keys;
  if (node != nullptr) lifetime_ = node->graph().lifetime();
  set_custom_sizes_strides(SizesStridesPolicy::CustomSizes);
  if (layout_ != c10::kStrided) set_custom_layout(true);
}

void ProxyTensor::claim_gradient() {
  if (!Claims::of_this_thread().requires_grad ||
      !c10::isFloatingType(c10::typeMetaToScalarType(dtype())))
    return;
  // Not by set_requires_grad(): without keys of autograd it is what LibTorch takes for an inference
  // tensor.
  if (autograd_meta() == nullptr) set_autograd_meta(c10::impl::GetAutogradMetaFactory()->make());
  autograd_meta()->set_requires_grad(true, this);
  claims_gradient_ = true;
}

c10::Layout ProxyTensor::layout_custom() const {
  return example_.isTensor() ? example_.toTensor().layout() : layout_;
}

at::Tensor ProxyTensor::make(Node* node, TracerBase& tracer) {
  return at::detail::make_tensor<ProxyTensor>(node, TraceState::shared(tracer));
}

ProxyTensor* ProxyTensor::of(const at::Tensor& tensor) {
  if (!tensor.defined() || !tensor.key_set().has_any(proxy_keys.add(below_autograd_key)))
    return nullptr;
  return dynamic_cast<ProxyTensor*>(tensor.unsafeGetTensorImpl());
}

void ProxyTensor::check() const {
  if (state_->tracer == nullptr)
    throw TraceError("a proxy outlives its trace: it stands for a value of that trace's graph, and "
                     "cannot be used after it" +
                     at_user_line());
  if (node_ != nullptr && lifetime_.expired())
    throw TraceError("the graph of a proxy is gone" + at_user_line());
  if (state_->thread != std::thread::id() && state_->thread != std::this_thread::get_id())
    throw TraceError("a proxy of a trace is used in another thread" + at_user_line() +
                     ". A trace sees its own thread alone");
}

Node* ProxyTensor::node() const {
  check();
  if (node_ == nullptr)
    throw TraceError("a tensor that only has a shape was kept from inside a leaf module" +
                     at_user_line());
  return node_;
}

TracerBase& ProxyTensor::tracer() const {
  check();
  return *state_->tracer;
}

void ProxyTensor::set_node(Node* node) {
  node_ = node;
  lifetime_ = node->graph().lifetime();
}

void ProxyTensor::set_example(Value example, std::optional<c10::Device> device) {
  example_ = std::move(example);
  if (device) device_opt_ = *device;
  if (!example_.isTensor()) return;
  data_type_ = example_.toTensor().dtype();
  if (!state_->below_autograd) return;
  _set_conj(example_.toTensor().is_conj());
  _set_neg(example_.toTensor().is_neg());
  // LibTorch's functionalization copies what it does not ask for.
  sizes_and_strides_.set_sizes(example_.toTensor().sizes());
  sizes_and_strides_.set_strides(example_.toTensor().strides());
  refresh_numel();
  key_set_ = key_set_ | c10::getAutocastRelatedKeySetFromBackend(c10::toBackendComponent(
                            c10::computeDispatchKey(c10::nullopt, c10::nullopt, *device_opt_)));
}

const at::Tensor& ProxyTensor::known(const char* what) const {
  if (example_.isTensor()) return example_.toTensor();
  check();
  throw TraceError(fmt::format(
      "{} of a tensor that is traced is not known{}. Give TraceOptions::example_inputs, and the "
      "trace is one for such sizes; or make the module or function that asks for it one node, with "
      "is_leaf_module or fx::call.{}",
      what, at_user_line(),
      node_ != nullptr && node_->graph().size() > 0
          ? fmt::format(" The tensor is what node {} gives", node_->name().view())
          : ""));
}

c10::IntArrayRef ProxyTensor::sizes_for_norm() const {
  static constexpr int64_t twos[] = {2, 2, 2, 2, 2};
  const torch::nn::Module* norm = this_thread().norm;
  const std::string_view name = norm != nullptr ? class_name(*norm).view() : "";
  // With the batch: InstanceNorm then calls its operator alone.
  const size_t dimensions = name.find("1d") != std::string::npos   ? 3
                            : name.find("2d") != std::string::npos ? 4
                                                                   : 5;
  return {twos, dimensions};
}

int64_t ProxyTensor::dim_custom() const {
  if (is_norm_input()) return static_cast<int64_t>(sizes_for_norm().size());
  return known("the number of dimensions").dim();
}
int64_t ProxyTensor::numel_custom() const {
  return known("the number of elements").numel();
}
c10::IntArrayRef ProxyTensor::sizes_custom() const {
  if (is_norm_input()) return sizes_for_norm();
  return known("the size").sizes();
}
c10::IntArrayRef ProxyTensor::strides_custom() const {
  return known("the stride").strides();
}
c10::SymIntArrayRef ProxyTensor::sym_sizes_custom() const {
  return known("the size").unsafeGetTensorImpl()->sym_sizes();
}
c10::SymIntArrayRef ProxyTensor::sym_strides_custom() const {
  return known("the stride").unsafeGetTensorImpl()->sym_strides();
}
c10::SymInt ProxyTensor::sym_numel_custom() const {
  return c10::SymInt(numel_custom());
}
int64_t ProxyTensor::storage_offset_custom() const {
  return known("the place in memory").storage_offset();
}
c10::SymInt ProxyTensor::sym_storage_offset_custom() const {
  return c10::SymInt(storage_offset_custom());
}

// What is not known counts as not contiguous, so that contiguous() is recorded.
bool ProxyTensor::is_contiguous_custom(at::MemoryFormat memory_format) const {
  check_strides_are_known();
  return example_.isTensor() ? example_.toTensor().is_contiguous(memory_format)
                             : claims_contiguous_;
}
bool ProxyTensor::is_strides_like_custom(at::MemoryFormat memory_format) const {
  return example_.isTensor() &&
         example_.toTensor().unsafeGetTensorImpl()->is_strides_like(memory_format);
}
bool ProxyTensor::is_non_overlapping_and_dense_custom() const {
  return example_.isTensor() && example_.toTensor().is_non_overlapping_and_dense();
}

bool ProxyTensor::has_storage() const {
  check();
  throw TraceError("the memory of a tensor that is traced is asked for, which it does not have" +
                   at_user_line() +
                   ". data_ptr(), accessor() and storage() cannot be traced: make the module or "
                   "function one node, with is_leaf_module or fx::call");
}

c10::intrusive_ptr<c10::TensorImpl>
ProxyTensor::shallow_copy_and_detach(const c10::VariableVersion& version, bool) const {
  // Of tensor.data() and of the like, which run no operator: without a gradient, as detach() is.
  auto self = c10::intrusive_ptr<TensorImpl>::reclaim_copy(const_cast<ProxyTensor*>(this));
  Node* node = nullptr;
  if (state_->below_autograd) {
    // Without autograd it is the tensor itself, which autograd saves so.
    node = node_;
  } else if (node_ != nullptr && !this_thread().shapes_only) {
    const Value detached = tracer().create_proxy(Opcode::CallMethod, "detach",
                                                 {Value(at::Tensor(std::move(self)))}, {});
    if (const ProxyTensor* proxy = of(detached)) node = proxy->node();
  }
  auto copy = c10::make_intrusive<ProxyTensor>(node, state_);
  // Without keys of autograd it is what LibTorch takes for an inference tensor, which has none.
  if (!copy->is_inference()) copy->set_version_counter(version);
  copy->set_example(example_, device());
  return copy;
}

void ProxyTensor::shallow_copy_from(const c10::intrusive_ptr<TensorImpl>&) {
  throw TraceError("set_data() of a tensor that is traced" + at_user_line() +
                   ": it takes other numbers and keeps its gradient, which no node can say. Make "
                   "another tensor, or write into it with copy_()");
}

c10::intrusive_ptr<c10::TensorImpl>
ProxyTensor::shallow_copy_and_detach(c10::VariableVersion&& version, bool allow_change) const {
  return shallow_copy_and_detach(static_cast<const c10::VariableVersion&>(version), allow_change);
}

} // namespace fx::runtime
