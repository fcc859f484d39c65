// fx-clang-check: what the editor shows of LibTorch models, on a command line.
#include "Checker.h"
#include "CompileCommands.h"

#include "fx/Driver/CompileCommands.h"
#include "fx/Frontend/PrecompileHeaders.h"
#include "fx/Support/Version.h"

#include "clang/Basic/Version.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

#include <span>

using namespace clang::tooling;
using namespace llvm;

namespace {

cl::OptionCategory category("fx-clang-check options");

const cl::extrahelp exit_codes(
    "\nExit codes: 0 there are no errors, 1 there are, or a file cannot be read or written, 2 the "
    "command\nline or a .fx-clang is wrong\n");

int usage_error(const Twine& message) {
  WithColor::error(errs(), "fx-clang-check") << message << "\n";
  return 2;
}

int failure(const Twine& message) {
  WithColor::error(errs(), "fx-clang-check") << message << "\n";
  return 1;
}

void print_version(raw_ostream& stream) {
  stream << "fx-clang-check " << fx::version << "\n"
         << clang::getClangFullVersion() << "\nLibTorch " << fx::libtorch_version << "\n";
}

void list_checks(const fx::check::Selection& selection) {
  for (const fx::MessageInfo& check : fx::check::checks())
    if (selection.is_on(check.id)) outs() << check.id << "\n";
}

} // namespace

int main(int argc, const char** argv) {
  if (sys::Process::FixupStandardFileDescriptors()) return 1;
  InitLLVM init(argc, argv);
  const std::span<const char* const> arguments(argv, argc);
  if (argc > 1 && StringRef(argv[1]) == fx::frontend::precompile_headers_option)
    return fx::frontend::precompile_headers(arguments.subspan(2));
  fx::tool::CommandLine line(category);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter(print_version);
  std::string problem;
  std::unique_ptr<CompilationDatabase> database =
      fx::tool::database_behind_dashes(argc, argv, problem);
  if (!problem.empty()) return usage_error(problem);
  if (!cl::ParseCommandLineOptions(argc, argv, "Checks LibTorch models in C++ source\n", &errs()))
    return 2;
  Expected<std::vector<std::string>> files = line.session.sources();
  if (!files) return usage_error(toString(files.takeError()));
  if (files->empty() && !line.list_checks) return usage_error("no source file given; see --help");
  const std::string first = files->empty() ? "any" : files->front();
  fx::Expected<fx::driver::Config> config = line.config.load(first);
  if (!config) return usage_error(config.error().to_string());
  Expected<fx::check::Selection> selection = line.selection(*config);
  if (!selection) return usage_error(toString(selection.takeError()));
  if (line.list_checks) return list_checks(*selection), 0;
  if (line.fix && line.session.reads_standard_input())
    return usage_error("--fix changes files, and the source is standard input");

  const bool has_flags = database != nullptr;
  if (!has_flags)
    database =
        fx::tool::find_database(line.build_path, first, fx::tool::Verbosity::Normal, problem);
  if (!database) return usage_error(problem);
  database = fx::driver::with_arguments(std::move(database), has_flags, *config,
                                        {line.extra_args.begin(), line.extra_args.end()});
  fx::frontend::SessionOptions options = line.session.options(argv[0]);
  options.disable_free = false; // of one file after another
  fx::frontend::Session session(*database, options);
  if (Error wrong = line.session.read_standard_input(session))
    return failure(toString(std::move(wrong)));
  fx::tool::Checker checker(line, argv[0], session, *config, std::move(*selection));
  for (const std::string& file : *files)
    checker.check(file);
  Expected<bool> is_right = checker.finish(first);
  if (!is_right) return failure(toString(is_right.takeError()));
  return *is_right ? 0 : 1;
}
