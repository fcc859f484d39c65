"""torch.fx's text of a Python model, as the harness compares it with --emit=fx."""
from __future__ import annotations

import bisect
import dis
import inspect
import operator
import re
import sys

import torch
import torch.fx
from torch.fx import proxy as fx_proxy
from torch.fx import _symbolic_trace as fx_trace


def repair_torch_fx() -> None:
    """Restores on Python 3.11 what torch 1.13 does up to Python 3.10.

    1.13 looks at code objects in ways that 3.11 changed: `a, b = proxy` finds the wrong instruction,
    and a forward with *args gets a code object that 3.11 refuses. Newer torch needs none of this.
    """
    if not torch.__version__.startswith("1.13") or sys.version_info < (3, 11):
        return

    def iterate(self):
        frame = inspect.currentframe().f_back
        instructions = list(dis.get_instructions(frame.f_code))
        here = bisect.bisect_left([i.offset for i in instructions], frame.f_lasti)
        if instructions[here].opname == "UNPACK_SEQUENCE":
            return (self[i] for i in range(instructions[here].argval))
        return self.tracer.iter(self)

    def patch_function(fn, nargs):
        code = fn.__code__
        code = code.replace(co_argcount=nargs, co_posonlyargcount=0, co_kwonlyargcount=0,
                            co_flags=code.co_flags & ~fx_trace.HAS_VARSTUFF)
        return type(fn)(code, fn.__globals__, fn.__name__, fn.__defaults__, fn.__closure__)

    fx_proxy.Proxy.__iter__ = iterate
    fx_trace._patch_function = patch_function


def allow_item_assignment() -> None:
    """Records `x[i] = v` as operator.setitem.

    torch.fx refuses it although its code generator can print it; C++ models use it, and the rest of
    their graphs is worth comparing.
    """
    def setitem(self, index, value):
        self.tracer.create_proxy("call_function", operator.setitem, (self, index, value), {})

    fx_proxy.Proxy.__setitem__ = setitem


class BufferTracer(torch.fx.Tracer):
    """Makes a get_attr node of every use of a buffer.

    torch.fx does so only when a buffer is an argument of a recorded call; a method called on it is
    run at once, and the result is frozen into the graph.
    """

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        if isinstance(attr_val, torch.Tensor) and not isinstance(attr_val, torch.nn.Parameter):
            for name, buffer in self.root.named_buffers():
                if buffer is attr_val:
                    return self.create_proxy("get_attr", name, (), {})
        return super().getattr(attr, attr_val, parameter_proxy_cache)


def text(module: torch.nn.Module, tracer: type[torch.fx.Tracer] = torch.fx.Tracer) -> str:
    return normalised(str(tracer().trace(module.eval())))


def traced(module: torch.nn.Module) -> torch.fx.GraphModule:
    return torch.fx.GraphModule(module, BufferTracer().trace(module))


def is_own_code(module: torch.nn.Module) -> bool:
    """Whether the lines of forward are those of torch.fx's GraphModule.code for its graph."""
    def body(code: str) -> list[str]:
        lines = [line.strip() for line in code.splitlines() if line.strip()]
        return lines[next(i for i, line in enumerate(lines) if line.startswith("def ")) + 1:]

    own = inspect.getsource(type(module).forward)
    return body(torch.fx.symbolic_trace(module.eval()).code) == body(own)


def normalised(graph: str) -> str:
    """1.13 prints `#users=` where later versions print `num_users=`.

    A parameter's annotation is the placeholder's type in torch.fx; --emit=fx has none to print.
    """
    graph = re.sub(r"^( *%\w+ : ).+ (\[(?:#|num_)users=\d+\] = placeholder)", r"\1\2", graph, flags=re.M)
    return re.sub(r"\[#users=(\d+)\]", r"[num_users=\1]", graph).strip() + "\n"


repair_torch_fx()
allow_item_assignment()
