// What an editor shows of a file of graph text, and where its names lead.
#pragma once

#include "GraphDocuments.h"

#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace fx::lsp {

/// What stands at a place of a text.
struct PointedAt {
  enum class Kind : uint8_t { Nothing, Node, Member };
  Kind kind = Kind::Nothing;
  size_t index = GraphText::none; // of the node or the member
  TextPiece piece;                // what names it
  /// It is defined here, or this is the place in the source that its definition states.
  bool is_definition = false;

  /// The place in the source that it states; null: none.
  const StatedPlace* place(const GraphText& graph) const;
};
PointedAt pointed_at(const GraphDocument& document, llvm::lsp::Position position);

/// The definition of it, as a piece of the text.
TextPiece definition_of(const GraphDocument& document, const PointedAt& at);
/// Where it is named; with its definition, if that is asked for.
std::vector<TextPiece> references_of(const GraphDocument& document, const PointedAt& at,
                                     bool with_definition);

/// A Hover, or null.
llvm::json::Value hover_of(const GraphDocument& document, llvm::lsp::Position position);
/// DocumentSymbols: models, and in them modules, tensors, graphs and their nodes.
llvm::json::Value symbols_of(const GraphDocument& document);

/// The SemanticTokensLegend.
llvm::json::Value semantic_legend();
/// SemanticTokens of the whole text.
llvm::json::Value semantic_tokens(const GraphDocument& document);

} // namespace fx::lsp
