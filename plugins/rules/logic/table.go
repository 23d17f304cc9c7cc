package logic

import (
	"cmp"
	"slices"
)

// row is everything that is known of a technique beside how it works.
type row struct {
	name   string // in the setting techniques, and in the metric count_NAME
	make   maker
	rating float64 // on Sudoku Explainer's scale: of its easiest hint, or where it goes when added to that ladder
	family string  // the techniques that it can be chosen with; "" for none
	in     ladders
	score  int // HoDoKu's, for each step
	level  int // HoDoKu's, of a puzzle that needs it
	needs  need
	hints  []string // the names that its hints have in Sudoku Explainer's ladder, the easiest first; nil for name
}

// ladders says in which ladders a technique is by default.
type ladders int

const (
	extra     ladders = 0         // in none, to be added to one
	explainer ladders = 1 << iota // Sudoku Explainer's
	hodoku
	both = explainer | hodoku
)

// need says what must be known before a technique is used.
type need int

const (
	noNeed need = iota
	// needCount: that the puzzle has one solution, since the technique or one after it may take long on others.
	needCount
	// needUnique: that the puzzle has one solution and every house is full, since the technique argues from that.
	needUnique
)

// The levels of HoDoKu.
const (
	easy = iota
	medium
	hard
	unfair
	extreme
)

// hodokuLevels are the names of the levels.
var hodokuLevels = [...]string{"Easy", "Medium", "Hard", "Unfair", "Extreme"}

