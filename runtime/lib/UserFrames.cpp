#include "UserFrames.h"

#include "TraceState.h"

#include "fx/IR/Meta.h"
#include "fx/IR/Node.h"

#include <c10/util/Type.h>

#include <fmt/format.h>

#include FX_BACKTRACE_HEADER

#include <dlfcn.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace fx::runtime {

namespace {

/// Places of code by their addresses, each looked up once.
class Places {
public:
  static Places& instance() {
    static Places places;
    return places;
  }

  /// A place has several frames where functions were inlined.
  std::vector<UserFrame> at(uintptr_t address) {
    const std::lock_guard lock(mutex_);
    const auto [entry, is_new] = known_.try_emplace(address);
    if (is_new) entry->second = look_up(address);
    return entry->second;
  }

private:
  static bool starts_with_any(std::string_view text,
                              std::initializer_list<std::string_view> prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view prefix) { return text.starts_with(prefix); });
  }

  static bool is_library(uintptr_t address, Dl_info& info) {
    if (dladdr(reinterpret_cast<const void*>(address), &info) == 0) return false;
    std::string_view name = info.dli_fname ? info.dli_fname : "";
    name.remove_prefix(name.rfind('/') + 1);
    return starts_with_any(name, {"libtorch", "libc10", "libfx-", "libstdc++", "libc++", "libc.so",
                                  "libgcc_s", "ld-linux", "libpthread"});
  }

  static bool is_library_header(std::string_view file) {
    return std::any_of(headers.begin(), headers.end(), [&](std::string_view part) {
      return file.find(part) != std::string_view::npos;
    });
  }

  std::vector<UserFrame> look_up(uintptr_t address) {
    Dl_info info{};
    if (is_library(address, info)) return {};
    std::vector<UserFrame> found;
    backtrace_pcinfo(
        state_, address,
        [](void* data, uintptr_t, const char* file, int line, const char* function) {
          if (file == nullptr) return 0;
          static_cast<std::vector<UserFrame>*>(data)->push_back(
              {function ? c10::demangle(function) : "", file, static_cast<unsigned>(line)});
          return 0;
        },
        [](void*, const char*, int) {}, &found);
    if (found.empty())
      found.push_back({info.dli_sname ? c10::demangle(info.dli_sname) : "", "", 0});
    std::erase_if(found, [](const UserFrame& frame) { return is_library_header(frame.file); });
    return found;
  }

  static constexpr std::array<std::string_view, 6> headers{
      "/ATen/", "/c10/", "/torch/csrc/", "/include/c++/", "/bits/", "fx/Runtime/"};
  std::mutex mutex_;
  backtrace_state* state_ =
      backtrace_create_state(nullptr, 1, [](void*, const char*, int) {}, nullptr);
  std::unordered_map<uintptr_t, std::vector<UserFrame>> known_;
};

struct Walk {
  size_t most;
  uintptr_t base;
  std::vector<UserFrame> frames;
};

_Unwind_Reason_Code step(_Unwind_Context* context, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  if (walk.base != 0 && _Unwind_GetCFA(context) > walk.base) return _URC_END_OF_STACK;
  int is_before = 0;
  const uintptr_t address = _Unwind_GetIPInfo(context, &is_before);
  if (address == 0) return _URC_END_OF_STACK;
  for (UserFrame& frame : Places::instance().at(is_before ? address : address - 1))
    if (walk.frames.size() < walk.most) walk.frames.push_back(std::move(frame));
  return walk.frames.size() < walk.most ? _URC_NO_REASON : _URC_END_OF_STACK;
}

} // namespace

std::vector<UserFrame> user_frames(size_t most) {
  Walk walk{most, reinterpret_cast<uintptr_t>(this_thread().stack_base), {}};
  _Unwind_Backtrace(step, &walk);
  return std::move(walk.frames);
}

std::string stack_text(const std::vector<UserFrame>& frames) {
  std::string text;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
    text +=
        fmt::format("  File \"{}\", line {}, in {}\n", frame->file, frame->line, frame->function);
  return text;
}

std::string at_user_line() {
  const std::vector<UserFrame> frames = user_frames(1);
  if (frames.empty()) return "";
  const UserFrame& frame = frames.front();
  if (frame.file.empty())
    return frame.function.empty()
               ? ""
               : fmt::format(", in {} (build the program with -g for the line)", frame.function);
  return fmt::format(", at {}:{}{}", frame.file, frame.line,
                     frame.function.empty() ? "" : " in " + frame.function);
}

std::string place_of(const Node& node) {
  const SourceRange* range = node.meta(meta::source_range);
  return range == nullptr ? "" : fmt::format(", at {}:{}", range->file.str(), range->line);
}

} // namespace fx::runtime
