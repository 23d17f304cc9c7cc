// The drawing of a step over a table: the houses that it argues with are outlined, sets of cells hatched, and links between
// candidates are arrows, whole for a strong link, dashed for a weak one and dotted for one that a chain within the chain
// shows. The words of the step say the same.

import { columnsOfMarks, type Board } from "./board";
import type { Candidate, Link, Step } from "./plan";

// Layer is the drawing over one table. Its unit is a hundredth of a cell.
export interface Layer {
  svg: SVGSVGElement;
  hatch: string;
  heads: Record<Link["kind"], string>;
}

const unit = 100;
const mostLinks = 40;
let layers = 0;

// svg makes an element.
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number>,
): SVGElementTagNameMap[K] {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
  return e;
}

// layer puts an empty drawing over a table.
export function layer(table: HTMLTableElement, board: Board): Layer {
  const { rows, cols } = board.data;
  const id = `drawing${++layers}`;
  const root = svg("svg", {
    class: "drawing",
    viewBox: `0 0 ${cols * unit} ${rows * unit}`,
    "aria-hidden": "true",
    focusable: "false",
  });
  const defs = svg("defs", {});
  const hatch = svg("pattern", {
    id: `${id}-hatch`,
    width: 16,
    height: 16,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  });
  hatch.append(svg("line", { x1: 0, y1: 0, x2: 0, y2: 16, class: "hatch" }));
  defs.append(hatch);
  for (const kind of ["strong", "weak", "lost"]) {
    const head = svg("marker", {
      id: `${id}-${kind}`,
      viewBox: "0 0 10 10",
      refX: 8.5,
      refY: 5,
      markerWidth: 5,
      markerHeight: 5,
      orient: "auto-start-reverse",
    });
    head.append(svg("path", { d: "M0 0 10 5 0 10z", class: `head ${kind}` }));
    defs.append(head);
  }
  root.append(defs);
  table.parentElement!.append(root);
  return {
    svg: root,
    hatch: `url(#${id}-hatch)`,
    heads: { strong: `url(#${id}-strong)`, weak: `url(#${id}-weak)`, lost: `url(#${id}-lost)` },
  };
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
  step.sets.forEach((set, i) => {
    const cells = set.map((name) => board.cellNamed.get(name)).filter((c) => c !== undefined);
    outline(board, layers, cells, 10, { class: `set s${i % 3}` }, true);
  });
  // The argument of a chain within a chain comes before the chain itself; of very many links only the last can be seen.
  for (const link of step.links.slice(-mostLinks)) {
    for (const end of [link.from, link.to]) end.forEach((c) => ring(board, layers, c));
    arrow(board, layers, link);
  }
}

// outline draws a line around cells, a bit inside of them, and hatches them if wanted.
function outline(
  board: Board,
  layers: Layer[],
  cells: number[],
  inset: number,
  attributes: Record<string, string>,
  hatched = false,
): void {
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
      const x0 = x + (left ? 0 : inset),
        x1 = x + unit - (right ? 0 : inset);
      const y0 = y + (top ? 0 : inset),
        y1 = y + unit - (bottom ? 0 : inset);
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

// ring marks an end of a link.
function ring(board: Board, layers: Layer[], [name, digit]: Candidate): void {
  const cell = board.cellNamed.get(name);
  if (cell === undefined) return;
  const [cx, cy] = place(board, cell, digit);
  layers[board.seat(cell).layer]?.svg.append(svg("circle", { cx, cy, r: radius(board), class: "ring" }));
}

function radius(board: Board): number {
  return 36 / (columnsOfMarks(board.n) || 2);
}

// arrow draws a link between those of its ends that are nearest to each other. Between layers of a cube the rings alone show it.
function arrow(board: Board, layers: Layer[], link: Link): void {
  let best: { length: number; a: [number, number]; b: [number, number]; layer: number } | undefined;
  for (const [from, d] of link.from) {
    for (const [to, e] of link.to) {
      const [p, q] = [board.cellNamed.get(from), board.cellNamed.get(to)];
      if (p === undefined || q === undefined || board.seat(p).layer !== board.seat(q).layer) continue;
      const [a, b] = [place(board, p, d), place(board, q, e)];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (!best || length < best.length) best = { length, a, b, layer: board.seat(p).layer };
    }
  }
  const r = radius(board);
  if (!best || best.length < 2.2 * r) return;
  const { length, layer } = best;
  const [x0, y0] = best.a;
  const [x1, y1] = best.b;
  // A curve, so that an arrow does not hide the marks between its ends; it leaves and meets the rings.
  const bend = Math.min(30, length / 6);
  const [mx, my] = [(x0 + x1) / 2 - ((y1 - y0) / length) * bend, (y0 + y1) / 2 + ((x1 - x0) / length) * bend];
  const edge = (x: number, y: number) => {
    const d = Math.hypot(mx - x, my - y);
    return [x + ((mx - x) / d) * r, y + ((my - y) / d) * r].map((v) => Math.round(v * 10) / 10).join(" ");
  };
  const d = `M${edge(x0, y0)}Q${Math.round(mx)} ${Math.round(my)} ${edge(x1, y1)}`;
  const l = layers[layer]!;
  l.svg.append(svg("path", { d, class: `link ${link.kind}`, "marker-end": l.heads[link.kind] }));
}
