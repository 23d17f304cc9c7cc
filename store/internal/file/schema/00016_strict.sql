-- Tables are strict, and refuse what no program has ever stored: a flag that is neither 0 nor 1, less than nothing. They are all
-- made anew, which SQLite asks for; views stay as they are, so tables are renamed in the way of old, which does not look at views.
-- The view library and the indexes of metrics are made anew when the library is opened.

PRAGMA user_version = 16;
PRAGMA legacy_alter_table = ON;

ALTER TABLE verdict RENAME TO old;
CREATE TABLE verdict (
  code INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO verdict SELECT * FROM old;
DROP TABLE old;

ALTER TABLE geometry RENAME TO old;
CREATE TABLE geometry (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE,   -- canonical: head[:map]
  digits INTEGER NOT NULL CHECK (digits > 0),
  cells INTEGER NOT NULL CHECK (cells > 0),
  prefix TEXT NOT NULL,        -- what stands before the cells in a puzzle's notation: '', '6/2x3:'
  suffix TEXT NOT NULL         -- and after them: '', ':map'
) STRICT;
INSERT INTO geometry SELECT * FROM old;
DROP TABLE old;

ALTER TABLE source RENAME TO old;
CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,          -- file name, 'sample:quick', a generator's order
  sha256 TEXT NOT NULL,        -- of the file's bytes; '' where there is no file
  licence TEXT NOT NULL,
  imported_at INTEGER NOT NULL, -- Unix milliseconds
  UNIQUE (name, sha256)
) STRICT;
INSERT INTO source SELECT * FROM old;
DROP TABLE old;

ALTER TABLE puzzle RENAME TO old;
CREATE TABLE puzzle (
  id INTEGER PRIMARY KEY,
  geometry_id INTEGER NOT NULL REFERENCES geometry,
  cells ANY NOT NULL,          -- BLOB of two cells a byte, or TEXT; no two puzzles of a geometry have the same
  key INTEGER NOT NULL,        -- hash of geometry_id and cells
  clues INTEGER NOT NULL CHECK (clues >= 0),
  symmetry INTEGER NOT NULL CHECK (symmetry BETWEEN 0 AND 63), -- of the pattern of givens: 1 rot90, 2 rot180, 4 mirror_h,
                               -- 8 mirror_v, 16 diagonal, 32 antidiagonal, added up
  source_id INTEGER NOT NULL REFERENCES source,
  line INTEGER,                -- where it was seen first
  name TEXT,                   -- NULL: source:line
  comment TEXT
) STRICT;
INSERT INTO puzzle SELECT * FROM old;
DROP TABLE old;
CREATE INDEX puzzle_clues ON puzzle (clues);
CREATE INDEX puzzle_source ON puzzle (source_id);
CREATE INDEX puzzle_geometry ON puzzle (geometry_id) WHERE geometry_id <> 1; -- mostly all but the classic one
CREATE INDEX puzzle_symmetry ON puzzle (symmetry) WHERE symmetry <> 0;

ALTER TABLE puzzle_key RENAME TO old;
CREATE TABLE puzzle_key (
  key INTEGER NOT NULL,        -- puzzle.key
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  PRIMARY KEY (key, puzzle_id)
) STRICT, WITHOUT ROWID;
INSERT INTO puzzle_key SELECT * FROM old;
DROP TABLE old;

ALTER TABLE keyed RENAME TO old;
CREATE TABLE keyed (
  up_to INTEGER NOT NULL CHECK (up_to >= 0) -- one row: puzzle_key has every puzzle up to this one and none above it
) STRICT;
INSERT INTO keyed SELECT * FROM old;
DROP TABLE old;

