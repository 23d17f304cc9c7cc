// Puzzles from elsewhere: whatever is pasted or dropped on a page with a grid is read by the server, as the command line
// reads it, and opened on the board.

import { mini } from "./mini";
import { make, query } from "./page";

interface Read {
  puzzle: string;
  read: number;
  puzzles: string[]; // the first hundred
  bad: { line: number; column: number; detail: string }[];
  bad_all: number;
  ended?: string; // why the rest was not read
}

// Place is where a page is.
export interface Place {
  api: string; // address of the API
  board: string; // of the board
  keeps: boolean; // whether puzzles can be kept in the library
}

interface Problem {
  detail?: string;
  at?: { line?: number; column?: number };
}

// watchPastes opens what is pasted or dropped, on a page that leads to a board.
export function watchPastes(page: { api?: string; import?: boolean }): void {
  const board = document.querySelector<HTMLAnchorElement>("nav a")?.href;
  if (!board) return;
  const place: Place = { api: page.api ?? "", board, keeps: !!page.import };
  document.addEventListener("paste", (e) => {
    if ((e.target as Element).closest?.("input, textarea, select")) return;
    const text = e.clipboardData?.getData("text/plain");
    if (!text?.trim()) return;
    e.preventDefault();
    void open(place, text);
  });
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", (e) => {
    e.preventDefault();
    const file = e.dataTransfer?.files[0];
    const text = e.dataTransfer?.getData("text/plain");
    if (file ?? text?.trim()) void open(place, file ?? text!);
  });
}

// read returns the record of a text, which has a puzzle or says what is wrong; undefined if the server does not answer.
export async function read(api: string, text: string | File): Promise<(Partial<Read> & Problem) | undefined> {
  try {
    const answer = await fetch(`${api}/read`, {
      method: "POST",
      headers: { "Content-Type": "text/plain" },
      body: text,
    });
    return (await answer.json().catch(() => ({}))) as Partial<Read> & Problem;
  } catch {
    return undefined;
  }
}

async function open(place: Place, text: string | File): Promise<void> {
  const box = document.querySelector<HTMLTextAreaElement>("#puzzle");
  if (box && typeof text === "string") box.value = text;
  const record = await read(place.api, text);
  if (!record) return problem("The server does not answer. What you pasted is in the box below.", box);
  if (record.read! > 1) return offer(place, text, record as Read);
  if (record.puzzle) return location.assign(`${place.board}?puzzle=${encodeURIComponent(record.puzzle)}`);
  const { line, column } = record.at ?? {};
  const at = line ? ` (line ${line}${column ? `, column ${column}` : ""})` : "";
  problem(`${sentence(record.detail ?? "this is no puzzle that can be read")}${at}.`, box);
  if (typeof text === "string" && line) mark(text, line, column ?? 1);
}

// sentence says what is wrong with a text as people would.
function sentence(detail: string): string {
  const text = detail.replace(/^.*not a puzzle: /, "");
  const found = Number(/^found (\d+) cells/.exec(text)?.[1]);
  if (found) {
    const n = [4, 6, 8, 9, 10, 12, 16, 25].reduce((a, b) => (Math.abs(b * b - found) < Math.abs(a * a - found) ? b : a));
    return `${found} cells found; a ${n}×${n} puzzle has ${n * n}`;
  }
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// offer lets somebody choose one of several puzzles, or keep them all.
function offer(place: Place, text: string | File, record: Read): void {
  const dialog = make("dialog", { className: "several", ariaLabel: "several puzzles" });
  const words = `${record.read} puzzles found.${left(record)} Open which?`;
  const list = make("ul", { className: "cards" });
  for (const [i, puzzle] of record.puzzles.entries()) {
    const link = make("a", { href: `${place.board}?puzzle=${encodeURIComponent(puzzle)}` });
    link.append(mini(puzzle), `Puzzle ${i + 1}`);
    list.append(make("li", {}, link));
  }
  const more = record.read - record.puzzles.length;
  const said = make("p", { textContent: more > 0 ? `${more} more are not shown.` : "", role: "status" });
  const close = make("button", { type: "button", textContent: "Close" });
  close.addEventListener("click", () => dialog.close());
  const row = make("div", { className: "row" }, close);
  if (place.keeps) {
    const keep = make("button", { type: "button", textContent: "Keep all in the library" });
    keep.addEventListener("click", () => void keepAll(place, text, keep, said));
    row.prepend(keep);
  }
  dialog.append(make("h2", { textContent: "Several puzzles" }), make("p", { textContent: words }), row, said, list);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// left says what of a text was not read.
function left({ bad, bad_all, ended }: Read): string {
  if (ended) return ` ${ended.charAt(0).toUpperCase()}${ended.slice(1)}.`;
  if (!bad_all) return "";
  const [first] = bad as [Read["bad"][0]];
  const place = `line ${first.line}${first.column ? `, column ${first.column}` : ""}`;
  return bad_all === 1
    ? ` Not read: ${place}, ${first.detail}.`
    : ` Not read: ${bad_all} others, the first in ${place}, ${first.detail}.`;
}

async function keepAll(place: Place, text: string | File, button: HTMLButtonElement, said: HTMLElement): Promise<void> {
  button.disabled = true;
  const name = typeof text === "string" ? "pasted" : text.name;
  try {
    const init = { method: "POST", headers: { "Content-Type": "text/plain" }, body: text };
    const answer = await fetch(`${place.api}/puzzles?name=${encodeURIComponent(name)}`, init);
    const record = (await answer.json()) as { new: number; known: number; detail?: string };
    said.textContent = answer.ok
      ? `${record.new} new puzzles are kept, ${record.known} were known.`
      : (record.detail ?? "Nothing was kept.");
  } catch {
    said.textContent = "The server does not answer.";
    button.disabled = false;
  }
}

function problem(words: string, box: HTMLTextAreaElement | null): void {
  query("#say").textContent = words;
  const details = box?.closest("details");
  if (details) details.open = true;
}

// mark shows the place of a text that is to blame.
function mark(text: string, line: number, column: number): void {
  const shown = document.querySelector<HTMLElement>("#mark") ?? make("pre", { id: "mark", className: "mark" });
  if (!shown.isConnected) query("#say").after(shown);
  const lines = text.split(/\r?\n/);
  const at = [...(lines[line - 1] ?? "")];
  const to = document.createElement("mark");
  to.textContent = at[column - 1] ?? "¶";
  const before = [...lines.slice(0, line - 1), at.slice(0, column - 1).join("")].join("\n");
  const after = [at.slice(column).join(""), ...lines.slice(line)].join("\n");
  shown.replaceChildren(before, to, after);
  shown.hidden = false;
}
