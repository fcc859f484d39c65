// Contracts that many rows share, each named after what a function that has it does. A row with one
// of its own says how it differs from one of these, or states the five itself.
#pragma once

#include "Frontend/Eval/Contract.h"

namespace fx::frontend::contract {

inline constexpr Part operands = Part::Self | Part::Arguments;
inline constexpr Part reachable = operands | Part::Reached;
inline constexpr Part everything = reachable | Part::Program;

/// A value from values: std::sqrt, size().
inline constexpr Contract computes{.reads = reachable,
                                   .writes = Part::Nothing,
                                   .calls = Calls::Nothing,
                                   .keeps = Part::Nothing,
                                   .returns = Returns::Value};
/// The same, by comparisons or hashes of elements, which may be the user's: operator<, count().
inline constexpr Contract compares = computes.but_calls(Calls::Elements);
/// Something that the operands hold, to be read or written through the result: at(), begin().
inline constexpr Contract gives_access = computes.but_returns(Returns::Place);
/// The same, looked for with comparisons or hashes of elements: find().
inline constexpr Contract finds = gives_access.but_calls(Calls::Elements);
/// An object that holds copies of the arguments, or what was moved out of them: pointers and
/// callables among them live on in it.
inline constexpr Contract constructs{.reads = Part::Arguments | Part::Reached,
                                     .writes = Part::Arguments,
                                     .calls = Calls::Elements,
                                     .keeps = Part::Reached,
                                     .returns = Returns::Value};
/// An object that names the arguments or what they point to: std::ref, an iterator, a view.
inline constexpr Contract refers{.reads = Part::Arguments | Part::Reached,
                                 .writes = Part::Nothing,
                                 .calls = Calls::Nothing,
                                 .keeps = Part::Arguments | Part::Reached,
                                 .returns = Returns::Value};
/// operator=: whatever the object was, it is what the argument was, which may be moved from.
inline constexpr Contract assigns = constructs.but_writes(operands).but_returns(Returns::Self);
/// A change of the object alone: clear(), pop_back(), ++iterator.
inline constexpr Contract changes_itself =
    compares.but_writes(Part::Self).but_returns(Returns::Self);
/// Elements that are copied or moved into the object: push_back(), insert().
inline constexpr Contract takes = finds.but_writes(operands).but_keeps(Part::Reached);
/// Two things that change their places: swap().
inline constexpr Contract exchanges = compares.but_writes(operands).but_returns(Returns::Nothing);
/// Values written to where a pointer or an iterator points: memcpy, std::copy.
inline constexpr Contract fills = finds.but_writes(Part::Arguments | Part::Reached);
/// A family of methods of which some change what the object or its arguments are or name.
inline constexpr Contract handles = finds.but_writes(reachable);
/// What it is given to call is called, with the other operands: std::apply, std::visit.
inline constexpr Contract runs{.reads = everything,
                               .writes = everything,
                               .calls = Calls::Elements | Calls::Callables | Calls::Modules,
                               .keeps = Part::Nothing,
                               .returns = Returns::Place};
/// Nothing that a model could see: a lock, a message.
inline constexpr Contract says = computes.but_returns(Returns::Nothing);
/// An operator of LibTorch's that leaves its operands as they are, and reads modes and settings.
inline constexpr Contract operates = computes.but_reads(everything);
/// One that writes to the values of a tensor, or draws from the generator.
inline constexpr Contract writes_tensors =
    gives_access.but_reads(everything).but_writes(Part::Reached | Part::Program);
/// A mode or a setting that holds from here on.
inline constexpr Contract sets_program = operates.but_writes(Part::Program);
/// Modules that are registered, changed, or made to call methods of their own.
inline constexpr Contract changes_modules =
    runs.but_calls(Calls::Elements | Calls::Modules).but_keeps(operands);

} // namespace fx::frontend::contract
