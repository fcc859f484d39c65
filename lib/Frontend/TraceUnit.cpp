#include "Frontend/TraceUnit.h"

#include "Frontend/ModelOptions.h"
#include "Frontend/ModelTracer.h"
#include "Frontend/Roots/Choose.h"
#include "Frontend/SourceNotes.h"
#include "Frontend/Values/Names.h"
#include "fx/Ops/InputSpec.h"

#include <deque>
#include <fmt/format.h>
#include <optional>

using namespace clang;

namespace fx::frontend {

namespace {

/// `buffers` and `wanted`, which may be one of them in another way, or have some as its parts.
std::vector<StateBuffer> with_buffer(std::vector<StateBuffer> buffers, const StateBuffer& wanted) {
  std::erase_if(buffers,
                [&](const StateBuffer& other) { return wanted.path.is_around(other.path); });
  buffers.push_back(wanted);
  for (StateBuffer& buffer : buffers) {
    buffer.place = nullptr;
    buffer.owner = nullptr;
    buffer.slots.clear();
  }
  return buffers;
}

const PendingDiagnostic* first_error(const Reporter& report) {
  const auto found = llvm::find_if(report.diagnostics(), [](const PendingDiagnostic& diagnostic) {
    return diagnostic.level == DiagnosticsEngine::Error;
  });
  return found == report.diagnostics().end() ? nullptr : &*found;
}

/// "net.cpp:12:5: the condition of this 'if' ..."
std::string text_of(const PendingDiagnostic* error, const SourceManager& sources) {
  if (error == nullptr) return "no reason was given";
  const PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(error->location));
  return place.isInvalid() ? error->message
                           : fmt::format("{}:{}:{}: {}", place.getFilename(), place.getLine(),
                                         place.getColumn(), error->message);
}

/// Keeps the messages.
class DiagnosticBuffer : public DiagnosticSink {
public:
  explicit DiagnosticBuffer(std::vector<fx::Diagnostic>& kept) : kept_(kept) {}
  void on_diagnostic(const fx::Diagnostic& diagnostic) override { kept_.push_back(diagnostic); }

private:
  std::vector<fx::Diagnostic>& kept_;
};

class UnitTracer {
public:
  UnitTracer(ParsedUnit& unit, const RootCandidates& candidates, const TraceOptions& options,
             std::span<const std::string> named, UnitTrace& result)
      : unit_(unit), candidates_(candidates), options_(options), result_(result),
        notes_(read_notes(candidates, unit.context().getSourceManager())) {
    for (const std::string& file : named)
      if (const auto entry = unit.compiler().getFileManager().getOptionalFileRef(file))
        named_.insert(&entry->getFileEntry());
  }

  void run() {
    const RootChoice choice = choose_roots(candidates_, options_.root, options_.method);
    if (!choice.problems.empty()) {
      say(choice.problems);
      result_.status =
          choice.is_malformed ? UnitTrace::Status::Failed : UnitTrace::Status::NothingFound;
    } else if (options_.root.empty()) {
      trace_all(choice.roots);
    } else {
      trace_one(choice.roots.front());
    }
    if (is_without_kernels_) result_.status = UnitTrace::Status::Failed;
  }

private:
  using Tracer = std::unique_ptr<ModelTracer>;

  /// A trace of a root, with those that it took to find what state is to be kept in buffers.
  struct Attempt {
    const CXXRecordDecl* record = nullptr; // null: an expression or a function that was asked for
    bool ok = false;
    Tracer tracer;
    std::string reason; // why not
    std::string id;
    bool is_asked_for = false;
    std::string name;
  };

  /// A root of ModelOptions.
  struct ModelRoot {
    Root root;
    const ModelOptions& model;
  };

  void say(const std::vector<RootProblem>& problems) {
    for (const RootProblem& problem : problems)
      unit_.report(problem.level, problem.where, problem.message, problem.info);
  }

  Tracer make_tracer(const TraceOptions& options) const {
    return std::make_unique<ModelTracer>(unit_, options);
  }

  static bool start(ModelTracer& tracer, const Root& root) {
    if (root.construction) return tracer.trace_root(root.construction);
    if (root.function) return tracer.trace_function(root.function);
    return tracer.trace_default_constructed(root.record);
  }

  /// State that a later call reads may be kept in a buffer: in a trace that has it.
  bool keep_state(const Root& root, const TraceOptions& options, Tracer& tracer) const {
    constexpr int max_states = 256;
    bool ok = false;
    for (int i = 0; !ok && i < max_states && tracer->wanted_buffer() &&
                    (options.state_buffers || !tracer->wanted_buffer()->is_number);
         ++i) {
      std::vector<StateBuffer> buffers = with_buffer(tracer->buffers(), *tracer->wanted_buffer());
      tracer = make_tracer(options);
      tracer->set_buffers(std::move(buffers));
      ok = start(*tracer, root);
    }
    return ok;
  }

