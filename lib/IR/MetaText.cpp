#include "MetaText.h"

#include "ArgumentText.h"
#include "NodeText.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/Provenance.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

namespace fx {

namespace {

using Kind = Argument::Kind;

// A conversion of one type of meta value to an Argument, and back; nothing when it has another
// form.

Argument to_argument(const std::string& text) {
  return Argument::string(text);
}

std::optional<std::string> to_text(const Argument& value) {
  if (!value.is(Kind::String)) return std::nullopt;
  return value.symbol().str();
}

Argument to_argument(const SourceRange& range) {
  return Argument::tuple({Argument::string(range.file), Argument(int64_t(range.line)),
                          Argument(int64_t(range.column)), Argument(int64_t(range.end_line)),
                          Argument(int64_t(range.end_column))});
}

std::optional<SourceRange> to_range(const Argument& value) {
  const auto items = value.items();
  if (!value.is(Kind::Tuple) || items.size() != 5 || !items[0].is(Kind::String))
    return std::nullopt;
  std::array<uint32_t, 4> numbers{};
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (!items[i + 1].is(Kind::Int)) return std::nullopt;
    numbers[i] = static_cast<uint32_t>(items[i + 1].as_int());
  }
  return SourceRange{items[0].symbol(), numbers[0], numbers[1], numbers[2], numbers[3]};
}

Argument to_argument(const std::vector<SourceRange>& ranges) {
  std::vector<Argument> items;
  items.reserve(ranges.size());
  for (const SourceRange& range : ranges)
    items.push_back(to_argument(range));
  return Argument::list(std::move(items));
}

std::optional<std::vector<SourceRange>> to_ranges(const Argument& value) {
  if (!value.is(Kind::List)) return std::nullopt;
  std::vector<SourceRange> ranges;
  for (const Argument& item : value.items()) {
    const auto range = to_range(item);
    if (!range) return std::nullopt;
    ranges.push_back(*range);
  }
  return ranges;
}

Argument to_argument(const std::vector<ModuleFrame>& frames) {
  std::vector<Argument> items;
  items.reserve(frames.size());
  for (const ModuleFrame& frame : frames)
    items.push_back(
        Argument::tuple({Argument::string(frame.path), Argument::string(frame.cpp_type)}));
  return Argument::list(std::move(items));
}

std::optional<std::vector<ModuleFrame>> to_frames(const Argument& value) {
  if (!value.is(Kind::List)) return std::nullopt;
  std::vector<ModuleFrame> frames;
  for (const Argument& item : value.items()) {
    const auto parts = item.items();
    if (!item.is(Kind::Tuple) || parts.size() != 2 || !parts[0].is(Kind::String) ||
        !parts[1].is(Kind::String))
      return std::nullopt;
    frames.push_back({parts[0].symbol(), parts[1].symbol()});
  }
  return frames;
}

Argument to_argument(const std::vector<int64_t>& numbers) {
  return Argument::tuple({numbers.begin(), numbers.end()});
}

std::optional<std::vector<int64_t>> to_numbers(const Argument& value) {
  if (!value.is(Kind::Tuple)) return std::nullopt;
  std::vector<int64_t> numbers;
  for (const Argument& item : value.items()) {
    if (!item.is(Kind::Int)) return std::nullopt;
    numbers.push_back(item.as_int());
  }
  return numbers;
}

Argument to_argument(const TensorMeta& tensor) {
  std::vector<std::pair<Argument, Argument>> items{
      {Argument("shape"), to_argument(tensor.shape)},
      {Argument("dtype"), Argument::dtype(tensor.dtype)}};
  if (!tensor.stride.empty()) items.emplace_back(Argument("stride"), to_argument(tensor.stride));
  return Argument::dict(std::move(items));
}

std::optional<TensorMeta> to_tensor_meta(const Argument& value) {
  const auto items = value.items();
  if (!value.is(Kind::Dict) || items.size() < 4) return std::nullopt;
  TensorMeta tensor;
  const auto shape = to_numbers(items[1]);
  if (items[0] != Argument("shape") || !shape || items[2] != Argument("dtype") ||
      !items[3].is(Kind::Dtype) || find_element_type(items[3].symbol()) == nullptr)
    return std::nullopt;
  tensor.shape = *shape;
  tensor.dtype = items[3].symbol();
  if (items.size() == 4) return tensor;
  const auto stride = to_numbers(items[5]);
  if (items.size() != 6 || items[4] != Argument("stride") || !stride) return std::nullopt;
  tensor.stride = *stride;
  return tensor;
}

Argument to_argument(const std::vector<StructLayout>& structs) {
  std::vector<Argument> items;
  items.reserve(structs.size());
  for (const StructLayout& layout : structs) {
    std::vector<Argument> members;
    for (const StructMember& member : layout.members) {
      std::vector<Argument> parts{to_argument(member.name), to_argument(member.cpp_type)};
      if (member.initial) parts.push_back(*member.initial);
      members.push_back(Argument::tuple(std::move(parts)));
    }
    items.push_back(Argument::tuple({to_argument(layout.cpp_type), to_argument(layout.scope),
                                     Argument::list(std::move(members))}));
  }
  return Argument::list(std::move(items));
}

std::optional<std::vector<StructLayout>> to_structs(const Argument& value) {
  const auto is_text = [](const Argument& item) { return item.is(Kind::String); };
  if (!value.is(Kind::List)) return std::nullopt;
  std::vector<StructLayout> structs;
  for (const Argument& item : value.items()) {
    const auto parts = item.items();
    if (!item.is(Kind::Tuple) || parts.size() != 3 || !is_text(parts[0]) || !is_text(parts[1]) ||
        !parts[2].is(Kind::List))
      return std::nullopt;
    StructLayout layout{parts[0].symbol().str(), parts[1].symbol().str(), {}};
    for (const Argument& member : parts[2].items()) {
      const auto fields = member.items();
      if (!member.is(Kind::Tuple) || fields.size() < 2 || fields.size() > 3 ||
          !is_text(fields[0]) || !is_text(fields[1]))
        return std::nullopt;
      layout.members.push_back({fields[0].symbol().str(), fields[1].symbol().str(), {}});
      if (fields.size() == 3) layout.members.back().initial = fields[2];
    }
    structs.push_back(std::move(layout));
  }
  return structs;
}

Argument to_argument(const NodeSources& sources) {
  std::vector<Argument> items;
  items.reserve(sources.size());
  for (const auto& source : sources) {
    std::vector<std::pair<Argument, Argument>> fields;
    if (!source->name.empty()) {
      fields.emplace_back("name", Argument::string(source->name));
      fields.emplace_back("target", Argument::string(source->target));
    }
    fields.emplace_back("pass_name", Argument::string(source->pass_name));
    fields.emplace_back("action", Argument::string(to_string(source->action)));
    if (!source->from_node.empty())
      fields.emplace_back("from_node", to_argument(source->from_node));
    items.push_back(Argument::dict(std::move(fields)));
  }
  return Argument::list(std::move(items));
}

std::optional<NodeSources> to_sources(const Argument& value);

/// Takes over one field of a step; false: there is none like it.
bool read_field(NodeSource& source, const Argument& key, const Argument& value) {
  using Action = NodeSource::Action;
  if (key == Argument("from_node")) {
    std::optional<NodeSources> before = to_sources(value);
    if (!before) return false;
    for (const auto& step : *before)
      source.num_steps += step->num_steps;
    source.from_node = std::move(*before);
    return source.num_steps <= NodeSource::max_steps;
  }
  if (!value.is(Kind::String)) return false;
  if (key == Argument("name")) {
    source.name = value.symbol();
  } else if (key == Argument("target")) {
    source.target = value.symbol();
  } else if (key == Argument("pass_name")) {
    source.pass_name = value.symbol().str();
  } else if (key == Argument("action")) {
    for (const Action action : {Action::Create, Action::Replace, Action::CreateAndReplace})
      if (to_string(action) == value.symbol().view()) {
        source.action = action;
        return true;
      }
    return false;
  } else {
    return false;
  }
  return true;
}

std::optional<NodeSources> to_sources(const Argument& value) {
  if (!value.is(Kind::List)) return std::nullopt;
  NodeSources sources;
  for (const Argument& item : value.items()) {
    if (!item.is(Kind::Dict)) return std::nullopt;
    NodeSource source;
    const auto fields = item.items(); // key, value, key, value, ...
    for (size_t i = 0; i + 1 < fields.size(); i += 2)
      if (!read_field(source, fields[i], fields[i + 1])) return std::nullopt;
    sources.push_back(std::make_shared<const NodeSource>(std::move(source)));
  }
  return sources;
}

/// How the values of one typed key are written.
struct Codec {
  const MetaKeyBase* key;
  std::string_view form; // for the error
  Argument (*write)(const Node&);
  bool (*read)(Node&, const Argument&);
};

template <const auto& Key, auto Parse>
constexpr Codec codec(std::string_view form) {
  return {&Key, form, [](const Node& node) { return to_argument(*node.meta(Key)); },
          [](Node& node, const Argument& value) {
            auto parsed = Parse(value);
            if (parsed) node.set_meta(Key, std::move(*parsed));
            return parsed.has_value();
          }};
}

const std::array codecs{
    codec<meta::cpp_type, to_text>("a string"),
    codec<meta::cpp_name, to_text>("a string"),
    codec<meta::declared_type, to_text>("a string"),
    codec<meta::structs, to_structs>(
        "a list of (name, namespaces, [(member, type) or (member, type, initial value)]) tuples"),
    codec<meta::call_stack, to_ranges>(
        "a list of (file, line, column, end line, end column) tuples"),
    codec<meta::module_stack, to_frames>("a list of (path, class) tuples"),
    codec<meta::tensor_meta, to_tensor_meta>(
        R"({"shape": (ints), "dtype": torch.ELEMENT_TYPE} with or without "stride": (ints))"),
    codec<meta::from_node, to_sources>(
        R"(a list of {"name": string, "target": string, "pass_name": string, "action": "create", )"
        R"("replace" or "create+replace", "from_node": such a list})"),
};

bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
}

} // namespace

