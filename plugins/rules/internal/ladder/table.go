package ladder

import (
	"cmp"
	"slices"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/als"
	constraints "github.com/sudokuctl/sudokuctl/plugins/rules/internal/beyond"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/chain"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/loop"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/uniqueness"
)

// Row is everything that is known of a technique beside how it works.
type Row struct {
	Name   string // in the setting techniques, and in the metric count_NAME
	make   board.Maker
	Rating float64 // on Sudoku Explainer's scale: of its easiest hint, or where it goes when added to that ladder
	family string  // the techniques that it can be chosen with; "" for none
	in     ladders
	Score  int // HoDoKu's, for each step
	Level  int // HoDoKu's, of a puzzle that needs it
	needs  need
	hints  []string // the names that its hints have in Sudoku Explainer's ladder, the easiest first; nil for name
}

// ladders says in which ladders a technique is by default.
type ladders int

const (
	extra     ladders = 0         // in none, to be added to one
	explainer ladders = 1 << iota // Sudoku Explainer's
	hodoku
	beyond // of puzzles with constraints alone, beside any other
	both   = explainer | hodoku
)

// fits reports whether a technique can find something on the boards of a frame, and may look for it: techniques that
// argue from constraints need some, and with constraints those that argue from uniqueness are wrong.
func (t *Row) fits(f *board.Frame) bool {
	switch {
	case t.IsBeyond():
		return f.Puzzle != nil
	case f.Puzzle != nil:
		return t.needs != needUnique && t.Rating < slowestBeyond
	}
	return f.Classic || t.needs != needUnique
}

// IsBeyond reports whether a technique argues from constraints beyond houses, and so belongs to the ladder for puzzles
// that have them.
func (t *Row) IsBeyond() bool { return t.in == beyond }

// slowestBeyond is the rating from which on techniques are left out for puzzles with constraints: they know houses
// alone, and take seconds on grids without givens.
const slowestBeyond = 8.5

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

// HodokuLevels are HoDoKu's words for the levels of steps and puzzles, the easiest first.
var HodokuLevels = [...]string{"Easy", "Medium", "Hard", "Unfair", "Extreme"}

