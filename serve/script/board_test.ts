import { Board, columnsOfMarks, type BoardData, type House } from "./board";
import { same, type Tests } from "./check";

// four is the 4×4 board.
export function four(givens = "................", soft: Record<string, number[]> = {}): Board {
  const houses: House[] = [];
  const lines = [0, 1, 2, 3];
  for (const i of lines) houses.push({ name: `r${i + 1}`, kind: "row", cells: lines.map((j) => 4 * i + j) });
  for (const i of lines) houses.push({ name: `c${i + 1}`, kind: "column", cells: lines.map((j) => 4 * j + i) });
  for (const i of lines) {
    const first = 8 * Math.floor(i / 2) + 2 * (i % 2);
    houses.push({ name: `b${i + 1}`, kind: "box", cells: [first, first + 1, first + 4, first + 5] });
  }
  const data: BoardData = {
    notation: givens,
    geometry: "4",
    n: 4,
    rows: 4,
    cols: 4,
    layers: 1,
    symbols: ["1", "2", "3", "4"],
    houses,
    givens: [...givens].map((c) => (c === "." ? 0 : Number(c))),
    soft,
  };
  return new Board(data);
}

export const tests: Tests = {
  "candidates are what peers and soft clues leave"() {
    const board = four("1...............", { 5: [1, 2], 15: [3] });
    const left = board.candidates(Uint8Array.from(board.data.givens));
    const of = (cell: number) => [1, 2, 3, 4].filter((d) => left[cell * 4 + d - 1]);
    same(of(0), []);
    same(of(1), [2, 3, 4]);
    same(of(5), [2]);
    same(of(15), [3]);
    same(of(10), [1, 2, 3, 4]);
  },

  "conflicts are digits twice in a house, and digits that a soft clue excludes"() {
    const board = four("1..1............", { 9: [2] });
    const values = Uint8Array.from(board.data.givens);
    values[9] = 3;
    same(
      [...board.conflicts(values)].sort((a, b) => a - b),
      [0, 3, 9],
    );
  },

  "cells have names, in a cube with the layer"() {
    same(four().names[6], "r2c3");
    same(four().spoken(6), "row 2 column 3");
    const cube = new Board({ ...four().data, rows: 2, cols: 2, layers: 4 });
    same(cube.names[6], "z2r2c1");
    same(cube.spoken(6), "layer 2 row 2 column 1");
    same(cube.at(1, 1, 0), 6);
  },

  "values are written as a puzzle"() {
    const board = four("1...............");
    same(board.notation(Uint8Array.from([1, 2, ...Array<number>(14).fill(0)])), "4:12..............");
    const jigsaw = new Board({ ...board.data, geometry: "4/j:1122", symbols: ["1", "2", "3", "10"] });
    same(jigsaw.notation(Uint8Array.from([4, 0, 1])), "4/j:10 . 1:1122");
  },

  "marks have places as long as they can be read"() {
    same([4, 6, 9, 12, 16, 25].map(columnsOfMarks), [2, 3, 3, 4, 4, 0]);
  },
};
