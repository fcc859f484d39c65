// --all, and folders as sources: which files are meant.
#pragma once

#include "fx/Frontend/Session.h"

#include <string>
#include <vector>

namespace fx::tool {

bool is_folder(const std::string& name);

/// The files of the session's database, those of `files` that are no folders, and the sources in
/// those that are; with `all` and folders, the files of the database in them. Of these, sorted and
/// as absolute paths, those that include LibTorch's headers.
std::vector<std::string> find_sources(const frontend::Session& session,
                                      const std::vector<std::string>& files, bool all);

} // namespace fx::tool
