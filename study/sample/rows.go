package sample

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/study"
	"github.com/sudokuctl/sudokuctl/work"
)

// Write writes the rows and their card into a folder, which it makes, and returns the card.
func (s *Sample) Write(folder, program string) (*study.Card, error) {
	c := &study.Card{Made: s.made(), Seed: s.Seed, Program: program, Plugins: s.Programs, Licence: "CC0-1.0", Rows: len(s.Rows),
		Read: s.Read, Attempts: s.Attempts, LeftOut: s.LeftOut, Weights: s.Weights, File: "sample.tsv"}
	if len(s.Inputs) > 0 {
		c.Licence = "that of the files"
	}
	for _, column := range s.Columns {
		c.Columns = append(c.Columns, column.Column)
	}
	return c, c.Write(folder, s.rows())
}

// made says how the puzzles were chosen.
func (s *Sample) made() string {
	if len(s.Joined) > 0 {
		return fmt.Sprintf("rows of %d samples", len(s.Joined))
	}
	if len(s.Inputs) == 0 {
		return fmt.Sprintf("%d minimal puzzles of plugin generate, method %s", s.Count, s.Method)
	}
	made := fmt.Sprintf("%d puzzles drawn from", s.Count)
	for _, in := range s.Inputs {
		made += " " + filepath.Base(in.Name)
	}
	return made
}

func (s *Sample) rows() []byte {
	var b bytes.Buffer
	b.WriteString("puzzle")
	for _, c := range s.Columns {
		b.WriteString("\t" + c.Name)
	}
	b.WriteString("\thardest\n")
	for _, r := range s.Rows {
		b.WriteString(r.Puzzle.String())
		for _, v := range r.Values {
			b.WriteByte('\t')
			if !math.IsNaN(v) {
				b.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
			}
		}
		b.WriteString("\t" + r.Hardest + "\n")
	}
	return b.Bytes()
}

// join reads samples that were written before, on other machines with other seeds perhaps.
func (s *Sample) join() error {
	var seen []string
	for _, folder := range s.Joined {
		card, rows, err := study.ReadCard(folder)
		if err != nil {
			return err
		}
		head, rest, _ := strings.Cut(string(rows), "\n")
		if want, _, _ := strings.Cut(string((&Sample{Columns: s.Columns}).rows()), "\n"); head != want {
			return work.RequestErrorf("%s has the columns %q, which are not those of a sample: %q", folder, head, want)
		}
		if slices.Contains(seen, card.SHA256) {
			return work.RequestErrorf("%s holds the rows of another sample", folder)
		}
		if len(seen) > 0 && (card.Attempts > 0) != (s.Attempts > 0) {
			return work.RequestErrorf("%s and the samples before it do not have the same bias", folder)
		}
		if card.Attempts > 0 && card.Weights == nil {
			return work.RequestErrorf("%s does not say how much its puzzles weigh: an older version wrote it", folder)
		}
		s.Weights = card.Weights
		seen, s.Attempts, s.LeftOut = append(seen, card.SHA256), s.Attempts+card.Attempts, s.LeftOut+card.LeftOut
		number := 1
		for line := range strings.Lines(rest) {
			number++
			if err := s.parse(strings.TrimSuffix(line, "\n")); err != nil {
				return fmt.Errorf("reading %s, line %d: %w", folder, number, err)
			}
		}
	}
	return nil
}

func (s *Sample) parse(line string) error {
	cells := strings.Split(line, "\t")
	if len(cells) != len(s.Columns)+2 {
		return fmt.Errorf("%d columns, want %d", len(cells), len(s.Columns)+2)
	}
	p, err := sudoku.ParsePuzzle(cells[0])
	if err != nil {
		return err
	}
	row := Row{Puzzle: p, Hardest: cells[len(cells)-1]}
	for _, cell := range cells[1 : len(cells)-1] {
		v := math.NaN()
		if cell != "" {
			if v, err = strconv.ParseFloat(cell, 64); err != nil {
				return err
			}
		}
		row.Values = append(row.Values, v)
	}
	s.Rows = append(s.Rows, row)
	return nil
}
