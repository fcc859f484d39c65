# cmake -DFOLDER=include/fx -DOUTPUT=Abi.h -P AbiNumber.cmake: the number of the binary interface of
# libfx-core, made from its headers. What only changes their comments does not change the number.
file(GLOB_RECURSE headers ${FOLDER}/*.h ${FOLDER}/*.def)
list(SORT headers)
set(text "")
foreach(header ${headers})
  file(READ ${header} content)
  string(REGEX REPLACE "//[^\n]*" "" content "${content}")
  string(REGEX REPLACE "[ \n]+" " " content "${content}")
  file(RELATIVE_PATH name ${FOLDER} ${header})
  string(APPEND text "${name}:${content}\n")
endforeach()
string(SHA256 number "${text}")
string(SUBSTRING ${number} 0 16 number)
set(content "// Made from the headers by cmake/AbiNumber.cmake.
#pragma once

#include <cstdint>

namespace fx {

/// What a plugin or a program and libfx-core must have in common: it changes with every declaration
/// that both see.
inline constexpr uint64_t abi_number = 0x${number};

} // namespace fx
")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL content)
  file(WRITE ${OUTPUT} "${content}")
endif()
