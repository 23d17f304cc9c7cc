package chain

import "slices"

// counter measures chains: the distinct nodes that each target rests on, and the size of each distinct nested
// chain among them once.
type counter struct {
	seen   []uint32
	search uint32
	todo   []int32
	inner  []*nestedChain
}

func (k *counter) begin(marks int) {
	if len(k.seen) < 2*marks {
		k.seen, k.search = make([]uint32, 2*marks), 0
	}
}

// size returns the size of the chains to all targets; once it is above limit any value above limit
// may be returned.
func (k *counter) size(targets []target, limit int) int {
	total := 0
	k.inner = k.inner[:0]
	for _, t := range targets {
		total += k.ancestors(t.run, t.node, limit-total)
		if total > limit {
			return total
		}
	}
	for _, n := range k.inner {
		total += n.size
	}
	return total
}

// ancestors counts the nodes that a node rests on, itself included, and gathers nested chains.
func (k *counter) ancestors(r *run, node int32, limit int) int {
	k.search++
	k.seen[node] = k.search
	k.todo = append(k.todo[:0], node)
	for i := 0; i < len(k.todo) && len(k.todo) <= limit; i++ {
		nd := k.todo[i]
		if in := r.inner[nd]; in > 0 {
			k.gather(&r.nested[in-1])
		}
		for _, p := range r.parentsOf(nd) {
			if k.seen[p] != k.search {
				k.seen[p] = k.search
				k.todo = append(k.todo, p)
			}
		}
	}
	return len(k.todo)
}

// gather adds a nested chain unless an equal one is there.
func (k *counter) gather(n *nestedChain) {
	if !slices.ContainsFunc(k.inner, n.equal) {
		k.inner = append(k.inner, n)
	}
}
