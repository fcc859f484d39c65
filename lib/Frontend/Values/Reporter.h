// The one place that gives up: every diagnostic of a trace is made here, and kept until it is known
// whether the attempt counts.
#pragma once

#include "Frontend/ClangHeaders.h"
#include "Frontend/Messages.h"
#include "Frontend/Parse/ParseErrors.h"
#include "Frontend/Values/Frame.h"

#include <functional>
#include <string>
#include <vector>

namespace fx::frontend {

/// A diagnostic kept until it is known whether the attempt counts.
struct PendingDiagnostic {
  clang::DiagnosticsEngine::Level level;
  clang::SourceLocation location;
  clang::CharSourceRange range;
  std::string message;
  /// Null of a note.
  const MessageInfo* info = nullptr;
  std::vector<clang::FixItHint> fix_its;
};

/// Functions that can fail report once and return false; their callers return at once.
class Reporter {
public:
  /// `calls` are told in an error's notes.
  Reporter(clang::CompilerInstance& compiler, const ParseErrors& errors, const CallStack& calls);

  /// Reports an error at `where` with the call chain as notes; returns false.
  template <unsigned N, class... Arguments>
  bool error(clang::SourceLocation where, Message<MessageKind::Error, N> message,
             const Arguments&... arguments) {
    return say_error(where, say(message, arguments...), {});
  }
  template <unsigned N, class... Arguments>
  bool error(const clang::Expr* where, Message<MessageKind::Error, N> message,
             const Arguments&... arguments) {
    return say_error(where->getExprLoc(), say(message, arguments...), where->getSourceRange());
  }
  void note(clang::SourceLocation where, const std::string& message);
  /// Adds to the error that was reported last how to repair the program; returns false.
  bool fix(const clang::FixItHint& hint);
  template <unsigned N, class... Arguments>
  void remark(clang::SourceLocation where, Message<MessageKind::Remark, N> message,
              const Arguments&... arguments) {
    say_remark(where, say(message, arguments...));
  }
  /// The same, if it was not said before of any place.
  template <unsigned N, class... Arguments>
  void remark_once(clang::SourceLocation where, Message<MessageKind::Remark, N> message,
                   const Arguments&... arguments) {
    Saying saying = say(message, arguments...);
    if (!is_said(saying)) say_remark(where, std::move(saying));
  }
  /// The remark that `input`, of which a caller may give nothing, was taken to be there. Nothing is
  /// said of what is no input, and of an input that has its remark.
  void taken_as_given(clang::SourceLocation where, const Node& input, llvm::StringRef what);
  /// The same where something asks whether an optional, `value`, holds anything: of one that is an
  /// input, or a part of one.
  void optional_taken_as_given(clang::SourceLocation where, const Value& value);
  /// A remark that the graph lacks something of the program: state, weights, what a call does.
  template <unsigned N, class... Arguments>
  void loss(clang::SourceLocation where, Message<MessageKind::Loss, N> message,
            const Arguments&... arguments) {
    say_remark(where, say(message, arguments...));
  }
  /// Makes errors of all of them. False: there were some.
  bool refuse_losses();
  /// "X is not supported yet".
  template <unsigned N, class... Arguments>
  bool unsupported(const clang::Stmt* node, Message<MessageKind::Missing, N> feature,
                   const Arguments&... arguments) {
    return say_error(node->getBeginLoc(), say(feature, arguments...), node->getSourceRange());
  }
  /// The same of an expression without a handler.
  bool unsupported(const clang::Expr* node);
  /// False, with Clang's own message, when Clang did not understand all of a declaration.
  bool is_whole(clang::SourceRange range);
  /// The same for a class: members' bodies are looked at when they run.
  bool is_whole(const clang::CXXRecordDecl* record);
  /// Why `value` cannot be used where a known value is needed: chain of origins, way out.
  bool not_known(const clang::Expr* where, const Value& value, llvm::StringRef needed_for);

  /// Adds notes to the error that a value is not known.
  using Explainer = std::function<void(const clang::Expr* where, const Value& value)>;
  void set_explainer(Explainer explainer) { explain_ = std::move(explainer); }

  /// Where the expression that made a node stands.
  clang::SourceLocation origin(const Node* node) const { return origins_.lookup(node); }
  void note_origin(const Node* node, clang::SourceLocation where) { origins_[node] = where; }
  /// The text of an expression in the user's file, without spaces.
  std::string source_text(const clang::Expr* expr) const;

  /// Whether an error was reported.
  bool failed() const { return failed_; }
  const std::vector<PendingDiagnostic>& diagnostics() const { return diagnostics_; }
  void emit_diagnostics();
  /// Takes back those diagnostics behind the first `count` that repeat one of them.
  void forget_repeated(size_t count);
  /// Takes back all diagnostics behind the first `count`, an error too.
  void forget(size_t count) {
    diagnostics_.resize(count);
    failed_ = false;
  }

private:
  bool say_error(clang::SourceLocation where, Saying saying, clang::SourceRange range);
  /// Notes where the function was called that is running, and so on.
  void note_calls();
  void say_remark(clang::SourceLocation where, Saying saying);
  bool is_said(const Saying& saying) const;
  bool broken(const ParseError& problem, clang::SourceRange range);
  /// That a number, a boolean or a list of the graph decides something.
  bool decided_by_node(const clang::Expr* where, const Node& node, llvm::StringRef needed_for);
  /// The steps that lead to a node.
  void note_story(const Node* node);
  /// The expressions that --assume takes in the place of `where`, as they stand in the source: none
  /// where it is not written, or is of no type that --assume has values of.
  std::vector<std::string> assumable(const clang::Expr* where, const Value& value,
                                     llvm::StringRef needed_for) const;
  /// "--assume='n=<value>'"; empty where there is none.
  std::string assumptions_of(const clang::Expr* where, const Value& value,
                             llvm::StringRef needed_for) const;

  clang::CompilerInstance& compiler_;
  clang::ASTContext& context_;
  const ParseErrors& parse_errors_;
  const CallStack& calls_;
  std::vector<PendingDiagnostic> diagnostics_;
  llvm::DenseMap<const Node*, clang::SourceLocation> origins_;
  Explainer explain_;
  bool failed_ = false;
};

} // namespace fx::frontend
