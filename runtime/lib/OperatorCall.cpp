#include "OperatorCall.h"

#include "CallBoxed.h"
#include "DirectCall.h"
#include "Parameter.h"

#include "fx/IR/Meta.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Runtime/Errors.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace fx::runtime {

namespace {

/// One overload, and which operands go to which of its parameters.
class Overload {
public:
  Overload(c10::OperatorHandle handle, std::vector<int> parameters, int spread, bool requires_grad)
      : handle_(std::move(handle)), spread_(spread), requires_grad_(requires_grad) {
    const std::vector<c10::Argument>& arguments = handle_.schema().arguments();
    parameters_.reserve(arguments.size());
    for (const c10::Argument& argument : arguments) {
      parameters_.emplace_back(argument);
      operands_.push_back(-1);
      defaults_.push_back(argument.default_value() ? *argument.default_value() : Value());
    }
    for (size_t i = 0; i < parameters.size(); ++i) {
      const int at = parameters[i];
      if (at < 0) continue;
      if (at == spread)
        spread_operands_.push_back(static_cast<int>(i));
      else
        operands_[static_cast<size_t>(at)] = static_cast<int>(i);
    }
    // One operand of a type that is not known may be the list itself.
    if (spread_operands_.size() == 1 && spread >= 0)
      operands_[static_cast<size_t>(spread)] = spread_operands_.front();
    are_in_order_ = spread < 0;
    for (size_t i = 0; i < parameters.size(); ++i)
      are_in_order_ &= parameters[i] == static_cast<int>(i);
    if (are_in_order_ && !requires_grad) direct_ = make_direct_call(handle_, parameters.size());
  }

  const c10::FunctionSchema& schema() const { return handle_.schema(); }

  /// Whether the operands are the first parameters, and taken as they are: then they are the
  /// beginning of the stack.
  bool takes_as_they_are(Operands operands) const {
    if (!are_in_order_) return false;
    for (size_t i = 0; i < operands.size(); ++i)
      if (!parameters_[i].takes_as_is(operands[i])) return false;
    return true;
  }

  Value call_as_they_are(Operands operands) const {
    if (direct_) return direct_->run(operands);
    for (size_t i = operands.size(); i < defaults_.size(); ++i)
      operands.push_back(defaults_[i]);
    fx_kernels::call_boxed(handle_, operands);
    return result_of(operands);
  }

  bool takes(Operands operands, bool wraps) const {
    for (size_t i = 0; i < parameters_.size(); ++i) {
      if (is_spread(i, operands)) {
        if (!std::all_of(spread_operands_.begin(), spread_operands_.end(), [&](int operand) {
              return operands[static_cast<size_t>(operand)].isInt() ||
                     operands[static_cast<size_t>(operand)].isTensor();
            }))
          return false;
      } else if (const int operand = operands_[i];
                 operand >= 0 &&
                 !parameters_[i].takes(operands[static_cast<size_t>(operand)], wraps)) {
        return false;
      }
    }
    return true;
  }

  Value call(Operands operands, bool wraps) const {
    torch::jit::Stack stack;
    stack.reserve(parameters_.size());
    for (size_t i = 0; i < parameters_.size(); ++i) {
      if (is_spread(i, operands)) {
        std::vector<Value> items;
        items.reserve(spread_operands_.size());
        for (const int operand : spread_operands_)
          items.push_back(std::move(operands[static_cast<size_t>(operand)]));
        stack.push_back(parameters_[i].convert(to_list(items), wraps));
      } else if (const int operand = operands_[i]; operand >= 0) {
        stack.push_back(
            parameters_[i].convert(std::move(operands[static_cast<size_t>(operand)]), wraps));
      } else {
        stack.push_back(defaults_[i]);
      }
    }
    fx_kernels::call_boxed(handle_, stack);
    return result_of(stack);
  }

private:
  /// x.view(2, 3), but not x.view(sizes).
  bool is_spread(size_t parameter, Operands operands) const {
    if (spread_ != static_cast<int>(parameter)) return false;
    if (spread_operands_.size() != 1) return true;
    const Value& only = operands[static_cast<size_t>(spread_operands_.front())];
    return !only.isList() && !only.isTuple() && !only.isNone();
  }

