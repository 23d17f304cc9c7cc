// Package layer unrolls an automaton over the cells of a word: before each cell stands a layer of the states that can be
// reached there and can still lead to the end. Forth and Back sweep over a layer with the candidates of its cell.
package layer
