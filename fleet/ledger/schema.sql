CREATE TABLE IF NOT EXISTS run (
  one    INTEGER PRIMARY KEY CHECK (one = 1), -- a ledger is about one plan
  id     TEXT NOT NULL,                       -- names this plan in this folder
  plan   TEXT NOT NULL,                       -- its SHA-256
  chunks INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Chunks that are done, or have failed at least once; of the others there is no row.
CREATE TABLE IF NOT EXISTS chunk (
  n            INTEGER PRIMARY KEY,
  done         INTEGER NOT NULL DEFAULT 0,
  rows         INTEGER NOT NULL DEFAULT 0,
  content_hash TEXT NOT NULL DEFAULT '',
  worker       TEXT NOT NULL DEFAULT '', -- that computed it, or failed last
  cpu_ns       INTEGER NOT NULL DEFAULT 0,
  failures     INTEGER NOT NULL DEFAULT 0,
  error        TEXT NOT NULL DEFAULT ''  -- of the last failure
) STRICT;

-- Chunks that two workers compute, or have computed with different answers.
CREATE TABLE IF NOT EXISTS recheck (
  n          INTEGER PRIMARY KEY,
  worker     TEXT NOT NULL DEFAULT '', -- the second one, '' until it has answered
  difference TEXT NOT NULL DEFAULT ''  -- between its answers and the first's, '' if there is none
) STRICT;

CREATE TABLE IF NOT EXISTS worker (
  name    TEXT PRIMARY KEY,
  host    TEXT NOT NULL,
  jobs    INTEGER NOT NULL,
  chunk   INTEGER NOT NULL, -- -1 if it computes none
  chunks  INTEGER NOT NULL,
  puzzles INTEGER NOT NULL,
  cpu_ns  INTEGER NOT NULL,
  seen    INTEGER NOT NULL  -- milliseconds since 1970
) STRICT, WITHOUT ROWID;
