#include "Observe.h"

#include "TraceState.h"

namespace fx::runtime {

namespace {

class Observed {
public:
  explicit Observed(const std::function<void(const Value&)>& observer)
      : keys_(c10::DispatchKeySet(c10::DispatchKey::TESTING_ONLY_GenericMode)) {
    this_thread().observer = &observer;
  }
  ~Observed() { this_thread().observer = nullptr; }
  Observed(const Observed&) = delete;
  Observed& operator=(const Observed&) = delete;

private:
  c10::impl::IncludeDispatchKeyGuard keys_;
};

} // namespace

Value observe_operators(const std::function<Value()>& program,
                        const std::function<void(const Value&)>& observer) {
  const Observed observed(observer);
  return program();
}

} // namespace fx::runtime
