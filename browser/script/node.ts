// The package under Node.

import { Worker } from "node:worker_threads";
import { Client, type Message } from "./client";

export class Sudokuctl extends Client {
  constructor() {
    super((message, failed) => {
      const worker = new Worker(new URL("./node-worker.js", import.meta.url));
      let open = 0; // requests without an answer: as long as there are some, Node waits for the worker
      worker.on("message", (m: Message) => {
        if (m.ended !== undefined && --open === 0) worker.unref();
        message(m);
      });
      worker.on("error", failed);
      worker.unref();
      return {
        postMessage(m) {
          if (open++ === 0) worker.ref();
          worker.postMessage(m);
        },
        terminate: () => void worker.terminate(),
      };
    });
  }
}

export default Sudokuctl;
