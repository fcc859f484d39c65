// Checks of LibTorch models in C++ source: mistakes that a compiler accepts and a run of the model
// may not show. What an editor shows as it is typed, and what fx-clang-check prints.
#pragma once

#include "fx/Check/MemberPlaces.h"
#include "fx/Frontend/Session.h"
#include "fx/IR/TracedModule.h"
#include "fx/Ops/Kernels.h"
#include "fx/Support/Diagnostic.h"
#include "fx/Support/Messages.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fx::check {

/// The checks by their ids, which are those of what they say: beside those of the source what a
/// trace says of a program that fails with the inputs of its model.
std::vector<MessageInfo> checks();
/// Whether it is one of those that a trace says.
bool is_of_trace(std::string_view id);

/// Which checks are on, as clang-tidy's --checks says: globs with commas between them, "-" before
/// those that take away, the later ones counting more; all are on before the first. "*,-module-*".
class Selection {
public:
  explicit Selection(std::string_view globs = {});

  bool is_on(std::string_view id) const;
  /// A glob that cannot be read, or that no check has; empty: there is none.
  const std::string& problem() const { return problem_; }

private:
  struct Glob {
    std::string text;
    bool takes_away;
  };
  std::vector<Glob> globs_;
  std::string problem_;
};

/// What the checks find in the user's files that the session read last, and in the models that were
/// traced in them, in the order of the places, without what a comment NOLINT allows. Empty where
/// nothing was read that compiles. `kernels`: of the trace, where it had examples; they run models
/// that are trained. `places`, where it is not null, gets those of the classes in the user's files.
std::vector<Diagnostic> run_checks(frontend::Session& session, const Selection& selection,
                                   std::span<const TracedModule> models, ops::Kernels* kernels,
                                   std::vector<ClassPlaces>* places = nullptr);

/// Takes away what a trace said of something that a check found too, and says better.
void remove_repeated(std::vector<Diagnostic>& traced, std::span<const Diagnostic> found);

/// Whether a comment of clang-tidy's on the line, NOLINT or NOLINT(id), NOLINTNEXTLINE on the one
/// above, or NOLINTBEGIN and NOLINTEND around, allows what has this id. `line` counts from 1.
bool is_allowed(std::string_view text, unsigned line, std::string_view id);

} // namespace fx::check
