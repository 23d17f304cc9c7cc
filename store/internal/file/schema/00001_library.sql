-- Tables have singular names and are written by the program; views have plural names and are for people.
-- A grid or the cells of a puzzle are packed two cells a byte where the symbols are 1-9 and A-F, so that hex() writes
-- them; everything else is text.

PRAGMA application_id = 1937073263; -- "sudo"
PRAGMA user_version = 1;

CREATE TABLE verdict (
  code INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);
INSERT INTO verdict VALUES (0, 'unknown'), (1, 'solved'), (2, 'unique'), (3, 'multiple'), (4, 'impossible'),
  (5, 'timeout'), (6, 'unsupported'), (7, 'wrong'), (8, 'crashed'), (9, 'invalid');

CREATE TABLE geometry (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE,   -- canonical: head[:map]
  digits INTEGER NOT NULL,
  cells INTEGER NOT NULL,
  prefix TEXT NOT NULL,        -- what stands before the cells in a puzzle's notation: '', '6/2x3:'
  suffix TEXT NOT NULL         -- and after them: '', ':map'
);

CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,          -- file name, 'sample:quick', a generator's order
  sha256 TEXT NOT NULL,        -- of the file's bytes; '' where there is no file
  licence TEXT NOT NULL,
  imported_at INTEGER NOT NULL, -- Unix milliseconds
  UNIQUE (name, sha256)
);

CREATE TABLE puzzle (
  id INTEGER PRIMARY KEY,
  geometry_id INTEGER NOT NULL REFERENCES geometry,
  cells NOT NULL,              -- BLOB of two cells a byte, or TEXT
  clues INTEGER NOT NULL,
  source_id INTEGER NOT NULL REFERENCES source,
  line INTEGER,                -- where it was seen first
  name TEXT,                   -- NULL: source:line
  comment TEXT,
  UNIQUE (cells, geometry_id)
);
CREATE INDEX puzzle_clues ON puzzle (clues);
CREATE INDEX puzzle_source ON puzzle (source_id);

CREATE TABLE recurrence (      -- further lines that hold a puzzle already known
  source_id INTEGER NOT NULL REFERENCES source,
  line INTEGER NOT NULL,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  PRIMARY KEY (source_id, puzzle_id, line)
) WITHOUT ROWID;

CREATE TABLE canonical (       -- equal keys: isomorphic puzzles, isomorphic solution grids
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  puzzle_key BLOB NOT NULL,
  solution_key BLOB
);
CREATE INDEX canonical_puzzle_key ON canonical (puzzle_key);

CREATE TABLE duplicate (
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  original_id INTEGER NOT NULL REFERENCES puzzle,
  reason TEXT NOT NULL
);

CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE puzzle_tag (
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  tag_id INTEGER NOT NULL REFERENCES tag,
  PRIMARY KEY (puzzle_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX puzzle_tag_tag ON puzzle_tag (tag_id, puzzle_id);

CREATE TABLE answer (          -- what all solvers together have found
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  verdict INTEGER NOT NULL REFERENCES verdict,
  disputed INTEGER NOT NULL,   -- 1: solvers contradict each other
  grid                         -- first solution found, packed as cells are
);
CREATE INDEX answer_verdict ON answer (verdict) WHERE verdict <> 2;
CREATE INDEX answer_disputed ON answer (puzzle_id) WHERE disputed = 1;

CREATE TABLE solution (        -- solutions beyond the first
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  grid NOT NULL,
  PRIMARY KEY (puzzle_id, grid)
) WITHOUT ROWID;

CREATE TABLE algorithm (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE    -- the plugin's id: 'entropybt'
);

CREATE TABLE plugin (          -- an algorithm in one version with one choice of settings
  id INTEGER PRIMARY KEY,
  algorithm_id INTEGER NOT NULL REFERENCES algorithm,
  version TEXT NOT NULL,
  settings_hash TEXT NOT NULL, -- SHA-256 of settings
  settings TEXT NOT NULL,      -- JSON object, keys sorted
  title TEXT NOT NULL,
  licence TEXT NOT NULL,
  reference TEXT NOT NULL,
  complete INTEGER NOT NULL,
  first_used_at INTEGER NOT NULL,
  UNIQUE (algorithm_id, version, settings_hash)
);

CREATE TABLE metric (
  id INTEGER PRIMARY KEY,
  algorithm_id INTEGER NOT NULL REFERENCES algorithm,
  slot INTEGER NOT NULL,       -- place in grade.numbers and grade.words
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  minimum REAL,
  maximum REAL,                -- NULL: unbounded
  higher_is_harder INTEGER NOT NULL,
  source TEXT NOT NULL,
  summary TEXT NOT NULL,
  UNIQUE (algorithm_id, slot),
  UNIQUE (algorithm_id, name)
);
CREATE INDEX metric_name ON metric (name);

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
  selection TEXT NOT NULL      -- JSON object: which puzzles
);

CREATE TABLE task (            -- what one plugin does in a run
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run,
  plugin_id INTEGER NOT NULL REFERENCES plugin,
  kind TEXT NOT NULL CHECK (kind IN ('solve', 'grade')),
  max_solutions INTEGER NOT NULL, -- 0: all
  timeout_ms INTEGER NOT NULL, -- 0: none
  origin TEXT NOT NULL,        -- 'bundled' or the path of the binary
  sha256 TEXT NOT NULL,        -- of the binary
  wall_ns INTEGER NOT NULL DEFAULT 0,
  cpu_ns INTEGER NOT NULL DEFAULT 0,
  rss_max_bytes INTEGER NOT NULL DEFAULT 0,
  UNIQUE (run_id, plugin_id, kind, max_solutions)
);

CREATE TABLE chunk (           -- rows that were saved together
  id INTEGER PRIMARY KEY,
  task_id INTEGER NOT NULL REFERENCES task,
  saved_at INTEGER NOT NULL,
  puzzles INTEGER NOT NULL
);
CREATE INDEX chunk_task ON chunk (task_id);

CREATE TABLE result (
  plugin_id INTEGER NOT NULL REFERENCES plugin,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  chunk_id INTEGER NOT NULL REFERENCES chunk,
  verdict INTEGER NOT NULL REFERENCES verdict,
  found INTEGER NOT NULL,      -- solutions found
  self_ns INTEGER NOT NULL,
  guesses INTEGER NOT NULL,
  measures TEXT,               -- JSON object, NULL where there are none
  error TEXT,
  PRIMARY KEY (plugin_id, puzzle_id, chunk_id)
) WITHOUT ROWID;

CREATE TABLE grade (
  algorithm_id INTEGER NOT NULL REFERENCES algorithm,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  plugin_id INTEGER NOT NULL REFERENCES plugin,
  chunk_id INTEGER NOT NULL REFERENCES chunk,
  superseded INTEGER NOT NULL, -- 1: a later grade of the same algorithm exists
  numbers TEXT NOT NULL,       -- JSON array: a number or null for each metric.slot
  words TEXT,                  -- JSON object, label by slot, NULL where there are none
  error TEXT,
  PRIMARY KEY (algorithm_id, puzzle_id, plugin_id)
) WITHOUT ROWID;
