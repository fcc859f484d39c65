// A text of graphs (docs/TextForm.md) as an editor needs it while it is typed: what stands where,
// and what names what. Any text has an outline; what is wrong in it the parser of fx/IR says.
#pragma once

#include "GraphTokens.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fx::lsp {

/// A place of the C++ source that the text states: `loc("net.cpp":3:5-3:20)`, in bytes from 1.
struct StatedPlace {
  TextPiece piece; // where it is stated
  std::string file;
  unsigned line = 0, column = 0;
  unsigned end_line = 0, end_column = 0; // 0: not stated
};

struct GraphText {
  static constexpr size_t none = static_cast<size_t>(-1);

  struct Model {
    TextPiece name; // empty: a graph alone
    TextPiece whole;
    size_t init = none; // a section
    bool has_graph = false;
    std::map<std::string, size_t, std::less<>> members; // by dotted path
  };
  /// A module, or a tensor of one.
  struct Member {
    TextPiece name;
    TextPiece line;  // without its place in the source
    TextPiece whole; // with what stands in its braces
    size_t model = 0, parent = none;
    std::string path;
    std::string type; // the class, or "parameter"
    std::string alias_of;
    bool is_tensor = false, has_graph = false;
    std::optional<StatedPlace> place;
  };
  struct Section {
    TextPiece head; // "training graph"
    TextPiece whole;
    size_t model = 0;
    size_t owner = none; // the member whose graph it is
    std::unordered_map<std::string, size_t> nodes;
  };
  struct Node {
    TextPiece name; // with its %, or `return`
    TextPiece line; // without its place and meta
    TextPiece whole;
    TextPiece opcode, target; // empty: there is none
    size_t section = none;
    std::optional<StatedPlace> place;
  };
  /// A node that is named where it is not defined.
  struct NodeUse {
    TextPiece piece;
    size_t model = 0, section = none; // none: that of `init`
    size_t user = none;               // the node whose operand it is
  };
  /// A module or tensor that is named by its path.
  struct MemberUse {
    TextPiece piece;
    size_t model = 0, owner = none; // where the path begins
    std::string path;
  };

  std::vector<GraphToken> tokens; // with what each means
  std::vector<Model> models;
  std::vector<Member> members;
  std::vector<Section> sections;
  std::vector<Node> nodes;
  std::vector<NodeUse> node_uses;
  std::vector<MemberUse> member_uses;
  /// A result is named without %, as torch.fx's print(graph) does.
  bool is_torch_fx = false;

  // What is named; none where it is not defined.
  size_t node_of(const NodeUse& use, std::string_view text) const;
  size_t member_of(const MemberUse& use) const;
};

GraphText read_graph_text(std::string_view text);

} // namespace fx::lsp
