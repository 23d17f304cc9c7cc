// Pages that change while they are looked at: a run under way, and puzzles as they are made.

import { mini } from "./mini";
import { colon, make, query } from "./page";

interface Progress {
  stage: string;
  plugin: string;
  done: number;
  total: number;
  over: boolean;
  text: string;
}

interface Message {
  kind: string; // progress, failure or state
  data: string;
}

const askAgain = 2000; // milliseconds until a page without a stream asks again

// LiveRun keeps the page of a run up to date. Browsers allow six connections to a server, so of all tabs with a run one has
// the stream and tells the others; a tab that is not seen has none.
export class LiveRun {
  private readonly address: string;
  private readonly channel: BroadcastChannel;
  private readonly status: HTMLElement;
  private stop = new AbortController();

  constructor(private readonly section: HTMLElement) {
    this.address = section.dataset.events!;
    this.channel = new BroadcastChannel(this.address);
    this.channel.addEventListener("message", (e) => this.show(e.data as Message));
    section.ariaLive = "off"; // figures that change four times a second are not to be read out
    this.status = document.createElement("p");
    this.status.role = "status";
    section.append(this.status);
    document.addEventListener("visibilitychange", () => this.seen());
    this.seen();
  }

  private seen(): void {
    this.stop.abort();
    if (document.hidden) return;
    this.stop = new AbortController();
    const { signal } = this.stop;
    if (!navigator.locks) return void this.stream(signal); // not a secure address
    navigator.locks.request(this.address, { signal }, () => this.stream(signal)).catch(() => {}); // aborted
  }

  // stream shows events, and passes them on, until the signal.
  private stream(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const source = new EventSource(this.address);
      const end = () => {
        source.close();
        resolve();
      };
      signal.addEventListener("abort", end);
      for (const kind of ["progress", "failure", "state"]) {
        source.addEventListener(kind, (e) => {
          const message: Message = { kind, data: (e as MessageEvent<string>).data };
          this.channel.postMessage(message);
          this.show(message);
        });
      }
      source.addEventListener("error", () => {
        if (source.readyState !== EventSource.CLOSED) return; // it connects again by itself
        end();
        setTimeout(() => void this.again(), askAgain);
      });
    });
  }

  private show({ kind, data }: Message): void {
    const record: unknown = JSON.parse(data);
    if (kind === "progress") this.progress(record as Progress);
    if (kind === "failure") this.failure((record as { detail: string }).detail);
    if (kind === "state" && (record as { state: string }).state !== "running") {
      this.stop.abort();
      void this.again(); // what can be done with the run, and its tasks, are others now
    }
  }

  // again loads the page as soon as there is a server that answers: without one it stays as it is, and says so.
  private async again(): Promise<void> {
    try {
      await fetch(location.href, { method: "HEAD" });
      location.reload();
    } catch {
      this.status.textContent = "The server does not answer.";
      setTimeout(() => void this.again(), askAgain);
    }
  }

  private progress(p: Progress): void {
    const list = this.section.querySelector("ul")!;
    let row = [...list.children].find(
      (r) => (r as HTMLElement).dataset.stage === p.stage && (r as HTMLElement).dataset.plugin === p.plugin,
    );
    if (!row) {
      const added = document.createElement("li");
      [added.dataset.stage, added.dataset.plugin] = [p.stage, p.plugin];
      const bar = document.createElement("progress");
      bar.ariaLabel = colon(p.stage, p.plugin);
      added.append(bar, " ", document.createElement("span"));
      list.append((row = added));
    }
    const bar = row.querySelector("progress")!;
    if (p.total) [bar.max, bar.value] = [p.total, p.done];
    else if (p.over)
      bar.value = 1; // of what nobody could know the end
    else bar.removeAttribute("value");
    row.querySelector("span")!.textContent = p.text;
  }

  private failure(detail: string): void {
    const known = [...this.section.querySelectorAll(".failure")].some((e) => e.textContent === detail);
    if (known) return;
    const e = document.createElement("pre");
    e.className = "failure";
    e.textContent = detail;
    this.section.append(e);
    this.status.textContent = `Failure: ${detail.split("\n")[0]}`;
  }
}

