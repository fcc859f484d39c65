#include "Graphviz.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::tool {

namespace fs = llvm::sys::fs;

namespace {

/// A file for a program to read or write, removed with the object.
class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef suffix) {
    problem_ = fs::createTemporaryFile("fx-clang", suffix, path_);
    remover_.setFile(path_);
  }
  std::error_code problem() const { return problem_; }
  llvm::StringRef path() const { return path_; }
  std::string text() const {
    const auto buffer = llvm::MemoryBuffer::getFile(path_);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

private:
  llvm::SmallString<128> path_;
  std::error_code problem_;
  llvm::FileRemover remover_;
};

} // namespace

llvm::Expected<std::string> render_svg(llvm::StringRef drawing) {
  const llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName("dot");
  if (!program)
    return llvm::createStringError(
        "--emit=svg needs Graphviz's program dot, which is not in the path "
        "(Debian: apt install graphviz); --emit=dot writes its input");
  const TemporaryFile input("dot");
  const TemporaryFile output("svg");
  const TemporaryFile messages("txt");
  for (const TemporaryFile* file : {&input, &output, &messages})
    if (file->problem()) return llvm::errorCodeToError(file->problem());
  std::error_code problem;
  {
    llvm::raw_fd_ostream stream(input.path(), problem);
    stream << drawing;
  }
  constexpr unsigned most_seconds = 300;
  std::string reason;
  const int code = llvm::sys::ExecuteAndWait(*program, {*program, "-Tsvg"}, std::nullopt,
                                             {input.path(), output.path(), messages.path()},
                                             most_seconds, 0, &reason);
  if (code != 0)
    return llvm::createStringError("Graphviz's dot failed: " + reason + messages.text());
  return output.text();
}

} // namespace fx::tool