// table has a row for each technique: those of HoDoKu in its order, with its scores, and in the place of its
// last resorts Sudoku Explainer's chains that compare runs; then those that Sudoku Explainer alone has.
var table = []Row{
	{"last_cell", pattern.LastCell, 1.0, "singles", both, 4, easy, noNeed, nil},
	{"naked_single", pattern.NakedSingle, 2.3, "singles", both, 4, easy, noNeed, nil},
	{"hidden_single", pattern.HiddenSingle, 1.2, "singles", both, 14, easy, noNeed,
		[]string{"hidden_single_box", "hidden_single"}},
	{"locked_pair", pattern.LockedSet(2), 2.9, "intersections", hodoku, 40, medium, noNeed, nil},
	{"locked_triple", pattern.LockedSet(3), 2.9, "intersections", hodoku, 60, medium, noNeed, nil},
	{"locked", pattern.Locked, 2.6, "intersections", both, 50, medium, noNeed, []string{"pointing", "claiming"}},
	{"naked_pair", pattern.NakedSet(2), 3.0, "subsets", both, 60, medium, noNeed, nil},
	{"naked_triplet", pattern.NakedSet(3), 3.6, "subsets", both, 80, medium, noNeed, nil},
	{"hidden_pair", pattern.HiddenSet(2), 3.4, "subsets", both, 70, medium, noNeed, nil},
	{"hidden_triplet", pattern.HiddenSet(3), 4.0, "subsets", both, 100, medium, noNeed, nil},
	{"naked_quad", pattern.NakedSet(4), 5.0, "subsets", both, 120, hard, noNeed, nil},
	{"hidden_quad", pattern.HiddenSet(4), 5.4, "subsets", both, 150, hard, noNeed, nil},
	{"x_wing", pattern.Fish(2), 3.2, "fish", both, 140, hard, noNeed, nil},
	{"swordfish", pattern.Fish(3), 3.8, "fish", both, 150, hard, noNeed, nil},
	{"jellyfish", pattern.Fish(4), 5.2, "fish", both, 160, hard, noNeed, nil},
	{"remote_pair", pattern.RemotePair, 4.3, "chains", hodoku, 110, hard, noNeed, nil},
	{"bug_plus_1", uniqueness.BUG1, 5.6, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"skyscraper", pattern.Skyscraper, 4.0, "turbot", hodoku, 130, hard, needCount, nil},
	{"two_string_kite", pattern.Kite, 4.1, "turbot", hodoku, 150, hard, noNeed, nil},
	{"dual_two_string_kite", pattern.DualKite, 4.1, "turbot", extra, 150, hard, noNeed, nil},
	{"turbot_fish", pattern.TurbotFish, 4.2, "turbot", hodoku, 120, hard, noNeed, nil},
	{"empty_rectangle", pattern.EmptyRectangle, 4.3, "turbot", hodoku, 120, hard, noNeed, nil},
	{"dual_empty_rectangle", pattern.DualRectangle, 4.3, "turbot", extra, 120, hard, noNeed, nil},
	{"w_wing", pattern.WWing, 4.4, "wings", hodoku, 150, hard, noNeed, nil},
	{"xy_wing", pattern.XYWing, 4.2, "wings", both, 160, hard, noNeed, nil},
	{"xyz_wing", pattern.XYZWing, 4.4, "wings", both, 180, hard, noNeed, nil},
	{"wxyz_wing", pattern.BentSet(4), 5.5, "wings", extra, 200, hard, noNeed, nil},
	{"vwxyz_wing", pattern.BentSet(5), 6.2, "wings", extra, 240, unfair, noNeed, nil},
	{"uniqueness_1", uniqueness.Uniqueness(1), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"uniqueness_2", uniqueness.Uniqueness(2), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"uniqueness_3", uniqueness.Uniqueness(3), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"uniqueness_4", uniqueness.Uniqueness(4), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"uniqueness_5", uniqueness.Uniqueness(5), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"uniqueness_6", uniqueness.Uniqueness(6), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"hidden_rectangle", uniqueness.HiddenRectangle, 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"avoidable_rectangle_1", uniqueness.Avoidable(1), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"avoidable_rectangle_2", uniqueness.Avoidable(2), 4.5, "uniqueness", hodoku, 100, hard, needUnique, nil},
	{"finned_x_wing", pattern.FinnedFish(2, false), 3.4, "finned_fish", hodoku, 130, hard, noNeed, nil},
	{"sashimi_x_wing", pattern.FinnedFish(2, true), 3.5, "finned_fish", hodoku, 150, hard, noNeed, nil},
	{"finned_swordfish", pattern.FinnedFish(3, false), 4.0, "finned_fish", hodoku, 200, unfair, noNeed, nil},
	{"sashimi_swordfish", pattern.FinnedFish(3, true), 4.1, "finned_fish", hodoku, 240, unfair, noNeed, nil},
	{"finned_jellyfish", pattern.FinnedFish(4, false), 5.4, "finned_fish", hodoku, 250, unfair, noNeed, nil},
	{"sashimi_jellyfish", pattern.FinnedFish(4, true), 5.6, "finned_fish", hodoku, 260, unfair, noNeed, nil},
	{"siamese_x_wing", pattern.SiameseFish(2), 3.5, "finned_fish", extra, 150, unfair, noNeed, nil},
	{"siamese_swordfish", pattern.SiameseFish(3), 4.1, "finned_fish", extra, 240, unfair, noNeed, nil},
	{"siamese_jellyfish", pattern.SiameseFish(4), 5.6, "finned_fish", extra, 260, unfair, noNeed, nil},
	{"sue_de_coq", pattern.SueDeCoq, 5.0, "als", hodoku, 250, unfair, noNeed, nil},
	{"simple_colors", pattern.SimpleColors, 4.2, "coloring", hodoku, 150, hard, noNeed, nil},
	{"multi_colors", pattern.MultiColors, 4.5, "coloring", hodoku, 200, hard, noNeed, nil},
	{"x_chain", chain.XChain, 6.6, "chains", hodoku, 260, unfair, noNeed, nil},
	{"xy_chain", chain.XYChain, 6.6, "chains", hodoku, 260, unfair, noNeed, nil},
	{"nice_loop", loop.NiceLoop, 7.0, "chains", hodoku, 280, unfair, noNeed, nil},
	{"grouped_nice_loop", loop.GroupedLoop, 7.2, "chains", hodoku, 300, unfair, noNeed, nil},
	{"als_nice_loop", loop.ALSLoop, 7.4, "chains", extra, 300, unfair, noNeed, nil},
	{"als_xz", als.XZ, 5.5, "als", hodoku, 300, unfair, noNeed, nil},
	{"als_xy_wing", als.Wing, 6.0, "als", hodoku, 320, unfair, noNeed, nil},
	{"als_xy_chain", als.Chain, 7.3, "als", hodoku, 340, unfair, noNeed, nil},
	{"death_blossom", als.DeathBlossom, 7.4, "als", extra, 360, unfair, noNeed, nil},
	{"franken_x_wing", pattern.ComplexFish(pattern.FishKind{K: 2}), 6.4, "complex_fish", hodoku, 300, unfair, noNeed, nil},
	{"franken_swordfish", pattern.ComplexFish(pattern.FishKind{K: 3}), 6.5, "complex_fish", hodoku, 350, unfair, noNeed,
		nil},
	{"franken_jellyfish", pattern.ComplexFish(pattern.FishKind{K: 4}), 6.9, "complex_fish", extra, 370, unfair, noNeed,
		nil},
	{"finned_franken_x_wing", pattern.ComplexFish(pattern.FishKind{K: 2, Fins: true}), 6.4, "complex_fish", hodoku, 390,
		unfair, noNeed, nil},
	{"finned_franken_swordfish", pattern.ComplexFish(pattern.FishKind{K: 3, Fins: true}), 6.5, "complex_fish", hodoku, 410,
		unfair, noNeed, nil},
	{"finned_franken_jellyfish", pattern.ComplexFish(pattern.FishKind{K: 4, Fins: true}), 6.9, "complex_fish", extra, 430,
		unfair, noNeed, nil},
	{"siamese_finned_franken_swordfish", pattern.SiameseComplexFish(pattern.FishKind{K: 3, Fins: true}), 6.5,
		"complex_fish", extra, 410, unfair, noNeed, nil},
	{"siamese_finned_franken_jellyfish", pattern.SiameseComplexFish(pattern.FishKind{K: 4, Fins: true}), 6.9,
		"complex_fish", extra, 430, unfair, noNeed, nil},
	{"mutant_x_wing", pattern.ComplexFish(pattern.FishKind{K: 2, Mutant: true}), 6.4, "complex_fish", extra, 450, extreme,
		noNeed, nil},
	{"mutant_swordfish", pattern.ComplexFish(pattern.FishKind{K: 3, Mutant: true}), 6.5, "complex_fish", extra, 450,
		extreme, noNeed, nil},
	{"mutant_jellyfish", pattern.ComplexFish(pattern.FishKind{K: 4, Mutant: true}), 6.9, "complex_fish", extra, 450,
		extreme, noNeed, nil},
	{"finned_mutant_x_wing", pattern.ComplexFish(pattern.FishKind{K: 2, Mutant: true, Fins: true}), 6.4, "complex_fish",
		extra, 470, extreme, noNeed, nil},
	{"finned_mutant_swordfish", pattern.ComplexFish(pattern.FishKind{K: 3, Mutant: true, Fins: true}), 6.5, "complex_fish",
		extra, 470, extreme, noNeed, nil},
	{"finned_mutant_jellyfish", pattern.ComplexFish(pattern.FishKind{K: 4, Mutant: true, Fins: true}), 6.9, "complex_fish",
		extra, 470, extreme, noNeed, nil},
	{"siamese_finned_mutant_swordfish", pattern.SiameseComplexFish(pattern.FishKind{K: 3, Mutant: true, Fins: true}), 6.5,
		"complex_fish", extra, 470, extreme, noNeed, nil},
	{"siamese_finned_mutant_jellyfish", pattern.SiameseComplexFish(pattern.FishKind{K: 4, Mutant: true, Fins: true}), 6.9,
		"complex_fish", extra, 470, extreme, noNeed, nil},
	{"multiple_forcing_chains", chain.Forest(chain.Multiple), 8.0, "runs", both, 500, extreme, noNeed,
		chain.ForestHints(chain.Multiple)},
	{"dynamic_forcing_chains", chain.Forest(chain.Dynamic), 8.5, "runs", both, 700, extreme, noNeed,
		chain.ForestHints(chain.Dynamic)},
	{"template_set", pattern.TemplateSet, 9.9, "templates", extra, 10000, extreme, noNeed, nil},
	{"template_delete", pattern.TemplateDelete, 9.9, "templates", extra, 10000, extreme, noNeed, nil},
	{"direct_locked", pattern.DirectLocked, 1.7, "singles", explainer, 0, 0, noNeed,
		[]string{"direct_pointing", "direct_claiming"}},
	{"direct_hidden_pair", pattern.DirectSet(2), 2.0, "singles", explainer, 0, 0, noNeed, nil},
	{"direct_hidden_triplet", pattern.DirectSet(3), 2.5, "singles", explainer, 0, 0, noNeed, nil},
	{"unique_loop", uniqueness.UniqueLoop, 4.5, "uniqueness", explainer, 0, 0, needUnique, loopHints},
	{"bug", uniqueness.BUG, 5.6, "uniqueness", explainer, 0, 0, needUnique, []string{"bug_1", "bug_2", "bug_3", "bug_4"}},
	{"aligned_pair_exclusion", pattern.Aligned(2), 6.2, "", explainer, 0, 0, noNeed, nil},
	{"forcing_chain", chain.ForcingChain, 6.5, "", explainer, 0, 0, needCount, pathHints},
	{"aligned_triplet_exclusion", pattern.Aligned(3), 7.5, "", explainer, 0, 0, noNeed, nil},
	{"nishio", chain.Forest(chain.Nishio), 7.5, "", explainer, 0, 0, noNeed, chain.ForestHints(chain.Nishio)},
	{"dynamic_plus_forcing_chains", chain.Forest(chain.DynamicPlus), 9.0, "", explainer, 0, 0, noNeed,
		chain.ForestHints(chain.DynamicPlus)},
	{"nested_forcing_chains", chain.Forest(chain.Nested), 9.5, "", explainer, 0, 0, noNeed,
		chain.ForestHints(chain.Nested)},
	{"nested_multiple_forcing_chains", chain.Forest(chain.NestedMultiple), 10.0, "", explainer, 0, 0, noNeed,
		chain.ForestHints(chain.NestedMultiple)},
	{"nested_dynamic_forcing_chains", chain.Forest(chain.NestedDynamic), 10.5, "", explainer, 0, 0, noNeed,
		chain.ForestHints(chain.NestedDynamic)},
	{"nested_dynamic_plus_forcing_chains", chain.Forest(chain.NestedDynamicPlus), 11.0, "", explainer, 0, 0, noNeed,
		chain.ForestHints(chain.NestedDynamicPlus)},
	{"last_of_sum", constraints.LastOfSum, 1.5, "constraints", beyond, 0, 0, noNeed, nil},
	{"cage_sets", constraints.CageSets, 2.3, "constraints", beyond, 0, 0, noNeed, nil},
	{"bounds", constraints.Bounds, 2.4, "constraints", beyond, 0, 0, noNeed, nil},
	{"innie", constraints.Innie(false), 2.6, "constraints", beyond, 0, 0, noNeed, nil},
	{"outie", constraints.Outie(false), 2.6, "constraints", beyond, 0, 0, noNeed, nil},
	{"line_digits", constraints.LineDigits, 2.8, "constraints", beyond, 0, 0, noNeed, nil},
	{"cage_needs", constraints.CageNeeds, 3.0, "constraints", beyond, 0, 0, noNeed, nil},
	{"count_groups", constraints.CountGroups, 3.2, "constraints", beyond, 0, 0, noNeed, nil},
	{"innies", constraints.Innie(true), 3.4, "constraints", beyond, 0, 0, noNeed, nil},
	{"outies", constraints.Outie(true), 3.4, "constraints", beyond, 0, 0, noNeed, nil},
	{"sum_groups", constraints.SumGroups, 3.8, "constraints", beyond, 0, 0, noNeed, nil},
	{"cage_pair", constraints.CagePair, 4.2, "constraints", beyond, 0, 0, noNeed, nil},
	{"constraint_sees", constraints.ConstraintSees, 4.4, "constraints", beyond, 0, 0, noNeed, nil},
	{"naked_set_across", constraints.NakedSetAcross, 5.0, "constraints", beyond, 0, 0, noNeed, nil},
	{"sum_of_houses", constraints.SumOfHouses, 6.0, "constraints", beyond, 0, 0, noNeed, nil},
	{"contradiction", constraints.Contradiction, 6.6, "constraints", beyond, 0, 0, noNeed, nil},
}

