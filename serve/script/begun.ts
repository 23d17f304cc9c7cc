// The puzzles that were begun, as cards.

import { begun, clock } from "./keep";
import { mini } from "./mini";

const most = 6;

// showBegun lists the puzzles that were played last, on a page that has a place for them.
export function showBegun(): void {
  const section = document.querySelector<HTMLElement>("#begun");
  if (!section) return;
  for (const play of begun().slice(0, most)) {
    const link = document.createElement("a");
    link.href = `p?puzzle=${encodeURIComponent(play.puzzle)}`;
    const words = play.solved ? `solved in ${clock(play.ms)}` : `${play.filled}\u2009% · ${clock(play.ms)}`;
    link.append(mini(play.puzzle), words);
    const item = document.createElement("li");
    item.append(link);
    section.querySelector("ul")!.append(item);
    section.hidden = false;
  }
}
