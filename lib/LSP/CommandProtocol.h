// What the server and its workers tell each other of commands, as JSON-RPC notifications.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <string>

namespace fx::lsp {

/// To a worker: do what a command of Commands.h says with a model of a file.
struct CommandRequest {
  static constexpr llvm::StringLiteral method = "fx/command";
  int64_t id = 0;
  std::string command;
  std::string file;
  std::string root; // Origin::root; empty: the first that there is
};

/// From a worker.
struct CommandAnswer {
  static constexpr llvm::StringLiteral method = "fx/commanded";
  int64_t id = 0;
  /// It was done, and nothing is wrong with the model.
  bool is_right = false;
  std::string message;
  std::string written; // the absolute path of a file; empty: none is
};

llvm::json::Value toJSON(const CommandRequest& value);
llvm::json::Value toJSON(const CommandAnswer& value);
bool fromJSON(const llvm::json::Value& json, CommandRequest& value, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& json, CommandAnswer& value, llvm::json::Path path);

} // namespace fx::lsp
