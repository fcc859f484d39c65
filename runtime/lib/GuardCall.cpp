#include "GuardCall.h"

#include "Autocast.h"

#include "fx/IR/ElementType.h"
#include "fx/Runtime/Errors.h"

#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>

#include <fmt/format.h>

#include <exception>
#include <functional>
#include <optional>
#include <unordered_map>

namespace fx::runtime {

namespace {

/// What torch.no_grad() and its like give: entered and left by nodes of their own.
struct Guard : torch::CustomClassHolder {
  virtual void enter() = 0;
  virtual void exit() = 0;
};

class GradGuard : public Guard {
public:
  explicit GradGuard(bool on) : on_(on) {}
  void enter() override {
    before_ = c10::GradMode::is_enabled();
    c10::GradMode::set_enabled(on_);
  }
  void exit() override { c10::GradMode::set_enabled(before_); }

private:
  bool on_, before_ = true;
};

/// torch.set_grad_enabled works from where it is made.
class SetGradGuard : public Guard {
public:
  explicit SetGradGuard(bool on) : before_(c10::GradMode::is_enabled()) {
    c10::GradMode::set_enabled(on);
  }
  void enter() override {}
  void exit() override { c10::GradMode::set_enabled(before_); }

private:
  bool before_;
};

class InferenceGuard : public Guard {
public:
  explicit InferenceGuard(bool on) : on_(on) {}
  void enter() override { mode_.emplace(on_); }
  void exit() override { mode_.reset(); }

private:
  bool on_;
  std::optional<c10::InferenceMode> mode_;
};

class AutocastGuard : public Guard {
public:
  AutocastGuard(bool on_cpu, std::optional<c10::ScalarType> type, bool on,
                std::optional<bool> has_cache)
      : on_cpu_(on_cpu), type_(type), on_(on), has_cache_(has_cache) {}
  void enter() override {
    was_on_ = is_autocast_on(on_cpu_);
    old_type_ = autocast_type(on_cpu_);
    had_cache_ = at::autocast::is_autocast_cache_enabled();
    at::autocast::increment_nesting();
    set_autocast(on_cpu_, on_);
    set_autocast_type(on_cpu_, type_.value_or(old_type_));
    at::autocast::set_autocast_cache_enabled(has_cache_.value_or(had_cache_));
  }
  void exit() override {
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
    set_autocast(on_cpu_, was_on_);
    set_autocast_type(on_cpu_, old_type_);
    at::autocast::set_autocast_cache_enabled(had_cache_);
  }

private:
  bool on_cpu_;
  std::optional<c10::ScalarType> type_;
  bool on_;
  std::optional<bool> has_cache_;
  bool was_on_ = false, had_cache_ = true;
  c10::ScalarType old_type_ = c10::ScalarType::Undefined;
};

/// The operands of a node by position or by name.
class Given {
public:
  Given(const Node& node, const std::vector<Value>& operands) : node_(node), operands_(operands) {}

