// A player: a grid on which a person enters digits, marks and colours, by keys, mouse and touch. It knows its board and the
// buttons beside it, and nothing of servers: what else a page does with the grid is in its hooks.

import type { Board } from "./board";
import { Keys, modes, type Command, type Mode } from "./keys";
import { candidates, highlight, Mark, type Scene } from "./scene";
import { colours, State, type Change } from "./state";
import { View } from "./view";

export interface Hooks {
  scene(): Scene; // what the grid shows
  changed(words: string): void; // something was entered, or undone, as the words say if there are any
  say(words: string): void;
  locked?(): string; // why nothing can be entered now, "" if it can
  act?(name: string): void; // a command that is not the player's own
  drawn?(): void; // somebody has drawn over cells, which are selected in their order
  earlier?(): boolean; // whether something was done before all changes here
  takeBack?(): void; // takes back the last of that
  advances?: boolean; // a digit leads to the next cell, as one reads
  shown?(): void; // the grid was drawn
}

let active: Player | undefined; // the one that has the keys of the document

// repeat is how many milliseconds are between the presses of a double one: the table is drawn again, and so there is no dblclick.
const repeat = 350;

export class Player {
  readonly state: State;
  readonly view: View;
  private mode: Mode = "digit";
  private picked = 0; // the candidate that colours are for, 0 for the cell
  private readonly keys: Keys;
  private pressed = { cell: -1, at: -Infinity };
  private dragging = false; // since a cell was pressed
  private drew = false; // over another cell since then

  // A scope has the table of the board and, if there are any, the pad and the buttons with data-do and data-mode.
  constructor(
    readonly board: Board,
    root: HTMLElement,
    private readonly scope: ParentNode,
    private readonly hooks: Hooks,
  ) {
    this.state = new State(board);
    this.view = new View(root, board);
    this.keys = new Keys(board);
    this.controls();
    this.listen(root);
    active = this;
    this.view.select([], 0);
  }

  private controls(): void {
    const pad = this.scope.querySelector<HTMLElement>("#pad");
    pad?.classList.add(`k${Math.min(7, Math.ceil(Math.sqrt(this.board.n)))}`);
    for (let d = 1; pad && d <= Math.max(this.board.n, colours.length); d++) {
      const b = document.createElement("button");
      b.type = "button";
      b.addEventListener("click", (e) => {
        this.enter(d, this.mode);
        this.back(e);
      });
      pad.append(b);
    }
    for (const button of this.scope.querySelectorAll<HTMLElement>("[data-do]")) {
      button.addEventListener("click", (e) => {
        if (e instanceof MouseEvent && (e.ctrlKey || e.metaKey || e.shiftKey)) return; // a link in a new tab
        e.preventDefault();
        button.closest<HTMLElement>("[popover]")?.hidePopover();
        this.act(button.dataset.do!);
        if (["undo", "redo", "erase", "auto"].includes(button.dataset.do!)) this.back(e);
      });
    }
    for (const button of this.scope.querySelectorAll<HTMLElement>("[data-mode]")) {
      button.addEventListener("click", (e) => {
        this.setMode(button.dataset.mode as Mode);
        this.back(e);
      });
    }
    this.showMode();
  }

  // back gives the keyboard to the grid once a button was pressed by hand.
  private back(e: MouseEvent): void {
    if (e.detail > 0) this.view.focus();
  }

  private setMode(mode: Mode): void {
    this.mode = mode;
    this.picked = 0;
    this.showMode();
    this.refresh();
  }

  private showMode(): void {
    for (const b of this.scope.querySelectorAll<HTMLElement>("[data-mode]"))
      b.ariaPressed = String(b.dataset.mode === this.mode);
    const pad = this.scope.querySelector("#pad");
    const colour = this.mode === "colour";
    pad?.classList.toggle("colours", colour);
    pad?.querySelectorAll("button").forEach((b, i) => {
      b.hidden = i >= (colour ? colours.length : this.board.n);
      b.className = colour ? `c${i + 1}` : "";
      b.textContent = colour ? String(i + 1) : this.board.symbol(i + 1);
      b.ariaLabel = colour ? (colours[i] ?? "") : this.board.symbol(i + 1);
    });
  }

