// Changes that some objects of a class need and others do not: a parameter of the constructor
// decides, which the code that makes those objects gives.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"
#include "fx/Support/Error.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fx::refactor {

/// A place that changes where objects of a class run it, and stays where others do.
struct BlockChange {
  const SourceSyntax* place = nullptr;
  bool needs_statement = false; // the new code has statements of its own, or none
  std::set<std::string> wanted; // the paths of the objects that need it
  std::set<std::string> others; // of those that do not
  std::string name;             // what the parameter is to be called
};

class ParametrisedBlocks {
public:
  ParametrisedBlocks(const TracedModule& model, FileTexts& texts) : model_(model), texts_(texts) {}

  /// Why no parameter can decide it; nothing: one will.
  std::optional<Saying> add(BlockChange change);
  /// Puts into `edits`, which have what all objects need, branches to the code that `all` have, the
  /// parameters, and what the objects are given. Error: some of it has no place.
  std::optional<Error> add_to(FileEdits& edits, const FileEdits& all);

private:
  struct Parameter {
    std::string name, member;
    std::set<std::string> wanted;
  };
  struct Block {
    const ClassSyntax* of = nullptr;
    std::vector<Parameter> parameters;
  };
  struct Decided {
    BlockChange change;
    size_t block = 0, parameter = 0; // which of them
  };
  const ClassSyntax* class_of(const std::string& path) const;
  std::string why_not(const ClassSyntax& of, const BlockChange& change) const;
  void name_parameters();
  Parameter& parameter_of(const Decided& decided) {
    return blocks_[decided.block].parameters[decided.parameter];
  }
  void change_class(const Block& block, FileEdits& edits);
  std::optional<Error> change_makings(const Block& block, FileEdits& edits);
  Expected<std::string> given(const Block& block, const MakingSyntax& making,
                              const std::vector<bool>& values) const;
  std::string text(const std::string& file, const TextRange& range) const {
    return texts_.text(file).slice(range.begin, range.end).str();
  }

  const TracedModule& model_;
  FileTexts& texts_;
  std::vector<Decided> changes_;
  std::vector<Block> blocks_;
};

} // namespace fx::refactor
