// The messages in bytes that arrive in pieces: llvm::lsp::JSONTransportInputOverFile waits for a
// whole one, and nothing else can happen meanwhile.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LSP/Transport.h"

#include <optional>
#include <string>

namespace fx::lsp {

class MessageReader {
public:
  explicit MessageReader(llvm::lsp::JSONStreamStyle style) : style_(style) {}

  void add(llvm::StringRef bytes) { bytes_ += bytes; }
  /// Nothing follows what was added: the last message of the delimited style needs no delimiter.
  void end() { ended_ = true; }

  /// The JSON text of the next message, once it is whole. What stands before a message and is no
  /// header of one is skipped.
  std::optional<std::string> next();

private:
  std::optional<std::string> next_standard();
  std::optional<std::string> next_delimited();

  llvm::lsp::JSONStreamStyle style_;
  std::string bytes_; // not yet read
  bool ended_ = false;
};

} // namespace fx::lsp