  bool is_in_named_file(const CXXRecordDecl* record) const {
    const SourceManager& sources = unit_.context().getSourceManager();
    const FileID file = sources.getFileID(sources.getExpansionLoc(record->getLocation()));
    return named_.contains(sources.getFileEntryForID(file));
  }

  const FunctionDecl* function_named(llvm::StringRef name) const {
    const auto found = llvm::find_if(candidates_.functions, [&](const FunctionDecl* candidate) {
      return is_named(candidate, name);
    });
    return found == candidates_.functions.end() ? nullptr : *found;
  }

  /// The root that an entry says; nothing: these files do not have it.
  std::optional<Root> root_of(const ModelOptions& model, size_t number) const {
    if (is_plain_name(model.root)) {
      if (const FunctionDecl* function = function_named(model.root))
        return Root{.function = function};
      const CXXRecordDecl* record = class_of(model, candidates_);
      return record ? std::optional(Root{.record = record}) : std::nullopt;
    }
    const FunctionDecl* appended = function_named(root_function_of(number));
    const auto* body = appended ? dyn_cast<CompoundStmt>(appended->getBody()) : nullptr;
    const auto* statement =
        body && !body->body_empty() ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
    if (statement == nullptr || statement->getRetValue() == nullptr) return std::nullopt;
    return Root{.record = class_of(model, candidates_), .construction = statement->getRetValue()};
  }

  void say_absent(const ModelOptions& model) {
    const Saying said =
        fx::say(diag::model_not_in_the_files, name_of(model), model.place.file, model.place.line);
    unit_.report(DiagnosticsEngine::Remark, {}, said.text, said.info);
  }

  std::vector<ModelRoot> model_roots() {
    std::vector<ModelRoot> roots;
    for (size_t number = 0; number < options_.models.size(); ++number) {
      const ModelOptions& model = options_.models[number];
      const std::optional<Root> root = model.root.empty() ? std::nullopt : root_of(model, number);
      if (root)
        roots.push_back({*root, model});
      else if (model.is_expected && !class_of(model, candidates_))
        say_absent(model);
    }
    return roots;
  }

  /// The class that an expression makes, through holders and pointers.
  static const CXXRecordDecl* class_made_by(const Root& root) {
    if (root.record || !root.construction) return root.record;
    const CXXRecordDecl* record = record_of(root.construction->getType());
    return is_handle_class(record) ? record_of(handle_target(record)) : record;
  }

  /// What is said of a root that no entry makes.
  const ModelOptions* model_of(const Root& root) const {
    const CXXRecordDecl* record = class_made_by(root);
    const auto found = llvm::find_if(options_.models, [&](const ModelOptions& model) {
      const bool is_same =
          model.root.empty() || without_spaces(model.root) == without_spaces(options_.root);
      return is_same && record && is_named(record, name_of(model));
    });
    return found == options_.models.end() ? nullptr : &*found;
  }

  /// What the source says itself.
  ModelOptions noted(const Root& root, llvm::StringRef method) const {
    ModelOptions said;
    said.leaves = notes_.leaves;
    said.wrapped = notes_.wrapped;
    said.inputs = root.function ? notes_.inputs_of(root.function, method)
                                : notes_.inputs_of(class_made_by(root), method);
    return said;
  }

  /// All that is said of a root; null, with an error, where the inputs lack their kernels.
  const TraceOptions* options_of(const Root& root, const ModelOptions* model) {
    TraceOptions& options = kept_options_.emplace_back(options_);
    ModelOptions all = model ? *model : ModelOptions();
    // What is said of the class however it is made counts for the expressions of entries, too.
    const CXXRecordDecl* record = class_made_by(root);
    for (const ModelOptions& of_class : options_.models)
      if (&of_class != model && of_class.root.empty() && !name_of(of_class).empty() && record &&
          is_named(record, name_of(of_class)))
        add_general(of_class, all);
    for (const ModelOptions& general : options_.models)
      if (name_of(general).empty()) add_general(general, all);
    add_model(all, options);
    add_model(noted(root, options.method), options);
    result_.has_named_sizes |= ops::has_names_alone(options.inputs);
    options.inputs = ops::with_numbers(std::move(options.inputs), options.named_size);
    if (options.inputs.empty() || options.kernels || !options.open_kernels) return &options;
    fx::Expected<std::shared_ptr<ops::Kernels>> kernels = options.open_kernels();
    if (kernels) {
      options.kernels = *kernels;
      return &options;
    }
    if (!is_without_kernels_)
      unit_.report(DiagnosticsEngine::Error, {}, kernels.error().message, kernels.error().info);
    is_without_kernels_ = true;
    return nullptr;
  }

  Attempt attempt(const Root& root, const TraceOptions& options) {
    Tracer tracer = make_tracer(options);
    const bool ok = start(*tracer, root) || keep_state(root, options, tracer);
    if (!ok && tracer->wanted_buffer() && !options.state_buffers) {
      TraceOptions keeping_numbers = options;
      keeping_numbers.state_buffers = true;
      Tracer other = make_tracer(keeping_numbers);
      other->set_buffers(with_buffer(tracer->buffers(), *tracer->wanted_buffer()));
      if (start(*other, root) || keep_state(root, keeping_numbers, other))
        tracer->suggest_buffers();
    }
    const auto& missing = tracer->machine().missing_bodies();
    if (!missing.empty()) result_.missing_bodies.emplace_back(missing.begin(), missing.end());
    Attempt made;
    made.record = root.record;
    made.ok = ok;
    made.tracer = std::move(tracer);
    return made;
  }

