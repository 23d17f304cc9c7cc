package part

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	"github.com/sudokuctl/sudokuctl/work/job"
)

// quantity is what a column holds of a row, or of the answer of one task.
type quantity int

const (
	record quantity = iota
	name
	geometry
	puzzle
	solution
	secondSolution
	verdict
	count
	guesses
	selfTime
	failure
	grade
	label
)

// column is one column of a part.
type column struct {
	name     string
	what     quantity
	task     int    // the task whose answer it holds, -1 for columns of the row
	metric   string // of grade and label
	optional bool
}

// columns returns the columns of a part in the order of the file.
func (h *Header) columns() ([]column, error) {
	all := []column{{"record", record, -1, "", false}, {"name", name, -1, "", false}, {"geometry", geometry, -1, "", false},
		{"puzzle", puzzle, -1, "", false}, {"solution", solution, -1, "", true}}
	if h.Schema == Schema && slices.ContainsFunc(h.Tasks, func(t job.Task) bool { return t.Kind == job.Solve }) {
		all = append(all, column{"second_solution", secondSolution, -1, "", true})
	}
	for i, t := range h.Tasks {
		if t.Kind == job.Solve {
			all = append(all, column{t.Plugin + "_verdict", verdict, i, "", false}, column{t.Plugin + "_count", count, i, "", false},
				column{t.Plugin + "_guesses", guesses, i, "", false}, column{t.Plugin + "_self_ns", selfTime, i, "", false},
				column{t.Plugin + "_error", failure, i, "", true})
			continue
		}
		all = append(all, column{t.Plugin + "_grading", verdict, i, "", false},
			column{t.Plugin + "_grading_ns", selfTime, i, "", false})
		for _, m := range t.Metrics {
			all = append(all, column{m.Name, grade, i, m.Name, true})
			if m.Labelled {
				all = append(all, column{m.Name + "_label", label, i, m.Name, true})
			}
		}
	}
	for i, c := range all {
		if slices.ContainsFunc(all[:i], func(d column) bool { return d.name == c.name }) {
			return nil, fmt.Errorf("two columns are called %q", c.name)
		}
	}
	return all, nil
}

// node returns how a column is stored: words in a dictionary, numbers as differences, puzzles and grids without a search for
// what repeats in them.
func (c column) node() parquet.Node {
	var n parquet.Node
	var codec compress.Codec = &parquet.Zstd
	switch c.what {
	case record:
		n = parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
	case count, guesses, selfTime:
		n = parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
	case grade:
		n = parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.RLEDictionary)
	case geometry, verdict, label, failure:
		n = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	case name:
		n = parquet.Encoded(parquet.String(), &parquet.DeltaByteArray)
	default:
		n, codec = parquet.Encoded(parquet.String(), &parquet.DeltaLengthByteArray), huffman
	}
	if c.optional {
		n = parquet.Optional(n)
	}
	return parquet.Compressed(n, codec)
}

// ordered is a group of columns in the order given; parquet.Group sorts them by name.
type ordered struct {
	parquet.Group
	columns []column
}

func (o ordered) Fields() []parquet.Field {
	byName := make(map[string]parquet.Field, len(o.columns))
	for _, f := range o.Group.Fields() {
		byName[f.Name()] = f
	}
	fields := make([]parquet.Field, len(o.columns))
	for i, c := range o.columns {
		fields[i] = byName[c.name]
	}
	return fields
}

func schemaOf(columns []column) *parquet.Schema {
	group := make(parquet.Group, len(columns))
	for _, c := range columns {
		group[c.name] = c.node()
	}
	return parquet.NewSchema("puzzle", ordered{group, columns})
}

// Schema names the layout of headers and columns.
const Schema = "sudokuctl.part/2"

// oneSolution is the layout before, which has no room for a second solution.
const oneSolution = "sudokuctl.part/1"

// Header says what a part holds and how it was made.
type Header struct {
	Schema string     `json:"schema"`
	Plan   string     `json:"plan,omitempty"` // SHA-256 of the plan, "" for a part that an export wrote
	Chunk  int        `json:"chunk"`          // from 0
	Tasks  []job.Task `json:"tasks"`
	Host   string     `json:"host,omitempty"`
	// Started and CPU are when and at what cost the part was computed.
	Started time.Time     `json:"started,omitzero"`
	CPU     time.Duration `json:"cpu_ns,omitempty"`
	// Times is what each task of a plan took for all rows.
	Times []time.Duration `json:"task_ns,omitempty"`
	// Set by the Writer.
	Rows        int64  `json:"rows"`
	ContentHash string `json:"content_hash"`
}

func (h *Header) check() error {
	if h.Schema != Schema && h.Schema != oneSolution {
		return fmt.Errorf("its schema is %q, this program reads %q", h.Schema, Schema)
	}
	for _, t := range h.Tasks {
		switch {
		case t.Kind != job.Solve && t.Kind != job.Grade:
			return fmt.Errorf("a task of kind %q", t.Kind)
		case t.Plugin == "":
			return errors.New("a task without a plugin")
		}
	}
	return nil
}
