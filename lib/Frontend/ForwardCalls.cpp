// forward as it is called again and again, in either mode.
//
// A graph is one call that starts from the state the constructor left. That is what every call
// computes only if nothing that forward changes is read by a later one. So forward is run once more
// with everything unknown that it changed: if it needs none of that, and gives the same graph,
// every later call does, too. Where it does need it, as a cache is needed, forward is run once more
// with what the first call left: if that is computed from constants alone, and the second call
// changes nothing of it and computes what the first does, the third finds what the second found.
#include "Frontend/ModelTracer.h"

#include "Frontend/Lower/EarlierCall.h"
#include "Frontend/Models/Torch/Modules.h"

#include "fx/IR/Printer.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

bool ModelTracer::note_changes(bool training) {
  bool is_new = false;
  for (const Change* change : storage_.changes()) {
    if (change->mode_only) {
      const bool on = change->object->training;
      ModeLeft& left = modes_left_[{change->object, static_cast<unsigned>(training)}];
      is_new |= left.write.isInvalid() || left.on != on;
      left.on = on;
      if (left.write.isInvalid()) left.write = change->where;
      continue;
    }
    if (is_kept(change->location)) continue;
    // Each call moves the tensor to its inputs, from wherever the one before it left it.
    if (change->location && graph_.is_moved(change->before, change->location->value())) continue;
    KeptState state{machine_.name_of(change->location), change->where,
                    change->object && change->object->kind == Object::Kind::Module};
    is_new |= kept_.insert({change->location, std::move(state)}).second;
  }
  return is_new;
}

bool ModelTracer::trace_modes() {
  if (!make_buffers()) return false;
  storage_.begin_era();
  const std::deque<Change> by_train = changed_by_train();
  TracedModule& traced = graph_.traced();
  if (!run_call(traced.graph, options_.training)) return false;
  // A program calls main once.
  if (in_rule_ || (method_.forward && method_.forward->isMain())) return true;
  note_changes(options_.training);
  llvm::SmallVector<bool, 2> modes{options_.training};
  const bool both = !options_.training && !options_.eval_only;
  if (both && graph_.mode_was_asked()) {
    if (!trace_training()) return false;
    modes.push_back(true);
  }
  for (const auto& [place, state] : kept_)
    if (state.is_module) {
      report_.error(state.write, diag::forward_changes_modules);
      report_.note(state.write, "make and register modules in the constructor");
      return false;
    }
  if (!(kept_.empty() && modes_left_.empty()) && !check_later_calls(modes)) return false;
  // A later call may ask for the mode where the first did not.
  if (both && graph_.mode_was_asked() && modes.size() == 1) {
    if (!trace_training()) return false;
    modes.push_back(true);
    if (!check_later_calls(modes)) return false;
  }
  if (!check_buffers()) return false;
  if (llvm::is_contained(modes, true) && !by_train.empty()) compare_before_train(by_train);
  say_buffers();
  return true;
}

std::deque<Change> ModelTracer::changed_by_train() {
  if (method_.root == nullptr || !overrides_train(machine_, *method_.root)) return {};
  const size_t said = report_.diagnostics().size();
  Graph& scratch = calls_.emplace_back();
  scratch.set_libtorch(graph_.traced().graph.libtorch());
  machine_.begin_call();
  graph_.begin_call(scratch, /*training=*/true);
  for (const bool on : {true, false})
    if (!train_module(machine_, method_.where, method_.root, on)) break; // a trace says why
  report_.forget(said);
  return storage_.undo();
}

void ModelTracer::compare_before_train(const std::deque<Change>& changed_by_train) {
  storage_.undo();
  Storage::put_back(changed_by_train);
  const size_t said = report_.diagnostics().size();
  Graph& made = calls_.emplace_back();
  made.set_libtorch(graph_.traced().graph.libtorch());
  const bool is_same = run_call(made, /*training=*/true, Start::Made) &&
                       print_fx(made) == print_fx(graph_in(/*training=*/true));
  report_.forget(said);
  storage_.undo();
  if (!is_same)
    report_.loss(method_.location, diag::model_before_train, graph_.traced().class_name);
}

bool ModelTracer::trace_training() {
  TracedModule& traced = graph_.traced();
  storage_.undo();
  const size_t said = report_.diagnostics().size();
  auto training = std::make_unique<Graph>();
  training->set_libtorch(traced.graph.libtorch());
  if (!run_call(*training, /*training=*/true)) {
    report_.note(method_.location, "this is in train mode; --mode=eval traces evaluation alone");
    return false;
  }
  note_changes(/*training=*/true);
  report_.forget_repeated(said);
  if (print_fx(*training) != print_fx(traced.graph)) traced.training_graph = std::move(training);
  return true;
}

