// The pages without a board: lists of puzzles and runs, and the forms beside them.

import { importDrops } from "./drop";
import { LiveRun, liveGenerate } from "./live";

const run = document.querySelector<HTMLElement>("section[data-events]:not([data-over])");
if (run) new LiveRun(run);

const order = document.querySelector<HTMLFormElement>("form[data-api]");
if (order) liveGenerate(order);

const files = document.querySelector<HTMLFormElement>("form[data-import]");
if (files) importDrops(files);

// The count arrives below the puzzles, as the server finds it last; it belongs to the actions on them.
const total = document.querySelector<HTMLElement>(".total");
if (total) document.querySelector(".acts strong")?.replaceChildren(...total.childNodes);
