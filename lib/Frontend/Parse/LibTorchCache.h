// The tables of a LibTorch, made from its headers when it is first used and kept in the cache
// folder.
//
// A file for each version, folder and maker; it begins with the stamps of the headers that were
// read, so that an upgrade in place is noticed. It is made under a lock and renamed into place: a
// process that is killed leaves nothing that is read, and of two that start at once one makes it.
#pragma once

#include "fx/Ops/LibTorch.h"

#include <string>

namespace fx::frontend {

/// The tables of the LibTorch that has its headers there. Kept in `cache`, a folder that need not
/// be there yet; empty: not kept. What cannot be kept is made all the same. Fails when the headers
/// are none of LibTorch's. `are_made`: whether nobody had made and kept them before.
Expected<std::shared_ptr<const ops::Tables>> libtorch_tables(const ops::HeaderFolders& folders,
                                                             const std::string& cache,
                                                             bool* are_made = nullptr);

/// The LibTorch that has its headers there: the one of the build, when it is the same version in
/// the same place, else one with libtorch_tables().
Expected<std::shared_ptr<const ops::LibTorch>> find_libtorch(const ops::HeaderFolders& folders,
                                                             const std::string& cache,
                                                             bool* is_first_use = nullptr);

} // namespace fx::frontend
