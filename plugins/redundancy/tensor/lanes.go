package tensor

// Lanes are signed numbers of 16 bits, four in a word, each stored plus 0x8000. They let the branch and bound
// change and sum the pulls on four clues at once. Every number in use is far below 0x8000, so no carry leaves
// a lane.
type lanes []uint64

const (
	perWord  = 4
	laneBits = 16
	laneOnes = 0x0001_0001_0001_0001
	laneZero = 0x8000 * laneOnes // every lane holds the number 0
	laneLow  = 0x7FFF * laneOnes
)

// words returns how many words hold n lanes.
func words(n int) int { return (n + perWord - 1) / perWord }

func newLanes(n int) lanes {
	l := make(lanes, words(n))
	l.clear()
	return l
}

func (l lanes) clear() {
	for i := range l {
		l[i] = laneZero
	}
}

// at returns the number in lane i.
func (l lanes) at(i int) int {
	return int(l[i/perWord]>>(i%perWord*laneBits)&0xFFFF) - 0x8000
}

// add adds v to lane i.
func (l lanes) add(i, v int) { l[i/perWord] += uint64(int64(v)) << (i % perWord * laneBits) }

// move writes from + side·pull into l, from the word of lane gone on, and sets lane gone to 0. pull holds
// plain lanes, without the 0x8000; side is 1 or -1.
func (l lanes) move(from lanes, pull []uint64, side, gone int) {
	first := gone / perWord
	l, from, pull = l[first:], from[first:], pull[first:]
	from, pull = from[:len(l)], pull[:len(l)]
	if side > 0 {
		for i := range l {
			l[i] = from[i] + pull[i]
		}
	} else {
		for i := range l {
			l[i] = from[i] - pull[i]
		}
	}
	shift := gone % perWord * laneBits
	l[0] = l[0]&^(0xFFFF<<shift) | 0x8000<<shift
}

// magnitude returns the sum of the absolute values of the lanes, from the word of lane first on.
func (l lanes) magnitude(first int) int {
	var low, high uint64 // two lanes of 32 bits each
	for _, x := range l[first/perWord:] {
		negative := ^x >> (laneBits - 1) & laneOnes
		x = (x^(negative<<laneBits-negative))&laneLow + negative
		low += x & 0x0000_FFFF_0000_FFFF
		high += x >> laneBits & 0x0000_FFFF_0000_FFFF
	}
	low += high
	return int(low&0xFFFF_FFFF + low>>32)
}
