// Nodes run on examples by the plugin: on the Meta device, and what has no kernel there on memory
// filled for the occasion.
#include "fx/Ops/Kernels.h"

#include "Autocast.h"
#include "BackwardRun.h"
#include "Calls.h"
#include "Modules.h"

#include <algorithm>
#include <exception>
#include <unordered_map>
#include <unordered_set>

namespace fx::ops {

namespace kernels {

namespace {

/// The first sentence of what LibTorch says.
std::string reason(const std::exception& error) {
  const std::string text = error.what();
  return text.substr(0, text.find('\n'));
}

class PluginKernels : public Kernels {
public:
  explicit PluginKernels(Plugin plugin) : plugin_(plugin) {}

  std::string_view libtorch_version() const override { return plugin_.api().libtorch; }

  Expected<ExampleValue> tensor(const TensorMeta& meta) override {
    const int32_t dtype = dtype_number(meta.dtype);
    if (dtype < 0) return Error{"'" + meta.dtype.str() + "' is no dtype", {}, {}};
    const bool is_strided = meta.stride.size() == meta.shape.size();
    try {
      return wrap(plugin_.value(plugin_.api().empty_tensor(
          dtype, meta.shape.data(), is_strided ? meta.stride.data() : nullptr, meta.shape.size())));
    } catch (const std::exception& error) {
      return Error{reason(error), {}, {}}; // more elements than can be counted
    }
  }

  ExampleValue literal(const Argument& argument) override {
    return argument.has_nodes() ? nullptr : wrap({argument});
  }

  ExampleValue sequence(const std::vector<ExampleValue>& items, bool is_tuple) override {
    Sequence result{{}, is_tuple};
    result.items.reserve(items.size());
    for (const ExampleValue& item : items)
      result.items.push_back(unwrap(item));
    return wrap({std::move(result)});
  }

  ExampleResult run(const Node& node, const TracedModule& module,
                    const std::function<ExampleValue(const Node&)>& values,
                    const ModuleNode* called) override {
    // Of a model whose inputs are not known most nodes are not: nothing is thrown for these.
    for (const Node* input : node.input_nodes())
      if (!values(*input)) return {};
    const auto value_of = [&](const Node& input) {
      const ExampleValue value = values(input);
      if (!value) throw Unknown("an input that is not known");
      return unwrap(value);
    };
    try {
      if (node.op() == Opcode::GetAttr) return {get_attribute(node, module, values), {}};
      Examples arguments;
      arguments.reserve(node.args().size() + node.kwargs().size());
      for (const Argument& argument : node.args())
        arguments.push_back({{}, example_of(argument, value_of)});
      for (const KeywordArgument& keyword : node.kwargs())
        arguments.push_back({keyword.name, example_of(keyword.value, value_of)});
      return {wrap(call_node(node, module, called, arguments)), {}};
    } catch (const Unknown&) {
      return {};
    } catch (const Refused& refused) {
      if (refused.status == FxSingular) return {}; // the filling's fault
      // A dtype that no CPU kernel has says nothing about the shapes.
      if (reason(refused).find("not implemented for") != std::string::npos) return {};
      return {nullptr, reason(refused)};
    } catch (const std::runtime_error& error) {
      return {nullptr, error.what()}; // view() of another number of elements
    }
  }

  AutocastRun run_in_autocast(const Node& node, const TracedModule& module,
                              const std::function<ExampleValue(const Node&)>& values,
                              Symbol dtype) override {
    try {
      const ObservedCall observed =
          observe_autocast(plugin_, filled_call(node, module, values), dtype_number(dtype));
      AutocastRun run = observed.autocast;
      if (observed.value)
        run.value = wrap(*observed.value);
      else if (run.is_known)
        run.value = this->run(node, module, values, nullptr).value;
      return run;
    } catch (const std::runtime_error&) {
      return {}; // what holds without autocast too
    }
  }

  std::string operators_of(const Node& node, const TracedModule& module,
                           const std::function<ExampleValue(const Node&)>& values) override {
    try {
      return kernels::operators_of(plugin_, filled_call(node, module, values));
    } catch (const std::runtime_error&) {
      return {};
    }
  }

