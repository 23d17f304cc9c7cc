package evolve

import "math/bits"

// random is the wyrand generator: 64 bits of state, about a nanosecond a number. The same seed gives the same
// run on every machine, which math/rand/v2 promises too, but each of its draws goes through an interface.
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(r.state, r.state^0xe7037ed1a0b428db)
	return hi ^ lo
}

// below returns a number from 0 to n-1; the bias of n/2⁶⁴ is of no account here.
func (r *random) below(n int) int {
	hi, _ := bits.Mul64(r.next(), uint64(n))
	return int(hi)
}

// float returns a number in [0, 1).
func (r *random) float() float64 { return float64(r.next()>>11) * 0x1p-53 }

// chance is true with probability p.
func (r *random) chance(p float64) bool { return r.float() < p }
