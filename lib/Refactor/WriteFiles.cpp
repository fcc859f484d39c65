// Edited files on the disk: as an editor would write them, and only over what was read.
#include "fx/Refactor/Edits.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

namespace fx::refactor {

namespace fs = llvm::sys::fs;

namespace {

/// One file that is about to be written.
struct Replacement {
  std::string file; // what links lead to
  std::string text;
  fs::file_status status;
  fs::TempFile fresh; // beside the file, with the new text
};

std::error_code last_error() {
  return {errno, std::generic_category()};
}

/// Links lead to the file that is written.
std::string real_file(const std::string& file) {
  llvm::SmallString<256> real;
  return fs::real_path(file, real) ? file : std::string(real);
}

/// Root may write everything; a file without a bit for writing is still not meant to change.
bool is_read_only(const std::string& file, const fs::file_status& status) {
  return (status.permissions() & fs::all_write) == 0 || !fs::can_write(file);
}

llvm::Error check_unchanged(const std::string& file, llvm::StringRef read) {
  // Not mapped: another program may be writing it.
  const auto now = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                               /*RequiresNullTerminator=*/true,
                                               /*IsVolatile=*/true);
  if (!now) return llvm::createFileError(file, now.getError());
  if ((*now)->getBuffer() == read) return llvm::Error::success();
  return llvm::createStringError("%s: not written, because the file has changed since it was read; "
                                 "run the command again",
                                 file.c_str());
}

std::error_code write_and_sync(int descriptor, llvm::StringRef text) {
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/false);
  stream << text;
  stream.flush();
  const std::error_code problem = stream.error();
  stream.clear_error();
  return !problem && fsync(descriptor) != 0 ? last_error() : problem;
}

/// What can refuse a file comes before any is touched.
llvm::Expected<Replacement> prepare(const std::string& name, llvm::StringRef read,
                                    const std::vector<Edit>& edits) {
  const std::string file = real_file(name);
  fs::file_status status;
  if (const std::error_code problem = fs::status(file, status))
    return llvm::createFileError(file, problem);
  if (is_read_only(file, status))
    return llvm::createStringError("%s: not written, because the file is read-only", file.c_str());
  if (llvm::Error changed = check_unchanged(file, read)) return changed;
  llvm::Expected<fs::TempFile> fresh = fs::TempFile::create(file + ".%%%%%%.tmp");
  if (!fresh) return llvm::createFileError(file, fresh.takeError());
  std::string text = apply_edits(read, edits);
  std::error_code problem = fs::setPermissions(fresh->FD, status.permissions());
  if (!problem) problem = write_and_sync(fresh->FD, text);
  if (problem) return llvm::joinErrors(llvm::createFileError(file, problem), fresh->discard());
  return Replacement{file, std::move(text), status, std::move(*fresh)};
}

/// Whether a new file cannot have the place of the old one: other names lead to that, or only the
/// administrator may give a file to its owner.
bool must_keep_inode(const Replacement& replacement) {
  return replacement.status.getLinkCount() > 1 ||
         fchown(replacement.fresh.FD, replacement.status.getUser(),
                replacement.status.getGroup()) != 0 ||
         // fchown may take bits away.
         fs::setPermissions(replacement.fresh.FD, replacement.status.permissions());
}

/// The new text is beside the file until all of it is in the file.
llvm::Error overwrite(Replacement& replacement) {
  int descriptor = -1;
  std::error_code problem =
      fs::openFileForWrite(replacement.file, descriptor, fs::CD_OpenExisting, fs::OF_None);
  if (!problem) {
    problem = write_and_sync(descriptor, replacement.text);
    if (!problem) problem = fs::resize_file(descriptor, replacement.text.size());
    const std::error_code failed_close = fs::closeFile(descriptor);
    if (!problem) problem = failed_close;
  }
  if (!problem) return replacement.fresh.discard();
  const std::string kept = replacement.fresh.TmpName;
  return llvm::joinErrors(
      llvm::createStringError(problem, "%s: not written completely: %s; its new text is in %s",
                              replacement.file.c_str(), problem.message().c_str(), kept.c_str()),
      replacement.fresh.keep());
}

llvm::Error put_in_place(Replacement& replacement, llvm::StringRef read) {
  if (llvm::Error changed = check_unchanged(replacement.file, read))
    return llvm::joinErrors(std::move(changed), replacement.fresh.discard());
  if (must_keep_inode(replacement)) return overwrite(replacement);
  return replacement.fresh.keep(replacement.file);
}

} // namespace

llvm::Error write_files(FileTexts& texts, const FileEdits& edits) {
  for (const auto& [name, in_file] : edits)
    if (texts.is_unsaved(name))
      return llvm::createStringError("%s: not written, because its text is not saved; save it, or "
                                     "apply the edits where that text is held",
                                     name.c_str());
  std::vector<std::pair<std::string, Replacement>> replacements;
  llvm::Error failure = llvm::Error::success();
  for (const auto& [name, in_file] : edits) {
    if (failure) break;
    llvm::Expected<Replacement> next = prepare(name, texts.text(name), in_file);
    if (next)
      replacements.emplace_back(name, std::move(*next));
    else
      failure = next.takeError();
  }
  for (auto& [name, replacement] : replacements)
    failure = failure ? llvm::joinErrors(std::move(failure), replacement.fresh.discard())
                      : put_in_place(replacement, texts.text(name));
  return failure;
}

} // namespace fx::refactor
