// A scene: all that a grid shows at a moment, as plain arrays, so that drawing it again costs only the cells that differ.

import type { Board } from "./board";
import type { Position, Step } from "./plan";
import { bits, colours, type State } from "./state";

// What a cell holds.
export const enum Kind {
  Empty,
  Given,
  Found, // entered, or found by an earlier step
  Placed, // the step enters it
}

// What is special about a cell.
export const enum Flag {
  Pattern = 1,
  Conflict = 2,
  Wrong = 4,
  Same = 8, // holds the digit that is looked at
  Soft = 16, // a soft clue limits it
}

// What is special about a mark, beside being there.
export const enum Mark {
  There = 1,
  Strike = 2,
  Placed = 4,
  Same = 8,
  Picked = 16,
}

export interface Scene {
  digits: Uint8Array; // by cell
  kinds: Uint8Array;
  flags: Uint8Array;
  colours: Uint8Array;
  marks: Uint8Array; // by cell * n + digit - 1
  centre: Uint8Array;
  hues: Uint8Array;
  broken?: ReadonlySet<number>; // constraints that cannot hold any more
  used?: ReadonlySet<number>; // constraints that the step argues from, if there are any
  step?: Step; // whose houses, links and sets are drawn
}

function empty(board: Board): Scene {
  const marks = board.cells * board.n;
  return {
    digits: new Uint8Array(board.cells),
    kinds: new Uint8Array(board.cells),
    flags: new Uint8Array(board.cells),
    colours: new Uint8Array(board.cells),
    marks: new Uint8Array(marks),
    centre: new Uint8Array(marks),
    hues: new Uint8Array(marks),
  };
}

function fill(board: Board, s: Scene, values: Uint8Array): void {
  for (let c = 0; c < board.cells; c++) {
    s.digits[c] = values[c]!;
    if (values[c]) s.kinds[c] = board.given(c) ? Kind.Given : Kind.Found;
    else if (board.softCells.has(c)) s.flags[c]! |= Flag.Soft;
  }
}

// candidates are the automatic marks of what a person has done.
export function candidates(state: State): Uint8Array {
  const marks = state.board.candidates(state.filled());
  for (let i = 0; i < marks.length; i++) if (state.struck[i]) marks[i] = 0;
  return marks;
}

// own is the scene of what a person has done.
export function own(state: State, wrong: ReadonlySet<number>, clashes = true): Scene {
  const { board } = state;
  const { n } = board;
  const s = empty(board);
  const values = state.filled();
  fill(board, s, values);
  if (clashes) {
    for (const c of board.conflicts(values)) s.flags[c]! |= Flag.Conflict;
    s.broken = board.broken(values);
  }
  for (const c of wrong) s.flags[c]! |= Flag.Wrong;
  const shown = state.auto[0] ? candidates(state) : state.corner;
  for (let c = 0; c < board.cells; c++) {
    s.colours[c] = state.colours[c]!;
    if (values[c]) continue;
    const at = c * n;
    const marked = state.auto[0] || shown.subarray(at, at + n).includes(1);
    s.marks.set((marked || !board.softCells.has(c) ? shown : board.allowed).subarray(at, at + n), at);
    s.centre.set(state.centre.subarray(at, at + n), at);
    s.hues.set(state.hues.subarray(at, at + n), at);
  }
  return s;
}

// atStep is the scene of a position with the step that comes next.
export function atStep(board: Board, at: Position, step: Step | undefined, marks: boolean): Scene {
  const s = empty(board);
  fill(board, s, at.values);
  if (marks) s.marks.set(at.marks);
  if (step) overlay(board, s, step);
  return s;
}

// overlay adds a step that comes next to a scene.
export function overlay(board: Board, s: Scene, step: Step): void {
  const { n } = board;
  s.step = step;
  if (step.constraints?.length) s.used = new Set(step.constraints.map((text) => board.constraints.indexOf(text)));
  for (const name of step.cells) {
    const c = board.cellNamed.get(name);
    if (c !== undefined) s.flags[c]! |= Flag.Pattern;
  }
  for (const [name, digit] of step.strike) {
    const c = board.cellNamed.get(name);
    if (c !== undefined && s.kinds[c] === Kind.Empty) s.marks[c * n + digit - 1]! |= Mark.There | Mark.Strike;
  }
  for (const [name, digit] of step.place) {
    const c = board.cellNamed.get(name);
    if (c === undefined || s.kinds[c] !== Kind.Empty) continue;
    s.digits[c] = digit;
    s.kinds[c] = Kind.Placed;
    s.marks.fill(0, c * n, (c + 1) * n);
  }
}

// highlight marks all cells and candidates of a digit, 0 for none.
export function highlight(board: Board, s: Scene, digit: number): void {
  if (!digit) return;
  for (let c = 0; c < board.cells; c++) {
    if (s.digits[c] === digit) s.flags[c]! |= Flag.Same;
    const i = c * board.n + digit - 1;
    if (s.marks[i]) s.marks[i]! |= Mark.Same;
  }
}

// differs reports whether a cell looks different in two scenes.
export function differs(board: Board, a: Scene, b: Scene, cell: number): boolean {
  if (
    a.digits[cell] !== b.digits[cell] ||
    a.kinds[cell] !== b.kinds[cell] ||
    a.flags[cell] !== b.flags[cell] ||
    a.colours[cell] !== b.colours[cell]
  ) {
    return true;
  }
  for (let i = cell * board.n; i < (cell + 1) * board.n; i++) {
    if (a.marks[i] !== b.marks[i] || a.centre[i] !== b.centre[i] || a.hues[i] !== b.hues[i]) return true;
  }
  return false;
}

// digitsOf returns the symbols of a cell's marks that have a bit set.
export function digitsOf(board: Board, marks: Uint8Array, cell: number, bit: number): string[] {
  const all: string[] = [];
  for (let d = 1; d <= board.n; d++) if (marks[cell * board.n + d - 1]! & bit) all.push(board.symbol(d));
  return all;
}

// label is a cell in words, for those who hear the page.
export function label(board: Board, s: Scene, cell: number): string {
  const flag = s.flags[cell]!;
  const symbol = board.symbol(s.digits[cell]!);
  const parts = [board.spoken(cell)];
  if (flag & Flag.Pattern) parts.push("in the pattern");
  if (s.kinds[cell] === Kind.Given) parts.push(`given ${symbol}`);
  if (s.kinds[cell] === Kind.Found) parts.push(symbol);
  if (s.kinds[cell] === Kind.Placed) parts.push("empty", `becomes ${symbol}`);
  if (s.kinds[cell] === Kind.Empty) {
    parts.push("empty");
    if (flag & Flag.Soft) parts.push(`one of ${digitsOf(board, board.allowed, cell, 1).join(" ")}`);
    const list = (name: string, digits: string[]) => digits.length && parts.push(`${name} ${digits.join(" ")}`);
    list("candidates", digitsOf(board, s.marks, cell, Mark.There));
    list("strike", digitsOf(board, s.marks, cell, Mark.Strike));
    list("centre marks", digitsOf(board, s.centre, cell, 1));
    for (let d = 1; d <= board.n; d++) {
      const hue = s.hues[cell * board.n + d - 1]!;
      if (hue) parts.push(`${board.symbol(d)} ${colours[hue - 1]}`);
    }
  }
  if (s.colours[cell])
    parts.push(
      `coloured ${bits(s.colours[cell]!)
        .map((b) => colours[b - 1])
        .join(" and ")}`,
    );
  if (flag & Flag.Conflict) parts.push("in conflict");
  if (flag & Flag.Wrong) parts.push("wrong");
  return parts.join(", ");
}
