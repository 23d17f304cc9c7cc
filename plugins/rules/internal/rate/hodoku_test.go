package rate

import (
	"context"
	"math"
	"strconv"
	"testing"

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
