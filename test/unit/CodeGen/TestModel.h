// Short ways to build a traced model by hand.
#pragma once

#include "fx/CodeGen/Emitter.h"

#include <gtest/gtest.h>

namespace fx {

struct TestModel : TracedModule {
  TestModel() { class_name = "Net"; }

  ModuleNode& leaf(std::string_view name, std::string_view type,
                   std::vector<ModuleOption> options = {}, ModuleNode* parent = nullptr) {
    ModuleNode& module = modules.create(type, ModuleKind::Leaf);
    module.options = std::move(options);
    modules.attach(parent ? *parent : modules.root(), module, name);
    return module;
  }

  ModuleNode& nested(std::string_view name, std::string_view type, ModuleNode* parent = nullptr) {
    ModuleNode& module = modules.create(type, ModuleKind::User);
    modules.attach(parent ? *parent : modules.root(), module, name);
    return module;
  }

  void slot(ModuleNode& owner, std::string_view name, TensorRole role, Node* initial) {
    TensorSlot& slot = owner.tensors.emplace_back();
    slot.name = name;
    slot.role = role;
    slot.init = initial;
  }

  Node* input(std::string_view name, std::string type = "at::Tensor") {
    Node* node = graph.placeholder(name);
    node->set_meta(meta::cpp_type, std::move(type));
    return node;
  }

  void output(Argument value, std::string type = "at::Tensor") {
    graph.output(std::move(value))->set_meta(meta::cpp_type, std::move(type));
  }

  std::string emit(std::string_view name) const {
    Expected<std::string> text = find_emitter(name)->emit(*this, {});
    EXPECT_TRUE(text) << (text ? "" : text.error().to_string());
    return text ? *text : std::string();
  }
};

inline bool has_line(const std::string& text, std::string_view line) {
  std::string padded = "\n" + text;
  size_t at = padded.find(line);
  for (; at != padded.npos; at = padded.find(line, at + 1)) {
    size_t start = padded.find_last_not_of(' ', at - 1);
    if (padded[start] == '\n' && padded[at + line.size()] == '\n') return true;
  }
  return false;
}

/// Expects each of `lines`, without regard to indentation, among the lines of `text`.
inline void expect_lines(const std::string& text, const std::vector<std::string_view>& lines) {
  for (const std::string_view line : lines)
    EXPECT_TRUE(has_line(text, line)) << "no line\n" << line << "\nin\n" << text;
}

} // namespace fx
