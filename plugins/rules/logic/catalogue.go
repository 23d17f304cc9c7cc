package logic

// listed is a technique with what HoDoKu gives for it and where it goes in another ladder.
type listed struct {
	technique
	score  int
	level  int     // index of hodokuLevels
	place  float64 // on Sudoku Explainer's scale: where it is tried when added to that ladder
	family string  // the group of techniques that it is chosen with
	off    bool    // HoDoKu does not use it by default
}

// first makes a technique that stops at the first pattern of an enumeration.
func first(each func(e *engine, done func() bool) bool) finder {
	return func(e *engine) bool { return each(e, func() bool { return true }) }
}

func anyHiddenSet(k int, seen uint32) finder {
	return func(e *engine) bool { return e.findAnyHiddenSet(k, seen) }
}

func anyNakedSet(k int, seen uint32) finder {
	return func(e *engine) bool { return e.findAnyNakedSet(k, seen) }
}

func finnedFish(k int, sashimi bool) finder {
	return func(e *engine) bool { return e.eachFinnedFish(k, sashimi, func() bool { return true }) }
}

func uniqueness(kind int) finder {
	return func(e *engine) bool { return e.eachUniqueness(kind, func() bool { return true }) }
}

func lockedSet(k int) finder {
	return func(e *engine) bool { return e.eachLockedSet(k, func() bool { return true }) }
}

