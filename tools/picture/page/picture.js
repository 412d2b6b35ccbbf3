// Shows the pictures that package picture makes: draws nothing itself but gives the elements, which the SVG has in order, their classes.

const colors = 32, warp = 32;

/** Makes an element with attributes and children. */
export function make(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) {
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else if (v !== false && v != null) e.setAttribute(k, v === true ? "" : v);
  }
  e.append(...children);
  return e;
}

const coordinates = (n, [x, y, z]) => {
  const at = [n % x, Math.floor(n / x) % y, Math.floor(n / (x * y))];
  return "(" + at.slice(0, z > 1 ? 3 : y > 1 ? 2 : 1).join(", ") + ")";
};
const sizes = (n) => n.slice(0, n[2] > 1 ? 3 : n[1] > 1 ? 2 : 1).join(" × ");
const did = { read: "read", write: "written", atomic: "updated atomically" };
const does = { read: "reads", write: "writes", atomic: "updates" };

/** Says what a step costs. */
function costText(a, c) {
  if (!c || !c.warps) return "";
  if (a.memory === "shared") {
    return c.passes > c.least ? `bank conflict: ${c.passes} passes where ${c.least} would do` : `${c.passes} ${c.passes === 1 ? "pass" : "passes"}, no bank conflict`;
  }
  return `${c.sectors} ${c.sectors === 1 ? "sector" : "sectors"}` + (c.sectors > c.fewest ? ` where ${c.fewest} would do` : "");
}

/** Says whether a step costs more than it has to. */
const isCostly = (c) => !!c && (c.passes > c.least || c.sectors > c.fewest);

/** One launch on the page. */
class View {
  constructor(p, options) {
    this.p = p;
    this.options = options;
    this.step = p.conflict ? p.steps.length - 1 : 0;
    this.by = p.by;
    this.block = p.conflict ? Math.floor(p.conflict.second.thread / p.perBlock) : p.blocks[0] ?? 0;
    this.follow = null; // a thread
    this.start = [];
    p.steps.forEach((s, i) => this.start.push(i > 0 && p.steps[i - 1].phase === s.phase ? this.start[i - 1] : i));
  }

  thread(t) {
    return `thread ${coordinates(t % this.p.perBlock, this.p.block)} of block ${coordinates(Math.floor(t / this.p.perBlock), this.p.grid)}`;
  }

  element(a, e) {
    if (!a.shape || a.shape.length < 2) return `${a.name}[${e}]`;
    let text = "";
    for (const n of [...a.shape].reverse()) {
      text = `[${e % n}]${text}`;
      e = Math.floor(e / n);
    }
    return a.name + text;
  }

  color(t) {
    const block = Math.floor(t / this.p.perBlock), lane = t % this.p.perBlock;
    if (this.by === "thread") return lane % warp;
    if (this.by === "warp") return ((block * Math.ceil(this.p.perBlock / warp) + Math.floor(lane / warp)) * 13) % colors;
    return (block * 13) % colors;
  }

  /** The drawn cell of an element, if it is drawn. */
  cell(i, e) {
    const a = this.p.arrays[i], row = Math.floor(e / a.cols), col = e % a.cols;
    return e >= 0 && e < a.count && row < a.shownRows && col < a.shownCols ? this.cells[i][row * a.shownCols + col] : undefined;
  }

  elementOf(i, n) {
    const a = this.p.arrays[i];
    return Math.floor(n / a.shownCols) * a.cols + (n % a.shownCols);
  }

