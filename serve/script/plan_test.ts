import { four } from "./board_test";
import { same, type Tests } from "./check";
import { before, nextHint, techniqueText, type Plan, type Step } from "./plan";

function step(n: number, place: Step["place"], strike: Step["strike"]): Step {
  return {
    n,
    technique: "hidden_single",
    rating: 1.2,
    place,
    strike,
    why: ["r1"],
    text: "",
    cells: [],
    links: [],
    sets: [],
  };
}

// A plan that strikes 2 from r1c2 and then enters 3 there.
const plan: Plan = { steps: [step(1, [], [["r1c2", 2]]), step(2, [["r1c2", 3]], [])] };
const none = () => false;

export const tests: Tests = {
  "a position is what the steps before it leave"() {
    const board = four("1...............");
    same([...before(board, plan, 1).marks.slice(4, 8)], [0, 1, 1, 1]);
    same([...before(board, plan, 2).marks.slice(4, 8)], [0, 0, 1, 1]);
    const end = before(board, plan, 3);
    same([end.values[1], [...end.marks.slice(4, 8)]], [3, [0, 0, 0, 0]]);
    same([...end.marks.slice(8, 12)], [0, 1, 0, 1]);
  },

  "techniques are called as people call them"() {
    const names = [
      "hidden_single_box",
      "x_wing",
      "finned_swordfish",
      "als_xz",
      "bug_lite",
      "sue_de_coq",
      "nishio_forcing_chain",
    ];
    same(names.map(techniqueText), [
      "hidden single",
      "X-wing",
      "finned swordfish",
      "ALS-XZ",
      "BUG lite",
      "Sue de Coq",
      "Nishio forcing chain",
    ]);
  },

  "a hint is the first step that the person has not done"() {
    const board = four("1...............");
    const values = Uint8Array.from(board.data.givens);
    same(nextHint(board, plan, values, none), { step: plan.steps[0] });
    same(
      nextHint(board, plan, values, (cell, digit) => cell === 1 && digit === 2),
      { step: plan.steps[1] },
    );
    values[1] = 3;
    same("none" in nextHint(board, plan, values, none), true);
  },

  "what is wrong comes before any step"() {
    const board = four("1...............");
    const values = Uint8Array.from(board.data.givens);
    same(
      nextHint(board, plan, values, (cell, digit) => cell === 1 && digit === 3),
      { wrong: [1] },
    );
    values[1] = 4;
    same(nextHint(board, plan, values, none), { wrong: [1] });
  },
};
