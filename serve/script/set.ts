// The page on which a puzzle is set.

import { server } from "./api";
import { read } from "./page";
import { watchPastes } from "./reader";
import { followHistory, SetterPage, type SetterData } from "./setter";

const root = document.querySelector<HTMLElement>(".puzzle");
const board = read<SetterData>("board-data");
if (board && root) {
  new SetterPage(board, root, server(board.api ?? ""));
  followHistory();
  watchPastes(board);
}
