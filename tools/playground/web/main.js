// The playground's page: an editor, the program at every level, runs and their pictures.
import { EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
import { EditorView, Decoration, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection, highlightSpecialChars } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { searchKeymap, highlightSelectionMatches } from "@codemirror/search";
import { setDiagnostics, lintGutter, lintKeymap } from "@codemirror/lint";
import { descend, ir, colors } from "./language.js";
import { mountPictures, make } from "../../picture/page/picture.js";
import examples from "../dist/examples.json";

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);

// --- the compiler

let worker = self.descendFirst, number = 0, waiting = new Map(), isReady = false;

function begin() {
  worker.onmessage = ({ data }) => {
    const answer = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.broken) {
      $("state").textContent = data.broken;
      if (isReady) again();
    }
    answer?.(data.answer ?? { error: data.broken, diagnostics: [], levels: [], functions: [] });
  };
  ask(null).then(({ styles }) => {
    if (!styles) return;
    if (!$("pictureStyle")) document.head.append(make("style", { id: "pictureStyle" }, styles.join("\n")));
    isReady = true;
  });
}

/** Begins with another compiler after a mistake in one. */
function again() {
  isReady = false;
  worker.terminate();
  for (const answer of waiting.values()) answer({ error: "the compiler was started again", diagnostics: [], levels: [], functions: [] });
  waiting.clear();
  worker = self.descendWorker();
  begin();
  compile().then(run).then(warm);
}

const ask = (request) => new Promise((answer) => {
  waiting.set(++number, answer);
  worker.postMessage({ id: number, request });
});

/** Browsers compile well what has run often: some checks while nobody waits make those while typing three times as fast. */
async function warm() {
  for (let i = 1; i <= 12 && !waiting.size; i++) await ask({ source: source() + " ".repeat(i), layout: layout(), levels: i % 4 === 3, edited: i % 2 === 0 });
}

// --- the editor

const link = StateEffect.define();
const linked = StateField.define({
  create: () => Decoration.none,
  update(set, tr) {
    set = set.map(tr.changes);
    for (const e of tr.effects) if (e.is(link)) set = Decoration.set(e.value.map((n) => Decoration.line({ class: "linked" }).range(tr.state.doc.line(n).from)));
    return set;
  },
  provide: (f) => EditorView.decorations.from(f),
});
const common = [lineNumbers(), highlightSpecialChars(), drawSelection(), bracketMatching(), highlightSelectionMatches(), colors, linked];

const editor = new EditorView({
  parent: $("editor"),
  state: EditorState.create({
    doc: "",
    extensions: [...common, history(), highlightActiveLine(), highlightActiveLineGutter(), closeBrackets(), lintGutter(), descend, indentUnit.of("  "), EditorState.tabSize.of(2),
      keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": "program", "aria-description": "Escape and then Tab leave the editor", tabindex: "0" }),
      EditorView.updateListener.of((u) => {
        if (u.docChanged) age();
        if (u.docChanged) compile(u.transactions.some((tr) => tr.annotation(Transaction.userEvent)));
        if (u.selectionSet && !u.docChanged) follow(u.state.doc.lineAt(u.state.selection.main.head).number);
      })],
  }),
});
const source = () => editor.state.doc.toString();
function setSource(text) {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, selection: { anchor: 0 } });
  editor.scrollDOM.scrollTo(0, 0); // where the program before was scrolled to
}

/** Goes to a line of the program. */
function goTo(line, focus = true) {
  if (line < 1 || line > editor.state.doc.lines) return;
  const at = editor.state.doc.line(line).from;
  editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  if (focus) editor.focus();
}

function position(line, column) {
  const doc = editor.state.doc;
  if (!line || line > doc.lines) return doc.length;
  const l = doc.line(line), bytes = new TextEncoder();
  let n = 0, at = 0; // columns count bytes
  for (const c of l.text) {
    if (n >= column - 1) break;
    n += bytes.encode(c).length;
    at += c.length;
  }
  return l.from + at;
}

