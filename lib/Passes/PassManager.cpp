#include "fx/Passes/PassManager.h"

#include "Messages.h"
#include "PipelineElement.h"
#include "fx/Analysis/SymbolicShapes.h"
#include "fx/Passes/GraphTransformObserver.h"
#include "fx/Passes/Rules.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {

PassManager::PassManager() = default;
PassManager::~PassManager() = default;
PassManager::PassManager(PassManager&&) noexcept = default;
PassManager& PassManager::operator=(PassManager&&) noexcept = default;

PassManager::Element PassManager::Element::of_pass(std::string name, std::unique_ptr<Pass> pass) {
  Element element;
  element.name = std::move(name);
  element.pass = std::move(pass);
  return element;
}

void PassManager::add(std::string name, std::unique_ptr<Pass> pass) {
  elements_.push_back(Element::of_pass(std::move(name), std::move(pass)));
}

void PassManager::prepend(std::string name, std::unique_ptr<Pass> pass) {
  elements_.insert(elements_.begin(), Element::of_pass(std::move(name), std::move(pass)));
}

void PassManager::append(PassManager other) {
  std::ranges::move(other.elements_, std::back_inserter(elements_));
}

void PassManager::Element::add_names(std::vector<std::string>& names) const {
  if (kind == Kind::Pass) names.push_back(name.substr(0, name.find('<')));
  for (const Element& child : children)
    child.add_names(names);
}

std::vector<std::string> PassManager::pass_names() const {
  std::vector<std::string> names;
  for (const Element& element : elements_)
    element.add_names(names);
  return names;
}

bool PassManager::Element::runs(std::string_view pass) const {
  return kind == Kind::Pass ? std::string_view(name).substr(0, name.find('<')) == pass
                            : std::ranges::any_of(
                                  children, [&](const Element& child) { return child.runs(pass); });
}

bool PassManager::has_pass(std::string_view name) const {
  return std::ranges::any_of(elements_, [&](const Element& element) { return element.runs(name); });
}

bool PassManager::Element::keeps_gradients() const {
  return kind == Kind::Pass ? pass->keeps_gradients()
                            : std::ranges::all_of(children, &Element::keeps_gradients);
}

bool PassManager::keeps_gradients() const {
  return std::ranges::all_of(elements_, &Element::keeps_gradients);
}

double PassManager::Element::lost_precision() const {
  double lost = kind == Kind::Pass ? pass->lost_precision() : 0;
  for (const Element& child : children)
    lost += child.lost_precision();
  return lost;
}

double PassManager::lost_precision() const {
  double lost = 0;
  for (const Element& element : elements_)
    lost += element.lost_precision();
  return lost;
}

void PassManager::add_instrumentation(PassInstrumentation* instrumentation) {
  instrumentations_.push_back(instrumentation);
}

void PassManager::set_remark_handler(RemarkHandler handler) {
  remark_ = std::move(handler);
}

void PassManager::set_rules(std::vector<RewriteRule> rules) {
  rules_ = std::move(rules);
  if (rules_.empty() || has_pass(rules_pass.name)) return;
  Expected<std::unique_ptr<Pass>> pass = rules_pass.create({});
  prepend(std::string(rules_pass.name), std::move(*pass));
}

std::string PassManager::Element::to_string() const {
  switch (kind) {
  case Kind::Pass: return name;
  case Kind::Repeat: return fmt::format("repeat<{}>({})", count, list(children));
  case Kind::Fixpoint:
    return count == 0 ? fmt::format("fixpoint({})", list(children))
                      : fmt::format("fixpoint<max={}>({})", count, list(children));
  case Kind::Init: return fmt::format("init({})", list(children));
  }
  return {};
}

std::string PassManager::Element::list(const std::vector<Element>& elements) {
  std::string text;
  for (const Element& element : elements)
    text += (text.empty() ? "" : ",") + element.to_string();
  return text;
}

std::string PassManager::to_string() const {
  return Element::list(elements_);
}

/// One run over one model.
struct PassManager::Run {
  const PassManager& manager;
  TracedModule& module;
  std::vector<PassInstrumentation*> instrumentations;
  AnalysisManager analyses;
  PassContext context;
  std::optional<ExampleTypes> types; // of a model that was traced on examples
  std::vector<std::string> history;  // the passes that ran

