package evolve

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// The variants.
const (
	memeticVariant = "memetic"
	paperVariant   = "paper"
	decoderVariant = "decoder"
)

// The choices of the other named settings.
const (
	own          = "auto" // of an enumeration: what the variant itself does
	heatBath     = "heat_bath"
	swaps        = "swaps"
	noSearch     = "none"
	plus         = "plus"
	generational = "generational"
	worstHalf    = "worst"
	anyHalf      = "any"
	bestHalf     = "best"
)

// settings declares what may be set. A number of −1 stands for the variant's own value, see defaults.
func settings() []sudoku.Setting {
	return slices.Concat(sharedSettings(), paperSettings(), memeticSettings(), limits())
}

func sharedSettings() []sudoku.Setting {
	return []sudoku.Setting{
		{Name: "variant", Default: memeticVariant, Enum: []string{memeticVariant, paperVariant, decoderVariant},
			Summary: "the algorithm as printed (paper), improved (memetic), or with genes that steer a decoder"},
		{Name: "encoding", Default: own, Enum: []string{own, "rows", "columns", "blocks"},
			Summary: "the houses that are genes; auto: rows for paper, else those with fewest permutations"},
		{Name: "propagation", Default: own, Enum: []string{own, byNothing, byGivens, bySingles, byMatching},
			Summary: "what narrows the candidates first; auto: none for paper, else matching"},
		{Name: "objective", Default: byEntropy, Enum: []string{byEntropy, byConflicts},
			Summary: "what is optimised: the entropy of all houses, or plain counts of repeats"},
		{Name: "population", Default: -1, Min: -1, Max: 100000,
			Summary: "individuals; −1: paper 200, memetic 8, decoder 20"},
		{Name: "crossover", Default: -1.0, Min: -1, Max: 1,
			Summary: "share of the children that are crossed; −1: paper and decoder 0.5, memetic 0.1"},
		{Name: "mutation", Default: -1.0, Min: -1, Max: 1,
			Summary: "paper and decoder: probability that a mutation changes a gene; −1: paper 0.2, decoder 0.5"},
		{Name: "tournament", Default: -1, Min: -1, Max: 1000,
			Summary: "how many random individuals compete to be a parent; −1: paper 1, else 2"},
		{Name: "elite", Default: -1, Min: -1, Max: 1000,
			Summary: "paper: who outlives a generational survival; memetic: remembered partners; −1: 1 and 4"},
	}
}

func paperSettings() []sudoku.Setting {
	return []sudoku.Setting{
		{Name: "survival", Default: plus, Enum: []string{plus, generational},
			Summary: "paper: the best of parents and children survive, or the children but for the elite"},
		{Name: "duplicates", Default: false, Summary: "paper: whether equal individuals may live together"},
		{Name: "renew_every", Default: 20, Min: 0, Max: 1e9,
			Summary: "paper: generations from one renewal of the population to the next; 0: never"},
		{Name: "renew_share", Default: 0.5, Min: 0, Max: 1,
			Summary: "paper: share of the population that is renewed"},
		{Name: "renewed", Default: worstHalf, Enum: []string{worstHalf, anyHalf, bestHalf},
			Summary: "paper: which individuals are renewed"},
	}
}

func memeticSettings() []sudoku.Setting {
	return []sudoku.Setting{
		{Name: "local_search", Default: heatBath, Enum: []string{heatBath, swaps, noSearch},
			Summary: "memetic: a mutation draws a gene from its Boltzmann distribution, swaps two cells, or is blind"},
		{Name: "steps", Default: 200, Min: 1, Max: 1e6,
			Summary: "memetic: mutations of an individual in a generation, its local search"},
		{Name: "hottest", Default: 0.7, Min: 0.01, Max: 100,
			Summary: "memetic: temperature of the first individual; at 1 a first repeat has odds of 1:4"},
		{Name: "coldest", Default: -1.0, Min: -1, Max: 100,
			Summary: "memetic: temperature of the last individual; −1: by the size of the grid, 0.7 for 9×9"},
	}
}

func limits() []sudoku.Setting {
	return []sudoku.Setting{
		{Name: "restart_after", Default: -1, Min: -1, Max: 1e12,
			Summary: "evaluations until a fresh population; 0: never; −1: paper 1e5, memetic 2.5e5, decoder 500"},
		{Name: "max_evaluations", Default: -1, Min: -1, Max: 1e15,
			Summary: "evaluations until it gives up; 0: no bound; −1: paper 5e6, memetic 5e7, decoder 1e6"},
		{Name: "patience", Default: 20.0, Min: 0, Max: 1e9,
			Summary: "gives up on more solutions after this many times the cost of those found; 0: never"},
	}
}
