-- Each chunk has a digest of its rows, by which changed results and grades are found.
-- The functions row_digest and digest_of are the program's and exist while it migrates.

PRAGMA user_version = 12;

ALTER TABLE chunk ADD COLUMN digest INTEGER NOT NULL DEFAULT 0; -- of saved_at and of all rows of the chunk, by exclusive or

UPDATE chunk SET digest = row_digest(saved_at);

UPDATE chunk SET digest = digest_of(digest || ',' || digests) FROM (
  SELECT chunk_id, group_concat(row_digest(plugin_id, puzzle_id, verdict, found, self_ns, guesses, measures, error)) AS digests
  FROM result GROUP BY chunk_id)
WHERE id = chunk_id;

UPDATE chunk SET digest = digest_of(digest || ',' || digests) FROM (
  SELECT chunk_id, group_concat(row_digest(plugin_id, puzzle_id, wording_id, v0, v1, v2, v3, v4, v5, v6, v7, more)) AS digests
  FROM grade GROUP BY chunk_id)
WHERE id = chunk_id;
