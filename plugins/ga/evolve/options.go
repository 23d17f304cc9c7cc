package evolve

// options are the resolved settings.
type options struct {
	variant, encoding, propagation string
	population, renewEvery, steps  int
	crossover, mutation, patience  float64
	restartAfter, maxEvaluations   int64
}

// defaults are each variant's own values. The paper prints the population, the shares of mutation and
// crossover and the renewal; its mutation rate per row and its limits are ours.
var defaults = map[string]options{
	paperVariant: {
		encoding: "rows", propagation: byNothing, population: 200, crossover: 0.5, mutation: 0.2,
		restartAfter: 100000, maxEvaluations: 5e6,
	},
	memeticVariant: {
		encoding: own, propagation: byMatching, population: 8, crossover: 0.1, restartAfter: 250000, maxEvaluations: 5e7,
	},
}

func newOptions(s settings) options {
	d := defaults[s.Variant]
	return options{
		variant:        s.Variant,
		encoding:       textOr(s.Encoding, d.encoding),
		propagation:    textOr(s.Propagation, d.propagation),
		population:     max(1, int(numberOr(float64(s.Population), float64(d.population)))),
		renewEvery:     s.RenewEvery,
		steps:          s.Steps,
		crossover:      numberOr(s.Crossover, d.crossover),
		mutation:       numberOr(s.Mutation, d.mutation),
		patience:       s.Patience,
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
