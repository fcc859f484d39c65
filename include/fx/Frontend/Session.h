// Files that are read and traced, again and again: what a command, a test or an editor holds.
//
//   fx::frontend::Session session(database);
//   fx::frontend::TraceResult traced = session.trace({"net.cpp"}, options, sink);
//
// A session keeps what it read last, parsed: tracing the same files in another mode or with other
// inputs costs no second parse. It changes nothing that belongs to the process (no working
// directory, no stream), so two sessions may run in two threads; one session is for one thread at a
// time, which needs the stack that Clang wants (clang::DesiredStackSize, 8 MB).
#pragma once

#include "fx/Frontend/Diagnostics.h"
#include "fx/Frontend/Trace.h"
#include "fx/Ops/Headers.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clang::tooling {
class CompilationDatabase;
}

namespace fx::frontend {

struct SessionState;

/// Where precompiled LibTorch headers are kept.
struct HeaderCacheOptions {
  bool enabled = true;
  /// Empty: $XDG_CACHE_HOME/fx-clang or ~/.cache/fx-clang.
  std::string directory;
  /// The program that makes what is missing while the trace goes on without: its main calls
  /// precompile_headers() (PrecompileHeaders.h). It may outlive this process. Empty: what is
  /// missing is made first, by this process, which takes some 4 s.
  std::string maker;
  /// How much the folder may hold: what was used least recently goes.
  uint64_t max_bytes = 1'000'000'000;
  /// How long headers that were found unchanged are taken to be, so that not every trace asks for
  /// the times of all of them, which takes some 7 ms.
  std::chrono::milliseconds unchanged_for{0};
};

struct SessionOptions {
  HeaderCacheOptions header_cache;
  /// The folder of a LibTorch, read in place of the one that compile commands name: an unpacked
  /// archive, the package torch of a Python, or a folder of headers. Empty: theirs; for commands
  /// that name none that of TORCH_INSTALL_PREFIX, of the active Python environment, or the
  /// system's.
  std::string libtorch;
  /// Folders with the headers of libfx-runtime, for files that include fx/fx.h and whose compile
  /// commands have none of their own.
  std::vector<std::string> runtime_headers;
  DiagnosticStyle style;
  /// What relative names of files begin at; empty: the working directory of the process.
  std::string directory;
  /// Clang's -disable-free: what was parsed is left to the end of the process, for a program that
  /// ends when it has its graph.
  bool disable_free = false;
};

/// Where HeaderCacheOptions say that things are kept between runs; empty: nowhere.
std::string cache_folder(const HeaderCacheOptions& options);

class Session {
public:
  /// `database` has the flags of the files, and outlives the session.
  explicit Session(const clang::tooling::CompilationDatabase& database,
                   SessionOptions options = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const clang::tooling::CompilationDatabase& database() const;
  const SessionOptions& options() const;

  /// Unsaved text: from now on `file` holds `text`, whatever is on the disk; the file need not
  /// exist there.
  void set_text(const std::string& file, std::string text);
  /// From now on `file` is as it is on the disk.
  void remove_text(const std::string& file);
  /// The same for all files.
  void clear_texts();
  /// The unsaved text of `file`; null when there is none.
  const std::string* unsaved_text(const std::string& file) const;

  /// Traces every root found in `files`, in order. Files that define what the models need and these
  /// only declare are looked for and read, too.
  TraceResult trace(const std::vector<std::string>& files, const TraceOptions& options,
                    DiagnosticSink& sink);

  /// The include folders of the LibTorch that a trace of `file` reads, by its compile command and
  /// the options; empty where there is none.
  ops::HeaderFolders libtorch_folders(const std::string& file) const;

  /// Whether `file`, or a header of the user's own that it includes, includes one of LibTorch's: by
  /// their texts alone, well under a millisecond.
  bool includes_libtorch(const std::string& file) const;

  /// The files that were read so far, sorted, as absolute paths: those of the system and of
  /// LibTorch left out. Of a source that was parsed several times, what the last parse read.
  std::set<std::string> files_read() const;
  /// How often files were parsed so far.
  size_t num_parses() const;
  /// For the libraries' own use.
  SessionState& state() { return *state_; }

private:
  std::unique_ptr<SessionState> state_;
};

} // namespace fx::frontend
