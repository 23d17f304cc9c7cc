package formats

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// object is a record as JSON. "grade", "list" and "solve -o jsonl" print objects that have these keys among others.
type object struct {
	Puzzle    jsonCells          `json:"puzzle"`
	Geometry  string             `json:"geometry"`
	Solution  string             `json:"solution,omitempty"`
	Solutions []string           `json:"solutions,omitempty"` // read only: the first is taken
	Grades    map[string]float64 `json:"grades,omitempty"`
	Fields    map[string]string  `json:"fields,omitempty"`
	Tags      []string           `json:"tags,omitempty"`
	Name      string             `json:"name,omitempty"`   // read only beside a source: other records have a place here
	Level     string             `json:"level,omitempty"`  // written only
	Source    string             `json:"source,omitempty"` // file:line
	SHA256    string             `json:"sha256,omitempty"`
	Licence   string             `json:"licence,omitempty"`
	Comment   string             `json:"comment,omitempty"`
}

func isJSON(s string) bool {
	return s[0] == '{' && strings.HasPrefix(strings.TrimLeft(s[1:], " \t"), `"`)
}

func parseJSON(s string) (Record, error) {
	if r, err, ok := foreignObject(s); ok {
		return r, err
	}
	var o object
	if err := json.Unmarshal([]byte(s), &o); err != nil {
		return Record{}, fmt.Errorf("reading a JSON object: %w", err)
	}
	if len(o.Puzzle.texts) == 0 {
		if err := o.Puzzle.named(s); err != nil {
			return Record{}, fmt.Errorf("reading the puzzle of a JSON object: %w", err)
		}
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
	if o.Solution == "" && len(o.Solutions) > 0 {
		o.Solution = o.Solutions[0]
	}
	if err := r.claim(o.Solution); err != nil {
		return Record{}, fmt.Errorf("reading the solution of a JSON object: %w", err)
	}
	return r, nil
}

// named reads the puzzle of an object that calls it by another of the names that columns go by, such as "grid".
func (c *jsonCells) named(object string) error {
	var values map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &values); err != nil {
		return err
	}
	for _, name := range puzzleColumns {
		if value, ok := values[name]; ok {
			return json.Unmarshal(value, c)
		}
	}
	return fmt.Errorf("it has none of the keys %s", strings.Join(puzzleColumns, ", "))
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

func newObject(r Record) object {
	p := r.Puzzle
	o := object{Puzzle: jsonCells{[]string{p.String()}, true}, Geometry: p.Geometry().String(), Tags: r.Tags,
		Name: r.Name, Level: r.Level, Source: r.place(),
		SHA256: r.Origin.SHA256, Licence: r.Origin.Licence, Comment: p.Comment}
	if r.Solution != nil {
		o.Solution = p.Geometry().FormatGrid(r.Solution)
	}
	for _, f := range r.Fields {
		if v, ok := f.Number(); ok && strconv.FormatFloat(v, 'g', -1, 64) == f.Text {
			setIn(&o.Grades, f.Name, v)
			continue
		}
		setIn(&o.Fields, f.Name, f.Text)
	}
	return o
}

// setIn sets a key of a map that is made when it is needed.
func setIn[V any](m *map[string]V, key string, value V) {
	if *m == nil {
		*m = map[string]V{}
	}
	(*m)[key] = value
}