// table has a row for each technique: those of HoDoKu in its order, with its scores, and in the place of its last
// resorts Sudoku Explainer's chains that compare runs; then those that Sudoku Explainer alone has.
var table = []row{
	{"last_cell", newLastCell, 1.0, "singles", both, 4, easy, noNeed, nil},
	{"naked_single", newNakedSingle, 2.3, "singles", both, 4, easy, noNeed, nil},
	{"hidden_single", newHiddenSingle, 1.2, "singles", both, 14, easy, noNeed, []string{"hidden_single_box", "hidden_single"}},
	{"locked_pair", newLockedSet(2), 2.9, "intersections", hodoku, 40, medium, noNeed, nil},
	{"locked_triple", newLockedSet(3), 2.9, "intersections", hodoku, 60, medium, noNeed, nil},
	{"locked", newLocked, 2.6, "intersections", both, 50, medium, noNeed, []string{"pointing", "claiming"}},
	{"naked_pair", newNakedSet(2), 3.0, "subsets", both, 60, medium, noNeed, nil},
	{"naked_triplet", newNakedSet(3), 3.6, "subsets", both, 80, medium, noNeed, nil},
	{"hidden_pair", newHiddenSet(2), 3.4, "subsets", both, 70, medium, noNeed, nil},
	{"hidden_triplet", newHiddenSet(3), 4.0, "subsets", both, 100, medium, noNeed, nil},
	{"naked_quad", newNakedSet(4), 5.0, "subsets", both, 120, hard, noNeed, nil},
	{"hidden_quad", newHiddenSet(4), 5.4, "subsets", both, 150, hard, noNeed, nil},
	{"x_wing", newFish(2), 3.2, "fish", both, 140, hard, noNeed, nil},
	{"swordfish", newFish(3), 3.8, "fish", both, 150, hard, noNeed, nil},
	{"jellyfish", newFish(4), 5.2, "fish", both, 160, hard, noNeed, nil},
	{"remote_pair", newRemotePair, 4.3, "chains", hodoku, 110, hard, noNeed, nil},
	{"bug_plus_1", newBUG1, 5.6, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"skyscraper", newSkyscraper, 4.0, "turbot", hodoku, 130, hard, needCount, nil},
	{"two_string_kite", newKite, 4.1, "turbot", hodoku, 150, hard, noNeed, nil},
	{"dual_two_string_kite", newDualKite, 4.1, "turbot", extra, 150, hard, noNeed, nil},
	{"turbot_fish", newTurbotFish, 4.2, "turbot", hodoku, 120, hard, noNeed, nil},
	{"empty_rectangle", newEmptyRectangle, 4.3, "turbot", hodoku, 120, hard, noNeed, nil},
	{"dual_empty_rectangle", newDualRectangle, 4.3, "turbot", extra, 120, hard, noNeed, nil},
	{"w_wing", newWWing, 4.4, "wings", hodoku, 150, hard, noNeed, nil},
	{"xy_wing", newXYWing, 4.2, "wings", both, 160, hard, noNeed, nil},
	{"xyz_wing", newXYZWing, 4.4, "wings", both, 180, hard, noNeed, nil},
	{"wxyz_wing", newBentSet(4), 5.5, "wings", extra, 200, hard, noNeed, nil},
	{"vwxyz_wing", newBentSet(5), 6.2, "wings", extra, 240, unfair, noNeed, nil},
	{"uniqueness_1", newUniqueness(1), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"uniqueness_2", newUniqueness(2), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"uniqueness_3", newUniqueness(3), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"uniqueness_4", newUniqueness(4), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"uniqueness_5", newUniqueness(5), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"uniqueness_6", newUniqueness(6), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"hidden_rectangle", newHiddenRectangle, 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"avoidable_rectangle_1", newAvoidable(1), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"avoidable_rectangle_2", newAvoidable(2), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"finned_x_wing", newFinnedFish(2, false), 3.4, "finned_fish", hodoku, 130, hard, noNeed, nil},
	{"sashimi_x_wing", newFinnedFish(2, true), 3.5, "finned_fish", hodoku, 150, hard, noNeed, nil},
	{"finned_swordfish", newFinnedFish(3, false), 4.0, "finned_fish", hodoku, 200, unfair, noNeed, nil},
	{"sashimi_swordfish", newFinnedFish(3, true), 4.1, "finned_fish", hodoku, 240, unfair, noNeed, nil},
	{"finned_jellyfish", newFinnedFish(4, false), 5.4, "finned_fish", hodoku, 250, unfair, noNeed, nil},
	{"sashimi_jellyfish", newFinnedFish(4, true), 5.6, "finned_fish", hodoku, 260, unfair, noNeed, nil},
	{"siamese_x_wing", newSiameseFish(2), 3.5, "finned_fish", extra, 150, unfair, noNeed, nil},
	{"siamese_swordfish", newSiameseFish(3), 4.1, "finned_fish", extra, 240, unfair, noNeed, nil},
	{"siamese_jellyfish", newSiameseFish(4), 5.6, "finned_fish", extra, 260, unfair, noNeed, nil},
	{"sue_de_coq", newSueDeCoq, 5.0, "als", hodoku, 250, unfair, noNeed, nil},
	{"simple_colors", newSimpleColors, 4.2, "coloring", hodoku, 150, hard, noNeed, nil},
	{"multi_colors", newMultiColors, 4.5, "coloring", hodoku, 200, hard, noNeed, nil},
	{"x_chain", newXChain, 6.6, "chains", hodoku, 260, unfair, noNeed, nil},
	{"xy_chain", newXYChain, 6.6, "chains", hodoku, 260, unfair, noNeed, nil},
	{"nice_loop", newNiceLoop, 7.0, "chains", hodoku, 280, unfair, noNeed, nil},
	{"grouped_nice_loop", newGroupedLoop, 7.2, "chains", hodoku, 300, unfair, noNeed, nil},
	{"als_nice_loop", newALSLoop, 7.4, "chains", extra, 300, unfair, noNeed, nil},
	{"als_xz", newALSXZ, 5.5, "als", hodoku, 300, unfair, noNeed, nil},
	{"als_xy_wing", newALSWing, 6.0, "als", hodoku, 320, unfair, noNeed, nil},
	{"als_xy_chain", newALSChain, 7.3, "als", hodoku, 340, unfair, noNeed, nil},
	{"death_blossom", newDeathBlossom, 7.4, "als", extra, 360, unfair, noNeed, nil},
	{"franken_x_wing", newComplexFish(fishKind{k: 2}), 6.4, "complex_fish", hodoku, 300, unfair, noNeed, nil},
	{"franken_swordfish", newComplexFish(fishKind{k: 3}), 6.5, "complex_fish", hodoku, 350, unfair, noNeed, nil},
	{"franken_jellyfish", newComplexFish(fishKind{k: 4}), 6.9, "complex_fish", extra, 370, unfair, noNeed, nil},
	{"finned_franken_x_wing", newComplexFish(fishKind{k: 2, fins: true}), 6.4, "complex_fish", hodoku, 390, unfair, noNeed, nil},
	{"finned_franken_swordfish", newComplexFish(fishKind{k: 3, fins: true}), 6.5, "complex_fish", hodoku, 410, unfair, noNeed, nil},
	{"finned_franken_jellyfish", newComplexFish(fishKind{k: 4, fins: true}), 6.9, "complex_fish", extra, 430, unfair, noNeed, nil},
	{"siamese_finned_franken_swordfish", newSiameseComplexFish(fishKind{k: 3, fins: true}), 6.5, "complex_fish", extra, 410, unfair, noNeed, nil},
	{"siamese_finned_franken_jellyfish", newSiameseComplexFish(fishKind{k: 4, fins: true}), 6.9, "complex_fish", extra, 430, unfair, noNeed, nil},
	{"mutant_x_wing", newComplexFish(fishKind{k: 2, mutant: true}), 6.4, "complex_fish", extra, 450, extreme, noNeed, nil},
	{"mutant_swordfish", newComplexFish(fishKind{k: 3, mutant: true}), 6.5, "complex_fish", extra, 450, extreme, noNeed, nil},
	{"mutant_jellyfish", newComplexFish(fishKind{k: 4, mutant: true}), 6.9, "complex_fish", extra, 450, extreme, noNeed, nil},
	{"finned_mutant_x_wing", newComplexFish(fishKind{k: 2, mutant: true, fins: true}), 6.4, "complex_fish", extra, 470, extreme, noNeed, nil},
	{"finned_mutant_swordfish", newComplexFish(fishKind{k: 3, mutant: true, fins: true}), 6.5, "complex_fish", extra, 470, extreme, noNeed, nil},
	{"finned_mutant_jellyfish", newComplexFish(fishKind{k: 4, mutant: true, fins: true}), 6.9, "complex_fish", extra, 470, extreme, noNeed, nil},
	{"siamese_finned_mutant_swordfish", newSiameseComplexFish(fishKind{k: 3, mutant: true, fins: true}), 6.5, "complex_fish", extra, 470, extreme, noNeed, nil},
	{"siamese_finned_mutant_jellyfish", newSiameseComplexFish(fishKind{k: 4, mutant: true, fins: true}), 6.9, "complex_fish", extra, 470, extreme, noNeed, nil},
	{"multiple_forcing_chains", newForestHint(multipleForest), 8.0, "runs", both, 500, extreme, noNeed, forestHints(multipleForest)},
	{"dynamic_forcing_chains", newForestHint(dynamicForest), 8.5, "runs", both, 700, extreme, noNeed, forestHints(dynamicForest)},
	{"template_set", newTemplateSet, 9.9, "templates", extra, 10000, extreme, noNeed, nil},
	{"template_delete", newTemplateDelete, 9.9, "templates", extra, 10000, extreme, noNeed, nil},
	{"direct_locked", newDirectLocked, 1.7, "singles", explainer, 0, 0, noNeed, []string{"direct_pointing", "direct_claiming"}},
	{"direct_hidden_pair", newDirectSet(2), 2.0, "singles", explainer, 0, 0, noNeed, nil},
	{"direct_hidden_triplet", newDirectSet(3), 2.5, "singles", explainer, 0, 0, noNeed, nil},
	{"unique_loop", newUniqueLoop, 4.5, "uniqueness", explainer, 0, 0, needUnique, loopHints},
	{"bug", newBUG, 5.6, "uniqueness", explainer, 0, 0, needUnique, []string{"bug_1", "bug_2", "bug_3", "bug_4"}},
	{"aligned_pair_exclusion", newAligned(2), 6.2, "", explainer, 0, 0, noNeed, nil},
	{"forcing_chain", newForcingChain, 6.5, "", explainer, 0, 0, needCount, pathHints},
	{"aligned_triplet_exclusion", newAligned(3), 7.5, "", explainer, 0, 0, noNeed, nil},
	{"nishio", newForestHint(nishioForest), 7.5, "", explainer, 0, 0, noNeed, forestHints(nishioForest)},
	{"dynamic_plus_forcing_chains", newForestHint(dynamicPlusForest), 9.0, "", explainer, 0, 0, noNeed, forestHints(dynamicPlusForest)},
	{"nested_forcing_chains", newForestHint(nestedForest), 9.5, "", explainer, 0, 0, noNeed, forestHints(nestedForest)},
	{"nested_multiple_forcing_chains", newForestHint(nestedMultipleForest), 10.0, "", explainer, 0, 0, noNeed, forestHints(nestedMultipleForest)},
	{"nested_dynamic_forcing_chains", newForestHint(nestedDynamicForest), 10.5, "", explainer, 0, 0, noNeed, forestHints(nestedDynamicForest)},
	{"nested_dynamic_plus_forcing_chains", newForestHint(nestedDynamicPlusForest), 11.0, "", explainer, 0, 0, noNeed, forestHints(nestedDynamicPlusForest)},
}

