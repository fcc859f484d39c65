// The files as one session sees them: those on the disk, with unsaved text in the place of some,
// from a working directory of its own.
#pragma once

#include "Frontend/ClangCompat.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>
#include <memory>
#include <string>

namespace fx::frontend {

class SourceFiles {
public:
  /// `directory`: see SessionOptions.
  explicit SourceFiles(const std::string& directory);

  /// A file system of these files, whose working directory may be changed: it is the caller's own.
  compat::FileSystem open() const;
  void set_text(llvm::StringRef file, std::string text);
  void remove_text(llvm::StringRef file);
  void clear_texts();
  /// Null when there is none.
  const std::string* unsaved_text(llvm::StringRef file) const;
  /// Goes up whenever a text changes.
  size_t version() const { return version_; }

  /// The file's text; null if it cannot be read.
  std::unique_ptr<llvm::MemoryBuffer> read(llvm::StringRef file) const;
  bool exists(llvm::StringRef file) const;
  /// An absolute path, "." and ".." and symbolic links left as they are.
  std::string absolute(llvm::StringRef file) const;

private:
  std::string directory_;
  std::map<std::string, std::string> texts_; // by absolute path without "." and ".."
  size_t version_ = 0;
  compat::FileSystem files_; // as open() makes it, when the texts changed last
};

/// An absolute path without "." and "..", symbolic links left alone.
std::string absolute_path(llvm::vfs::FileSystem& files, llvm::StringRef path);
/// The same of a path that is relative to `folder`, an absolute path.
std::string absolute_path_in(llvm::StringRef folder, llvm::StringRef path);

} // namespace fx::frontend
