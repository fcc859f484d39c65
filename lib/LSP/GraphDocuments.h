// Open files of graph text (docs/TextForm.md). They are read in the server's own process, at each
// edit: that takes less than a message to the worker.
#pragma once

#include "GraphText.h"
#include "TextLines.h"
#include "TraceProtocol.h"

#include "fx/IR/Parser.h"

#include "llvm/Support/LSP/Protocol.h"

#include <map>
#include <string>
#include <vector>

namespace fx::lsp {

struct GraphDocument {
  llvm::lsp::URIForFile uri;
  int64_t version = 0;
  TextLines lines;
  GraphText graph;
  ParseResult parsed;

  const std::string& text() const { return lines.text(); }
  llvm::lsp::Range range(TextPiece piece) const {
    return {lines.position(piece.begin), lines.position(piece.end)};
  }
  llvm::lsp::Location location(TextPiece piece) const { return {uri, range(piece)}; }
  /// A node as the parser has read it; null where its model has an error.
  const Node* parsed_node(const GraphText::Node& node) const;
  /// What the parser and lint say.
  std::vector<ShownDiagnostic> diagnostics() const;
};

class GraphDocuments {
public:
  /// The document where it is one of graphs, else null: it is then none of these. So for the
  /// others.
  const GraphDocument* open(const llvm::lsp::DidOpenTextDocumentParams& params);
  const GraphDocument* change(const llvm::lsp::DidChangeTextDocumentParams& params);
  bool close(const llvm::lsp::DidCloseTextDocumentParams& params) {
    return open_.erase(params.textDocument.uri.file().str()) != 0;
  }
  const GraphDocument* find(const llvm::lsp::URIForFile& uri) const;

  auto begin() const { return open_.begin(); }
  auto end() const { return open_.end(); }

private:
  std::map<std::string, GraphDocument> open_; // by absolute path
};

} // namespace fx::lsp
