// Looking for the files that define what the files at hand only declare.
//
// A model's forward is as often as not in another file than its class. Candidates are the files of
// the compilation database and the sources near the declaration; of these, those that spell the
// definition's name. They are then read together with the others.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

namespace clang::tooling {
class CompilationDatabase;
}

namespace fx::frontend {

/// A function that the model needs and that has no body in the files read so far.
struct MissingBody {
  std::string name;        // "models::NetImpl::forward"
  std::string text;        // what its definition spells: "NetImpl::forward", "conv3x3("
  std::string declared_in; // file
};

class BodySearch {
public:
  BodySearch(const clang::tooling::CompilationDatabase& database, std::vector<std::string> files);

  /// The files to read together, those named by the user first.
  const std::vector<std::string>& files() const { return files_; }
  /// Adds the files that seem to define what is missing, with a remark for each; false: there are
  /// none that are not read yet.
  bool add(const std::vector<MissingBody>& missing);
  /// The files added last do not go with the others: leaves them out for good. False: none were
  /// added.
  bool drop_last();

private:
  std::vector<std::string> candidates(const MissingBody& missing) const;

  const clang::tooling::CompilationDatabase& database_;
  std::vector<std::string> files_;
  size_t before_last_;                    // how many of them there were before the last were added
  std::unordered_set<std::string> known_; // absolute
};

} // namespace fx::frontend
