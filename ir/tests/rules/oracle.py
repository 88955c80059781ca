"""Says whether LLVM 22 takes modules: a module is its length on a line and its text; the answer is a line, `good`, or why not."""

import ctypes
import sys

llvm = ctypes.CDLL("libLLVM.so.22.1")
pointer = ctypes.c_void_p
for name, result, arguments in [
    ("LLVMContextCreate", pointer, []),
    ("LLVMContextDispose", None, [pointer]),
    ("LLVMContextSetDiagnosticHandler", None, [pointer, pointer, pointer]),
    ("LLVMCreateMemoryBufferWithMemoryRangeCopy", pointer, [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p]),
    ("LLVMParseIRInContext", ctypes.c_int, [pointer, pointer, ctypes.POINTER(pointer), ctypes.POINTER(ctypes.c_char_p)]),
    ("LLVMVerifyModule", ctypes.c_int, [pointer, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)]),
    ("LLVMDisposeModule", None, [pointer]),
]:
    function = getattr(llvm, name)
    function.restype, function.argtypes = result, arguments

# Warnings are nobody's here.
quiet = ctypes.CFUNCTYPE(None, pointer, pointer)(lambda diagnostic, context: None)


def verdict(text):
    context = llvm.LLVMContextCreate()
    llvm.LLVMContextSetDiagnosticHandler(context, ctypes.cast(quiet, pointer), None)
    answer = verdict_in(context, text)
    # A run has tens of thousands of modules.
    llvm.LLVMContextDispose(context)
    return answer


def verdict_in(context, text):
    module, message = pointer(), ctypes.c_char_p()
    buffer = llvm.LLVMCreateMemoryBufferWithMemoryRangeCopy(text, len(text), b"m.ll")
    if llvm.LLVMParseIRInContext(context, buffer, ctypes.byref(module), ctypes.byref(message)):
        return b"parser: " + (message.value or b"")
    broken = llvm.LLVMVerifyModule(module, 2, ctypes.byref(message))
    llvm.LLVMDisposeModule(module)
    return b"verifier: " + (message.value or b"") if broken else b"good"


while size := sys.stdin.buffer.readline():
    answer = verdict(sys.stdin.buffer.read(int(size)))
    sys.stdout.buffer.write(answer.strip().replace(b"\n", b" | ")[:600] + b"\n")
    sys.stdout.buffer.flush()
