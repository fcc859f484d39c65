#include "Frontend/Parse/IncludeScan.h"

#include "Frontend/Parse/Invocation.h"

#include "clang/Basic/TokenKinds.h"
#include "clang/Lex/DependencyDirectivesScanner.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <string>

namespace fx::frontend {

namespace {

namespace path = llvm::sys::path;
using namespace clang::dependency_directives_scan;

bool is_libtorch(llvm::StringRef header) {
  return header.starts_with("torch/") || header.starts_with("ATen/") || header.starts_with("c10/");
}

bool is_of_runtime(llvm::StringRef header) {
  return header == "fx/fx.h" || header.starts_with("fx/Runtime/");
}

/// A folder that the command names by -isystem; the compiler adds those of the system.
bool is_projects(const clang::HeaderSearchOptions::Entry& entry) {
  const llvm::StringRef folder = entry.Path;
  return entry.Group == clang::frontend::System && !folder.starts_with("/usr/") &&
         !folder.contains("/lib/clang/") && !folder.contains("/c++");
}

/// Looks for the first include that `is_wanted`.
class IncludeScan {
public:
  IncludeScan(llvm::vfs::FileSystem& files, const clang::CompilerInvocation& compiler,
              bool (*is_wanted)(llvm::StringRef))
      : files_(files), is_wanted_(is_wanted) {
    for (const auto& entry : compiler.getHeaderSearchOpts().UserEntries)
      if (entry.Group <= clang::frontend::Angled || is_projects(entry))
        folders_.push_back(entry.Path);
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
      std::string found = scan((*buffer)->getBuffer(), path::parent_path(file), i == 0);
      if (!found.empty()) return found;
    }
    return {};
  }

  /// Whether a macro names a header in the first file.
  bool has_computed() const { return has_computed_; }

private:
  std::string scan(llvm::StringRef text, llvm::StringRef folder, bool is_main) {
    for (const Include& include : includes_of(text)) {
      has_computed_ |= is_main && include.is_computed();
      if (is_wanted_(include.name)) return include.name.str();
      if (is_libtorch(include.name)) continue;
      if (include.is_computed() || (include.quoted && follow(folder, include.name))) continue;
      const bool is_found = llvm::any_of(
          folders_, [&](llvm::StringRef other) { return follow(other, include.name); });
      // Clang takes it from there, with an error that is passed over.
      if (!is_found && !include.quoted) (void)follow(folder, include.name);
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
  bool has_computed_ = false;
  llvm::SmallVector<llvm::StringRef> folders_;
  llvm::StringSet<> seen_;
  llvm::SmallVector<std::string> pending_;
};

} // namespace

std::vector<Include> includes_of(llvm::StringRef text) {
  llvm::SmallVector<Token> tokens;
  llvm::SmallVector<Directive> directives;
  // What a text has in front of something that is no directive is there all the same.
  (void)clang::scanSourceForDependencyDirectives(text, tokens, directives);
  std::vector<Include> includes;
  for (const Directive& directive : directives) {
    if (directive.Kind != pp_include && directive.Kind != pp_import &&
        directive.Kind != pp_include_next)
      continue;
    const auto* name = llvm::find_if(
        directive.Tokens, [](const Token& token) { return token.is(clang::tok::header_name); });
    if (name == directive.Tokens.end()) {
      includes.push_back({});
      continue;
    }
    const llvm::StringRef spelled = text.substr(name->Offset, name->Length);
    includes.push_back({spelled.drop_front().drop_back(), spelled.starts_with("\"")});
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
  return !scan.run().empty() || scan.has_computed();
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
