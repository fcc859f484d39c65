# Checks lib/CodeGen/TorchScript/{Functions,Modules}/*.tsl and writes them as the tables that
# LibraryTables.cpp includes; and those of them that are one operator, for lib/Ops/Operations.cpp.

file(GLOB library CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/Functions/*.tsl
                                    ${CMAKE_CURRENT_LIST_DIR}/Modules/*.tsl)
file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/utils/torchscript_library/*.py)
list(APPEND scripts ${PROJECT_SOURCE_DIR}/utils/gen-torchscript-library.py)
set(members ${PROJECT_SOURCE_DIR}/include/fx/Ops/TensorMembers.def)
set(modules ${PROJECT_SOURCE_DIR}/include/fx/Ops/Modules.def)
set(folder ${CMAKE_CURRENT_BINARY_DIR}/CodeGen)
file(MAKE_DIRECTORY ${folder})
add_custom_command(
  OUTPUT ${folder}/TorchScriptLibrary.inc ${tables}/Operations.inc
  COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/utils/gen-torchscript-library.py
          ${tables}/LibTorch.json ${members} ${modules} ${folder}/TorchScriptLibrary.inc
          ${tables}/Operations.inc ${library}
  DEPENDS ${library} ${scripts} ${members} ${modules} ${tables}/LibTorch.json
  COMMENT "Reading the library of TorchScript"
  VERBATIM)
target_sources(fxCodeGen PRIVATE ${folder}/TorchScriptLibrary.inc)
target_include_directories(fxCodeGen PRIVATE ${folder})
target_sources(fxOps PRIVATE ${tables}/Operations.inc)
target_include_directories(fxOps PRIVATE ${tables})
set_property(SOURCE ${PROJECT_SOURCE_DIR}/lib/Ops/Operations.cpp APPEND PROPERTY
  OBJECT_DEPENDS ${tables}/Operations.inc)
set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/LibraryTables.cpp APPEND PROPERTY
  OBJECT_DEPENDS ${folder}/TorchScriptLibrary.inc)
