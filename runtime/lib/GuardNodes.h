// Changes of a thread's modes in a traced program as nodes.
#pragma once

#include "fx/Runtime/Tracer.h"

#include <exception>
#include <map>
#include <string>

namespace fx::runtime {

/// A mode that changes and changes back is entered and left: who says so, a guard or a setter, is
/// not told. One that changes nothing, a NoGradGuard in another, is no node, and neither is one in
/// which nothing is recorded.
class GuardNodes {
public:
  explicit GuardNodes(TracerBase& tracer);

  void changed(const GuardChange& change) noexcept;
  /// Throws what a node could not be made for: changed() is called by destructors.
  void check() const {
    if (error_) std::rethrow_exception(error_);
  }

private:
  struct Entered {
    Node* guard;
    Node* enter;
    int64_t before;
    int64_t type; // of autocast
  };

  void record(const GuardChange& change);
  void toggle(const std::string& key, const GuardChange& change, Symbol target,
              std::vector<Argument> args, int64_t type = 0);
  void call(Symbol target, Argument argument);

  TracerBase& tracer_;
  std::map<std::string, Entered> entered_;
  bool in_inference_;
  std::exception_ptr error_;
};

} // namespace fx::runtime
