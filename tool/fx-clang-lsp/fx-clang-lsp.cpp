// The language server: shapes and messages of LibTorch models in an editor, as they are typed.
#include "Installed.h"
#include "KernelsPlugin.h"
#include "RuleFiles.h"
#include "SourcePlugin.h"

#include "fx/Frontend/PrecompileHeaders.h"
#include "fx/LSP/Server.h"
#include "fx/LSP/Worker.h"
#include "fx/Support/Version.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/Process.h"

#include <chrono>
#include <csignal>
#include <span>

using namespace llvm;

namespace {

cl::OptionCategory category("fx-clang-lsp options");

struct CommandLine {
  cl::opt<std::string> compile_commands_dir{
      "compile-commands-dir",
      cl::desc("Folder of compile_commands.json (default: a folder above each file, or the folder "
               "build of one)"),
      cl::value_desc("folder"), cl::cat(category)};
  cl::list<std::string> extra_args{
      "extra-arg", cl::desc("Argument to append to the compile commands"), cl::cat(category)};
  cl::opt<std::string> cache_dir{"cache-dir",
                                 cl::desc("Where precompiled LibTorch headers are kept"),
                                 cl::value_desc("folder"), cl::cat(category)};
  cl::opt<std::string> libtorch{"libtorch",
                                cl::desc("The LibTorch to read (default: as fx-clang-trace does)"),
                                cl::value_desc("folder"), cl::cat(category)};
  cl::opt<bool> verbose{"verbose", cl::desc("Write what is received and sent to the error stream"),
                        cl::cat(category)};
  cl::opt<bool> lit_test{"lit-test",
                         cl::desc("Messages are separated by lines `// -----`, and each waits for "
                                  "the traces of those before it"),
                         cl::cat(category), cl::Hidden};
  cl::opt<bool> worker{"worker", cl::desc("Be the process that traces for a server"),
                       cl::cat(category), cl::Hidden};
};

void print_version(raw_ostream& stream) {
  stream << "fx-clang-lsp " << fx::version << '\n'
         << clang::getClangFullVersion() << "\nLibTorch " << fx::libtorch_version << '\n';
}

fx::lsp::WorkerOptions worker_options(const CommandLine& line, const char* program) {
  using namespace fx::tool;
  fx::lsp::WorkerOptions options;
  options.session.header_cache.directory = line.cache_dir;
  options.session.header_cache.maker = this_program(program);
  options.session.header_cache.unchanged_for = std::chrono::seconds(5);
  options.session.libtorch = line.libtorch;
  options.session.runtime_headers = {
      installed(program, {FX_INCLUDE_FOLDER}, FX_HEADERS_SOURCE_PATH)};
  options.compile_commands_dir = line.compile_commands_dir;
  options.extra_arguments = {line.extra_args.begin(), line.extra_args.end()};
  options.plugin = [program](fx::frontend::Session& session, const std::string& file,
                             const fx::lsp::ProgressSink& progress) {
    return [=, &session]() -> fx::Expected<std::string> {
      bool is_building = false;
      const auto tell = [&](const fx::Saying& saying) {
        progress(saying.text, /*is_ended=*/is_building);
        is_building = !is_building;
      };
      fx::Expected<std::string> plugin = source_plugin(program, session, file, tell)();
      if (is_building) progress("", /*is_ended=*/true); // in vain, as the trace says
      return plugin;
    };
  };
  options.rule_sets = ready_rules(program);
  options.rules_file = [program](const std::string& name) -> fx::Expected<std::string> {
    Expected<std::string> file = rules_file(name, program);
    if (!file) return fx::Error(toString(file.takeError()), {}, {});
    return *file;
  };
  return options;
}

} // namespace

int main(int argc, const char** argv) {
  if (sys::Process::FixupStandardFileDescriptors()) return 1;
  InitLLVM init(argc, argv);
  const std::vector<std::string> words(argv, argv + argc);
  if (argc > 1 && StringRef(argv[1]) == fx::frontend::precompile_headers_option)
    return fx::frontend::precompile_headers(std::span<const char* const>(argv, argc).subspan(2));
  CommandLine line;
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter(print_version);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Shapes and messages of LibTorch models in an editor\n", &errs()))
    return 2;
  // What is written to a process that has ended is an error there, and no end of this one.
  (void)std::signal(SIGPIPE, SIG_IGN);
  if (line.worker) {
    fx::lsp::run_worker(worker_options(line, words.front().c_str()), stdin, outs());
    return 0;
  }
  lsp::Logger::setLogLevel(line.verbose ? lsp::Logger::Level::Debug : lsp::Logger::Level::Error);
  std::vector<std::string> worker{fx::tool::this_program(words.front().c_str())};
  worker.insert(worker.end(), words.begin() + 1, words.end());
  worker.emplace_back("--worker");
  return fx::lsp::run_server({.worker = std::move(worker),
                              .input = fileno(stdin),
                              .output = outs(),
                              .lit_test = line.lit_test});
}
