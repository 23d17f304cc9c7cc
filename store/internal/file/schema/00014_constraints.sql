-- What puzzles have beyond houses is counted. The constraints themselves stand behind the cells of a puzzle.
-- The function constraint_counts is the program's and exists while it migrates.

PRAGMA user_version = 14;

CREATE TABLE puzzle_constraint (
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  name TEXT NOT NULL,          -- of a constraint, 'cage', or of a kind of clauses, 'kind:sum'
  n INTEGER NOT NULL,          -- how many of them the puzzle has, within groups too
  PRIMARY KEY (puzzle_id, name)
) WITHOUT ROWID;
CREATE INDEX puzzle_constraint_name ON puzzle_constraint (name, n);

INSERT INTO puzzle_constraint SELECT p.id, j.key, j.value FROM puzzle p JOIN geometry g ON g.id = p.geometry_id
JOIN json_each(constraint_counts(g.text, p.cells)) j WHERE typeof(p.cells) = 'text' AND instr(p.cells, '~') > 0;

DROP VIEW library;
DROP VIEW puzzles;

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

CREATE VIEW library AS SELECT * FROM puzzles;
