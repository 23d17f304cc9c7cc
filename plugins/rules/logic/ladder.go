package logic

// technique is one way to make progress. find looks for its first use on the engine's board, in the order of
// Sudoku Explainer where that has one, describes it in e.hint and reports whether there is one.
type technique struct {
	name   string
	rating float64 // of its easiest hint; 0 outside Sudoku Explainer's scale
	find   finder
	// unique says that the technique, or one after it, argues from the puzzle having exactly one solution, or
	// may take long on a puzzle that has not: whoever comes here must have counted.
	unique bool
	// classic says that the technique may be used only where every house is full.
	classic bool
	rung    int // its place in the ladder, set by the engine
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
	seenDigits // houseView.locked and few are those of the house as it is
	seenCells  // houseView.poor likewise
)

// A finder is a technique's find method, with its parameters.
type finder = func(e *engine) bool

func hiddenSet(k int, direct bool, seen uint32) finder {
	return func(e *engine) bool { return e.findHiddenSet(k, direct, seen) }
}

func nakedSet(k int, seen uint32) finder {
	return func(e *engine) bool { return e.findNakedSet(k, seen) }
}

func fish(k int, seen uint32) finder {
	return func(e *engine) bool { return e.findFish(k, seen) }
}

func forestHint(kind int) finder {
	return func(e *engine) bool { return e.findForest(kind) }
}

// explainerLadder is the order in which Sudoku Explainer 1.2.1 looks for hints.
var explainerLadder = []technique{
	{name: "last_cell", rating: 1.0, find: (*engine).findLastCell},
	{name: "hidden_single", rating: 1.2, find: (*engine).findHiddenSingle},
	{name: "direct_locked", rating: 1.7, find: (*engine).findDirectLocked},
	{name: "direct_hidden_pair", rating: 2.0, find: hiddenSet(2, true, seenDirectPair)},
	{name: "naked_single", rating: 2.3, find: (*engine).findNakedSingle},
	{name: "direct_hidden_triplet", rating: 2.5, find: hiddenSet(3, true, seenDirectTriplet)},
	{name: "locked", rating: 2.6, find: (*engine).findLocked},
	{name: "naked_pair", rating: 3.0, find: nakedSet(2, seenNakedPair)},
	{name: "x_wing", rating: 3.2, find: fish(2, seenXWing)},
	{name: "hidden_pair", rating: 3.4, find: hiddenSet(2, false, seenHiddenPair)},
	{name: "naked_triplet", rating: 3.6, find: nakedSet(3, seenNakedTriplet)},
	{name: "swordfish", rating: 3.8, find: fish(3, seenSwordfish)},
	{name: "hidden_triplet", rating: 4.0, find: hiddenSet(3, false, seenHiddenTriplet)},
	{name: "xy_wing", rating: 4.2, find: (*engine).findXYWing},
	{name: "xyz_wing", rating: 4.4, find: (*engine).findXYZWing},
	{name: "unique_loop", rating: 4.5, find: (*engine).findUniqueLoop, unique: true, classic: true},
	{name: "naked_quad", rating: 5.0, find: nakedSet(4, seenNakedQuad)},
	{name: "jellyfish", rating: 5.2, find: fish(4, seenJellyfish)},
	{name: "hidden_quad", rating: 5.4, find: hiddenSet(4, false, seenHiddenQuad)},
	{name: "bug", rating: 5.6, find: (*engine).findBUG, unique: true, classic: true},
	{name: "aligned_pair_exclusion", rating: 6.2, find: (*engine).findAlignedPair},
	{name: "forcing_chain", rating: 6.5, find: (*engine).findForcingChain, unique: true},
	{name: "aligned_triplet_exclusion", rating: 7.5, find: (*engine).findAlignedTriplet},
	{name: "nishio", rating: 7.5, find: forestHint(0)},
	{name: "multiple_forcing_chains", rating: 8.0, find: forestHint(1)},
	{name: "dynamic_forcing_chains", rating: 8.5, find: forestHint(2)},
	{name: "dynamic_plus_forcing_chains", rating: 9.0, find: forestHint(3)},
	{name: "nested_forcing_chains", rating: 9.5, find: forestHint(4)},
	{name: "nested_multiple_forcing_chains", rating: 10.0, find: forestHint(5)},
	{name: "nested_dynamic_forcing_chains", rating: 10.5, find: forestHint(6)},
	{name: "nested_dynamic_plus_forcing_chains", rating: 11.0, find: forestHint(7)},
}
