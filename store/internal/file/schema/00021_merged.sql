-- A library that was merged to its end is not read again while it holds the same rows.

PRAGMA user_version = 21;

CREATE TABLE merged (
  digest TEXT PRIMARY KEY,     -- of the digests of the other library, and of the program
  merged_at INTEGER NOT NULL   -- Unix milliseconds
) STRICT, WITHOUT ROWID;
