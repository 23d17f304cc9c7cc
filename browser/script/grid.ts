// <sudoku-grid>: a puzzle that people fill in, as an element of any page: the player of the pages of a server, with its style, in
// a tree of its own. It needs neither the engine nor a server.

import { Board, type BoardData, type House } from "../../serve/script/board";
import { make } from "../../serve/script/page";
import { Player } from "../../serve/script/player";
import { own } from "../../serve/script/scene";
import css from "../../serve/static/style.css";
import type { SudokuGridChange } from "./grid.types";
import { table } from "./table";

// shapes are the boxes of the sizes that it knows by itself: rows and columns of each.
const shapes: Record<number, [rows: number, cols: number]> = {
  4: [2, 2],
  6: [2, 3],
  8: [2, 4],
  9: [3, 3],
  10: [2, 5],
  12: [3, 4],
  16: [4, 4],
};
const symbols = [..."123456789ABCDEFG"];

const sheet = new CSSStyleSheet();
sheet.replaceSync(`${css.replaceAll(":root", ":host")}
:host { display: block; max-width: 36rem; container-type: inline-size; color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.puzzle { --span: calc(100cqi - 1.5rem); }
.pad.k3:not(.colours) { grid-template-columns: repeat(9, minmax(0, 1fr)); gap: var(--s1); }
.pad.k3:not(.colours) button { min-height: 3rem; min-width: 0; font-size: var(--t3); }`);

// classic returns the board of givens in rows, columns and boxes, undefined if they are none.
function classic(text: string): BoardData | undefined {
  const givens = cellsOf(text, symbols);
  const n = Math.sqrt(givens.length);
  if (!shapes[n] || givens.some((v) => v > n)) return undefined;
  const [rows, cols] = shapes[n];
  const box = (cell: number) => Math.floor(cell / n / rows) * (n / cols) + Math.floor((cell % n) / cols);
  const houses: House[] = [];
  for (const [kind, of] of [
    ["row", (cell) => Math.floor(cell / n)],
    ["column", (cell) => cell % n],
    ["box", box],
  ] as [string, (cell: number) => number][]) {
    for (let i = 0; i < n; i++)
      houses.push({ name: kind[0]! + (i + 1), kind, cells: [...givens.keys()].filter((cell) => of(cell) === i) });
  }
  return {
    notation: text,
    geometry: String(n),
    n,
    rows: n,
    cols: n,
    layers: 1,
    symbols: symbols.slice(0, n),
    houses,
    givens,
  };
}

// cellsOf reads digits, of which each is one character, and anything that stands for an empty cell.
function cellsOf(text: string, of: string[]): number[] {
  return [...text.replace(/[^0-9A-Za-z._*?-]/g, "")].map(
    (c) => Math.max(of.indexOf(c), of.indexOf(c.toUpperCase())) + 1,
  );
}

export class SudokuGrid extends HTMLElement {
  static observedAttributes = ["puzzle", "board", "value", "readonly"];

  #player: Player | undefined;
  #before: Uint8Array = new Uint8Array(); // as the last event said

  get puzzle(): string {
    return this.getAttribute("puzzle") ?? "";
  }
  set puzzle(text: string) {
    this.setAttribute("puzzle", text);
  }

  get board(): BoardData | undefined {
    return this.#player?.board.data;
  }
  set board(data: BoardData | undefined) {
    this.#set(data, "There is no board.");
  }

