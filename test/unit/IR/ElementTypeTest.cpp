// Each row of the tables of element types and memory layouts, by what no other test compares.
#include "fx/IR/ElementType.h"

#include "fx/IR/MemoryLayout.h"
#include "fx/IR/Parser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

namespace fx {
namespace {

using Kind = ElementType::Kind;

/// What the name of a type begins with tells its kind.
struct Family {
  std::string_view word;
  std::string_view letters; // what torch.fx writes for it
  Kind kind;
};

Family family_of(std::string_view name) {
  for (const Family& family : std::initializer_list<Family>{{"bool", "b8", Kind::Bool},
                                                            {"bfloat", "bf", Kind::Floating},
                                                            {"float", "f", Kind::Floating},
                                                            {"uint", "u", Kind::Integral},
                                                            {"int", "i", Kind::Integral},
                                                            {"complex", "c", Kind::Complex},
                                                            {"bits", "b", Kind::Bits},
                                                            {"q", "", Kind::Quantized}})
    if (name.starts_with(family.word)) return family;
  throw std::invalid_argument(std::string(name));
}

/// torch.fx shortens the name of a kind and leaves underscores out: "float8_e5m2" -> "f8e5m2".
std::string shortened(std::string_view name, const Family& family) {
  std::string text = std::string(family.letters) + std::string(name.substr(family.word.size()));
  std::erase(text, '_');
  return text;
}

TEST(ElementType, EveryRowHasEveryColumnOrMayLackIt) {
  std::set<std::string_view> names;
  int next = 0;
  for (const ElementType& row : all_element_types()) {
    SCOPED_TRACE(row.name);
    EXPECT_TRUE(names.insert(row.name).second);
    EXPECT_TRUE(row.alias.empty() || names.insert(row.alias).second);
    const size_t digit = row.name.find_first_of("123456789");
    const Family family = family_of(row.name);
    EXPECT_TRUE(row.is(family.kind));
    // Of what is smaller than a byte: what holds it.
    const int bits = digit == row.name.npos ? 8 : std::stoi(std::string(row.name.substr(digit)));
    EXPECT_EQ(row.bytes, std::max(bits / 8, 1));
    // The rest may be empty where LibTorch has no such type, and all of it is then.
    EXPECT_EQ(row.exists(), row.cpp.starts_with("torch::k"));
    EXPECT_EQ(row.number, row.exists() ? next++ : -1);
    EXPECT_TRUE(row.exists() || (row.alias.empty() && row.conversion.empty()));
    // What is quantized needs a scale: no method without arguments makes it.
    EXPECT_EQ(row.exists() && row.conversion.empty(), row.is(Kind::Quantized));
    // torch.fx has no short names for it, and for what cannot be computed with.
    const bool is_only_kept = bits < 8 || (row.is(Kind::Bits) && row.bytes == 1);
    EXPECT_EQ(row.short_name, row.is(Kind::Quantized) || is_only_kept
                                  ? std::string()
                                  : shortened(row.name, family));
  }
}

TEST(ElementType, IsFoundByEachOfItsNames) {
  for (const ElementType& row : all_element_types()) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(find_element_type(row.name), &row);
    EXPECT_EQ(*parse_value("torch." + std::string(row.name)), Argument::dtype(row.name));
    if (!row.alias.empty()) {
      EXPECT_EQ(find_element_type(row.alias), &row);
    }
    if (!row.conversion.empty()) {
      EXPECT_EQ(find_conversion(row.conversion), &row);
    }
    if (row.exists()) {
      EXPECT_EQ(find_element_type_of_enumerator(row.enumerator), &row);
    }
  }
  // What later versions of torch have: files of theirs can be read.
  for (const std::string_view later :
       {"bits16", "float8_e4m3fn", "float8_e5m2", "uint16", "uint64"})
    EXPECT_NE(find_element_type(later), nullptr) << later;
  EXPECT_EQ(find_element_type(""), nullptr);
  EXPECT_EQ(find_element_type("float31"), nullptr);
  EXPECT_EQ(find_conversion(""), nullptr);
}

TEST(MemoryLayout, IsReadAsWhatItIs) {
  for (const MemoryLayout& row : all_layouts()) {
    EXPECT_EQ(*parse_value("torch." + std::string(row.name)), Argument::layout(row.name));
    EXPECT_EQ(row.enumerator.empty(), row.cpp.empty() && row.number < 0);
  }
  EXPECT_EQ(*parse_value("torch.jagged"), Argument::layout("jagged")); // of later versions
  for (const MemoryLayout& row : all_memory_formats()) {
    EXPECT_EQ(*parse_value("torch." + std::string(row.name)), Argument::memory_format(row.name));
    EXPECT_FALSE(row.enumerator.empty());
  }
}

} // namespace
} // namespace fx
