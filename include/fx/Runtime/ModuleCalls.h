// Calls of torch::nn's modules and of the setters of a thread's modes, as they happen.
//
// torch.fx's Tracer replaces torch.nn.Module.__call__ while it traces. A call of `forward` cannot
// be replaced in C++, but LibTorch exports the functions: libfx-modules defines them once more, and
// calls LibTorch's own after the thread's listener was asked. It has to come before LibTorch in the
// order of linking, as fx-clang::modules and fx-clang::runtime see to; check_module_calls() says
// whether it does. Without a listener a call costs some 3 ns more.
#pragma once

#include "fx/Runtime/Value.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace torch::nn {
class Module;
}

namespace fx {

/// A mode of a thread was set: by NoGradGuard, AutoGradMode, InferenceMode, autocast and their
/// like, at both ends of the guard's life, or by a call. It may be what it was before.
///
/// AutoFwGradMode writes to the state of the thread itself, and so do LibTorch's guards of dispatch
/// keys (AutoDispatchBelowAutograd, autocast's ExcludeDispatchKeyGuard): they are not seen.
/// LibTorch sets modes too, in operators.
struct GuardChange {
  enum class Mode {
    Grad,
    ForwardGrad, // with InferenceMode
    Inference,
    Autocast,      // for `device`
    AutocastDtype, // for `device`; value is a c10::ScalarType
    AutocastCache
  };

  Mode mode;
  /// Of autocast: "cpu", "cuda", "xpu" and so on.
  std::string device;
  int64_t before;
  int64_t value;
};

/// What hears of calls on one thread. All arguments of a call are given, with their defaults, in
/// the order of LibTorch's declaration; an undefined tensor is None, an empty optional too, a
/// PackedSequence the tuple of its four tensors, as in Python. Results likewise; an ASMoutput is a
/// tuple of output and loss.
///
/// The listener stays set while it is called and while originals run, so that calls in a call are
/// announced; who does not want that sets none meanwhile. What it throws comes out of the call.
class ModuleCallListener {
public:
  virtual ~ModuleCallListener() = default;

  /// forward of a module of torch::nn, or of a class that inherits it, is called on this thread.
  /// nullopt: the call runs as usual. Otherwise the value is the call's result; RuntimeError where
  /// the module returns another type. `forward` runs the original and gives what it returns, as
  /// often as is asked for; it must not be kept.
  virtual std::optional<Value> module_called(torch::nn::Module& module, Args args,
                                             const std::function<Value()>& forward) = 0;

  /// As module_called, for the other methods that compute: forward_with_indices of pooling, and
  /// forward_with_packed_input of RNN, LSTM and GRU. They call no forward.
  // NOLINTBEGIN(performance-unnecessary-value-param): an override may move them on.
  virtual std::optional<Value> method_called(torch::nn::Module& module, std::string_view method,
                                             Args args, const std::function<Value()>& forward) {
    return std::nullopt;
  }
  // NOLINTEND(performance-unnecessary-value-param)

  /// forward of a BatchNorm or an InstanceNorm begins. It is inline, in code of the user's, and
  /// only its first step can be replaced: the check of the input's dimensions. False: the check is
  /// made, and the call runs as usual. True: the check is left out, and the listener takes the call
  /// over until the operator at its end. These steps come, the same in LibTorch 1.13 and 2.6:
  ///
  /// BatchNorm
  /// - When the module is training and has num_batches_tracked: `num_batches_tracked += 1`, which
  ///   is aten::add_.Scalar on the buffer. A listener that records the call as a module's has to
  ///   keep it from the graph and from the buffer, or count down again. If in addition the options
  ///   have no momentum, `num_batches_tracked.item<double>()` (aten::item, and below it
  ///   aten::_local_scalar_dense): any number will do that is not 0.
  /// - From 2 on: `input.dim()`, at least 2 (no dispatch; the input's own virtual functions).
  /// - When statistics of the input are wanted (the module is training or tracks none):
  ///   `input.sizes()`. There must be two sizes at least, because LibTorch subtracts 2 from their
  ///   number unsigned, and the product without the second one must not be 1. {2, 2} will do.
  /// - aten::batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps,
  ///   cudnn_enabled): `input` is that of the module and what it returns is the module's result.
  ///
  /// InstanceNorm
  /// - `input.dim()`. For that of unbatched input (2 for InstanceNorm1d, 3, 4) aten::unsqueeze of
  ///   the input at 0 comes before the operator, and aten::squeeze.dim of the result at 0 behind
  ///   it. A listener that does not know the dimensions answers one more, and the operator comes
  ///   alone.
  /// - aten::instance_norm(input, weight, bias, running_mean, running_var, use_input_stats,
  ///   momentum, eps, cudnn_enabled).
  ///
  /// Nothing marks a call that ends before its operator, by an exception: a listener forgets what
  /// it waits for when another module begins, or the trace ends.
  virtual bool norm_started(torch::nn::Module& module, const at::Tensor& input) { return false; }

  /// The program calls a method of a torch::jit::Module, forward say. `object` is the module's
  /// object; `run` calls the method with other arguments of the same number. nullopt: the call runs
  /// as usual.
  // NOLINTBEGIN(performance-unnecessary-value-param): an override may move them on.
  virtual std::optional<Value> script_called(const Value& object, const std::string& method,
                                             Args args, Kwargs kwargs,
                                             const std::function<Value(const Args&)>& run) {
    return std::nullopt;
  }
  // NOLINTEND(performance-unnecessary-value-param)

  /// apply() of a torch::autograd::Function ran its forward, and is to make what backward needs.
  virtual void autograd_function_called() {}

  /// A mode of the thread was set. Destructors of guards call this, so it cannot throw.
  virtual void guard_changed(const GuardChange& change) noexcept {}
};

/// Sets the listener of this thread, null for none; returns the one before.
ModuleCallListener* set_module_call_listener(ModuleCallListener* listener);

/// Whether calls of this module are announced: it is of a class of torch::nn whose forward LibTorch
/// exports, or a norm (norm_started). That is all of torch::nn that has a forward but Sequential,
/// whose forward is a template and calls modules that are announced themselves. False for
/// containers and for classes of the user's; one that inherits forward of torch::nn is announced
/// all the same.
bool is_announced(const torch::nn::Module& module);

/// Throws RuntimeError unless calls come to this library, from the program and from LibTorch's own
/// code: names the functions that go elsewhere, where they go, and the order of linking that is
/// needed. Looks once; 0.1 ms.
///
/// What it cannot see is a library that was opened with RTLD_DEEPBIND and links LibTorch itself.
void check_module_calls();

} // namespace fx
