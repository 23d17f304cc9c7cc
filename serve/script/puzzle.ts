// The page of a puzzle: a person fills the grid, or follows the steps of an explanation. Step 0 is the person's own grid; the
// others show the explanation and change nothing. The address holds both.

import type { Ask } from "./api";
import { Board, type BoardData } from "./board";
import { Keys, modes, type Command, type Mode } from "./keys";
import { query, queryAll } from "./page";
import { before, inWords, nextHint, techniqueText, type Outcome, type Plan, type Position, type Step } from "./plan";
import { atStep, candidates, highlight, label, Mark, overlay, own, type Scene } from "./scene";
import { colours, State, type Change } from "./state";
import { View } from "./view";

export interface PageData {
  board: BoardData;
  plan?: Plan;
  api?: string; // where the API of the server is
  compute: boolean; // whether explanations can be had
  step: number;
  without?: string[]; // techniques that are left out
}

// Levels of a hint, in the order in which a person gets them.
type Level = "where" | "what" | "why";

const saveDelay = 250; // milliseconds: browsers limit how often an address may change

export class PuzzlePage {
  readonly board: Board;
  readonly state: State;
  readonly view: View;
  private plan: Plan | undefined;
  private readonly positions = new Map<number, Position>();
  private step: number;
  private stepMarks: boolean;
  private mode: Mode = "digit";
  private picked = 0; // the candidate that colours are for, 0 for the cell
  private wrong = new Set<number>();
  private hint: { step: Step; level: Level } | undefined;
  private preview: Step | undefined; // one of all steps that are possible
  private readonly keys: Keys;
  private saving = 0;

  constructor(
    private readonly data: PageData,
    root: HTMLElement,
    private readonly answers: Ask,
  ) {
    this.board = new Board(data.board);
    this.state = new State(this.board);
    this.view = new View(root, this.board);
    this.keys = new Keys(this.board);
    this.plan = data.plan;
    this.step = data.step;
    this.stepMarks = new URLSearchParams(location.search).get("marks") !== "off";
    this.read();
    this.controls();
    this.listen(root);
    this.view.select([], 0);
    this.refresh();
    // A link to a step shows it in every browser, whether or not the server still knows the explanation.
    if (this.step && !this.plan) void this.act("goto");
  }

  // read takes the state from the address.
  private read(): void {
    this.state.decode(location.hash.slice(1));
    if (!location.hash && new URLSearchParams(location.search).get("marks") === "on") this.state.auto[0] = 1;
  }

