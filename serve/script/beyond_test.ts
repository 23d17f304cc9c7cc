import { possible, split, type Beyond, type Clause } from "./beyond";
import { Board } from "./board";
import { four } from "./board_test";
import { same, type Tests } from "./check";

// Rows of "less than" of 4 digits, and an automaton that accepts one 4 or more.
const beyond: Beyond = {
  constraints: ["Cells r1c1 and r1c2 differ and sum to 5.", "Digits increase."],
  rules: [],
  shapes: [],
  outside: [0, 0, 0, 0],
  labelled: [0],
  clauses: [
    { kind: "differ", constraint: 0, cells: [0, 1] },
    { kind: "sum", constraint: 0, cells: [0, 1], total: [[5, 5]] },
    { kind: "pair", constraint: 1, cells: [4, 8], table: 0 },
    { kind: "in", constraint: 1, cells: [8], digits: [0b1110] },
  ],
  relations: [[0b1110, 0b1100, 0b1000, 0]],
  automata: [
    {
      next: [
        [0, 0, 0, 1],
        [1, 1, 1, 1],
      ],
      accepts: [false, true],
    },
  ],
};

const board = new Board({ ...four().data, beyond });
const grid = (digits: Record<number, number>) => Uint8Array.from({ length: 16 }, (_, c) => digits[c] ?? 0);

export const tests: Tests = {
  "a clause can hold as long as some digits of its empty cells obey it"() {
    const holds = (clause: Omit<Clause, "constraint">, ...digits: number[]) => {
      const cells = clause.kind === "any" ? {} : { cells: digits.map((_, i) => i) };
      return possible(beyond, { constraint: 0, ...cells, ...clause }, grid(Object.fromEntries(digits.entries())), 4);
    };
    const any: Clause["either"] = [
      [{ kind: "in", constraint: 0, cells: [0], digits: [1] }],
      [{ kind: "in", constraint: 0, cells: [0], digits: [8] }],
    ];
    same(
      [
        [
          holds({ kind: "in", digits: [0b101] }, 3),
          holds({ kind: "in", digits: [0b101] }, 0),
          holds({ kind: "in", digits: [0b101] }, 2),
        ],
        [holds({ kind: "differ" }, 1, 0, 2), holds({ kind: "differ" }, 0, 0), holds({ kind: "differ" }, 1, 0, 1)],
        [
          holds({ kind: "pair", table: 0 }, 1, 2),
          holds({ kind: "pair", table: 0 }, 4, 0),
          holds({ kind: "pair", table: 0 }, 2, 2),
        ],
        [
          holds({ kind: "sum", total: [[8, 8]] }, 4, 0),
          holds(
            {
              kind: "sum",
              total: [
                [2, 3],
                [7, 7],
              ],
            },
            3,
            4,
          ),
          holds({ kind: "sum", total: [[8, 9]] }, 3, 0),
        ],
        [
          holds({ kind: "sum", weights: [1, -1], total: [[0, 0]] }, 2, 2),
          holds({ kind: "sum", weights: [1, -1], total: [[-3, -3]] }, 0, 4),
          holds({ kind: "sum", weights: [1, -1], total: [[0, 0]] }, 2, 3),
        ],
        [
          holds({ kind: "count", digits: [1, 1], total: [[1, 2]] }, 2, 1),
          holds({ kind: "count", digits: [1, 1], total: [[1, 2]] }, 2, 0),
          holds({ kind: "count", digits: [1, 1], total: [[1, 2]] }, 2, 3),
        ],
        [
          holds({ kind: "word", table: 0 }, 1, 4),
          holds({ kind: "word", table: 0 }, 1, 0),
          holds({ kind: "word", table: 0 }, 1, 2),
        ],
        [
          holds({ kind: "any", either: any }, 1),
          holds({ kind: "any", either: any }, 0),
          holds({ kind: "any", either: any }, 2),
        ],
      ],
      Array<boolean[]>(8).fill([true, true, false]),
    );
  },

  "constraints of a notation, groups whole"() {
    same(split("~cage=3:r1c12~or~x:r1c12~and~v:r1c23~white:r1c12~end~end~thermo:r1c1234"), [
      "cage=3:r1c12",
      "or~x:r1c12~and~v:r1c23~white:r1c12~end~end",
      "thermo:r1c1234",
    ]);
    same(split(""), []);
  },

  "a broken constraint has a number, and cells that show it"() {
    same([[...board.broken(grid({ 0: 1, 1: 4 }))], [...board.conflicts(grid({ 0: 1, 1: 4 }))]], [[], []]);
    const values = grid({ 0: 1, 1: 3 });
    same([[...board.broken(values)], [...board.conflicts(values)]], [[0], [0, 1]]);
    same([...board.broken(grid({ 4: 3, 8: 2 }))], [1]);
  },

  "what a constraint says of a cell alone limits its candidates"() {
    same([...board.candidates(grid({})).slice(32, 36)], [0, 1, 1, 1]);
    same(board.softCells.has(8), false);
  },
};
