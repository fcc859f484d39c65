// at::autocast: the settings that decide in which type operators compute, and the dispatch keys
// that hold them. What programs make of the setters, mostly a class whose objects are a mode while
// they live, is their own code and is run as such.
#include "Frontend/Models/Torch/Modules.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

using Setting = std::optional<Autocast::Setting>;

/// Of the functions that name their device, from LibTorch 2.4 on. Nothing for other devices.
Setting setting_of_device(const Value& device, bool is_type) {
  if (device.is(Value::Kind::Constant) && device.argument() == Argument::device("cpu"))
    return is_type ? Autocast::CpuDtype : Autocast::CpuEnabled;
  if (device.is(Value::Kind::Constant) && device.argument() == Argument::device("cuda"))
    return is_type ? Autocast::CudaDtype : Autocast::CudaEnabled;
  return std::nullopt;
}

/// What a function reads or sets; its last argument is the value to set.
Setting setting_of(const ModelCall& call) {
  const llvm::StringRef name = call.name;
  if (name.ends_with("autocast_enabled") || name.ends_with("autocast_dtype"))
    return setting_of_device(call.args[0].value, name.ends_with("dtype"));
  return llvm::StringSwitch<Setting>(name)
      .Cases({"is_enabled", "set_enabled"}, Autocast::CudaEnabled)
      .Cases({"is_cpu_enabled", "set_cpu_enabled"}, Autocast::CpuEnabled)
      .Cases({"get_autocast_gpu_dtype", "set_autocast_gpu_dtype"}, Autocast::CudaDtype)
      .Cases({"get_autocast_cpu_dtype", "set_autocast_cpu_dtype"}, Autocast::CpuDtype)
      .Default(Autocast::CacheEnabled);
}

/// Settings that Python's torch.autocast does not know.
bool other_setting(ModelCall& call) {
  if (!call.callee->getReturnType()->isVoidType()) return call.machine.opaque_call(call, false);
  return call.error(diag::changes_what_operators_do, call.name,
                    "torch.autocast of Python is for the CPU and CUDA");
}

Value as_value(const Argument& argument) {
  if (argument.is_node()) return Value::node(argument.as_node());
  if (argument.is(Argument::Kind::Bool)) return Value::boolean(argument.as_bool());
  return Value::constant(argument);
}

bool in_constructor(ModelCall& call) {
  return call.error(diag::autocast_in_a_constructor, call.name);
}

bool read(ModelCall& call) {
  if (call.graph().in_constructor())
    return call.ret(Value::opaque(call.location(), "a setting of autocast in a constructor"));
  const Setting setting = setting_of(call);
  return setting ? call.ret(as_value(call.graph().autocast().read(call.expr, *setting)))
                 : other_setting(call);
}

bool set(ModelCall& call) {
  if (call.graph().in_constructor()) return in_constructor(call);
  const Setting setting = setting_of(call);
  if (!setting) return other_setting(call);
  Argument value;
  if (!call.graph().lower(call.args.back(), value)) return false;
  if (setting == Autocast::CpuDtype && !value.is_node() && value != Argument::dtype("bfloat16"))
    return call.unsupported(missing::autocast_in_another_type);
  call.graph().autocast().set(call.expr, *setting, value);
  return call.ret(Value::none());
}

bool nest(ModelCall& call) {
  if (call.graph().in_constructor()) return in_constructor(call);
  const int by = call.name == "increment_nesting" ? 1 : -1;
  return call.ret(Value::integer(call.graph().autocast().nest(call.expr, by), 32));
}

bool clear_cache(ModelCall& call) {
  if (!call.graph().in_constructor()) call.graph().autocast().clear_cache(call.expr);
  return call.ret(Value::none());
}

/// Autocast is on while its dispatch key is not excluded. Nothing for other keys.
std::optional<Autocast::Setting> device_of(const ModelCall& call) {
  if (call.args.empty() || call.args[0].expr == nullptr) return std::nullopt;
  const auto* type = call.args[0].expr->getType()->getAs<EnumType>();
  if (type == nullptr || !call.args[0].value.is(Value::Kind::Int)) return std::nullopt;
  for (const EnumConstantDecl* key : type->getDecl()->enumerators()) {
    if (key->getInitVal().getExtValue() != call.args[0].value.as_int()) continue;
    if (key->getName() == "AutocastCPU") return Autocast::CpuEnabled;
    if (key->getName() == "AutocastCUDA" || key->getName() == "Autocast")
      return Autocast::CudaEnabled;
  }
  return std::nullopt;
}

