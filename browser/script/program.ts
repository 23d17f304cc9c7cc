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

// reply answers a request, and posts the records and how the answer ended.
export async function reply(program: Promise<Answer>, { id, request }: { id: number; request: object }, post: (message: object) => void): Promise<void> {
  let ended: string;
  try {
    const answer = await program;
    ended = answer(request, (record) => {
      post({ id, record });
      return true;
    });
  } catch (e) {
    ended = String(e);
  }
  post({ id, ended });
}
