#include "FileReport.h"

#include "WriteOutput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::tool {

namespace json = llvm::json;

size_t FileReport::num_traced() const {
  if (classes.empty() && code == 0) return 1;
  return static_cast<size_t>(std::ranges::count(classes, true, &frontend::ClassResult::traced));
}

std::vector<std::string> FileReport::refusals() const {
  std::vector<std::string> ids;
  for (const frontend::ClassResult& result : classes)
    if (result.failed) ids.push_back(result.id);
  if (!crash.empty()) ids.emplace_back("crash");
  if (crash.empty() && ids.empty() && code != 0 && !has_no_model()) ids.push_back(first_error);
  return ids;
}

std::string FileReport::summary() const {
  if (!crash.empty()) return crash;
  if (has_no_model()) return "no model";
  const size_t refused = refusals().size();
  return fmt::format("{} traced", num_traced()) +
         (refused == 0 ? "" : fmt::format(", {} refused", refused));
}

llvm::Error write_report(const std::string& path, const frontend::TraceResult& traced,
                         const std::set<std::string>& files_read, int code) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  json::OStream out(stream);
  out.object([&] {
    out.attribute("code", code);
    out.attribute("first_error", json::fixUTF8(traced.first_error));
    out.attributeArray("files_read", [&] {
      for (const std::string& file : files_read)
        out.value(json::fixUTF8(file));
    });
    out.attributeArray("classes", [&] {
      for (const frontend::ClassResult& result : traced.classes)
        out.object([&] {
          out.attribute("name", json::fixUTF8(result.name));
          out.attribute("traced", result.traced);
          out.attribute("failed", result.failed);
          out.attribute("reason", json::fixUTF8(result.reason));
          out.attribute("id", json::fixUTF8(result.id));
        });
    });
  });
  return write_output(path, text);
}

void read_report(const std::string& path, FileReport& report) {
  const auto text = llvm::MemoryBuffer::getFile(path);
  if (!text) return;
  llvm::Expected<json::Value> value = json::parse((*text)->getBuffer());
  if (!value) return llvm::consumeError(value.takeError());
  const json::Object* object = value->getAsObject();
  if (object == nullptr) return;
  report.first_error = object->getString("first_error").value_or("").str();
  if (const json::Array* files = object->getArray("files_read"))
    for (const json::Value& file : *files)
      report.files_read.push_back(file.getAsString().value_or("").str());
  const json::Array* classes = object->getArray("classes");
  if (classes == nullptr) return;
  for (const json::Value& each : *classes)
    if (const json::Object* result = each.getAsObject())
      report.classes.push_back({.name = result->getString("name").value_or("").str(),
                                .traced = result->getBoolean("traced").value_or(false),
                                .failed = result->getBoolean("failed").value_or(false),
                                .reason = result->getString("reason").value_or("").str(),
                                .id = result->getString("id").value_or("").str()});
}

} // namespace fx::tool
