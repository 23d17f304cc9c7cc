-- The view library is made anew, with a column for each metric, whenever a grader declares metrics.

PRAGMA user_version = 3;

CREATE VIEW library AS SELECT * FROM puzzles;
