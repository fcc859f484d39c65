# Tables made at build time from the installed LibTorch's headers; lib/Ops/*.cpp include them.

list(GET FX_LIBTORCH_INCLUDE_DIRS 0 api)
list(GET FX_LIBTORCH_INCLUDE_DIRS 1 base)
set(tables ${CMAKE_CURRENT_BINARY_DIR}/Ops)
file(MAKE_DIRECTORY ${tables})

# fx_generate_table(SCRIPT FOLDER OUTPUT SOURCE WITNESS): utils/SCRIPT reads FOLDER and writes
# OUTPUT, which lib/Ops/SOURCE includes. WITNESS is a header that changes when LibTorch does.
function(fx_generate_table SCRIPT FOLDER OUTPUT SOURCE WITNESS)
  set(script ${PROJECT_SOURCE_DIR}/utils/${SCRIPT})
  add_custom_command(
    OUTPUT ${tables}/${OUTPUT}
    COMMAND ${Python3_EXECUTABLE} ${script} ${FOLDER} ${tables}/${OUTPUT}
    DEPENDS ${script} ${FOLDER}/${WITNESS}
    COMMENT "Reading ${OUTPUT} from ${FOLDER}"
    VERBATIM)
  target_sources(fxOps PRIVATE ${tables}/${OUTPUT})
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/lib/Ops/${SOURCE} APPEND PROPERTY
    OBJECT_DEPENDS ${tables}/${OUTPUT})
endfunction()

# Tags of operators are in the dispatcher alone. The program ends with the build; nothing that is
# installed links LibTorch.
find_library(FX_TORCH_CPU torch_cpu REQUIRED)
find_library(FX_C10 c10 REQUIRED)
add_executable(dump-operator-tags
               ${PROJECT_SOURCE_DIR}/utils/dump-operator-tags/dump-operator-tags.cpp)
set_target_properties(dump-operator-tags PROPERTIES CXX_STANDARD 17)
target_compile_options(dump-operator-tags PRIVATE -O0)
target_include_directories(dump-operator-tags SYSTEM PRIVATE ${base})
target_link_libraries(dump-operator-tags PRIVATE ${FX_TORCH_CPU} ${FX_C10})
add_custom_command(
  OUTPUT ${tables}/OperatorTags.txt
  COMMAND dump-operator-tags > ${tables}/OperatorTags.txt
  COMMENT "Asking LibTorch for the tags of its operators"
  VERBATIM)
set(script ${PROJECT_SOURCE_DIR}/utils/gen-operator-schemas.py)
add_custom_command(
  OUTPUT ${tables}/OperatorSchemas.inc
  COMMAND ${Python3_EXECUTABLE} ${script} ${base} ${tables}/OperatorTags.txt
          ${tables}/OperatorSchemas.inc
  DEPENDS ${script} ${base}/ATen/Operators.h ${tables}/OperatorTags.txt
  COMMENT "Reading OperatorSchemas.inc from ${base}"
  VERBATIM)
target_sources(fxOps PRIVATE ${tables}/OperatorSchemas.inc)
set_property(SOURCE ${PROJECT_SOURCE_DIR}/lib/Ops/LibTorch.cpp APPEND PROPERTY
  OBJECT_DEPENDS ${tables}/OperatorSchemas.inc)
fx_generate_table(gen-functional-options.py ${api} FunctionalOptions.inc LibTorch.cpp
                  torch/nn/options.h)
target_include_directories(fxOps PRIVATE ${tables})
set_property(SOURCE ${PROJECT_SOURCE_DIR}/lib/Ops/LibTorch.cpp APPEND PROPERTY
  COMPILE_DEFINITIONS FX_LIBTORCH_VERSION="${FX_LIBTORCH_VERSION}")
