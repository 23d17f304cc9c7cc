// Package layer unrolls automata over the cells of a word, and sweeps over them.
package layer
