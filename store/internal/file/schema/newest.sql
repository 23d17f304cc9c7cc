-- The newest schema, of which new libraries are made. The migrations lead to the same one: a test compares them.
-- Tables have singular names and are written by the program; views have plural names and are for people.
-- A grid or the cells of a puzzle are packed two cells a byte where the symbols are 1-9 and A-F, so that hex() writes
-- them; everything else is text.

PRAGMA application_id = 1937073263; -- "sudo"
PRAGMA user_version = 17;

CREATE TABLE verdict (
  code INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO verdict VALUES (0, 'unknown'), (1, 'solved'), (2, 'unique'), (3, 'multiple'), (4, 'impossible'),
  (5, 'timeout'), (6, 'unsupported'), (7, 'wrong'), (8, 'crashed'), (9, 'invalid');

CREATE TABLE geometry (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE,   -- canonical: head[:map]
  digits INTEGER NOT NULL CHECK (digits > 0),
  cells INTEGER NOT NULL CHECK (cells > 0),
  prefix TEXT NOT NULL,        -- what stands before the cells in a puzzle's notation: '', '6/2x3:'
  suffix TEXT NOT NULL         -- and after them: '', ':map'
) STRICT;

CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,          -- file name, 'sample:quick', a generator's order
  sha256 TEXT NOT NULL,        -- of the file's bytes; '' where there is no file
  licence TEXT NOT NULL,
  imported_at INTEGER NOT NULL, -- Unix milliseconds
  UNIQUE (name, sha256)
) STRICT;

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
CREATE INDEX puzzle_clues ON puzzle (clues);
CREATE INDEX puzzle_source ON puzzle (source_id);
CREATE INDEX puzzle_geometry ON puzzle (geometry_id) WHERE geometry_id <> 1; -- mostly all but the classic one
CREATE INDEX puzzle_symmetry ON puzzle (symmetry) WHERE symmetry <> 0;

