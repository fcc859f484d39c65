// What became of the models of one file, as a process that traces it tells the one that has started
// it.
#pragma once

#include "fx/Frontend/Trace.h"

#include "llvm/Support/Error.h"

#include <chrono>
#include <set>
#include <string>
#include <vector>

namespace fx::tool {

struct FileReport {
  std::string file;
  /// The process ended by a signal, or could not be started: why.
  std::string crash;
  int code = 0;
  std::vector<frontend::ClassResult> classes;
  /// The files that its process read, without those of the system and of LibTorch.
  std::vector<std::string> files_read;
  /// --rewrite: its edits, as clang-apply-replacements reads them. Empty: there are none, for it
  /// was refused.
  std::string edits;
  /// The id of the first error; empty: there was none.
  std::string first_error;
  std::chrono::duration<double> time{};

  /// There is no model in the file: a program that uses LibTorch has many such.
  bool has_no_model() const { return classes.empty() && first_error == "no-module"; }
  size_t num_traced() const;
  /// Why models were not traced: the ids of errors, one for each.
  std::vector<std::string> refusals() const;
  /// "2 traced, 1 refused"
  std::string summary() const;
};

/// JSON in a file of its own.
llvm::Error write_report(const std::string& path, const frontend::TraceResult& traced,
                         const std::set<std::string>& files_read, int code);
/// Fills in what the process wrote; nothing is there of a process that crashed.
void read_report(const std::string& path, FileReport& report);

} // namespace fx::tool
