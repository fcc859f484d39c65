#include "fx/Verify/LibTorchInstallation.h"

#include "Files.h"
#include "VerifyInstallation.h"

#include "fx/Support/Version.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

#include <dlfcn.h>
#include <optional>

namespace fx::verify {

using namespace llvm;
namespace fs = sys::fs;
namespace path = sys::path;

namespace {

/// What a command says of the ABI; it is the new one where it says nothing.
bool asks_for_old_abi(const std::vector<std::string>& command) {
  bool is_old = false;
  for (const std::string& word : command) {
    if (mentions_abi(word)) is_old = StringRef(word).ends_with("=0");
  }
  return is_old;
}

std::string real_path(const std::string& file) {
  SmallString<256> real;
  return fs::real_path(file, real) ? file : std::string(real);
}

/// Beside the headers, as archives and Python have them, or where a system has its libraries.
std::string library_below(StringRef prefix) {
  std::vector<std::string> folders{below(prefix, "lib"), below(prefix, "lib64")};
  std::error_code problem;
  for (fs::directory_iterator at(below(prefix, "lib"), problem), end; at != end && !problem;
       at.increment(problem))
    if (path::filename(at->path()).contains("-linux-gnu")) folders.push_back(at->path());
  for (const std::string& folder : folders)
    if (fs::exists(below(folder, "libtorch_cpu.so"))) return folder;
  return {};
}

std::string library_folder(const std::string& base) {
  std::string found = library_below(path::parent_path(base));
  if (!found.empty()) return found;
  // A Python package of a system's has links to the system's headers.
  const std::string real = real_path(below(base, "ATen"));
  return library_below(path::parent_path(path::parent_path(real)));
}

/// Whether a library was compiled with the old ABI, by how it names a function that takes a string;
/// nothing when it does not tell.
std::optional<bool> has_old_abi(StringRef library) {
  if (library.empty()) return std::nullopt;
  const auto file = MemoryBuffer::getFile(below(library, "libc10.so"), /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file) return std::nullopt;
  const StringRef error = "_ZN3c105ErrorC1ENS_14SourceLocationE";
  const size_t at = (*file)->getBuffer().find(error);
  if (at == StringRef::npos) return std::nullopt;
  return (*file)->getBuffer().drop_front(at + error.size()).starts_with("Ss");
}

/// A folder that compilers search anyway; naming it would take it out of its place.
bool is_searched_anyway(StringRef folder) {
  return folder == "/usr/include" || folder == "/usr/local/include";
}

std::string stamp(const std::string& file) {
  fs::file_status status;
  if (fs::status(file, status)) return file + " none\n";
  return fmt::format("{} {} {}\n", file, status.getSize(),
                     status.getLastModificationTime().time_since_epoch().count());
}

} // namespace

std::vector<std::string> LibTorchInstallation::include_arguments() const {
  std::vector<std::string> arguments;
  for (const std::string& folder : {headers.api, headers.base})
    if (!is_searched_anyway(folder)) arguments.insert(arguments.end(), {"-isystem", folder});
  return arguments;
}

std::vector<std::string> LibTorchInstallation::link_arguments() const {
  std::vector<std::string> arguments;
  if (!library.empty() && !is_searched_anyway(headers.base))
    arguments = {"-L" + library, "-Wl,-rpath," + library};
  arguments.insert(arguments.end(), {"-ltorch", "-ltorch_cpu", "-lc10"});
  return arguments;
}

std::string LibTorchInstallation::abi_argument() const {
  return fmt::format("-D_GLIBCXX_USE_CXX11_ABI={}", old_abi ? 0 : 1);
}

bool mentions_abi(const std::string& argument) {
  return StringRef(argument).contains("_GLIBCXX_USE_CXX11_ABI=");
}

std::string LibTorchInstallation::identity() const {
  std::string text = fmt::format("{}\n{}\n{}\n{}\nold ABI: {}\n", version, headers.base,
                                 headers.api, library, old_abi);
  text += stamp(below(headers.api, "torch/version.h"));
  for (const char* name : {"libtorch_cpu.so", "libc10.so"})
    if (!library.empty()) text += stamp(below(library, name));
  return text;
}

std::string LibTorchInstallation::loader_problem() const {
  if (library.empty())
    return fmt::format("there is no libtorch_cpu.so for the headers in '{}'", headers.base);
  const std::string file = below(library, "libtorch_cpu.so");
  return dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL) ? "" : dlerror();
}

LibTorchInstallation find_installation(const ops::HeaderFolders& headers,
                                       const std::vector<std::string>& command) {
  LibTorchInstallation found;
  found.headers = headers;
  if (const auto version = ops::read_version(headers))
    found.version = fmt::format("{}.{}.{}", version->major, version->minor, version->patch);
  found.library = library_folder(headers.base);
  found.old_abi = has_old_abi(found.library).value_or(asks_for_old_abi(command));
  found.is_built_in =
      found.version == libtorch_version && real_path(headers.api) == real_path(libtorch_api_dir);
  return found;
}

} // namespace fx::verify
