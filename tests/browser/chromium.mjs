// A page in headless Chromium, driven by the protocol of its developer tools over a pipe.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--allow-file-access-from-files", "--remote-debugging-pipe", "--window-size=1600,900"];

export class Page {
  #child; #folder; #session; #next = 1; #open = new Map(); #loaded; #rest = "";
  /** What the page complained of. */
  complaints = [];

  /** Opens an address, and waits until it is loaded. */
  static async open(url, program = process.env.CHROMIUM ?? "chromium") {
    const page = new Page();
    page.#folder = mkdtempSync(join(tmpdir(), "llvm-spirv-chromium-"));
    page.#child = spawn(program, [...FLAGS, `--user-data-dir=${page.#folder}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    page.#child.stdio[4].setEncoding("utf8").on("data", (text) => page.#heard(text));
    const { targetId } = await page.#call("Target.createTarget", { url: "about:blank" });
    page.#session = (await page.#call("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Runtime", "Log"]) await page.#call(`${domain}.enable`);
    const loaded = new Promise((resolve) => { page.#loaded = resolve; });
    await page.#call("Page.navigate", { url });
    await loaded;
    return page;
  }

  #heard(text) {
    const parts = (this.#rest + text).split("\0");
    this.#rest = parts.pop();
    for (const part of parts) {
      const { id, method, params, result, error } = JSON.parse(part);
      if (method === "Page.loadEventFired") this.#loaded?.();
      if (method === "Runtime.exceptionThrown") this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === "Log.entryAdded" && params.entry.level === "error") this.complaints.push(params.entry.text);
      const waiting = this.#open.get(id);
      this.#open.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
    }
  }

  #call(method, params = {}) {
    const id = this.#next++;
    this.#child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.#session })}\0`);
    return new Promise((resolve, reject) => this.#open.set(id, { resolve, reject }));
  }

  /** The value of an expression in the page, of a promise what it becomes. */
  async value(expression) {
    const { result, exceptionDetails } = await this.#call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression, milliseconds = 30_000) {
    for (const end = Date.now() + milliseconds; Date.now() < end;) {
      if (await this.value(expression)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`never: ${expression}`);
  }

  /** Points at the middle of the element that an expression gives; clicks on it where that is asked for. */
  async point(expression, clicks = false) {
    const [x, y] = await this.value(`(() => { const r = (${expression}).getBoundingClientRect(); return [r.x + Math.min(r.width, 200) / 2, r.y + r.height / 2]; })()`);
    await this.#call("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    if (!clicks) return;
    for (const type of ["mousePressed", "mouseReleased"]) await this.#call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
  }

  /** Writes text where the focus is. */
  async write(text) {
    await this.#call("Input.insertText", { text });
  }

  /** Gives files to an element that takes some. */
  async give(selector, files) {
    const { root } = await this.#call("DOM.getDocument");
    const { nodeId } = await this.#call("DOM.querySelector", { nodeId: root.nodeId, selector });
    await this.#call("DOM.setFileInputFiles", { nodeId, files });
  }

  /** Writes a picture of the page. */
  async picture(file) {
    const { data } = await this.#call("Page.captureScreenshot", { format: "png" });
    writeFileSync(file, Buffer.from(data, "base64"));
  }

  async close() {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#call("Browser.close").catch(() => {});
    await ended;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
