#include "FindSources.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

namespace fx::tool {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

std::string absolute(llvm::StringRef name) {
  llvm::SmallString<256> result(name);
  (void)fs::make_absolute(result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  while (result.size() > 1 && result.ends_with("/"))
    result.pop_back();
  return std::string(result);
}

bool is_source(llvm::StringRef file) {
  return llvm::is_contained({".cpp", ".cc", ".cxx", ".c++"}, path::extension(file).lower());
}

bool is_below(llvm::StringRef file, llvm::StringRef folder) {
  return folder == "/" || (file.consume_front(folder) && file.starts_with("/"));
}

/// Hidden folders, and those that a build fills, have no sources of the user's.
bool is_passed_over(llvm::StringRef folder) {
  llvm::SmallString<256> cache(folder);
  path::append(cache, "CMakeCache.txt");
  return path::filename(folder).starts_with(".") || fs::exists(cache);
}

void add_sources_below(llvm::StringRef folder, std::set<std::string>& found) {
  std::error_code problem;
  for (fs::recursive_directory_iterator at(folder, problem), end; at != end && !problem;
       at.increment(problem)) {
    if (at->type() == fs::file_type::directory_file) {
      if (is_passed_over(at->path())) at.no_push();
    } else if (is_source(at->path())) {
      found.insert(at->path());
    }
  }
}

} // namespace

bool is_folder(const std::string& name) {
  return fs::is_directory(name);
}

std::vector<std::string> find_sources(const frontend::Session& session,
                                      const std::vector<std::string>& files, bool all) {
  std::set<std::string> found;
  std::vector<std::string> folders;
  for (const std::string& file : files)
    if (!is_folder(file))
      found.insert(absolute(file));
    else
      folders.push_back(absolute(file));
  if (all) {
    for (const std::string& file : session.database().getAllFiles())
      if (const std::string name = absolute(file);
          folders.empty() ||
          llvm::any_of(folders, [&](const std::string& folder) { return is_below(name, folder); }))
        found.insert(name);
  } else {
    for (const std::string& folder : folders)
      add_sources_below(folder, found);
  }
  std::vector<std::string> sources(found.begin(), found.end());
  std::erase_if(sources, [&](const std::string& file) { return !session.includes_libtorch(file); });
  return sources;
}

} // namespace fx::tool
