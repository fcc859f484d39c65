// What runs in a thread that traces, and what proxies share with the tracer that made them.
#pragma once

#include "fx/Runtime/Tracer.h"

#include <c10/core/DispatchKeySet.h>
#include <c10/core/Storage.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <algorithm>
#include <functional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace fx::runtime {

class OperatorRules;

/// Proxies keep it when the tracer is gone.
struct TraceState {
  TracerBase* tracer = nullptr; // null: gone, or its trace is over
  /// Of a trace that runs; of no thread: any may use the proxies.
  std::thread::id thread = {};
  /// Operators are seen below autograd: Tracer::below_autograd_.
  bool below_autograd = false;
  /// Parts of results, each made for a tensor that the program may never use.
  std::vector<Node*> parts = {};

  static TraceState& of(TracerBase& tracer) { return *tracer.state_; }
  static const std::shared_ptr<TraceState>& shared(const TracerBase& tracer) {
    return tracer.state_;
  }
  static Argument tensor_arg(TracerBase& tracer, const at::Tensor& tensor) {
    return tracer.tensor_arg(tensor);
  }
  static void written(TracerBase& tracer, const at::Tensor& tensor, Node* node) {
    tracer.tensor_written(tensor, node);
  }
  static std::optional<at::Tensor> known_value(TracerBase& tracer, const at::Tensor& tensor) {
    return tracer.known_value(tensor);
  }
};

/// By the tensor in whose place it stands.
using StandIns = std::unordered_map<const c10::TensorImpl*, at::Tensor>;

/// What is known of a trace that LibTorch functionalizes. It puts what is computed for a write into
/// the place of what is written to; where that has other strides, those of the program's tensors
/// are not known from there on.
struct Functionalization {
  /// The operator that computes for a write, which was tried on tensors on Meta, and the strides of
  /// what is written to; empty: none is to come.
  std::string write;
  std::vector<int64_t> strides;
  bool lost_strides = false;
};

struct ThreadTrace {
  /// Of the trace that runs in this thread, or null.
  Tracer* tracer = nullptr;
  /// Operators only compute examples, for the shapes of what a leaf module gives.
  bool shapes_only = false;
  /// Where examples are computed with an operator that has no kernel on Meta, on the CPU; null: its
  /// names are not asked for. `cpu_examples`: without it the operator's error comes out.
  std::vector<std::string>* without_meta = nullptr;
  bool cpu_examples = true;
  /// Operators run as usual, and what they give is shown: observe_operators().
  const std::function<void(const Value&)>* observer = nullptr;
  /// What stands for operators, in a trace below autograd; null: they are recorded.
  const OperatorRules* take_apart = nullptr;
  /// LibTorch's functionalization runs; null: it does not.
  Functionalization* functionalization = nullptr;
  /// What a module's tensors are for now: functional_call(). Null: what they are.
  const StandIns* stand_ins = nullptr;
  /// Where the trace began: frames of the stack above it are not the traced program's.
  const void* stack_base = nullptr;
  /// A norm of torch::nn whose forward runs and is recorded at its operator, and what it is called
  /// with: ModuleCallListener::norm_started.
  torch::nn::Module* norm = nullptr;
  const c10::TensorImpl* norm_input = nullptr;
  using Storages = std::vector<c10::Storage>;
  /// Memory of a tensor that torch::tensor({1, 2}) fills element by element: what it calls for that
  /// is no step of the program's.
  struct Unfinished {
    c10::Storage storage;
    int64_t empty = 0; // elements that are not filled
    bool is_indexed = false;
  };
  /// Until it has filled them, or a node uses them.
  std::vector<Unfinished> unfinished = {};
  /// Memory of those that it has made in this trace, and the get_attr nodes of such tensors.
  Storages made = {};
  std::vector<Node*> made_constants = {};

  static bool has(const Storages& storages, const at::Tensor& tensor) {
    return tensor.has_storage() &&
           std::any_of(storages.begin(), storages.end(), [&](const c10::Storage& storage) {
             return storage.unsafeGetStorageImpl() == tensor.storage().unsafeGetStorageImpl();
           });
  }
  /// Null: it is none of them.
  Unfinished* find_unfinished(const at::Tensor& tensor) {
    if (!tensor.has_storage()) return nullptr;
    for (Unfinished& making : unfinished)
      if (making.storage.unsafeGetStorageImpl() == tensor.storage().unsafeGetStorageImpl())
        return &making;
    return nullptr;
  }
  bool is_made(const at::Tensor& tensor) {
    return has(made, tensor) || find_unfinished(tensor) != nullptr;
  }
  void finish(const at::Tensor& tensor) {
    if (const Unfinished* making = find_unfinished(tensor))
      unfinished.erase(unfinished.begin() + (making - unfinished.data()));
  }
  /// The last step of torch::tensor(), which made `tensor` of another or of a number.
  void finish_made(const at::Tensor& tensor) {
    finish(tensor);
    if (tensor.has_storage()) made.push_back(tensor.storage());
  }
};
ThreadTrace& this_thread();

/// What a tensor of a module is for now.
inline at::Tensor stand_in_of(const at::Tensor& tensor) {
  const StandIns* stand_ins = this_thread().stand_ins;
  if (stand_ins == nullptr) return tensor;
  const auto found = stand_ins->find(tensor.unsafeGetTensorImpl());
  return found == stand_ins->end() ? tensor : found->second;
}

/// The key below autograd that is free in LibTorch, which keeps it for fake tensors of others.
constexpr c10::DispatchKey below_autograd_key = c10::DispatchKey::Fake;

constexpr c10::DispatchKeySet keys_above_autograd() {
  return c10::DispatchKeySet{c10::DispatchKey::TESTING_ONLY_GenericWrapper,
                             c10::DispatchKey::TESTING_ONLY_GenericMode};
}
constexpr c10::DispatchKeySet trace_keys() {
  return keys_above_autograd().add(below_autograd_key);
}
/// Of tensors that are conjugated or negated when they are read. A trace below autograd goes past
/// what resolves them, and records what the program calls.
constexpr c10::DispatchKeySet lazy_keys() {
  return c10::DispatchKeySet{c10::DispatchKey::Conjugate, c10::DispatchKey::Negative};
}

/// Operators run as if nothing was traced.
class Untraced {
public:
  Untraced() : guard_(keys()) {}

private:
  static c10::impl::LocalDispatchKeySet keys() {
    c10::impl::LocalDispatchKeySet keys = c10::impl::tls_local_dispatch_key_set();
    keys.excluded_ = (keys.excluded_ | trace_keys()) - lazy_keys();
    return keys;
  }
  c10::impl::ForceDispatchKeyGuard guard_;
};

} // namespace fx::runtime
