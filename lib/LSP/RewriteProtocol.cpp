#include "RewriteProtocol.h"

namespace fx::lsp {

using llvm::json::Object;
using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;

Value toJSON(const OfferRequest& value) {
  return Object{{"id", value.id},
                {"file", value.file},
                {"range", value.range},
                {"refactorings", value.wants_refactorings},
                {"rules", value.wants_rules}};
}

bool fromJSON(const Value& json, OfferRequest& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("id", value.id) && map.map("file", value.file) &&
         map.map("range", value.range) && map.map("refactorings", value.wants_refactorings) &&
         map.map("rules", value.wants_rules);
}

static Value toJSON(const Offer& value) {
  return Object{{"rewrite", value.rewrite}, {"kind", value.kind}, {"title", value.title}};
}

static bool fromJSON(const Value& json, Offer& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("rewrite", value.rewrite) && map.map("kind", value.kind) &&
         map.map("title", value.title);
}

Value toJSON(const OfferAnswer& value) {
  return Object{{"id", value.id}, {"offers", value.offers}};
}

bool fromJSON(const Value& json, OfferAnswer& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("id", value.id) && map.map("offers", value.offers);
}

Value toJSON(const RewriteRequest& value) {
  return Object{{"id", value.id},           {"file", value.file},       {"range", value.range},
                {"rewrite", value.rewrite}, {"subject", value.subject}, {"name", value.name}};
}

bool fromJSON(const Value& json, RewriteRequest& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("id", value.id) && map.map("file", value.file) &&
         map.map("range", value.range) && map.map("rewrite", value.rewrite) &&
         map.map("subject", value.subject) && map.map("name", value.name);
}

Value toJSON(const RewriteAnswer& value) {
  return Object{{"id", value.id}, {"edits", value.edits}, {"message", value.message}};
}

bool fromJSON(const Value& json, RewriteAnswer& value, Path path) {
  ObjectMapper map(json, path);
  return map && map.map("id", value.id) && map.map("edits", value.edits) &&
         map.map("message", value.message);
}

} // namespace fx::lsp
