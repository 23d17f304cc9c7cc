package logic

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
)

// TestExact compares ratings with those that Sudoku Explainer 1.2.1 itself printed.
func TestExact(t *testing.T) {
	e := &engine{ladder: explainerLadder}
	band := map[string][3]int{}
	limit, _ := strconv.ParseFloat(os.Getenv("UPTO"), 64)
	for _, r := range records(t, "graded/se121_half.tsv") {
		want, _ := strconv.ParseFloat(r[3], 64)
		if limit > 0 && want > limit {
			continue
		}
		got, err := e.rate(context.Background(), puzzle(t, r[1]))
		if err != nil {
			t.Fatal(err)
		}
		name := "to 4.4"
		switch {
		case want > 7:
			name = "above 7"
		case want > 6.2:
			name = "to 7.0"
		case want > 4.4:
			name = "to 6.2"
		}
		b := band[name]
		b[0]++
		line := fmt.Sprintf("%.1f\t%.1f\t%.1f", got.er, got.ep, got.ed)
		if wantLine := r[3] + "\t" + r[4] + "\t" + r[5]; line == wantLine {
			b[2]++
		} else if want <= 4.4 || os.Getenv("SHOW") != "" {
			t.Logf("%s: %s, want %s %s", r[1], line, wantLine, got.hardest)
		}
		if got.er == want {
			b[1]++
		}
		band[name] = b
	}
	for name, b := range band {
		t.Logf("%s: %d puzzles, ER equal %d (%.2f %%), ER/EP/ED equal %d", name, b[0], b[1], 100*float64(b[1])/float64(b[0]), b[2])
	}
}
