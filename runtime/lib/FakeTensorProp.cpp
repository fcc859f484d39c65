#include "fx/Runtime/FakeTensorProp.h"

#include "ExampleValues.h"
#include "ProxyTensor.h"
#include "ValueMeta.h"

#include "fx/Runtime/Tracer.h"

#include <ATen/core/Tensor.h>

#include <fmt/format.h>

#include <unordered_map>

namespace fx {

using runtime::ProxyTensor;
using runtime::ThreadTrace;
using runtime::TraceState;

namespace meta {
const MetaKey<Value> val{{"val"}};
} // namespace meta

/// While it lives its thread computes with tensors that have no memory: proxies without a node, of
/// which operators give others, by their examples alone.
class FakeTensorProp::Mode {
public:
  explicit Mode(bool allow_cpu) : keys_(mode()) {
    ThreadTrace& trace = runtime::this_thread();
    if (trace.tracer != nullptr)
      throw TraceError("FakeTensorProp runs while its thread traces. Run it before, or after");
    trace = {.tracer = &tracer_, .shapes_only = true};
    trace.without_meta = &without_meta;
    trace.cpu_examples = allow_cpu;
    TraceState& state = TraceState::of(tracer_);
    state.tracer = &tracer_;
    state.thread = std::this_thread::get_id();
  }
  ~Mode() { runtime::this_thread() = {}; }
  Mode(const Mode&) = delete;
  Mode& operator=(const Mode&) = delete;

  /// One tensor has one fake.
  Value fake(const Value& value) {
    return runtime::map_tensors(value, [&](const at::Tensor& tensor) -> Value {
      if (ProxyTensor::of(tensor) != nullptr) return tensor;
      auto& [original, made] = fakes_[tensor.unsafeGetTensorImpl()];
      if (!made.defined()) {
        const std::optional<Value> example = runtime::example_of(Value(tensor));
        if (!example)
          throw RuntimeError("a tensor that is sparse or quantized has no like on Meta");
        original = tensor;
        made = ProxyTensor::make(nullptr, tracer_);
        ProxyTensor::of(made)->set_example(*example, tensor.device());
      }
      return made;
    });
  }

  std::vector<std::string> without_meta;

private:
  static c10::DispatchKeySet mode() {
    return c10::DispatchKeySet(c10::DispatchKey::TESTING_ONLY_GenericMode);
  }

  Tracer tracer_;
  c10::impl::IncludeDispatchKeyGuard keys_;
  std::unordered_map<const c10::TensorImpl*, std::pair<at::Tensor, at::Tensor>> fakes_;
};

namespace {

/// A value with tensors on Meta, which later writes do not change.
Value on_meta(const Value& value) {
  return runtime::map_tensors(value, [](const at::Tensor& tensor) -> Value {
    const ProxyTensor* fake = ProxyTensor::of(tensor);
    if (fake == nullptr || !fake->example().isTensor()) return tensor;
    const runtime::Untraced untraced;
    return fake->example().toTensor().detach();
  });
}

TensorMetadata metadata_of(const at::Tensor& tensor) {
  TensorMetadata metadata = tensor_metadata(on_meta(Value(tensor)).toTensor());
  metadata.device = tensor.device().str();
  metadata.requires_grad.reset();
  return metadata;
}

} // namespace

FakeTensorProp::FakeTensorProp(GraphModule module, bool allow_fallback_kernels)
    : Interpreter(std::move(module)), allow_fallback_kernels_(allow_fallback_kernels) {}

FakeTensorProp::~FakeTensorProp() = default;

Value FakeTensorProp::propagate(const Args& args) {
  fallbacks_.clear();
  mode_ = std::make_unique<Mode>(allow_fallback_kernels_);
  struct Ended {
    std::unique_ptr<Mode>& mode;
    ~Ended() { mode.reset(); }
  } const ended{mode_};
  Args fakes;
  for (const Value& arg : args)
    fakes.push_back(mode_->fake(arg));
  return on_meta(run(std::move(fakes)));
}

Value FakeTensorProp::get_attr(Symbol target, const Args& args, const Kwargs& kwargs) {
  const Value value = Interpreter::get_attr(target, args, kwargs);
  return mode_ ? mode_->fake(value) : value;
}

Value FakeTensorProp::run_node(Node& node) {
  if (!mode_) throw RuntimeError("FakeTensorProp runs a graph by propagate()");
  mode_->without_meta.clear();
  Value result;
  try {
    // What a function of the program's makes of its own tensors has memory.
    result = mode_->fake(Interpreter::run_node(node));
  } catch (const TraceError& error) {
    throw RuntimeError(fmt::format(
        "what node '{}' gives depends on numbers, which are not computed here: {}. ShapeProp runs "
        "the graph on them",
        node.name().view(), error.what()));
  } catch (const c10::NotImplementedError& error) {
    const std::string text = error.what_without_backtrace();
    throw RuntimeError(fmt::format(
        "node '{}' calls what has no kernel on Meta; with allow_fallback_kernels it runs on zeros, "
        "on the CPU. {}",
        node.name().view(), text.substr(0, text.find(". This could be because"))));
  }
  for (const std::string& op : mode_->without_meta)
    fallbacks_.push_back({node.name().str(), op});
  runtime::ValueNotes(metadata_of).note(node, result);
  node.set_meta(meta::val, on_meta(result));
  return result;
}

} // namespace fx
