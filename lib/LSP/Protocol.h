// What the language server protocol has and llvm/Support/LSP/Protocol.h has not.
#pragma once

#include "RewriteProtocol.h"
#include "TraceProtocol.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fx::lsp {

/// What the client's user sets.
struct ClientSettings {
  std::string compile_commands_dir;
  std::vector<std::string> extra_arguments;
  friend bool operator==(const ClientSettings&, const ClientSettings&) = default;
};

/// What the server reads of InitializeParams.
struct ClientParams {
  /// workspace.inlayHint.refreshSupport: the client asks for hints again when it is told to.
  bool refreshes_hints = false;
  bool refreshes_lenses = false; // the same of workspace.codeLens
  /// workspace.didChangeWatchedFiles.dynamicRegistration: it tells of files that change on the
  /// disk.
  bool watches_files = false;
  /// window.workDoneProgress: it shows what takes long.
  bool shows_progress = false;
  bool shows_documents = false; // window.showDocument
  /// workspace.workspaceEdit.documentChanges: it makes edits of a version of a text only.
  bool edits_versions = false;
  ClientSettings settings; // initializationOptions
};
bool fromJSON(const llvm::json::Value& json, ClientParams& params, llvm::json::Path path);

/// DidChangeConfigurationParams: the settings under the server's name among others'. Nothing: they
/// are not told, as by clients that send all of theirs, or none, when they start.
struct ConfigurationParams {
  std::optional<ClientSettings> settings;
};
bool fromJSON(const llvm::json::Value& json, ConfigurationParams& params, llvm::json::Path path);

/// DidChangeWatchedFilesParams, and the one file of DidSaveTextDocumentParams.
struct ChangedFilesParams {
  std::vector<llvm::lsp::URIForFile> files;
};
bool fromJSON(const llvm::json::Value& json, ChangedFilesParams& params, llvm::json::Path path);

/// What the server reads of CodeActionParams.
struct ActionParams {
  llvm::lsp::TextDocumentIdentifier file;
  llvm::lsp::Range range;
  /// The kinds that are wanted; empty: all.
  std::vector<std::string> only;
  /// Nobody asked: the client wants to know whether to show a sign.
  bool is_automatic = false;

  /// Whether actions of this kind are asked for.
  bool wants(llvm::StringRef kind) const;
  /// Whether some whose kinds begin with this one are.
  bool may_want(llvm::StringRef kind) const;
};
bool fromJSON(const llvm::json::Value& json, ActionParams& params, llvm::json::Path path);

/// A code action that the server has offered, to be resolved.
struct OfferedAction {
  llvm::json::Object action;
  // Its data.
  std::string file;
  int64_t version = 0;
  llvm::lsp::Range range;
  std::string rewrite;
};
bool fromJSON(const llvm::json::Value& json, OfferedAction& params, llvm::json::Path path);

/// Of requests that are about a whole document: CodeLensParams, and what fx-clang/wait, a request
/// of this server's own, is sent with.
struct DocumentParams {
  llvm::lsp::TextDocumentIdentifier file;
};
bool fromJSON(const llvm::json::Value& json, DocumentParams& params, llvm::json::Path path);

/// What the server reads of RenameParams.
struct RenameParams {
  llvm::lsp::TextDocumentIdentifier file;
  llvm::lsp::Position position;
  std::string name;
};
bool fromJSON(const llvm::json::Value& json, RenameParams& params, llvm::json::Path path);

/// ExecuteCommandParams of the server's own commands.
struct CommandParams {
  std::string command;
  llvm::lsp::URIForFile uri;
  std::string root;
};
bool fromJSON(const llvm::json::Value& json, CommandParams& params, llvm::json::Path path);

/// The RegistrationParams that ask a client to tell of files that change on the disk.
llvm::json::Value watch_registration();

/// An InlayHint with a tooltip.
llvm::json::Value inlay_hint(const ShownHint& hint);
/// CodeLenses: one that says something and does nothing, and one for each command.
std::vector<llvm::json::Value> code_lenses(const ShownLens& lens, llvm::StringRef uri);
/// CodeActions that do the commands with the model of a lens.
std::vector<llvm::json::Value> command_actions(const ShownLens& lens, llvm::StringRef uri);
/// A Diagnostic with its code; notes in files without a URI are left out.
llvm::json::Value diagnostic(const ShownDiagnostic& diagnostic);
/// The open documents, by file, as edits name them; nothing: the client reads no versions in edits.
using EditVersions =
    std::optional<std::map<std::string, llvm::lsp::VersionedTextDocumentIdentifier>>;
/// A WorkspaceEdit.
llvm::json::Value workspace_edit(const std::vector<ShownFix::Edit>& edits,
                                 const EditVersions& versions);
/// A CodeAction that makes the edits of a fix.
llvm::json::Value code_action(const ShownDiagnostic& diagnostic, const ShownFix& fix,
                              const EditVersions& versions);
/// A CodeAction that is to be resolved.
llvm::json::Value code_action(const Offer& offer, const std::string& file, int64_t version,
                              llvm::lsp::Range range);
/// A DocumentSymbol.
llvm::json::Value document_symbol(const ShownSymbol& symbol);
/// The "file:" URI of an absolute path.
std::string uri_of(const std::string& file);

} // namespace fx::lsp
