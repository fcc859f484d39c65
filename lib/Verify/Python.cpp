#include "Python.h"

#include "Program.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

#include <fmt/format.h>

namespace fx::verify {

using namespace llvm;

namespace {

llvm::Error failure(const std::string& message) {
  return createStringError(inconvertibleErrorCode(), message);
}

bool has_torch(const std::string& python, const TemporaryFolder& folder) {
  // Far quicker than to import it.
  llvm::Expected<Run> run = run_command(
      ".",
      {python, "-c", "import importlib.util as u, sys; sys.exit(u.find_spec('torch') is None)"},
      folder);
  if (run) return run->code == 0;
  consumeError(run.takeError());
  return false;
}

} // namespace

llvm::Expected<std::string> find_python(llvm::StringRef what, const TemporaryFolder& folder) {
  if (const std::optional<std::string> named = sys::Process::GetEnv("FX_PYTHON")) {
    if (has_torch(*named, folder)) return *named;
    return failure(fmt::format("FX_PYTHON is '{}', which has no torch", *named));
  }
  SmallVector<StringRef> folders;
  const std::string path = sys::Process::GetEnv("PATH").value_or("");
  StringRef(path).split(folders, ':');
  for (const StringRef candidate : folders) {
    SmallString<128> python(candidate);
    sys::path::append(python, "python3");
    if (sys::fs::can_execute(python) && has_torch(std::string(python), folder))
      return std::string(python);
  }
  return failure(what.str() + " needs a Python that has torch, and no python3 of PATH has it; name "
                              "one: FX_PYTHON=/usr/bin/python3");
}

llvm::Error write_python(const Subject& subject, const TemporaryFolder& folder) {
  // Before a minute of compiling, not after it.
  llvm::Expected<std::string> python = find_python("--verify --emit=python", folder);
  if (!python) return python.takeError();
  if (llvm::Error problem = write(folder.file("regenerated.py"), subject.python)) return problem;
  return write(folder.file("verify.py"), verification_script);
}

llvm::Error verify_python(const Subject& subject, const Options& options,
                          const TemporaryFolder& folder, Verdict& verdict) {
  llvm::Expected<std::string> python = find_python("--verify --emit=python", folder);
  if (!python) return python.takeError();
  // -B: leave no __pycache__ behind.
  std::vector<std::string> command{
      *python,
      "-B",
      folder.file("verify.py"),
      fmt::format("{}", allowed_difference(subject, options.tolerance)),
      folder.file(""),
      subject.python_class,
      python_arguments(subject)};
  if (subject.lost_precision > 0) command.emplace_back("other-precision");
  if (subject.in_eval) command.emplace_back("eval");
  if (subject.in_train) command.emplace_back("train");
  llvm::Expected<Run> run = run_command(".", command, folder, options.megabytes);
  if (!run) return run.takeError();
  SmallVector<StringRef> lines;
  StringRef(run->output).split(lines, '\n');
  bool differs = false;
  for (StringRef line : lines) {
    if (!line.starts_with("python ")) continue;
    verdict.report += line.str() + "\n";
    if (differs || !line.ends_with(": DIFFERENT")) continue;
    differs = true;
    verdict.training = line.starts_with("python train");
    verdict.call = line.contains(", second call") ? 1 : 0;
  }
  if (run->code == 1 && differs) {
    verdict.kind = Verdict::Kind::Values;
    verdict.in_python = true;
  } else if (run->code != 0) {
    for (StringRef line : lines)
      if (line.consume_front("raised:"))
        return failure("the regenerated Python raises" + line.str());
    return failure(
        fmt::format("the Python that compares ended with {}:\n{}", run->code, run->output));
  }
  return llvm::Error::success();
}

} // namespace fx::verify
