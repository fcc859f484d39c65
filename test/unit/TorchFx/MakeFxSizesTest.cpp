// torch.fx's tests of make_fx with symbolic sizes (test_proxy_tensor.py, TestSymbolicTracing): what
// a graph says of sizes that have names, by the pass shape-prop. What torch.fx calls a guard is a
// remark here, "'add' needs N == M".
#include "fx/Analysis/SymbolicShapes.h"
#include "fx/IR/Parser.h"
#include "fx/IR/Printer.h"
#include "fx/Passes/PassManager.h"

#include "../Ops/WithKernels.h"

#include <gmock/gmock.h>

using namespace fx;
using ::testing::HasSubstr;

namespace {

class TorchFxSizes : public ops::WithKernels {
protected:
  /// Runs shape-prop on nodes, "c = call_function[target=torch.mul](args = (%a, %b), kwargs = {})",
  /// of these inputs. Gives the shape of the node `out`, or the error.
  std::string shape(const std::vector<std::string>& nodes, const std::string& sizes) {
    std::string text = "graph():\n";
    for (size_t i = 0; i < sizes.size(); i = sizes.find(';', i) + 1) {
      const std::string name = sizes.substr(i, sizes.find('=', i) - i);
      text.append("  %").append(name).append(" : = placeholder[target=").append(name).append("]\n");
      if (sizes.find(';', i) == std::string::npos) break;
    }
    for (const std::string& node : nodes)
      text += "  %" + node.substr(0, node.find(' ')) + " : " + node.substr(node.find('=')) + "\n";
    return shape_of_graph(text + "  return %out\n", sizes);
  }
  std::string shape_of_graph(const std::string& text, const std::string& sizes) {
    Expected<TracedModule> model = parse_graph(text);
    if (!model) return model.error().message + "\n" + text;
    model_.emplace(std::move(*model));
    return run("shape-prop<" + sizes + ">");
  }
  std::string run(const std::string& pipeline) {
    Expected<PassManager> passes = PassManager::parse(pipeline);
    if (!passes) return passes.error().message;
    passes->set_kernels([this]() -> Expected<std::shared_ptr<ops::Kernels>> { return kernels_; });
    remarks_.clear();
    passes->set_remark_handler(
        [this](const Node*, const std::string& remark) { remarks_ += remark + "\n"; });
    const Expected<bool> changed = passes->run(*model_);
    return changed ? of("out") : changed.error().message;
  }
  std::string of(std::string_view name) {
    for (const Node* node : model_->graph)
      if (node->name().view() == name) {
        const Argument* shape = node->meta(meta::symbolic_shape());
        return shape != nullptr ? python_repr(*shape) : "none";
      }
    return "no such node";
  }
  std::string tensor_of(std::string_view name) {
    for (const Node* node : model_->graph)
      if (node->name().view() == name && node->meta(meta::tensor_meta) != nullptr)
        return ::testing::PrintToString(node->meta(meta::tensor_meta)->shape);
    return "none";
  }
  static std::string call(const std::string& name, const std::string& function,
                          const std::string& args) {
    return name + " = call_function[target=" + function + "](args = " + tuple_of(args) +
           ", kwargs = {})";
  }
  static std::string method(const std::string& name, const std::string& method,
                            const std::string& args) {
    return name + " = call_method[target=" + method + "](args = " + tuple_of(args) +
           ", kwargs = {})";
  }
  /// A tuple of one value has a comma.
  static std::string tuple_of(const std::string& items) {
    int depth = 0;
    bool is_one = true;
    for (const char c : items) {
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      is_one = is_one && (c != ',' || depth > 0);
    }
    return "(" + items + (is_one ? ",)" : ")");
  }

