#include "ModelReport.h"

#include "GraphDiagnostics.h"

#include "fx/IR/Meta.h"
#include "fx/Support/Messages.h"

#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

namespace fx::tool {

using llvm::SourceMgr;

void report_error(const Error& error) {
  SourceMgr sources;
  report(sources, SourceMgr::DK_Error, error);
}

void report_remark(const Node* node, const std::string& message) {
  Error said{message, {}, {}};
  const SourceRange* range = node != nullptr ? node->meta(meta::source_range) : nullptr;
  if (range != nullptr) said.location = {range->file.str(), range->line, range->column};
  SourceMgr sources;
  report(sources, SourceMgr::DK_Remark, said);
}

void report_saying(const Saying& said) {
  if (said.info->severity == Severity::Remark)
    llvm::WithColor::remark(llvm::errs()) << said.text << " [" << said.info->id << "]\n";
  else
    llvm::WithColor::note(llvm::errs()) << said.text << "\n";
}

void report_failure(const std::string& message) {
  llvm::WithColor::error(llvm::errs(), "fx-clang-trace") << message << "\n";
}

} // namespace fx::tool
