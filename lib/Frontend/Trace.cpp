// The frontend's entry: parse each file, find its roots, trace them.
#include "fx/Frontend/Trace.h"

#include "Frontend/Parse/Parse.h"
#include "Frontend/Parse/Repairs.h"
#include "Frontend/Roots.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace fx::frontend {

namespace {

constexpr const char* root_function = "fx_clang_root";

/// "Net", "models::ResNet", "Net<4>": something to look up rather than an expression.
bool is_plain_name(llvm::StringRef root) {
  return root.find_first_of("({[\"+-.'") == llvm::StringRef::npos;
}

std::string root_source(const std::string& expression) {
  return fmt::format("[[maybe_unused]] static auto {}() {{ return (\n# 1 \"--root\"\n{}\n); }}\n",
                     root_function, expression);
}

/// A source first, so that the guards of headers are in force.
void set_files(ParseRequest& request, const std::vector<std::string>& files) {
  const auto is_header = [](llvm::StringRef file) {
    return llvm::sys::path::extension(file).starts_with(".h");
  };
  const auto source = std::ranges::find_if_not(files, is_header);
  request.file = source == files.end() ? files.front() : *source;
  request.more_files.clear();
  for (const std::string& file : files) {
    if (file == request.file) continue;
    llvm::SmallString<256> absolute(file);
    (void)llvm::sys::fs::make_absolute(absolute);
    llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
    request.more_files.emplace_back(absolute);
  }
}

/// Names that are a file's own may be in other files too: from now on they are read as others.
/// False: one of the clashes is no such name, or was renamed in vain.
bool rename_own(const std::vector<Clash>& clashes, ParseRequest& request) {
  for (const Clash& clash : clashes)
    if (clash.own_name.empty() || !llvm::is_contained(request.more_files, clash.file) ||
        clash.own_name.find("_of_") != std::string::npos)
      return false;
  for (const Clash& clash : clashes) {
    const auto number = static_cast<size_t>(std::ranges::find(request.more_files, clash.file) -
                                            request.more_files.begin());
    std::string stem = llvm::sys::path::stem(clash.file).str();
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

} // namespace

TraceResult trace(const clang::tooling::CompilationDatabase& database,
                  const std::vector<std::string>& sources, const ParseOptions& parsing,
                  const TraceOptions& options, DiagnosticSink& sink) {
  DiagnosticOutput output(sink, parsing.style);
  TraceResult traced;
  ParseRequest request;
  request.header_cache = parsing.header_cache;
  request.edited_files = parsing.edited_files;
  const bool by_name = is_plain_name(options.root);
  if (!options.root.empty() && (!by_name || llvm::StringRef(options.root).contains('<'))) {
    request.appended_name = "--root";
    request.appended = root_source(options.root + (by_name ? "()" : ""));
    // A module holder forwards its arguments, which braces do not survive: Net({1, 2}) is meant to
    // be NetImpl({1, 2}).
    const size_t name_end = options.root.find('(');
    if (name_end != std::string::npos && options.root.find('{') != std::string::npos)
      request.appended_alternative =
          root_source(options.root.substr(0, name_end) + "Impl" + options.root.substr(name_end));
  }

  const auto run = [&](const std::vector<std::string>& named) {
    const size_t before = traced.models.size();
    BodySearch search(database, named);
    Repairs repairs;
    request.repairs = &repairs;
    std::vector<Clash> clashes;
    request.clashes = &clashes;
    request.renamed.clear();
    for (;;) {
      set_files(request, search.files());
      request.folders = search.folders();
      const Outcome outcome =
          parse(database, request, output,
                [&](clang::CompilerInstance& compiler, const ParseErrors& errors) {
                  const auto find = [&](const auto& missing) { return search.add(missing); };
                  return trace_roots(compiler, errors, options, root_function, find, traced);
                });
      if (outcome == Outcome::NotTogether &&
          (rename_own(clashes, request) || search.drop_last(files_of(clashes))))
        continue;
      if (outcome == Outcome::Again) continue;
      for (size_t i = before; i < traced.models.size(); ++i) {
        Origin& origin = traced.models[i].origin;
        llvm::SmallString<256> main_file(request.file);
        (void)llvm::sys::fs::make_absolute(main_file);
        origin.files = {std::string(main_file)};
        origin.files.insert(origin.files.end(), request.more_files.begin(),
                            request.more_files.end());
        origin.folders = request.folders;
        origin.renamed = request.renamed;
        for (const auto& [file, text] : repairs.files()) {
          llvm::SmallString<128> repaired(file);
          (void)llvm::sys::fs::make_absolute(repaired);
          origin.repaired[std::string(repaired)] = text;
        }
        origin.macros = repairs.macros();
      }
      search.say_what_is_read(output);
      for (const auto& [file, names] : request.renamed)
        for (const auto& [name, other] : names)
          output.message(clang::DiagnosticsEngine::Remark,
                         fmt::format("'{}' of {} is called '{}' here: another file has one too",
                                     name, file, other));
      return outcome;
    }
  };
  Outcome outcome = run(sources);
  bool ok = outcome == Outcome::Traced;
  if (outcome == Outcome::NotTogether && sources.size() > 1) {
    output.message(clang::DiagnosticsEngine::Remark,
                   "the files define something twice: each is read by itself");
    ok = true;
    for (const std::string& source : sources) {
      outcome = run({source});
      ok &= outcome == Outcome::Traced;
    }
  }
  traced.ok = ok;
  return traced;
}

} // namespace fx::frontend
