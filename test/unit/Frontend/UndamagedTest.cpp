// A file of the cache is used only with the bytes that it was sealed with.
#include "Frontend/Parse/Undamaged.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace fx::frontend;

namespace {

void write(const std::filesystem::path& file, const char* text) {
  std::ofstream(file, std::ios::binary) << text;
}

TEST(Undamaged, OtherBytesOfTheSameSizeAreDamage) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "fx-undamaged-test";
  std::filesystem::create_directories(folder);
  const std::string file = folder / "key.so";
  const std::string made = folder / "key-1.so";
  write(made, "abcdef");
  EXPECT_FALSE(is_intact(file));
  ASSERT_TRUE(seal(file, made));
  std::filesystem::rename(made, file);
  EXPECT_TRUE(is_intact(file));
  EXPECT_TRUE(is_intact(file)); // by the note
  write(file, "abcxef");
  EXPECT_FALSE(is_intact(file));
  remove_sealed(file);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::filesystem::remove(folder);
}

} // namespace
