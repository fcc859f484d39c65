#include "FileRuns.h"

#include "RewriteSources.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

namespace fx::tool {

using namespace llvm;

namespace {

/// A file that goes when the object does.
class Scratch {
public:
  explicit Scratch(StringRef suffix)
      : problem_(sys::fs::createTemporaryFile("fx-clang-all", suffix, path_)), remover_(path_) {}

  const SmallString<128>& path() const { return path_; }
  std::error_code problem() const { return problem_; }
  std::string text() const {
    const auto buffer = MemoryBuffer::getFile(path_);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

private:
  SmallString<128> path_;
  std::error_code problem_;
  FileRemover remover_;
};

} // namespace

FileRuns::FileRuns(const std::vector<std::string>& files, Verbosity verbosity)
    : runs_(files.size()), verbosity_(verbosity) {
  for (auto [run, file] : zip(runs_, files))
    run.report.file = file;
}

void FileRuns::run(const std::string& program, const std::vector<std::string>& words,
                   unsigned jobs) {
  DefaultThreadPool pool(hardware_concurrency(jobs));
  for (Run& each : runs_)
    pool.async([&] {
      run(program, words, each);
      show(each);
    });
  pool.wait();
}

std::vector<FileReport> FileRuns::reports() const {
  std::vector<FileReport> reports;
  reports.reserve(runs_.size());
  for (const Run& run : runs_)
    reports.push_back(run.report);
  return reports;
}

void FileRuns::run(const std::string& program, const std::vector<std::string>& words,
                   Run& run) const {
  const Scratch output("out");
  const Scratch said("err");
  const Scratch report("json");
  const Scratch edits("yaml");
  if (const std::error_code problem = report.problem()) {
    run.report.crash = "no temporary file: " + problem.message();
    return;
  }
  std::vector<std::string> all{program, run.report.file, ("--report=" + report.path()).str()};
  const auto add = [&](const char* flag) {
    if (!is_contained(words, flag)) all.emplace_back(flag);
  };
  add("--keep-going");
  if (verbosity_ == Verbosity::Quiet) add("--quiet");
  if (edits_wanted_) append_range(all, RewriteSources::words_for_one(edits.path(), others_));
  append_range(all, words);
  const std::vector<StringRef> arguments(all.begin(), all.end());
  const auto begin = std::chrono::steady_clock::now();
  std::string problem;
  run.report.code =
      sys::ExecuteAndWait(program, arguments, std::nullopt,
                          {StringRef(), output.path().str(), said.path().str()}, 0, 0, &problem);
  run.report.time = std::chrono::steady_clock::now() - begin;
  if (run.report.code < 0) run.report.crash = problem.empty() ? "crashed" : "crashed: " + problem;
  read_report(std::string(report.path()), run.report);
  run.report.edits = edits.text();
  run.output = output.text();
  run.said = said.text();
}

void FileRuns::show(Run& run) {
  const std::scoped_lock lock(mutex_);
  run.is_done = true;
  ++num_done_;
  if (verbosity_ == Verbosity::Normal)
    errs() << fmt::format("[{}/{}] {}: {}\n", num_done_, runs_.size(), run.report.file,
                          run.report.summary());
  if (!run.report.has_no_model()) errs() << run.said;
  // In the order of the files, whichever is done first.
  for (; num_written_ < runs_.size() && runs_[num_written_].is_done; ++num_written_)
    outs() << std::exchange(runs_[num_written_].output, {});
  outs().flush();
}

} // namespace fx::tool
