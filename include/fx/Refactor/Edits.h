// Changes of source text: what an edit in place consists of, and the forms it is given to users in.
#pragma once

#include "fx/IR/Meta.h"
#include "fx/Support/Error.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
}

namespace fx::refactor {

/// Some bytes of a file, and what comes in their place.
struct Edit {
  TextRange range;
  std::string text;
  friend bool operator==(const Edit&, const Edit&) = default;
};

/// By absolute path: the edits of a file, in order, none of which overlap.
using FileEdits = std::map<std::string, std::vector<Edit>>;

/// The files as they are on disk, or unsaved, each read once.
class FileTexts {
public:
  /// The text of a file that is not saved; null: the disk has it.
  using Unsaved = std::function<const std::string*(const std::string& file)>;
  explicit FileTexts(Unsaved unsaved = {});
  ~FileTexts();
  /// Empty when the file cannot be read.
  llvm::StringRef text(const std::string& file);
  /// Whether it has text that the disk does not have.
  bool is_unsaved(const std::string& file) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> read(const std::string& file) const;

  Unsaved unsaved_;
  std::map<std::string, std::unique_ptr<llvm::MemoryBuffer>> buffers_;
};

std::string apply_edits(llvm::StringRef text, const std::vector<Edit>& edits);
/// The files with their edits, by absolute path.
std::map<std::string, std::string> edited_texts(FileTexts& texts, const FileEdits& edits);
/// Adds the edits of another model. Models may share source: what they change there has to be the
/// same. Error: it is not.
std::optional<Error> merge_edits(FileEdits& all, const FileEdits& more);

/// The edits as `diff -u` writes them, with three lines around each. File names are those given,
/// relative to the working directory where they lie below it.
std::string unified_diff(FileTexts& texts, const FileEdits& edits);

/// Writes every file: each is, at any moment, either the old or the new one, unless other names
/// lead to it or it is another user's: then its bytes are overwritten, with the new ones beside it
/// meanwhile. Owners, modes and links stay.
/// Error, and none is written: a file is read-only, has changed since it was read, or is not saved:
/// whoever holds the unsaved text applies the edits to it. Where the disk fails halfway, those
/// before it are written.
llvm::Error write_files(FileTexts& texts, const FileEdits& edits);

/// The edits of `main_file`'s translation unit as clang-apply-replacements reads them (YAML).
std::string replacements_yaml(const std::string& main_file, const FileEdits& edits);
/// What `replacements_yaml` wrote. Error: the text is no such.
llvm::Expected<FileEdits> read_replacements(llvm::StringRef yaml);

} // namespace fx::refactor