const MetaKey<Argument>& free_meta_key(std::string_view name) {
  static std::mutex mutex;
  static std::map<Symbol, MetaKey<Argument>,
                  decltype([](Symbol a, Symbol b) { return a.view() < b.view(); })>
      keys;
  const std::scoped_lock lock(mutex);
  const Symbol symbol(name);
  return keys.try_emplace(symbol, MetaKey<Argument>{{symbol.c_str(), /*is_free=*/true}})
      .first->second;
}

void append_meta(std::string& out, const Node& node) {
  if (node.meta_store() == nullptr) return;
  bool first = true;
  for (const MetaStore::Entry& entry : node.meta_store()->entries()) {
    const MetaKeyBase* key = entry.key;
    if (key == &meta::source_range) continue;
    Argument text;
    const auto known = std::ranges::find(codecs, key, &Codec::key);
    if (known != codecs.end())
      text = known->write(node);
    else if (const Argument* free = entry.free())
      text = *free;
    else
      continue; // a key of a program that links us: its values have no text
    out += first ? " meta = {" : ", ";
    first = false;
    append_word(out, key->name, is_word(key->name));
    out += ": ";
    append_argument(out, text, ArgumentStyle::Lossless);
  }
  if (!first) out += '}';
}

std::optional<std::string> set_meta_from_text(Node& node, std::string_view name,
                                              const Argument& value) {
  for (const Codec& known : codecs) {
    if (name != known.key->name) continue;
    if (known.read(node, value)) return std::nullopt;
    return std::string(known.form);
  }
  node.set_meta(free_meta_key(name), value);
  return std::nullopt;
}

} // namespace fx
