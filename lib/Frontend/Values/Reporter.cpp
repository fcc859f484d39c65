#include "Frontend/Values/Reporter.h"

#include "Frontend/Parse/ParseDiagnostics.h"
#include "Frontend/Parse/Repairs.h"
#include "Frontend/Values/Dependence.h"
#include "Frontend/Values/Names.h"
#include "Frontend/Values/Signatures.h"
#include "fx/Analysis/Types.h"
#include "fx/Frontend/InputSpec.h"
#include "fx/IR/Graph.h"
#include "fx/IR/Node.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

#include <algorithm>
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
  note_calls();
  return false;
}

void Reporter::note_calls() {
  // Frame 1 is the root's constructor or forward itself: the user knows that it was called.
  std::vector<const Frame*> frames;
  for (const Frame& frame :
       llvm::reverse(llvm::drop_begin(calls_, std::min<size_t>(2, calls_.size()))))
    if (frame.call_site.isValid() && frame.function != nullptr) frames.push_back(&frame);
  // Of a recursion without end, the beginning and the end tell enough.
  constexpr size_t shown_of_each_end = 8;
  const size_t skipped =
      frames.size() > 2 * shown_of_each_end + 1 ? frames.size() - 2 * shown_of_each_end : 0;
  for (size_t i = 0; i < frames.size(); ++i) {
    if (skipped > 0 && i == shown_of_each_end) {
      note(frames[i]->call_site, fmt::format("and in {} more calls", skipped));
      i += skipped;
    }
    note(frames[i]->call_site,
         fmt::format("in the call of '{}' here", frames[i]->function->getQualifiedNameAsString()));
  }
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
  // A member of a struct.
  std::string path;
  const Node* source = &input;
  for (; source->is_call_function("builtins.getattr") && source->args().size() == 2 &&
         source->arg(0).is_node() && source->arg(1).is(Argument::Kind::String);
       source = source->arg(0).as_node())
    path = fmt::format(".{}{}", source->arg(1).symbol().view(), path);
  // One whose default is nothing has a remark of its own.
  if (source->op() != Opcode::Placeholder || (!source->args().empty() && source->arg(0).is_none()))
    return;
  remark_once(where, diag::taken_as_given, source->target().str() + path, what.str());
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
  // A loop says it once.
  const auto is_same = [&](const PendingDiagnostic& other) {
    return other.location == where && other.info == saying.info && other.message == saying.text;
  };
  if (failed_ || llvm::any_of(diagnostics_, is_same)) return;
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

namespace {

bool is_loop(llvm::StringRef needed_for) {
  return needed_for == "the condition of this loop";
}

/// Whether --assume has values of a type: numbers, booleans, text, and nullptr.
bool has_assumable_type(QualType type) {
  type = type.getNonReferenceType();
  if (type->isArithmeticType() || type->isPointerType()) return true;
  const CXXRecordDecl* record = record_of(type);
  return record != nullptr && qualified_name(record) == "std::basic_string";
}

bool is_literal(const Expr* expr) {
  return isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr,
             clang::StringLiteral, CharacterLiteral>(expr->IgnoreParenImpCasts());
}

/// Whether it is computed from literals and from variables of the running function that are known
/// numbers, and from nothing else.
bool is_of_known_numbers(const Stmt* part, const Frame& frame) {
  if (const auto* name = dyn_cast_or_null<DeclRefExpr>(part)) {
    const Location* place = frame.variables.lookup(name->getDecl());
    return place != nullptr && place->value().is_number();
  }
  return part != nullptr &&
         isa<BinaryOperator, UnaryOperator, CastExpr, ParenExpr, IntegerLiteral, FloatingLiteral,
             CXXBoolLiteralExpr, CharacterLiteral>(part) &&
         llvm::all_of(part->children(),
                      [&](const Stmt* child) { return is_of_known_numbers(child, frame); });
}

/// The parts of a condition of which --assume can tell what they are: the operands of && and ||,
/// and of the condition of a loop, which is another value each time, what stands behind the
/// comparison.
void find_assumable(const Expr* expr, bool in_loop, llvm::SmallVectorImpl<const Expr*>& found) {
  expr = expr->IgnoreParenImpCasts()->IgnoreUnlessSpelledInSource()->IgnoreParenImpCasts();
  if (const auto* binary = dyn_cast<BinaryOperator>(expr)) {
    if (binary->isLogicalOp()) {
      find_assumable(binary->getLHS(), in_loop, found);
      return find_assumable(binary->getRHS(), in_loop, found);
    }
    // The same variable stands beside other numbers too: "length - 1", "length - 2".
    if (binary->isAdditiveOp() || binary->isMultiplicativeOp()) {
      if (is_literal(binary->getRHS())) return find_assumable(binary->getLHS(), in_loop, found);
      if (is_literal(binary->getLHS())) return find_assumable(binary->getRHS(), in_loop, found);
    }
    if (in_loop) {
      if (binary->isComparisonOp()) find_assumable(binary->getRHS(), false, found);
      return;
    }
  }
  if (in_loop) return;
  if (const auto* unary = dyn_cast<UnaryOperator>(expr))
    if (const auto op = unary->getOpcode(); op == UO_Minus || op == UO_Plus || op == UO_LNot)
      return find_assumable(unary->getSubExpr(), false, found);
  if (is_literal(expr)) return;
  if (has_assumable_type(expr->getType())) found.push_back(expr);
}

} // namespace

std::vector<std::string> Reporter::assumable(const Expr* where, const Value& value,
                                             llvm::StringRef needed_for) const {
  const Expr* written = where;
  if (value.is(Value::Kind::Opaque) && !is_written(where))
    written = expression_at(context_, value.origin());
  if (written == nullptr || !is_written(written)) return {};
  llvm::SmallVector<const Expr*, 4> parts;
  find_assumable(written, is_loop(needed_for), parts);
  // Of `i == 0 || is_last` the left side is known, and --assume says nothing of what is.
  if (written == where && !calls_.empty()) {
    llvm::SmallVector<const Expr*, 4> asked;
    llvm::copy_if(parts, std::back_inserter(asked),
                  [&](const Expr* part) { return !is_of_known_numbers(part, calls_.back()); });
    if (!asked.empty()) parts = std::move(asked);
  }
  std::vector<std::string> texts;
  for (const Expr* part : parts) {
    constexpr size_t longest = 120;
    std::string text = source_text(part);
    // A quote would end that of the shell.
    if (!text.empty() && text.size() <= longest && text.find('\'') == std::string::npos &&
        !llvm::is_contained(texts, text))
      texts.push_back(std::move(text));
  }
  return texts;
}

std::string Reporter::assumptions_of(const Expr* where, const Value& value,
                                     llvm::StringRef needed_for) const {
  std::string text;
  for (const std::string& part : assumable(where, value, needed_for))
    text += fmt::format("{}--assume='{}=<value>'", text.empty() ? "" : " or ", part);
  return text;
}

void Reporter::note_story(const Node* node) {
  // From the value to where it came from: the longest story that is still one line a step.
  for (int depth = 0; node && depth < 8; ++depth) {
    note(origin(node),
         fmt::format("'{}' ({}) comes from here", node->name().str(), node->target().str()));
    std::vector<Node*> inputs = node->all_input_nodes();
    node = inputs.empty() ? nullptr : inputs.front();
  }
}

namespace {

bool holds_tensor(const ValueType& type) {
  return type.is(ValueType::Kind::Tensor) || llvm::any_of(type.items, holds_tensor);
}

/// "--input x=<sizes> --input flag=true": of the tensors among the parameters, where their
/// properties decide, and of the other parameters that do; but not of what is given.
std::string inputs_to_give(const Graph& graph, const Dependence& decides) {
  std::string text;
  for (const Node* parameter : graph.placeholders()) {
    const bool is_asked_for_type =
        llvm::any_of(decides.properties, [&](const Dependence::Property& property) {
          return property.of == parameter && property.name == "the dtype";
        });
    const bool counts = llvm::is_contained(decides.parameters, parameter) ||
                        (!decides.properties.empty() && holds_tensor(input_type(*parameter)));
    if (!counts || parameter->meta(example_input) != nullptr) continue;
    const std::string input = input_to_give(*parameter, is_asked_for_type);
    if (!input.empty()) text += (text.empty() ? "--input " : " --input ") + input;
  }
  return text;
}

/// What can be done where a tensor's value decides.
std::string ways_out_of_the_graph(const CallStack& calls) {
  constexpr const char* both_sides = "compute both sides and choose with torch::where";
  // The innermost function with a name. Frame 1 is forward itself, which is the graph.
  for (size_t i = calls.size(); i-- > 2;) {
    const FunctionDecl* function = calls[i].function;
    if (function == nullptr || !function->getIdentifier()) continue;
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    if (method && is_module_class(method->getParent()) && method->getName() == "forward")
      return fmt::format("keep the module that holds it out of the graph with --leaf={}, or {}",
                         holder_spelling(method->getParent()), both_sides);
    return fmt::format("keep the function that holds it out of the graph with --wrap={}, or {}",
                       function->getQualifiedNameAsString(), both_sides);
  }
  return fmt::format("{}, or move what decides into a function of its own, and keep that out of "
                     "the graph with --wrap=<function>",
                     both_sides);
}

} // namespace

bool Reporter::decided_by_node(const Expr* where, const Node& node, llvm::StringRef needed_for) {
  const Dependence decides = dependence_of(node, needed_for == "the range of this loop");
  const std::string assumptions = assumptions_of(where, Value::none(), needed_for);
  const std::string stays_out_of_the_graph = ways_out_of_the_graph(calls_);
  const bool has_inputs = !node.graph().placeholders().empty();
  const auto note_assumptions = [&](llvm::StringRef before) {
    if (assumptions.empty()) return;
    note(where->getExprLoc(),
         fmt::format("{}{}{}", before.str(), assumptions,
                     has_inputs ? " traces for inputs of which that holds" : " says what it is"));
  };
  if (decides.on_data) {
    error(where, diag::value_of_a_tensor, needed_for.str());
    note_story(&node);
    note(where->getExprLoc(), fmt::format("a branch on data cannot stand in a torch.fx graph: {}",
                                          stays_out_of_the_graph));
    note_assumptions("");
    return false;
  }
  const bool is_parameter = !decides.parameters.empty();
  if (is_parameter)
    error(where, diag::value_of_a_parameter, needed_for.str(),
          decides.parameters.front()->target().str(), declared_type(*decides.parameters.front()));
  else
    error(where, diag::property_of_a_tensor, needed_for.str(), decides.describe_properties());
  note_story(&node);
  const bool is_in_examples =
      std::ranges::all_of(decides.properties, &Dependence::Property::is_in_examples);
  const std::string inputs = is_in_examples ? inputs_to_give(node.graph(), decides) : "";
  if (!inputs.empty() && is_parameter && decides.properties.empty())
    note(where->getExprLoc(),
         fmt::format("say what the graph is for: {}; the graph is then the one for that value",
                     inputs));
  else if (!inputs.empty())
    note(where->getExprLoc(),
         fmt::format("give an example of the inputs: {}, where sizes are written 2x3x32x32, and "
                     "another dtype than float32 behind them, 2x8:int64; the graph is then the one "
                     "for such inputs",
                     inputs));
  else if (is_in_examples && has_inputs)
    note(where->getExprLoc(),
         fmt::format("the example inputs do not tell it: it depends on what the tensors hold; {}",
                     stays_out_of_the_graph));
  note_assumptions(inputs.empty() ? "" : "or ");
  return false;
}

bool Reporter::not_known(const Expr* where, const Value& value, llvm::StringRef needed_for) {
  if (value.is(Value::Kind::Opaque)) {
    const std::string assumptions = assumptions_of(where, value, needed_for);
    error(where, diag::value_not_known, needed_for.str());
    note(value.origin(), std::string(value.reason()));
    note(where->getExprLoc(),
         fmt::format(
             "{}construct the model with a known value: --root='<class>(<value>, ...)'",
             assumptions.empty() ? "" : fmt::format("say what it is with {}, or ", assumptions)));
    if (explain_) explain_(where, value);
    return false;
  }
  if (value.is_node()) {
    decided_by_node(where, *value.node(), needed_for);
    if (explain_) explain_(where, value);
    return false;
  }
  if (value.is(Value::Kind::TensorSlot)) {
    error(where, diag::value_of_a_tensor, needed_for.str());
    note(where->getExprLoc(), fmt::format("a branch on data cannot stand in a torch.fx graph: {}",
                                          ways_out_of_the_graph(calls_)));
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
  // Of the argument of a macro what stands there; a part of what a macro writes stands nowhere.
  const CharSourceRange range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(expr->IgnoreUnlessSpelledInSource()->getSourceRange()),
      sources, context_.getLangOpts());
  if (range.isInvalid()) return {};
  return without_spaces(Lexer::getSourceText(range, sources, context_.getLangOpts()));
}

} // namespace fx::frontend
