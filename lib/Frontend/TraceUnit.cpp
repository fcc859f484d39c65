#include "Frontend/TraceUnit.h"

#include "Frontend/ModelTracer.h"
#include "Frontend/Roots/Choose.h"

#include <fmt/format.h>

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

/// "net.cpp:12:5: the condition of this 'if' ..."
std::string first_error(const Reporter& report, const SourceManager& sources) {
  for (const PendingDiagnostic& diagnostic : report.diagnostics()) {
    if (diagnostic.level != DiagnosticsEngine::Error) continue;
    const PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(diagnostic.location));
    return place.isInvalid() ? diagnostic.message
                             : fmt::format("{}:{}:{}: {}", place.getFilename(), place.getLine(),
                                           place.getColumn(), diagnostic.message);
  }
  return "no reason was given";
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
             UnitTrace& result)
      : unit_(unit), candidates_(candidates), options_(options), result_(result) {}

  void run() {
    const RootChoice choice = choose_roots(candidates_, options_.root);
    if (!choice.problems.empty()) {
      say(choice.problems);
      result_.status =
          choice.is_malformed ? UnitTrace::Status::Failed : UnitTrace::Status::NothingFound;
    } else if (options_.root.empty()) {
      trace_all(choice.roots);
    } else {
      trace_one(choice.roots.front());
    }
  }

private:
  using Tracer = std::unique_ptr<ModelTracer>;

  /// A trace of a root, with those that it took to find what state is to be kept in buffers.
  struct Attempt {
    const CXXRecordDecl* record = nullptr;
    bool ok = false;
    Tracer tracer;
    std::string reason; // why not
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

  Attempt attempt(const Root& root) {
    Tracer tracer = make_tracer(options_);
    const bool ok = start(*tracer, root) || keep_state(root, options_, tracer);
    if (!ok && tracer->wanted_buffer() && !options_.state_buffers) {
      TraceOptions keeping_numbers = options_;
      keeping_numbers.state_buffers = true;
      Tracer other = make_tracer(keeping_numbers);
      other->set_buffers(with_buffer(tracer->buffers(), *tracer->wanted_buffer()));
      if (start(*other, root) || keep_state(root, keeping_numbers, other))
        tracer->suggest_buffers();
    }
    const auto& missing = tracer->machine().missing_bodies();
    if (!missing.empty()) result_.missing_bodies.emplace_back(missing.begin(), missing.end());
    return {root.record, ok, std::move(tracer), {}};
  }

  void trace_one(const Root& root) {
    const Attempt only = attempt(root);
    only.tracer->report().emit_diagnostics();
    result_.status = only.ok ? UnitTrace::Status::Traced : UnitTrace::Status::Failed;
    if (only.ok) result_.models.push_back(only.tracer->take());
  }

  /// A class that is part of another root is no root.
  void trace_all(const std::vector<Root>& roots) {
    for (const Root& root : roots) {
      const auto* key = llvm::cast<CXXRecordDecl>(root.record->getCanonicalDecl());
      if (done_.contains(key)) continue;
      Attempt made = attempt(root);
      for (const CXXRecordDecl* part : made.tracer->machine().constructed_classes())
        if (part != key) parts_.insert(part);
      // A construction in a function may use locals that are not known here: that is no error of
      // the model.
      if (!made.ok && root.is_guess && made.tracer->in_constructor()) continue;
      done_.insert(key);
      made.record = key;
      attempts_.push_back(std::move(made));
    }
    std::erase_if(attempts_, [&](const Attempt& made) { return parts_.contains(made.record); });
    const SourceManager& sources = unit_.context().getSourceManager();
    for (Attempt& made : attempts_) {
      if (!made.ok) made.reason = first_error(made.tracer->report(), sources);
      made.tracer->report().emit_diagnostics();
      if (made.ok) result_.models.push_back(made.tracer->take());
      result_.num_failed += !made.ok;
    }
    tell_classes();
    if (attempts_.empty()) {
      say(explain_no_roots(candidates_, sources));
      result_.status = UnitTrace::Status::NothingFound;
    } else {
      const bool ok = options_.keep_going ? !result_.models.empty() : result_.num_failed == 0;
      result_.status = ok ? UnitTrace::Status::Traced : UnitTrace::Status::Failed;
    }
  }

  void tell_classes() {
    for (const Attempt& made : attempts_)
      result_.classes.push_back(
          {made.record->getQualifiedNameAsString(), made.ok, !made.ok, made.reason});
    for (const CXXRecordDecl* record : candidates_.classes) {
      const auto* key = llvm::cast<CXXRecordDecl>(record->getCanonicalDecl());
      if (has_forward(record) && !done_.contains(key) && !parts_.contains(key))
        result_.classes.push_back(
            {record->getQualifiedNameAsString(), false, false,
             fmt::format("not constructed: --root='{}'", construction_example(record))});
    }
  }

  ParsedUnit& unit_;
  const RootCandidates& candidates_;
  const TraceOptions& options_;
  UnitTrace& result_;
  std::vector<Attempt> attempts_;
  llvm::SmallPtrSet<const CXXRecordDecl*, 8> parts_;
  llvm::SmallPtrSet<const CXXRecordDecl*, 8> done_;
};

} // namespace

UnitTrace trace(ParsedUnit& unit, const RootCandidates& candidates, const TraceOptions& options,
                DiagnosticStyle style) {
  UnitTrace result;
  DiagnosticBuffer buffer(result.diagnostics);
  DiagnosticOutput output(buffer, style);
  const ParsedUnit::OutputScope scope(unit, output);
  UnitTracer(unit, candidates, options, result).run();
  return result;
}

} // namespace fx::frontend
