-- The numbers of a grade become columns, which are smaller and faster than JSON, and its labels are kept once for all
-- puzzles that share them.

PRAGMA user_version = 4;

DROP VIEW library;
DROP VIEW grades;
DROP VIEW grade_history;

CREATE TABLE wording (         -- what grades say in words, each once
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE    -- JSON object: label by slot, "error"
);

ALTER TABLE metric ADD COLUMN divisor INTEGER; -- whole numbers in grade are value times divisor; NULL: no value yet
UPDATE metric SET divisor = 1;

ALTER TABLE grade RENAME TO json_grade;

INSERT INTO wording (text) SELECT DISTINCT
  CASE WHEN error IS NULL THEN words ELSE json_set(coalesce(words, '{}'), '$.error', error) END
FROM json_grade WHERE words IS NOT NULL OR error IS NOT NULL;

CREATE TABLE grade (
  algorithm_id INTEGER NOT NULL REFERENCES algorithm,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  plugin_id INTEGER NOT NULL REFERENCES plugin,
  chunk_id INTEGER NOT NULL REFERENCES chunk,
  superseded INTEGER NOT NULL, -- 1: a later grade of the same algorithm exists
  wording_id INTEGER REFERENCES wording, -- NULL: no labels
  v0, v1, v2, v3, v4, v5, v6, v7, -- of the metric in slot 0 to 7: INTEGER, to be divided by metric.divisor, or REAL
  more TEXT,                   -- JSON array: a number or null for each metric from slot 8 on, NULL where there are none
  PRIMARY KEY (algorithm_id, puzzle_id, plugin_id)
) WITHOUT ROWID;

INSERT INTO grade
SELECT algorithm_id, puzzle_id, plugin_id, chunk_id, superseded,
  (SELECT id FROM wording WHERE text =
    CASE WHEN error IS NULL THEN words ELSE json_set(coalesce(words, '{}'), '$.error', error) END),
  json_extract(numbers, '$[0]'), json_extract(numbers, '$[1]'), json_extract(numbers, '$[2]'),
  json_extract(numbers, '$[3]'), json_extract(numbers, '$[4]'), json_extract(numbers, '$[5]'),
  json_extract(numbers, '$[6]'), json_extract(numbers, '$[7]'),
  CASE WHEN json_array_length(numbers) > 8
    THEN (SELECT json_group_array(json(value)) FROM json_each(numbers) WHERE key > 7) END
FROM json_grade;

DROP TABLE json_grade;

CREATE VIEW grade_history AS
SELECT puzzle_id, metric, iif(typeof(raw) = 'integer' AND divisor > 1, raw * 1.0 / divisor, raw) AS value,
  json_extract(words, '$."' || slot || '"') AS label, plugin, version, settings_hash, run, time, superseded
FROM (
  SELECT g.puzzle_id, m.name AS metric, m.divisor, m.slot, w.text AS words, pl.plugin, pl.version, pl.settings_hash,
    t.run_id AS run, datetime(c.saved_at / 1000, 'unixepoch') AS time, g.superseded,
    CASE m.slot WHEN 0 THEN g.v0 WHEN 1 THEN g.v1 WHEN 2 THEN g.v2 WHEN 3 THEN g.v3 WHEN 4 THEN g.v4
      WHEN 5 THEN g.v5 WHEN 6 THEN g.v6 WHEN 7 THEN g.v7
      ELSE json_extract(g.more, '$[' || (m.slot - 8) || ']') END AS raw
  FROM grade g
  JOIN metric m ON m.algorithm_id = g.algorithm_id
  JOIN plugins pl ON pl.id = g.plugin_id
  JOIN chunk c ON c.id = g.chunk_id
  JOIN task t ON t.id = c.task_id
  LEFT JOIN wording w ON w.id = g.wording_id
)
WHERE raw IS NOT NULL;

CREATE VIEW grades AS
SELECT puzzle_id, metric, value, label, plugin, version, settings_hash, run, time FROM grade_history
WHERE superseded = 0;

CREATE VIEW library AS SELECT * FROM puzzles;
