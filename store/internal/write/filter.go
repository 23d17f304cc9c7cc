package write

// filter knows of most keys that puzzle_key does not have them, so that they need not be looked up there: a Bloom filter in
// which a key is four bits of a word. Of the keys that are not in the table it lets 0.02 % through beside a million that are,
// 5 % beside ten million, a quarter beside twenty million, and all beside very many.
type filter struct {
	upTo  int64 // it has the keys of the puzzles up to this one
	words []uint64
}

// filterWords is the length of a filter: 8 MB.
const filterWords = 1 << 20

// add takes in keys that puzzle_key has just taken. A filter that lacks others stays as it is: another Writer has stored them,
// or they were few when there was no filter yet.
func (f *filter) add(u *unkeyed) {
	if f.upTo != u.after || f.words == nil && len(u.keys) < fewKeys {
		return
	}
	if f.words == nil {
		f.words = make([]uint64, filterWords)
	}
	for _, key := range u.keys {
		at, bits := place(key)
		f.words[at] |= bits
	}
	f.upTo = u.last()
}

// mayHave reports whether the table may have a key.
func (f *filter) mayHave(key int64) bool {
	at, bits := place(key)
	return f.words[at]&bits == bits
}

// place returns the word of a key and its bits there.
func place(key int64) (at, bits uint64) {
	h := spread(key)
	return h % filterWords, 1<<(h>>58) | 1<<(h>>52&63) | 1<<(h>>46&63) | 1<<(h>>40&63)
}
