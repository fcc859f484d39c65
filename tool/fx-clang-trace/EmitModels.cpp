#include "EmitModels.h"

#include "Graphviz.h"
#include "TerminalSink.h"
#include "WriteOutput.h"

#include "fx/Refactor/Format.h"

#include "llvm/Support/WithColor.h"

#include <fmt/format.h>

namespace fx::tool {

using namespace llvm;

namespace {

int fail(const Twine& message) {
  WithColor::error(errs(), "fx-clang-trace") << message << "\n";
  return 1;
}

} // namespace

EmitModels::EmitModels(cl::OptionCategory& category)
    : description_("What to write, " + emitter_names()),
      emit_("emit", cl::desc(description_), cl::value_desc("kind"), cl::init("graph"),
            cl::cat(category)),
      output_("o", cl::desc("Where to write (default: standard output)"), cl::value_desc("file"),
              cl::init("-"), cl::cat(category)),
      class_name_("class-name", cl::desc("Name of the generated class"), cl::value_desc("name"),
                  cl::cat(category)),
      print_locations_("print-locations", cl::desc("Write where nodes come from"),
                       cl::cat(category)),
      print_meta_("print-meta", cl::desc("Write all that is known of nodes"), cl::cat(category)),
      archive_(category) {}

llvm::Error EmitModels::prepare() {
  emitter_ = find_emitter(emit_.getValue());
  if (!emitter_) return createStringError("--emit=" + emit_ + " is unknown; " + emitter_names());
  llvm::Expected<bool> is_archive = archive_.is_wanted(emitter_->name, output_);
  if (!is_archive) return is_archive.takeError();
  is_archive_ = *is_archive;
  return llvm::Error::success();
}

llvm::Expected<std::string> EmitModels::joined(const frontend::TraceResult& traced,
                                               std::vector<std::string> parts,
                                               const std::string& plugin) {
  const auto error = [](const std::string& text) {
    return createStringError(inconvertibleErrorCode(), text);
  };
  if (emitter_->name == "json") return report_.document(parts, traced.classes);
  if (emitter_->name == "svg") {
    if (parts.size() > 1) return error("--emit=svg draws one model: name it with --root");
    return render_svg(parts.front());
  }
  if (is_archive_) {
    fx::Expected<std::string> bytes = archive_.make(traced.models, parts, plugin);
    if (!bytes) return error(bytes.error().to_string());
    return *bytes;
  }
  return joined_code(traced.models, parts, emitter_->name == "cpp");
}

std::string EmitModels::joined_code(const std::vector<TracedModule>& modules,
                                    const std::vector<std::string>& parts, bool is_cpp) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts.size() > 1)
      text += fmt::format("{} {}\n", is_cpp ? "//" : "#", modules[i].class_name);
    text += is_cpp && !modules[i].origin.files.empty()
                ? refactor::format_cpp(parts[i], modules[i].origin.files.front())
                : parts[i];
  }
  return text;
}

bool EmitModels::give_texts(std::vector<VerifyModels::Task>& tasks,
                            const std::vector<TracedModule>& modules, const EmitOptions& how,
                            const std::string& text) const {
  std::string cpp = text;
  if (emitter_->name != "cpp") {
    std::vector<std::string> parts;
    for (const TracedModule& module : modules) {
      fx::Expected<std::string> part = emit_cpp(module, how);
      if (!part) return errs() << part.error().to_string(), false;
      parts.push_back(std::move(*part));
    }
    cpp = joined_code(modules, parts, true);
  }
  for (VerifyModels::Task& task : tasks) {
    task.subject.cpp = cpp;
    if (emitter_->name == "python") task.subject.python = text;
  }
  return true;
}

int EmitModels::run(frontend::Session& session, const std::vector<std::string>& sources,
                    const frontend::TraceOptions& options, PassPipeline& pipeline,
                    const std::string& plugin, const VerifyModels& verify) {
  const bool is_json = emitter_->name == "json";
  TerminalSink sink(/*remarks=*/true, is_json ? &report_ : nullptr);
  frontend::TraceResult traced = session.trace(sources, options, sink);
  if (options.keep_going) print_classes(traced.classes);
  if (!traced.ok()) {
    if (is_json && output_ == "-") outs() << report_.document({}, traced.classes);
    return 1;
  }
  EmitOptions how;
  how.class_name = class_name_;
  how.print = {.locations = print_locations_, .meta = print_meta_};
  std::vector<std::string> parts;
  std::vector<VerifyModels::Task> tasks;
  for (TracedModule& module : traced.models) {
    if (!verify.begin(tasks, session, sources, options, plugin, module, traced.models.size() == 1))
      return 1;
    if (!pipeline.run_on_traced(module)) return 1;
    if (!verify.after_passes(tasks, module, how)) return 1;
    const fx::Expected<std::string> part = emitter_->emit(module, how);
    if (!part) return errs() << part.error().to_string(), 1;
    parts.push_back(*part);
  }
  pipeline.finish();
  llvm::Expected<std::string> text = joined(traced, std::move(parts), plugin);
  if (!text) return fail(toString(text.takeError()));
  if (verify.is_wanted()) {
    if (!give_texts(tasks, traced.models, how, *text) || !verify.compare(session, tasks)) return 1;
    if (!is_asked_for()) return traced.num_failed == 0 ? 0 : 1;
  }
  if (llvm::Error failure = write_output(output_, *text))
    return fail("cannot write '" + output_ + "': " + toString(std::move(failure)));
  return traced.num_failed == 0 ? 0 : 1;
}

} // namespace fx::tool