  std::optional<TracedModule> model_;
  std::string remarks_;
};

TEST_F(TorchFxSizes, test_int_input) {
  EXPECT_EQ(shape({method("out", "view", "%x, [%y]")}, "x=3x4;y=12"), "none"); // numbers alone
  EXPECT_EQ(tensor_of("out"), "{ 12 }");
  EXPECT_EQ(shape({method("out", "view", "%x, [%y]")}, "x=Nx4;y=12"), "(12,)");
  EXPECT_EQ(remarks_, "'out' needs 4 * N == 12\n");
}

TEST_F(TorchFxSizes, test_deduped_shape) {
  EXPECT_EQ(shape({method("s", "size", "%x, 0"), method("t", "size", "%x, 0"),
                   call("out", "torch.zeros", "[%s, %t]")},
                  "x=Nx3"),
            "('N', 'N')");
  EXPECT_EQ(run("cse,shape-prop<x=Nx3>"), "('N', 'N')");
  EXPECT_EQ(of("t"), "no such node");
}

TEST_F(TorchFxSizes, test_non_deduped_shape) {
  EXPECT_EQ(shape({method("s", "size", "%x, 0"), method("t", "size", "%y, 0"),
                   call("out", "torch.zeros", "[%s, %t]")},
                  "x=Nx3;y=Mx3"),
            "('N', 'M')");
  EXPECT_EQ(run("cse,shape-prop<x=Nx3;y=Mx3>"), "('N', 'M')");
  EXPECT_NE(of("t"), "no such node");
}

TEST_F(TorchFxSizes, test_unary) {
  EXPECT_EQ(shape({call("out", "torch.cos", "%x")}, "x=NxM"), "('N', 'M')");
  EXPECT_EQ(remarks_, "");
}

TEST_F(TorchFxSizes, test_repeat_interleave) {
  // LibTorch has no function of its sizes, so nothing is said of them, and nothing is needed.
  EXPECT_EQ(
      shape({method("k", "size", "%beam, 0"), method("out", "repeat_interleave", "%tokens, %k, 0")},
            "tokens=Bx64:int64;beam=K"),
      "none");
  EXPECT_THAT(remarks_, ::testing::Not(HasSubstr("needs")));
}

TEST_F(TorchFxSizes, test_symbolic_repeat_interleave) {
  EXPECT_EQ(shape({method("out", "repeat_interleave", "%x, %y")}, "x=Nx2;y=N:int64"), "none");
}

TEST_F(TorchFxSizes, test_adv_index_batch) {
  EXPECT_EQ(shape({method("b", "size", "%src, 0"), method("n", "size", "%src, 1"),
                   call("m", "operator.add", "%n, 64"), call("z", "torch.zeros", "[%b, %m]"),
                   method("s", "slice", "%z, 1, 0, %n"), method("c", "copy_", "%s, %src"),
                   call("out", "torch.neg", "%z")},
                  "src=BxN"),
            "('B', 'N + 64')");
  EXPECT_EQ(remarks_, "");
}

TEST_F(TorchFxSizes, test_binary_broadcast) {
  EXPECT_EQ(shape({call("out", "torch.mul", "%a, %b")}, "a=1xN;b=Mx1"), "('M', 'N')");
  EXPECT_EQ(remarks_, "");
}

TEST_F(TorchFxSizes, test_multiply_shape) {
  EXPECT_EQ(shape({method("s", "size", "%a, 0"), call("d", "operator.mul", "%s, 2"),
                   call("out", "torch.zeros", "[%d]")},
                  "a=N"),
            "('2 * N',)");
}

TEST_F(TorchFxSizes, test_neg_shape) {
  EXPECT_EQ(shape({method("s", "size", "%a, 0"), call("n", "operator.neg", "%s"),
                   call("t", "operator.add", "%n, 100"), call("out", "torch.zeros", "[%t]")},
                  "a=4[N:2..64]"),
            "('-N + 100',)");
}

TEST_F(TorchFxSizes, test_sqrt_size) {
  EXPECT_EQ(shape({method("s", "size", "%a, -1"), call("r", "operator.pow", "%s, 0.5"),
                   call("out", "torch.div", "%a, %r")},
                  "a=N"),
            "('N',)");
}

TEST_F(TorchFxSizes, test_symint_to_tensor) {
  EXPECT_EQ(shape({method("s", "size", "%a, 0"), call("out", "torch.div", "%a, %s")}, "a=N"),
            "('N',)");
}

TEST_F(TorchFxSizes, test_new_empty) {
  EXPECT_EQ(shape({method("s", "size", "%b, 0"), method("t", "size", "%b, 1"),
                   call("d", "operator.mul", "%t, 2"), method("out", "new_empty", "%a, [%s, %d]")},
                  "a=NxM;b=KxL"),
            "('K', '2 * L')");
}

TEST_F(TorchFxSizes, test_expand) {
  EXPECT_EQ(shape({call("b", "torch.mul", "%a, %a"), method("s", "size", "%a, 0"),
                   method("out", "expand", "%b, [%s]")},
                  "a=N"),
            "('N',)");
  EXPECT_EQ(shape({call("b", "torch.mul", "%a, %a"), method("s", "size", "%a, 0"),
                   method("out", "expand", "%b, [%s, 1]")},
                  "a=Nx1"),
            "('N', 1)");
  EXPECT_EQ(remarks_, "");
}

TEST_F(TorchFxSizes, test_metadata) {
  EXPECT_EQ(shape({method("s", "size", "%a, 0"), method("t", "size", "%b, 0"),
                   call("n", "operator.add", "%s, %t"), method("out", "new_empty", "%a, [%n]")},
                  "a=N;b=M"),
            "('N + M',)");
}

TEST_F(TorchFxSizes, test_metadata_fresh) {
  EXPECT_EQ(
      shape({call("c", "torch.cos", "%x"), call("out", "torch.add", "%c, %y")}, "x=N;y=3:float32"),
      "(3,)");
  // What is found later holds for what was before.
  EXPECT_EQ(of("x"), "(3,)");
  EXPECT_EQ(of("c"), "(3,)");
}

TEST_F(TorchFxSizes, test_rmethod) {
  EXPECT_EQ(shape({method("s", "size", "%x, 0"), call("out", "operator.add", "%s, %x")}, "x=N"),
            "('N',)");
}

TEST_F(TorchFxSizes, test_mega_guard) {
  EXPECT_EQ(shape({call("c", "torch.cat", "[%b, %b]"), call("out", "torch.add", "%a, %c")},
                  "a=16[N:2..64];b=8[M:2..64]"),
            "('2 * M',)");
  EXPECT_EQ(remarks_, "'out' needs N == 2 * M\n");
}

// Kernels of convolutions have to fit, as a program may ask with `a.size(0) > 12`.
TEST_F(TorchFxSizes, test_guard_upperbound_range_refinement) {
  const std::string sizes = "a=1x1x15[N:2..64];k=1x1x5;l=1x1x12";
  const std::string small = call("s", "torch.conv1d", "%a, %k"),
                    large = call("t", "torch.conv1d", "%a, %l"),
                    out = call("out", "torch.cos", "%a");
  EXPECT_EQ(shape({small, large, out}, sizes), "(1, 1, 'N')");
  EXPECT_EQ(remarks_, "'s' needs N >= 5\n't' needs N >= 12\n");
  // What is known already is not told again.
  EXPECT_EQ(shape({large, small, out}, sizes), "(1, 1, 'N')");
  EXPECT_EQ(remarks_, "'t' needs N >= 12\n");
}

TEST_F(TorchFxSizes, test_guard_lowerbound_range_refinement) {
  EXPECT_EQ(shape({call("s", "torch.conv1d", "%a, %k"), call("t", "torch.conv1d", "%b, %k"),
                   call("out", "torch.cos", "%k")},
                  "k=1x1x4[K:2..64];a=1x1x20;b=1x1x30"),
            "(1, 1, 'K')");
  EXPECT_EQ(remarks_, "'s' needs 20 >= K\n");
}

TEST_F(TorchFxSizes, test_guard_upperbound_range_refinement_multivariate) {
  EXPECT_EQ(shape({call("s", "torch.conv1d", "%a, %k"), call("t", "torch.conv1d", "%a, %k"),
                   call("out", "torch.cos", "%a")},
                  "a=1x1x15[N:2..64];k=1x1x4[K:2..64]"),
            "(1, 1, 'N')");
  EXPECT_EQ(remarks_, "'s' needs N >= K\n't' needs N >= K\n");
}

TEST_F(TorchFxSizes, test_guard_lowerbound_range_refinement_multivariate) {
  EXPECT_EQ(shape({call("s", "torch.conv1d", "%a, %k"), call("c", "torch.cat", "[%k, %k], 2"),
                   call("t", "torch.conv1d", "%a, %c"), call("out", "torch.cos", "%a")},
                  "a=1x1x15[N:2..64];k=1x1x4[K:2..64]"),
            "(1, 1, 'N')");
  EXPECT_EQ(remarks_, "'s' needs N >= K\n't' needs N >= 2 * K\n");
}

TEST_F(TorchFxSizes, test_guards_equal) {
  EXPECT_EQ(shape({call("out", "torch.mul", "%a, %b")}, "a=NxM;b=NxM"), "('N', 'M')");
  EXPECT_EQ(remarks_, "");
  EXPECT_EQ(shape({call("out", "torch.mul", "%a, %b")}, "a=NxMxK;b=NxMxK"), "('N', 'M', 'K')");
  EXPECT_EQ(remarks_, "");
  EXPECT_EQ(shape({call("out", "torch.mul", "%a, %b")}, "a=Nx1;b=1xM"), "('N', 'M')");
  EXPECT_EQ(remarks_, "");
  EXPECT_EQ(shape({call("s", "torch.add", "%a, %b"), call("t", "torch.cat", "[%c, %d]"),
                   call("out", "torch.add", "%s, %t")},
                  "a=7[N:2..64];b=7[N:2..64];c=4[K:2..64];d=3[L:2..64]"),
            "('K + L',)");
  EXPECT_EQ(remarks_, "'out' needs N == K + L\n");
  EXPECT_EQ(shape({method("n", "size", "%b, 0"), method("v", "view", "%a, [%n]"),
                   method("s", "sum", "%b"), call("out", "torch.add", "%v, %s")},
                  "a=4[N:2..64]x2;b=8[M:2..64]"),
            "('2 * N',)");
  EXPECT_EQ(remarks_, "'v' needs 2 * N == M\n");
}

TEST_F(TorchFxSizes, test_nonidentity_transitive_guards) {
  EXPECT_EQ(shape({call("p", "torch.cat", "[%a, %a]"), call("q", "torch.cat", "[%b, %b]"),
                   call("r", "torch.add", "%p, %b"), call("out", "torch.add", "%q, %c")},
                  "a=2[A:2..64];b=4[B:2..64];c=8[C:2..64]"),
            "('4 * A',)");
  EXPECT_EQ(remarks_, "'r' needs 2 * A == B\n'out' needs 4 * A == C\n");
}

TEST_F(TorchFxSizes, test_constant_specialization) {
  EXPECT_EQ(shape({call("a", "torch.add", "%t, %u"), call("out", "torch.neg", "%t")},
                  "t=10[N:2..64];u=10:float32"),
            "(10,)");
  EXPECT_EQ(remarks_, "'a' needs N == 10\n");
}

} // namespace
