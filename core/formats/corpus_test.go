package formats

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/sudoku/clause"
)

// sample is a puzzle of a collection that others made.
type sample struct{ id, format, name, set, shape, kinds, needs, expected, by, source, from, licence, text string }

// samples reads the collection of puzzles beyond houses.
func samples(t *testing.T) []sample {
	data, err := os.ReadFile(filepath.Join(os.Getenv("SUDOKUCTL_PUZZLES"), "variants", "open.tsv"))
	if err != nil {
		t.Skipf("no puzzle collection: set SUDOKUCTL_PUZZLES: %v", err)
	}
	var all []sample
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 13 || f[0] == "id" {
			continue
		}
		s := sample{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9], f[10], f[11], f[12]}
		if s.format == "f-puzzles" {
			s.text = "https://www.f-puzzles.com/?load=" + s.text
		}
		all = append(all, s)
	}
	return all
}

// outOfScope are needs of puzzles that there is no geometry or constraint for.
var outOfScope = []string{"out", "cells", "other-grid"}

// drawn are puzzles with drawings whose meaning is not stated.
var drawn = []string{"fp075", "fp130", "fp136", "fp137"}

func (s sample) inScope() bool {
	return !slices.Contains(drawn, s.id) && !slices.ContainsFunc(strings.Fields(s.needs), func(need string) bool {
		return slices.Contains(outOfScope, need)
	})
}

// solution returns the solution that the collection states, nil if it states a number of them.
func (s sample) solution(g *sudoku.Geometry) sudoku.Grid {
	text := s.expected
	if len(text) == 256 { // in letters
		text = strings.Map(func(c rune) rune { return []rune("123456789ABCDEFG")[c-'A'] }, text)
	}
	grid, err := g.ParseGrid(text)
	if err != nil || grid.Filled() < len(grid) {
		return nil
	}
	return grid
}

// TestCollection reads every puzzle in scope, verifies the solution that its author states, has a wrong one refused with the name of
// the constraint, and reads the puzzle back from each format that can say it.
func TestCollection(t *testing.T) {
	read, verified, refused, formats := 0, 0, 0, map[string]int{}
	for _, s := range samples(t) {
		records, err := readAll(s.text)
		var incomplete *IncompleteError
		switch {
		case !s.inScope():
			if err == nil {
				t.Errorf("%s needs %q and was read", s.id, s.needs)
			}
			if slices.Contains(drawn, s.id) && !errors.As(err, &incomplete) {
				t.Errorf("%s: %v", s.id, err)
			}
			continue
		case err != nil || len(records) != 1:
			t.Errorf("%s: %v", s.id, err)
			continue
		}
		p := records[0].Puzzle
		read++
		grid := s.solution(p.Geometry())
		if grid != nil {
			if err := sudoku.Verify(p, grid); err != nil {
				t.Errorf("%s: %v", s.id, err)
				continue
			}
			verified++
			if refusesByName(p, grid) {
				refused++
			} else if p.Constraints() != nil && s.id != "iss374" { // whose constraint holds for any digits
				t.Errorf("%s: no mistake is refused with the name of a constraint: %s", s.id, p)
			}
		}
		for _, format := range readable() {
			if thereAndBack(t, s.id, format, records[0], grid) {
				formats[format]++
			}
		}
	}
	t.Logf("%d read, %d solutions verified, %d wrong ones refused by name; there and back: %v", read, verified, refused, formats)
}

