#include "Frontend/Eval/ConstructedTensors.h"

#include "Frontend/Lower/Construction.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/LibTorch.h"

#include "llvm/ADT/STLExtras.h"

namespace fx::frontend {

namespace {

/// Whether a node asks for what examples do not show: they have no history, and no place.
bool asks_for_more(const Node& node) {
  if (!node.is_call_function("builtins.getattr")) return false;
  const ops::TensorAttribute* attribute = ops::attribute_of(node);
  return attribute == nullptr || attribute->fact == ops::TensorFact::Place ||
         attribute->fact == ops::TensorFact::Data;
}

} // namespace

bool ConstructedTensors::open(clang::SourceLocation where) {
  if (run_) return true;
  if (has_failed_) return false;
  std::shared_ptr<ops::Kernels> kernels = options_.kernels;
  if (kernels == nullptr && options_.open_kernels) {
    const fx::Expected<std::shared_ptr<ops::Kernels>> opened = options_.open_kernels();
    if (opened)
      kernels = *opened;
    else
      report_.remark(where, diag::kernels_not_opened, opened.error().message);
  }
  has_failed_ = kernels == nullptr;
  if (has_failed_) return false;
  kernels->forget_modules();
  run_.emplace(std::move(kernels));
  graph_.traced().init.add_listener(*this);
  return true;
}

void ConstructedTensors::end() {
  if (!run_) return;
  graph_.traced().init.remove_listener(*this);
  run_->kernels().forget_modules(); // options may change until forward runs
  run_.reset();
  done_.clear();
}

void ConstructedTensors::node_erased(Node& node) {
  done_.erase(&node);
  run_->set(node, nullptr);
}

ops::ExampleValue ConstructedTensors::weight(const Node& node) {
  const Construction& construction = graph_.construction();
  const Weight* weight = construction.weight_of(&node);
  if (weight == nullptr || construction.has_lost_shape(&node)) return nullptr;
  ops::Kernels& kernels = run_->kernels();
  for (const LeafTensor& tensor :
       kernels.leaf_tensors(*weight->module, ops::libtorch_of(graph_.traced()), /*training=*/true))
    if (tensor.name.view() == weight->name) {
      const fx::Expected<ops::ExampleValue> made = kernels.tensor(tensor.tensor);
      return made ? *made : nullptr;
    }
  return nullptr;
}

void ConstructedTensors::run(Node& node) {
  if (node.op() == Opcode::GetAttr)
    run_->set(node, weight(node));
  else if (!asks_for_more(node))
    run_->run(node, graph_.traced(), /*autocast_may_be_on=*/false,
              graph_.construction().module_that_ran(&node));
}

/// Nodes run in their order, each once: some change the shape of a tensor in place. A loop that
/// asks for sizes appends a few nodes for each question: those alone are looked at then.
ops::ExampleValue ConstructedTensors::value(const Node& node) {
  Graph& init = graph_.traced().init;
  if (&node.graph() != &init || !open(report_.origin(&node))) return nullptr;
  llvm::SmallVector<Node*> waiting;
  for (Node* last = init.back(); last && !done_.contains(last); last = last->prev())
    waiting.push_back(last);
  std::reverse(waiting.begin(), waiting.end());
  // Where a node was made in the middle of the graph, all are gone through.
  if (done_.size() + waiting.size() != init.size()) {
    waiting.clear();
    llvm::copy_if(init, std::back_inserter(waiting),
                  [&](const Node* next) { return !done_.contains(next); });
  }
  for (Node* next : waiting) {
    done_.insert(next);
    run(*next);
  }
  return run_->value(node);
}

std::optional<Argument> ConstructedTensors::literal(const Node& node) {
  const ops::ExampleValue known = value(node);
  return known ? run_->kernels().as_literal(known) : std::nullopt;
}

std::optional<size_t> ConstructedTensors::length(const Node& node) {
  const ops::ExampleValue known = value(node);
  return known ? run_->kernels().length(known) : std::nullopt;
}

} // namespace fx::frontend
