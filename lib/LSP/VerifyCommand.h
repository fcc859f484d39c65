// The command that compares what the graph of a model computes with the program, and the program
// that an editor holds with the one on the disk.
#pragma once

#include "CommandProtocol.h"
#include "Project.h"

namespace fx::lsp {

/// The first of `models`, which are traced.
CommandAnswer verify(Project& project, driver::Models& models);

} // namespace fx::lsp
