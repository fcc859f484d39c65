#include "RewriteAll.h"

#include "ModelReport.h"
#include "WriteOutput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace fx::tool {

using namespace llvm;

namespace {

bool has(const refactor::FileEdits& edits, const std::string& file,
         const std::vector<refactor::Edit>& wanted) {
  const auto found = edits.find(file);
  return found != edits.end() && std::ranges::all_of(wanted, [&](const refactor::Edit& edit) {
           return is_contained(found->second, edit);
         });
}

} // namespace

bool RewriteAll::merge() {
  std::map<std::string, std::string> first; // by file: whose edits were there before
  for (const FileReport& report : reports_) {
    refactor::FileEdits& own = edits_.emplace_back();
    if (report.edits.empty()) continue;
    llvm::Expected<refactor::FileEdits> read = refactor::read_replacements(report.edits);
    if (!read) return report_failure(toString(read.takeError())), false;
    own = std::move(*read);
    for (const auto& [file, in_file] : own) {
      if (auto error = refactor::merge_edits(all_, {{file, in_file}})) {
        error->notes = {fmt::format("for '{}', and for '{}'", first[file], report.file),
                        "no file was touched"};
        return report_error(*error), false;
      }
      first.try_emplace(file, report.file);
    }
  }
  return true;
}

bool RewriteAll::check(const RunAgain& run_again) {
  std::vector<std::string> files;
  for (const auto& [report, own] : zip(reports_, edits_)) {
    if (report.has_no_model() || report.code != 0) continue;
    const bool reads_others = any_of(report.files_read, [&, &own = own](const std::string& file) {
      const auto edited = all_.find(file);
      return edited != all_.end() && !has(own, file, edited->second);
    });
    if (reads_others) files.push_back(report.file);
  }
  if (files.empty()) return true;
  SmallString<128> path;
  if (const std::error_code problem = sys::fs::createTemporaryFile("fx-clang-all", "yaml", path))
    return report_failure("no temporary file: " + problem.message()), false;
  const FileRemover remover(path);
  if (llvm::Error failure = write_output(path, refactor::replacements_yaml(files.front(), all_)))
    return report_failure(toString(std::move(failure))), false;
  bool is_right = true;
  for (const FileReport& again : run_again(files, std::string(path))) {
    if (again.code == 0) continue;
    is_right = false;
    std::ranges::find(reports_, again.file, &FileReport::file)->code = again.code;
    report_failure(
        fmt::format("'{}' reads what others change, and would compute something else", again.file));
  }
  return is_right;
}

int RewriteAll::run(const RunAgain& run_again, bool keeps_going) {
  if (!merge()) return 1;
  if (!check(run_again)) return 1;
  const auto refused = std::ranges::count_if(reports_, [](const FileReport& report) {
    return !report.has_no_model() && (report.code != 0 || !report.crash.empty());
  });
  if (refused > 0 && rewrite_.is_in_place() && !keeps_going) {
    report_failure(
        fmt::format("no file was touched: {} of {} files {} refused; --keep-going writes "
                    "the others",
                    refused, reports_.size(), refused == 1 ? "was" : "were"));
    return 1;
  }
  refactor::FileTexts texts;
  return rewrite_.write(texts, all_, reports_.front().file, "-");
}

} // namespace fx::tool
