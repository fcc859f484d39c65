#include "WriteOutput.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::tool {

namespace fs = llvm::sys::fs;

namespace {

llvm::Error write_all(llvm::raw_fd_ostream& stream, llvm::StringRef text) {
  stream << text;
  stream.flush();
  const std::error_code problem = stream.error();
  stream.clear_error(); // reported here, not by the destructor
  return llvm::errorCodeToError(problem);
}

} // namespace

llvm::Error write_output(llvm::StringRef path, llvm::StringRef text) {
  if (path == "-") return write_all(llvm::outs(), text);
  fs::file_status status;
  if (!fs::status(path, status) && status.type() != fs::file_type::regular_file) {
    // A device or a pipe cannot be replaced.
    std::error_code problem;
    llvm::raw_fd_ostream stream(path, problem);
    return problem ? llvm::errorCodeToError(problem) : write_all(stream, text);
  }
  llvm::Expected<fs::TempFile> file = fs::TempFile::create(path + ".%%%%%%.tmp");
  if (!file) return file.takeError();
  llvm::Error failure = llvm::Error::success();
  {
    llvm::raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
    failure = write_all(stream, text);
  }
  if (failure) return llvm::joinErrors(std::move(failure), file->discard());
  return file->keep(path);
}

} // namespace fx::tool
