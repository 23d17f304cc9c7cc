// What somebody writes who has a client generated from openapi.json.
import { client } from "./client/client.gen";
import { check, drawPuzzles, hint, solve } from "./client/sdk.gen";

const [base, token] = process.argv.slice(2);
const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

client.setConfig({ baseUrl: base, auth: () => token });
const { data: solved } = await solve({ body: { puzzle }, throwOnError: true });
console.log(solved[0].verdict, solved[0].solutions?.[0]);
const { data: drawn } = await drawPuzzles({ query: { count: 2, seed: 7 }, throwOnError: true });
console.log(drawn.length, "drawn");
console.log((await hint({ body: { puzzle: "nothing" } })).error?.detail);
client.setConfig({ baseUrl: base, auth: () => "wrong" });
console.log((await check({ body: { puzzle } })).error?.status);
