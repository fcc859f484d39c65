// Registered names that Python's code, or torch.nn.Module, has another use for.
#pragma once

#include "fx/IR/TracedModule.h"

#include <string>
#include <string_view>

namespace fx::codegen {

/// Whether something registered in `owner` has a name that torch.nn.Module's methods assign to, as
/// train() does to `training`.
bool hides_switches(const ModuleNode& owner);
/// Whether a registered name is a keyword, or bytes that are no text: Python's torch.jit.load does
/// not take the archive that C++'s torch::save writes then.
bool is_read_without_code(const TracedModule& module);
/// A string of Python's in which bytes that are no UTF-8 are "\udce9", as Python itself decodes
/// such names of files (PEP 383).
std::string with_surrogates(std::string_view code);

} // namespace fx::codegen
