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

} // namespace

llvm::Expected<std::vector<GraphModule>>
trace(const clang::tooling::CompilationDatabase& database, const std::vector<std::string>& sources,
      const TraceOptions& options) {
  std::vector<GraphModule> traced;
  bool ok = true;
  for (const std::string& source : sources) {
    ParseRequest request;
    request.file = source;
    request.header_cache = options.header_cache;
    const bool by_name = is_plain_name(options.root);
    if (!options.root.empty() && (!by_name || llvm::StringRef(options.root).contains('<'))) {
      const char* call = by_name ? "()" : "";
      request.appended = fmt::format("[[maybe_unused]] static auto {}() {{ return\n# 1 \"--root\"\n{}{};\n}}\n",
                                     root_function, options.root, call);
      request.appended_name = "--root";
    }
    bool found_roots = false;
    ok &= parse(database, request, [&](clang::CompilerInstance& compiler) {
      found_roots = trace_roots(compiler, options, root_function, traced);
    });
    ok &= found_roots;
  }
  if (!ok)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "nothing was written");
  return traced;
}

} // namespace fx::frontend
