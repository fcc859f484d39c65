// Pipelines out of text.
#include "Messages.h"
#include "PipelineElement.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace fx {

std::span<const PipelineInfo> named_pipelines() {
#define FX_PIPELINE(NAME, PASSES, SUMMARY, DESCRIPTION) {NAME, PASSES, SUMMARY, DESCRIPTION},
  static constexpr auto pipelines = std::to_array<PipelineInfo>({
#include "fx/Passes/Pipelines.def"
  });
  return pipelines;
}

class PipelineParser {
public:
  explicit PipelineParser(std::string_view text) : text_(text) {}

  Expected<PassManager> parse() {
    PassManager manager;
    if (!sequence(manager.elements_)) return *error_;
    if (at_ < text_.size()) {
      fail(say(diag::pipeline_goes_on, text_[at_]));
      return *error_;
    }
    return manager;
  }

private:
  using Element = PassManager::Element;

  bool fail(Saying said) { return fail_at(at_, std::move(said)); }
  bool fail_at(size_t offset, Error error) {
    error.location = {"--passes", 1, static_cast<unsigned>(offset) + 1};
    if (!error_) error_ = std::move(error);
    return false;
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n'))
      ++at_;
  }
  bool accept(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool sequence(std::vector<Element>& elements) {
    do {
      if (named(elements)) continue;
      elements.emplace_back();
      // A group's elements are read in its own call: pipelines are typed by people, not deep.
      if (!element(elements.back())) return false;
    } while (accept(','));
    return true;
  }

  std::string_view name_here() {
    skip_space();
    const size_t end = std::min(text_.find_first_of(",<>() \n", at_), text_.size());
    return text_.substr(at_, end - at_);
  }

  /// The passes of a pipeline with a name, which takes no parameters.
  bool named(std::vector<Element>& elements) {
    const std::string_view name = name_here();
    const auto known = std::ranges::find(named_pipelines(), name, &PipelineInfo::name);
    const bool has_parameters = at_ + name.size() < text_.size() && text_[at_ + name.size()] == '<';
    if (known == named_pipelines().end() || has_parameters) return false;
    at_ += name.size();
    // It was tried by a test: each of its passes can be made.
    return PipelineParser(known->passes).sequence(elements);
  }

  bool element(Element& element) {
    constexpr int deepest = 200;
    if (++depth_ > deepest) return fail(say(diag::pipeline_too_deep));
    const std::string_view name = name_here();
    const size_t begin = at_;
    at_ += name.size();
    if (name.empty())
      return fail(say(diag::expected_in_a_pipeline,
                      at_ == text_.size() ? "a pass at the end of the pipeline"
                                          : fmt::format("a pass, found '{}'", text_[at_])));
    std::string_view parameters;
    const size_t parameters_begin = at_ + 1;
    if (accept('<')) {
      const size_t end = text_.find('>', at_);
      if (end == std::string_view::npos)
        return fail_at(begin, say(diag::expected_in_a_pipeline, "'>' after the parameters"));
      parameters = text_.substr(at_, end - at_);
      at_ = end + 1;
    }
    const bool done = is_group(name) ? group(element, name, parameters, begin, parameters_begin)
                                     : pass(element, name, parameters, begin, parameters_begin);
    --depth_;
    return done;
  }

  static bool is_group(std::string_view name) {
    return name == "repeat" || name == "fixpoint" || name == "init";
  }

  bool group(Element& element, std::string_view name, std::string_view parameters, size_t begin,
             size_t parameters_begin) {
    element.kind = name == "repeat"     ? Element::Kind::Repeat
                   : name == "fixpoint" ? Element::Kind::Fixpoint
                                        : Element::Kind::Init;
    if (element.kind == Element::Kind::Repeat || !parameters.empty()) {
      std::string_view digits = parameters;
      constexpr std::string_view max = "max=";
      if (element.kind == Element::Kind::Fixpoint && digits.starts_with(max))
        digits.remove_prefix(max.size());
      const auto [end, problem] =
          std::from_chars(digits.data(), digits.data() + digits.size(), element.count);
      if (element.kind == Element::Kind::Init || problem != std::errc() || element.count < 1 ||
          end != digits.data() + digits.size())
        return fail_at(parameters_begin, element.kind == Element::Kind::Repeat
                                             ? say(diag::repeat_without_a_count)
                                         : element.kind == Element::Kind::Fixpoint
                                             ? say(diag::fixpoint_without_rounds)
                                             : say(diag::init_with_parameters));
    }
    if (!accept('(')) return fail_at(begin, say(diag::group_without_passes, name));
    if (!sequence(element.children)) return false;
    return accept(')') || fail(say(diag::expected_in_a_pipeline, "',' or ')'"));
  }

  bool pass(Element& element, std::string_view name, std::string_view parameters, size_t begin,
            size_t parameters_begin) {
    const PassInfo* info = find_pass(name);
    if (info == nullptr) {
      std::vector<std::string> notes;
      if (const std::string near = nearest(name); !near.empty())
        notes.push_back(fmt::format("did you mean '{}'?", near));
      notes.emplace_back("--list-passes lists the passes");
      return fail_at(begin, {say(diag::pass_unknown, name), {}, std::move(notes)});
    }
    const Expected<PassOptions> options = parse_pass_options(*info, parameters);
    if (!options) return fail_at(parameters_begin, options.error());
    Expected<std::unique_ptr<Pass>> made = info->create(*options);
    if (!made) return fail_at(begin, made.error());
    element.name = parameters.empty() ? std::string(name) : fmt::format("{}<{}>", name, parameters);
    element.pass = std::move(*made);
    return true;
  }

  /// The pass whose name differs least, if by a third of its letters at most.
  static std::string nearest(std::string_view name) {
    std::string best;
    size_t least = name.size() / 3 + 1;
    const auto compare = [&](std::string_view known) {
      const size_t distance = edit_distance(name, known);
      if (distance >= least) return;
      least = distance;
      best = known;
    };
    for (const PassInfo* info : registered_passes())
      compare(info->name);
    for (const PipelineInfo& pipeline : named_pipelines())
      compare(pipeline.name);
    return best;
  }

  static size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j)
      row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j <= b.size(); ++j) {
        const size_t above = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
        diagonal = above;
      }
    }
    return row[b.size()];
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
  std::optional<Error> error_;
};

Expected<PassManager> PassManager::parse(std::string_view text) {
  return PipelineParser(text).parse();
}

} // namespace fx