bool ModelTracer::report_state(size_t said, const std::string& why, clang::SourceLocation read) {
  // The change that the read is about, when the evaluation could tell; else the first.
  Location* place = kept_.empty() ? nullptr : kept_.front().first;
  for (const PendingDiagnostic& note : llvm::drop_begin(report_.diagnostics(), said))
    for (const auto& [changed, state] : kept_)
      if (note.level == DiagnosticsEngine::Note && note.location == state.write) place = changed;
  StateBuffer about;
  about.why = why;
  about.read = read;
  about.description = place ? kept_[place].name : "the mode of a module";
  if (place)
    about.write = kept_[place].write;
  else if (!modes_left_.empty())
    about.write = modes_left_.front().second.write;
  report_.forget(said);
  state_error(about, "");
  if (place) want_buffer(place, about);
  return false;
}

void ModelTracer::forget_changes() {
  for (const auto& [place, state] : kept_)
    storage_.write(place, Value::opaque(state.write, Machine::later_call_reason));
}

const Graph& ModelTracer::graph_in(bool training) {
  const TracedModule& traced = graph_.traced();
  return training && traced.training_graph ? *traced.training_graph : traced.graph;
}

bool ModelTracer::keeps_constants(llvm::ArrayRef<bool> modes) {
  // Modes that a call leaves, and buffers of what it keeps, are what it starts from, too.
  if (!modes_left_.empty() || !buffers_.empty()) return false;
  const size_t said = report_.diagnostics().size();
  bool ok = true;
  for (const bool first : modes)
    for (const bool second : modes) {
      if (!ok) break;
      storage_.undo();
      Graph& before = calls_.emplace_back();
      Graph& behind = calls_.emplace_back();
      for (Graph* graph : {&before, &behind})
        graph->set_libtorch(graph_.traced().graph.libtorch());
      if (!run_call(before, first)) ok = false;
      EarlierCall earlier(before, graph_.traced());
      graph_.set_earlier_call(&earlier);
      ok = ok && run_call(behind, second, Start::Left) && !storage_.has_changed() &&
           earlier.is_repeated_in(behind, graph_in(second));
      graph_.set_earlier_call(nullptr);
    }
  report_.forget(said);
  if (!ok) return false;
  storage_.undo();
  for (const auto& [place, state] : kept_)
    report_.remark(state.write, diag::constant_kept, state.name);
  return true;
}

std::string ModelTracer::mode_owner(const Object& module) {
  const std::string path = module.module ? graph_.in_tree(*module.module).path() : "";
  return path.empty() ? "the model" : fmt::format("'{}'", path);
}

bool ModelTracer::check_later_calls(llvm::ArrayRef<bool> modes) {
  constexpr int max_rounds = 8; // each finds a change that no round before it made
  const size_t said = report_.diagnostics().size();
  bool is_new = true;
  for (int round = 0; is_new; ++round) {
    if (round == max_rounds) return report_.error(method_.location, diag::state_does_not_settle);
    is_new = false;
    for (const bool training : modes) {
      const auto call = [&](Graph& later) {
        storage_.undo();
        forget_changes();
        return run_call(later, training, Start::Unknown);
      };
      Graph& later = calls_.emplace_back();
      if (!call(later)) {
        report_.forget(said);
        if (keeps_constants(modes)) return true;
        call(calls_.emplace_back()); // for what it says
        for (size_t i = said; i < report_.diagnostics().size(); ++i)
          if (const PendingDiagnostic& first = report_.diagnostics()[i];
              first.level == DiagnosticsEngine::Error)
            return report_state(said, std::string(first.message), first.location);
        return false;
      }
      if (print_fx(later) != print_fx(graph_in(training)))
        return keeps_constants(modes) ||
               report_state(said, "a later call computes something else than the first",
                            method_.location);
      is_new |= note_changes(training);
    }
  }
  report_.forget(said);
  storage_.undo();
  graph_.traced().origin.loses_state = !kept_.empty();
  for (const auto& [place, state] : kept_)
    report_.loss(state.write, diag::lost_state, state.name);
  for (const auto& [module, left] : modes_left_)
    if (left.on != static_cast<bool>(module.second))
      report_.loss(left.write, diag::lost_state,
                   fmt::format("the mode of {}", mode_owner(*module.first)));
  return true;
}

} // namespace fx::frontend
