// What a person lets the browser report of the puzzles that they play, so that puzzles are rated by people: how long one took, and
// nothing of who they are. The browser keeps a random number, and the ratings that came back.

import { clock, read, write } from "./keep";
import { make, query } from "./page";

interface Consent {
  player: string; // random, "" if the person does not want it
  on: boolean;
}

// A Rated is a rating of the person after a play.
interface Rated {
  at: number; // when, as Date.now says it
  rating: number;
  rd: number; // its deviation
}

interface Sent {
  seconds: number;
  solved: boolean | number;
  hints?: number;
  checks?: number;
  at?: string;
  puzzle: string | number;
}

const consentKey = "sudokuctl:help-grade";
const ratingsKey = "sudokuctl:ratings";
const most = 1000; // ratings that are kept

export const ratings = (): Rated[] => read<Rated[]>(ratingsKey) ?? [];

// near returns the rating that a next puzzle should have, undefined while too little is known.
export function near(): number | undefined {
  const last = ratings().at(-1);
  return last && last.rd < 200 ? Math.round(last.rating) : undefined;
}

// curve draws ratings over their numbers, each with its deviation on both sides.
export function curve(all: Rated[], width = 300, height = 90): SVGSVGElement {
  const element = (name: string, attributes: Record<string, string>) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    return e;
  };
  const low = Math.min(...all.map((r) => r.rating - r.rd));
  const high = Math.max(...all.map((r) => r.rating + r.rd));
  const at = (i: number, value: number) =>
    `${((i / Math.max(1, all.length - 1)) * width).toFixed(1)},${((1 - (value - low) / Math.max(1, high - low)) * height).toFixed(1)}`;
  const line = all.map((r, i) => at(i, r.rating)).join(" ");
  const above = all.map((r, i) => at(i, r.rating + r.rd));
  const below = all.map((r, i) => at(i, r.rating - r.rd)).reverse();
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, class: "curve", role: "img" }) as SVGSVGElement;
  svg.append(
    element("polygon", { points: [...above, ...below].join(" ") }),
    element("polyline", { points: line, fill: "none" }),
  );
  svg.setAttribute("aria-label", `your rating over ${all.length} plays, now ${inWords(all.at(-1)!)}`);
  return svg;
}

// inWords writes a rating with its deviation.
export const inWords = (r: Rated): string => `${Math.round(r.rating)} ± ${Math.round(r.rd)}`;

export class Reporter {
  private consent = read<Consent>(consentKey);

  // An api is the address of one that takes plays.
  constructor(
    private readonly api: string,
    private readonly say: (words: string) => void,
  ) {
    this.show();
  }

  private async ask<T>(method: string, query: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.api}/plays${query}`, {
      method,
      headers: { Accept: "application/json", ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    return (await answer.json()) as T;
  }

  // report sends a play, or asks whether it may. It resolves to whether the play was sent.
  async report(play: Sent): Promise<boolean> {
    if (!this.consent) this.offer(play);
    if (!this.consent?.on) return false;
    try {
      const r = await this.ask<Rated & { counted: boolean }>("POST", "", { ...play, player: this.consent.player });
      if (r.counted) write(ratingsKey, [...ratings(), { at: Date.now(), rating: r.rating, rd: r.rd }].slice(-most));
      this.show();
      return true;
    } catch {
      return false; // it is not worth a word
    }
  }

  // offer asks once.
  private offer(play: Sent): void {
    if (document.querySelector("#help")) return;
    const button = (textContent: string, on: boolean) => {
      const b = make("button", { type: "button", textContent });
      b.addEventListener("click", () => {
        query("#help").remove();
        this.agree(on);
        if (on) void this.report(play);
      });
      return b;
    };
    const words =
      "Help grade? Then the server learns how long each puzzle took, and a random number in place of a name.";
    const row = make("div", { className: "row" }, button("Help", true), button("No", false));
    query(".talk").append(make("div", { id: "help" }, make("p", {}, words), row));
  }

  private agree(on: boolean): void {
    const random = () =>
      [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
    this.consent = { on, player: this.consent?.player || (on ? random() : "") };
    write(consentKey, this.consent);
    this.show();
  }

  // show fills the part of the settings.
  private show(): void {
    const place = document.querySelector<HTMLElement>("#helping");
    if (!place) return;
    const box = make("input", { type: "checkbox", checked: !!this.consent?.on });
    box.addEventListener("change", () => this.agree(box.checked));
    const parts: Node[] = [
      make("p", {}, make("label", {}, box, " help grade: report how long puzzles took, under a random number")),
    ];
    const all = ratings();
    if (all.length)
      parts.push(
        make(
          "p",
          {},
          `Your rating: ${inWords(all.at(-1)!)}, after ${all.length} ${all.length === 1 ? "play" : "plays"}.`,
        ),
      );
    if (all.length > 1) parts.push(curve(all));
    if (this.consent?.player) {
      const list = make("ul", {});
      const act = (textContent: string, does: () => Promise<void>) => {
        const b = make("button", { type: "button", textContent });
        b.addEventListener("click", () => void does().catch(() => list.replaceChildren("The server does not answer.")));
        return b;
      };
      parts.push(
        make(
          "p",
          {},
          act("Show what was sent", () => this.list(list)),
          " ",
          act("Delete it", () => this.forget(list)),
        ),
        list,
      );
    }
    place.replaceChildren(...parts);
  }

  private async list(into: HTMLElement): Promise<void> {
    const sent = await this.ask<Sent[]>("GET", `?player=${this.consent!.player}`);
    into.replaceChildren(
      ...sent.map((s) =>
        make(
          "li",
          {},
          `puzzle ${s.puzzle}, ${s.at}: ${clock(1000 * s.seconds)}, ${s.solved ? "" : "not "}solved, ${s.hints} hints, ${s.checks} checks`,
        ),
      ),
    );
    if (!sent.length) into.replaceChildren("Nothing.");
  }

  private async forget(into: HTMLElement): Promise<void> {
    const { deleted } = await this.ask<{ deleted: number }>("DELETE", `?player=${this.consent!.player}`);
    write(ratingsKey, []);
    this.show();
    into.replaceChildren();
    this.say(`${deleted} ${deleted === 1 ? "play" : "plays"} deleted from the server.`);
  }
}
