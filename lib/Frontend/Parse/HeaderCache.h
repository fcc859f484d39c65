// LibTorch's headers, precompiled once per set of flags: 3 s of parsing become 0.05 s of mapping a
// file. Every failure here costs time only: the caller then parses without.
#pragma once

#include "Frontend/ClangCompat.h"
#include "Frontend/Parse/DiagnosticOutput.h"
#include "fx/Frontend/Session.h"

#include <chrono>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace fx::frontend {

class HeaderCache {
public:
  explicit HeaderCache(const HeaderCacheOptions& options) : options_(options) {}
  ~HeaderCache();
  HeaderCache(const HeaderCache&) = delete;
  HeaderCache& operator=(const HeaderCache&) = delete;

  /// The file of a precompiled <torch/torch.h> that fits `compiler`. When there is none, the maker
  /// makes it in the background for the next trace, and the answer is empty: parsing without takes
  /// less time than making it. Without a maker it is made at once. Waits for another process that
  /// is making the same one.
  std::string find_or_make(const clang::CompilerInvocation& compiler,
                           const compat::FileSystem& files, DiagnosticOutput& output);
  /// Removes an entry that Clang would not load.
  void discard(const std::string& precompiled_header);

private:
  /// Collects the makers that have ended. Those that still run when this process ends are left to
  /// the system.
  void reap_makers();

  /// An entry that was looked at.
  struct Found {
    std::string precompiled;
    std::chrono::steady_clock::time_point when;
  };

  /// What was found for the key within HeaderCacheOptions::unchanged_for; empty: nothing.
  std::string found_lately(const std::string& key) const;

  HeaderCacheOptions options_;
  std::map<std::string, Found> found_; // by the keys of entries
  std::vector<pid_t> makers_;
};

} // namespace fx::frontend