  // count says on the pad how many of each digit are still to be entered.
  private count(digits: Uint8Array): void {
    const { board } = this;
    const pad = this.scope.querySelector("#pad");
    if (!pad || this.mode === "colour" || board.cells !== board.n * board.n) return;
    const left = new Array<number>(board.n + 1).fill(board.n);
    for (const d of digits) left[d]!--;
    pad.querySelectorAll("button").forEach((b, i) => {
      if (i >= board.n) return;
      const n = Math.max(0, left[i + 1]!);
      if (b.dataset.left === String(n) && b.firstElementChild) return;
      b.dataset.left = String(n);
      const [small, words] = [document.createElement("small"), document.createElement("span")];
      words.className = "hidden";
      words.textContent = " left";
      small.append(String(n), words);
      b.replaceChildren(`${board.symbol(i + 1)} `, small);
      b.ariaLabel = null;
      b.classList.toggle("done", n === 0);
    });
  }

  private listen(root: HTMLElement): void {
    root.addEventListener("focusin", (e) => {
      const cell = cellOf(e.target);
      if (cell !== undefined && (cell !== this.view.cursor || !this.view.selected.size)) this.moveTo(cell, false);
    });
    root.addEventListener("pointerdown", (e) => this.press(e));
    root.ownerDocument.addEventListener("pointerup", () => {
      if (this.dragging && this.drew) this.hooks.drawn?.();
      this.dragging = this.drew = false;
    });
    root.addEventListener("pointerover", (e) => {
      if (e.pointerType === "mouse" && e.buttons === 1) this.draw(cellOf(e.target));
    });
    root.addEventListener("pointermove", (e) => {
      if (e.pointerType !== "mouse" && this.hooks.drawn) this.draw(cellOf(document.elementFromPoint(e.clientX, e.clientY)));
    });
  }

  // key obeys a key, wherever the focus is.
  key(e: KeyboardEvent): void {
    const { cursor, selected, root } = this.view;
    const inside = root.contains(e.target as Node);
    const command = this.keys.of(e, this.mode);
    if (!command || (!inside && !free(e, command))) return;
    e.preventDefault();
    const cell = (inside && cellOf(e.target)) || cursor;
    if (!selected.size && command.do !== "act") this.view.select([cell], cell);
    this.obey(command);
  }

  // draw adds a cell to those over which somebody draws.
  private draw(cell: number | undefined): void {
    if (cell === undefined || !this.dragging || this.view.selected.has(cell)) return;
    this.drew = true;
    this.view.select(new Set(this.view.selected).add(cell), cell);
    this.refresh();
  }

  private press(e: PointerEvent): void {
    const cell = cellOf(e.target);
    if (cell === undefined || e.button !== 0) return;
    this.keys.forget();
    this.dragging = true;
    const several = e.ctrlKey || e.metaKey;
    const twice = this.pressed.cell === cell && e.timeStamp - this.pressed.at < repeat;
    this.pressed = { cell, at: e.timeStamp };
    const cells = several || e.shiftKey ? new Set(this.view.selected) : new Set<number>();
    if (twice) for (const c of this.alike(cell)) cells.add(c);
    if (several && !twice && cells.has(cell)) cells.delete(cell);
    else cells.add(cell);
    this.picked = this.mode === "colour" ? this.markAt(e.target, cell) : 0;
    this.view.select(cells, cell);
    this.view.focus();
    this.refresh();
    e.preventDefault();
  }

  // alike returns the cells that show the digit of a cell, or else its colours.
  private alike(cell: number): number[] {
    const { digits, colours } = this.hooks.scene();
    const shown = digits[cell] ? digits : colours;
    return shown[cell] ? [...shown.keys()].filter((c) => shown[c] === shown[cell]) : [];
  }

  // markAt returns the digit of the mark that was pressed, 0 for none.
  private markAt(target: EventTarget | null, cell: number): number {
    const mark = (target as Element).closest<HTMLElement>(".m");
    return mark?.textContent && this.view.cells[cell]!.contains(mark) ? Number(mark.dataset.digit) : 0;
  }

  // Commands

  private obey(command: Command): void {
    if (command.do !== "digit") this.keys.forget();
    switch (command.do) {
      case "digit":
        this.enter(command.digit, command.mode ?? this.mode);
        break;
      case "mode":
        this.setMode(command.mode);
        this.hooks.say(`${command.mode} mode`);
        break;
      case "move":
        this.move(command.to, command.extend);
        break;
      case "act":
        this.act(command.name);
    }
  }