  void trace_one(const Root& root) {
    const TraceOptions* options = options_of(root, model_of(root));
    if (options == nullptr) return;
    const Attempt only = attempt(root, *options);
    only.tracer->report().emit_diagnostics();
    result_.status = only.ok ? UnitTrace::Status::Traced : UnitTrace::Status::Failed;
    if (only.ok) result_.models.push_back(only.tracer->take());
  }

  /// A class that is part of another root is no root.
  void trace_all(const std::vector<Root>& roots) {
    for (const ModelRoot& asked : model_roots()) {
      const TraceOptions* options = options_of(asked.root, &asked.model);
      if (options == nullptr) return;
      const CXXRecordDecl* record = class_made_by(asked.root);
      const CXXRecordDecl* key = record ? record->getCanonicalDecl() : nullptr;
      Attempt made = attempt(asked.root, *options);
      note_parts(made, key);
      if (key) done_.insert(key);
      made.record = key;
      made.is_asked_for = key == nullptr || is_in_named_file(key);
      made.name = key ? key->getQualifiedNameAsString() : asked.model.root;
      attempts_.push_back(std::move(made));
    }
    for (const Root& root : roots) {
      const auto* key = llvm::cast<CXXRecordDecl>(root.record->getCanonicalDecl());
      if (done_.contains(key)) continue;
      const TraceOptions* options = options_of(root, model_of(root));
      if (options == nullptr) return;
      Attempt made = attempt(root, *options);
      note_parts(made, key);
      // A construction in a function may use locals that are not known here: that is no error of
      // the model.
      if (!made.ok && root.is_guess && made.tracer->in_constructor()) continue;
      done_.insert(key);
      made.record = key;
      made.name = key->getQualifiedNameAsString();
      attempts_.push_back(std::move(made));
    }
    std::erase_if(attempts_, [&](const Attempt& made) {
      return !made.is_asked_for && parts_.contains(made.record);
    });
    const SourceManager& sources = unit_.context().getSourceManager();
    for (Attempt& made : attempts_) {
      if (!made.ok) {
        const PendingDiagnostic* error = first_error(made.tracer->report());
        made.reason = text_of(error, sources);
        if (error && error->info) made.id = error->info->id;
      }
      made.tracer->report().emit_diagnostics();
      if (made.ok) result_.models.push_back(made.tracer->take());
      result_.num_failed += !made.ok;
    }
    tell_classes();
    if (attempts_.empty()) {
      say(explain_no_roots(candidates_, options_.method, sources));
      result_.status = UnitTrace::Status::NothingFound;
    } else {
      const bool ok = options_.keep_going ? !result_.models.empty() : result_.num_failed == 0;
      result_.status = ok ? UnitTrace::Status::Traced : UnitTrace::Status::Failed;
    }
  }

  void note_parts(const Attempt& made, const CXXRecordDecl* key) {
    for (const CXXRecordDecl* part : made.tracer->machine().constructed_classes())
      if (part != key) parts_.insert(part);
  }

  void tell_classes() {
    for (const Attempt& made : attempts_)
      result_.classes.push_back({made.name, made.ok, !made.ok, made.reason, made.id});
    for (const CXXRecordDecl* record : candidates_.classes) {
      const auto* key = llvm::cast<CXXRecordDecl>(record->getCanonicalDecl());
      if (has_method(record, options_.method) && !done_.contains(key) && !parts_.contains(key))
        result_.classes.push_back(
            {record->getQualifiedNameAsString(),
             false,
             false,
             fmt::format("not constructed: --root='{}'", construction_example(record)),
             {}});
    }
  }

  ParsedUnit& unit_;
  const RootCandidates& candidates_;
  const TraceOptions& options_;
  UnitTrace& result_;
  const SourceNotes notes_;
  llvm::SmallPtrSet<const FileEntry*, 4> named_;
  std::deque<TraceOptions> kept_options_; // of the attempts
  bool is_without_kernels_ = false;
  std::vector<Attempt> attempts_;
  llvm::SmallPtrSet<const CXXRecordDecl*, 8> parts_;
  llvm::SmallPtrSet<const CXXRecordDecl*, 8> done_;
};

} // namespace

UnitTrace trace(ParsedUnit& unit, const RootCandidates& candidates, const TraceOptions& options,
                std::span<const std::string> named, DiagnosticStyle style) {
  UnitTrace result;
  DiagnosticBuffer buffer(result.diagnostics);
  DiagnosticOutput output(buffer, style);
  const ParsedUnit::OutputScope scope(unit, output);
  UnitTracer(unit, candidates, options, named, result).run();
  return result;
}

} // namespace fx::frontend
