const data = JSON.parse(document.getElementById("data").textContent);
const PAGE = 100;

function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "onclick" || name === "onchange" || name === "oninput") node[name] = value;
    else if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}
const by = (id) => document.getElementById(id);
const plural = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;
const percent = (share) =>
  share === null ? "none" : share === 1 ? "100%" : `${Math.min(Math.floor(1000 * share) / 10, 99.9).toFixed(1)}%`;
const cell = (text, number) => make("td", number ? { class: "number" } : null, text);

function table(heads, rows) {
  const head = make("tr", null, ...heads.map(([text, number]) => make("th", { scope: "col", class: number ? "number" : null }, text)));
  return make("div", { class: "scroll" }, make("table", null, make("thead", null, head), make("tbody", null, ...rows)));
}

function change(now, before) {
  if (before === null || now === null || now === before) return null;
  const points = 100 * (now - before);
  const sign = points > 0 ? "+" : "−";
  return make("span", { class: points > 0 ? "good" : "bad" }, ` ${sign}${Math.abs(points).toFixed(1)} points`);
}

function heading() {
  const against = data.against;
  by("top").append(
    make("h1", null, `Purity of ${data.name}`),
    make("div", { class: "share" }, percent(data.purity)),
    make("p", null, data.expressions
      ? `${plural(data.expressions - data.impure, "expression")} of ${data.expressions.toLocaleString("en")} that handle tensors run on every backend. ` +
        `${plural(data.findings.length, "finding")} in ${plural(data.modules.filter((m) => m.findings).length, "module")}; ` +
        `purity-lint fix mends ${data.fixable.toLocaleString("en")} of them safely.`
      : "Nothing here handles tensors."),
  );
  if (against !== null) {
    by("top").append(make("p", null, `Since ${against.revision}: ${percent(against.purity)} then`,
      change(data.purity, against.purity), `; ${against.added.toLocaleString("en")} new, ${against.removed.toLocaleString("en")} gone of ${plural(against.findings, "finding")}.`));
  }
  for (const error of data.errors) by("top").append(make("p", { class: "bad" }, error));
}

// Squarified treemap (Bruls, Huizing, van Wijk, 2000): rows of rectangles that are as square as can be.
function layout(items, x, y, width, height) {
  const out = [];
  let rest = items.filter((item) => item.size > 0).sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
  let total = rest.reduce((sum, item) => sum + item.size, 0);
  const worst = (row, side, area) => {
    const sum = row.reduce((s, item) => s + item.size, 0) * area;
    return Math.max(...row.map((item) => Math.max((side * side * item.size * area) / (sum * sum), (sum * sum) / (side * side * item.size * area))));
  };
  while (rest.length) {
    const area = (width * height) / total;
    const side = Math.min(width, height);
    let count = 1;
    while (count < rest.length && worst(rest.slice(0, count + 1), side, area) <= worst(rest.slice(0, count), side, area)) count += 1;
    const row = rest.slice(0, count);
    const sum = row.reduce((s, item) => s + item.size, 0);
    const thick = (sum * area) / side;
    let along = 0;
    for (const item of row) {
      const long = (item.size * area) / thick;
      out.push(width >= height ? { item, x, y: y + along, w: thick, h: long } : { item, x: x + along, y, w: long, h: thick });
      along += long;
    }
    if (width >= height) { x += thick; width -= thick; } else { y += thick; height -= thick; }
    rest = rest.slice(count);
    total -= sum;
  }
  return out;
}

// From brown to blue: dark enough for white text, and told apart by who does not see red and green.
const color = (share) => `color-mix(in oklab, #1c5598 ${100 * share}%, #a4460f)`;