CREATE TABLE puzzle_key (
  key INTEGER NOT NULL,        -- puzzle.key
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  PRIMARY KEY (key, puzzle_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE keyed (
  up_to INTEGER NOT NULL CHECK (up_to >= 0) -- one row: puzzle_key has every puzzle up to this one and none above it
) STRICT;
INSERT INTO keyed VALUES (0);

CREATE TABLE puzzle_constraint (
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  name TEXT NOT NULL,          -- of a constraint, 'cage', or of a kind of clauses, 'kind:sum'
  n INTEGER NOT NULL CHECK (n > 0), -- how many of them the puzzle has, within groups too
  PRIMARY KEY (puzzle_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_constraint_name ON puzzle_constraint (name, n);

CREATE TABLE recurrence (      -- further lines that hold a puzzle already known
  source_id INTEGER NOT NULL REFERENCES source,
  line INTEGER NOT NULL,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  PRIMARY KEY (source_id, puzzle_id, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE canonical (       -- equal keys: isomorphic puzzles, isomorphic solution grids
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  puzzle_key BLOB NOT NULL,
  solution_key BLOB
) STRICT;
CREATE INDEX canonical_puzzle_key ON canonical (puzzle_key);

CREATE TABLE duplicate (
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  original_id INTEGER NOT NULL REFERENCES puzzle,
  reason TEXT NOT NULL
) STRICT;

CREATE TABLE deletion (        -- puzzles that are hidden until they are restored
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  deleted_at INTEGER NOT NULL  -- Unix milliseconds
) STRICT;

CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE puzzle_tag (
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  tag_id INTEGER NOT NULL REFERENCES tag,
  PRIMARY KEY (puzzle_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_tag_tag ON puzzle_tag (tag_id, puzzle_id);

CREATE TABLE publication (
  id INTEGER PRIMARY KEY,
  series TEXT NOT NULL,        -- "daily hard", the title of a book
  issue TEXT NOT NULL,         -- a day such as 2006-01-02, or the number in a book
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  form BLOB NOT NULL,          -- hash of the canonical form: puzzles that are images of each other share it
  published TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  UNIQUE (series, issue)
) STRICT;
CREATE INDEX publication_form ON publication (form);

CREATE TABLE play (          -- what people report of puzzles that they played
  id BLOB PRIMARY KEY CHECK (length(id) = 16), -- random, the same in every library that has the play
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  player BLOB NOT NULL CHECK (length(player) = 16), -- random, from a browser
  seconds INTEGER NOT NULL CHECK (seconds >= 0),
  solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
  hints INTEGER NOT NULL CHECK (hints >= 0),
  checks INTEGER NOT NULL CHECK (checks >= 0), -- how often the player had the entries checked
  played_at INTEGER NOT NULL   -- Unix milliseconds
) STRICT, WITHOUT ROWID;
CREATE INDEX play_puzzle ON play (puzzle_id);
CREATE INDEX play_player ON play (player);

CREATE TABLE answer (          -- what all solvers together have found
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  verdict INTEGER NOT NULL REFERENCES verdict,
  disputed INTEGER NOT NULL CHECK (disputed IN (0, 1)), -- 1: solvers contradict each other
  grid ANY                     -- first solution found, packed as cells are
) STRICT;
CREATE INDEX answer_verdict ON answer (verdict) WHERE verdict <> 2;
CREATE INDEX answer_disputed ON answer (puzzle_id) WHERE disputed = 1;

CREATE TABLE solution (        -- solutions beyond the first
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  grid ANY NOT NULL,
  PRIMARY KEY (puzzle_id, grid)
) STRICT, WITHOUT ROWID;

CREATE TABLE algorithm (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE    -- the plugin's id: 'entropybt'
) STRICT;

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
  selection TEXT NOT NULL,     -- JSON object: which puzzles
  uid TEXT                     -- the same in every library that has the run
) STRICT;
CREATE UNIQUE INDEX run_uid ON run (uid);

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

CREATE TABLE chunk (           -- rows that were saved together
  id INTEGER PRIMARY KEY,
  task_id INTEGER NOT NULL REFERENCES task,
  saved_at INTEGER NOT NULL,
  puzzles INTEGER NOT NULL CHECK (puzzles >= 0),
  origin INTEGER,              -- its id in the library where it was saved; NULL: this one
  digest INTEGER NOT NULL DEFAULT 0 -- of saved_at and of all rows of the chunk, by exclusive or
) STRICT;
CREATE INDEX chunk_task ON chunk (task_id);

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

CREATE TABLE wording (         -- what grades say in words, each once
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE    -- JSON object: label by slot, "error"
) STRICT;

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

CREATE TABLE digest (
  name TEXT PRIMARY KEY,       -- of the table; of grade, only what is superseded is meant
  value INTEGER NOT NULL       -- hashes of its rows, joined by exclusive or
) STRICT, WITHOUT ROWID;

CREATE VIEW puzzles AS
SELECT
  p.id,
  g.prefix || CASE
    WHEN typeof(p.cells) = 'blob' THEN replace(substr(hex(p.cells), 1, g.cells), '0', '.') || g.suffix
    WHEN g.suffix <> '' AND EXISTS (SELECT 1 FROM puzzle_constraint WHERE puzzle_id = p.id) THEN
      substr(p.cells, 1, instr(p.cells, '~') - 1) || g.suffix || substr(p.cells, instr(p.cells, '~'))
    ELSE p.cells || g.suffix END AS puzzle,
  g.text AS geometry,
  p.clues,
  coalesce((SELECT name FROM verdict WHERE code = a.verdict), 'unknown') AS verdict,
  coalesce(a.disputed, 0) AS disputed,
  CASE typeof(a.grid) WHEN 'blob' THEN substr(hex(a.grid), 1, g.cells) ELSE a.grid END AS solution,
  coalesce(p.name, s.name || coalesce(':' || p.line, '')) AS name,
  s.name AS source,
  p.line,
  s.licence,
  (SELECT group_concat(t.name, ' ') FROM puzzle_tag pt JOIN tag t ON t.id = pt.tag_id
    WHERE pt.puzzle_id = p.id) AS tags,
  d.original_id AS duplicate_of,
  trim(iif(p.symmetry & 1, 'rot90 ', '') || iif(p.symmetry & 2, 'rot180 ', '') ||
    iif(p.symmetry & 4, 'mirror_h ', '') || iif(p.symmetry & 8, 'mirror_v ', '') ||
    iif(p.symmetry & 16, 'diagonal ', '') || iif(p.symmetry & 32, 'antidiagonal ', '')) AS symmetries,
  p.comment,
  (SELECT group_concat(pc.name, ' ') FROM puzzle_constraint pc
    WHERE pc.puzzle_id = p.id AND pc.name NOT LIKE 'kind:%') AS constraints
FROM puzzle p
JOIN geometry g ON g.id = p.geometry_id
JOIN source s ON s.id = p.source_id
LEFT JOIN answer a ON a.puzzle_id = p.id
LEFT JOIN duplicate d ON d.puzzle_id = p.id
WHERE p.id NOT IN (SELECT puzzle_id FROM deletion);

CREATE VIEW solutions AS
SELECT p.id AS puzzle_id,
  CASE typeof(f.grid) WHEN 'blob' THEN substr(hex(f.grid), 1, g.cells) ELSE f.grid END AS solution
FROM (SELECT puzzle_id, grid FROM answer WHERE grid IS NOT NULL
      UNION ALL SELECT puzzle_id, grid FROM solution) f
JOIN puzzle p ON p.id = f.puzzle_id
JOIN geometry g ON g.id = p.geometry_id;

CREATE VIEW plugins AS
SELECT pl.id, al.name AS plugin, pl.version, pl.settings, pl.settings_hash, pl.title, pl.complete, pl.licence,
  pl.reference, datetime(pl.first_used_at / 1000, 'unixepoch') AS first_used, pl.checksum
FROM plugin pl JOIN algorithm al ON al.id = pl.algorithm_id;

-- What is known of one puzzle is found by key: the keys of grades and results begin with the algorithm and the plugin, of which
-- there are few, so the views walk over these and look the puzzle up. CROSS JOIN says so: there are no statistics.
CREATE VIEW results AS
SELECT r.puzzle_id, pl.plugin, pl.version, pl.settings_hash, t.run_id AS run, v.name AS verdict, r.found,
  r.self_ns, r.guesses, r.measures, r.error, t.max_solutions, t.timeout_ms, t.origin,
  datetime(c.saved_at / 1000, 'unixepoch') AS time, pl.checksum
FROM plugins pl
CROSS JOIN result r ON r.plugin_id = pl.id
JOIN verdict v ON v.code = r.verdict
JOIN chunk c ON c.id = r.chunk_id
JOIN task t ON t.id = c.task_id;

CREATE VIEW timings AS
SELECT puzzle_id, plugin, version, settings_hash, run, verdict, self_ns, guesses, time FROM results
WHERE verdict NOT IN ('unsupported', 'crashed');

CREATE VIEW disagreements AS
SELECT r.puzzle_id, r.plugin, r.version, r.run, r.verdict, r.found, r.max_solutions
FROM answer a CROSS JOIN results r ON r.puzzle_id = a.puzzle_id
WHERE a.disputed = 1 AND a.puzzle_id NOT IN (SELECT puzzle_id FROM deletion);

CREATE VIEW grade_history AS
SELECT puzzle_id, metric, iif(typeof(raw) = 'integer' AND divisor > 1, raw * 1.0 / divisor, raw) AS value,
  json_extract(words, '$."' || slot || '"') AS label, plugin, version, settings_hash, run, time, superseded
FROM (
  SELECT g.puzzle_id, m.name AS metric, m.divisor, m.slot, w.text AS words, pl.plugin, pl.version, pl.settings_hash,
    t.run_id AS run, datetime(c.saved_at / 1000, 'unixepoch') AS time, g.superseded,
    CASE m.slot WHEN 0 THEN g.v0 WHEN 1 THEN g.v1 WHEN 2 THEN g.v2 WHEN 3 THEN g.v3 WHEN 4 THEN g.v4
      WHEN 5 THEN g.v5 WHEN 6 THEN g.v6 WHEN 7 THEN g.v7
      ELSE json_extract(g.more, '$[' || (m.slot - 8) || ']') END AS raw
  FROM algorithm al
  CROSS JOIN grade g ON g.algorithm_id = al.id
  JOIN metric m ON m.algorithm_id = al.id
  JOIN plugins pl ON pl.id = g.plugin_id
  JOIN chunk c ON c.id = g.chunk_id
  JOIN task t ON t.id = c.task_id
  LEFT JOIN wording w ON w.id = g.wording_id
)
WHERE raw IS NOT NULL;

CREATE VIEW grades AS
SELECT puzzle_id, metric, value, label, plugin, version, settings_hash, run, time FROM grade_history
WHERE superseded = 0;

CREATE VIEW metrics AS
SELECT m.name AS metric, al.name AS plugin, m.unit, m.minimum, m.maximum, m.higher_is_harder, m.source, m.summary
FROM metric m JOIN algorithm al ON al.id = m.algorithm_id;

CREATE VIEW runs AS
SELECT r.id, r.command, r.state, datetime(r.started_at / 1000, 'unixepoch') AS started,
  datetime(r.ended_at / 1000, 'unixepoch') AS ended, (r.ended_at - r.started_at) / 1000.0 AS seconds,
  r.version, r.git_commit, r.go_version, r.os, r.cpu, r.cores, r.seed, r.options, r.selection
FROM run r;

CREATE VIEW tasks AS
SELECT t.run_id AS run, pl.plugin, pl.version, pl.settings_hash, t.kind, t.max_solutions, t.timeout_ms, t.origin,
  t.sha256, (SELECT coalesce(sum(c.puzzles), 0) FROM chunk c WHERE c.task_id = t.id) AS puzzles,
  t.wall_ns, t.cpu_ns, t.rss_max_bytes, pl.checksum
FROM task t JOIN plugins pl ON pl.id = t.plugin_id;

CREATE VIEW tags AS
SELECT t.name AS tag, count(pt.puzzle_id) AS puzzles
FROM tag t LEFT JOIN puzzle_tag pt ON pt.tag_id = t.id AND pt.puzzle_id NOT IN (SELECT puzzle_id FROM deletion)
GROUP BY t.id;

CREATE VIEW sources AS
SELECT s.id, s.name, s.sha256, s.licence, datetime(s.imported_at / 1000, 'unixepoch') AS imported,
  (SELECT count(*) FROM puzzle p WHERE p.source_id = s.id) AS puzzles,
  (SELECT count(*) FROM recurrence q WHERE q.source_id = s.id) AS recurrences
FROM source s;

CREATE VIEW publications AS SELECT series, issue, puzzle_id, published FROM publication;

CREATE VIEW plays AS
SELECT lower(hex(y.id)) AS id, p.puzzle, lower(hex(y.player)) AS player, y.seconds, y.solved, y.hints, y.checks,
  strftime('%Y-%m-%dT%H:%M:%SZ', y.played_at / 1000, 'unixepoch') AS at, y.puzzle_id
FROM play y JOIN puzzles p ON p.id = y.puzzle_id;

CREATE VIEW deletions AS
SELECT puzzle_id, datetime(deleted_at / 1000, 'unixepoch') AS time FROM deletion;

-- It is made anew, with a column for each metric, whenever a grader declares metrics.
CREATE VIEW library AS SELECT * FROM puzzles;
