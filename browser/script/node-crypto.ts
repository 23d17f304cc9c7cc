// What the program takes from the browser and Node 18 does not have.

// @ts-ignore: the types of Node are not at hand
import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto as Crypto;
