package row

import (
	"math"
	"math/bits"
)

// A puzzle is found again by its key, a hash of 48 bits of its geometry and cells. Puzzles with equal keys
// are compared, so that a collision costs time and nothing else. An index of the cells themselves would be
// three times as large.

// Key is FNV-1a, folded to 48 bits, which SQLite stores in six bytes.
func Key(geometry int64, cells any) int64 {
	h := uint64(14695981039346656037)
	add := func(b byte) { h = (h ^ uint64(b)) * 1099511628211 }
	for ; geometry > 0; geometry >>= 8 {
		add(byte(geometry))
	}
	switch c := cells.(type) {
	case []byte:
		for _, b := range c {
			add(b)
		}
	case string:
		for i := range len(c) {
			add(c[i])
		}
	}
	const half = 1 << 47
	return int64((h>>48^h)&(2*half-1)) - half
}

// Digest returns a number that is another one if any of the values of a row is: int, int64, float64, string, []byte or nil,
// as they are stored. It finds damage, and is no protection against somebody who wants to deceive.
func Digest(values ...any) int64 {
	h := uint64(len(values))
	for _, v := range values {
		switch v := v.(type) {
		case int:
			h = mixed(h, uint64(v))
		case int64:
			h = mixed(h, uint64(v))
		case float64:
			if v == v { // SQLite stores what is not a number as NULL
				h = mixed(h+1, math.Float64bits(v))
				continue
			}
			h = mixed(h+2, 0)
		case string:
			h = mixedText(h+3, v)
		case []byte:
			h = mixedText(h+4, string(v))
		default:
			h = mixed(h+2, 0)
		}
	}
	return int64(h)
}

// mixed is a bijection of either argument if the other one stays.
func mixed(h, v uint64) uint64 {
	h = (bits.RotateLeft64(h, 29) ^ v) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}

func mixedText(h uint64, s string) uint64 {
	h = mixed(h, uint64(len(s)))
	for ; len(s) >= 8; s = s[8:] {
		h = mixed(h, uint64(s[0])|uint64(s[1])<<8|uint64(s[2])<<16|uint64(s[3])<<24|
			uint64(s[4])<<32|uint64(s[5])<<40|uint64(s[6])<<48|uint64(s[7])<<56)
	}
	for i := range len(s) {
		h = mixed(h, uint64(s[i]))
	}
	return h
}
