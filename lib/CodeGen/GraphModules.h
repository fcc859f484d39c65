// Modules with graphs of their own, which passes make of parts of a model, as models by themselves.
#pragma once

#include "Failure.h"
#include "Identifiers.h"

#include "fx/IR/TracedModule.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace fx::codegen {

/// A graph module, and what the writer of its class asks for.
struct GraphModuleClass {
  const ModuleNode* module = nullptr;
  std::string name; // of the class that is generated
  /// Its graph, with the modules that it calls under the paths that it calls them by.
  TracedModule model;
};

/// Those of a model.
class GraphModuleClasses {
public:
  /// `scope`: where the names of classes are, and what they must not hide. Failure: one holds
  /// parameters, buffers or constants of its own.
  GraphModuleClasses(const TracedModule& model, Identifiers& scope, Failure& failure);
  /// None.
  GraphModuleClasses() = default;

  /// One that another calls stands before it.
  const std::vector<std::unique_ptr<GraphModuleClass>>& all() const { return all_; }
  /// Null for any other module. Modules of a part's model are known too.
  const GraphModuleClass* find(const ModuleNode& module) const;

private:
  std::vector<std::unique_ptr<GraphModuleClass>> all_;
  std::unordered_map<const Graph*, const GraphModuleClass*> by_graph_;
};

} // namespace fx::codegen
