// fx-clang-trace: LibTorch models in C++ source -> torch.fx graphs, C++, Python.
#include "CompileCommands.h"
#include "ConfigFile.h"
#include "EmitModels.h"
#include "ListDiagnostics.h"
#include "ListSupported.h"
#include "ModelReport.h"
#include "RewriteSources.h"
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

cl::list<std::string> sources(cl::Positional, cl::desc("<source>..."), cl::cat(category));
cl::opt<std::string> build_path("p", cl::desc("Folder of compile_commands.json"),
                                cl::value_desc("folder"), cl::cat(category));
cl::list<std::string> extra_args("extra-arg", cl::desc("Argument to append to the compile command"),
                                 cl::cat(category));
cl::opt<fx::tool::SupportedFormat> list_supported(
    "list-supported", cl::desc("List the library code whose meaning is known, and exit"),
    cl::ValueOptional, cl::init(fx::tool::SupportedFormat::None),
    cl::values(clEnumValN(fx::tool::SupportedFormat::Text, "", "a class a line"),
               clEnumValN(fx::tool::SupportedFormat::Markdown, "markdown", "docs/Supported.md")),
    cl::cat(category));
cl::opt<fx::tool::DiagnosticsFormat> list_diagnostics(
    "list-diagnostics", cl::desc("List what the tool can say of a model, and exit"),
    cl::ValueOptional, cl::init(fx::tool::DiagnosticsFormat::None),
    cl::values(clEnumValN(fx::tool::DiagnosticsFormat::Text, "", "a message a line"),
               clEnumValN(fx::tool::DiagnosticsFormat::Markdown, "markdown",
                          "docs/Diagnostics.md")),
    cl::cat(category));
cl::opt<bool>
    verify_diagnostics("verify-diagnostics",
                       cl::desc("Trace, and compare messages with expected-error comments"),
                       cl::cat(category));
cl::opt<std::string> explain("explain",
                             cl::desc("Say what a message means and what to do, by the id in "
                                      "brackets behind it, and exit"),
                             cl::value_desc("id"), cl::cat(category));

int usage_error(const Twine& message) {
  WithColor::error(errs(), "fx-clang-trace") << message << "\n";
  return 2;
}

void print_version(raw_ostream& stream) {
  stream << "fx-clang-trace " << fx::version << "\n"
         << clang::getClangFullVersion() << "\n"
         << "LibTorch " << fx::libtorch_version << "\n";
}

} // namespace

int main(int argc, const char** argv) {
  // A closed stream must not become the number of a file that is opened.
  if (llvm::sys::Process::FixupStandardFileDescriptors()) return 1;
  InitLLVM init(argc, argv);
  const std::span<const char* const> arguments(argv, argc);
  if (argc > 1 && StringRef(argv[1]) == fx::frontend::precompile_headers_option)
    return fx::frontend::precompile_headers(arguments.subspan(2));
  fx::tool::PassCommandLine passes(category);
  const fx::tool::TraceCommandLine command_line(category);
  const fx::tool::ConfigFile config_file(category);
  const fx::tool::VerifyModels verify(category);
  const fx::tool::RewriteSources rewrite(category);
  fx::tool::EmitModels emit(category);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter(print_version);
  std::string problem;
  std::unique_ptr<CompilationDatabase> database =
      fx::tool::database_behind_dashes(argc, argv, problem);
  if (!problem.empty()) return usage_error(problem);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Traces LibTorch models in C++ source to torch.fx graphs\n", &errs()))
    return 2;
  if (const auto code = passes.prepare()) return *code;
  if (list_supported != fx::tool::SupportedFormat::None)
    return fx::tool::list_supported(list_supported), 0;
  if (list_diagnostics != fx::tool::DiagnosticsFormat::None)
    return fx::tool::list_diagnostics(list_diagnostics), 0;
  if (!explain.empty()) {
    const std::optional<std::string> wrong = fx::tool::explain(explain);
    return wrong ? usage_error(*wrong) : 0;
  }
  if (sources.empty()) return usage_error("no source file given; see --help");
  if (Error wrong = emit.prepare()) return usage_error(toString(std::move(wrong)));
  const bool has_flags = database != nullptr;
  if (!database) database = fx::tool::find_database(build_path, sources.front(), problem);
  if (!database) return usage_error(problem);
  const fx::Expected<fx::driver::Config> config = config_file.load(sources.front());
  if (!config) return fx::tool::report_error(config.error()), 2;
  database = fx::tool::with_arguments(std::move(database), has_flags, *config, extra_args);

  fx::frontend::Session session(*database, command_line.session_options(argv[0]));
  const fx::driver::PluginFinder plugin = command_line.plugin(argv[0], session, sources.front());
  Expected<fx::frontend::TraceOptions> options = command_line.options(plugin, *config, sources);
  if (!options) return usage_error(toString(options.takeError()));
  Expected<std::vector<fx::RewriteRule>> rules = command_line.rules(session, argv[0], *config);
  if (!rules) return consumeError(rules.takeError()), 1; // every error is on the screen already
  passes.manager().set_rules(std::move(*rules));
  passes.manager().set_remark_handler(fx::tool::report_remark);
  if (Error wrong = verify.prepare(*options)) return usage_error(toString(std::move(wrong)));
  fx::driver::Models models(session, {sources.begin(), sources.end()}, *options,
                            std::move(passes.manager()), plugin);
  if (verify_diagnostics)
    return fx::tool::verify_diagnostics(models, {sources.begin(), sources.end()}) ? 0 : 1;
  if (rewrite.is_wanted()) return rewrite.run(models, passes, verify, emit.output());
  return emit.run(models, passes, verify);
}
