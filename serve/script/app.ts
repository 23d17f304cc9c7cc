// What a page does beyond being read.

import { server } from "./api";
import { importDrops } from "./drop";
import { LiveRun, liveGenerate } from "./live";
import { PuzzlePage, type PageData } from "./puzzle";
import { watchPastes } from "./reader";
import { followHistory, SetterPage, type SetterData } from "./setter";

// read returns what the page says to its script, undefined if it is another page.
function read<T>(id: string): T | undefined {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : undefined;
}

const root = document.querySelector<HTMLElement>(".puzzle");
const puzzle = read<PageData>("puzzle-data");
if (puzzle && root) new PuzzlePage(puzzle, root, server(puzzle.api ?? ""));
const board = read<SetterData>("board-data");
if (board && root) {
  new SetterPage(board, root, server(board.api ?? ""));
  followHistory();
}
const home = document.querySelector<HTMLAnchorElement>("nav a");
const shown = puzzle ?? board;
if (home && shown) watchPastes({ api: shown.api ?? "", board: home.href, keeps: !!shown.import });

const run = document.querySelector<HTMLElement>("section[data-events]:not([data-over])");
if (run) new LiveRun(run);

const order = document.querySelector<HTMLFormElement>("form[data-api]");
if (order) liveGenerate(order);

const files = document.querySelector<HTMLFormElement>("form[data-import]");
if (files) importDrops(files);
