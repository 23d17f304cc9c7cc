package work

import "github.com/sudokuctl/sudokuctl/store"

// LevelAt returns the first level whose band holds the value of its metric, "" if there is none.
func LevelAt(levels []store.Level, grades map[string]float64) string {
	for _, l := range levels {
		if v, ok := grades[l.Metric]; ok && v < l.Below {
			return l.Name
		}
	}
	return ""
}

// LevelOf returns the first level whose band holds the grade of its metric, "" if there is none.
func LevelOf(levels []store.Level, grades []store.NamedGrade) string {
	for _, l := range levels {
		for _, g := range grades {
			if g.Metric == l.Metric && g.Value < l.Below {
				return l.Name
			}
		}
	}
	return ""
}
