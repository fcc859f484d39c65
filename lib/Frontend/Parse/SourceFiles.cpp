#include "Frontend/Parse/SourceFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace fx::frontend {

std::string absolute_path(llvm::vfs::FileSystem& files, llvm::StringRef path) {
  llvm::SmallString<256> result(path);
  // Fails only where the working directory is gone; the name itself is then the best there is.
  (void)files.makeAbsolute(result);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

std::string absolute_path_in(llvm::StringRef folder, llvm::StringRef path) {
  llvm::SmallString<256> result(path);
  llvm::sys::path::make_absolute(folder, result);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

SourceFiles::SourceFiles(const std::string& directory) : directory_(directory), files_(open()) {}

compat::FileSystem SourceFiles::open() const {
  // One whose working directory is its own, not the process's.
  compat::FileSystem disk = llvm::vfs::createPhysicalFileSystem();
  if (!directory_.empty()) (void)disk->setCurrentWorkingDirectory(directory_);
  if (texts_.empty()) return disk;
  auto unsaved = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto& [file, text] : texts_)
    unsaved->addFile(file, 0, llvm::MemoryBuffer::getMemBufferCopy(text, file));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(disk));
  files->pushOverlay(std::move(unsaved));
  return files;
}

void SourceFiles::set_text(llvm::StringRef file, std::string text) {
  texts_[absolute_path(*files_, file)] = std::move(text);
  ++version_;
  files_ = open();
}

void SourceFiles::remove_text(llvm::StringRef file) {
  if (texts_.erase(absolute_path(*files_, file)) == 0) return;
  ++version_;
  files_ = open();
}

void SourceFiles::clear_texts() {
  if (texts_.empty()) return;
  texts_.clear();
  ++version_;
  files_ = open();
}

const std::string* SourceFiles::unsaved_text(llvm::StringRef file) const {
  const auto found = texts_.find(absolute_path(*files_, file));
  return found == texts_.end() ? nullptr : &found->second;
}

std::unique_ptr<llvm::MemoryBuffer> SourceFiles::read(llvm::StringRef file) const {
  auto buffer = files_->getBufferForFile(file);
  return buffer ? std::move(*buffer) : nullptr;
}

bool SourceFiles::exists(llvm::StringRef file) const {
  return files_->exists(file);
}

std::string SourceFiles::absolute(llvm::StringRef file) const {
  llvm::SmallString<256> result(file);
  (void)files_->makeAbsolute(result);
  return std::string(result);
}

} // namespace fx::frontend
