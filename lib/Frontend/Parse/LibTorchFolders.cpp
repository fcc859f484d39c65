#include "Frontend/Parse/LibTorchFolders.h"

#include "Frontend/Parse/SourceFiles.h"

#include "FrontendInstallation.h"

#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <vector>

namespace fx::frontend {

namespace path = llvm::sys::path;
using clang::HeaderSearchOptions;

namespace {

constexpr llvm::StringLiteral api_below_base = "torch/csrc/api/include";

bool is_default_folder(llvm::StringRef folder) {
  folder = folder.rtrim('/');
  return folder == "/usr/include" || folder == "/usr/local/include";
}

std::string joined(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> result(folder);
  path::append(result, name);
  return std::string(result);
}

bool has_api(llvm::vfs::FileSystem& files, llvm::StringRef folder) {
  return files.exists(joined(folder, "torch/torch.h"));
}

bool has_base(llvm::vfs::FileSystem& files, llvm::StringRef folder) {
  return files.exists(joined(folder, "ATen/core/ivalue.h"));
}

ops::HeaderFolders find_outside_of_commands(llvm::vfs::FileSystem& files) {
  if (ops::HeaderFolders named = ops::headers_of_environment(); named.are_whole()) return named;
  ops::HeaderFolders installed;
  if (has_api(files, libtorch_api_dir)) installed.api = libtorch_api_dir;
  if (has_base(files, libtorch_base_dir)) installed.base = libtorch_base_dir;
  return installed;
}

/// The include folders of a compile command.
class IncludeFolders {
public:
  IncludeFolders(llvm::vfs::FileSystem& files, HeaderSearchOptions& options)
      : files_(files), entries_(options.UserEntries) {}

  // GCC drops these; Clang would look into them before the standard library, which then does not
  // find what it expects behind itself.
  void drop_default_folders() {
    llvm::erase_if(entries_, [](const HeaderSearchOptions::Entry& entry) {
      return is_default_folder(entry.Path) &&
             (entry.Group <= clang::frontend::Angled ||
              (entry.Group == clang::frontend::System && entry.Path == "/usr/include"));
    });
  }

  /// The LibTorch that is named, made a system folder: the first folder of either kind.
  ops::HeaderFolders find_libtorch() {
    ops::HeaderFolders found;
    for (size_t i = 0; i < entries_.size(); ++i) {
      if (is_default_folder(entries_[i].Path)) continue;
      const bool api = has_api(files_, entries_[i].Path);
      const bool base = has_base(files_, entries_[i].Path);
      if (!api && !base) continue;
      entries_[i].Path = absolute_path(files_, entries_[i].Path);
      if (entries_[i].Group <= clang::frontend::Angled) entries_[i].Group = clang::frontend::System;
      const std::string folder = entries_[i].Path;
      if (api && found.api.empty()) found.api = folder;
      if (base && found.base.empty()) found.base = folder;
      llvm::StringRef above = folder;
      if (api && !base && above.consume_back(api_below_base) &&
          has_base(files_, above.rtrim('/'))) {
        add_other(i + 1, above.rtrim('/').str());
        if (found.base.empty()) found.base = above.rtrim('/').str();
      } else if (base && !api && has_api(files_, joined(folder, api_below_base))) {
        add_other(i + 1, joined(folder, api_below_base));
        if (found.api.empty()) found.api = joined(folder, api_below_base);
      }
    }
    return found;
  }

  void remove_libtorch() {
    llvm::erase_if(entries_, [&](const HeaderSearchOptions::Entry& entry) {
      return !is_default_folder(entry.Path) &&
             (has_api(files_, entry.Path) || has_base(files_, entry.Path));
    });
  }

  void add_libtorch(const ops::HeaderFolders& folders) {
    auto first = llvm::find_if(entries_, [](const HeaderSearchOptions::Entry& entry) {
      return entry.Group >= clang::frontend::System;
    });
    const auto place = static_cast<size_t>(first - entries_.begin());
    add(place, folders.base);
    add(place, folders.api);
  }

private:
  bool has_entry(llvm::StringRef folder) const {
    return llvm::any_of(entries_, [&](const HeaderSearchOptions::Entry& entry) {
      return llvm::StringRef(entry.Path).rtrim('/') == folder;
    });
  }

  void add_other(size_t index, const std::string& folder) {
    if (!has_entry(folder)) add(index, folder);
  }

  void add(size_t index, const std::string& folder) {
    if (folder.empty() || is_default_folder(folder)) return;
    entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(index),
                    HeaderSearchOptions::Entry(folder, clang::frontend::System, false, true));
  }

  llvm::vfs::FileSystem& files_;
  std::vector<HeaderSearchOptions::Entry>& entries_;
};

} // namespace

ops::HeaderFolders find_libtorch_at(llvm::vfs::FileSystem& files, llvm::StringRef folder) {
  return ops::headers_at(absolute_path(files, folder),
                         [&](const std::string& file) { return files.exists(file); });
}

ops::HeaderFolders set_libtorch(llvm::vfs::FileSystem& files, HeaderSearchOptions& options,
                                llvm::StringRef wanted) {
  IncludeFolders folders(files, options);
  folders.drop_default_folders();
  ops::HeaderFolders found;
  if (wanted.empty()) {
    found = folders.find_libtorch();
    // One that is not whole is the user's own affair: nothing is mixed with it.
    if (!found.api.empty() || !found.base.empty()) return found;
    found = find_outside_of_commands(files);
  } else {
    found = find_libtorch_at(files, wanted);
    if (found.are_whole()) folders.remove_libtorch();
  }
  folders.add_libtorch(found);
  return found;
}

} // namespace fx::frontend
