// The package in a browser. A worker does the work, so that the page stays awake.

import { Client, type Message } from "./client";

export class Sudokuctl extends Client {
  constructor() {
    super((message, failed) => {
      const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      worker.onmessage = (e: MessageEvent<Message>) => message(e.data);
      worker.onerror = (e) => failed(new Error(e.message || "the worker could not be started"));
      return worker;
    });
  }
}

export default Sudokuctl;
