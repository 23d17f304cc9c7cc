// Package entropy solves by information entropy: it always works where least is left open.
//
// Zhai & Zhang (2013) call x/9 the information entropy of a cell with x candidates, fill the cells of entropy 1/9
// one after the other, and branch on a cell of least entropy when none is left. The setting strategy: paper is
// this algorithm as printed (paper.go), on every geometry; it is the reference that the others are tested against.
//
// The default, strategy: entropy, takes the idea further. A cell is not the only thing that is uncertain: so
// is the place of a digit in a house, and the course of a digit through a band. Each has an entropy, the
// logarithm of the number of ways left open, and
//
//   - a propagation step is one that lowers an entropy without a guess: a cell with one candidate or a digit with one
//     place has entropy 0 and is filled, and what that excludes lowers its neighbours;
//   - a branch is made where the entropy is least, so that a failure excludes most and a success settles most.
//
// The 9×9 engine lives in package nine and takes soft clues too; the general engine, which serves every other geometry
// and constraints, lives in core/search. Each has its own explanation.
package entropy
