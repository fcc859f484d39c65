// --config: what an object that is not known gives for a key, be it asked by [], at(), value(),
// get() or as a member.
#include "Frontend/Eval/ConfigValues.h"
#include "Frontend/Eval/Machine.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// What an expression asks of an object that holds configuration.
struct Question {
  enum class Kind : uint8_t { Value, Exists, Size };
  Kind kind = Kind::Value;
  const Expr* object = nullptr;
  const Expr* key = nullptr; // null: of a member, or none
  std::string member = {};
  const Expr* otherwise = nullptr; // value("width", 64)
};

std::optional<Question> question_of_call(const CXXMemberCallExpr* call) {
  const CXXMethodDecl* method = call->getMethodDecl();
  if (method == nullptr || !method->getDeclName().isIdentifier()) return std::nullopt;
  const llvm::StringRef name = method->getName();
  Question question{.object = call->getImplicitObjectArgument()};
  const unsigned count = call->getNumArgs();
  if (count == 0 && (name == "size" || name == "Size" || name == "length")) {
    question.kind = Question::Kind::Size;
    return question;
  }
  if (count == 0 || count > 2 || isa<CXXDefaultArgExpr>(call->getArg(0))) return std::nullopt;
  question.key = call->getArg(0);
  constexpr llvm::StringLiteral asks[] = {"contains", "count",  "isMember",
                                          "has",      "exists", "HasMember"};
  if (llvm::is_contained(asks, name))
    question.kind = Question::Kind::Exists;
  else if (!name.starts_with("get") && !name.starts_with("Get") && name != "at" &&
           name != "value" && name != "as")
    return std::nullopt;
  if (count == 2 && !isa<CXXDefaultArgExpr>(call->getArg(1))) question.otherwise = call->getArg(1);
  return question;
}

std::optional<Question> question_of(const Expr* expr) {
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(expr)) return question_of_call(call);
  if (const auto* op = dyn_cast<CXXOperatorCallExpr>(expr);
      op && op->getOperator() == OO_Subscript && op->getNumArgs() == 2)
    return Question{.object = op->getArg(0), .key = op->getArg(1)};
  const auto* member = dyn_cast<MemberExpr>(expr);
  if (member && isa<FieldDecl>(member->getMemberDecl()) &&
      !isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()))
    return Question{.object = member->getBase(),
                    .member = member->getMemberDecl()->getName().str()};
  return std::nullopt;
}

/// A class that may hold what a program is configured with.
bool may_be_configuration(const Expr* object) {
  QualType type = object->getType().getNonReferenceType();
  if (type->isPointerType()) type = type->getPointeeType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && !is_torch_library(record) && !is_module_class(record) && !is_tensor_type(type);
}

Value as_value(const ConfigValue& found) {
  if (const bool* on = std::get_if<bool>(&found.value)) return Value::boolean(*on);
  if (const int64_t* number = std::get_if<int64_t>(&found.value)) return Value::integer(*number);
  if (const double* number = std::get_if<double>(&found.value)) return Value::floating(*number);
  return Value::string(std::get<std::string>(found.value));
}

/// What the file says to a question; nothing where it has no such key.
std::optional<Value> answer(ConfigValues& config, const Expr* where, Question::Kind kind,
                            const ConfigValues::Path& path) {
  const size_t count = config.num_children(path);
  if (kind == Question::Kind::Exists) return Value::boolean(config.find(path) || count > 0);
  if (kind == Question::Kind::Size) {
    // The file itself has no key by which it was asked for.
    if (count == 0 || path.empty()) return std::nullopt;
    return Value::integer(static_cast<int64_t>(count), 64, /*is_signed=*/false);
  }
  if (const ConfigValue* found = config.find(path)) return as_value(*found);
  if (count == 0) return std::nullopt;
  return Value::opaque(where->getExprLoc(), config.reason(path));
}

} // namespace

std::optional<std::vector<std::string>> Machine::config_path(const Expr* expr) {
  const Expr* object = expr->IgnoreUnlessSpelledInSource();
  if (!may_be_configuration(object)) return std::nullopt;
  Result result;
  bool applies = false;
  if (question_of(object) && configured(object, result, applies) && applies)
    return result.value.is(Value::Kind::Opaque) ? oracle_.config().path_of(result.value.reason())
                                                : std::nullopt;
  if (attempt(object, result)) {
    // A struct of which some members were read from a file.
    if (!result.value.is_object() || result.value.object()->kind != Object::Kind::Class)
      return std::nullopt;
    const std::optional<Question> question = question_of(object);
    if (!question || question->member.empty()) return ConfigValues::Path();
    std::optional<ConfigValues::Path> path = config_path(question->object);
    if (path) path->push_back(question->member);
    return path;
  }
  if (!result.value.is(Value::Kind::Opaque)) return std::nullopt;
  if (std::optional<ConfigValues::Path> path = oracle_.config().path_of(result.value.reason()))
    return path;
  // Of nothing that is asked by a key: the whole file.
  if (question_of(object)) return std::nullopt;
  return ConfigValues::Path();
}

std::optional<std::string> Machine::config_key(const Expr* expr) {
  Result key;
  if (!attempt(expr, key)) return std::nullopt;
  if (key.value.is(Value::Kind::String)) return std::string(key.value.text());
  if (key.value.is(Value::Kind::Int)) return std::to_string(key.value.as_int());
  return c_string(key.value);
}

bool Machine::configured(const Expr* expr, Result& result, bool& applies) {
  const std::optional<Question> question = question_of(expr);
  if (!question || !may_be_configuration(question->object)) return true;
  const Node* last = graph_.last();
  const size_t said = report_.diagnostics().size();
  const bool known = attempt(expr, result);
  if (report_.failed() || unwinding()) return false;
  // What was evaluated is not evaluated again.
  applies = known || result.value.is_node() || result.value.is(Value::Kind::Opaque);
  if (known || result.value.is_node()) return true;
  std::optional<ConfigValues::Path> path = config_path(question->object);
  if (path && question->key) {
    const std::optional<std::string> key = config_key(question->key);
    if (!key) return true;
    path->push_back(*key);
  } else if (path && !question->member.empty()) {
    path->push_back(question->member);
  }
  if (!path) return true;
  const std::optional<Value> found = answer(oracle_.config(), expr, question->kind, *path);
  if (!found && !question->otherwise) return true;
  graph_.erase_queries_after(last);
  report_.forget(said); // that nothing is known of the object
  applies = true;
  result = {};
  const bool has_key = found && (question->kind != Question::Kind::Exists || found->as_int() != 0);
  if (!has_key)
    report_.remark(expr->getExprLoc(), diag::config_without_key, spelled(*path));
  else if (!found->is(Value::Kind::Opaque))
    report_.remark(expr->getExprLoc(), diag::value_of_config, spelled(*path));
  if (!found) return eval(question->otherwise, result);
  result.value = *found;
  if (found->is(Value::Kind::Opaque)) return true;
  const QualType type = expr->getType();
  return !type->isArithmeticType() || convert(expr, type, result.value);
}

} // namespace fx::frontend
