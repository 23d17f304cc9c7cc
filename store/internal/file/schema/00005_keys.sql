-- Puzzles are recognised by a small key instead of an index of their cells, and know the symmetries of their pattern.
-- The functions puzzle_key and pattern_symmetry are the program's and exist while it migrates.

PRAGMA user_version = 5;

CREATE TABLE keyed_puzzle (
  id INTEGER PRIMARY KEY,
  geometry_id INTEGER NOT NULL REFERENCES geometry,
  cells NOT NULL,              -- BLOB of two cells a byte, or TEXT; no two puzzles of a geometry have the same
  key INTEGER NOT NULL,        -- hash of geometry_id and cells
  clues INTEGER NOT NULL,
  symmetry INTEGER NOT NULL,   -- of the pattern of givens: 1 rot90, 2 rot180, 4 mirror_h, 8 mirror_v, 16 diagonal,
                               -- 32 antidiagonal, added up
  source_id INTEGER NOT NULL REFERENCES source,
  line INTEGER,                -- where it was seen first
  name TEXT,                   -- NULL: source:line
  comment TEXT
);
INSERT INTO keyed_puzzle
SELECT p.id, geometry_id, p.cells, puzzle_key(geometry_id, p.cells), clues, pattern_symmetry(g.text, p.cells),
  source_id, line, name, comment
FROM puzzle p JOIN geometry g ON g.id = geometry_id ORDER BY p.id;

DROP TABLE puzzle;
PRAGMA legacy_alter_table = ON;
ALTER TABLE keyed_puzzle RENAME TO puzzle;
PRAGMA legacy_alter_table = OFF;

CREATE INDEX puzzle_key ON puzzle (key);
CREATE INDEX puzzle_clues ON puzzle (clues);
CREATE INDEX puzzle_source ON puzzle (source_id);
CREATE INDEX puzzle_geometry ON puzzle (geometry_id) WHERE geometry_id <> 1; -- mostly all but the classic one
CREATE INDEX puzzle_symmetry ON puzzle (symmetry) WHERE symmetry <> 0;

DROP VIEW library;
DROP VIEW puzzles;

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
LEFT JOIN duplicate d ON d.puzzle_id = p.id;

CREATE VIEW library AS SELECT * FROM puzzles;
