// A plan: the steps of an explanation, as the API has them, and the board before each.

import type { Board } from "./board";

export type Candidate = [cell: string, digit: number];

export interface Step {
  n: number;
  technique: string;
  rating: number;
  place: Candidate[];
  strike: Candidate[];
  why: string[];
  constraints?: string[]; // that it argues from, in short notation
  text: string;
  cells: string[];
  links: Link[];
  sets: string[][];
}

// Link says that one thing follows from another; an end of several candidates is true if one of them is. Weak: if from is
// true, to is not. Strong: if from is not true, to is. Lost: if from is not true, to is not either.
export interface Link {
  kind: "weak" | "strong" | "lost";
  from: Candidate[];
  to: Candidate[];
}

export interface Outcome {
  solved: boolean;
  ended: string;
  steps: number;
  hardest: string;
  reason?: string;
  se?: { er: number; ep: number; ed: number };
}

export interface Plan {
  steps: Step[];
  outcome?: Outcome;
}

// Position is a board between two steps.
export interface Position {
  values: Uint8Array; // givens too
  marks: Uint8Array; // 1 for a candidate, at cell * n + digit - 1
}

export function start(board: Board): Position {
  const values = Uint8Array.from(board.data.givens);
  return { values, marks: board.candidates(values) };
}

// apply does what a step says.
export function apply(board: Board, at: Position, step: Step): void {
  for (const [name, digit] of step.strike) {
    const cell = board.cellNamed.get(name);
    if (cell !== undefined) at.marks[cell * board.n + digit - 1] = 0;
  }
  for (const [name, digit] of step.place) {
    const cell = board.cellNamed.get(name);
    if (cell === undefined) continue;
    at.values[cell] = digit;
    board.exclude(at.marks, cell, digit);
  }
}

// before returns the board before the n-th step, counted from 1; one more than there are steps is the end.
export function before(board: Board, plan: Plan, n: number): Position {
  const at = start(board);
  for (const step of plan.steps.slice(0, Math.max(0, n - 1))) apply(board, at, step);
  return at;
}

// The words of techniques that are written otherwise than in their names, as the command line has them.
const words: Record<string, string> = {
  x: "X",
  y: "Y",
  xy: "XY",
  xyz: "XYZ",
  xz: "XZ",
  w: "W",
  wxyz: "WXYZ",
  vwxyz: "VWXYZ",
  als: "ALS",
  bug: "BUG",
  coq: "Coq",
  sue: "Sue",
  nishio: "Nishio",
  franken: "Franken",
};

// techniqueText writes the name of a technique as people do: "X-wing", "finned swordfish", "ALS-XZ".
export function techniqueText(technique: string): string {
  const parts = technique.replace(/_box$/, "").split("_");
  const joins = (word: string) => words[word] === word.toUpperCase() && word !== "bug";
  return parts
    .map((word, i) => (words[word] ?? word) + (i === parts.length - 1 ? "" : joins(word) ? "-" : " "))
    .join("");
}

// houseText is the name of a house as the page says it: "row 3" for r3.
export function houseText(board: Board, name: string): string {
  const house = board.houseNamed.get(name);
  return house && house.kind ? `${house.kind} ${name.replace(/^\D+/, "")}` : name;
}

// inWords is a step as the page says it.
export function inWords(step: Step): string {
  return `${step.n}. ${techniqueText(step.technique)}: ${step.text}`;
}

// Hint is what a person could do next: the first step of the plan that the board does not show yet.
export type Hint = { wrong: number[] } | { step: Step } | { none: string };

// nextHint compares the plan with what a person has done. Entries that the solution contradicts come before any step, and so
// do removed candidates that the solution needs.
export function nextHint(
  board: Board,
  plan: Plan,
  values: Uint8Array,
  removed: (cell: number, digit: number) => boolean,
): Hint {
  const end = before(board, plan, plan.steps.length + 1).values;
  const wrong: number[] = [];
  for (let c = 0; c < board.cells; c++) {
    if (!end[c]) continue;
    if (values[c] ? values[c] !== end[c] : removed(c, end[c]!)) wrong.push(c);
  }
  if (wrong.length) return { wrong };
  for (const step of plan.steps) {
    const open = ([name]: Candidate) => values[board.cellNamed.get(name) ?? 0] === 0;
    const news =
      step.place.some(open) || step.strike.some((c) => open(c) && !removed(board.cellNamed.get(c[0]) ?? 0, c[1]));
    if (news) return { step };
  }
  if (values.every((v) => v !== 0)) return { none: "The puzzle is solved." };
  return { none: "The explanation ends here: no technique helps further." };
}
