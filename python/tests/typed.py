"""What a user writes, for mypy: the types of results, and settings that there are not."""

from pathlib import Path
from typing import assert_type

import llvm_spirv
from llvm_spirv import Explanation, Inspection, Place, RoundTrips

spirv = llvm_spirv.translate(Path("kernel.bc"), spirv_ext=["+SPV_KHR_fma"], spirv_mem2reg=True)
assert_type(spirv, bytes)
assert_type(llvm_spirv.to_llvm(spirv), bytes)
assert_type(llvm_spirv.to_llvm(spirv, text=True), str)
assert_type(llvm_spirv.ir(memoryview(spirv), text=True, llvm_version=15), str)
assert_type(llvm_spirv.inspect(bytearray(spirv)), Inspection)
assert_type(llvm_spirv.explain("target triple = \"spir64\""), Explanation)
assert_type(llvm_spirv.roundtrip(spirv), RoundTrips)
assert_type(llvm_spirv.inspect(spirv)["entry_points"][0]["arguments"][0]["name"], str | None)
llvm_spirv.translate(spirv, spirv_exts="+all")  # type: ignore[call-arg]
llvm_spirv.translate(spirv, reflection="all")  # type: ignore[arg-type]
llvm_spirv.translate(1)  # type: ignore[arg-type]
try:
    llvm_spirv.validate(spirv, target_env="opencl3.0", spirv_val=True)
except llvm_spirv.Error as error:
    assert_type(error.place, Place)
    assert_type(error.hint, str | None)
    assert_type(error.all, tuple[llvm_spirv.Error, ...])
