// Package sudokupad reads SudokuPad's own puzzles: JSON that says where shapes are drawn, and rarely why. Behind "scl"
// and "ctc" in its addresses it is compressed, and mostly shortened too: keys of one or two letters, quotes left out.
//
//	{"cells": [[{"value": 5}, {}, …], …], "regions": [[[0, 0], [0, 1], …], …],
//	 "cages": [{"cells": [[0, 0], [0, 1]], "value": "10", "unique": true}, {"value": "title: T"}],
//	 "lines": [{"color": "#CFCFCF", "thickness": 16, "wayPoints": [[0.5, 0.5], [0.5, 1.5]]}],
//	 "arrows": [], "underlays": [], "overlays": [{"center": [1, 0.5], "rounded": true, "width": 0.3, "text": ""}]}
//
// Cages with sums are cages. Lines and marks get the meaning of the f-puzzles object that SudokuPad draws in the same
// way. Other drawings are not understood.
package sudokupad

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Is reports whether the fields of a JSON object are those of such a puzzle.
func Is(fields map[string]json.RawMessage) bool {
	cells := fields["cells"]
	if fields["ce"] != nil {
		cells = fields["ce"]
	}
	start := strings.Join(strings.Fields(string(cells[:min(len(cells), 16)])), "")
	return strings.HasPrefix(start, "[[{")
}

// place is a row and a column, or a point between: the corner of the grid is 0, 0, the middle of its first cell 0.5,
// 0.5.
type place [2]float64

// drawing is something that is drawn.
type drawing struct {
	Center    place   `json:"center"`
	Width     float64 `json:"width"`
	Height    float64 `json:"height"`
	Rounded   bool    `json:"rounded"`
	Text      any     `json:"text"`
	Fill      string  `json:"backgroundColor"`
	Border    string  `json:"borderColor"`
	FontSize  float64 `json:"fontSize"`
	Color     string  `json:"color"`
	Thickness float64 `json:"thickness"`
	WayPoints []place `json:"wayPoints"`
	used      bool
}

// puzzle is what the JSON holds. Keys that are not here say how it looks, or ask for nothing.
type puzzle struct {
	Cells [][]struct {
		Value any `json:"value"`
	} `json:"cells"`
	Regions [][]place `json:"regions"`
	Cages   []struct {
		Cells  []place `json:"cells"`
		Value  any     `json:"value"`
		Sum    any     `json:"sum"`
		Unique bool    `json:"unique"`
		Hidden bool    `json:"hidden"`
	} `json:"cages"`
	Lines     []drawing      `json:"lines"`
	Arrows    []drawing      `json:"arrows"`
	Underlays []drawing      `json:"underlays"`
	Overlays  []drawing      `json:"overlays"`
	Meta      map[string]any `json:"metadata"`
	MetaData  map[string]any `json:"metaData"`
}

// reader makes a draft of a drawn puzzle.
type reader struct {
	*draft.Draft
	drawn    puzzle
	solution string
}

// Read reads a puzzle of SudokuPad's own JSON, whose long keys may be shortened. Rules that stand only in its text are
// not read.
func Read(data []byte) (*draft.Draft, error) {
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return nil, err
	}
	data, err := json.Marshal(lengthen(value))
	if err != nil {
		return nil, err
	}
	r := new(reader)
	if err := json.Unmarshal(data, &r.drawn); err != nil {
		return nil, err
	}
	for _, read := range []func() error{r.grid, r.cages, r.meta, r.drawings} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return r.Draft, nil
}

// text returns a value as a text.
func text(value any) string {
	switch value := value.(type) {
	case string:
		return strings.TrimSpace(value)
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(value)
	}
	return ""
}

// mostDrawn is how many lines, arrows, and shapes below and above them may be drawn.
const mostDrawn = 4096

// grid reads the size and refuses too many drawings.
func (r *reader) grid() (err error) {
	n, d := len(r.drawn.Cells), &r.drawn
	if len(d.Lines)+len(d.Arrows)+len(d.Underlays)+len(d.Overlays) > mostDrawn {
		return fmt.Errorf("more than %d drawings", mostDrawn)
	}
	if r.Draft, err = draft.New(n); err != nil {
		return err
	}
	for i, row := range r.drawn.Cells {
		if len(row) != n {
			return fmt.Errorf("a row of %d cells in a puzzle of %d rows", len(row), n)
		}
		for k := range row {
			given := text(row[k].Value)
			if given == "" {
				continue
			}
			v, err := strconv.Atoi(given)
			if err != nil || v < 1 || v > n {
				return fmt.Errorf("%q is not a digit of a puzzle of size %d", given, n)
			}
			r.Givens[i*n+k] = uint8(v)
		}
	}
	labels := make([]string, n*n)
	for i, region := range r.drawn.Regions {
		cells, err := r.cellsAt(region)
		if err != nil {
			return err
		}
		for _, cell := range cells {
			labels[cell] = strconv.Itoa(i)
		}
	}
	r.Label(labels)
	return nil
}

// cellsAt returns the cells at places, whose rows and columns are whole numbers from 0.
func (r *reader) cellsAt(places []place) ([]int, error) {
	cells := make([]int, len(places))
	for i, p := range places {
		row, col := int(p[0]), int(p[1])
		if float64(row) != p[0] || float64(col) != p[1] || row < 0 || col < 0 || row >= r.N || col >= r.N {
			return nil, fmt.Errorf("no cell at %v", p)
		}
		cells[i] = row*r.N + col
	}
	return cells, nil
}

// note is what a cage says of the puzzle.
var note = regexp.MustCompile(`(?s)^([a-zA-Z]+):\s*(.+)$`)

