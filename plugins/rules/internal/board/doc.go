// Package board holds a puzzle while techniques work on it.
//
// # Words
//
//   - A candidate is a digit that is still possible in a cell; inside the plugin digits count from 0. A [Mark] names one.
//   - A slot is a cell's place within a house: slot 0 is the house's first cell.
//   - A [Frame] is a geometry laid out for reasoning. All boards of the geometry share it.
//   - A [Board] holds the candidates of each cell and, turned round, the slots of each digit in each house. Naked sets
//     and wings read the first, hidden sets, locked candidates and fish the second; all of them are sets in one
//     machine word, for every geometry.
//   - A [Position] is what a [Technique] looks at: a board, how to look, and the [Hint] to fill in.
//
// # What has changed
//
// Techniques are asked again and again on a board that changes little. So the board has a version that grows
// with every change, and notes at which version each house and each digit changed last. A technique that
// finds nothing in a house keeps the version in its [Memory], and passes the house over until it has changed.
// What a house shows at a glance is kept in the same way ([HouseView]).
package board
