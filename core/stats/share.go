package stats

import (
	"fmt"
	"math"
)

// A Share is how many of some trials succeeded, with an interval for how likely success is.
type Share struct {
	Hits   int64   `json:"hits"`
	Trials int64   `json:"trials"`
	Value  float64 `json:"value"` // 0 without trials
	Low    float64 `json:"low"`   // of the 95 % interval
	High   float64 `json:"high"`
}

// ShareOf returns the share of hits among trials with the 95 % interval of Wilson (1927), which holds for few trials and
// near 0 and 1 too. Without trials nothing is known: the interval is 0 to 1.
func ShareOf(hits, trials int64) Share {
	s := Share{Hits: hits, Trials: trials, High: 1}
	if trials == 0 {
		return s
	}
	const z = 1.959963984540054 // the 97.5 % quantile of the normal distribution
	n, p := float64(trials), float64(hits)/float64(trials)
	centre, spread := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	s.Value, s.Low, s.High = p, (centre-spread)/(1+z*z/n), (centre+spread)/(1+z*z/n)
	if hits == 0 {
		s.Low = 0
	}
	if hits == trials {
		s.High = 1
	}
	return s
}

// String returns "93.8 % (91.2–95.7)", and "-" without trials.
func (s Share) String() string {
	if s.Trials == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %% (%.1f–%.1f)", 100*s.Value, 100*s.Low, 100*s.High)
}