  std::optional<BackwardRefusal>
  backward_refusal(const Graph& graph, const TracedModule& module,
                   const std::function<ExampleValue(const Node&)>& values,
                   std::span<const Node* const> writes) override {
    try {
      const auto input = [&values](const Node& placeholder) {
        const ExampleValue value = values(placeholder);
        if (!value) throw Unknown("an input that is not known");
        return unwrap(value);
      };
      std::optional<BackwardRefusal> found =
          BackwardRun(plugin_, module, graph, input).find(writes);
      if (found) found->reason = reason(std::runtime_error(found->reason));
      return found;
    } catch (const std::runtime_error&) {
      return std::nullopt; // what it is refused for may be the fault of the filling
    }
  }

  std::vector<LeafTensor> leaf_tensors(const ModuleNode& module, const LibTorch& libtorch,
                                       bool training) override {
    if (class_of(plugin_, module).empty()) return {};
    std::vector<LeafTensor> tensors;
    const auto add = [&](const Plugin::NamedTensors& named, TensorRole role) {
      for (const auto& [name, tensor] : named)
        tensors.push_back({Symbol(name), role, plugin_.facts(tensor).requires_grad != 0,
                           plugin_.meta(tensor).value()});
    };
    try {
      const ModuleTensors held =
          tensors_of(plugin_, built(module, libtorch, training, FxOnMeta), FxAsIs,
                     /*recurse=*/true);
      add(held.parameters, TensorRole::Parameter);
      add(held.buffers, TensorRole::Buffer);
    } catch (const std::exception&) {
      tensors.clear(); // an option that this library cannot give
    }
    return tensors;
  }

  void forget_modules() override { modules_.clear(); }

  std::optional<TensorMeta> tensor_meta(const ExampleValue& value) override {
    const Tensor* tensor = value ? unwrap(value).tensor() : nullptr;
    return tensor ? plugin_.meta(*tensor) : std::nullopt;
  }

  std::optional<TensorState> tensor_state(const ExampleValue& value) override {
    const Tensor* tensor = value ? unwrap(value).tensor() : nullptr;
    if (tensor == nullptr) return std::nullopt;
    const FxTensorFacts facts = plugin_.facts(*tensor);
    if (facts.is_plain == 0) return std::nullopt;
    return TensorState{*plugin_.meta(*tensor), facts.offset, facts.storage_bytes,
                       facts.requires_grad != 0};
  }

  std::optional<Argument> as_literal(const ExampleValue& value) override {
    std::optional<Argument> literal = value ? kernels::as_literal(unwrap(value)) : std::nullopt;
    if (literal && literal->is(Argument::Kind::Device)) return std::nullopt;
    return literal;
  }

  std::optional<Argument> shape_function(std::string_view name,
                                         std::string_view overload) override {
    try {
      return as_literal(
          wrap(plugin_.value(plugin_.api().shape_function(text(name), text(overload)))));
    } catch (const std::exception&) {
      return std::nullopt; // LibTorch has none
    }
  }

  std::optional<size_t> length(const ExampleValue& value) override {
    if (!value || !is_sequence(unwrap(value))) return std::nullopt;
    return items_of(unwrap(value)).size();
  }

private:
  static ExampleValue wrap(Example example) {
    return std::make_shared<const Example>(std::move(example));
  }
  static const Example& unwrap(const ExampleValue& value) {
    return *static_cast<const Example*>(value.get());
  }

