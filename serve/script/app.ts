// What a page does beyond being read.

import { PuzzlePage, type PageData } from "./puzzle";

const data = document.getElementById("puzzle-data");
const root = document.querySelector<HTMLElement>(".puzzle");
if (data && root) new PuzzlePage(JSON.parse(data.textContent ?? "") as PageData, root);
