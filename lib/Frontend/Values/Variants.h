// Variants: std's, and c10's of LibTorch before 2.0, which is the same class under another name.
//
// Both are an object with the alternative that they hold for its one element; hidden is the index
// of that alternative.
#pragma once

#include "Frontend/Values/Storage.h"

namespace clang {
class CXXRecordDecl;
} // namespace clang

namespace fx::frontend {

/// std::variant or c10::variant.
bool is_variant_class(const clang::CXXRecordDecl* record);

/// What a variant of LibTorch's options holds; `value` itself where it is none. Such a variant has
/// a torch::enumtype among its alternatives: torch::kSame or a list, torch::kMean or torch::kSum.
/// C++ asks which of them it is; a graph has what it holds.
Value chosen(const Value& value);

} // namespace fx::frontend
