// Package bench runs solvers in turn over the same puzzles and measures them: self time as the plugins count it, wall
// time and CPU of their processes. Answers are verified and stored when the clock has stopped. Every round may see other
// images of the puzzles, so that no solver profits from their order of cells or digits.
package bench
