#include "fx/Verify/KernelsPlugin.h"

#include "Build.h"
#include "Files.h"
#include "Messages.h"

#include "Frontend/Parse/CompileCommand.h"
#include "Frontend/Parse/EntryLock.h"
#include "Frontend/Parse/Undamaged.h"
#include "fx/Frontend/Session.h"
#include "fx/Ops/Tables.h"
#include "fx/Support/Version.h"
#include "fx/Verify/LibTorchInstallation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <unistd.h>

namespace fx::verify {

using namespace llvm;
namespace fs = sys::fs;
namespace path = sys::path;

namespace {

// As many plugins are kept; each takes 4 to 5 MB.
constexpr size_t most_kept = 4;
constexpr StringRef one_source = "runtime/All.cpp";

/// Every file below a folder, sorted.
std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code problem;
  for (fs::recursive_directory_iterator at(folder, problem), end; at != end && !problem;
       at.increment(problem))
    if (at->type() == fs::file_type::regular_file) files.push_back(at->path());
  std::sort(files.begin(), files.end());
  return files;
}

/// One build of the plugin.
class PluginBuild {
public:
  PluginBuild(const LibTorchInstallation& libtorch, const PluginOptions& options, Compiler compiler)
      : libtorch_(libtorch), options_(options), compiler_(std::move(compiler)),
        folder_(below(options.cache_directory, "kernels")) {
    SHA256 hash;
    const auto add = [&](StringRef text) {
      hash.update(text);
      hash.update(StringRef("\0", 1));
    };
    add(fx::version);
    add(std::to_string(ops::tables_generator()));
    add(compiler_.path);
    add(libtorch.identity());
    for (const std::string& file : files_below(options.sources)) {
      add(StringRef(file).drop_front(options.sources.size()));
      if (const auto text = MemoryBuffer::getFile(file)) add((*text)->getBuffer());
    }
    key_ = toHex(hash.final(), /*LowerCase=*/true).substr(0, 24);
  }

  std::string plugin() const { return file(".so"); }
  /// A library with other bytes than were written would crash this process, or compute other
  /// values.
  bool exists() const { return frontend::is_intact(plugin()); }

  /// Under the lock of the entry.
  Expected<std::string> make() const {
    if (compiler_.path.empty()) return failure("no C++ compiler was found: install clang or g++");
    // Compiling takes long, and would be in vain.
    if (const std::string problem = libtorch_.loader_problem(); !problem.empty())
      return failure(problem);
    const auto start = std::chrono::steady_clock::now();
    remove_leftovers();
    if (const std::optional<Saying> remark = compiler_.remark()) tell(*remark);
    tell(say(diag::kernels_being_built, libtorch_.version, path::filename(compiler_.path).str()));
    if (std::string problem = write_calls(); !problem.empty()) return failure(problem);
    const std::string fresh = file(fmt::format("-{}.so", ::getpid()));
    const TemporaryFolder log;
    const std::string problem = compile(folder_, command(fresh), log);
    uint64_t size = 0;
    if (problem.empty() && !fs::file_size(fresh, size) && frontend::seal(plugin(), fresh) &&
        !fs::rename(fresh, plugin())) {
      remove_leftovers();
      remove_oldest();
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      tell(say(diag::kernels_built, fmt::format("{:.0f}", took.count()),
               fmt::format("{:.1f}", static_cast<double>(size) / 1e6), plugin()));
      return plugin();
    }
    remove_leftovers();
    return failure(problem.empty() ? "cannot write " + plugin() : StringRef(problem).trim().str());
  }

  Error failure(std::string_view why) const {
    return say(diag::kernels_not_built, libtorch_.version, why);
  }

  std::string file(const std::string& suffix) const { return below(folder_, key_ + suffix); }
  const std::string& folder() const { return folder_; }

private:
  void tell(const Saying& saying) const {
    if (options_.progress) options_.progress(saying);
  }

