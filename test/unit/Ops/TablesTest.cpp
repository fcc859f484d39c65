// The file that keeps the tables of a LibTorch.
#include "fx/Ops/Tables.h"

#include "Ops/Headers/TableFormat.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace fx::ops;
using testing::ElementsAre;

namespace {

Headers small_headers() {
  Headers headers;
  headers.version = {2, 6, 1};
  headers.folders = {"/a folder/include", "/a folder/include/torch/csrc/api/include"};
  for (const char* overload : {"", "out"}) {
    DeclaredOperator& added = headers.operators.emplace_back();
    added.name = "relu";
    added.overload = overload;
    added.arguments.push_back({"self", "Tensor", "", false, false, false, 0});
    added.arguments.push_back({"alpha", "Scalar", "1", true, true, false, 0});
    added.returns.push_back({"Tensor", 'a'});
  }
  headers.operators[1].arguments.push_back({"out", "Tensor", "", false, true, true, 'a'});
  headers.operators[0].random = headers.operators[1].inplace_view = true;
  headers.options.push_back({"PoolOptions", {"size"}, {{"size", "int64_t", {}, "1"}}, {}});
  headers.functions.push_back(
      {"pool",
       "Tensor",
       "PoolOptions",
       {{"Tensor", "input", {}}, {"const PoolOptions&", "options", {}}, {"double", "beta", "1"}}});
  headers.modules.push_back({"Pool", "Both", "PoolOptions", {{"Tensor", "x", "{}"}}, {"bias"}});
  headers.modules.push_back({"Twice", "Tensor", "", {}, {}});
  headers.result_members.push_back({"Both", "loss", "double"});
  headers.enum_tags.emplace_back("kMean", "mean");
  return headers;
}

std::string with_right_checksum(std::string text) {
  // The signature, the generator's number, the checksum, with a blank behind each.
  const size_t at = headers::table_signature.size() + headers::hash_digits + 1;
  const size_t checked = at + headers::hash_digits + 1;
  text.replace(at, headers::hash_digits,
               fmt::format("{:016x}", headers::checksum(std::string_view(text).substr(checked))));
  return text;
}

TEST(Tables, HaveWhatWasWritten) {
  const std::string text = write_tables(small_headers());
  const auto read = read_tables(text, nullptr);
  ASSERT_TRUE(read);
  const Tables& tables = **read;
  EXPECT_EQ(tables.version, (LibTorchVersion{2, 6, 1}));
  EXPECT_EQ(tables.folder, "/a folder/include");
  ASSERT_EQ(tables.schemas.size(), 2u);
  EXPECT_EQ(tables.schemas[1].overload, "out");
  EXPECT_TRUE(tables.schemas[0].random);
  EXPECT_FALSE(tables.schemas[1].random);
  EXPECT_TRUE(tables.schemas[1].inplace_view);
  ASSERT_EQ(tables.schemas[0].arguments.size(), 2u);
  EXPECT_EQ(tables.schemas[0].arguments[1].default_value, "1");
  EXPECT_TRUE(tables.schemas[0].arguments[1].has_default);
  EXPECT_TRUE(tables.schemas[0].arguments[1].keyword_only);
  ASSERT_EQ(tables.schemas[1].arguments.size(), 3u);
  EXPECT_TRUE(tables.schemas[1].arguments[2].mutated);
  EXPECT_EQ(tables.schemas[1].arguments[2].alias_set, 'a');
  EXPECT_EQ(tables.schemas[1].returns[0].alias_set, 'a');
  // The same list is kept once.
  EXPECT_EQ(tables.schemas[0].returns.data(), tables.schemas[1].returns.data());
  EXPECT_THAT(tables.options_classes[0].constructor, ElementsAre("size"));
  EXPECT_EQ(tables.options_classes[0].fields[0].default_value, "1");
  EXPECT_THAT(tables.functionals[0].parameters, ElementsAre("input"));
  EXPECT_THAT(tables.functionals[0].trailing, ElementsAre("beta"));
  EXPECT_EQ(tables.modules[0].options, 0);
  EXPECT_EQ(tables.modules[0].forward[0].default_value, "{}");
  EXPECT_THAT(tables.modules[0].tensors, ElementsAre("bias"));
  EXPECT_EQ(tables.modules[1].options, -1);
  EXPECT_EQ(tables.result_members[0].member_type, "double");
  EXPECT_EQ(tables.enum_tags[0].python, "mean");
}

TEST(Tables, KeepTheirText) {
  auto text = std::make_shared<const std::string>(write_tables(small_headers()));
  const std::weak_ptr<const std::string> watch = text;
  auto read = read_tables(*text, text);
  text.reset();
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)->schemas[0].name, "relu");
  EXPECT_FALSE(watch.expired());
  read->reset();
  EXPECT_TRUE(watch.expired());
}

TEST(Tables, OfAFileThatWasCutAreRefused) {
  const std::string text = write_tables(small_headers());
  for (size_t size = 0; size < text.size(); ++size) {
    const auto read = read_tables(std::string_view(text).substr(0, size), nullptr);
    ASSERT_FALSE(read) << size;
    EXPECT_EQ(read.error().id(), "tables-not-read");
  }
  EXPECT_FALSE(read_tables(text + "x", nullptr));
}

TEST(Tables, OfADamagedFileAreRefused) {
  const std::string text = write_tables(small_headers());
  for (size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_FALSE(read_tables(damaged, nullptr)) << at;
  }
}

// A header line that fits, and rows that do not: nothing is read outside of the file.
TEST(Tables, OfWrongRowsAreRefused) {
  const std::string text = write_tables(small_headers());
  const size_t rows = text.find('\n') + 1;
  EXPECT_TRUE(read_tables(with_right_checksum(text), nullptr));
  std::mt19937 random(15);
  int refused = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = text;
    const size_t at = rows + random() % (damaged.size() - rows);
    damaged[at] = static_cast<char>(random());
    refused += read_tables(with_right_checksum(std::move(damaged)), nullptr) ? 0 : 1;
  }
  EXPECT_GT(refused, 500);
}

TEST(Tables, OfTheBuildAreThere) {
  EXPECT_GT(built_in_tables().schemas.size(), 2500u);
  EXPECT_GT(built_in_tables().modules.size(), 120u);
  EXPECT_GE(built_in_tables().version, (LibTorchVersion{1, 13, 0}));
  EXPECT_TRUE(std::ranges::is_sorted(built_in_tables().options_classes, {}, &OptionsClass::name));
}

} // namespace
