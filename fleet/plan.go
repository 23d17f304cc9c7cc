package fleet

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
	"github.com/sudokuctl/sudokuctl/work/input"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// planSchema names the layout of a plan.
const planSchema = "sudokuctl.plan/2"

// Plan is a job for many machines. It is written once and never changes.
type Plan struct {
	Schema string     `json:"schema"`
	Inputs []Source   `json:"input"`
	Tasks  []job.Task `json:"tasks"`
	Chunks []Chunk    `json:"chunks"`
	// Repeat is how often the chunks of the inputs are in Chunks, one repetition behind the other; 0 for once.
	Repeat int `json:"repeat,omitempty"`

	dir string // that the plan was read from
}

// Source is where puzzles come from: a file, a sample inside the program, a library, or a generator's order.
type Source struct {
	Kind     SourceKind `json:"kind"`
	Name     string     `json:"name"`            // file name or sample
	Where    string     `json:"where,omitempty"` // the condition by which puzzles of a library were chosen
	Path     string     `json:"path,omitempty"`  // absolute, of a file, or of the copy of the puzzles of a library
	SHA256   string     `json:"sha256,omitempty"`
	Records  int64      `json:"records"`
	Generate *Order     `json:"generate,omitempty"`
}

// SourceKind is what a source is.
type SourceKind string

// The kinds of sources.
const (
	FromFile      SourceKind = "file"
	FromSample    SourceKind = "sample"
	FromLibrary   SourceKind = "library"
	FromGenerator SourceKind = "generate"
)

// Order is what a generator is asked for. Each chunk has a seed of its own, which follows from Seed and the chunk.
type Order struct {
	Generator string `json:"generator"`
	Version   string `json:"version"`
	SHA256    string `json:"sha256,omitempty"` // checksum of the program, "" if it is bundled
	Probe     string `json:"probe,omitempty"`  // if it is bundled: hash of the first puzzle
	Geometry  string `json:"geometry"`
	CluesMin  int    `json:"clues_min,omitempty"`
	CluesMax  int    `json:"clues_max,omitempty"`
	Symmetry  string `json:"symmetry,omitempty"`
	Minimal   bool   `json:"minimal,omitempty"`
	Unchecked bool   `json:"allow_multiple,omitempty"` // they may have several solutions
	Seed      uint64 `json:"seed"`
}

// Chunk is a range of the records of one source.
type Chunk struct {
	Source  int   `json:"source"`
	First   int64 `json:"first"` // record of the source, from 0
	Records int   `json:"records"`
	// Where the records are in the file, if each is a line of it; else all of the file is read and Bytes is 0.
	Offset int64  `json:"offset,omitempty"`
	Bytes  int64  `json:"bytes,omitempty"`
	Line   int    `json:"line,omitempty"` // of the first record, from 1
	SHA256 string `json:"sha256,omitempty"`
	// Puzzles is their part.PuzzleHash; "" for a generator's.
	Puzzles string `json:"puzzles,omitempty"`
}

// ID is the SHA-256 of the plan's text, in hexadecimal.
func (p *Plan) ID() string {
	sum := sha256.Sum256(p.text())
	return hex.EncodeToString(sum[:])
}

// text is the plan as JSON, always the same for the same plan.
func (p *Plan) text() []byte {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // it has nothing that JSON cannot say
	}
	return append(text, '\n')
}

// Save writes the plan to a file that does not exist yet.
func (p *Plan) Save(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("writing the plan: %w", err)
	}
	_, err = f.Write(p.text())
	return errors.Join(err, f.Sync(), f.Close())
}

// LoadPlan reads a plan.
func LoadPlan(path string) (*Plan, error) {
	var text []byte
	f, err := wholefile.Open(path)
	if err == nil {
		text, err = io.ReadAll(f)
		f.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("reading the plan: %w", err)
	}
	var p Plan
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return nil, fmt.Errorf("reading plan %q: %w", path, err)
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("reading plan %q: %w", path, err)
	}
	p.dir = filepath.Dir(path)
	return &p, nil
}

