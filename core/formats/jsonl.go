package formats

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats/internal/layout"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// object is a record as JSON. "grade", "list" and "solve -o jsonl" print objects that have these keys among others.
type object struct {
	Puzzle    jsonCells          `json:"puzzle"`
	Geometry  string             `json:"geometry"`
	Solution  jsonCells          `json:"solution"`
	Solutions []jsonCells        `json:"solutions"` // the first is taken
	Grades    map[string]float64 `json:"grades"`
	Fields    map[string]string  `json:"fields"`
	Tags      []string           `json:"tags"`
	Name      string             `json:"name"`   // read only beside a source: other records have a place here
	Source    string             `json:"source"` // file:line
	SHA256    string             `json:"sha256"`
	Licence   string             `json:"licence"`
	Comment   string             `json:"comment"`
}

// isJSON reports whether a line looks like an object.
func isJSON(s string) bool {
	return s[0] == '{' && strings.HasPrefix(strings.TrimLeft(s[1:], " \t"), `"`)
}

// parseJSON reads an object of this program, or of another one.
func parseJSON(s string) (Record, error) {
	if r, err, ok := foreignObject(s); ok {
		return r, err
	}
	var o object
	if err := readObject(s, &o); err != nil {
		return Record{}, fmt.Errorf("reading a JSON object: %w", err)
	}
	if len(o.Puzzle.texts) == 0 {
		if err := o.Puzzle.named(s); err != nil {
			return Record{}, fmt.Errorf("reading the puzzle of a JSON object: %w", err)
		}
	}
	if o.Geometry == "" {
		boxes, err := namedBoxes(s, len(o.Puzzle.texts))
		if err != nil {
			return Record{}, fmt.Errorf("reading the puzzle of a JSON object: %w", err)
		}
		o.Geometry = boxes
	}
	p, err := o.puzzle()
	if err != nil {
		return Record{}, fmt.Errorf("reading the puzzle of a JSON object: %w", err)
	}
	p.Comment = oneLine(o.Comment)
	r := Record{Puzzle: p, Tags: o.Tags, Origin: NewOrigin(o.Source, o.SHA256, o.Licence), Format: "jsonl"}
	if o.Source != "" {
		r.Name = oneLine(o.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Grades)) {
		r.Fields = append(r.Fields, Field{name, strconv.FormatFloat(o.Grades[name], 'g', -1, 64)})
	}
	for _, name := range slices.Sorted(maps.Keys(o.Fields)) {
		r.Fields = append(r.Fields, Field{name, oneLine(o.Fields[name])})
	}
	if len(o.Solution.texts) == 0 && len(o.Solutions) > 0 {
		o.Solution = o.Solutions[0]
	}
	if len(o.Solution.texts) > 0 {
		if err := r.claim(o.Solution.String()); err != nil {
			return Record{}, fmt.Errorf("reading the solution of a JSON object: %w", err)
		}
	}
	return r, nil
}

// named reads the puzzle of an object that calls it by another of the names that columns go by, such as "grid".
func (c *jsonCells) named(object string) error {
	var values map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &values); err != nil {
		return err
	}
	for _, name := range puzzleKeys {
		for key, value := range values {
			if strings.EqualFold(key, name) && (value[0] == '"' || value[0] == '[') {
				return json.Unmarshal(value, c)
			}
		}
	}
	return fmt.Errorf("it has none of the keys %s", strings.Join(puzzleKeys, ", "))
}

// puzzleKeys are what objects call their puzzle: as columns do, and as web services do besides.
var puzzleKeys = append(slices.Clip(puzzleColumns), "mission", "value", "values", "clues", "task", "basegrid", "data")

// readObject reads what is known of an object. A key of another program that has the name of one of ours and another
// kind of value is left out.
func readObject(s string, o *object) error {
	err := json.Unmarshal([]byte(s), o)
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "puzzle" && kind.Field != "geometry" {
		return nil // all other keys were read
	}
	return err
}

// objectsIn returns the objects within an object that has no puzzle itself, such as
// {"newboard":{"grids":[{"value":…}]}}.
func objectsIn(s string) []string {
	if !isJSON(s) || !strings.Contains(s, ":{") && !strings.Contains(s, ": {") && !strings.Contains(s, ":[{") &&
		!strings.Contains(s, ": [{") && !strings.Contains(s, ":\n") {
		return nil
	}
	if _, _, ok := foreignObject(s); ok {
		return nil
	}
	return innerObjects(json.RawMessage(s), 0)
}

