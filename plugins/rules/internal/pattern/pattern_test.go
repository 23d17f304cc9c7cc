package pattern_test

import (
	"slices"
	"testing"

	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/board"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/pattern"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestSound looks on random boards for hints that strike a digit of the solution or place another.
func TestSound(t *testing.T) {
	rulestest.CheckSound(t, 9, map[string]board.Maker{
		"last_cell":                        pattern.LastCell,
		"hidden_single":                    pattern.HiddenSingle,
		"naked_single":                     pattern.NakedSingle,
		"locked":                           pattern.Locked,
		"direct_locked":                    pattern.DirectLocked,
		"locked_pair":                      pattern.LockedSet(2),
		"locked_triplet":                   pattern.LockedSet(3),
		"naked_pair":                       pattern.NakedSet(2),
		"naked_triplet":                    pattern.NakedSet(3),
		"naked_quad":                       pattern.NakedSet(4),
		"hidden_pair":                      pattern.HiddenSet(2),
		"hidden_triplet":                   pattern.HiddenSet(3),
		"hidden_quad":                      pattern.HiddenSet(4),
		"direct_hidden_pair":               pattern.DirectSet(2),
		"direct_hidden_triplet":            pattern.DirectSet(3),
		"x_wing":                           pattern.Fish(2),
		"swordfish":                        pattern.Fish(3),
		"jellyfish":                        pattern.Fish(4),
		"finned_x_wing":                    pattern.FinnedFish(2, false),
		"sashimi_x_wing":                   pattern.FinnedFish(2, true),
		"finned_swordfish":                 pattern.FinnedFish(3, false),
		"sashimi_swordfish":                pattern.FinnedFish(3, true),
		"finned_jellyfish":                 pattern.FinnedFish(4, false),
		"sashimi_jellyfish":                pattern.FinnedFish(4, true),
		"xy_wing":                          pattern.XYWing,
		"xyz_wing":                         pattern.XYZWing,
		"w_wing":                           pattern.WWing,
		"wxyz_wing":                        pattern.BentSet(4),
		"vwxyz_wing":                       pattern.BentSet(5),
		"skyscraper":                       pattern.Skyscraper,
		"two_string_kite":                  pattern.Kite,
		"turbot_fish":                      pattern.TurbotFish,
		"empty_rectangle":                  pattern.EmptyRectangle,
		"simple_colors":                    pattern.SimpleColors,
		"multi_colors":                     pattern.MultiColors,
		"remote_pair":                      pattern.RemotePair,
		"sue_de_coq":                       pattern.SueDeCoq,
		"aligned_pair_exclusion":           pattern.Aligned(2),
		"aligned_triplet_exclusion":        pattern.Aligned(3),
		"template_set":                     pattern.TemplateSet,
		"template_delete":                  pattern.TemplateDelete,
		"siamese_x_wing":                   pattern.SiameseFish(2),
		"siamese_swordfish":                pattern.SiameseFish(3),
		"siamese_jellyfish":                pattern.SiameseFish(4),
		"dual_two_string_kite":             pattern.DualKite,
		"dual_empty_rectangle":             pattern.DualRectangle,
		"franken_x_wing":                   pattern.ComplexFish(pattern.FishKind{K: 2}),
		"finned_franken_x_wing":            pattern.ComplexFish(pattern.FishKind{K: 2, Fins: true}),
		"mutant_x_wing":                    pattern.ComplexFish(pattern.FishKind{K: 2, Mutant: true}),
		"finned_mutant_x_wing":             pattern.ComplexFish(pattern.FishKind{K: 2, Mutant: true, Fins: true}),
		"franken_swordfish":                pattern.ComplexFish(pattern.FishKind{K: 3}),
		"finned_franken_swordfish":         pattern.ComplexFish(pattern.FishKind{K: 3, Fins: true}),
		"mutant_swordfish":                 pattern.ComplexFish(pattern.FishKind{K: 3, Mutant: true}),
		"finned_mutant_swordfish":          pattern.ComplexFish(pattern.FishKind{K: 3, Mutant: true, Fins: true}),
		"siamese_finned_franken_swordfish": pattern.SiameseComplexFish(pattern.FishKind{K: 3, Fins: true}),
	}, slices.Concat(singles, twins, remotePairs)...)
}
