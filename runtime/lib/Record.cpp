#include "Record.h"

#include "Attributes.h"
#include "CallBoxed.h"
#include "ClassName.h"
#include "ExampleValues.h"
#include "Functionalize.h"
#include "ProxyTensor.h"
#include "TakeApart.h"
#include "UserFrames.h"

#include "fx/IR/Meta.h"

#include <ATen/core/Tensor.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace fx::runtime {

namespace {

/// torch::tensor({1, 2}) makes memory on the CPU, below autograd alone, and fills it element by
/// element: it is a constant, and no operator of the program's.
bool makes_constant(const c10::OperatorHandle& op, std::span<const Value> arguments) {
  const std::string_view name = op.schema().name();
  if (name == "aten::empty" || name == "aten::scalar_tensor") {
    const c10::impl::LocalDispatchKeySet keys = c10::impl::tls_local_dispatch_key_set();
    return !c10::InferenceMode::is_enabled() &&
           keys.excluded_.has(c10::DispatchKey::AutogradFunctionality) &&
           !keys.excluded_.has(c10::DispatchKey::ADInplaceOrView);
  }
  const bool is_step = name == "aten::to" || name == "aten::select" ||
                       (name == "aten::fill_" && !c10::GradMode::is_enabled());
  return is_step && this_thread().find_unfinished(arguments[0].toTensor()) != nullptr;
}

/// torch::tensor(1) makes its tensor at once, torch::tensor({1, 2}) moves it to its device last.
/// Below autograd that is not seen where it moves nothing: all elements are filled then.
void keep_constant(const c10::OperatorHandle& op, const at::Tensor& tensor, bool below_autograd) {
  const std::string_view name = op.schema().name();
  ThreadTrace& trace = this_thread();
  if (name == "aten::empty") trace.unfinished.push_back({tensor.storage(), tensor.numel()});
  ThreadTrace::Unfinished* making = trace.find_unfinished(tensor);
  if (making != nullptr && name == "aten::select") making->is_indexed = true;
  if (making != nullptr && name == "aten::fill_") --making->empty;
  if (name == "aten::scalar_tensor" || name == "aten::to" ||
      (below_autograd && making != nullptr && making->empty == 0))
    trace.finish_made(tensor);
}

/// How many tensors an operator gives as a list, where its arguments say so.
std::optional<size_t> length_of_result(const c10::OperatorHandle& op,
                                       std::span<const Value> arguments) {
  const auto named = [&](std::string_view name) -> const Value* {
    for (size_t i = 0; i < arguments.size(); ++i)
      if (op.schema().arguments()[i].name() == name) return &arguments[i];
    return nullptr;
  };
  const std::string_view name = std::string_view(op.schema().name()).substr(6);
  const Value* sections = named("sections");
  if (const Value* chunks = named("chunks")) sections = chunks;
  if (sections && sections->isInt()) return static_cast<size_t>(sections->toInt());
  if (const Value* sizes = named("split_sizes")) return sizes->toIntVector().size();
  if (const Value* indices = named("indices"); indices && indices->isIntList())
    return indices->toIntVector().size() + 1;
  // One for each tensor that they take.
  const bool is_for_each = name.starts_with("_foreach") || name.starts_with("atleast_") ||
                           name == "meshgrid" || name == "broadcast_tensors" ||
                           name == "align_tensors";
  if (is_for_each && !arguments.empty() && arguments[0].isTensorList())
    return arguments[0].toTensorVector().size();
  return std::nullopt;
}

/// "add" of "aten::add.Tensor".
std::string_view plain_name(const c10::FunctionSchema& schema) {
  return std::string_view(schema.name()).substr(schema.name().find("::") + 2);
}

bool is_tensor(const c10::Type& type) {
  if (const auto* optional = type.castRaw<c10::OptionalType>())
    return is_tensor(*optional->getElementType());
  return type.kind() == c10::TypeKind::TensorType;
}
bool is_tensor_list(const c10::Type& type) {
  const auto* list = type.castRaw<c10::ListType>();
  return list != nullptr && is_tensor(*list->getElementType());
}

bool gives_number(const c10::FunctionSchema& schema) {
  return std::ranges::any_of(schema.returns(), [](const c10::Argument& result) {
    return !is_tensor(*result.type()) && !is_tensor_list(*result.type());
  });
}

TraceError unknown_number(const c10::OperatorHandle& op, const std::string& which) {
  return TraceError(fmt::format(
      "{} of a tensor that is traced gives a number, which is not known: it is data-dependent{}. "
      "Keep it a tensor; or make the module or function that needs it one node, with "
      "is_leaf_module or fx::call; or give the input as a concrete argument.{}",
      plain_name(op.schema()), at_user_line(), which));
}

class Recording {
public:
  Recording(const c10::OperatorHandle& op, std::vector<Value> arguments, TracerBase& tracer)
      : op_(op), arguments_(std::move(arguments)), tracer_(tracer) {}

