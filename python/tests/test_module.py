"""The module: what goes in, what comes out, what is wrong."""

import concurrent.futures
import mmap
import pathlib
import pickle
import shutil
import subprocess
import sysconfig
import tempfile
import threading
import tracemalloc
import unittest
import warnings
from typing import Any

import kernels
import settings as written_settings

import llvm_spirv

SPIRV = llvm_spirv.translate(kernels.SCALE)


class Translations(unittest.TestCase):
    def test_both_ways(self) -> None:
        self.assertEqual(SPIRV[:4], b"\x03\x02\x23\x07")
        text = llvm_spirv.to_llvm(SPIRV, text=True)
        self.assertIn("define spir_kernel void @scale(", text)
        bitcode = llvm_spirv.to_llvm(SPIRV)
        self.assertEqual(bitcode[:4], b"BC\xc0\xde")
        self.assertEqual(llvm_spirv.translate(bitcode), llvm_spirv.translate(text))

    def test_the_program_gives_the_same_bytes(self) -> None:
        program = pathlib.Path(sysconfig.get_path("scripts"), "llvm-spirv-rs")
        self.assertEqual(shutil.which("llvm-spirv-rs"), str(program))
        said = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(said.split()[1:], llvm_spirv.__version__.split())
        made = subprocess.run([program, "-", "-o", "-"], input=kernels.SCALE.encode(), check=True, capture_output=True)
        self.assertEqual(made.stdout, SPIRV)

    def test_a_module_is_anything_that_has_bytes(self) -> None:
        text = kernels.SCALE.encode()
        given: list[Any] = [text, bytearray(text), memoryview(text), memoryview(bytearray(text)).toreadonly()]
        for one in given:
            self.assertEqual(llvm_spirv.translate(one), SPIRV, type(one))
        with tempfile.NamedTemporaryFile() as file:
            file.write(text)
            file.flush()
            self.assertEqual(llvm_spirv.translate(pathlib.Path(file.name)), SPIRV)
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                self.assertEqual(llvm_spirv.translate(mapped), SPIRV)
        with self.assertRaises(BufferError):
            llvm_spirv.translate(memoryview(text)[::2])
        with self.assertRaises(TypeError):
            llvm_spirv.translate(7)  # type: ignore[arg-type]

    def test_assembly_is_a_module(self) -> None:
        text = llvm_spirv.disassemble(SPIRV)
        self.assertIn('OpEntryPoint Kernel %scale "scale"', text)
        again = llvm_spirv.assemble(text)
        generator = '!3 = !{i16 7, i16 0}', '!3 = !{i16 0, i16 1}'
        self.assertEqual(llvm_spirv.to_llvm(again, text=True).replace(*generator), llvm_spirv.to_llvm(SPIRV, text=True))
        self.assertEqual(llvm_spirv.inspect(text)["entry_points"][0]["name"], "scale")

    def test_ir_for_another_llvm(self) -> None:
        text = llvm_spirv.ir(kernels.SCALE, text=True, llvm_version=15)
        self.assertIn("define spir_kernel void @scale(", text)
        self.assertEqual(llvm_spirv.ir(kernels.SCALE)[:4], b"BC\xc0\xde")
        with self.assertRaises(ValueError):
            llvm_spirv.ir(kernels.SCALE, llvm_version=3)
        broken = kernels.SCALE.replace("ret void", "br label %no\nno:\n  br label %no\n}\ndefine i32 @g() {\n  ret i32 %id")
        with self.assertRaises(llvm_spirv.InvalidError):
            llvm_spirv.ir(broken)


class Answers(unittest.TestCase):
    def test_inspect(self) -> None:
        for module in (SPIRV, kernels.SCALE):
            inspection = llvm_spirv.inspect(module)
            entry = inspection["entry_points"][0]
            self.assertEqual((entry["name"], entry["execution_model"]), ("scale", "Kernel"))
            self.assertEqual([one["name"] for one in entry["arguments"]], ["data", "by"])
            self.assertEqual(inspection["memory_model"], "OpenCL")

    def test_explain(self) -> None:
        explanation = llvm_spirv.explain(kernels.SCALE)
        asked = {one["name"]: one["asked_by"] for one in explanation["capabilities"] or ()}
        int64 = asked["Int64"]
        assert int64 is not None
        self.assertIn("OpTypeInt 64", int64["instruction"])
        missing = llvm_spirv.explain(kernels.NEEDY)["missing"]
        self.assertEqual([one["missing"]["extensions"] for one in missing], [["SPV_INTEL_usm_storage_classes"]])
        self.assertEqual(llvm_spirv.explain(SPIRV)["missing"], [])

    def test_roundtrip(self) -> None:
        trips = llvm_spirv.roundtrip(kernels.SCALE)
        self.assertTrue(trips["is_fixpoint"])
        self.assertEqual((trips["undocumented"], trips["second_differs"]), (0, None))
        self.assertEqual(trips["instructions_before"], trips["instructions_after"])

    def test_validate(self) -> None:
        llvm_spirv.validate(SPIRV)
        llvm_spirv.validate(SPIRV, spirv_val=True, target_env="opencl2.0")
        with self.assertRaises(llvm_spirv.Error) as raised:
            llvm_spirv.validate(SPIRV, environment="vulkan1.3")
        self.assertEqual(raised.exception.code, "E0304")
        text = "OpCapability Kernel\nOpMemoryModel Logical OpenCL\n%p = OpTypePointer Function %f\n"
        with self.assertRaises(llvm_spirv.InvalidError):
            llvm_spirv.validate(llvm_spirv.assemble(text))


