// The checks, one function each: a file that has one is named in Run.cpp, and nowhere else.
#pragma once

#include "Findings.h"
#include "Members.h"

#include "fx/IR/TracedModule.h"
#include "fx/Ops/Kernels.h"

#include <span>

namespace fx::check {

/// What a check may look at. It adds to the findings, whatever is switched off: that is left out
/// later.
using CheckFunction = void (*)(Findings& findings, std::span<const ClassMembers> classes);

void check_always_in_training(Findings& findings, std::span<const ClassMembers> classes);
void check_default_arguments_in_sequential(Findings& findings,
                                           std::span<const ClassMembers> classes);
void check_deprecated_calls(Findings& findings, std::span<const ClassMembers> classes);
void check_module_never_used(Findings& findings, std::span<const ClassMembers> classes);
void check_module_without_holder(Findings& findings, std::span<const ClassMembers> classes);
void check_not_registered(Findings& findings, std::span<const ClassMembers> classes);
void check_registered_names(Findings& findings, std::span<const ClassMembers> classes);
void check_written_in_place(Findings& findings, std::span<const ClassMembers> classes);

/// Of one of the models, with examples of what it gets; `kernels` run it.
void check_backward(Findings& findings, const TracedModule& model,
                    std::span<const TracedModule> models, ops::Kernels& kernels);

} // namespace fx::check
