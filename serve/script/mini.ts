// A small picture of a puzzle: its givens, and boxes if it has any that are not drawn by hand.

import { svg } from "./drawing";

const unit = 14;
const largest = 25; // digits of larger puzzles would not be read

export function mini(puzzle: string): SVGElement {
  const parts = puzzle.split("~")[0]!.split(":");
  const [head, text] = parts.length > 1 ? [parts[0]!, parts[1]!] : ["", parts[0]!];
  const plain = text.replace(/\{[^}]*\}/g, ".").trim();
  const cells = plain.includes(" ") ? plain.split(/ +/) : [...plain];
  let n = cells.length ? Math.sqrt(cells.length) : Number.parseInt(head) || 9;
  if (!Number.isInteger(n) || n > largest) [n, cells.length] = [9, 0];
  let rows = Math.floor(Math.sqrt(n));
  while (n % rows) rows--;
  const boxed = !head.includes("/") && parts.length < 3;
  const side = unit * n;
  const picture = svg("svg", { class: "mini", viewBox: `-1 -1 ${side + 2} ${side + 2}`, "aria-hidden": "true" });
  for (const thick of [false, true]) {
    let path = "";
    for (let i = 0; i <= n; i++) {
      if ((i % n === 0 || (boxed && i % rows === 0)) === thick) path += `M0 ${unit * i}H${side}`;
      if ((i % n === 0 || (boxed && i % (n / rows) === 0)) === thick) path += `M${unit * i} 0V${side}`;
    }
    picture.append(svg("path", { d: path, class: thick ? "box" : "" }));
  }
  cells.forEach((cell, i) => {
    if (cell === ".") return;
    const text = svg("text", { x: unit * (i % n) + unit / 2, y: unit * Math.floor(i / n) + 10.5 });
    text.textContent = cell;
    picture.append(text);
  });
  return picture;
}
