package nine

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpus reads the puzzles of speed/name in the folder SUDOKUCTL_PUZZLES, at most limit of them (0 = all); it
// skips the test if there are none.
func corpus(tb testing.TB, name string, limit int) [][81]uint8 {
	tb.Helper()
	lines := corpusLines(tb, name)
	if limit > 0 && len(lines) > limit {
		lines = lines[:limit]
	}
	puzzles := make([][81]uint8, len(lines))
	for i, line := range lines {
		puzzles[i] = parse(tb, line)
	}
	return puzzles
}

func corpusLines(tb testing.TB, name string) []string {
	tb.Helper()
	f, err := os.Open(filepath.Join(os.Getenv("SUDOKUCTL_PUZZLES"), "speed", name))
	if err != nil {
		tb.Skipf("no puzzle collection: %v (set SUDOKUCTL_PUZZLES)", err)
	}
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := strings.TrimSpace(s.Text()); len(line) >= 81 && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// parse reads the first 81 characters of a line; '.' and '0' are empty.
func parse(tb testing.TB, line string) (grid [81]uint8) {
	tb.Helper()
	for c := range grid {
		switch ch := line[c]; {
		case ch >= '0' && ch <= '9':
			grid[c] = ch - '0'
		case ch != '.':
			tb.Fatalf("reading %q: character %q", line, ch)
		}
	}
	return grid
}

// permute returns the puzzle under a random symmetry: digits renamed, rows, columns, bands and stacks
// shuffled, perhaps transposed.
func permute(p *[81]uint8, r *rand.Rand) (out [81]uint8) {
	names, rows, cols := r.Perm(9), lines(r), lines(r)
	turn := r.IntN(2) == 1
	for c, g := range p {
		if g == 0 {
			continue
		}
		i, j := rows[c/9], cols[c%9]
		if turn {
			i, j = j, i
		}
		out[9*i+j] = uint8(names[g-1] + 1)
	}
	return out
}

// lines returns a random order of nine lines that keeps bands together.
func lines(r *rand.Rand) (out [9]int) {
	for b, to := range r.Perm(3) {
		for i, at := range r.Perm(3) {
			out[3*b+i] = 3*to + at
		}
	}
	return out
}
