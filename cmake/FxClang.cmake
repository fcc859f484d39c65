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
# A build or an installation can be moved as a whole.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_RPATH $ORIGIN/../${CMAKE_INSTALL_LIBDIR})

add_library(fx_options INTERFACE)
target_compile_options(fx_options INTERFACE -Wall -Wextra -Werror -Wno-unused-parameter)
set(FX_CLANG_SANITIZE "" CACHE STRING
    "address: build with AddressSanitizer and UndefinedBehaviorSanitizer; thread: with ThreadSanitizer")
set_property(CACHE FX_CLANG_SANITIZE PROPERTY STRINGS "" address thread)
set(FX_SANITIZER_FLAGS "")
if(FX_CLANG_SANITIZE)
  if(FX_CLANG_SANITIZE STREQUAL address)
    # vptr needs the type information of LLVM's own classes, which its shared library does not export.
    set(FX_SANITIZER_FLAGS -fsanitize=address,undefined -fno-sanitize=vptr
        -fno-sanitize-recover=undefined)
  elseif(FX_CLANG_SANITIZE STREQUAL thread)
    set(FX_SANITIZER_FLAGS -fsanitize=thread)
  else()
    message(FATAL_ERROR "FX_CLANG_SANITIZE is address or thread, not '${FX_CLANG_SANITIZE}'")
  endif()
  list(APPEND FX_SANITIZER_FLAGS -fno-omit-frame-pointer)
  target_compile_options(fx_options INTERFACE ${FX_SANITIZER_FLAGS})
  target_link_options(fx_options INTERFACE ${FX_SANITIZER_FLAGS})
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

# fx_add_library(NAME FOLDER [CORE] [WITHOUT folder] [DEPENDS libraries...]): lib/FOLDER/*.cpp, but
# those of a folder in it that is a library of its own. CORE: a part of the shared library fxCore,
# which tools, plugins and programs load once, so that symbols and meta keys are the same everywhere;
# else a static library.
function(fx_add_library NAME FOLDER)
  cmake_parse_arguments(ARG "CORE" "WITHOUT" "DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lib/${FOLDER}/*.cpp)
  if(ARG_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "/lib/${FOLDER}/${ARG_WITHOUT}/")
  endif()
  get_property(core GLOBAL PROPERTY FX_CORE)
  if(ARG_CORE)
    add_library(${NAME} OBJECT ${sources})
    # The library does not let others replace its functions: its own calls need no table.
    target_compile_options(${NAME} PRIVATE -fno-semantic-interposition)
    set_property(GLOBAL APPEND PROPERTY FX_CORE ${NAME})
  else()
    add_library(${NAME} STATIC ${sources})
    add_library(fx-clang::${NAME} ALIAS ${NAME})
    if(core)
      list(REMOVE_ITEM ARG_DEPENDS ${core})
    endif()
    list(APPEND ARG_DEPENDS fxCore)
    set_property(GLOBAL APPEND PROPERTY FX_LIBRARIES ${NAME})
  endif()
  target_include_directories(${NAME}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_link_libraries(${NAME} PUBLIC ${ARG_DEPENDS}
    PRIVATE $<BUILD_INTERFACE:fx_options> ${ARG_PRIVATE_DEPENDS})
endfunction()

# fx_add_core(): the shared library of what was added as CORE.
function(fx_add_core)
  get_property(parts GLOBAL PROPERTY FX_CORE)
  add_library(fxCore SHARED)
  foreach(part ${parts})
    target_sources(fxCore PRIVATE $<TARGET_OBJECTS:${part}>)
  endforeach()
  add_library(fx-clang::fxCore ALIAS fxCore)
  target_include_directories(fxCore
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_link_libraries(fxCore PUBLIC fmt::fmt PRIVATE $<BUILD_INTERFACE:fx_options> ${CMAKE_DL_LIBS})
  target_compile_features(fxCore INTERFACE cxx_std_20)
  target_link_options(fxCore PRIVATE LINKER:-Bsymbolic-functions)
  set_target_properties(fxCore PROPERTIES OUTPUT_NAME fx-core VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR})
  set_property(GLOBAL APPEND PROPERTY FX_LIBRARIES fxCore)
endfunction()