  FilledCall filled_call(const Node& node, const TracedModule& module,
                         const std::function<ExampleValue(const Node&)>& values) {
    const auto value_of = [&values](const Node& input) {
      const ExampleValue value = values(input);
      if (!value) throw Unknown("an input that is not known");
      return unwrap(value);
    };
    if (node.op() != Opcode::CallModule)
      return {node,
              value_of,
              [this, &node](const Examples& arguments) {
                return call(plugin_, node, arguments, FxAsIs);
              },
              {}};
    const ModuleNode* called = module.modules.find(node.target());
    if (called && called->alias_of) called = called->alias_of;
    if (called == nullptr || class_of(plugin_, *called).empty()) throw Unknown("this module");
    const LibTorch& libtorch = libtorch_of(module);
    const bool training = module.modes_of(node.graph()) == Modes::Train;
    const Plugin::Module made = built(*called, libtorch, training, FxAsIs);
    ModuleTensors held = tensors_of(plugin_, made, FxAsIs, /*recurse=*/true);
    held.parameters.insert(held.parameters.end(), held.buffers.begin(), held.buffers.end());
    return {node, value_of,
            [this, made, called, &libtorch](const Examples& arguments) {
              return call_forward(plugin_, libtorch, *called, made, FxAsIs, arguments);
            },
            held.parameters};
  }

  Example call_node(const Node& node, const TracedModule& module, const ModuleNode* called,
                    const Examples& arguments) {
    if (node.op() == Opcode::CallModule) {
      if (called == nullptr) called = module.modules.find(node.target());
      const bool training = module.modes_of(node.graph()) == Modes::Train;
      return call_module(called, libtorch_of(module), training, arguments);
    }
    const auto run = [&](FxPlace place) { return call(plugin_, node, arguments, place); };
    return run_somewhere(node.target().str(), arguments, run, /*may_depend_on_data=*/true);
  }

  Example call_module(const ModuleNode* module, const LibTorch& libtorch, bool training,
                      const Examples& arguments) {
    if (module && module->alias_of) module = module->alias_of;
    if (module == nullptr || class_of(plugin_, *module).empty()) throw Unknown("this module");
    const auto run = [&](FxPlace place) {
      const Plugin::Module made = built(*module, libtorch, training, place);
      return call_forward(plugin_, libtorch, *module, made, place, arguments);
    };
    return run_somewhere(module->cpp_type.str(), arguments, run, /*may_depend_on_data=*/false);
  }

  /// The module with its options; its parameters have no memory on Meta, and any numbers elsewhere.
  Plugin::Module built(const ModuleNode& module, const LibTorch& libtorch, bool training,
                       FxPlace place) {
    // What is made in inference mode nothing writes to outside of it.
    const FxPlace kind = place == FxOnMeta || place == FxAsIs ? place : FxOnZeros;
    Plugin::Module& made = modules_[{&module, kind}];
    if (!made) {
      made = make_module(plugin_, libtorch, module, training, place, [](Node& node) {
        return Example{Argument(&node)}; // which no option takes
      });
      check_tensors(made, module, place);
    }
    return made;
  }

  /// Throws Unknown where the module of the model has other tensors than its options tell: it was
  /// converted, or its weights replaced.
  void check_tensors(Plugin::Module& made, const ModuleNode& module, FxPlace place) const {
    if (!module.leaf_tensors) return;
    const ModuleTensors held = tensors_of(plugin_, made, place, /*recurse=*/true);
    const auto is_noted = [&](const auto& named) {
      const auto noted = std::ranges::find(*module.leaf_tensors, std::string_view(named.first),
                                           [](const LeafTensor& each) { return each.name.view(); });
      const std::optional<TensorMeta> meta = plugin_.meta(named.second);
      return noted != module.leaf_tensors->end() && meta && meta->dtype == noted->tensor.dtype &&
             meta->shape == noted->tensor.shape;
    };
    if (std::ranges::all_of(held.parameters, is_noted) &&
        std::ranges::all_of(held.buffers, is_noted))
      return;
    made.reset(); // the next call asks again
    throw Unknown("a module with other tensors than its options tell");
  }

  /// Nothing when the operator has no Meta kernel, or refuses these arguments there: a Meta kernel
  /// may do less than it says, the CPU knows.
  template <class Run>
  std::optional<Example> try_on_meta(const std::string& what, const Run& run) {
    if (has_no_meta_.contains(what)) return std::nullopt;
    try {
      return run(FxOnMeta);
    } catch (const Refused& refused) {
      if (refused.status == FxNotImplemented) has_no_meta_.insert(what);
      return std::nullopt;
    }
  }

