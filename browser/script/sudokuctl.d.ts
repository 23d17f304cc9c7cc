// The types of the npm package: its functions, and the records that they return. The keys are those of the command line.

/** A digit in a cell, such as ["r1c2", 3]. */
export type Candidate = [cell: string, digit: number];

/** Weak: if from is true, to is not. Strong: if from is not true, to is. Lost: if from is not true, to is not either. */
export interface Link {
  kind: "weak" | "strong" | "lost";
  from: Candidate[];
  to: Candidate[];
}

/** A step of an explanation. */
export interface Step {
  n: number;
  technique: string;
  /** On the scale of Sudoku Explainer; 0 if it has none. */
  rating: number;
  place: Candidate[];
  strike: Candidate[];
  why: string[];
  text: string;
  cells: string[];
  links: Link[];
  sets: string[][];
  /** Those that the step argues from, in short notation; left out if it argues from houses alone. */
  constraints?: string[];
  /** Of a hint, if the puzzle has several solutions: where two differ, such as "r4c2 may be 8 or 9". */
  several?: string;
}

/** Ratings of Sudoku Explainer: of the hardest step, up to the first value, of the first step. */
export interface Ratings {
  er: number;
  ep: number;
  ed: number;
}

/** How an explanation ended. */
export interface Outcome {
  solved: boolean;
  se: Ratings | null;
  hardest: string;
  reached?: Ratings;
  ended: "solved" | "full" | "beyond" | "multiple" | "impossible" | "timeout" | "unknown";
  steps: number;
  filled: number;
  cells: number;
  name: string;
  puzzle: string;
  /** Why it ended so, if there is more to say. */
  reason?: string;
}

export type Verdict =
  | "unique"
  | "multiple"
  | "solved"
  | "impossible"
  | "unknown"
  | "timeout"
  | "unsupported"
  | "wrong"
  | "crashed"
  | "invalid";

export interface Solve {
  name: string;
  puzzle: string;
  geometry: string;
  solver: string;
  version: string;
  verdict: Verdict;
  solutions: string[];
  count: number;
  self_ns: number;
  guesses: number;
  measures: Record<string, number>;
  error: string;
  /** False: there are at least count solutions. */
  count_complete: boolean;
  /** About how many solutions there are, and a range in which their number probably is, if somebody asked for that. */
  estimate?: { mean: number; low: number; high: number };
}

export interface Grade {
  name: string;
  puzzle: string;
  geometry: string;
  /** A name for a range of a metric, such as "hard", where there are such names. */
  level?: string;
  /** By metric: "se", "information_entropy", … */
  grades: Record<string, number>;
  labels: Record<string, string>;
  by: Record<string, string>;
  error?: string;
}

export interface Check {
  name: string;
  puzzle: string;
  geometry: string;
  verdict: Verdict;
  solutions: string[];
  count: number;
  count_complete: boolean;
  count_up_to_symmetry?: number;
  minimal: boolean;
  superfluous: string[];
  conflicts: string[];
  dead_ends?: string[];
  contradiction?: string[];
  at_fault?: string[];
  differ?: string[];
  /** Left out, as are the automorphisms, if the puzzle has soft clues. */
  canonical?: string;
  canonical_solution?: string;
  automorphisms?: number;
  symmetries: string[];
  superfluous_constraints?: string[];
  clashing_constraints?: string[];
  constraints_at_fault?: string[];
  /** The time was up before all of this was known. */
  late?: boolean;
}

/** A hint that tells no more than where to look, or what to look for. */
export interface Hint {
  where: string;
  technique?: string;
  rating?: number;
  /** As in a step. */
  several?: string;
}

export interface Made {
  puzzle: string;
  geometry: string;
  clues: number;
}

export interface House {
  name: string;
  kind: string;
  cells: number[];
}

/** A puzzle as a page draws it: its geometry is a list of houses, whose cells are counted from 0. */
export interface Board {
  notation: string;
  geometry: string;
  n: number;
  rows: number;
  cols: number;
  layers: number;
  symbols: string[];
  houses: House[];
  givens: number[];
  soft?: Record<string, number[]>;
  beyond?: Beyond;
}

