#include "PassPipeline.h"

#include "fx/IR/Lint.h"
#include "fx/IR/Printer.h"
#include "fx/Passes/Plugin.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/PrintPasses.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Timer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace fx::tool {

using namespace llvm;

enum class ListFormat : uint8_t { None, Text, Markdown };

namespace {

/// LLVM's library brings the options of its own pass manager, which mean nothing here.
struct WithoutLLVMsOptions {
  WithoutLLVMsOptions() {
    for (const StringRef name : {"print-before", "print-after", "print-before-all",
                                 "print-after-all", "print-changed", "time-passes", "verify-each"})
      if (cl::Option* theirs = cl::getRegisteredOptions().lookup(name)) theirs->removeArgument();
  }
};

} // namespace

struct PassPipeline::Options : WithoutLLVMsOptions {
  cl::opt<std::string> passes;
  cl::list<std::string> plugins;
  cl::opt<ListFormat> list;
  cl::opt<bool> verify_each;
  cl::list<std::string> print_before, print_after;
  cl::opt<bool> print_before_all, print_after_all, print_changed, time_passes;

  explicit Options(cl::OptionCategory& category)
      : passes("passes", cl::desc("Passes to run, such as 'cse,fixpoint(const-fold,dce)'"),
               cl::value_desc("pipeline"), cl::cat(category)),
        plugins("load-pass-plugin", cl::desc("Load passes from a shared library"),
                cl::value_desc("file"), cl::cat(category)),
        list("list-passes", cl::desc("List the passes and exit"), cl::ValueOptional,
             cl::values(clEnumValN(ListFormat::Text, "", ""),
                        clEnumValN(ListFormat::Text, "text", "a line each (default)"),
                        clEnumValN(ListFormat::Markdown, "markdown", "the text of docs/Passes.md")),
             cl::init(ListFormat::None), cl::cat(category)),
        verify_each("verify-each", cl::desc("Check the graphs after every pass"),
                    cl::cat(category)),
        print_before("print-before", cl::desc("Print the graph before these passes"),
                     cl::value_desc("pass,..."), cl::CommaSeparated, cl::cat(category)),
        print_after("print-after", cl::desc("Print the graph after these passes"),
                    cl::value_desc("pass,..."), cl::CommaSeparated, cl::cat(category)),
        print_before_all("print-before-all", cl::desc("Print the graph before every pass"),
                         cl::cat(category)),
        print_after_all("print-after-all", cl::desc("Print the graph after every pass"),
                        cl::cat(category)),
        print_changed("print-changed", cl::desc("Print what each pass changed, as a diff"),
                      cl::cat(category)),
        time_passes("time-passes", cl::desc("Print how long each pass took"), cl::cat(category)) {}
};

namespace {

/// The name of a pass without its parameters.
StringRef base_name(std::string_view pass) {
  return StringRef(pass.data(), pass.size()).take_until([](char c) { return c == '<'; });
}

void list_passes(ListFormat format) {
  if (format == ListFormat::Text) {
    size_t width = 0;
    for (const PassInfo* info : registered_passes())
      width = std::max(width, info->name.size());
    for (const PassInfo* info : registered_passes())
      outs() << info->name << std::string(width - info->name.size() + 2, ' ') << info->summary
             << "\n";
    return;
  }
  outs() << "# Passes\n\nWritten by `fx-opt --list-passes=markdown` from the passes themselves; "
            "docs/recipes/AddAPass.md\nsays how to add one. `fx-opt --passes='cse,dce' "
            "model.fx` runs them.\n";
  for (const PassInfo* info : registered_passes()) {
    outs() << "\n## " << info->name << "\n\n" << info->summary << ".\n\n";
    outs() << StringRef(info->description).trim() << "\n";
    if (info->parameters.empty()) continue;
    outs() << "\n| parameter | default | meaning |\n| --- | --- | --- |\n";
    for (const PassParameter& parameter : info->parameters) {
      const bool flag = parameter.kind == PassParameter::Kind::Flag;
      const std::string value = flag ? (parameter.default_value == "true" ? "on" : "off")
                                     : std::string(parameter.default_value);
      outs() << "| `" << parameter.name << (flag ? "" : "=...") << "` | "
             << (value.empty() ? "" : "`" + value + "`") << " | " << parameter.description
             << " |\n";
    }
  }
}

} // namespace

