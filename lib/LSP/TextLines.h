// A text whose places are told in three ways: by bytes, as Clang counts; by lines and columns of
// bytes, as messages and nodes have them; and by lines and UTF-16 code units, as editors count.
// LLVM's own TextDocumentContentChangeEvent::applyTo() takes an editor's columns for bytes.
#pragma once

#include "llvm/Support/LSP/Protocol.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fx::lsp {

/// A piece of a text that was replaced, as positions before and behind it.
struct TextChange {
  llvm::lsp::Range replaced; // of the text before
  llvm::lsp::Position end;   // of what stands there now; it begins where `replaced` does

  /// Where what stood at `position` is now; what stood in the replaced piece is at its beginning.
  llvm::lsp::Position shifted(llvm::lsp::Position position) const;
  llvm::lsp::Range shifted(llvm::lsp::Range range) const {
    return {shifted(range.start), shifted(range.end)};
  }
  /// Whether `position` stood inside of the replaced piece: what was said of it has no place now.
  bool removes(llvm::lsp::Position position) const {
    return replaced.start < position && position < replaced.end;
  }
};

class TextLines {
public:
  explicit TextLines(std::string text = {});

  const std::string& text() const { return text_; }

  /// The place of the byte `offset`; one inside of a character is where that begins.
  llvm::lsp::Position position(size_t offset) const;
  /// The byte of a place. One behind the end of its line, or of the text, is that end.
  size_t offset(llvm::lsp::Position position) const;
  /// A line and a column of bytes, which count from 1. Those that are not there are the nearest
  /// ones that are.
  llvm::lsp::Position position(unsigned line, unsigned column) const;

  /// How many UTF-16 code units a piece of a line has.
  int units(size_t begin, size_t end) const;

  /// Replaces a piece; null: all of it.
  TextChange replace(const std::optional<llvm::lsp::Range>& range, std::string_view by);

private:
  void find_lines();
  /// The bytes [first, second) of a line, without its end.
  std::pair<size_t, size_t> line(size_t number) const;

  std::string text_;
  std::vector<size_t> begins_; // of the lines; never empty
};

} // namespace fx::lsp
