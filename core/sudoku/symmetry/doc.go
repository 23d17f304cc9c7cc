// Package symmetry maps puzzles to equivalent ones. A [Transform] moves cells and exchanges digits; it keeps a geometry if every
// house goes onto a house. Images of a puzzle have the images of its solutions, soft clues and constraints beyond houses included.
package symmetry
