#include "Frontend/Parse/HeaderCache.h"
namespace fx::frontend {
std::string HeaderCache::find_or_make(const clang::CompilerInvocation&, const compat::FileSystem&) {
  return "";
}
void HeaderCache::discard(const std::string&) {}
} // namespace fx::frontend
