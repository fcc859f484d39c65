// A traced model as JSON: docs/Json.md has the schema.
#include "fx/CodeGen/Emitter.h"
#include "fx/IR/Provenance.h"

#include "../Identifiers.h"

#include <cmath>
#include <fmt/format.h>

namespace fx {
namespace {

using codegen::character_length;

/// `text` as a JSON string. Bytes that are no UTF-8 become U+FFFD: JSON knows no others.
std::string json_quoted(std::string_view text) {
  std::string result = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += text[i];
    } else if (c < 0x20) {
      result += fmt::format("\\u{:04x}", c);
    } else if (c < 0x80) {
      result += text[i];
    } else {
      const size_t length = character_length(text.substr(i));
      result += length > 0 ? std::string(text.substr(i, length)) : "\\ufffd";
      if (length > 0) i += length - 1;
    }
  }
  return result + '"';
}

class JsonWriter {
public:
  std::string write(const TracedModule& module) {
    const std::string_view modes = module.training ? "train" : module.eval_only ? "eval" : "both";
    text_ = fmt::format(
        "{{\n  \"class\": {},\n  \"training\": {},\n  \"modes\": \"{}\",\n  \"modules\": [",
        json_quoted(module.class_name), module.training, modes);
    const char* comma = "\n    ";
    for (const ModuleNode* part : all_modules(module.modules)) {
      text_ += comma;
      write(*part);
      comma = ",\n    ";
    }
    text_ += "\n  ],\n  \"init\": [";
    write(module.init);
    if (module.folding) {
      text_ += "],\n  \"folding_graph\": [";
      write(*module.folding);
    }
    text_ += "],\n  \"graph\": [";
    write(module.graph);
    if (module.training_graph) {
      text_ += "],\n  \"training_graph\": [";
      write(*module.training_graph);
    }
    text_ += "]\n}";
    return std::move(text_);
  }

private:
  void write(const Graph& graph) {
    const char* comma = "\n    ";
    for (const Node* node : graph) {
      text_ += comma;
      write(*node);
      comma = ",\n    ";
    }
    if (!graph.empty()) text_ += "\n  ";
  }

  void write(const ModuleNode& module) {
    text_ +=
        fmt::format("{{\"path\": {}, \"type\": {}, \"kind\": \"{}\"", json_quoted(module.path()),
                    json_quoted(module.cpp_type.view()), kind_name(module.kind));
    if (!module.registered) text_ += ", \"registered\": false";
    if (module.alias_of)
      text_ += fmt::format(", \"alias_of\": {}", json_quoted(module.alias_of->path()));
    if (!module.options.empty()) {
      text_ += ", \"options\": {";
      const char* comma = "";
      for (const ModuleOption& option : module.options) {
        text_ += fmt::format("{}{}: ", comma, json_quoted(option.name.view()));
        write(option.value);
        comma = ", ";
      }
      text_ += '}';
    }
    if (!module.tensors.empty()) {
      text_ += ", \"tensors\": [";
      const char* comma = "";
      for (const TensorSlot& slot : module.tensors) {
        text_ += fmt::format(
            "{}{{\"name\": {}, \"role\": \"{}\", \"requires_grad\": {}, \"init\": {}", comma,
            json_quoted(slot.name.view()), role_name(slot.role), slot.requires_grad,
            slot.init ? json_quoted(slot.init->name().view()) : "null");
        if (!slot.persistent) text_ += ", \"persistent\": false";
        if (slot.init) write_tensor(*slot.init);
        text_ += '}';
        comma = ", ";
      }
      text_ += ']';
    }
    if (module.leaf_tensors && !module.leaf_tensors->empty()) {
      text_ += ", \"state\": [";
      const char* comma = "";
      for (const LeafTensor& tensor : *module.leaf_tensors) {
        text_ += fmt::format("{}{{\"name\": {}, \"role\": \"{}\", \"requires_grad\": {}", comma,
                             json_quoted(tensor.name.view()), role_name(tensor.role),
                             tensor.requires_grad);
        write(tensor.tensor);
        text_ += '}';
        comma = ", ";
      }
      text_ += ']';
    }
    if (module.graph) {
      text_ += ", \"graph\": [";
      write(*module.graph);
      text_ += ']';
    }
    write(module.location);
    text_ += '}';
  }

  static std::string_view kind_name(ModuleKind kind) {
    switch (kind) {
    case ModuleKind::User: return "user";
    case ModuleKind::Leaf: return "leaf";
    case ModuleKind::Container: return "container";
    case ModuleKind::Function: return "function";
    case ModuleKind::Graph: return "graph";
    }
    return "user";
  }

