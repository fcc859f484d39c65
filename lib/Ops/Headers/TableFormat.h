// The format of a file of tables. A line of text; then arrays of rows, each with the number of its
// rows before it; then the text that the rows point into. A row is numbers of four bytes: a text is
// two, where it begins and how long it is; a list is two, its first row and how many.
//
// Numbers stand as the processor has them: the file does not leave its machine.
#pragma once

#include "fx/Ops/Tables.h"

#include <cstring>

namespace fx::ops::headers {

/// The line begins with this, the number of the generator and the checksum of all that follows
/// them, each as 16 hexadecimal digits and a blank. The version and the folder end it.
constexpr std::string_view table_signature = "fx-clang-tables 1 ";
constexpr size_t hash_digits = 16;

/// What a row has, in the order in which it stands; `io` writes or reads it.
template <class Io>
void transfer(Io& io, std::string_view& row) {
  io.text(row);
}
template <class Io>
void transfer(Io& io, SchemaArgument& row) {
  io.text(row.name);
  io.text(row.type);
  io.text(row.default_value);
  io.flags(row.has_default, row.keyword_only, row.mutated);
  io.number(row.alias_set);
}
template <class Io>
void transfer(Io& io, SchemaReturn& row) {
  io.text(row.type);
  io.number(row.alias_set);
}
template <class Io>
void transfer(Io& io, Schema& row) {
  io.text(row.name);
  io.text(row.overload);
  io.list(row.arguments);
  io.list(row.returns);
  io.flags(row.random, row.composite, row.inplace_view);
}
template <class Io>
void transfer(Io& io, OptionsField& row) {
  io.text(row.name);
  io.text(row.type);
  io.text(row.default_value);
}
template <class Io>
void transfer(Io& io, OptionsClass& row) {
  io.text(row.name);
  io.list(row.constructor);
  io.list(row.fields);
}
template <class Io>
void transfer(Io& io, CppFunctional& row) {
  io.text(row.name);
  io.text(row.result);
  io.text(row.options_type);
  io.list(row.parameters);
  io.list(row.trailing);
}
template <class Io>
void transfer(Io& io, ForwardParameter& row) {
  io.text(row.name);
  io.text(row.default_value);
}
template <class Io>
void transfer(Io& io, ModuleHolder& row) {
  io.text(row.name);
  io.text(row.result);
  io.list(row.forward);
  io.number(row.options);
  io.list(row.tensors);
}
template <class Io>
void transfer(Io& io, ResultMember& row) {
  io.text(row.type);
  io.text(row.name);
  io.text(row.member_type);
}
template <class Io>
void transfer(Io& io, EnumTag& row) {
  io.text(row.name);
  io.text(row.python);
}

/// A container for the rows of each kind, in the order of the file: those that lists point to come
/// before the rows that have the lists.
template <template <class> class Rows>
struct TableRows {
  Rows<std::string_view> names;
  Rows<SchemaArgument> arguments;
  Rows<SchemaReturn> returns;
  Rows<OptionsField> fields;
  Rows<ForwardParameter> forward;
  Rows<Schema> schemas;
  Rows<OptionsClass> options_classes;
  Rows<CppFunctional> functionals;
  Rows<ModuleHolder> modules;
  Rows<ResultMember> result_members;
  Rows<EnumTag> enum_tags;

  template <class Visit>
  void visit(Visit visit) {
    visit(names);
    visit(arguments);
    visit(returns);
    visit(fields);
    visit(forward);
    visit(schemas);
    visit(options_classes);
    visit(functionals);
    visit(modules);
    visit(result_members);
    visit(enum_tags);
  }

  template <class Row>
  Rows<Row>& lists() {
    if constexpr (std::is_same_v<Row, SchemaArgument>)
      return arguments;
    else if constexpr (std::is_same_v<Row, SchemaReturn>)
      return returns;
    else if constexpr (std::is_same_v<Row, OptionsField>)
      return fields;
    else if constexpr (std::is_same_v<Row, ForwardParameter>)
      return forward;
    else
      return names;
  }
};

inline uint64_t checksum(std::string_view bytes) {
  uint64_t hash = bytes.size();
  while (!bytes.empty()) {
    uint64_t word = 0;
    const size_t size = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), size);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
    bytes.remove_prefix(size);
  }
  return hash;
}

} // namespace fx::ops::headers
