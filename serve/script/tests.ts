// All tests of the scripts; run returns the name and the error of each.

import { tests as bench } from "./bench_test";
import { tests as beyond } from "./beyond_test";
import { tests as board } from "./board_test";
import { tests as keys } from "./keys_test";
import { tests as plan } from "./plan_test";
import { tests as scene } from "./scene_test";
import { tests as state } from "./state_test";

const all = { bench, beyond, board, keys, plan, scene, state };

export function run(): { name: string; error: string }[] {
  return Object.entries(all).flatMap(([file, tests]) =>
    Object.entries(tests).map(([name, test]) => {
      try {
        test();
        return { name: `${file}: ${name}`, error: "" };
      } catch (e) {
        return { name: `${file}: ${name}`, error: String(e) };
      }
    }),
  );
}

Object.assign(globalThis, { run });
