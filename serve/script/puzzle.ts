// The page of a puzzle: a person fills the grid, or follows the steps of an explanation. Step 0 is the person's own grid; the
// others show the explanation and change nothing. The address holds both.

import { unreachable, type Ask } from "./api";
import { Board, type BoardData } from "./board";
import { showBegun } from "./begun";
import { clock, Keep, set, settings, type Settings } from "./keep";
import { make, query, queryAll } from "./page";
import {
  before,
  houseText,
  inWords,
  nextHint,
  techniqueText,
  type Outcome,
  type Plan,
  type Position,
  type Step,
} from "./plan";
import { digitsOf, Player } from "./player";
import { near, Reporter } from "./report";
import { share } from "./share";
import { atStep, candidates, overlay, own, type Scene } from "./scene";
import { State, type Change } from "./state";
import { Tabs } from "./tabs";

export interface PageData {
  board: BoardData;
  plan?: Plan;
  api?: string; // where the API of the server is
  compute: boolean; // whether explanations can be had
  import?: boolean; // whether puzzles can be kept in the library
  step: number;
  without?: string[]; // techniques that are left out
  level?: string; // as the library has it
  link?: string; // where the puzzle stays, if the page will show another one some day
  plays?: boolean; // whether the server takes reports of plays
  random?: string; // address of another puzzle, behind which a level or a technique is named
}

// Levels of a hint, in the order in which a person gets them.
type Level = "where" | "what" | "why";

