#include "fx/Driver/Rewrite.h"

#include "Messages.h"

#include "fx/Driver/Verify.h"
#include "fx/Refactor/InPlace.h"
#include "fx/Refactor/LeafCalls.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::driver {

namespace {

constexpr const char* one_mode_alone =
    "--mode=eval or --mode=train, 'Mode: eval' or 'Mode: train' in a .fx-clang, changes the source "
    "for that mode alone; --rewrite=method writes the body of the method anew, for both";

/// One source is both graphs. A change of what both have is checked like any other; an edit that a
/// pass makes for one mode alone would lose the other.
std::optional<Error> refuse_two_graphs(const TracedModule& model, bool had_two) {
  if (!model.training_graph || had_two) return std::nullopt;
  return Error{
      say(diag::edits_of_one_mode, model.class_name), {}, {"no file was touched", one_mode_alone}};
}

Error cannot_be_made(RewriteKind kind, Saying why) {
  constexpr const char* whole = "--emit=cpp writes the whole model";
  if (kind == RewriteKind::Method)
    return {std::move(why),
            {},
            {"no file was touched; errors above are in the body that was to be written", whole}};
  return {std::move(why),
          {},
          {"no file was touched", fmt::format("--rewrite=method writes the body of the method "
                                              "anew; {}",
                                              whole)}};
}

/// The first value that the edited source does not have.
std::string not_computed(const Node& node) {
  const SourceRange* place = node.meta(meta::source_range);
  const std::string of = fmt::format("{} {}", to_string(node.op()), node.target().view());
  return place == nullptr
             ? fmt::format("it has no %{} ({})", node.name().view(), of)
             : fmt::format("it has no %{} ({}), which {}:{}:{} computes", node.name().view(), of,
                           place->file.view(), place->line, place->column);
}

/// An error of Clang's in code that was not traced, and that the edits brought; null: there is
/// none.
const Diagnostic* new_error(const std::vector<Diagnostic>& before,
                            const std::vector<Diagnostic>& after) {
  std::map<std::string, size_t> known;
  for (const Diagnostic& error : before)
    ++known[error.message];
  for (const Diagnostic& error : after)
    if (const auto found = known.find(error.message); found == known.end() || found->second-- == 0)
      return &error;
  return nullptr;
}

/// Edited text in a session, for as long as this lives.
class EditedTexts {
public:
  EditedTexts(frontend::Session& session, const std::map<std::string, std::string>& texts)
      : session_(session) {
    for (const auto& [file, text] : texts) {
      const std::string* unsaved = session.unsaved_text(file);
      before_[file] = unsaved != nullptr ? std::optional(*unsaved) : std::nullopt;
      session.set_text(file, text);
    }
  }
  ~EditedTexts() {
    for (auto& [file, text] : before_)
      if (text)
        session_.set_text(file, std::move(*text));
      else
        session_.remove_text(file);
  }
  EditedTexts(const EditedTexts&) = delete;
  EditedTexts& operator=(const EditedTexts&) = delete;

private:
  frontend::Session& session_;
  std::map<std::string, std::optional<std::string>> before_;
};

} // namespace

std::map<std::string, std::string> CheckedEdits::texts_with(const std::string& file) const {
  std::map<std::string, std::string> texts = refactor::edited_texts(*texts_, edits_);
  texts.emplace(file, texts_->text(file));
  return texts;
}

std::string CheckedEdits::diff() const {
  return refactor::unified_diff(*texts_, edits_);
}

std::string CheckedEdits::replacements() const {
  return refactor::replacements_yaml(main_file_, edits_);
}

llvm::Error CheckedEdits::write() const {
  return refactor::write_files(*texts_, edits_);
}

Rewriting::Rewriting(Models& models, RewriteKind kind)
    : models_(models), kind_(kind), texts_(std::make_shared<refactor::FileTexts>(
                                        [&session = models.session()](const std::string& file) {
                                          return session.unsaved_text(file);
                                        })) {
  // A new body calls what there is; edits reach where modules are made.
  models.set_module_changes(kind == RewriteKind::Method ? ModuleChanges::None
                                                        : ModuleChanges::Identity);
}

