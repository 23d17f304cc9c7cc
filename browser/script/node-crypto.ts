// What the program takes from the browser and Node 18 does not have.

import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto as Crypto;
