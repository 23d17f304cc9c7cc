package sample

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strconv"

	"github.com/sudokuctl/sudokuctl/study"
)

// Write writes the rows and their card into a folder, which it makes, and returns the card.
func (s *Sample) Write(folder, program string) (*study.Card, error) {
	c := &study.Card{Made: s.made(), Seed: s.Seed, Program: program, Plugins: s.Programs, Licence: "CC0-1.0", Rows: len(s.Rows),
		Read: s.Read, LeftOut: s.LeftOut, File: "sample.tsv"}
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