const following =
  "This is a step of the explanation. “Play from here” makes the grid yours; Escape goes back to your own.";
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
  private checked = 0; // how often since the last change
  private saving = 0;
  private readonly keep: Keep;
  private readonly reporter: Reporter | undefined;
  private readonly tabs = new Tabs(query(".panel"));

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
    this.keep = new Keep(this.board.data.notation, this.state, {
      merged: () => this.refresh(),
      failed: () => this.say("This browser keeps nothing here: what you enter is lost when the page is closed."),
    });
    if (data.plays && data.api) this.reporter = new Reporter(data.api, (words) => this.say(words));
    this.read();
    this.controls();
    this.refresh();
    showBegun();
    if (this.keep.solved && !this.step) {
      this.celebrate(true);
      this.say(`Solved in ${clock(this.keep.time)}.`);
    }
    // A link to a step shows it in every browser, whether or not the server still knows the explanation.
    if (this.step && !this.plan) void this.act("goto");
  }

  private get state(): State {
    return this.player.state;
  }

  // read takes the state of a link, which Undo takes back if something else was kept. What this page has written into the
  // address itself is older than what is kept.
  private read(): void {
    const text = this.data.link ? "" : location.hash.slice(1);
    const fresh = this.state.encode() === "";
    if (fresh) this.state.decode(text);
    else if (text && !(history.state as { kept?: boolean } | null)?.kept)
      this.state.change(this.state.merge(this.state.encode(), text));
    if (fresh && !text && (settings.auto || new URLSearchParams(location.search).get("marks") === "on"))
      this.state.auto[0] = 1;
  }

  private save(): void {
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => this.saveNow(), saveDelay);
  }

  private saveNow(): void {
    clearTimeout(this.saving);
    const address = this.address();
    if (address !== location.href && !this.data.link) history.replaceState({ kept: true }, "", address);
  }

  private address(): string {
    const url = new URL(this.data.link ?? location.href, location.href);
    url.searchParams.delete("marks");
    url.searchParams.delete("step");
    if (this.step) url.searchParams.set("step", String(this.step));
    if (this.step && !this.stepMarks) url.searchParams.set("marks", "off");
    url.hash = this.state.encode();
    return url.href;
  }

  // Controls

  private controls(): void {
    for (const e of queryAll("#play, .talk")) e.hidden = false;
    for (const e of queryAll("[data-do=keep]")) e.hidden = !this.data.import;
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
    this.offerSettings();
    setInterval(() => this.showTime(), 1000);
    addEventListener("pagehide", () => this.saveNow());
  }

  private offerSettings(): void {
    const show = () => {
      for (const name of ["labels", "timer"] as const) document.body.classList.toggle(`no-${name}`, !settings[name]);
      this.showTime();
    };
    for (const box of queryAll<HTMLInputElement>("#settings input[name]")) {
      box.checked = settings[box.name as keyof Settings];
      box.addEventListener("change", () => {
        set(box.name as keyof Settings, box.checked);
        show();
        this.refresh();
      });
    }
    show();
  }

  private showTime(): void {
    const time = document.querySelector<HTMLElement>("#clock");
    if (!time) return; // a frame on another page has none
    time.hidden = !settings.timer;
    time.textContent = clock(this.keep.time);
  }

  // Commands

  async act(name: string): Promise<void> {
    if (this.keep.solved && !this.step && ["hint", "check", "take"].includes(name)) return this.finish();
    if (share(name, this.data.api ?? "", this.data.board.notation, (words) => this.say(words))) return;
    switch (name) {
      case "auto":
        return this.toggleMarks();
      case "leave":
        if (document.body.classList.contains("projector")) this.project(false);
        else if (this.step) this.goTo(0);
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
      case "again":
        return this.playAgain();
      case "settings":
        return query<HTMLDialogElement>("#settings").showModal();
      case "projector":
        return this.project(!document.body.classList.contains("projector"));
      case "first":
        if (!this.plan && !(await this.planned())) return;
        this.tabs.show("Steps");
        return this.goTo(1);
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

  // project fills the window with the grid, for a wall.
  private project(on: boolean): void {
    document.body.classList.toggle("projector", on);
    const done = on
      ? document.documentElement.requestFullscreen?.()
      : document.fullscreenElement && document.exitFullscreen();
    if (done) done.catch(() => {}); // without it the window is filled all the same
    this.say(on ? "Escape leaves the view for a projector." : "");
  }

  // playAgain empties the grid, which Undo takes back, and lets the time begin anew.
  private playAgain(): void {
    if (this.step) this.goTo(0);
    this.keep.restart();
    this.player.apply(this.state.merge(this.state.encode(), ""), "Begun anew; Undo brings back what there was.");
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

  // changed keeps a state, and says what is special about it.
  private changed(words: string): void {
    this.hint = undefined;
    this.checked = 0;
    this.forgetPossible();
    this.wrong.clear();
    const full = this.state.filled().every((v) => v !== 0);
    const clashes = settings.conflicts || full ? this.player.clashes() : "";
    const solved = full && !clashes;
    this.more();
    this.say(`${words} ${clashes}`.trim());
    if (solved) {
      this.report(true);
      void this.finish();
    }
    else if (this.keep.solved) this.celebrate((this.keep.solved = false));
    this.keep.run();
    this.keep.save();
    this.save();
    this.showStep();
  }

  // report reports how the puzzle was played, once.
  private report(solved: boolean): void {
    const { help, time } = this.keep;
    if (!this.reporter || help.sent) return;
    const play = { puzzle: this.board.data.notation, seconds: Math.round(time / 1000), solved, hints: help.hints ?? 0, checks: help.checks ?? 0 };
    void this.reporter.report(play).then((sent) => {
      if (sent) help.sent = true;
      if (sent) this.keep.save();
    });
  }

  // helped counts a hint or a check, unless the puzzle is solved.
  private helped(by: "hints" | "checks"): void {
    if (!this.keep.solved) this.keep.help[by] = (this.keep.help[by] ?? 0) + 1;
  }

  // celebrate shows that the puzzle is solved, or no longer.
  private celebrate(is: boolean): void {
    document.body.classList.toggle("solved", is);
    if (is && this.data.random) this.more(make("a", { className: "next", href: this.data.random, textContent: "Next puzzle →" }));
  }

  // finish says what was achieved, and offers the next puzzle.
  private async finish(): Promise<void> {
    this.keep.solved = true;
    this.celebrate(true);
    const time = settings.timer ? ` in ${clock(this.keep.time)}` : "";
    this.say(`Solved${time}.`);
    const { random, compute } = this.data;
    let { level } = this.data;
    if (!compute) return;
    await this.planned(true);
    const hardest = this.plan?.outcome?.hardest;
    if (!level)
      level = (
        (await this.answers("grade", { puzzle: this.board.data.notation }).catch(() => [])) as { level?: string }[]
      )[0]?.level;
    if (!this.keep.solved || this.step) return;
    const most = Math.max(0, ...(this.plan?.steps ?? []).map((s) => s.rating));
    const facts = [
      level ?? "",
      hardest ? `hardest step: ${techniqueText(hardest)}${most ? ` (${most.toFixed(1)})` : ""}` : "",
    ].filter(Boolean);
    this.say(`Solved${time}.${facts.length ? ` ${facts.join("; ")}.` : ""}`);
    if (!random) return;
    const to = (more: string, textContent: string) => make("a", { href: `${random}${more}`, textContent });
    const rating = near();
    const next = rating
      ? to(`&level=${level ?? ""}&near=${rating}`, "Next puzzle near your rating →")
      : level
        ? to(`&level=${level}`, `Next ${level} puzzle →`)
        : to("", "Next puzzle →");
    next.className = "next";
    this.more(next, ...(hardest ? [to(`&technique=${hardest}`, `One with ${techniqueText(hardest)} →`)] : []));
  }

  // more shows what can be asked for next, beside what was said.
  private more(...parts: HTMLElement[]): void {
    query("#more").replaceChildren(...parts.flatMap((part) => [part, " "]));
    query("#dots").textContent = "";
  }

  // Steps

  // planned sees to it that there is an explanation.
  private async planned(quiet = false): Promise<boolean> {
    if (this.plan) return true;
    if (!this.data.compute) {
      this.say("This server explains no puzzles.");
      return false;
    }
    if (!quiet) this.say("Explaining …");
    const records = await this.ask("explain", {});
    if (!records) return false;
    const outcome = records.at(-1) as Outcome | undefined;
    this.plan = { steps: records.slice(0, -1) as Step[], ...(outcome && { outcome }) };
    if (!quiet) this.say("");
    this.listSteps();
    return true;
  }

  // ask asks about the puzzle and returns the records; if there are none it says why.
  private async ask(what: string, more: Record<string, unknown>): Promise<unknown[] | undefined> {
    try {
      return await this.answers(what, {
        puzzle: this.data.board.notation,
        ...(this.data.without && { without: this.data.without }),
        ...more,
      });
    } catch (e) {
      const { message } = e as Error;
      this.say(message === unreachable ? `${message} Play goes on; ask again when it is back.` : message);
      return undefined;
    }
  }

  // listPossible lists all steps that are possible in the grid as it is shown; one that is chosen is drawn.
  private async listPossible(): Promise<void> {
    const { board, state } = this;
    const { values, marks } =
      this.step && this.plan ? this.position(this.step) : { values: state.filled(), marks: candidates(state) };
    const all = board.candidates(values);
    const left = board.names.map((_, c) => {
      const digits = digitsOf(board, c);
      const struck = digits.some((i) => all[i] && !marks[i]);
      return struck
        ? digits
            .map((i, d) => (marks[i] ? board.symbol(d + 1) : ""))
            .filter(Boolean)
            .join(board.spaced ? " " : "")
        : "";
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
    this.helped("hints");
    this.tabs.show("Steps");
    this.say(`${records.length} ${records.length === 1 ? "step is" : "steps are"} possible here.`);
  }

  private position(n: number): Position {
    let at = this.positions.get(n);
    if (!at) this.positions.set(n, (at = before(this.board, this.plan!, n)));
    return at;
  }

  private goTo(n: number): void {
    this.step = this.plan ? Math.min(Math.max(n, 0), this.plan.steps.length + 1) : 0;
    if (this.step) this.helped("hints");
    if (this.plan && this.step > this.plan.steps.length && !this.keep.solved && this.state.values.some((v) => v)) this.report(false);
    this.hint = undefined;
    this.forgetPossible();
    this.more();
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
    for (const [name, digit] of this.hint.step.place)
      changes.push({ plane: "values", index: board.cellNamed.get(name)!, to: digit });
    for (const [name, digit] of this.hint.step.strike) {
      const index = board.cellNamed.get(name)! * board.n + digit - 1;
      changes.push(
        { plane: "struck", index, to: 1 },
        { plane: "corner", index, to: 0 },
        { plane: "centre", index, to: 0 },
      );
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
    if ("wrong" in found) return this.sayWrong(found.wrong);
    if ("none" in found) return this.say(found.none);
    this.hint = { step: found.step, level: "where" };
    this.helped("hints");
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
    const next = { where: "What to look for →", what: "The step →", why: "Take it" }[level];
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "link",
      textContent: next,
    });
    button.addEventListener("click", () => (level === "why" ? this.take() : void this.giveHint()));
    this.more(button);
    query("#dots").textContent = { where: "●○○", what: "●●○", why: "●●●" }[level];
  }

  // solution returns the solution, undefined if there is none that is known.
  private async solution(): Promise<Uint8Array | undefined> {
    if (!(await this.planned())) return undefined;
    if (this.plan!.outcome?.solved) return this.position(this.plan!.steps.length + 1).values;
    const [found] = ((await this.ask("solve", { limit: 2 })) ?? []) as { verdict: string; solutions: string[] }[];
    if (found?.verdict === "unique") return this.board.digits(found.solutions[0]!);
    if (found) this.say("The puzzle has no solution, or several, so nothing can be checked.");
    return undefined;
  }

  private mistakes(solution: Uint8Array): number[] {
    const values = this.state.filled();
    return [...values.keys()].filter((c) => values[c] && values[c] !== solution[c]);
  }

  private async check(): Promise<void> {
    if (this.step) this.goTo(0);
    const solution = await this.solution();
    if (!solution) return;
    this.helped("checks");
    const wrong = this.mistakes(solution);
    if (wrong.length) return this.sayWrong(wrong);
    const open = this.state.filled().filter((v) => !v).length;
    this.say(open ? `No mistake so far; ${open} cells are empty.` : "Solved.");
  }

  // sayWrong says how many cells are wrong; asked again, which.
  private sayWrong(cells: number[]): void {
    const again = this.checked++ > 0;
    this.wrong = new Set(again ? cells : []);
    this.refresh();
    const many = cells.length === 1 ? "1 cell is wrong" : `${cells.length} cells are wrong`;
    this.say(
      again
        ? `Wrong: ${this.player.names(cells)}.`
        : `${many}. Ask again to see ${cells.length === 1 ? "which it is" : "which they are"}.`,
    );
  }

  private async undoMistake(): Promise<void> {
    if (this.player.locked()) return;
    const solution = await this.solution();
    if (!solution) return;
    this.helped("checks");
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
      link: () => this.address(),
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
      return atStep(
        this.board,
        this.position(this.step),
        this.preview ?? this.plan.steps[this.step - 1],
        this.stepMarks,
      );
    }
    const scene = own(this.state, this.wrong, settings.conflicts);
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
    query("#take").hidden = !this.step;
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
    if (top + item.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top + item.offsetHeight - list.clientHeight;
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
    query("#steps").replaceChildren(query("#steps > :is(summary, h2)"), words, list, ...(without ? [without] : []));
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
  const hardest = o.hardest ? `; hardest: ${techniqueText(o.hardest)}` : "";
  return `${how} in ${o.steps} steps${rating}${hardest}${o.reason ? `: ${o.reason}` : ""}.`;
}

// pencilMarks writes a grid of candidates as forums do: the digits of each cell side by side.
function pencilMarks(board: Board, values: Uint8Array, marks: Uint8Array): string {
  const texts = board.names.map((_, c) =>
    values[c]
      ? board.symbol(values[c]!)
      : digitsOf(board, c)
          .map((i, d) => (marks[i] ? board.symbol(d + 1) : ""))
          .join(""),
  );
  const width = Math.max(...texts.map((t) => t.length)) + 1;
  const { cols } = board.data;
  let out = "";
  texts.forEach((t, c) => {
    out += c % cols === cols - 1 ? t + "\n" : t.padEnd(width);
  });
  return out;
}
