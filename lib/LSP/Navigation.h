// Where names lead, in C++ and in graph text, and from one to the other; outlines; and the meaning
// of the words of graph text.
#pragma once

#include "Documents.h"
#include "GraphDocuments.h"

#include "llvm/ADT/FunctionExtras.h"
#include "llvm/Support/LSP/Transport.h"

#include <optional>
#include <string>

namespace fx::lsp {

class Navigation {
public:
  using Answer = llvm::unique_function<void()>;
  /// Calls an answer when the trace of a file has ended that is to be made.
  using WhenTraced = llvm::unique_function<void(const std::string& file, Answer answer)>;

  /// The documents outlive this.
  Navigation(const Documents& documents, const GraphDocuments& graphs, WhenTraced when_traced)
      : documents_(documents), graphs_(graphs), when_traced_(std::move(when_traced)) {}

  void add_handlers(llvm::lsp::MessageHandler& handler);
  /// Of what it has handlers for.
  static void add_capabilities(llvm::json::Object& capabilities);

  /// What names a submodule in C++: a member, or the text that it is registered by.
  struct SubmoduleName {
    std::string document; // an open one whose trace has it
    std::string subject;  // ShownPlace
    llvm::lsp::Range range;
  };
  /// The one at a place. `text`: of the file.
  std::optional<SubmoduleName> submodule_at(const std::string& file, const TextLines& text,
                                            llvm::lsp::Position position) const;

private:
  using Reply = llvm::lsp::Callback<llvm::json::Value>;

  void on_definition(const llvm::lsp::TextDocumentPositionParams& params, Reply reply);
  void on_implementation(const llvm::lsp::TextDocumentPositionParams& params, Reply reply);
  void on_references(const llvm::lsp::ReferenceParams& params, Reply reply);
  void on_symbols(const llvm::lsp::DocumentSymbolParams& params, Reply reply);
  void on_tokens(const llvm::lsp::DocumentSymbolParams& params, Reply reply);

  /// The file that a graph's text means; a relative name begins at the folder of the text, or at
  /// the nearest one above it where there is such a file.
  std::string source_file(const GraphDocument& document, const std::string& file) const;
  TextLines source_text(const std::string& file) const;
  std::optional<llvm::lsp::Location> source_place(const GraphDocument& document,
                                                  const StatedPlace* place) const;
  /// What open files of graph text say that it comes from this place of the source.
  std::vector<llvm::lsp::Location> made_of(const std::string& file,
                                           llvm::lsp::Position position) const;

  /// What names the submodule that a place of C++ names.
  std::vector<llvm::lsp::Location> places_of(const std::string& file, llvm::lsp::Position position,
                                             bool with_declaration) const;
  /// The outline of a file by the last trace that had one; null: none had.
  const std::vector<ShownSymbol>* source_symbols(const std::string& file) const;

  const Documents& documents_;
  const GraphDocuments& graphs_;
  WhenTraced when_traced_;
};

} // namespace fx::lsp
