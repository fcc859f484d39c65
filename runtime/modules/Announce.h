// What the functions do that libfx-modules defines in LibTorch's place: ask the thread's listener,
// and call the original. The generated code makes one object of these classes for each function.
#pragma once

#include "Values.h"
#include "fx/Runtime/ModuleCalls.h"

#include <c10/core/Device.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/nn/module.h>

#include <functional>
#include <span>
#include <typeinfo>

namespace fx {

/// A function that this library defines in LibTorch's place.
struct Redefined {
  const char* symbol;
  const char* name; // "torch::nn::LinearImpl::forward(at::Tensor const&)"
  /// The class of modules whose calls it announces; null when it is no forward.
  const std::type_info* type;
};
/// All of them, in the generated file.
std::span<const Redefined> all_redefined_functions();

/// Of this thread. The library is there when the program starts, so that no call is needed to read
/// it.
[[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]]
extern constinit thread_local ModuleCallListener* current_listener;

/// The next definition of a symbol behind this library: LibTorch's. Throws RuntimeError without.
void* find_original(const char* symbol);

/// A method, called as the function that it is in the ABI of Itanium C++: the object comes first.
template <class Result, class Impl, class... Params>
class Announced {
public:
  Announced(const char* symbol, const char* method)
      : original_(reinterpret_cast<Result (*)(Impl*, Params...)>(find_original(symbol))),
        method_(method) {}

  Result operator()(Impl& module, Params... args) const {
    if (ModuleCallListener* listener = current_listener) [[unlikely]]
      if constexpr ((ArgumentValue<Params> && ...) && ArgumentValue<Result>)
        return ask(*listener, module, args...);
    return original_(&module, std::forward<Params>(args)...);
  }

private:
  Result ask(ModuleCallListener& listener, Impl& module,
             std::remove_reference_t<Params>&... args) const {
    const auto run = [&] { return ConversionOf<Result>::value_of(original_(&module, args...)); };
    // A reference needs no memory of its own.
    const std::function<Value()> forward = std::cref(run);
    Args values{ConversionOf<Params>::value_of(args)...};
    const std::string_view method = method_;
    std::optional<Value> result =
        method == "forward" ? listener.module_called(module, std::move(values), forward)
                            : listener.method_called(module, method, std::move(values), forward);
    if (!result) return original_(&module, args...);
    return ConversionOf<Result>::from_value(*result);
  }

  Result (*original_)(Impl*, Params...);
  const char* method_;
};

/// The check of the input with which forward of a norm begins.
template <class Impl>
class AnnouncedNorm {
public:
  explicit AnnouncedNorm(const char* symbol)
      : original_(reinterpret_cast<void (*)(Impl*, const at::Tensor&)>(find_original(symbol))) {}

  void operator()(Impl& module, const at::Tensor& input) const {
    ModuleCallListener* listener = current_listener;
    if (listener && listener->norm_started(module, input)) return;
    original_(&module, input);
  }

private:
  void (*original_)(Impl*, const at::Tensor&);
};

/// The modes that a setter may change, as they are: `value` and `before` are the same.
std::vector<GuardChange> modes_of(std::string_view setter, c10::DeviceType device);

template <class... Params>
class AnnouncedSetter {
public:
  AnnouncedSetter(const char* symbol, std::string_view setter)
      : original_(reinterpret_cast<void (*)(Params...)>(find_original(symbol))), setter_(setter) {}

  void operator()(Params... args) const {
    ModuleCallListener* listener = current_listener;
    if (!listener) [[likely]]
      return original_(args...);
    c10::DeviceType device = c10::DeviceType::CUDA;
    ((device = device_of(args, device)), ...); // else the name of the setter has it
    std::vector<GuardChange> changes = modes_of(setter_, device);
    original_(args...);
    const std::vector<GuardChange> after = modes_of(setter_, device);
    for (size_t i = 0; i < changes.size(); ++i) {
      changes[i].value = after[i].value;
      listener->guard_changed(changes[i]);
    }
  }

private:
  template <class T>
  static c10::DeviceType device_of(const T& argument, c10::DeviceType otherwise) {
    if constexpr (std::is_same_v<T, c10::DeviceType>)
      return argument;
    else
      return otherwise;
  }

  void (*original_)(Params...);
  std::string_view setter_;
};

/// torch::jit::Method::operator(), which Module::forward comes to.
class AnnouncedScript {
public:
  explicit AnnouncedScript(const char* symbol)
      : original_(reinterpret_cast<Original>(find_original(symbol))) {}

  Value operator()(const torch::jit::Method& method, std::vector<Value> stack,
                   const torch::jit::Kwargs& kwargs) const {
    ModuleCallListener* listener = current_listener;
    if (!listener) [[likely]]
      return original_(&method, std::move(stack), kwargs);
    Kwargs keywords;
    for (const auto& [name, value] : kwargs)
      keywords.push_back({Symbol(name), value});
    const std::function<Value(const Args&)> run = [&](const Args& args) {
      return original_(&method, args, kwargs);
    };
    std::optional<Value> result = listener->script_called(
        Value(method.owner()._ivalue()), method.name(), stack, std::move(keywords), run);
    return result ? *std::move(result) : original_(&method, std::move(stack), kwargs);
  }

private:
  using Original = Value (*)(const torch::jit::Method*, std::vector<Value>,
                             const torch::jit::Kwargs&);
  Original original_;
};

template <class Result, class... Params>
class AnnouncedApply {
public:
  explicit AnnouncedApply(const char* symbol)
      : original_(reinterpret_cast<Result (*)(Params...)>(find_original(symbol))) {}

  Result operator()(Params... args) const {
    if (ModuleCallListener* listener = current_listener) [[unlikely]]
      listener->autograd_function_called();
    return original_(std::forward<Params>(args)...);
  }

private:
  Result (*original_)(Params...);
};

/// The class whose modules call `Impl::forward(Params...)`, null when it cannot be announced. A
/// base that takes it as its last argument (ConstantPadImpl<1, ConstantPad1dImpl>) has no modules.
template <class Impl>
struct ModuleClass {
  using type = Impl;
};
template <template <size_t, class> class Base, size_t D, class Derived>
struct ModuleClass<Base<D, Derived>> {
  using type = Derived;
};
template <class Impl, class... Params>
const std::type_info* announced_type() {
  return (ArgumentValue<Params> && ...) ? &typeid(typename ModuleClass<Impl>::type) : nullptr;
}

} // namespace fx
