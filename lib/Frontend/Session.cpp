// Reading files until the trace of what is in them lacks nothing that other files have.
#include "fx/Frontend/Session.h"

#include "Frontend/ModelOptions.h"
#include "Frontend/Parse/IncludeScan.h"
#include "Frontend/Parse/Invocation.h"
#include "Frontend/Parse/ParseDiagnostics.h"
#include "Frontend/SessionState.h"
#include "Frontend/SourceNotes.h"
#include "Frontend/TraceUnit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <tuple>

namespace fx::frontend {

namespace {

/// Whether the model needed what an error left out, which was said.
bool is_said(const ParseError& error, std::span<const fx::Diagnostic> said) {
  const auto place = [](const SourceLocation& at) { return std::tie(at.file, at.line, at.column); };
  return llvm::any_of(said, [&](const fx::Diagnostic& other) {
    return other.severity == Severity::Error && other.message == error.diagnostic.message &&
           place(other.location) == place(error.diagnostic.location);
  });
}

namespace path = llvm::sys::path;

/// As it stands between quotes.
std::string escaped(llvm::StringRef text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string root_source(const std::string& function, const SourceLocation& place,
                        const std::string& expression, const std::vector<std::string>& scope = {}) {
  const std::string marker = fmt::format("# {} \"{}\"\n", place.line, escaped(place.file));
  std::string begin;
  for (const std::string& name : scope)
    begin += "namespace " + name + " { ";
  return fmt::format("{1}{3}[[maybe_unused]] static auto {0}() {{ return (\n{1}{2}\n); }}{4}\n",
                     function, marker, expression, begin, std::string(scope.size(), '}'));
}

/// A module holder forwards its arguments, which braces do not survive: Net({1, 2}) is meant to be
/// NetImpl({1, 2}). Empty: there are none.
std::string with_impl(const std::string& root) {
  const size_t name_end = root.find('(');
  if (name_end == std::string::npos || root.find('{') == std::string::npos) return {};
  return root.substr(0, name_end) + "Impl" + root.substr(name_end);
}

void append_root(const std::string& root, ParseRequest& request) {
  const bool by_name = is_plain_name(root);
  if (root.empty() || (by_name && !llvm::StringRef(root).contains('<'))) return;
  const SourceLocation place{"--root", 1, 0};
  request.appended_name = place.file;
  request.appended = root_source(root_function, place, root + (by_name ? "()" : ""));
  if (const std::string other = with_impl(root); !other.empty())
    request.appended_alternative = root_source(root_function, place, other);
}

void append_models(llvm::ArrayRef<ModelOptions> models, llvm::ArrayRef<size_t> numbers,
                   ParseRequest& request) {
  request.appended.clear();
  request.appended_alternative.clear();
  if (numbers.empty()) return;
  request.appended_name = models[numbers.front()].place.file;
  std::string alternative;
  bool has_braces = false;
  for (const size_t number : numbers) {
    const ModelOptions& model = models[number];
    const std::string function = root_function_of(number);
    request.appended += root_source(function, model.place, model.root, model.scope);
    const std::string other = with_impl(model.root);
    has_braces |= !other.empty();
    alternative +=
        root_source(function, model.place, other.empty() ? model.root : other, model.scope);
  }
  if (has_braces) request.appended_alternative = std::move(alternative);
}

std::vector<std::string> roots_of(llvm::ArrayRef<ModelOptions> models) {
  std::vector<std::string> roots;
  for (const ModelOptions& model : models) {
    std::string& root =
        roots.emplace_back(fmt::format("{}:{}:{}", name_of(model), model.place.line, model.root));
    for (const std::string& name : model.scope)
      root += ":" + name; // one without a name, too
  }
  return roots;
}

bool is_header(llvm::StringRef file) {
  return path::extension(file).starts_with(".h");
}

/// A source first, so that the guards of headers are in force.
void set_files(ParseRequest& request, const std::vector<std::string>& named,
               const SourceFiles& files) {
  const auto source = std::ranges::find_if_not(named, is_header);
  request.file = source == named.end() ? named.front() : *source;
  request.more_files.clear();
  for (const std::string& file : named) {
    if (file == request.file) continue;
    llvm::SmallString<256> absolute(files.absolute(file));
    path::remove_dots(absolute, /*remove_dot_dot=*/true);
    request.more_files.emplace_back(absolute);
  }
}

/// Names that are a file's own may be in other files too: from now on they are read as others.
/// False: one of the clashes is no such name, or renaming it did not help.
bool rename_own(const std::vector<Clash>& clashes, ParseRequest& request) {
  for (const Clash& clash : clashes)
    if (clash.own_name.empty() || !llvm::is_contained(request.more_files, clash.file) ||
        clash.own_name.find("_of_") != std::string::npos)
      return false;
  for (const Clash& clash : clashes) {
    const auto number = static_cast<size_t>(std::ranges::find(request.more_files, clash.file) -
                                            request.more_files.begin());
    std::string stem = path::stem(clash.file).str();
    std::ranges::replace_if(stem, [](char c) { return !llvm::isAlnum(c); }, '_');
    request.renamed[clash.file][clash.own_name] =
        fmt::format("{}_of_{}_{}", clash.own_name, stem, number);
  }
  return true;
}

std::set<std::string> files_of(const std::vector<Clash>& clashes) {
  std::set<std::string> files;
  for (const Clash& clash : clashes)
    files.insert(clash.file);
  return files;
}

/// Passes on what it is told, and notes the first error.
class NotingSink : public DiagnosticSink {
public:
  explicit NotingSink(DiagnosticSink& next) : next_(next) {}

  void on_diagnostic(const fx::Diagnostic& diagnostic) override {
    if (diagnostic.severity == Severity::Error && first_error.empty()) first_error = diagnostic.id;
    next_.on_diagnostic(diagnostic);
  }

  std::string first_error;

private:
  DiagnosticSink& next_;
};

/// One call of Session::trace.
class SessionTrace {
public:
  SessionTrace(SessionState& session, const TraceOptions& options, DiagnosticSink& sink)
      : session_(session), options_(options), sink_(sink), output_(sink_, session.options.style) {}

  TraceResult run(const std::vector<std::string>& files) {
    if (!files.empty() && are_files(files)) trace(files);
    output_.flush();
    result_.first_error = sink_.first_error;
    return std::move(result_);
  }

private:
  void trace(const std::vector<std::string>& files) {
    Outcome outcome = trace_together(files);
    bool ok = outcome == Outcome::Traced;
    if (outcome == Outcome::NotTogether && files.size() > 1) {
      output_.message(diag::read_one_by_one);
      ok = true;
      for (const std::string& file : files) {
        const size_t num_failed = result_.num_failed;
        if (trace_together({file}) == Outcome::Traced) continue;
        ok = false;
        if (result_.num_failed == num_failed) ++result_.num_failed; // the file itself
      }
      if (options_.keep_going) ok = !result_.models.empty();
    }
    result_.status = ok ? TraceResult::Status::Traced : TraceResult::Status::Failed;
    if (options_.stop.stop_requested()) result_.status = TraceResult::Status::Cancelled;
    if (!result_.ok()) result_.models.clear();
  }

  bool are_files(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
      if (!llvm::sys::fs::is_directory(session_.files.absolute(file))) continue;
      output_.message(diag::is_a_directory, file);
      return false;
    }
    return true;
  }

  enum class Outcome : uint8_t {
    Traced,
    Failed,
    /// The files define something twice: they do not belong to one program, and have to be read
    /// one by one.
    NotTogether,
  };

  /// What was read last, if it is what is asked for and has not changed since.
  Reading& reading_of(const std::vector<std::string>& files) {
    std::optional<Reading>& last = session_.last;
    if (!last || last->named != files || last->root != options_.root ||
        last->model_roots != roots_of(options_.models) ||
        last->version != session_.files.version() || !last->unit || !last->is_complete ||
        last->unit->is_worn() || !last->unit->is_current()) {
      const bool is_same = last && last->named == files && last->root == options_.root &&
                           last->model_roots == roots_of(options_.models);
      std::vector<ModelOptions> noted;
      std::vector<size_t> appended;
      ReadAhead ahead;
      if (is_same) {
        noted = std::move(last->noted_models);
        appended = std::move(last->appended_models);
        ahead = ahead_of(*last);
      }
      last.reset(); // one at a time: they are large
      last.emplace(session_, files, options_.root);
      last->model_roots = roots_of(options_.models);
      // Most edits leave them as they are, and need no second parse.
      last->ahead = std::move(ahead);
      set_models(*last, std::move(noted), std::move(appended));
    }
    return *last;
  }

  /// What to read the next text of the same files with.
  static ReadAhead ahead_of(Reading& reading) {
    if (!reading.ahead.files.empty()) return std::move(reading.ahead); // the trace was cancelled
    // A header as the first file stands elsewhere once a source is found. Which files do not go
    // together the search learns from one parse after the other.
    const size_t num_added = reading.search.files().size() - reading.named.size();
    if (!reading.unit || !reading.unit->findings().is_traceable || num_added == 0 ||
        is_header(reading.named.front()) || !reading.request.renamed.empty() ||
        reading.search.has_dropped() || !hide_last(reading, num_added))
      return {};
    return {reading.search.files(), reading.search.folders()};
  }

  /// False: traces would see something of these files.
  static bool hide_last(const Reading& reading, size_t num_hidden) {
    const std::vector<std::string>& more = reading.request.more_files;
    return reading.unit->hide_from(num_hidden == 0 ? "" : more[more.size() - num_hidden]) &&
           !reading.unit->hides_variables();
  }

  void parse(Reading& reading) {
    const bool is_ahead = !reading.ahead.files.empty();
    set_files(reading.request, is_ahead ? reading.ahead.files : reading.search.files(),
              session_.files);
    reading.request.folders = is_ahead ? reading.ahead.folders : reading.search.folders();
    reading.unit.reset();
    reading.unit = session_.parse(reading.request, output_, options_.stop);
    if (options_.stop.stop_requested()) reading.unit.reset(); // what is ahead stays so
    if (!reading.unit) return;
    reading.request.repairs = reading.unit->findings().repairs;
    if (is_ahead && !show_found(reading)) {
      forget_ahead(reading);
      parse(reading);
    } else if (!is_ahead && reading.unit->findings().is_traceable) {
      reading.roots = find_roots(reading.unit->compiler().getSema());
    }
  }

  /// Shows traces, of what was read ahead, what the search has come to. False: the unit cannot be
  /// taken for that.
  static bool show_found(Reading& reading) {
    ParsedUnit& unit = *reading.unit;
    const std::vector<std::string>& found = reading.search.files();
    const std::vector<std::string>& read = reading.ahead.files;
    const auto [next, other] = std::ranges::mismatch(read, found);
    const auto num_hidden = static_cast<size_t>(read.end() - next);
    if (!unit.findings().is_traceable || !unit.findings().clashes.empty() || other != found.end() ||
        !hide_last(reading, num_hidden))
      return false;
    if (num_hidden == 0) reading.ahead = {};
    reading.roots = find_roots(unit.compiler().getSema(),
                               [&](clang::SourceLocation where) { return unit.is_hidden(where); });
    return true;
  }

  static void forget_ahead(Reading& reading) {
    reading.ahead = {};
    reading.request.repairs = {};
  }

  /// What is said of models, in `reading` too.
  std::vector<ModelOptions> models_of(const Reading& reading) const {
    std::vector<ModelOptions> models = options_.models;
    llvm::append_range(models, reading.noted_models);
    return models;
  }

  void set_models(Reading& reading, std::vector<ModelOptions> noted,
                  std::vector<size_t> appended) const {
    reading.noted_models = std::move(noted);
    reading.appended_models = std::move(appended);
    if (options_.root.empty())
      append_models(models_of(reading), reading.appended_models, reading.request);
  }

  /// Whether the unit has other expressions behind its text than what is said of models.
  bool append_models_of(Reading& reading) const {
    constexpr int most_appended = 3; // what they make may be named by others
    if (!options_.root.empty() || reading.num_appended == most_appended) return false;
    if (!reading.unit->findings().is_traceable) {
      // Those of the text before this one: here they may be said elsewhere, or not at all.
      const bool are_of_before = reading.num_appended == 0 && !reading.appended_models.empty();
      if (are_of_before) set_models(reading, {}, {});
      return are_of_before;
    }
    const clang::SourceManager& sources = reading.unit->context().getSourceManager();
    std::vector<ModelOptions> noted = read_notes(reading.roots, sources).roots;
    std::swap(reading.noted_models, noted);
    std::vector<size_t> appended = models_to_append(models_of(reading), reading.roots);
    if (roots_of(reading.noted_models) == roots_of(noted) && reading.appended_models == appended)
      return false;
    set_models(reading, reading.noted_models, std::move(appended));
    ++reading.num_appended;
    return true;
  }

  Outcome trace_together(const std::vector<std::string>& files) {
    Reading& reading = reading_of(files);
    Outcome outcome = Outcome::Failed;
    for (;;) {
      if (!reading.unit) parse(reading);
      if (options_.stop.stop_requested()) return Outcome::Failed;
      if (!reading.unit) break;
      if (const auto& clashes = reading.unit->findings().clashes; !clashes.empty()) {
        outcome = Outcome::NotTogether;
        if (!rename_own(clashes, reading.request) && !reading.search.drop_last(files_of(clashes)))
          break;
      } else if (!append_models_of(reading)) {
        UnitTrace traced = trace_unit(reading);
        if (options_.stop.stop_requested()) return Outcome::Failed;
        if (read_more(reading, traced)) {
          if (!reading.ahead.files.empty() && show_found(reading)) continue;
        } else if (reading.ahead.files.empty()) {
          outcome = traced.status == UnitTrace::Status::Traced ? Outcome::Traced : Outcome::Failed;
          accept(reading, std::move(traced));
          break;
        }
        // Ahead were other files than this text asks for.
        if (!reading.ahead.files.empty()) forget_ahead(reading);
      }
      reading.unit.reset();
    }
    say_what_is_read(reading);
    if (outcome == Outcome::NotTogether) reading.unit.reset();
    return outcome;
  }

  UnitTrace trace_unit(const Reading& reading) {
    if (reading.unit->findings().is_traceable) {
      TraceOptions options = options_;
      if (options.root.empty()) options.models = models_of(reading);
      std::vector<std::string> named;
      named.reserve(reading.named.size());
      for (const std::string& file : reading.named)
        named.push_back(session_.files.absolute(file));
      return frontend::trace(*reading.unit, reading.roots, options, named, session_.options.style);
    }
    UnitTrace nothing;
    nothing.status = UnitTrace::Status::NothingFound;
    return nothing;
  }

  /// Whether there are files that seem to have what the trace lacks.
  static bool read_more(Reading& reading, const UnitTrace& traced) {
    bool found = false;
    for (const std::vector<MissingBody>& bodies : traced.missing_bodies)
      found |= reading.search.add(bodies);
    return found;
  }

  void accept(Reading& reading, UnitTrace traced) {
    // A file that is written meanwhile may have what is missing now.
    reading.is_complete = traced.missing_bodies.empty();
    // That nothing is found may follow from what does not compile.
    const bool nothing_found = traced.status == UnitTrace::Status::NothingFound;
    if (nothing_found) report_errors(*reading.unit, nothing_found, traced.diagnostics, output_);
    for (const fx::Diagnostic& diagnostic : traced.diagnostics)
      output_.diagnostic(diagnostic);
    if (!nothing_found) report_errors(*reading.unit, nothing_found, traced.diagnostics, output_);
    for (TracedModule& model : traced.models) {
      set_origin(reading, model.origin);
      result_.models.push_back(std::move(model));
    }
    for (const ParseError& error : reading.unit->errors().all())
      if (!is_said(error, traced.diagnostics)) result_.passed_over.push_back(error.diagnostic);
    llvm::append_range(result_.classes, traced.classes);
    result_.num_failed += traced.num_failed;
    result_.has_named_sizes |= traced.has_named_sizes;
  }

  void set_origin(const Reading& reading, Origin& origin) const {
    const ParseRequest& request = reading.request;
    origin.files = {session_.files.absolute(request.file)};
    llvm::append_range(origin.files, request.more_files);
    origin.folders = request.folders;
    origin.renamed = request.renamed;
    const Repairs& repairs = reading.unit->findings().repairs;
    for (const auto& [file, text] : repairs.files())
      origin.repaired[session_.files.absolute(file)] = text;
    origin.macros = repairs.macros();
    const ops::HeaderFolders& libtorch = reading.unit->libtorch_folders();
    origin.libtorch_api = libtorch.api;
    origin.libtorch_base = libtorch.base;
  }

  void say_what_is_read(const Reading& reading) {
    reading.search.say_what_is_read(output_);
    for (const auto& [file, names] : reading.request.renamed)
      for (const auto& [name, other] : names)
        output_.message(diag::renamed_apart, name, file, other);
  }

  SessionState& session_;
  const TraceOptions& options_;
  NotingSink sink_;
  DiagnosticOutput output_;
  TraceResult result_;
};

} // namespace

Reading::Reading(const SessionState& session, std::vector<std::string> named_files,
                 std::string named_root)
    : named(std::move(named_files)), root(std::move(named_root)), version(session.files.version()),
      search(session.database, session.files, named) {
  append_root(root, request);
}

std::string SessionState::wanted_libtorch() const {
  return options.libtorch.empty() ? "" : files.absolute(options.libtorch);
}

std::unique_ptr<ParsedUnit> SessionState::parse(const ParseRequest& request,
                                                DiagnosticOutput& output,
                                                const std::stop_token& stop) {
  ++num_parses;
  const std::string kept_in =
      options.header_cache.enabled ? cache_folder(options.header_cache) : std::string();
  std::unique_ptr<ParsedUnit> unit =
      frontend::parse(request, {database, files, header_cache, output, kept_in, wanted_libtorch(),
                                options.runtime_headers, options.disable_free, stop});
  if (unit) {
    std::set<std::string>& read = files_read[request.file];
    read.clear();
    for (const std::string& file : unit->files())
      read.insert(files.absolute(file));
  }
  return unit;
}

namespace {

class IgnoredDiagnostics : public DiagnosticSink {
public:
  void on_diagnostic(const fx::Diagnostic&) override {}
};

void say_not_found(std::span<const std::string> headers, DiagnosticOutput& output) {
  constexpr size_t most_named = 8;
  std::string names =
      fmt::format("{}", fmt::join(headers.first(std::min(headers.size(), most_named)), ", "));
  if (headers.size() > most_named)
    names += fmt::format(" and {} more", headers.size() - most_named);
  output.message(diag::header_not_found, names, headers.size() == 1 ? "was" : "were");
}

} // namespace

void report_errors(const ParsedUnit& unit, bool nothing_found, std::span<const fx::Diagnostic> said,
                   DiagnosticOutput& output) {
  for (const std::string& message : unit.findings().repairs.messages())
    output.message(diag::repaired, message);
  if (nothing_found) output.errors(unit.errors());
  if (nothing_found && std::ranges::none_of(unit.errors().all(), is_of_root)) return;
  std::vector<const ParseError*> others;
  std::vector<std::string> not_found;
  for (const ParseError& error : unit.errors().all()) {
    if (is_said(error, said)) continue;
    if (error.missing_header.empty())
      others.push_back(&error);
    else if (const std::string name = "'" + error.missing_header + "'";
             !llvm::is_contained(not_found, name))
      not_found.push_back(name);
  }
  if (!not_found.empty()) say_not_found(not_found, output);
  if (nothing_found || others.empty()) return;
  output.message(diag::passed_over_errors, others.size(), others.size() == 1 ? "" : "s",
                 others.front()->line);
}

Session::Session(const clang::tooling::CompilationDatabase& database, SessionOptions options)
    : state_(std::make_unique<SessionState>(database, std::move(options))) {}

Session::~Session() = default;

const clang::tooling::CompilationDatabase& Session::database() const {
  return state_->database;
}

ops::HeaderFolders Session::libtorch_folders(const std::string& file) const {
  if (const auto& last = state_->last; last && last->unit && last->request.file == file &&
                                       last->version == state_->files.version() &&
                                       last->unit->libtorch_folders().are_whole())
    return last->unit->libtorch_folders();
  IgnoredDiagnostics ignored; // a trace says them
  DiagnosticOutput output(ignored, {});
  const std::optional<Invocation> invocation =
      make_invocation(state_->database, state_->files, file, state_->wanted_libtorch(), output);
  return invocation ? invocation->libtorch : ops::HeaderFolders();
}

bool Session::includes_libtorch(const std::string& file) const {
  IgnoredDiagnostics ignored; // a trace says them
  DiagnosticOutput output(ignored, {});
  const std::optional<Invocation> invocation =
      make_invocation(state_->database, state_->files, file, state_->wanted_libtorch(), output);
  return invocation &&
         frontend::includes_libtorch(*invocation->files, *invocation->compiler, invocation->file);
}

std::set<std::string> Session::files_read() const {
  std::set<std::string> all;
  for (const auto& [source, read] : state_->files_read)
    all.insert(read.begin(), read.end());
  return all;
}

const SessionOptions& Session::options() const {
  return state_->options;
}

void Session::set_text(const std::string& file, std::string text) {
  state_->files.set_text(file, std::move(text));
}

void Session::remove_text(const std::string& file) {
  state_->files.remove_text(file);
}

void Session::clear_texts() {
  state_->files.clear_texts();
}

const std::string* Session::unsaved_text(const std::string& file) const {
  return state_->files.unsaved_text(file);
}

TraceResult Session::trace(const std::vector<std::string>& files, const TraceOptions& options,
                           DiagnosticSink& sink) {
  return SessionTrace(*state_, options, sink).run(files);
}

size_t Session::num_parses() const {
  return state_->num_parses;
}

} // namespace fx::frontend
