#include "fx/Ops/Callee.h"

#include "fx/Ops/LibTorch.h"

#include "Lookup.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace fx::ops {

namespace {

constexpr std::string_view functional_prefix = "torch.nn.functional.";
constexpr std::string_view initializer_prefix = "torch.nn.init.";

/// "operator.iadd", "operator.ior", and those that store: they write to their first operand.
bool is_inplace_operator(std::string_view target) {
  constexpr std::string_view prefix = "operator.i";
  if (target == "operator.setitem" || target == "operator.delitem") return true;
  if (!target.starts_with(prefix)) return false;
  const std::string plain = "operator." + std::string(target.substr(prefix.size()));
  return find_operator(plain) != nullptr || find_operator(plain + "_") != nullptr ||
         plain == "operator.concat";
}

Callee::Kind function_kind(const Callee& callee, std::string_view target) {
  if (callee.python != nullptr) return Callee::Kind::Python;
  if (is_inplace_operator(target)) return Callee::Kind::Inplace;
  if (target.starts_with(initializer_prefix)) return Callee::Kind::Initializer;
  if (callee.arithmetic != nullptr || callee.package == "math") return Callee::Kind::Arithmetic;
  if (target.starts_with(functional_prefix)) return Callee::Kind::Functional;
  return callee.schemas.empty() ? Callee::Kind::User : Callee::Kind::Operator;
}

std::string_view package_of(std::string_view target) {
  constexpr std::string_view packages[] = {"torch", "builtins", "operator", "math"};
  const size_t dot = target.find('.');
  const auto* found = std::ranges::find(packages, target.substr(0, dot));
  return dot == target.npos || found == std::end(packages) ? std::string_view() : *found;
}

Callee make_function(const LibTorch& libtorch, std::string_view target) {
  Callee callee;
  callee.package = package_of(target);
  callee.name = last_part(target);
  for (const std::string_view prefix : {functional_prefix, initializer_prefix})
    if (target.starts_with(prefix)) callee.name = target.substr(prefix.size());
  callee.schemas = libtorch.schemas_of_target(target, false);
  callee.effects = find_functional_effects(target, libtorch.version());
  if (target.starts_with(functional_prefix))
    callee.functional = find_functional(callee.name, libtorch.version());
  callee.python = find_python_builtin(target);
  callee.arithmetic = find_operator(target);
  callee.cpp = libtorch.find_cpp_function(target);
  callee.kind = function_kind(callee, target);
  // torch.ops.aten.add.Tensor
  if (callee.is(Callee::Kind::Operator)) callee.name = callee.schemas.front().name;
  return callee;
}

Callee make_method(const LibTorch& libtorch, std::string_view name) {
  Callee callee;
  callee.name = name;
  callee.schemas = libtorch.schemas_of_target(name, true);
  callee.members = find_tensor_members(name);
  callee.kind = !callee.members.empty()   ? Callee::Kind::TensorMember
                : !callee.schemas.empty() ? Callee::Kind::Operator
                                          : Callee::Kind::User;
  return callee;
}

} // namespace

/// What was found once. A row never moves, so that a reference to it stays valid.
class LibTorch::Callees {
public:
  using Make = Callee(const LibTorch&, std::string_view);
  explicit Callees(Make& make) : make_(make) {}

  const Callee& find(const LibTorch& libtorch, Symbol target) {
    {
      const std::shared_lock lock(mutex_);
      if (const auto known = rows_.find(target); known != rows_.end()) return known->second;
    }
    Callee callee = make_(libtorch, target.view());
    const std::unique_lock lock(mutex_);
    return rows_.try_emplace(target, std::move(callee)).first->second;
  }

private:
  Make& make_;
  std::shared_mutex mutex_;
  std::unordered_map<Symbol, Callee> rows_;
};

LibTorch::LibTorch(std::shared_ptr<const Tables> tables)
    : tables_(std::move(tables)), functions_(std::make_unique<Callees>(make_function)),
      methods_(std::make_unique<Callees>(make_method)) {}

LibTorch::~LibTorch() = default;

const Callee& LibTorch::function_callee(Symbol target) const {
  return functions_->find(*this, target);
}

const Callee& LibTorch::method_callee(Symbol name) const {
  return methods_->find(*this, name);
}

const Callee& callee_of(const Node& node) {
  static const Callee unknown;
  switch (node.op()) {
  case Opcode::CallFunction: return libtorch_of(node).function_callee(node.target());
  case Opcode::CallMethod: return libtorch_of(node).method_callee(node.target());
  default: return unknown;
  }
}

const TensorAttribute* attribute_of(const Node& node) {
  return node.is_call_function("builtins.getattr") && node.args().size() > 1 &&
                 node.arg(1).is(Argument::Kind::String)
             ? find_tensor_attribute(node.arg(1).symbol())
             : nullptr;
}

} // namespace fx::ops
