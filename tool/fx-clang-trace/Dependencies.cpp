#include "Dependencies.h"

#include "WriteOutput.h"

namespace fx::tool {

using namespace llvm;

namespace {

/// As Clang and GCC write it, and make and Ninja read it.
std::string escaped(StringRef name) {
  std::string text;
  for (const char c : name) {
    if (c == ' ' || c == '#') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

} // namespace

Dependencies::Dependencies(cl::OptionCategory& category)
    : file_("depfile",
            cl::desc("Write which files what -o writes depends on, as a rule of make: sources, "
                     "headers, rules and .fx-clang, without those of the system and of LibTorch"),
            cl::value_desc("file"), cl::cat(category)) {}

llvm::Error Dependencies::prepare(StringRef output) const {
  if (file_.empty() || output != "-") return llvm::Error::success();
  return createStringError("--depfile is about what -o writes: say -o");
}

llvm::Error Dependencies::write(StringRef output, const frontend::Session& session,
                                const driver::Config& config) const {
  if (file_.empty()) return llvm::Error::success();
  std::string rule = escaped(output) + ":";
  for (const std::string& file : session.files_read())
    rule += " \\\n  " + escaped(file);
  if (!config.path.empty()) rule += " \\\n  " + escaped(config.path);
  rule += '\n';
  if (llvm::Error failure = write_output(file_, rule))
    return createStringError("cannot write '" + file_ + "': " + toString(std::move(failure)));
  return llvm::Error::success();
}

} // namespace fx::tool
