-- Views say times as ISO 8601 has them, and when a puzzle was modified. Tags say who gave them and when. A source that was read to
-- its end says how many records it has: reading it again brings nothing.

PRAGMA user_version = 20;

DROP VIEW library;
DROP VIEW puzzles;
DROP VIEW plugins;
DROP VIEW results;
DROP VIEW grade_history;
DROP VIEW runs;
DROP VIEW sources;
DROP VIEW deletions;

ALTER TABLE source ADD COLUMN records INTEGER; -- when it was read to its end; NULL: that is not known
ALTER TABLE source ADD COLUMN bad INTEGER;     -- of them, that were left out
ALTER TABLE source ADD COLUMN read_by TEXT;    -- the version of sudokuctl

ALTER TABLE puzzle_tag ADD COLUMN tagged_at INTEGER; -- Unix milliseconds; NULL: before schema 20
ALTER TABLE puzzle_tag ADD COLUMN tagged_by TEXT;    -- 'import' or 'person'

CREATE TABLE edit (            -- puzzles that a person has changed
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  edited_at INTEGER NOT NULL   -- Unix milliseconds, the last time
) STRICT;

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

CREATE VIEW plugins AS
SELECT pl.id, al.name AS plugin, pl.version, pl.settings, pl.settings_hash, pl.title, pl.complete, pl.licence,
  pl.reference, strftime('%Y-%m-%dT%H:%M:%SZ', pl.first_used_at / 1000, 'unixepoch') AS first_used, pl.checksum
FROM plugin pl JOIN algorithm al ON al.id = pl.algorithm_id;

CREATE VIEW results AS
SELECT r.puzzle_id, pl.plugin, pl.version, pl.settings_hash, t.run_id AS run, v.name AS verdict, r.found,
  r.self_ns, r.guesses, r.measures, r.error, t.max_solutions, t.timeout_ms, t.origin,
  strftime('%Y-%m-%dT%H:%M:%SZ', c.saved_at / 1000, 'unixepoch') AS time, pl.checksum
FROM opinions r
CROSS JOIN plugins pl ON pl.id = r.plugin_id
JOIN verdict v ON v.code = r.verdict
JOIN chunk c ON c.id = r.chunk_id
JOIN task t ON t.id = c.task_id;

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

CREATE VIEW runs AS
SELECT r.id, r.command, r.state, strftime('%Y-%m-%dT%H:%M:%SZ', r.started_at / 1000, 'unixepoch') AS started,
  strftime('%Y-%m-%dT%H:%M:%SZ', r.ended_at / 1000, 'unixepoch') AS ended, (r.ended_at - r.started_at) / 1000.0 AS seconds,
  r.version, r.git_commit, r.go_version, r.os, r.cpu, r.cores, r.load, r.seed, r.options, r.selection
FROM run r;

CREATE VIEW sources AS
SELECT s.id, s.name, s.sha256, s.licence, strftime('%Y-%m-%dT%H:%M:%SZ', s.imported_at / 1000, 'unixepoch') AS imported,
  s.puzzles,
  (SELECT count(*) FROM recurrence q WHERE q.source_id = s.id) AS recurrences
FROM source s;

CREATE VIEW deletions AS
SELECT puzzle_id, strftime('%Y-%m-%dT%H:%M:%SZ', deleted_at / 1000, 'unixepoch') AS time FROM deletion;

CREATE VIEW library AS SELECT * FROM puzzles;
