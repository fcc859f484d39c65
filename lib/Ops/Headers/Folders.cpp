// Where a LibTorch has its headers.
#include "fx/Ops/Headers.h"

#include <cstdlib>
#include <filesystem>

namespace fx::ops {

namespace fs = std::filesystem;

namespace {

/// Empty when it is empty, or relative to a working directory that is gone.
fs::path absolute(const char* folder) {
  std::error_code problem;
  fs::path result = fs::absolute(folder ? folder : "", problem);
  return problem ? fs::path() : result;
}

bool is_on_disk(const std::string& file) {
  std::error_code problem;
  return fs::exists(file, problem);
}

/// The package torch of a Python environment: PREFIX/lib/python3.11/site-packages/torch.
HeaderFolders headers_of_python(const fs::path& prefix) {
  std::error_code problem;
  for (fs::directory_iterator at(prefix / "lib", problem), end; !problem && at != end;
       at.increment(problem)) {
    if (!at->path().filename().string().starts_with("python")) continue;
    HeaderFolders found = headers_at((at->path() / "site-packages/torch").string());
    if (found.are_whole()) return found;
  }
  return {};
}

} // namespace

HeaderFolders headers_at(const std::string& folder,
                         const std::function<bool(const std::string&)>& exists) {
  const auto has = [&](const fs::path& file) {
    return exists ? exists(file.string()) : is_on_disk(file.string());
  };
  const fs::path from = exists ? fs::path(folder) : absolute(folder.c_str());
  if (from.empty()) return {};
  for (const fs::path& base : {from / "include", from}) {
    const fs::path api = base / "torch/csrc/api/include";
    if (has(base / "ATen/core/ivalue.h") && has(api / "torch/torch.h"))
      return {base.string(), api.string()};
  }
  return {};
}

HeaderFolders headers_of_environment() {
  if (const fs::path prefix = absolute(std::getenv("TORCH_INSTALL_PREFIX")); !prefix.empty())
    if (HeaderFolders found = headers_at(prefix.string()); found.are_whole()) return found;
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const fs::path prefix = absolute(std::getenv(variable)); !prefix.empty())
      if (HeaderFolders found = headers_of_python(prefix); found.are_whole()) return found;
  return {};
}

} // namespace fx::ops
