// The translator in a page or under Node: bytes in, bytes out, an Error where there is none.
//
//   const translator = await Translator.of(await readFile("translate.wasm"));
//   const spirv = translator.toSpirv(bitcode);

export class Translator {
  #wasm;

  constructor(instance) {
    this.#wasm = instance.exports;
  }

  /** Makes one of the bytes of the module. */
  static async of(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Translator(instance);
  }

  /** Takes settings for all that follows: an object of values by the names of the program's flags. */
  set(settings) {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    this.#translated(new TextEncoder().encode(lines.join("\n")), "set_options");
  }

  /** LLVM IR, as bitcode or assembly, to a SPIR-V binary. */
  toSpirv(bytes) {
    return this.#translated(bytes, "to_spirv");
  }

  /** A SPIR-V binary to bitcode. */
  toBitcode(bytes) {
    return this.#translated(bytes, "to_bitcode");
  }

  /** A SPIR-V binary to assembly, as UTF-8. */
  toAssembly(bytes) {
    return this.#translated(bytes, "to_assembly");
  }

  /** SPIR-V assembly, as UTF-8, to a SPIR-V binary. */
  assemble(bytes) {
    return this.#translated(bytes, "assemble");
  }

  /** A SPIR-V binary to SPIR-V assembly, as UTF-8. */
  disassemble(bytes) {
    return this.#translated(bytes, "disassemble");
  }

  /** What a SPIR-V binary offers and asks for, as text. */
  inspect(bytes) {
    return new TextDecoder().decode(this.#translated(bytes, "inspect"));
  }

  /** The warnings of the last translation. */
  warnings() {
    return new TextDecoder().decode(this.#translated(new Uint8Array(), "warnings")).split("\n").filter(Boolean);
  }

  #translated(bytes, translation) {
    const { memory, input, output, output_length, free_output } = this.#wasm;
    const place = input(bytes.length);
    // The memory is another buffer after each call that may have made it grow.
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const isFile = this.#wasm[translation]();
    const made = new Uint8Array(memory.buffer, output(), output_length()).slice();
    free_output();
    if (!isFile) throw new Error(new TextDecoder().decode(made));
    return made;
  }
}
