target_include_directories(fxVerify SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_include_directories(fxVerify PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
target_compile_definitions(fxVerify PRIVATE ${llvm_definitions})
configure_file(Verify/VerifyInstallation.h.in VerifyInstallation.h)

# What the programs are compiled behind: read here, so that the tool needs no file at run time.
set(header ${PROJECT_SOURCE_DIR}/runtime/verify/Verification.h)
set(script ${PROJECT_SOURCE_DIR}/runtime/verify/verify.py)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header} ${script})
file(READ ${header} FX_VERIFICATION_HEADER)
file(READ ${script} FX_VERIFICATION_SCRIPT)
configure_file(Verify/VerificationHeader.cpp.in VerificationHeader.cpp @ONLY)
target_sources(fxVerify PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/VerificationHeader.cpp)
