// The worker under Node.

// @ts-ignore: the types of Node are not at hand
import { readFile } from "node:fs/promises";
// @ts-ignore
import { parentPort } from "node:worker_threads";
import "./node-crypto"; // before the program
import { load, reply } from "./program";

const program = load(readFile(new URL("./sudokuctl.wasm", import.meta.url)));
program.catch(() => {}); // each request gets the error

parentPort.on("message", (m: { id: number; request: object }) => void reply(program, m, (answer) => parentPort.postMessage(answer)));
