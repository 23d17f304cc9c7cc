import { Board } from "./board";
import { four } from "./board_test";
import { same, type Tests } from "./check";
import { start, type Step } from "./plan";
import { atStep, differs, highlight, label, own } from "./scene";
import { State } from "./state";

export const tests: Tests = {
  "a cell is told in words"() {
    const s = new State(four("1...............", { 15: [3, 4] }));
    s.decode("auto=1&values=r1c2:2,r1c3:2&struck=r2c1:4&centre=r2c1:3&colours=r2c1:1.2&hues=r2c1:3-5");
    const scene = own(s, new Set([1]));
    const words = (cell: number) => label(s.board, scene, cell);
    same(words(0), "row 1 column 1, given 1");
    same(words(1), "row 1 column 2, 2, in conflict, wrong");
    same(words(4), "row 2 column 1, empty, candidates 3, centre marks 3, 3 blue, coloured orange and sky");
    same(words(15), "row 4 column 4, empty, one of 3 4, candidates 3 4");
  },

  "a step is told in words"() {
    const board = four("1...............");
    const step: Step = {
      n: 1,
      technique: "x",
      rating: 0,
      place: [["r4c4", 1]],
      strike: [["r1c2", 2]],
      why: [],
      text: "",
      cells: ["r1c2"],
      links: [],
      sets: [],
    };
    const scene = atStep(board, start(board), step, true);
    same(label(board, scene, 1), "row 1 column 2, in the pattern, empty, candidates 2 3 4, strike 2");
    same(label(board, scene, 15), "row 4 column 4, empty, becomes 1");
    const bare = atStep(board, start(board), step, false);
    same(label(board, bare, 1), "row 1 column 2, in the pattern, empty, candidates 2, strike 2");
  },

  "a step names the constraints that it argues from"() {
    const board = new Board({
      ...four("1...............").data,
      notation: "4:1...............~or~x:r1c12~v:r1c12~end~thermo:r3c12~white:r4c12",
    });
    const step: Step = {
      n: 1,
      technique: "x",
      rating: 0,
      place: [],
      strike: [],
      why: [],
      text: "",
      cells: [],
      links: [],
      sets: [],
    };
    const used = (constraints?: string[]) => atStep(board, start(board), { ...step, constraints }, true).used;
    same([...used(["white:r4c12", "or~x:r1c12~v:r1c12~end"])!], [2, 0]);
    same([used([]), used()], [undefined, undefined]);
  },

  "a soft clue shows its digits until there are marks"() {
    const s = new State(four("................", { 5: [1, 2] }));
    same(own(s, new Set()).marks.slice(20, 24), Uint8Array.of(1, 1, 0, 0));
    s.decode("corner=r2c2:2");
    same(own(s, new Set()).marks.slice(20, 24), Uint8Array.of(0, 1, 0, 0));
  },

  "only cells that differ are drawn again"() {
    const s = new State(four("1..............."));
    const was = own(s, new Set());
    s.change([{ plane: "values", index: 5, to: 3 }]);
    const is = own(s, new Set());
    same(
      s.board.names.filter((_, c) => differs(s.board, was, is, c)),
      ["r2c2"],
    );
    highlight(s.board, is, 1);
    same(
      s.board.names.filter((_, c) => differs(s.board, was, is, c)),
      ["r1c1", "r2c2"],
    );
  },
};
