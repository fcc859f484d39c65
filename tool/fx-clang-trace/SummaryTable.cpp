#include "SummaryTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace fx::tool {

namespace {

/// Where a person stands who reads it.
std::string relative(llvm::StringRef file) {
  llvm::SmallString<256> folder;
  if (llvm::sys::fs::current_path(folder) || folder == "/") return file.str();
  llvm::StringRef name(file);
  return name.consume_front(folder) && name.consume_front("/") ? name.str() : file.str();
}

std::string result_of(const frontend::ClassResult& result) {
  if (result.traced) return "traced";
  return result.failed ? "refused: " + (result.id.empty() ? result.reason : result.id)
                       : result.reason;
}

struct Row {
  std::string file, model, result, time;
};

std::vector<Row> rows_of(const FileReport& report) {
  const std::string time = fmt::format("{:.1f} s", report.time.count());
  if (!report.crash.empty()) return {{relative(report.file), "", report.crash, time}};
  if (report.has_no_model()) return {{relative(report.file), "", "no model", time}};
  std::vector<Row> rows;
  rows.reserve(report.classes.size());
  for (const frontend::ClassResult& result : report.classes)
    rows.push_back({"", result.name, result_of(result), ""});
  if (rows.empty())
    rows.push_back({"", "", report.code == 0 ? "traced" : "refused: " + report.first_error, ""});
  rows.front().file = relative(report.file);
  rows.front().time = time;
  return rows;
}

} // namespace

std::string summary_table(const std::vector<FileReport>& reports, double seconds) {
  std::vector<Row> rows = {{"file", "model", "result", "time"}};
  size_t traced = 0;
  size_t refused = 0;
  std::map<std::string, size_t> by_id;
  for (const FileReport& report : reports) {
    llvm::append_range(rows, rows_of(report));
    traced += report.num_traced();
    for (const std::string& id : report.refusals()) {
      ++refused;
      ++by_id[id.empty() ? "other" : id];
    }
  }
  const auto width = [&](std::string Row::* column) {
    return std::ranges::max(rows, {}, [&](const Row& row) { return (row.*column).size(); }).*column;
  };
  const size_t file = width(&Row::file).size();
  const size_t model = width(&Row::model).size();
  const size_t result = width(&Row::result).size();
  std::string text;
  for (const Row& row : rows) {
    std::string line = fmt::format("{:{}}  {:{}}  {:{}}  {}", row.file, file, row.model, model,
                                   row.result, result, row.time);
    text += llvm::StringRef(line).rtrim().str() + '\n';
  }
  text +=
      fmt::format("\n{} file{}: {} model{} traced, {} refused, {:.1f} s\n", reports.size(),
                  reports.size() == 1 ? "" : "s", traced, traced == 1 ? "" : "s", refused, seconds);
  for (const auto& [id, count] : by_id)
    text += fmt::format("  {} {}\n", count, id);
  return text;
}

} // namespace fx::tool