/// What the options ask for around every pass.
struct PassPipeline::Instrumentation : PassInstrumentation {
  const Options& options;
  std::string before;
  TimerGroup timers{"fx-passes", "Pass execution timing report"};
  std::map<std::string, std::unique_ptr<Timer>, std::less<>> timer_of;

  explicit Instrumentation(const Options& options) : options(options) {}

  static bool names(const cl::list<std::string>& passes, std::string_view pass) {
    return is_contained(passes, base_name(pass)) || is_contained(passes, StringRef(pass));
  }

  void before_pass(std::string_view pass, const GraphModule& module) override {
    if (options.print_before_all || names(options.print_before, pass))
      errs() << "// before " << pass << "\n" << print_graph(module);
    if (options.print_changed) before = print_graph(module);
    if (!options.time_passes) return;
    std::unique_ptr<Timer>& timer = timer_of[std::string(pass)];
    if (!timer) timer = std::make_unique<Timer>(StringRef(pass), StringRef(pass), timers);
    timer->startTimer();
  }

  std::optional<Error> after_pass(std::string_view pass, const GraphModule& module,
                                  const PassResult& result) override {
    if (options.time_passes) timer_of.find(pass)->second->stopTimer();
    if (options.print_after_all || names(options.print_after, pass))
      errs() << "// after " << pass << "\n" << print_graph(module);
    if (options.print_changed) print_difference(pass, module);
    if (!options.verify_each) return std::nullopt;
    std::vector<Error> errors = lint(module);
    if (errors.empty()) return std::nullopt;
    Error first = std::move(errors.front());
    first.message = "the pass left a broken graph: " + first.message;
    return first;
  }

  void print_difference(std::string_view pass, const GraphModule& module) {
    const std::string after = print_graph(module);
    if (after == before) {
      errs() << "// " << pass << ": no change\n";
      return;
    }
    errs() << "// " << pass << " changed:\n"
           << doSystemDiff(before, after, "-%l\n", "+%l\n", " %l\n");
  }
};

PassPipeline::PassPipeline(cl::OptionCategory& category)
    : options_(std::make_unique<Options>(category)) {}
PassPipeline::~PassPipeline() = default;

bool PassPipeline::empty() const {
  return options_->passes.empty();
}

std::optional<int> PassPipeline::prepare() {
  for (const std::string& plugin : options_->plugins)
    if (const auto error = load_pass_plugin(plugin)) {
      WithColor::error() << error->message << "\n";
      return 1;
    }
  if (options_->list != ListFormat::None) {
    list_passes(options_->list);
    return 0;
  }
  const auto are_known = [](const cl::list<std::string>& named) {
    for (const std::string& pass : named)
      if (find_pass(base_name(pass)) == nullptr) {
        WithColor::error() << "--" << named.ArgStr << ": unknown pass '" << pass
                           << "'; --list-passes lists the passes\n";
        return false;
      }
    return true;
  };
  if (!are_known(options_->print_before) || !are_known(options_->print_after)) return 2;
  if (empty()) return std::nullopt;
  fx::Expected<PassManager> parsed = PassManager::parse(options_->passes.getValue());
  if (!parsed) {
    const Error& error = parsed.error();
    WithColor::error() << "--passes: " << error.message << "\n"
                       << options_->passes << "\n"
                       << std::string(error.location.column - 1, ' ') << "^\n";
    for (const std::string& note : error.notes)
      WithColor::note() << note << "\n";
    return 2;
  }
  manager_ = std::move(*parsed);
  instrumentation_ = std::make_unique<Instrumentation>(*options_);
  manager_.add_instrumentation(instrumentation_.get());
  return std::nullopt;
}

std::optional<Error> PassPipeline::run(GraphModule& module, PassManager::RemarkHandler remark) {
  if (empty()) return std::nullopt;
  manager_.set_remark_handler(std::move(remark));
  const fx::Expected<bool> changed = manager_.run(module);
  if (!changed) return changed.error();
  return std::nullopt;
}

void PassPipeline::finish() {
  if (options_->time_passes && instrumentation_)
    instrumentation_->timers.print(errs(), /*ResetAfterPrint=*/true);
}

} // namespace fx::tool
