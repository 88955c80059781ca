// The playground: a module in, both directions out. All of it is in this file, the translator too: nothing is sent anywhere.

const EXAMPLE = `target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

define spir_kernel void @scale(ptr addrspace(1) %data, float %by) {
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %at = getelementptr float, ptr addrspace(1) %data, i64 %id
  %old = load float, ptr addrspace(1) %at, align 4
  %new = fmul float %old, %by
  store float %new, ptr addrspace(1) %at, align 4
  ret void
}
`;

const element = (id) => document.getElementById(id);
const encoded = (text) => new TextEncoder().encode(text);
const decoded = (bytes) => new TextDecoder().decode(bytes);
const KINDS = { assembly: "LLVM IR", bitcode: "LLVM bitcode", spirv: "SPIR-V binary", text: "SPIR-V assembly" };

let code = null, translator = null;
/** The bytes of a file that is no text. */
let dropped = null;

/** The code of the translator, out of the page. */
async function loaded() {
  const packed = Uint8Array.from(atob(element("wasm").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** The kind of a module, by its beginning. */
function kindOf(bytes) {
  const begins = (...start) => start.every((byte, at) => bytes[at] === byte);
  if (begins(0x42, 0x43, 0xc0, 0xde) || begins(0xde, 0xc0, 0x17, 0x0b)) return "bitcode";
  if (begins(3, 2, 0x23, 7) || begins(7, 0x23, 2, 3)) return "spirv";
  return /^\s*(?:%\w+\s*=\s*)?Op[A-Z]\w+/m.test(decoded(bytes.subarray(0, 1 << 16))) ? "text" : "assembly";
}

function settings() {
  const all = {};
  for (const word of element("settings").value.split(/\s+/).filter(Boolean)) {
    const at = word.indexOf("=");
    const name = (at < 0 ? word : word.slice(0, at)).replace(/^--/, "");
    all[name] = at < 0 ? "" : word.slice(at + 1);
  }
  return all;
}

function offer(id, bytes, name) {
  const link = element(id);
  if (link.href) URL.revokeObjectURL(link.href);
  link.hidden = !bytes;
  if (!bytes) return;
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.textContent = name.slice(name.lastIndexOf("."));
}

/** Translates there and back; what is wrong is shown, and what there was before that stays empty. */
function translate() {
  const bytes = dropped ?? encoded(element("input").value);
  const kind = kindOf(bytes), isSpirv = kind === "spirv" || kind === "text";
  element("kind").textContent = KINDS[kind];
  element("size").textContent = `${bytes.length} bytes`;
  element("back-kind").textContent = isSpirv ? "LLVM IR" : "LLVM IR, after the way back";
  let spirv = null, back = null, problem = "", warnings = [];
  const shown = { spirv: "", back: "", interface: "" };
  try {
    translator.set(settings());
    spirv = kind === "spirv" ? bytes : kind === "text" ? translator.assemble(bytes) : translator.toSpirv(bytes);
    if (!isSpirv) warnings = translator.warnings();
    shown.spirv = decoded(translator.disassemble(spirv));
    shown.interface = translator.inspect(spirv);
    back = translator.toAssembly(spirv);
    warnings.push(...translator.warnings());
    shown.back = decoded(back);
  } catch (error) {
    problem = error.message;
    // After a trap the memory is not to be trusted.
    if (error instanceof WebAssembly.RuntimeError) begin();
  }
  for (const [id, text] of Object.entries(shown)) element(id).textContent = text;
  element("problem").hidden = !problem;
  element("problem").textContent = problem;
  element("warnings").hidden = !warnings.length;
  element("warnings").textContent = warnings.map((warning) => `warning: ${warning}`).join("\n");
  offer("save-spirv", spirv, "module.spv");
  offer("save-back", back, "module.ll");
}

async function take(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isText = ["text", "assembly"].includes(kindOf(bytes));
  dropped = isText ? null : bytes;
  element("input").value = isText ? decoded(bytes) : `${file.name}: ${KINDS[kindOf(bytes)]}, ${bytes.length} bytes`;
  element("input").readOnly = !isText;
  element("state").textContent = file.name;
  translate();
}

/** A translator with a memory of its own. Browsers make a module of this size only without waiting. */
async function begin() {
  translator = new Translator(await WebAssembly.instantiate(code, {}));
}

let waiting = 0;
const soon = () => { clearTimeout(waiting); waiting = setTimeout(translate, 200); };
element("input").addEventListener("input", soon);
element("settings").addEventListener("input", soon);
element("file").addEventListener("change", (event) => { if (event.target.files[0]) take(event.target.files[0]); });
addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over"); });
addEventListener("dragleave", () => document.body.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
});

loaded().then(async (compiled) => {
  code = compiled;
  await begin();
  element("input").value = EXAMPLE;
  element("state").textContent = "ready";
  translate();
}).catch((error) => {
  element("problem").hidden = false;
  element("problem").textContent = `the translator cannot be loaded: ${error.message}`;
});
