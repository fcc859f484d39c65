// What the server and its worker tell each other of rewriting, as JSON-RPC notifications.
#pragma once

#include "TraceProtocol.h"

namespace fx::lsp {

/// To the worker: which refactorings change something at a place.
struct OfferRequest {
  static constexpr llvm::StringLiteral method = "fx/offer";
  int64_t id = 0;
  std::string file;
  llvm::lsp::Range range;
  bool wants_refactorings = true;
  /// All rule sets, which mean the whole file.
  bool wants_rules = false;
};

/// Something that could be done.
struct Offer {
  std::string rewrite; // what RewriteRequest has
  std::string kind;    // "refactor.inline"
  std::string title;
};

/// From the worker.
struct OfferAnswer {
  static constexpr llvm::StringLiteral method = "fx/offered";
  int64_t id = 0;
  std::vector<Offer> offers;
};

/// To the worker: rewrite the file.
struct RewriteRequest {
  static constexpr llvm::StringLiteral method = "fx/rewrite";
  int64_t id = 0;
  std::string file;
  llvm::lsp::Range range;
  /// "inline-submodule<call>" of PassManager::parse, "rules:fusions", or `rename`.
  std::string rewrite;
  static constexpr llvm::StringLiteral rename = "rename";
  // rename: which submodule (ShownPlace), and its new name.
  std::string subject = {};
  std::string name = {};
};

/// From the worker: edits that were traced again and give what was wanted, or why there are none.
struct RewriteAnswer {
  static constexpr llvm::StringLiteral method = "fx/rewritten";
  int64_t id = 0;
  std::vector<ShownFix::Edit> edits; // none: it is refused
  std::string message;
};

llvm::json::Value toJSON(const OfferRequest& value);
llvm::json::Value toJSON(const OfferAnswer& value);
llvm::json::Value toJSON(const RewriteRequest& value);
llvm::json::Value toJSON(const RewriteAnswer& value);
bool fromJSON(const llvm::json::Value& json, OfferRequest& value, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& json, OfferAnswer& value, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& json, RewriteRequest& value, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& json, RewriteAnswer& value, llvm::json::Path path);

} // namespace fx::lsp
