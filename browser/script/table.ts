// The grid as a table, as the pages of a server come with it.

import { Board } from "../../serve/script/board";

// table returns the tables of a board, one a layer.
export function table(board: Board): HTMLElement {
  const { rows, cols, layers } = board.data;
  const regions = regionsOf(board);
  const beyond = board.data.beyond;
  const root = element("div", `puzzle n${cols}${layers > 1 ? " cube" : ""}`);
  if (beyond) root.classList.add("beyond");
  ["top", "right", "bottom", "left"].forEach((side, i) => beyond && root.classList.add(side + beyond.outside[i]));
  for (let z = 0; z < layers; z++) {
    const layer = element("div", "layer");
    const name = layers > 1 ? `layer ${z + 1}` : `puzzle, ${rows} rows and ${cols} columns`;
    if (layers > 1) layer.append(element("p", "layername", name));
    const grid = document.createElement("table");
    grid.role = "grid";
    grid.ariaLabel = name;
    grid.ariaRowCount = String(rows);
    grid.ariaColCount = String(cols);
    if (beyond) grid.setAttribute("aria-describedby", "rules");
    for (let r = 0; r < rows; r++) {
      const row = grid.insertRow();
      row.role = "row";
      for (let c = 0; c < cols; c++) {
        const at = board.at(z, r, c);
        const cell = row.insertCell();
        cell.role = "gridcell";
        cell.id = board.names[at]!;
        cell.dataset.cell = String(at);
        cell.className = "cell";
        for (const [side, dr, dc] of [
          ["bt", -1, 0],
          ["br", 0, 1],
          ["bb", 1, 0],
          ["bl", 0, -1],
        ] as const) {
          const [nr, nc] = [r + dr, c + dc];
          const outside = nr < 0 || nr >= rows || nc < 0 || nc >= cols;
          if (outside || regions[board.at(z, nr, nc)] !== regions[at]) cell.classList.add(side);
        }
        if (beyond?.labelled?.includes(at)) cell.classList.add("labelled");
        if (board.housesOf[at]!.some((h) => ["diagonal", "window"].includes(board.data.houses[h]!.kind)))
          cell.classList.add("extra");
      }
    }
    const sheet = element("div", "sheet");
    sheet.append(grid, labels("across", cols), labels("down", rows));
    layer.append(sheet);
    root.append(layer);
  }
  return root;
}

// labels are the numbers of rows or columns, for the eye.
function labels(side: string, n: number): HTMLElement {
  const all = element("div", `labels ${side}`);
  all.ariaHidden = "true";
  for (let i = 1; i <= n; i++) all.append(element("span", "", String(i)));
  return all;
}

// regionsOf returns of each cell the number of the box, region or block that it is in.
function regionsOf(board: Board): number[] {
  const regions = new Array<number>(board.cells).fill(-1);
  board.data.houses.forEach(({ kind, cells }, i) => {
    const block =
      kind === "block" && regions[cells[0]!]! < 0 && board.seat(cells[0]!).layer === board.seat(cells.at(-1)!).layer;
    if (kind === "box" || block) for (const c of cells) regions[c] = i;
  });
  return regions;
}

function element(tag: string, name: string, text = ""): HTMLElement {
  const e = document.createElement(tag);
  e.className = name;
  e.textContent = text;
  return e;
}
