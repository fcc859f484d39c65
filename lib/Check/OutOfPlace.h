// A write in place as a new value of the variable: y.add_(1) as y = y.add(1).
#pragma once

#include "Findings.h"

#include "fx/IR/TracedModule.h"

#include <span>

namespace fx::check {

/// Makes of a statement `y.add_(1)` or `y += 1`, which the node of a trace stands for, one that
/// gives `y` a new tensor, as the fix of the finding. Only where each trace of the statement shows
/// that nothing but this local variable sees the write: no view, no input or parameter, no copy of
/// the variable; and where the new tensor has the type of the old one.
void fix_out_of_place(Findings& findings, Finding& finding, const Node& write,
                      std::span<const TracedModule> models);

} // namespace fx::check
