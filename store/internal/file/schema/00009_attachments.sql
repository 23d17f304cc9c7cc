-- Folders of parts, files of puzzles and answers, that questions about the library go through as well.

PRAGMA user_version = 9;

CREATE TABLE attachment (
  folder TEXT PRIMARY KEY,     -- absolute
  attached TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) WITHOUT ROWID;

CREATE VIEW attachments AS SELECT folder, attached FROM attachment;
