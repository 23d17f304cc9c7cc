package evolve

// options are the resolved settings.
type options struct {
	variant, encoding, propagation, objective string
	survival, renewed                         string
	population, tournament, elite, renewEvery int
	crossover, mutation, renewShare           float64
	steps                                     int
	hottest, coldest, patience                float64
	duplicates                                bool
	restartAfter, maxEvaluations              int64
}

// defaults are each variant's own values. The paper prints the population, the shares of mutation and
// crossover and the renewal; its mutation rate per row and its limits are ours.
var defaults = map[string]options{
	paperVariant: {
		encoding: "rows", propagation: byNothing, population: 200, crossover: 0.5, mutation: 0.2, tournament: 1,
		elite: 1, restartAfter: 100000, maxEvaluations: 5e6,
	},
	memeticVariant: {
		encoding: own, propagation: byMatching, population: 8, crossover: 0.1, tournament: 2,
		elite: 4, restartAfter: 250000, maxEvaluations: 5e7,
	},
}

func newOptions(s settings) options {
	variant := s.Variant
	d := defaults[variant]
	return options{
		variant:        variant,
		encoding:       textOr(s.Encoding, d.encoding),
		propagation:    textOr(s.Propagation, d.propagation),
		objective:      s.Objective,
		survival:       s.Survival,
		renewed:        s.Renewed,
		population:     max(1, int(numberOr(float64(s.Population), float64(d.population)))),
		tournament:     max(1, int(numberOr(float64(s.Tournament), float64(d.tournament)))),
		elite:          int(numberOr(float64(s.Elite), float64(d.elite))),
		renewEvery:     s.RenewEvery,
		crossover:      numberOr(s.Crossover, d.crossover),
		mutation:       numberOr(s.Mutation, d.mutation),
		renewShare:     s.RenewShare,
		hottest:        s.Hottest,
		coldest:        s.Coldest,
		patience:       s.Patience,
		steps:          s.Steps,
		duplicates:     s.Duplicates,
		restartAfter:   int64(numberOr(float64(s.RestartAfter), float64(d.restartAfter))),
		maxEvaluations: int64(numberOr(float64(s.MaxEvaluations), float64(d.maxEvaluations))),
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
