// New code that is put together last, of text that stays and text that is new.
//
// An operand keeps the words of the source, which other edits may change; an expression may need
// parentheses where it comes to stand. So each goes by a name, "fx_piece_3_", in what is written
// around it, until all edits are known.
#pragma once

#include "SourceTokens.h"

#include "fx/Refactor/Edits.h"

#include <functional>
#include <string>
#include <vector>

namespace fx::refactor {

class Pieces {
public:
  explicit Pieces(FileTexts& texts) : texts_(texts) {}

  /// The name of some text of a file.
  std::string add(const std::string& file, TextRange range);
  /// The name of new text, which may have such names in it.
  std::string add(std::string text);
  /// The name of new text that is settled when it is expanded.
  std::string add(std::function<std::string()> text);
  /// The text with all names replaced by what they stand for, source as `edits` have it.
  std::string expand(llvm::StringRef text, const FileEdits& edits);

private:
  struct Piece {
    std::string file; // empty: `text` is what it is
    TextRange range;
    std::string text;
    std::function<std::string()> settled; // in the place of `text`
  };
  FileTexts& texts_;
  std::vector<Piece> pieces_;
};

/// An expression that comes between two tokens, in parentheses where an operator there would take a
/// part of it.
std::string in_place_of(std::string text, const SourceTokens::Around& around);

/// Takes out of an edit what the old text and the new one begin and end with alike, in whole words.
void trim(llvm::StringRef text, Edit& edit);

} // namespace fx::refactor