  /// What makes and calls the modules and functions of this LibTorch, beside the plugin.
  std::string write_calls() const {
    const Expected<ops::Headers> headers = ops::read_headers(libtorch_.headers);
    if (!headers) return headers.error().message;
    const std::string calls = file("-calls");
    if (const std::error_code problem = fs::create_directories(calls)) return problem.message();
    for (const auto& [name, text] :
         {std::pair("TorchModules.inc", ops::module_calls(*headers)),
          std::pair("TorchFunctions.inc", ops::function_calls(*headers))})
      if (llvm::Error problem = write(below(calls, name), text))
        return toString(std::move(problem));
    return {};
  }

  std::vector<std::string> command(const std::string& output) const {
    std::vector<std::string> words{compiler_.path,
                                   ops::standard_argument(libtorch_.headers),
                                   "-O0",
                                   "-w",
                                   "-fPIC",
                                   "-fvisibility=hidden",
                                   "-shared",
                                   "-s",
                                   "-I" + options_.sources,
                                   "-I" + file("-calls")};
    const auto append = [&](const std::vector<std::string>& more) {
      words.insert(words.end(), more.begin(), more.end());
    };
    append({libtorch_.abi_argument()});
    append(libtorch_.include_arguments());
    append({below(options_.sources, one_source), "-o", output});
    append(libtorch_.link_arguments());
    // What LibTorch's libraries need themselves is found by the loader.
    append({"-Wl,--allow-shlib-undefined"});
    return words;
  }

  /// What earlier builds of this entry left half made.
  void remove_leftovers() const {
    std::error_code problem;
    std::vector<std::string> left;
    for (fs::directory_iterator at(folder_, problem), end; at != end && !problem;
         at.increment(problem))
      if (path::filename(at->path()).starts_with(key_ + "-")) left.push_back(at->path());
    for (const std::string& each : left)
      fs::is_directory(each) ? (void)fs::remove_directories(each) : (void)fs::remove(each);
  }

  void remove_oldest() const {
    std::vector<std::pair<sys::TimePoint<>, std::string>> plugins;
    std::error_code problem;
    for (fs::directory_iterator at(folder_, problem), end; at != end && !problem;
         at.increment(problem)) {
      fs::file_status status;
      if (path::extension(at->path()) == ".so" && !fs::status(at->path(), status))
        plugins.emplace_back(status.getLastModificationTime(), at->path());
    }
    std::sort(plugins.begin(), plugins.end());
    for (size_t i = 0; i + most_kept < plugins.size(); ++i)
      frontend::remove_sealed(plugins[i].second);
  }

  const LibTorchInstallation& libtorch_;
  const PluginOptions& options_;
  Compiler compiler_;
  std::string folder_;
  std::string key_;
};

} // namespace

Expected<std::string> kernels_plugin(frontend::Session& session, const std::string& file,
                                     const PluginOptions& options) {
  const ops::HeaderFolders headers = session.libtorch_folders(file);
  const auto files = vfs::getRealFileSystem();
  const Expected<frontend::CompileCommand> command =
      frontend::find_compile_command(session.database(), *files, file);
  if (!command) return command.error();
  const LibTorchInstallation libtorch = find_installation(headers, command->arguments);
  if (libtorch.is_built_in && fs::exists(options.built_in)) return options.built_in;
  const PluginBuild build(libtorch, options, find_compiler(*command));
  if (build.exists()) return build.plugin();
  if (options.cache_directory.empty()) return build.failure("there is no cache to keep them in");
  if (const std::error_code problem = fs::create_directories(build.folder()))
    return build.failure(fmt::format("{}: {}", build.folder(), problem.message()));
  frontend::EntryLock lock(build.file(".lock"));
  if (!lock.wait()) return build.failure(build.folder() + " is not writable");
  if (build.exists()) return build.plugin(); // by another process
  return build.make();
}

} // namespace fx::verify
