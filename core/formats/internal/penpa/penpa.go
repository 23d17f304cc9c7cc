// Package penpa reads the addresses of Penpa, …#m=edit&p=…: lines of text, deflated, in base64, with abbreviations for the keys of
// JSON. It reads digits, boxes, cages, thermometers, arrows, dots and both diagonals, of square grids; what else is drawn is not
// understood.
//
// Points are numbers. A grid of nx×ny cells lies two cells within a frame of nx+4 columns; the cell at column i and row j of
// the frame is i + j·(nx+4). Behind all cells come their corners at the lower right, then the middles of their lower sides, then those
// of their right sides, then four places for small numbers in each.
package penpa

import (
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/draft"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// link finds the text in an address.
var link = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[#?&]m=(?:edit|solve)\S*?&p=((?:[A-Za-z0-9+/=]|%[0-9A-Fa-f]{2})+)`)
})

// Is reports whether a line is an address of Penpa.
func Is(s string) bool {
	return strings.HasPrefix(s, "http") && strings.Contains(s, "&p=") && link().MatchString(s)
}

// mostText is how long a text may be, in bytes.
const mostText = 4 << 20

// abbreviations stand for keys; "zZ" for a z.
var abbreviations = map[string]string{"9": "qa", "Q": "pu_q", "A": "pu_a", "G": "grid", "M": "edit_mode", "S": "surface", "L": "line",
	"E": "lineE", "W": "wall", "C": "cage", "N": "number", "Y": "symbol", "P": "special", "B": "board", "R": "command_redo",
	"U": "command_undo", "8": "command_replay", "1": "numberS", "F": "freeline", "2": "freelineE", "T": "thermo", "3": "arrows",
	"D": "direction", "0": "squareframe", "5": "polygon", "4": "deletelineE", "6": "killercages", "7": "nobulbthermo", "_": "__a"}

var abbreviation = regexp.MustCompile(`z[A-Z0-9_]`)

// unpack returns the lines of a text.
func unpack(packed string) ([]string, error) {
	packed, err := url.PathUnescape(packed)
	if err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(strings.NewReader(string(data))), mostText+1))
	if err != nil || len(text) > mostText {
		return nil, errors.New("not the text of a puzzle")
	}
	return strings.Split(abbreviation.ReplaceAllStringFunc(string(text), func(short string) string {
		switch key, ok := abbreviations[short[1:]]; {
		case ok:
			return `"` + key + `"`
		case short == "zZ":
			return "z"
		case short == "zO":
			return "null"
		}
		return short
	}), "\n"), nil
}

type reader struct {
	*draft.Draft
	columns   int // of the frame
	points    int // cells of the frame
	top, left int // where the grid begins in it
	question  map[string]json.RawMessage
	small     map[int]string // small numbers by place
}

// Read reads a line for which Is is true. Errors are *sudoku.ParseError with the column at which the text begins.
func Read(s string) (*draft.Draft, error) {
	at := link().FindStringSubmatchIndex(s)
	lines, err := unpack(s[at[2]:at[3]])
	r := new(reader)
	if err == nil {
		err = r.frame(lines)
	}
	for _, read := range []func() error{r.boxes, r.digits, r.lines, r.cages, r.marks, r.rest} {
		if err == nil {
			err = read()
		}
	}
	if err != nil {
		return nil, &sudoku.ParseError{Column: at[2] + 1, Err: err}
	}
	return r.Draft, nil
}

