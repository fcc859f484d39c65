# Settings every target shares, and the helpers that make targets.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET default)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
include(GNUInstallDirs)

add_library(fx_options INTERFACE)
target_compile_options(fx_options INTERFACE -Wall -Wextra -Werror -Wno-unused-parameter)
option(FX_CLANG_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
if(FX_CLANG_SANITIZE)
  # vptr needs the type information of LLVM's own classes, which its shared library does not export.
  set(flags -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined
            -fno-omit-frame-pointer)
  target_compile_options(fx_options INTERFACE ${flags})
  target_link_options(fx_options INTERFACE ${flags})
endif()

# The include folders and the version of the installed LibTorch, without linking to it: its own CMake
# package would bring 285 shared libraries along.
function(fx_find_libtorch_headers DIRS VERSION)
  find_path(base ATen/ATen.h REQUIRED PATHS /usr/include)
  find_path(api torch/torch.h REQUIRED PATHS ${base}/torch/csrc/api/include)
  file(STRINGS ${api}/torch/version.h lines REGEX "#define TORCH_VERSION_(MAJOR|MINOR|PATCH)")
  string(REGEX MATCHALL "[0-9]+" numbers "${lines}")
  list(JOIN numbers "." version)
  set(${DIRS} ${api} ${base} PARENT_SCOPE)
  set(${VERSION} ${version} PARENT_SCOPE)
endfunction()

# fx_add_library(NAME FOLDER [DEPENDS libraries...]): a static library of lib/FOLDER/*.cpp.
function(fx_add_library NAME FOLDER)
  cmake_parse_arguments(ARG "" "" "DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lib/${FOLDER}/*.cpp)
  add_library(${NAME} STATIC ${sources})
  add_library(fx-clang::${NAME} ALIAS ${NAME})
  target_include_directories(${NAME}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_link_libraries(${NAME} PUBLIC ${ARG_DEPENDS}
    PRIVATE $<BUILD_INTERFACE:fx_options> ${ARG_PRIVATE_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY FX_LIBRARIES ${NAME})
endfunction()

# fx_host_plugins(TOOL): the tool holds all of the libraries that a plugin of passes may call, not
# only what it calls itself, and shows it to the plugins it loads.
function(fx_host_plugins TOOL)
  set_target_properties(${TOOL} PROPERTIES
    ENABLE_EXPORTS ON
    LINK_LIBRARY_OVERRIDE "WHOLE_ARCHIVE,fxPasses,fxAnalysis,fxOps,fxIR,fxSupport")
endfunction()
