// The client: sends requests to a worker that runs the program, and collects the records of its answers.

import type {
  Board,
  Check,
  Grade,
  Hint,
  Limits,
  Made,
  Marked,
  Order,
  Outcome,
  Solve,
  Step,
  Sudokuctl,
} from "./sudokuctl";

// A Worker in a browser or of Node, as far as it is needed.
export interface Runner {
  postMessage(message: unknown): void;
  terminate(): void;
}

// Message is what the worker sends: records, then how the answer ended.
export interface Message {
  id: number;
  record?: unknown;
  ended?: string; // "" or what went wrong
  index?: number; // with which of many puzzles
}

interface Pending {
  records: unknown[];
  each: ((record: unknown) => void) | undefined;
  resolve: (records: unknown[]) => void;
  reject: (reason: unknown) => void;
}

// Client is what the two classes Sudokuctl of the package have in common. Start starts a worker, and calls the functions
// with its messages and with an error that ended it.
export class Client implements Sudokuctl {
  private runner: Runner | undefined;
  private readonly pending = new Map<number, Pending>();
  private last = 0;

  constructor(private readonly start: (message: (m: Message) => void, failed: (e: Error) => void) => Runner) {}

  // ask returns the records of an answer.
  ask(what: string, request: object, each?: (record: unknown) => void): Promise<unknown[]> {
    const { signal, each: _, ...plain } = request as Order;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const id = ++this.last;
      const abort = () => {
        // The program has one thread, which only ends with the worker: other requests begin anew in the next.
        const others = [...this.pending].filter(([other]) => other !== id);
        this.stop();
        reject(signal!.reason);
        for (const [, p] of others) p.reject(new Error("another request was aborted"));
      };
      const over = () => signal?.removeEventListener("abort", abort);
      signal?.addEventListener("abort", abort);
      this.pending.set(id, {
        records: [],
        each,
        resolve: (r) => (over(), resolve(r)),
        reject: (e) => (over(), reject(e)),
      });
      this.running().postMessage({ id, request: { ...plain, do: what } });
    });
  }

  private running(): Runner {
    return (this.runner ??= this.start(
      (m) => this.receive(m),
      (e) => this.fail(e),
    ));
  }

  private receive({ id, record, ended, index }: Message): void {
    const p = this.pending.get(id);
    if (!p) return;
    if (ended === undefined) {
      p.records.push(record);
      p.each?.(record);
      return;
    }
    this.pending.delete(id);
    if (ended) p.reject(Object.assign(new Error(ended), index === undefined ? {} : { index }));
    else p.resolve(p.records);
  }

  private fail(e: Error): void {
    const all = [...this.pending.values()];
    this.stop();
    for (const p of all) p.reject(e);
  }

  private stop(): void {
    this.runner?.terminate();
    this.runner = undefined;
    this.pending.clear();
  }

  private async one<T>(what: string, request: object): Promise<T> {
    return (await this.ask(what, request))[0] as T;
  }

  // about asks the same of one puzzle or of many.
  private about<T>(what: string, puzzle: string | readonly string[], options: object): Promise<T> {
    return this.one(what, typeof puzzle === "string" ? { ...options, puzzle } : { ...options, puzzles: puzzle });
  }

  solve(puzzle: string, options?: Limits & { limit?: number }): Promise<Solve>;
  solve(puzzles: readonly string[], options?: Limits & { limit?: number }): Promise<Solve[]>;
  solve(puzzle: string | readonly string[], options: Limits & { limit?: number } = {}): Promise<Solve | Solve[]> {
    return this.about("solve", puzzle, options);
  }

  grade(puzzle: string, options?: Limits & { metrics?: string[]; seed?: number }): Promise<Grade>;
  grade(puzzles: readonly string[], options?: Limits & { metrics?: string[]; seed?: number }): Promise<Grade[]>;
  grade(
    puzzle: string | readonly string[],
    options: Limits & { metrics?: string[]; seed?: number } = {},
  ): Promise<Grade | Grade[]> {
    return this.about("grade", puzzle, { seed: 1, ...options });
  }

  check(puzzle: string, options?: Limits & { limit?: number }): Promise<Check>;
  check(puzzles: readonly string[], options?: Limits & { limit?: number }): Promise<Check[]>;
  check(puzzle: string | readonly string[], options: Limits & { limit?: number } = {}): Promise<Check | Check[]> {
    return this.about("check", puzzle, options);
  }

  async explain(puzzle: string, options: Marked = {}): Promise<{ steps: Step[]; outcome: Outcome }> {
    const records = await this.ask("explain", { ...options, puzzle });
    return { steps: records.slice(0, -1) as Step[], outcome: records.at(-1) as Outcome };
  }

  hint(puzzle: string, options: Marked & { level: "where" | "what" }): Promise<Hint>;
  hint(puzzle: string, options?: Marked & { level?: "why" }): Promise<Step>;
  hint(puzzle: string, options: Marked & { level?: "where" | "what" | "why" } = {}): Promise<Hint | Step> {
    return this.one("hint", { ...options, puzzle });
  }

  steps(puzzle: string, options: Marked & { values?: string } = {}): Promise<Step[]> {
    return this.ask("steps", { ...options, puzzle }) as Promise<Step[]>;
  }

  generate(order: Order = {}): Promise<Made[]> {
    return this.ask("generate", order, order.each as (record: unknown) => void) as Promise<Made[]>;
  }

  board(puzzle: string, options: Limits = {}): Promise<Board> {
    return this.one("board", { ...options, puzzle });
  }

  close(): void {
    this.fail(new Error("closed"));
  }
}
