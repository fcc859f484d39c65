// Prints what LibTorch's dispatcher knows of its operators beyond the schemas in the headers, one
// operator a line: "rand.generator random composite". A test compares it with the tables;
// utils/gen-operator-tags.py makes one of them of it.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/enum_tag.h>

#include <iostream>

int main() {
  c10::Dispatcher& dispatcher = c10::Dispatcher::singleton();
  for (const c10::OperatorName& name : dispatcher.getAllOpNames()) {
    const auto op = dispatcher.findSchema(name);
    constexpr const char* prefix = "aten::";
    if (!op || name.name.rfind(prefix, 0) != 0) continue;
    std::cout << name.name.substr(std::char_traits<char>::length(prefix)) << "."
              << name.overload_name;
    if (op->hasTag(at::Tag::nondeterministic_seeded)) std::cout << " random";
    if (op->hasTag(at::Tag::inplace_view)) std::cout << " inplace_view";
    // Written in terms of other operators: its schema does not say when it returns its input.
    if (op->hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd))
      std::cout << " composite";
    std::cout << "\n";
  }
}
