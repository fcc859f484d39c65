// All that a program needs to trace its live modules, to change their graphs and to run them: what
// the target fx-clang::runtime links.
#pragma once

#include "fx/Runtime/Calls.h"
#include "fx/Runtime/CodeGen.h"
#include "fx/Runtime/Conversions.h"
#include "fx/Runtime/Decompose.h"
#include "fx/Runtime/Equivalence.h"
#include "fx/Runtime/Errors.h"
#include "fx/Runtime/FakeTensorProp.h"
#include "fx/Runtime/Functions.h"
#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/Interpreter.h"
#include "fx/Runtime/ModuleCalls.h"
#include "fx/Runtime/Modules.h"
#include "fx/Runtime/Proxy.h"
#include "fx/Runtime/ReplacePattern.h"
#include "fx/Runtime/ShapeProp.h"
#include "fx/Runtime/SymbolicTrace.h"
#include "fx/Runtime/TracedFunction.h"
#include "fx/Runtime/Tracer.h"
#include "fx/Runtime/Transformer.h"
#include "fx/Runtime/Value.h"