  std::vector<Value> run() {
    if (gives_number(op_.schema())) return {answer()};
    if (tracer_.check_mutable_operations && op_.schema().is_mutable())
      throw TraceError(fmt::format(
          "Tried to trace mutable operation {}. FX only supports functional code, so operations "
          "that mutate operands in-place (e.g. via `out` arguments) are not supported{}",
          toString(op_.schema()), at_user_line()));
    const std::optional<Value> example = run_on_examples(op_, arguments_);
    if (this_thread().shapes_only) return shapes(example);
    const bool by_own_name = TraceState::of(tracer_).below_autograd;
    OperatorNode call = by_own_name ? spell_registered(op_, arguments_) : spell(op_, arguments_);
    const Value result =
        tracer_.create_proxy(call.op, call.target, std::move(call.args), std::move(call.kwargs),
                             by_own_name ? plain_name(op_.schema()) : std::string_view());
    if (ProxyTensor* proxy = ProxyTensor::of(result)) describe(*proxy, call.overload, example);
    return results(result, example);
  }

private:
  /// A number or a bool, which the program goes on with.
  Value answer() {
    const std::string_view name = op_.schema().name();
    std::vector<at::Tensor> proxies;
    for (const Value& argument : arguments_)
      for_each_tensor(argument, [&](const at::Tensor& tensor) {
        if (ProxyTensor::of(tensor)) proxies.push_back(tensor);
      });
    if (name == "aten::equal" && proxies.size() == 2 &&
        proxies[0].unsafeGetTensorImpl() == proxies[1].unsafeGetTensorImpl())
      return {true};
    if (const std::optional<Value> known = run_on_examples(op_, arguments_, true)) return *known;
    const Proxy proxy = *Proxy::of(proxies.front());
    if (name == "aten::is_nonzero" || name == "aten::equal") return {tracer_.to_bool(proxy)};
    throw unknown_number(op_, " The tensor is what node " + proxy.node().name().str() + " gives");
  }

  void describe(ProxyTensor& proxy, Symbol overload, const std::optional<Value>& example) {
    static const MetaKey<Argument>& key = free_meta_key("overload");
    proxy.node()->set_meta(key, Argument::string(overload));
    if (example) set_example(proxy, *example);
  }

  void set_example(ProxyTensor& proxy, const Value& example) {
    proxy.set_example(example, device_of_result(op_, arguments_));
    note_tensor_meta(proxy);
  }

  static void note_tensor_meta(const ProxyTensor& proxy) {
    if (!proxy.example().isTensor()) return;
    proxy.node()->set_meta(meta::tensor_meta, tensor_meta_of(proxy.example().toTensor()));
  }

  /// The argument that a result is, when the operator writes to it.
  const Value* written(const c10::Argument& result) const {
    const c10::AliasInfo* alias = result.alias_info();
    if (alias == nullptr || !alias->isWrite()) return nullptr;
    for (size_t i = 0; i < arguments_.size(); ++i) {
      const c10::AliasInfo* other = op_.schema().arguments()[i].alias_info();
      if (other && other->isWrite() && other->beforeSets() == alias->beforeSets())
        return &arguments_[i];
    }
    return nullptr;
  }

  static const Value* part(const std::optional<Value>& example, size_t index, size_t count) {
    if (!example) return nullptr;
    return count == 1 ? &*example : &example->toTupleRef().elements()[index];
  }

  std::vector<Value> results(const Value& result, const std::optional<Value>& example) {
    const std::vector<c10::Argument>& returns = op_.schema().returns();
    const std::optional<Proxy> proxy = Proxy::of(result);
    if (returns.size() == 1) return {value_of(returns[0], result, example ? &*example : nullptr)};
    std::vector<Value> values;
    for (size_t i = 0; i < returns.size(); ++i) {
      const Value* of_part = part(example, i, returns.size());
      if (const Value* argument = written(returns[i]))
        values.push_back(*argument);
      else if (of_part && of_part->isTensor() && !of_part->toTensor().defined())
        values.push_back(*of_part); // a gradient that nobody wants
      else if (proxy)
        values.push_back(value_of(returns[i], item(*proxy, i, of_part), of_part));
      else
        values.push_back(result.toTupleRef().elements()[i]);
    }
    return values;
  }

