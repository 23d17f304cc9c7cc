package work

import "github.com/sudokuctl/sudokuctl/store"

// LevelAt returns the first level whose band holds the value of its metric, or of the one that puzzles with constraints have
// instead; "" if there is none.
func LevelAt(levels []store.Level, grades map[string]float64) string {
	for _, l := range levels {
		for _, metric := range [...]string{l.Metric, store.BesideConstraints(l.Metric)} {
			if v, ok := grades[metric]; ok && v < l.Below {
				return l.Name
			}
		}
	}
	return ""
}

// LevelOf is LevelAt of the grades of the library.
func LevelOf(levels []store.Level, grades []store.NamedGrade) string {
	for _, l := range levels {
		for _, g := range grades {
			if (g.Metric == l.Metric || g.Metric == store.BesideConstraints(l.Metric)) && g.Value < l.Below {
				return l.Name
			}
		}
	}
	return ""
}
