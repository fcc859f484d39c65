// The edits of the source of one graph, while they are being made. Where each change belongs and
// how the edits come together is in InPlace.cpp, what has to stand there in InPlaceSpelling.cpp.
#pragma once

#include "GraphChanges.h"
#include "Pieces.h"
#include "SourceTokens.h"

#include "fx/CodeGen/CppExpressions.h"
#include "fx/Refactor/InPlace.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace fx::refactor {

/// What has to be done at one place for one run of it.
struct SiteChange {
  const Node* node; // of the old graph, for messages
  Edit edit;
  std::vector<Edit> statements; // inserted before the statement that the edit is in
};

class InPlaceEditor {
public:
  InPlaceEditor(const GraphHistory& history, const ModuleHistory& modules,
                const TracedModule& after, FileTexts& texts);

  Expected<FileEdits> run();

private:
  using Site = std::pair<std::string, TextRange>; // file, whole expression

  bool fail(const Node* node, Saying said, const std::string& advice = {});
  const SourceSyntax* syntax(const Node& old);
  SourceTokens& tokens(const std::string& file);
  std::string source(const std::string& file, TextRange range);

  std::unordered_map<std::string, std::string> names_of_all_modules() const;
  bool check_modules();
  bool is_gone(const ClassSyntax::Place& use) const;
  bool replace_values();
  bool change_survivors();
  bool remove_erased();
  bool check_new_nodes();
  SiteChange expanded(SiteChange change, const FileEdits& edits);
  bool runs_other_code(const Node& node) const;
  bool merge(FileEdits& edits);

  bool replace_value(const Node& old, const Argument& value);
  void return_value(const SourceSyntax& place, SiteChange& change);
  void keep_namespace(const Node& old, const Node& now, std::string& text);
  bool change_operand(const ChangedOperand& changed);
  bool change_literal(const ChangedOperand& changed);
  bool respell(const Node& old);
  bool is_kept(const Argument& was, const Argument& is) const;
  /// What stands there is a function, which torch::nn::Functional calls: "torch::relu".
  static bool is_function(const SourceSyntax& syntax) {
    return !syntax.callee.empty() && syntax.callee == syntax.whole;
  }
  void bind_parameter(const Node& old, const SourceSyntax& syntax);
  std::string lambda(const std::string& value);
  bool reads_a_literal(const Node& old, const SourceSyntax& syntax);
  bool rename(const Node& old, const SourceSyntax& syntax, const Node& now);
  bool remove_statement(const Node& old, const SourceSyntax& syntax);

  std::optional<TextRange> operand_range(const Node& user, const SourceSyntax& syntax, size_t slot);
  void bind(const Node& old, const SourceSyntax& syntax);
  void bind_items(const Argument& list, const SourceSyntax& syntax, std::optional<TextRange> range);
  std::optional<std::string> spell(const Argument& value, const Node& at, SiteChange& change);
  std::optional<std::string> make_block(const SourceSyntax& place, SiteChange& change);
  std::string with_namespace(std::string call, const std::string& file);
  /// `is_whole`: it comes in the place of the expression, whose users stay where they are.
  std::optional<std::string> spell_new(const Node& node, const Node& at, SiteChange& change,
                                       bool is_whole = false);
  void add(const std::string& file, SiteChange change) {
    sites_[{file, change.edit.range}].push_back(std::move(change));
  }

  const Graph before_;
  const ModuleHistory& modules_;
  const TracedModule& after_;
  FileTexts& texts_;
  GraphChanges changes_;
  Pieces pieces_;
  CppExpressions cpp_;
  std::optional<Error> error_;
  std::map<std::string, SourceTokens> tokens_;
  /// What values are called where a change is being made: new nodes and survivors.
  std::unordered_map<Symbol, std::string> bound_;
  std::set<const Node*> absorbed_;     // old nodes that a change has taken into account
  std::unordered_set<Symbol> spelled_; // new nodes that stand somewhere
  std::map<Site, std::vector<SiteChange>> sites_;
  std::map<std::pair<std::string, std::string>, std::string> hoisted_names_;
};

} // namespace fx::refactor