ALTER TABLE puzzle_constraint RENAME TO old;
CREATE TABLE puzzle_constraint (
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  name TEXT NOT NULL,          -- of a constraint, 'cage', or of a kind of clauses, 'kind:sum'
  n INTEGER NOT NULL CHECK (n > 0), -- how many of them the puzzle has, within groups too
  PRIMARY KEY (puzzle_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO puzzle_constraint SELECT * FROM old;
DROP TABLE old;
CREATE INDEX puzzle_constraint_name ON puzzle_constraint (name, n);

ALTER TABLE recurrence RENAME TO old;
CREATE TABLE recurrence (      -- further lines that hold a puzzle already known
  source_id INTEGER NOT NULL REFERENCES source,
  line INTEGER NOT NULL,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  PRIMARY KEY (source_id, puzzle_id, line)
) STRICT, WITHOUT ROWID;
INSERT INTO recurrence SELECT * FROM old;
DROP TABLE old;

ALTER TABLE canonical RENAME TO old;
CREATE TABLE canonical (       -- equal keys: isomorphic puzzles, isomorphic solution grids
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  puzzle_key BLOB NOT NULL,
  solution_key BLOB
) STRICT;
INSERT INTO canonical SELECT * FROM old;
DROP TABLE old;
CREATE INDEX canonical_puzzle_key ON canonical (puzzle_key);

ALTER TABLE duplicate RENAME TO old;
CREATE TABLE duplicate (
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  original_id INTEGER NOT NULL REFERENCES puzzle,
  reason TEXT NOT NULL
) STRICT;
INSERT INTO duplicate SELECT * FROM old;
DROP TABLE old;

ALTER TABLE deletion RENAME TO old;
CREATE TABLE deletion (        -- puzzles that are hidden until they are restored
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  deleted_at INTEGER NOT NULL  -- Unix milliseconds
) STRICT;
INSERT INTO deletion SELECT * FROM old;
DROP TABLE old;

ALTER TABLE tag RENAME TO old;
CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO tag SELECT * FROM old;
DROP TABLE old;

ALTER TABLE puzzle_tag RENAME TO old;
CREATE TABLE puzzle_tag (
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  tag_id INTEGER NOT NULL REFERENCES tag,
  PRIMARY KEY (puzzle_id, tag_id)
) STRICT, WITHOUT ROWID;
INSERT INTO puzzle_tag SELECT * FROM old;
DROP TABLE old;
CREATE INDEX puzzle_tag_tag ON puzzle_tag (tag_id, puzzle_id);

ALTER TABLE publication RENAME TO old;
CREATE TABLE publication (
  id INTEGER PRIMARY KEY,
  series TEXT NOT NULL,        -- "daily hard", the title of a book
  issue TEXT NOT NULL,         -- a day such as 2006-01-02, or the number in a book
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  form BLOB NOT NULL,          -- hash of the canonical form: puzzles that are images of each other share it
  published TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  UNIQUE (series, issue)
) STRICT;
INSERT INTO publication SELECT * FROM old;
DROP TABLE old;
CREATE INDEX publication_form ON publication (form);

ALTER TABLE answer RENAME TO old;
CREATE TABLE answer (          -- what all solvers together have found
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  verdict INTEGER NOT NULL REFERENCES verdict,
  disputed INTEGER NOT NULL CHECK (disputed IN (0, 1)), -- 1: solvers contradict each other
  grid ANY                     -- first solution found, packed as cells are
) STRICT;
INSERT INTO answer SELECT * FROM old;
DROP TABLE old;
CREATE INDEX answer_verdict ON answer (verdict) WHERE verdict <> 2;
CREATE INDEX answer_disputed ON answer (puzzle_id) WHERE disputed = 1;

ALTER TABLE solution RENAME TO old;
CREATE TABLE solution (        -- solutions beyond the first
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  grid ANY NOT NULL,
  PRIMARY KEY (puzzle_id, grid)
) STRICT, WITHOUT ROWID;
INSERT INTO solution SELECT * FROM old;
DROP TABLE old;

ALTER TABLE algorithm RENAME TO old;
CREATE TABLE algorithm (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE    -- the plugin's id: 'entropybt'
) STRICT;
INSERT INTO algorithm SELECT * FROM old;
DROP TABLE old;

ALTER TABLE plugin RENAME TO old;
CREATE TABLE plugin (          -- an algorithm in one version with one choice of settings, of one program
  id INTEGER PRIMARY KEY,
  algorithm_id INTEGER NOT NULL REFERENCES algorithm,
  version TEXT NOT NULL,
  settings_hash TEXT NOT NULL, -- SHA-256 of settings
  settings TEXT NOT NULL,      -- JSON object, keys sorted
  title TEXT NOT NULL,
  licence TEXT NOT NULL,
  reference TEXT NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
  first_used_at INTEGER NOT NULL,
  checksum TEXT NOT NULL,      -- tells programs of one version apart, '' if it is bundled
  UNIQUE (algorithm_id, version, settings_hash, checksum)
) STRICT;
INSERT INTO plugin SELECT * FROM old;
DROP TABLE old;

ALTER TABLE metric RENAME TO old;
CREATE TABLE metric (
  id INTEGER PRIMARY KEY,
  algorithm_id INTEGER NOT NULL REFERENCES algorithm,
  slot INTEGER NOT NULL CHECK (slot >= 0), -- place in grade: v0 to v7, then in the array more
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  minimum REAL,
  maximum REAL,                -- NULL: unbounded
  higher_is_harder INTEGER NOT NULL CHECK (higher_is_harder IN (0, 1)),
  source TEXT NOT NULL,
  summary TEXT NOT NULL,
  divisor INTEGER CHECK (divisor > 0), -- whole numbers in grade are value times divisor; NULL: no value yet
  UNIQUE (algorithm_id, slot),
  UNIQUE (algorithm_id, name)
) STRICT;
INSERT INTO metric SELECT * FROM old;
DROP TABLE old;
CREATE INDEX metric_name ON metric (name);

ALTER TABLE run RENAME TO old;
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  command TEXT NOT NULL,       -- 'run', 'bench', 'solve --save'
  state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'failed', 'done')),
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  version TEXT NOT NULL,       -- of sudokuctl
  git_commit TEXT NOT NULL,
  go_version TEXT NOT NULL,
  os TEXT NOT NULL,
  cpu TEXT NOT NULL,
  cores INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  options TEXT NOT NULL,       -- JSON object
  selection TEXT NOT NULL,     -- JSON object: which puzzles
  uid TEXT                     -- the same in every library that has the run
) STRICT;
INSERT INTO run SELECT * FROM old;
DROP TABLE old;
CREATE UNIQUE INDEX run_uid ON run (uid);

