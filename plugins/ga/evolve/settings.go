package evolve

import "github.com/sudokuctl/sudokuctl/core/sudoku"

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
	return []sudoku.Setting{
		{Name: "variant", Default: memeticVariant, Enum: []string{memeticVariant, paperVariant, decoderVariant},
			Summary: "the genetic algorithm as printed (paper), improved (memetic), or with genes that steer a decoder"},
		{Name: "encoding", Default: own, Enum: []string{own, "rows", "columns", "blocks"},
			Summary: "which houses are the genes; auto: rows for paper, else those with the fewest permutations"},
		{Name: "propagation", Default: own, Enum: []string{own, byNothing, byGivens, bySingles, byMatching},
			Summary: "what narrows the candidates first; auto: none for paper, else matching"},
		{Name: "objective", Default: byEntropy, Enum: []string{byEntropy, byConflicts},
			Summary: "what is optimised: the entropy of all houses, or plain counts of repeats"},
		{Name: "local_search", Default: heatBath, Enum: []string{heatBath, swaps, noSearch},
			Summary: "memetic: how a gene is mutated (drawn from its Boltzmann distribution, Metropolis swaps, blindly)"},
		{Name: "population", Default: -1, Min: -1, Max: 100000, Summary: "individuals; −1: paper 200, memetic 8, decoder 20"},
		{Name: "crossover", Default: -1.0, Min: -1, Max: 1,
			Summary: "share of the children that are crossed; −1: paper and decoder 0.5, memetic 0.1"},
		{Name: "mutation", Default: -1.0, Min: -1, Max: 1,
			Summary: "probability that a mutation changes a gene; −1: paper 0.2, decoder 0.5; memetic always mutates one"},
		{Name: "tournament", Default: -1, Min: -1, Max: 1000,
			Summary: "how many random individuals compete to be a parent; −1: paper 1, else 2"},
		{Name: "survival", Default: plus, Enum: []string{plus, generational},
			Summary: "paper: the best of parents and children survive, or the children replace all but the elite"},
		{Name: "duplicates", Default: false, Summary: "paper: whether equal individuals may live together"},
		{Name: "elite", Default: -1, Min: -1, Max: 1000,
			Summary: "paper: survivors of generational survival; memetic: remembered partners; −1: paper 1, memetic 4"},
		{Name: "renew_every", Default: 20, Min: 0, Max: 1e9,
			Summary: "paper: generations from one renewal of the population to the next; 0: never"},
		{Name: "renew_share", Default: 0.5, Min: 0, Max: 1, Summary: "paper: share of the population that is renewed"},
		{Name: "renewed", Default: worstHalf, Enum: []string{worstHalf, anyHalf, bestHalf},
			Summary: "paper: which individuals are renewed"},
		{Name: "temperature", Default: 0.7, Min: 0.01, Max: 100,
			Summary: "memetic: at 1 a first repeat in a house is four times less probable than none"},
		{Name: "steps", Default: 200, Min: 1, Max: 1e6,
			Summary: "memetic: mutations of an individual in a generation, its local search"},
		{Name: "restart_after", Default: -1, Min: -1, Max: 1e12,
			Summary: "evaluations after which a fresh population starts; 0: never; −1: paper 1e5, memetic 2.5e5, decoder 500"},
		{Name: "max_evaluations", Default: -1, Min: -1, Max: 1e15,
			Summary: "evaluations after which it gives up; 0: no bound; −1: paper 1e6, memetic 5e7, decoder 1e6"},
		{Name: "patience", Default: 20.0, Min: 0, Max: 1e9,
			Summary: "gives up on further solutions when this many times the cost of those found brings none; 0: never"},
	}
}

// options are the resolved settings.
type options struct {
	variant, encoding, propagation, objective string
	localSearch, survival, renewed            string
	population, tournament, elite, renewEvery int
	crossover, mutation, renewShare           float64
	steps                                     int
	temperature, patience                     float64
	duplicates                                bool
	restartAfter, maxEvaluations              int64
}

// defaults are each variant's own values. The paper prints the population, the shares of mutation and
// crossover and the renewal; its mutation rate per row, elite and limits are ours.
var defaults = map[string]options{
	paperVariant: {encoding: "rows", propagation: byNothing, population: 200, crossover: 0.5, mutation: 0.2, elite: 1,
		tournament: 1, restartAfter: 100000, maxEvaluations: 1e6},
	memeticVariant: {encoding: own, propagation: byMatching, population: 8, crossover: 0.1, mutation: 1, elite: 4,
		tournament: 2, restartAfter: 250000, maxEvaluations: 5e7},
	decoderVariant: {encoding: own, propagation: byMatching, population: 20, crossover: 0.5, mutation: 0.5, elite: 1,
		tournament: 2, restartAfter: 500, maxEvaluations: 1e6},
}

func newOptions(s sudoku.Settings) options {
	variant := s.String("variant")
	d := defaults[variant]
	return options{
		variant:        variant,
		encoding:       textOr(s.String("encoding"), d.encoding),
		propagation:    textOr(s.String("propagation"), d.propagation),
		objective:      s.String("objective"),
		localSearch:    s.String("local_search"),
		survival:       s.String("survival"),
		renewed:        s.String("renewed"),
		population:     max(1, int(numberOr(float64(s.Int("population")), float64(d.population)))),
		tournament:     max(1, int(numberOr(float64(s.Int("tournament")), float64(d.tournament)))),
		elite:          int(numberOr(float64(s.Int("elite")), float64(d.elite))),
		renewEvery:     s.Int("renew_every"),
		crossover:      numberOr(s.Float("crossover"), d.crossover),
		mutation:       numberOr(s.Float("mutation"), d.mutation),
		renewShare:     s.Float("renew_share"),
		temperature:    s.Float("temperature"),
		patience:       s.Float("patience"),
		steps:          s.Int("steps"),
		duplicates:     s.Bool("duplicates"),
		restartAfter:   int64(numberOr(float64(s.Int("restart_after")), float64(d.restartAfter))),
		maxEvaluations: int64(numberOr(float64(s.Int("max_evaluations")), float64(d.maxEvaluations))),
	}
}

func textOr(text, fallback string) string {
	if text == own {
		return fallback
	}
	return text
}

func numberOr(number, fallback float64) float64 {
	if number < 0 {
		return fallback
	}
	return number
}