std::optional<Error> Rewriting::transform(TracedModule& model, Verification* verification) {
  if (verification != nullptr)
    if (auto error = verification->before_passes(model)) return error;
  const refactor::GraphHistory history(model.graph);
  const refactor::ModuleHistory modules(model);
  std::optional<refactor::GraphHistory> training;
  if (model.training_graph) training.emplace(*model.training_graph);
  if (auto error = models_.run_passes(model, verification)) {
    if (error->info == nullptr || !error->info->is_absence) return error;
    is_of_none_ = std::move(error);
    untouched_.insert(model.class_name);
  } else {
    is_of_some_ = true;
  }
  const bool is_method = kind_ == RewriteKind::Method;
  if (auto error = refuse_two_graphs(model, training.has_value()); error && !is_method)
    return error;
  std::vector<const Graph*> before{&history.before()};
  if (training) before.push_back(&training->before());
  const Expected<refactor::FileEdits> edits =
      is_method ? refactor::method_body_edit(before, model, *texts_)
                : refactor::edits_in_place(history, training ? &*training : nullptr, modules, model,
                                           *texts_, kind_ == RewriteKind::Parametrise);
  if (!edits) return edits.error();
  if (verification != nullptr)
    if (auto wrong = verification->after_passes(model, {})) return wrong;
  if (auto error = add(*edits)) return error;
  if (auto map = modules.paths().key_map(model.modules); !map.empty())
    key_maps_.insert(std::move(map));
  return models_.options().leaf_calls ? add_leaf_calls(model, *edits) : std::nullopt;
}

std::optional<Error> Rewriting::add_leaf_calls(const TracedModule& model,
                                               refactor::FileEdits others) {
  if (kind_ == RewriteKind::Method) return Error(say(diag::leaf_calls_in_a_new_body));
  const Expected<refactor::FileEdits> edits = refactor::leaf_call_edits(model, *texts_);
  if (!edits) return edits.error();
  for (const auto& [file, in_file] : *edits)
    if (refactor::merge_edits(others, {{file, in_file}}))
      return Error{say(diag::leaf_calls_beside_other_changes, file), {}, {"no file was touched"}};
  return add(*edits);
}

std::optional<Error> Rewriting::add(const refactor::FileEdits& edits) {
  return refactor::merge_edits(edits_, edits);
}

Expected<std::string> Rewriting::key_map() const {
  if (key_maps_.size() > 1) return Error(say(diag::key_map_of_several_models));
  std::string lines;
  for (const auto& map : key_maps_)
    for (const auto& [was, now] : map)
      lines += fmt::format("{}\t{}\n", was, now);
  return lines;
}

namespace {

/// The model of the edited source for each of the original: a class that is part of none any more
/// is one of its own there. Fewer: some are not there.
std::vector<const TracedModule*> counterparts(const std::vector<TracedModule>& wanted,
                                              const std::vector<TracedModule>& again) {
  std::vector<const TracedModule*> found;
  auto next = again.begin();
  for (const TracedModule& model : wanted) {
    if (again.size() != wanted.size())
      next = std::find_if(next, again.end(), [&](const TracedModule& other) {
        return other.class_name == model.class_name;
      });
    if (next == again.end()) break;
    found.push_back(&*next++);
  }
  return found;
}

} // namespace

Expected<CheckedEdits> Rewriting::check(DiagnosticSink& sink) const {
  if (is_of_none_ && !is_of_some_) return *is_of_none_;
  const EditedTexts edited(models_.session(), refactor::edited_texts(*texts_, edits_));
  // The source alone says now what the rule has made leaves of.
  frontend::TraceOptions options = models_.options();
  options.leaf_calls.reset();
  const frontend::TraceResult again = models_.trace_again(options, sink);
  if (!again.ok()) return cannot_be_made(kind_, say(diag::edits_do_not_trace));
  if (const Diagnostic* broken = new_error(models_.traced().passed_over, again.passed_over)) {
    Error error = cannot_be_made(kind_, say(diag::edits_break_other_code, broken->message));
    error.location = broken->location;
    return error;
  }
  const std::vector<TracedModule>& wanted = models_.traced().models;
  const std::vector<const TracedModule*> found = counterparts(wanted, again.models);
  if (wanted.empty() || wanted.front().origin.files.empty() || found.size() != wanted.size())
    return cannot_be_made(kind_, say(diag::edits_without_the_models));
  for (size_t i = 0; i < wanted.size(); ++i)
    if (!refactor::same_computation(wanted[i], *found[i])) {
      Error error =
          cannot_be_made(kind_, say(diag::edits_compute_something_else, wanted[i].class_name));
      if (const Node* node = refactor::first_difference(wanted[i], *found[i]))
        error.notes.insert(error.notes.begin(), not_computed(*node));
      if (wanted[i].training_graph && refactor::same_in_one_mode(wanted[i], *found[i]))
        error.notes.emplace_back(one_mode_alone);
      if (untouched_.contains(wanted[i].class_name))
        error.notes.insert(error.notes.begin(),
                           fmt::format("the place is of another model, whose class '{}' has as a "
                                       "part: --root names the one that is to change",
                                       wanted[i].class_name));
      return error;
    } else if (const std::string path = refactor::other_registration(wanted[i], *found[i]);
               !path.empty()) {
      return cannot_be_made(kind_,
                            say(diag::edits_register_something_else, wanted[i].class_name, path));
    }
  return CheckedEdits(texts_, edits_, wanted.front().origin.files.front());
}

} // namespace fx::driver
