package rate

import (
	"context"
	"errors"
	"math"
	"strconv"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/ladder"
	"github.com/sudokuctl/sudokuctl/plugins/rules/internal/rulestest"
)

// TestHodoku compares levels and scores with those that HoDoKu itself gave.
func TestHodoku(t *testing.T) {
	s := newScorer()
	puzzles, levels, scores, near := 0, 0, 0, 0
	for _, r := range rulestest.Records(t, "graded/human_even.tsv") {
		total, level, err := s.score(context.Background(), rulestest.Puzzle(t, r[1]))
		if err != nil {
			t.Fatal(err)
		}
		want, _ := strconv.Atoi(r[10])
		puzzles++
		if ladder.HodokuLevels[level] == r[9] {
			levels++
		}
		if total == want {
			scores++
		}
		if math.Abs(float64(total-want)) <= 0.1*float64(want) {
			near++
		}
	}
	t.Logf("%d puzzles: level equal %d, score equal %d, within a tenth %d", puzzles, levels, scores, near)
	if levels < puzzles*99/100 || scores < puzzles*97/100 {
		t.Errorf("of %d puzzles the level is equal for %d and the score for %d", puzzles, levels, scores)
	}
}

// qqwingSaid are puzzles with the level that qqwing 1.3.4 printed for them.
var qqwingSaid = map[string]string{
	".4368.9.5.2...9.7..8.5..........76........3..........74..9....225..6.4.96.8..5..3": "simple",
	"32..6.....9.8....11..9..26873...2.4.6.1.....32..6..97....3..................1.73.": "simple",
	"5....9...64.5.......7...58....9....1...4.8.5..6..7.4.....8...4..9.6.5........3619": "easy",
	"...9.....6......2.2....7...3274.6.....5.9374.........64..7.25......856..5.8...37.": "easy",
	"..6..1....32.659.....4....2.15..93.64....3..9..32.67.5.2..........9..5..5........": "intermediate",
	"......5.....167.3.......8.6.6.53...7..172..........2.58.72.6.9........8.6..3.....": "intermediate",
	".142...85...4.7.......5.........3657..2.6..4....8..1.2....41....6.3.5....5.6..4.8": "expert",
	"8....1.3.......49.5...6...8.....6.4.1...7......64..95...9..7.6.....8...7.1....3..": "expert",
}

func TestQqwingLevel(t *testing.T) {
	g := newQqwingGrader()
	for line, want := range qqwingSaid {
		grades, err := g.Grade(t.Context(), rulestest.Puzzle(t, line))
		if err != nil || grades[0].Label != want {
			t.Errorf("%s: %v, %v; want %s", line, grades, err, want)
		}
	}
	for _, line := range []string{"1" + empty[1:], "11" + empty[2:], empty} {
		if grades, err := g.Grade(t.Context(), rulestest.Puzzle(t, line)); !errors.Is(err, sudoku.ErrUnsupported) {
			t.Errorf("%s: %v, %v", line, grades, err)
		}
	}
}

const empty = "................................................................................."
