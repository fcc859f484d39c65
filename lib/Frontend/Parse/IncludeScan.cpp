#include "Frontend/Parse/IncludeScan.h"

#include "Frontend/Parse/Invocation.h"

#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <string>

namespace fx::frontend {

namespace {

namespace path = llvm::sys::path;

// The header named by `line` if that is an #include; an empty name otherwise.
Include parse_include(llvm::StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("#")) return {};
  line = line.ltrim();
  if (!line.consume_front("include")) return {};
  line = line.ltrim();
  bool quoted = line.consume_front("\"");
  if (!quoted && !line.consume_front("<")) return {};
  size_t end = line.find(quoted ? '"' : '>');
  if (end == llvm::StringRef::npos) return {};
  return {line.take_front(end), quoted};
}

bool is_libtorch(llvm::StringRef header) {
  return header.starts_with("torch/") || header.starts_with("ATen/") || header.starts_with("c10/");
}

bool is_of_runtime(llvm::StringRef header) {
  return header == "fx/fx.h" || header.starts_with("fx/Runtime/");
}

/// Looks for the first include that `is_wanted`.
class IncludeScan {
public:
  IncludeScan(llvm::vfs::FileSystem& files, const clang::CompilerInvocation& compiler,
              bool (*is_wanted)(llvm::StringRef))
      : files_(files), is_wanted_(is_wanted) {
    for (const auto& entry : compiler.getHeaderSearchOpts().UserEntries)
      if (entry.Group <= clang::frontend::Angled) folders_.push_back(entry.Path);
  }

  void add(std::string file) {
    if (seen_.insert(file).second) pending_.push_back(std::move(file));
  }

  /// The include; empty: there is none.
  std::string run() {
    // A project that includes more files than this before LibTorch pays a slow parse, no more.
    for (size_t i = 0; i < pending_.size() && i < 500; ++i) {
      std::string file = pending_[i];
      auto buffer = files_.getBufferForFile(file);
      if (!buffer) continue;
      if (std::string found = scan((*buffer)->getBuffer(), path::parent_path(file)); !found.empty())
        return found;
    }
    return {};
  }

private:
  std::string scan(llvm::StringRef text, llvm::StringRef folder) {
    for (const Include& include : includes_of(text)) {
      if (is_wanted_(include.name)) return include.name.str();
      if (is_libtorch(include.name)) continue;
      if (include.quoted && follow(folder, include.name)) continue;
      for (llvm::StringRef other : folders_)
        if (follow(other, include.name)) break;
    }
    return {};
  }

  bool follow(llvm::StringRef folder, llvm::StringRef name) {
    llvm::SmallString<256> file(folder);
    path::append(file, name);
    if (!files_.exists(file)) return false;
    add(std::string(file));
    return true;
  }

  llvm::vfs::FileSystem& files_;
  bool (*is_wanted_)(llvm::StringRef);
  llvm::SmallVector<llvm::StringRef> folders_;
  llvm::StringSet<> seen_;
  llvm::SmallVector<std::string> pending_;
};

} // namespace

std::vector<Include> includes_of(llvm::StringRef text) {
  std::vector<Include> includes;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (const Include include = parse_include(line); !include.name.empty())
      includes.push_back(include);
  }
  return includes;
}

bool includes_libtorch(llvm::vfs::FileSystem& files, const clang::CompilerInvocation& compiler,
                       llvm::StringRef file) {
  IncludeScan scan(files, compiler, is_libtorch);
  scan.add(file.str());
  for (const std::string& include : compiler.getPreprocessorOpts().Includes) {
    if (is_libtorch(include)) return true;
    scan.add(include);
  }
  return !scan.run().empty();
}

std::string runtime_header_of(llvm::vfs::FileSystem& files,
                              const clang::CompilerInvocation& compiler, llvm::StringRef file) {
  IncludeScan scan(files, compiler, is_of_runtime);
  scan.add(file.str());
  for (const std::string& include : compiler.getPreprocessorOpts().Includes) {
    if (is_of_runtime(include)) return include;
    scan.add(include);
  }
  return scan.run();
}

} // namespace fx::frontend
