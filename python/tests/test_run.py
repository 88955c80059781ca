"""Kernels on arrays, in this process."""

import unittest

import kernels
import numpy as np

import llvm_spirv
from llvm_spirv import _native

SPIRV = llvm_spirv.translate(kernels.SCALE)

LOCAL = """\
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent

define spir_kernel void @reverse(ptr addrspace(1) %data, ptr addrspace(3) %room) {
  %id = call spir_func i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %mine = load i32, ptr addrspace(1) %at, align 4
  %there = getelementptr i32, ptr addrspace(3) %room, i64 %id
  store i32 %mine, ptr addrspace(3) %there, align 4
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272) convergent
  %other = sub i64 15, %id
  %from = getelementptr i32, ptr addrspace(3) %room, i64 %other
  %value = load i32, ptr addrspace(3) %from, align 4
  store i32 %value, ptr addrspace(1) %at, align 4
  ret void
}
"""


@unittest.skipUnless(_native.HAS_RUN, "this wheel has no `run`: LLVM 22 was not there when it was built")
class Runs(unittest.TestCase):
    def test_arrays_are_changed_in_place(self) -> None:
        for by in (3, 3.0, np.float32(3)):
            data = np.arange(1000, dtype=np.float32)
            took = llvm_spirv.run(SPIRV, "scale", data, by, global_size=1000)
            self.assertGreaterEqual(took, 0.0)
            np.testing.assert_array_equal(data, np.arange(1000, dtype=np.float32) * 3)

    def test_grids_have_dimensions(self) -> None:
        data = np.ones((4, 8), dtype=np.float32)
        llvm_spirv.run(SPIRV, "scale", data, 2, global_size=[32, 1], local_size=[8, 1], threads=1)
        np.testing.assert_array_equal(data, np.full((4, 8), 2, dtype=np.float32))

    def test_local_memory(self) -> None:
        data = np.arange(16, dtype=np.int32)
        llvm_spirv.run(llvm_spirv.translate(LOCAL), "reverse", data, llvm_spirv.Local(64), global_size=16, local_size=16)
        np.testing.assert_array_equal(data, np.arange(16, dtype=np.int32)[::-1])

    def test_arrays_that_are_read_only_stay(self) -> None:
        data = np.ones(8, dtype=np.float32)
        data.flags.writeable = False
        llvm_spirv.run(SPIRV, "scale", data, 2, global_size=8)
        np.testing.assert_array_equal(data, np.ones(8, dtype=np.float32))

    def test_what_does_not_fit_is_an_error(self) -> None:
        data = np.ones(8, dtype=np.float32)
        for arguments, told in (
            ((data.astype(np.int32), 2), "argument 0 is a buffer of f32, and i32 is given"),
            ((data, np.float64(2)), "argument 1 is f32, and f64 is given"),
            ((data,), "has 2 parameters, not 1"),
        ):
            with self.assertRaisesRegex(llvm_spirv.UsageError, told):
                llvm_spirv.run(SPIRV, "scale", *arguments, global_size=8)
        with self.assertRaisesRegex(llvm_spirv.UsageError, "it has scale"):
            llvm_spirv.run(SPIRV, "scales", data, 2, global_size=8)
        with self.assertRaisesRegex(ValueError, "ascontiguousarray"):
            llvm_spirv.run(SPIRV, "scale", data[::2], 2, global_size=4)
        with self.assertRaisesRegex(llvm_spirv.UsageError, "grid"):
            llvm_spirv.run(SPIRV, "scale", data, 2, global_size=[1, 1, 1, 1])


class Without(unittest.TestCase):
    @unittest.skipIf(_native.HAS_RUN, "this wheel has `run`")
    def test_it_says_what_to_install(self) -> None:
        with self.assertRaisesRegex(NotImplementedError, "llvm-22-dev"):
            llvm_spirv.run(SPIRV, "scale", global_size=1)


if __name__ == "__main__":
    unittest.main()
