// The frontend's entry: parse each file, find its roots, trace them.
#include "fx/Frontend/Trace.h"

#include "Frontend/Eval/EvaluatorInternals.h"
#include "Frontend/Parse/Parse.h"
#include "Frontend/Roots.h"

#include <fmt/format.h>

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

} // namespace

llvm::Expected<std::vector<GraphModule>> trace(const clang::tooling::CompilationDatabase& database,
                                               const std::vector<std::string>& sources,
                                               const TraceOptions& options) {
  std::vector<GraphModule> traced;
  bool ok = true;
  for (const std::string& source : sources) {
    ParseRequest request;
    request.file = source;
    request.header_cache = options.header_cache;
    const bool by_name = is_plain_name(options.root);
    if (!options.root.empty() && (!by_name || llvm::StringRef(options.root).contains('<'))) {
      request.appended_name = "--root";
      request.appended = root_source(options.root + (by_name ? "()" : ""));
      // A module holder forwards its arguments, which braces do not survive: Net({1, 2}) is meant
      // to be NetImpl({1, 2}).
      const size_t name_end = options.root.find('(');
      if (name_end != std::string::npos && options.root.find('{') != std::string::npos)
        request.appended_alternative =
            root_source(options.root.substr(0, name_end) + "Impl" + options.root.substr(name_end));
    }
    ok &= parse(database, request, [&](clang::CompilerInstance& compiler, const ParseErrors& errors) {
      return trace_roots(compiler, errors, options, root_function, traced);
    });
  }
  if (!ok) return llvm::createStringError(llvm::inconvertibleErrorCode(), "nothing was written");
  return traced;
}

} // namespace fx::frontend