// loopHints and pathHints are the names of the hints of unique loops, and of single chains.
var (
	loopHints = []string{"unique_rectangle_1", "unique_rectangle_2", "unique_rectangle_3", "unique_rectangle_4",
		"unique_loop_1", "unique_loop_2", "unique_loop_3", "unique_loop_4"}
	pathHints = []string{"x_cycle", "y_cycle", "turbot_fish", "forcing_x_chain", "xy_cycle", "forcing_chain"}
)

// rows returns the rows of the table that are wanted, in its order.
func rows(wanted func(t *Row) bool) (found []*Row) {
	for i := range table {
		if wanted(&table[i]) {
			found = append(found, &table[i])
		}
	}
	return found
}

// ExplainerLadder returns Sudoku Explainer's ladder without techniques that begin above a rating.
func ExplainerLadder(upTo float64) []*Row {
	ladder := rows(func(t *Row) bool { return t.in&explainer != 0 && t.Rating <= upTo })
	slices.SortStableFunc(ladder, func(a, b *Row) int { return cmp.Compare(a.Rating, b.Rating) })
	return ladder
}

// HodokuLadder returns HoDoKu's ladder; all with the techniques that it does not use by default.
func HodokuLadder(all bool) []*Row {
	return rows(func(t *Row) bool { return t.in&hodoku != 0 || all && t.in == extra })
}

// BeyondRows returns the techniques that argue from constraints, the easiest first.
func BeyondRows() []*Row { return rows((*Row).IsBeyond) }

// LookUp returns the techniques that a name or the name of a family means.
func LookUp(name string) []*Row {
	return rows(func(t *Row) bool { return name != "" && (t.Name == name || t.family == name) })
}

// HintNames are the names that hints of Sudoku Explainer's ladder have, in its order.
var HintNames = func() []string {
	var names []string
	for _, t := range ExplainerLadder(12) {
		if t.hints == nil {
			names = append(names, t.Name)
		}
		names = append(names, t.hints...)
	}
	return names
}()
