// Puzzles from elsewhere: whatever is pasted or dropped on a page with a grid is read by the server, as the command line
// reads it, and opened on the board.

import { query } from "./page";

interface Read {
  puzzle: string;
  read: number;
  bad_all: number;
}

interface Problem {
  detail?: string;
  at?: { line?: number; column?: number };
}

// watchPastes opens what is pasted or dropped; api is where the API is, board the address of the board.
export function watchPastes(api: string, board: string): void {
  document.addEventListener("paste", (e) => {
    if ((e.target as Element).closest?.("input, textarea, select")) return;
    const text = e.clipboardData?.getData("text/plain");
    if (!text?.trim()) return;
    e.preventDefault();
    void open(api, board, text);
  });
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", (e) => {
    e.preventDefault();
    const file = e.dataTransfer?.files[0];
    const text = e.dataTransfer?.getData("text/plain");
    if (file ?? text?.trim()) void open(api, board, file ?? text!);
  });
}

// read returns the record of a text, which has a puzzle or says what is wrong; undefined if the server does not answer.
export async function read(api: string, text: string | File): Promise<(Partial<Read> & Problem) | undefined> {
  try {
    const answer = await fetch(`${api}/read`, { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });
    return (await answer.json().catch(() => ({}))) as Partial<Read> & Problem;
  } catch {
    return undefined;
  }
}

async function open(api: string, board: string, text: string | File): Promise<void> {
  const box = document.querySelector<HTMLTextAreaElement>("#puzzle");
  if (box && typeof text === "string") box.value = text;
  const record = await read(api, text);
  if (!record) return problem("The server does not answer. What you pasted is in the box below.", box);
  if (record.puzzle) return location.assign(`${board}?puzzle=${encodeURIComponent(record.puzzle)}`);
  const { line, column } = record.at ?? {};
  problem(`This is no puzzle that can be read: ${record.detail ?? "the server does not say why"}${line ? ` (line ${line}${column ? `, column ${column}` : ""})` : ""}.`, box);
  if (box && typeof text === "string" && line) mark(text, line, column ?? 1);
}

function problem(words: string, box: HTMLTextAreaElement | null): void {
  query("#say").textContent = words;
  const details = box?.closest("details");
  if (details) details.open = true;
}

// mark shows the place of a text that is to blame.
function mark(text: string, line: number, column: number): void {
  const shown = document.querySelector("#mark");
  if (!shown) return;
  const lines = text.split(/\r?\n/);
  const at = [...(lines[line - 1] ?? "")];
  const to = document.createElement("mark");
  to.textContent = at[column - 1] ?? "¶";
  const before = [...lines.slice(0, line - 1), at.slice(0, column - 1).join("")].join("\n");
  const after = [at.slice(column).join(""), ...lines.slice(line)].join("\n");
  shown.replaceChildren(before, to, after);
  (shown as HTMLElement).hidden = false;
}
