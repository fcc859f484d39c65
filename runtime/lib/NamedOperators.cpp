#include "NamedOperators.h"

#include "fx/Runtime/Errors.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <utility>

namespace fx::runtime {

const c10::OperatorHandle* find_operator(const char* name, const char* overload) {
  static std::map<std::pair<std::string, std::string>, c10::optional<c10::OperatorHandle>> known;
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  auto [found, is_new] = known.try_emplace({name, overload});
  if (is_new) found->second = c10::Dispatcher::singleton().findSchema({name, overload});
  return found->second ? &*found->second : nullptr;
}

c10::IValue call_operator(const char* name, torch::jit::Stack stack, const char* overload) {
  const c10::OperatorHandle* found = find_operator(name, overload);
  if (found == nullptr)
    throw RuntimeError(fmt::format("LibTorch was built without the operator {}", name));
  found->callBoxed(&stack);
  if (stack.size() == 1) return std::move(stack.front());
  return c10::ivalue::Tuple::create(std::move(stack));
}

} // namespace fx::runtime
