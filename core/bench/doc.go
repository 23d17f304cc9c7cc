// Package bench says what a run was and what its results mean: pure functions over results, and pictures of
// them.
//
// # Words
//
//   - A [Run] is one pass of solvers and graders over puzzles, with all that is needed to do it again.
//   - A [Sample] is one answer of one solver to one puzzle; a puzzle that is repeated gives several.
//   - A [Summary] is what one solver did over all its samples.
//   - A [Table] has a [Cell] for each solver and puzzle, repetitions taken together by their median. What
//     compares solvers is a method of it: [Table.Compare], [Table.Wins], [Table.VirtualBest],
//     [Table.Disagreements].
//   - A puzzle is decided when a solver gave a solution, or proved that there is none.
//
// # Pictures
//
// [Cactus], [Scatter], [TimeScatter], [Box], [Histogram], [Heat] and [Line] return a picture.Picture. They
// take a [Chart] for titles and sizes and plain numbers for the rest. Equal data gives equal bytes. Colours
// are those of Okabe & Ito, and dashes and shapes tell series apart without them.
package bench
