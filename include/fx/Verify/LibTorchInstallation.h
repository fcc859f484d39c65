// A LibTorch to compile and link against: where its headers and libraries lie, and how it was
// compiled.
#pragma once

#include "fx/Ops/Headers.h"

#include <string>
#include <vector>

namespace fx::verify {

struct LibTorchInstallation {
  ops::HeaderFolders headers;
  std::string library; // the folder with libtorch.so; empty: not found
  std::string version; // "2.6.0"; empty: not found
  /// std::string is the one from before C++11: -D_GLIBCXX_USE_CXX11_ABI=0.
  bool old_abi = false;
  /// It is the one that fx-clang was built with.
  bool is_built_in = false;

  /// The arguments that make a compiler find the headers. None for folders that it finds itself.
  std::vector<std::string> include_arguments() const;
  /// The arguments that link the libraries and have the program find them.
  std::vector<std::string> link_arguments() const;
  /// The argument that gives a program the ABI of the libraries.
  std::string abi_argument() const;
  /// Changes when the LibTorch does: its version, ABI and paths, with sizes and times of the files
  /// that change with it.
  std::string identity() const;
  /// Why the libraries cannot be loaded on this machine, as the loader says it; empty when they
  /// can. It loads them.
  std::string loader_problem() const;
};

/// Whether an argument says which ABI of the standard library is meant.
bool mentions_abi(const std::string& argument);

/// The LibTorch that has these headers, which a file includes. `command`: the arguments of the
/// file's compile command, which say what ABI is meant where the libraries do not tell.
LibTorchInstallation find_installation(const ops::HeaderFolders& headers,
                                       const std::vector<std::string>& command);

} // namespace fx::verify
