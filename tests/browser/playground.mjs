// The playground in Chromium, opened as a file: four kinds of modules, both directions, reflection and errors.
//
//   node --test tests/browser/playground.mjs    with PROGRAM, PAGE, and OUT, a folder for modules and pictures

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Page } from "./chromium.mjs";

const { PROGRAM: program, PAGE: address, OUT: out } = process.env;
mkdirSync(out, { recursive: true });
const file = (name) => join(out, name);
const run = (...words) => execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

let page;
before(async () => {
  page = await Page.open(`file://${address}`);
  await page.until(`document.getElementById("state").textContent === "ready"`);
  // The page's own example is what the other kinds are made of.
  writeFileSync(file("example.ll"), await text("input", "value"));
  run(file("example.ll"), "-f", "-o", file("example.spv"));
  writeFileSync(file("example.spvasm"), run("dis", file("example.spv")));
  run("-r", file("example.spv"), "-f", "-o", file("example.bc"));
});
after(() => page?.close());

const text = (id, what = "textContent") => page.value(`document.getElementById("${id}").${what}`);
const isHidden = (id) => page.value(`document.getElementById("${id}").hidden`);

/** Gives a file to the page, and waits until it is shown. */
async function take(name) {
  await page.give("#file", [file(name)]);
  await page.until(`document.getElementById("state").textContent === ${JSON.stringify(name)}`);
}

const NAMES = { "example.ll": "LLVM IR", "example.bc": "LLVM bitcode", "example.spv": "SPIR-V binary", "example.spvasm": "SPIR-V assembly" };
for (const [name, kind] of Object.entries(NAMES)) {
  test(name, async () => {
    await take(name);
    assert.equal(await text("kind"), kind);
    assert.equal(await text("problem"), "");
    assert.match(await text("spirv"), /OpEntryPoint Kernel %scale "scale"/);
    assert.match(await text("back"), /define spir_kernel void @scale\(ptr addrspace\(1\) %data, float %by\)/);
    assert.match(await text("interface"), /entry point scale: Kernel\n {2}argument data: float\* CrossWorkgroup\n {2}argument by: float/);
    assert.match(await text("interface"), /capability Int64, for %ulong = OpTypeInt 64 0/);
  });
}

test("it gives what the program gives", async () => {
  await take("example.ll");
  assert.equal(await text("spirv"), run("-S", file("example.ll"), "-o", "-"));
  assert.equal(await text("back"), run("-r", "-S", file("example.spv"), "-o", "-"));
  const length = await page.value(`fetch(document.getElementById("save-spirv").href).then((file) => file.arrayBuffer()).then((file) => file.byteLength)`);
  assert.equal(length, statSync(file("example.spv")).size);
  await page.picture(file("playground.png"));
});

test("a dropped file is taken", async () => {
  await page.value(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(["OpCapability Kernel\\nOpCapability Linkage\\nOpMemoryModel Logical OpenCL\\n"], "dropped.spvasm"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`);
  await page.until(`document.getElementById("state").textContent === "dropped.spvasm"`);
  assert.match(await text("interface"), /capability Linkage/);
});

test("errors have place and hint", async () => {
  writeFileSync(file("wrong.spvasm"), "OpCapability Shader\n%void = OpTypeVod\n");
  await take("wrong.spvasm");
  assert.equal(await isHidden("problem"), false);
  assert.match(await text("problem"), /:2:9.*\[E0224\]\n {2}hint: did you mean OpTypeVoid\?/);
  assert.equal(await text("back"), "");
  writeFileSync(file("needy.ll"), `target triple = "spir64-unknown-unknown"
define spir_func ptr addrspace(5) @device(ptr addrspace(1) %p) {
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(5)
  ret ptr addrspace(5) %q
}
`);
  await take("needy.ll");
  assert.match(await text("problem"), /SPV_INTEL_usm_storage_classes.*\[E0301\]/);
  await page.point(`document.getElementById("settings")`, true);
  await page.write("--spirv-ext=+SPV_INTEL_usm_storage_classes");
  await page.until(`document.getElementById("problem").hidden`);
  assert.match(await text("spirv"), /OpExtension "SPV_INTEL_usm_storage_classes"/);
  await page.write(" nonsense=1");
  await page.until(`!document.getElementById("problem").hidden`);
  assert.match(await text("problem"), /there is no setting "nonsense"/);
});

test("the page complains of nothing, and asks for nothing", async () => {
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(await page.value(`performance.getEntriesByType("resource").map((one) => one.name).filter((name) => !name.startsWith("blob:"))`), []);
});
