-- Puzzles are found by their keys in a table of its own. An index of puzzle takes the keys in the order of the puzzles, which
-- is a page of its own for each once the library is large; the table takes many at a time, in the order of the keys.

PRAGMA user_version = 10;

DROP INDEX puzzle_key;

CREATE TABLE puzzle_key (
  key INTEGER NOT NULL,        -- puzzle.key
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  PRIMARY KEY (key, puzzle_id)
) WITHOUT ROWID;
INSERT INTO puzzle_key SELECT key, id FROM puzzle ORDER BY key;

CREATE TABLE keyed (           -- one row
  up_to INTEGER NOT NULL       -- puzzle_key has every puzzle up to this one and none above it
);
INSERT INTO keyed SELECT coalesce(max(id), 0) FROM puzzle;
