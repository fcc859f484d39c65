// What libstdc++ has compiled for its headers' own code: the links of lists and trees, the sizes of
// hash tables, and the functions that throw.
#include "Frontend/Models/Elements.h"

#include <fmt/format.h>
#include <unordered_map>

using namespace clang;

namespace fx::frontend {

namespace {

/// Nodes that are linked by pointers among their members.
class Nodes {
public:
  Nodes(ModelCall& call, const CXXRecordDecl* type) : call_(call), type_(type) {}

  const Object* at(const Value& pointer) {
    if (pointer.is(Value::Kind::None)) return nullptr;
    const Location* place = call_.machine.pointee(call_.expr, pointer);
    if (place == nullptr) return nullptr;
    if (place->value().is_object()) return place->value().object();
    call_.unsupported();
    return nullptr;
  }
  const Object* get(const Object* node, llvm::StringRef member) {
    return ok() && node ? at(place(node, member)->value()) : nullptr;
  }
  void set(const Object* node, llvm::StringRef member, const Object* to) {
    if (ok() && node)
      call_.storage().write(place(node, member), to ? Value::pointer(to->self) : Value::none());
  }
  bool is_black(const Object* node) {
    return node == nullptr || place(node, "_M_color")->value().as_int() != 0;
  }
  void set_black(const Object* node, bool black) {
    if (!ok() || node == nullptr) return;
    Value color = Value::integer(black ? 1 : 0);
    const FieldDecl* field = field_named("_M_color");
    call_.machine.convert(call_.expr, field->getType(), color);
    call_.storage().write(place(node, "_M_color"), color);
  }
  bool ok() const { return !call_.report().failed() && !call_.machine.unwinding(); }

private:
  const FieldDecl* field_named(llvm::StringRef member) {
    for (const FieldDecl* field : type_->fields())
      if (field->getName() == member) return field;
    return nullptr;
  }
  Location* place(const Object* node, llvm::StringRef member) {
    return call_.machine.field_place(node, field_named(member));
  }

  ModelCall& call_;
  const CXXRecordDecl* type_;
};

/// A red-black tree as <map> and <set> have it: the header's parent is the root, its left and right
/// the first and the last node.
class Tree : public Nodes {
public:
  using Nodes::Nodes;
  static constexpr llvm::StringLiteral parent = "_M_parent";
  static constexpr llvm::StringLiteral left = "_M_left";
  static constexpr llvm::StringLiteral right = "_M_right";

  const Object* outermost(const Object* node, llvm::StringRef side) {
    while (ok() && get(node, side))
      node = get(node, side);
    return node;
  }

  const Object* next(const Object* node) {
    if (const Object* after = get(node, right)) return outermost(after, left);
    const Object* above = get(node, parent);
    while (ok() && above && node == get(above, right)) {
      node = above;
      above = get(above, parent);
    }
    // From the last node of a tree whose root has no right side, this is the header already.
    return get(node, right) == above ? node : above;
  }

  const Object* previous(const Object* node) {
    const Object* above = get(node, parent);
    const bool is_header = !is_black(node) && above && get(above, parent) == node;
    if (is_header) return get(node, right);
    if (const Object* before = get(node, left)) return outermost(before, right);
    while (ok() && above && node == get(above, left)) {
      node = above;
      above = get(above, parent);
    }
    return above;
  }

  void insert(bool as_left, const Object* node, const Object* above, const Object* header) {
    set(node, parent, above);
    set(node, left, nullptr);
    set(node, right, nullptr);
    set_black(node, false);
    set(above, as_left ? left : right, node);
    if (above == header) {
      set(header, parent, node);
      set(header, left, node);
      set(header, right, node);
    } else if (as_left && above == get(header, left)) {
      set(header, left, node);
    } else if (!as_left && above == get(header, right)) {
      set(header, right, node);
    }
    // No red node has a red parent.
    while (ok() && node != get(header, parent) && !is_black(get(node, parent))) {
      const Object* father = get(node, parent);
      const Object* grandfather = get(father, parent);
      const auto [near, far] = sides(father, grandfather);
      const Object* uncle = get(grandfather, far);
      if (!is_black(uncle)) {
        set_black(father, true);
        set_black(uncle, true);
        set_black(grandfather, false);
        node = grandfather;
        continue;
      }
      if (node == get(father, far)) {
        node = father;
        rotate(node, near, far, header);
        father = get(node, parent);
      }
      set_black(father, true);
      set_black(grandfather, false);
      rotate(grandfather, far, near, header);
    }
    set_black(get(header, parent), true);
  }

