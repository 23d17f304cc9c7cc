// The program in a worker: loads it, and hands it one request after the other.

import "wasm_exec";

type Answer = (request: object, emit: (record: unknown) => boolean) => string;

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

// load starts the program and returns its function that answers requests.
export async function load(bytes: Promise<BufferSource>): Promise<Answer> {
  const go = new Go();
  const ready = new Promise<Answer>((resolve) => Object.assign(globalThis, { sudokuctlReady: resolve }));
  const { instance } = await WebAssembly.instantiate(await bytes, go.importObject);
  void go.run(instance);
  return ready;
}

export interface Request {
  id: number;
  request: { puzzles?: string[] };
}

// reply answers a request, and posts the records and how the answer ended. The records of many puzzles are one message.
export async function reply(
  program: Promise<Answer>,
  { id, request }: Request,
  post: (message: object) => void,
): Promise<void> {
  const { puzzles, ...rest } = request;
  let ended = "";
  let index: number | undefined;
  try {
    const answer = await program;
    if (puzzles) {
      const records: unknown[] = [];
      for (index = 0; index < puzzles.length && !ended; index++)
        ended = answer({ ...rest, puzzle: puzzles[index] }, (record) => records.push(record) > 0);
      if (ended) ended = `puzzle ${--index}: ${ended}`;
      else post({ id, record: records });
    } else
      ended = answer(rest, (record) => {
        post({ id, record });
        return true;
      });
  } catch (e) {
    ended = String(e);
  }
  post({ id, ended, index });
}
