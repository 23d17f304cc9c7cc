-- The load average when a run began says how much else the machine did. It is NULL for earlier runs, and where the system has none.
PRAGMA user_version = 19;

ALTER TABLE run ADD COLUMN load REAL CHECK (load >= 0);
DROP VIEW runs;
CREATE VIEW runs AS
SELECT r.id, r.command, r.state, datetime(r.started_at / 1000, 'unixepoch') AS started,
  datetime(r.ended_at / 1000, 'unixepoch') AS ended, (r.ended_at - r.started_at) / 1000.0 AS seconds,
  r.version, r.git_commit, r.go_version, r.os, r.cpu, r.cores, r.load, r.seed, r.options, r.selection
FROM run r;
