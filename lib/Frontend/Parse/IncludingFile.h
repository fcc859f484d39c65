// The file that has the compile command of one which is compiled as a part of it.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>

namespace clang::tooling {
class CompilationDatabase;
}

namespace fx::frontend {

/// The file of the database that includes `file`, an absolute path: a unity build's, or the source
/// beside a header. Empty: there is none. It reads text and knows no macros.
std::string file_including(const clang::tooling::CompilationDatabase& database,
                           llvm::vfs::FileSystem& files, llvm::StringRef file);

} // namespace fx::frontend
