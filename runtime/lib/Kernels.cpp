// The plugin that fx::ops::load_kernels opens: nodes run on examples.
//
// A tensor of an example is on the Meta device: it has sizes and no memory. What has no Meta kernel
// (convolutions, norms, embeddings) runs on the CPU, on memory filled for the occasion; the result
// comes back without its memory.
#include "Operators.h"
#include "TorchCalls.h"

#include "fx/Ops/Kernels.h"
#include "fx/Ops/Spelling.h"
#include "fx/Support/Abi.h"

#include <ATen/ATen.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <c10/core/InferenceMode.h>
#include <torch/library.h>

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace fx::runtime {

namespace {

constexpr c10::DispatchKey everything_on_meta = c10::DispatchKey::TESTING_ONLY_GenericMode;

/// Under `everything_on_meta` a factory makes tensors without memory, whatever device it was told.
void make_on_meta(const c10::OperatorHandle& op, c10::DispatchKeySet, torch::jit::Stack* stack) {
  const c10::impl::ExcludeDispatchKeyGuard below(everything_on_meta);
  const auto& parameters = op.schema().arguments();
  const size_t first = stack->size() - parameters.size();
  const bool has_input = std::any_of(
      stack->begin() + static_cast<std::ptrdiff_t>(first), stack->end(),
      [](const c10::IValue& value) { return value.isTensor() && value.toTensor().defined(); });
  for (size_t i = 0; i < parameters.size(); ++i) {
    c10::IValue& value = (*stack)[first + i];
    if (parameters[i].name() == "device" && (!has_input || value.isDevice()))
      value = c10::Device(c10::kMeta);
  }
  op.callBoxed(stack);
}

TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode, library) {
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&make_on_meta>());
}

/// What memory holds for a run on the CPU. A shape that depends on it differs between the two.
enum class Filling : uint8_t { Zeros, NonZeros };

at::Tensor without_memory(const at::Tensor& tensor) {
  if (!tensor.defined() || tensor.is_meta()) return tensor;
  if (tensor.layout() != at::kStrided) throw Unknown("a sparse tensor");
  if (tensor.is_quantized()) throw Unknown("a quantized tensor"); // the Meta device has none
  return at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(at::kMeta));
}

at::Tensor with_memory(const at::Tensor& tensor, Filling filling) {
  if (!tensor.defined() || !tensor.is_meta()) return tensor;
  constexpr int64_t most_elements = int64_t(1) << 28;
  if (tensor.numel() > most_elements) throw Unknown("a tensor of this size");
  at::Tensor filled =
      at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(at::kCPU));
  if (filling == Filling::Zeros) return filled.zero_();
  // Index tensors stay in range where 1 is.
  if (!at::isFloatingType(tensor.scalar_type())) return filled.fill_(1);
  return filled.uniform_(0.25, 1.0);
}

bool same_shape(const Example& a, const Example& b) {
  if (a.value.index() != b.value.index()) return false;
  if (const at::Tensor* tensor = a.tensor())
    return tensor->sizes() == b.tensor()->sizes() &&
           tensor->scalar_type() == b.tensor()->scalar_type();
  if (const Sequence* sequence = a.sequence())
    return std::ranges::equal(sequence->items, b.sequence()->items, same_shape);
  return *a.literal() == *b.literal();
}

/// The first sentence of what LibTorch says.
std::string reason(const c10::Error& error) {
  const std::string text = error.what_without_backtrace();
  return text.substr(0, text.find('\n'));
}

class TorchKernels : public ops::Kernels {
public:
  Expected<ops::ExampleValue> tensor(const TensorMeta& meta) override {
    const auto type = scalar_type(meta.dtype);
    if (!type) return Error{fmt::format("'{}' is no dtype", meta.dtype.view()), {}, {}};
    const auto options = at::TensorOptions().dtype(*type).device(at::kMeta);
    try {
      return wrap({meta.stride.size() == meta.shape.size()
                       ? at::empty_strided(meta.shape, meta.stride, options)
                       : at::empty(meta.shape, options)});
    } catch (const c10::Error& error) {
      return Error{reason(error), {}, {}}; // more elements than can be counted
    }
  }

  ops::ExampleValue literal(const Argument& argument) override {
    return argument.has_nodes() ? nullptr : wrap({argument});
  }

  ops::ExampleValue sequence(const std::vector<ops::ExampleValue>& items, bool is_tuple) override {
    Sequence result{{}, is_tuple};
    result.items.reserve(items.size());
    for (const ops::ExampleValue& item : items)
      result.items.push_back(unwrap(item));
    return wrap({std::move(result)});
  }