  // value is the grid as it is filled in, with dots for empty cells.
  get value(): string {
    return this.#player ? this.#player.board.cellText(this.#player.state.filled()) : "";
  }
  set value(text: string) {
    if (!this.#player) return;
    const { board, state } = this.#player;
    const digits = board.spaced ? board.digits(text) : cellsOf(text, board.data.symbols);
    state.decode("");
    for (let c = 0; c < board.cells; c++) state.values[c] = board.given(c) ? 0 : (digits[c] ?? 0);
    this.#before = state.filled();
    this.#player.refresh();
  }

  get solved(): boolean {
    return !!this.#player && this.#player.state.filled().every((v) => v > 0) && !this.#player.clashes();
  }

  // conflicts are the cells that contradict others or break a constraint, by number from 0.
  get conflicts(): number[] {
    return this.#player ? [...this.#player.board.conflicts(this.#player.state.filled())].sort((a, b) => a - b) : [];
  }

  // reset takes back everything that was filled in.
  reset(): void {
    this.value = "";
  }

  undo(): void {
    this.#player?.act("undo");
  }

  attributeChangedCallback(name: string, _: string | null, text: string | null): void {
    if (name === "puzzle")
      this.#set(
        classic(text ?? ""),
        "This is no puzzle of 16, 36, 64, 81, 100, 144 or 256 cells with digits up to the size.",
      );
    else if (name === "board") this.board = text ? (JSON.parse(text) as BoardData) : undefined;
    else if (name === "value") this.value = text ?? "";
    else this.#lock();
  }

  #set(data: BoardData | undefined, otherwise: string): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    if (!data) {
      this.#player = undefined;
      root.replaceChildren(make("p", { textContent: otherwise }));
      return;
    }
    const board = new Board(data);
    const grid = table(board);
    const says = make("p", { role: "status" });
    root.replaceChildren(grid, says, controls(), ...rules(data));
    const player = new Player(board, grid, root, {
      scene: () => own(player.state, new Set()),
      changed: (words) => this.#changed(words),
      say: (words) => (says.textContent = words),
      locked: () => (this.hasAttribute("readonly") ? "This grid cannot be changed." : ""),
      act: (name) => {
        if (name === "auto") player.apply([{ plane: "auto", index: 0, to: player.state.auto[0] ? 0 : 1 }]);
      },
    });
    this.#player = player;
    this.#before = player.state.filled();
    this.#lock();
    player.refresh();
  }

  #lock(): void {
    const all = this.shadowRoot?.querySelector<HTMLElement>("#play");
    if (all) all.hidden = this.hasAttribute("readonly");
  }

  #changed(words: string): void {
    const player = this.#player!;
    const now = player.state.filled();
    const cell = now.findIndex((v, c) => v !== this.#before[c]);
    this.#before = now;
    this.shadowRoot!.querySelector("[role=status]")!.textContent = `${words} ${player.clashes()}`.trim();
    const detail: SudokuGridChange = {
      cell: cell < 0 ? player.view.cursor : cell,
      value: this.value,
      conflicts: this.conflicts,
    };
    for (const name of this.solved ? ["change", "solved"] : ["change"]) {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    }
  }
}

// controls are the buttons below the grid.
function controls(): HTMLElement {
  const button = (words: string, name: string, value: string) => {
    const b = make("button", { type: "button", textContent: words });
    b.dataset[name] = value;
    return b;
  };
  const group = (className: string, words: string, ...children: HTMLElement[]) =>
    make("div", { className, role: "group", ariaLabel: words }, ...children);
  const modes = ["Digit", "Corner", "Centre", "Colour"].map((words) => button(words, "mode", words.toLowerCase()));
  const pad = group("pad", "digits");
  pad.id = "pad";
  const acts = [
    ["Undo", "undo"],
    ["Redo", "redo"],
    ["Erase", "erase"],
    ["Marks", "auto"],
  ].map(([words, name]) => button(words!, "do", name!));
  return make(
    "div",
    { id: "play", className: "play" },
    group("seg", "what digits enter", ...modes),
    pad,
    group("row", "changes", ...acts),
  );
}

// rules say what the drawings mean, and each constraint in words.
function rules({ beyond }: BoardData): HTMLElement[] {
  if (!beyond) return [];
  const list = (texts: string[]) => make("ul", {}, ...texts.map((textContent) => make("li", { textContent })));
  const all = list(beyond.rules);
  all.id = "rules";
  return [
    all,
    make(
      "details",
      { id: "constraints" },
      make("summary", { textContent: "Each constraint" }),
      list(beyond.constraints),
    ),
  ];
}

customElements.define("sudoku-grid", SudokuGrid);