class Errors(unittest.TestCase):
    def test_an_error_has_code_place_and_hint(self) -> None:
        with self.assertRaises(llvm_spirv.UnsupportedError) as raised:
            llvm_spirv.translate(kernels.NEEDY)
        error = raised.exception
        self.assertEqual((error.code, error.place.function), ("E0301", "device"))
        self.assertIn("--spirv-ext=+SPV_INTEL_usm_storage_classes", error.hint or "")
        self.assertIn("[E0301]", str(error))
        self.assertEqual(error.all, (error,))
        llvm_spirv.translate(kernels.NEEDY, spirv_ext="+SPV_INTEL_usm_storage_classes")
        llvm_spirv.translate(kernels.NEEDY, spirv_ext=["+SPV_INTEL_usm_storage_classes", "+SPV_KHR_expect_assume"])

    def test_an_error_names_the_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "damaged.ll")
            file.write_text(kernels.DAMAGED)
            with self.assertRaises(llvm_spirv.InvalidError) as raised:
                llvm_spirv.translate(file)
            self.assertEqual(raised.exception.place.file, str(file))
            with self.assertRaises(llvm_spirv.UsageError):
                llvm_spirv.translate(file.with_name("missing.ll"))

    def test_an_error_stands_for_all(self) -> None:
        functions = "\n".join(f"define i{2000 + n} @f{n}(i{2000 + n} %x) {{\n  ret i{2000 + n} %x\n}}" for n in range(30))
        with self.assertRaises(llvm_spirv.Error) as raised:
            llvm_spirv.translate('target triple = "spir64-unknown-unknown"\n' + functions, error_limit=5)
        error = raised.exception
        self.assertEqual((len(error.all), error.is_cut), (5, True))

    def test_errors_go_to_other_processes(self) -> None:
        with self.assertRaises(llvm_spirv.Error) as raised:
            llvm_spirv.translate(kernels.NEEDY)
        error = raised.exception
        again = pickle.loads(pickle.dumps(error))
        self.assertIs(type(again), llvm_spirv.UnsupportedError)
        self.assertEqual((again.code, again.place, again.hint, str(again)), (error.code, error.place, error.hint, str(error)))

    def test_the_wrong_way_is_told(self) -> None:
        with self.assertRaises(llvm_spirv.Error) as raised:
            llvm_spirv.translate(SPIRV)
        self.assertIn("to_llvm", raised.exception.hint or "")
        with self.assertRaises(llvm_spirv.Error) as raised:
            llvm_spirv.to_llvm(kernels.SCALE)
        self.assertIn("translate", raised.exception.hint or "")
        with self.assertRaises(llvm_spirv.Error) as raised:
            llvm_spirv.translate(b"\x7fELF")
        self.assertEqual(raised.exception.code, "E0006")

    def test_warnings_are_warnings(self) -> None:
        module = 'target triple = "spir64-unknown-unknown"\n@x = global i32 1\n'
        with self.assertWarns(llvm_spirv.TranslationWarning) as caught:
            llvm_spirv.translate(module)
        self.assertEqual(pathlib.Path(caught.filename).name, "test_module.py")


class TheSettings(unittest.TestCase):
    def test_their_types_are_of_the_table(self) -> None:
        self.assertEqual(written_settings.FILE.read_text(), written_settings.written())

    def test_values(self) -> None:
        self.assertEqual(llvm_spirv.translate(kernels.SCALE, byte_order="big")[:4], b"\x07\x23\x02\x03")
        constant = "\n".join(
            (
                "OpCapability Kernel\nOpCapability Addresses\nOpCapability Linkage\nOpMemoryModel Physical64 OpenCL",
                "OpDecorate %c SpecId 3\nOpDecorate %f LinkageAttributes \"f\" Export",
                "%i = OpTypeInt 32 0\n%t = OpTypeFunction %i\n%c = OpSpecConstant %i 1",
                "%f = OpFunction %i None %t\n%l = OpLabel\nOpReturnValue %c\nOpFunctionEnd\n",
            )
        )
        self.assertIn("ret i32 99", llvm_spirv.to_llvm(constant, text=True, spec_const={3: 99}))

    def test_what_is_wrong(self) -> None:
        wrong: Any = {"spirv_exts": "+all"}
        with self.assertRaisesRegex(TypeError, "spirv_exts"):
            llvm_spirv.translate(kernels.SCALE, **wrong)
        with self.assertRaisesRegex(ValueError, "little, big"):
            llvm_spirv.translate(kernels.SCALE, byte_order="middle")  # type: ignore[arg-type]


class Threads(unittest.TestCase):
    def test_others_run_meanwhile(self) -> None:
        module, ended, counted = kernels.large(3000), threading.Event(), [0]

        def count() -> None:
            while not ended.is_set():
                counted[0] += 1
                ended.wait(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        before = counted[0]
        llvm_spirv.translate(module)
        during = counted[0] - before
        ended.set()
        thread.join()
        # One that held the interpreter would let the other run once.
        self.assertGreater(during, 10)

    def test_many_at_a_time_give_the_same(self) -> None:
        module = kernels.large(20)
        expected = llvm_spirv.translate(module)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertEqual({*pool.map(llvm_spirv.translate, [module] * 200)}, {expected})

    def test_bytes_are_not_copied_in_python(self) -> None:
        module = kernels.large(2000).encode()
        tracemalloc.start()
        spirv = llvm_spirv.translate(module)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        self.assertLess(peak, len(spirv) + 100_000)


if __name__ == "__main__":
    warnings.simplefilter("error")
    unittest.main()
