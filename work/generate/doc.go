// Package generate makes puzzles, of a difficulty too: towards a range of a metric that the generator cannot aim at
// exactly, it measures what the generator makes and climbs from neighbour to neighbour.
package generate