  Value result_of(torch::jit::Stack& stack) const {
    if (stack.empty()) return {};
    if (stack.size() > 1) return c10::ivalue::Tuple::create(std::move(stack));
    if (requires_grad_ && stack.front().isTensor()) stack.front().toTensor().requires_grad_(true);
    return std::move(stack.front());
  }

  c10::OperatorHandle handle_;
  int spread_;
  bool requires_grad_;
  std::vector<Parameter> parameters_;
  std::vector<int> operands_;        // by parameter; -1: its default
  std::vector<int> spread_operands_; // those that are the items of the parameter `spread_`
  std::vector<Value> defaults_;
  bool are_in_order_;                  // the operands are the first parameters
  std::unique_ptr<const Call> direct_; // null: only by a stack
};

/// What many calls share.
using Overloads = std::shared_ptr<const std::vector<Overload>>;

/// Several overloads, of which the values choose.
class OperatorCall : public Call {
public:
  OperatorCall(Symbol target, Overloads overloads)
      : target_(target), shared_(std::move(overloads)), overloads_(*shared_) {}

  Value run(Operands operands) const override {
    const size_t last = last_.load(std::memory_order_relaxed);
    if (last < overloads_.size() && overloads_[last].takes_as_they_are(operands))
      return overloads_[last].call_as_they_are(operands);
    if (take(last, operands)) return call(last, operands);
    // First as the values are, then with numbers for tensors.
    for (size_t choice = 0; choice < 2 * overloads_.size(); ++choice) {
      if (choice == last || !take(choice, operands)) continue;
      last_.store(choice, std::memory_order_relaxed);
      return call(choice, operands);
    }
    throw RuntimeError(refusal(operands));
  }

private:
  bool take(size_t choice, Operands operands) const {
    return overloads_[choice % overloads_.size()].takes(operands, choice >= overloads_.size());
  }
  Value call(size_t choice, Operands operands) const {
    return overloads_[choice % overloads_.size()].call(operands, choice >= overloads_.size());
  }

  std::string refusal(Operands operands) const {
    std::string kinds;
    for (const Value& operand : operands)
      kinds += (kinds.empty() ? "" : ", ") + operand.tagKind();
    std::string text = fmt::format("{} takes no ({})", target_.view(), kinds);
    for (const Overload& overload : overloads_)
      text += "\n  it takes " + toString(overload.schema());
    return text;
  }

  Symbol target_;
  Overloads shared_;
  const std::vector<Overload>& overloads_;
  mutable std::atomic<size_t> last_{0};
};

/// "aten::add.Tensor", what a live trace saw; empty: not known.
std::string traced_overload(const Node& node) {
  static const MetaKey<Argument>& key = free_meta_key("overload");
  const Argument* name = node.meta(key);
  return name && name->is(Argument::Kind::String) ? name->symbol().str() : "";
}

Overloads make_overloads(const Node& node, std::span<const ops::Schema> schemas,
                         const std::string& traced) {
  const std::optional<ops::CppFunction>& function = ops::callee_of(node).cpp;
  const ops::PythonFunction* python = function ? function->python : nullptr;
  std::vector<Overload> overloads;
  for (const ops::Schema& schema : schemas) {
    const std::optional<ops::BoundCall> bound = ops::bind_call(node, schema, {}, python);
    if (!bound) continue;
    const std::string name = "aten::" + std::string(schema.name);
    const auto handle =
        c10::Dispatcher::singleton().findSchema({name, std::string(schema.overload)});
    if (!handle || handle->schema().arguments().size() != schema.arguments.size()) continue;
    overloads.emplace_back(*handle, bound->parameters, bound->spread, bound->requires_grad);
    const bool is_traced =
        traced == (schema.overload.empty() ? name : name + "." + std::string(schema.overload));
    if (is_traced) std::rotate(overloads.begin(), overloads.end() - 1, overloads.end());
  }
  return std::make_shared<const std::vector<Overload>>(std::move(overloads));
}

/// The overloads of calls whose operands are all nodes, by position. How such a call binds follows
/// from its target and the number of operands, and a graph has many that are alike. Of the tables
/// that live as long as the program alone. Thread-safe.
class KnownOverloads {
public:
  static KnownOverloads& instance() {
    static auto* known = new KnownOverloads();
    return *known;
  }