  /// Runs on Meta, and where that fails on the CPU.
  template <class Run>
  Example run_somewhere(const std::string& what, const Examples& arguments, const Run& run,
                        bool may_depend_on_data) {
    if (const std::optional<Example> result = try_on_meta(what, run)) return *result;
    const bool has_tensors = std::ranges::any_of(
        arguments, [](const NamedExample& argument) { return argument.value.has_tensors(); });
    const auto on_cpu = [&](FxPlace filling) {
      Example result = run(filling);
      // A number that comes from a tensor's memory.
      if (has_tensors && !result.has_tensors() && !result.is_none()) throw Unknown("data");
      return result;
    };
    std::optional<Example> result;
    try {
      result = on_cpu(FxOnZeros);
      if (!may_depend_on_data) return *result;
    } catch (const Refused&) {
      // Zeros are no probabilities, and no divisors.
      const std::exception_ptr refusal = std::current_exception();
      try {
        return on_cpu(FxOnNumbers);
      } catch (const Refused&) {
        std::rethrow_exception(refusal);
      }
    }
    try {
      if (same_shape(*result, on_cpu(FxOnNumbers))) return *result;
    } catch (const Refused&) {
      throw Unknown("an operator that depends on data");
    }
    throw Unknown("a shape that depends on data");
  }

  bool same_shape(const Example& a, const Example& b) const {
    if (a.value.index() != b.value.index()) return false;
    if (const Tensor* tensor = a.tensor()) {
      const FxTensorFacts first = plugin_.facts(*tensor);
      const FxTensorFacts second = plugin_.facts(*b.tensor());
      return first.dtype == second.dtype &&
             std::ranges::equal(std::span(first.sizes, first.dimensions),
                                std::span(second.sizes, second.dimensions));
    }
    if (const Sequence* sequence = a.sequence())
      return std::ranges::equal(
          sequence->items, b.sequence()->items,
          [&](const Example& one, const Example& other) { return same_shape(one, other); });
    return *a.literal() == *b.literal();
  }

  ExampleValue get_attribute(const Node& node, const TracedModule& graph_module,
                             const std::function<ExampleValue(const Node&)>& values) {
    if (const TensorSlot* slot = graph_module.modules.find_tensor(node.target()))
      return slot->init ? values(*slot->init) : wrap({Argument()});
    // A parameter of LibTorch's own module.
    const std::string_view path = node.target();
    const size_t dot = path.rfind('.');
    const ModuleNode* module =
        dot == std::string_view::npos ? nullptr : graph_module.modules.find(path.substr(0, dot));
    if (module == nullptr || class_of(plugin_, *module).empty()) return nullptr;
    const std::string_view name = path.substr(dot + 1);
    const ModuleTensors held = tensors_of(
        plugin_, built(*module, libtorch_of(graph_module), graph_module.training, FxOnMeta),
        FxOnMeta, /*recurse=*/false);
    for (const Plugin::NamedTensors* tensors : {&held.parameters, &held.buffers})
      for (const auto& [own, tensor] : *tensors)
        if (own == name) return wrap({tensor});
    return nullptr;
  }

  Plugin plugin_;
  struct PlaceHash {
    size_t operator()(const std::pair<const ModuleNode*, FxPlace>& place) const {
      return std::hash<const ModuleNode*>()(place.first) ^ size_t(place.second);
    }
  };
  std::unordered_map<std::pair<const ModuleNode*, FxPlace>, Plugin::Module, PlaceHash> modules_;
  std::unordered_set<std::string> has_no_meta_; // targets and module classes
};

} // namespace

} // namespace kernels

Expected<std::shared_ptr<Kernels>> load_kernels(const std::string& file) {
  const Expected<kernels::Plugin> plugin = kernels::open_plugin(file);
  if (!plugin) return plugin.error();
  return std::shared_ptr<Kernels>(std::make_shared<kernels::PluginKernels>(*plugin));
}

std::shared_ptr<Kernels> kernels_of(const FxKernelsApi& api) {
  return std::make_shared<kernels::PluginKernels>(kernels::Plugin(api));
}

} // namespace fx::ops
