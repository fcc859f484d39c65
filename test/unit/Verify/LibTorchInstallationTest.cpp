// What there is of a LibTorch to compile and link against.
#include "fx/Verify/LibTorchInstallation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace fx::verify {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class LibTorchInstallationTest : public testing::Test {
protected:
  LibTorchInstallationTest() {
    write("include/ATen/ATen.h", "");
    write(api + "/torch/version.h",
          "#pragma once\n#define TORCH_VERSION_MAJOR 2\n"
          "#define TORCH_VERSION_MINOR 10\n#define TORCH_VERSION_PATCH 1\n"
          "#define TORCH_VERSION \"2.10.1\"\n");
  }
  ~LibTorchInstallationTest() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  LibTorchInstallation find(const std::vector<std::string>& command = {}) const {
    return find_installation({folder_ / "include", folder_ / api}, command);
  }

  fs::path folder_ = fs::path(testing::TempDir()) / ("the torch " + std::to_string(::getpid()));
  const std::string api = "include/torch/csrc/api/include";
};

TEST_F(LibTorchInstallationTest, HasAVersionAndFolders) {
  const LibTorchInstallation found = find();
  EXPECT_EQ(found.version, "2.10.1");
  EXPECT_EQ(found.library, "");
  EXPECT_FALSE(found.is_built_in);
  EXPECT_THAT(found.include_arguments(),
              ElementsAre("-isystem", folder_ / api, "-isystem", folder_ / "include"));
  EXPECT_THAT(found.loader_problem(), testing::HasSubstr("no libtorch_cpu.so for the headers in"));
}

TEST_F(LibTorchInstallationTest, HasItsLibrariesBesideIt) {
  write("lib/libtorch_cpu.so", "no library");
  const LibTorchInstallation found = find();
  EXPECT_EQ(found.library, folder_ / "lib");
  EXPECT_THAT(found.link_arguments(),
              ElementsAre("-L" + found.library, "-Wl,-rpath," + found.library, "-ltorch",
                          "-ltorch_cpu", "-lc10"));
  EXPECT_THAT(found.loader_problem(), testing::HasSubstr("file too short"));
}

TEST_F(LibTorchInstallationTest, HasTheAbiThatTheCommandNames) {
  EXPECT_FALSE(find().old_abi);
  EXPECT_TRUE(find({"-D_GLIBCXX_USE_CXX11_ABI=0"}).old_abi);
  EXPECT_TRUE(find({"-D", "_GLIBCXX_USE_CXX11_ABI=0"}).old_abi);
  EXPECT_FALSE(find({"-D_GLIBCXX_USE_CXX11_ABI=0", "-D_GLIBCXX_USE_CXX11_ABI=1"}).old_abi);
}

TEST_F(LibTorchInstallationTest, HasTheAbiOfItsLibraries) {
  write("lib/libtorch_cpu.so", "");
  write("lib/libc10.so", "_ZN3c105ErrorC1ENS_14SourceLocationESs");
  EXPECT_TRUE(find().old_abi);
  write("lib/libc10.so", "_ZN3c105ErrorC1ENS_14SourceLocationENSt7__cxx1112basic_stringIcE");
  EXPECT_FALSE(find({"-D_GLIBCXX_USE_CXX11_ABI=0"}).old_abi);
}

TEST_F(LibTorchInstallationTest, IsAnotherWhenTheLibraryChanges) {
  write("lib/libtorch_cpu.so", "");
  const std::string before = find().identity();
  EXPECT_EQ(find().identity(), before);
  write("lib/libtorch_cpu.so", "another");
  EXPECT_NE(find().identity(), before);
}

} // namespace
} // namespace fx::verify
