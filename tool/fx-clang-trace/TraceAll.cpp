#include "TraceAll.h"

#include "CommandLine.h"
#include "FileRuns.h"
#include "FindSources.h"
#include "Installed.h"
#include "RewriteAll.h"
#include "SummaryTable.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::tool {

using namespace llvm;

TraceAll::TraceAll(cl::OptionCategory& category)
    : all_("all",
           cl::desc("Trace all files of compile_commands.json that include LibTorch, or those of "
                    "them in the folders that are named"),
           cl::cat(category)),
      jobs_("jobs",
            cl::desc("--all, and folders as sources: how many files to trace at once (default: one "
                     "for each processor)"),
            cl::value_desc("number"), cl::init(0), cl::cat(category)),
      report_("report", cl::desc("Where the process of one file tells what became of it"),
              cl::value_desc("file"), cl::cat(category), cl::Hidden) {}

bool TraceAll::is_wanted(const std::vector<std::string>& sources) const {
  return all_ || (!sources.empty() && all_of(sources, is_folder));
}

llvm::Error TraceAll::prepare(StringRef output, bool reads_standard_input) const {
  if (output != "-") return createStringError("-o is of one file, and not of --all or a folder");
  if (reads_standard_input)
    return createStringError("standard input is one file, and not of --all or a folder");
  return llvm::Error::success();
}

std::vector<std::string> TraceAll::words(ArrayRef<const char*> arguments,
                                         const std::vector<unsigned>& positions) const {
  std::vector<std::string> words;
  for (unsigned at = 1; at < arguments.size(); ++at)
    if (!is_contained(positions, at) && !(all_.getNumOccurrences() && all_.getPosition() == at))
      words.emplace_back(arguments[at]);
  return words;
}

int TraceAll::run(const frontend::Session& session, const std::vector<std::string>& sources,
                  ArrayRef<const char*> arguments, const CommandLine& line) const {
  const std::vector<std::string> files = find_sources(session, sources, all_);
  if (files.empty()) {
    WithColor::error(errs(), "fx-clang-trace")
        << (all_ && session.database().getAllFiles().empty()
                ? "--all needs a compile_commands.json: name its folder, -p build\n"
                : "no source there includes LibTorch\n");
    return 2;
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::string program = this_program(arguments.front());
  const std::vector<std::string> options = words(arguments, line.session.positions());
  const Verbosity verbosity = line.verbosity();
  FileRuns runs(files, verbosity);
  if (line.is_rewriting()) runs.collect_edits();
  runs.run(program, options, jobs_);
  std::vector<FileReport> reports = runs.reports();
  int code = 0;
  if (line.is_rewriting()) {
    RewriteAll all(line.rewrite, reports);
    const auto run_again = [&](const std::vector<std::string>& some, const std::string& others) {
      FileRuns again(some, Verbosity::Quiet);
      again.collect_edits(others);
      again.run(program, options, jobs_);
      return again.reports();
    };
    code = all.run(run_again, line.trace.keeps_going());
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  if (verbosity == Verbosity::Normal) errs() << "\n" << summary_table(reports, time.count());
  for (const FileReport& report : reports)
    if (!report.has_no_model() && report.code != 0) code = std::max(code, report.code == 2 ? 2 : 1);
  return code;
}

int TraceAll::report(const frontend::TraceResult& traced, const std::set<std::string>& files_read,
                     int code) const {
  if (report_.empty()) return code;
  if (llvm::Error failure = write_report(report_, traced, files_read, code)) {
    WithColor::error(errs(), "fx-clang-trace") << toString(std::move(failure)) << "\n";
    return 1;
  }
  return code;
}

} // namespace fx::tool
