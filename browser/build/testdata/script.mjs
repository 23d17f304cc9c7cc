import assert from "node:assert/strict";
import { Sudokuctl } from "sudokuctl";

const sudoku = new Sudokuctl();
const classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const solved = await sudoku.solve(classic);
assert.equal(solved.verdict, "unique");
assert.equal(solved.solutions[0], "534678912672195348198342567859761423426853791713924856961537284287419635345286179");

const { steps, outcome } = await sudoku.explain("2.14........4..2");
assert.equal(outcome.ended, "solved");
assert.equal(steps.length, outcome.steps);

assert.deepEqual(Object.keys(await sudoku.hint(classic, { level: "where" })), ["where"]);
assert.equal((await sudoku.hint(classic)).n, 1);
assert.equal((await sudoku.grade(classic, { metrics: ["se"] })).grades.se, 1.2);
assert.equal((await sudoku.check("11..............")).verdict, "invalid");
assert.ok((await sudoku.steps("2.14........4..2", { values: "2314........4..2" })).length > 3);
assert.equal((await sudoku.board("9+x:" + ".".repeat(81))).houses.length, 29);

const seen = [];
const made = await sudoku.generate({ geometry: "6", number: 3, seed: 7, each: (m) => seen.push(m) });
assert.deepEqual(made, seen);
assert.deepEqual(made, await sudoku.generate({ geometry: "6", number: 3, seed: 7 }));

await assert.rejects(sudoku.solve("xyz"), /not a puzzle/);

// Many puzzles are one message there and one back, with their answers in order.
const many = await sudoku.solve([classic, "2.14........4..2", classic]);
assert.deepEqual(many.map((r) => r.verdict), ["unique", "unique", "unique"]);
assert.equal(many[0].solutions[0], solved.solutions[0]);
assert.deepEqual(await sudoku.solve([]), []);
assert.deepEqual((await sudoku.grade([classic, classic], { metrics: ["se"] })).map((g) => g.grades.se), [1.2, 1.2]);
assert.equal((await sudoku.check(["11.............."]))[0].verdict, "invalid");
await assert.rejects(sudoku.solve([classic, "xyz"]), (e) => e.index === 1 && /^puzzle 1: .*not a puzzle/.test(e.message));
await assert.rejects(sudoku.generate({ geometry: "9+q" }), /unknown geometry/);

// What would take for ever can be ended, and the next request is answered.
const endless = ".".repeat(256);
assert.match((await sudoku.solve(endless, { limit: 1e9, timeout_ms: 50 })).error, /deadline/);
const stop = new AbortController();
const ended = assert.rejects(sudoku.solve(endless, { limit: 1e9, signal: stop.signal }), /enough/);
stop.abort(new Error("enough"));
await ended;
await assert.rejects(sudoku.solve(classic, { signal: stop.signal }), /enough/);
assert.equal((await sudoku.solve(classic)).count, 1);
console.log("done"); // the worker does not keep the script alive
