// Files that are checked one after another, and what was found.
#pragma once

#include "CommandLine.h"

#include "fx/Driver/Fixes.h"

#include <set>
#include <string>
#include <vector>

namespace fx::tool {

class Checker {
public:
  Checker(const CommandLine& line, const char* program, frontend::Session& session,
          const driver::Config& config, check::Selection selection)
      : line_(line), program_(program), session_(session), config_(config),
        selection_(std::move(selection)), as_errors_(line.as_errors.getValue()) {}

  /// Prints what there is to say of a file, and of the headers of the user's that it includes.
  void check(const std::string& file);
  /// Sums up, and makes the fixes. False: there were errors. Error: a file cannot be written.
  llvm::Expected<bool> finish(const std::string& first);

private:
  bool is_wanted(const Diagnostic& said);
  /// Names of files in what is said of `file` may be relative to the folder of its compile command.
  void make_absolute(Diagnostic& said, const std::string& file) const;
  void say(Diagnostic diagnostic);

  const CommandLine& line_;
  const char* program_;
  frontend::Session& session_;
  const driver::Config& config_;
  check::Selection selection_;
  check::Selection as_errors_;
  refactor::FileTexts texts_{
      [this](const std::string& file) { return session_.unsaved_text(file); }};
  std::set<std::string> said_; // headers are read with several files
  std::vector<Diagnostic> found_;
  size_t num_errors_ = 0, num_warnings_ = 0;
};

} // namespace fx::tool