function map() {
  const handling = data.modules.filter((module) => module.expressions);
  const tree = make("div", { class: "tree", role: "group", "aria-label": "Modules: area is how many expressions handle tensors, colour is purity" });
  const tiles = [];
  for (const { item, x, y, w, h } of layout(handling.map((m) => ({ ...m, size: m.expressions })), 0, 0, 1000, 400)) {
    const label = `${item.path}: ${percent(item.purity)} of ${plural(item.expressions, "expression")} pure, ${plural(item.findings, "finding")}`;
    const tile = make("button", { type: "button", title: label, "aria-label": label, tabindex: tiles.length ? "-1" : "0", onclick: () => choose(item.path) },
      w > 70 && h > 22 ? item.path.split("/").slice(-2).join("/") : "", w > 70 && h > 40 ? make("br") : "", w > 70 && h > 40 ? percent(item.purity) : "");
    Object.assign(tile.style, { left: `${x / 10}%`, top: `${y / 4}%`, width: `${w / 10}%`, height: `${h / 4}%`, background: color(item.purity) });
    tile.dataset.path = item.path;
    tiles.push(tile);
    tree.append(tile);
  }
  tree.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = tiles.indexOf(document.activeElement);
    const next = step ? at + step : event.key === "Home" ? 0 : event.key === "End" ? tiles.length - 1 : -1;
    if (at < 0 || next < 0 || next >= tiles.length) return;
    event.preventDefault();
    tiles[at].tabIndex = -1;
    tiles[next].tabIndex = 0;
    tiles[next].focus();
  });
  const heads = [["module"], ["purity", true], ["expressions", true], ["findings", true], ["fixable", true], ["imports"]];
  const rows = [...data.modules].sort((a, b) => (a.purity ?? 2) - (b.purity ?? 2) || b.findings - a.findings || (a.path < b.path ? -1 : 1))
    .map((m) => make("tr", null,
      make("th", { scope: "row" }, make("a", { href: "#findings", onclick: () => choose(m.path) }, m.path)),
      make("td", { class: "number" }, percent(m.purity), m.before === null ? null : change(m.purity, m.before.purity)),
      cell(m.expressions.toLocaleString("en"), true), cell(m.findings.toLocaleString("en"), true), cell(m.fixable.toLocaleString("en"), true), cell(imports(m))));
  by("map").append(make("h2", { id: "map-title" }, "Modules"),
    make("p", { class: "hint" }, "Area: expressions that handle tensors. Colour: brown has much to mend, blue is pure. Arrow keys move, Enter shows the findings of a module."),
    tree, make("details", null, make("summary", null, `${plural(data.modules.length, "module")} as a table, with what each imports`), table(heads, rows)));
}

function imports(module) {
  const impure = new Set(data.modules.filter((m) => m.findings).map((m) => m.path));
  const parts = module.imports.map((path) => (impure.has(path) ? `${path} (impure)` : path));
  return parts.join(", ");
}

function order() {
  const findings = new Map(data.modules.map((m) => [m.path, m]));
  const rows = data.order.slice(0, 20).map(({ path, makes_pure: pure }, index) => make("tr", null,
    cell(String(index + 1), true), make("th", { scope: "row" }, make("a", { href: "#findings", onclick: () => choose(path) }, path)),
    cell(plural(findings.get(path).findings, "finding"), true), cell(String(findings.get(path).fixable), true),
    make("td", null, pure.length ? make("details", null, make("summary", null, plural(pure.length, "module") + " pure"), pure.join(", ")) : "only with others of its imports")));
  const first = data.order[0];
  by("order").append(make("h2", { id: "order-title" }, "What to mend first"), first
    ? make("p", { class: "hint" }, `A module is pure when nothing is found in it and in nothing that it imports. Fix ${first.path} first: ${first.makes_pure.length === 1 ? "one module becomes" : `${first.makes_pure.length} modules become`} pure.`)
    : make("p", { class: "hint" }, "Every module is pure."));
  if (first) by("order").append(table([["", true], ["module"], ["findings", true], ["fixable", true], ["then pure"]], rows));
  if (data.order.length > 20) by("order").append(make("p", { class: "hint" }, `and ${data.order.length - 20} more`));
}

