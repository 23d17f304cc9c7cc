package stats

import (
	"math"
	"slices"
)

// Levels divides numbers into groups whose borders are fuzzy: each number belongs to every level to a degree.
type Levels struct {
	Centres   []float64 // increasing
	Fuzziness float64   // above 1; near 1 the borders are sharp
}

// FuzzyLevels finds count levels by fuzzy c-means (Bezdek 1981): centres c and degrees u that minimise the
// sum of u^fuzziness · (value - c)². The search starts from evenly spaced quantiles and is deterministic.
// Fewer distinct values than levels give as many levels as there are values. The usual fuzziness is 2.
func FuzzyLevels(values []float64, count int, fuzziness float64) Levels {
	sorted := slices.Sorted(slices.Values(values))
	distinct := slices.Compact(slices.Clone(sorted))
	if len(distinct) <= count {
		return Levels{Centres: distinct, Fuzziness: fuzziness}
	}
	l := Levels{Centres: make([]float64, count), Fuzziness: fuzziness}
	for i := range l.Centres {
		l.Centres[i] = Quantile(distinct, (float64(i)+0.5)/float64(count))
	}
	const rounds = 1000
	enough := 1e-10 * (distinct[len(distinct)-1] - distinct[0])
	for range rounds {
		if l.improve(sorted) <= enough {
			break
		}
	}
	slices.Sort(l.Centres)
	return l
}

// improve moves each centre to the mean of the values weighted by their degrees and returns the farthest move.
func (l Levels) improve(values []float64) float64 {
	weight, sum := make([]float64, len(l.Centres)), make([]float64, len(l.Centres))
	for _, v := range values {
		for i, u := range l.Degrees(v) {
			w := math.Pow(u, l.Fuzziness)
			weight[i] += w
			sum[i] += w * v
		}
	}
	farthest := 0.0
	for i := range l.Centres {
		if weight[i] == 0 {
			continue
		}
		farthest = max(farthest, math.Abs(sum[i]/weight[i]-l.Centres[i]))
		l.Centres[i] = sum[i] / weight[i]
	}
	return farthest
}

// Degrees returns to which degree a value belongs to each level; they add up to 1.
func (l Levels) Degrees(value float64) []float64 {
	degrees := make([]float64, len(l.Centres))
	if i := slices.Index(l.Centres, value); i >= 0 {
		degrees[i] = 1
		return degrees
	}
	nearest := math.Inf(1)
	for _, c := range l.Centres {
		nearest = min(nearest, math.Abs(value-c))
	}
	total := 0.0
	for i, c := range l.Centres {
		degrees[i] = math.Pow(nearest/math.Abs(value-c), 2/(l.Fuzziness-1))
		total += degrees[i]
	}
	for i := range degrees {
		degrees[i] /= total
	}
	return degrees
}

// Level returns the level, from 0, to which a value belongs most.
func (l Levels) Level(value float64) int {
	level := 0
	for i, c := range l.Centres {
		if math.Abs(value-c) < math.Abs(value-l.Centres[level]) {
			level = i
		}
	}
	return level
}
