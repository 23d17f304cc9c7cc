// The workbench of the board: constraints are added to the puzzle, put into groups and removed from it, each as an address of its
// own, so that Back takes it back; and after each change a line says how many solutions there are.

import type { Ask } from "./api";
import { split } from "./beyond";
import type { Board } from "./board";
import { make, query, queryAll } from "./page";
import { read } from "./reader";

export interface Checked {
  verdict: string;
  count: number;
  count_complete: boolean;
  superfluous: string[];
  conflicts: string[];
  contradiction?: string[];
  at_fault?: string[];
  superfluous_constraints?: string[];
  clashing_constraints?: string[];
}

interface Counted {
  estimate?: { mean: number };
}

interface Candidates {
  candidates: { cell: string; digit: number }[];
}

// checkedText says what a check has found.
export function checkedText(r: Checked): string {
  if (r.conflicts.length) return `The givens clash: ${r.conflicts.join("; ")}.`;
  const clash = [...(r.at_fault?.length ? r.at_fault : (r.contradiction ?? [])), ...(r.clashing_constraints ?? [])];
  const count = `${r.count_complete ? "" : "at least "}${r.count.toLocaleString("en").replaceAll(",", "\u2009")}`;
  switch (r.verdict) {
    case "unique": {
      const givens = r.superfluous.length
        ? ` Givens that could be left out, each by itself: ${r.superfluous.join(", ")}.`
        : " No given can be left out.";
      const others = r.superfluous_constraints ?? [];
      return `It has one solution.${givens}${others.length ? ` Constraints that could be: ${others.join(", ")}.` : ""}`;
    }
    case "multiple":
      return `It has several solutions, ${count}.`;
    case "impossible":
      return `It has no solution.${clash.length ? ` These contradict each other: ${clash.join(", ")}.` : ""}`;
  }
  return r.verdict === "timeout" ? "How many solutions it has is not known within the time." : `${r.verdict}.`;
}

// aboutText writes a large number with two digits that count: 2.6 × 10¹⁷.
export function aboutText(x: number): string {
  const [digits, power] = x.toExponential(1).split("e+") as [string, string];
  return `${digits} × 10${[...power].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("")}`;
}

// grouped writes constraints with those at some places in a group, which stands where the first of them was.
export function grouped(all: string[], places: number[], kind: "or" | "and"): string[] {
  const group = `${kind}~${places.map((i) => all[i]).join("~")}~end`;
  return all.flatMap((c, i) => (i === places[0] ? [group] : places.includes(i) ? [] : [c]));
}

// apart returns the constraints in a group, [] for a constraint that is none.
export function apart(constraint: string): string[] {
  return /^(or|and)~/.test(constraint) ? split(constraint.replace(/^\w+/, "").replace(/~end$/, "")) : [];
}

