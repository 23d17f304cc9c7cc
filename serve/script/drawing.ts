// The drawing of a step over a table: the houses that it argues with are outlined, sets of cells hatched, and links between
// candidates are arrows, whole for a strong link and dashed for a weak one. The words of the step say the same.

import { columnsOfMarks, type Board } from "./board";
import type { Step } from "./plan";

// Layer is the drawing over one table. Its unit is a hundredth of a cell.
export interface Layer {
  svg: SVGSVGElement;
  hatch: string;
  heads: { strong: string; weak: string };
}

const unit = 100;
let layers = 0;

function svg<K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string | number>): SVGElementTagNameMap[K] {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
  return e;
}

// layer puts an empty drawing over a table.
export function layer(table: HTMLTableElement, board: Board): Layer {
  const { rows, cols } = board.data;
  const id = `drawing${++layers}`;
  const root = svg("svg", { class: "drawing", viewBox: `0 0 ${cols * unit} ${rows * unit}`, "aria-hidden": "true", focusable: "false" });
  const defs = svg("defs", {});
  const hatch = svg("pattern", { id: `${id}-hatch`, width: 16, height: 16, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  hatch.append(svg("line", { x1: 0, y1: 0, x2: 0, y2: 16, class: "hatch" }));
  defs.append(hatch);
  for (const kind of ["strong", "weak"]) {
    const head = svg("marker", { id: `${id}-${kind}`, viewBox: "0 0 10 10", refX: 8.5, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" });
    head.append(svg("path", { d: "M0 0 10 5 0 10z", class: `head ${kind}` }));
    defs.append(head);
  }
  root.append(defs);
  table.parentElement!.append(root);
  return { svg: root, hatch: `url(#${id}-hatch)`, heads: { strong: `url(#${id}-strong)`, weak: `url(#${id}-weak)` } };
}

// draw shows what a step argues with, or nothing.
export function draw(board: Board, layers: Layer[], step: Step | undefined): void {
  for (const l of layers) {
    for (const old of [...l.svg.children].slice(1)) old.remove();
  }
  if (!step) return;
  for (const name of step.why) {
    const house = board.houseNamed.get(name);
    if (house) outline(board, layers, house.cells, 5, { class: "house" });
  }
  (step.sets ?? []).forEach((set, i) => {
    const cells = set.map((name) => board.cellNamed.get(name)).filter((c) => c !== undefined);
    outline(board, layers, cells, 10, { class: `set s${i % 3}` }, true);
  });
  for (const link of step.links ?? []) arrow(board, layers, link.from, link.to, link.strong);
}

// outline draws a line around cells, a bit inside of them, and hatches them if wanted.
function outline(board: Board, layers: Layer[], cells: number[], inset: number, attributes: Record<string, string>, hatched = false): void {
  const inside = new Set(cells);
  const { rows, cols } = board.data;
  layers.forEach((l, z) => {
    let path = "";
    let area = "";
    for (const c of cells) {
      const { layer, row, col } = board.seat(c);
      if (layer !== z) continue;
      const has = (dr: number, dc: number) => {
        const [r, k] = [row + dr, col + dc];
        return r >= 0 && r < rows && k >= 0 && k < cols && inside.has(board.at(z, r, k));
      };
      const [x, y] = [col * unit, row * unit];
      const [top, right, bottom, left] = [has(-1, 0), has(0, 1), has(1, 0), has(0, -1)];
      // Where the neighbour belongs to the set the line runs on to the border of the cell.
      const x0 = x + (left ? 0 : inset), x1 = x + unit - (right ? 0 : inset);
      const y0 = y + (top ? 0 : inset), y1 = y + unit - (bottom ? 0 : inset);
      if (!top) path += `M${x0} ${y0}H${x1}`;
      if (!bottom) path += `M${x0} ${y1}H${x1}`;
      if (!left) path += `M${x0} ${y0}V${y1}`;
      if (!right) path += `M${x1} ${y0}V${y1}`;
      area += `M${x0} ${y0}H${x1}V${y1}H${x0}z`;
    }
    if (!path) return;
    if (hatched) l.svg.append(svg("path", { d: area, fill: l.hatch }));
    l.svg.append(svg("path", { d: path, ...attributes }));
  });
}

// place is where the mark of a candidate is.
function place(board: Board, cell: number, digit: number): [x: number, y: number] {
  const { row, col } = board.seat(cell);
  const k = columnsOfMarks(board.n);
  if (!k) return [(col + 0.5) * unit, (row + 0.5) * unit];
  const rowsOfMarks = Math.ceil(board.n / k);
  return [
    (col + (((digit - 1) % k) + 0.5) / k) * unit,
    (row + (Math.floor((digit - 1) / k) + 0.5) / rowsOfMarks) * unit,
  ];
}

// arrow draws a link. Between layers of a cube it begins and ends as a ring.
function arrow(board: Board, layers: Layer[], from: [string, number], to: [string, number], strong: boolean): void {
  const a = board.cellNamed.get(from[0]);
  const b = board.cellNamed.get(to[0]);
  if (a === undefined || b === undefined) return;
  const kind = strong ? "strong" : "weak";
  const radius = Math.max(9, 42 / (columnsOfMarks(board.n) || 3));
  const ring = (cell: number, digit: number) => {
    const [cx, cy] = place(board, cell, digit);
    layers[board.seat(cell).layer]?.svg.append(svg("circle", { cx, cy, r: radius, class: `ring ${kind}` }));
  };
  ring(a, from[1]);
  ring(b, to[1]);
  if (board.seat(a).layer !== board.seat(b).layer) return;
  const l = layers[board.seat(a).layer];
  const [[x0, y0], [x1, y1]] = [place(board, a, from[1]), place(board, b, to[1])];
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (!l || length < 2 * radius) return;
  // A curve, so that an arrow does not hide the marks between its ends; it leaves and meets the rings.
  const bend = Math.min(30, length / 6);
  const [mx, my] = [(x0 + x1) / 2 - ((y1 - y0) / length) * bend, (y0 + y1) / 2 + ((x1 - x0) / length) * bend];
  const towards = (x: number, y: number): [number, number] => {
    const d = Math.hypot(mx - x, my - y);
    return [x + ((mx - x) / d) * radius, y + ((my - y) / d) * radius];
  };
  const [[sx, sy], [ex, ey]] = [towards(x0, y0), towards(x1, y1)];
  const at = (v: number) => Math.round(v * 10) / 10;
  l.svg.append(svg("path", { d: `M${at(sx)} ${at(sy)}Q${at(mx)} ${at(my)} ${at(ex)} ${at(ey)}`, class: `link ${kind}`, "marker-end": l.heads[kind] }));
}
