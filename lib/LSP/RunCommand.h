// Commands as a worker does them.
#pragma once

#include "CommandProtocol.h"
#include "Project.h"

namespace fx::lsp {

/// The project is that of the request's file.
CommandAnswer run_command(Project& project, const CommandRequest& request);

} // namespace fx::lsp