  Run(const PassManager& manager, TracedModule& module, PassInstrumentation* observer)
      : manager(manager), module(module), instrumentations(manager.instrumentations_),
        context{.analyses = analyses,
                .rules = manager.rules_,
                .module_changes = manager.module_changes_,
                .on_init_graph = false,
                .remark = manager.remark_} {
    if (observer != nullptr) instrumentations.push_back(observer);
    if (!manager.places_.empty()) {
      context.is_meant = [&manager](const Node& node) {
        return std::ranges::any_of(manager.places_,
                                   [&](const SourcePlace& place) { return place.has(node); });
      };
      context.is_meant_call = [&manager](const Node& node, const SourceRange& call) {
        return std::ranges::any_of(
            manager.places_, [&](const SourcePlace& place) { return place.has_call(node, call); });
      };
      context.is_meant_statement = [&manager](const SourceRange& range) {
        return std::ranges::any_of(manager.places_,
                                   [&](const SourcePlace& place) { return place.begins(range); });
      };
    }
    if (!context.remark) context.remark = [](const Node*, const std::string&) {};
    context.examples = &types;
    if (manager.open_kernels_) context.open_kernels = manager.open_kernels_;
    if (manager.place_)
      context.place = [&manager](const Node& node) {
        const SourceLocation place = source_location(node);
        return place.line != 0 ? place : manager.place_(node);
      };
    if (manager.kernels_ && !manager.elements_.empty())
      types.emplace(manager.kernels_, module, manager.input_of_);
  }

  Expected<bool> sequence(const std::vector<Element>& elements) {
    bool changed = false;
    for (const Element& element : elements) {
      const Expected<bool> result = this->element(element);
      if (!result) return result.error();
      changed |= *result;
    }
    return changed;
  }

  Expected<bool> element(const Element& element) {
    switch (element.kind) {
    case Element::Kind::Pass: return pass(element);
    case Element::Kind::Init: {
      const bool outer = context.on_init_graph;
      context.on_init_graph = true;
      Expected<bool> result = sequence(element.children);
      context.on_init_graph = outer;
      return result;
    }
    case Element::Kind::Repeat: {
      bool changed = false;
      for (int64_t i = 0; i < element.count; ++i) {
        const Expected<bool> result = sequence(element.children);
        if (!result) return result.error();
        changed |= *result;
      }
      return changed;
    }
    case Element::Kind::Fixpoint: {
      bool changed = false;
      for (int64_t i = 0; element.count == 0 || i < element.count; ++i) {
        const Expected<bool> result = sequence(element.children);
        if (!result) return result.error();
        if (!*result) break;
        changed = true;
      }
      return changed;
    }
    }
    return false;
  }

  Error in_context(Error error, const Element& element) const {
    std::string before;
    constexpr size_t shown = 10;
    if (history.size() > shown) before = "..., ";
    for (size_t i = history.size() - std::min(history.size(), shown); i < history.size(); ++i)
      before += history[i] + (i + 1 < history.size() ? ", " : "");
    error.notes.push_back(history.empty() ? fmt::format("while running the pass '{}'", element.name)
                                          : fmt::format("while running the pass '{}' after {}",
                                                        element.name, before));
    return error;
  }

  void update_types(const Element& element) {
    for (const ExampleTypes::Refusal& refusal : types->update(module))
      context.remark(refusal.node,
                     fmt::format("after {}, '{}' fails with the example inputs: {}", element.name,
                                 refusal.node->name().view(), refusal.reason));
  }

  Expected<bool> pass(const Element& element) {
    for (PassInstrumentation* instrumentation : instrumentations)
      instrumentation->before_pass(element.name, module);
    context.before_graph = [&](const Graph& graph) {
      for (PassInstrumentation* instrumentation : instrumentations)
        instrumentation->before_graph(element.name, module, graph);
    };
    Expected<PassResult> result = Error{};
    try {
      GraphTransformObserver observer(element.name.substr(0, element.name.find('<')), module);
      result = element.pass->run(module, context);
      if (result && result->modified && !result->keeps_symbolic_shapes)
        observer.forget(meta::symbolic_shape());
    } catch (const GraphError& misuse) {
      result = say(diag::graph_misused, misuse.what());
    }
    if (!result) return in_context(result.error(), element);
    if (result->modified) analyses.invalidate(result->preserved);
    if (result->modified && types) update_types(element);
    for (PassInstrumentation* instrumentation : instrumentations)
      if (auto error = instrumentation->after_pass(element.name, module, *result, analyses))
        return in_context(*error, element);
    for (const PassManager::Check& check : manager.checks_)
      if (auto error = check(module)) return in_context(*error, element);
    history.push_back(element.name);
    return result->modified;
  }
};

Expected<bool> PassManager::run(TracedModule& module, PassInstrumentation* observer) const {
  if (auto error = validate_constraints()) return *error;
  return Run(*this, module, observer).sequence(elements_);
}

} // namespace fx