  Value item(const Proxy& proxy, size_t index, const Value* example) {
    Value value = get_item(proxy, index);
    if (ProxyTensor* tensor = ProxyTensor::of(value); tensor && example)
      set_example(*tensor, *example);
    return value;
  }

  /// A tensor that is no proxy has its own sizes for the program, whatever a node makes of it.
  void check_sizes_stay(const at::Tensor& tensor, const Value* example) const {
    if (example == nullptr || !example->isTensor() ||
        (example->toTensor().sizes() == tensor.sizes() &&
         example->toTensor().strides() == tensor.strides()))
      return;
    throw TraceError(fmt::format("{} gives a tensor that is no value of the trace other sizes or "
                                 "strides{}, which the program would not see. Use clone() of it",
                                 plain_name(op_.schema()), at_user_line()));
  }

  Value value_of(const c10::Argument& type, const Value& result, const Value* example) {
    const std::optional<Proxy> proxy = Proxy::of(result);
    if (!proxy) return result;
    if (const Value* argument = written(type); argument && argument->isTensor()) {
      const at::Tensor& tensor = argument->toTensor();
      if (ProxyTensor* self = ProxyTensor::of(tensor)) {
        self->set_node(&proxy->node());
        if (example) set_example(*self, *example);
      } else {
        check_sizes_stay(tensor, example);
        TraceState::written(tracer_, tensor, &proxy->node());
      }
      return *argument;
    }
    if (!is_tensor_list(*type.type())) return result;
    std::optional<size_t> length;
    if (example)
      length = example->toListRef().size();
    else
      length = length_of_result(op_, arguments_);
    c10::List<at::Tensor> list;
    if (length) {
      for (size_t i = 0; i < *length; ++i) {
        const Value of_item = example ? Value(example->toListRef()[i]) : Value();
        list.push_back(item(*proxy, i, example ? &of_item : nullptr).toTensor());
      }
    } else {
      for (const Value& each : tracer_.iter(*proxy))
        list.push_back(each.toTensor());
    }
    return Value(std::move(list));
  }

  /// Tensors that have shapes alone.
  std::vector<Value> shapes(const std::optional<Value>& example) {
    if (!example) throw TraceError("the sizes are not known");
    const auto bare = [&](const at::Tensor& tensor) -> Value {
      at::Tensor made = ProxyTensor::make(nullptr, tracer_);
      ProxyTensor::of(made)->set_example(tensor, device_of_result(op_, arguments_));
      return made;
    };
    std::vector<Value> values;
    const std::vector<c10::Argument>& returns = op_.schema().returns();
    for (size_t i = 0; i < returns.size(); ++i) {
      const Value* argument = written(returns[i]);
      values.push_back(argument ? *argument : map_tensors(*part(example, i, returns.size()), bare));
    }
    return values;
  }

