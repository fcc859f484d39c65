#include "Frontend/Lower/Autocast.h"

#include "Frontend/Lower/GraphBuilder.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

struct SettingNames {
  std::string_view getter, setter;
  std::string_view in_words;
};

constexpr SettingNames names[] = {
    {"torch.is_autocast_cpu_enabled", "torch.set_autocast_cpu_enabled", "autocast on the CPU"},
    {"torch.get_autocast_cpu_dtype", "torch.set_autocast_cpu_dtype", "the CPU's type of autocast"},
    {"torch.is_autocast_enabled", "torch.set_autocast_enabled", "autocast on CUDA"},
    {"torch.get_autocast_gpu_dtype", "torch.set_autocast_gpu_dtype", "CUDA's type of autocast"},
    {"torch.is_autocast_cache_enabled", "torch.set_autocast_cache_enabled", "autocast's cache"},
};

/// What LibTorch starts with.
Argument initial(Autocast::Setting setting) {
  switch (setting) {
  case Autocast::CpuEnabled:
  case Autocast::CudaEnabled: return Argument(false);
  case Autocast::CpuDtype: return Argument::dtype("bfloat16");
  case Autocast::CudaDtype: return Argument::dtype("float16");
  case Autocast::CacheEnabled: break;
  }
  return Argument(true);
}

Autocast::Setting dtype_of(Autocast::Setting enabled) {
  return enabled == Autocast::CpuEnabled ? Autocast::CpuDtype : Autocast::CudaDtype;
}

bool is_off(const Argument& enabled) {
  return enabled.is(Argument::Kind::Bool) && !enabled.as_bool();
}

} // namespace

void Autocast::begin_call() {
  wanted_ = actual_ = {};
  set_by_ = {};
  asked_ = {};
  open_.clear();
  exits_.clear();
  nesting_ = 0;
  nested_by_ = cleared_by_ = nullptr;
  is_behind_ = false;
}

Argument Autocast::read(const Expr* where, Setting setting) {
  if (!wanted_[setting].is_none()) return wanted_[setting];
  if (asked_[setting] == nullptr)
    asked_[setting] = graph_.emit(where, Opcode::CallFunction, names[setting].getter, {});
  return Argument(asked_[setting]);
}

void Autocast::set(const Expr* where, Setting setting, const Argument& value) {
  const bool is_callers = value.is_node() && value.as_node() == asked_[setting];
  wanted_[setting] = is_callers ? Argument() : value;
  set_by_[setting] = where;
  is_behind_ = true;
}

int64_t Autocast::nest(const Expr* where, int by) {
  nested_by_ = where;
  return nesting_ += by;
}

void Autocast::clear_cache(const Expr* where) {
  cleared_by_ = where;
  is_behind_ = true;
}

bool Autocast::may_be_on() const {
  const auto is_on = [](const Argument& enabled) { return !enabled.is_none() && !is_off(enabled); };
  return is_on(actual_[CpuEnabled]) || is_on(actual_[CudaEnabled]);
}

Argument Autocast::operand(Setting setting) const {
  return wanted_[setting].is_none() ? Argument(asked_[setting]) : wanted_[setting];
}

void Autocast::enter(Setting enabled) {
  const Setting dtype = dtype_of(enabled);
  const Expr* where = set_by_[enabled] ? set_by_[enabled] : set_by_[dtype];
  Node* guard = graph_.emit(where, Opcode::CallFunction, "torch.autocast",
                            {Argument::string(enabled == CpuEnabled ? "cpu" : "cuda"),
                             actual_[dtype] == wanted_[dtype] ? Argument() : operand(dtype),
                             operand(enabled)});
  graph_.emit(where, Opcode::CallMethod, "__enter__", {Argument(guard)});
  open_.push_back({guard, enabled, actual_});
  actual_[enabled] = wanted_[enabled];
  actual_[dtype] = wanted_[dtype];
}