  void write(const Node& node) {
    text_ += fmt::format("{{\"name\": {}, \"op\": \"{}\", \"target\": {}, \"args\": ",
                         json_quoted(node.name().view()), to_string(node.op()),
                         json_quoted(node.target().view()));
    write_items(node.args());
    text_ += ", \"kwargs\": {";
    const char* comma = "";
    for (const KeywordArgument& keyword : node.kwargs()) {
      text_ += fmt::format("{}{}: ", comma, json_quoted(keyword.name));
      write(keyword.value);
      comma = ", ";
    }
    text_ += "}, \"users\": [";
    comma = "";
    for (const Node* user : node.users()) {
      text_ += comma + json_quoted(user->name().view());
      comma = ", ";
    }
    text_ += ']';
    write_tensor(node);
    if (const std::string* type = node.meta(meta::cpp_type))
      text_ += fmt::format(", \"cpp_type\": {}", json_quoted(*type));
    if (const std::string* name = node.meta(meta::cpp_name))
      text_ += fmt::format(", \"cpp_name\": {}", json_quoted(*name));
    if (const auto* frames = node.meta(meta::module_stack)) {
      text_ += ", \"module_stack\": [";
      comma = "";
      for (const ModuleFrame& frame : *frames) {
        text_ += fmt::format("{}{{\"path\": {}, \"type\": {}}}", comma,
                             json_quoted(frame.path.view()), json_quoted(frame.cpp_type.view()));
        comma = ", ";
      }
      text_ += ']';
    }
    if (const auto* calls = node.meta(meta::call_stack)) {
      text_ += ", \"call_stack\": [";
      comma = "";
      for (const SourceRange& call : *calls) {
        text_ += comma + range(call);
        comma = ", ";
      }
      text_ += ']';
    }
    if (const NodeSources* sources = node.meta(meta::from_node)) write(*sources);
    if (const SourceRange* place = node.meta(meta::source_range)) write(*place);
    text_ += '}';
  }

  void write(const NodeSources& sources) {
    text_ += ", \"from_node\": [";
    const char* comma = "";
    for (const auto& source : sources) {
      text_ += fmt::format("{}{{\"pass_name\": {}, \"action\": \"{}\"", comma,
                           json_quoted(source->pass_name), to_string(source->action));
      if (!source->name.empty())
        text_ += fmt::format(", \"name\": {}, \"target\": {}", json_quoted(source->name.view()),
                             json_quoted(source->target.view()));
      if (!source->from_node.empty()) write(source->from_node);
      text_ += '}';
      comma = ", ";
    }
    text_ += ']';
  }

  void write_tensor(const Node& node) {
    if (const TensorMeta* tensor = node.meta(meta::tensor_meta)) write(*tensor);
  }

  void write(const TensorMeta& tensor) {
    text_ += fmt::format(", \"tensor\": {{\"shape\": [{}], \"dtype\": {}",
                         fmt::join(tensor.shape, ", "), json_quoted(tensor.dtype.view()));
    if (!tensor.stride.empty() || tensor.shape.empty())
      text_ += fmt::format(", \"stride\": [{}]", fmt::join(tensor.stride, ", "));
    text_ += '}';
  }

  static std::string range(const SourceRange& place) {
    return fmt::format(
        "{{\"file\": {}, \"line\": {}, \"column\": {}, \"end_line\": {}, \"end_column\": {}}}",
        json_quoted(place.file.view()), place.line, place.column, place.end_line, place.end_column);
  }

  void write(const SourceRange& place) {
    if (place.line != 0) text_ += ", \"source\": " + range(place);
  }

  template <class Items>
  void write_items(const Items& items) {
    text_ += '[';
    const char* comma = "";
    for (const Argument& item : items) {
      text_ += comma;
      write(item);
      comma = ", ";
    }
    text_ += ']';
  }

  /// What JSON has no type for is an object with one key that says what it is.
  void write(const Argument& value) {
    using Kind = Argument::Kind;
    const auto tagged = [&](std::string_view tag) {
      text_ += fmt::format("{{\"{}\": {}}}", tag, json_quoted(value.symbol().view()));
    };
    const auto tagged_items = [&](std::string_view tag) {
      text_ += fmt::format("{{\"{}\": ", tag);
      write_items(value.items());
      text_ += '}';
    };
    switch (value.kind()) {
    case Kind::None: text_ += "null"; break;
    case Kind::Bool: text_ += value.as_bool() ? "true" : "false"; break;
    case Kind::Int: text_ += fmt::format("{}", value.as_int()); break;
    case Kind::Float: write_float(value.as_float()); break;
    case Kind::String: text_ += json_quoted(value.symbol().view()); break;
    case Kind::Dtype: tagged("dtype"); break;
    case Kind::Device: tagged("device"); break;
    case Kind::Layout: tagged("layout"); break;
    case Kind::MemoryFormat: tagged("memory_format"); break;
    case Kind::Ellipsis: text_ += "{\"ellipsis\": true}"; break;
    case Kind::Node:
      text_ += fmt::format("{{\"node\": {}}}", json_quoted(value.as_node()->name().view()));
      break;
    case Kind::List: write_items(value.items()); break;
    case Kind::Tuple: tagged_items("tuple"); break;
    case Kind::Complex: tagged_items("complex"); break;
    case Kind::Slice: tagged_items("slice"); break;
    case Kind::Range: tagged_items("range"); break;
    case Kind::Dict: tagged_items("dict"); break; // key, value, key, value
    }
  }

  void write_float(double value) {
    if (!std::isfinite(value)) {
      text_ += fmt::format("{{\"float\": \"{}\"}}", value);
      return;
    }
    const std::string digits = fmt::format("{}", value);
    const bool is_whole = digits.find_first_of(".e") == std::string::npos;
    text_ += is_whole ? digits + ".0" : digits;
  }

  std::string text_;
};

} // namespace

Expected<std::string> emit_json(const TracedModule& module, const EmitOptions&) {
  return JsonWriter().write(module) + "\n";
}

} // namespace fx