// constraintText writes a constraint on cells, which lists says how many lists are to have: two are equally long, except
// that the circle of an arrow is its first cell.
export function constraintText(name: string, value: string, lists: number, cells: string[]): string {
  const bytes = encodeURIComponent(value).replace(/[!~*'()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  const first = lists < 2 ? cells.length : name === "arrow" ? 1 : Math.ceil(cells.length / 2);
  const text = [cells.slice(0, first), cells.slice(first)]
    .filter((list) => lists && list.length)
    .map((list) => list.join(""))
    .join("-");
  return name + (value && `=${bytes}`) + (text && `:${text}`);
}

// What is brought to the next page.
interface Kept {
  name: string;
  cell: number; // where the keyboard was
  truth: boolean;
  words?: string; // what was done
}

const usual: Record<string, string> = { whisper: "5" }; // values that most puzzles have
const keptKey = "sudokuctl:bench";
const pause = 100; // milliseconds without a change before the puzzle is checked
const patience = 2000; // milliseconds for a check
const most = 1000; // solutions counted

export interface BenchHooks {
  parts(): [puzzle: string, constraints: string]; // the notation
  selected(): { cells: Iterable<number>; cursor: number };
  say(words: string): void;
  refresh(): void;
  open(address: string): void; // another puzzle
}

export class Bench {
  truth: Uint8Array | undefined; // true candidates as marks, while they are known and wanted
  private readonly root = query("#bench");
  private readonly name = query<HTMLInputElement>("#constraint");
  private readonly value = query<HTMLInputElement>("#value");
  private readonly wanted = document.querySelector<HTMLInputElement>("#truth"); // null if the server computes nothing
  private timer = 0;
  private asking: AbortController | undefined;

  constructor(
    private readonly board: Board,
    private readonly api: string,
    private readonly answers: Ask,
    private readonly hooks: BenchHooks,
  ) {
    query("#bench form").addEventListener("submit", (e) => {
      e.preventDefault();
      void this.add();
    });
    this.name.addEventListener("change", () => this.fit());
    for (const button of queryAll("[data-tool]")) button.addEventListener("click", () => this.fit(button.dataset.tool));
    this.wanted?.addEventListener("change", () => this.changed());
    this.offerChanges();
  }

  // show puts the constraints in the place of the digits, or takes them away.
  show(is: boolean): void {
    this.root.hidden = !is;
    query("#pad").hidden = is;
    document.body.classList.toggle("setting", is);
    query("[data-do=constraints]").ariaPressed = String(is);
    query("[data-do=digits]").ariaPressed = String(!is);
    document.querySelector("#constraints")?.toggleAttribute("open", is);
    this.keep();
    this.changed();
  }

  // drawn adds the constraint on cells over which somebody has drawn, or asks for its value.
  drawn(): void {
    if (this.root.hidden) return;
    if (this.value.disabled) void this.add();
    else this.value.focus();
  }

  // restore opens the bench as it was on the page before, and returns the cell where the keyboard was.
  restore(): number {
    let kept: Kept | undefined;
    try {
      kept = (JSON.parse(sessionStorage.getItem(keptKey) ?? "null") as Kept | null) ?? undefined;
    } catch {
      // nothing is kept here
    }
    if (kept) {
      this.name.value = kept.name;
      if (this.wanted) this.wanted.checked = kept.truth;
      this.show(true);
      if (kept.words) this.hooks.say(kept.words);
    }
    this.fit(this.name.value);
    return kept && kept.cell < this.board.cells ? kept.cell : 0;
  }

  private keep(words?: string): void {
    const kept: Kept = {
      name: this.name.value,
      cell: this.hooks.selected().cursor,
      truth: !!this.wanted?.checked,
      words,
    };
    try {
      if (!this.root.hidden) sessionStorage.setItem(keptKey, JSON.stringify(kept));
      else sessionStorage.removeItem(keptKey);
    } catch {
      // the next page begins anew
    }
  }

  // option says what the constraint of a name takes, undefined if there is none.
  private get option(): HTMLOptionElement | undefined {
    return queryAll<HTMLOptionElement>("#constraint-names option").find((o) => o.value === this.name.value);
  }

  // fit chooses a constraint, and lets a value be entered if it takes one; that of another one is gone.
  private fit(name = this.name.value): void {
    this.name.value = name;
    for (const b of queryAll("[data-tool]")) b.ariaPressed = String(b.dataset.tool === name);
    this.value.disabled = !this.option?.dataset.value;
    this.value.value = usual[name] ?? "";
  }

  // offerChanges puts buttons to each sentence of a constraint, and below all of them those that make groups.
  private offerChanges(): void {
    const chosen = new Set<number>();
    const all = split(this.hooks.parts()[1]);
    const button = (words: string, of: string, change: () => string[], said: string) => {
      const b = make("button", {
        type: "button",
        className: "link",
        textContent: words,
        ariaLabel: of && `${words}: ${of}`,
      });
      b.addEventListener("click", () => void this.change(change(), said));
      return b;
    };
    const places = () => [...chosen].sort((a, b) => a - b);
    const groups = [
      button("One of the chosen holds", "", () => grouped(all, places(), "or"), "One of them has to hold now."),
      button("All of the chosen hold", "", () => grouped(all, places(), "and"), "They are a group now."),
    ];
    const show = () => groups.forEach((b) => (b.disabled = chosen.size < 2));
    const items = queryAll("#constraints li");
    items.forEach((item, i) => {
      const of = item.textContent!;
      const inside = apart(all[i]!);
      const box = make("input", { type: "checkbox", ariaLabel: `Choose: ${of}` });
      box.addEventListener("change", () => {
        if (box.checked) chosen.add(i);
        else chosen.delete(i);
        show();
      });
      item.prepend(box, " ");
      item.append(
        " ",
        button("Remove", of, () => all.toSpliced(i, 1), `${all[i]} is removed.`),
      );
      if (inside.length)
        item.append(
          " ",
          button("Apart", of, () => all.toSpliced(i, 1, ...inside), "The group is taken apart."),
        );
    });
    show();
    if (items.length > 1) query("#constraints").append(make("p", { className: "row" }, ...groups));
  }

  // change makes these the constraints of the puzzle, with what is in its cells.
  change(all: string[], words: string, cells = this.hooks.parts()[0]): Promise<void> {
    return this.open(cells + all.map((c) => `~${c}`).join(""), words);
  }

  private add(): Promise<void> {
    const [puzzle, constraints] = this.hooks.parts();
    const names = [...this.hooks.selected().cells].map((c) => this.board.names[c]!);
    const lists = Number(this.option?.dataset.lists ?? 1);
    const text = constraintText(this.name.value, this.value.value.trim(), lists, names);
    return this.open(`${puzzle}${constraints}~${text}`, `${text} is added.`);
  }

  // open shows a puzzle, unless the server does not take it.
  private async open(puzzle: string, words: string): Promise<void> {
    const record = await read(this.api, puzzle);
    if (!record?.puzzle) return this.hooks.say(record?.detail ?? "The server does not answer.");
    this.keep(words);
    clearTimeout(this.timer);
    this.asking?.abort();
    this.hooks.open(`?puzzle=${encodeURIComponent(record.puzzle)}`);
  }

  // changed says anew how many solutions there are, once nothing has changed for a moment.
  changed(): void {
    clearTimeout(this.timer);
    this.asking?.abort();
    const shown = this.truth;
    this.truth = undefined;
    if (shown) this.hooks.refresh();
    if (!this.wanted || this.root.hidden) return;
    query("#count").textContent = "…";
    this.timer = setTimeout(() => void this.ask(), pause);
  }

  private async ask(): Promise<void> {
    const { signal } = (this.asking = new AbortController());
    const line = query("#count");
    const question = { puzzle: this.hooks.parts().join(""), limit: most, timeout_ms: patience };
    try {
      const [checked] = await this.answers("check", question, signal);
      if (signal.aborted) return;
      line.textContent = checkedText(checked as Checked);
      if (this.wanted!.checked) {
        const [found] = await this.answers("candidates", question, signal);
        if (signal.aborted) return;
        const { board } = this;
        this.truth = new Uint8Array(board.cells * board.n);
        for (const { cell, digit } of (found as Candidates).candidates)
          this.truth[board.cellNamed.get(cell)! * board.n + digit - 1] = 1;
        this.hooks.refresh();
      }
      if ((checked as Checked).verdict !== "multiple" || (checked as Checked).count_complete) return;
      const [counted] = await this.answers("solve", { ...question, limit: 0, count_only: true }, signal);
      const { estimate } = counted as Counted;
      if (!signal.aborted && estimate) line.textContent += ` There are about ${aboutText(estimate.mean)}.`;
    } catch (e) {
      if (!signal.aborted) line.textContent = (e as Error).message;
    }
  }
}
