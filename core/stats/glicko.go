package stats

import "math"

// A Rating is a strength on the Glicko scale, with its deviation: the strength is within two deviations in 95 % of
// cases.
type Rating struct {
	Value, Deviation float64
	Volatility       float64 // how much the strength varies from period to period
}

// NewRating returns what is known of someone who has not played.
func NewRating() Rating { return Rating{Value: 1500, Deviation: maxDeviation, Volatility: 0.06} }

// Constants of Glicko-2.
const (
	maxDeviation = 350
	glickoScale  = 173.7178 // Glicko points in a unit of Glicko-2
	glickoTau    = 0.5      // how much the volatility may change
	glickoEps    = 1e-6     // how exactly the volatility is computed
)

// A Game is one against an opponent. The score is 1 for a win, 0 for a loss, and may be anything between.
type Game struct {
	Opponent Rating
	Score    float64
}

// After returns the rating after some games by Glicko-2 (Glickman 2022, steps 2 to 8). The games are rated together;
// periods is how many rating periods have passed since those before, 0 for a strength that does not change with time.
func (r Rating) After(periods float64, games ...Game) Rating {
	mu, phi := (r.Value-1500)/glickoScale, r.Deviation/glickoScale
	var precision, gain float64 // 1/v, and Δ/v
	for _, game := range games {
		phiJ := game.Opponent.Deviation / glickoScale
		g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(mu-(game.Opponent.Value-1500)/glickoScale)))
		precision += g * g * e * (1 - e)
		gain += g * (game.Score - e)
	}
	if precision > 0 && periods > 0 {
		r.Volatility = r.volatility(phi, 1/precision, gain/precision)
	}
	before := phi*phi + periods*r.Volatility*r.Volatility
	after := 1 / (1/before + precision)
	r.Value, r.Deviation = 1500+glickoScale*(mu+after*gain), min(glickoScale*math.Sqrt(after), maxDeviation)
	return r
}

// volatility is step 5: the root of f by the Illinois algorithm.
func (r Rating) volatility(phi, v, delta float64) float64 {
	a := math.Log(r.Volatility * r.Volatility)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(glickoTau*glickoTau)
	}
	low, high := a, math.Log(max(delta*delta-phi*phi-v, 0))
	if math.IsInf(high, -1) {
		for high = a - glickoTau; f(high) < 0; {
			high -= glickoTau
		}
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > glickoEps {
		x := low + (low-high)*fLow/(fHigh-fLow)
		fx := f(x)
		if fx*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = x, fx
	}
	return math.Exp(low / 2)
}

// MedianInterval returns the values between which the median of the population is with a probability of 95 %: order
// statistics, by the normal approximation of the binomial distribution. Of fewer than six values it returns the least
// and the greatest.
func MedianInterval(sorted []float64) (low, high float64) {
	if len(sorted) == 0 {
		return math.NaN(), math.NaN()
	}
	n := float64(len(sorted))
	k := max(0, int(math.Floor((n-1.96*math.Sqrt(n))/2))-1)
	return sorted[k], sorted[len(sorted)-1-k]
}

// SpearmanInterval returns the 95 % interval of a rank correlation of n points, by Fisher's transformation with the
// variance of Bonett & Wright (2000). It is -1 to 1 for fewer than four points.
func SpearmanInterval(rho float64, n int) (low, high float64) {
	if n < 4 {
		return -1, 1
	}
	z, half := math.Atanh(rho), 1.96*math.Sqrt((1+rho*rho/2)/float64(n-3))
	return math.Tanh(z - half), math.Tanh(z + half)
}
