package formats

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	lines := newLineReader(strings.NewReader("\ufeffone\r\n\n" + strings.Repeat("1", 5<<20) + "\nfour"))
	for i, want := range []string{"one\r\n", "\n", "too long", "four"} {
		line, err := lines.next()
		if want == "too long" {
			if !errors.Is(err, errLineTooLong) || lines.number != i+1 {
				t.Errorf("line %d: %d bytes, %v", lines.number, len(line), err)
			}
			continue
		}
		if err != nil || string(line) != want || lines.number != i+1 {
			t.Errorf("line %d: %q, %v instead of %q", lines.number, line, err, want)
		}
	}
	if _, err := lines.next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// shown are records as texts.
func shown(records iter.Seq2[Record, error]) (texts []string) {
	for r, err := range records {
		text := fmt.Sprint(err)
		if r.Puzzle != nil {
			text += fmt.Sprint(" ", r.Format, " ", r.Puzzle.Name, " ", r.Puzzle, " ", r.Fields, r.Puzzle.Comment)
		}
		texts = append(texts, text)
	}
	return texts
}

// TestReadShares reads files of every kind, and random mixtures of their lines, in shares: together they have each
// record once, in its order.
func TestReadShares(t *testing.T) {
	regions := strings.Repeat("111222333", 3) + strings.Repeat("444555666", 3) + strings.Repeat("777888999", 3)
	lines := []string{example, example, example, zero, zero, solved, regions, example + " # a comment", "# comment", "", "garbage",
		"puzzle,rating", zero + ",3", ":0003:8:+4" + zero[1:] + "::::", `{"puzzle":"` + example + `"}`, "53..7....",
		"[Puzzle]", "#A me"}
	var texts []string
	for _, c := range cases {
		texts = append(texts, c.text)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		var b strings.Builder
		for range r.IntN(40) {
			b.WriteString(lines[r.IntN(len(lines))] + []string{"\n", "\r\n"}[r.IntN(2)])
		}
		b.WriteString(nineRows)
		texts = append(texts, b.String(), strings.TrimSuffix(b.String(), "\n"))
	}
	for _, text := range texts {
		all := shown(Read(strings.NewReader(text), "f"))
		for _, size := range []int{1, 2, 5} {
			for _, n := range []int{1, 2, 3} {
				got := make([]string, len(all))
				for i := range n {
					mine := func(number int) bool { return number/size%n == i }
					share := shown(Limits{}.Read(t.Context(), strings.NewReader(text), "f", mine))
					for number := range all {
						if mine(number) && len(share) > 0 {
							got[number], share = share[0], share[1:]
						}
					}
					if len(share) > 0 && slices.Contains(all, share[0]) {
						t.Fatalf("share %d of %d in blocks of %d has %q besides, of\n%s", i+1, n, size, share, text)
					}
				}
				if !slices.Equal(got, all) && !strings.Contains(strings.Join(all, ""), "table for people") {
					t.Fatalf("%d shares in blocks of %d have\n%q\nwant\n%q\nof\n%s", n, size, got, all, text)
				}
			}
		}
	}
}
