// Package dataset makes data sets for learning systems and examines those of others.
//
// # Words
//
//   - Puzzles that a symmetry of their geometry and a relabelling of the digits turn into each other are images of one
//     another. A [Class] is all images of a puzzle; a solution grid has one too.
//   - A split puts puzzles into training and test. It is fair if no class of a puzzle and no class of a solution grid is
//     in both: a model that has learnt a solution grid by heart solves every puzzle that has an image of it.
//   - A leak is a puzzle of one file whose class, or whose solution's class, is in another.
//   - The [Recipe] of a data set is everything that its content depends on; its [Card] says what came of it.
//
// # The split
//
// Which side a puzzle is on is a function of the class of its solution: [Make] takes the class as a number in [0,1) and
// compares it with the share of the test. So nothing needs to be remembered, puzzles of one solution grid stay together,
// and so do images of one puzzle, since their solutions are images too. Data sets with the same share of test do not leak
// into each other either, whatever their seeds.
//
// # The folder of a data set
//
//	recipe.json               written first; who comes back with another recipe is refused
//	progress.jsonl            one line for each chunk of puzzles whose files are whole; gone in the end
//	data/train-00000.parquet  the rows of a chunk, data/test-00000.parquet those on the other side
//	card.json, README.md      written last, from what is in the files and not from what was meant to be
package dataset