// catalogue holds HoDoKu's techniques in its order, with its scores. In the place of its last resorts stand
// Sudoku Explainer's chains that compare runs.
var catalogue = argued([]listed{
	{technique{name: "last_cell", find: (*engine).findLastCell}, 4, 0, 1.0, "singles", false},
	{technique{name: "naked_single", find: (*engine).findNakedSingle}, 4, 0, 2.3, "singles", false},
	{technique{name: "hidden_single", find: (*engine).findHiddenSingle}, 14, 0, 1.2, "singles", false},
	{technique{name: "locked_pair", find: lockedSet(2)}, 40, 1, 2.9, "intersections", false},
	{technique{name: "locked_triple", find: lockedSet(3)}, 60, 1, 2.9, "intersections", false},
	{technique{name: "locked", find: (*engine).findLocked}, 50, 1, 2.6, "intersections", false},
	{technique{name: "naked_pair", find: anyNakedSet(2, seenNakedPair)}, 60, 1, 3.0, "subsets", false},
	{technique{name: "naked_triplet", find: anyNakedSet(3, seenNakedTriplet)}, 80, 1, 3.6, "subsets", false},
	{technique{name: "hidden_pair", find: anyHiddenSet(2, seenHiddenPair)}, 70, 1, 3.4, "subsets", false},
	{technique{name: "hidden_triplet", find: anyHiddenSet(3, seenHiddenTriplet)}, 100, 1, 4.0, "subsets", false},
	{technique{name: "naked_quad", find: anyNakedSet(4, seenNakedQuad)}, 120, 2, 5.0, "subsets", false},
	{technique{name: "hidden_quad", find: anyHiddenSet(4, seenHiddenQuad)}, 150, 2, 5.4, "subsets", false},
	{technique{name: "x_wing", find: fish(2, seenXWing)}, 140, 2, 3.2, "fish", false},
	{technique{name: "swordfish", find: fish(3, seenSwordfish)}, 150, 2, 3.8, "fish", false},
	{technique{name: "jellyfish", find: fish(4, seenJellyfish)}, 160, 2, 5.2, "fish", false},
	{technique{name: "remote_pair", find: first((*engine).eachRemotePair)}, 110, 2, 4.3, "chains", false},
	{technique{name: "bug_plus_1", find: (*engine).findBUG1}, 100, 2, 5.6, "uniqueness", false},
	{technique{name: "skyscraper", find: first((*engine).eachSkyscraper), unique: true}, 130, 2, 4.0, "turbot", false},
	{technique{name: "two_string_kite", find: first((*engine).eachKite)}, 150, 2, 4.1, "turbot", false},
	{technique{name: "turbot_fish", find: first((*engine).eachTurbotFish)}, 120, 2, 4.2, "turbot", false},
	{technique{name: "empty_rectangle", find: first((*engine).eachEmptyRectangle)}, 120, 2, 4.3, "turbot", false},
	{technique{name: "w_wing", find: first((*engine).eachWWing)}, 150, 2, 4.4, "wings", false},
	{technique{name: "xy_wing", find: (*engine).findXYWing}, 160, 2, 4.2, "wings", false},
	{technique{name: "xyz_wing", find: (*engine).findXYZWing}, 180, 2, 4.4, "wings", false},
	{technique{name: "uniqueness_1", find: uniqueness(1)}, 100, 2, 4.5, "uniqueness", false},
	{technique{name: "uniqueness_2", find: uniqueness(2)}, 100, 2, 4.5, "uniqueness", false},
	{technique{name: "uniqueness_3", find: uniqueness(3)}, 100, 2, 4.5, "uniqueness", false},
	{technique{name: "uniqueness_4", find: uniqueness(4)}, 100, 2, 4.5, "uniqueness", false},
	{technique{name: "uniqueness_5", find: uniqueness(5)}, 100, 2, 4.5, "uniqueness", false},
	{technique{name: "uniqueness_6", find: uniqueness(6)}, 100, 2, 4.5, "uniqueness", false},
	{technique{name: "hidden_rectangle", find: first((*engine).eachHiddenRectangle)}, 100, 2, 4.5, "uniqueness", false},
	{technique{name: "avoidable_rectangle_1", find: first((*engine).eachAvoidable1)}, 100, 2, 4.5, "uniqueness", false},
	{technique{name: "avoidable_rectangle_2", find: first((*engine).eachAvoidable2)}, 100, 2, 4.5, "uniqueness", false},
	{technique{name: "finned_x_wing", find: finnedFish(2, false)}, 130, 2, 3.4, "finned_fish", false},
	{technique{name: "sashimi_x_wing", find: finnedFish(2, true)}, 150, 2, 3.5, "finned_fish", false},
	{technique{name: "finned_swordfish", find: finnedFish(3, false)}, 200, 3, 4.0, "finned_fish", false},
	{technique{name: "sashimi_swordfish", find: finnedFish(3, true)}, 240, 3, 4.1, "finned_fish", false},
	{technique{name: "finned_jellyfish", find: finnedFish(4, false)}, 250, 3, 5.4, "finned_fish", false},
	{technique{name: "sashimi_jellyfish", find: finnedFish(4, true)}, 260, 3, 5.6, "finned_fish", false},
	{technique{name: "sue_de_coq", find: first((*engine).eachSueDeCoq)}, 250, 3, 5.0, "als", false},
	{technique{name: "simple_colors", find: first((*engine).eachSimpleColor)}, 150, 2, 4.2, "coloring", false},
	{technique{name: "multi_colors", find: first((*engine).eachMultiColor)}, 200, 2, 4.5, "coloring", false},
	{technique{name: "x_chain", find: first((*engine).eachXChain)}, 260, 3, 6.6, "chains", false},
	{technique{name: "xy_chain", find: first((*engine).eachXYChain)}, 260, 3, 6.6, "chains", false},
	{technique{name: "nice_loop", find: first((*engine).eachNiceLoop)}, 280, 3, 7.0, "chains", false},
	{technique{name: "grouped_nice_loop", find: first((*engine).eachGroupedLoop)}, 300, 3, 7.2, "chains", false},
	{technique{name: "als_nice_loop", find: first((*engine).eachALSLoop)}, 300, 3, 7.4, "chains", true},
	{technique{name: "als_xz", find: first((*engine).eachALSXZ)}, 300, 3, 5.5, "als", false},
	{technique{name: "als_xy_wing", find: first((*engine).eachALSWing)}, 320, 3, 6.0, "als", false},
	{technique{name: "multiple_forcing_chains", find: forestHint(multipleForest)}, 500, 4, 8.0, "runs", false},
	{technique{name: "dynamic_forcing_chains", find: forestHint(dynamicForest)}, 700, 4, 8.5, "runs", false},
})

// argued marks the techniques that argue from the puzzle having one solution.
func argued(all []listed) []listed {
	for i := range all {
		if all[i].family == "uniqueness" {
			all[i].unique, all[i].classic = true, true
		}
	}
	return all
}
