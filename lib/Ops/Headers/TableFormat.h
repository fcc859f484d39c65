// The format of a file of tables. A line of text; then arrays of rows, each with the number of its
// rows before it; then the text that the rows point into. A row is numbers of four bytes: a text is
// two, where it begins and how long it is; a list is two, its first row and how many.
//
// Numbers stand as the processor has them: the file does not leave its machine.
#pragma once

#include "fx/Ops/Tables.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <type_traits>

namespace fx::ops::headers {

/// The line begins with this, the number of the generator and the checksum of all that follows
/// them, each as 16 hexadecimal digits and a blank. The version and the folder end it.
constexpr std::string_view table_signature = "fx-clang-tables 1 ";
constexpr size_t hash_digits = 16;

/// What a row has, in the order in which it stands.
inline auto members(std::string_view& row) {
  return std::tie(row);
}
inline auto members(SchemaArgument& row) {
  return std::tie(row.name, row.type, row.default_value, row.has_default, row.keyword_only,
                  row.mutated, row.alias_set);
}
inline auto members(SchemaReturn& row) {
  return std::tie(row.type, row.alias_set);
}
inline auto members(Schema& row) {
  return std::tie(row.name, row.overload, row.arguments, row.returns, row.random, row.composite,
                  row.inplace_view, row.saves_self);
}
inline auto members(OptionsField& row) {
  return std::tie(row.name, row.type, row.default_value);
}
inline auto members(OptionsClass& row) {
  return std::tie(row.name, row.constructor, row.fields);
}
inline auto members(CppFunctional& row) {
  return std::tie(row.name, row.result, row.options_type, row.parameters, row.trailing);
}
inline auto members(ForwardParameter& row) {
  return std::tie(row.name, row.default_value);
}
inline auto members(ModuleHolder& row) {
  return std::tie(row.name, row.result, row.forward, row.options, row.tensors);
}
inline auto members(ResultMember& row) {
  return std::tie(row.type, row.name, row.member_type);
}
inline auto members(EnumTag& row) {
  return std::tie(row.name, row.python);
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
