// A project of somebody else's that links the core alone, and opens the plugin of kernels that the
// tool opens, which has no copy of the core in it.
#include <fx/IR/Graph.h>
#include <fx/IR/Printer.h>
#include <fx/Ops/Kernels.h>

#include <cstdio>
#include <link.h>

int main(int, char** argv) {
  fx::Graph graph;
  fx::Node* x = graph.placeholder("x");
  fx::Node* relu = graph.call_function("torch.relu", {x});
  graph.output(relu);
  std::fputs(fx::print_graph(graph).c_str(), stdout);

  const auto kernels = fx::ops::load_kernels(argv[1]);
  if (!kernels) return std::puts(kernels.error().to_string().c_str()), 1;
  int cores = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* count) {
        *static_cast<int*>(count) +=
            std::string_view(info->dlpi_name).find("libfx-core") != std::string_view::npos;
        return 0;
      },
      &cores);
  std::printf("%d core in this process\n", cores);

  x->set_meta(fx::meta::tensor_meta, fx::TensorMeta{{2, 3}, fx::Symbol("float32"), {}});
  const auto input = (*kernels)->tensor(*x->meta(fx::meta::tensor_meta));
  if (!input) return std::puts(input.error().to_string().c_str()), 1;
  const fx::TracedModule model;
  const auto result = (*kernels)->run(*relu, model, [&](const fx::Node&) { return *input; });
  const auto meta = (*kernels)->tensor_meta(result.value);
  std::printf("relu gives %zu dimensions of %s\n", meta->shape.size(), meta->dtype.str().c_str());
}
