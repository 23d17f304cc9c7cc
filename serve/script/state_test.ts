import { four } from "./board_test";
import { same, type Tests } from "./check";
import { State } from "./state";

export const tests: Tests = {
  "everything can be undone and done again"() {
    const s = new State(four("1..............."));
    s.change([{ plane: "values", index: 1, to: 2 }]);
    s.change([
      { plane: "corner", index: 9, to: 1 },
      { plane: "centre", index: 10, to: 1 },
      { plane: "struck", index: 11, to: 1 },
    ]);
    s.change([
      { plane: "colours", index: 3, to: 5 },
      { plane: "hues", index: 12, to: 8 },
    ]);
    s.change([{ plane: "auto", index: 0, to: 1 }]);
    const full = s.encode();
    let undone = 0;
    while (s.undo()) undone++;
    same([undone, s.encode(), s.canUndo], [4, "", false]);
    while (s.redo()) undone--;
    same([undone, s.encode(), s.canRedo], [0, full, false]);
  },

  "a change that changes nothing is none"() {
    const s = new State(four());
    same(s.change([{ plane: "values", index: 1, to: 0 }]), false);
    same(s.canUndo, false);
  },

  "a change after an undo ends what could be done again"() {
    const s = new State(four());
    s.change([{ plane: "values", index: 1, to: 2 }]);
    s.undo();
    s.change([{ plane: "values", index: 2, to: 3 }]);
    same(s.redo(), undefined);
    same(s.encode(), "values=r1c3:3");
  },

  "decode reads what encode wrote"() {
    const board = four("1...............");
    const s = new State(board);
    const text = "auto=1&values=r1c2:3&corner=r2c1:2.3&centre=r4c4:1&struck=r3c3:4&colours=r1c1:1.8&hues=r2c2:3-7.4-1";
    s.decode(text);
    same(s.encode(), text);
    same(s.canUndo, false);
  },

  "decode leaves out what does not fit"() {
    const s = new State(four("1..............."));
    for (const bad of [
      "values=r1c1:2", // a given
      "values=r9c9:2,r1c2:5,r1c2:0,r1c2:x,r1c2,:3",
      "corner=r1c2:99.-1.e",
      "colours=r1c2:9.0",
      "hues=r1c2:2-9",
      "auto=yes&__proto__=r1c2:1&encode=r1c2:1",
      "%E0%A4%A&=&&=:,.-",
    ]) {
      s.decode(bad);
      same([bad, s.encode()], [bad, ""]);
    }
  },

  "merge takes what another has changed, and keeps what was changed here"() {
    const s = new State(four("1..............."));
    s.decode("values=r1c2:3&corner=r2c1:2");
    const before = s.encode();
    s.change([{ plane: "values", index: 2, to: 4 }]);
    s.change(s.merge(before, "values=r1c2:2,r1c3:3,r4c4:1"));
    same(s.encode(), "values=r1c2:2,r1c3:4,r4c4:1");
    s.undo();
    same(s.encode(), "values=r1c2:3,r1c3:4&corner=r2c1:2");
  },
};
