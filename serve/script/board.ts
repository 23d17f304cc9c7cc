// The board: what never changes while a puzzle is looked at. It comes from the page, so that every geometry of the program
// is a list of houses here too, and nothing in the scripts knows what a box is.

import { cellsOf, has, possible, split, type Beyond } from "./beyond";

export interface House {
  name: string; // r1, c9, b5, as steps name it
  kind: string; // row, column, box, …
  cells: number[];
}

export interface BoardData {
  notation: string;
  geometry: string; // head[:map]
  n: number;
  rows: number;
  cols: number;
  layers: number;
  symbols: string[]; // of the digits 1 to n
  houses: House[];
  givens: number[];
  soft?: Record<string, number[]>; // digits that a soft clue allows, by cell
  beyond?: Beyond; // constraints beyond houses
}

export class Board {
  readonly cells: number;
  readonly names: string[] = [];
  readonly cellNamed = new Map<string, number>();
  readonly houseNamed = new Map<string, House>();
  readonly housesOf: number[][];
  readonly allowed: Uint8Array; // cell * n + digit - 1: 0 for a digit that a soft clue or a constraint excludes
  readonly softCells = new Set<number>();
  readonly constraints: string[]; // beyond houses, in short notation

  constructor(readonly data: BoardData) {
    const { n, rows, cols, layers } = data;
    this.constraints = split(data.notation.replace(/^[^~]*/, ""));
    this.cells = rows * cols * layers;
    for (let c = 0; c < this.cells; c++) {
      const { layer, row, col } = this.seat(c);
      const name = (layers > 1 ? `z${layer + 1}` : "") + `r${row + 1}c${col + 1}`;
      this.names.push(name);
      this.cellNamed.set(name, c);
    }
    this.housesOf = Array.from({ length: this.cells }, () => []);
    data.houses.forEach((house, i) => {
      this.houseNamed.set(house.name, house);
      for (const c of house.cells) this.housesOf[c]!.push(i);
    });
    this.allowed = new Uint8Array(this.cells * n).fill(1);
    for (const [cell, digits] of Object.entries(data.soft ?? {})) {
      const c = Number(cell);
      this.softCells.add(c);
      for (let d = 1; d <= n; d++) this.allowed[c * n + d - 1] = digits.includes(d) ? 1 : 0;
    }
    for (const { kind, cells, digits } of data.beyond?.clauses ?? []) {
      if (kind !== "in") continue;
      for (let d = 1; d <= n; d++) if (!has(digits![0]!, d)) this.allowed[cells![0]! * n + d - 1] = 0;
    }
  }

  get n(): number {
    return this.data.n;
  }

  symbol(digit: number): string {
    return this.data.symbols[digit - 1] ?? "";
  }

  // spaced says whether digits are written as numbers, with blanks between them.
  get spaced(): boolean {
    return this.data.symbols.some((s) => s.length > 1);
  }

  // cellText writes values as the notation does, a dot for an empty cell.
  cellText(values: Uint8Array): string {
    return [...values].map((v) => (v ? this.symbol(v) : ".")).join(this.spaced ? " " : "");
  }

  // digits reads what cellText writes.
  digits(text: string): Uint8Array {
    const symbols = this.spaced ? text.trim().split(/\s+/) : [...text];
    return Uint8Array.from(symbols.map((s) => this.data.symbols.indexOf(s) + 1));
  }

  // notation writes values as a puzzle.
  notation(values: Uint8Array): string {
    const [head, map] = this.data.geometry.split(":");
    return `${head}:${this.cellText(values)}${map ? ":" + map : ""}`;
  }

  // seat returns where a cell is, counted from 0.
  seat(cell: number): { layer: number; row: number; col: number } {
    const { rows, cols } = this.data;
    const inLayer = cell % (rows * cols);
    return { layer: Math.floor(cell / (rows * cols)), row: Math.floor(inLayer / cols), col: inLayer % cols };
  }

  at(layer: number, row: number, col: number): number {
    return (layer * this.data.rows + row) * this.data.cols + col;
  }

  // spoken is the name of a cell as a screen reader says it.
  spoken(cell: number): string {
    const { layer, row, col } = this.seat(cell);
    return (this.data.layers > 1 ? `layer ${layer + 1} ` : "") + `row ${row + 1} column ${col + 1}`;
  }

  given(cell: number): number {
    return this.data.givens[cell] ?? 0;
  }

  // candidates says of each cell and digit, at cell * n + digit - 1, whether it may be there: the cell is empty, no cell that
  // shares a house holds the digit and no soft clue excludes it.
  candidates(values: Uint8Array): Uint8Array {
    const { n, houses } = this.data;
    const left = this.allowed.slice();
    const seen = new Uint8Array(n + 1);
    for (const { cells } of houses) {
      seen.fill(0);
      for (const c of cells) seen[values[c]!] = 1;
      for (let d = 1; d <= n; d++) {
        if (seen[d]) for (const c of cells) left[c * n + d - 1] = 0;
      }
    }
    for (let c = 0; c < this.cells; c++) {
      if (values[c]) left.fill(0, c * n, (c + 1) * n);
    }
    return left;
  }

  // exclude takes the digit of a cell from the candidates of the cells that share a house with it.
  exclude(marks: Uint8Array, cell: number, digit: number): void {
    const n = this.n;
    marks.fill(0, cell * n, (cell + 1) * n);
    for (const h of this.housesOf[cell]!) {
      for (const c of this.data.houses[h]!.cells) marks[c * n + digit - 1] = 0;
    }
  }

  // broken returns the numbers of the constraints that cannot hold any more.
  broken(values: Uint8Array): Set<number> {
    const { beyond } = this.data;
    const clauses = beyond?.clauses.filter((c) => !possible(beyond, c, values, this.n)) ?? [];
    return new Set(clauses.map((c) => c.constraint));
  }

  // conflicts returns the cells that hold a digit twice in a house, or one that a soft clue excludes, and those that break a
  // constraint.
  conflicts(values: Uint8Array): Set<number> {
    const bad = new Set<number>();
    const first = new Int32Array(this.n + 1);
    for (const { cells } of this.data.houses) {
      first.fill(-1);
      for (const c of cells) {
        const d = values[c]!;
        if (d && first[d]! >= 0) bad.add(c).add(first[d]!);
        if (d && first[d]! < 0) first[d] = c;
      }
    }
    for (const c of this.softCells) {
      if (values[c] && !this.allowed[c * this.n + values[c]! - 1]) bad.add(c);
    }
    const { beyond } = this.data;
    for (const clause of beyond?.clauses ?? []) {
      if (!possible(beyond!, clause, values, this.n)) cellsOf(clause, values).forEach((c) => bad.add(c));
    }
    return bad;
  }
}

// columnsOfMarks is how many marks stand side by side in a cell, 0 if there are too many digits for marks in a cell.
export function columnsOfMarks(n: number): number {
  return n > 16 ? 0 : Math.ceil(Math.sqrt(n));
}