function showFindings(a) {
  const list = a.diagnostics.filter((d) => d.file === "program.desc" || !d.file).map((d) => {
    const from = position(d.line, d.column), to = Math.max(from, position(d.endLine || d.line, d.endColumn || d.column));
    const helps = [];
    for (let h = d.help; h; h = h.or) helps.push(h); // each is one to choose
    const fixes = helps.filter((h) => h.edits?.length);
    return {
      from, to: to > from ? to : Math.min(from + 1, editor.state.doc.length), severity: d.severity === "error" ? "error" : "warning",
      message: `${d.message}${d.code ? ` [${d.code}]` : ""}${d.label ? `\n${d.label}` : ""}${d.related.map((r) => `\n${r.line ? `line ${r.line}: ` : ""}${r.message}`).join("")}${helps.map((h) => `\nhelp: ${h.message}`).join("")}`,
      actions: fixes.map((h, i) => ({ name: fixes.length > 1 ? `Fix ${i + 1}` : "Fix", apply: (view) => view.dispatch({ userEvent: "input.fix", changes: h.edits.map((e) => ({ from: position(e.line, e.column), to: position(e.endLine || e.line, e.endColumn || e.column), insert: e.text })) }) })),
    };
  });
  editor.dispatch(setDiagnostics(editor.state, list));
  $("findings").textContent = a.text;
}

// --- levels

const titles = { checked: "descend, exec, view", gpu: "gpu", llvm: "NVVM LLVM IR", ptx: "PTX" };
const shown = new Set(innerWidth < 1500 ? ["gpu"] : ["gpu", "llvm"]);
let answer = { levels: [], functions: [] };
// While the compiler is busy changes wait, and go to it together: changed is when the first of them was made, 0 if there is none. Edited says
// that they are edits, after which the compiler looks at what has changed only, and not the beginning of another program, which then runs.
let checking = null, changed = 0, edited = false, writing;

/** Has what is in the editor checked; the promise ends when there is an answer to the newest text. */
function compile(isEdit = false) {
  changed ||= performance.now();
  edited = isEdit;
  return (checking ??= (async () => {
    while (changed) await compileOnce();
    checking = null;
  })());
}

async function compileOnce() {
  const text = source(), begun = changed, isEdit = edited;
  changed = 0;
  clearTimeout(writing);
  const a = await ask({ source: text, layout: layout(), edited: isEdit });
  if (text !== source()) return;
  $("state").textContent = a.error ? a.error : `${a.diagnostics.some((d) => d.severity === "error") ? "errors" : "checked"} in ${Math.round(performance.now() - begun)} ms`;
  answer = a;
  showFindings(a);
  form();
  rememberSoon();
  if (!$("levels").hidden && !changed) writing = setTimeout(write, isEdit ? 150 : 0);
}

/** Has the program written at all levels, where somebody looks at them, and has not typed for a moment: the next check would wait for that. */
async function write() {
  const text = source(), a = await ask({ source: text, layout: layout(), levels: true });
  if (text !== source()) return;
  answer = a;
  showFindings(a);
  levels();
}

// What is shown of each level, and PTX with the program that it is of.
let columns = {}, ptx = { of: null, level: null };

/** Shows the levels that are chosen. */
function levels() {
  const names = ["checked", "gpu", "llvm", ...(native ? ["ptx"] : [])];
  if ($("choice").children.length !== names.length) {
    $("choice").replaceChildren(...names.map((n) => make("label", {}, make("input", { type: "checkbox", checked: shown.has(n), onchange: (e) => (e.target.checked ? shown.add(n) : shown.delete(n), levels()) }), titles[n])));
  }
  const now = names.filter((n) => shown.has(n));
  for (const n of Object.keys(columns)) {
    if (now.includes(n)) continue;
    columns[n].view.destroy();
    columns[n].box.remove();
    delete columns[n];
  }
  for (const n of now) {
    const c = (columns[n] ??= column(n)), l = levelNow(n);
    if (c.text !== l.text) c.view.dispatch({ changes: { from: 0, to: c.view.state.doc.length, insert: l.text } });
    Object.assign(c, l);
  }
  $("columns").replaceChildren(...now.map((n) => columns[n].box));
  if (now.includes("ptx")) ptxSoon();
  follow(editor.state.doc.lineAt(editor.state.selection.main.head).number);
}

/** The text of a level, or why there is none. */
function levelNow(name) {
  if (name === "ptx") return ptx.level ?? { text: "; PTX is being made", lines: [] };
  return answer.levels.find((l) => l.name === name) ?? { text: `; ${answer.error ?? "there is nothing at this level: the program has errors"}`, lines: [] };
}

