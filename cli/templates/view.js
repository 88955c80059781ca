"use strict";
// The page of `llvm-spirv-rs view`. Only the rows that can be seen are elements, so that a text may have any number of lines.
(() => {
const ROW = 18, AROUND = 30;
const data = JSON.parse(document.getElementById("data").textContent);
const sections = [...document.querySelectorAll(".pane")];

/** For each pane, the lines of the pane before and of the next by line. */
const panes = data.panes.map((pane, number) => ({
  ...pane, number, before: new Map(), next: new Map(),
  changes: new Map(pane.changes.map(([line, gravity, text]) => [line, { gravity, text }])),
  asks: new Map(pane.asks),
  scroll: sections[number].querySelector(".scroll"),
  room: sections[number].querySelector(".room"),
  rows: sections[number].querySelector(".rows"),
  linked: new Set(),
}));
const add = (map, key, value) => map.has(key) ? map.get(key).push(value) : map.set(key, [value]);
data.links.forEach((pairs, number) => {
  for (const [from, to] of pairs) {
    add(panes[number].next, from, to);
    add(panes[number + 1].before, to, from);
  }
});

/** The lines of all panes that a line became, or came from. */
function linked(number, line) {
  const sets = panes.map(() => new Set());
  sets[number].add(line);
  for (let at = number; at + 1 < panes.length; at++) {
    for (const one of sets[at]) for (const other of panes[at].next.get(one) ?? []) sets[at + 1].add(other);
  }
  for (let at = number; at > 0; at--) {
    for (const one of sets[at]) for (const other of panes[at].before.get(one) ?? []) sets[at - 1].add(other);
  }
  return sets;
}

const TOKEN = {
  llvm: /(;.*$)|([%@!][\w.$-]+)|\b(define|declare|call|load|store|ret|br|switch|phi|select|getelementptr|icmp|fcmp|[fsu]?(?:add|sub|mul|div|rem)|fneg|and|or|xor|shl|lshr|ashr|bitcast|addrspacecast|[fs]?ptr?to\w+|trunc|[sz]ext|alloca|metadata|attributes|target|type)\b/g,
  spirv: /(;.*$)|(%[\w.]+)|\b(Op\w+)/g,
  source: /(\/\/.*$)|(@[\w]+)|\b(if|else|for|while|return|kernel|__kernel|global|__global|local|__local|void|int|uint|float|half|double|char|const|struct|layout|in|out|uniform|vec[234])\b/g,
};

/** A line as spans. */
function coloured(text, kind) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN[kind])) {
    parts.push(text.slice(end, match.index));
    const span = document.createElement("span");
    span.className = match[1] ? "note" : match[2] ? "name" : "word";
    span.textContent = match[0];
    parts.push(span);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

let pinned = null, pointed = null, hits = [], hit = -1;

function row(pane, line) {
  const element = document.createElement("div");
  const change = pane.changes.get(line), asks = pane.asks.get(line);
  const at = hits[hit];
  element.className = ["row", pane.linked.has(line) && "linked", change?.gravity, at?.pane === pane.number && at.line === line && "hit",
    pinned?.pane === pane.number && pinned.line === line && "pinned"].filter(Boolean).join(" ");
  element.dataset.line = line;
  if (change) element.title = change.text;
  const number = document.createElement("i");
  number.textContent = line + 1;
  const gutter = document.createElement("u");
  if (asks) { gutter.textContent = "\u25c6"; gutter.title = asks; }
  element.append(number, gutter, ...coloured(pane.lines[line], pane.kind));
  return element;
}

function render(pane) {
  const first = Math.max(0, Math.floor(pane.scroll.scrollTop / ROW) - AROUND);
  const last = Math.min(pane.lines.length, Math.ceil((pane.scroll.scrollTop + pane.scroll.clientHeight) / ROW) + AROUND);
  const rows = [];
  for (let line = first; line < last; line++) rows.push(row(pane, line));
  pane.rows.style.transform = `translateY(${first * ROW}px)`;
  pane.rows.replaceChildren(...rows);
}
const renderAll = () => panes.forEach(render);

function show(pane, line) {
  const top = line * ROW, { scrollTop, clientHeight } = pane.scroll;
  if (top < scrollTop || top + ROW > scrollTop + clientHeight) pane.scroll.scrollTop = Math.max(0, top - clientHeight / 3);
}

function mark(number, line) {
  const sets = line === null ? panes.map(() => new Set()) : linked(number, line);
  panes.forEach((pane, at) => { pane.linked = sets[at]; });
  renderAll();
  return sets;
}

function pin(number, line) {
  pinned = { pane: number, line };
  const sets = mark(number, line);
  sets.forEach((set, at) => { if (at !== number && set.size) show(panes[at], Math.min(...set)); });
  renderAll();
}

const lineOf = (event) => {
  const element = event.target.closest?.(".row");
  return element ? Number(element.dataset.line) : null;
};

for (const pane of panes) {
  pane.room.style.height = `${pane.lines.length * ROW}px`;
  let waits = false;
  pane.scroll.addEventListener("scroll", () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; render(pane); });
  });
  pane.rows.addEventListener("mousemove", (event) => {
    const line = lineOf(event);
    if (line === null || pinned || pointed?.pane === pane.number && pointed.line === line) return;
    pointed = { pane: pane.number, line };
    mark(pane.number, line);
  });
  pane.scroll.addEventListener("mouseleave", () => {
    if (pointed?.pane !== pane.number) return;
    pointed = null;
    if (!pinned) mark(pane.number, null);
  });
  pane.rows.addEventListener("click", (event) => {
    const line = lineOf(event);
    if (line === null) return;
    pointed = null;
    if (pinned?.pane === pane.number && pinned.line === line) { pinned = null; mark(pane.number, null); } else pin(pane.number, line);
  });
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { pinned = null; mark(0, null); }
  if (event.key === "/" && document.activeElement.id !== "needle") { event.preventDefault(); document.getElementById("needle").focus(); }
});

const needle = document.getElementById("needle"), found = document.getElementById("found");
function go(to) {
  hit = hits.length ? (to + hits.length) % hits.length : -1;
  found.textContent = hits.length ? `${hit + 1} of ${hits.length}` : needle.value ? "not found" : "";
  if (hits[hit]) show(panes[hits[hit].pane], hits[hit].line);
  renderAll();
}
needle.addEventListener("input", () => {
  const wanted = needle.value.toLowerCase();
  hits = [];
  if (wanted) for (const pane of panes) pane.lines.forEach((text, line) => { if (text.toLowerCase().includes(wanted)) hits.push({ pane: pane.number, line }); });
  go(0);
});
document.getElementById("search").addEventListener("submit", (event) => { event.preventDefault(); go(hit + 1); });

/** A change that is listed leads to the first line that has it. */
document.getElementById("changes").addEventListener("click", (event) => {
  const item = event.target.closest("li");
  if (!item) return;
  const sentence = item.textContent;
  for (const pane of panes) for (const [line, { text }] of pane.changes) {
    if (text.split("\n").some((one) => sentence.includes(one))) { show(pane, line); return pin(pane.number, line); }
  }
});
addEventListener("resize", renderAll);
renderAll();
})();