function rules() {
  const rows = data.rules.map((r) => make("tr", null,
    make("th", { scope: "row" }, make("a", { href: r.url, rel: "noreferrer" }, r.code), ` ${r.name}`), cell(r.summary),
    make("td", { class: "number" }, make("a", { href: "#findings", onclick: () => choose("", r.code) }, r.count.toLocaleString("en"))),
    cell(r.safe.toLocaleString("en"), true), cell(r.unsafe.toLocaleString("en"), true)));
  by("rules").append(make("h2", { id: "rules-title" }, "Rules"), table([["rule"], ["what it finds"], ["findings", true], ["fixed safely", true], ["by unsafe fixes", true]], rows));
}

const chosen = { path: "", code: "", fix: "", shown: PAGE };
const controls = {};

function choose(path, code = "") {
  Object.assign(chosen, { path, code, fix: "", shown: PAGE });
  controls.path.value = path;
  controls.code.value = code;
  controls.fix.value = "";
  show();
  by("findings").scrollIntoView();
  controls.path.focus({ preventScroll: true });
}

function control(name, label, options) {
  controls[name] = make("select", { onchange: (event) => { chosen[name] = event.target.value; chosen.shown = PAGE; show(); } },
    ...options.map(([value, text]) => make("option", { value }, text)));
  return make("label", null, `${label} `, controls[name]);
}

function findings() {
  const modules = data.modules.filter((m) => m.findings).map((m) => [m.path, `${m.path} (${m.findings})`]);
  by("findings").append(make("h2", { id: "findings-title" }, "Findings"),
    make("div", { class: "filter" },
      control("path", "Module", [["", "all"], ...modules]),
      control("code", "Rule", [["", "all"], ...data.rules.map((r) => [r.code, `${r.code} ${r.name} (${r.count})`])]),
      control("fix", "Fix", [["", "any"], ["safe", "safe"], ["unsafe", "unsafe"], ["none", "none"]])),
    make("p", { class: "hint", id: "count", "aria-live": "polite" }), make("div", { id: "list" }));
  show();
}

function frame(finding) {
  const width = finding.frame.length ? String(finding.frame[finding.frame.length - 1].line).length : 0;
  return make("pre", { tabindex: "0", "aria-label": `code at line ${finding.line}` }, ...finding.frame.flatMap(({ line, text, marked }) => {
    const gutter = make("span", { class: "gutter" }, `${String(line).padStart(width)} | `);
    if (marked === null) return [gutter, `${text}\n`];
    return [gutter, text.slice(0, marked[0]), make("mark", null, text.slice(...marked)), `${text.slice(marked[1])}\n`];
  }));
}

function show() {
  const found = data.findings.filter((f) => (!chosen.path || f.path === chosen.path) && (!chosen.code || f.code === chosen.code)
    && (!chosen.fix || (f.fix ?? "none") === chosen.fix));
  by("count").textContent = plural(found.length, "finding");
  const urls = new Map(data.rules.map((r) => [r.code, r.url]));
  by("list").replaceChildren(...found.slice(0, chosen.shown).map((f) => make("article", null,
    make("h3", null, make("a", { href: urls.get(f.code), rel: "noreferrer" }, f.code), ` ${f.message}`),
    make("p", { class: "place" }, `${f.path}:${f.cell === null ? "" : `cell ${f.cell}:`}${f.line}:${f.column}`),
    f.frame.length ? frame(f) : null,
    f.help ? make("p", { class: "help" }, `${f.fix ? `${f.fix} fix: ` : ""}${f.help}`) : null)));
  if (found.length > chosen.shown) {
    by("list").append(make("button", { type: "button", class: "plain", onclick: () => { chosen.shown += PAGE; show(); } }, `Show ${PAGE} more of ${found.length.toLocaleString("en")}`));
  }
  for (const tile of document.querySelectorAll(".tree button")) tile.classList.toggle("chosen", tile.dataset.path === chosen.path);
}

heading();
map();
graph();
order();
rules();
findings();
by("foot").append(`${data.tool}. Code was read and not run.`);
