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

fx_generate_table(gen-operator-schemas.py ${base} OperatorSchemas.inc Schema.cpp ATen/Operators.h)
fx_generate_table(gen-functional-options.py ${api} FunctionalOptions.inc Options.cpp
                  torch/nn/options.h)
target_include_directories(fxOps PRIVATE ${tables})
