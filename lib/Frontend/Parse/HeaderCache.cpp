#include "Frontend/Parse/HeaderCache.h"

#include "Frontend/Parse/CacheBound.h"
#include "Frontend/Parse/EntryLock.h"
#include "Frontend/Parse/HeaderAction.h"
#include "Frontend/Parse/HeaderManifest.h"
#include "Frontend/Parse/Undamaged.h"
#include "fx/Frontend/PrecompileHeaders.h"
#include "fx/Support/ProgramArguments.h"
#include "fx/Support/Version.h"

#include "clang/Basic/Version.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"

#include <fmt/format.h>
#include <iterator>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fx::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string cache_folder(const HeaderCacheOptions& options) {
  if (!options.directory.empty()) return options.directory;
  llvm::SmallString<256> folder;
  if (!path::cache_directory(folder)) return {};
  path::append(folder, "fx-clang");
  return std::string(folder);
}

namespace {

constexpr size_t key_length = 24; // of hexadecimal digits

// ivalue.h first: see Parser::include_ivalue_first.
constexpr const char* header_text = "#include <ATen/core/ivalue.h>\n#include <torch/torch.h>\n";

/// The user's invocation, reduced to what LibTorch's headers see of it.
std::shared_ptr<clang::CompilerInvocation>
header_invocation(const clang::CompilerInvocation& user) {
  auto invocation = std::make_shared<clang::CompilerInvocation>(user);
  clang::FrontendOptions& frontend = invocation->getFrontendOpts();
  frontend.Inputs.clear();
  frontend.OutputFile.clear();
  frontend.ProgramAction = clang::frontend::GeneratePCH;
  frontend.SkipFunctionBodies = true;
  invocation->getPreprocessorOpts().Includes.clear();
  invocation->getPreprocessorOpts().clearRemappedFiles();
  // The project's own folders: a math.h among them must not take the place of the system's, and
  // they would make a cache entry of their own for every project.
  llvm::erase_if(invocation->getHeaderSearchOpts().UserEntries,
                 [](const clang::HeaderSearchOptions::Entry& entry) {
                   return entry.Group <= clang::frontend::Angled;
                 });
  invocation->getCodeGenOpts().MainFileName.clear();
  invocation->getCodeGenOpts().CoverageCompilationDir.clear();
  invocation->getCodeGenOpts().DebugCompilationDir.clear();
  invocation->getFileSystemOpts().WorkingDir.clear();
  invocation->getDiagnosticOpts() = clang::DiagnosticOptions();
  invocation->getDiagnosticOpts().IgnoreWarnings = true;
  return invocation;
}

std::string cache_key(const clang::CompilerInvocation& invocation) {
  llvm::SHA256 hash;
  const auto add = [&](llvm::StringRef text) {
    hash.update(text);
    hash.update(llvm::StringRef("\0", 1));
  };
  add(fx::version);
  add(clang::getClangFullVersion());
  add(header_text);
  add(HeaderManifest::signature);
  add("library instantiations postponed"); // see HeaderAction
#define FX_INTERPRETED_HEADER(END) add(END);
#include "Frontend/Parse/InterpretedHeaders.def"
  for (const std::string& argument : invocation.getCC1CommandLine())
    add(argument);
  return llvm::toHex(hash.final(), /*LowerCase=*/true).substr(0, key_length);
}

/// One set of flags in the cache folder.
class Entry {
public:
  Entry(std::string folder, std::string key) : folder_(std::move(folder)), key_(std::move(key)) {}

  std::string file(llvm::StringRef suffix) const { return folder_ + "/" + key_ + suffix.str(); }

  /// The precompiled header, if its manifest holds.
  std::string current() const {
    std::optional<HeaderManifest> manifest = HeaderManifest::read(file(".manifest"));
    if (!manifest || !manifest->is_current() ||
        !is_undamaged(manifest->precompiled.path, manifest->checksum, file(".checked")))
      return {};
    note_use(file(".manifest"));
    return manifest->precompiled.path;
  }

  /// Removes what earlier processes left half made or made for other headers.
  void remove_files() const {
    (void)fs::remove(file(".manifest"));
    std::error_code problem;
    for (fs::directory_iterator at(folder_, problem), end; at != end && !problem;
         at.increment(problem)) {
      const llvm::StringRef name = path::filename(at->path());
      if (name.starts_with(key_) && !name.ends_with(".lock")) (void)fs::remove(at->path());
    }
  }

private:
  std::string folder_;
  std::string key_;
};

/// Makes the entry, under its lock. False: nothing of it stays.
bool make_entry(const Entry& entry, const std::shared_ptr<clang::CompilerInvocation>& invocation,
                const compat::FileSystem& files, bool disable_free) {
  const std::string precompiled =
      entry.file(fmt::format("-{}-{:x}.pch", ::getpid(), llvm::sys::Process::GetRandomNumber()));
  const std::string manifest = entry.file(fmt::format("-{}.manifest.new", ::getpid()));
  if (precompile(invocation, files, entry.file(".h"), precompiled, manifest, disable_free) &&
      !fs::rename(manifest, entry.file(".manifest")))
    return true;
  entry.remove_files();
  return false;
}

/// Has the entry made by a process of its own, which goes on when this one has printed its graph.
/// It inherits the lock and holds it until it ends. A full disk or a crash of Clang ends only that
/// process. 0: it cannot be started.
pid_t start_maker(const std::string& program, const std::string& folder, const std::string& key,
                  const clang::CompilerInvocation& invocation, const compat::FileSystem& files,
                  int lock) {
  const llvm::ErrorOr<std::string> directory = files->getCurrentWorkingDirectory();
  std::vector<std::string> words = {program, precompile_headers_option, "--cache-dir=" + folder,
                                    key, directory ? *directory : "."};
  const std::vector<std::string> arguments = invocation.getCC1CommandLine();
  words.insert(words.end(), std::next(arguments.begin()), arguments.end()); // without -cc1
  const std::vector<char*> pointers = program_arguments(words);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (::posix_spawn_file_actions_init(&actions) != 0) return 0;
  const auto free_actions = llvm::scope_exit([&] { ::posix_spawn_file_actions_destroy(&actions); });
  if (::posix_spawnattr_init(&attributes) != 0) return 0;
  const auto free_attributes = llvm::scope_exit([&] { ::posix_spawnattr_destroy(&attributes); });
  // A reader of this process's output must not wait for the child, and no terminal may stop it.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  ::posix_spawn_file_actions_adddup2(&actions, lock, lock); // it is closed on exec otherwise
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t child = 0;
  return ::posix_spawn(&child, program.c_str(), &actions, &attributes, pointers.data(), environ) ==
                 0
             ? child
             : 0;
}

void cannot_keep(const std::string& folder, const std::string& reason, DiagnosticOutput& output) {
  output.message(diag::headers_not_kept, folder, reason);
}

} // namespace

