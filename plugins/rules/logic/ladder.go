package logic

// technique is one way to make progress. find looks for its first use on the engine's board, in the order of Sudoku
// Explainer where that has one, describes it in e.hint and reports whether there is one.
type technique struct {
	name string
	find func(e *engine) bool
	// unique says that the technique, or one after it, argues from the puzzle having exactly one solution, or may take
	// long on a puzzle that has not: whoever comes here must have counted.
	unique bool
	// classic says that the technique may be used only where every house is full.
	classic bool
}

// The bits by which a board remembers that a technique has found nothing in a house or for a digit.
const (
	seenDirectLocked = 1 << iota
	seenDirectPair
	seenDirectTriplet
	seenLocked
	seenNakedPair
	seenXWing
	seenHiddenPair
	seenNakedTriplet
	seenSwordfish
	seenHiddenTriplet
	seenNakedQuad
	seenJellyfish
	seenHiddenQuad
)

// explainerLadder is the order in which Sudoku Explainer 1.2.1 looks for hints.
var explainerLadder = []technique{
	{name: "last_cell", find: (*engine).findLastCell},
	{name: "hidden_single", find: (*engine).findHiddenSingle},
	{name: "direct_locked", find: (*engine).findDirectLocked},
	{name: "direct_hidden_pair", find: func(e *engine) bool { return e.findHiddenSet(2, true, seenDirectPair) }},
	{name: "naked_single", find: (*engine).findNakedSingle},
	{name: "direct_hidden_triplet", find: func(e *engine) bool { return e.findHiddenSet(3, true, seenDirectTriplet) }},
	{name: "locked", find: (*engine).findLocked},
	{name: "naked_pair", find: func(e *engine) bool { return e.findNakedSet(2, seenNakedPair) }},
	{name: "x_wing", find: func(e *engine) bool { return e.findFish(2, seenXWing) }},
	{name: "hidden_pair", find: func(e *engine) bool { return e.findHiddenSet(2, false, seenHiddenPair) }},
	{name: "naked_triplet", find: func(e *engine) bool { return e.findNakedSet(3, seenNakedTriplet) }},
	{name: "swordfish", find: func(e *engine) bool { return e.findFish(3, seenSwordfish) }},
	{name: "hidden_triplet", find: func(e *engine) bool { return e.findHiddenSet(3, false, seenHiddenTriplet) }},
	{name: "xy_wing", find: (*engine).findXYWing},
	{name: "xyz_wing", find: (*engine).findXYZWing},
	{name: "unique_loop", find: (*engine).findUniqueLoop, unique: true, classic: true},
	{name: "naked_quad", find: func(e *engine) bool { return e.findNakedSet(4, seenNakedQuad) }},
	{name: "jellyfish", find: func(e *engine) bool { return e.findFish(4, seenJellyfish) }},
	{name: "hidden_quad", find: func(e *engine) bool { return e.findHiddenSet(4, false, seenHiddenQuad) }},
	{name: "bug", find: (*engine).findBUG, unique: true, classic: true},
	{name: "aligned_pair_exclusion", find: (*engine).findAlignedPair},
	{name: "forcing_chain", find: (*engine).findForcingChain},
	{name: "aligned_triplet_exclusion", find: (*engine).findAlignedTriplet},
	{name: "nishio", find: func(e *engine) bool { return e.findForest(0) }},
	{name: "multiple_forcing_chains", find: func(e *engine) bool { return e.findForest(1) }},
	{name: "dynamic_forcing_chains", find: func(e *engine) bool { return e.findForest(2) }},
	{name: "dynamic_plus_forcing_chains", find: func(e *engine) bool { return e.findForest(3) }},
	{name: "nested_forcing_chains", find: func(e *engine) bool { return e.findForest(4) }},
	{name: "nested_multiple_forcing_chains", find: func(e *engine) bool { return e.findForest(5) }},
	{name: "nested_dynamic_forcing_chains", find: func(e *engine) bool { return e.findForest(6) }},
	{name: "nested_dynamic_plus_forcing_chains", find: func(e *engine) bool { return e.findForest(7) }},
}
