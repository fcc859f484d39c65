// Parts of source that go, or become others: statements, and things with commas between them.
#pragma once

#include "fx/IR/ModuleTree.h"
#include "fx/Refactor/Edits.h"
#include "fx/Support/Error.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fx::refactor {

/// The constructor of a class that has the initializer at a place; null: none that is known.
const ClassSyntax::Constructor* constructor_with(const ClassSyntax& of,
                                                 const ClassSyntax::Place& initializer);

class SourceParts {
public:
  explicit SourceParts(FileTexts& texts) : texts_(texts) {}

  void remove_statement(const ClassSyntax::Place& statement);
  /// The declaration of one member, of those that it declares.
  void remove_field(const ClassSyntax& of, const ClassSyntax::Field& field);
  /// The same; declarations of others come in its place, in the order of what is declared.
  void replace_field(const ClassSyntax& of, const ClassSyntax::Field& field,
                     std::vector<std::string> declarations);
  /// Of a constructor of the class: `initializer` goes, or `text` comes in its place.
  void change_initializer(const ClassSyntax& of, const ClassSyntax::Place& initializer,
                          std::optional<std::string> text);
  void replace(const ClassSyntax::Place& place, std::string text);

  /// Error: a directive of the preprocessor would go.
  Expected<FileEdits> edits() const;

private:
  struct List {
    std::vector<TextRange> items;
    std::map<TextRange, std::optional<std::string>> changed; // nothing: it goes
    TextRange whole;                                         // what goes where none stays
    TextRange declaration, type;                             // of members
    std::map<TextRange, std::vector<std::string>> others;    // declarations in the place of an item
  };
  std::vector<std::string> declarations_of(const std::string& file, const List& list) const;
  List& change_item(const std::string& file, std::vector<TextRange> items, TextRange item,
                    TextRange whole, std::optional<std::string> text);

  FileTexts& texts_;
  std::map<std::string, std::map<TextRange, std::string>> texts_at_;
  std::map<std::pair<std::string, uint32_t>, List> lists_; // by where they begin
};

} // namespace fx::refactor