std::string HeaderCache::find_or_make(const clang::CompilerInvocation& compiler,
                                      const compat::FileSystem& files, DiagnosticOutput& output) {
  reap_makers();
  if (!options_.enabled) return {};
  const std::string folder = cache_folder(options_);
  if (folder.empty()) return {};
  const std::shared_ptr<clang::CompilerInvocation> invocation = header_invocation(compiler);
  const std::string key = cache_key(*invocation);
  const Entry entry(folder, key);
  std::string found = found_lately(key);
  if (!found.empty()) return found;
  found = entry.current();
  bound_cache(folder, options_.max_bytes);
  if (!found.empty()) {
    found_[key] = {found, std::chrono::steady_clock::now()};
    return found;
  }

  if (std::error_code problem = fs::create_directories(folder)) {
    cannot_keep(folder, problem.message(), output);
    return {};
  }
  EntryLock lock(entry.file(".lock"));
  if (!lock.try_lock()) {
    // Another process is making it, and is done sooner than a parse without it.
    if (!lock.wait()) {
      cannot_keep(folder, "the folder is not writable", output);
      return {};
    }
  }
  found = entry.current();
  if (!found.empty()) return found;

  constexpr uint64_t needed = 200'000'000;
  if (const llvm::ErrorOr<fs::space_info> space = fs::disk_space(folder);
      space && space->available < needed) {
    cannot_keep(folder, "the disk is full", output);
    return {};
  }
  entry.remove_files();
  llvm::Error written = llvm::writeToOutput(entry.file(".h"), [](llvm::raw_ostream& stream) {
    stream << header_text;
    return llvm::Error::success();
  });
  if (written) {
    cannot_keep(folder, llvm::toString(std::move(written)), output);
    return {};
  }
  output.message(diag::headers_being_prepared);
  if (options_.maker.empty())
    return make_entry(entry, invocation, files, /*disable_free=*/false) ? entry.current() : "";
  if (const pid_t child =
          start_maker(options_.maker, folder, key, *invocation, files, lock.descriptor()))
    makers_.push_back(child);
  else
    cannot_keep(folder, "no process can be started", output);
  return {};
}

std::string HeaderCache::found_lately(const std::string& key) const {
  const auto last = found_.find(key);
  if (last == found_.end()) return {};
  const auto age = std::chrono::steady_clock::now() - last->second.when;
  const std::string& file = last->second.precompiled;
  return age < options_.unchanged_for && fs::exists(file) ? file : std::string();
}

HeaderCache::~HeaderCache() {
  reap_makers();
}

void HeaderCache::reap_makers() {
  std::erase_if(makers_, [](pid_t child) { return ::waitpid(child, nullptr, WNOHANG) != 0; });
}

void HeaderCache::discard(const std::string& precompiled_header) {
  const llvm::StringRef key = path::filename(precompiled_header).split('-').first;
  found_.erase(key.str());
  Entry(path::parent_path(precompiled_header).str(), key.str()).remove_files();
}

int precompile_headers(std::span<const char* const> arguments) {
  constexpr size_t num_own = 3; // the folder, the key of the entry, the working directory
  llvm::StringRef folder = arguments.empty() ? "" : arguments[0];
  if (arguments.size() <= num_own || !folder.consume_front("--cache-dir=")) return 2;
  // Files that begin with the key are taken for the entry's.
  const llvm::StringRef key = arguments[1];
  if (key.size() != key_length || !llvm::all_of(key, llvm::isHexDigit)) return 2;
  (void)::nice(5); // the trace in the foreground comes first
  const Entry entry(folder.str(), key.str());
  const compat::FileSystem files = llvm::vfs::createPhysicalFileSystem();
  (void)files->setCurrentWorkingDirectory(arguments[2]);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  clang::IgnoringDiagConsumer silent;
  clang::DiagnosticOptions options;
  const auto diagnostics = compat::make_diagnostics(*files, options, silent);
  const std::span<const char* const> of_clang = arguments.subspan(num_own);
  const bool is_command = clang::CompilerInvocation::CreateFromArgs(
      *invocation, llvm::ArrayRef(of_clang.data(), of_clang.size()), *diagnostics);
  if (!is_command) {
    entry.remove_files();
    return 2;
  }
  invocation->getFrontendOpts().Inputs.clear(); // the standard input, where none is named
  return make_entry(entry, invocation, files, /*disable_free=*/true) ? 0 : 1;
}

} // namespace fx::frontend
