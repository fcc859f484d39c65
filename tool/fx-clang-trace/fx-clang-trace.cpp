// fx-clang-trace: LibTorch models in C++ source -> torch.fx graphs, C++, Python.
#include "CommandLine.h"
#include "CompileCommands.h"
#include "FindSources.h"
#include "ModelReport.h"
#include "TerminalSink.h"

#include "fx/Driver/CompileCommands.h"
#include "fx/Frontend/PrecompileHeaders.h"
#include "fx/Frontend/Rules.h"
#include "fx/Support/Version.h"

#include "clang/Basic/Version.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <iterator>
#include <span>

using namespace clang::tooling;
using namespace llvm;

namespace {

cl::OptionCategory category("fx-clang-trace options");

const cl::extrahelp exit_codes(
    "\nExit codes: 0 all is traced and written, 1 something is refused or cannot be read or "
    "written, or\n--verify finds a difference, or --dry-run something to change, 2 the command "
    "line "
    "or a\n.fx-clang is wrong\n");

int usage_error(const Twine& message) {
  WithColor::error(errs(), "fx-clang-trace") << message << "\n";
  return 2;
}

void print_version(raw_ostream& stream) {
  stream << "fx-clang-trace " << fx::version << "\n"
         << clang::getClangFullVersion() << "\n"
         << "LibTorch " << fx::libtorch_version << "\n";
}

/// What is to be traced, and how it is compiled.
struct Sources {
  std::vector<std::string> files;
  std::unique_ptr<CompilationDatabase> database;
  fx::driver::Config config;

  /// A file that stands for all where one is asked for.
  std::string first() const {
    if (files.empty()) return "any";
    return fx::tool::is_folder(files.front()) ? files.front() + "/any" : files.front();
  }
};

/// The rules of all files. Error: it is on the screen already.
Expected<std::vector<fx::RewriteRule>> read_rules(fx::frontend::Session& session,
                                                  const std::vector<std::string>& files,
                                                  fx::tool::Verbosity verbosity) {
  fx::tool::TerminalSink sink(verbosity);
  std::vector<fx::RewriteRule> rules;
  for (const std::string& file : files) {
    Expected<std::vector<fx::RewriteRule>> some = fx::frontend::trace_rules(session, file, sink);
    if (!some) return some.takeError();
    std::ranges::move(*some, std::back_inserter(rules));
  }
  return rules;
}

int trace(fx::tool::CommandLine& line, const Sources& sources, ArrayRef<const char*> arguments) {
  const fx::tool::Verbosity verbosity = line.verbosity();
  const char* program = arguments.front();
  fx::frontend::Session session(*sources.database, line.session.options(program));
  if (line.all.is_wanted(sources.files))
    return line.all.run(session, sources.files, arguments, line);
  if (Error wrong = line.session.read_standard_input(session))
    return fx::tool::report_failure(toString(std::move(wrong))), 1;
  const fx::driver::PluginFinder plugin =
      line.trace.plugin(program, session, sources.files.front());
  Expected<fx::frontend::TraceOptions> options =
      line.trace.options(plugin, sources.config, sources.files);
  if (!options) return usage_error(toString(options.takeError()));
  Expected<std::vector<std::string>> files = line.trace.rules_files(program, sources.config);
  if (!files) return usage_error(toString(files.takeError()));
  Expected<std::vector<fx::RewriteRule>> rules = read_rules(session, *files, verbosity);
  if (!rules) return consumeError(rules.takeError()), 1;
  fx::PassManager& manager = line.passes.manager();
  manager.set_rules(std::move(*rules));
  if (Error wrong = line.refactorings.add_to(manager))
    return usage_error(toString(std::move(wrong)));
  if (!line.quiet) manager.set_remark_handler(fx::tool::report_remark);
  if (Error wrong = line.verify.prepare(*options)) return usage_error(toString(std::move(wrong)));
  fx::driver::Models models(session, sources.files, *options, std::move(manager), plugin);
  if (line.verify_diagnostics) return fx::tool::verify_diagnostics(models, sources.files) ? 0 : 1;
  const int code = line.is_rewriting()
                       ? line.rewrite.run(models, line.passes, line.refactorings, line.verify,
                                          line.emit.output(), verbosity)
                       : line.emit.run(models, line.passes, line.verify, verbosity);
  if (Error wrong = line.dependencies.write(line.emit.output(), session, sources.config))
    return fx::tool::report_failure(toString(std::move(wrong))), 1;
  return line.all.report(models.traced(), session.files_read(), code);
}

} // namespace

int main(int argc, const char** argv) {
  // A closed stream must not become the number of a file that is opened.
  if (llvm::sys::Process::FixupStandardFileDescriptors()) return 1;
  InitLLVM init(argc, argv);
  const std::span<const char* const> arguments(argv, argc);
  if (argc > 1 && StringRef(argv[1]) == fx::frontend::precompile_headers_option)
    return fx::frontend::precompile_headers(arguments.subspan(2));
  fx::tool::CommandLine line(category);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter(print_version);
  std::string problem;
  Sources sources;
  sources.database = fx::tool::database_behind_dashes(argc, argv, problem);
  if (!problem.empty()) return usage_error(problem);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Traces LibTorch models in C++ source to torch.fx graphs\n", &errs()))
    return 2;
  if (const auto code = line.passes.prepare()) return *code;
  Expected<bool> is_answered = line.questions.answer();
  if (!is_answered) return usage_error(toString(is_answered.takeError()));
  if (*is_answered || line.refactorings.answer()) return 0;
  Expected<std::vector<std::string>> files = line.session.sources();
  if (!files) return usage_error(toString(files.takeError()));
  sources.files = std::move(*files);
  const bool is_all = line.all.is_wanted(sources.files);
  if (sources.files.empty() && !is_all) return usage_error("no source file given; see --help");
  if (Error wrong = line.prepare(is_all)) return usage_error(toString(std::move(wrong)));
  const std::string first = sources.first();
  const bool has_flags = sources.database != nullptr;
  if (!has_flags)
    sources.database = fx::tool::find_database(line.build_path, first, line.verbosity(), problem);
  if (!sources.database) return usage_error(problem);
  fx::Expected<fx::driver::Config> config = line.config.load(first);
  if (!config) return fx::tool::report_error(config.error()), 2;
  sources.config = std::move(*config);
  sources.database = fx::driver::with_arguments(std::move(sources.database), has_flags,
                                                sources.config, line.extra_args);
  return trace(line, sources, arguments);
}
