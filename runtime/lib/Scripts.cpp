// Modules of TorchScript that a traced program calls.
#include "Scripts.h"

#include "ExampleValues.h"
#include "Results.h"
#include "UserFrames.h"

#include "fx/Runtime/Modules.h"

#include <ATen/Functions.h>
#include <torch/csrc/jit/api/module.h>

#include <fmt/format.h>

namespace fx {

namespace runtime {

namespace {

/// One method of a module of torch::jit, as a module of a GraphModule.
class ScriptMethod : public torch::nn::Module {
public:
  ScriptMethod(const Value& object, std::string method)
      : Module("torch::jit::Module"), module_(object.toObject()), method_(std::move(method)) {}

  Value call(const Args& args, const Kwargs& kwargs) const {
    torch::jit::Kwargs keywords;
    for (const KeywordValue& keyword : kwargs)
      keywords.emplace(keyword.name.str(), keyword.value);
    return module_.get_method(method_)(args, keywords);
  }
  bool is(const Value& object, const std::string& method) const {
    return module_._ivalue() == object.toObject() && method == method_;
  }

  bool is(const ScriptMethod& other) const {
    return is(Value(other.module_._ivalue()), other.method_);
  }
  // Modes and devices are the program's to set: LibTorch's train() and to() do not reach it either.
  std::shared_ptr<torch::nn::Module>
  clone(const torch::optional<torch::Device>& device) const override {
    torch::jit::Module copy = module_.deepcopy();
    if (device) copy.to(*device);
    return std::make_shared<ScriptMethod>(Value(copy._ivalue()), method_);
  }

private:
  torch::jit::Module module_;
  std::string method_;
};

} // namespace

std::shared_ptr<torch::nn::Module> make_script_method(const Value& object,
                                                      const std::string& method) {
  [[maybe_unused]] static const bool is_known = [] {
    register_module(typeid(ScriptMethod),
                    [](torch::nn::Module& module, const Args& args, const Kwargs& kwargs) {
                      return dynamic_cast<ScriptMethod&>(module).call(args, kwargs);
                    });
    return true;
  }();
  return std::make_shared<ScriptMethod>(object, method);
}

bool is_script_method(const torch::nn::Module& module, const Value& object,
                      const std::string& method) {
  const auto* script = dynamic_cast<const ScriptMethod*>(&module);
  return script != nullptr && script->is(object, method);
}

bool same_script_method(const torch::nn::Module& a, const torch::nn::Module& b) {
  const auto* left = dynamic_cast<const ScriptMethod*>(&a);
  const auto* right = dynamic_cast<const ScriptMethod*>(&b);
  return left != nullptr && right != nullptr && left->is(*right);
}

ValueType type_of_script(const c10::Type& type) {
  if (const auto* tuple = type.castRaw<c10::TupleType>()) {
    std::vector<ValueType> items;
    for (const c10::TypePtr& item : tuple->elements())
      items.push_back(type_of_script(*item));
    return ValueType::tuple(std::move(items));
  }
  if (const auto* list = type.castRaw<c10::ListType>())
    return ValueType::list(type_of_script(*list->getElementType()));
  return type.kind() == c10::TypeKind::TensorType ? ValueType::tensor() : ValueType();
}

namespace {

/// What the method gives for zeros of the sizes of the examples. Nothing: they are not known, or it
/// throws for zeros.
std::optional<Value> example_of_script(const Args& args,
                                       const std::function<Value(const Args&)>& run) {
  const Untraced untraced;
  const c10::AutoGradMode no_gradients(false);
  Args zeros;
  for (const Value& arg : args) {
    const std::optional<Value> example = example_of(arg);
    if (!example) return std::nullopt;
    zeros.push_back(map_tensors(*example, [](const at::Tensor& tensor) -> Value {
      return at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(c10::kCPU))
          .zero_();
    }));
  }
  try {
    return example_of(run(zeros));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

} // namespace

} // namespace runtime

std::string Tracer::script_path(const Value& object, const std::string& method) {
  for (const auto& [path, module] : scripts_)
    if (runtime::is_script_method(*module, object, method)) return path;
  std::string path;
  for (size_t number = scripts_.size(); path.empty(); ++number) {
    path = fmt::format("_script_module{}{}", number, method == "forward" ? "" : "_" + method);
    if (scripts_.contains(path) || (root_ != nullptr && root_->named_children().contains(path)))
      path.clear();
  }
  scripts_.emplace(path, runtime::make_script_method(object, method));
  return path;
}

std::optional<Value> Tracer::script_called(const Value& object, const std::string& method,
                                           Args args, Kwargs kwargs,
                                           const std::function<Value(const Args&)>& run) {
  if (runtime::this_thread().shapes_only) return std::nullopt;
  const c10::FunctionSchema& schema = object.toObject()->type()->getMethod(method).getSchema();
  const std::optional<Value> example = runtime::example_of_script(args, run);
  Value result = create_proxy(Opcode::CallModule, script_path(object, method), std::move(args),
                              std::move(kwargs));
  const std::optional<Proxy> proxy = Proxy::of(result);
  if (!proxy || schema.returns().empty()) return result;
  if (example) runtime::describe(*runtime::ProxyTensor::of(result), *example);
  const ValueType type = runtime::type_of_script(*schema.returns()[0].type());
  if (type.is(ValueType::Kind::Unknown))
    throw TraceError(fmt::format(
        "{} of a torch::jit::Module gives a {}, which is not known{}. Make the module or function "
        "that needs it one node, with fx::call or fx::wrap",
        method, schema.returns()[0].type()->str(), runtime::at_user_line()));
  return runtime::unpack(*proxy, type);
}

void Tracer::autograd_function_called() {
  if (runtime::this_thread().shapes_only) return;
  throw TraceError(
      "apply() of a torch::autograd::Function is called" + runtime::at_user_line() +
      ": a graph of its operators would lose its backward. Make the module or function "
      "that calls it one node, with fx::call or fx::wrap");
}

} // namespace fx
