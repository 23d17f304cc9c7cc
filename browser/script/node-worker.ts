// The worker under Node.

import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import "./node-crypto"; // before the program
import { load, reply, type Request } from "./program";

const program = load(readFile(new URL("./sudokuctl.wasm", import.meta.url)));
program.catch(() => {}); // each request gets the error

const port = parentPort!; // null only outside of workers
port.on("message", (m: Request) => void reply(program, m, (answer) => port.postMessage(answer)));
