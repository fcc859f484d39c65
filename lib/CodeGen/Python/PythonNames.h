// Registered names that Python's code, or torch.nn.Module, has another use for.
#pragma once

#include "../Failure.h"

#include "fx/IR/TracedModule.h"

namespace fx::codegen {

/// Whether something registered in `owner` has a name that torch.nn.Module's methods assign to, as
/// train() does to `training`.
bool hides_switches(const ModuleNode& owner);
/// Whether a registered name is a keyword: TorchScript's reader does not take the archive that
/// C++'s torch::save writes then.
bool has_keyword_in_state(const TracedModule& module);
/// Records the first registered name that is not text, which Python's names are.
void refuse_bytes(const TracedModule& module, Failure& failure);

} // namespace fx::codegen
