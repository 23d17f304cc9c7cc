// The board: digits that are typed or tapped are givens of a puzzle, until Play is pressed. A paste anywhere on the page
// brings another puzzle, in any form that the program reads.

import { server, type Ask } from "./api";
import { Bench, checkedText, type Checked } from "./bench";
import { Board, type BoardData } from "./board";
import { houseText, techniqueText, type Step } from "./plan";
import { showBegun } from "./begun";
import { read, write } from "./keep";
import { query, queryAll } from "./page";
import { share } from "./share";
import { Player } from "./player";
import { Flag, Kind, Mark, overlay, own, type Scene } from "./scene";
import type { State } from "./state";

export interface SetterData {
  board: BoardData;
  api?: string;
  import?: boolean; // whether puzzles can be kept in the library
}

interface Hint {
  where: string;
  technique?: string;
  rating?: number;
  several?: string;
}

interface Solved {
  verdict: string;
  solutions: string[];
}

interface Graded {
  level?: string;
  grades: Record<string, number>;
  labels: Record<string, string>;
  error?: string;
}

// What is being set, of the tab in which something was entered last.
interface Kept {
  by: number; // of which board it is: tabs with the same one take over what the others enter
  puzzle: string;
  state: string; // as State.encode writes it
}

const keptKey = "sudokuctl:board";
const levels = ["where", "what", "why"] as const;

export class SetterPage {
  private readonly board: Board;
  private readonly player: Player;
  private readonly bench: Bench;
  private readonly extra: string; // of the notation: constraints
  private solution: Uint8Array | undefined; // shown until the next change
  private marked = new Set<number>(); // cells that an answer is about
  private hint: { level: number; step: Step | undefined } | undefined;
  private asked = 0; // number of the last question: the answer to an older one is late
  private by = Math.random();
  private last = ""; // the state that this tab last read or wrote
  private readonly api: string;

  constructor(
    data: SetterData,
    root: HTMLElement,
    private readonly answers: Ask,
  ) {
    const { givens, notation } = data.board;
    this.api = data.api ?? "";
    this.extra = notation.includes("~") ? notation.slice(notation.indexOf("~")) : "";
    this.board = new Board({ ...data.board, givens: givens.map(() => 0) });
    this.player = new Player(this.board, root, document, {
      scene: () => this.scene(),
      changed: (words) => this.changed(words),
      say: (words) => this.say(words),
      act: (name) => void this.act(name),
      advances: true,
      drawn: () => this.bench.drawn(),
      earlier: () => changes() > 0,
      takeBack: () => history.back(),
    });
    this.player.state.values.set(givens);
    this.bench = new Bench(this.board, this.api, answers, {
      parts: () => [this.cells(), this.extra],
      selected: () => ({ cells: this.player.view.selected, cursor: this.player.view.cursor }),
      say: (words) => this.say(words),
      refresh: () => this.player.refresh(),
      open: (address) => {
        this.forget();
        this.address(); // with what was typed, for Back
        pasts.set(location.search, this.player.state);
        history.pushState({ changes: changes() + 1 }, "", address);
        void turnTo(address);
      },
    });
    current = this;
    this.restore();
    const past = pasts.get(location.search);
    if (past) this.player.state.adopt(past);
    query("#play").hidden = false;
    for (const e of queryAll("[data-needs=noscript]")) e.hidden = true;
    const shape = query<HTMLSelectElement>("#shape");
    shape.addEventListener("change", () => shape.form!.requestSubmit());
    showBegun();
    this.player.view.select([], this.bench.restore());
    this.player.view.focus();
    if (this.player.clashes()) this.say(this.player.clashes());
  }

  // restore brings back what was being set when the page was left, unless the address has another puzzle.
  private restore(): void {
    const { state } = this.player;
    this.last = state.encode();
    this.by = (history.state as Partial<Kept> | null)?.by ?? this.by;
    const kept = read<Kept>(keptKey);
    if (location.search && kept?.puzzle !== this.notation()) return void this.keep();
    if (!kept) return;
    if (
      kept.puzzle.includes("~") ||
      kept.puzzle.includes("{") ||
      !kept.puzzle.startsWith(`${this.board.data.geometry.split(":")[0]}:`)
    ) {
      if (!location.search) return location.replace(`?puzzle=${encodeURIComponent(kept.puzzle)}`);
    } else state.decode(kept.state);
    [this.by, this.last] = [kept.by, kept.state];
  }

  // follow takes over what another tab has entered on the same board.
  follow(): void {
    if (!this.merge()) return;
    this.forget();
    this.bench.changed();
    this.address();
    this.player.refresh();
  }