func readAll(text string) (records []Record, err error) {
	for r, err := range Read(strings.NewReader(text+"\n"), "f") {
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}

// exchanged returns a grid with two digits exchanged, which keeps houses of all digits.
func exchanged(grid sudoku.Grid, a, b uint8) sudoku.Grid {
	wrong := slices.Clone(grid)
	for i, v := range grid {
		switch v {
		case a:
			wrong[i] = b
		case b:
			wrong[i] = a
		}
	}
	return wrong
}

// refusesByName reports whether some grid with two digits exchanged is refused with the text of a constraint.
func refusesByName(p *sudoku.Puzzle, grid sudoku.Grid) bool {
	bare := p.WithGivens(make(sudoku.Grid, len(grid)))
	bare, err := bare.With(sudoku.Soft())
	if err != nil {
		return false
	}
	for _, wrong := range mistakes(p.Geometry(), grid) {
		if err := sudoku.Verify(bare, wrong); err != nil && namesConstraint(p, err) {
			return true
		}
	}
	return false
}

// mistakes returns grids that keep rows, columns and boxes of a grid: two digits exchanged, or two rows or columns of one band.
func mistakes(g *sudoku.Geometry, grid sudoku.Grid) (wrong []sudoku.Grid) {
	n := g.N()
	rows, cols := g.BoxSize()
	for a := range n {
		for b := range a {
			wrong = append(wrong, exchanged(grid, uint8(a+1), uint8(b+1)))
			if rows > 0 && a/rows == b/rows {
				wrong = append(wrong, moved(grid, func(i int) int { return swap(i/n, a, b)*n + i%n }))
			}
			if rows > 0 && a/cols == b/cols {
				wrong = append(wrong, moved(grid, func(i int) int { return i/n*n + swap(i%n, a, b) }))
			}
		}
	}
	return wrong
}

func swap(i, a, b int) int {
	switch i {
	case a:
		return b
	case b:
		return a
	}
	return i
}

func moved(grid sudoku.Grid, from func(i int) int) sudoku.Grid {
	to := make(sudoku.Grid, len(grid))
	for i := range grid {
		to[i] = grid[from(i)]
	}
	return to
}

func namesConstraint(p *sudoku.Puzzle, err error) bool {
	for _, c := range p.Constraints() {
		if strings.Contains(err.Error(), c.Name) {
			return true
		}
	}
	return false
}

// thereAndBack writes a record in a format and reads it back; it is false if the format cannot say it.
func thereAndBack(t *testing.T, id, format string, r Record, solution sudoku.Grid) bool {
	var file bytes.Buffer
	w, _ := NewWriter(&file, format)
	err := errors.Join(w.Write(r), w.Close())
	if errors.Is(err, ErrUnfit) {
		return false
	}
	if err != nil {
		t.Errorf("%s as %s: %v", id, format, err)
		return false
	}
	back, err := readAll(strings.TrimSpace(file.String()))
	if err != nil || len(back) != 1 {
		t.Errorf("%s as %s: %v in\n%s", id, format, err, file.String())
		return false
	}
	diff := differ(r.Puzzle, back[0].Puzzle, solution)
	if diff != "" {
		t.Errorf("%s as %s: %s:\n%s\n%s\n%s", id, format, diff, r.Puzzle, back[0].Puzzle, file.String())
	}
	return diff == ""
}

// differ says how two puzzles differ in meaning, "" if they do not. Clauses that are not the same must agree on the solution and
// on mistakes.
func differ(p, q *sudoku.Puzzle, solution sudoku.Grid) string {
	switch {
	case p.Geometry().String() != q.Geometry().String():
		return "another geometry"
	case !slices.Equal(p.Givens(), q.Givens()):
		return "other givens"
	case slices.Equal(meaning(p), meaning(q)):
		return ""
	case solution == nil:
		return "other clauses"
	}
	if sudoku.Verify(q, solution) != nil {
		return "another solution"
	}
	for _, wrong := range mistakes(p.Geometry(), solution) {
		if clause.AllHold(p.Clauses(), wrong) != clause.AllHold(q.Clauses(), wrong) {
			return "another opinion of " + p.Geometry().FormatGrid(wrong)
		}
	}
	return ""
}

// meaning writes clauses without regard to the order in which they are, or cells whose order says nothing.
func meaning(p *sudoku.Puzzle) []string {
	var texts []string
	clauses := slices.Clone(p.Clauses())
	for _, s := range p.Soft() {
		clauses = append(clauses, clause.Clause{Kind: clause.In, Cells: []int{s.Cell}, Digits: []clause.Digits{clause.Digits(s.Allowed)}})
	}
	for _, c := range clauses {
		var cells []string
		for i, cell := range c.Cells {
			text := fmt.Sprint(cell)
			if c.Kind == clause.Sum || c.Kind == clause.Count {
				text += fmt.Sprint("*", c.Weight(i))
			}
			if c.Digits != nil {
				text += fmt.Sprintf("in%x", c.Digits[i])
			}
			cells = append(cells, text)
		}
		relation := c.Relation
		if c.Kind == clause.Pair && c.Cells[0] > c.Cells[1] {
			relation = relation.Turned()
		}
		if c.Kind != clause.Word {
			slices.Sort(cells)
		}
		text := fmt.Sprint(c.Kind, cells, c.Total)
		if relation != nil {
			text += fmt.Sprint(relation.There)
		}
		if c.Automaton != nil {
			text += c.Automaton.Text()
		}
		for _, either := range c.Either {
			text += fmt.Sprintf("%+v", either)
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}
