#include "fx/Driver/Emit.h"

#include "Messages.h"

#include "fx/Ops/Archive.h"
#include "fx/Refactor/Format.h"
#include "fx/Verify/Package.h"

namespace fx::driver {

Emission::Emission(const Emitter& emitter, EmitOptions options)
    : emitter_(emitter), options_(std::move(options)) {}

std::optional<Error> Emission::add(const TracedModule& model) {
  Expected<std::string> text = emitter_.emit(model, options_);
  if (!text) return text.error();
  if (emitter_.language == Language::Cpp && !model.origin.files.empty())
    *text = refactor::format_cpp(*text, model.origin.files.front());
  parts_.push_back({model.class_name, std::move(*text)});
  return std::nullopt;
}

Expected<std::string> Emission::text() const {
  const Expected<std::string> joined = emitter_.joined(parts_);
  return joined ? emitter_.finished(*joined) : joined;
}

Expected<std::string> Emission::archive(const Models& models, const std::string& weights) const {
  if (parts_.size() != 1 || models.size() != 1) return say(diag::archive_of_several_models);
  const TracedModule& model = models.traced().models.front();
  const std::string& text = parts_.front().text;
  if (emitter_.archive == Archive::Package)
    return verify::make_package(model, {text, python_class_name(model, options_), weights});
  const Expected<std::string> plugin = models.plugin();
  if (!plugin) return plugin.error();
  const Expected<std::shared_ptr<ops::Archiver>> archiver = ops::load_archiver(*plugin);
  if (!archiver) return archiver.error();
  return (*archiver)->archive(model, text, weights);
}

} // namespace fx::driver
