// Types of "sudokuctl/grid".

import type { Board } from "./sudokuctl";

/** What the events "change" and "solved" say, as their detail. */
export interface SudokuGridChange {
  /** the cell that has changed, by number from 0 */
  cell: number;
  /** the grid as it is filled in, with dots for empty cells */
  value: string;
  /** the cells that contradict others or break a constraint */
  conflicts: number[];
}

/** The element sudoku-grid: a Sudoku that people fill in. Importing "sudokuctl/grid" defines it. */
export declare class SudokuGrid extends HTMLElement {
  /** the givens, row by row: 16, 36, 64, 81, 100, 144 or 256 characters, with dots or zeros for empty cells */
  puzzle: string;
  /** any other puzzle, such as one with constraints: what Sudokuctl.board returns. As an attribute it is JSON. */
  board: Board | undefined;
  /** the grid as it is filled in, with dots for empty cells; to be set to what was kept */
  value: string;
  readonly solved: boolean;
  readonly conflicts: number[];
  reset(): void;
  undo(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "sudoku-grid": SudokuGrid;
  }
}
