// Memory that the program asks for, and functions on characters of every width.
#include "Frontend/Models/Elements.h"

using namespace clang;

namespace fx::frontend {

namespace {

constexpr int64_t max_bytes = int64_t(1) << 40;

/// The program's own operator new or delete, which stands for the library's.
const FunctionDecl* replacement(const ModelCall& call, OverloadedOperatorKind which) {
  ASTContext& context = call.machine.context();
  const DeclarationName name = context.DeclarationNames.getCXXOperatorName(which);
  for (const NamedDecl* found : context.getTranslationUnitDecl()->lookup(name)) {
    const auto* function = dyn_cast<FunctionDecl>(found);
    if (function && call.machine.is_user_code(function) &&
        function->getNumParams() == call.args.size() && call.machine.definition(function))
      return function;
  }
  return nullptr;
}

/// malloc, and operator new(size, std::nothrow)
bool returns_null(const FunctionDecl& function) {
  return function.hasAttr<NoThrowAttr>() ||
         function.getType()->castAs<FunctionProtoType>()->isNothrow();
}

/// std::set_new_handler: what it is given runs when memory is not there.
bool set_handler(ModelCall& call) {
  return call.unsupported(missing::new_handler);
}

bool allocate(ModelCall& call) {
  const bool is_array = call.callee->getOverloadedOperator() == OO_Array_New;
  if (const FunctionDecl* own = replacement(call, is_array ? OO_Array_New : OO_New))
    return call.machine.call_function(call.expr, own, {}, call.args, call.result);
  const Value& size = call.args[0].value;
  if (!size.is(Value::Kind::Int))
    return call.report().not_known(call.args[0].expr, size, "the size of this memory");
  // No machine has so much.
  if (size.as_int() < 0 || size.as_int() > max_bytes) {
    if (returns_null(*call.callee)) return call.ret(Value::none());
    return raise_std(call, "bad_alloc", "std::bad_alloc");
  }
  return call.ret(call.machine.memory().allocate(static_cast<uint64_t>(size.as_int())));
}

bool deallocate(ModelCall& call) {
  const bool is_array = call.callee->getOverloadedOperator() == OO_Array_Delete;
  if (const FunctionDecl* own = replacement(call, is_array ? OO_Array_Delete : OO_Delete))
    return call.machine.call_function(call.expr, own, {}, call.args, call.result);
  return call.ret(Value::none());
}

/// `count` places from the pointer `operand` on; false when they are not there.
bool units(ModelCall& call, const Operand& operand, int64_t count,
           llvm::SmallVectorImpl<Location*>& places) {
  Value pointer = operand.value;
  if (count == 0) return true;
  if (count < 0 || !call.machine.into_array(pointer)) return false;
  const auto& elements = pointer.object()->elements;
  const int64_t first = pointer.index();
  if (first < 0 || count > static_cast<int64_t>(elements.size()) - first) return false;
  places.append(elements.begin() + first, elements.begin() + first + count);
  return true;
}

/// The count that is argument `i`.
bool count_of(ModelCall& call, size_t i, int64_t& count) {
  if (!call.args[i].value.is(Value::Kind::Int))
    return call.report().not_known(call.args[i].expr, call.args[i].value, "this count");
  count = call.args[i].value.as_int();
  return true;
}

bool copy_units(ModelCall& call) {
  int64_t count = 0;
  llvm::SmallVector<Location*, 16> to;
  llvm::SmallVector<Location*, 16> from;
  if (!count_of(call, 2, count)) return false;
  if (!units(call, call.args[0], count, to) || !units(call, call.args[1], count, from))
    return call.error(diag::characters_missing);
  std::vector<Value> values;
  for (const Location* place : from)
    values.push_back(place->value());
  for (size_t i = 0; i < to.size(); ++i)
    call.storage().write(to[i], values[i]);
  return call.ret(call.args[0].value);
}

bool fill_units(ModelCall& call) {
  int64_t count = 0;
  llvm::SmallVector<Location*, 16> places;
  if (!count_of(call, 2, count)) return false;
  if (!units(call, call.args[0], count, places)) return call.error(diag::characters_missing);
  for (Location* place : places)
    call.storage().write(place, call.args[1].value);
  return call.ret(call.args[0].value);
}

bool length_in_units(ModelCall& call) {
  Value pointer = call.args[0].value;
  if (!call.machine.into_array(pointer) || pointer.index() < 0)
    return call.unsupported(missing::length_of_this_text);
  const auto& elements = pointer.object()->elements;
  for (auto i = static_cast<size_t>(pointer.index()); i < elements.size(); ++i) {
    const Value& unit = elements[i]->value();
    if (!unit.is(Value::Kind::Int)) return call.unsupported(missing::length_of_this_text);
    if (unit.as_int() == 0)
      return call.ret(Value::integer(static_cast<int64_t>(i) - pointer.index(), 64, false));
  }
  return call.error(diag::text_without_an_end);
}

/// memcmp counts bytes, wmemcmp characters.
bool compare_units(ModelCall& call) {
  const bool is_wide = llvm::StringRef(call.name).contains("wmem");
  int64_t count = 0;
  if (!count_of(call, 2, count)) return false;
  Value left = call.args[0].value;
  Value right = call.args[1].value;
  if (count == 0) return call.ret(Value::integer(0, 32));
  if (!call.machine.into_array(left) || !call.machine.into_array(right))
    return call.unsupported(missing::comparison_of_this_memory);
  const auto unit = [](const Value& pointer, int64_t i, Value& value) {
    const auto& elements = pointer.object()->elements;
    const int64_t at = pointer.index() + i;
    if (at < 0 || static_cast<size_t>(at) >= elements.size()) return false;
    value = elements[static_cast<size_t>(at)]->value();
    return value.is(Value::Kind::Int);
  };
  for (int64_t i = 0; count > 0; ++i) {
    Value a;
    Value b;
    if (!unit(left, i, a) || !unit(right, i, b) || a.width() != b.width())
      return call.unsupported(missing::comparison_of_this_memory);
    const int64_t width = is_wide ? 1 : std::max<int64_t>(a.width() / 8, 1);
    auto x = static_cast<uint64_t>(a.as_int());
    auto y = static_cast<uint64_t>(b.as_int());
    // The last one may count in part.
    if (!is_wide && count < width) {
      const uint64_t counted = (uint64_t{1} << (8 * count)) - 1;
      x &= counted;
      y &= counted;
    }
    if (x != y) {
      bool is_less = a.as_int() < b.as_int();
      if (!is_wide) {
        // The first byte that differs decides.
        while ((x & 255) == (y & 255)) {
          x >>= 8;
          y >>= 8;
        }
        is_less = (x & 255) < (y & 255);
      }
      return call.ret(Value::integer(is_less ? -1 : 1, 32));
    }
    count -= width;
  }
  return call.ret(Value::integer(0, 32));
}

/// wcscmp: up to the zero.
bool compare_text(ModelCall& call) {
  Value left = call.args[0].value;
  Value right = call.args[1].value;
  if (!call.machine.into_array(left) || !call.machine.into_array(right))
    return call.unsupported(missing::comparison_of_this_memory);
  for (int64_t i = 0;; ++i) {
    int64_t units[2] = {};
    for (const Value* text : {&left, &right}) {
      const auto& elements = text->object()->elements;
      const auto at = static_cast<size_t>(text->index() + i);
      if (at >= elements.size() || !elements[at]->value().is(Value::Kind::Int))
        return call.unsupported(missing::comparison_of_this_memory);
      units[text == &right] = elements[at]->value().as_int();
    }
    if (units[0] != units[1]) return call.ret(Value::integer(units[0] < units[1] ? -1 : 1, 32));
    if (units[0] == 0) return call.ret(Value::integer(0, 32));
  }
}

/// memchr, wmemchr
bool find_unit(ModelCall& call) {
  int64_t count = 0;
  llvm::SmallVector<Location*, 16> places;
  if (!count_of(call, 2, count)) return false;
  const Value& wanted = call.args[1].value;
  Value pointer = call.args[0].value;
  if (!wanted.is(Value::Kind::Int) || !units(call, call.args[0], count, places) ||
      (count > 0 && !call.machine.into_array(pointer)))
    return call.unsupported(missing::search_through_this_memory);
  const bool is_wide = llvm::StringRef(call.name).contains("wmem");
  for (size_t i = 0; i < places.size(); ++i) {
    const Value& unit = places[i]->value();
    if (!unit.is(Value::Kind::Int) || (!is_wide && unit.width() != 8))
      return call.unsupported(missing::search_through_this_memory);
    const int64_t mask = is_wide ? -1 : 255;
    if ((unit.as_int() & mask) == (wanted.as_int() & mask))
      return call.ret(pointer.at(pointer.index() + static_cast<int64_t>(i)));
  }
  return call.ret(Value::none());
}

/// std::_Hash_bytes(pointer, count, seed), which libstdc++ has compiled.
bool hash_bytes(ModelCall& call) {
  if (!call.args[1].value.is(Value::Kind::Int) || !call.args[2].value.is(Value::Kind::Int))
    return call.unsupported(missing::hash_of_these_bytes);
  const int64_t count = call.args[1].value.as_int();
  const int64_t seed = call.args[2].value.as_int();
  std::string bytes;
  Value pointer = call.args[0].value;
  if (count > 0 && !call.machine.into_array(pointer))
    return call.unsupported(missing::hash_of_these_bytes);
  const auto append = [&](const auto& number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  for (auto i = static_cast<size_t>(count > 0 ? pointer.index() : 0);
       static_cast<int64_t>(bytes.size()) < count; ++i) {
    if (i >= pointer.object()->elements.size()) return call.error(diag::bytes_missing);
    const Value& unit = pointer.object()->elements[i]->value();
    if (unit.is(Value::Kind::Float) && count == 4)
      append(static_cast<float>(unit.as_double()));
    else if (unit.is(Value::Kind::Float) && count == 8)
      append(unit.as_double());
    else if (unit.is(Value::Kind::Int) && unit.width() % 8 == 0)
      for (unsigned byte = 0; byte < unit.width() / 8; ++byte)
        bytes += static_cast<char>(static_cast<uint64_t>(unit.as_int()) >> (8 * byte));
    else
      return call.unsupported(missing::hash_of_these_bytes);
  }
  if (static_cast<int64_t>(bytes.size()) != count)
    return call.unsupported(missing::hash_of_these_bytes);
  const size_t code = std::_Hash_bytes(bytes.data(), bytes.size(), static_cast<size_t>(seed));
  return call.ret(Value::integer(static_cast<int64_t>(code), 64, false));
}

/// std::less<T*> and its kin order pointers into different arrays too, in some order. The library
/// asks whether memory overlaps; what a program makes of that order is not known.
bool order_pointers(ModelCall& call) {
  const FunctionDecl* body = call.machine.definition(call.callee);
  Value left = call.args[0].value;
  Value right = call.args[1].value;
  const auto is_place = [](const Value& value) {
    return value.is(Value::Kind::Pointer) || value.is(Value::Kind::Iterator) ||
           value.is(Value::Kind::String);
  };
  if (!call.callee->getParamDecl(0)->getType().getNonReferenceType()->isPointerType() ||
      !is_place(left) || !is_place(right) || !call.machine.into_array(left) ||
      !call.machine.into_array(right))
    return body ? call.machine.run_body(call.expr, body, ModelCall::object_of(call.self), call.args,
                                        call.result)
                : call.machine.opaque_call(call, false);
  int64_t order = left.index() - right.index();
  if (left.object() != right.object()) {
    if (const std::optional<int64_t> bytes = call.machine.memory().distance(left, right))
      order = *bytes;
    else if (call.machine.context().getSourceManager().isInSystemHeader(call.location()))
      order = std::less<const Object*>()(left.object(), right.object()) ? -1 : 1;
    else
      return call.error(diag::addresses_without_order);
  }
  const bool is_less = llvm::cast<CXXMethodDecl>(call.callee)->getParent()->getName() == "less";
  return call.ret(Value::boolean(is_less ? order < 0 : order > 0));
}

bool wide_number(ModelCall& call) {
  return call.unsupported(missing::number_from_text_of_these_characters);
}

} // namespace

extern const ModelTable std_memory_models = {
    {"operator new{,[]}", allocate, compares},
    {"{,std::,__builtin_}malloc", allocate, compares},
    {"__builtin_operator_new", allocate, compares},
    {"operator delete{,[]}", deallocate, handles},
    {"{,std::,__builtin_}free", deallocate, handles},
    {"__builtin_operator_delete", deallocate, handles},
    {"std::set_new_handler", set_handler, compares},
    {"{,__builtin_}{wmemcpy,wmemmove}", copy_units, fills},
    {"wmemset", fill_units, fills},
    {"{,__builtin_}wcslen", length_in_units, computes},
    {"wcscmp", compare_text, computes},
    {"{,__builtin_}{memcmp,wmemcmp}", compare_units, computes},
    {"{,__builtin_}{memchr,wmemchr}", find_unit, gives_access},
    {"__builtin_char_memchr", find_unit, gives_access},
    {"std::_Hash_bytes", hash_bytes, computes},
    {"std::{less,greater}::operator()", order_pointers, compares},
    {"__gnu_cxx::{__stoa,__to_xstring}", wide_number, fills},
};

} // namespace fx::frontend
