// The page of a puzzle: a person fills the grid, or follows the steps of an explanation. Step 0 is the person's own grid; the
// others show the explanation and change nothing. The address holds both.

import type { Ask } from "./api";
import { Board, type BoardData } from "./board";
import { query, queryAll } from "./page";
import { before, houseText, inWords, nextHint, techniqueText, type Outcome, type Plan, type Position, type Step } from "./plan";
import { digitsOf, Player } from "./player";
import { atStep, candidates, overlay, own, type Scene } from "./scene";
import type { Change, State } from "./state";

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

const following = "This is a step of the explanation. “Play from here” makes the grid yours; Escape goes back to your own.";
const saveDelay = 250; // milliseconds: browsers limit how often an address may change

export class PuzzlePage {
  readonly board: Board;
  readonly player: Player;
  private plan: Plan | undefined;
  private readonly positions = new Map<number, Position>();
  private step: number;
  private stepMarks: boolean;
  private wrong = new Set<number>();
  private hint: { step: Step; level: Level } | undefined;
  private preview: Step | undefined; // one of all steps that are possible
  private saving = 0;

  constructor(
    private readonly data: PageData,
    root: HTMLElement,
    private readonly answers: Ask,
  ) {
    this.board = new Board(data.board);
    this.plan = data.plan;
    this.step = data.step;
    this.stepMarks = new URLSearchParams(location.search).get("marks") !== "off";
    this.player = new Player(this.board, root, document, {
      scene: () => this.scene(),
      changed: (words) => this.changed(words),
      say: (words) => this.say(words),
      locked: () => (this.step ? following : ""),
      act: (name) => void this.act(name),
      shown: () => this.describe(),
    });
    this.read();
    this.controls();
    this.refresh();
    // A link to a step shows it in every browser, whether or not the server still knows the explanation.
    if (this.step && !this.plan) void this.act("goto");
  }

  private get state(): State {
    return this.player.state;
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
    query("#play").hidden = false;
    query(".tools").hidden = true; // the player does what these links do
    for (const e of queryAll("[data-needs=plan]")) e.hidden = !this.plan && !this.data.compute;
    this.listSteps();
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
      this.player.changed("");
    });
    addEventListener("pagehide", () => this.saveNow());
  }

  // Commands

  async act(name: string): Promise<void> {
    switch (name) {
      case "auto":
        return this.toggleMarks();
      case "leave":
        if (this.step) this.goTo(0);
        else this.player.view.select([this.player.view.cursor], this.player.view.cursor);
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

  private toggleMarks(): void {
    if (this.step) {
      this.stepMarks = !this.stepMarks;
      this.save();
      return this.refresh();
    }
    this.player.apply([{ plane: "auto", index: 0, to: this.state.auto[0] ? 0 : 1 }]);
    this.say(this.state.auto[0] ? "Automatic marks on." : "Automatic marks off.");
  }

  // changed saves a state, and says what is special about it.
  private changed(words: string): void {
    this.hint = undefined;
    this.forgetPossible();
    this.wrong.clear();
    this.save();
    const clashes = this.player.clashes();
    if (clashes) this.say(`${words} ${clashes}`.trim());
    else if (this.state.filled().every((v) => v !== 0)) this.say("The grid is full, and nothing contradicts.");
    else this.say(words);
    this.showStep();
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
    const { board } = this;
    if (this.step) {
      const at = this.position(this.step);
      const left = board.candidates(at.values);
      const changes: Change[] = [{ plane: "auto", index: 0, to: 1 }];
      for (let c = 0; c < board.cells; c++) {
        if (!board.given(c)) changes.push({ plane: "values", index: c, to: at.values[c]! });
        for (const i of digitsOf(board, c)) changes.push({ plane: "struck", index: i, to: left[i]! & ~at.marks[i]! });
      }
      this.step = 0;
      return this.player.apply(changes, "The grid is yours from here.");
    }
    if (!this.hint) return void this.giveHint();
    const changes: Change[] = [];
    for (const [name, digit] of this.hint.step.place) changes.push({ plane: "values", index: board.cellNamed.get(name)!, to: digit });
    for (const [name, digit] of this.hint.step.strike) {
      const index = board.cellNamed.get(name)! * board.n + digit - 1;
      changes.push({ plane: "struck", index, to: 1 }, { plane: "corner", index, to: 0 }, { plane: "centre", index, to: 0 });
    }
    this.player.apply(changes, this.hint.step.text);
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
      return this.say(`Something is wrong: ${this.player.names(found.wrong)}. “Undo the mistake” goes back to before it.`);
    }
    if ("none" in found) return this.say(found.none);
    this.hint = { step: found.step, level: "where" };
    this.sayHint();
  }

  private sayHint(): void {
    const { step, level } = this.hint!;
    const places = step.why.map((name) => houseText(this.board, name));
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
    if (this.wrong.size) this.say(`Wrong: ${this.player.names(this.wrong)}.`);
    else this.say(open ? `No mistake so far; ${open} cells are empty.` : "Solved.");
  }

  private async undoMistake(): Promise<void> {
    if (this.player.locked()) return;
    const solution = await this.solution();
    if (!solution) return;
    let undone = 0;
    while (this.mistakes(solution).length && this.state.undo()) undone++;
    if (undone) this.player.changed(`${undone} ${undone === 1 ? "change" : "changes"} undone.`);
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
    this.player.refresh();
    this.showStep();
  }

  // describe says what is in the cell, if that is too small to be drawn.
  private describe(): void {
    const { view } = this.player;
    query("#cell").textContent = view.selected.size === 1 && this.board.n > 16 ? view.describe(view.cursor) : "";
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
}

// ended says how an explanation ended.
function ended(o: Outcome | undefined): string {
  if (!o) return "";
  const how = o.solved ? "Solved" : o.ended.charAt(0).toUpperCase() + o.ended.slice(1);
  const rating = o.se ? `, ER ${o.se.er.toFixed(1)}, EP ${o.se.ep.toFixed(1)}, ED ${o.se.ed.toFixed(1)}` : "";
  return `${how} in ${o.steps} steps${rating}${o.hardest ? `; hardest: ${techniqueText(o.hardest)}` : ""}.`;
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