  dom() {
    const p = this.p;
    this.cells = [];
    this.segments = [];
    this.captions = [];
    const figures = p.arrays.map((a, i) => {
      const box = make("div", { class: "pic", role: "img" });
      box.innerHTML = a.svg;
      box.firstElementChild.setAttribute("aria-hidden", "true");
      this.cells[i] = [...box.querySelectorAll(".cells rect")];
      this.segments[i] = [...box.querySelectorAll(".sectors rect")];
      this.cells[i].forEach((c, n) => (c.dataset.n = n));
      box.addEventListener("pointerover", (ev) => ev.target.dataset?.n !== undefined && this.hoverElement(i, this.elementOf(i, +ev.target.dataset.n)));
      box.addEventListener("pointerleave", () => this.hover(null, ""));
      this.captions[i] = [box, make("span", { class: "pic-cost" })];
      const cut = a.shownRows < a.rows || a.shownCols < a.cols ? ` · ${a.shownRows} of ${a.rows} rows, ${a.shownCols} of ${a.cols} columns` : "";
      return make("figure", { class: "pic-array" },
        make("figcaption", {}, make("b", {}, a.name), make("span", { class: "pic-type" }, `${a.type} · ${a.memory}${a.memory === "shared" ? ", columns are banks" : ""}${cut}`), this.captions[i][1]),
        make("div", { class: "pic-scroll", tabindex: 0, role: "group", "aria-label": `elements of ${a.name}` }, box));
    });
    const threads = make("div", { class: "pic", role: "img", "aria-label": "the threads of the block, a warp in each row" });
    threads.innerHTML = p.threadsSVG;
    threads.firstElementChild.setAttribute("aria-hidden", "true");
    this.threads = [...threads.querySelectorAll(".cells rect")];
    this.threads.forEach((c, n) => (c.dataset.n = n));
    threads.addEventListener("pointerover", (ev) => ev.target.dataset?.n !== undefined && this.hoverThread(this.block * p.perBlock + +ev.target.dataset.n));
    threads.addEventListener("pointerleave", () => this.hover(null, ""));
    this.blocks = make("select", { "aria-label": "block", onchange: (ev) => { this.block = +ev.target.value; this.paint(); } },
      ...p.blocks.map((b) => make("option", { value: b, selected: b === this.block }, `block ${coordinates(b, p.grid)}`)));
    this.number = make("input", { type: "number", min: 0, max: p.perBlock - 1, placeholder: "none", "aria-label": "follow thread", oninput: (ev) => {
      const n = ev.target.value === "" ? null : Math.min(Math.max(0, Math.trunc(+ev.target.value)), p.perBlock - 1);
      this.pinned = n;
      this.hover(null, "");
    } });
    figures.unshift(make("figure", { class: "pic-array" },
      make("figcaption", {}, make("b", {}, "threads"), this.blocks, make("label", { class: "pic-follow" }, "follow thread ", this.number)),
      make("div", { class: "pic-scroll", tabindex: 0, role: "group", "aria-label": "threads of the block" }, threads)));

    this.slider = make("input", { type: "range", min: 0, max: Math.max(0, p.steps.length - 1), value: this.step, "aria-label": "step", oninput: (ev) => this.go(+ev.target.value) });
    this.strip = make("div", { class: "pic-strip", "aria-hidden": "true" }, ...p.steps.map((s, i) => make("i", { class: s.kind + (isCostly(s.cost) ? " bad" : ""), onclick: () => this.go(i) })));
    this.what = make("p", { class: "pic-what", "aria-live": "polite" });
    this.detail = make("p", { class: "pic-detail", "aria-live": "polite" });
    const button = (text, label, onclick) => make("button", { type: "button", "aria-label": label, title: label, onclick }, text);
    this.play = button("▶", "play", () => this.toggle());
    const by = make("select", { "aria-label": "colours of", onchange: (ev) => { this.by = ev.target.value; this.paint(); } },
      ...["block", "warp", "thread"].map((b) => make("option", { value: b, selected: b === this.by }, `colour by ${b}`)));
    this.root = make("section", { class: "pic-launch", "aria-label": `launch of ${p.kernel}` },
      make("div", { class: "pic-bar" },
        make("div", { class: "pic-buttons" }, button("«", "first step", () => this.go(0)), button("‹", "previous step", () => this.go(this.step - 1)), this.play,
          button("›", "next step", () => this.go(this.step + 1)), button("▶|", "next barrier", () => this.nextBarrier()), button("»", "last step", () => this.go(p.steps.length - 1))),
        make("div", { class: "pic-time" }, this.strip, this.slider), by),
      this.what,
      ...(p.conflict ? [this.race()] : []),
      make("div", { class: "pic-arrays" }, ...figures),
      this.detail,
      ...(p.cut ? [make("p", { class: "pic-note" }, `The picture has ${p.cut}.`)] : []));
    this.paint();
    return this.root;
  }

  /** The data race that ended the run, with both threads. */
  race() {
    const x = this.p.conflict;
    const who = (t) => make("button", { type: "button", class: "pic-place", title: "show its block, and follow it", onclick: () => this.followThread(t) }, this.thread(t));
    const one = (r) => make("li", {}, `${did[r.kind]} by `, who(r.thread), ", ", this.place(r.line, r.text));
    return make("div", { class: "pic-race", role: "alert" }, make("b", {}, `Data race on ${this.element(this.p.arrays[x.array], x.element)}`), make("ul", {}, one(x.first), one(x.second)));
  }

  /** A place in the source, which can be gone to where there is an editor. */
  place(line, text) {
    const what = [`line ${line}`, ...(text ? [": ", make("code", {}, text)] : [])];
    return this.options.onPlace ? make("button", { type: "button", class: "pic-place", onclick: () => this.options.onPlace(line) }, ...what) : make("span", {}, ...what);
  }

