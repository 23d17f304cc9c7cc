-- Puzzles can be deleted and restored. Runs and chunks can be recognised when libraries are merged.

PRAGMA user_version = 7;

CREATE TABLE deletion (        -- puzzles that are hidden until they are restored
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  deleted_at INTEGER NOT NULL  -- Unix milliseconds
);

ALTER TABLE run ADD COLUMN uid TEXT; -- the same in every library that has the run
UPDATE run SET uid = printf('%d-%d-%d', id, started_at, seed);
CREATE UNIQUE INDEX run_uid ON run (uid);

ALTER TABLE chunk ADD COLUMN origin INTEGER; -- its id in the library where it was saved; NULL: this one

DROP VIEW library;
DROP VIEW puzzles;
DROP VIEW tags;
DROP VIEW disagreements;

CREATE VIEW puzzles AS
SELECT
  p.id,
  g.prefix || CASE typeof(p.cells)
    WHEN 'blob' THEN replace(substr(hex(p.cells), 1, g.cells), '0', '.') ELSE p.cells END || g.suffix AS puzzle,
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
  p.comment
FROM puzzle p
JOIN geometry g ON g.id = p.geometry_id
JOIN source s ON s.id = p.source_id
LEFT JOIN answer a ON a.puzzle_id = p.id
LEFT JOIN duplicate d ON d.puzzle_id = p.id
WHERE p.id NOT IN (SELECT puzzle_id FROM deletion);

CREATE VIEW deletions AS
SELECT puzzle_id, datetime(deleted_at / 1000, 'unixepoch') AS time FROM deletion;

CREATE VIEW disagreements AS
SELECT r.puzzle_id, r.plugin, r.version, r.run, r.verdict, r.found, r.max_solutions
FROM answer a JOIN results r ON r.puzzle_id = a.puzzle_id
WHERE a.disputed = 1 AND a.puzzle_id NOT IN (SELECT puzzle_id FROM deletion);

CREATE VIEW tags AS
SELECT t.name AS tag, count(pt.puzzle_id) AS puzzles
FROM tag t LEFT JOIN puzzle_tag pt ON pt.tag_id = t.id AND pt.puzzle_id NOT IN (SELECT puzzle_id FROM deletion)
GROUP BY t.id;

CREATE VIEW library AS SELECT * FROM puzzles;
