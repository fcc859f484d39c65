#include "PassObserver.h"

#include "fx/IR/Printer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/PrintPasses.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

namespace fx::tool {

using llvm::errs;

std::string_view base_name(std::string_view pass) {
  return pass.substr(0, pass.find('<'));
}

namespace {

bool names(const std::vector<std::string>& passes, std::string_view pass) {
  return llvm::is_contained(passes, base_name(pass)) || llvm::is_contained(passes, pass);
}

} // namespace

void PassObserver::before_pass(std::string_view pass, const TracedModule& module) {
  if (options_.print_before_all || names(options_.print_before, pass))
    errs() << "// before " << pass << "\n" << print_graph(module);
  if (options_.print_changed) before_ = print_graph(module);
  if (options_.time_passes) start_timer(std::string(pass));
}

void PassObserver::before_graph(std::string_view pass, const TracedModule& module,
                                const Graph& graph) {
  // What a pass takes on the graph of training has a line of its own.
  if (!options_.time_passes || &graph != module.training_graph.get()) return;
  running_->stopTimer();
  start_timer(std::string(pass) + " (training graph)");
}

void PassObserver::start_timer(const std::string& name) {
  std::unique_ptr<llvm::Timer>& timer = timer_of_[name];
  if (!timer) timer = std::make_unique<llvm::Timer>(name, name, timers_);
  running_ = timer.get();
  running_->startTimer();
}

std::optional<Error> PassObserver::after_pass(std::string_view pass, const TracedModule& module,
                                              const PassResult&, const AnalysisManager&) {
  if (options_.time_passes) running_->stopTimer();
  if (options_.print_after_all || names(options_.print_after, pass))
    errs() << "// after " << pass << "\n" << print_graph(module);
  if (options_.print_changed) print_difference(pass, module);
  return std::nullopt;
}

void PassObserver::print_difference(std::string_view pass, const TracedModule& module) {
  const std::string after = print_graph(module);
  if (after == before_)
    errs() << "// " << pass << ": no change\n";
  else
    errs() << "// " << pass << " changed:\n"
           << llvm::doSystemDiff(before_, after, "-%l\n", "+%l\n", " %l\n");
}

void PassObserver::finish() {
  if (options_.time_passes) timers_.print(errs(), /*ResetAfterPrint=*/true);
}

} // namespace fx::tool