bool other_key(ModelCall& call) {
  return call.error(diag::unknown_dispatch_key);
}

/// c10::impl::tls_set_dispatch_key_excluded(key, excluded)
bool set_excluded(ModelCall& call) {
  const std::optional<Autocast::Setting> device = device_of(call);
  if (!device) return other_key(call);
  if (call.graph().in_constructor()) return in_constructor(call);
  if (!call.args[1].value.is_bool()) return call.unsupported(missing::dispatch_key_of_a_run);
  call.graph().autocast().set(call.expr, *device, Argument(call.args[1].value.as_int() == 0));
  return call.ret(Value::none());
}

/// c10::impl::tls_is_dispatch_key_excluded(key)
bool is_excluded(ModelCall& call) {
  const std::optional<Autocast::Setting> device = device_of(call);
  if (!device) return other_key(call);
  if (call.graph().in_constructor())
    return call.ret(Value::opaque(call.location(), "a setting of autocast in a constructor"));
  const Argument enabled = call.graph().autocast().read(call.expr, *device);
  if (!enabled.is_node()) return call.ret(Value::boolean(!enabled.as_bool()));
  return call.ret(
      Value::node(call.graph().emit(call.expr, Opcode::CallFunction, "operator.not_", {enabled})));
}

/// c10::impl::ExcludeDispatchKeyGuard(key): autocast is off while it lives.
bool exclude(ModelCall& call) {
  const std::optional<Autocast::Setting> device = device_of(call);
  if (!device) return other_key(call);
  if (call.graph().in_constructor()) return in_constructor(call);
  Autocast& autocast = call.graph().autocast();
  const Argument before = autocast.read(call.expr, *device);
  autocast.set(call.expr, *device, Argument(false));
  const auto* record = llvm::cast<CXXConstructorDecl>(call.callee)->getParent();
  Object* object = call.storage().create(Object::Kind::Class, record);
  object->elements.push_back(call.storage().allocate(Value::integer(*device)));
  object->elements.push_back(call.storage().allocate(as_value(before)));
  return call.ret(Value::object(object));
}

} // namespace

bool is_key_guard(const CXXRecordDecl* record) {
  return record->getIdentifier() && record->getName() == "ExcludeDispatchKeyGuard" &&
         is_torch_library(record);
}

bool leave_key_guard(Machine& machine, const Expr* where, const Object* guard) {
  if (guard->elements.size() != 2) return true;
  Autocast& autocast = machine.graph().autocast();
  const auto device = static_cast<Autocast::Setting>(guard->elements[0]->value().as_int());
  const Value& before = guard->elements[1]->value();
  // What was off before, the guard has not switched off.
  if (before.is_bool() && before.as_int() == 0) return true;
  if (!before.is_bool() && autocast.now(device) != Argument(false))
    return machine.report().unsupported(where, missing::autocast_under_an_exclude_guard);
  autocast.set(where, device, before.is_bool() ? Argument(true) : Argument(before.node()));
  return true;
}

extern const ModelTable autocast_models = {
    {"at::autocast::is_{enabled,cpu_enabled,autocast_enabled,autocast_cache_enabled}", read,
     operates},
    {"at::autocast::get_autocast_{cpu_,gpu_,}dtype", read, operates},
    {"at::autocast::set_{enabled,cpu_enabled,autocast_enabled,autocast_cache_enabled}", set,
     sets_program},
    {"at::autocast::set_autocast_{cpu_,gpu_,}dtype", set, sets_program},
    {"at::autocast::*", other_setting, sets_program},
    {"at::autocast::{increment,decrement}_nesting", nest, sets_program},
    {"at::autocast::clear_cache", clear_cache, sets_program},
    {"c10::impl::tls_is_dispatch_key_excluded", is_excluded, operates},
    {"c10::impl::tls_set_dispatch_key_excluded", set_excluded, sets_program},
    {"c10::impl::ExcludeDispatchKeyGuard::ExcludeDispatchKeyGuard", exclude, sets_program},
};

} // namespace fx::frontend
