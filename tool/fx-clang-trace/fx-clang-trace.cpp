// fx-clang-trace: LibTorch models in C++ source -> torch.fx graphs, C++, Python.
#include "CompileCommands.h"
#include "ExampleInputs.h"
#include "ListSupported.h"
#include "PassPipeline.h"
#include "WriteOutput.h"

#include "fx/CodeGen/Emitter.h"
#include "fx/Frontend/Trace.h"
#include "fx/Support/Version.h"

#include "clang/Basic/Version.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace clang::tooling;
using namespace llvm;

namespace {

cl::OptionCategory category("fx-clang-trace options");

cl::list<std::string> sources(cl::Positional, cl::desc("<source>..."), cl::cat(category));
cl::opt<std::string> build_path("p", cl::desc("Folder of compile_commands.json"),
                                cl::value_desc("folder"), cl::cat(category));
cl::list<std::string> extra_args("extra-arg", cl::desc("Argument to append to the compile command"),
                                 cl::cat(category));
cl::opt<std::string>
    root("root",
         cl::desc("What to trace: any C++ expression that makes a module, or the name of a "
                  "class or function (default: every root that can be found)"),
         cl::value_desc("expression"), cl::cat(category));
const std::string emit_description = "What to write, " + fx::emitter_names();
cl::opt<std::string> emit("emit", cl::desc(emit_description), cl::value_desc("kind"),
                          cl::init("graph"), cl::cat(category));
cl::opt<std::string> output("o", cl::desc("Where to write (default: standard output)"),
                            cl::value_desc("file"), cl::init("-"), cl::cat(category));
cl::opt<std::string> method("method", cl::desc("Which method to trace (default: forward)"),
                            cl::value_desc("name"), cl::init("forward"), cl::cat(category));
cl::opt<std::string> mode("mode", cl::desc("What is_training() answers: eval (default) or train"),
                          cl::value_desc("mode"), cl::init("eval"), cl::cat(category));
cl::list<std::string> leaves("leaf", cl::desc("Module classes to keep as call_module"),
                             cl::value_desc("class,..."), cl::CommaSeparated, cl::cat(category));
cl::list<std::string> wrapped("wrap", cl::desc("Functions to keep as call_function"),
                              cl::value_desc("function,..."), cl::CommaSeparated,
                              cl::cat(category));
cl::list<std::string>
    assumptions("assume",
                cl::desc("What an expression of the source is where that cannot be known; "
                         "--assume='cfg.depth=4'"),
                cl::value_desc("expression=value"), cl::cat(category));
cl::opt<bool> keep_going("keep-going", cl::desc("Trace what can be traced, and sum up the rest"),
                         cl::cat(category));
cl::opt<std::string> class_name("class-name", cl::desc("Name of the generated class"),
                                cl::value_desc("name"), cl::cat(category));
cl::opt<bool> print_locations("print-locations", cl::desc("Write where nodes come from"),
                              cl::cat(category));
cl::opt<bool> print_meta("print-meta", cl::desc("Write all that is known of nodes"),
                         cl::cat(category));
cl::opt<std::string> cache_dir("cache-dir", cl::desc("Where precompiled LibTorch headers are kept"),
                               cl::value_desc("folder"), cl::cat(category));
cl::opt<bool> no_cache("no-cache", cl::desc("Parse LibTorch's headers anew"), cl::cat(category));

cl::opt<fx::tool::SupportedFormat> list_supported(
    "list-supported", cl::desc("List the library code whose meaning is known, and exit"),
    cl::ValueOptional, cl::init(fx::tool::SupportedFormat::None),
    cl::values(clEnumValN(fx::tool::SupportedFormat::Text, "", "a class a line"),
               clEnumValN(fx::tool::SupportedFormat::Markdown, "markdown", "docs/Supported.md")),
    cl::cat(category));

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
  InitLLVM init(argc, argv);
  fx::tool::PassPipeline pipeline(category);
  const fx::tool::ExampleInputs inputs(category);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter(print_version);
  std::string problem;
  std::unique_ptr<CompilationDatabase> database =
      FixedCompilationDatabase::loadFromCommandLine(argc, argv, problem);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Traces LibTorch models in C++ source to torch.fx graphs\n", &errs()))
    return 2;
  if (const auto code = pipeline.prepare()) return *code;
  if (list_supported != fx::tool::SupportedFormat::None)
    return fx::tool::list_supported(list_supported), 0;
  if (sources.empty()) return usage_error("no source file given; see --help");
  const fx::Emitter* emitter = fx::find_emitter(emit.getValue());
  if (!emitter) return usage_error("--emit=" + emit + " is unknown; " + fx::emitter_names());
  if (mode != "eval" && mode != "train")
    return usage_error("--mode=" + mode + " is unknown; one of: eval, train");
  if (!database) database = fx::tool::find_database(build_path, sources.front(), problem);
  if (!database) return usage_error(problem);
  auto adjusted = std::make_unique<ArgumentsAdjustingCompilations>(std::move(database));
  adjusted->appendArgumentsAdjuster(
      getInsertArgumentAdjuster(extra_args, ArgumentInsertPosition::END));

  fx::frontend::TraceOptions options;
  options.root = root;
  options.keep_going = keep_going;
  options.method = method;
  options.training = mode == "train";
  options.leaves = {leaves.begin(), leaves.end()};
  options.wrapped = {wrapped.begin(), wrapped.end()};
  options.assumptions = {assumptions.begin(), assumptions.end()};
  options.header_cache.enabled = !no_cache;
  options.header_cache.directory = cache_dir;
  if (Error failure = inputs.add_to(options, argv[0]))
    return usage_error(toString(std::move(failure)));
  size_t failed = 0;
  Expected<std::vector<fx::GraphModule>> traced =
      fx::frontend::trace(*adjusted, {sources.begin(), sources.end()}, options, &failed);
  if (!traced) {
    consumeError(traced.takeError()); // every error is on the screen already
    return 1;
  }

  std::string text;
  fx::EmitOptions emit_options;
  emit_options.class_name = class_name;
  emit_options.print = {.locations = print_locations, .meta = print_meta};
  const char* comment = emitter->name == "cpp" ? "//" : "#";
  for (fx::GraphModule& module : *traced) {
    if (!pipeline.run_on_traced(module)) return 1;
    const fx::Expected<std::string> part = emitter->emit(module, emit_options);
    if (!part) {
      errs() << part.error().to_string();
      return 1;
    }
    if (traced->size() > 1) text += std::string(comment) + " " + module.class_name + "\n";
    text += *part;
  }
  pipeline.finish();
  if (Error failure = fx::tool::write_output(output, text)) {
    WithColor::error(errs(), "fx-clang-trace")
        << "cannot write '" << output << "': " << toString(std::move(failure)) << "\n";
    return 1;
  }
  return failed == 0 ? 0 : 1;
}
