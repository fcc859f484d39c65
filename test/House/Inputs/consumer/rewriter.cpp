// A project of somebody else's that has a workflow done: a pass of its own on text that is in no
// file, and the text changed alike.
#include <fx/Driver/Rewrite.h>

#include <clang/Tooling/CompilationDatabase.h>

#include <cstdio>

struct Errors : fx::DiagnosticSink {
  void on_diagnostic(const fx::Diagnostic& diagnostic) override {
    std::fputs(diagnostic.text.c_str(), stdout);
  }
};

int main() {
  const clang::tooling::FixedCompilationDatabase database(".", std::vector<std::string>());
  fx::frontend::SessionOptions own;
  own.header_cache.enabled = false;
  own.directory = "/";
  fx::frontend::Session session(database, own);
  session.set_text("net.cpp", "double f(double x, double y) { return x + y; }\n");

  fx::PassManager passes;
  passes.add("products", fx::make_pass([](fx::TracedModule& model, fx::PassContext&) {
               for (fx::Node* node : model.graph.find_nodes(fx::Opcode::CallFunction))
                 node->set_target("operator.mul");
               return fx::Expected<fx::PassResult>(fx::PassResult{.modified = true});
             }));
  fx::frontend::TraceOptions options;
  options.root = "f";
  fx::driver::Models models(session, {"net.cpp"}, options, std::move(passes));
  fx::driver::Rewriting rewriting(models, fx::driver::RewriteKind::Edits);
  Errors errors;
  if (!models.trace_with_syntax(errors)) return 1;
  for (fx::TracedModule& model : models)
    if (const auto error = rewriting.transform(model)) return std::puts(error->message.c_str()), 1;
  const fx::Expected<fx::driver::CheckedEdits> edits = rewriting.check(errors);
  std::puts(edits ? edits->diff().c_str() : edits.error().message.c_str());
}
