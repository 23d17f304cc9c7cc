package evolve

import (
	"github.com/sudokuctl/sudokuctl/core/spec"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Spec describes the plugin ga.
func Spec() spec.Spec {
	return spec.Spec{
		Info: sudoku.Info{
			ID:        "ga",
			Name:      "genetic algorithm with entropy objective",
			Version:   "1.1.0",
			Summary:   "evolves grids of greatest entropy; finds solutions, proves nothing",
			Licence:   "MIT",
			Reference: "Rodríguez-Vázquez 2018, doi:10.1145/3205651.3208786 [rodriguez2018]",
			SoftClues: true,
			Clauses:   []string{"differ", "pair", "sum", "count"},
			Settings:  spec.Declare(usual),
		},
		Solver: spec.With(newSolver),
	}
}

// The variants.
const (
	memeticVariant = "memetic"
	paperVariant   = "paper"
)

const own = "auto" // of an enumeration: what the variant itself does

// settings are what may be set. A number of −1 stands for the variant's own value, see defaults.
type settings struct {
	Variant     string  `setting:"variant" enum:"memetic,paper" summary:"the algorithm as printed (paper), or improved (memetic)"`
	Encoding    string  `setting:"encoding" enum:"auto,rows,columns,blocks" summary:"the houses that are genes; auto: rows for paper, else those with fewest permutations"`
	Propagation string  `setting:"propagation" enum:"auto,none,matching" summary:"what narrows the candidates first; auto: none for paper, else matching"`
	Population  int     `setting:"population" min:"-1" max:"100000" summary:"individuals; −1: paper 200, memetic 8"`
	Crossover   float64 `setting:"crossover" min:"-1" max:"1" summary:"share of the children that are crossed; −1: paper 0.5, memetic 0.1"`
	Mutation    float64 `setting:"mutation" min:"-1" max:"1" summary:"paper: probability that a mutation changes a gene; −1: 0.2"`
	RenewEvery  int     `setting:"renew_every" min:"0" max:"1e9" summary:"paper: generations from one renewal of the population to the next; 0: never"`

	Steps int `setting:"steps" min:"1" max:"1e6" summary:"memetic: mutations of an individual in a generation, its local search"`

	RestartAfter   int64   `setting:"restart_after" min:"-1" max:"1e12" summary:"evaluations until a fresh population; 0: never; −1: paper 1e5, memetic 2.5e5"`
	MaxEvaluations int64   `setting:"max_evaluations" min:"-1" max:"1e15" summary:"evaluations until it gives up; 0: no bound; −1: paper 5e6, memetic 5e7"`
	Patience       float64 `setting:"patience" min:"0" max:"1e9" summary:"gives up on more solutions after this many times the cost of those found; 0: never"`
}

var usual = settings{
	Variant: memeticVariant, Encoding: own, Propagation: own, Population: -1, Crossover: -1.0, Mutation: -1.0,
	RenewEvery: 20, Steps: 200, RestartAfter: -1, MaxEvaluations: -1, Patience: 20.0,
}

// defaults are each variant's own values. The paper prints the population, the shares of mutation and
// crossover and the renewal; its mutation rate per row and its limits are ours.
var defaults = map[string]settings{
	paperVariant: {
		Encoding: "rows", Propagation: byNothing, Population: 200, Crossover: 0.5, Mutation: 0.2,
		RestartAfter: 100000, MaxEvaluations: 5e6,
	},
	memeticVariant: {
		Encoding: own, Propagation: byMatching, Population: 8, Crossover: 0.1, RestartAfter: 250000, MaxEvaluations: 5e7,
	},
}

// resolved has the variant's own values where nothing else is set.
func (s settings) resolved() settings {
	d := defaults[s.Variant]
	if s.Encoding == own {
		s.Encoding = d.Encoding
	}
	if s.Propagation == own {
		s.Propagation = d.Propagation
	}
	s.Population = max(1, orOwn(s.Population, d.Population))
	s.Crossover, s.Mutation = orOwn(s.Crossover, d.Crossover), orOwn(s.Mutation, d.Mutation)
	s.RestartAfter, s.MaxEvaluations = orOwn(s.RestartAfter, d.RestartAfter), orOwn(s.MaxEvaluations, d.MaxEvaluations)
	return s
}

func orOwn[T int | int64 | float64](set, variants T) T {
	if set < 0 {
		return variants
	}
	return set
}