  private merge(): boolean {
    const kept = read<Kept>(keptKey);
    if (kept?.by !== this.by || kept.state === this.last) return false;
    const changes = this.player.state.merge(this.last, kept.state);
    this.last = kept.state;
    return this.player.state.change(changes);
  }

  // keep keeps what is being set, and returns what is to be said if that cannot be done.
  private keep(): string {
    this.merge();
    const { state } = this.player;
    if (!this.extra && !state.canUndo && !state.values.some((v) => v) && !location.search.startsWith("?puzzle="))
      return "";
    this.last = state.encode();
    const done = write(keptKey, { by: this.by, puzzle: this.notation(), state: this.last } satisfies Kept);
    return done ? "" : "This browser keeps nothing here: only the address of this page has what you enter.";
  }

  // address has the address hold the puzzle as it stands, so that it is there if the page is loaded again.
  private address(): void {
    history.replaceState({ by: this.by, changes: changes() }, "", `?puzzle=${encodeURIComponent(this.notation())}`);
    shown = location.search;
  }

  // notation is the puzzle as it stands.
  notation(): string {
    return this.cells() + this.extra;
  }

  private cells(): string {
    const { board } = this;
    const { values } = this.player.state;
    const soft = board.data.soft ?? {};
    const cells = [...values].map((v, c) =>
      v ? board.symbol(v) : soft[c] ? `{${soft[c].map((d) => board.symbol(d)).join("")}}` : ".",
    );
    const [head, map] = board.data.geometry.split(":");
    return `${head}:${cells.join(board.spaced ? " " : "")}${map ? ":" + map : ""}`;
  }

  private scene(): Scene {
    const scene = own(this.player.state, new Set());
    this.bench.truth?.forEach((is, i) => (scene.marks[i] = is ? Mark.There : 0));
    for (let c = 0; c < this.board.cells; c++) {
      if (scene.digits[c]) scene.kinds[c] = Kind.Given;
      else if (this.solution?.[c]) {
        scene.digits[c] = this.solution[c]!;
        scene.kinds[c] = Kind.Found;
      }
      if (this.marked.has(c)) scene.flags[c]! |= Flag.Pattern;
    }
    if (this.hint?.step) overlay(this.board, scene, this.hint.step);
    return scene;
  }

  private changed(words: string): void {
    this.forget();
    const lost = this.keep();
    this.address();
    this.bench.changed();
    this.say([words, this.player.clashes(), lost].filter(Boolean).join(" "));
  }

  private forget(): void {
    this.asked++;
    this.solution = this.hint = undefined;
    this.marked.clear();
    query("#more").replaceChildren();
  }

  private async act(name: string): Promise<void> {
    if (share(name, this.api, this.notation(), (words) => this.say(words))) return;
    switch (name) {
      case "solve":
        return this.about("solve", { limit: 2 }, (r: Solved) => this.solved(r));
      case "check":
        return this.about("check", { limit: 10000 }, (r: Checked) => this.checked(r));
      case "grade":
        return this.about("grade", {}, (r: Graded) => this.graded(r));
      case "hint":
        return this.giveHint();
      case "start":
        return this.play();
      case "digits":
      case "constraints":
        return this.bench.show(name === "constraints");
      case "clear":
        if (this.extra || this.board.data.soft) {
          const nothing = this.board.notation(new Uint8Array(this.board.cells));
          return this.bench.change([], "The board is empty; Undo brings it back.", nothing);
        }
        this.player.apply(
          [...this.board.names.keys()].map((index) => ({ plane: "values", index, to: 0 })),
          "The board is empty; Undo brings it back.",
        );
        return;
      case "leave":
        this.forget();
        return this.player.refresh();
    }
  }

  // about asks about the puzzle, and shows the answer unless the puzzle has changed meanwhile.
  private async about<T>(what: string, more: Record<string, unknown>, show: (record: T) => void): Promise<void> {
    if (!this.player.state.values.some((v) => v) && !this.board.data.beyond)
      return this.say("The board is empty: type digits, or paste a puzzle.");
    const clash = this.player.clashes();
    if (clash && what !== "check") return this.say(`${clash} It has no solution.`);
    const hint = what === "hint" ? this.hint : undefined;
    this.forget();
    this.hint = hint;
    const number = this.asked;
    this.say("…");
    try {
      const [record] = await this.answers(what, { puzzle: this.notation(), ...more });
      if (number !== this.asked) return;
      show(record as T);
    } catch (e) {
      if (number === this.asked) this.say((e as Error).message);
    }
    this.player.refresh();
  }

