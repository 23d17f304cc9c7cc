package stats

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Bands divide the values of a metric at borders: below the first, from each border to below the next, from the last on.
type Bands struct {
	Metric  string    `json:"metric"`
	Borders []float64 `json:"borders"`
}

// ParseBands reads METRIC=BORDER,BORDER…, such as se=1.5,2.5,5,7.
func ParseBands(text string) (Bands, error) {
	name, list, found := strings.Cut(text, "=")
	b := Bands{Metric: strings.TrimSpace(name)}
	for part := range strings.SplitSeq(list, ",") {
		border, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if !found || b.Metric == "" || err != nil || math.IsNaN(border) || math.IsInf(border, 0) {
			return Bands{}, fmt.Errorf("bands %q are not of the form METRIC=BORDER,BORDER…, such as se=1.5,2.5,5,7", text)
		}
		b.Borders = append(b.Borders, border)
	}
	for i := 1; i < len(b.Borders); i++ {
		if b.Borders[i] <= b.Borders[i-1] {
			return Bands{}, fmt.Errorf("the borders of the bands %q do not increase", text)
		}
	}
	return b, nil
}

// String is what ParseBands reads.
func (b Bands) String() string {
	texts := make([]string, len(b.Borders))
	for i, border := range b.Borders {
		texts[i] = number(border)
	}
	return b.Metric + "=" + strings.Join(texts, ",")
}

// Band returns the number of the band, from 0, that a value is in.
func (b Bands) Band(value float64) int {
	i, at := slices.BinarySearch(b.Borders, value)
	if at {
		i++
	}
	return i
}

// Names returns the names of the bands: "<1.5", "1.5..2.5", ">=2.5".
func (b Bands) Names() []string {
	if len(b.Borders) == 0 {
		return []string{"any"}
	}
	names := []string{"<" + number(b.Borders[0])}
	for i := 1; i < len(b.Borders); i++ {
		names = append(names, number(b.Borders[i-1])+".."+number(b.Borders[i]))
	}
	return append(names, ">="+number(b.Borders[len(b.Borders)-1]))
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
