-- A new library: what all steps make of an empty file. TestNewLibraryHasTheNewestSchema writes this file.

CREATE TABLE algorithm (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE    -- the plugin's id: 'entropybt'
) STRICT;

CREATE TABLE canonical (       -- isomorphic puzzles have equal keys
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  puzzle_key BLOB NOT NULL     -- 16 bytes of a hash of the canonical form
) STRICT;

CREATE INDEX canonical_puzzle_key ON canonical (puzzle_key);

CREATE TABLE chunk (           -- rows that were saved together
  id INTEGER PRIMARY KEY,
  task_id INTEGER NOT NULL REFERENCES task,
  saved_at INTEGER NOT NULL,
  puzzles INTEGER NOT NULL CHECK (puzzles >= 0),
  origin INTEGER,              -- its id in the library where it was saved; NULL: this one
  digest INTEGER NOT NULL DEFAULT 0 -- of saved_at and of all rows of the chunk, by exclusive or
) STRICT;

CREATE INDEX chunk_task ON chunk (task_id);

CREATE TABLE deletion (        -- puzzles that are hidden until they are restored
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  deleted_at INTEGER NOT NULL  -- Unix milliseconds
) STRICT;

CREATE TABLE digest (
  name TEXT PRIMARY KEY,       -- of the table; of grade, only what is superseded is meant
  value INTEGER NOT NULL       -- hashes of its rows, joined by exclusive or
) STRICT, WITHOUT ROWID;

CREATE TABLE duplicate (
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  original_id INTEGER NOT NULL REFERENCES puzzle,
  reason TEXT NOT NULL
) STRICT;

CREATE TABLE edit (            -- puzzles that a person has changed
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  edited_at INTEGER NOT NULL   -- Unix milliseconds, the last time
) STRICT;

