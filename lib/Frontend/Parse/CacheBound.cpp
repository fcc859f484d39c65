#include "Frontend/Parse/CacheBound.h"

#include "fx/Support/FileStamp.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <fcntl.h>
#include <map>
#include <optional>
#include <sys/stat.h>
#include <vector>

namespace fx::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// The files whose names begin with one key.
struct Kept {
  std::vector<std::string> files;
  std::string in_use; // the file whose time says when it was used
  int64_t used_ns = 0;
  uint64_t bytes = 0;
};

/// Adds what `folder` holds; the time of the files that end in `in_use` is that of the last use.
void collect(const std::string& folder, llvm::StringRef in_use, std::vector<Kept>& all) {
  std::map<std::string, Kept> by_key;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; at != end && !problem;
       at.increment(problem)) {
    const llvm::StringRef name = path::filename(at->path());
    // A lock is held by the process that makes an entry.
    if (at->type() != fs::file_type::regular_file || name.contains(".lock")) continue;
    const std::optional<FileStamp> stamp = FileStamp::of(at->path());
    if (!stamp) continue;
    Kept& kept = by_key[name.take_until([](char c) { return c == '-' || c == '.'; }).str()];
    kept.files.push_back(at->path());
    kept.bytes += stamp->size;
    if (!name.ends_with(in_use)) continue;
    kept.in_use = at->path();
    kept.used_ns = stamp->modified_ns;
  }
  // Without the file that is written last it is being made.
  for (Kept& kept : llvm::make_second_range(by_key))
    if (!kept.in_use.empty()) all.push_back(std::move(kept));
}

void remove(const Kept& kept) {
  (void)fs::remove(kept.in_use); // first: a half of an entry is none
  for (const std::string& file : kept.files)
    (void)fs::remove(file);
}

} // namespace

void note_use(const std::string& file) {
  (void)::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
}

void bound_cache(const std::string& folder, uint64_t max_bytes) {
  std::vector<Kept> all;
  collect(folder, ".manifest", all);
  collect(folder + "/verify", ".pch", all);
  std::ranges::sort(all, std::ranges::greater(), &Kept::used_ns);
  uint64_t bytes = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    bytes += all[i].bytes;
    if (i > 0 && bytes > max_bytes) remove(all[i]);
  }
}

} // namespace fx::frontend
