// The places of members, as those who know no Clang are told them.
#pragma once

#include "Members.h"
#include "fx/Check/MemberPlaces.h"

#include <span>

namespace fx::check {

std::vector<ClassPlaces> class_places(std::span<const ClassMembers> classes,
                                      const clang::ASTContext& context);

} // namespace fx::check