  const c10::OperatorHandle& op_;
  std::vector<Value> arguments_;
  TracerBase& tracer_;
};

/// Of proxies that only append to a graph, those of the same graph agree.
bool agree(TracerBase& a, TracerBase& b) {
  if (&a == &b) return true;
  const auto* left = dynamic_cast<GraphAppendingTracer*>(&a);
  const auto* right = dynamic_cast<GraphAppendingTracer*>(&b);
  return (left || right) && &a.graph() == &b.graph();
}

TracerBase* find_tracer(const c10::OperatorHandle& op, std::span<const Value> arguments) {
  TracerBase* tracer = this_thread().tracer;
  for (const Value& argument : arguments)
    for_each_tensor(argument, [&](const at::Tensor& tensor) {
      const ProxyTensor* proxy = ProxyTensor::of(tensor);
      if (proxy == nullptr) return;
      TracerBase& of_proxy = proxy->tracer();
      if (tracer == &of_proxy) return;
      if (tracer == nullptr) tracer = &of_proxy;
      if (!agree(*tracer, of_proxy))
        throw TraceError(fmt::format(
            "Found multiple different tracers while trying to trace operations {}{}. A value of "
            "one trace, or a Proxy of one graph, cannot be used in another",
            op.schema().name(), at_user_line()));
      if (dynamic_cast<GraphAppendingTracer*>(tracer)) tracer = &of_proxy;
    });
  return tracer;
}

bool has_proxies(std::span<const Value> arguments) {
  bool has = false;
  for (const Value& argument : arguments)
    for_each_tensor(argument,
                    [&](const at::Tensor& tensor) { has = has || ProxyTensor::of(tensor); });
  return has;
}

bool computes_nothing(std::string_view name) {
  return name.starts_with("profiler::") || name.starts_with("prim::") ||
         name == "aten::_has_compatible_shallow_copy_type";
}

/// A number that a program asks of tensors which have the same in each run. False: it is none, or
/// not known.
bool answer_by_values(const c10::OperatorHandle& op, torch::jit::Stack& stack,
                      std::span<const Value> arguments, TracerBase& tracer) {
  if (!gives_number(op.schema()) || this_thread().shapes_only) return false;
  bool is_known = true;
  const auto known = [&](const at::Tensor& tensor) -> Value {
    const std::optional<at::Tensor> value =
        is_known ? TraceState::known_value(tracer, tensor) : std::nullopt;
    is_known = value.has_value();
    return value.value_or(tensor);
  };
  std::vector<Value> values;
  for (const Value& argument : arguments)
    values.push_back(map_tensors(argument, known));
  if (!is_known) return false;
  const Untraced untraced;
  torch::jit::drop(stack, arguments.size());
  stack.insert(stack.end(), values.begin(), values.end());
  fx_kernels::call_boxed(op, stack);
  return true;
}

/// A step of a norm that is recorded as a module: what it gives; nothing: the operator is none.
std::optional<Value> step_of_norm(const c10::OperatorHandle& op, std::span<const Value> arguments) {
  ThreadTrace& trace = this_thread();
  if (trace.norm == nullptr) return std::nullopt;
  const std::string_view name = op.schema().name();
  // The module counts its batches: so it will when the graph runs.
  if (name == "aten::add_" && ProxyTensor::of(arguments[0]) == nullptr)
    if (const at::Tensor* count = buffers_of(*trace.norm).find("num_batches_tracked");
        count && count->is_same(arguments[0].toTensor()))
      return arguments[0];
  if (name != "aten::batch_norm" && name != "aten::instance_norm") return std::nullopt;
  torch::nn::Module& module = *std::exchange(trace.norm, nullptr);
  if (arguments[0].toTensor().unsafeGetTensorImpl() != trace.norm_input) return std::nullopt;
  const auto forward = [&]() -> Value {
    // A norm gives what has the sizes of its input.
    if (this_thread().shapes_only) return arguments[0];
    throw TraceError("call_module() enters a " + class_name(module).str() +
                     ", which has begun as one node already: override is_leaf_module() for that");
  };
  return trace.tracer->call_module(module, forward, {arguments[0]}, {});
}

} // namespace

namespace {

Value get_part(const Proxy& proxy, size_t index, const char* function, const Value& key) {
  TracerBase& tracer = proxy.tracer();
  Value value =
      tracer.create_proxy(Opcode::CallFunction, function, {Value(at::Tensor(proxy)), key}, {});
  if (const std::optional<Proxy> made = Proxy::of(value)) {
    TraceState::of(tracer).parts.push_back(&made->node());
    const Value& example = ProxyTensor::of(proxy)->example();
    ProxyTensor* tensor = ProxyTensor::of(value);
    if (example.isTuple() && index < example.toTupleRef().elements().size())
      tensor->set_example(example.toTupleRef().elements()[index], proxy.device());
    else if (example.isList() && index < example.toListRef().size())
      tensor->set_example(Value(example.toListRef()[index]), proxy.device());
    if (tensor->example().isTensor())
      tensor->node()->set_meta(meta::tensor_meta, tensor_meta_of(tensor->example().toTensor()));
  }
  return value;
}

} // namespace

Value get_item(const Proxy& proxy, size_t index) {
  return get_part(proxy, index, "operator.getitem", Value(static_cast<int64_t>(index)));
}

Value get_member(const Proxy& proxy, size_t index, const std::string& name) {
  return get_part(proxy, index, "builtins.getattr", Value(name));
}

