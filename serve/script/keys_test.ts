import { Board } from "./board";
import { four } from "./board_test";
import { same, type Tests } from "./check";
import { Keys as AllKeys, type Command, type Mode } from "./keys";

// Keys in the mode of digits.
class Keys extends AllKeys {
  override of(e: KeyboardEvent, mode: Mode = "digit"): Command | undefined {
    return super.of(e, mode);
  }
}

function key(name: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const code = /^\d$/.test(name) ? `Digit${name}` : "";
  return new KeyboardEvent("keydown", { key: name, code, ...more });
}

const digit = (n: number, mode?: string) => ({ do: "digit", digit: n, mode });

export const tests: Tests = {
  "digits, with the modes of the modifiers"() {
    const keys = new Keys(four());
    same(keys.of(key("3")), digit(3));
    same(keys.of(key("#", { code: "Digit3", shiftKey: true })), digit(3, "corner"));
    same(keys.of(key("3", { ctrlKey: true })), digit(3, "centre"));
    same(keys.of(key("3", { altKey: true })), digit(3, "colour"));
    same(keys.of(key("&", { code: "Digit1" })), digit(1)); // a French keyboard
    same(keys.of(key("7")), undefined);
    same(keys.of(key("7"), "colour"), digit(7, "colour"));
    same(keys.of(key("3", { shiftKey: true }), "colour"), digit(3, "corner"));
  },

  "moves and commands"() {
    const keys = new Keys(four());
    same(keys.of(key("ArrowUp", { shiftKey: true })), { do: "move", to: "up", extend: true });
    same(keys.of(key("Home", { ctrlKey: true })), { do: "move", to: "first", extend: false });
    same(keys.of(key("z")), { do: "mode", mode: "digit" });
    same(keys.of(key("z", { ctrlKey: true })), { do: "act", name: "undo" });
    same(keys.of(key("Z", { ctrlKey: true, shiftKey: true })), { do: "act", name: "redo" });
    same(keys.of(key("j")), { do: "act", name: "next" });
    same(keys.of(key("Tab")), undefined);
    same(keys.of(key("r", { ctrlKey: true })), undefined);
    same(keys.of(key("F5")), undefined);
  },

  "the number pad: a mark with Shift on Windows, moves without NumLock"() {
    const keys = new Keys(four());
    same(keys.of(key("End", { code: "Numpad1", modifierNumLock: true })), digit(1, "corner"));
    same(keys.of(key("ArrowLeft", { code: "Numpad4" })), { do: "move", to: "left", extend: false });
    same(keys.of(key("4", { code: "Numpad4", modifierNumLock: true })), digit(4));
    same(keys.of(key("Home", { modifierNumLock: true })), { do: "move", to: "home", extend: false });
  },

  "letters of layouts that are not Latin go by their place"() {
    const keys = new Keys(four());
    same(keys.of(key("я", { code: "KeyZ", ctrlKey: true })), { do: "act", name: "undo" });
    same(keys.of(key("ч", { code: "KeyX" })), { do: "mode", mode: "corner" });
    same(keys.of(key("σ", { code: "KeyS" })), { do: "move", to: "down", extend: false });
    same(keys.of(key("q", { code: "KeyA" })), undefined); // a French keyboard
  },

  "a letter that is a digit is no command"() {
    const data = four().data;
    const keys = new Keys(new Board({ ...data, symbols: ["A", "B", "C", "D"] }));
    same(keys.of(key("c")), digit(3));
    same(keys.of(key("C", { shiftKey: true })), digit(3, "corner"));
    same(keys.of(key("z")), { do: "mode", mode: "digit" });
    const cased = new Keys(new Board({ ...data, symbols: ["A", "a", "C", "D"] }));
    same(cased.of(key("a")), digit(2));
    same(cased.of(key("A", { shiftKey: true })), digit(1));
    same(cased.of(key("c")), { do: "mode", mode: "centre" });
  },

  "numbers of several digits are typed one after the other"() {
    const data = four().data;
    const symbols = Array.from({ length: 12 }, (_, i) => String(i + 1));
    const keys = new Keys(new Board({ ...data, n: 12, symbols }));
    same(keys.of(key("1")), digit(1));
    same(keys.of(key("2")), digit(12));
    same(keys.of(key("2")), digit(2));
    same(keys.of(key("1")), digit(1));
    keys.forget();
    same(keys.of(key("2")), digit(2));
  },
};
