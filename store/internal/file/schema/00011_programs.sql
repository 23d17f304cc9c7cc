-- Programs of one version are told apart: what is not bundled is another plugin once its program is another. What several programs
-- have done under one number goes to a number for each; the first keeps its own.

PRAGMA user_version = 11;

DROP VIEW plugins;
DROP VIEW results;
DROP VIEW tasks;

CREATE TABLE program AS
SELECT plugin_id, checksum, row_number() OVER (PARTITION BY plugin_id ORDER BY first) AS nth, plugin_id AS id
FROM (SELECT t.plugin_id, iif(t.origin IN ('', 'bundled'), '', t.sha256) AS checksum, min(t.id) AS first
  FROM task t JOIN plugin pl ON pl.id = t.plugin_id JOIN algorithm al ON al.id = pl.algorithm_id
  WHERE al.name <> 'imported' GROUP BY 1, 2);
UPDATE program SET id = (SELECT max(id) FROM plugin) + (SELECT count(*) FROM program q WHERE q.nth > 1 AND q.rowid <= program.rowid)
WHERE nth > 1;

CREATE TABLE unsplit AS SELECT * FROM plugin;
DROP TABLE plugin;
CREATE TABLE plugin (          -- an algorithm in one version with one choice of settings, of one program
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
  checksum TEXT NOT NULL,      -- tells programs of one version apart, '' if it is bundled
  UNIQUE (algorithm_id, version, settings_hash, checksum)
);
INSERT INTO plugin
SELECT coalesce(g.id, u.id), u.algorithm_id, u.version, u.settings_hash, u.settings, u.title, u.licence, u.reference, u.complete,
  u.first_used_at, coalesce(g.checksum, '')
FROM unsplit u LEFT JOIN program g ON g.plugin_id = u.id;
DROP TABLE unsplit;

UPDATE result SET plugin_id = g.id FROM program g, chunk c, task t
WHERE g.nth > 1 AND g.plugin_id = result.plugin_id AND c.id = result.chunk_id AND t.id = c.task_id
  AND g.checksum = iif(t.origin IN ('', 'bundled'), '', t.sha256);
UPDATE grade SET plugin_id = g.id FROM program g, chunk c, task t
WHERE g.nth > 1 AND g.plugin_id = grade.plugin_id AND c.id = grade.chunk_id AND t.id = c.task_id
  AND g.checksum = iif(t.origin IN ('', 'bundled'), '', t.sha256);
UPDATE task SET plugin_id = g.id FROM program g
WHERE g.nth > 1 AND g.plugin_id = task.plugin_id AND g.checksum = iif(task.origin IN ('', 'bundled'), '', task.sha256);
DROP TABLE program;

CREATE VIEW plugins AS
SELECT pl.id, al.name AS plugin, pl.version, pl.settings, pl.settings_hash, pl.title, pl.complete, pl.licence,
  pl.reference, datetime(pl.first_used_at / 1000, 'unixepoch') AS first_used, pl.checksum
FROM plugin pl JOIN algorithm al ON al.id = pl.algorithm_id;

CREATE VIEW results AS
SELECT r.puzzle_id, pl.plugin, pl.version, pl.settings_hash, t.run_id AS run, v.name AS verdict, r.found,
  r.self_ns, r.guesses, r.measures, r.error, t.max_solutions, t.timeout_ms, t.origin,
  datetime(c.saved_at / 1000, 'unixepoch') AS time, pl.checksum
FROM result r
JOIN plugins pl ON pl.id = r.plugin_id
JOIN verdict v ON v.code = r.verdict
JOIN chunk c ON c.id = r.chunk_id
JOIN task t ON t.id = c.task_id;

CREATE VIEW tasks AS
SELECT t.run_id AS run, pl.plugin, pl.version, pl.settings_hash, t.kind, t.max_solutions, t.timeout_ms, t.origin,
  t.sha256, (SELECT coalesce(sum(c.puzzles), 0) FROM chunk c WHERE c.task_id = t.id) AS puzzles,
  t.wall_ns, t.cpu_ns, t.rss_max_bytes, pl.checksum
FROM task t JOIN plugins pl ON pl.id = t.plugin_id;
