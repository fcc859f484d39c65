// What the options ask for around every pass: printing and timing.
#pragma once

#include "fx/Passes/PassManager.h"

#include "llvm/Support/Timer.h"

#include <map>

namespace fx::tool {

struct PassObserverOptions {
  std::vector<std::string> print_before, print_after; // names of passes
  bool print_before_all = false, print_after_all = false;
  bool print_changed = false, time_passes = false;
};

/// The name of a pass without its parameters.
std::string_view base_name(std::string_view pass);

class PassObserver : public PassInstrumentation {
public:
  explicit PassObserver(PassObserverOptions options) : options_(std::move(options)) {}

  void before_pass(std::string_view pass, const TracedModule& module) override;
  void before_graph(std::string_view pass, const TracedModule& module, const Graph& graph) override;
  std::optional<Error> after_pass(std::string_view pass, const TracedModule& module,
                                  const PassResult& result,
                                  const AnalysisManager& analyses) override;
  /// Prints the times, if asked for.
  void finish();

private:
  void start_timer(const std::string& name);
  void print_difference(std::string_view pass, const TracedModule& module);

  PassObserverOptions options_;
  std::string before_;
  llvm::TimerGroup timers_{"fx-passes", "Pass execution timing report"};
  std::map<std::string, std::unique_ptr<llvm::Timer>, std::less<>> timer_of_;
  llvm::Timer* running_ = nullptr;
};

} // namespace fx::tool
