#include "Frontend/Values/Reporter.h"

#include "Frontend/Parse/ParseDiagnostics.h"
#include "Frontend/Parse/Repairs.h"
#include "Frontend/Values/Names.h"
#include "fx/Analysis/Types.h"
#include "fx/IR/Node.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {
namespace {

/// Whether the source holds all of an expression. Where library code hands arguments on, the tracer
/// puts values in their places.
bool is_written(const Stmt* part) {
  return part == nullptr ||
         (!isa<OpaqueValueExpr>(part) && llvm::all_of(part->children(), is_written));
}

class FinderByPlace : public DynamicRecursiveASTVisitor {
public:
  explicit FinderByPlace(clang::SourceLocation place) : place_(place) {}
  bool VisitExpr(Expr* expr) override {
    if (expr->getExprLoc() == place_) found = expr->IgnoreUnlessSpelledInSource();
    return found == nullptr;
  }

  const Expr* found = nullptr;

private:
  clang::SourceLocation place_;
};

/// The outermost expression that diagnostics about it place here; null when there is none.
const Expr* expression_at(const ASTContext& context, clang::SourceLocation place) {
  const SourceManager& sources = context.getSourceManager();
  FinderByPlace finder(place);
  for (Decl* declaration : context.getTranslationUnitDecl()->noload_decls()) {
    const clang::SourceRange range = declaration->getSourceRange();
    if (place.isValid() && range.isValid() &&
        sources.isPointWithin(place, range.getBegin(), range.getEnd()))
      finder.TraverseDecl(declaration);
  }
  return finder.found;
}

} // namespace

Reporter::Reporter(CompilerInstance& compiler, const ParseErrors& errors, const CallStack& calls)
    : compiler_(compiler), context_(compiler.getASTContext()), parse_errors_(errors),
      calls_(calls) {}

bool Reporter::say_error(clang::SourceLocation where, Saying saying, clang::SourceRange range) {
  // The first error decides: what follows it is its consequence.
  if (failed_) return false;
  failed_ = true;
  diagnostics_.push_back({DiagnosticsEngine::Error,
                          where,
                          CharSourceRange::getTokenRange(range),
                          std::move(saying.text),
                          saying.info,
                          {}});
  // Frame 1 is the root's constructor or forward itself: the user knows that it was called.
  for (size_t i = calls_.size(); i-- > 2;) {
    const Frame& frame = calls_[i];
    if (frame.call_site.isInvalid() || frame.function == nullptr) continue;
    note(frame.call_site,
         fmt::format("in the call of '{}' here", frame.function->getQualifiedNameAsString()));
  }
  return false;
}

void Reporter::forget_repeated(size_t count) {
  const auto is_repeated = [&](const PendingDiagnostic& later) {
    return std::any_of(diagnostics_.begin(), diagnostics_.begin() + static_cast<ptrdiff_t>(count),
                       [&](const PendingDiagnostic& earlier) {
                         return earlier.location == later.location &&
                                earlier.message == later.message;
                       });
  };
  diagnostics_.erase(std::remove_if(diagnostics_.begin() + static_cast<ptrdiff_t>(count),
                                    diagnostics_.end(), is_repeated),
                     diagnostics_.end());
}

bool Reporter::fix(const FixItHint& hint) {
  const auto last = llvm::find_if(llvm::reverse(diagnostics_), [](const PendingDiagnostic& said) {
    return said.level == DiagnosticsEngine::Error;
  });
  if (last != diagnostics_.rend()) last->fix_its.push_back(hint);
  return false;
}

void Reporter::note(clang::SourceLocation where, const std::string& message) {
  diagnostics_.push_back({DiagnosticsEngine::Note, where, {}, message, nullptr, {}});
}

void Reporter::taken_as_given(clang::SourceLocation where, const Node& input,
                              llvm::StringRef what) {
  // One whose default is nothing has a remark of its own.
  if (input.op() != Opcode::Placeholder || (!input.args().empty() && input.arg(0).is_none()))
    return;
  remark_once(where, diag::taken_as_given, input.target().str(), what.str());
}

static bool holds_optional(const ValueType& type) {
  return type.is(ValueType::Kind::Optional) || llvm::any_of(type.items, holds_optional);
}

void Reporter::optional_taken_as_given(clang::SourceLocation where, const Value& value) {
  if (!value.is_node()) return;
  const Node* input = value.node();
  while ((input->is_call_function("operator.getitem") ||
          input->is_call_function("builtins.getattr")) &&
         input->arg(0).is_node())
    input = input->arg(0).as_node();
  if (input->op() != Opcode::Placeholder || !holds_optional(input_type(*input))) return;
  taken_as_given(where, *input, "holds a value");
}

void Reporter::say_remark(clang::SourceLocation where, Saying saying) {
  if (!failed_)
    diagnostics_.push_back(
        {DiagnosticsEngine::Remark, where, {}, std::move(saying.text), saying.info, {}});
}

bool Reporter::is_said(const Saying& saying) const {
  return llvm::any_of(diagnostics_, [&](const PendingDiagnostic& other) {
    return other.info == saying.info && other.message == saying.text;
  });
}

