// The pages on which a puzzle is played.

import { server } from "./api";
import { read } from "./page";
import { PuzzlePage, type PageData } from "./puzzle";
import { watchPastes } from "./reader";

const root = document.querySelector<HTMLElement>(".puzzle");
const puzzle = read<PageData>("puzzle-data");
if (puzzle && root) {
  new PuzzlePage(puzzle, root, server(puzzle.api ?? ""));
  watchPastes(puzzle);
}
