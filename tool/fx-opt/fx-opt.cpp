// fx-opt: graphs in text form -> passes -> graphs, or what an emitter makes of them.
#include "EmitCommandLine.h"
#include "GraphDiagnostics.h"
#include "KernelsCommandLine.h"
#include "PassCommandLine.h"
#include "VerifyDiagnostics.h"
#include "WriteOutput.h"

#include "fx/CodeGen/Emitter.h"
#include "fx/IR/Lint.h"
#include "fx/IR/Printer.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Support/Version.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;

namespace {

cl::OptionCategory category("fx-opt options");
cl::list<std::string> inputs(cl::Positional, cl::desc("<graph file>..."), cl::cat(category));
cl::opt<std::string> output("o", cl::desc("Where to write (default: standard output)"),
                            cl::value_desc("file"), cl::init("-"), cl::cat(category));
fx::tool::EmitCommandLine emit(category);
cl::opt<fx::TextDialect> dialect(
    "dialect", cl::desc("How the graph files are written"),
    cl::values(clEnumValN(fx::TextDialect::Graph, "graph", "as fx-clang prints (default)"),
               clEnumValN(fx::TextDialect::TorchFx, "torch.fx", "as Python's torch.fx prints")),
    cl::init(fx::TextDialect::Graph), cl::cat(category));
cl::opt<std::string> libtorch_folder("libtorch",
                                     cl::desc("The LibTorch whose operators and modules the graphs "
                                              "name (default: the environment's, or the system's)"),
                                     cl::value_desc("folder"), cl::cat(category));
fx::tool::KernelsCommandLine kernels(category);
cl::opt<bool> verify_input("verify-input",
                           cl::desc("Check the graphs that were read (default: on)"),
                           cl::init(true), cl::cat(category));
cl::opt<bool> split_file("split-input-file",
                         cl::desc("Take the parts between lines '// -----' for files of their own"),
                         cl::cat(category));
cl::opt<bool> verify_diagnostics("verify-diagnostics",
                                 cl::desc("Compare messages with expected-error comments"),
                                 cl::cat(category));

int usage_error(const Twine& message) {
  WithColor::error(errs(), "fx-opt") << message << "\n";
  return 2;
}

using LibTorch = std::shared_ptr<const fx::ops::LibTorch>;

/// Reads, checks, transforms and prints the one text of `sources`. False: an error was reported.
bool process(SourceMgr& sources, const LibTorch& libtorch, fx::PassManager& passes,
             const fx::Emitter& emitter, std::string& result) {
  const MemoryBufferRef text = sources.getMemoryBuffer(1)->getMemBufferRef();
  const auto report = [&](SourceMgr::DiagKind kind, fx::Error error,
                          const fx::SourceLocation& place) {
    if (error.location.line == 0) error.location = place;
    fx::tool::report(sources, kind, error);
  };
  fx::ParseResult parsed = fx::parse_graphs(
      text.getBuffer(), {.file = text.getBufferIdentifier().str(), .dialect = dialect});
  for (const fx::Error& warning : parsed.warnings)
    report(SourceMgr::DK_Warning, warning, {});
  for (const fx::Error& error : parsed.errors)
    report(SourceMgr::DK_Error, error, {});
  if (!parsed.errors.empty()) return false;
  bool good = true;
  for (fx::ParsedModule& model : parsed.modules) {
    model.module.graph.set_libtorch(libtorch);
    const std::vector<fx::Error> broken =
        verify_input
            ? fx::lint(model.module, [&](const fx::Node& node) { return model.location(node); })
            : std::vector<fx::Error>();
    for (const fx::Error& error : broken)
      report(SourceMgr::DK_Error, error, model.location());
    good &= broken.empty();
    if (!broken.empty()) continue;
    passes.set_remark_handler([&](const fx::Node* node, const std::string& message) {
      report(SourceMgr::DK_Remark, {message, {}, {}},
             node ? model.location(*node) : model.location());
    });
    passes.set_place([&](const fx::Node& node) { return model.location(node); });
    if (const auto changed = passes.run(model.module); !changed) {
      report(SourceMgr::DK_Error, changed.error(), model.location());
      good = false;
      continue;
    }
    emitter.prepare(model.module);
    fx::EmitOptions options = emit.options();
    options.place = [&](const fx::Node& node) { return model.location(node); };
    const fx::Expected<std::string> emitted = emitter.emit(model.module, options);
    if (!emitted) {
      report(SourceMgr::DK_Error, emitted.error(), model.location());
      good = false;
      continue;
    }
    if (emitter.remarks != nullptr)
      for (const fx::Saying& remark : emitter.remarks(model.module))
        report(SourceMgr::DK_Remark, remark, model.location());
    result += *emitted;
  }
  return good;
}

} // namespace

int main(int argc, const char** argv) {
  InitLLVM init(argc, argv);
  fx::tool::PassCommandLine passes(category);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter([](raw_ostream& out) { out << "fx-opt " << fx::version << "\n"; });
  if (!cl::ParseCommandLineOptions(argc, argv, "Runs passes on torch.fx graphs\n", &errs()))
    return 2;
  Expected<const fx::Emitter*> emitter = emit.emitter();
  if (!emitter) return usage_error(toString(emitter.takeError()));
  if (const auto code = passes.prepare()) return *code;
  const fx::Expected<LibTorch> libtorch = fx::ops::LibTorch::find(libtorch_folder);
  if (!libtorch) return usage_error(libtorch.error().message_with_id());
  passes.manager().set_kernels(kernels.opener(argv[0]));
  if (inputs.empty()) inputs.push_back("-");
  std::string result;
  bool good = true;
  for (const std::string& input : inputs) {
    const auto buffer = MemoryBuffer::getFileOrSTDIN(input);
    if (!buffer)
      return usage_error("cannot read '" + input + "': " + buffer.getError().message()) - 1;
    for (const std::string& part : fx::tool::split_input((*buffer)->getBuffer(), split_file)) {
      SourceMgr sources;
      const std::string name = input == "-" ? "<stdin>" : input;
      sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(part, name), SMLoc());
      const auto run = [&] {
        return process(sources, *libtorch, passes.manager(), **emitter, result);
      };
      if (!result.empty() && split_file) result += "// -----\n";
      good &= verify_diagnostics ? fx::tool::reports_as_expected(sources, run) : run();
    }
  }
  passes.finish();
  if (!good) return 1;
  const fx::Expected<std::string> written =
      verify_diagnostics ? std::string() : (*emitter)->finished(result);
  if (!written) return usage_error(written.error().message_with_id()) - 1;
  if (Error failure = fx::tool::write_output(output, *written))
    return usage_error("cannot write '" + output + "': " + toString(std::move(failure))) - 1;
  return 0;
}
