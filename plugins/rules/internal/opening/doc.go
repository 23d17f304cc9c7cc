// Package opening plays the beginning of a classic 9×9 puzzle on Sudoku Explainer's ladder: the steps up to 2.5, which only
// place digits. As long as no candidate has been struck, the candidates follow from the filled cells, and the whole puzzle
// is nine sets of cells, one for each digit. A puzzle that needs more goes on from there on a board.Board.
//
// # Words
//
//   - A [plane] is a set of cells in two words: rows 1 to 3 in bits 0 … 26 of the first, rows 4 to 6 in its bits 32 … 58, rows 7
//     to 9 in bits 0 … 26 of the second. What is done to a word is so done to two bands at once.
//   - A place of a digit is an empty cell where it is possible.
//   - A chute is a band or a stack; in it three lines cross three boxes, in nine ninths of three cells each.
//   - A cell is alone in a house if it is the house's only member of a plane: a hidden single, if the plane is a digit's.
//
// # The order of steps
//
// A rating depends on which techniques are used, and on the first of them. Last cells and hidden singles never get in each
// other's way: however they are ordered, the same cells come to be filled. So they are placed many at a time; only until
// a hidden single in a box and one in a line have been needed, a harder kind waits until there is no easier one. Of direct
// techniques and naked singles the first in Sudoku Explainer's order is taken, after all singles.
package opening
