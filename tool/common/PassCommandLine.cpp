#include "PassCommandLine.h"

#include "ListPasses.h"
#include "PassObserver.h"

#include "fx/Passes/Plugin.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::tool {

using namespace llvm;

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

struct PassCommandLine::Options : WithoutLLVMsOptions {
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
        verify_each("verify-each",
                    cl::desc("Check the graphs, and the analyses that are kept, after every pass"),
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

PassCommandLine::PassCommandLine(cl::OptionCategory& category)
    : options_(std::make_unique<Options>(category)) {}
PassCommandLine::~PassCommandLine() = default;

std::optional<int> PassCommandLine::prepare() {
  for (const std::string& plugin : options_->plugins)
    if (const auto error = load_pass_plugin(plugin)) {
      WithColor::error() << error->message_with_id() << "\n";
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
  if (!options_->passes.empty()) {
    fx::Expected<PassManager> parsed = PassManager::parse(options_->passes.getValue());
    if (!parsed) {
      const Error& error = parsed.error();
      WithColor::error() << "--passes: " << error.message_with_id() << "\n"
                         << options_->passes << "\n"
                         << std::string(error.location.column - 1, ' ') << "^\n";
      for (const std::string& note : error.notes)
        WithColor::note() << note << "\n";
      return 2;
    }
    manager_ = std::move(*parsed);
  }
  PassObserverOptions wanted;
  wanted.print_before = {options_->print_before.begin(), options_->print_before.end()};
  wanted.print_after = {options_->print_after.begin(), options_->print_after.end()};
  wanted.print_before_all = options_->print_before_all;
  wanted.print_after_all = options_->print_after_all;
  wanted.print_changed = options_->print_changed;
  wanted.time_passes = options_->time_passes;
  observer_ = std::make_unique<PassObserver>(std::move(wanted));
  manager_.add_instrumentation(observer_.get());
  // What is broken is shown before it is complained of.
  if (options_->verify_each) manager_.add_instrumentation(&verify_each_);
  return std::nullopt;
}

void PassCommandLine::finish() {
  if (observer_) observer_->finish();
}

} // namespace fx::tool
