# The tables of the LibTorch that is installed, made from its headers and built into libfx-core; the
# same code makes those of another LibTorch when it is first used.

list(GET FX_LIBTORCH_INCLUDE_DIRS 0 api)
list(GET FX_LIBTORCH_INCLUDE_DIRS 1 base)
set(tables ${CMAKE_CURRENT_BINARY_DIR}/Ops)
file(MAKE_DIRECTORY ${tables})

# Tables that other code made are not read.
file(GLOB makers CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/Headers/*
     ${CMAKE_CURRENT_LIST_DIR}/generated/OperatorTags.def)
set(hashes "")
foreach(maker ${makers})
  file(SHA256 ${maker} hash)
  string(APPEND hashes ${hash})
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${makers})
string(SHA256 hash "${hashes}")
string(SUBSTRING ${hash} 0 16 hash)
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/Headers/ReadTables.cpp APPEND PROPERTY
  COMPILE_DEFINITIONS FX_TABLES_GENERATOR=0x${hash})
target_include_directories(fxHeaders PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})

add_executable(read-libtorch ${PROJECT_SOURCE_DIR}/utils/read-libtorch/read-libtorch.cpp
               ${CMAKE_CURRENT_LIST_DIR}/Messages.cpp)
foreach(part fxSupport fxIR fxHeaders)
  target_sources(read-libtorch PRIVATE $<TARGET_OBJECTS:${part}>)
endforeach()
target_include_directories(read-libtorch PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(read-libtorch PRIVATE fmt::fmt fx_options)
set_target_properties(read-libtorch PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/utils/read-libtorch)

# fx_read_libtorch(WHAT OUTPUT): what read-libtorch says; see there.
function(fx_read_libtorch WHAT OUTPUT)
  list(GET FX_LIBTORCH_INCLUDE_DIRS 0 api)
  list(GET FX_LIBTORCH_INCLUDE_DIRS 1 base)
  # Headers that change when LibTorch does.
  add_custom_command(
    OUTPUT ${OUTPUT}
    COMMAND read-libtorch ${WHAT} ${base} ${api} ${OUTPUT}
    DEPENDS read-libtorch ${base}/ATen/Operators.h ${api}/torch/nn/options.h ${api}/torch/version.h
    COMMENT "Reading ${WHAT} from ${base}"
    VERBATIM)
endfunction()

fx_read_libtorch(tables ${tables}/LibTorch.tables)
target_sources(fxOps PRIVATE ${tables}/LibTorch.tables)
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/BuiltInTables.cpp APPEND PROPERTY
  OBJECT_DEPENDS ${tables}/LibTorch.tables)
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/BuiltInTables.cpp APPEND PROPERTY
  COMPILE_DEFINITIONS FX_BUILT_IN_TABLES="${tables}/LibTorch.tables")
# For scripts of the build and of the tests.
fx_read_libtorch(json ${tables}/LibTorch.json)
