// The tables of one LibTorch, and the file that keeps them.
//
// They are made once from its headers (fx/Ops/Headers.h), and read in less than a millisecond: the
// file is rows of numbers and one text that they point into. A file that was cut or changed is
// refused.
#pragma once

#include "fx/Ops/Headers.h"
#include "fx/Ops/Schema.h"
#include "fx/Ops/Spelling.h"

#include <memory>

namespace fx::ops {

/// A tag of torch/enum.h.
struct EnumTag {
  std::string_view name;   // "kReflect"
  std::string_view python; // "reflect"
};

/// A member of a struct that a module returns.
struct ResultMember {
  std::string_view type, name, member_type;
};

/// All sorted by name. What they point to lives as long as the object that read_tables() gave.
struct Tables {
  LibTorchVersion version;
  std::string_view folder; // HeaderFolders::base
  std::span<const Schema> schemas;
  std::span<const OptionsClass> options_classes;
  std::span<const CppFunctional> functionals;
  std::span<const ModuleHolder> modules;
  std::span<const ResultMember> result_members;
  std::span<const EnumTag> enum_tags;
};

/// The text of a file with the tables of what the headers declare.
std::string write_tables(const Headers& headers);
/// The tables in the text of a file. `owner` keeps the text alive; null when it lives for ever.
/// Fails on what write_tables() of this version did not write.
Expected<std::shared_ptr<const Tables>> read_tables(std::string_view text,
                                                    std::shared_ptr<const void> owner);
/// The tables of the LibTorch that fx-clang was built with.
const Tables& built_in_tables();
/// Another number, other tables from the same headers: of the code that makes them.
uint64_t tables_generator();

} // namespace fx::ops
