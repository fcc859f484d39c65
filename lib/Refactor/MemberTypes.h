// Types of members that come to hold modules of other classes.
#pragma once

#include "fx/IR/ModuleTree.h"
#include "fx/Refactor/Edits.h"

#include <map>
#include <string>
#include <utility>

namespace fx::refactor {

/// One declaration may declare members of which some get another type: it becomes several then.
class MemberTypes {
public:
  explicit MemberTypes(FileTexts& texts) : texts_(texts) {}

  /// The type of the member that holds the module, where it is written at `type`. False: another
  /// module that it holds wants another type.
  bool set(const ModuleNode& module, const ModuleSyntax::Place& type, const std::string& text);
  bool has(const ModuleSyntax::Place& type) const { return changed_.contains(key(type)); }

  /// Adds the edits, and takes those in that change what the members start with. False: it is not
  /// known which members of a declaration change.
  bool add_to(FileEdits& edits) const;

private:
  using Key = std::pair<std::string, TextRange>;
  struct Declaration {
    const ClassSyntax* of = nullptr;
    std::map<std::string, std::string> types; // by the name of the member; "": not known
  };

  static Key key(const ModuleSyntax::Place& place) { return {place.file.str(), place.range}; }
  std::optional<Edit> split(const Key& place, const Declaration& declaration,
                            const std::vector<Edit>& inside) const;

  FileTexts& texts_;
  std::map<Key, Declaration> changed_;
};

} // namespace fx::refactor
