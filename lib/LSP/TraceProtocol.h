// What the server and its worker tell each other, as JSON-RPC notifications. Positions are those of
// an editor already: the worker has the texts that it traced.
#pragma once

#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fx::lsp {

/// To the worker: the text of an open file, which counts for all that is traced from now on;
/// nothing: what is on the disk counts again.
struct FileText {
  static constexpr llvm::StringLiteral method = "fx/text";
  std::string file;
  std::optional<std::string> text;
};

/// Which modes a trace is of.
enum class TraceModes : uint8_t {
  First, // evaluation, where nothing asks for another: what is seen while one types
  All,   // what fx-clang-trace says
};

/// To the worker: trace the models of a file.
struct TraceRequest {
  static constexpr llvm::StringLiteral method = "fx/trace";
  int64_t id = 0;
  std::string file;
  TraceModes modes = TraceModes::All;
};

/// To the worker: the result of this request is not wanted any more.
struct CancelRequest {
  static constexpr llvm::StringLiteral method = "fx/cancel";
  int64_t id = 0;
};

/// Text that stands at a place and is not in the file.
struct ShownHint {
  llvm::lsp::Position position;
  std::string label;
  std::string tooltip; // Markdown; may be empty
  /// For the server alone, here and below: the first mode does not show it.
  bool is_of_other_mode = false;
};

/// What is said of an expression when one points at it.
struct ShownValue {
  llvm::lsp::Range range;
  std::string text; // Markdown
  bool is_of_other_mode = false;
};

/// What is said above a line.
struct ShownLens {
  llvm::lsp::Range range;
  std::string title;
  std::string root; // of the model that it is of, or the first of those: Origin::root
  bool is_of_other_mode = false;
};

/// Edits that belong together, in whatever files.
struct ShownFix {
  struct Edit {
    std::string file;
    llvm::lsp::Range range;
    std::string text;
  };
  std::string title;
  std::vector<Edit> edits;
};

/// A message of fx-clang-trace's.
struct ShownDiagnostic {
  struct Note {
    std::string file;
    llvm::lsp::Range range;
    std::string message;
  };
  llvm::lsp::Range range;
  llvm::lsp::DiagnosticSeverity severity = llvm::lsp::DiagnosticSeverity::Error;
  std::string id;
  std::string message;
  std::vector<Note> notes;
  std::vector<ShownFix> fixes;
  bool is_of_other_mode = false;
};

/// A place that names a submodule.
struct ShownPlace {
  llvm::lsp::Range range;
  /// The same for all that name what is registered at one place of the source.
  std::string subject;
  bool is_declaration = false; // of a member
};

/// A row of an outline.
struct ShownSymbol {
  std::string name;
  std::string detail;
  llvm::lsp::SymbolKind kind = llvm::lsp::SymbolKind::Class;
  llvm::lsp::Range range;
  llvm::lsp::Range selection; // in `range`
  std::vector<ShownSymbol> children;
};

/// All that is shown in one file.
struct ShownFile {
  std::string file; // absolute
  std::vector<ShownHint> hints;
  std::vector<ShownValue> values;
  std::vector<ShownLens> lenses;
  std::vector<ShownDiagnostic> diagnostics;
  // Of traces of all modes alone.
  std::vector<ShownPlace> places;
  std::vector<ShownSymbol> symbols;
};

/// From the worker: something has begun that takes long, or has ended.
struct ProgressNotice {
  static constexpr llvm::StringLiteral method = "fx/progress";
  std::string text;
  bool is_ended = false;
};

/// From the worker: what came of a request.
struct TraceAnswer {
  static constexpr llvm::StringLiteral method = "fx/traced";
  int64_t id = 0;
  std::string file;
  /// Those of the request; All, too, where there are no others than the first.
  TraceModes modes = TraceModes::All;
  /// It was cancelled: nothing is known.
  bool is_cancelled = false;
  /// A model was traced; else what was shown of one before is still the best that there is.
  bool has_models = false;
  /// The files in which something is shown, and those that were read: an edit of one of them makes
  /// another trace needed.
  std::vector<ShownFile> shown;
  std::vector<std::string> read;
  /// What is said of how it was traced, and of no place.
  std::vector<std::string> log;
  int64_t milliseconds = 0;
};

llvm::json::Value toJSON(const FileText& value);
llvm::json::Value toJSON(const TraceRequest& value);
llvm::json::Value toJSON(const CancelRequest& value);
llvm::json::Value toJSON(const ShownFix::Edit& value);
llvm::json::Value toJSON(const ProgressNotice& value);
llvm::json::Value toJSON(const TraceAnswer& value);
bool fromJSON(const llvm::json::Value& json, FileText& value, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& json, TraceRequest& value, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& json, CancelRequest& value, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& json, ShownFix::Edit& value, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& json, ProgressNotice& value, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& json, TraceAnswer& value, llvm::json::Path path);

} // namespace fx::lsp