// frame reads the size of the grid and what is drawn.
func (r *reader) frame(lines []string) error {
	head := append(strings.Split(lines[0], ","), slices.Repeat([]string{""}, 15)...)
	if len(lines) < 4 || head[0] != "square" && head[0] != "sudoku" {
		return fmt.Errorf("a grid of type %q is not square", head[0])
	}
	nx, xErr := strconv.Atoi(head[1])
	ny, yErr := strconv.Atoi(head[2])
	space := []int{0, 0, 0, 0}
	if err := errors.Join(xErr, yErr, json.Unmarshal([]byte(lines[1]), &space)); err != nil || len(space) != 4 {
		return errors.New("it has no size")
	}
	n := nx - space[2] - space[3]
	if n != ny-space[0]-space[1] || slices.Min(space) < 0 || slices.Max(space) > 9 {
		return fmt.Errorf("a grid of %d rows and %d columns", ny-space[0]-space[1], n)
	}
	d, err := draft.New(n)
	if err != nil {
		return err
	}
	r.Draft, r.columns, r.points = d, nx+4, (nx+4)*(ny+4)
	r.top, r.left = 2+space[0], 2+space[2]
	for i, diagonal := range map[int]string{11: `\`, 14: "/"} {
		if head[0] == "sudoku" && head[i] == "1" {
			r.Flags += diagonal
		}
	}
	if err := json.Unmarshal([]byte(lines[3]), &r.question); err != nil {
		return fmt.Errorf("reading what is drawn: %w", err)
	}
	return nil
}

// cell returns the cell of the grid at a point; -1 if it is outside.
func (r *reader) cell(point int) int {
	row, col := point/r.columns-r.top, point%r.columns-r.left
	if point < 0 || row < 0 || col < 0 || row >= r.N || col >= r.N {
		return -1
	}
	return row*r.N + col
}

// take reads what is drawn under a key, if anything is, and marks it as understood.
func (r *reader) take(key string, into any) error {
	data := r.question[key]
	delete(r.question, key)
	if data == nil || string(data) == "[]" || string(data) == "{}" {
		return nil
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// boxes finds the regions between thick edges.
func (r *reader) boxes() error {
	edges := map[string]int{}
	if err := r.take("lineE", &edges); err != nil {
		return err
	}
	apart := map[[2]int]bool{}
	for edge, style := range edges {
		var a, b int
		_, err := fmt.Sscanf(edge, "%d,%d", &a, &b)
		a, b = min(a, b)-r.points, max(a, b)-r.points
		thick := style == 2 || style == 21
		switch {
		case err == nil && thick && b-a == 1: // the lower side of the cell at b
			apart[[2]int{r.cell(b), r.cell(b + r.columns)}] = true
		case err == nil && thick && b-a == r.columns: // the right side of the cell at b
			apart[[2]int{r.cell(b), r.cell(b + 1)}] = true
		case style == 12 && r.Flags != "": // of a diagonal
		default:
			r.NotUnderstood("edges")
		}
	}
	labels := make([]string, r.N*r.N)
	for start := range labels {
		if labels[start] != "" {
			continue
		}
		for _, cell := range draft.Spread(r.N, start, func(a, b int) bool { return !apart[[2]int{min(a, b), max(a, b)}] }) {
			labels[cell] = strconv.Itoa(start)
		}
	}
	r.Label(labels)
	switch regions := slices.Max(r.Regions) + 1; {
	case regions == 1:
		r.Rows, r.Regions = 0, nil
	case regions != r.N:
		r.NotUnderstood("boxes of different sizes")
		r.Rows, r.Regions = 0, nil
	}
	return nil
}

// digits reads large numbers as givens and keeps small ones.
func (r *reader) digits() error {
	large, small := map[int][]any{}, map[int][]any{}
	if err := errors.Join(r.take("number", &large), r.take("numberS", &small)); err != nil {
		return err
	}
	for point, number := range large {
		text, _ := first(number).(string)
		v, err := strconv.Atoi(strings.TrimSpace(text))
		switch cell := r.cell(point); {
		case strings.TrimSpace(text) == "" && len(number) > 0:
		case cell < 0:
			r.NotUnderstood("numbers outside the grid")
		case err != nil || v < 1 || v > r.N || len(number) < 3 || number[2] != "1":
			r.NotUnderstood("texts in cells")
		default:
			r.Givens[cell] = uint8(v)
		}
	}
	r.small = map[int]string{}
	for place, number := range small {
		text, _ := first(number).(string)
		r.small[place-4*r.points] = strings.TrimSpace(text)
	}
	return nil
}

func first(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// lists reads lists of points as lists of cells.
func (r *reader) lists(key string) (lists [][]int, err error) {
	var points [][]int
	if err := r.take(key, &points); err != nil {
		return nil, err
	}
	for _, list := range points {
		cells := make([]int, len(list))
		for i, point := range list {
			if cells[i] = r.cell(point); cells[i] < 0 {
				return nil, fmt.Errorf("%s: a point outside the grid", key)
			}
		}
		if len(cells) > 0 {
			lists = append(lists, cells)
		}
	}
	return lists, nil
}

// lines reads thermometers and arrows.
func (r *reader) lines() error {
	thermos, thermoErr := r.lists("thermo")
	arrows, arrowErr := r.lists("arrows")
	for _, cells := range thermos {
		r.Add("thermo", "", cells)
	}
	for _, cells := range arrows {
		if len(cells) < 2 {
			return errors.New("an arrow without a shaft")
		}
		r.Add("arrow", "", cells[:1], cells[1:])
	}
	return errors.Join(thermoErr, arrowErr)
}

// cages reads cages, whose sum is the small number in the upper left of their first cell.
func (r *reader) cages() error {
	cages, err := r.lists("killercages")
	for _, cells := range cages {
		cell := slices.Min(cells)
		place := 4 * ((cell/r.N+r.top)*r.columns + cell%r.N + r.left)
		sum := r.small[place]
		delete(r.small, place)
		if _, err := strconv.Atoi(sum); err != nil && sum != "" {
			r.NotUnderstood(fmt.Sprintf("cages with %q", sum))
			continue
		}
		r.Add("cage", sum, cells)
	}
	for _, text := range r.small {
		if text != "" {
			r.NotUnderstood("small numbers")
		}
	}
	return err
}

// marks reads white and black dots.
func (r *reader) marks() error {
	symbols := map[int][]any{}
	if err := r.take("symbol", &symbols); err != nil {
		return err
	}
	for _, point := range slices.Sorted(maps.Keys(symbols)) {
		symbol := symbols[point]
		side, cell := point/r.points, r.cell(point%r.points)
		next := -1
		switch side {
		case 2:
			next = r.cell(point%r.points + r.columns)
		case 3:
			next = r.cell(point%r.points + 1)
		}
		name := ""
		if len(symbol) > 1 && symbol[1] == "circle_SS" {
			style, _ := symbol[0].(float64)
			name = map[float64]string{1: "white", 8: "white", 2: "black"}[style]
		}
		if name == "" || cell < 0 || next < 0 {
			r.NotUnderstood(fmt.Sprintf("symbols %v", symbol[min(1, len(symbol)):]))
			continue
		}
		r.Add(name, "", []int{cell, next})
	}
	return nil
}

// silent are keys of what says nothing: undone steps, frames, edges that are left out.
var silent = []string{"command_redo", "command_undo", "command_replay", "deletelineE", "squareframe"}

// rest names what else is drawn. Lines across the grid are its diagonals if the grid has them.
func (r *reader) rest() error {
	for _, key := range slices.Sorted(maps.Keys(r.question)) {
		data := string(r.question[key])
		if slices.Contains(silent, key) || data == "{}" || data == "[]" || data == "null" || data == `{"__a":[]}` ||
			key == "line" && r.Flags != "" {
			continue
		}
		r.NotUnderstood(key)
	}
	return nil
}
