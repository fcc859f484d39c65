#include "Verifier.h"

namespace fx::lsp {

void Verifier::start(std::vector<std::string> command, const std::vector<FileText>& texts,
                     const CommandRequest& request, Take take) {
  process_.emplace(std::move(command));
  if (llvm::Error problem = process_->start()) {
    process_.reset();
    CommandAnswer answer;
    answer.message = "cannot start " + llvm::toString(std::move(problem));
    return take(answer);
  }
  take_ = std::move(take);
  for (const FileText& text : texts)
    process_->notify(FileText::method, toJSON(text));
  process_->notify(CommandRequest::method, toJSON(request));
}

void Verifier::on_readable() {
  std::optional<CommandAnswer> answer;
  const bool goes_on = process_->read([&](const llvm::json::Value& message) {
    const llvm::json::Object* object = message.getAsObject();
    if (object == nullptr || object->getString("method") != CommandAnswer::method) return;
    llvm::json::Path::Root root;
    CommandAnswer read;
    if (const llvm::json::Value* params = object->get("params"))
      if (fromJSON(*params, read, root)) answer = std::move(read);
  });
  if (goes_on && !answer) return;
  if (!answer) {
    answer.emplace();
    answer->message = "the process that compares has ended: " + process_->end();
  }
  process_.reset();
  Take take = std::move(take_);
  take(*answer);
}

} // namespace fx::lsp
