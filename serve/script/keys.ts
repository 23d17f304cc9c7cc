// Keys: which command a key stands for on a page with a grid. A letter that is a digit of the puzzle is no command.

import type { Board } from "./board";

export type Mode = "digit" | "corner" | "centre" | "colour";

export const modes: Mode[] = ["digit", "corner", "centre", "colour"];

export type Command =
  | { do: "digit"; digit: number; mode: Mode | undefined } // in a mode, or in that of the page
  | {
      do: "move";
      to: "up" | "down" | "left" | "right" | "home" | "end" | "first" | "last" | "above" | "below";
      extend: boolean;
    }
  | { do: "mode"; mode: Mode }
  | { do: "act"; name: string };

const letters: Record<string, Command> = {
  z: { do: "mode", mode: "digit" },
  x: { do: "mode", mode: "corner" },
  c: { do: "mode", mode: "centre" },
  v: { do: "mode", mode: "colour" },
  w: { do: "move", to: "up", extend: false },
  a: { do: "move", to: "left", extend: false },
  s: { do: "move", to: "down", extend: false },
  d: { do: "move", to: "right", extend: false },
  j: { do: "act", name: "next" },
  k: { do: "act", name: "prior" },
  t: { do: "act", name: "take" },
  m: { do: "act", name: "auto" },
  h: { do: "act", name: "hint" },
  p: { do: "act", name: "projector" },
};

const moves: Record<string, Extract<Command, { do: "move" }>["to"]> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "home",
  End: "end",
  PageUp: "above",
  PageDown: "below",
};

export class Keys {
  private typed = ""; // the beginning of a number of several digits
  private readonly folded: boolean; // upper and lower case are the same digit

  constructor(private readonly board: Board) {
    this.folded = board.data.symbols.every((s) => s === s.toUpperCase());
  }

  // of returns the command of a key in a mode, undefined for a key that is none.
  of(e: KeyboardEvent, now: Mode): Command | undefined {
    const control = e.ctrlKey || e.metaKey;
    const number = this.pad(e);
    if (number) return { do: "digit", digit: number, mode: "corner" };
    const colour = /^(?:Digit|Numpad)([1-8])$/.exec(e.code)?.[1];
    if (colour && (e.altKey || (now === "colour" && !e.shiftKey && !control))) {
      return { do: "digit", digit: Number(colour), mode: "colour" }; // whether or not it is a digit of the puzzle
    }
    const digit = this.digit(e);
    if (digit) {
      const mode: Mode | undefined = control ? "centre" : this.shifts(e) ? "corner" : undefined;
      return { do: "digit", digit, mode };
    }
    if (!/^\d$/.test(e.key)) this.typed = "";
    const letter = letterOf(e);
    const to = moves[e.key];
    if (to && !e.altKey) {
      const far = control && (to === "home" || to === "end");
      return { do: "move", to: far ? (to === "home" ? "first" : "last") : to, extend: e.shiftKey };
    }
    if (control) {
      const name = { z: e.shiftKey ? "redo" : "undo", y: "redo", a: "all" }[letter];
      return name ? { do: "act", name } : undefined;
    }
    if (e.altKey) return undefined;
    switch (e.key) {
      case "Delete":
      case "Backspace":
        return { do: "act", name: "erase" };
      case "0":
      case ".":
        return { do: "act", name: "blank" };
      case "Escape":
        return { do: "act", name: "leave" };
      case "?":
        return { do: "act", name: "keys" };
      case " ":
        return { do: "act", name: e.shiftKey ? "priorMode" : "nextMode" };
    }
    return letters[letter];
  }

  // pad returns the digit of a key on the number pad that stands for a move because Shift is held: Windows says that Shift is up.
  private pad(e: KeyboardEvent): number {
    const digit = Number(/^Numpad([1-9])$/.exec(e.code)?.[1] ?? 0);
    return digit <= this.board.n && !/^\d$/.test(e.key) && e.getModifierState("NumLock") ? digit : 0;
  }

  // forget ends a number that is being typed.
  forget(): void {
    this.typed = "";
  }

  private shifts(e: KeyboardEvent): boolean {
    return e.shiftKey && (this.folded || /^(Digit|Numpad)/.test(e.code));
  }

  private digit(e: KeyboardEvent): number {
    // With Shift or Alt a key of the row of digits has another character, and on some keyboards without Shift.
    const printed = /^Digit(\d)$/.exec(e.code)?.[1] ?? (/^Numpad\d$/.test(e.code) && /^\d$/.test(e.key) ? e.key : "");
    const key = printed || (e.key.length === 1 ? letterOf(e, e.key) : e.key);
    if (key.length > 1 && !/^\d+$/.test(key)) return 0;
    const symbols = this.board.data.symbols;
    if ((e.ctrlKey || e.metaKey || e.altKey) && !/^\d$/.test(key)) return 0;
    const index = (text: string) => symbols.findIndex((s) => s === text || (this.folded && s === text.toUpperCase()));
    for (const text of [this.typed + key, key]) {
      const i = index(text);
      if (i < 0) continue;
      this.typed = symbols.some((s) => s.length > text.length && s.startsWith(text)) ? text : "";
      return i + 1;
    }
    return 0;
  }
}

// letterOf returns the letter of a key, in lower case unless it is given: on a layout without Latin letters the one that is
// printed on it elsewhere.
function letterOf(e: KeyboardEvent, key = e.key.toLowerCase()): string {
  return key.length === 1 && key > "\u007f" ? (/^Key([A-Z])$/.exec(e.code)?.[1]?.toLowerCase() ?? key) : key;
}
