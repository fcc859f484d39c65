#include "MemberPlaces.h"

#include "Frontend/Values/Names.h"

#include <map>

using namespace clang;

namespace fx::check {

namespace {

ClassPlaces places_of(const ClassMembers& members, const ASTContext& context) {
  const auto place = [&](clang::SourceRange range) {
    return frontend::source_range(context, range);
  };
  ClassPlaces places;
  places.name = frontend::type_name(context, context.getCanonicalTagType(members.record));
  places.name_place = place(members.record->getLocation());
  places.whole = place(members.record->getSourceRange());
  std::map<const FieldDecl*, size_t> numbers;
  for (const Member& member : members.members) {
    if (member.kind == MemberKind::Tensor) continue;
    numbers[member.field] = places.members.size();
    ClassPlaces::Member& made = places.members.emplace_back();
    made.declaration = place(member.field->getLocation());
    for (const clang::SourceLocation name : member.names)
      if (name.isFileID()) made.uses.push_back(place(name));
  }
  for (const Registration& each : members.registrations) {
    if (called_name(each.call) != "register_module") continue;
    ClassPlaces::Registration& made = places.registrations.emplace_back();
    made.call = place(each.call->getSourceRange());
    if (each.name != nullptr) made.name = place(each.name->getSourceRange());
    const FieldDecl* member = each.member != nullptr ? each.member : each.initialized;
    if (const auto number = numbers.find(member); number != numbers.end())
      made.member = number->second;
  }
  return places;
}

} // namespace

std::vector<ClassPlaces> class_places(std::span<const ClassMembers> classes,
                                      const ASTContext& context) {
  std::vector<ClassPlaces> places;
  places.reserve(classes.size());
  for (const ClassMembers& members : classes)
    places.push_back(places_of(members, context));
  return places;
}

} // namespace fx::check
