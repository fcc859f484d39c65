#include "GuardNodes.h"

#include "Autocast.h"
#include "TraceState.h"
#include "UserFrames.h"

#include "fx/IR/ElementType.h"

#include <c10/core/InferenceMode.h>

#include <fmt/format.h>

namespace fx::runtime {

namespace {

Argument dtype(int64_t number) {
  for (const ElementType& row : all_element_types())
    if (row.number == number) return Argument::dtype(row.name);
  throw TraceError("autocast is set to a type that no graph has a word for" + at_user_line());
}

bool is_cpu(const GuardChange& change) {
  if (change.device == "cpu" || change.device == "cuda") return change.device == "cpu";
  throw TraceError(fmt::format("a graph has no autocast for {}{}", change.device, at_user_line()));
}

/// This library's own steps, and those of a module that is one node.
bool is_of_program() {
  return !this_thread().shapes_only &&
         !c10::impl::tls_is_dispatch_key_excluded(c10::DispatchKey::TESTING_ONLY_GenericMode);
}

} // namespace

GuardNodes::GuardNodes(TracerBase& tracer)
    : tracer_(tracer), in_inference_(c10::InferenceMode::is_enabled()) {}

void GuardNodes::changed(const GuardChange& change) noexcept {
  if (error_ || !is_of_program()) return;
  try {
    record(change);
  } catch (...) {
    error_ = std::current_exception();
  }
}

void GuardNodes::record(const GuardChange& change) {
  using Mode = GuardChange::Mode;
  if (change.before == change.value) return;
  switch (change.mode) {
  case Mode::ForwardGrad: return; // with InferenceMode
  case Mode::Grad:
    // InferenceMode sets it too, and tells it first.
    if (c10::InferenceMode::is_enabled() != in_inference_) return;
    return toggle("grad", change, change.value ? "torch.enable_grad" : "torch.no_grad", {});
  case Mode::Inference:
    in_inference_ = change.value != 0;
    return toggle("inference", change, "torch.inference_mode", {Argument(change.value != 0)});
  case Mode::Autocast: {
    const bool on_cpu = is_cpu(change);
    const auto type = static_cast<int64_t>(autocast_type(on_cpu));
    const auto known = entered_.find(change.device);
    const bool leaves = known != entered_.end() && known->second.before == change.value;
    const int64_t type_before = leaves ? known->second.type : type;
    toggle(change.device, change, "torch.autocast",
           {Argument::string(change.device), dtype(type), Argument(change.value != 0)}, type);
    // Leaving sets the type back, whether the program has or not.
    if (type_before != type)
      call(on_cpu ? "torch.set_autocast_cpu_dtype" : "torch.set_autocast_gpu_dtype", dtype(type));
    return;
  }
  case Mode::AutocastDtype:
    return call(is_cpu(change) ? "torch.set_autocast_cpu_dtype" : "torch.set_autocast_gpu_dtype",
                dtype(change.value));
  case Mode::AutocastCache:
    return call("torch.set_autocast_cache_enabled", Argument(change.value != 0));
  }
}

void GuardNodes::call(Symbol target, Argument argument) {
  tracer_.create_node(Opcode::CallFunction, target, {std::move(argument)}, {});
}

void GuardNodes::toggle(const std::string& key, const GuardChange& change, Symbol target,
                        std::vector<Argument> args, int64_t type) {
  const auto found = entered_.find(key);
  if (found == entered_.end() || found->second.before != change.value) {
    Node* guard = tracer_.create_node(Opcode::CallFunction, target, std::move(args), {});
    Node* enter = tracer_.create_node(Opcode::CallMethod, "__enter__", {Argument(guard)}, {});
    entered_[key] = {guard, enter, change.before, type};
    return;
  }
  const Entered left = found->second;
  entered_.erase(found);
  Graph& graph = tracer_.graph();
  if (*--graph.end() == left.enter) {
    graph.erase_node(left.enter);
    graph.erase_node(left.guard);
    return;
  }
  tracer_.create_node(Opcode::CallMethod, "__exit__",
                      {Argument(left.guard), Argument(), Argument(), Argument()}, {});
}

} // namespace fx::runtime
