// Elements of library objects: how they are made, assigned, compared and moved from, by the rules
// that Clang has for their types.
#pragma once

#include "Frontend/Models/Models.h"

namespace fx::frontend {

/// What is in `place`, as an operand of type `type`; movable: as std::move gives it.
Operand operand_in(clang::QualType type, Location* place, bool movable = false);
/// The type of an operand without reference and qualifiers; null when it is not known.
clang::QualType type_of(const Operand& operand);
/// True for what std::move and its kin gave: its owner may be left moved-from.
bool is_movable(const Operand& operand);

/// True for what is_movable() tells, and for a temporary: nothing else holds its parts.
bool gives_parts(const Operand& operand);

/// Template argument number `i` of a class, if it is a type.
clang::QualType template_type(const clang::CXXRecordDecl* record, unsigned i);
/// The element types of a pair or tuple; empty when `record` is none.
llvm::SmallVector<clang::QualType, 4> tuple_types(const clang::CXXRecordDecl* record);
/// The class a call returns, or the one a constructor makes.
const clang::CXXRecordDecl* class_made_by(const ModelCall& call);
bool is_std_class(const clang::CXXRecordDecl* record, llvm::StringRef name);

/// A new object of type `type` made from `args` as T(args...) makes it. Without a type, a copy.
bool make_element(Machine& machine, const clang::Expr* where, clang::QualType type,
                  llvm::ArrayRef<Operand> args, Value& element);
/// The place of an element that is a reference to what `from` is.
Location* referred_place(Machine& machine, const Operand& from);
/// *to = from, for an object of type `type`.
bool assign_element(Machine& machine, const clang::Expr* where, Location* to, clang::QualType type,
                    const Operand& from);

/// A list of the class `type` with copies of the elements of another one; `value` where that is no
/// list.
Value owned_list(Storage& storage, const Value& value, const clang::CXXRecordDecl* type = nullptr);

/// `object = value`: what the call's object is from here on, whatever it was before.
bool assign_whole(ModelCall& call, const Value& value);

/// Whether the user's code runs when the library exchanges two objects of `type`: copies, moves or
/// destructors of the object or of a part, or a swap() beside the class.
bool exchanged_by_own_code(const Machine& machine, clang::QualType type);

/// What vector<bool> gives for an element, as the element; any other operand as it is.
Operand referred_bit(Machine& machine, const Operand& operand);
/// Exchanges what is in two places, whatever it is: a function or an any, which hold one value.
void exchange_values(Storage& storage, Location* left, Location* right);

/// left == right and left < right; a value that is not known when they are not.
bool equal(Machine& machine, const clang::Expr* where, const Operand& left, const Operand& right,
           Value& result);
bool less(Machine& machine, const clang::Expr* where, const Operand& left, const Operand& right,
          Value& result);

/// The elements of [first, last), whatever iterators these are, as *it gives them.
bool range_elements(ModelCall& call, const Operand& first, const Operand& last,
                    std::vector<Operand>& elements);
/// The type of *iterator for iterators whose class tells it; null for others.
clang::QualType element_type_of_iterator(const Operand& iterator);
/// The elements of a sequence that is an operand, with their type.
std::vector<Operand> elements_of(const Object& sequence, clang::QualType type, bool movable);

/// Iterators of containers whose elements stay where they are (list, map, set): objects that name
/// the container and the place of an element.
Value node_iterator(Machine& machine, clang::QualType type, const Object* container, size_t index);
/// What find() gives of a map that forward takes: where a key stands, if it is there. Its key; an
/// iterator that is followed names an element.
Value iterator_into_input(Machine& machine, const clang::CXXRecordDecl* type, const Value& map,
                          const Value& key);
bool is_iterator_into_input(const Value& value);
/// A class of iterators that the standard library has.
bool is_std_iterator(const clang::CXXRecordDecl* record);
/// The container and the index of such an iterator; false for another value.
bool is_node_iterator(const Value& value);
/// Reports when its element was erased.
bool node_position(Machine& machine, const clang::Expr* where, const Value& iterator,
                   const Object*& container, size_t& index);
/// Elements that make one step of an iterator: 2 in a map, of key and value.
size_t stride(const Object& container);
/// What *it is at index `index`: in a map the pair.
Location* element_at(Machine& machine, const Object& container, size_t index);

/// Throws an exception of the standard library: "out_of_range", with what what() says.
bool raise_std(ModelCall& call, llvm::StringRef exception, const std::string& text);
bool raise_std(Machine& machine, const clang::Expr* where, llvm::StringRef exception,
               const std::string& text);

/// f(args...) as std::invoke means it: also members, through objects and pointers.
bool invoke(ModelCall& call, const Operand& callable, llvm::ArrayRef<Operand> args, Result& result);
/// The result of a callback as the type `type`, that the library returns.
bool convert_result(ModelCall& call, clang::QualType type, Result& result);

} // namespace fx::frontend
