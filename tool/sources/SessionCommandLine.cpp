#include "SessionCommandLine.h"

#include "Installed.h"
#include "KernelsPlugin.h"
#include "TerminalSink.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace fx::tool {

using namespace llvm;

SessionCommandLine::SessionCommandLine(cl::OptionCategory& category)
    : sources_(cl::Positional, cl::desc("<source>..."), cl::cat(category)),
      assumed_name_("assume-filename",
                    cl::desc("The file that standard input is read for, where the source is '-': "
                             "its compile command and its folder count"),
                    cl::value_desc("file"), cl::cat(category)),
      cache_dir_("cache-dir", cl::desc("Where precompiled LibTorch headers are kept"),
                 cl::value_desc("folder"), cl::cat(category)),
      cache_size_("cache-size",
                  cl::desc("How much is kept there: what was used least recently goes (default: "
                           "1000)"),
                  cl::value_desc("megabytes"), cl::init(1000), cl::cat(category)),
      no_cache_("no-cache", cl::desc("Parse LibTorch's headers anew"), cl::cat(category)),
      libtorch_("libtorch",
                cl::desc("The LibTorch to read (default: the one that the compile command names, "
                         "that of TORCH_INSTALL_PREFIX, that of the active Python environment, or "
                         "the system's)"),
                cl::value_desc("folder"), cl::cat(category)) {}

frontend::SessionOptions SessionCommandLine::options(const char* program) const {
  return {.header_cache = {!no_cache_, cache_dir_, this_program(program),
                           cache_size_ * uint64_t{1'000'000}},
          .libtorch = libtorch_,
          .runtime_headers = {installed(program, {FX_INCLUDE_FOLDER}, FX_HEADERS_SOURCE_PATH)},
          .style = terminal_style(),
          .directory = {},
          .disable_free = true};
}

bool SessionCommandLine::reads_standard_input() const {
  return is_contained(sources_, "-");
}

llvm::Expected<std::vector<std::string>> SessionCommandLine::sources() const {
  std::vector<std::string> names(sources_.begin(), sources_.end());
  if (!reads_standard_input()) {
    if (assumed_name_.empty()) return names;
    return createStringError(
        "--assume-filename says what standard input is: name '-' as the source");
  }
  if (names.size() > 1) return createStringError("'-' is read alone, without other sources");
  if (assumed_name_.empty())
    return createStringError("'-' needs a name: --assume-filename=net.cpp");
  names.front() = assumed_name_;
  return names;
}

llvm::Error SessionCommandLine::read_standard_input(frontend::Session& session) const {
  if (!reads_standard_input()) return llvm::Error::success();
  const ErrorOr<std::unique_ptr<MemoryBuffer>> text = MemoryBuffer::getSTDIN();
  if (!text) return createStringError("cannot read standard input: " + text.getError().message());
  session.set_text(assumed_name_, (*text)->getBuffer().str());
  return llvm::Error::success();
}

std::vector<unsigned> SessionCommandLine::positions() const {
  std::vector<unsigned> result;
  result.reserve(sources_.size());
  for (unsigned number = 0; number < sources_.size(); ++number)
    result.push_back(sources_.getPosition(number));
  return result;
}

} // namespace fx::tool
