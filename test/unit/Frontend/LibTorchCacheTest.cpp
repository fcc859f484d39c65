// Tables of a LibTorch that are kept from run to run.
#include "Frontend/Parse/LibTorchCache.h"

#include "Frontend/Parse/EntryLock.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <thread>

using namespace fx;
using namespace fx::frontend;

namespace fs = std::filesystem;

namespace {

class LibTorchCache : public testing::Test {
protected:
  LibTorchCache() {
    write("ATen/ops/relu_ops.h", schema("relu"));
    write("torch/version.h", "#define TORCH_VERSION_MAJOR 2\n#define TORCH_VERSION_MINOR 6\n"
                             "#define TORCH_VERSION_PATCH 0\n");
    write("torch/enum.h", "TORCH_ENUM_DECLARE(Sum)\n");
    write("torch/nn/options/all.h", "struct PoolOptions { TORCH_ARG(bool, b); };");
    write("torch/nn/functional/all.h", "inline Tensor pool(const Tensor& input) {}");
    write("torch/nn/modules/all.h", "TORCH_MODULE(Pool);");
  }
  ~LibTorchCache() override { fs::remove_all(folder_); }

  static std::string schema(const std::string& name) {
    return "const char* schema_str = \"" + name + "(Tensor self) -> Tensor\";";
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((headers_ / name).parent_path());
    std::ofstream(headers_ / name) << text;
  }
  /// The names of the operators, or what is wrong.
  std::string operators() const {
    const auto tables = libtorch_tables({headers_, headers_}, cache_);
    if (!tables) return tables.error().message;
    std::string names;
    for (const ops::Schema& found : (*tables)->schemas)
      names += std::string(found.name) + " ";
    return names;
  }
  /// The files of tables in the cache.
  std::vector<fs::path> kept(const std::string& extension = ".tables") const {
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(cache_))
      if (entry.path().extension() == extension) found.push_back(entry.path());
    return found;
  }

  fs::path folder_ = fs::path(testing::TempDir()) / ("kept-tables " + std::to_string(::getpid()));
  fs::path headers_ = folder_ / "headers";
  fs::path cache_ = folder_ / "new" / "cache";
};

TEST_F(LibTorchCache, KeepsWhatItMade) {
  EXPECT_EQ(operators(), "relu ");
  ASSERT_EQ(kept().size(), 1u);
  // A file is not written again: it is the same one.
  const fs::path other = folder_ / "the same file";
  fs::create_hard_link(kept()[0], other);
  EXPECT_EQ(operators(), "relu ");
  EXPECT_TRUE(fs::equivalent(kept()[0], other));
  EXPECT_TRUE(kept(".new").empty());
}

TEST_F(LibTorchCache, NoticesAChange) {
  EXPECT_EQ(operators(), "relu ");
  write("ATen/ops/relu_ops.h", schema("prelu"));
  EXPECT_EQ(operators(), "prelu ");
  write("ATen/ops/selu_ops.h", schema("selu"));
  EXPECT_EQ(operators(), "prelu selu ");
  fs::remove(headers_ / "ATen/ops/relu_ops.h");
  EXPECT_EQ(operators(), "selu ");
  write("torch/enum.h", "TORCH_ENUM_DECLARE(Mean)\n");
  EXPECT_EQ((*libtorch_tables({headers_, headers_}, cache_))->enum_tags[0].python, "mean");
  EXPECT_EQ(kept().size(), 1u);
  write("torch/version.h", "#define TORCH_VERSION_MAJOR 2\n#define TORCH_VERSION_MINOR 7\n"
                           "#define TORCH_VERSION_PATCH 1\n");
  EXPECT_EQ((*libtorch_tables({headers_, headers_}, cache_))->version,
            (ops::LibTorchVersion{2, 7, 1}));
  EXPECT_EQ(kept().size(), 2u);
}

TEST_F(LibTorchCache, MakesADamagedFileAgain) {
  EXPECT_EQ(operators(), "relu ");
  const auto size = fs::file_size(kept()[0]);
  for (const auto left : {size - 1, size / 2, uintmax_t{10}, uintmax_t{0}}) {
    fs::resize_file(kept()[0], left);
    EXPECT_EQ(operators(), "relu ") << left;
    EXPECT_EQ(fs::file_size(kept()[0]), size);
  }
}

TEST_F(LibTorchCache, GoesOnWithoutAFolder) {
  cache_.clear();
  EXPECT_EQ(operators(), "relu ");
  cache_ = headers_ / "torch/enum.h" / "no folder";
  EXPECT_EQ(operators(), "relu ");
}

TEST_F(LibTorchCache, SaysWhatIsMissing) {
  fs::remove(headers_ / "torch/enum.h");
  EXPECT_NE(operators().find("torch/enum.h is missing"), std::string::npos);
  EXPECT_TRUE(kept().empty());
}

TEST_F(LibTorchCache, IsMadeOnceByManyAtOnce) {
  std::vector<std::thread> threads;
  std::vector<std::string> found(8);
  threads.reserve(found.size());
  for (std::string& names : found)
    threads.emplace_back([&] { names = operators(); });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(found, std::vector<std::string>(8, "relu "));
  EXPECT_EQ(kept().size(), 1u);
  EXPECT_TRUE(kept(".new").empty());
}

// A process that ends while it makes the tables leaves half a file, and its lock is free.
TEST_F(LibTorchCache, SurvivesAMakerThatIsKilled) {
  EXPECT_EQ(operators(), "relu ");
  const std::string file = kept()[0];
  const std::string lock = fs::path(file).replace_extension(".lock");
  fs::remove(file);
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t maker = ::fork();
  if (maker == 0) {
    EntryLock held(lock);
    const bool is_held = held.try_lock();
    std::ofstream(file + "-1-2.new") << "half";
    (void)!::write(ready[1], &is_held, 1);
    ::pause();
  }
  bool is_held = false;
  ASSERT_EQ(::read(ready[0], &is_held, 1), 1);
  EXPECT_TRUE(is_held);
  std::string names;
  std::thread waiting([&] { names = operators(); });
  ::kill(maker, SIGKILL);
  ::waitpid(maker, nullptr, 0);
  waiting.join();
  EXPECT_EQ(names, "relu ");
  EXPECT_EQ(kept().size(), 1u);
  EXPECT_TRUE(kept(".new").empty());
}

} // namespace
