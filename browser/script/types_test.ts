// What the types of the package allow and refuse. tsc reads it; nothing runs it.

import Sudokuctl, { type Hint, type Step } from "./sudokuctl";

export async function use(sudoku: Sudokuctl): Promise<void> {
  const { verdict, solutions } = await sudoku.solve("2.14........4..2", {
    limit: 1,
    timeout_ms: 100,
    signal: AbortSignal.abort(),
  });
  if (verdict === "unique") solutions.map((s) => s.length);
  const { steps, outcome } = await sudoku.explain("2.14........4..2", { marks: ["12", ""] });
  steps.map((step) => step.place.map(([cell, digit]) => cell.length + digit));
  outcome.se?.er.toFixed();
  const where: Hint = await sudoku.hint("2.14........4..2", { level: "where" });
  const why: Step = await sudoku.hint("2.14........4..2");
  where.technique?.length;
  why.text.length;
  await sudoku.generate({ geometry: "4", symmetry: "rot180", each: (made) => made.clues.toFixed() });

  const many = await sudoku.grade(["2.14........4..2"] as const, { metrics: ["se"] });
  many.map((g) => g.grades.se);

  // @ts-expect-error: a puzzle is a text
  await sudoku.solve([2]);
  // @ts-expect-error: no such option
  await sudoku.solve("2.14........4..2", { timeout: 1 });
  // @ts-expect-error: no such verdict
  verdict === "solvable";
  // @ts-expect-error: a hint that says where has no text
  where.text;
}
