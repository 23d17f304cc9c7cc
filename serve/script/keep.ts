// What the browser keeps of the puzzles that were begun: a record for each, by its notation, so that every page that shows the
// puzzle finds it. Where nothing can be kept, play goes on without.

import type { State } from "./state";

export interface Play {
  state: string; // as State.encode writes it
  ms: number; // for which it was played
  at: number; // when, as Date.now says it
  filled: number; // per cent of the empty cells
  solved?: boolean;
  hints?: number; // that were taken
  checks?: number; // how often the entries were checked
  sent?: boolean; // whether it was reported
}

export interface Settings {
  labels: boolean;
  timer: boolean;
  conflicts: boolean; // shown at once
  auto: boolean; // automatic marks on a new puzzle
}

const prefix = "sudokuctl:play:";
const settingsKey = "sudokuctl:settings";

// read returns what is kept under a key, undefined for nothing that can be read.
export function read<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

// write reports whether something is kept now.
export function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const settings: Settings = {
  labels: true,
  timer: true,
  conflicts: true,
  auto: false,
  ...read<Settings>(settingsKey),
};

export function set(name: keyof Settings, is: boolean): void {
  settings[name] = is;
  write(settingsKey, settings);
}

// begun returns the puzzles in which something was entered, the last first.
export function begun(): (Play & { puzzle: string })[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const play = read<Play>(key);
        return play && typeof play.at === "number" && play.state !== "" && play.state !== "auto=1"
          ? [{ ...play, puzzle: key.slice(prefix.length) }]
          : [];
      })
      .sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

// Keep keeps what is done with a puzzle, and takes over what another tab does with it.
export class Keep {
  ms = 0;
  solved = false;
  help: Pick<Play, "hints" | "checks" | "sent"> = {};
  private readonly key: string;
  private last = ""; // the state that this tab last read or wrote
  private running = 0; // since when the time runs, 0 if it does not
  private failed = false;

  constructor(
    notation: string,
    private readonly state: State,
    private readonly hooks: { merged(): void; failed(): void },
  ) {
    this.key = prefix + notation;
    const kept = read<Play>(this.key);
    if (kept) {
      state.decode(kept.state);
      [this.last, this.ms, this.solved] = [kept.state, kept.ms || 0, !!kept.solved];
      this.help = { hints: kept.hints, checks: kept.checks, sent: kept.sent };
    }
    addEventListener("storage", (e) => {
      if (e.key === this.key && this.merge()) this.hooks.merged();
    });
    document.addEventListener("visibilitychange", () => this.run());
    addEventListener("pagehide", () => this.save());
    this.run();
  }

  // merge takes over what is kept and was not seen here; what was changed in both is as it is here. It reports whether
  // anything is different now.
  private merge(): boolean {
    const kept = read<Play>(this.key);
    if (!kept || kept.state === this.last) return false;
    this.ms = Math.max(this.ms, kept.ms);
    const changes = this.state.merge(this.last, kept.state);
    this.last = kept.state;
    return this.state.change(changes);
  }

  // save keeps the state as it is.
  save(): void {
    if (this.merge()) this.hooks.merged();
    const { board } = this.state;
    const text = this.state.encode();
    if (!text && !this.last) return;
    const open = board.data.givens.filter((d) => !d).length;
    const filled = Math.round((100 * this.state.values.filter((v) => v).length) / Math.max(1, open));
    const play: Play = { state: text, ms: this.time, at: Date.now(), filled, ...(this.solved && { solved: true }), ...this.help };
    if (write(this.key, play)) this.last = text;
    else if (!this.failed) this.hooks.failed();
    this.failed ||= this.last !== text;
  }

  // time is for how many milliseconds the puzzle was played.
  get time(): number {
    return this.ms + (this.running ? performance.now() - this.running : 0);
  }

  // run lets the time run while the page is seen and the puzzle is not solved.
  run(): void {
    const on = !document.hidden && !this.solved;
    if (on === this.running > 0) return;
    this.ms = this.time;
    this.running = on ? performance.now() : 0;
  }

  // restart forgets the time, and that the puzzle was solved.
  restart(): void {
    [this.ms, this.solved, this.running] = [0, false, 0];
    this.run();
  }
}

// clock writes a time as people do: 6:12, 1:02:03.
export function clock(ms: number): string {
  const s = Math.floor(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  return s < 3600
    ? `${Math.floor(s / 60)}:${two(s % 60)}`
    : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