  private save(): void {
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => this.saveNow(), saveDelay);
  }

  private saveNow(): void {
    clearTimeout(this.saving);
    const address = this.address();
    if (address !== location.href) history.replaceState(null, "", address);
  }

  private address(): string {
    const url = new URL(location.href);
    url.searchParams.delete("marks");
    url.searchParams.delete("step");
    if (this.step) url.searchParams.set("step", String(this.step));
    if (this.step && !this.stepMarks) url.searchParams.set("marks", "off");
    url.hash = this.state.encode();
    return url.href;
  }

  // Controls

  private controls(): void {
    const play = query("#play");
    play.hidden = false;
    query(".tools").hidden = true; // the player does what these links do
    for (const e of queryAll("[data-needs=plan]")) e.hidden = !this.plan && !this.data.compute;
    const pad = query("#pad");
    const digits = this.board.n;
    pad.classList.add(`k${Math.min(7, Math.ceil(Math.sqrt(digits)))}`);
    for (let d = 1; d <= Math.max(digits, colours.length); d++) {
      const b = document.createElement("button");
      b.type = "button";
      b.addEventListener("click", () => this.enter(d, this.mode));
      pad.append(b);
    }
    for (const button of queryAll<HTMLElement>("[data-do]")) {
      button.addEventListener("click", (e) => {
        if (e instanceof MouseEvent && (e.ctrlKey || e.metaKey || e.shiftKey)) return; // a link in a new tab
        e.preventDefault();
        void this.act(button.dataset.do!);
      });
    }
    for (const button of queryAll<HTMLElement>("[data-mode]")) {
      button.addEventListener("click", () => this.setMode(button.dataset.mode as Mode));
    }
    this.setMode("digit");
    this.listSteps();
  }

  private setMode(mode: Mode): void {
    this.mode = mode;
    this.picked = 0;
    for (const b of queryAll<HTMLElement>("[data-mode]")) b.ariaPressed = String(b.dataset.mode === mode);
    const colour = mode === "colour";
    query("#pad").classList.toggle("colours", colour);
    query("#pad").querySelectorAll("button").forEach((b, i) => {
      b.hidden = i >= (colour ? colours.length : this.board.n);
      b.className = colour ? `c${i + 1}` : "";
      b.textContent = colour ? String(i + 1) : this.board.symbol(i + 1);
      b.ariaLabel = colour ? (colours[i] ?? "") : this.board.symbol(i + 1);
    });
    this.refresh();
  }

  private listen(root: HTMLElement): void {
    root.addEventListener("keydown", (e) => {
      const command = this.keys.of(e, this.mode);
      if (!command) return;
      e.preventDefault();
      e.stopPropagation();
      const cell = cellOf(e.target);
      if (cell !== undefined && !this.view.selected.size) this.view.select([cell], cell);
      this.obey(command);
    });
    root.addEventListener("focusin", (e) => {
      const cell = cellOf(e.target);
      if (cell !== undefined && (cell !== this.view.cursor || !this.view.selected.size)) this.moveTo(cell, false);
    });
    root.addEventListener("pointerdown", (e) => {
      const cell = cellOf(e.target);
      if (cell === undefined || e.button !== 0) return;
      this.keys.forget();
      const several = e.ctrlKey || e.metaKey;
      const cells = several || e.shiftKey ? new Set(this.view.selected) : new Set<number>();
      if (several && cells.has(cell)) cells.delete(cell);
      else cells.add(cell);
      this.picked = this.mode === "colour" ? this.markAt(e.target, cell) : 0;
      this.view.select(cells, cell);
      this.view.focus();
      this.refresh();
      e.preventDefault();
    });
    root.addEventListener("pointerover", (e) => {
      const cell = cellOf(e.target);
      if (cell === undefined || e.pointerType !== "mouse" || e.buttons !== 1) return;
      this.view.select(new Set(this.view.selected).add(cell), cell);
      this.refresh();
    });
    query("#steps").addEventListener("click", (e) => {
      const item = (e.target as Element).closest<HTMLElement>("a")?.closest<HTMLElement>("li[data-step]");
      if (!item || e.ctrlKey || e.metaKey || e.shiftKey) return;
      e.preventDefault();
      this.goTo(Number(item.dataset.step));
    });
    const slider = query<HTMLInputElement>("#slider");
    slider.addEventListener("input", () => this.goTo(Number(slider.value)));
    query("#player").addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.target === slider) return;
      const name = { j: "next", k: "prior", ArrowRight: "next", ArrowLeft: "prior" }[e.key];
      if (!name) return;
      e.preventDefault();
      void this.act(name);
    });
    for (const form of queryAll<HTMLFormElement>("form.ask")) {
      form.addEventListener("submit", (e) => {
        if ((e.submitter as HTMLButtonElement | null)?.value === "steps" && !form.closest(".without")) {
          e.preventDefault();
          void this.act("first");
          return;
        }
        this.saveNow();
        form.action = form.action.split("#")[0] + location.hash; // the page that answers keeps it
      });
    }
    addEventListener("hashchange", () => {
      this.read();
      this.changed();
    });
    addEventListener("pagehide", () => this.saveNow());
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
        this.say(`${command.mode} mode`);
        break;
      case "move":
        this.move(command.to, command.extend);
        break;
      case "act":
        void this.act(command.name);
    }
  }

  async act(name: string): Promise<void> {
    switch (name) {
      case "undo":
      case "redo": {
        if (this.following()) return;
        const undone = name === "undo" ? this.state.undo() : this.state.redo();
        if (!undone) this.say(`Nothing to ${name}.`);
        else this.changed(`${name === "undo" ? "Undone" : "Done again"}${this.whereOf(undone)}.`);
        return;
      }
      case "erase":
        return this.erase();
      case "auto":
        return this.toggleMarks();
      case "all":
        this.view.select(this.board.names.keys(), this.view.cursor);
        return;
      case "nextMode":
      case "priorMode": {
        const i = modes.indexOf(this.mode) + (name === "nextMode" ? 1 : modes.length - 1);
        return this.obey({ do: "mode", mode: modes[i % modes.length]! });
      }
      case "keys":
        query<HTMLDialogElement>("#keys").showModal();
        return;
      case "leave":
        if (this.step) this.goTo(0);
        else this.view.select([this.view.cursor], this.view.cursor);
        return this.refresh();
      case "hint":
        return this.giveHint();
      case "possible":
        return this.listPossible();
      case "check":
        return this.check();
      case "mistake":
        return this.undoMistake();
      case "copy":
        return this.copy();
      case "start":
        return this.goTo(0);
      case "first":
        if (this.plan || (await this.planned())) this.goTo(1);
        return;
      case "goto":
        if (this.plan || (await this.planned())) this.goTo(this.step);
        return;
      case "next":
        if (this.plan || (await this.planned())) this.goTo(this.step + 1);
        return;
      case "prior":
        return this.goTo(this.step - 1);
      case "last":
        if (this.plan || (await this.planned())) this.goTo(this.plan!.steps.length + 1);
        return;
      case "skip":
        if (this.plan || (await this.planned())) this.pastSingles();
        return;
      case "take":
        return this.take();
    }
  }

  // following reports, and says, that the grid shows the explanation and cannot be changed.
  private following(): boolean {
    if (this.step) this.say("This is a step of the explanation. “Play from here” makes the grid yours; Escape goes back to your own.");
    return this.step > 0;
  }

  private enter(digit: number, mode: Mode): void {
    const { board, state } = this;
    if (mode === "colour") return this.colour(digit);
    if (this.mode === "colour" && mode === "corner") {
      this.picked = this.picked === digit ? 0 : digit;
      this.say(this.picked ? `The next colour is for candidate ${board.symbol(digit)}.` : "The next colour is for the cell.");
      return this.refresh();
    }
    if (this.following() || digit > board.n) return;
    const cells = this.targets().filter((c) => !board.given(c));
    if (!cells.length) return this.say(this.view.selected.size ? "A given cannot be changed." : "Select a cell first.");
    if (mode === "digit") {
      const all = cells.every((c) => state.values[c] === digit);
      const off = all && !board.spaced; // with numbers typing "1", "2" enters 12
      return this.apply(cells.map((index) => ({ plane: "values", index, to: off ? 0 : digit })));
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

  private colour(number: number): void {
    if (number > colours.length || this.following()) return;
    const { state } = this;
    const cells = this.targets();
    if (this.picked) {
      const marks = cells.map((c) => c * this.board.n + this.picked - 1);
      const all = marks.every((i) => state.hues[i] === number);
      return this.apply(marks.map((index) => ({ plane: "hues", index, to: all ? 0 : number })));
    }
    const bit = 1 << (number - 1);
    const all = cells.every((c) => state.colours[c]! & bit);
    this.apply(cells.map((c) => ({ plane: "colours", index: c, to: all ? state.colours[c]! & ~bit : state.colours[c]! | bit })));
  }

  // erase empties what is selected: the entry, or else marks, or else colours.
  private erase(): void {
    if (this.following()) return;
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

  private toggleMarks(): void {
    if (this.step) {
      this.stepMarks = !this.stepMarks;
      this.save();
      return this.refresh();
    }
    this.apply([{ plane: "auto", index: 0, to: this.state.auto[0] ? 0 : 1 }]);
    this.say(this.state.auto[0] ? "Automatic marks on." : "Automatic marks off.");
  }

  private targets(): number[] {
    return this.view.selected.size ? [...this.view.selected] : [];
  }

  private apply(changes: Change[]): void {
    if (this.state.change(changes)) this.changed();
  }

  // changed shows and saves a state, and says what is special about it.
  private changed(words = ""): void {
    this.hint = undefined;
    this.forgetPossible();
    this.wrong.clear();
    this.refresh();
    this.save();
    const values = this.state.filled();
    const conflicts = this.board.conflicts(values);
    const broken = [...this.board.broken(values)].map((i) => this.data.board.beyond!.constraints[i]!);
    if (broken.length) this.say(`${words} Broken: ${broken.join(" ")}`.trim());
    else if (conflicts.size) this.say(`${words} In conflict: ${this.names(conflicts)}.`.trim());
    else if (values.every((v) => v !== 0)) this.say("The grid is full, and nothing contradicts.");
    else this.say(words);
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

  // Steps

  // planned sees to it that there is an explanation.
  private async planned(): Promise<boolean> {
    if (this.plan) return true;
    if (!this.data.compute) {
      this.say("This server explains no puzzles.");
      return false;
    }
    this.say("Explaining …");
    const records = await this.ask("explain", {});
    if (!records) return false;
    const outcome = records.at(-1) as Outcome | undefined;
    this.plan = { steps: records.slice(0, -1) as Step[], ...(outcome && { outcome }) };
    this.say("");
    this.listSteps();
    return true;
  }

  // ask asks about the puzzle and returns the records; if there are none it says why.
  private async ask(what: string, more: Record<string, unknown>): Promise<unknown[] | undefined> {
    try {
      return await this.answers(what, { puzzle: this.data.board.notation, ...(this.data.without && { without: this.data.without }), ...more });
    } catch (e) {
      this.say((e as Error).message);
      return undefined;
    }
  }

  // listPossible lists all steps that are possible in the grid as it is shown; one that is chosen is drawn.
  private async listPossible(): Promise<void> {
    const { board, state } = this;
    const { values, marks } = this.step && this.plan ? this.position(this.step) : { values: state.filled(), marks: candidates(state) };
    const all = board.candidates(values);
    const left = board.names.map((_, c) => {
      const digits = digitsOf(board, c);
      const struck = digits.some((i) => all[i] && !marks[i]);
      return struck ? digits.map((i, d) => (marks[i] ? board.symbol(d + 1) : "")).filter(Boolean).join(board.spaced ? " " : "") : "";
    });
    this.say("Looking for all steps …");
    const records = (await this.ask("steps", { values: board.notation(values), marks: left })) as Step[] | undefined;
    if (!records) return;
    const section = query("#possible");
    const list = document.createElement("ul");
    list.className = "steps";
    list.tabIndex = 0;
    list.ariaLabel = "possible steps";
    for (const step of records) {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = techniqueText(step.technique) + (step.rating ? ` (${step.rating.toFixed(1)})` : "");
      button.addEventListener("click", () => {
        this.preview = step;
        list.querySelector("[aria-current]")?.removeAttribute("aria-current");
        item.setAttribute("aria-current", "true");
        this.refresh();
        this.say(step.text);
      });
      item.append(button, ` ${step.text}`);
      list.append(item);
    }
    section.replaceChildren(section.querySelector("h2")!, list);
    section.hidden = false;
    this.say(`${records.length} ${records.length === 1 ? "step is" : "steps are"} possible here.`);
  }

  private position(n: number): Position {
    let at = this.positions.get(n);
    if (!at) this.positions.set(n, (at = before(this.board, this.plan!, n)));
    return at;
  }

  private goTo(n: number): void {
    this.step = this.plan ? Math.min(Math.max(n, 0), this.plan.steps.length + 1) : 0;
    this.hint = undefined;
    this.forgetPossible();
    this.say("");
    this.refresh();
    this.save();
  }

  private forgetPossible(): void {
    this.preview = undefined;
    query("#possible").hidden = true;
  }

  // pastSingles goes to the next step that is no single.
  private pastSingles(): void {
    const steps = this.plan!.steps;
    let n = this.step + 1;
    while (n <= steps.length && steps[n - 1]!.place.length && !steps[n - 1]!.strike.length) n++;
    this.goTo(n);
  }

  // take does the hint that was given; at a step of the explanation it makes the grid the person's own.
  private take(): void {
    const { board, state } = this;
    if (this.step) {
      const at = this.position(this.step);
      const left = board.candidates(at.values);
      const changes: Change[] = [{ plane: "auto", index: 0, to: 1 }];
      for (let c = 0; c < board.cells; c++) {
        if (!board.given(c)) changes.push({ plane: "values", index: c, to: at.values[c]! });
        for (const i of digitsOf(board, c)) changes.push({ plane: "struck", index: i, to: left[i]! & ~at.marks[i]! });
      }
      this.step = 0;
      state.change(changes);
      return this.changed("The grid is yours from here.");
    }
    if (!this.hint) return void this.giveHint();
    const changes: Change[] = [];
    for (const [name, digit] of this.hint.step.place) changes.push({ plane: "values", index: board.cellNamed.get(name)!, to: digit });
    for (const [name, digit] of this.hint.step.strike) {
      const index = board.cellNamed.get(name)! * board.n + digit - 1;
      changes.push({ plane: "struck", index, to: 1 }, { plane: "corner", index, to: 0 }, { plane: "centre", index, to: 0 });
    }
    const text = this.hint.step.text;
    if (state.change(changes)) this.changed(text);
  }

  // Hints

  private async giveHint(): Promise<void> {
    if (this.step) this.goTo(0);
    if (this.hint) {
      this.hint.level = this.hint.level === "where" ? "what" : "why";
      return this.sayHint();
    }
    if (!(await this.planned())) return;
    const { state, board } = this;
    const values = state.filled();
    const removed = (cell: number, digit: number) => {
      const i = cell * board.n + digit - 1;
      if (state.struck[i]) return true;
      if (state.auto[0]) return false;
      // Without automatic marks a cell that has marks says what the person believes possible.
      const marks = digitsOf(board, cell);
      return marks.some((m) => state.corner[m] || state.centre[m]) && !state.corner[i] && !state.centre[i];
    };
    const found = nextHint(board, this.plan!, values, removed);
    if ("wrong" in found) {
      this.wrong = new Set(found.wrong);
      this.refresh();
      return this.say(`Something is wrong: ${this.names(found.wrong)}. “Undo the mistake” goes back to before it.`);
    }
    if ("none" in found) return this.say(found.none);
    this.hint = { step: found.step, level: "where" };
    this.sayHint();
  }

  private sayHint(): void {
    const { step, level } = this.hint!;
    const places = step.why.map((name) => this.houseWords(name));
    const where = places.length ? places.join(" and ") : step.cells.join(", ");
    const rating = step.rating ? ` (${step.rating.toFixed(1)})` : "";
    this.refresh();
    this.say(
      {
        where: `Look at ${where || "the whole grid"}.`,
        what: `Look for: ${techniqueText(step.technique)}${rating}.`,
        why: step.text,
      }[level],
    );
  }

  private houseWords(name: string): string {
    const house = this.board.houseNamed.get(name);
    return house && house.kind ? `${house.kind} ${name.replace(/^\D+/, "")}` : name;
  }

  // solution returns the solution, undefined if there is none that is known.
  private async solution(): Promise<Uint8Array | undefined> {
    if (!(await this.planned())) return undefined;
    if (!this.plan!.outcome?.solved) {
      this.say("The explanation does not reach a solution, so nothing can be checked.");
      return undefined;
    }
    return this.position(this.plan!.steps.length + 1).values;
  }

  private mistakes(solution: Uint8Array): number[] {
    const values = this.state.filled();
    return [...values.keys()].filter((c) => values[c] && values[c] !== solution[c]);
  }

  private async check(): Promise<void> {
    if (this.step) this.goTo(0);
    const solution = await this.solution();
    if (!solution) return;
    this.wrong = new Set(this.mistakes(solution));
    this.refresh();
    const open = this.state.filled().filter((v) => !v).length;
    if (this.wrong.size) this.say(`Wrong: ${this.names(this.wrong)}.`);
    else this.say(open ? `No mistake so far; ${open} cells are empty.` : "Solved.");
  }

  private async undoMistake(): Promise<void> {
    if (this.following()) return;
    const solution = await this.solution();
    if (!solution) return;
    let undone = 0;
    while (this.mistakes(solution).length && this.state.undo()) undone++;
    if (undone) this.changed(`${undone} ${undone === 1 ? "change" : "changes"} undone.`);
    else this.say("There is no mistake to undo.");
  }

  private async copy(): Promise<void> {
    const { board, state } = this;
    const kind = query<HTMLSelectElement>("#copy").value;
    const values = this.step ? this.position(this.step).values : state.filled();
    const marks = this.step ? this.position(this.step).marks : candidates(state);
    this.saveNow();
    const text = {
      link: () => location.href,
      puzzle: () => board.data.notation,
      cells: () => board.cellText(values),
      marks: () => pencilMarks(board, values, marks),
    }[kind];
    if (!text) return;
    try {
      await navigator.clipboard.writeText(text());
      this.say("Copied.");
    } catch {
      this.say("The browser does not allow copying here.");
    }
  }

  // Showing

  private refresh(): void {
    const scene = this.scene();
    const look = scene.digits[this.view.cursor]!;
    if (this.view.selected.size) highlight(this.board, scene, look);
    if (this.mode === "colour" && this.picked) {
      for (const c of this.view.selected) {
        const i = c * this.board.n + this.picked - 1;
        if (scene.marks[i]) scene.marks[i]! |= Mark.Picked;
      }
    }
    this.view.show(scene);
    query("#cell").textContent = this.view.selected.size === 1 && this.board.n > 16 ? label(this.board, scene, this.view.cursor) : "";
    this.showStep();
  }

  private scene(): Scene {
    if (this.step && this.plan) {
      return atStep(this.board, this.position(this.step), this.preview ?? this.plan.steps[this.step - 1], this.stepMarks);
    }
    const scene = own(this.state, this.wrong);
    if (this.preview) overlay(this.board, scene, this.preview);
    else if (this.hint?.level === "why") overlay(this.board, scene, this.hint.step);
    return scene;
  }

  private showStep(): void {
    const step = this.plan?.steps[this.step - 1];
    const end = this.plan && this.step > this.plan.steps.length;
    const words = step ? inWords(step) : end ? ended(this.plan?.outcome) : "";
    const live = query("#step");
    if (live.textContent !== words) live.textContent = words;
    query("#take").textContent = this.step ? "Play from here" : this.hint ? "Take the hint" : "Take a step";
    query("#auto").ariaPressed = String(this.step ? this.stepMarks : !!this.state.auto[0]);
    query<HTMLButtonElement>("#undo").disabled = !this.state.canUndo || this.step > 0;
    query<HTMLButtonElement>("#redo").disabled = !this.state.canRedo || this.step > 0;
    document.body.classList.toggle("following", this.step > 0);
    const slider = query<HTMLInputElement>("#slider");
    slider.value = String(this.step);
    slider.ariaValueText = this.step ? `step ${this.step}` : "your own grid";
    const current = document.querySelector("ol.steps li[aria-current]");
    if ((current as HTMLElement | null)?.dataset.step === String(this.step)) return;
    current?.removeAttribute("aria-current");
    const item = document.querySelector<HTMLElement>(`ol.steps li[data-step="${this.step}"]`);
    if (!item) return;
    item.setAttribute("aria-current", "step");
    const list = item.parentElement!;
    const top = item.offsetTop; // the list is positioned
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + item.offsetHeight - list.clientHeight;
  }

  // listSteps shows the player and its list once there is an explanation.
  private listSteps(): void {
    if (!this.plan) return;
    const slider = query<HTMLInputElement>("#slider");
    slider.max = String(this.plan.steps.length + 1);
    slider.hidden = false;
    if (document.querySelector("ol.steps")) return;
    const list = document.createElement("ol");
    list.className = "steps";
    list.tabIndex = 0;
    list.ariaLabel = "steps";
    for (const step of this.plan.steps) {
      const item = document.createElement("li");
      item.dataset.step = String(step.n);
      item.value = step.n;
      const link = document.createElement("a");
      const url = new URL(location.href);
      url.searchParams.set("step", String(step.n));
      link.href = url.href;
      link.textContent = techniqueText(step.technique) + (step.rating ? ` (${step.rating.toFixed(1)})` : "");
      item.append(link, ` ${step.text}`);
      list.append(item);
    }
    const words = document.createElement("p");
    words.textContent = ended(this.plan.outcome);
    const without = document.querySelector<HTMLElement>("details.without");
    if (without) this.offerTechniques(without);
    query("#steps").replaceChildren(query("#steps h2"), words, list, ...(without ? [without] : []));
  }

  // offerTechniques offers to do without techniques of the explanation, beside those that it does without already.
  private offerTechniques(without: HTMLElement): void {
    const place = without.querySelector("p")!;
    const known = new Set([...place.querySelectorAll("input")].map((box) => box.value));
    for (const step of this.plan!.steps) {
      if (known.has(step.technique)) continue;
      known.add(step.technique);
      const label = document.createElement("label");
      label.className = "inline";
      const box = document.createElement("input");
      box.type = "checkbox";
      box.name = "without";
      box.value = step.technique;
      label.append(box, ` ${techniqueText(step.technique)}`);
      place.append(label, " ");
    }
    without.hidden = false;
  }

  private say(words: string): void {
    query("#say").textContent = words;
  }

  private names(cells: Iterable<number>): string {
    return [...cells].sort((a, b) => a - b).map((c) => this.board.names[c]).join(", ");
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

// ended says how an explanation ended.
function ended(o: Outcome | undefined): string {
  if (!o) return "";
  const how = o.solved ? "Solved" : o.ended.charAt(0).toUpperCase() + o.ended.slice(1);
  const rating = o.se ? `, ER ${o.se.er.toFixed(1)}, EP ${o.se.ep.toFixed(1)}, ED ${o.se.ed.toFixed(1)}` : "";
  return `${how} in ${o.steps} steps${rating}${o.hardest ? `; hardest: ${techniqueText(o.hardest)}` : ""}.`;
}

// digitsOf returns the indexes of a cell's marks.
function digitsOf(board: Board, cell: number): number[] {
  return Array.from({ length: board.n }, (_, i) => cell * board.n + i);
}

// pencilMarks writes a grid of candidates as forums do: the digits of each cell side by side.
function pencilMarks(board: Board, values: Uint8Array, marks: Uint8Array): string {
  const texts = board.names.map((_, c) =>
    values[c] ? board.symbol(values[c]!) : digitsOf(board, c).map((i, d) => (marks[i] ? board.symbol(d + 1) : "")).join(""),
  );
  const width = Math.max(...texts.map((t) => t.length)) + 1;
  const { cols } = board.data;
  let out = "";
  texts.forEach((t, c) => {
    out += c % cols === cols - 1 ? t + "\n" : t.padEnd(width);
  });
  return out;
}

function cellOf(target: EventTarget | null): number | undefined {
  const cell = (target as Element | null)?.closest<HTMLElement>("[data-cell]");
  return cell ? Number(cell.dataset.cell) : undefined;
}
