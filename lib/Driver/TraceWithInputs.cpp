#include "fx/Driver/TraceWithInputs.h"

#include "Messages.h"
#include "fx/Driver/GuessedInputs.h"
#include "fx/Frontend/ModelOptions.h"
#include "fx/IR/Printer.h"
#include "fx/IR/ValueType.h"
#include "fx/Verify/GuessInputs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fx::driver {

namespace {

/// All that one trace searches for is to be found in this time: somebody waits for it.
constexpr std::chrono::seconds patience{5};

/// The name of a model by which inputs are given to it: "zoo::Net".
std::string input_name(const TracedModule& model) {
  frontend::ModelOptions made;
  made.root = model.origin.root;
  return frontend::name_of(made);
}

/// Whether a result, of "zoo::NetImpl" say, is that of a model with such a name.
bool is_of(const frontend::ClassResult& result, llvm::StringRef name) {
  llvm::StringRef whole = result.name;
  if (!name.ends_with("Impl")) whole.consume_back("Impl");
  return whole.consume_back(name) && (whole.empty() || whole.ends_with("::"));
}

/// A model without the modes that it was traced for, which are named before its modules.
std::string graph_text(const TracedModule& model) {
  const std::string text = print_graph(model);
  return model.class_name + text.substr(std::min(text.find('{'), text.size()));
}

/// What is said of a model for which no inputs were found.
Error inputs_not_found(const TracedModule& model, const Error& why) {
  std::string wanted;
  for (const Node* node : model.graph.placeholders()) {
    if (!node->args().empty() || node->meta(frontend::example_input)) continue;
    const std::string* type = node->meta(meta::cpp_type);
    const bool is_tensor = type == nullptr || ValueType::parse(*type).is(ValueType::Kind::Tensor);
    wanted += fmt::format(" {}={}", node->target().view(), is_tensor ? "1x3x224x224" : "...");
  }
  Error error(say(diag::inputs_not_found, model.class_name, wanted));
  error.location = why.location;
  if (why.notes.size() > 1) error.notes.push_back(why.notes.back());
  return error;
}

/// The operands of an operator do not go together.
bool fails_with_inputs(const frontend::ClassResult& result) {
  return result.failed && result.id == "example-fails";
}

} // namespace

frontend::TraceOptions TraceWithInputs::add_inputs(frontend::TraceOptions options,
                                                   const Inputs& inputs) {
  for (const auto& [name, texts] : inputs) {
    frontend::ModelOptions& model = options.models.emplace_back();
    model.name = name;
    model.inputs = texts;
  }
  return options;
}

frontend::TraceOptions TraceWithInputs::with_inputs(const frontend::TraceOptions& options) const {
  return add_inputs(with_size(options), inputs_);
}

TraceWithInputs::Traced TraceWithInputs::attempt(const frontend::TraceOptions& how,
                                                 const Inputs& inputs) {
  const frontend::TraceOptions options = add_inputs(how, inputs);
  DiagnosticList list;
  auto models =
      std::make_unique<Models>(session_, std::vector{file_}, options, PassManager(), plugin_);
  models->trace(list);
  return {std::move(models), std::move(list.said)};
}

bool TraceWithInputs::find_inputs(const Traced& traced) {
  const std::stop_token& stop = traced.models->options().stop;
  bool found_some = false;
  not_found_.clear();
  for (const TracedModule& model : *traced.models) {
    if (stop.stop_requested()) return false;
    if (!verify::needs_examples(model) || model.origin.root.empty()) continue;
    // Two of one template have one name, by which nobody can tell their inputs apart.
    const std::string name = input_name(model);
    if (llvm::count_if(*traced.models,
                       [&](const TracedModule& other) { return input_name(other) == name; }) > 1)
      continue;
    // What the last search was in vain for.
    std::string graph = graph_text(model);
    if (const auto known = without_inputs_.find(graph); known != without_inputs_.end()) {
      not_found_.push_back(known->second);
      continue;
    }
    // One that there was no time for is said, too, and searched for in the next trace.
    const bool has_time = !is_late();
    frontend::TraceOptions options = traced.models->options();
    // Each model has inputs of its own.
    if (traced.models->size() > 1) options.root = model.origin.root;
    const Expected<GuessedInputs> found =
        guess_inputs(*traced.models, model, std::move(options), deadline_);
    if (found) {
      inputs_[name] = found->texts;
      found_some = true;
    } else if (!stop.stop_requested()) {
      not_found_.push_back(inputs_not_found(model, found.error()));
      constexpr size_t most_kept = 32; // an edit may make another
      if (without_inputs_.size() == most_kept) without_inputs_.clear();
      if (has_time) without_inputs_.emplace(std::move(graph), not_found_.back());
    }
  }
  return found_some;
}