  ops::ExampleResult run(const Node& node, const TracedModule& module,
                         const std::function<ops::ExampleValue(const Node&)>& values) override {
    const c10::InferenceMode no_gradients;
    try {
      if (node.op() == Opcode::GetAttr) return {get_attribute(node, module, values), {}};
      Examples arguments;
      arguments.reserve(node.args().size() + node.kwargs().size());
      for (const Argument& argument : node.args())
        arguments.push_back({{}, example_of(argument, values)});
      for (const KeywordArgument& keyword : node.kwargs())
        arguments.push_back({keyword.name, example_of(keyword.value, values)});
      return {wrap(call(node, module, arguments)), {}};
    } catch (const Unknown&) {
      return {};
    } catch (const c10::LinAlgError&) {
      return {}; // the filling's fault
    } catch (const c10::Error& error) {
      // A dtype that no CPU kernel has says nothing about the shapes.
      if (reason(error).find("not implemented for") != std::string::npos) return {};
      return {nullptr, reason(error)};
    } catch (const std::runtime_error& error) {
      return {nullptr, error.what()}; // view() of another number of elements
    } catch (const std::exception&) {
      return {};
    }
  }

  std::vector<LeafTensor> leaf_tensors(const ModuleNode& module, bool training) override {
    const ModuleCalls* calls = calls_of(module);
    if (calls == nullptr) return {};
    std::vector<LeafTensor> tensors;
    const auto add = [&](const auto& named, TensorRole role) {
      for (const auto& item : named)
        if (const at::Tensor& tensor = item.value(); tensor.defined())
          tensors.push_back({item.key(), role, tensor.requires_grad(),
                             *tensor_meta(wrap({without_memory(tensor)}))});
    };
    try {
      const torch::nn::Module* made = built_on_meta(module, *calls, training);
      add(made->named_parameters(), TensorRole::Parameter);
      add(made->named_buffers(), TensorRole::Buffer);
    } catch (const std::exception&) {
      tensors.clear(); // an option that this library cannot give
    }
    return tensors;
  }

  void forget_modules() override { modules_.clear(); }

  std::optional<TensorMeta> tensor_meta(const ops::ExampleValue& value) override {
    const at::Tensor* tensor = value ? unwrap(value).tensor() : nullptr;
    if (tensor == nullptr || tensor->layout() != at::kStrided) return std::nullopt;
    TensorMeta meta;
    meta.shape = tensor->sizes().vec();
    meta.stride = tensor->strides().vec();
    meta.dtype = dtype_name(tensor->scalar_type());
    return meta;
  }

  std::optional<Argument> as_literal(const ops::ExampleValue& value) override {
    std::optional<Argument> literal = value ? runtime::as_literal(unwrap(value)) : std::nullopt;
    if (literal && literal->is(Argument::Kind::Device)) return std::nullopt;
    return literal;
  }

  std::optional<size_t> length(const ops::ExampleValue& value) override {
    if (!value || !is_sequence(unwrap(value))) return std::nullopt;
    return items_of(unwrap(value)).size();
  }

private:
  static ops::ExampleValue wrap(Example example) {
    return std::make_shared<const Example>(std::move(example));
  }
  static const Example& unwrap(const ops::ExampleValue& value) {
    return *static_cast<const Example*>(value.get());
  }

  static Example example_of(const Argument& argument,
                            const std::function<ops::ExampleValue(const Node&)>& values) {
    if (!argument.has_nodes()) return {argument};
    if (argument.is_node()) {
      const ops::ExampleValue value = values(*argument.as_node());
      if (!value) throw Unknown("an input that is not known");
      return unwrap(value);
    }
    Sequence items{{}, argument.is(Argument::Kind::Tuple)};
    items.items.reserve(argument.items().size());
    for (const Argument& item : argument.items())
      items.items.push_back(example_of(item, values));
    if (argument.is(Argument::Kind::List) || argument.is(Argument::Kind::Tuple))
      return {std::move(items)};
    std::vector<Argument> parts;
    parts.reserve(items.items.size());
    for (const Example& item : items.items) {
      std::optional<Argument> literal = runtime::as_literal(item);
      if (!literal) throw Unknown("a slice by a tensor");
      parts.push_back(std::move(*literal));
    }
    return {argument.rebuild(std::move(parts))};
  }

  Example call(const Node& node, const TracedModule& module, const Examples& arguments) {
    if (node.op() == Opcode::CallModule) return call_module(node, module, arguments);
    const std::string_view target = node.target();
    const FunctionCall* function = find_functional_target(node);
    const auto run = [&](const Examples& given, c10::Device device) {
      return function ? call_function(*function, given) : call_operator(node, given, device);
    };
    return run_somewhere(std::string(target), arguments, run, /*may_depend_on_data=*/true);
  }

  Example call_module(const Node& node, const TracedModule& graph_module,
                      const Examples& arguments) {
    const ModuleNode* module = graph_module.modules.find(node.target());
    if (module && module->alias_of) module = module->alias_of;
    const ModuleCalls* calls = module ? calls_of(*module) : nullptr;
    if (calls == nullptr || calls->forward == nullptr) throw Unknown("this module");
    const auto run = [&](const Examples& given, c10::Device device) {
      return calls->forward(
          *built(*module, *calls, graph_module.modes_of(node.graph()) == Modes::Train, device),
          given);
    };
    return run_somewhere(module->cpp_type.str(), arguments, run, /*may_depend_on_data=*/false);
  }

