-- What people report of puzzles that they played.

PRAGMA user_version = 17;

CREATE TABLE play (
  id BLOB PRIMARY KEY CHECK (length(id) = 16), -- random, the same in every library that has the play
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  player BLOB NOT NULL CHECK (length(player) = 16), -- random, from a browser
  seconds INTEGER NOT NULL CHECK (seconds >= 0),
  solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
  hints INTEGER NOT NULL CHECK (hints >= 0),
  checks INTEGER NOT NULL CHECK (checks >= 0), -- how often the player had the entries checked
  played_at INTEGER NOT NULL   -- Unix milliseconds
) STRICT, WITHOUT ROWID;
CREATE INDEX play_puzzle ON play (puzzle_id);
CREATE INDEX play_player ON play (player);

CREATE VIEW plays AS
SELECT lower(hex(y.id)) AS id, p.puzzle, lower(hex(y.player)) AS player, y.seconds, y.solved, y.hints, y.checks,
  strftime('%Y-%m-%dT%H:%M:%SZ', y.played_at / 1000, 'unixepoch') AS at, y.puzzle_id
FROM play y JOIN puzzles p ON p.id = y.puzzle_id;
