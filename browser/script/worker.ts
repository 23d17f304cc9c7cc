// The worker in a browser.

import { load, reply, type Request } from "./program";

async function bytes(): Promise<ArrayBuffer> {
  const file = await fetch(new URL("./sudokuctl.wasm", import.meta.url));
  if (!file.ok) throw new Error(`the program could not be loaded: ${file.status}`);
  return file.arrayBuffer();
}

const program = load(bytes());
program.catch(() => {}); // each request gets the error

addEventListener("message", (e: MessageEvent<Request>) => void reply(program, e.data, (m) => postMessage(m)));
