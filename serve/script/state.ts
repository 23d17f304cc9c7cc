// What a person has done on a board, with its history and as a text for the address.

import type { Board } from "./board";

export const colours = ["orange", "sky", "green", "yellow", "blue", "red", "purple", "grey"];

// Each plane is an array of small numbers; a change is a plane, an index and a number, and so everything can be undone.
export type Plane = "values" | "corner" | "centre" | "struck" | "colours" | "hues" | "auto";

export interface Change {
  plane: Plane;
  index: number;
  to: number;
}

interface Patch extends Change {
  from: number;
}

export class State {
  readonly values: Uint8Array; // entries by cell, 0 for none; givens are not entries
  readonly corner: Uint8Array; // marks by cell * n + digit - 1
  readonly centre: Uint8Array;
  readonly struck: Uint8Array; // candidates that the person has removed from the automatic marks
  readonly colours: Uint8Array; // by cell, a bit for each colour
  readonly hues: Uint8Array; // of candidates: number of a colour, 0 for none
  readonly auto = new Uint8Array(1); // 1: candidates are shown

  private past: Patch[][] = [];
  private future: Patch[][] = [];

  constructor(readonly board: Board) {
    const marks = board.cells * board.n;
    this.values = new Uint8Array(board.cells);
    this.corner = new Uint8Array(marks);
    this.centre = new Uint8Array(marks);
    this.struck = new Uint8Array(marks);
    this.colours = new Uint8Array(board.cells);
    this.hues = new Uint8Array(marks);
  }

  // filled returns givens and entries together.
  filled(): Uint8Array {
    const all = this.values.slice();
    this.board.data.givens.forEach((d, c) => {
      if (d) all[c] = d;
    });
    return all;
  }

  // change applies changes as one step of the history; it reports whether anything is different now.
  change(changes: Change[]): boolean {
    const patches = changes.map((c) => ({ ...c, from: this[c.plane][c.index]! })).filter((p) => p.from !== p.to);
    if (patches.length === 0) return false;
    for (const p of patches) this[p.plane][p.index] = p.to;
    this.past.push(patches);
    this.future = [];
    return true;
  }

  // merge returns what is to be changed so that the state has what differs between two texts of encode, unless it was changed
  // here too.
  merge(before: string, after: string): Change[] {
    const [from, to] = [before, after].map((text) => {
      const s = new State(this.board);
      s.decode(text);
      return s;
    }) as [State, State];
    const changes: Change[] = [];
    for (const plane of ["values", "corner", "centre", "struck", "colours", "hues", "auto"] as const) {
      to[plane].forEach((v, index) => {
        if (v !== from[plane][index] && this[plane][index] === from[plane][index])
          changes.push({ plane, index, to: v });
      });
    }
    return changes;
  }

  // undo takes the last change back and returns it, undefined if there is none.
  undo(): Change[] | undefined {
    const patches = this.past.pop();
    if (!patches) return undefined;
    for (const p of patches.slice().reverse()) this[p.plane][p.index] = p.from;
    this.future.push(patches);
    return patches;
  }

  redo(): Change[] | undefined {
    const patches = this.future.pop();
    if (!patches) return undefined;
    for (const p of patches) this[p.plane][p.index] = p.to;
    this.past.push(patches);
    return patches;
  }

  // adopt takes over the history of a state that is equal.
  adopt(other: State): void {
    if (this.encode() !== other.encode()) return;
    this.past = other.past;
    this.future = other.future;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  // encode writes the state for the fragment of an address, "" if nothing was done.
  encode(): string {
    const { board } = this;
    const parts: string[] = this.auto[0] ? ["auto=1"] : [];
    const add = (key: string, text: (cell: number) => string) => {
      const items: string[] = [];
      for (let c = 0; c < board.cells; c++) {
        const t = text(c);
        if (t) items.push(`${board.names[c]}:${t}`);
      }
      if (items.length) parts.push(`${key}=${items.join(",")}`);
    };
    const digits = (marks: Uint8Array, cell: number, write: (d: number) => string) => {
      const all: string[] = [];
      for (let d = 1; d <= board.n; d++) if (marks[cell * board.n + d - 1]) all.push(write(d));
      return all.join(".");
    };
    add("values", (c) => (this.values[c] ? String(this.values[c]) : ""));
    for (const plane of ["corner", "centre", "struck"] as const) add(plane, (c) => digits(this[plane], c, String));
    add("colours", (c) => bits(this.colours[c]!).join("."));
    add("hues", (c) => digits(this.hues, c, (d) => `${d}-${this.hues[c * board.n + d - 1]}`));
    return parts.join("&");
  }

  // decode reads what encode wrote, leaves out what does not fit the board, and begins a new history.
  decode(text: string): void {
    const { board } = this;
    for (const plane of [this.values, this.corner, this.centre, this.struck, this.colours, this.hues, this.auto])
      plane.fill(0);
    this.past = [];
    this.future = [];
    const digit = (t: string) => (/^\d{1,2}$/.test(t) && Number(t) >= 1 && Number(t) <= board.n ? Number(t) : 0);
    const colour = (t: string | undefined) => (t && /^[1-8]$/.test(t) ? Number(t) : 0);
    for (const [key, value] of new URLSearchParams(text)) {
      if (key === "auto" && value === "1") this.auto[0] = 1;
      for (const item of value.split(",")) {
        const [name, rest] = item.split(":");
        const cell = board.cellNamed.get(name ?? "");
        if (cell === undefined || !rest) continue;
        for (const part of rest.split(".")) {
          const [first, second] = part.split("-");
          const d = digit(first!);
          const mark = cell * board.n + d - 1;
          if (key === "values" && d && !board.given(cell)) this.values[cell] = d;
          if ((key === "corner" || key === "centre" || key === "struck") && d) this[key][mark] = 1;
          if (key === "colours" && colour(first)) this.colours[cell]! |= 1 << (colour(first) - 1);
          if (key === "hues" && d) this.hues[mark] = colour(second);
        }
      }
    }
  }
}

// bits returns the numbers, from 1, of the bits that are set.
export function bits(set: number): number[] {
  const all: number[] = [];
  for (let i = 1; set; set >>= 1, i++) if (set & 1) all.push(i);
  return all;
}
