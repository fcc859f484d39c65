// What emitters do with values that const-fold<weights> took out of forward.
#include "TestModel.h"

#include "fx/IR/Parser.h"

namespace fx {
namespace {

constexpr const char* text = R"(module Net [eval] {
  parameter w = %r
  buffer scaled_folded: undefined {persistent = False}
}
init():
    %r : [num_users=0] = call_function[target=torch.rand](args = ((2, 2),), kwargs = {})
folding graph():
    %w : [num_users=1] = get_attr[target=w]
    %scaled : [num_users=1] = call_function[target=operator.mul](args = (%w, 2), kwargs = {})
    return {"scaled_folded": %scaled}
graph():
    %x : [num_users=1] = placeholder[target=x]
    %scaled_folded : [num_users=1] = get_attr[target=scaled_folded]
    %y : [num_users=1] = call_function[target=torch.add](args = (%x, %scaled_folded), kwargs = {})
    return %y
)";

TEST(FoldedValues, TorchScriptComputesThemInForward) {
  Expected<TracedModule> model = parse_graph(text);
  ASSERT_TRUE(model) << model.error().to_string();
  const Emitter& emitter = *find_emitter("torchscript");
  const Expected<std::string> refused = emitter.emit(*model, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message_with_id(),
            "%scaled: TorchScript has no constructor that computes 'scaled_folded' of the weights "
            "[torchscript-folded-weights]");
  emitter.prepare(*model);
  const Expected<std::string> emitted = emitter.emit(*model, {});
  ASSERT_TRUE(emitted) << emitted.error().to_string();
  EXPECT_EQ(emitted->find("folded"), std::string::npos) << *emitted;
}

TEST(FoldedValues, StayWhereTheTextComputesThem) {
  for (const char* name : {"cpp", "python", "graph"}) {
    Expected<TracedModule> model = parse_graph(text);
    const Emitter& emitter = *find_emitter(name);
    emitter.prepare(*model);
    const Expected<std::string> emitted = emitter.emit(*model, {});
    ASSERT_TRUE(emitted) << emitted.error().to_string();
    EXPECT_NE(emitted->find("scaled_folded"), std::string::npos) << *emitted;
  }
}

} // namespace
} // namespace fx
