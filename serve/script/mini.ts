// A small picture of a puzzle: the givens of one with square boxes or none; of others nothing but the frame.

import { svg } from "./drawing";

export function mini(puzzle: string): SVGElement {
  const cells = [...(puzzle.split("~")[0]!.split(":").at(puzzle.includes(":") ? 1 : 0) ?? "")];
  const n = Math.sqrt(cells.length);
  const whole = Number.isInteger(n) && n > 1 && n < 17 && !puzzle.includes("{");
  const [side, box] = [whole ? n : 9, Math.sqrt(whole ? n : 9)];
  const picture = svg("svg", { class: "mini", viewBox: `-1 -1 ${14 * side + 2} ${14 * side + 2}`, "aria-hidden": "true" });
  for (let i = 0; i <= side; i++) {
    const thick = i === 0 || i === side || (Number.isInteger(box) && i % box === 0);
    picture.append(svg("path", { d: `M${14 * i} 0V${14 * side}M0 ${14 * i}H${14 * side}`, class: thick ? "box" : "" }));
  }
  cells.forEach((cell, i) => {
    if (!whole || cell === ".") return;
    const text = svg("text", { x: 14 * (i % side) + 7, y: 14 * Math.floor(i / side) + 10.5 });
    text.textContent = cell;
    picture.append(text);
  });
  return picture;
}
