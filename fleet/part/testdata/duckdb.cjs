// Answers questions about parts with DuckDB, each with the types and the values of its columns, all texts:
// node duckdb.cjs FOLDER SQL…, where FOLDER has @duckdb/node-api in its node_modules.
const { createRequire } = require("node:module");
const { resolve } = require("node:path");

const [folder, ...questions] = process.argv.slice(2);
const { DuckDBInstance } = createRequire(resolve(folder, "package.json"))("@duckdb/node-api");

async function main() {
  const db = await (await DuckDBInstance.create()).connect();
  const answers = [];
  for (const question of questions) {
    const answer = await db.runAndReadAll(question);
    answers.push({
      columns: answer.columnNames(),
      types: answer.columnTypes().map(String),
      rows: answer.getRows().map((row) => row.map((v) => (v === null ? null : String(v)))),
    });
  }
  process.stdout.write(JSON.stringify(answers));
}

main();
