import { aboutText, apart, checkedText, constraintText, grouped } from "./bench";
import { same, type Tests } from "./check";

export const tests: Tests = {
  "groups are made and taken apart"() {
    const all = ["cage=3:r1c12", "thermo:r3c12", "white:r4c12"];
    const made = grouped(all, [0, 2], "or");
    same(made, ["or~cage=3:r1c12~white:r4c12~end", "thermo:r3c12"]);
    same(apart(made[0]!), ["cage=3:r1c12", "white:r4c12"]);
    same(apart(grouped([made[0]!, all[1]!], [0, 1], "and")[0]!), [made[0]!, all[1]!]);
    same(apart(all[0]!), []);
  },
  "cells fall into the lists that a constraint has"() {
    const cells = ["r1c1", "r1c2", "r2c1", "r2c2"];
    same(constraintText("cage", "15", 1, cells), "cage=15:r1c1r1c2r2c1r2c2");
    same(constraintText("arrow", "", 2, cells), "arrow:r1c1-r1c2r2c1r2c2");
    same(constraintText("clone", "", 2, cells), "clone:r1c1r1c2-r2c1r2c2");
    same(constraintText("nonconsecutive", "", 0, cells), "nonconsecutive");
    same(constraintText("regex", "1[23]*", 1, cells.slice(0, 2)), "regex=1%5B23%5D%2a:r1c1r1c2");
  },
  "an estimate"() {
    same(aboutText(6.67e21), "6.7 × 10²¹");
  },
  "what a check says"() {
    const none = { count: 0, count_complete: true, superfluous: [], conflicts: [] };
    same(
      checkedText({ ...none, verdict: "impossible", clashing_constraints: ["x:r1c12", "v:r1c12"] }),
      "It has no solution. These contradict each other: x:r1c12, v:r1c12.",
    );
    same(
      checkedText({ ...none, verdict: "multiple", count: 1000, count_complete: false }),
      "It has several solutions, at least 1\u2009000.",
    );
    same(
      checkedText({ ...none, verdict: "unique", superfluous_constraints: ["white:r1c12"] }),
      "It has one solution. No given can be left out. Constraints that could be: white:r1c12.",
    );
  },
};
