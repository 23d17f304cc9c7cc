-- The first result of a puzzle stands in its row, with what all solvers together have found: mostly there is no other. The table
-- result has further ones, and those that differ from what is known by now. Two indexes are replaced by what a source says of
-- its puzzles. Keys are made of the text of a puzzle, so that they are the same in every library, and stand in puzzle_key alone.

PRAGMA user_version = 18;
PRAGMA legacy_alter_table = ON;

DROP VIEW library;
DROP VIEW disagreements;
DROP VIEW timings;
DROP VIEW results;
DROP VIEW solutions;
DROP VIEW sources;
DROP VIEW puzzles;

CREATE TEMP TABLE chosen (puzzle_id INTEGER PRIMARY KEY, chunk_id, plugin_id, found, self_ns, guesses);
INSERT INTO temp.chosen SELECT r.puzzle_id, min(r.chunk_id), r.plugin_id, r.found, r.self_ns, r.guesses
  FROM result r JOIN answer a ON a.puzzle_id = r.puzzle_id AND a.verdict = r.verdict
  WHERE r.verdict IN (1, 2, 3, 4, 9) AND r.measures IS NULL AND r.error IS NULL GROUP BY r.puzzle_id;
DELETE FROM result WHERE EXISTS (SELECT 1 FROM temp.chosen f
  WHERE f.puzzle_id = result.puzzle_id AND f.plugin_id = result.plugin_id AND f.chunk_id = result.chunk_id);

ALTER TABLE puzzle RENAME TO old;
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
INSERT INTO puzzle SELECT o.id, o.geometry_id, o.cells, o.clues, o.symmetry, o.source_id, o.line, o.name, o.comment,
    a.verdict, coalesce(a.disputed, 0), a.grid, f.plugin_id, f.chunk_id, f.found, f.self_ns, f.guesses
  FROM old o LEFT JOIN answer a ON a.puzzle_id = o.id LEFT JOIN temp.chosen f ON f.puzzle_id = o.id ORDER BY o.id;
DROP TABLE old;
DROP TABLE temp.chosen;
DROP TABLE answer;
CREATE INDEX puzzle_geometry ON puzzle (geometry_id) WHERE geometry_id <> 1; -- mostly all but the classic one
CREATE INDEX puzzle_symmetry ON puzzle (symmetry) WHERE symmetry <> 0;
CREATE INDEX puzzle_verdict ON puzzle (verdict) WHERE verdict <> 2;
CREATE INDEX puzzle_disputed ON puzzle (id) WHERE disputed = 1;

DELETE FROM puzzle_key;
INSERT INTO puzzle_key SELECT key, id FROM (SELECT text_key(g.text, p.cells) AS key, p.id FROM puzzle p
  JOIN geometry g ON g.id = p.geometry_id WHERE p.id <= (SELECT up_to FROM keyed)) ORDER BY key, id;

ALTER TABLE canonical RENAME TO old;
CREATE TABLE canonical (       -- isomorphic puzzles have equal keys
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  puzzle_key BLOB NOT NULL     -- 16 bytes of a hash of the canonical form
) STRICT;
INSERT INTO canonical SELECT puzzle_id, short_hash(puzzle_key) FROM old;
DROP TABLE old;
CREATE INDEX canonical_puzzle_key ON canonical (puzzle_key);

ALTER TABLE source RENAME TO old;
CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,          -- file name, 'sample:quick', a generator's order
  sha256 TEXT NOT NULL,        -- of the file's bytes; '' where there is no file
  licence TEXT NOT NULL,
  imported_at INTEGER NOT NULL, -- Unix milliseconds
  puzzles INTEGER NOT NULL DEFAULT 0 CHECK (puzzles >= 0), -- that were seen here first
  first_id INTEGER,            -- the first of them and the last
  last_id INTEGER,
  UNIQUE (name, sha256)
) STRICT;
INSERT INTO source SELECT o.id, o.name, o.sha256, o.licence, o.imported_at, coalesce(n.puzzles, 0), n.first_id, n.last_id
  FROM old o LEFT JOIN (SELECT source_id, count(*) AS puzzles, min(id) AS first_id, max(id) AS last_id FROM puzzle GROUP BY source_id) n
  ON n.source_id = o.id;
DROP TABLE old;
PRAGMA legacy_alter_table = OFF;

-- All results, by numbers. The key of the table result begins with the plugin, of which there are few: a puzzle is looked up for
-- each. CROSS JOIN says so: there are no statistics.
CREATE VIEW opinions AS
SELECT plugin_id, id AS puzzle_id, chunk_id, verdict, found, self_ns, guesses, CAST(NULL AS TEXT) AS measures, CAST(NULL AS TEXT) AS error
FROM puzzle WHERE plugin_id IS NOT NULL
UNION ALL SELECT r.plugin_id, r.puzzle_id, r.chunk_id, r.verdict, r.found, r.self_ns, r.guesses, r.measures, r.error
FROM plugin CROSS JOIN result r ON r.plugin_id = plugin.id;

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
    WHERE pc.puzzle_id = p.id AND pc.name NOT LIKE 'kind:%') AS constraints
FROM puzzle p
JOIN geometry g ON g.id = p.geometry_id
JOIN source s ON s.id = p.source_id
LEFT JOIN duplicate d ON d.puzzle_id = p.id
WHERE p.id NOT IN (SELECT puzzle_id FROM deletion);

CREATE VIEW solutions AS
SELECT p.id AS puzzle_id,
  CASE typeof(f.grid) WHEN 'blob' THEN substr(hex(f.grid), 1, g.cells) ELSE f.grid END AS solution
FROM (SELECT id AS puzzle_id, grid FROM puzzle WHERE grid IS NOT NULL
      UNION ALL SELECT puzzle_id, grid FROM solution) f
JOIN puzzle p ON p.id = f.puzzle_id
JOIN geometry g ON g.id = p.geometry_id;

CREATE VIEW results AS
SELECT r.puzzle_id, pl.plugin, pl.version, pl.settings_hash, t.run_id AS run, v.name AS verdict, r.found,
  r.self_ns, r.guesses, r.measures, r.error, t.max_solutions, t.timeout_ms, t.origin,
  datetime(c.saved_at / 1000, 'unixepoch') AS time, pl.checksum
FROM opinions r
CROSS JOIN plugins pl ON pl.id = r.plugin_id
JOIN verdict v ON v.code = r.verdict
JOIN chunk c ON c.id = r.chunk_id
JOIN task t ON t.id = c.task_id;

CREATE VIEW timings AS
SELECT puzzle_id, plugin, version, settings_hash, run, verdict, self_ns, guesses, time FROM results
WHERE verdict NOT IN ('unsupported', 'crashed');

CREATE VIEW disagreements AS
SELECT r.puzzle_id, r.plugin, r.version, r.run, r.verdict, r.found, r.max_solutions
FROM puzzle p CROSS JOIN results r ON r.puzzle_id = p.id
WHERE p.disputed = 1 AND p.id NOT IN (SELECT puzzle_id FROM deletion);

CREATE VIEW sources AS
SELECT s.id, s.name, s.sha256, s.licence, datetime(s.imported_at / 1000, 'unixepoch') AS imported,
  s.puzzles,
  (SELECT count(*) FROM recurrence q WHERE q.source_id = s.id) AS recurrences
FROM source s;

CREATE VIEW library AS SELECT * FROM puzzles;