  /// The module with its options; its parameters have no memory on Meta, and any numbers elsewhere.
  torch::nn::Module* built(const ModuleNode& module, const ModuleCalls& calls, bool training,
                           c10::Device device) {
    std::shared_ptr<torch::nn::Module>& made = modules_[{&module, device.is_meta()}];
    if (made) return made.get();
    Examples options;
    options.reserve(module.options.size());
    for (const ModuleOption& option : module.options)
      options.push_back({option.name, {option.value}});
    made = calls.make(NamedArguments(options, {}));
    made->train(training);
    return made.get();
  }

  /// Nothing when the operator has no Meta kernel, or refuses these arguments there: a Meta kernel
  /// may do less than it says, the CPU knows.
  template <class Run>
  std::optional<Example> try_on_meta(const std::string& what, const Examples& arguments,
                                     const Run& run) {
    if (has_no_meta_.contains(what)) return std::nullopt;
    try {
      const c10::impl::IncludeDispatchKeyGuard guard(everything_on_meta);
      return map_tensors(run(arguments, c10::Device(at::kMeta)), without_memory);
    } catch (const c10::NotImplementedError&) {
      has_no_meta_.insert(what);
      return std::nullopt;
    } catch (const c10::Error&) {
      return std::nullopt;
    }
  }

  /// Runs on Meta, and where that fails on the CPU.
  template <class Run>
  Example run_somewhere(const std::string& what, const Examples& arguments, const Run& run,
                        bool may_depend_on_data) {
    if (const std::optional<Example> result = try_on_meta(what, arguments, run)) return *result;
    const auto on_cpu = [&](Filling filling) {
      Examples filled = arguments;
      bool has_tensors = false;
      for (NamedExample& argument : filled) {
        has_tensors |= argument.value.has_tensors();
        argument.value = map_tensors(
            argument.value, [&](const at::Tensor& tensor) { return with_memory(tensor, filling); });
      }
      Example result = run(filled, c10::Device(at::kCPU));
      // A number that comes from a tensor's memory.
      if (has_tensors && !result.has_tensors() && !result.is_none()) throw Unknown("data");
      return map_tensors(result, without_memory);
    };
    std::optional<Example> result;
    try {
      result = on_cpu(Filling::Zeros);
      if (!may_depend_on_data) return *result;
    } catch (const c10::Error&) {
      // Zeros are no probabilities, and no divisors.
      const std::exception_ptr refusal = std::current_exception();
      try {
        return on_cpu(Filling::NonZeros);
      } catch (const c10::Error&) {
        std::rethrow_exception(refusal);
      }
    }
    try {
      if (same_shape(*result, on_cpu(Filling::NonZeros))) return *result;
    } catch (const c10::Error&) {
      throw Unknown("an operator that depends on data");
    }
    throw Unknown("a shape that depends on data");
  }

  ops::ExampleValue get_attribute(const Node& node, const TracedModule& graph_module,
                                  const std::function<ops::ExampleValue(const Node&)>& values) {
    if (const TensorSlot* slot = graph_module.modules.find_tensor(node.target()))
      return slot->init ? values(*slot->init) : wrap({Argument()});
    // A parameter of LibTorch's own module.
    const std::string_view path = node.target();
    const size_t dot = path.rfind('.');
    const ModuleNode* module =
        dot == std::string_view::npos ? nullptr : graph_module.modules.find(path.substr(0, dot));
    const ModuleCalls* calls = module ? calls_of(*module) : nullptr;
    if (calls == nullptr) return nullptr;
    const torch::nn::Module* made = built_on_meta(*module, *calls, graph_module.training);
    const std::string name(path.substr(dot + 1));
    for (const auto& tensors :
         {made->named_parameters(/*recurse=*/false), made->named_buffers(/*recurse=*/false)})
      if (const at::Tensor* found = tensors.find(name)) return wrap({without_memory(*found)});
    return nullptr;
  }

  /// How to make and run a leaf of LibTorch's own; null when it is none.
  static const ModuleCalls* calls_of(const ModuleNode& module) {
    constexpr std::string_view library = "torch::nn::";
    const std::string_view type = module.cpp_type;
    if (module.kind != ModuleKind::Leaf || !type.starts_with(library)) return nullptr;
    return find_module(type.substr(library.size()));
  }

  const torch::nn::Module* built_on_meta(const ModuleNode& module, const ModuleCalls& calls,
                                         bool training) {
    const c10::impl::IncludeDispatchKeyGuard guard(everything_on_meta);
    return built(module, calls, training, c10::Device(at::kMeta));
  }

  struct PlaceHash {
    size_t operator()(const std::pair<const ModuleNode*, bool>& place) const {
      return std::hash<const ModuleNode*>()(place.first) ^ size_t(place.second);
    }
  };
  std::unordered_map<std::pair<const ModuleNode*, bool>, std::shared_ptr<torch::nn::Module>,
                     PlaceHash>
      modules_;
  std::unordered_set<std::string> has_no_meta_; // targets and module classes
};

} // namespace

} // namespace fx::runtime

// The entry that fx::ops::load_kernels looks for.
extern "C" fx::ops::Kernels* fx_make_kernels(uint64_t abi) {
  return abi == fx::abi_number ? new fx::runtime::TorchKernels : nullptr;
}
