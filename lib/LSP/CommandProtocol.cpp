#include "CommandProtocol.h"

namespace fx::lsp {

using llvm::json::Object;
using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;

Value toJSON(const CommandRequest& value) {
  return Object{
      {"id", value.id}, {"command", value.command}, {"file", value.file}, {"root", value.root}};
}

bool fromJSON(const Value& json, CommandRequest& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("id", value.id) && map.map("command", value.command) &&
         map.map("file", value.file) && map.map("root", value.root);
}

Value toJSON(const CommandAnswer& value) {
  return Object{{"id", value.id},
                {"right", value.is_right},
                {"message", value.message},
                {"written", value.written}};
}

bool fromJSON(const Value& json, CommandAnswer& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("id", value.id) && map.map("right", value.is_right) &&
         map.map("message", value.message) && map.map("written", value.written);
}

} // namespace fx::lsp