// innerObjects returns the objects within an object, at most four levels deep.
func innerObjects(value json.RawMessage, depth int) (objects []string) {
	if depth > 4 {
		return nil
	}
	var list []json.RawMessage
	if value[0] == '[' && json.Unmarshal(value, &list) == nil {
		for _, v := range list {
			if v[0] == '{' {
				objects = append(objects, innerObjects(v, depth+1)...)
			}
		}
		return objects
	}
	var fields map[string]json.RawMessage
	if value[0] != '{' || json.Unmarshal(value, &fields) != nil {
		return nil
	}
	for key, v := range fields {
		if slices.Contains(puzzleKeys, strings.ToLower(key)) && (v[0] == '"' || v[0] == '[' && !isObjects(v)) {
			if depth == 0 {
				return nil
			}
			return []string{string(value)}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if v := fields[key]; v[0] == '{' || v[0] == '[' {
			objects = append(objects, innerObjects(v, depth+1)...)
		}
	}
	return objects
}

// isObjects reports whether an array holds objects that are no cells.
func isObjects(value json.RawMessage) bool {
	var parts []json.RawMessage
	return json.Unmarshal(value, &parts) == nil && len(parts) > 0 && parts[0][0] == '{' && !isCellObject(parts[0])
}

// namedBoxes returns the geometry of an object of n² cells that says how wide and high its boxes are, "" if it does
// not.
func namedBoxes(s string, cells int) (string, error) {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(s), &fields) != nil {
		return "", nil
	}
	numbers := map[string]int{}
	collect := func(prefix string, fields map[string]json.RawMessage) {
		for key, value := range fields {
			var v int
			key = strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(prefix + key))
			if json.Unmarshal(value, &v) == nil {
				numbers[key] = v
			}
		}
	}
	collect("", fields)
	for key, value := range fields {
		var inner map[string]json.RawMessage
		var pair []int
		switch lower := strings.ToLower(key); {
		case lower != "block" && lower != "box" && lower != "blocks" && lower != "boxes" && lower != "blocksize" &&
			lower != "boxsize":
		case json.Unmarshal(value, &inner) == nil:
			collect("block", inner)
		case json.Unmarshal(value, &pair) == nil && len(pair) == 2:
			numbers["blockrows"], numbers["blockcols"] = pair[0], pair[1]
		}
	}
	pick := func(names ...string) int {
		for _, name := range names {
			if v := numbers[name]; v > 0 {
				return v
			}
		}
		return 0
	}
	width := pick("blockwidth", "boxwidth", "bw", "blockbw", "blockw", "blockcols", "boxcols", "blockcolumns",
		"boxcolumns", "blockblockwidth", "blockboxwidth", "regionwidth")
	height := pick("blockheight", "boxheight", "bh", "blockbh", "blockh", "blockrows", "boxrows", "blockblockheight",
		"blockboxheight", "regionheight")
	if square := pick("block", "box", "blocksize", "boxsize"); square > 0 && width == 0 && height == 0 {
		width, height = square, square
	}
	if width == 0 && height == 0 {
		return "", nil
	}
	n := pick("size", "n", "gridsize")
	if n == 0 {
		n = width * height
	}
	if width*height != n || cells > 1 && n*n != cells {
		return "", fmt.Errorf("blocks %d wide and %d high do not make a grid of its size", width, height)
	}
	if rows := layout.BandRows[n]; rows == height {
		return strconv.Itoa(n), nil
	}
	return fmt.Sprintf("%d/%dx%d", n, height, width), nil
}

// puzzle reads the puzzle, which has a head of its own or takes that of the geometry.
func (o *object) puzzle() (*sudoku.Puzzle, error) {
	p, err := o.Puzzle.puzzle()
	if o.Geometry == "" || err == nil && p.Geometry().String() == o.Geometry {
		return p, err
	}
	head, regions, jigsaw := strings.Cut(o.Geometry, ":")
	text := head + ":" + o.Puzzle.String()
	if jigsaw {
		text += ":" + regions
	}
	if q, headErr := sudoku.ParsePuzzle(text); headErr == nil {
		return q, nil
	}
	if err == nil {
		err = fmt.Errorf("the puzzle is %q, not %q", p.Geometry(), o.Geometry)
	}
	return nil, err
}

// oneLine replaces line ends by blanks.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// written is a record as it is written.
type written struct {
	Puzzle   string `json:"puzzle"`
	Geometry string `json:"geometry"`
	*writtenEntry
	Solution string             `json:"solution,omitempty"`
	Grades   map[string]float64 `json:"grades,omitempty"`
	Fields   map[string]string  `json:"fields,omitempty"`
	Tags     []string           `json:"tags,omitempty"`
	Name     string             `json:"name,omitempty"`
	Level    string             `json:"level,omitempty"`
	Source   string             `json:"source,omitempty"`
	SHA256   string             `json:"sha256,omitempty"`
	Licence  string             `json:"licence,omitempty"`
	Comment  string             `json:"comment,omitempty"`
}

// writtenEntry is what a library says of a puzzle, as it is written.
type writtenEntry struct {
	ID          int64  `json:"id"`
	UID         string `json:"uid"`
	Clues       int    `json:"clues"`
	Verdict     string `json:"verdict,omitempty"`
	DuplicateOf int64  `json:"duplicate_of,omitempty"`
}

// writeJSON writes a record as an object on one line.
func writeJSON(w *bufio.Writer, r Record) error {
	p := r.Puzzle
	o := written{Puzzle: p.String(), Geometry: p.Geometry().String(), Tags: r.Tags, Name: r.Name, Level: r.Level,
		Source: r.place(), SHA256: r.Origin.SHA256, Licence: r.Origin.Licence, Comment: p.Comment}
	if e := r.Entry; e != nil {
		o.writtenEntry = &writtenEntry{e.ID, UID(o.Puzzle), p.Clues(), e.Verdict, e.DuplicateOf}
	}
	if r.Solution != nil {
		o.Solution = p.Geometry().FormatGrid(r.Solution)
	}
	o.Grades, o.Fields = r.numbers()
	return json.NewEncoder(w).Encode(&o)
}

// numbers returns grades and fields by their names, and numbers among the fields as grades. Of several with one name
// the last stays. JSON has no infinite numbers, nor any that is none: they are fields.
func (r *Record) numbers() (grades map[string]float64, fields map[string]string) {
	grades, fields = map[string]float64{}, map[string]string{}
	for _, g := range r.Grades {
		if math.IsInf(g.Value, 0) || math.IsNaN(g.Value) {
			fields[g.Metric] = strconv.FormatFloat(g.Value, 'g', -1, 64)
		} else {
			grades[g.Metric] = g.Value
		}
	}
	for _, f := range r.Fields {
		v, ok := f.Number()
		if ok && !math.IsInf(v, 0) && !math.IsNaN(v) && strconv.FormatFloat(v, 'g', -1, 64) == f.Text {
			grades[f.Name] = v
		} else {
			fields[f.Name] = f.Text
		}
	}
	return grades, fields
}
