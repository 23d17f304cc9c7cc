package logic

import "slices"

// nestedChain is a chain hint that proved a node inside another chain: its size, and the nodes of its chains by which it
// is told from others.
type nestedChain struct {
	size  int
	nodes []int32
}

func (n *nestedChain) equal(o *nestedChain) bool { return slices.Equal(n.nodes, o.nodes) }

// advancer extends runs that have come to an end of their links.
type advancer struct{}

func (a *advancer) extend(n *runner, r *run) bool { return false }