CREATE TABLE geometry (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE,   -- canonical: head[:map]
  digits INTEGER NOT NULL CHECK (digits > 0),
  cells INTEGER NOT NULL CHECK (cells > 0),
  prefix TEXT NOT NULL,        -- what stands before the cells in a puzzle's notation: '', '6/2x3:'
  suffix TEXT NOT NULL         -- and after them: '', ':map'
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

CREATE TABLE keyed (
  up_to INTEGER NOT NULL CHECK (up_to >= 0) -- one row: puzzle_key has every puzzle up to this one and none above it
) STRICT;
INSERT INTO keyed VALUES (0);

CREATE TABLE merged (
  digest TEXT PRIMARY KEY,     -- of the digests of the other library, and of the program
  merged_at INTEGER NOT NULL   -- Unix milliseconds
) STRICT, WITHOUT ROWID;

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

CREATE TABLE play (
  id BLOB PRIMARY KEY CHECK (length(id) = 16), -- random, the same in every library that has the play
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  player BLOB NOT NULL CHECK (length(player) = 16), -- random, from a browser
  seconds INTEGER NOT NULL CHECK (seconds >= 0),
  solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
  hints INTEGER NOT NULL CHECK (hints >= 0),
  checks INTEGER NOT NULL CHECK (checks >= 0), -- how often the player had the entries checked
  played_at INTEGER NOT NULL   -- Unix milliseconds
) STRICT, WITHOUT ROWID;

CREATE INDEX play_player ON play (player);

CREATE INDEX play_puzzle ON play (puzzle_id);

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

CREATE TABLE puzzle (
  id INTEGER PRIMARY KEY,
  geometry_id INTEGER NOT NULL REFERENCES geometry,
  cells ANY NOT NULL,          -- BLOB of two cells a byte, or TEXT; no two puzzles of a geometry have the same
  clues INTEGER NOT NULL CHECK (clues >= 0),
  symmetry INTEGER NOT NULL CHECK (symmetry BETWEEN 0 AND 63), -- of the pattern of givens: 1 rot90, 2 rot180, 4 mirror_h,
                               -- 8 mirror_v, 16 diagonal, 32 antidiagonal, added up
  source_id INTEGER NOT NULL REFERENCES source,
  line INTEGER,                -- where it was seen first
  name TEXT,                   -- NULL: source:line
  comment TEXT,
  verdict INTEGER REFERENCES verdict, -- what all solvers together have found; NULL: nothing yet
  disputed INTEGER NOT NULL DEFAULT 0 CHECK (disputed IN (0, 1)), -- 1: solvers contradict each other
  grid ANY,                    -- first solution found, packed as cells are
  plugin_id INTEGER REFERENCES plugin, -- of a result with this verdict, without measures and error; NULL: there is none
  chunk_id INTEGER REFERENCES chunk,
  found INTEGER CHECK (found >= 0), -- by this result, as are the other two
  self_ns INTEGER CHECK (self_ns >= 0),
  guesses INTEGER CHECK (guesses >= 0)
) STRICT;

CREATE INDEX puzzle_disputed ON puzzle (id) WHERE disputed = 1;

CREATE INDEX puzzle_geometry ON puzzle (geometry_id) WHERE geometry_id <> 1;

CREATE INDEX puzzle_symmetry ON puzzle (symmetry) WHERE symmetry <> 0;

CREATE INDEX puzzle_verdict ON puzzle (verdict) WHERE verdict <> 2;

CREATE TABLE puzzle_constraint (
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  name TEXT NOT NULL,          -- of a constraint, 'cage', or of a kind of clauses, 'kind:sum'
  n INTEGER NOT NULL CHECK (n > 0), -- how many of them the puzzle has, within groups too
  PRIMARY KEY (puzzle_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_constraint_name ON puzzle_constraint (name, n);

CREATE TABLE puzzle_key (
  key INTEGER NOT NULL,        -- puzzle.key
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  PRIMARY KEY (key, puzzle_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle_tag (
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  tag_id INTEGER NOT NULL REFERENCES tag, tagged_at INTEGER, tagged_by TEXT,
  PRIMARY KEY (puzzle_id, tag_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_tag_tag ON puzzle_tag (tag_id, puzzle_id);

CREATE TABLE recurrence (      -- further lines that hold a puzzle already known
  source_id INTEGER NOT NULL REFERENCES source,
  line INTEGER NOT NULL,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  PRIMARY KEY (source_id, puzzle_id, line)
) STRICT, WITHOUT ROWID;

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
, load REAL CHECK (load >= 0)) STRICT;

CREATE UNIQUE INDEX run_uid ON run (uid);

CREATE TABLE solution (        -- solutions beyond the first
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  grid ANY NOT NULL,
  PRIMARY KEY (puzzle_id, grid)
) STRICT, WITHOUT ROWID;

CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,          -- file name, 'sample:quick', a generator's order
  sha256 TEXT NOT NULL,        -- of the file's bytes; '' where there is no file
  licence TEXT NOT NULL,
  imported_at INTEGER NOT NULL, -- Unix milliseconds
  puzzles INTEGER NOT NULL DEFAULT 0 CHECK (puzzles >= 0), -- that were seen here first
  first_id INTEGER,            -- the first of them and the last
  last_id INTEGER, records INTEGER, bad INTEGER, read_by TEXT,
  UNIQUE (name, sha256)
) STRICT;

CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

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

CREATE TABLE verdict (
  code INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO verdict VALUES (0, 'unknown');
INSERT INTO verdict VALUES (1, 'solved');
INSERT INTO verdict VALUES (2, 'unique');
INSERT INTO verdict VALUES (3, 'multiple');
INSERT INTO verdict VALUES (4, 'impossible');
INSERT INTO verdict VALUES (5, 'timeout');
INSERT INTO verdict VALUES (6, 'unsupported');
INSERT INTO verdict VALUES (7, 'wrong');
INSERT INTO verdict VALUES (8, 'crashed');
INSERT INTO verdict VALUES (9, 'invalid');

CREATE TABLE wording (         -- what grades say in words, each once
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE    -- JSON object: label by slot, "error"
) STRICT;

CREATE VIEW deletions AS
SELECT puzzle_id, strftime('%Y-%m-%dT%H:%M:%SZ', deleted_at / 1000, 'unixepoch') AS time FROM deletion;

CREATE VIEW disagreements AS
SELECT r.puzzle_id, r.plugin, r.version, r.run, r.verdict, r.found, r.max_solutions
FROM puzzle p CROSS JOIN results r ON r.puzzle_id = p.id
WHERE p.disputed = 1 AND p.id NOT IN (SELECT puzzle_id FROM deletion);

CREATE VIEW grade_history AS
SELECT puzzle_id, metric, iif(typeof(raw) = 'integer' AND divisor > 1, raw * 1.0 / divisor, raw) AS value,
  json_extract(words, '$."' || slot || '"') AS label, plugin, version, settings_hash, run, time, superseded
FROM (
  SELECT g.puzzle_id, m.name AS metric, m.divisor, m.slot, w.text AS words, pl.plugin, pl.version, pl.settings_hash,
    t.run_id AS run, strftime('%Y-%m-%dT%H:%M:%SZ', c.saved_at / 1000, 'unixepoch') AS time, g.superseded,
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

CREATE VIEW library AS SELECT * FROM puzzles;

CREATE VIEW metrics AS
SELECT m.name AS metric, al.name AS plugin, m.unit, m.minimum, m.maximum, m.higher_is_harder, m.source, m.summary
FROM metric m JOIN algorithm al ON al.id = m.algorithm_id;

CREATE VIEW opinions AS
SELECT plugin_id, id AS puzzle_id, chunk_id, verdict, found, self_ns, guesses, CAST(NULL AS TEXT) AS measures, CAST(NULL AS TEXT) AS error
FROM puzzle WHERE plugin_id IS NOT NULL
UNION ALL SELECT r.plugin_id, r.puzzle_id, r.chunk_id, r.verdict, r.found, r.self_ns, r.guesses, r.measures, r.error
FROM plugin CROSS JOIN result r ON r.plugin_id = plugin.id;

CREATE VIEW plays AS
SELECT lower(hex(y.id)) AS id, p.puzzle, lower(hex(y.player)) AS player, y.seconds, y.solved, y.hints, y.checks,
  strftime('%Y-%m-%dT%H:%M:%SZ', y.played_at / 1000, 'unixepoch') AS at, y.puzzle_id
FROM play y JOIN puzzles p ON p.id = y.puzzle_id;

CREATE VIEW plugins AS
SELECT pl.id, al.name AS plugin, pl.version, pl.settings, pl.settings_hash, pl.title, pl.complete, pl.licence,
  pl.reference, strftime('%Y-%m-%dT%H:%M:%SZ', pl.first_used_at / 1000, 'unixepoch') AS first_used, pl.checksum
FROM plugin pl JOIN algorithm al ON al.id = pl.algorithm_id;

CREATE VIEW publications AS SELECT series, issue, puzzle_id, published FROM publication;

CREATE VIEW puzzle_tags AS
SELECT pt.puzzle_id, t.name AS tag, pt.tagged_by AS by, strftime('%Y-%m-%dT%H:%M:%SZ', pt.tagged_at / 1000, 'unixepoch') AS time
FROM puzzle_tag pt JOIN tag t ON t.id = pt.tag_id
WHERE pt.puzzle_id NOT IN (SELECT puzzle_id FROM deletion);

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
  coalesce((SELECT name FROM verdict WHERE code = p.verdict), 'unknown') AS verdict,
  p.disputed,
  CASE typeof(p.grid) WHEN 'blob' THEN substr(hex(p.grid), 1, g.cells) ELSE p.grid END AS solution,
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
    WHERE pc.puzzle_id = p.id AND pc.name NOT LIKE 'kind:%') AS constraints,
  strftime('%Y-%m-%dT%H:%M:%SZ', max(s.imported_at,
    coalesce((SELECT saved_at FROM chunk WHERE id = p.chunk_id), 0),
    coalesce((SELECT max(c.saved_at) FROM plugin k CROSS JOIN result r ON r.plugin_id = k.id AND r.puzzle_id = p.id
      JOIN chunk c ON c.id = r.chunk_id), 0),
    coalesce((SELECT max(c.saved_at) FROM algorithm al CROSS JOIN grade g ON g.algorithm_id = al.id AND g.puzzle_id = p.id
      JOIN chunk c ON c.id = g.chunk_id), 0),
    coalesce((SELECT max(tagged_at) FROM puzzle_tag WHERE puzzle_id = p.id), 0),
    coalesce((SELECT edited_at FROM edit WHERE puzzle_id = p.id), 0)) / 1000, 'unixepoch') AS modified_at
FROM puzzle p
JOIN geometry g ON g.id = p.geometry_id
JOIN source s ON s.id = p.source_id
LEFT JOIN duplicate d ON d.puzzle_id = p.id
WHERE p.id NOT IN (SELECT puzzle_id FROM deletion);

CREATE VIEW results AS
SELECT r.puzzle_id, pl.plugin, pl.version, pl.settings_hash, t.run_id AS run, v.name AS verdict, r.found,
  r.self_ns, r.guesses, r.measures, r.error, t.max_solutions, t.timeout_ms, t.origin,
  strftime('%Y-%m-%dT%H:%M:%SZ', c.saved_at / 1000, 'unixepoch') AS time, pl.checksum
FROM opinions r
CROSS JOIN plugins pl ON pl.id = r.plugin_id
JOIN verdict v ON v.code = r.verdict
JOIN chunk c ON c.id = r.chunk_id
JOIN task t ON t.id = c.task_id;

CREATE VIEW runs AS
SELECT r.id, r.command, r.state, strftime('%Y-%m-%dT%H:%M:%SZ', r.started_at / 1000, 'unixepoch') AS started,
  strftime('%Y-%m-%dT%H:%M:%SZ', r.ended_at / 1000, 'unixepoch') AS ended, (r.ended_at - r.started_at) / 1000.0 AS seconds,
  r.version, r.git_commit, r.go_version, r.os, r.cpu, r.cores, r.load, r.seed, r.options, r.selection
FROM run r;

CREATE VIEW solutions AS
SELECT p.id AS puzzle_id,
  CASE typeof(f.grid) WHEN 'blob' THEN substr(hex(f.grid), 1, g.cells) ELSE f.grid END AS solution
FROM (SELECT id AS puzzle_id, grid FROM puzzle WHERE grid IS NOT NULL
      UNION ALL SELECT puzzle_id, grid FROM solution) f
JOIN puzzle p ON p.id = f.puzzle_id
JOIN geometry g ON g.id = p.geometry_id;

CREATE VIEW sources AS
SELECT s.id, s.name, s.sha256, s.licence, strftime('%Y-%m-%dT%H:%M:%SZ', s.imported_at / 1000, 'unixepoch') AS imported,
  s.puzzles,
  (SELECT count(*) FROM recurrence q WHERE q.source_id = s.id) AS recurrences
FROM source s;

CREATE VIEW tags AS
SELECT t.name AS tag, count(pt.puzzle_id) AS puzzles
FROM tag t LEFT JOIN puzzle_tag pt ON pt.tag_id = t.id AND pt.puzzle_id NOT IN (SELECT puzzle_id FROM deletion)
GROUP BY t.id;

CREATE VIEW tasks AS
SELECT t.run_id AS run, pl.plugin, pl.version, pl.settings_hash, t.kind, t.max_solutions, t.timeout_ms, t.origin,
  t.sha256, (SELECT coalesce(sum(c.puzzles), 0) FROM chunk c WHERE c.task_id = t.id) AS puzzles,
  t.wall_ns, t.cpu_ns, t.rss_max_bytes, pl.checksum
FROM task t JOIN plugins pl ON pl.id = t.plugin_id;

CREATE VIEW timings AS
SELECT puzzle_id, plugin, version, settings_hash, run, verdict, self_ns, guesses, time FROM results
WHERE verdict NOT IN ('unsupported', 'crashed');

PRAGMA application_id = 1937073263;
PRAGMA user_version = 21;
