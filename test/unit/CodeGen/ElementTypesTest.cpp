// Each element type, layout and memory format of the tables, written in both languages.
#include "TestModel.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/MemoryLayout.h"

namespace fx {
namespace {

/// The two languages say `cpp` and `torchscript`, or both say that there is no such thing.
void expect_written(const TestModel& model, const std::string& cpp, const std::string& torchscript,
                    bool exists) {
  for (const auto& [emitter, text] :
       {std::pair("cpp", cpp), std::pair("torchscript", torchscript)}) {
    const Expected<std::string> written = find_emitter(emitter)->emit(model, {});
    // What only later versions of LibTorch have.
    if (!exists) {
      EXPECT_FALSE(written) << *written;
      continue;
    }
    ASSERT_TRUE(written) << written.error().to_string();
    EXPECT_NE(written->find(text), std::string::npos) << text << " in\n" << *written;
  }
}

void expect_type(std::string_view name, const ElementType& row) {
  TestModel model;
  model.output(model.graph.call_method("to", {model.input("x"), Argument::dtype(name)}));
  expect_written(model, "(" + std::string(row.cpp) + ")", "x, " + std::to_string(row.number),
                 row.exists());
}

TEST(ElementTypes, AreWrittenAsTheirRowsSay) {
  for (const ElementType& row : all_element_types()) {
    SCOPED_TRACE(row.name);
    expect_type(row.name, row);
    if (!row.alias.empty()) expect_type(row.alias, row);
  }
}

TEST(MemoryFormats, AreWrittenAsTheirRowsSay) {
  for (const MemoryLayout& row : all_memory_formats()) {
    SCOPED_TRACE(row.name);
    TestModel model;
    model.output(model.graph.call_method("contiguous", {model.input("x")},
                                         {{"memory_format", Argument::memory_format(row.name)}}));
    expect_written(model, "contiguous(" + std::string(row.cpp) + ")",
                   "memory_format=" + std::to_string(row.number), true);
  }
}

TEST(Layouts, AreWrittenAsTheirRowsSay) {
  for (const MemoryLayout& row : all_layouts()) {
    SCOPED_TRACE(row.name);
    TestModel model;
    model.output(model.graph.call_function("torch.zeros", {Argument::list({Argument(2)})},
                                           {{"layout", Argument::layout(row.name)}}));
    expect_written(model, ".layout(" + std::string(row.cpp) + ")",
                   "layout=" + std::to_string(row.number), !row.cpp.empty());
  }
}

} // namespace
} // namespace fx
