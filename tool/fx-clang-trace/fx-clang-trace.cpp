// fx-clang-trace: LibTorch models in C++ source -> torch.fx graphs, C++, Python.
#include "CompileCommands.h"
#include "ConfigFile.h"
#include "Dependencies.h"
#include "EmitModels.h"
#include "ModelReport.h"
#include "Questions.h"
#include "RewriteSources.h"
#include "SessionCommandLine.h"
#include "TerminalSink.h"
#include "TraceCommandLine.h"
#include "VerifyModels.h"

#include "fx/Frontend/PrecompileHeaders.h"
#include "fx/Support/Version.h"

#include "clang/Basic/Version.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

#include <span>

using namespace clang::tooling;
using namespace llvm;

namespace {

cl::OptionCategory category("fx-clang-trace options");

cl::opt<std::string> build_path("p", cl::desc("Folder of compile_commands.json"),
                                cl::value_desc("folder"), cl::cat(category));
cl::list<std::string> extra_args("extra-arg", cl::desc("Argument to append to the compile command"),
                                 cl::cat(category));
cl::opt<bool>
    verify_diagnostics("verify-diagnostics",
                       cl::desc("Trace, and compare messages with expected-error comments"),
                       cl::cat(category));
cl::opt<bool> quiet("quiet", cl::desc("Say errors and warnings alone"), cl::cat(category));

int usage_error(const Twine& message) {
  WithColor::error(errs(), "fx-clang-trace") << message << "\n";
  return 2;
}

void print_version(raw_ostream& stream) {
  stream << "fx-clang-trace " << fx::version << "\n"
         << clang::getClangFullVersion() << "\n"
         << "LibTorch " << fx::libtorch_version << "\n";
}

/// The options, by what they are about.
struct CommandLine {
  fx::tool::Questions questions{category};
  fx::tool::PassCommandLine passes{category};
  fx::tool::SessionCommandLine session{category};
  fx::tool::TraceCommandLine trace{category};
  fx::tool::ConfigFile config{category};
  fx::tool::VerifyModels verify{category};
  fx::tool::RewriteSources rewrite{category};
  fx::tool::Dependencies dependencies{category};
  fx::tool::EmitModels emit{category};

  /// Whether they go together.
  Error prepare() {
    if (session.reads_standard_input() && rewrite.is_in_place())
      return createStringError("-i changes files, and the source is standard input");
    if (Error wrong = emit.prepare()) return wrong;
    return dependencies.prepare(emit.output());
  }
};

/// What is to be traced, and how it is compiled.
struct Sources {
  std::vector<std::string> files;
  std::unique_ptr<CompilationDatabase> database;
  fx::driver::Config config;
};

int trace(CommandLine& line, const Sources& sources, const char* program,
          fx::tool::Verbosity verbosity) {
  fx::frontend::Session session(*sources.database, line.session.options(program));
  if (Error wrong = line.session.read_standard_input(session))
    return fx::tool::report_failure(toString(std::move(wrong))), 1;
  const fx::driver::PluginFinder plugin =
      line.trace.plugin(program, session, sources.files.front());
  Expected<fx::frontend::TraceOptions> options =
      line.trace.options(plugin, sources.config, sources.files);
  if (!options) return usage_error(toString(options.takeError()));
  Expected<std::vector<fx::RewriteRule>> rules =
      line.trace.rules(session, program, sources.config, verbosity);
  if (!rules) return consumeError(rules.takeError()), 1; // every error is on the screen already
  fx::PassManager& manager = line.passes.manager();
  manager.set_rules(std::move(*rules));
  if (!quiet) manager.set_remark_handler(fx::tool::report_remark);
  if (Error wrong = line.verify.prepare(*options)) return usage_error(toString(std::move(wrong)));
  fx::driver::Models models(session, sources.files, *options, std::move(manager), plugin);
  if (verify_diagnostics) return fx::tool::verify_diagnostics(models, sources.files) ? 0 : 1;
  const int code =
      line.rewrite.is_wanted()
          ? line.rewrite.run(models, line.passes, line.verify, line.emit.output(), verbosity)
          : line.emit.run(models, line.passes, line.verify, verbosity);
  if (Error wrong = line.dependencies.write(line.emit.output(), session, sources.config))
    return fx::tool::report_failure(toString(std::move(wrong))), 1;
  return code;
}

} // namespace

int main(int argc, const char** argv) {
  // A closed stream must not become the number of a file that is opened.
  if (llvm::sys::Process::FixupStandardFileDescriptors()) return 1;
  InitLLVM init(argc, argv);
  const std::span<const char* const> arguments(argv, argc);
  if (argc > 1 && StringRef(argv[1]) == fx::frontend::precompile_headers_option)
    return fx::frontend::precompile_headers(arguments.subspan(2));
  CommandLine line;
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
  if (*is_answered) return 0;
  Expected<std::vector<std::string>> files = line.session.sources();
  if (!files) return usage_error(toString(files.takeError()));
  sources.files = std::move(*files);
  if (sources.files.empty()) return usage_error("no source file given; see --help");
  if (Error wrong = line.prepare()) return usage_error(toString(std::move(wrong)));
  const auto verbosity = quiet ? fx::tool::Verbosity::Quiet : fx::tool::Verbosity::Normal;
  const std::string& first = sources.files.front();
  const bool has_flags = sources.database != nullptr;
  if (!has_flags) sources.database = fx::tool::find_database(build_path, first, verbosity, problem);
  if (!sources.database) return usage_error(problem);
  fx::Expected<fx::driver::Config> config = line.config.load(first);
  if (!config) return fx::tool::report_error(config.error()), 2;
  sources.config = std::move(*config);
  sources.database =
      fx::tool::with_arguments(std::move(sources.database), has_flags, sources.config, extra_args);
  return trace(line, sources, argv[0], verbosity);
}