ALTER TABLE task RENAME TO old;
CREATE TABLE task (            -- what one plugin does in a run
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run,
  plugin_id INTEGER NOT NULL REFERENCES plugin,
  kind TEXT NOT NULL CHECK (kind IN ('solve', 'grade')),
  max_solutions INTEGER NOT NULL CHECK (max_solutions >= 0), -- 0: all
  timeout_ms INTEGER NOT NULL CHECK (timeout_ms >= 0), -- 0: none
  origin TEXT NOT NULL,        -- 'bundled' or the path of the binary
  sha256 TEXT NOT NULL,        -- of the binary
  wall_ns INTEGER NOT NULL DEFAULT 0 CHECK (wall_ns >= 0),
  cpu_ns INTEGER NOT NULL DEFAULT 0 CHECK (cpu_ns >= 0),
  rss_max_bytes INTEGER NOT NULL DEFAULT 0 CHECK (rss_max_bytes >= 0),
  UNIQUE (run_id, plugin_id, kind, max_solutions)
) STRICT;
INSERT INTO task SELECT * FROM old;
DROP TABLE old;

ALTER TABLE chunk RENAME TO old;
CREATE TABLE chunk (           -- rows that were saved together
  id INTEGER PRIMARY KEY,
  task_id INTEGER NOT NULL REFERENCES task,
  saved_at INTEGER NOT NULL,
  puzzles INTEGER NOT NULL CHECK (puzzles >= 0),
  origin INTEGER,              -- its id in the library where it was saved; NULL: this one
  digest INTEGER NOT NULL DEFAULT 0 -- of saved_at and of all rows of the chunk, by exclusive or
) STRICT;
INSERT INTO chunk SELECT * FROM old;
DROP TABLE old;
CREATE INDEX chunk_task ON chunk (task_id);

ALTER TABLE result RENAME TO old;
CREATE TABLE result (
  plugin_id INTEGER NOT NULL REFERENCES plugin,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  chunk_id INTEGER NOT NULL REFERENCES chunk,
  verdict INTEGER NOT NULL REFERENCES verdict,
  found INTEGER NOT NULL CHECK (found >= 0), -- solutions found
  self_ns INTEGER NOT NULL CHECK (self_ns >= 0),
  guesses INTEGER NOT NULL CHECK (guesses >= 0),
  measures TEXT,               -- JSON object, NULL where there are none
  error TEXT,
  PRIMARY KEY (plugin_id, puzzle_id, chunk_id)
) STRICT, WITHOUT ROWID;
INSERT INTO result SELECT * FROM old;
DROP TABLE old;

ALTER TABLE wording RENAME TO old;
CREATE TABLE wording (         -- what grades say in words, each once
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE    -- JSON object: label by slot, "error"
) STRICT;
INSERT INTO wording SELECT * FROM old;
DROP TABLE old;

ALTER TABLE grade RENAME TO old;
CREATE TABLE grade (
  algorithm_id INTEGER NOT NULL REFERENCES algorithm,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  plugin_id INTEGER NOT NULL REFERENCES plugin,
  chunk_id INTEGER NOT NULL REFERENCES chunk,
  superseded INTEGER NOT NULL CHECK (superseded IN (0, 1)), -- 1: a later grade of the same algorithm exists
  wording_id INTEGER REFERENCES wording, -- NULL: no labels
  v0 ANY, v1 ANY, v2 ANY, v3 ANY, v4 ANY, v5 ANY, v6 ANY, v7 ANY, -- of the metric in slot 0 to 7: INTEGER, to be divided by
                               -- metric.divisor, or REAL
  more TEXT,                   -- JSON array: a number or null for each metric from slot 8 on, NULL where there are none
  PRIMARY KEY (algorithm_id, puzzle_id, plugin_id)
) STRICT, WITHOUT ROWID;
INSERT INTO grade SELECT * FROM old;
DROP TABLE old;

ALTER TABLE digest RENAME TO old;
CREATE TABLE digest (
  name TEXT PRIMARY KEY,       -- of the table; of grade, only what is superseded is meant
  value INTEGER NOT NULL       -- hashes of its rows, joined by exclusive or
) STRICT, WITHOUT ROWID;
INSERT INTO digest SELECT * FROM old;
DROP TABLE old;

PRAGMA legacy_alter_table = OFF;

DROP VIEW library;
CREATE VIEW library AS SELECT * FROM puzzles;
