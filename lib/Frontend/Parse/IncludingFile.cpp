#include "Frontend/Parse/IncludingFile.h"

#include "Frontend/Parse/IncludeScan.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstdint>
#include <vector>

namespace fx::frontend {

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace {

/// How near the file of an entry that includes a file is to it.
enum class Nearness : uint8_t { None, ByName, ByPlace, SameStem };

Nearness nearness(llvm::vfs::FileSystem& files, StringRef text, StringRef including,
                  StringRef file) {
  Nearness found = Nearness::None;
  for (const Include& include : includes_of(text)) {
    StringRef name = include.name;
    llvm::SmallString<256> exact(name);
    path::make_absolute(path::parent_path(including), exact);
    path::remove_dots(exact, /*remove_dot_dot=*/true);
    while (name.consume_front("../") || name.consume_front("./"))
      ;
    if (StringRef(exact) == file)
      found = path::stem(including) == path::stem(file) ? Nearness::SameStem : Nearness::ByPlace;
    else if (found == Nearness::None && file.ends_with(("/" + name).str()) &&
             !(include.quoted && files.exists(exact)))
      found = Nearness::ByName;
  }
  return found;
}

} // namespace

std::string file_including(const clang::tooling::CompilationDatabase& database,
                           llvm::vfs::FileSystem& files, StringRef file) {
  constexpr size_t most_files = 5000; // of a large project, this takes 0.1 s
  std::string best;
  Nearness best_nearness = Nearness::None;
  const std::vector<std::string> all = database.getAllFiles();
  for (const std::string& each : llvm::ArrayRef(all).take_front(most_files)) {
    // CMake compiles its list of headers to be precompiled as a file.
    if (StringRef(each).contains("cmake_pch.h")) continue;
    const auto buffer = files.getBufferForFile(each);
    if (!buffer || !(*buffer)->getBuffer().contains(path::filename(file))) continue;
    const Nearness near = nearness(files, (*buffer)->getBuffer(), each, file);
    if (near <= best_nearness) continue;
    best = each;
    best_nearness = near;
  }
  return best;
}

} // namespace fx::frontend