namespace {

bool takes_meta(const std::vector<Value>& arguments) {
  bool takes = false;
  for (const Value& argument : arguments)
    for_each_tensor(argument, [&](const at::Tensor& tensor) { takes |= tensor.is_meta(); });
  return takes;
}

/// A write on tensors on Meta, by which functionalization finds sizes.
void note_write(const c10::OperatorHandle& op, std::span<const Value> arguments,
                Functionalization& state) {
  const std::string& name = op.schema().name();
  state.lost_strides |= !state.write.empty();
  if (!op.schema().is_mutable() || !arguments[0].isTensor()) return;
  const at::Tensor& self = arguments[0].toTensor();
  if (name == "aten::copy_" && arguments[1].isTensor()) {
    // The source takes the place, and nothing is computed.
    state.lost_strides |= self.strides() != arguments[1].toTensor().strides();
    return;
  }
  state.write = name.substr(0, name.size() - (name.ends_with('_') ? 1 : 0));
  state.strides = self.strides().vec();
}

void note_written(const c10::OperatorHandle& op, std::span<const Value> results,
                  Functionalization& state) {
  if (state.write != op.schema().name()) return;
  const ProxyTensor* made = results.size() == 1 ? ProxyTensor::of(results[0]) : nullptr;
  state.lost_strides |= made == nullptr || !made->example().isTensor() ||
                        made->example().toTensor().strides() != state.strides;
  state.write.clear();
}

} // namespace

void record(const c10::OperatorHandle& op, torch::jit::Stack& stack, bool came_below) {
  if (const auto* observer = this_thread().observer) {
    const Untraced untraced;
    fx_kernels::call_boxed(op, stack);
    const auto results = stack.end() - static_cast<std::ptrdiff_t>(op.schema().returns().size());
    (*observer)(c10::ivalue::Tuple::create(std::vector<Value>(results, stack.end())));
    return;
  }
  const size_t count = op.schema().arguments().size();
  if (this_thread().stand_ins != nullptr)
    for (auto value = stack.end() - static_cast<std::ptrdiff_t>(count); value != stack.end();
         ++value)
      *value =
          map_tensors(*value, [](const at::Tensor& tensor) { return Value(stand_in_of(tensor)); });
  std::vector<Value> arguments(stack.end() - static_cast<std::ptrdiff_t>(count), stack.end());
  TracerBase* tracer = find_tracer(op, arguments);
  const bool is_below = tracer != nullptr && TraceState::of(*tracer).below_autograd;
  if (is_below && !came_below) {
    // functional_call() brought it here, before autograd saw it.
    const c10::impl::ExcludeDispatchKeyGuard above(keys_above_autograd());
    fx_kernels::call_boxed(op, stack);
    return;
  }
  const bool has_proxy = has_proxies(arguments);
  const bool is_constant = tracer && !has_proxy && makes_constant(op, arguments);
  Functionalization* functionalization = this_thread().functionalization;
  const bool is_of_sizes = functionalization != nullptr && !has_proxy && takes_meta(arguments);
  if (is_of_sizes) note_write(op, arguments, *functionalization);
  const bool is_untraced =
      tracer == nullptr || is_constant || is_of_sizes || computes_nothing(op.schema().name());
  if (!is_untraced && answer_by_values(op, stack, arguments, *tracer)) return;
  if (!is_untraced && !has_proxy && gives_number(op.schema()))
    throw unknown_number(op, " A node writes to the tensor");
  if (is_untraced) {
    const Untraced untraced;
    fx_kernels::call_boxed(op, stack);
    if (is_constant) keep_constant(op, stack.back().toTensor(), is_below);
    return;
  }
  if (is_below && is_made_of_others(op)) {
    op.callBoxedForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd, stack);
    return;
  }
  torch::jit::drop(stack, count);
  if (const OperatorRules* rules = this_thread().take_apart)
    if (std::optional<std::vector<Value>> results = rules->run(op, arguments)) {
      std::move(results->begin(), results->end(), std::back_inserter(stack));
      return;
    }
  if (std::optional<Value> result = step_of_norm(op, arguments)) {
    stack.push_back(*std::move(result));
    return;
  }
  if (op.schema().name() == "aten::_reshape_alias") check_strides_are_known();
  const std::vector<Value> results = Recording(op, std::move(arguments), *tracer).run();
  if (functionalization != nullptr) note_written(op, results, *functionalization);
  if (!op.schema().returns().empty()) stack.insert(stack.end(), results.begin(), results.end());
}

} // namespace fx::runtime
