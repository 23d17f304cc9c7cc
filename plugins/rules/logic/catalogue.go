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

// used and unused make the rows of the catalogue: what HoDoKu uses by default, and what it does not.
func used(name string, find finder, score, level int, place float64, family string) listed {
	return listed{technique{name: name, find: find}, score, level, place, family, false}
}

func unused(name string, find finder, score, level int, place float64, family string) listed {
	return listed{technique{name: name, find: find}, score, level, place, family, true}
}

// catalogue holds HoDoKu's techniques in its order, with its scores, and some more. In the place of its last
// resorts stand Sudoku Explainer's chains that compare runs.
var catalogue = argued([]listed{
	used("last_cell", (*engine).findLastCell, 4, 0, 1.0, "singles"),
	used("naked_single", (*engine).findNakedSingle, 4, 0, 2.3, "singles"),
	used("hidden_single", (*engine).findHiddenSingle, 14, 0, 1.2, "singles"),
	used("locked_pair", lockedSet(2), 40, 1, 2.9, "intersections"),
	used("locked_triple", lockedSet(3), 60, 1, 2.9, "intersections"),
	used("locked", (*engine).findLocked, 50, 1, 2.6, "intersections"),
	used("naked_pair", anyNakedSet(2, seenNakedPair), 60, 1, 3.0, "subsets"),
	used("naked_triplet", anyNakedSet(3, seenNakedTriplet), 80, 1, 3.6, "subsets"),
	used("hidden_pair", anyHiddenSet(2, seenHiddenPair), 70, 1, 3.4, "subsets"),
	used("hidden_triplet", anyHiddenSet(3, seenHiddenTriplet), 100, 1, 4.0, "subsets"),
	used("naked_quad", anyNakedSet(4, seenNakedQuad), 120, 2, 5.0, "subsets"),
	used("hidden_quad", anyHiddenSet(4, seenHiddenQuad), 150, 2, 5.4, "subsets"),
	used("x_wing", fish(2, seenXWing), 140, 2, 3.2, "fish"),
	used("swordfish", fish(3, seenSwordfish), 150, 2, 3.8, "fish"),
	used("jellyfish", fish(4, seenJellyfish), 160, 2, 5.2, "fish"),
	used("remote_pair", first((*engine).eachRemotePair), 110, 2, 4.3, "chains"),
	used("bug_plus_1", (*engine).findBUG1, 100, 2, 5.6, "uniqueness"),
	used("skyscraper", first((*engine).eachSkyscraper), 130, 2, 4.0, "turbot"),
	used("two_string_kite", first((*engine).eachKite), 150, 2, 4.1, "turbot"),
	unused("dual_two_string_kite", first((*engine).eachDualKite), 150, 2, 4.1, "turbot"),
	used("turbot_fish", first((*engine).eachTurbotFish), 120, 2, 4.2, "turbot"),
	used("empty_rectangle", first((*engine).eachEmptyRectangle), 120, 2, 4.3, "turbot"),
	unused("dual_empty_rectangle", first((*engine).eachDualRectangle), 120, 2, 4.3, "turbot"),
	used("w_wing", first((*engine).eachWWing), 150, 2, 4.4, "wings"),
	used("xy_wing", (*engine).findXYWing, 160, 2, 4.2, "wings"),
	used("xyz_wing", (*engine).findXYZWing, 180, 2, 4.4, "wings"),
	unused("wxyz_wing", bentSet(4), 200, 2, 5.5, "wings"),
	unused("vwxyz_wing", bentSet(5), 240, 3, 6.2, "wings"),
	used("uniqueness_1", uniqueness(1), 100, 2, 4.5, "uniqueness"),
	used("uniqueness_2", uniqueness(2), 100, 2, 4.5, "uniqueness"),
	used("uniqueness_3", uniqueness(3), 100, 2, 4.5, "uniqueness"),
	used("uniqueness_4", uniqueness(4), 100, 2, 4.5, "uniqueness"),
	used("uniqueness_5", uniqueness(5), 100, 2, 4.5, "uniqueness"),
	used("uniqueness_6", uniqueness(6), 100, 2, 4.5, "uniqueness"),
	used("hidden_rectangle", first((*engine).eachHiddenRectangle), 100, 2, 4.5, "uniqueness"),
	used("avoidable_rectangle_1", first((*engine).eachAvoidable1), 100, 2, 4.5, "uniqueness"),
	used("avoidable_rectangle_2", first((*engine).eachAvoidable2), 100, 2, 4.5, "uniqueness"),
	used("finned_x_wing", finnedFish(2, false), 130, 2, 3.4, "finned_fish"),
	used("sashimi_x_wing", finnedFish(2, true), 150, 2, 3.5, "finned_fish"),
	used("finned_swordfish", finnedFish(3, false), 200, 3, 4.0, "finned_fish"),
	used("sashimi_swordfish", finnedFish(3, true), 240, 3, 4.1, "finned_fish"),
	used("finned_jellyfish", finnedFish(4, false), 250, 3, 5.4, "finned_fish"),
	used("sashimi_jellyfish", finnedFish(4, true), 260, 3, 5.6, "finned_fish"),
	unused("siamese_x_wing", siamese(2), 150, 3, 3.5, "finned_fish"),
	unused("siamese_swordfish", siamese(3), 240, 3, 4.1, "finned_fish"),
	unused("siamese_jellyfish", siamese(4), 260, 3, 5.6, "finned_fish"),
	used("sue_de_coq", first((*engine).eachSueDeCoq), 250, 3, 5.0, "als"),
	used("simple_colors", first((*engine).eachSimpleColor), 150, 2, 4.2, "coloring"),
	used("multi_colors", first((*engine).eachMultiColor), 200, 2, 4.5, "coloring"),
	used("x_chain", first((*engine).eachXChain), 260, 3, 6.6, "chains"),
	used("xy_chain", first((*engine).eachXYChain), 260, 3, 6.6, "chains"),
	used("nice_loop", first((*engine).eachNiceLoop), 280, 3, 7.0, "chains"),
	used("grouped_nice_loop", first((*engine).eachGroupedLoop), 300, 3, 7.2, "chains"),
	unused("als_nice_loop", first((*engine).eachALSLoop), 300, 3, 7.4, "chains"),
	used("als_xz", first((*engine).eachALSXZ), 300, 3, 5.5, "als"),
	used("als_xy_wing", first((*engine).eachALSWing), 320, 3, 6.0, "als"),
	used("als_xy_chain", first((*engine).eachALSChain), 340, 3, 7.3, "als"),
	unused("death_blossom", first((*engine).eachDeathBlossom), 360, 3, 7.4, "als"),
	used("franken_x_wing", complexFish(fishKind{2, false, false}), 300, 3, 6.4, "complex_fish"),
	used("franken_swordfish", complexFish(fishKind{3, false, false}), 350, 3, 6.5, "complex_fish"),
	unused("franken_jellyfish", complexFish(fishKind{4, false, false}), 370, 3, 6.9, "complex_fish"),
	used("finned_franken_x_wing", complexFish(fishKind{2, false, true}), 390, 3, 6.4, "complex_fish"),
	used("finned_franken_swordfish", complexFish(fishKind{3, false, true}), 410, 3, 6.5, "complex_fish"),
	unused("finned_franken_jellyfish", complexFish(fishKind{4, false, true}), 430, 3, 6.9, "complex_fish"),
	unused("siamese_finned_franken_swordfish", siameseComplex(fishKind{3, false, true}), 410, 3, 6.5,
		"complex_fish"),
	unused("siamese_finned_franken_jellyfish", siameseComplex(fishKind{4, false, true}), 430, 3, 6.9,
		"complex_fish"),
	unused("mutant_x_wing", complexFish(fishKind{2, true, false}), 450, 4, 6.4, "complex_fish"),
	unused("mutant_swordfish", complexFish(fishKind{3, true, false}), 450, 4, 6.5, "complex_fish"),
	unused("mutant_jellyfish", complexFish(fishKind{4, true, false}), 450, 4, 6.9, "complex_fish"),
	unused("finned_mutant_x_wing", complexFish(fishKind{2, true, true}), 470, 4, 6.4, "complex_fish"),
	unused("finned_mutant_swordfish", complexFish(fishKind{3, true, true}), 470, 4, 6.5, "complex_fish"),
	unused("finned_mutant_jellyfish", complexFish(fishKind{4, true, true}), 470, 4, 6.9, "complex_fish"),
	unused("siamese_finned_mutant_swordfish", siameseComplex(fishKind{3, true, true}), 470, 4, 6.5,
		"complex_fish"),
	unused("siamese_finned_mutant_jellyfish", siameseComplex(fishKind{4, true, true}), 470, 4, 6.9,
		"complex_fish"),
	used("multiple_forcing_chains", forestHint(multipleForest), 500, 4, 8.0, "runs"),
	used("dynamic_forcing_chains", forestHint(dynamicForest), 700, 4, 8.5, "runs"),
	unused("template_set", first((*engine).eachTemplateSet), 10000, 4, 9.9, "templates"),
	unused("template_delete", first((*engine).eachTemplateDelete), 10000, 4, 9.9, "templates"),
})

// argued marks the techniques that argue from the puzzle having one solution, and the first that takes long
// on one that has not.
func argued(all []listed) []listed {
	for i := range all {
		t := &all[i]
		t.classic = t.family == "uniqueness"
		t.unique = t.classic || t.name == "skyscraper"
	}
	return all
}