  act(name: string): void {
    switch (name) {
      case "undo":
      case "redo": {
        if (this.locked()) return;
        const undone = name === "undo" ? this.state.undo() : this.state.redo();
        if (!undone && name === "undo" && this.hooks.earlier?.()) return this.hooks.takeBack?.();
        if (!undone) this.hooks.say(`Nothing to ${name}.`);
        else this.changed(`${name === "undo" ? "Undone" : "Done again"}${this.whereOf(undone)}.`);
        return;
      }
      case "blank":
        if (!this.hooks.advances) return this.erase();
        this.apply(this.targets().map((index) => ({ plane: "values", index, to: 0 })));
        return this.advance();
      case "erase":
        return this.erase();
      case "all":
        this.view.select(this.board.names.keys(), this.view.cursor);
        return;
      case "nextMode":
      case "priorMode": {
        if (this.hooks.advances) return this.act("blank");
        const i = modes.indexOf(this.mode) + (name === "nextMode" ? 1 : modes.length - 1);
        return this.obey({ do: "mode", mode: modes[i % modes.length]! });
      }
      case "keys":
        this.scope.querySelector<HTMLDialogElement>("#keys")?.showModal();
        return;
      default:
        return this.hooks.act?.(name);
    }
  }

  // locked reports, and says, that the grid shows something that cannot be changed.
  locked(): boolean {
    const why = this.hooks.locked?.() ?? "";
    if (why) this.hooks.say(why);
    return why !== "";
  }

  private enter(digit: number, mode: Mode): void {
    const { board, state } = this;
    if (mode === "colour") return this.colour(digit);
    if (this.mode === "colour" && mode === "corner") {
      this.picked = this.picked === digit ? 0 : digit;
      this.hooks.say(
        this.picked ? `The next colour is for candidate ${board.symbol(digit)}.` : "The next colour is for the cell.",
      );
      return this.refresh();
    }
    if (digit > board.n || this.locked()) return;
    const cells = this.targets().filter((c) => !board.given(c));
    if (!cells.length)
      return this.hooks.say(this.view.selected.size ? "A given cannot be changed." : "Select a cell first.");
    if (mode === "digit") {
      const all = cells.every((c) => state.values[c] === digit);
      const off = all && !board.spaced && !this.hooks.advances; // with numbers typing "1", "2" enters 12
      this.apply(cells.map((index) => ({ plane: "values", index, to: off ? 0 : digit })));
      if (!board.spaced) this.advance();
      return;
    }
    const filled = state.filled();
    const marks = cells.filter((c) => !filled[c]).map((c) => c * board.n + digit - 1);
    if (mode === "corner" && state.auto[0]) {
      const shown = candidates(state);
      const remove = marks.some((i) => shown[i]);
      return this.apply(marks.map((index) => ({ plane: "struck", index, to: remove ? 1 : 0 })));
    }
    const plane = mode === "corner" ? "corner" : "centre";
    const all = marks.every((i) => state[plane][i]);
    this.apply(marks.map((index) => ({ plane, index, to: all ? 0 : 1 })));
  }

  // advance goes from the only cell that is selected to the one behind it.
  private advance(): void {
    const { cursor, selected } = this.view;
    if (this.hooks.advances && selected.size === 1 && cursor + 1 < this.board.cells) this.moveTo(cursor + 1, false);
  }

  private colour(number: number): void {
    if (number > colours.length || this.locked()) return;
    const { state } = this;
    const cells = this.targets();
    if (this.picked) {
      const marks = cells.map((c) => c * this.board.n + this.picked - 1);
      const all = marks.every((i) => state.hues[i] === number);
      return this.apply(marks.map((index) => ({ plane: "hues", index, to: all ? 0 : number })));
    }
    const bit = 1 << (number - 1);
    const all = cells.every((c) => state.colours[c]! & bit);
    this.apply(
      cells.map((c) => ({ plane: "colours", index: c, to: all ? state.colours[c]! & ~bit : state.colours[c]! | bit })),
    );
  }

  // erase empties what is selected: the entry, or else marks, or else colours.
  private erase(): void {
    if (this.locked()) return;
    const { state, board } = this;
    const cells = this.targets();
    const wholes = (planes: ("corner" | "centre" | "hues")[]): Change[] =>
      cells.flatMap((c) => planes.flatMap((plane) => digitsOf(board, c).map((index) => ({ plane, index, to: 0 }))));
    for (const changes of [
      cells.map((index): Change => ({ plane: "values", index, to: 0 })),
      wholes(["corner", "centre"]),
      [...cells.map((index): Change => ({ plane: "colours", index, to: 0 })), ...wholes(["hues"])],
    ]) {
      if (changes.some((c) => state[c.plane][c.index] !== c.to)) return this.apply(changes);
    }
  }

