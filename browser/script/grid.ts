// <sudoku-grid>: a Sudoku that people fill in, as an element of any page. It needs neither the engine nor a server.

import type { SudokuGridChange } from "./grid.types";

// shapes are the boxes of the sizes that it knows: rows and columns of each.
const shapes: Record<number, [rows: number, cols: number]> = { 4: [2, 2], 6: [2, 3], 8: [2, 4], 9: [3, 3], 10: [2, 5], 12: [3, 4], 16: [4, 4] };
const symbols = "123456789ABCDEFG";

const style = `
:host { display: inline-block; width: min(100%, 30rem); --ink: CanvasText; --paper: Canvas; --own: #1f5fbf; --wrong: #c62828; --chosen: #ffe69c; --same: #dce9f7;
  container-type: inline-size; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :host { --own: #8ab8ff; --wrong: #ff8a80; --chosen: #5c4a00; --same: #1e3350; } }
table { border-collapse: collapse; width: 100%; aspect-ratio: 1; table-layout: fixed; background: var(--paper); color: var(--ink); border: 2px solid var(--ink); }
td { border: 1px solid color-mix(in srgb, var(--ink) 35%, var(--paper)); padding: 0; text-align: center; line-height: 1; cursor: default; user-select: none; font: calc(62cqi / var(--n)) system-ui, sans-serif; }
td.right { border-right: 2px solid var(--ink); } td.below { border-bottom: 2px solid var(--ink); }
td.own { color: var(--own); } td.given { font-weight: 600; } td.same { background: var(--same); } td.wrong { color: var(--wrong); text-decoration: underline wavy; }
td:focus { background: var(--chosen); outline: 3px solid var(--own); outline-offset: -3px; }
small { font-size: calc(22cqi / var(--n)); display: block; overflow-wrap: anywhere; }`;

export class SudokuGrid extends HTMLElement {
  static observedAttributes = ["puzzle", "value", "readonly"];

  #n = 9;
  #givens: number[] = [];
  #values: number[] = [];
  #marks: Set<number>[] = [];
  #undo: [cell: number, value: number, marks: number[]][] = [];
  #at = 0;
  #cells: HTMLTableCellElement[] = [];

  get puzzle(): string {
    return this.getAttribute("puzzle") ?? "";
  }
  set puzzle(text: string) {
    this.setAttribute("puzzle", text);
  }

  // value is the grid as it is filled in, with dots for empty cells.
  get value(): string {
    return this.#values.map((v) => symbols[v - 1] ?? ".").join("");
  }
  set value(text: string) {
    const values = this.#read(text);
    this.#values = this.#givens.map((given, i) => given || (values[i] ?? 0));
    this.#undo = [];
    this.#show();
  }

  get solved(): boolean {
    return this.#values.length > 0 && this.#values.every((v) => v > 0) && this.conflicts.length === 0;
  }