  /// The node that is out of the tree then: `node`.
  const Object* erase(const Object* node, const Object* header) {
    const Object* moved = nullptr; // takes the place of `node`
    const Object* child = nullptr; // takes the place of what moved
    const Object* above = nullptr; // of `child`
    bool lost_black = is_black(node);
    if (get(node, left) && get(node, right)) {
      moved = outermost(get(node, right), left);
      lost_black = is_black(moved);
      child = get(moved, right);
      above = get(moved, parent) == node ? moved : get(moved, parent);
      if (above != moved) {
        set(above, left, child);
        set(child, parent, above);
        set(moved, right, get(node, right));
        set(get(moved, right), parent, moved);
      }
      set(moved, left, get(node, left));
      set(get(moved, left), parent, moved);
      set_black(moved, is_black(node));
      replace(node, moved, header);
    } else {
      child = get(node, left) ? get(node, left) : get(node, right);
      above = get(node, parent);
      replace(node, child, header);
      if (node == get(header, left)) set(header, left, child ? outermost(child, left) : above);
      if (node == get(header, right)) set(header, right, child ? outermost(child, right) : above);
    }
    if (lost_black) restore(child, above, header);
    return node;
  }

private:
  /// The side of `above` that `node` is on, and the other one.
  std::pair<llvm::StringRef, llvm::StringRef> sides(const Object* node, const Object* above) {
    return node == get(above, left) ? std::pair(left, right) : std::pair(right, left);
  }

  /// `by`, which may be null, comes where `node` is.
  void replace(const Object* node, const Object* by, const Object* header) {
    const Object* above = get(node, parent);
    if (node == get(header, parent))
      set(header, parent, by);
    else
      set(above, node == get(above, left) ? left : right, by);
    set(by, parent, above);
  }

  /// `node` goes down to its side `near`; its child on the side `far` comes up.
  void rotate(const Object* node, llvm::StringRef near, llvm::StringRef far, const Object* header) {
    const Object* up = get(node, far);
    set(node, far, get(up, near));
    set(get(up, near), parent, node);
    replace(node, up, header);
    set(up, near, node);
    set(node, parent, up);
  }