  /** Shows the block of a thread, and what the thread touches. */
  followThread(t) {
    this.block = Math.floor(t / this.p.perBlock);
    this.blocks.value = this.block;
    this.pinned = t % this.p.perBlock;
    this.number.value = this.pinned;
    this.paint();
    this.hover(null, "");
  }

  go(n) {
    this.step = Math.min(Math.max(0, n), Math.max(0, this.p.steps.length - 1));
    this.paint();
    if (this.follow !== null) this.hover(this.follow, this.story(this.follow));
  }

  nextBarrier() {
    const next = this.p.steps.findIndex((s, i) => i > this.step && s.kind === "barrier");
    this.go(next < 0 ? this.p.steps.length - 1 : next);
  }

  toggle() {
    const stop = () => {
      clearInterval(this.timer);
      this.timer = null;
      this.play.textContent = "▶";
      this.play.setAttribute("aria-label", "play");
    };
    if (this.timer) return stop();
    if (this.step >= this.p.steps.length - 1) this.step = -1;
    this.play.textContent = "❚❚";
    this.play.setAttribute("aria-label", "pause");
    this.timer = setInterval(() => {
      if (this.step >= this.p.steps.length - 1 || !this.root.isConnected) return stop();
      this.go(this.step + 1);
    }, 450);
  }

  hoverElement(i, e) {
    const a = this.p.arrays[i], said = [];
    let last = null;
    for (let k = this.start[this.step] ?? 0; k <= this.step; k++) {
      const s = this.p.steps[k];
      if (s.array !== i || s.kind === "barrier") continue;
      s.elements.forEach((x, j) => {
        if (x !== e || (a.memory === "shared" && Math.floor(s.threads[j] / this.p.perBlock) !== this.block)) return;
        last = s.threads[j];
        said.push(`${did[s.kind]} by ${this.thread(last)} in line ${s.line}${s.values[j] ? ` (${s.values[j]})` : ""}`);
      });
    }
    const more = said.length > 4 ? `, and ${said.length - 4} more` : "";
    this.hover(last, `${this.element(a, e)}: ${said.length ? said.slice(-4).join("; ") + more : "not touched since the last barrier"}`);
  }

  hoverThread(t) {
    this.hover(t, this.story(t));
  }

  /** What a thread has done since the last barrier. */
  story(t) {
    const said = [];
    for (let k = this.start[this.step] ?? 0; k <= this.step; k++) {
      const s = this.p.steps[k], j = s.threads ? s.threads.indexOf(t) : -1;
      if (j >= 0) said.push(`${does[s.kind]} ${this.element(this.p.arrays[s.array], s.elements[j])}${s.values[j] ? ` (${s.values[j]})` : ""}`);
    }
    return `${this.thread(t)} ${said.length ? said.slice(-6).join(", ") : "has touched nothing since the last barrier"}`;
  }

  hover(t, text) {
    if (t === null && this.pinned != null) {
      t = this.block * this.p.perBlock + this.pinned;
      text = this.story(t);
    }
    this.follow = t;
    this.detail.textContent = text;
    this.mark();
  }

  /** Outlines the elements of the thread that is followed, in every array: those of other steps than the ones that are told more thinly. */
  mark() {
    this.marked?.forEach((c) => c.classList.remove("h", "o"));
    this.marked = [];
    const t = this.follow;
    if (t === null) return;
    const add = (c, how) => c && (c.classList.add(how), this.marked.push(c));
    const here = Math.floor(t / this.p.perBlock) === this.block;
    if (here) add(this.threads[t % this.p.perBlock], "h");
    this.p.steps.forEach((s, k) => {
      if (s.kind === "barrier" || (!here && this.p.arrays[s.array].memory === "shared")) return; // of shared arrays one block's are shown
      const how = k >= (this.start[this.step] ?? 0) && k <= this.step ? "h" : "o";
      s.threads.forEach((x, j) => x === t && add(this.cell(s.array, s.elements[j]), how));
    });
  }