void Autocast::leave(size_t mode) {
  const Mode left = open_[mode];
  open_.erase(open_.begin() + static_cast<ptrdiff_t>(mode));
  const Expr* where = set_by_[left.enabled];
  Node* exit = graph_.emit(where, Opcode::CallMethod, "__exit__",
                           {Argument(left.guard), Argument(), Argument(), Argument()});
  // Who leaves the outermost mode empties the cache, which the program has done or has not: then
  // weights stay in it, as they were when they were cast.
  if (open_.empty() && std::exchange(cleared_by_, nullptr) == nullptr)
    exits_.push_back({exit, where, is_off(actual_[left.enabled])});
  for (const Setting setting : {left.enabled, dtype_of(left.enabled), CacheEnabled})
    actual_[setting] = left.before[setting];
}

void Autocast::keep_cache() {
  // A mode that is off puts nothing into the cache.
  if (llvm::all_of(exits_, [](const Exit& exit) { return exit.was_off; })) return;
  for (const Exit& exit : exits_) {
    Graph& graph = graph_.graph();
    {
      const auto at = graph.inserting_before(exit.node);
      graph_.emit(exit.where, Opcode::CallFunction, "torch.autocast_increment_nesting", {});
    }
    const auto at = graph.inserting_before(exit.node->next());
    graph_.emit(exit.where, Opcode::CallFunction, "torch.autocast_decrement_nesting", {});
  }
}

void Autocast::assign(Setting setting) {
  graph_.emit(set_by_[setting], Opcode::CallFunction, names[setting].setter, {operand(setting)});
  actual_[setting] = wanted_[setting];
}

void Autocast::adjust_device(Setting enabled) {
  const Setting dtype = dtype_of(enabled);
  const auto is_right = [&](const Settings& settings) {
    return settings[enabled] == wanted_[enabled] && settings[dtype] == wanted_[dtype];
  };
  if (is_right(actual_)) return;
  const auto is_open = [&](const Mode& mode) { return mode.enabled == enabled; };
  // Out of the modes that began after the program had it as it wants it now. What it did not ask
  // for it does not mean to put back: `false` ends all modes.
  const bool ends_all = is_off(wanted_[enabled]) && asked_[enabled] == nullptr;
  size_t first = open_.size();
  for (size_t i = open_.size(); i-- > 0 && (ends_all || first == open_.size());)
    if (is_open(open_[i]) && (ends_all || is_right(open_[i].before))) first = i;
  for (size_t i = open_.size(); i-- > first;)
    if (is_open(open_[i])) leave(i);
  if (is_right(actual_)) return;
  const bool was_open = llvm::any_of(open_, is_open);
  const bool is_used = !actual_[enabled].is_none() && !is_off(actual_[enabled]);
  if (actual_[enabled] == wanted_[enabled] ? is_used : (!ends_all || was_open)) {
    enter(enabled);
    return;
  }
  for (const Setting setting : {enabled, dtype})
    if (actual_[setting] != wanted_[setting]) assign(setting);
}

void Autocast::catch_up() {
  is_behind_ = false;
  adjust_device(CudaEnabled);
  adjust_device(CpuEnabled);
  if (actual_[CacheEnabled] != wanted_[CacheEnabled]) assign(CacheEnabled);
  if (const Expr* where = std::exchange(cleared_by_, nullptr))
    graph_.emit(where, Opcode::CallFunction, "torch.clear_autocast_cache", {});
}

bool Autocast::finish() {
  for (size_t i = 0; i < num_settings; ++i) {
    const auto setting = static_cast<Setting>(i);
    if (wanted_[setting].is_none() || wanted_[setting] == initial(setting)) continue;
    return report_.error(set_by_[setting], diag::mode_left_on, names[setting].in_words);
  }
  if (nesting_ != 0) return report_.error(nested_by_, diag::autocast_nesting);
  is_behind_ = false;
  while (!open_.empty())
    leave(open_.size() - 1);
  for (size_t i = 0; i < num_settings; ++i)
    if (actual_[i] != wanted_[i]) assign(static_cast<Setting>(i));
  if (cleared_by_) catch_up();
  keep_cache();
  for (Node*& asked : asked_)
    if (asked && asked->users().empty()) {
      graph_.graph().erase_node(asked);
      asked = nullptr;
    }
  return true;
}

} // namespace fx::frontend
