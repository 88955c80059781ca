// The translator for WebAssembly gives what a program gives: ten modules both ways, the same bytes.
//
//   node tests/wasm/test.mjs translate.wasm PROGRAM

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Translator } from "../../examples/wasm/translator.mjs";

const [wasm, program] = process.argv.slice(2);
const root = new URL("../../", import.meta.url).pathname;

const MODULES = [
  "roundtrip-corpus/regressions/shared_members.ll",
  "roundtrip-corpus/regressions/debug_order.ll",
  "roundtrip-corpus/regressions/flat_null_address.ll",
  "tests/filetests/debug_info/globals.ll",
  "tests/filetests/cooperative_vector/vectors.ll",
  "tests/filetests/shaders/chosen_descriptors.ll",
  "tests/filetests/shaders/logical_copies.ll",
  "tests/filetests/groups/older_events_flow.ll",
  "tests/filetests/legalize/illegal_vector.ll",
  "tests/filetests/atomics/bfloat.ll",
];

const translator = await Translator.of(readFileSync(wasm));
const folder = mkdtempSync(join(tmpdir(), "llvm-spirv-wasm-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

/** The output of the program. */
function made(input, ...flags) {
  const output = join(folder, "output");
  execFileSync(program, [...flags, input, "-o", output], { stdio: ["ignore", "ignore", "pipe"] });
  return readFileSync(output);
}

/** Fails where bytes differ; the message says where, not all of both. */
function same(ours, theirs, what) {
  assert.equal(Buffer.compare(ours, theirs), 0, `${what}: ${ours.length} and ${theirs.length} bytes`);
}

for (const module of MODULES) {
  test(module, () => {
    const input = join(root, module);
    const spirv = made(input);
    same(translator.toSpirv(readFileSync(input)), spirv, "SPIR-V");
    const binary = join(folder, "binary.spv");
    execFileSync(program, [input, "-o", binary]);
    const bitcode = made(binary, "-r");
    same(translator.toBitcode(spirv), bitcode, "bitcode");
    same(translator.toAssembly(spirv), made(binary, "-r", "-S"), "assembly");
    const back = join(folder, "back.bc");
    execFileSync(program, ["-r", binary, "-o", back]);
    same(translator.toSpirv(bitcode), made(back), "SPIR-V of the bitcode");
  });
}

test("an error is an exception, and the translator goes on", () => {
  const text = new TextEncoder().encode("define void @f( {");
  assert.throws(() => translator.toSpirv(text), /not readable as LLVM assembly/);
  assert.throws(() => translator.toBitcode(new Uint8Array(3)));
  assert.throws(() => translator.toAssembly(new Uint8Array(0)));
  const kernel = 'target triple = "spir64-unknown-unknown"\ndefine spir_kernel void @k() {\n  ret void\n}\n';
  assert.equal(translator.toSpirv(new TextEncoder().encode(kernel))[0], 0x03);
});

test("text, interface and settings", () => {
  const input = join(root, MODULES[0]);
  const spirv = made(input);
  const text = translator.disassemble(spirv);
  same(text, execFileSync(program, ["-S", input, "-o", "-"]), "text");
  const assembly = join(folder, "text.spvasm");
  writeFileSync(assembly, text);
  same(translator.assemble(text), execFileSync(program, ["as", assembly, "-o", "-"]), "binary of the text");
  assert.match(translator.inspect(spirv), /^SPIR-V 1\.\d, /);
  translator.set({ "byte-order": "big" });
  same(translator.toSpirv(readFileSync(input)), made(input, "--byte-order=big"), "the other order");
  assert.throws(() => translator.set({ nonsense: 1 }), /there is no setting "nonsense"/);
  translator.set({});
  same(translator.toSpirv(readFileSync(input)), spirv, "the defaults again");
});