  /// None: it was left out.
  Value find(size_t index, std::string_view name) const {
    if (index < node_.args().size()) return operands_[index];
    for (size_t i = 0; i < node_.kwargs().size(); ++i)
      if (node_.kwargs()[i].name.view() == name) return operands_[node_.args().size() + i];
    return {};
  }
  bool flag(size_t index, std::string_view name, bool otherwise) const {
    const Value value = find(index, name);
    return value.isNone() ? otherwise : value.toBool();
  }
  std::optional<c10::ScalarType> type(size_t index, std::string_view name) const {
    const Value value = find(index, name);
    if (value.isNone()) return std::nullopt;
    if (value.isInt()) return static_cast<c10::ScalarType>(value.toInt());
    if (const SpecialValue* special = special_value(value))
      for (const ElementType& row : all_element_types())
        if (special->name.view() == row.name) return static_cast<c10::ScalarType>(row.number);
    throw RuntimeError(fmt::format("{} takes a dtype", node_.target().view()));
  }
  bool on_cpu() const {
    const Value value = find(0, "device_type");
    const std::string name = value.isDevice()   ? c10::DeviceTypeName(value.toDevice().type(), true)
                             : value.isString() ? value.toStringRef()
                                                : std::string();
    if (name != "cpu" && name != "cuda")
      throw RuntimeError("torch.autocast is for 'cpu' and 'cuda' here");
    return name == "cpu";
  }

private:
  const Node& node_;
  const std::vector<Value>& operands_;
};

template <class Made, class... Arguments>
Value made(Arguments... arguments) {
  return Value::make_capsule(c10::make_intrusive<Made>(arguments...));
}

Value dtype_value(c10::ScalarType type) {
  for (const ElementType& row : all_element_types())
    if (row.number == static_cast<int>(type)) return to_value(Argument::dtype(row.name));
  throw RuntimeError("autocast is set to a type that no graph has a word for");
}

using Run = Value (*)(const Given&);

template <bool OnCpu>
Value set_enabled(const Given& given) {
  set_autocast(OnCpu, given.flag(0, "enabled", true));
  return {};
}
template <bool OnCpu>
Value set_type(const Given& given) {
  set_autocast_type(OnCpu, given.type(0, "dtype").value_or(autocast_type(OnCpu)));
  return {};
}

Guard& guard_of(const Given& given) {
  const Value value = given.find(0, "self");
  if (value.isCapsule())
    if (auto* guard = dynamic_cast<Guard*>(value.toCapsule().get())) return *guard;
  throw RuntimeError("__enter__ and __exit__ take a mode, what torch.no_grad() gives say");
}

const std::unordered_map<std::string_view, Run>& functions() {
  static const std::unordered_map<std::string_view, Run> all = {
      {"torch.no_grad", [](const Given&) { return made<GradGuard>(false); }},
      {"torch.enable_grad", [](const Given&) { return made<GradGuard>(true); }},
      {"torch.set_grad_enabled",
       [](const Given& given) { return made<SetGradGuard>(given.flag(0, "mode", true)); }},
      {"torch.inference_mode",
       [](const Given& given) { return made<InferenceGuard>(given.flag(0, "mode", true)); }},
      {"torch.autocast",
       [](const Given& given) {
         const Value cache = given.find(3, "cache_enabled");
         return made<AutocastGuard>(given.on_cpu(), given.type(1, "dtype"),
                                    given.flag(2, "enabled", true),
                                    cache.isNone() ? std::nullopt : std::optional(cache.toBool()));
       }},
      {"torch.set_autocast_enabled", set_enabled<false>},
      {"torch.set_autocast_cpu_enabled", set_enabled<true>},
      {"torch.set_autocast_gpu_dtype", set_type<false>},
      {"torch.set_autocast_cpu_dtype", set_type<true>},
      {"torch.set_autocast_cache_enabled",
       [](const Given& given) {
         at::autocast::set_autocast_cache_enabled(given.flag(0, "enabled", true));
         return Value();
       }},
      {"torch.is_autocast_enabled", [](const Given&) { return Value(is_autocast_on(false)); }},
      {"torch.is_autocast_cpu_enabled", [](const Given&) { return Value(is_autocast_on(true)); }},
      {"torch.is_autocast_cache_enabled",
       [](const Given&) { return Value(at::autocast::is_autocast_cache_enabled()); }},
      {"torch.get_autocast_gpu_dtype",
       [](const Given&) { return dtype_value(autocast_type(false)); }},
      {"torch.get_autocast_cpu_dtype",
       [](const Given&) { return dtype_value(autocast_type(true)); }},
      {"torch.autocast_increment_nesting",
       [](const Given&) { return Value(int64_t{at::autocast::increment_nesting()}); }},
      {"torch.autocast_decrement_nesting",
       [](const Given&) { return Value(int64_t{at::autocast::decrement_nesting()}); }},
      {"torch.clear_autocast_cache",
       [](const Given&) {
         at::autocast::clear_cache();
         return Value();
       }},
  };
  return all;
}

const std::unordered_map<std::string_view, Run>& methods() {
  static const std::unordered_map<std::string_view, Run> all = {
      {"__enter__",
       [](const Given& given) {
         guard_of(given).enter();
         return Value();
       }},
      {"__exit__",
       [](const Given& given) {
         guard_of(given).exit();
         return Value();
       }},
  };
  return all;
}

class GuardCall : public Call {
public:
  GuardCall(const Node& node, Run run) : node_(node), run_(run) {}
  Value run(Operands operands) const override { return run_(Given(node_, operands)); }

private:
  const Node& node_;
  Run run_;
};

} // namespace

std::unique_ptr<const Call> make_guard_call(const Node& node) {
  if (node.op() != Opcode::CallFunction && node.op() != Opcode::CallMethod) return nullptr;
  const auto& known = node.op() == Opcode::CallFunction ? functions() : methods();
  const auto found = known.find(node.target().view());
  return found == known.end() ? nullptr : std::make_unique<GuardCall>(node, found->second);
}

bool is_guard(const Value& value) {
  return value.isCapsule() && dynamic_cast<const Guard*>(value.toCapsule().get()) != nullptr;
}

namespace {

int autocast_nesting() {
  at::autocast::increment_nesting();
  return at::autocast::decrement_nesting();
}

} // namespace

ThreadModes::ThreadModes()
    : autograd_(c10::AutogradState::get_tls_state()),
      keys_(c10::impl::tls_local_dispatch_key_set()), cpu_type_(autocast_type(true)),
      cuda_type_(autocast_type(false)),
      has_autocast_cache_(at::autocast::is_autocast_cache_enabled()),
      autocast_nesting_(runtime::autocast_nesting()) {}

void ThreadModes::set() const {
  c10::AutogradState::set_tls_state(autograd_);
  c10::impl::_force_tls_local_dispatch_key_set(keys_);
  set_autocast_type(true, cpu_type_);
  set_autocast_type(false, cuda_type_);
  at::autocast::set_autocast_cache_enabled(has_autocast_cache_);
  int nesting = runtime::autocast_nesting();
  while (nesting < autocast_nesting_)
    nesting = at::autocast::increment_nesting();
  while (nesting > autocast_nesting_)
    nesting = at::autocast::decrement_nesting();
  if (nesting == 0) at::autocast::clear_cache();
}

ModesOnError::ModesOnError() : exceptions_(std::uncaught_exceptions()) {}

ModesOnError::~ModesOnError() {
  if (std::uncaught_exceptions() != exceptions_) before_.set();
}

} // namespace fx::runtime
