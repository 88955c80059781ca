// The page of `view` in Chromium: links, marks, search, and a module of 100,000 instructions.
//
//   node --test tests/browser/view.mjs    with PROGRAM, the program, and OUT, a folder for pages and pictures

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { Page } from "./chromium.mjs";

const { PROGRAM: program, OUT: out } = process.env;
mkdirSync(out, { recursive: true });

const KERNEL = `kernel void scale(global float *data, float by, global long *sum) {
  size_t i = get_global_id(0);
  data[i] = data[i] * by + 1.0f;
  if (data[i] > 3.0f)
    *sum += (long)i;
}
`;

let open = null;
afterEach(() => open?.close());

/** Makes the page of a file, and opens it. */
async function viewed(file, name, ...flags) {
  const page = join(out, `${name}.html`);
  execFileSync(program, ["view", file, "-o", page, ...flags], { stdio: ["ignore", "ignore", "inherit"] });
  assert.doesNotMatch(readFileSync(page, "utf8"), /(?:src|href)=["']?(?:https?:|\/)/, "the page needs no other file");
  return open = await Page.open(`file://${page}`);
}

/** The lines of a pane that are linked, by their texts. */
const linked = (page, number) =>
  page.value(`[...document.querySelectorAll(".pane")[${number}].querySelectorAll(".row.linked")].map((row) => row.textContent)`);
const rowWith = (number, text) =>
  `[...document.querySelectorAll(".pane")[${number}].querySelectorAll(".row")].find((row) => row.textContent.includes(${JSON.stringify(text)}))`;
/** Points at the first line of a pane that has a text, once it is in view. */
async function pointAt(page, number, text, clicks = false) {
  const row = rowWith(number, text);
  await page.value(`(async () => {
    const row = ${row};
    row.closest(".scroll").scrollTop = row.dataset.line * 18 - 100;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  })()`);
  await page.point(row, clicks);
}
/** Searches all texts. */
async function search(page, text) {
  await page.value(`document.querySelector("#needle").value = ""`);
  await page.point(`document.querySelector("#needle")`, true);
  await page.write(text);
  await page.value(`(async () => { for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); })()`);
}
const titles = (page) => page.value(`[...document.querySelectorAll("h2")].map((title) => title.firstChild.textContent.trim())`);

test("a kernel with its source", async () => {
  const source = join(out, "scale.cl"), bitcode = join(out, "scale.bc");
  writeFileSync(source, KERNEL);
  execFileSync("clang-22", ["-target", "spir64", "-cl-std=CL3.0", "-O1", "-g", "-Xclang", "-finclude-default-header", "-emit-llvm", "-c", source, "-o", bitcode]);
  const page = await viewed(bitcode, "kernel");
  assert.deepEqual(await titles(page), ["source: scale.cl", "LLVM IR", "SPIR-V", "LLVM IR, after the way back"]);
  await pointAt(page, 0, "data[i] * by", true);
  const [llvm, spirv, back] = [await linked(page, 1), await linked(page, 2), await linked(page, 3)];
  assert.ok(llvm.some((line) => line.includes("@llvm.fmuladd.f32")), llvm.join("\n"));
  assert.ok(spirv.some((line) => line.includes(" mad ")), spirv.join("\n"));
  assert.ok(back.some((line) => line.includes("mad")), back.join("\n"));
  await pointAt(page, 0, "data[i] * by", true);
  await pointAt(page, 2, "OpFOrdGreaterThan");
  assert.ok((await linked(page, 0)).some((line) => line.includes("if (data[i] > 3.0f)")));
  assert.ok((await linked(page, 1)).some((line) => line.includes("fcmp ogt")));
  for (const [text, asked] of [["OpMemoryModel", /asks for Kernel/], ["OpTypeInt 64", /asks for Int64/]]) {
    await search(page, text);
    assert.match(await page.value(`${rowWith(2, text)}.querySelector("u").title`), asked);
  }
  await pointAt(page, 0, "data[i] * by", true);
  await page.picture(join(out, "kernel.png"));
  assert.deepEqual(page.complaints, []);
});

test("losses are red, and listed", async () => {
  const file = join(out, "losses.ll");
  writeFileSync(file, `target triple = "spir64-unknown-unknown"
define spir_kernel void @twice(ptr addrspace(1) %data) nofree {
  %old = load i32, ptr addrspace(1) %data, align 4, !tbaa !0
  %new = mul nsw i32 %old, 2
  store i32 %new, ptr addrspace(1) %data, align 4
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"</script><b>int", !2}
!2 = !{!"root"}
`);
  const page = await viewed(file, "losses");
  const lost = await page.value(`[...document.querySelectorAll(".pane")[0].querySelectorAll(".row.lost")].map((row) => row.textContent)`);
  assert.equal(lost.length, 1);
  assert.match(lost[0], /!tbaa/);
  const colour = await page.value(`getComputedStyle(document.querySelector(".row.lost")).color`);
  const [red, green, blue] = colour.match(/\d+/g).map(Number);
  assert.ok(red > 150 && green < 140 && blue < 140, colour);
  assert.match(await page.value(`document.querySelector("#changes li.lost").textContent`), /metadata tbaa/);
  await page.point(`document.querySelector("#changes li.lost")`, true);
  assert.match(await page.value(`document.querySelector(".row.pinned").textContent`), /!tbaa/);
  assert.ok(await page.value(`document.body.querySelectorAll("script + b").length === 0`));
  assert.deepEqual(page.complaints, []);
});

test("SPIR-V is shown there and back", async () => {
  const spirv = join(out, "scale.spv");
  execFileSync(program, [join(out, "scale.bc"), "-f", "-o", spirv]);
  const page = await viewed(spirv, "spirv");
  assert.deepEqual((await titles(page)).slice(-3), ["SPIR-V", "LLVM IR", "SPIR-V, after the way back"]);
  const count = (await titles(page)).length;
  await search(page, "OpFOrdGreaterThan");
  assert.equal(await page.value(`document.querySelector("#found").textContent`), "1 of 4");
  assert.match(await page.value(`document.querySelector(".row.hit").textContent`), /OpFOrdGreaterThan/);
  await pointAt(page, count - 3, "OpFOrdGreaterThan", true);
  assert.ok((await linked(page, count - 2)).some((line) => line.includes("fcmp ogt")));
  assert.ok((await linked(page, count - 1)).some((line) => line.includes("OpFOrdGreaterThan")));
  assert.deepEqual(page.complaints, []);
});

test("100,000 instructions scroll", async () => {
  const file = join(out, "large.ll");
  const body = Array.from({ length: 100 }, (_, line) => `  %v${line + 1} = add i32 %v${line}, ${line}`).join("\n");
  const one = (number) => `define spir_func i32 @f${number}(i32 %v0) {\n${body}\n  ret i32 %v100\n}\n`;
  writeFileSync(file, `target triple = "spir64-unknown-unknown"\n${Array.from({ length: 1000 }, (_, number) => one(number)).join("\n")}`);
  const page = await viewed(file, "large");
  const scroll = `document.querySelectorAll(".scroll")[1]`;
  assert.ok(await page.value(`${scroll}.scrollHeight > 100000 * 18`));
  const [elements, worst] = await page.value(`(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    let most = 0, worst = 0;
    for (let step = 0; step <= 40; step++) {
      const begin = performance.now();
      ${scroll}.scrollTop = ${scroll}.scrollHeight * step / 40;
      await frame();
      await frame();
      most = Math.max(most, document.querySelectorAll(".row").length);
      worst = Math.max(worst, performance.now() - begin);
    }
    return [most, worst];
  })()`);
  console.log(`100,000 instructions: at most ${elements} rows at a time, ${worst.toFixed(0)} ms for the slowest jump`);
  assert.ok(elements < 1500, `${elements} rows`);
  assert.ok(worst < 1000, `${worst} ms`);
  assert.match(await page.value(`[...document.querySelectorAll(".pane")[1].querySelectorAll(".row")].at(-1).textContent`), /OpFunctionEnd/);
  await page.point(`[...document.querySelectorAll(".pane")[1].querySelectorAll(".row")].at(-3)`, true);
  await page.until(`[...document.querySelectorAll(".pane")[0].querySelectorAll(".row.linked")].length > 0`);
  assert.deepEqual(page.complaints, []);
});