// loopHints and pathHints are the names of the hints of unique loops, and of single chains.
var (
	loopHints = []string{"unique_rectangle_1", "unique_rectangle_2", "unique_rectangle_3", "unique_rectangle_4",
		"unique_loop_1", "unique_loop_2", "unique_loop_3", "unique_loop_4"}
	pathHints = []string{"x_cycle", "y_cycle", "turbot_fish", "forcing_x_chain", "xy_cycle", "forcing_chain"}
)

// explainerLadder returns Sudoku Explainer's ladder without techniques that begin above a rating.
func explainerLadder(upTo float64) []*row {
	var ladder []*row
	for i := range table {
		if t := &table[i]; t.in&explainer != 0 && t.rating <= upTo {
			ladder = append(ladder, t)
		}
	}
	slices.SortStableFunc(ladder, func(a, b *row) int { return cmp.Compare(a.rating, b.rating) })
	return ladder
}

// hodokuLadder returns HoDoKu's ladder; all with the techniques that it does not use by default.
func hodokuLadder(all bool) []*row {
	var ladder []*row
	for i := range table {
		if t := &table[i]; t.in&hodoku != 0 || all && t.in == extra {
			ladder = append(ladder, t)
		}
	}
	return ladder
}

// hintNames are the names that hints of Sudoku Explainer's ladder have, in its order.
var hintNames = func() []string {
	var names []string
	for _, t := range explainerLadder(12) {
		if t.hints == nil {
			names = append(names, t.name)
		}
		names = append(names, t.hints...)
	}
	return names
}()
