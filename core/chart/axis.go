package chart

import (
	"fmt"
	"math"
	"strconv"
)

// axis maps values to pixels, linearly or by logarithm.
type axis struct {
	low, high float64
	log       bool
	from, to  float64 // pixels of low and high
}

// newAxis spans the finite values, rounded outward to ticks; a logarithmic one leaves out what is not positive.
func newAxis(log bool, values ...[]float64) axis {
	a := axis{low: math.Inf(1), high: math.Inf(-1), log: log}
	for _, series := range values {
		for _, v := range series {
			if a.shows(v) {
				a.low, a.high = min(a.low, v), max(a.high, v)
			}
		}
	}
	switch {
	case a.low > a.high && log:
		a.low, a.high = 1, 10
	case a.low > a.high:
		a.low, a.high = 0, 1
	case a.low == a.high && !log:
		a.low, a.high = a.low-0.5, a.high+0.5
	}
	a.round()
	return a
}

// shows reports whether a value has a place.
func (a *axis) shows(v float64) bool { return finite(v) && (!a.log || v > 0) }

func (a *axis) round() {
	if !a.log {
		step := niceStep(a.high - a.low)
		a.low, a.high = math.Floor(a.low/step+1e-9)*step, math.Ceil(a.high/step-1e-9)*step
		return
	}
	if math.Log10(a.high/a.low) < 2 {
		a.low, _ = roundLog(a.low)
		_, a.high = roundLog(a.high)
	} else {
		a.low = math.Pow(10, math.Floor(math.Log10(a.low)+1e-9))
		a.high = math.Pow(10, math.Ceil(math.Log10(a.high)-1e-9))
	}
	if a.low == a.high {
		a.low, a.high = a.low/2, a.high*2
	}
}

// roundLog returns the nearest of 1, 2, 5, 10 … times a power of ten on each side of a value, or the value itself.
func roundLog(v float64) (below, above float64) {
	decade := math.Pow(10, math.Floor(math.Log10(v)))
	below, above = decade, 10*decade
	for _, mark := range []float64{2 * decade, 5 * decade, 10 * decade} {
		if mark <= v*(1+1e-9) {
			below = mark
		}
	}
	for _, mark := range []float64{5 * decade, 2 * decade, decade} {
		if mark >= v*(1-1e-9) {
			above = mark
		}
	}
	return below, above
}

// niceStep returns 1, 2 or 5 times a power of ten, for about six ticks.
func niceStep(span float64) float64 {
	raw := span / 6
	decade := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if raw <= m*decade {
			return m * decade
		}
	}
	return 10 * decade
}

// at returns the pixel of a value; values beyond the ends stay at the ends. Converting the product keeps processors
// that can from fusing it with the sum, so that the picture is the same everywhere.
func (a *axis) at(v float64) float64 { return a.from + float64(a.share(v)*(a.to-a.from)) }

// share returns how far along the axis a value is, from 0 to 1.
func (a *axis) share(v float64) float64 {
	share := (v - a.low) / (a.high - a.low)
	if a.log {
		share = math.Log(v/a.low) / math.Log(a.high/a.low)
	}
	return max(0, min(1, share))
}

// value is the inverse of share.
func (a *axis) value(share float64) float64 {
	if a.log {
		return a.low * math.Pow(a.high/a.low, share)
	}
	return a.low + float64(share*(a.high-a.low))
}

// ticks returns the values to be labelled.
func (a *axis) ticks() []float64 {
	var ticks []float64
	if !a.log {
		step := niceStep(a.high - a.low)
		for i := 0; ; i++ {
			v := math.Round(a.low/step)*step + float64(i)*step
			if v > a.high+step/1e6 {
				return ticks
			}
			ticks = append(ticks, v)
		}
	}
	decades := math.Log10(a.high / a.low)
	marks := []float64{1}
	if decades <= 2.01 {
		marks = []float64{1, 2, 5}
	}
	every := max(1, int(math.Ceil(decades/8)))
	first := int(math.Floor(math.Log10(a.low) + 1e-9))
	for e := first; math.Pow(10, float64(e)) <= a.high*(1+1e-9); e += every {
		for _, m := range marks {
			if v := m * math.Pow(10, float64(e)); v >= a.low*(1-1e-9) && v <= a.high*(1+1e-9) {
				ticks = append(ticks, v)
			}
		}
	}
	return ticks
}

// label writes a tick's value briefly: 0.05, 20, 3k, 1.5M, 1e-07.
func label(v float64) string {
	size := math.Abs(v)
	for _, unit := range []struct {
		factor float64
		name   string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if size >= unit.factor*(1-1e-9) && size < 1e13 {
			return shortest(v/unit.factor) + unit.name
		}
	}
	return shortest(v)
}

func shortest(v float64) string {
	text := strconv.FormatFloat(v, 'g', 4, 64)
	if back, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.FormatFloat(back, 'g', -1, 64)
	}
	return text
}

// secondsLabel names a duration on a logarithmic axis of seconds: 10 µs, 1 ms, 100 s.
func secondsLabel(v float64) string {
	for _, unit := range []struct {
		factor float64
		name   string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}} {
		if v >= unit.factor*(1-1e-9) {
			return fmt.Sprintf("%s %s", shortest(v/unit.factor), unit.name)
		}
	}
	return shortest(v)
}