/** Constraints beyond houses. Sets of digits are numbers: digit d is the bit of 2^(d-1). */
export interface Beyond {
  /** A sentence for each. */
  constraints: string[];
  /** What the drawings mean, and sentences of what is not drawn. */
  rules: string[];
  /** Drawings in cells from the upper left corner of the grid, the later over the earlier. */
  shapes: Shape[];
  /** Cells by which clues outside widen the picture: top, right, bottom, left. */
  outside: [number, number, number, number];
  /** Cells with a text in a corner. */
  labelled: number[] | null;
  clauses: Clause[];
  /** Of a pair of cells, by the digit of the first from 1: the digits of the second. */
  relations: number[][] | null;
  /** The next state by state and digit from 1, -1 for none; the first state is 0. */
  automata: { next: number[][]; accepts: boolean[] }[] | null;
}

export interface Shape {
  layer: "below" | "on" | "above";
  kind: "line" | "area" | "disc" | "text";
  points: [number, number][];
  /** Names of colours; nothing is painted without. */
  stroke?: string;
  fill?: string;
  width?: number;
  dash?: number[];
  radius?: number;
  text?: string;
  size?: number;
  /** A text begins at its point; others have their middle there. */
  start?: boolean;
  /** The number of the constraint. */
  of: number;
}

/** One thing that a solution obeys. */
export interface Clause {
  kind: "in" | "differ" | "pair" | "sum" | "count" | "word" | "any";
  constraint: number;
  cells?: number[];
  digits?: number[];
  weights?: number[];
  total?: [number, number][];
  /** The number of its relation or automaton, 0 if there is none. */
  table?: number;
  either?: Clause[][];
}

export interface Limits {
  /** Milliseconds for the answer, of many puzzles for each; what was found until then counts. */
  timeout_ms?: number;
  /** Ends the work at once: the promise is rejected with the reason of the signal. */
  signal?: AbortSignal;
}

export interface Marked extends Limits {
  /** Of each cell the candidates that are left, such as "257", "" for all. */
  marks?: string[];
}

export interface Order extends Limits {
  /** "9", "6", "9+x", …; "9" if there is none. */
  geometry?: string;
  number?: number;
  clues_min?: number;
  clues_max?: number;
  symmetry?: "rot90" | "rot180" | "mirror_h" | "mirror_v" | "diagonal" | "antidiagonal";
  minimal?: boolean;
  /** A metric of which a range is wanted: min ≤ value < below. */
  metric?: string;
  min?: number;
  below?: number;
  /** The same seed makes the same puzzles. */
  seed?: number;
  /** Called with each puzzle as soon as it is made. */
  each?: (made: Made) => void;
}

/** A program in a worker that answers requests about puzzles, one after the other. A puzzle is a text in any geometry's short
 * notation, such as 81 digits and dots, or a picture of rows. A promise is rejected with an Error that says what was wrong; of many
 * puzzles its property index says with which, from 0, and none is answered. */
export class Sudokuctl {
  solve(puzzle: string, options?: Limits & { limit?: number }): Promise<Solve>;
  solve(puzzles: readonly string[], options?: Limits & { limit?: number }): Promise<Solve[]>;
  grade(puzzle: string, options?: Limits & { metrics?: string[]; seed?: number }): Promise<Grade>;
  grade(puzzles: readonly string[], options?: Limits & { metrics?: string[]; seed?: number }): Promise<Grade[]>;
  check(puzzle: string, options?: Limits & { limit?: number }): Promise<Check>;
  check(puzzles: readonly string[], options?: Limits & { limit?: number }): Promise<Check[]>;
  explain(puzzle: string, options?: Marked): Promise<{ steps: Step[]; outcome: Outcome }>;
  hint(puzzle: string, options: Marked & { level: "where" | "what" }): Promise<Hint>;
  hint(puzzle: string, options?: Marked & { level?: "why" }): Promise<Step>;
  /** All steps that are possible, the easiest first, if values have been entered. */
  steps(puzzle: string, options?: Marked & { values?: string }): Promise<Step[]>;
  generate(order?: Order): Promise<Made[]>;
  board(puzzle: string, options?: Limits): Promise<Board>;
  /** Ends the worker, and with it what is under way. */
  close(): void;
}

export default Sudokuctl;