interface Made {
  puzzle: string;
  clues: number;
}

// liveGenerate shows each puzzle as soon as it is made, and keeps those that are chosen.
export function liveGenerate(form: HTMLFormElement): void {
  const section = query("#made");
  const status = make("p", { role: "status" });
  form.after(status);
  for (const card of section.querySelectorAll("li")) choice(card);
  for (const made of (history.state as Made[] | null) ?? []) show(made, section);
  section.addEventListener("change", chosen);
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    void generate(form, section, status);
  });
}

async function generate(form: HTMLFormElement, section: HTMLElement, status: HTMLElement): Promise<void> {
  const fields = new FormData(form);
  const order: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    if (!value) continue;
    if (["number", "clues_min", "clues_max", "seed"].includes(name)) order[name] = Number(value);
    else if (name === "constraints") order[name] = String(value).split(",");
    else order[name] = name === "minimal" ? true : value;
  }
  const page = new URL(form.action);
  for (const [name, value] of fields) if (value) page.searchParams.set(name, String(value));
  history.replaceState(null, "", page);
  const list = section.querySelector("ul")!;
  list.replaceChildren();
  const made: Made[] = [];
  const button = form.querySelector("button")!;
  button.disabled = true;
  status.textContent = "Generating …";
  const begun = performance.now();
  try {
    const answer = await fetch(form.dataset.api!, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/x-ndjson" },
      body: JSON.stringify(order),
    });
    if (!answer.ok)
      throw new Error(((await answer.json()) as { detail?: string }).detail ?? "The server makes no puzzles now.");
    for await (const line of lines(answer.body!)) {
      const record = JSON.parse(line) as Made & { detail?: string };
      if (record.puzzle === undefined) throw new Error(record.detail ?? "Fewer puzzles were made than ordered.");
      made.push({ puzzle: record.puzzle, clues: record.clues });
      show(record, section);
      const seconds = (performance.now() - begun) / 1000;
      status.textContent = `${list.children.length} made, ${(list.children.length / seconds).toFixed(1)} a second`;
    }
  } catch (e) {
    status.textContent = e instanceof TypeError ? "The server does not answer." : (e as Error).message;
  } finally {
    history.replaceState(made, "");
    button.disabled = false;
  }
}

// show adds a card; what was made is in the state of the page's entry in the history, so that Back shows it again.
function show(made: Made, section: HTMLElement): void {
  section.querySelector("ul")!.append(card(made, section.dataset));
  chosen();
  section.hidden = false;
  document.querySelector(".empty")?.remove();
}

// card shows a puzzle as the library does; the server draws what is more than digits and boxes.
function card(made: Made, { puzzle, picture }: DOMStringMap): HTMLElement {
  const link = make("a", { href: puzzle + encodeURIComponent(made.puzzle), textContent: "Play this" });
  const e = make("li", {}, link, " ", make("span", { className: "count", textContent: `${made.clues} clues` }));
  e.dataset.puzzle = made.puzzle;
  if (made.puzzle.includes("~")) void draw(e, picture!);
  else e.append(mini(made.puzzle));
  choice(e);
  return e;
}

async function draw(card: HTMLElement, address: string): Promise<void> {
  const answer = await fetch(address, { method: "POST", body: card.dataset.puzzle! }).catch(() => undefined);
  if (!answer?.ok) return; // it can be played without a picture
  card.append(make("img", { src: "data:image/svg+xml," + encodeURIComponent(await answer.text()), alt: "" }));
}

// choice adds a box to a card that says whether the puzzle is to be kept.
function choice(card: HTMLElement): void {
  const box = make("input", { type: "checkbox", checked: true });
  card.append(make("label", { className: "keep" }, box, " keep"));
}

// chosen writes the puzzles that are to be kept as text.
function chosen(): void {
  const cards = [...query("#made").querySelectorAll("li")].filter((e) => e.querySelector("input")!.checked);
  query<HTMLTextAreaElement>("#made textarea").value = cards.map((e) => e.dataset.puzzle + "\n").join("");
}

// lines are the lines of a body as they come.
async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const all = (rest + value).split("\n");
    rest = all.pop()!;
    yield* all.filter((line) => line);
  }
  if (rest) yield rest;
}