  /// The paths through `node`, a child of `above`, lack a black node.
  void restore(const Object* node, const Object* above, const Object* header) {
    while (ok() && node != get(header, parent) && is_black(node)) {
      const auto [near, far] = sides(node, above);
      const Object* sibling = get(above, far);
      if (!is_black(sibling)) {
        set_black(sibling, true);
        set_black(above, false);
        rotate(above, near, far, header);
        sibling = get(above, far);
      }
      if (is_black(get(sibling, near)) && is_black(get(sibling, far))) {
        set_black(sibling, false);
        node = above;
        above = get(above, parent);
        continue;
      }
      if (is_black(get(sibling, far))) {
        set_black(get(sibling, near), true);
        set_black(sibling, false);
        rotate(sibling, far, near, header);
        sibling = get(above, far);
      }
      set_black(sibling, is_black(above));
      set_black(above, true);
      set_black(get(sibling, far), true);
      rotate(above, near, far, header);
      break;
    }
    set_black(node, true);
  }
};

const CXXRecordDecl* node_class(const ModelCall& call, unsigned parameter) {
  return record_of(call.callee->getParamDecl(parameter)->getType());
}

bool step_in_tree(ModelCall& call) {
  Tree tree(call, node_class(call, 0));
  const Object* node = tree.at(call.args[0].value);
  if (node == nullptr) return !tree.ok() ? false : call.error(diag::null_pointer_dereferenced);
  const Object* to = call.name == "_Rb_tree_increment" ? tree.next(node) : tree.previous(node);
  if (!tree.ok()) return false;
  return to ? call.ret(Value::pointer(to->self)) : call.error(diag::iterator_leaves_its_container);
}

bool insert_in_tree(ModelCall& call) {
  Tree tree(call, node_class(call, 1));
  const Object* node = tree.at(call.args[1].value);
  const Object* above = tree.at(call.args[2].value);
  const Object* header = ModelCall::object_of(call.args[3]);
  bool as_left = false;
  if (!tree.ok() ||
      !call.machine.truth(call.expr, call.args[0].value, as_left, "the order of this container"))
    return false;
  if (!node || !above || !header) return call.unsupported();
  tree.insert(as_left, node, above, header);
  return tree.ok() && call.ret(Value::none());
}

bool erase_from_tree(ModelCall& call) {
  Tree tree(call, node_class(call, 0));
  const Object* node = tree.at(call.args[0].value);
  const Object* header = ModelCall::object_of(call.args[1]);
  if (!tree.ok()) return false;
  if (!node || !header) return call.unsupported();
  const Object* erased = tree.erase(node, header);
  return tree.ok() && call.ret(Value::pointer(erased->self));
}

constexpr llvm::StringLiteral next = "_M_next";
constexpr llvm::StringLiteral previous = "_M_prev";

bool change_list(ModelCall& call) {
  const CXXRecordDecl* type = llvm::cast<CXXMethodDecl>(call.callee)->getParent();
  Nodes nodes(call, type);
  const auto join = [&](const Object* first, const Object* second) {
    nodes.set(first, next, second);
    nodes.set(second, previous, first);
  };
  if (call.name == "swap") {
    const Object* lists[] = {ModelCall::object_of(call.args[0]),
                             ModelCall::object_of(call.args[1])};
    const Object* ends[2][2] = {};
    for (size_t i = 0; i < 2; ++i) {
      if (lists[i] == nullptr) return call.unsupported(missing::this_list);
      ends[i][0] = nodes.get(lists[i], next);
      ends[i][1] = nodes.get(lists[i], previous);
    }
    for (size_t i = 0; i < 2; ++i) {
      const bool is_empty = ends[1 - i][0] == lists[1 - i];
      join(lists[i], is_empty ? lists[i] : ends[1 - i][0]);
      join(is_empty ? lists[i] : ends[1 - i][1], lists[i]);
    }
    return nodes.ok() && call.ret(Value::none());
  }
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr) return call.unsupported(missing::this_list);
  if (call.name == "_M_hook") {
    const Object* position = nodes.at(call.args[0].value);
    join(nodes.get(position, previous), self);
    join(self, position);
  } else if (call.name == "_M_unhook") {
    join(nodes.get(self, previous), nodes.get(self, next));
  } else if (call.name == "_M_transfer") {
    const Object* first = nodes.at(call.args[0].value);
    const Object* last = nodes.at(call.args[1].value);
    if (nodes.ok() && self != last) {
      const Object* last_moved = nodes.get(last, previous);
      const Object* before = nodes.get(self, previous);
      join(nodes.get(first, previous), last);
      join(last_moved, self);
      join(before, first);
    }
  } else if (call.name == "_M_reverse") {
    const Object* node = self;
    do {
      const Object* after = nodes.get(node, next);
      nodes.set(node, next, nodes.get(node, previous));
      nodes.set(node, previous, after);
      node = after;
    } while (nodes.ok() && node && node != self);
  } else {
    return call.unsupported();
  }
  return nodes.ok() && call.ret(Value::none());
}

/// How a hash table grows: libstdc++'s own code, which this program has too.
bool grow(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  const CXXRecordDecl* type = llvm::cast<CXXMethodDecl>(call.callee)->getParent();
  Location* load = nullptr;
  Location* resize = nullptr;
  for (const FieldDecl* field : type->fields()) {
    if (field->getName() == "_M_max_load_factor") load = call.machine.field_place(self, field);
    if (field->getName() == "_M_next_resize") resize = call.machine.field_place(self, field);
  }
  if (self == nullptr || load == nullptr || resize == nullptr || !load->value().is_number() ||
      !resize->value().is(Value::Kind::Int))
    return call.unsupported(missing::this_hash_table);
  size_t counts[3] = {};
  for (size_t i = 0; i < call.args.size() && i < 3; ++i) {
    if (!call.args[i].value.is(Value::Kind::Int))
      return call.report().not_known(call.args[i].expr, call.args[i].value, "a size of this table");
    counts[i] = static_cast<size_t>(call.args[i].value.as_int());
  }
  std::__detail::_Prime_rehash_policy policy(static_cast<float>(load->value().as_double()));
  policy._M_next_resize = static_cast<size_t>(resize->value().as_int());
  const auto size = [](size_t number) {
    return Value::integer(static_cast<int64_t>(number), 64, false);
  };
  Value answer;
  if (call.name == "_M_next_bkt") {
    answer = size(policy._M_next_bkt(counts[0]));
  } else {
    const auto [rehash, buckets] = policy._M_need_rehash(counts[0], counts[1], counts[2]);
    Object* pair =
        call.storage().sequence({Value::boolean(rehash), size(buckets)}, /*is_tuple=*/true);
    answer = Value::object(pair);
  }
  call.storage().write(resize, size(policy._M_next_resize));
  return call.ret(answer);
}

/// std::__throw_out_of_range("...") and its kin.
bool throw_it(ModelCall& call) {
  llvm::StringRef name = call.name;
  name.consume_front("__throw_");
  name.consume_back("_fmt");
  std::string text = "std::" + name.str();
  if (!call.args.empty() && call.args[0].value.is(Value::Kind::String))
    text = call.args[0].value.text();
  for (size_t i = 1; i < call.args.size(); ++i) {
    const size_t at = text.find('%');
    if (at == std::string::npos) break;
    const Value& value = call.args[i].value;
    const size_t end = text.find_first_of("us", at);
    if (end == std::string::npos) break;
    const std::string shown = value.is(Value::Kind::Int)      ? std::to_string(value.as_int())
                              : value.is(Value::Kind::String) ? std::string(value.text())
                                                              : "?";
    text.replace(at, end - at + 1, shown);
  }
  return raise_std(call, name, text);
}

bool uncaught_exceptions(ModelCall& call) {
  const unsigned count = call.machine.num_travelling();
  call.result.value = call.callee->getReturnType()->isBooleanType() ? Value::boolean(count != 0)
                                                                    : Value::integer(count, 32);
  return true;
}

} // namespace

extern const ModelTable std_runtime_models = {
    {"std::_Rb_tree_{increment,decrement}", step_in_tree, gives_access},
    {"std::_Rb_tree_insert_and_rebalance", insert_in_tree, handles},
    {"std::_Rb_tree_rebalance_for_erase", erase_from_tree, handles},
    {"std::__detail::_List_node_base::_M_{hook,unhook,transfer,reverse}", change_list, handles},
    {"std::__detail::_List_node_base::swap", change_list, handles},
    {"std::__detail::_Prime_rehash_policy::{_M_next_bkt,_M_need_rehash}", grow, handles},
    {"std::__throw_bad_{alloc,array_new_length,cast,weak_ptr,function_call}", throw_it, says},
    {"std::__throw_{logic_error,domain_error,invalid_argument,length_error}", throw_it, says},
    {"std::__throw_out_of_range{,_fmt}", throw_it, says},
    {"std::__throw_{runtime,range,overflow,underflow}_error", throw_it, says},
    {"std::uncaught_exception{,s}", uncaught_exceptions, computes.but_reads(Part::Program)},
};

} // namespace fx::frontend
