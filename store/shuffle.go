package store

import (
	"math/bits"
	"math/rand/v2"
)

// shuffle is a random order of the numbers from 1 to last that takes no memory: a Feistel network (Luby and Rackoff 1988) on the
// least even number of bits that holds them, applied until it yields one of them (Black and Rogaway 2002).
type shuffle struct {
	last uint64
	half int // of the bits
	keys [rounds]uint64
}

const rounds = 12

// newShuffle returns a permutation of the numbers up to last that a seed decides.
func newShuffle(last int64, seed uint64) *shuffle {
	s := &shuffle{last: uint64(last), half: max(2, (bits.Len64(uint64(last))+1)/2)}
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range s.keys {
		s.keys[i] = r.Uint64()
	}
	return s
}

// at returns the number at a place, of which 0 is the first.
func (s *shuffle) at(place int64) int64 {
	x := uint64(place)
	for {
		left, right := x>>s.half, x&(1<<s.half-1)
		for _, key := range s.keys {
			left, right = right, left^s.mix(right, key)
		}
		if x = left<<s.half | right; x < s.last {
			return int64(x) + 1
		}
	}
}

// place is the inverse of at.
func (s *shuffle) place(number int64) int64 {
	x := uint64(number - 1)
	for {
		left, right := x>>s.half, x&(1<<s.half-1)
		for i := rounds - 1; i >= 0; i-- {
			left, right = right^s.mix(left, s.keys[i]), left
		}
		if x = left<<s.half | right; x < s.last {
			return int64(x)
		}
	}
}

// mix returns as many bits as a half has, which depend on all of x and key.
func (s *shuffle) mix(x, key uint64) uint64 {
	high, low := bits.Mul64(x^key, 0x9e3779b97f4a7c15)
	high, low = bits.Mul64(high^low^key>>32, 0xd6e8feb86659fd93)
	return (high ^ low) >> (64 - s.half)
}