  paint() {
    const p = this.p, s = p.steps[this.step];
    const looks = p.arrays.map(() => new Map());
    for (let k = this.start[this.step] ?? 0; k <= this.step && s; k++) {
      const x = p.steps[k];
      if (x.kind === "barrier") continue;
      const shared = p.arrays[x.array].memory === "shared", now = k === this.step || s.kind === "barrier";
      x.threads.forEach((t, j) => {
        if (shared && Math.floor(t / p.perBlock) !== this.block) return;
        const e = x.elements[j], color = this.color(t), writes = x.kind !== "read";
        let c = looks[x.array].get(e);
        if (!c || (now && !c.now) || (writes && !c.writes)) looks[x.array].set(e, (c = { color, writes, many: false, now: now || c?.now }));
        else if (c.color !== color && writes === c.writes) c.many = true;
      });
    }
    p.arrays.forEach((a, i) => {
      this.cells[i].forEach((c, n) => {
        const x = looks[i].get(this.elementOf(i, n));
        c.setAttribute("class", x ? (x.many ? "many" : "k" + x.color) + (x.now ? (x.writes ? "" : " r") : " past") : "e");
      });
      this.segments[i].forEach((g) => g.removeAttribute("class"));
      const mine = s && s.array === i && s.kind !== "barrier";
      this.captions[i][1].textContent = mine ? `${s.kind} · ${costText(a, s.cost)}` : "";
      this.captions[i][1].classList.toggle("bad", !!mine && isCostly(s.cost));
      this.captions[i][0].setAttribute("aria-label", `${a.name}: ${looks[i].size} of ${a.count} elements touched since the last barrier`);
      if (mine) {
        if (this.segments[i].length) {
          const perRow = Math.ceil(a.shownCols / a.perSector);
          for (const e of s.elements) this.segments[i][Math.floor(e / a.cols) * perRow + Math.floor((e % a.cols) / a.perSector)]?.setAttribute("class", "on");
        }
        if (s.cost.passes > s.cost.least) this.banks(i, s);
      }
    });
    if (p.conflict) this.cell(p.conflict.array, p.conflict.element)?.classList.add("x");
    this.threads.forEach((c, n) => {
      const t = this.block * p.perBlock + n, active = s && (s.kind === "barrier" || s.threads.includes(t));
      const racing = p.conflict && (p.conflict.first.thread === t || p.conflict.second.thread === t);
      c.setAttribute("class", `k${this.color(t)}${active ? "" : " past"}${racing ? " x" : ""}`);
    });
    [...this.strip.children].forEach((c, i) => c.classList.toggle("now", i === this.step));
    this.slider.value = this.step;
    this.say(s);
    this.mark();
    if (s) this.options.onStep?.(s);
  }

  /** Marks the elements at which threads of a warp meet in a bank. */
  banks(i, s) {
    const a = this.p.arrays[i], seen = new Map();
    s.threads.forEach((t, j) => {
      if (Math.floor(t / this.p.perBlock) !== this.block) return;
      const key = Math.floor((t % this.p.perBlock) / warp) + "," + (s.elements[j] % a.cols);
      if (!seen.has(key)) seen.set(key, new Set());
      seen.get(key).add(s.elements[j]);
    });
    for (const list of seen.values()) if (list.size > 1) for (const e of list) this.cell(i, e)?.classList.add("bank");
  }

  say(s) {
    this.slider.setAttribute("aria-valuetext", s ? `step ${this.step + 1} of ${this.p.steps.length}` : "no step");
    if (!s) return this.what.replaceChildren("The kernel touches no memory that its threads share.");
    const at = make("span", { class: "pic-count" }, `${this.step + 1} / ${this.p.steps.length}`);
    if (s.kind === "barrier") return this.what.replaceChildren(at, make("b", {}, "barrier"), ` of the ${s.scope}, `, this.place(s.line, ""));
    const n = s.threads.length;
    this.what.replaceChildren(at, make("b", {}, s.kind), ` by ${n} ${n === 1 ? "thread" : "threads"}, `, this.place(s.line, s.text),
      ...(isCostly(s.cost) ? [make("span", { class: "pic-cost bad" }, ` ${this.p.arrays[s.array].name}: ${costText(this.p.arrays[s.array], s.cost)}`)] : []));
  }
}

/** Shows pictures in an element of the page. */
export function mountPictures(root, pictures, options = {}) {
  const show = (i) => body.replaceChildren(new View(pictures[i], options).dom());
  const body = make("div");
  const title = (p) => `${p.kernel} · grid ${sizes(p.grid)} · block ${sizes(p.block)}`;
  const first = Math.max(0, pictures.findIndex((p) => p.conflict));
  const head = pictures.length > 1
    ? make("select", { "aria-label": "launch", onchange: (ev) => show(+ev.target.value) }, ...pictures.map((p, i) => make("option", { value: i, selected: i === first }, `${i + 1}. ${title(p)}`)))
    : make("span", {}, pictures.length ? title(pictures[0]) : "No kernel was launched.");
  root.replaceChildren(make("div", { class: "pic-head" }, head), body);
  if (pictures.length) show(first);
}
