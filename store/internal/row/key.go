package row

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// UID returns 16 bytes that a puzzle has in every library: the first of the SHA-256 of its text.
func (g *Geometry) UID(p *sudoku.Puzzle, cells any) (uid [16]byte) {
	var room [512]byte
	text := room[:0]
	if packed, is := cells.([]byte); is && g.Cells() <= 2*len(packed) {
		text = append(text, g.Prefix...)
		for c := range g.Cells() {
			text = append(text, symbols[packed[c/2]>>(4-c%2*4)&15])
		}
		text = append(text, g.Suffix...)
	} else {
		text = append(text, p.String()...)
	}
	return UIDOf(text)
}

// UIDOf is the UID of the puzzle whose canonical text this is.
func UIDOf(text []byte) [16]byte {
	sum := sha256.Sum256(text)
	return [16]byte(sum[:16])
}

// KeyOf returns the key of a UID: its first six bytes, as many as SQLite stores in six.
func KeyOf(uid [16]byte) int64 { return int64(binary.BigEndian.Uint64(uid[:8])) >> 16 }

// symbols are those of packed cells in a puzzle's text.
const symbols = ".123456789ABCDEF"

// Key returns the key by which a puzzle is found again, made of its UID. Puzzles with equal keys are compared, so a collision
// costs time and nothing else. An index of the cells themselves would be three times as large.
func (g *Geometry) Key(p *sudoku.Puzzle, cells any) int64 {
	return KeyOf(g.UID(p, cells))
}

// ShortHash returns 16 bytes of a hash of a canonical form.
func ShortHash(form []byte) []byte {
	sum := sha256.Sum256(form)
	return sum[:16]
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

// mixedText adds a text to a hash.
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