TraceWithInputs::Traced TraceWithInputs::search(const frontend::TraceOptions& how) {
  Traced with_known = attempt(how, inputs_);
  if (with_known.is_cancelled()) return with_known;
  // Inputs that were found for an earlier text may not be those of this one: its parameters may
  // have other names.
  const Inputs known = inputs_;
  const std::vector<frontend::ClassResult>& results = with_known.models->traced().classes;
  std::erase_if(inputs_, [&](const auto& entry) {
    return llvm::none_of(results, [&](const frontend::ClassResult& result) {
      return result.traced && is_of(result, entry.first);
    });
  });
  if (inputs_.size() == known.size())
    return find_inputs(with_known) ? attempt(how, inputs_) : std::move(with_known);
  Traced without = attempt(how, inputs_);
  if (!without.is_cancelled() && find_inputs(without)) return attempt(how, inputs_);
  if (how.stop.stop_requested() || llvm::any_of(results, fails_with_inputs)) {
    // There are none: what does not go together with the known ones is what the user wants to see.
    inputs_ = known;
    return with_known;
  }
  return without;
}

TraceWithInputs::Traced TraceWithInputs::trace(const frontend::TraceOptions& options) {
  deadline_ = std::chrono::steady_clock::now() + patience;
  not_found_.clear();
  Traced traced = search(with_size(options));
  if (traced.models->traced().has_named_sizes) find_size(options, traced);
  explain_guesses(traced);
  return traced;
}

frontend::TraceOptions TraceWithInputs::with_size(frontend::TraceOptions options) const {
  if (named_size_ > 0) options.named_size = named_size_;
  return options;
}

/// Sizes that have a name and no number: of images, of sequences, of what was written for one size.
void TraceWithInputs::find_size(const frontend::TraceOptions& options, Traced& traced) {
  const int64_t usual = options.named_size;
  const int64_t sizes[] = {usual, 224, 32, 28, 128, 256, 16, 8, 299, 416, 512};
  const auto failure = [](const Traced& attempt) {
    const auto& classes = attempt.models->traced().classes;
    const auto found = llvm::find_if(classes, fails_with_inputs);
    return found == classes.end() ? std::string() : found->name + ": " + found->reason;
  };
  const std::string problem = failure(traced);
  // What was searched for in vain is not searched for at each edit.
  if (problem.empty() || problem == unsolved_) return;
  const Inputs known = inputs_;
  for (const int64_t size : sizes) {
    if (options.stop.stop_requested()) return;
    if (is_late()) break;
    if (size == (named_size_ > 0 ? named_size_ : usual)) continue;
    frontend::TraceOptions other = options;
    other.named_size = size;
    Traced attempt = search(other);
    if (!attempt.is_cancelled() && failure(attempt).empty()) {
      named_size_ = size;
      traced = std::move(attempt);
      return;
    }
    inputs_ = known;
  }
  if (!options.stop.stop_requested()) unsolved_ = problem;
}

bool TraceWithInputs::has_guessed(const TracedModule& model) const {
  return inputs_.contains(input_name(model));
}

void TraceWithInputs::explain_guesses(Traced& traced) const {
  for (const Error& error : not_found_) {
    traced.said.push_back(to_diagnostic(error));
    traced.said.back().severity = Severity::Remark;
  }
  std::vector<std::string> texts; // of guessed inputs that something fails with
  for (const auto& [name, inputs] : inputs_)
    if (llvm::any_of(traced.models->traced().classes, [&](const frontend::ClassResult& result) {
          return fails_with_inputs(result) && is_of(result, name);
        }))
      texts.push_back(fmt::format("{}: {}", name, fmt::join(inputs, " ")));
  for (Diagnostic& said : traced.said)
    if (said.id == "example-fails" && !texts.empty()) {
      Diagnostic& note = said.notes.emplace_back();
      note.severity = Severity::Note;
      note.message = fmt::format("the inputs were guessed ({}); a comment `// fx: x=1x3x224x224` "
                                 "above the class says others",
                                 fmt::join(texts, "; "));
    }
}

} // namespace fx::driver