function column(name) {
  const box = make("div"), lineAt = (view, at) => (columns[name].lines[view.state.doc.lineAt(at).number - 1] ?? [0])[0];
  const view = new EditorView({ parent: box, state: EditorState.create({ doc: "", extensions: [...common, ir, EditorState.readOnly.of(true), EditorView.editable.of(false),
    keymap.of([{ key: "Enter", run: (v) => (goTo(lineAt(v, v.state.selection.main.head), false), true) }, ...defaultKeymap, ...searchKeymap]),
    EditorView.contentAttributes.of({ "aria-label": titles[name], tabindex: "0" }),
    EditorView.domEventHandlers({ click: (e, v) => {
      const at = v.posAtCoords({ x: e.clientX, y: e.clientY });
      if (at !== null) goTo(lineAt(v, at), false);
    } })] }) });
  return { box, view, text: "", lines: [] };
}

/** Marks in every level the lines that come from a line of the program. */
function follow(line) {
  for (const { view, lines } of Object.values(columns)) {
    const mine = [];
    lines.forEach(([first, last], i) => first && first <= line && line <= last && i < view.state.doc.lines && mine.push(i + 1));
    const effects = [link.of(mine)];
    if (mine.length) effects.push(EditorView.scrollIntoView(view.state.doc.line(mine[0]).from, { y: "center" }));
    view.dispatch({ effects });
  }
}

// --- runs

let files = {}, given = { fn: "", args: {}, nats: {} };
const layout = () => $("form").elements.layout?.value ?? given.layout ?? "chosen";
const wanted = () => answer.functions.find((f) => f.name === given.fn) ?? answer.functions.find((f) => f.name === "main") ?? answer.functions[0];

function form() {
  const f = wanted();
  if (!f) return $("form").replaceChildren(make("p", { class: "type" }, answer.functions.length ? "" : "No function of the program can be run alone."));
  const key = JSON.stringify([f, answer.functions.map((x) => x.name), Object.keys(files), native]);
  if ($("form").dataset.key === key) return;
  $("form").dataset.key = key;
  const field = (p) => {
    const text = make("input", { type: "text", value: given.args[p.name] ?? p.usual, spellcheck: "false", oninput: (e) => give(p, e.target.value) });
    const parts = [make("span", {}, p.name, " ", make("code", {}, p.type)), text];
    const label = make("label", {}, ...parts);
    if (!p.array) return label;
    const file = make("input", { type: "file", accept: ".npy", "aria-label": `.npy file for ${p.name}`, onchange: async (e) => {
      const x = e.target.files[0];
      if (!x) return;
      const name = p.name + ".npy";
      files[name] = btoa(Array.from(new Uint8Array(await x.arrayBuffer()), (b) => String.fromCharCode(b)).join(""));
      give(p, (text.value = name));
    } });
    return make("div", { class: "array" }, label, make("label", { class: "file", title: "elements of a file" }, ".npy", file));
  };
  $("form").replaceChildren(
    make("label", {}, "function", make("select", { name: "fn", onchange: (e) => ((given.fn = e.target.value), form(), rememberSoon()) }, ...answer.functions.map((x) => make("option", { selected: x === f }, x.name)))),
    ...f.nats.map((n) => make("label", {}, n.name, make("input", { class: "nat", name: n.name, type: "number", min: 0, value: given.nats[n.name] ?? "", placeholder: n.value || "from arrays", oninput: (e) => (given.nats[n.name] = e.target.value) }))),
    ...f.params.map(field),
    make("label", {}, "shared arrays", make("select", { name: "layout", onchange: () => compile() }, ...["chosen", "plain"].map((x) => make("option", { selected: x === (given.layout ?? "chosen") }, x)))),
    make("button", { type: "submit", class: "primary", title: "Ctrl+Enter" }, "Run"),
    ...(native ? [make("button", { type: "button", onclick: runNative }, "Run on the CPU")] : []));
}

const isGenerated = (value) => /^(zeros|ones|iota|random(:\d+)?)$/.test(value);

