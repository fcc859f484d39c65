#include "GraphDocuments.h"

#include "fx/IR/Lint.h"

#include "clang/Basic/CharInfo.h"
#include "llvm/Support/JSON.h"

#include <algorithm>

namespace fx::lsp {

using llvm::lsp::DiagnosticSeverity;

namespace {

/// The bytes of lines and columns as the parser counts them: its lines end with \n alone.
class ParserLines {
public:
  explicit ParserLines(std::string_view text) : text_(text) {
    for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
      begins_.push_back(at + 1);
  }

  size_t offset(const SourceLocation& place) const {
    if (place.line == 0) return 0;
    const size_t line = std::min<size_t>(place.line, begins_.size()) - 1;
    return std::min(begins_[line] + (place.column == 0 ? 0 : place.column - 1), text_.size());
  }
  /// The word or the character that begins at a place.
  TextPiece piece(const SourceLocation& place) const {
    const size_t begin = offset(place);
    size_t end = begin < text_.size() && text_[begin] == '%' ? begin + 1 : begin;
    while (end < text_.size() && clang::isAsciiIdentifierContinue(text_[end]))
      ++end;
    return {begin, std::max(end, std::min(begin + 1, text_.size()))};
  }

private:
  std::string_view text_;
  std::vector<size_t> begins_{0};
};

void read(GraphDocument& document, TextLines lines) {
  document.lines = std::move(lines);
  document.graph = read_graph_text(document.text());
  ParseOptions options;
  if (document.graph.is_torch_fx) options.dialect = TextDialect::TorchFx;
  document.parsed = parse_graphs(document.text(), options);
}

bool is_graph_text(const llvm::lsp::TextDocumentItem& item) {
  return item.languageId == "fx" || item.uri.file().ends_with(".fx");
}

} // namespace

const Node* GraphDocument::parsed_node(const GraphText::Node& node) const {
  const ParserLines places(text());
  const auto find_in = [&](const ParsedModule& model, const Graph* graph) -> const Node* {
    if (graph != nullptr)
      for (const Node* each : *graph)
        if (const SourceLocation place = model.location(*each);
            place.line != 0 && places.offset(place) == node.name.begin)
          return each;
    return nullptr;
  };
  for (const ParsedModule& model : parsed.modules) {
    const TracedModule& module = model.module;
    std::vector<const Graph*> graphs{&module.init, &module.graph, module.training_graph.get(),
                                     module.folding.get()};
    for (const ModuleNode* each : all_modules(module.modules))
      graphs.push_back(each->graph.get());
    for (const Graph* graph : graphs)
      if (const Node* found = find_in(model, graph)) return found;
  }
  return nullptr;
}

std::vector<ShownDiagnostic> GraphDocument::diagnostics() const {
  constexpr size_t most = 100; // of a text that goes wrong in each of its lines
  const ParserLines places(text());
  std::vector<ShownDiagnostic> shown;
  const auto add = [&](const Error& error, DiagnosticSeverity severity,
                       const SourceLocation& place) {
    if (shown.size() == most) return;
    ShownDiagnostic& made = shown.emplace_back();
    made.range = range(places.piece(place));
    made.severity = severity;
    made.id = error.id();
    made.message = error.message;
    for (const std::string& note : error.notes)
      made.message += "\n" + note;
    // A string of the text may have any bytes by its escapes.
    made.message = llvm::json::fixUTF8(made.message);
  };
  for (const Error& error : parsed.errors)
    add(error, DiagnosticSeverity::Error, error.location);
  for (const Error& warning : parsed.warnings)
    add(warning, DiagnosticSeverity::Warning, warning.location);
  for (const ParsedModule& model : parsed.modules) {
    const auto locate = [&](const Node& node) { return model.location(node); };
    for (const Error& error : lint(model.module, locate))
      add(error, DiagnosticSeverity::Error,
          error.location.line == 0 ? model.location() : error.location);
  }
  return shown;
}

const GraphDocument* GraphDocuments::find(const llvm::lsp::URIForFile& uri) const {
  const auto found = open_.find(uri.file().str());
  return found == open_.end() ? nullptr : &found->second;
}

const GraphDocument* GraphDocuments::open(const llvm::lsp::DidOpenTextDocumentParams& params) {
  const llvm::lsp::TextDocumentItem& item = params.textDocument;
  if (!is_graph_text(item)) return nullptr;
  GraphDocument& document = open_[item.uri.file().str()];
  document.uri = item.uri;
  document.version = item.version;
  read(document, TextLines(item.text));
  return &document;
}

const GraphDocument* GraphDocuments::change(const llvm::lsp::DidChangeTextDocumentParams& params) {
  const auto found = open_.find(params.textDocument.uri.file().str());
  if (found == open_.end()) return nullptr;
  GraphDocument& document = found->second;
  document.version = params.textDocument.version;
  TextLines lines = std::move(document.lines);
  for (const llvm::lsp::TextDocumentContentChangeEvent& event : params.contentChanges)
    lines.replace(event.range, event.text);
  read(document, std::move(lines));
  return &document;
}

} // namespace fx::lsp