  // conflicts are the cells that have a digit of another cell in their row, column or box, by number from 0.
  get conflicts(): number[] {
    const all: number[] = [];
    this.#values.forEach((v, i) => {
      if (v && this.#values.some((w, k) => w === v && k !== i && this.#sees(i, k))) all.push(i);
    });
    return all;
  }

  // reset takes back everything that was filled in.
  reset(): void {
    this.value = this.puzzle;
    this.#marks.forEach((m) => m.clear());
    this.#show();
  }

  undo(): void {
    const last = this.#undo.pop();
    if (!last) return;
    [this.#at, this.#values[last[0]]] = [last[0], last[1]];
    this.#marks[last[0]] = new Set(last[2]);
    this.#changed(last[0]);
  }

  attributeChangedCallback(name: string, _: string | null, text: string | null): void {
    if (name === "puzzle") this.#set(text ?? "");
    else if (name === "value") this.value = text ?? "";
    else this.#show();
  }

  #read(text: string): number[] {
    return [...text.replace(/[^0-9A-Ga-g._*?-]/g, "")].map((c) => symbols.indexOf(c.toUpperCase()) + 1);
  }

  #set(text: string): void {
    const givens = this.#read(text);
    const n = Math.sqrt(givens.length);
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    if (!shapes[n] || givens.some((v) => v > n)) {
      root.textContent = `${givens.length} cells are no puzzle: 16, 36, 64, 81, 100, 144 or 256 are, with digits up to the size.`;
      this.#cells = this.#values = this.#givens = [];
      return;
    }
    [this.#n, this.#givens, this.#values, this.#undo, this.#at] = [n, givens, [...givens], [], 0];
    this.#marks = givens.map(() => new Set<number>());
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${style} :host { --n: ${n}; }`);
    root.adoptedStyleSheets = [sheet];
    const table = document.createElement("table");
    table.setAttribute("role", "grid");
    table.ariaLabel = this.ariaLabel ?? "Sudoku";
    const [rows, cols] = shapes[n];
    this.#cells = givens.map((_, i) => {
      const [row, col] = [Math.floor(i / n), i % n];
      const cell = (table.rows[row] ?? table.insertRow()).insertCell();
      cell.setAttribute("role", "gridcell");
      cell.classList.toggle("right", col % cols === cols - 1 && col < n - 1);
      cell.classList.toggle("below", row % rows === rows - 1 && row < n - 1);
      cell.addEventListener("pointerdown", () => this.#go(i));
      return cell;
    });
    table.addEventListener("keydown", (e) => this.#key(e));
    root.replaceChildren(table);
    this.#show();
  }

  #sees(a: number, b: number): boolean {
    const n = this.#n;
    const [rows, cols] = shapes[n]!;
    const [r, c, s, d] = [Math.floor(a / n), a % n, Math.floor(b / n), b % n];
    return r === s || c === d || (Math.floor(r / rows) === Math.floor(s / rows) && Math.floor(c / cols) === Math.floor(d / cols));
  }

  #go(cell: number): void {
    this.#at = cell;
    this.#show();
    this.#cells[cell]?.focus();
  }

  #key(e: KeyboardEvent): void {
    const n = this.#n;
    const [row, col] = [Math.floor(this.#at / n), this.#at % n];
    const moves: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const move = moves[e.key];
    if (move) {
      this.#go(Math.min(n - 1, Math.max(0, row + move[0])) * n + Math.min(n - 1, Math.max(0, col + move[1])));
    } else if (e.key.toLowerCase() === "z" && (e.ctrlKey || e.metaKey)) {
      this.undo();
    } else if (e.ctrlKey || e.metaKey || e.altKey) {
      return;
    } else if (["Delete", "Backspace", "0", "."].includes(e.key)) {
      this.#enter(0, false);
    } else {
      const digit = /^Digit\d$/.test(e.code) && e.shiftKey ? Number(e.code[5]) : symbols.indexOf(e.key.toUpperCase()) + 1;
      if (e.key.length > 1 || digit < 1 || digit > n) return;
      this.#enter(digit, e.shiftKey);
    }
    e.preventDefault();
  }

  #enter(digit: number, mark: boolean): void {
    const at = this.#at;
    if (this.#givens[at] || this.hasAttribute("readonly")) return;
    this.#undo.push([at, this.#values[at]!, [...this.#marks[at]!]]);
    if (!mark) this.#values[at] = digit;
    else if (!this.#marks[at]!.delete(digit)) this.#marks[at]!.add(digit);
    this.#changed(at);
  }

  #changed(cell: number): void {
    this.#show();
    this.#cells[cell]?.focus();
    const detail: SudokuGridChange = { cell, value: this.value, conflicts: this.conflicts };
    this.dispatchEvent(new CustomEvent("change", { detail, bubbles: true, composed: true }));
    if (this.solved) this.dispatchEvent(new CustomEvent("solved", { detail, bubbles: true, composed: true }));
  }

  #show(): void {
    const wrong = new Set(this.conflicts);
    const n = this.#n;
    this.#cells.forEach((cell, i) => {
      const v = this.#values[i]!;
      const marks = [...this.#marks[i]!].sort((a, b) => a - b).map((m) => symbols[m - 1]);
      cell.replaceChildren();
      if (v) cell.textContent = symbols[v - 1]!;
      else if (marks.length) cell.appendChild(document.createElement("small")).textContent = marks.join(" ");
      cell.classList.toggle("given", !!this.#givens[i]);
      cell.classList.toggle("own", !!v && !this.#givens[i]);
      cell.classList.toggle("wrong", wrong.has(i));
      cell.classList.toggle("same", !!v && v === this.#values[this.#at] && i !== this.#at);
      cell.tabIndex = i === this.#at ? 0 : -1;
      const says = v ? `${this.#givens[i] ? "given " : ""}${symbols[v - 1]}` : marks.length ? `marks ${marks.join(" ")}` : "empty";
      cell.ariaLabel = `row ${Math.floor(i / n) + 1} column ${(i % n) + 1}, ${says}${wrong.has(i) ? ", in conflict" : ""}`;
    });
  }
}

customElements.define("sudoku-grid", SudokuGrid);
