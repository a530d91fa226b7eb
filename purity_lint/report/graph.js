"use strict";
// Which module imports which, drawn from top to bottom: the importers above what they import.
const NODES = 60;

function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// Rows of modules, by how many imports follow one another below each; where they go in a circle, one of them is left out.
function layers(modules) {
  const below = new Map(modules.map((m) => [m.path, m.imports.filter((path) => path !== m.path)]));
  const height = new Map();
  const open = new Set();
  const measure = (path) => {
    if (height.has(path)) return height.get(path);
    open.add(path);
    const found = 1 + Math.max(-1, ...below.get(path).filter((other) => below.has(other) && !open.has(other)).map(measure));
    open.delete(path);
    height.set(path, found);
    return found;
  };
  const rows = [];
  for (const m of modules) (rows[measure(m.path)] ??= []).push(m);
  return rows.reverse();
}

// Each row in the order of where its importers stand, so that few lines cross.
function ordered(rows) {
  const place = new Map();
  rows.forEach((row, depth) => {
    const above = (m) => {
      const at = rows.slice(0, depth).flat().filter((other) => other.imports.includes(m.path)).map((other) => place.get(other.path));
      return at.length ? at.reduce((a, b) => a + b) / at.length : 0.5;
    };
    const wanted = new Map(row.map((m) => [m.path, above(m)]));
    row.sort((a, b) => wanted.get(a.path) - wanted.get(b.path) || (a.path < b.path ? -1 : 1));
    row.forEach((m, index) => place.set(m.path, (index + 0.5) / row.length));
  });
  return place;
}

function graph() {
  const imported = new Set(data.modules.flatMap((m) => m.imports));
  const joined = data.modules.filter((m) => m.imports.length || imported.has(m.path));
  if (!joined.length) return;
  const drawn = [...joined].sort((a, b) => b.findings - a.findings || (a.path < b.path ? -1 : 1)).slice(0, NODES);
  const rows = layers(drawn);
  const place = ordered(rows);
  const width = Math.max(1000, 96 * Math.max(...rows.map((row) => row.length)));
  const at = new Map(rows.flatMap((row, depth) => row.map((m) => [m.path, { x: place.get(m.path) * width, y: 70 * depth + 30 }])));
  const lines = drawn.flatMap((m) => m.imports.filter((path) => at.has(path) && path !== m.path).map((path) => {
    const [from, to] = [at.get(m.path), at.get(path)];
    const line = svg("path", { d: `M${from.x} ${from.y + 14}C${from.x} ${from.y + 46} ${to.x} ${to.y - 46} ${to.x} ${to.y - 14}` });
    line.dataset.ends = JSON.stringify([m.path, path]);
    return line;
  }));
  const nodes = rows.flat().map((m) => {
    const { x, y } = at.get(m.path);
    const name = m.path.split("/").slice(m.path.endsWith("__init__.py") ? -2 : -1)[0];
    const box = svg("rect", { x: x - 44, y: y - 14, width: 88, height: 28, rx: 5 });
    box.style.fill = m.expressions ? color(m.purity) : "#57606a";
    const label = `${m.path}: ${m.expressions ? `${percent(m.purity)} pure` : "no tensors"}, ${plural(m.findings, "finding")}; imports ${m.imports.length}`;
    const link = svg("a", { href: "#findings", "aria-label": label }, svg("title", {}, label), box,
      svg("text", { x, y: y + 4, "text-anchor": "middle" }, name.length > 13 ? `${name.slice(0, 12)}…` : name));
    link.onclick = () => choose(m.path);
    const show = (on) => () => lines.forEach((line) => line.classList.toggle("near", on && JSON.parse(line.dataset.ends).includes(m.path)));
    link.onmouseenter = link.onfocus = show(true);
    link.onmouseleave = link.onblur = show(false);
    return link;
  });
  const picture = svg("svg", { viewBox: `0 0 ${width} ${70 * rows.length}`, width, height: 70 * rows.length, role: "group", "aria-label": "Modules and their imports" }, ...lines, ...nodes);
  by("map").append(make("h3", null, "Who imports whom"),
    make("p", { class: "hint" }, "Above stands what imports, below what is imported; grey handles no tensors. Point at a module to see its imports."
      + (joined.length > NODES ? ` Of ${joined.length} modules, the ${NODES} with most findings.` : "")),
    make("div", { class: "scroll graph" }, picture));
}
