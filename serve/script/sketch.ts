// The drawing of constraints: shapes below the table's lines and over them. The sentences of the constraints say the same.

import type { Beyond, Shape } from "./beyond";
import type { Board } from "./board";
import { svg } from "./drawing";

const unit = 100;

// sketch draws the constraints of a board around its table, and returns the elements of each constraint.
export function sketch(sheet: HTMLElement, board: Board, beyond: Beyond): SVGElement[][] {
  const elements = beyond.constraints.map((): SVGElement[] => []);
  const { rows, cols } = board.data;
  for (const below of [true, false]) {
    const root = svg("svg", {
      class: below ? "sketch below" : "sketch",
      viewBox: `0 0 ${cols * unit} ${rows * unit}`,
      "aria-hidden": "true",
    });
    for (const shape of beyond.shapes) {
      if ((shape.layer === "below") !== below) continue;
      const e = element(shape);
      elements[shape.of]!.push(e);
      root.append(e);
    }
    sheet.append(root);
  }
  return elements;
}

const colour = (name?: string) => (name ? `var(--k-${name})` : "none");
const scaled = (v: number) => Math.round(v * unit * 10) / 10;

function element(s: Shape): SVGElement {
  const [x, y] = s.points[0]!.map(scaled) as [number, number];
  const wide = s.layer === "below" && (s.fill || s.width! > 0.1);
  const paint = { class: `k-${s.fill ?? "none"}${wide ? " wide" : ""}`, fill: colour(s.fill) };
  if (s.kind === "text") {
    const text = svg("text", {
      ...paint,
      x,
      y,
      "font-size": scaled(s.size!),
      "text-anchor": s.start ? "start" : "middle",
    });
    text.textContent = s.text!;
    return text;
  }
  const line = {
    ...paint,
    stroke: colour(s.stroke),
    "stroke-width": scaled(s.width ?? 0),
    "stroke-dasharray": (s.dash ?? []).map(scaled).join(" "),
  };
  if (s.kind === "disc") return svg("circle", { ...line, cx: x, cy: y, r: scaled(s.radius!) });
  const points = s.points.map((p) => p.map(scaled).join(" ")).join("L");
  return svg("path", { ...line, d: `M${points}${s.kind === "area" ? "z" : ""}` });
}