  // play leaves the page only if there is a server to lead on.
  private async play(): Promise<void> {
    try {
      await fetch("health", { method: "HEAD" });
    } catch {
      return this.say("The server does not answer. What you typed stays here.");
    }
    location.assign(`p?puzzle=${encodeURIComponent(this.notation())}`);
  }

  private solved(r: Solved): void {
    const [first, second] = r.solutions.map((s) => this.board.digits(s));
    this.solution = first;
    if (r.verdict === "unique") return this.say("It has one solution. Escape takes it from the board.");
    if (!first || !second)
      return this.say(
        r.verdict === "impossible" ? "It has no solution: Check says what is at fault." : `${r.verdict}.`,
      );
    this.marked = new Set([...first.keys()].filter((c) => first[c] !== second[c]));
    this.say(`It has several solutions: this is one; another differs in ${this.player.names(this.marked)}.`);
  }

  private checked(r: Checked): void {
    const cells = (names: string[]) =>
      new Set(names.map((n) => this.board.cellNamed.get(n)).filter((c) => c !== undefined));
    this.marked = cells(r.at_fault?.length ? r.at_fault : r.verdict === "unique" ? r.superfluous : []);
    this.say(checkedText(r));
  }

  private graded(r: Graded): void {
    const { se, techniques, human_seconds } = r.grades;
    const hardest = r.labels.se || r.labels.human_level;
    this.say(
      [
        r.level && `Level: ${r.level}.`,
        se !== undefined &&
          `Rating ${se.toFixed(1)} on the scale of Sudoku Explainer${r.labels.se ? `: ${techniqueText(r.labels.se)}` : ""}.`,
        se === undefined && hardest && `Hardest: ${techniqueText(hardest)}.`,
        human_seconds !== undefined && `People take about ${Math.max(1, Math.round(human_seconds / 60))} minutes.`,
        techniques !== undefined && `${techniques} techniques.`,
        r.error,
      ]
        .filter(Boolean)
        .join(" ") || "No grader says anything of it.",
    );
  }

  // giveHint says more of the next step each time: where, what, then the step itself.
  private giveHint(): Promise<void> {
    const level = Math.min((this.hint?.level ?? -1) + 1, 2);
    return this.about("hint", { level: levels[level] }, (r: Hint & Step) => {
      this.hint = { level, step: level === 2 ? r : undefined };
      const where = (r.where ?? "")
        .split(", ")
        .map((name) => houseText(this.board, name))
        .join(" and ");
      const rating = r.rating ? ` (${r.rating.toFixed(1)})` : "";
      this.say(
        [`Look at ${where || "the whole grid"}.`, `Look for: ${techniqueText(r.technique ?? "")}${rating}.`, r.text][
          level
        ]! + (r.several ? ` But there are several solutions: ${r.several}.` : ""),
      );
      const more = ["What to look for →", "The step →"][level];
      if (!more) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "link";
      button.textContent = more;
      button.addEventListener("click", () => void this.giveHint());
      query("#more").replaceChildren(button);
    });
  }

  private say(words: string): void {
    query("#say").textContent = words;
  }
}

// pasts are the states that were left when constraints changed, by address, so that Undo goes on behind them.
const pasts = new Map<string, State>();

// changes is how many changes of constraints Back takes back.
function changes(): number {
  return (history.state as { changes?: number } | null)?.changes ?? 0;
}

let shown = ""; // the query of the address that is shown
let current: SetterPage | undefined;

// followHistory shows what Back and Forward lead to, and what other tabs enter on the same board.
export function followHistory(): void {
  shown = location.search;
  addEventListener("storage", (e) => {
    if (e.key === keptKey) current?.follow();
  });
  addEventListener("popstate", () => {
    if (location.search !== shown) void turnTo(location.href); // it is no place on the page
  });
}

// turnTo shows another puzzle on the board, as its address would, without leaving the page: what says messages stays, so that
// they are heard.
async function turnTo(address: string): Promise<void> {
  const search = new URL(address, location.href).search;
  shown = search;
  const page = await load(address);
  if (shown !== search) return; // somebody has gone on since: an older answer may come later
  const data = page?.querySelector("#board-data")?.textContent;
  if (!page || !data) return location.assign(address);
  const says = query("#say");
  page.querySelector("#say")!.replaceWith(says);
  for (const part of ["main", "footer"]) query(part).replaceWith(page.querySelector(part)!);
  const read = JSON.parse(data) as SetterData;
  new SetterPage(read, query(".puzzle"), server(read.api ?? ""));
}

// load returns the document at an address, null if there is none. Unlike a parser for texts it may be used under the content
// security policy.
function load(address: string): Promise<Document | null> {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onloadend = () => done(request.responseXML);
    request.send();
  });
}
