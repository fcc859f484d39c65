// Precompiled for the libraries and their tests: what most of their files read, which takes a
// second a file otherwise. A file still includes what it uses; .ci/long-jobs.txt builds without.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "fx/IR/Graph.h"
