-- Which puzzle was published when and where, so that no series shows a puzzle twice, nor an image of one.

PRAGMA user_version = 6;

CREATE TABLE publication (
  id INTEGER PRIMARY KEY,
  series TEXT NOT NULL,        -- "daily hard", the title of a book
  issue TEXT NOT NULL,         -- a day such as 2006-01-02, or the number in a book
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  form BLOB NOT NULL,          -- hash of the canonical form: puzzles that are images of each other share it
  published TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  UNIQUE (series, issue)
);
CREATE INDEX publication_form ON publication (form);

CREATE VIEW publications AS SELECT series, issue, puzzle_id, published FROM publication;
