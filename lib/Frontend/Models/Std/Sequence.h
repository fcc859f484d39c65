// Sequences of the standard library: what their models share, and those that change one.
#pragma once

#include "Frontend/Models/Elements.h"

namespace fx::frontend {

/// The sequence that a method is called on; null when it is another value.
const Object* sequence(ModelCall& call);
/// The sequence that a change is about to be made to. A list that an operator returned becomes its
/// items, if --input tells how many there are.
const Object* changed_sequence(ModelCall& call);
/// The element type T of vector<T>.
clang::QualType element_type(const clang::CXXRecordDecl* record);
bool is_list(const Object& sequence);
Value iterator_at(ModelCall& call, const Object& sequence, int64_t index);
/// The index of an iterator of `sequence`.
bool position(ModelCall& call, const Operand& operand, const Object& sequence, int64_t& index);
/// A size has to be known.
void concretize_size(ModelCall& call);
/// What the arguments of a constructor, insert and assign name from number `first` on. The overload
/// tells what they are, not their values: one value may itself be a list.
bool given_elements(ModelCall& call, const Object& self, size_t first,
                    std::vector<Location*>& elements);

/// The same, before anything is made of it.
bool given_operands(ModelCall& call, size_t first, std::vector<Operand>& operands);

// What changes a sequence (SequenceChanges.cpp)
/// What assign() and operator= do to a sequence of objects: those that are there get other values,
/// what is left over goes, and what is missing comes. A vector without memory for all is made anew.
bool assign_elements(ModelCall& call, const Object& self, llvm::ArrayRef<Operand> from);
/// Whether the program sees how that is done.
bool shows_assignment(const Machine& machine, clang::QualType type);

// SequenceChanges.cpp: models.
bool push_back(ModelCall& call);
bool pop(ModelCall& call);
bool clear(ModelCall& call);
bool erase(ModelCall& call);
/// assign: a new container in the old one's place.
bool refill(ModelCall& call);
/// container = other, or = {elements}.
bool assign_sequence(ModelCall& call);
bool reserve(ModelCall& call);
bool capacity(ModelCall& call);
bool shrink_to_fit(ModelCall& call);
bool resize(ModelCall& call);
bool insert(ModelCall& call);
bool swap_contents(ModelCall& call);
/// array::fill
bool fill(ModelCall& call);
/// vector<bool>::flip()
bool flip(ModelCall& call);

} // namespace fx::frontend