bool Reporter::refuse_losses() {
  size_t last = 0;
  for (size_t i = 0; i < diagnostics_.size(); ++i) {
    PendingDiagnostic& diagnostic = diagnostics_[i];
    if (diagnostic.info == nullptr || !diagnostic.info->is_loss) continue;
    diagnostic.level = DiagnosticsEngine::Error;
    failed_ = true;
    last = i + 1;
  }
  if (last == 0) return !failed_;
  // Behind the notes of the last of them.
  while (last < diagnostics_.size() && diagnostics_[last].level == DiagnosticsEngine::Note)
    ++last;
  diagnostics_.insert(
      diagnostics_.begin() + static_cast<ptrdiff_t>(last),
      {DiagnosticsEngine::Note,
       {},
       {},
       "--strict makes errors of these; without it they are remarks, and the graph is written",
       nullptr,
       {}});
  return false;
}

bool Reporter::unsupported(const Expr* node) {
  return unsupported(node, missing::expression, node->getStmtClassName());
}

bool Reporter::is_whole(clang::SourceRange range) {
  const auto problems = parse_errors_.inside(context_.getSourceManager(), range);
  return problems.empty() || broken(*problems.front(), range);
}

bool Reporter::is_whole(const CXXRecordDecl* record) {
  const SourceManager& sources = context_.getSourceManager();
  for (const ParseError* problem : parse_errors_.inside(sources, record->getSourceRange())) {
    const bool in_member = llvm::any_of(record->decls(), [&](const Decl* member) {
      return !member->isImplicit() &&
             (member->getAsFunction() != nullptr || isa<CXXRecordDecl>(member)) &&
             llvm::is_contained(parse_errors_.inside(sources, member->getSourceRange()), problem);
    });
    if (!in_member) return broken(*problem, record->getSourceRange());
  }
  return true;
}

bool Reporter::broken(const ParseError& problem, clang::SourceRange range) {
  error(problem.places.front(), diag::does_not_compile, problem.diagnostic.message);
  for (const FixItHint& hint : problem.fix_its)
    fix(hint);
  if (const Renamed* other = renamed(problem.diagnostic.message)) {
    note(problem.places.front(), other->advice.str());
    if (!other->instead.empty())
      fix(FixItHint::CreateReplacement(CharSourceRange::getTokenRange(problem.places.front()),
                                       other->instead));
  }
  note(range.getBegin(), "what does not compile cannot be traced, and the model needs this");
  return false;
}

std::string Reporter::assumable(const Expr* where, const Value& value) const {
  const Expr* written = where;
  if (value.is(Value::Kind::Opaque) && !is_written(where))
    written = expression_at(context_, value.origin());
  const std::string text = written != nullptr ? source_text(written) : "";
  return text.empty() || text.size() > 60 ? "<expression>" : text;
}

bool Reporter::not_known(const Expr* where, const Value& value, llvm::StringRef needed_for) {
  if (value.is(Value::Kind::Opaque)) {
    error(where, diag::value_not_known, needed_for.str());
    note(value.origin(), std::string(value.reason()));
    note(where->getExprLoc(),
         fmt::format("say what it is with --assume='{}=<value>', or construct the model with a "
                     "known value: --root='<class>(<value>, ...)'",
                     assumable(where, value)));
    if (explain_) explain_(where, value);
    return false;
  }
  if (value.is_node() || value.is(Value::Kind::TensorSlot)) {
    error(where, diag::value_of_a_tensor, needed_for.str());
    // Walk from the value to where it came from: the longest story that is still one line a step.
    const Node* node = value.is_node() ? value.node() : nullptr;
    for (int depth = 0; node && depth < 8; ++depth) {
      note(origin(node),
           fmt::format("'{}' ({}) comes from here", node->name().str(), node->target().str()));
      std::vector<Node*> inputs = node->all_input_nodes();
      node = inputs.empty() ? nullptr : inputs.front();
    }
    note(
        where->getExprLoc(),
        "a branch on data cannot stand in a torch.fx graph: keep the function that holds it out of "
        "the graph with --wrap=<function> or its class with --leaf=<class>, or compute both sides "
        "and choose with torch::where; --assume='" +
            assumable(where, value) + "=<value>' traces for inputs of which that holds");
    if (explain_) explain_(where, value);
    return false;
  }
  return error(where, diag::value_of_another_kind, needed_for.str());
}

void Reporter::emit_diagnostics() {
  DiagnosticsEngine& engine = compiler_.getDiagnostics();
  for (const PendingDiagnostic& diagnostic : diagnostics_) {
    DiagnosticBuilder builder =
        engine.Report(diagnostic.location, clang_id(engine, diagnostic.level, diagnostic.info));
    builder << diagnostic.message;
    if (diagnostic.range.isValid()) builder << diagnostic.range;
    for (const FixItHint& hint : diagnostic.fix_its)
      builder << hint;
  }
  diagnostics_.clear();
}

std::string Reporter::source_text(const Expr* expr) const {
  const SourceManager& sources = context_.getSourceManager();
  const auto range = CharSourceRange::getTokenRange(
      sources.getExpansionRange(expr->IgnoreUnlessSpelledInSource()->getSourceRange())
          .getAsRange());
  return without_spaces(Lexer::getSourceText(range, sources, context_.getLangOpts()));
}

} // namespace fx::frontend
