#include "fx/Runtime/Equivalence.h"

#include "KeptState.h"
#include "Suspect.h"
#include "TensorDifference.h"
#include "TraceModes.h"

#include <fmt/format.h>

namespace fx {

namespace {

using runtime::Difference;
using runtime::KeptState;
using runtime::Run;

class Comparison {
public:
  Comparison(torch::nn::Module& root, const TracedFunction& forward, const GraphModule& graph,
             const Args& inputs, const EquivalenceOptions& options)
      : root_(root), forward_(forward), graph_(graph), inputs_(inputs), options_(options),
        state_({&root, graph_.get()}) {}

  Equivalence run() {
    Equivalence report;
    const GraphModuleImpl& graph = *graph_;
    const bool has_both = graph.training_graph() != nullptr;
    bool compared = false;
    for (const bool training : {false, true}) {
      const auto has = [&](Modes modes) {
        return training ? includes_training(modes) : includes_eval(modes);
      };
      if (!has(options_.modes) || (!has_both && !has(graph.modes()))) continue;
      compared = true;
      if (!compare(training, report)) break;
    }
    if (compared) return report;
    report.equal = false;
    report.message = "no mode is compared: the graph was traced in the other one alone";
    return report;
  }

private:
  /// False: they differ.
  bool compare(bool training, Equivalence& report) {
    const runtime::KeptModes of_root(root_), of_graph(*graph_);
    set_mode(root_, training);
    set_mode(*graph_, training);
    const Run expected = run_once([&](Args args) { return forward_.call(std::move(args)); });
    const Run found = run_once([&](Args args) { return graph_->run(std::move(args)); });
    Difference difference = runtime::compare_runs(expected, found, options_);
    report.max_difference = std::max(report.max_difference, difference.max);
    if (difference.text.empty()) return true;
    report.equal = false;
    report.training = training;
    report.node = found.failed_node;
    if (expected.error.empty() && found.error.empty()) {
      const runtime::Suspect suspect = find_suspect();
      report.node = suspect.node;
      if (!suspect.node.empty()) difference.text += ". " + suspect.text;
    }
    report.message =
        fmt::format("in {}, {}", training ? "training" : "evaluation", difference.text);
    return false;
  }

  /// The mode that it is in may differ from module to module.
  static void set_mode(torch::nn::Module& module, bool training) {
    if (module.is_training() != training) module.train(training);
  }

  Run run_once(const std::function<Value(Args)>& program) {
    const KeptState::Restored restored(state_);
    Run run;
    run.inputs = runtime::copies(inputs_);
    try {
      run.result = runtime::copy(program(run.inputs));
    } catch (const ExecutionError& error) {
      run.error = error.what();
      run.failed_node = error.node();
    } catch (const c10::Error& error) {
      run.error = error.what_without_backtrace();
    } catch (const std::exception& error) {
      run.error = error.what();
    }
    run.state = state_.now();
    return run;
  }

  runtime::Suspect find_suspect() {
    runtime::ObservedValues observed(options_);
    {
      const KeptState::Restored restored(state_);
      observed.run([&] { return forward_.call(runtime::copies(inputs_)); }, inputs_,
                   state_.before());
    }
    const KeptState::Restored restored(state_);
    return runtime::find_suspect(graph_, runtime::copies(inputs_), observed);
  }

  torch::nn::Module& root_;
  const TracedFunction& forward_;
  GraphModule graph_;
  const Args& inputs_;
  const EquivalenceOptions& options_;
  KeptState state_;
};

} // namespace

Equivalence detail::check_equivalent(torch::nn::Module& root, const TracedFunction& forward,
                                     const GraphModule& graph, const Args& inputs,
                                     const EquivalenceOptions& options) {
  return Comparison(root, forward, graph, inputs, options).run();
}

} // namespace fx
