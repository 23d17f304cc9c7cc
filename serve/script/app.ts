// What a page does beyond being read.

import { server } from "./api";
import { LiveRun, liveGenerate, watchPlans } from "./live";
import { PuzzlePage, type PageData } from "./puzzle";

const data = document.getElementById("puzzle-data");
const root = document.querySelector<HTMLElement>(".puzzle");
if (data && root) {
  const page = JSON.parse(data.textContent ?? "") as PageData;
  new PuzzlePage(page, root, server(page.api ?? ""));
}

const run = document.querySelector<HTMLElement>("section[data-events]:not([data-over])");
if (run) new LiveRun(run);

const plans = document.querySelector<HTMLElement>("section[data-plans]");
if (plans) watchPlans(plans);

const order = document.querySelector<HTMLFormElement>("form[data-api]");
if (order) liveGenerate(order);
