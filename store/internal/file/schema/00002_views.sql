PRAGMA user_version = 2;

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
  p.comment
FROM puzzle p
JOIN geometry g ON g.id = p.geometry_id
JOIN source s ON s.id = p.source_id
LEFT JOIN answer a ON a.puzzle_id = p.id
LEFT JOIN duplicate d ON d.puzzle_id = p.id;

CREATE VIEW solutions AS
SELECT p.id AS puzzle_id,
  CASE typeof(f.grid) WHEN 'blob' THEN substr(hex(f.grid), 1, g.cells) ELSE f.grid END AS solution
FROM (SELECT puzzle_id, grid FROM answer WHERE grid IS NOT NULL
      UNION ALL SELECT puzzle_id, grid FROM solution) f
JOIN puzzle p ON p.id = f.puzzle_id
JOIN geometry g ON g.id = p.geometry_id;

CREATE VIEW plugins AS
SELECT pl.id, al.name AS plugin, pl.version, pl.settings, pl.settings_hash, pl.title, pl.complete, pl.licence,
  pl.reference, datetime(pl.first_used_at / 1000, 'unixepoch') AS first_used
FROM plugin pl JOIN algorithm al ON al.id = pl.algorithm_id;

CREATE VIEW results AS
SELECT r.puzzle_id, pl.plugin, pl.version, pl.settings_hash, t.run_id AS run, v.name AS verdict, r.found,
  r.self_ns, r.guesses, r.measures, r.error, t.max_solutions, t.timeout_ms, t.origin,
  datetime(c.saved_at / 1000, 'unixepoch') AS time
FROM result r
JOIN plugins pl ON pl.id = r.plugin_id
JOIN verdict v ON v.code = r.verdict
JOIN chunk c ON c.id = r.chunk_id
JOIN task t ON t.id = c.task_id;

CREATE VIEW timings AS
SELECT puzzle_id, plugin, version, settings_hash, run, verdict, self_ns, guesses, time FROM results
WHERE verdict NOT IN ('unsupported', 'crashed');

CREATE VIEW grade_history AS
SELECT g.puzzle_id, m.name AS metric, n.value, json_extract(g.words, '$."' || n.key || '"') AS label,
  pl.plugin, pl.version, pl.settings_hash, t.run_id AS run,
  datetime(c.saved_at / 1000, 'unixepoch') AS time, g.superseded
FROM grade g
JOIN json_each(g.numbers) n ON n.type <> 'null'
JOIN metric m ON m.algorithm_id = g.algorithm_id AND m.slot = n.key
JOIN plugins pl ON pl.id = g.plugin_id
JOIN chunk c ON c.id = g.chunk_id
JOIN task t ON t.id = c.task_id;

CREATE VIEW grades AS
SELECT puzzle_id, metric, value, label, plugin, version, settings_hash, run, time FROM grade_history
WHERE superseded = 0;

CREATE VIEW metrics AS
SELECT m.name AS metric, al.name AS plugin, m.unit, m.minimum, m.maximum, m.higher_is_harder, m.source, m.summary
FROM metric m JOIN algorithm al ON al.id = m.algorithm_id;

CREATE VIEW runs AS
SELECT r.id, r.command, r.state, datetime(r.started_at / 1000, 'unixepoch') AS started,
  datetime(r.ended_at / 1000, 'unixepoch') AS ended, (r.ended_at - r.started_at) / 1000.0 AS seconds,
  r.version, r.git_commit, r.go_version, r.os, r.cpu, r.cores, r.seed, r.options, r.selection
FROM run r;

CREATE VIEW tasks AS
SELECT t.run_id AS run, pl.plugin, pl.version, pl.settings_hash, t.kind, t.max_solutions, t.timeout_ms, t.origin,
  t.sha256, (SELECT coalesce(sum(c.puzzles), 0) FROM chunk c WHERE c.task_id = t.id) AS puzzles,
  t.wall_ns, t.cpu_ns, t.rss_max_bytes
FROM task t JOIN plugins pl ON pl.id = t.plugin_id;

CREATE VIEW disagreements AS
SELECT r.puzzle_id, r.plugin, r.version, r.run, r.verdict, r.found, r.max_solutions
FROM answer a JOIN results r ON r.puzzle_id = a.puzzle_id
WHERE a.disputed = 1;

CREATE VIEW tags AS
SELECT t.name AS tag, count(pt.puzzle_id) AS puzzles
FROM tag t LEFT JOIN puzzle_tag pt ON pt.tag_id = t.id GROUP BY t.id;

CREATE VIEW sources AS
SELECT s.id, s.name, s.sha256, s.licence, datetime(s.imported_at / 1000, 'unixepoch') AS imported,
  (SELECT count(*) FROM puzzle p WHERE p.source_id = s.id) AS puzzles,
  (SELECT count(*) FROM recurrence q WHERE q.source_id = s.id) AS recurrences
FROM source s;
