-- What is known of one puzzle is found by key: the keys of grades and results begin with the algorithm and the plugin, of which
-- there are few, so the views walk over these and look the puzzle up. CROSS JOIN says so: there are no statistics.
-- The view library and the indexes of metrics are made anew when the library is opened.

PRAGMA user_version = 15;

DROP VIEW library;
DROP VIEW disagreements;
DROP VIEW timings;
DROP VIEW results;
DROP VIEW grades;
DROP VIEW grade_history;

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

CREATE VIEW library AS SELECT * FROM puzzles;

-- Each table has a digest of its rows, by which a change that contradicts nothing else is found. Results and grades have those
-- of their chunks. The program takes the digests of what is there when a migration ends.

CREATE TABLE digest (
  name TEXT PRIMARY KEY,       -- of the table; of grade, only what is superseded is meant
  value INTEGER NOT NULL       -- hashes of its rows, joined by exclusive or
) WITHOUT ROWID;
