// Refactorings and rules as an editor offers them: tried on the graph of what stands there, and
// made with all that fx-clang-trace --rewrite asks of an edit.
#pragma once

#include "Project.h"
#include "RewriteProtocol.h"

namespace fx::lsp {

/// What changes something at the place, or the rule sets that there are.
/// `stop`: nothing more is.
OfferAnswer offers(Project& project, const OfferRequest& request, const std::stop_token& stop);
RewriteAnswer rewrite(Project& project, RewriteRequest request);

/// The message with its id, and below it a line a note.
std::string with_notes(const Error& error);
/// The first error; empty: there is none.
std::string first_error(const DiagnosticList& list);

} // namespace fx::lsp
