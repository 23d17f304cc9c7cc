// The static page: what the pages of a server do for one puzzle, by a program in the browser. Its address holds everything.

import type { Ask } from "../../serve/script/api";
import { Board } from "../../serve/script/board";
import { query, queryAll } from "../../serve/script/page";
import { PuzzlePage } from "../../serve/script/puzzle";
import type { Check, Grade, Order, Solve } from "./sudokuctl";
import { table } from "./table";
import { Sudokuctl } from "./web";

const program = new Sudokuctl();
const ask: Ask = (what, body) => program.ask(what, body);
const address = new URL(location.href);
const given = address.searchParams.get("puzzle") ?? "";
const text = given || "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

function problem(e: unknown): void {
  const place = query("#problem");
  place.textContent = e instanceof Error ? e.message : String(e);
  place.hidden = false;
}

// open shows the puzzle of the address, an example if it names none.
async function open(): Promise<void> {
  query<HTMLTextAreaElement>("#puzzle").value = given;
  const data = await program.board(text);
  if (given && data.notation !== given) {
    address.searchParams.set("puzzle", data.notation); // of a picture, one line
    history.replaceState(null, "", address);
    query<HTMLTextAreaElement>("#puzzle").value = data.notation;
  }
  const board = new Board(data);
  const root = table(board);
  query("#grid").replaceWith(root);
  if (data.beyond) {
    query("#beyond").hidden = false;
    for (const [list, texts] of [
      ["#rules", data.beyond.rules],
      ["#constraints ul", data.beyond.constraints],
    ] as const) {
      query(list).replaceChildren(
        ...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
      );
    }
  }
  query("#opened").hidden = false;
  query("#nothing").hidden = given !== "";
  new PuzzlePage({ board: data, compute: true, step: Number(address.searchParams.get("step")) || 0 }, root, ask);
  for (const button of queryAll<HTMLButtonElement>("[data-ask]")) {
    button.addEventListener("click", () => void answer(button, data.notation).catch(problem));
  }
}

// answer shows what a button asks for.
async function answer(button: HTMLButtonElement, puzzle: string): Promise<void> {
  button.disabled = true;
  try {
    switch (button.dataset.ask) {
      case "solve":
        return solved(await program.solve(puzzle));
      case "check":
        return checked(await program.check(puzzle));
      case "grade":
        return graded(await program.grade(puzzle));
    }
  } finally {
    button.disabled = false;
  }
}

function solved(r: Solve): void {
  const words = paragraph(
    `${r.verdict}, found ${r.count}${r.count_complete ? "" : " or more"}, by ${r.solver} ${r.version}` +
      (r.error ? `: ${r.error}` : ""),
  );
  show(
    words,
    ...r.solutions.map((s) => {
      const p = paragraph(s);
      p.className = "cells";
      return p;
    }),
  );
}

function checked(r: Check): void {
  const rows: [string, string][] = [
    ["verdict", r.verdict],
    ["solutions", `${r.count_complete ? "" : "at least "}${r.count}`],
    ["minimal", r.minimal ? "yes" : "no"],
    ["superfluous", [...r.superfluous, ...(r.superfluous_constraints ?? [])].join(" ")],
    ["conflicts", r.conflicts.join(". ")],
    ["at fault", [...(r.at_fault ?? []), ...(r.constraints_at_fault ?? [])].join(" ")],
    ["symmetries", r.symmetries.join(" ")],
    ["canonical", r.canonical ?? ""],
  ];
  const list = document.createElement("dl");
  for (const [term, words] of rows.filter(([, words]) => words)) {
    const [dt, dd] = [document.createElement("dt"), document.createElement("dd")];
    [dt.textContent, dd.textContent] = [term, words];
    list.append(dt, dd);
  }
  show(list);
}

function graded(r: Grade): void {
  const data = document.createElement("table");
  data.className = "data";
  const head = data.createTHead().insertRow();
  for (const name of ["metric", "value", "label", "by"]) {
    const th = document.createElement("th");
    [th.scope, th.textContent] = ["col", name];
    head.append(th);
  }
  const body = data.createTBody();
  for (const metric of Object.keys(r.grades).sort()) {
    const row = body.insertRow();
    for (const cell of [metric, String(r.grades[metric]), r.labels[metric] ?? "", r.by[metric] ?? ""])
      row.insertCell().textContent = cell;
    row.cells[1]!.className = "n";
  }
  const scroll = document.createElement("div");
  scroll.className = "scroll";
  scroll.tabIndex = 0;
  scroll.role = "group";
  scroll.ariaLabel = "grades";
  scroll.append(data);
  show(scroll, ...(r.error ? [paragraph(r.error)] : []));
}

function paragraph(words: string): HTMLElement {
  const p = document.createElement("p");
  p.textContent = words;
  return p;
}

function show(...parts: HTMLElement[]): void {
  query("#answer").replaceChildren(...parts);
}

// make makes puzzles, and shows each as soon as it is there.
async function make(form: HTMLFormElement): Promise<void> {
  const fields = new FormData(form);
  const order: Order = {
    minimal: fields.has("minimal"),
    seed: Number(fields.get("seed")) || Math.floor(Math.random() * 2 ** 31),
  };
  for (const name of ["number", "clues_min", "clues_max"] as const) {
    if (fields.get(name)) order[name] = Number(fields.get(name));
  }
  if (fields.get("geometry")) order.geometry = String(fields.get("geometry"));
  if (fields.get("symmetry")) order.symmetry = fields.get("symmetry") as NonNullable<Order["symmetry"]>;
  const [metric, min, below] = String(fields.get("level") ?? "").split(" ");
  if (metric) Object.assign(order, { metric, min: Number(min), below: Number(below) });
  const [list, status, stop] = [query("#made"), query("#making"), query<HTMLButtonElement>("#stop")];
  const ended = new AbortController();
  stop.hidden = false;
  stop.onclick = () => ended.abort(new Error("stopped"));
  list.replaceChildren();
  status.textContent = "Generating …";
  try {
    const made = await program.generate({
      ...order,
      signal: ended.signal,
      each({ puzzle, clues }) {
        const [item, link] = [document.createElement("li"), document.createElement("a")];
        link.href = `?puzzle=${encodeURIComponent(puzzle)}`;
        link.textContent = puzzle;
        item.append(link, ` ${clues} clues`);
        list.append(item);
      },
    });
    status.textContent = `${made.length} made with seed ${order.seed}`;
  } catch (e) {
    status.textContent = (e as Error).message;
  } finally {
    stop.hidden = true;
  }
}

const order = query<HTMLFormElement>("#order");
order.addEventListener("submit", (e) => {
  e.preventDefault();
  void make(order);
});
void open().catch(problem);
// Without a service worker the page works as well, but not without a network.
void navigator.serviceWorker?.register("service.js").catch(() => {});
