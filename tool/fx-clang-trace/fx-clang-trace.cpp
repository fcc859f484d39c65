// fx-clang-trace: LibTorch models in C++ source -> torch.fx graphs, C++, Python.
#include "CompileCommands.h"
#include "Graphviz.h"
#include "JsonReport.h"
#include "ListSupported.h"
#include "PassPipeline.h"
#include "TorchScriptArchive.h"
#include "TraceCommandLine.h"
#include "WriteOutput.h"

#include "fx/CodeGen/Emitter.h"
#include "fx/Frontend/Trace.h"
#include "fx/Support/Version.h"

#include "clang/Basic/Version.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

#include <fmt/format.h>

using namespace clang::tooling;
using namespace llvm;

namespace {

cl::OptionCategory category("fx-clang-trace options");

cl::list<std::string> sources(cl::Positional, cl::desc("<source>..."), cl::cat(category));
cl::opt<std::string> build_path("p", cl::desc("Folder of compile_commands.json"),
                                cl::value_desc("folder"), cl::cat(category));
cl::list<std::string> extra_args("extra-arg", cl::desc("Argument to append to the compile command"),
                                 cl::cat(category));
const std::string emit_description = "What to write, " + fx::emitter_names();
cl::opt<std::string> emit("emit", cl::desc(emit_description), cl::value_desc("kind"),
                          cl::init("graph"), cl::cat(category));
cl::opt<std::string> output("o", cl::desc("Where to write (default: standard output)"),
                            cl::value_desc("file"), cl::init("-"), cl::cat(category));
cl::opt<std::string> class_name("class-name", cl::desc("Name of the generated class"),
                                cl::value_desc("name"), cl::cat(category));
cl::opt<bool> print_locations("print-locations", cl::desc("Write where nodes come from"),
                              cl::cat(category));
cl::opt<bool> print_meta("print-meta", cl::desc("Write all that is known of nodes"),
                         cl::cat(category));
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
  const fx::tool::TraceCommandLine command_line(category);
  const fx::tool::TorchScriptArchive archive(category);
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
  Expected<bool> is_archive = archive.is_wanted(emitter->name, output);
  if (!is_archive) return usage_error(toString(is_archive.takeError()));
  if (!database) database = fx::tool::find_database(build_path, sources.front(), problem);
  if (!database) return usage_error(problem);
  auto adjusted = std::make_unique<ArgumentsAdjustingCompilations>(std::move(database));
  adjusted->appendArgumentsAdjuster(
      getInsertArgumentAdjuster(extra_args, ArgumentInsertPosition::END));

  Expected<fx::frontend::TraceOptions> options = command_line.options(argv[0]);
  if (!options) return usage_error(toString(options.takeError()));
  const bool is_json = emitter->name == "json";
  fx::tool::JsonReport report;
  if (is_json) options->listener = &report;
  size_t failed = 0;
  Expected<std::vector<fx::GraphModule>> traced =
      fx::frontend::trace(*adjusted, {sources.begin(), sources.end()}, *options, &failed);
  if (!traced) {
    consumeError(traced.takeError()); // every error is on the screen already
    if (is_json && output == "-") outs() << report.document({});
    return 1;
  }

  fx::EmitOptions emit_options;
  emit_options.class_name = class_name;
  emit_options.print = {.locations = print_locations, .meta = print_meta};
  std::vector<std::string> parts;
  for (fx::GraphModule& module : *traced) {
    if (!pipeline.run_on_traced(module)) return 1;
    const fx::Expected<std::string> part = emitter->emit(module, emit_options);
    if (!part) {
      errs() << part.error().to_string();
      return 1;
    }
    parts.push_back(*part);
  }
  pipeline.finish();
  std::string text;
  const char* comment = emitter->name == "cpp" ? "//" : "#";
  for (size_t i = 0; i < parts.size() && !is_json; ++i)
    text += (parts.size() > 1 ? fmt::format("{} {}\n", comment, (*traced)[i].class_name) : "") +
            parts[i];
  if (is_json) text = report.document(parts);
  if (emitter->name == "svg") {
    if (parts.size() > 1) return usage_error("--emit=svg draws one model: name it with --root") - 1;
    Expected<std::string> picture = fx::tool::render_svg(text);
    if (!picture) return usage_error(toString(picture.takeError())) - 1;
    text = *picture;
  }
  if (*is_archive) {
    fx::Expected<std::string> bytes = archive.make(*traced, parts, command_line.plugin(argv[0]));
    if (!bytes) return errs() << bytes.error().to_string(), 1;
    text = *bytes;
  }
  if (Error failure = fx::tool::write_output(output, text)) {
    WithColor::error(errs(), "fx-clang-trace")
        << "cannot write '" << output << "': " << toString(std::move(failure)) << "\n";
    return 1;
  }
  return failed == 0 ? 0 : 1;
}
