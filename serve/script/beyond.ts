// Constraints beyond houses: what they ask for, and how they are drawn. Sets of digits are numbers: digit d is the bit of
// 2^(d-1).

export interface Clause {
  kind: "in" | "differ" | "pair" | "sum" | "count" | "word" | "any";
  constraint: number;
  cells?: number[];
  digits?: number[];
  weights?: number[];
  total?: [low: number, high: number][];
  table?: number;
  either?: Clause[][];
}

export interface Shape {
  layer: "below" | "on" | "above";
  kind: "line" | "area" | "disc" | "text";
  points: [x: number, y: number][]; // in cells, from the upper left corner of the grid
  stroke?: string; // names of colours
  fill?: string;
  width?: number;
  dash?: number[];
  radius?: number;
  text?: string;
  size?: number;
  start?: boolean; // a text begins at its point
  of: number; // number of the constraint
}

export interface Beyond {
  constraints: string[]; // sentences
  rules: string[];
  shapes: Shape[];
  outside: [top: number, right: number, bottom: number, left: number];
  labelled: number[] | null;
  clauses: Clause[];
  relations: number[][] | null;
  automata: { next: number[][]; accepts: boolean[] }[] | null;
}

export const has = (set: number, digit: number): boolean => Math.floor(set / 2 ** (digit - 1)) % 2 === 1;

// split returns the constraints of a notation, groups whole, in the order in which the board has them.
export function split(extra: string): string[] {
  const all: string[] = [];
  let depth = 0;
  for (const part of extra.split("~").slice(1)) {
    if (depth) all.push(`${all.pop()}~${part}`);
    else all.push(part);
    if (part === "or" || part === "and") depth++;
    else if (part === "end") depth--;
  }
  return all;
}

// possible says whether a clause can still hold, each empty cell being any digit from 1 to n.
export function possible(b: Beyond, clause: Clause, values: Uint8Array, n: number): boolean {
  const cells = clause.cells ?? [];
  const digits = cells.map((c) => values[c]!);
  switch (clause.kind) {
    case "in":
      return !digits[0] || has(clause.digits![0]!, digits[0]);
    case "differ":
      return digits.every((d, i) => !d || digits.indexOf(d) === i);
    case "pair":
      return !digits[0] || !digits[1] || has(b.relations![clause.table ?? 0]![digits[0] - 1]!, digits[1]);
    case "sum":
    case "count":
      return inTotal(clause, digits, n);
    case "word":
      return accepted(b.automata![clause.table ?? 0]!, digits, n);
    case "any":
      return clause.either!.some((list) => list.every((c) => possible(b, c, values, n)));
  }
}

// inTotal says whether the bounds of a sum or count reach into one of its ranges.
function inTotal(clause: Clause, digits: number[], n: number): boolean {
  let [low, high] = [0, 0];
  digits.forEach((d, i) => {
    const weight = clause.weights?.[i] ?? 1;
    let [least, most] = d ? [d, d] : [1, n];
    if (clause.kind === "count")
      [least, most] = d ? ([1, 1].map((x) => (has(clause.digits![i]!, d) ? x : 0)) as [number, number]) : [0, 1];
    low += Math.min(weight * least, weight * most);
    high += Math.max(weight * least, weight * most);
  });
  return clause.total!.some(([from, to]) => from <= high && low <= to);
}

// accepted says whether an automaton accepts digits, of which 0 is any.
function accepted(automaton: { next: number[][]; accepts: boolean[] }, digits: number[], n: number): boolean {
  let states = new Set([0]);
  for (const d of digits) {
    const after = new Set<number>();
    for (const s of states) {
      for (let x = d || 1; x <= (d || n); x++) {
        const to = automaton.next[s]![x - 1]!;
        if (to >= 0) after.add(to);
      }
    }
    states = after;
  }
  return [...states].some((s) => automaton.accepts[s]);
}

// cellsOf returns the cells of a clause that show why it cannot hold: those that are filled, of different digits those that
// come twice.
export function cellsOf(clause: Clause, values: Uint8Array): number[] {
  const filled = [...(clause.cells ?? []), ...(clause.either ?? []).flat().flatMap((c) => cellsOf(c, values))].filter(
    (c) => values[c],
  );
  return clause.kind === "differ"
    ? filled.filter((c) => filled.some((other) => other !== c && values[other] === values[c]))
    : filled;
}
