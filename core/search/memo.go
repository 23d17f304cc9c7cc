package search

// memo remembers what the sets of a line, such as the runs of a renban, left some cells: a search comes to the same candidates
// again and again, and so do different lines and puzzles. It is a hash table of fixed size in which the latest answer stays.
type memo []remembered

// remembered is one answer: by the candidates of up to six cells, packed into a word, and the number of a family, what the
// family leaves them, packed likewise, and the digits that they must hold.
type remembered struct{ packed, number, kept, needed uint64 }

const memoBits = 15 // 1 MiB

func (m *memo) at(packed, number uint64) *remembered {
	if *m == nil {
		*m = make(memo, 1<<memoBits)
	}
	return &(*m)[(packed^number<<20^number)*0x9e3779b97f4a7c15>>(64-memoBits)]
}
