package canon

import (
	"slices"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// place finishes row r of p in every way that may be smallest; text is what the row reads so far. It uses up
// p.
func (b *boxlexer) place(p *boxPath, r int, text []int) {
	row := b.row(p, r)
	for len(text) < b.n {
		if b.best != nil && slices.Compare(text, b.best[:len(text)]) > 0 {
			return
		}
		i := len(text)
		end := i + 1
		for p.tied[end] {
			end++
		}
		at, label := b.leastLabels(p, row, i, end)
		switch {
		case label == 0:
			b.blanksFirst(p, row, i, at)
			text = append(text, make([]int, len(at))...)
			continue
		case label > p.labels:
			for _, c := range p.cols[i:end] {
				p.labels++
				p.label[row[c]], p.owner[row[c]] = p.labels, c
				text = append(text, p.labels)
			}
			continue
		}
		text = append(text, label)
		for _, j := range at[1:] {
			q := p.clone()
			b.settle(q, r, i, j)
			b.place(q, r, slices.Clone(text))
		}
		b.settle(p, r, i, at[0])
	}
	b.keep(p, r, text)
}

func (b *boxlexer) keep(p *boxPath, r int, text []int) {
	if c := slices.Compare(text, b.best); b.best == nil || c < 0 {
		b.best, b.next = text, nil
	} else if c > 0 {
		return
	}
	p.rows = append(p.rows, r)
	b.next = append(b.next, p)
}

// leastLabels returns the smallest label that can be read at position i, tied to those before end, and the
// positions whose columns show it; the label is 0 for empty cells and p.labels+1 if all digits are new.
func (b *boxlexer) leastLabels(p *boxPath, row []uint8, i, end int) (at []int, label int) {
	label = p.labels + 2
	for j := i; j < end; j++ {
		k := 0
		if d := row[p.cols[j]]; d != 0 {
			k = p.leastLabel(int(d), i, end)
		}
		if k < label {
			at, label = at[:0], k
		}
		if k == label {
			at = append(at, j)
		}
	}
	return at, label
}

func (p *boxPath) leastLabel(d, i, end int) int {
	label := p.label[d]
	if label == 0 {
		return p.labels + 1
	}
	home := slices.Index(p.cols, p.owner[d])
	first := home
	for p.tied[first] && first != i {
		first--
		label--
	}
	if first == i && home < end && end > i+1 {
		label++
	}
	return label
}

// blanksFirst moves the empty cells at the positions at to the positions from i on and unties them from the
// rest.
func (b *boxlexer) blanksFirst(p *boxPath, row []uint8, i int, at []int) {
	for k, j := range at {
		if j != i+k {
			b.swap(p, i+k, j)
		}
	}
	p.tied[i+len(at)] = false
}

// settle puts the column at position j at position i, unties it and fixes the label of its digit, which is
// known: its first column comes before those that it is tied to.
func (b *boxlexer) settle(p *boxPath, r, i, j int) {
	if j != i {
		b.swap(p, i, j)
	}
	p.tied[i+1] = false
	row := b.row(p, r)
	home := slices.Index(p.cols, p.owner[row[p.cols[i]]])
	first := home
	for p.tied[first] {
		first--
	}
	p.tied[first+1] = false
	if first == home {
		return
	}
	b.swap(p, first, home)
	if x, y := row[p.cols[first]], row[p.cols[home]]; first < i && x != 0 {
		p.label[x], p.label[y] = p.label[y], p.label[x]
	}
}

// swap exchanges the columns at two tied positions and the labels of the digits that appeared first there.
func (b *boxlexer) swap(p *boxPath, i, j int) {
	p.cols[i], p.cols[j] = p.cols[j], p.cols[i]
	for _, r := range p.rows {
		row := b.row(p, r)
		if x, y := row[p.cols[i]], row[p.cols[j]]; x != 0 {
			p.label[x], p.label[y] = p.label[y], p.label[x]
		}
	}
}

// automorphisms counts the cell maps that the remaining paths stand for. It saturates.
func (b *boxlexer) automorphisms() int64 {
	p := b.paths[0]
	count := int64(len(b.paths))
	count = times(count, runOrders(p.tied[:b.n]))
	count = times(count, runOrders(p.stacks))
	blankBands := int64(0)
	for band := 0; band < b.n; band += b.boxRows {
		blank := int64(0)
		for r := band; r < band+b.boxRows; r++ {
			if isBlank(b.row(p, r)) {
				blank++
				count = times(count, blank)
			}
		}
		if blank == int64(b.boxRows) {
			blankBands++
			count = times(count, blankBands)
		}
	}
	return count
}

// runOrders returns the number of orders that permute things tied to their predecessors.
func runOrders(tied []bool) int64 {
	count, length := int64(1), int64(1)
	for _, t := range tied {
		if length++; !t {
			length = 1
		}
		count = times(count, length)
	}
	return count
}

func times(a, b int64) int64 {
	const most = 1<<63 - 1
	if a > most/b {
		return most
	}
	return a * b
}

func (b *boxlexer) image(to sudoku.Grid) {
	p := b.paths[0]
	for l, r := range p.rows {
		for i, c := range p.cols {
			to[l*b.n+i] = uint8(p.label[b.row(p, r)[c]])
		}
	}
}

func (b *boxlexer) transform(to *sudoku.Transform) {
	p := b.paths[0]
	for l, r := range p.rows {
		for i, c := range p.cols {
			from := r*b.n + c
			if p.flip == 1 {
				from = c*b.n + r
			}
			to.Cells[l*b.n+i] = from
		}
	}
	for d, label := range p.label {
		to.Digits[d] = uint8(label)
	}
}
