// What the language server protocol has and llvm/Support/LSP/Protocol.h has not.
#pragma once

#include "TraceProtocol.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"

#include <string>
#include <vector>

namespace fx::lsp {

/// What the server reads of InitializeParams.
struct ClientParams {
  /// workspace.inlayHint.refreshSupport: the client asks for hints again when it is told to.
  bool refreshes_hints = false;
  /// initializationOptions, as the client's user sets them.
  std::string compile_commands_dir;
  std::vector<std::string> extra_arguments;
};
bool fromJSON(const llvm::json::Value& json, ClientParams& params, llvm::json::Path path);

/// An InlayHint with a tooltip.
llvm::json::Value inlay_hint(const ShownHint& hint);
/// A Diagnostic with its code; notes in files without a URI are left out.
llvm::json::Value diagnostic(const ShownDiagnostic& diagnostic);
/// A CodeAction that makes the edits of a fix.
llvm::json::Value code_action(const ShownDiagnostic& diagnostic, const ShownFix& fix);
/// The "file:" URI of an absolute path.
std::string uri_of(const std::string& file);

} // namespace fx::lsp
