package study

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
)

// A Column of a file of rows.
type Column struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// Card is what a file of rows is accompanied by. Its keys are stable.
type Card struct {
	Made    string   `json:"made"` // how
	Seed    uint64   `json:"seed"`
	Program string   `json:"program"` // version of sudokuctl
	Plugins []string `json:"plugins"` // with versions
	Licence string   `json:"licence"`
	Rows    int      `json:"rows"`
	Read    int64    `json:"read,omitempty"`     // puzzles of files, of which the rows are drawn
	LeftOut int      `json:"left_out,omitempty"` // of those that were drawn
	// Attempts of a generator with a controlled bias that made the rows.
	Attempts int64    `json:"attempts,omitempty"`
	Weights  Weights  `json:"weights,omitempty"` // of its puzzles
	Columns  []Column `json:"columns"`
	File     string   `json:"file"`
	SHA256   string   `json:"sha256"`
}

// cardFile is the name of a card in its folder.
const cardFile = "card.json"

// ReadCard reads the card of a folder, and its rows, which must have the checksum that it says.
func ReadCard(folder string) (c *Card, rows []byte, err error) {
	text, err := os.ReadFile(filepath.Join(folder, cardFile))
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err == nil {
		rows, err = os.ReadFile(filepath.Join(folder, filepath.Base(c.File)))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("reading the rows of %q: %w", folder, err)
	}
	if sum := sha256.Sum256(rows); hex.EncodeToString(sum[:]) != c.SHA256 {
		return nil, nil, fmt.Errorf("reading the rows of %q: their SHA-256 is not %s, which the card says", folder, c.SHA256)
	}
	return c, rows, nil
}

// Write writes rows and their card, card.json, into a folder, which it makes. It fills in the checksum of the card.
func (c *Card) Write(folder string, rows []byte) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder for %q: %w", c.File, err)
	}
	sum := sha256.Sum256(rows)
	c.SHA256 = hex.EncodeToString(sum[:])
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("writing the card of %q: %w", c.File, err)
	}
	for name, data := range map[string][]byte{c.File: rows, cardFile: append(text, '\n')} {
		if err := wholefile.Replace(filepath.Join(folder, name), data, 0o644); err != nil {
			return fmt.Errorf("writing %q: %w", filepath.Join(folder, name), err)
		}
	}
	return nil
}

// Weights says of how many minimal puzzles one of a sample with a controlled bias is, on average, by the number of its
// givens, and in one unit: that of an attempt of the generator on one solution grid.
type Weights map[int]float64

// ReadWeights finds the weights in what a generator reports; nil if there are none.
func ReadWeights(extra []sudoku.Measure) Weights {
	var w Weights
	for _, m := range extra {
		givens, named := strings.CutPrefix(m.Name, "weight_")
		if n, err := strconv.Atoi(givens); named && err == nil {
			if w == nil {
				w = Weights{}
			}
			w[n] = m.Value
		}
	}
	return w
}

// Of returns the weight of a puzzle in the unit of one with 25 givens.
func (w Weights) Of(givens int) float64 { return w[givens] / w[25] }