func (p *Plan) check() error {
	if p.Schema != planSchema {
		return fmt.Errorf("its schema is %q, this program reads %q", p.Schema, planSchema)
	}
	if len(p.Tasks) == 0 {
		return errors.New("it has no tasks")
	}
	n := p.once()
	if p.Repeat < 0 || n*max(p.Repeat, 1) != len(p.Chunks) {
		return fmt.Errorf("its %d chunks are not %d repetitions", len(p.Chunks), p.Repeat)
	}
	for i, c := range p.Chunks {
		if c != p.Chunks[i%n] {
			return fmt.Errorf("chunk %d is not chunk %d over again", i, i%n)
		}
		if c.Source < 0 || c.Source >= len(p.Inputs) || c.First < 0 || c.Records < 1 || c.Offset < 0 || c.Bytes < 0 ||
			c.First+int64(c.Records) > p.Inputs[c.Source].Records {
			return fmt.Errorf("chunk %d is not in its source", i)
		}
	}
	return nil
}

// record returns the position of the first puzzle of a chunk in all inputs together.
func (p *Plan) record(chunk int) int64 {
	c := p.Chunks[chunk]
	record := c.First
	for _, s := range p.Inputs[:c.Source] {
		record += s.Records
	}
	return record
}

// source returns a source with the path at which its file is here: where it was when the plan was made, else beside the plan.
func (p *Plan) source(i int) *Source {
	s := p.Inputs[i]
	if s.Path != "" && p.dir != "" {
		if _, err := os.Stat(s.Path); errors.Is(err, fs.ErrNotExist) {
			s.Path = filepath.Join(p.dir, filepath.Base(s.Path))
		}
	}
	return &s
}

// once is how many chunks a repetition has.
func (p *Plan) once() int { return len(p.Chunks) / max(p.Repeat, 1) }

// Records is how many puzzles the plan has; each repetition has them all.
func (p *Plan) Records() (n int64) {
	for _, s := range p.Inputs {
		n += s.Records
	}
	return n
}

// Choice is puzzles of a library. A library changes and a plan does not, and other machines do not have the library: so the
// puzzles are copied into a file, which is an input of the plan like any other.
type Choice struct {
	Library string // name of its file
	Where   string // the condition by which they were chosen, "" for all
	Puzzles iter.Seq2[*store.Listed, error]
	Dir     string // for the copy, whose name follows from its content
}

var errNoneFits = errors.New("no puzzle fits")

// freeze writes the copy and returns it as a source.
func (c *Choice) freeze() (readable, error) {
	s := readable{Source: Source{Kind: FromLibrary, Name: filepath.Base(c.Library), Where: c.Where}}
	n := 0
	path, err := wholefile.Named(c.Dir, 0o644, func(w io.Writer) (string, error) {
		hash := sha256.New()
		out, err := formats.NewWriter(io.MultiWriter(w, hash), "jsonl")
		if err != nil {
			return "", err
		}
		for l, err := range c.Puzzles {
			if err != nil {
				return "", err
			}
			if err := out.Write(bare(l.Puzzle)); err != nil {
				return "", err
			}
			n++
		}
		if n == 0 {
			return "", errNoneFits
		}
		if err := out.Close(); err != nil {
			return "", err
		}
		s.SHA256 = hex.EncodeToString(hash.Sum(nil))
		return "puzzles-" + s.SHA256[:12] + ".jsonl", nil
	})
	switch {
	case errors.Is(err, errNoneFits):
		return s, work.RequestErrorf("no puzzle of %s fits %q", c.Library, c.Where)
	case err != nil:
		return s, fmt.Errorf("copying puzzles of the library into %q: %w", c.Dir, err)
	}
	if s.Path, err = filepath.Abs(path); err != nil {
		return s, fmt.Errorf("planning %q: %w", path, err)
	}
	s.in, err = input.Parse(s.Path, strings.NewReader(""))
	return s, err
}

// bare is a puzzle with the place where it was first, and nothing else.
func bare(p *sudoku.Puzzle) formats.Record {
	q := *p
	q.Comment = ""
	return formats.Record{Puzzle: &q, Origin: formats.NewOrigin(p.Name, "", "")}
}
