package sample

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/wholefile"
)

// card is what a file of rows is accompanied by.
type card struct {
	Made    string   `json:"made"` // how
	Seed    uint64   `json:"seed"`
	Program string   `json:"program"`
	Plugins []string `json:"plugins"`
	Licence string   `json:"licence"`
	Rows    int      `json:"rows"`
	Read    int64    `json:"read,omitempty"` // puzzles of the files, of which the rows are drawn
	LeftOut int      `json:"left_out"`       // without exactly one solution, or that lack a metric
	Columns []Column `json:"columns"`
	File    string   `json:"file"`
	SHA256  string   `json:"sha256"`
}

// Write writes the rows and their card into a folder, which it makes, and returns the checksum of the rows.
func (s *Sample) Write(folder, program string) (sum string, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("making the folder for the sample: %w", err)
	}
	rows := s.table()
	hash := sha256.Sum256(rows)
	c := card{Made: s.made(), Seed: s.Seed, Program: program, Plugins: s.Programs, Licence: "CC0-1.0", Rows: len(s.Rows), Read: s.Read,
		LeftOut: s.LeftOut, Columns: s.Columns, File: "sample.tsv", SHA256: hex.EncodeToString(hash[:])}
	if len(s.Inputs) > 0 {
		c.Licence = "that of the files"
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return "", fmt.Errorf("writing the card: %w", err)
	}
	for name, data := range map[string][]byte{c.File: rows, "card.json": append(text, '\n')} {
		if err := wholefile.Replace(filepath.Join(folder, name), data, 0o644); err != nil {
			return "", fmt.Errorf("writing the sample: %w", err)
		}
	}
	return c.SHA256, nil
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

func (s *Sample) table() []byte {
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
