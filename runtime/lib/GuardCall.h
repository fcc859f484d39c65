// The modes of a thread as nodes: torch.no_grad() and its like, __enter__ and __exit__, and the
// settings of autocast.
#pragma once

#include "Call.h"

#include <c10/core/AutogradState.h>
#include <c10/core/ScalarType.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

namespace fx::runtime {

/// Null: the node has nothing to do with a mode.
std::unique_ptr<const Call> make_guard_call(const Node& node);
/// Whether the value is that of torch.no_grad() or the like.
bool is_guard(const Value& value);

/// The modes that a thread is in.
class ThreadModes {
public:
  /// Those of now.
  ThreadModes();
  /// Brings the thread into them.
  void set() const;

private:
  c10::AutogradState autograd_;
  c10::impl::LocalDispatchKeySet keys_; // autocast is on where its key is not excluded
  c10::ScalarType cpu_type_, cuda_type_;
  bool has_autocast_cache_;
  int autocast_nesting_;
};

/// Gives the thread the modes back that it had.
class KeptModesOfThread {
public:
  KeptModesOfThread() = default;
  ~KeptModesOfThread() { before_.set(); }
  KeptModesOfThread(const KeptModesOfThread&) = delete;
  KeptModesOfThread& operator=(const KeptModesOfThread&) = delete;

private:
  ThreadModes before_;
};

/// The same when an exception ends its life: a node that throws leaves what was entered before it,
/// as a guard of C++ does.
class ModesOnError {
public:
  ModesOnError();
  ~ModesOnError();
  ModesOnError(const ModesOnError&) = delete;
  ModesOnError& operator=(const ModesOnError&) = delete;

private:
  int exceptions_;
  ThreadModes before_;
};

} // namespace fx::runtime
