// The messages of a trace as an editor shows them: notes at their places, fix-its as edits.
#pragma once

#include "ShownFiles.h"

#include "fx/Support/Diagnostic.h"

#include <span>
#include <string>

namespace fx::lsp {

/// Adds them to the files that they are about; what has no place is at the beginning of `file`, but
/// for remarks, which tell how the trace was made: those are returned.
std::vector<std::string> show_diagnostics(std::span<const Diagnostic> diagnostics,
                                          const std::string& file, ShownFiles& files);

} // namespace fx::lsp
