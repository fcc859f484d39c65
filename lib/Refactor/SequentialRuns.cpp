#include "SequentialRuns.h"

#include "fx/IR/SequentialElement.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace fx::refactor {

SequentialRuns::SequentialRuns(const Graph& before, const TracedModule& after) {
  using Site = std::tuple<const ModuleNode*, std::string, TextRange>;
  std::map<Site, SequentialRun*> last;
  for (const Node* node : before) {
    const SequentialElement* element = node->meta(meta::sequential_element);
    const SourceSyntax* syntax = node->meta(meta::syntax);
    const ModuleNode* module = element && syntax ? after.modules.find(element->path) : nullptr;
    if (module == nullptr || module->parent == nullptr) continue;
    const auto& all = module->parent->children;
    const auto number = static_cast<size_t>(std::ranges::find(all, module) - all.begin());
    SequentialRun*& run = last[{module->parent, syntax->file.str(), syntax->whole}];
    // The modules run in their order, so one that is not behind the last one is of the next call.
    const bool goes_on =
        run != nullptr &&
        std::all_of(run->elements.begin() + static_cast<ptrdiff_t>(number), run->elements.end(),
                    [](const Node* other) { return other == nullptr; });
    if (!goes_on) {
      run = &runs_.emplace_back();
      run->sequential = module->parent;
      run->elements.resize(all.size());
      run->first = node;
    }
    run->elements[number] = node;
    places_.emplace(node, Place{run, number});
  }
}

} // namespace fx::refactor
