// A session on files that are nowhere but in the test.
#pragma once

#include "fx/Frontend/Session.h"
#include "fx/IR/Printer.h"

#include "clang/Tooling/CompilationDatabase.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fx::frontend {

/// Keeps what is said.
class Said : public DiagnosticSink {
public:
  void on_diagnostic(const Diagnostic& diagnostic) override { all.push_back(diagnostic); }

  std::string text() const {
    std::string text;
    for (const Diagnostic& diagnostic : all)
      text += diagnostic.text;
    return text;
  }

  std::vector<Diagnostic> all;
};

inline TraceOptions named(const std::string& root) {
  TraceOptions options;
  options.root = root;
  options.eval_only = true;
  return options;
}

class SessionTest : public testing::Test {
protected:
  static SessionOptions without_cache() {
    SessionOptions options;
    options.header_cache.enabled = false;
    options.directory = "/";
    return options;
  }

  /// The graphs of what `root` names in the file, or "cancelled", or what was said.
  static std::string graph(Session& session, const std::string& file, const TraceOptions& options) {
    Said said;
    const TraceResult result = session.trace({file}, options, said);
    if (result.status == TraceResult::Status::Cancelled) return "cancelled";
    std::string text;
    for (const TracedModule& model : result.models)
      text += print_graph(model.graph);
    return result.ok() ? text : said.text();
  }

  clang::tooling::FixedCompilationDatabase database{".", std::vector<std::string>{}};
};

} // namespace fx::frontend