  Overloads of(const Node& node, std::span<const ops::Schema> schemas, const std::string& traced) {
    const bool has_key = node.kwargs().empty() &&
                         std::ranges::all_of(node.args(), &Argument::is_node) &&
                         &ops::libtorch_of(node) == ops::LibTorch::built_in().get();
    if (!has_key) return make_overloads(node, schemas, traced);
    const Key key{node.op(), node.target().id(), node.args().size(), schemas.data(), traced};
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = overloads_.find(key); found != overloads_.end()) return found->second;
    }
    Overloads made = make_overloads(node, schemas, traced);
    const std::lock_guard lock(mutex_);
    return overloads_.emplace(key, std::move(made)).first->second;
  }

private:
  using Key = std::tuple<Opcode, const void*, size_t, const ops::Schema*, std::string>;
  std::mutex mutex_;
  std::map<Key, Overloads> overloads_;
};

} // namespace

std::unique_ptr<const Call> make_operator_call(const Node& node,
                                               std::span<const ops::Schema> schemas) {
  Overloads overloads = KnownOverloads::instance().of(node, schemas, traced_overload(node));
  if (overloads->empty()) return nullptr;
  return std::make_unique<OperatorCall>(node.target(), std::move(overloads));
}

std::optional<c10::OperatorHandle> find_registered(const Node& node) {
  constexpr std::string_view prefix = "torch.ops.";
  std::string_view rest = node.target();
  if (!rest.starts_with(prefix)) return std::nullopt;
  rest.remove_prefix(prefix.size());
  const size_t first = rest.find('.');
  if (first == std::string_view::npos) return std::nullopt;
  const std::string_view name = rest.substr(first + 1);
  const size_t second = name.find('.');
  std::string overload =
      second == std::string_view::npos ? "" : std::string(name.substr(second + 1));
  if (overload == "default") overload.clear();
  const auto handle = c10::Dispatcher::singleton().findSchema(
      {fmt::format("{}::{}", rest.substr(0, first), name.substr(0, second)), overload});
  if (!handle) return std::nullopt;
  return *handle;
}

std::unique_ptr<const Call> make_registered_call(const Node& node) {
  const std::optional<c10::OperatorHandle> handle = find_registered(node);
  if (!handle) return nullptr;
  std::vector<int> parameters;
  for (size_t i = 0; i < node.args().size(); ++i)
    parameters.push_back(static_cast<int>(i));
  for (const KeywordArgument& keyword : node.kwargs()) {
    const auto at = handle->schema().argumentIndexWithName(keyword.name.str());
    if (!at)
      throw RuntimeError(
          fmt::format("{} has no parameter {}", node.target().view(), keyword.name.view()));
    parameters.push_back(static_cast<int>(*at));
  }
  if (node.args().size() > handle->schema().arguments().size())
    throw RuntimeError(fmt::format("{} takes {} operands, not {}", node.target().view(),
                                   handle->schema().arguments().size(), node.args().size()));
  const std::vector<c10::Argument>& declared = handle->schema().arguments();
  for (size_t i = 0; i < declared.size(); ++i)
    if (!declared[i].default_value() &&
        std::ranges::find(parameters, static_cast<int>(i)) == parameters.end())
      throw RuntimeError(fmt::format("{} is called without '{}', which has no default",
                                     node.target().view(), declared[i].name()));
  std::vector<Overload> overloads;
  overloads.emplace_back(*handle, std::move(parameters), -1, false);
  return std::make_unique<OperatorCall>(
      node.target(), std::make_shared<const std::vector<Overload>>(std::move(overloads)));
}

} // namespace fx::runtime
