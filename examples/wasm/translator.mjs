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
