// What is shown in each file, with places as an editor counts them: where what a trace says of
// lines and columns is collected.
#pragma once

#include "TextLines.h"
#include "TraceProtocol.h"

#include "fx/Frontend/Session.h"
#include "fx/IR/Meta.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fx::lsp {

/// Whether a piece of a file is a part of another.
bool contains(const SourceRange& outer, const SourceRange& inner);

class ShownFiles {
public:
  /// Texts are those that the session reads; relative names begin at `directory`. The session
  /// outlives this.
  ShownFiles(const frontend::Session& session, std::string directory)
      : session_(session), directory_(std::move(directory)) {}

  std::string absolute(std::string_view file) const;
  /// The text that was traced.
  const TextLines& lines(const std::string& absolute_file);
  ShownFile& shown(const std::string& absolute_file);

  llvm::lsp::Range range(const SourceRange& place);
  /// Of a message: the piece that it is about, else the word that begins at its place.
  llvm::lsp::Range range(const SourceLocation& place, const DiagnosticRange& range);
  /// Behind an expression, and behind the semicolon that ends its statement.
  llvm::lsp::Position behind(const SourceRange& place);

  std::vector<ShownFile> take();

private:
  const frontend::Session& session_;
  std::string directory_;
  std::map<std::string, TextLines> texts_;
  std::map<std::string, ShownFile> shown_;
};

} // namespace fx::lsp
