// The view: draws scenes into the tables that the page came with, and knows which cells are selected.

import { columnsOfMarks, type Board } from "./board";
import { draw, layer as newLayer, type Layer } from "./drawing";
import { differs, Flag, Kind, label, Mark, type Scene } from "./scene";
import { sketch } from "./sketch";
import { bits } from "./state";

// What the page says of a cell for ever.
const fixedClasses = ["cell", "bt", "br", "bb", "bl", "extra", "labelled"];

export class View {
  readonly cells: HTMLElement[] = [];
  readonly selected = new Set<number>();
  cursor = 0;

  private readonly fixed: string[] = [];
  private readonly layers: Layer[] = [];
  private shapes: SVGElement[][] = []; // by constraint
  private scene: Scene | undefined;

  constructor(
    readonly root: HTMLElement,
    readonly board: Board,
  ) {
    for (const cell of root.querySelectorAll<HTMLElement>("[data-cell]")) {
      const c = Number(cell.dataset.cell);
      this.cells[c] = cell;
      this.fixed[c] = [...cell.classList].filter((name) => fixedClasses.includes(name)).join(" ");
      cell.tabIndex = c === 0 ? 0 : -1;
      cell.ariaSelected = "false";
    }
    root.querySelectorAll<HTMLTableElement>("table").forEach((table) => {
      table.ariaMultiSelectable = "true";
      if (board.data.beyond) this.shapes = sketch(table.parentElement!, board, board.data.beyond);
      this.layers.push(newLayer(table, board));
    });
  }

  // show draws a scene: the cells that differ from the last one, and what lies over them.
  show(scene: Scene): void {
    for (let c = 0; c < this.board.cells; c++) {
      if (!this.scene || differs(this.board, this.scene, scene, c)) this.paint(scene, c);
    }
    if (this.scene?.step !== scene.step) draw(this.board, this.layers, scene.step);
    this.scene = scene;
    const sentences = (this.root.getRootNode() as ParentNode).querySelectorAll("#constraints li");
    this.shapes.forEach((shapes, i) => {
      for (const e of [...shapes, sentences[i]]) {
        e?.classList.toggle("broken", !!scene.broken?.has(i));
        e?.classList.toggle("used", !!scene.used?.has(i));
        e?.classList.toggle("unused", !!scene.used && !scene.used.has(i));
      }
    });
  }

  // describe is a cell of the last scene in words.
  describe(cell: number): string {
    return this.scene ? label(this.board, this.scene, cell) : "";
  }

  private paint(s: Scene, c: number): void {
    const cell = this.cells[c];
    if (!cell) return;
    const flag = s.flags[c]!;
    const { n } = this.board;
    const own = (marks: Uint8Array, bit: number) => {
      for (let i = c * n; i < (c + 1) * n; i++) if (marks[i]! & bit) return true;
      return false;
    };
    const classes = [this.fixed[c]!];
    const add = (name: string, is: boolean | number) => is && classes.push(name);
    add("given", s.kinds[c] === Kind.Given);
    add("found", s.kinds[c] === Kind.Found);
    add("place", s.kinds[c] === Kind.Placed);
    add("pattern", flag & Flag.Pattern);
    add("conflict", flag & Flag.Conflict);
    add("wrong", flag & Flag.Wrong);
    add("same", flag & Flag.Same);
    add("soft", flag & Flag.Soft);
    add("struck", own(s.marks, Mark.Strike));
    add("selected", this.selected.has(c));
    cell.className = classes.join(" ");
    cell.ariaLabel = label(this.board, s, c);

    const children: HTMLElement[] = [];
    if (s.colours[c]) {
      const paint = span("paint", "");
      paint.append(...bits(s.colours[c]!).map((b) => span(`c${b}`, "")));
      children.push(paint);
    }
    if (s.digits[c]) {
      children.push(span("digit", this.board.symbol(s.digits[c]!)));
    } else {
      const marks = own(s.marks, Mark.There);
      const centre = own(s.centre, 1);
      const box = marks && centre ? " both" : "";
      if (marks && columnsOfMarks(n)) children.push(this.marks(s, c, box));
      if (centre) {
        let text = "";
        for (let d = 1; d <= n; d++) if (s.centre[c * n + d - 1]) text += this.board.symbol(d);
        children.push(span("centre" + box + (text.length > 5 ? " long" : ""), text));
      }
    }
    cell.replaceChildren(...children);
  }

  private marks(s: Scene, c: number, box: string): HTMLElement {
    const { n } = this.board;
    const all = span(`marks k${columnsOfMarks(n)}${box}`, "");
    all.ariaHidden = "true";
    for (let d = 1; d <= n; d++) {
      const mark = s.marks[c * n + d - 1]!;
      let name = "m";
      if (mark & Mark.Strike) name += " strike";
      if (mark & Mark.Placed) name += " placed";
      if (mark & Mark.Same) name += " same";
      if (mark & Mark.Picked) name += " picked";
      const hue = s.hues[c * n + d - 1]!;
      if (mark && hue) name += ` c${hue}`;
      const m = span(name, mark ? this.board.symbol(d) : "");
      m.dataset.digit = String(d);
      all.append(m, " "); // so that the text reads as the label does
    }
    return all;
  }

  // select makes these cells the selection; the cursor is where the keyboard is.
  select(cells: Iterable<number>, cursor: number): void {
    const wanted = new Set(cells);
    for (const c of this.selected) if (!wanted.has(c)) this.mark(c, false);
    for (const c of wanted) if (!this.selected.has(c)) this.mark(c, true);
    this.cells[this.cursor]!.tabIndex = -1;
    this.cursor = cursor;
    this.cells[cursor]!.tabIndex = 0;
  }

  private mark(cell: number, is: boolean): void {
    if (is) this.selected.add(cell);
    else this.selected.delete(cell);
    this.cells[cell]!.classList.toggle("selected", is);
    this.cells[cell]!.ariaSelected = String(is);
  }

  focus(): void {
    this.cells[this.cursor]!.focus({ preventScroll: false });
  }
}

function span(name: string, text: string): HTMLElement {
  const e = document.createElement("span");
  e.className = name;
  e.textContent = text;
  return e;
}
