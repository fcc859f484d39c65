target_include_directories(fxVerify SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_include_directories(fxVerify PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
target_compile_definitions(fxVerify PRIVATE ${llvm_definitions})
configure_file(Verify/VerifyInstallation.h.in VerifyInstallation.h)

# What the programs are compiled behind: read here, so that the tool needs no file at run time.
set(runtime ${PROJECT_SOURCE_DIR}/runtime/verify)
set(element_types ${PROJECT_SOURCE_DIR}/include/fx/IR/ElementTypes.def)
set(headers ${element_types} ${runtime}/Values.h ${runtime}/Comparison.h
    ${runtime}/Transcript.h ${runtime}/Verification.h ${runtime}/LibTorchLayers.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers} ${runtime}/verify.py
             ${runtime}/package.py)
file(READ ${runtime}/Values.h FX_VERIFICATION_VALUES)
file(READ ${runtime}/Comparison.h FX_VERIFICATION_COMPARISON)
file(READ ${runtime}/Transcript.h FX_VERIFICATION_TRANSCRIPT)
file(READ ${runtime}/Verification.h FX_VERIFICATION_HEADER)
file(READ ${runtime}/LibTorchLayers.h FX_LIBTORCH_LAYERS)
# They are one text there.
file(READ ${element_types} rows)
string(REPLACE "#include \"../../include/fx/IR/ElementTypes.def\"\n" "${rows}"
       FX_VERIFICATION_VALUES "${FX_VERIFICATION_VALUES}")
foreach(part FX_VERIFICATION_COMPARISON FX_VERIFICATION_TRANSCRIPT FX_VERIFICATION_HEADER)
  string(REGEX REPLACE "#pragma once\n|#include \"[A-Za-z]+.h\"\n" "" ${part} "${${part}}")
endforeach()
file(READ ${runtime}/verify.py FX_VERIFICATION_SCRIPT)
file(READ ${runtime}/package.py FX_PACKAGE_SCRIPT)
configure_file(Verify/VerificationHeader.cpp.in VerificationHeader.cpp @ONLY)
target_sources(fxVerify PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/VerificationHeader.cpp)