// cages reads cages, and remarks that stand in the place of one.
func (r *reader) cages() error {
	for _, cage := range r.drawn.Cages {
		value := text(cage.Value)
		if m := note.FindStringSubmatch(value); m != nil {
			r.say(m[1], m[2])
			continue
		}
		cells, err := r.cellsAt(cage.Cells)
		if err != nil {
			return err
		}
		if value == "" {
			value = text(cage.Sum)
		}
		switch _, err := strconv.Atoi(value); {
		case cage.Hidden || len(cells) == 0:
		case err == nil, value == "" && cage.Unique:
			r.Add("cage", value, cells)
		case value == "":
			r.NotUnderstood("cages without a sum")
		default:
			r.NotUnderstood(fmt.Sprintf("cages with %q", value))
		}
	}
	return nil
}

// say takes what is said of the puzzle.
func (r *reader) say(what, value string) {
	switch what {
	case "title":
		r.Title = value
	case "author":
		r.Author = value
	case "solution":
		r.solution = value
	case "antiknight", "antiking":
		if value == "true" {
			r.Flags += map[string]string{"antiknight": "n", "antiking": "k"}[what]
		}
	}
}

// meta reads title, author and rules as remarks.
func (r *reader) meta() error {
	for _, meta := range []map[string]any{r.drawn.Meta, r.drawn.MetaData} {
		for what, value := range meta {
			r.say(what, text(value))
		}
	}
	if len(r.solution) != r.N*r.N || r.N > 9 {
		return nil
	}
	grid := make(sudoku.Grid, len(r.solution))
	for i := range grid {
		v := int(r.solution[i]) - '0'
		if v < 1 || v > r.N {
			return nil
		}
		grid[i] = uint8(v)
	}
	r.Solution = grid
	return nil
}

// line returns the cells of a line between the middles of cells; nil if a point is none. Its ends may be moved towards
// each other.
func (r *reader) line(points []place, moved float64) []int {
	var cells []int
	for i, p := range points {
		row, col := math.Floor(p[0]), math.Floor(p[1])
		off := math.Max(math.Abs(p[0]-row-.5), math.Abs(p[1]-col-.5))
		if off > .01 && (off > moved || i > 0 && i < len(points)-1) || row < 0 || col < 0 || int(row) >= r.N ||
			int(col) >= r.N {
			return nil
		}
		to := int(row)*r.N + int(col)
		if i > 0 {
			cells = append(cells, r.between(cells[len(cells)-1], to)...)
		}
		cells = append(cells, to)
	}
	return cells
}

// between returns the cells of a straight line between two cells.
func (r *reader) between(from, to int) []int {
	down, right := to/r.N-from/r.N, to%r.N-from%r.N
	steps := max(down, -down, right, -right)
	var cells []int
	for i := 1; i < steps && down%steps == 0 && right%steps == 0; i++ {
		cells = append(cells, from+i*(down/steps*r.N+right/steps))
	}
	return cells
}

// beside returns the one or two or four cells that a mark at a point touches.
func (r *reader) beside(p place) []int {
	var cells []int
	for _, row := range spread(p[0]) {
		for _, col := range spread(p[1]) {
			if row < 0 || col < 0 || row >= r.N || col >= r.N {
				return nil
			}
			cells = append(cells, row*r.N+col)
		}
	}
	return cells
}

// spread returns the cells on both sides of a line between cells, else the cell at x.
func spread(x float64) []int {
	if whole := math.Round(x); math.Abs(x-whole) < .01 {
		return []int{int(whole) - 1, int(whole)}
	}
	return []int{int(math.Floor(x))}
}

// take finds drawings of a list at the middle of a cell that look in some way, and marks them as understood.
func (r *reader) take(list []drawing, cell int, looks func(d *drawing) bool) bool {
	found := false
	for i := range list {
		if d := &list[i]; slices.Equal(r.beside(d.Center), []int{cell}) && looks(d) {
			d.used, found = true, true
		}
	}
	return found
}

// longKeys are the keys that are shortened.
var longKeys = map[string]string{"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor",
	"c2": "backgroundColor", "ce": "cells", "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays",
	"w": "width", "h": "height", "v": "value", "vd": "videos",
	"l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength",
	"wp": "wayPoints",
	"t":  "title", "te": "text", "d": "duration"}

var (
	bareKey    = regexp.MustCompile(`([,{\[])([a-zA-Z0-9]+):`)
	bareValue  = regexp.MustCompile(`:(f|t|#0|#F|[0-9a-fA-F]{6})([,}\]])`)
	nothing    = regexp.MustCompile(`([,\[])([,\]])`)
	longValues = map[string]string{"f": "false", "t": "true", "#0": `"#000000"`, "#F": `"#FFFFFF"`}
)

// Unzip returns a shortened text as JSON; one that is JSON already it returns as it is.
func Unzip(text string) string {
	if strings.Contains(text, `"`) {
		return text
	}
	text = strings.NewReplacer(`\'`, `'`, `'`, `"`).Replace(text)
	text = bareKey.ReplaceAllString(text, `$1"$2":`)
	for range 2 { // what is left out between two others is found the second time
		text = nothing.ReplaceAllString(text, `$1{}$2`)
	}
	return bareValue.ReplaceAllStringFunc(text, func(s string) string {
		value, end := s[1:len(s)-1], s[len(s)-1:]
		if long, ok := longValues[value]; ok {
			return ":" + long + end
		}
		return `:"#` + value + `"` + end
	})
}

// lengthen gives the keys within a JSON value their long names.
func lengthen(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = lengthen(value[i])
		}
	case map[string]any:
		long := map[string]any{}
		for key, v := range value {
			if name, ok := longKeys[key]; ok {
				key = name
			}
			long[key] = lengthen(v)
		}
		return long
	}
	return value
}
