// A folder of a test's own, in which fx-clang-trace writes graphs.
#pragma once

#include "fx/Runtime/Errors.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace fx {

class ToolFolder : public ::testing::Test {
protected:
  ToolFolder() {
    std::string name = ::testing::TempDir() + "fx-runtime-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~ToolFolder() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name) const { return folder_ + "/" + name; }
  /// The graph of a source, by the tool. A path that does not begin with / is one of the repository.
  std::string traced(const std::string& source, const std::string& options = "") const {
    const std::string graph = file("model.fx");
    const std::string path = source.front() == '/' ? source : FX_SOURCES "/" + source;
    const std::string command = std::string(FX_CLANG_TRACE) + " " + path + " " + options + " -o " +
                                graph + " -- 2> " + file("messages");
    EXPECT_EQ(std::system(command.c_str()), 0) << text_of(file("messages"));
    return graph;
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }
  static std::string text_of(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

private:
  std::string folder_;
};

/// What a RuntimeError that must be thrown says.
inline std::string message_of(const std::function<void()>& run) {
  try {
    run();
  } catch (const RuntimeError& error) {
    return error.what();
  }
  return "no RuntimeError was thrown";
}

} // namespace fx
