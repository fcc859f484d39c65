#include "Functions.h"

#include "fx/Runtime/Functions.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace fx {

namespace {

struct Registry {
  std::shared_mutex mutex;
  std::unordered_map<Symbol, std::shared_ptr<const Function>> functions;
};

Registry& registry() {
  static auto* functions = new Registry(); // leaked on purpose: static graphs may run late
  return *functions;
}

} // namespace

void register_function(const std::string& target, Function function) {
  Registry& known = registry();
  const std::unique_lock lock(known.mutex);
  known.functions[target] = std::make_shared<const Function>(std::move(function));
}

namespace runtime {

namespace {

class FunctionCall : public Call {
public:
  FunctionCall(std::shared_ptr<const Function> function, const Node& node)
      : function_(std::move(function)), positional_(node.args().size()) {
    for (const KeywordArgument& keyword : node.kwargs())
      names_.push_back(keyword.name);
  }

  Value run(Operands operands) const override {
    const auto middle = operands.begin() + static_cast<std::ptrdiff_t>(positional_);
    const Args args(std::make_move_iterator(operands.begin()), std::make_move_iterator(middle));
    Kwargs kwargs;
    for (size_t i = 0; i < names_.size(); ++i)
      kwargs.push_back({names_[i], std::move(operands[positional_ + i])});
    return (*function_)(args, kwargs);
  }

private:
  std::shared_ptr<const Function> function_;
  size_t positional_;
  std::vector<Symbol> names_;
};

} // namespace

std::unique_ptr<const Call> make_function_call(const Node& node) {
  if (node.op() != Opcode::CallFunction) return nullptr;
  Registry& known = registry();
  const std::shared_lock lock(known.mutex);
  const auto found = known.functions.find(node.target());
  if (found == known.functions.end()) return nullptr;
  return std::make_unique<FunctionCall>(found->second, node);
}

} // namespace runtime

} // namespace fx