/** Takes an argument. An array that has a size of its own frees the sizes that came with the example. */
function give(p, value) {
  given.args[p.name] = value;
  if (!p.array || isGenerated(value) || !/^\[|\.npy$/.test(value)) return;
  for (const [n, v] of Object.entries(given.came ?? {})) if (given.nats[n] === v) delete given.nats[n];
  for (const field of document.querySelectorAll("#form .nat")) field.value = given.nats[field.name] ?? "";
}
$("form").addEventListener("submit", (e) => (e.preventDefault(), run()));

function request() {
  const f = wanted();
  const nats = Object.fromEntries(Object.entries(given.nats).filter(([n, v]) => v !== "" && f.nats.some((x) => x.name === n)));
  const args = f.params.filter((p) => given.args[p.name]).map((p) => `${p.name}=${given.args[p.name]}`);
  return { source: source(), layout: layout(), function: f.name, args, nats, files };
}

async function run() {
  if (!wanted()) return (ran = null), age(), $("outcome").replaceChildren(), $("pictures").replaceChildren();
  select("run");
  const asked = request(), a = await ask({ ...asked, run: true });
  if (asked.source === source()) showFindings(a);
  outcome(a, asked.source);
  mountPictures($("pictures"), a.result?.pictures ?? [], { onPlace: goTo });
  if (!a.result?.pictures.length) $("pictures").replaceChildren();
  rememberSoon();
}

// The program that the outcome and the pictures are of.
let ran = null;

/** Says of what is shown of a run whether the program is another one now. */
function age() {
  const old = ran !== null && ran !== source();
  for (const n of ["outcome", "pictures"]) $(n).classList.toggle("old", old);
  $("older").hidden = !old;
}

function outcome(a, of) {
  const r = a.result, parts = [];
  ran = of;
  age();
  if (a.error) parts.push(make("p", { class: "failed" }, a.error));
  if (r?.refused) parts.push(make("p", {}, r.failed ? "The checks refuse this program; it ran all the same, up to the race." : "The checks refuse this program. With these sizes its threads do not meet."));
  else if (r?.failed && !a.error) parts.push(make("p", { class: "failed" }, "The run was ended; the finding is below the program."));
  if (r && !r.failed) parts.push(make("p", { class: "type" }, [r.with, r.stats].filter(Boolean).join(" · ")));
  if (r?.returned.length) parts.push(make("p", {}, "returns ", make("b", { id: "returned" }, r.returned.join(", "))));
  if (r?.printed) parts.push(make("pre", { tabindex: 0, "aria-label": "printed" }, r.printed));
  for (const o of r?.arrays ?? []) {
    const bytes = Uint8Array.from(atob(o.npy), (c) => c.charCodeAt(0));
    parts.push(make("div", { class: "out" }, make("b", {}, o.name), make("a", { href: URL.createObjectURL(new Blob([bytes])), download: o.name + ".npy" }, `${o.name}.npy`)),
      make("pre", { tabindex: 0, "aria-label": o.name, "data-array": o.name }, o.text));
  }
  $("outcome").replaceChildren(...parts);
}

// --- what local tools add: descendc playground

let native = false;

/** Asks local tools; what goes wrong is the answer's error. */
async function local(what, body, signal) {
  try {
    const r = await fetch("api/" + what, { method: "POST", headers: { "Content-Type": "application/json", "X-Descend": "playground" }, body: JSON.stringify(body), signal });
    return r.ok ? await r.json() : { error: await r.text() };
  } catch (e) {
    return { error: signal?.aborted ? "ended" : `descendc playground does not answer: ${e.message}` };
  }
}

let ptxTimer, ptxAsked;

/** Makes PTX of the program when it has not changed for a moment; a process of descendc is too much for each key. */
function ptxSoon() {
  if (ptx.of === source()) return;
  clearTimeout(ptxTimer);
  ptxTimer = setTimeout(async () => {
    ptxAsked?.abort();
    ptxAsked = new AbortController();
    const of = source(), { signal } = ptxAsked;
    const a = await local("ptx", { source: of }, signal);
    if (signal.aborted) return;
    ptx = { of, level: ptxLevel(a.output || a.error || a.messages) };
    if (!$("levels").hidden) levels();
  }, 400);
}

/** PTX without the lines that say where it comes from, which are its places. */
function ptxLevel(text) {
  const lines = [];
  let now = 0;
  const kept = text.split("\n").filter((l) => {
    const m = /^\s*\.loc\s+\d+\s+(\d+)/.exec(l);
    if (m) now = +m[1];
    else lines.push(/^\s+\S/.test(l) ? [now, now] : [0, 0]);
    return !m;
  });
  return { text: kept.join("\n"), lines };
}

/** A run whose arguments and sizes are all told: where the simulator takes those that the form begins with, so does this one. */
function nativeRequest() {
  const f = wanted(), r = request(), value = (p) => given.args[p.name] || p.usual;
  const generated = f.params.every((p) => !p.array || isGenerated(value(p)));
  if (generated) for (const n of f.nats) if (n.value) r.nats[n.name] ??= n.value;
  return { ...r, args: f.params.map((p) => `${p.name}=${value(p)}`), prints: f.params.filter((p) => p.array && p.uniq).map((p) => p.name) };
}

async function runNative(e) {
  const button = e.target;
  button.disabled = true;
  $("pictures").replaceChildren();
  $("outcome").replaceChildren(make("p", { class: "type" }, "runs on the CPU"));
  const asked = nativeRequest(), a = await local("run", asked);
  button.disabled = false;
  ran = asked.source;
  age();
  $("outcome").replaceChildren(make("p", { class: a.status === 0 ? "type" : "failed" }, a.status === 0 ? "ran on the CPU, compiled by LLVM" : "the run on the CPU failed"),
    ...[[a.output, "printed"], [a.error || a.messages, "messages"]].filter(([text]) => text).map(([text, name]) => make("pre", { tabindex: 0, "aria-label": name, "data-native": name }, text)));
}

// --- tabs, theme, sharing

function select(name) {
  for (const n of ["run", "levels"]) {
    $(n).hidden = n !== name;
    $("tab-" + n).setAttribute("aria-selected", n === name);
    $("tab-" + n).tabIndex = n === name ? 0 : -1;
  }
  if (name === "levels") answer.levels.length ? levels() : compile();
}
for (const n of ["run", "levels"]) {
  $("tab-" + n).addEventListener("click", () => select(n));
  $("tab-" + n).addEventListener("keydown", (e) => {
    if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
    const other = n === "run" ? "levels" : "run";
    select(other);
    $("tab-" + other).focus();
  });
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  $("theme").setAttribute("aria-pressed", name === "dark");
}
$("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
theme(query.get("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
async function encode() {
  const text = JSON.stringify({ s: source(), f: given.fn, a: given.args, n: given.nats, l: layout() });
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(Array.from(packed, (b) => String.fromCharCode(b)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function decode(hash) {
  const packed = Uint8Array.from(atob(hash.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"))));
}
const remember = async () => window.history.replaceState(null, "", location.pathname + location.search + "#" + (await encode()));
let soon; // browsers bound how often an address changes
const rememberSoon = () => (clearTimeout(soon), (soon = setTimeout(remember, 300)));
$("share").addEventListener("click", async () => {
  await remember();
  try {
    await navigator.clipboard.writeText(location.href);
    $("state").textContent = "the address is in the clipboard";
  } catch {
    $("state").textContent = "the address of this page has the program";
  }
});

$("examples").replaceChildren(...examples.map((x) => make("option", { value: x.name }, x.name)), make("option", { value: "", hidden: true }, "own program"));
$("examples").addEventListener("change", (e) => {
  const x = examples.find((y) => y.name === e.target.value);
  if (!x) return;
  given = { fn: "", args: { ...x.args }, nats: { ...x.nats }, came: x.nats, layout: "chosen" };
  files = {};
  setSource(x.text);
  (checking ?? compile()).then(run);
});

/** Has the program of the address, or an example, and runs it. */
async function open() {
  let broken = false;
  try {
    const x = await decode(location.hash.slice(1));
    given = { fn: String(x.f ?? ""), args: x.a ?? {}, nats: x.n ?? {}, layout: x.l };
    setSource(String(x.s));
    $("examples").value = examples.find((y) => y.text === x.s)?.name ?? "";
  } catch {
    broken = location.hash.length > 1;
    const x = examples.find((y) => y.name === query.get("example")) ?? examples.find((y) => y.name === "reverse") ?? examples[0];
    given = { fn: "", args: { ...x.args }, nats: { ...x.nats }, came: x.nats };
    setSource(x.text);
    $("examples").value = x.name;
  }
  await (checking ?? compile()).then(run);
  if (broken) $("state").textContent = "the program in the address cannot be read";
}
addEventListener("hashchange", open);

async function findLocalTools() {
  try {
    const here = await fetch("api/here", { headers: { "X-Descend": "playground" } });
    native = here.ok && (await here.text()).trim() === "here"; // some servers answer all that they do not have with their first page
  } catch {}
  if (native) form();
}

begin();
open().then(warm);
findLocalTools();
