// The modules of torch/nn/modules/**/*.h: holders, what forward takes and gives, tensors.
#include "Ops/Headers/Readers.h"
#include "Ops/Headers/Text.h"

#include <algorithm>
#include <map>
#include <set>

namespace fx::ops::headers {

namespace {

struct Class {
  std::string_view base; // without qualifiers; empty without
  std::string_view body;
};
using Classes = std::map<std::string_view, Class>;

/// "class A : public nn::B<C> {" -> B
std::string_view first_base(std::string_view bases) {
  constexpr std::string_view word = "public ";
  const size_t at = bases.find(word);
  if (at == npos) return {};
  size_t end = at + word.size();
  while (end < bases.size() && (is_word(bases[end]) || bases[end] == ':'))
    ++end;
  return last_word(bases.substr(0, end));
}

void read_classes(std::string_view text, Classes& classes) {
  for (const std::string_view keyword : {"class ", "struct "})
    for_each(text, keyword, [&](size_t at) {
      if (text.substr(at).starts_with("TORCH_API ")) at += std::string_view("TORCH_API ").size();
      const std::string_view name = word_at(text, at);
      const size_t behind = at + name.size();
      const std::string_view rest = text.substr(behind);
      size_t open = behind + 1;
      if (rest.starts_with(" : ")) open = text.find_first_of("{;", behind);
      if (name.empty() || open >= text.size() || text[open] != '{' || text[open - 1] != ' ')
        return at;
      classes.try_emplace(
          name, Class{first_base(text.substr(behind, open - behind)), inside(text, open)});
      return open;
    });
}

/// The bodies of a class and of its bases, as far as they are known.
std::vector<std::string_view> bodies_of(std::string_view name, const Classes& classes) {
  std::vector<std::string_view> result;
  for (auto found = classes.find(name); found != classes.end() && result.size() < classes.size();
       found = classes.find(found->second.base))
    result.push_back(found->second.body);
  return result;
}

/// What is in no bracket: @ stands for parentheses, a semicolon for braces.
std::string outside_of_brackets(std::string_view body) {
  std::string result;
  for (size_t at = 0; at < body.size(); ++at) {
    const char c = body[at];
    if (c != '(' && c != '{') {
      result += c;
      continue;
    }
    result += c == '(' ? '@' : ';';
    at = closing(body, at);
    if (at == npos) break;
  }
  return result;
}

struct Member {
  std::string type, name;
};

/// The fields of a class; those that functions and classes in it have are left out.
std::vector<Member> members_of(std::string_view body) {
  std::string text = outside_of_brackets(body);
  for (const std::string_view word : {"public:", "protected:", "private:"})
    for (size_t at = text.find(word); at != npos; at = text.find(word))
      text.replace(at, word.size(), ";");
  std::vector<Member> result;
  size_t begin = 0;
  for (size_t end = text.find(';'); end != npos; begin = end + 1, end = text.find(';', begin)) {
    const std::string_view statement = trimmed(std::string_view(text).substr(begin, end - begin));
    const std::string_view name = last_word(statement);
    std::string_view type = statement.substr(0, statement.size() - name.size());
    if (name.empty() || type.size() < 2 || !type.ends_with(' ')) continue;
    type.remove_suffix(1);
    if (std::ranges::all_of(type, [](char c) {
          return is_word(c) || c == ' ' || c == ',' || c == ':' || c == '<' || c == '>';
        }))
      result.push_back({std::string(type), std::string(name)});
  }
  return result;
}

/// Where the text of a type that ends at `end` may begin: behind a bracket, a semicolon or an
/// access specifier; npos when something else is before it.
size_t type_begin(std::string_view body, size_t end) {
  size_t begin = end;
  while (begin > 0 &&
         (is_word(body[begin - 1]) || std::string_view(":<>, ").find(body[begin - 1]) != npos))
    --begin;
  if (begin == 0) return 0;
  if ((body[begin - 1] == ';' || body[begin - 1] == '}') && body[begin] == ' ') return begin + 1;
  const size_t access = body.substr(0, end).find(": ", begin);
  return access == npos ? npos : access + 2;
}

/// The result type and the parameters of forward, the class's own or a base's.
void read_forward(const std::vector<std::string_view>& bodies, DeclaredModule& module) {
  constexpr std::string_view call = " forward(";
  module.result = "torch::Tensor";
  for (const std::string_view body : bodies)
    for (size_t at = body.find(call); at != npos; at = body.find(call, at + 1)) {
      const size_t begin = type_begin(body, at);
      if (begin == npos || begin >= at) continue;
      module.result = result_type(body.substr(begin, at - begin));
      std::optional<std::vector<DeclaredParameter>> parameters =
          parse_parameters(inside(body, at + call.size() - 1));
      if (parameters) module.parameters = std::move(*parameters);
      return;
    }
}

/// The Options class that `LinearImpl(const LinearOptions& options)` takes.
std::string constructor_options(std::string_view text, std::string_view name,
                                const Headers& headers) {
  std::string result;
  const std::string constructor = std::string(name) + "Impl(";
  for_each(text, constructor, [&](size_t at) {
    const size_t begin = at - constructor.size();
    if (!result.empty() || (begin > 0 && is_word(text[begin - 1]))) return at;
    std::string_view rest = text.substr(at);
    consume(rest, " ");
    consume(rest, "const ");
    size_t end = 0;
    while (end < rest.size() && (is_word(rest[end]) || rest[end] == ':'))
      ++end;
    const std::string_view type = last_word(rest.substr(0, end));
    rest.remove_prefix(end);
    consume(rest, "&");
    if (type.ends_with("Options") && rest.starts_with(" options")) result = type;
    return at;
  });
  return headers.find_options(result) ? result : std::string();
}

/// The names of the holders that a text declares.
std::set<std::string, std::less<>> holders_in(std::string_view text) {
  std::set<std::string, std::less<>> names;
  const auto add = [&](size_t at) {
    if (const std::string_view name = word_at(text, at); !name.empty()) names.emplace(name);
    return at;
  };
  for_each(text, "TORCH_MODULE(", add);
  for_each(text, "TORCH_MODULE_IMPL(", add);
  // Embedding is a holder with a function of its own, written out.
  for_each(text, "class ", [&](size_t at) {
    const std::string_view name = word_at(text, at);
    std::string_view rest = text.substr(at + name.size());
    if (!consume(rest, " : public ")) return at;
    consume(rest, "torch::nn::");
    return rest.starts_with("ModuleHolder<") ? add(at) : at;
  });
  return names;
}

DeclaredModule read_module(const std::string& name, std::string_view text, const Classes& classes,
                           const Headers& headers) {
  DeclaredModule module;
  module.name = name;
  module.options = name + "Options";
  if (!headers.find_options(module.options))
    module.options = constructor_options(text, name, headers);
  const std::vector<std::string_view> bodies = bodies_of(name + "Impl", classes);
  read_forward(bodies, module);
  for (const std::string_view body : bodies)
    for (Member& member : members_of(body))
      if (result_type(member.type) == "torch::Tensor")
        module.tensors.push_back(std::move(member.name));
  std::ranges::sort(module.tensors);
  return module;
}

} // namespace

void read_modules(const std::vector<std::string>& texts, Headers& headers) {
  Classes classes;
  for (const std::string& text : texts)
    read_classes(text, classes);
  std::map<std::string, DeclaredModule> modules;
  std::set<std::string> results;
  for (const std::string& text : texts)
    for (const std::string& name : holders_in(text)) {
      DeclaredModule module = read_module(name, text, classes, headers);
      results.insert(module.result);
      modules[name] = std::move(module);
    }
  for (auto& [name, module] : modules)
    headers.modules.push_back(std::move(module));
  for (const std::string& result : results) {
    const auto found = result.find("::") == npos ? classes.find(result) : classes.end();
    if (found == classes.end()) continue;
    for (Member& member : members_of(found->second.body))
      headers.result_members.push_back({result, std::move(member.name), result_type(member.type)});
  }
}

} // namespace fx::ops::headers
