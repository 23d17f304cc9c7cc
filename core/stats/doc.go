// Package stats says what results mean: pure functions over numbers and over the answers of solvers.
//
// # Words
//
//   - A [Sample] is one answer of one solver to one puzzle; a puzzle that is repeated gives several.
//   - A [Summary] is what one solver did over all its samples.
//   - A [Table] has a [Cell] for each solver and puzzle, repetitions taken together by their median. What
//     compares solvers is a method of it: [Table.Compare], [Table.Wins], [Table.VirtualBest],
//     [Table.Disagreements].
//   - A puzzle is decided when a solver gave a solution, or proved that there is none.
//   - [Levels] divide numbers into groups with fuzzy borders.
package stats