  private targets(): number[] {
    return [...this.view.selected];
  }

  // apply makes changes, as one that can be undone.
  apply(changes: Change[], words = ""): void {
    if (this.state.change(changes)) this.changed(words);
  }

  changed(words: string): void {
    this.hooks.changed(words);
    this.refresh();
  }

  private move(to: Extract<Command, { do: "move" }>["to"], extend: boolean): void {
    const { rows, cols, layers } = this.board.data;
    const { layer, row, col } = this.board.seat(this.view.cursor);
    const clamp = (v: number, most: number) => Math.min(Math.max(v, 0), most - 1);
    const target = {
      up: () => this.board.at(layer, clamp(row - 1, rows), col),
      down: () => this.board.at(layer, clamp(row + 1, rows), col),
      left: () => this.board.at(layer, row, clamp(col - 1, cols)),
      right: () => this.board.at(layer, row, clamp(col + 1, cols)),
      home: () => this.board.at(layer, row, 0),
      end: () => this.board.at(layer, row, cols - 1),
      first: () => this.board.at(layer, 0, 0),
      last: () => this.board.at(layer, rows - 1, cols - 1),
      above: () => this.board.at(clamp(layer - 1, layers), row, col),
      below: () => this.board.at(clamp(layer + 1, layers), row, col),
    }[to]();
    this.moveTo(target, extend);
    this.view.focus();
  }

  private moveTo(cell: number, extend: boolean): void {
    this.view.select(extend ? new Set(this.view.selected).add(cell) : [cell], cell);
    this.refresh();
  }

  // refresh shows the scene again.
  refresh(): void {
    const scene = this.hooks.scene();
    if (this.view.selected.size) highlight(this.board, scene, scene.digits[this.view.cursor]!);
    if (this.mode === "colour" && this.picked) {
      for (const c of this.view.selected) {
        const i = c * this.board.n + this.picked - 1;
        if (scene.marks[i]) scene.marks[i]! |= Mark.Picked;
      }
    }
    this.view.show(scene);
    this.count(scene.digits);
    for (const [name, can] of [
      ["undo", this.state.canUndo || !!this.hooks.earlier?.()],
      ["redo", this.state.canRedo],
    ] as const) {
      const button = this.scope.querySelector<HTMLButtonElement>(`[data-do=${name}]`);
      if (button) button.disabled = !can || !!this.hooks.locked?.();
    }
    this.hooks.shown?.();
  }

  names(cells: Iterable<number>): string {
    return [...cells]
      .sort((a, b) => a - b)
      .map((c) => this.board.names[c])
      .join(", ");
  }

  // clashes says what is broken, or in conflict, "" if nothing is.
  clashes(): string {
    const values = this.state.filled();
    const broken = [...this.board.broken(values)].map((i) => this.board.data.beyond!.constraints[i]!);
    if (broken.length) return `Broken: ${broken.join(" ")}`;
    const conflicts = this.board.conflicts(values);
    return conflicts.size ? `In conflict: ${this.names(conflicts)}.` : "";
  }

  private whereOf(changes: Change[]): string {
    const { n } = this.board;
    const cells = new Set<number>();
    for (const c of changes) {
      if (c.plane === "auto") continue;
      cells.add(c.plane === "values" || c.plane === "colours" ? c.index : Math.floor(c.index / n));
    }
    return cells.size && cells.size <= 4 ? ` in ${this.names(cells)}` : "";
  }
}

// digitsOf returns the indexes of a cell's marks.
export function digitsOf(board: Board, cell: number): number[] {
  return Array.from({ length: board.n }, (_, i) => cell * board.n + i);
}

document.addEventListener("keydown", (e) => {
  if (!e.defaultPrevented && active?.view.root.isConnected) active.key(e);
});

// free reports whether a key outside the grid is for it: fields, dialogs, lists and buttons have keys of their own.
function free(e: KeyboardEvent, command: Command): boolean {
  const on = e.target as Element;
  if (on.closest("input, select, textarea, dialog, [role=tablist], .steps, .scroll") || document.querySelector("dialog[open]"))
    return false;
  if (e.key === " " && on.closest("button, a, summary")) return false;
  return command.do !== "move" || /^(Arrow|[a-z]$)/i.test(e.key); // the others scroll
}

function cellOf(target: EventTarget | null): number | undefined {
  const cell = (target as Element | null)?.closest<HTMLElement>("[data-cell]");
  return cell ? Number(cell.dataset.cell) : undefined;
}
